"""Who is named in a wish about a call: whom it goes to already, who is new, and who is out."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from shared.models.base import Json
from shared.models.people import address_of, text_of
from shared.reasoning.embedded.revising.call import PEOPLE, Call
from shared.reasoning.embedded.revising.values import CRIES
from shared.understanding.folding import fold, word_set
from shared.understanding.marking import Span
from shared.understanding.people_said import ADDRESS, CIVIL, NAME

_NAMED = re.compile(rf"(?<![\w.@]){ADDRESS}|(?<!\w){NAME}(?!\w)")
_OPENS = re.compile(r"(?:^|[.!?:;]\s|\s[-\u2013]\s)\s*[\"'(]*$")
"""Where a capital says nothing: at the beginning of a sentence."""
_GOES_ON = re.compile(
    r"(?:\s[^\W\d_]+)?(?:'s)?(?:\s*$|[,!.]|\s(?:too|as well|also|instead|rather|please|pls|in|on"
    r"|and|is|isn't|has|had|can|can't|cannot|could|won't|should|must|ought|needs?|needn't|wants?"
    r"|gets?|goes|would|does|doesn't|takes?|handles|joins|comes|not)\b)",
    re.IGNORECASE,
)
"""What follows a name that begins a sentence."""
_NO_NAME = CRIES | word_set(
    """
    a about actually ah all also an and any as at better both but by cc bcc can cheers copy
    could dear do does don't each either else every everyone everybody few fine first for forgive
    from good great hang hello her here hers hi him his hm hmm how i if in instead it its just last
    let make many may me might mine my next no nobody none nope not nothing now of oh ok okay on
    only oops or our ours pardon perhaps please pls rather reply right send she he so some somebody
    someone sorry sure thanks that the their them then there these they this those thursday to today
    tomorrow tonight too true until us wait we well what when where which who whom why will with
    without would wrong yes you your yours monday tuesday wednesday friday saturday sunday january
    february march april may june july august september october november december noon midnight
    change add remove put take leave keep drop cancel invite include forward mail email e-mail swap
    it's that's there's i'm i'd i'll i've he's she's we'll we're they're
    kind best dear regards mhm uninvite exclude comes goes joins gets book start begin end sign
    call replace skip scratch use say write tell ask mention note subject title location room text
    out off stop stay stays hold correction same pop slip stick
    throw squeeze negative affirmative mr mrs ms miss mx
    """
)
"""Words that name nobody, whatever letter they begin with."""
_OUT_BEFORE = re.compile(
    r"\b(?:not|instead of|rather than|in place of|no longer|without|except|scratch|forget|drop"
    r"|remove|delete|exclude|uninvite|skip|spare|lose|replace|swap|exchange|substitute|change|switch"
    r"|said|wrote|typed|don't (?:send it to|include|invite|copy|cc|add))"
    r"(?: (?:to|for|with|in|at|the|my|our|out|poor|mr|mrs|ms))*\s*$",
    re.IGNORECASE,
)
"""What stands before somebody who is to get nothing."""
_PUT_OUT = re.compile(
    r"\b(?:take|leave|keep|get|count)(?: (?:to|the|my|our|poor))*\s*$", re.IGNORECASE
)
_OUT = re.compile(r"(?: both)?\s(?:off|out)\b", re.IGNORECASE)
_OUT_AFTER = re.compile(
    r"\s(?:needn't|need not|(?:does not|doesn't|won't|will not) (?:need|have)\b|(?:shouldn't"
    r"|should not|mustn't|must not|isn't to) (?:be|get|see|come|join|have)\b"
    r"|(?:isn't|is not|'s not) (?:needed|necessary|required|invited|wanted|involved|part)\b"
    r"|(?:is|are|was|'s|has|have|has been|have been|had to)"
    r" (?:excused|excluded|off the hook|declined|dropped out|pulled out|backed out|bowed out)\b"
    r"|(?:drops|pulls|backs|bows|bowed|dropped|pulled|backed) out\b"
    r"|can stay (?:out|away|at home)|stays out|(?:out|off)(?=\W*$|[,.;!]| and\b))",
    re.IGNORECASE,
)
_PLACED = re.compile(r"\b(?:in|at|on|near|about|of|by)(?: (?:the|our|my))?\s*$", re.IGNORECASE)
"""What stands before the name of a place or a thing."""
_GREETS = re.compile(r"\b(?:greetings|regards|wishes|love|hello|hi|thanks) from\s*$", re.IGNORECASE)
"""What stands before the name of who only sends greetings."""
_WHO = frozenset({"person", "organisation"})
_POSSESSIVE = re.compile(r"'s?$")
_TITLED = re.compile(r"^(?:mr|mrs|ms|miss|mx)(?:\.? (?=\S)|\.?\Z)", re.IGNORECASE)
_PRONOUN = re.compile(
    r"(?<!\w)(?<!said )(?:him|her|(?P<several>them|they)|s?he)(?!\w)(?! name\b)", re.IGNORECASE
)
_JOINS = re.compile(
    r"\b(?:add|invite|include|bring|copy|cc|put|loop) (?:him|her|them)\b", re.IGNORECASE
)
"""That it is who has been named before that comes, or gets a copy."""
IN_PLACE = re.compile(
    r"\b(?:replace|swap|exchange|substitute|change|switch) (?:the |poor )*$", re.IGNORECASE
)
"""What stands before somebody in whose place another comes."""
_NEW = r"(?P<name>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?)"
_BY = re.compile(rf" (?:to|with|for|by|against) {_NEW}", re.IGNORECASE)
_NOT = re.compile(r"\bnot (?:the |to |with )?$", re.IGNORECASE)
_BUT = re.compile(rf"(?:,| but|;)(?: but| rather| to| with)* {_NEW}(?=\W*$|[,.;!])", re.IGNORECASE)
_COMES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        (
            r"(?:^|[,;.] |\band )(?:b?cc|(?:put|add|take|get|loop)(?= [^.;!]* (?:b?cc|copy)\b))"
            rf" {_NEW}"
        ),
        rf"\bout(?:, | and |, and ){_NEW} in(?=\W*$)",
    )
)
"""Who comes, or gets a copy, however they are written."""
_FOR = re.compile(
    rf"(?:^|[,;.] |\b(?:it|to|with|take|invite|rather|be) ){_NEW},? (?:instead of|rather than"
    r"|in place of|not) (?:the |to |with )?$",
    re.IGNORECASE,
)
"""Who comes in the place of somebody named, however that is written."""


class Mention(NamedTuple):
    """Somebody named: whether the call reaches them already, and whether it is not to."""

    name: str
    start: int
    end: int
    known: bool
    out: bool


def mentions(wish: str, call: Call, spans: Sequence[Span]) -> list[Mention]:
    """Return who is named in a wish, in order, whatever is to be said in the call's text."""
    texts = [one for one in spans if one.kind == "body"]
    things = [one for one in spans if one.kind not in {*_WHO, "body", "value"}]
    found = [
        *((one.start, one.end) for one in spans if one.kind in _WHO),
        *_recipients_in(wish, call),
        *(one for form in _COMES for found in form.finditer(wish) for one in _name_of(found)),
        *(
            one
            for one in names_in(wish, opening=_JOINS.search(wish) is not None)
            if not _PLACED.search(wish[: one[0]])
            and not any(_meets(one, thing) for thing in things)
        ),
    ]
    reached = [one for where in (*PEOPLE, "user") for one in call.listed(where)]
    pronouns = [one for one in _PRONOUN.finditer(wish) if is_out(wish, *one.span())]
    if len(reached) == 1:
        found += [one.span() for one in pronouns]
    named: list[Mention] = []
    for start, end in _widest(found):
        name = _POSSESSIVE.sub("", wish[start:end].strip(" -,.;:!?\"'"))
        pronoun = _PRONOUN.fullmatch(name) is not None
        out = is_out(wish, start, end)
        name = name if pronoun else as_ordered(without_civil(name), call)
        known = pronoun or any(is_called(name, one, domain=out) for one in reached)
        inside = any(text.start <= start < text.end for text in texts) and not known
        swaps = IN_PLACE.search(wish[:start]) is not None
        owned = "'s" in wish[end - 2 : end + 2] and (swaps or not known)
        greets = _GREETS.search(wish[:start]) is not None
        if inside or owned or greets or not re.search(r"[^\W\d_]", name):
            continue
        named.append(Mention(name, start, end, known, out))
    if len(reached) > 1:
        named += [meant for one in pronouns for meant in _meant(one, named)]
    return sorted(named, key=lambda one: one.start)


