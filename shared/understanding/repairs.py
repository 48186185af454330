"""A message as its writer left it, without what they took back while they said it.

"Mail Bo, no, Ida that we start at two, I mean three" is "Mail Ida that we start at three".
"""

import re
from collections.abc import Sequence
from datetime import datetime

from shared.english import read_when
from shared.understanding.numbers import number_in
from shared.understanding.reader import Reader
from shared.understanding.revision import Going

_HESITATING = r"u+m+|u+h+|er+m?|e+h+|h+m+|well|oh|ah"
_PUTTING_RIGHT = (
    r"no+(?! (?:[\w-]+ ){1,2}yet\b)|nope|nah|naw|sorry(?! (?:as|for|about|to|if|that)\b)|sry|soz"
    r"|(?<!can )(?<!to )wait|actually|scratch|scrap|strike|meant?|rather(?! not\b)"
    r"|oo+ps|whoops|make (?:that|it)|forget|ignore|hold on|hang on"
    r"|pardon|excuse me|forgive me|correction|instead|nvm|never ?mind|let me|lemme|beg|wrong|better"
    r"|what am i|what'?s (?:it|she|he|the)|i said|cancel that|cross that|second thoughts?|typo"
)
_HESITATES = re.compile(rf"(?<!\w)(?:{_HESITATING})(?!\w)[\s,.\u2026-]*", re.IGNORECASE)
"""What people say while they think: it takes nothing back by itself."""
_TERM = re.compile(rf"(?<!\w)(?:{_PUTTING_RIGHT})(?!\w)|\*", re.IGNORECASE)
"""What people say as they put themselves right."""
_NONE = re.compile(
    r"(?:(?:^|[^\w\s'\u2019])\s*|\b(?:and|but|so|is|are|was|were|has|have|with|there['\u2019]s)\s+)no"
    r"\s+(?!(?:an?|the|my|our|his|her|their|this|that|its?|at|in|on|to|for|from|by|not|wait|sorry"
    r"|i|he|she|we|they|you|it['\u2019]s|actually|make|just|only|hold|hang|scratch|forget|let)\b)"
    r"(?=[a-z])",
)
"""How "no" begins that there is none of something: "nothing is late, no rush"."""
_MAY = re.compile(
    rf"{_TERM.pattern}|{_HESITATES.pattern}|\bnot\b|\b(\w+(?: \w+)?)\b[,. ]+(?:\w+ )?\1\b",
    re.IGNORECASE,
)
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
_AGAIN = 4
"""So many words are looked at that are said twice."""
_WORD, _LAST = re.compile(r"\w+"), re.compile(r"(\w+)\s+$")


def repaired(text: str, reader: Reader) -> str:
    """Return a message without what its writer took back in it; all of it if nothing were left."""
    if _MAY.search(text) is None:
        return text
    left, links = text, reader.world.links(text)
    for found, end in reversed(taken_back(text, reader.revisions.alone(text).back)):
        names = (one.start for one in links if one.start < found < one.end)
        start = min(names, default=found)  # a name goes as a whole
        left = f"{left[:start]}{_joint(left, start, end)}{left[end:]}"
    return left.strip() if _WORD.search(left) else text


def _joint(text: str, start: int, end: int) -> str:
    """Return what stands where a part goes and words meet: a space, or the comma it began with."""
    if text[start] in ",;" and text[start - 1 : start].isalnum() and _WORD.match(text, end):
        return ", "
    return " " if text[start - 1 : start].isalnum() and text[end : end + 1].isalnum() else ""


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
            elif sure and not inside:
                found += [one.span() for one in _HESITATES.finditer(text, start, end)]
            run = []
    return found


def _puts_right(text: str, start: int, end: int) -> bool:
    """Whether a part that goes is plainly put right by what stands in it, or behind it."""
    part = text[start:end]
    if _UNSENT.search(part) or _OPENS.search(part):
        return False
    none = [one.span() for one in _NONE.finditer(text)]
    terms = [
        one
        for one in _TERM.finditer(text)
        if start <= one.start() < end
        and not any(a < one.end() and one.start() < b for a, b in none)
    ]
    if terms:
        first = terms[0].start()
        return bool(
            _WORD.search(text, start, first) or _WORD.search(text, terms[-1].end(), end) is None
        )
    again = _WORD.search(text, end)
    twice = again is not None and again[0].casefold() in _WORD.findall(part.casefold())
    return twice or (_HESITATES.search(part) is not None and _alike(part, text[end:]))


def _alike(part: str, behind: str) -> bool:
    """Whether a text goes on with the kind of thing that was said before: a name, or a figure."""
    before = _WORD.findall(_HESITATES.sub(" ", part))
    after = _WORD.match(behind)
    if not before or after is None:
        return False
    kinds = [(one[:1].isupper(), number_in(one) is not None) for one in (before[-1], after[0])]
    return any(kinds[0]) and kinds[0] == kinds[1]


def _said_twice(text: str, start: int, end: int) -> int:
    """Return where a part goes from: with the words before it that are said again.

    Behind it ("thanks for the, no, thanks for the"), or in it: "Ann, no, not Ann, Bea".
    """
    before = list(_WORD.finditer(text[:start]))[-_AGAIN:]
    behind = [one.casefold() for one in _WORD.findall(text[end:])[:_AGAIN]]
    said = [one[0].casefold() for one in before]
    for count in range(len(said), 0, -1):
        if said[-count:] == behind[:count] and _LAST.search(text[:start]):
            return before[-count].start()
    denied = before and re.search(rf"\bnot {re.escape(said[-1])}\b", text[start:end], re.IGNORECASE)
    return before[-1].start() if denied else start


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
