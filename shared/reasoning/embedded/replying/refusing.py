"""Whether a reply says to leave what is shown undone, or all as it was, and why."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from shared.decisions.agreement import plainly_agrees
from shared.english import read_length, read_when
from shared.english.scanning import NUMBER, rule
from shared.reasoning.embedded.replying.wishes import wishes_change
from shared.reasoning.embedded.revising.values import put_right
from shared.understanding.folding import word_set

_CLAUSE = re.compile(r"[,.;:!?]+\s*|(?<!\s)\s+(?:-+|but|so|because|since)\s+")
_RUN_ON = (
    re.compile(r"\b(no|stop|leave it|forget it) (?=don't\b)"),
    re.compile(
        r"\b((?:don't|stop|leave|forget|no need)\b[^,.;:!?]*\w) (?=(?:i|we)(?:'ll| will)\b)"
    ),
)
"""Where a clause ends that is written, or spoken, without a stop."""
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_PLAIN = word_set(
    """
    it it's that that's this them these those they two both all everything thing things the we
    we'll i i'll i'd let let's will shall can should may must just simply right exactly please pls
    then so well oh no nah nope not sorry wait actually hm hmm thanks as where how like is was were
    are be been before put alone there here old original current previous former time way same
    place after anyway ok okay whole idea entirely completely at to in on think would better rather
    ah can could even ya yeah any more anymore longer ever said asked mentioned about of again from
    for now he she and anything something out us altogether down    """
)
"""Words that add nothing to a refusal."""
_KEEPS = word_set(
    "keep keeps keeping leave stay stays stick remain remains hold holds let stand stands standing"
)
_DROPS = word_set(
    """
    forget drop cancel stop scrap skip discard abort abandon ditch bin nevermind nvm mind bother
    neither none nothing cancelled canceled settled sorted solved dropped undone myself needed
    necessary required withdraw withdrawn retract kill axe belay
    """
)
_WANTS_A_NO = word_set("mind bother needed necessary required")
"""What refuses only where it is denied: "never mind", "not needed"."""
_DENIES = word_set("no not never don't needn't isn't won't longer")
_STOPS = re.compile(
    r"(?:(?:please|pls|then|so|well|just|and|no|oh|ok|sorry|hm+|wait|hang on|better|rather"
    r"|(?:we|you|i|there's|there is)(?= (?:don't|do not|no need)\b))"
    r"[\s,]+)*(?:don't|do not|let's not|no need(?: to| (?=for)|$)|no(?= (?:more )?(?P<thing>\w+))"
    r"|shouldn't|needn't|won't|(?:(?:i'd|i would|you'd) )?(?:better|rather) not)\b(?P<what>.*)"
)
_OF_IT = word_set(
    """
    it this that them these those any anything nothing of all ahead yet go at to do now after then
    please mail email message reply answer dm draft invite invitation event meeting appointment
    post note row page entry document have need want out again more anymore the a an another up for
    him her second one either just here from me us new needed necessary required thing owt nowt
    """
)
"""Words that go on from what is not to be done, where it is all that is shown."""
_THE = word_set("the that this my")
_SPEAKS = word_set(
    "worry forget say mention include add copy cc invite tell write know think care wait"
)
"""What is not to be done to a part of it, or is said for comfort."""
_SAYS = word_set("add say write")
_ADDITIONS = word_set("page row")
"""What is only ever added to, so that "it" is all that is added."""
_SAID_TO = word_set("anything him her them")
"""After what is not to be written, that nothing is."""
_WHOLE = word_set("it that this anything nothing")
"""What stands for all that is shown, whoever gets it."""
_ALL = re.compile(
    r"\b(?:both|neither|none|nothing|(?<!\bat )all|everything|anything|(?:any|either) of"
    r"|them|those)\b"
)
_NEITHER = re.compile(
    r"^(?:please |so |then )*(?:do|send|book|make|post|write|save|change) (?:neither|none)\b"
    r"(?: of (?:it|them|those|these|the (?:two|three|lot)|both))?$"
    r"|^(?:so |then |please )*(?:leave|let) (?:him|her|them) (?:alone|be|in peace)$"
)
"""An order that is none: "send neither of the two"."""
_NOTHING = re.compile(
    r"^(?:(?:so|and|then|please|for now|today) )*nothing (?:(?:at all|of it|there|here) )?"
    r"(?:(?:will|shall|should|must|may|can|has to|is|gets?|goes|ought to) )*(?:to )?(?:be )?"
    r"(?:sent|posted|booked|moved|changed|saved|added|deleted|written|done|out|go|goes|leaves?"
    r"|happens?|in)\b"
    r"(?: (?:out|in|off|there|today|please|then|of it|at all))*$"
)
"""That nothing comes of what is shown: "nothing goes out"."""
_THERE = re.compile(
    r"^(?:(?:please|just|so|no|actually|then|and|better|rather) )*(?:keep|leave|let)"
    r" (?:it|this|that|them|him|her|the \w+)(?: (?:be|where (?:it|that) is))?"
    r" (?:in|on|at) (?:the|my|our|your) (?:inbox|mailbox|calendar|diary|agenda|schedule)"
    r"(?: (?:please|then|for now|as (?:it|that) is))*$"
)
"""That something stays where it is kept."""
_MEANT = re.compile(
    r"\b(?:i|we) mean(?:t)? (?!(?:to|it|that|well|no|an?other|(?:something|some one|someone) else"
    r"|the other|the wrong)\b)\w"
)
"""How what is meant instead is said."""
_WAITS = word_set("hold on please")
"""What is only to wait."""
_LET_BE = re.compile(
    r"\b(?:let|leave) (?:it|this|that|them|(?:the|my|this|that)(?: whole)? (?P<what>\w+))"
    r" (?:be|rest|lie|alone|untouched)\W*$"
)
"""How what is there is to stay as it is."""
_COUNT = rule(NUMBER)
_ANY_DAY = datetime(2026, 1, 7, 8, tzinfo=UTC)
_PAST = re.compile(r"\b(?:was|were)\b")
"""What says how it was, and no more."""
_AGAIN = re.compile(
    r"\b(?:on|at) second thoughts?\b|\bafter all\b|\bon (?:reflection|balance)\b"
    r"|\b(?:now that i |having |come to )?(?:think(?:ing)?|thought) (?:about|of) it\b"
)
"""What says that somebody has changed their mind, and no more."""
_MYSELF = re.compile(r"(?:i|we)(?:'ll| will|(?:'m|'re| am| are) going to)\b(?! need| want)")
"""What somebody does themselves instead, and no wish."""
_STATED = re.compile(
    r"\b(?:it's|that's|(?:i|we|he|she|they)(?:'m|'s|'re| \w+)|is|are)\b(?! better)"
)
"""What says how things are: before what is not to be done it is why."""
_AS_IT_IS = re.compile(r"\bas (?:it|they|that|he|she) (?:is|are|was|were|stands?)\b")
_ENDS = re.compile(rf"{_STOPS.pattern}|\b(?:as|where) it (?:is|was|were)$")
"""What is not to be done, or stays: what is stated before it is why."""
_FORGOT = re.compile(r"\b(?:(?:could|did|do) (?:i|we)|i(?: \w+)?) forget\b")
"""What has slipped somebody's mind, and is no more to be forgotten."""
_NOW = re.compile(r"\b(?:(?:for|just|right) )?(?:the )?now\b|\bfor the (?:moment|time being)\b")
_WHOSE = re.compile(r"\b(?:my|your|his|her|its|our|their) (?=\w+)")
_YET = re.compile(r"\b(?:yet|for the moment|until|till|for now)\b")


