"""Which lines of a page somebody means: by what they say, their place, or what they are about."""

import re
from collections.abc import Collection, Sequence

from shared.english.spelled import CARDINALS, ORDINALS
from shared.errors import ToolFailed
from shared.tools.wording import one_line
from shared.words import ASIDE, fold, similar, stem, words_of

_SHOWN = 5
_ENOUGH = 0.5
"""How much of what is said of a line it has to say."""
_LITTLE = 0.2
"""Likewise of one of few that it can be."""
_TOLD, _RIVAL = 0.4, 0.75
"""How much of a line a message has to say that means it, and of the next one at the most."""
_ALMOST, _AKIN = 0.9, 0.8
"""What a word counts with a slip of the keyboard in it, or of which only the stem is said."""
_STEM = 6
"""The letters that words have in common which are made of one."""
_UNIT = (
    r"(?:lines?|sentences?|bullets?(?: points?)?|points?|items?|steps?|entry|entries|paragraphs?"
    r"|bit|part|passage|question|section|chapter|headings?|notes?|one|thing|tasks?|to-?dos?|goals?"
    r"|rules?)"
)
_LED = re.compile(
    rf"(?:(?:the|that|this|our|my|whole|entire)\s+)*(?:{_UNIT}\b)?\s*"
    r"(?:(?:about|on|for|of|with(?!in)|called|named|titled|mentioning|saying|where it says"
    r"|(?:that|which|where it)? ?(?:says|reads|mentions|starts with|is about|talks about))\b(?!-))?"
    r"\s*:?\s*",
    re.IGNORECASE,
)
_TRAILING = re.compile(rf"\s+{_UNIT}$", re.IGNORECASE)
_PLACE = re.compile(
    rf"(?:the )?(?:(?P<nth>last|{'|'.join(ORDINALS)}|\d+(?:st|nd|rd|th)) (?P<of>[\w-]+)"
    rf"|(?P<kind>[a-z-]+) (?:no\.? |number |#)?(?P<number>\d+|{'|'.join(CARDINALS)}))",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"$|[.,;:]\s|\s(?:is|isn['\u2019]?t|has|does|says|was)\b", re.IGNORECASE)
"""What stands behind a place that tells which line is meant, whatever is said of it besides."""
_SECTION = re.compile(r"\b(?:section|chapter)\b", re.IGNORECASE)
_HEADING = re.compile(r"(?P<level>#{1,6}) ")
_NUMBERED = re.compile(r"\s*(?P<number>\d{1,3})[.)] ")
_LEAD = re.compile(r"\s*(?:#{1,6} |> ?|(?:[-*•]|\d{1,3}[.)]) (?:\[[ xX]\] )?)?")
_BOX = re.compile(r"\[[ xX]\] $")
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)]) ")
_QUOTES = "\"'\u201c\u201d\u2018\u2019 "


class NoLine(ToolFailed):
    """Nothing on the page is what was said of a line."""

    def __init__(self, wanted: str) -> None:
        super().__init__(
            f"No line of the page is about {one_line(wanted)}. What does it say?", "params"
        )


def lead_of(line: str) -> str:
    """Return what stands before a line's own words: a heading's mark, or an item's and its box."""
    found = _LEAD.match(line)
    return found[0] if found else ""


def body_of(line: str, *, box: bool = False) -> str:
    """Return a line without the mark that makes it an item or a heading; `box`: with its box."""
    lead = lead_of(line)
    kept = _BOX.search(lead) if box else None
    return f"{kept[0] if kept else ''}{line[len(lead) :]}"


def level_of(line: str) -> int:
    """Return how high a heading is, 1 the highest; 0 for any other line."""
    found = _HEADING.match(line)
    return len(found["level"]) if found else 0


def section_of(lines: Sequence[str], at: int) -> int:
    """Return where the section of a heading ends: the next line that is none of it."""
    level = level_of(lines[at])
    return next(
        (n for n in range(at + 1, len(lines)) if 0 < level_of(lines[n]) <= level), len(lines)
    )


def item_end(lines: Sequence[str], at: int) -> int:
    """Return where a line ends with what is indented below it."""
    depth = _indent(lines[at])
    return next((n for n in range(at + 1, len(lines)) if _indent(lines[n]) <= depth), len(lines))


def bare(said: str) -> str:
    """Return what is said of a line without "the line about" and quotes."""
    clean = said.strip(_QUOTES + ".,;:")
    plain = _LED.sub("", clean, count=1).strip(_QUOTES)
    return _TRAILING.sub("", plain).strip(_QUOTES) or clean


