"""A message as its writer left it, without what they took back while they said it.

"Mail Bo, no, Ida that we start at two, I mean three" is "Mail Ida that we start at three".
"""

import re
from collections.abc import Sequence
from datetime import datetime

from shared.english import read_when
from shared.understanding.reader import Reader
from shared.understanding.revision import Going

_TERMS = (
    r"(?<!\w)(?:no+(?! (?:[\w-]+ ){1,2}yet\b)|nope|nah|not|sorry|sry|soz|wait|actually|scratch"
    r"|scrap|strike|meant?|rather"
    r"|u+m+|u+h+|er+m?|e+h+|h+m+|oo+ps|whoops|make (?:that|it)|call it|forget|ignore|hold on"
    r"|hang on|pardon|excuse me|forgive me|correction|instead|well|oh|ah|nvm|never ?mind|let me"
    r"|lemme|beg|wrong|better|what am i|what'?s (?:it|she|he|the)|i said|cancel that|cross that"
    r"|second thoughts?|typo)(?!\w)|\*"
)
_TERM = re.compile(_TERMS, re.IGNORECASE)
"""What people say as they put themselves right, or stop to think."""
_MAY = re.compile(rf"{_TERMS}|\b(\w+(?: \w+)?)\b[,. ]+(?:\w+ )?\1\b", re.IGNORECASE)
"""Without it, or something said twice, hardly anything is taken back."""
_RATHER, _SURELY = 0.5, 5.0
"""Log odds that a word is taken back, and on average all that are taken back together."""
_ANY_TIME = datetime(2001, 1, 1)  # noqa: DTZ001 - what names a day does not depend on it
_OPENS = re.compile(r":\s")
_UNSENT = re.compile(r"\b(?:do not|don['\u2019]?t) send\b", re.IGNORECASE)
"""How it is forbidden to send something, which takes back no word of it."""
_QUOTED = re.compile('["\u201c\u201d][^"\u201c\u201d]*["\u201c\u201d]')
_BETWEEN = re.compile(r"[\s,]*(?:(?:on|at|in|the|of)\b[\s,]*)*", re.IGNORECASE)
"""What may stand between two parts of one time."""
_WORD, _LAST = re.compile(r"\w+"), re.compile(r"(\w+)\s+$")


def repaired(text: str, reader: Reader) -> str:
    """Return a message without what its writer took back in it; all of it if nothing were left."""
    if _MAY.search(text) is None:
        return text
    left = text
    for start, end in reversed(taken_back(text, reader.revisions.alone(text).back)):
        left = f"{left[:start]}{_joint(left, start, end)}{left[end:]}"
    return left.strip() if _WORD.search(left) else text


def _joint(text: str, start: int, end: int) -> str:
    """Return what stands where a part goes: the comma it began with, where words meet there."""
    if text[start] in ",;" and text[start - 1 : start].isalnum() and _WORD.match(text, end):
        return ", "
    return ""


def taken_back(text: str, words: Sequence[Going]) -> list[tuple[int, int]]:
    """Return the parts that go, each up to the word that stays behind it; nothing of quotations.

    With each goes what takes it back, or it is begun once more: "the van, the vans".
    """
    quoted = [(one.start(), one.end()) for one in _QUOTED.finditer(text)]
    found: list[tuple[int, int]] = []
    run: list[Going] = []
    for word in (*words, None):
        if word is not None and word.by > _RATHER:
            run.append(word)
        elif run:
            start, end = run[0].start, word.start if word else len(text)
            sure = sum(one.by for one in run) / len(run) >= _SURELY
            inside = any(a < end and start < b for a, b in quoted)
            if sure and not inside and _puts_right(text, start, end):
                found.append((_said_twice(text, _behind_day(text, start, end), end), end))
            run = []
    return found


def _puts_right(text: str, start: int, end: int) -> bool:
    """Whether a part that goes is plainly put right by what stands in it, or behind it."""
    part = text[start:end]
    if _UNSENT.search(part):
        return False
    again = _WORD.search(text, end)
    twice = again is not None and again[0].casefold() in _WORD.findall(part.casefold())
    return _OPENS.search(part) is None and (twice or _TERM.search(part) is not None)


def _said_twice(text: str, start: int, end: int) -> int:
    """Return where a part goes from: with the word before it that is said again behind it."""
    before, behind = _LAST.search(text[:start]), _WORD.match(text, end)
    again = before and behind and before[1].casefold() == behind[0].casefold()
    return before.start() if before and again else start


def _beginning(text: str) -> str:
    """Return what a text says of a time at its very beginning, and not what it does further on."""
    end = 0
    for a, b in sorted(read_when(text, _ANY_TIME).spans):
        if _BETWEEN.fullmatch(text, end, a) is None:
            break
        end = b
    return text[:end]


def _behind_day(text: str, start: int, end: int) -> int:
    """Return where a part goes from: a day in it stays where only its hour is said anew."""
    part = text[start:end]
    was = read_when(part, _ANY_TIME)
    now = read_when(_beginning(text[end:]), _ANY_TIME)
    hours = [a for a, b in was.spans if read_when(part[a:b], _ANY_TIME).exact]
    named, again = was.day_named or was.recurrence, now.day_named or now.recurrence
    directly = min(now.spans, default=(1, 1))[0] == 0
    hour_alone = named and hours and directly and now.exact and not again
    return start + hours[-1] if hour_alone else start