@dataclass(frozen=True)
class Things:
    """What the words of a refusal may name: what a call makes, and what it changes that is there.

    That may be what is kept. `whom` is who gets it, where that is one alone.
    """

    made: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    whom: frozenset[str] = frozenset()


_NONE = Things()


def refuses(said: str, action: str = "", things: Things = _NONE) -> bool:
    """Whether a folded reply refuses what is shown, and says nothing of how it should be instead.

    It may begin with other sentences that say why.
    """
    parts = [one for part in _clauses(said) if (one := _AGAIN.sub("", part).strip())]
    stopping = {one for one in set(parts) if refusing(one, things)}
    others = [one for one in dict.fromkeys(parts) if one not in stopping]
    others = [one for one in others if not _PLAIN.issuperset(_WORD.findall(one))]
    stops = next((at for at, one in enumerate(parts) if one in stopping and _ENDS.search(one)), 0)
    why = frozenset(one for one in parts[:stops] if _STATED.search(one))
    last = parts[-1].removeprefix("so ").removeprefix("then ") if len(parts) > 1 else ""
    plainly_no = last in ("no", "nope", "nah")
    if not (stopping or plainly_no) or any(
        _YET.search(one) and not _AS_IT_IS.search(one) for one in stopping
    ):
        return False
    return not _wanted([one for one in others if one not in why], action)


