"""The words of a line that somebody wants to read otherwise, and what they become."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.english.clocks import HALF_OF_DAY, IN_FIGURES
from shared.english.spelled import CARDINALS, MONTH, WEEKDAYS
from shared.understanding.people_said import ADDRESS
from shared.words import telling, words_of
from shared.workspace.pages.meant import bare, body_of, lead_of, level_of

_NUMBER = rf"(?:\d+(?:[.,]\d+)*|{'|'.join(CARDINALS)}|twenty|thirty|forty|fifty)"
_COUNT = rf"(?:{_NUMBER}|half an|an?)"
_KINDS = tuple(
    re.compile(rf"(?<![\w@.]){form}(?!\w)", re.IGNORECASE)
    for form in (
        ADDRESS,
        r"https?://\S+",
        r"\+?\d(?:[ ()/-]*\d){6,}",
        rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|{MONTH} \d{{1,2}})(?:,? \d{{4}})?",
        IN_FIGURES,
        rf"{_NUMBER}{HALF_OF_DAY} (?:to|till|until|-) {_NUMBER}{HALF_OF_DAY}",
        (
            rf"(?:(?:half|an? quarter of|three quarters of) )?{_COUNT}[ -]"
            r"(?:minutes?|hours?|days?|weeks?|months?|years?)['\u2019]?"
        ),
        rf"{_NUMBER} ?(?:%|percent|per cent)",
        rf"[$€£] ?\d[\d.,]*|{_NUMBER}(?: million| billion| thousand)? (?:pounds|dollars|euros)",
        rf"(?:{'|'.join(WEEKDAYS)})s?",
        _NUMBER,
    )
)
"""Kinds of values, the narrowest first: one takes the place of another of its kind."""
_LED_BY = re.compile(
    r"(?:from|in|at|on|by|within|until|till|to|after|before|between|under|over)\b", re.IGNORECASE
)
_LABEL = re.compile(r"(?P<label>[^:]{1,60}): (?P<value>\S.*)")
ONE_OF_IT = re.compile(r"\bsentence\b", re.IGNORECASE)
"""How one sentence of a line is spoken of."""
_PARTS = re.compile(r"[^.!?\s][^.!?]*(?:[.!?](?!\s)[^.!?]*)*[.!?]*")
_WHOLE = re.compile(
    r"\b(?:line|sentence|bullet|point|item|step|entry|paragraph)\b|^(?:the )?[a-z]+ \d+$"
    r"|^(?:the )?(?:first|second|third|fourth|fifth|last) [a-z]+$",
    re.IGNORECASE,
)
"""How a line is spoken of as a whole."""
_SENTENCE_LONG = 4
"""So many words may be a whole sentence."""
_END = ".!?"


class Found(NamedTuple):
    """Words of a page, where they stand in the line `at`."""

    at: int
    start: int
    end: int


def said_on(lines: Sequence[str], words: str) -> list[Found]:
    """Return where lines say some words, first as they are written and else in any case."""
    parts = [re.escape(part) for part in words.strip().split()]
    if not parts:
        return []
    form = r"\s+".join(parts)
    form = re.sub("['\u2019]", "['\u2019]", form)
    form = rf"(?<!\w){form}(?!\w)" if words.strip()[-1].isalnum() else form
    for flags in (re.RegexFlag(0), re.IGNORECASE):
        found = [
            Found(at, *hit.span())
            for at, line in enumerate(lines)
            for hit in re.finditer(form, line, flags)
        ]
        if found:
            return found
    return []


def said_most(lines: Sequence[str], told: str, new: str) -> list[Found]:
    """Return where lines say the most words running of what is told; nothing where that is little.

    "It says it is done in five minutes, which nobody manages" may be "done in five minutes" there.
    A value takes the place of one of its kind, anything else that of two words that tell something.
    """
    words, value = told.split(), any(one.fullmatch(new.strip()) for one in _KINDS)
    for size in range(len(words), 0, -1):
        runs = (" ".join(words[at : at + size]) for at in range(len(words) - size + 1))
        told_much = (run.strip(",.;:!?'\"") for run in runs if value or len(telling(run)) > 1)
        found = {one for run in told_much for one in said_on(lines, run)}
        if value:
            found = {one for one in found if _same_kind(lines[one.at][one.start : one.end], new)}
        if found:
            return sorted(found)
    return []


def exchanged(line: str, start: int, end: int, new: str) -> str:
    """Return a line with the words from `start` to `end` as new ones; a value alone is one only.

    "Three ways" becomes "Four ways" where it is to be "Four".
    """
    lead = _LED_BY.match(new)
    begins = re.search(rf"\b{lead[0]}\b", line[start:end], re.IGNORECASE) if lead else None
    start += begins.start() if begins else 0  # "core time is from ten" becomes "from nine"
    old = line[start:end]
    if not _same_kind(old, new) and len(values := _same_kind(new, old)) == 1:
        new = new[slice(*values[0])]  # "support is down to two a week", instead of "three"
    if inner := _same_kind(old, new):
        start, end = start + inner[0][0], start + inner[0][1]
    if line[start:end][:1].isupper() and new[:1].islower() and not line[start:end].isupper():
        new = new[:1].upper() + new[1:]
    if line[end : end + 1] in _END and line[end : end + 1]:
        new = new.removesuffix(line[end])
    return f"{line[:start]}{new}{line[end:]}"


def told_anew(line: str, said: str, new: str) -> str:
    """Return a line, known by what is said of it, in which `new` takes the place of a value.

    The one of its kind; or what stands behind the label that is said, or all of the line if it is
    what was meant, or a sentence of its own is to stand there. "" where that cannot be told.
    """
    start = len(lead_of(line))
    body = line[start:]
    label = _LABEL.fullmatch(body)
    asked = set(words_of(bare(said)))
    labelled = label is not None and asked & set(words_of(label["label"]))
    if len(values := _same_kind(body, new)) == 1:
        return exchanged(line, start + values[0][0], start + values[0][1], new)
    if label is not None and labelled:
        at = start + label.start("value")
        return f"{line[:at]}{new}"
    meant, own = _WHOLE.search(said) or level_of(line), len(new.split()) >= _SENTENCE_LONG
    if meant or own:
        in_part = ONE_OF_IT.search(said) or not meant
        if in_part and (sentence := sentence_most(line, said)):
            return exchanged(line, *sentence, new)
        ended = new if new[-1:] in _END or body[-1:] not in _END else f"{new}{body[-1]}"
        return f"{line[:start]}{ended[:1].upper()}{ended[1:]}"
    return ""


def without(line: str, start: int, end: int) -> str:
    """Return a line without some of its words; "" where nothing is left of it."""
    first = len(lead_of(line))
    begins = start == first or line[:start].rstrip()[-1:] in _END
    while begins and end < len(line) and line[end] in _END:
        end += 1
    left, right = line[:start], line[end:]
    if not right.strip(f"{_END},;: ") and not left[first:].strip():
        return ""
    if left.endswith(" ") and right[:1] in {" ", ",", ".", ";", ""}:
        left = left.rstrip() if left[first:].strip() else left
        right = right if left[first:].strip() else right.lstrip()
    elif not left[first:].strip():
        right = right.lstrip(" ,;")
        right = f"{right[:1].upper()}{right[1:]}"
    return f"{left}{right}"


def sentence_most(line: str, said: str) -> tuple[int, int] | None:
    """Return where that one of a line's sentences stands which most is told of; None for none."""
    start, told = len(lead_of(line)), telling(said)
    parts = [one for one in _PARTS.finditer(line, start) if one[0].strip()]
    shares = [(len(told & telling(one[0])), one.span()) for one in parts]
    most = max(shares, default=(0, (0, 0)))
    alone = most[0] and sum(share == most[0] for share, _ in shares) == 1
    return most[1] if alone and len(parts) > 1 else None


def of_kind(lines: Sequence[str], new: str) -> list[int]:
    """Return which lines have a value of the kind that a new one is; all where it is none."""
    if any(one.fullmatch(new.strip()) for one in _KINDS):
        return [at for at, line in enumerate(lines) if _same_kind(body_of(line), new)]
    return list(range(len(lines)))


def _same_kind(old: str, new: str) -> list[tuple[int, int]]:
    """Return where the values in a text stand that are of the kind of a new one."""
    kind = next((one for one in _KINDS if one.fullmatch(new.strip())), None)
    return [found.span() for found in kind.finditer(old)] if kind else []