def _meant(pronoun: re.Match[str], named: Sequence[Mention]) -> list[Mention]:
    """Return whom a pronoun means that says who is out: those named as the reason, before it."""
    before = {one.name: one for one in named if one.known and one.end <= pronoun.start()}
    plain = [one for one in before.values() if not one.out]
    several = pronoun["several"] is not None
    start, end = pronoun.span()
    meant = plain if several or len(plain) == 1 else []
    return [Mention(one.name, start, end, known=True, out=True) for one in meant]


def is_called(name: str, recipient: Json, *, domain: bool = True) -> bool:
    """Whether a name is of an address or a person: each word of it has to be in there.

    Of a name in full, an address may have but the last, and how the others begin. `domain`:
    where their address is counts, too.
    """
    said = fold(text_of(recipient))
    parts = re.split(r"[^\w']+", said if domain else said.split("@")[0])
    words = re.split(r"[\s.]+", fold(name))
    return (
        fold(name) in (said, fold(address_of(recipient)))
        or all(word in parts for word in words)
        or (len(words) > 1 and words[-1] in parts and {one[:1] for one in words[:-1]} <= {*parts})
    )


def without_civil(name: str) -> str:
    """Return a name without what somebody is addressed as: "Hannah" for "Ms. Hannah"."""
    return _TITLED.sub("", name)


