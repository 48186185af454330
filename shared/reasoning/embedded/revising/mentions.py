"""Who is named in a wish about a call: whom it goes to already, and who is out."""

import re
from collections.abc import Mapping, Sequence

from shared.decisions.sources import texts
from shared.models.base import Json
from shared.models.people import address_of, text_of
from shared.models.reasoning import Reference
from shared.reasoning.embedded.revising.call import PEOPLE, Call
from shared.reasoning.embedded.revising.values import CRIES
from shared.understanding.folding import fold, word_set
from shared.understanding.people_said import ADDRESS, NAME
from shared.understanding.pointing import some_of

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
    shown = [
        Reference(
            kind="",
            id=f"{at}",
            label=" ".join([*texts(one.get("subject")), *texts(one.get("snippet"))]),
            ordinal=at + 1,
            who=" ".join(texts(one.get("from"))),
        )
        for at, one in enumerate(items)
    ]
    return [one.ordinal - 1 for one in some_of(fold(wish), shown, shown=True) or ()]


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
