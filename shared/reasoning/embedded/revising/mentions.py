"""Who is named in a wish about a call: whom it goes to already, and who is out."""

import re
from collections.abc import Mapping, Sequence

from shared.decisions.picking import describing, picked
from shared.decisions.sources import texts
from shared.models.base import Json
from shared.models.people import address_of, text_of
from shared.models.reasoning import Reference
from shared.reasoning.embedded.revising.call import PEOPLE, Call
from shared.reasoning.embedded.revising.values import CRIES
from shared.understanding.folding import fold, word_set
from shared.understanding.people_said import ADDRESS, NAME
from shared.understanding.pointing import pointed_references
from shared.words import words_of

_NAMED = re.compile(rf"(?<![\w.@]){ADDRESS}|(?<!\w){NAME}(?!\w)")
_OPENS = re.compile(r"(?:^|[.!?:;]\s|\s[-\u2013]\s)\s*[\"'(]*$")
"""Where a capital says nothing: at the beginning of a sentence."""
_GOES_ON = re.compile(
    r"(?:\s[^\W\d_]+)?(?:'s)?(?:\s*$|[,!.]|\s(?:too|as well|also|instead|rather|please|pls|in|on"
    r"|and|is|isn't|has|had|can|can't|cannot|could|won't|should|must|ought|needs?|needn't|wants?"
    r"|gets?|goes|will|would|does|doesn't|takes?|handles|joins|comes|not)\b)",
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
_SPARED = re.compile(
    r"\b(?:keep(?:s|ing)?|leav(?:e|ing)|spar(?:e|ing)|save|hang on to|hold on to|except(?: for)?"
    r"|apart from|all but|not|without|skip|stays?|remains?|(?:don|won|can|must)'?t(?: \w+)?"
    r"|i (?:still )?need(?! to))\b",
    re.IGNORECASE,
)
"""What says of some of several things that nothing is done to them."""
_REST = re.compile(r"\b(?:others?|rest|remaining|(?:everything|all) else)\b", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just)\b", re.IGNORECASE)
_PART = re.compile(
    r"(?<![.;:!?,])[.;:!?,]+\s+"
    r"|(?<!\ball)(?<!\s)\s+(?=(?:and(?! (?:the|my|[A-Z]))|but|so|except|apart|only|just)\b)"
)
_THAT_ONE = re.compile(
    r"\W*(?:(?:so|and|but|please|just|to|i|i'd|want|need|rather)\b\W*)*(?:(?:that|this|it|them|those"
    r"|one|ones)(?: one)?(?:'s)?(?: (?!from|about|by|with)\w+){0,2})?\W*",
    re.IGNORECASE,
)
"""What points at something that is told before it."""
_AND = re.compile(r"\s+and\s+")
_SEVERAL = re.compile(r"\b(?:ones|both|two|three|all|e?-?mails)\b", re.IGNORECASE)
_TITLED = re.compile(r"^(?:mr|mrs|ms|miss|mx)(?:\.? (?=\S)|\.?\Z)", re.IGNORECASE)


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


def chosen(wish: str, items: Sequence[Mapping[str, Json]]) -> list[int]:
    """Return the places of those of several things that are left in a call; none if not told.

    "Keep the one from Ann", "not the second", "only the first two", "bin the invoice, keep the
    rest".
    """
    everything, done, spared, before = {*range(len(items))}, set[int](), set[int](), ""
    rest = False
    for part in _PART.split(wish):
        spares, others = _SPARED.search(part), _REST.search(part) is not None
        rest = rest or (spares is not None and others)
        told = part if spares is None else f"{part[: spares.start()]} {part[spares.end() :]}"
        told = before if _THAT_ONE.fullmatch(told) else told
        named = set[int]() if others else _meant(told, items)
        if spares and named != everything:
            spared |= named
        elif spares is None:
            done |= named if rest or _ONLY.search(part) else set()
            before += f" {part}"
    if rest and not done:
        done = _meant(before, items)
    left = (done or everything) - spared
    return sorted(left) if (done or spared) and left != everything else []


def spares(wish: str) -> bool:
    """Whether a wish says of some of several things, which it tells, to leave them or do no more.

    "Leave them" tells none.
    """
    parts = [one for one in _PART.split(wish) if _SPARED.search(one) or _ONLY.search(one)]
    return any(not _THAT_ONE.fullmatch(_ONLY.sub("", _SPARED.sub("", one))) for one in parts)


def _meant(words: str, items: Sequence[Mapping[str, Json]]) -> set[int]:
    """Return the places of the things that some words mean: by number, what they are, or who."""
    known = [Reference(kind="", id=f"{at}", label="", ordinal=at + 1) for at in range(len(items))]
    pointed = pointed_references(words, known, frozenset({""}))
    if pointed and len(pointed) < len(items):
        return {one.ordinal - 1 for one in pointed}
    several = [_meant(one, items) for one in _AND.split(words)] if _AND.search(words) else []
    if several and all(several):
        return set[int]().union(*several)
    said = {*words_of(words)}
    senders = [{*words_of(" ".join(texts(one.get("from"))))} for one in items]
    common = senders[0].intersection(*senders)
    theirs = {at for at, one in enumerate(senders) if (one - common) & said}
    one = picked(items, " ".join(describing(words, len(words))))
    if one is None or (_SEVERAL.search(words) and one in theirs):
        return theirs
    return {one}


def names_in(wish: str) -> list[tuple[int, int]]:
    """Return where a wish writes names and addresses as such, of people, places or things."""
    found = (_named_at(wish, one) for one in _NAMED.finditer(wish))
    return [one for one in found if one]


def _named_at(wish: str, found: re.Match[str]) -> tuple[int, int] | None:
    """Return where a name is, without words before it that name nobody: "And Elena"."""
    start, end = found.span()
    if "@" in found[0]:
        return start, end
    while start < end and fold(wish[start:end].split(maxsplit=1)[0]) in _NO_NAME:
        start = end - len(wish[start:end].partition(" ")[2]) if " " in wish[start:end] else end
    opens = _OPENS.search(wish[:start]) is not None
    named = start < end and (not opens or _GOES_ON.match(wish[end:]) is not None)
    return (start, end) if named else None