def as_ordered(name: str, call: Call) -> str:
    """Return a name as the order of a call has it in full: "Luis Ortega" for "Luis"."""
    full = re.compile(rf"(?<!\w){re.escape(name)} (?-i:[A-Z])[\w-]+", re.IGNORECASE)
    found = {one for one in full.findall(call.ordered) if is_reached(one, call)}
    return found.pop() if len(found) == 1 and not is_reached(name, call) else name


def is_reached(name: str, call: Call) -> bool:
    """Whether a call goes to somebody of a name."""
    return any(is_called(name, one) for where in (*PEOPLE, "user") for one in call.listed(where))


def is_out(wish: str, start: int, end: int) -> bool:
    """Whether what a wish names between two places is said not to be meant."""
    before, after = wish[:start], wish[end:]
    if _OUT_BEFORE.search(before) or _OUT_AFTER.match(after):
        return True
    return _PUT_OUT.search(before) is not None and _OUT.match(after) is not None


def _recipients_in(wish: str, call: Call) -> list[tuple[int, int]]:
    """Return where those whom the call reaches are named, however they are written."""
    found: list[tuple[int, int]] = []
    for one in (one for where in (*PEOPLE, "user") for one in call.listed(where)):
        parts = set(re.findall(r"[^\W\d_]{2,}", fold(text_of(one).split("@")[0])))
        if parts:
            word = rf"(?:{'|'.join(map(re.escape, sorted(parts)))})"
            titled = rf"(?<![\w@])(?:(?:{CIVIL})\.? )?{word}(?: {word})*(?![\w@])"
            found += [each.span() for each in re.finditer(titled, wish, re.IGNORECASE)]
    return [*found, *(one for each in found for one in _in_place_of(wish, *each))]


def _in_place_of(wish: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where it is said who comes in the place of whom a wish names between two places."""
    after = _BY if IN_PLACE.search(wish[:start]) else _BUT if _NOT.search(wish[:start]) else None
    new = (after and after.match(wish, end)) or _FOR.search(wish[:start])
    return _name_of(new) if new else []


def _name_of(found: re.Match[str]) -> list[tuple[int, int]]:
    """Return where a name is that was found with the word behind it, if it is one."""
    words = re.finditer(r"\S+", found["name"])
    named = [*takewhile(lambda one: fold(one[0]) not in _NO_NAME, words)]
    at = found.start("name")
    return [(at, at + named[-1].end())] if named else []


def names_in(wish: str, *, opening: bool = False) -> list[tuple[int, int]]:
    """Return where a wish writes names and addresses as such, of people, places or things.

    `opening`: whatever follows one that begins a sentence.
    """
    found = (_named_at(wish, one, opening=opening) for one in _NAMED.finditer(wish))
    return [one for one in found if one]


def _named_at(wish: str, found: re.Match[str], *, opening: bool) -> tuple[int, int] | None:
    """Return where a name is, without words before it that name nobody: "And Elena"."""
    start, end = found.span()
    if "@" in found[0]:
        return start, end
    while start < end and fold(wish[start:end].split(maxsplit=1)[0]) in _NO_NAME:
        start = end - len(wish[start:end].partition(" ")[2]) if " " in wish[start:end] else end
    opens = not opening and _OPENS.search(wish[:start]) is not None
    named = start < end and (not opens or _GOES_ON.match(wish[end:]) is not None)
    return (start, end) if named else None


def _meets(found: tuple[int, int], span: Span) -> bool:
    return found[0] < span.end and span.start < found[1]


def _widest(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest of those that overlap, in order."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda one: one[0] - one[1]):
        if all(end <= other or start >= until for other, until in kept):
            kept.append((start, end))
    return sorted(kept)