def lines_meant(
    lines: Sequence[str], said: str, among: Collection[int] | None = None
) -> tuple[int, int]:
    """Return where the lines begin and end that are meant: one, or with its section.

    Raise ToolFailed, which asks, where it is none or where several are alike.
    """
    every = sorted(range(len(lines)) if among is None else among)
    wanted = bare(said)
    found = _placed(lines, said, every) or _saying(lines, wanted, every)
    found = found or _about(lines, wanted, every)
    found = found or _described(lines, wanted, every)
    if _SECTION.search(said):
        found = [at for at in found if level_of(lines[at])] or found
    if not found:
        raise NoLine(wanted)
    if len(found) > 1:
        raise several(lines, found, wanted)
    at = found[0]
    whole = level_of(lines[at]) and _SECTION.search(said)
    return at, section_of(lines, at) if whole else at + 1


def several(lines: Sequence[str], found: Sequence[int], wanted: str) -> ToolFailed:
    """Return the question which of several lines is meant."""
    shown = "\n".join(f"- {one_line(body_of(lines[at]))}" for at in found[:_SHOWN])
    return ToolFailed(f"Several lines fit {one_line(wanted)}. Which one?\n{shown}", "params")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _saying(lines: Sequence[str], wanted: str, among: Sequence[int]) -> list[int]:
    """Return the lines that say these words: those that say no more, if there are any."""
    words = words_of(wanted)
    if not words:
        return []
    told = {at: words_of(body_of(lines[at])) for at in among}
    whole = [at for at, own in told.items() if own == words]
    text = f" {' '.join(words)} "
    return whole or [at for at, own in told.items() if text in f" {' '.join(own)} "]


def _about(lines: Sequence[str], wanted: str, among: Sequence[int]) -> list[int]:
    """Return the lines that say most of what carries meaning in the words, and enough of it."""
    sought = [stem(word) for word in words_of(wanted) if word not in ASIDE]
    scores: dict[int, float] = {}
    for at in among:
        own = {stem(word) for word in words_of(lines[at])}
        scores[at] = sum(max(_near(one, word) for word in own) if own else 0.0 for one in sought)
    most = max(scores.values(), default=0)
    enough = _ENOUGH if len(among) == len(lines) else _LITTLE
    if not sought or most < enough * len(sought):
        return []
    best = [at for at, score in scores.items() if score == most]
    items = [at for at in best if not level_of(lines[at])]
    return items or best


def _described(lines: Sequence[str], said: str, among: Sequence[int]) -> list[int]:
    """Return the line most of which is said somewhere in a longer message; [] for none, or several.

    What a line is under tells of it, too.
    """
    told, heading = {stem(word) for word in words_of(said)}, frozenset[str]()
    shares: dict[int, tuple[float, int]] = {}
    for at, line in enumerate(lines):
        own = frozenset(stem(word) for word in words_of(line) if word not in ASIDE)
        if level_of(line):
            heading = own
        elif own and at in among:
            shares[at] = len(own & told) / len(own), len(heading & told)
    most = max(shares.values(), default=(0.0, 0))
    best = [at for at, share in shares.items() if share == most]
    others = [share for share, _ in shares.values() if share > _RIVAL * most[0]]
    return best if most[0] >= _TOLD and len(best) == 1 == len(others) else []


def _near(sought: str, word: str) -> float:
    """Return how much one stem counts for another one."""
    if sought == word:
        return 1.0
    if len(sought) >= _STEM and sought[:_STEM] == word[:_STEM]:
        return _AKIN
    return _ALMOST * similar(sought, word)


def _placed(lines: Sequence[str], said: str, among: Sequence[int]) -> list[int]:
    """Return the line that is meant by its place in a list: "step 2", "the third goal"."""
    found = _PLACE.match(clean := said.strip(_QUOTES + ".,;:"))
    if found is None or not _BEHIND.match(clean, found.end()):
        return []
    kind = found["of"] or found["kind"]
    number = _number(found["nth"] or found["number"])
    items = [at for at in among if _ITEM.match(lines[at])]
    wanted = stem(fold(kind))
    under = [
        at
        for at in range(len(lines))
        if level_of(lines[at]) and wanted in {stem(one) for one in words_of(lines[at])}
    ]
    if under:
        items = [at for at in items if under[0] < at < section_of(lines, under[0])]
    elif not re.fullmatch(_UNIT, kind, re.IGNORECASE):
        return []
    elif numbered := [at for at in items if _NUMBERED.match(lines[at])]:
        items = numbered
    if number == -1:
        return items[-1:]
    return items[number - 1 : number]


def _number(said: str) -> int:
    folded = fold(said)
    if folded == "last":
        return -1
    digits = re.match(r"\d+", folded)
    return int(digits[0]) if digits else (CARDINALS | ORDINALS)[folded]
