"""Whether a reply says to leave what is shown undone, or all as it was, and why."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from shared.decisions.agreement import plainly_agrees
from shared.english import read_when
from shared.english.scanning import NUMBER, rule
from shared.reasoning.embedded.replying.wishes import wishes_change
from shared.reasoning.embedded.revising.values import put_right
from shared.understanding.folding import word_set

_CLAUSE = re.compile(r"[,.;:!?]+\s*|(?<!\s)\s+(?:-+|but|so|because|since)\s+")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_PLAIN = word_set(
    """
    it it's that that's this them these those they two both all everything thing things the we
    we'll i i'll i'd let let's will shall can should may must just simply right exactly please pls
    then so well oh no nah nope not sorry wait actually hm hmm thanks as where how like is was were
    are be been before put alone there here old original current previous former time way same
    place after anyway ok okay whole idea entirely completely at to in on think would better rather
    ah can could even ya yeah any more anymore longer ever said asked mentioned about of again from
    for now he she and anything something out
    """
)
"""Words that add nothing to a refusal."""
_KEEPS = word_set(
    "keep keeps keeping leave stay stays stick remain remains hold holds let stand stands"
)
_DROPS = word_set(
    """
    forget drop cancel stop scrap skip discard abort nevermind nvm mind bother neither none nothing
    cancelled canceled settled sorted solved dropped undone myself needed necessary required
    """
)
_WANTS_A_NO = word_set("mind bother needed necessary required")
"""What refuses only where it is denied: "never mind", "not needed"."""
_DENIES = word_set("no not never don't needn't isn't won't longer")
_STOPS = re.compile(
    r"(?:(?:please|pls|then|so|well|just|and|no|oh|ok|sorry|hm+|wait|hang on|better|rather"
    r"|(?:we|you|i)(?= (?:don't|do not) (?:need|want|have))|(?:i'd|i would) (?:better|rather))"
    r"[\s,]+)*(?:don't|do not|let's not|no need to|shouldn't|needn't|won't)\b(?P<what>.*)"
)
_OF_IT = word_set(
    """
    it that this them these those any anything of all ahead yet go at to do now after then please
    mail email message reply invite invitation event meeting post note have need want out again
    more anymore
    """
)
_SPEAKS = word_set(
    "worry forget say mention include add copy cc invite tell write know think care wait"
)
"""What is not to be done to a part of it, or is said for comfort."""
_ALL = re.compile(
    r"\b(?:both|neither|none|nothing|(?<!\bat )all|everything|anything|(?:any|either) of"
    r"|them|those)\b"
)
_NEITHER = re.compile(
    r"^(?:please |so |then )*(?:do|send|book|make|post|write|save|change) (?:neither|none)\b"
    r"(?: of (?:it|them|those|these|the (?:two|three|lot)|both))?$"
)
"""An order that is none: "send neither of the two"."""
_COUNT = rule(NUMBER)
_ANY_DAY = datetime(2026, 1, 7, 8, tzinfo=UTC)
_PAST = re.compile(r"\b(?:was|were)\b")
"""What says how it was, and no more."""
_AGAIN = re.compile(r"\b(?:on|at) second thoughts?\b|\bafter all\b")
_MYSELF = re.compile(r"(?:i|we)(?:'ll| will|(?:'m|'re| am| are) going to)\b(?! need| want)")
"""What somebody does themselves instead, and no wish."""
_YET = re.compile(r"\b(?:yet|for the moment|until|till|for now)\b")


def refuses(said: str, action: str = "", kept: frozenset[str] | None = None) -> bool:
    """Whether a folded reply refuses what is shown, and says nothing of how it should be instead.

    `kept` are the words that name what is there, if what is shown changes something that is: it may
    be what is kept.
    """
    parts = [one for part in _CLAUSE.split(said) if (one := _AGAIN.sub("", part).strip())]
    refusing = {one for one in set(parts) if _refusing(one, kept)}
    others = list(dict.fromkeys(one for one in parts if one not in refusing))
    last = parts[-1].removeprefix("so ").removeprefix("then ") if len(parts) > 1 else ""
    plainly_no = last in ("no", "nope", "nah")
    if not (refusing or plainly_no) or any(_YET.search(one) for one in refusing):
        return False
    return not _wanted(others, action)


def refuses_all(said: str) -> bool:
    """Whether a folded refusal is of all that was ordered: "both not", "forget everything"."""
    refusing = (one for one in _CLAUSE.split(said) if _refusing(one.strip()))
    return any(_ALL.search(one) for one in refusing)


def _wanted(others: Sequence[str], action: str) -> bool:
    """Whether what is said besides says how it should be, or agrees to it."""
    return any(
        (wishes_change(one) and not _MYSELF.match(one))
        or (not _PAST.search(one) and any(value.text != "one" for value in put_right(one)))
        or plainly_agrees(one.removeprefix("and "), action)
        for one in others
    )


def _refusing(clause: str, kept: frozenset[str] | None = None) -> bool:
    if _NEITHER.search(clause):
        return True
    if found := _STOPS.fullmatch(clause):
        verb, *rest = _WORD.findall(found["what"]) or [""]
        return verb not in _SPEAKS and all(word in _OF_IT for word in rest)
    said = _WORD.findall(clause)
    told = [word for word in said if word not in _PLAIN]
    if kept is not None and _KEEPS & set(said):
        when = read_when(clause, _ANY_DAY)
        rest, named = _WORD.findall(when.rest_of(clause)), frozenset[str]() if when.spans else kept
        told = [one for one in told if one in rest and one not in named]
        told = [word for word in told if not _COUNT.fullmatch(word)]
    if not told:
        return said[:2] in (["both", "not"], ["then", "not"], ["not", "both"])
    denied = not (_WANTS_A_NO & set(told)) or bool(_DENIES & set(said))
    return (
        denied
        and all(word in _KEEPS | _DROPS | _DENIES for word in told)
        and (any(word in _KEEPS | _DROPS for word in told))
    )