def refuses_all(said: str) -> bool:
    """Whether a folded refusal is of all that was ordered: "both not", "forget everything"."""
    stopping = (one for one in _clauses(said) if refusing(one.strip()))
    return any(_ALL.search(one) for one in stopping)


def _clauses(said: str) -> list[str]:
    for run_on in _RUN_ON:
        said = run_on.sub(r"\1, ", said)
    return _CLAUSE.split(said)


def _wanted(others: Sequence[str], action: str) -> bool:
    """Whether what is said besides says how it should be, or agrees to it."""
    return any(
        (wishes_change(one) and not _MYSELF.match(one))
        or _MEANT.search(one)
        or (not _PAST.search(one) and any(value.text != "one" for value in put_right(one)))
        or plainly_agrees(one.removeprefix("and "), action)
        for one in others
    )


def refusing(clause: str, things: Things = _NONE) -> bool:
    """Whether a clause of a folded reply by itself says to leave what is shown undone."""
    if any(form.search(clause) for form in (_NEITHER, _NOTHING, _THERE)) or _left(clause, things):
        return True
    found = _STOPS.fullmatch(clause)
    if found and found["thing"] not in _DROPS | _DENIES:  # "no, no, stop" has no thing
        return _stops(found, things)
    if _AS_IT_IS.search(clause):  # whenever that is
        clause = _NOW.sub(" ", clause)
    named = things.kept | things.made
    clause = _WHOSE.sub(
        lambda whose: "" if _next(clause, whose.end()) in named else whose[0], clause
    )
    said = _WORD.findall(clause)
    told = [word for word in said if word not in _PLAIN]
    if (things.kept or {"as", "alone"} & set(said)) and _KEEPS & set(said):
        if read_length(clause):  # only how long it is stays
            return False
        when = read_when(clause, _ANY_DAY)
        rest = _WORD.findall(when.rest_of(clause))
        told = [one for one in told if one in rest and (when.spans or one not in named)]
        told = [word for word in told if not _COUNT.fullmatch(word)]
    elif _DROPS & set(said) and _THE & set(said):
        told = [word for word in told if word not in named]
    if told == ["hold"] and _WAITS.issuperset(said):
        return False
    if not told:
        return said[:2] in (["both", "not"], ["then", "not"], ["not", "both"])
    if _FORGOT.search(clause):
        return False
    denied = not (_WANTS_A_NO & set(told)) or bool(_DENIES & set(said))
    return (
        denied
        and all(word in _KEEPS | _DROPS | _DENIES for word in told)
        and (any(word in _KEEPS | _DROPS for word in told))
    )


def _left(clause: str, things: Things) -> bool:
    """Whether a clause says to let what is shown be: "let the letter rest"."""
    found = _LET_BE.search(clause)
    return bool(found and (not found["what"] or found["what"] in things.kept | things.made))


def _next(clause: str, at: int) -> str:
    """Return the word that begins somewhere."""
    found = _WORD.match(clause, at)
    return found[0] if found else ""


def _stops(found: re.Match[str], things: Things) -> bool:
    """Whether it is all that is shown that is not to be done: "don't send the mail", "no mail"."""
    verb, *rest = _WORD.findall(found["what"]) or [""]
    if found["thing"] and (found["thing"] not in things.made or "all" in rest):
        return False
    whole = things.made | things.kept | (_SAID_TO if verb == "write" else {"anything"})
    if things.made & _ADDITIONS and not rest[1:]:
        whole = whole | {"it"}
    is_whole = whole & set(rest) or (verb == "write" and not rest)
    partly = verb in _SPEAKS and not (verb in _SAYS and is_whole)
    whom = things.whom if (things.made | _WHOLE) & set(rest) else frozenset[str]()
    return not partly and all(word in _OF_IT | things.made | things.kept | whom for word in rest)
