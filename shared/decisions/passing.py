"""A result's words as they go out to other people, in a chat message or a mail: plain lines."""

import re
from collections.abc import Iterator, Sequence

MAX_CHARACTERS = 3_500
"""Less than a chat message may have, so that a sentence around it still fits."""
_LEFT_OUT = "... (the rest is left out)"
_ROW = re.compile(r"\|(?P<cells>.*)\|\s*")
_RULE = re.compile(r"[|\s:-]+")
_HEADING = re.compile(r"^#{1,6} +")
_TO_ME = re.compile(r"I found (?=\S)")


def passed_on(text: str) -> str:
    """Return the words without Markdown: a table as a line for each row, headings as lines."""
    lines = [_HEADING.sub("", line).replace("**", "") for line in _without_tables(text)]
    whole = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    if _TO_ME.match(whole):
        whole = _TO_ME.sub("", whole, count=1)
        whole = whole[:1].upper() + whole[1:]
    return _within(whole)


def _without_tables(text: str) -> Iterator[str]:
    heads: Sequence[str] | None = None
    for line in text.splitlines():
        row = _ROW.fullmatch(line)
        if row is None:
            heads = None
            yield line
        elif heads is None:
            heads = _cells(row["cells"])
        elif not _RULE.fullmatch(line):
            yield _row(heads, _cells(row["cells"]))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]


def _row(heads: Sequence[str], cells: Sequence[str]) -> str:
    names = [*heads, *[""] * len(cells)]
    told = [(name, cell) for name, cell in zip(names, cells, strict=False) if cell]
    if len(told) == 1:
        return f"- {told[0][1]}"
    return f"- {', '.join(f'{name}: {cell}' if name else cell for name, cell in told)}"


def _within(text: str) -> str:
    if len(text) <= MAX_CHARACTERS:
        return text
    most = MAX_CHARACTERS - len(_LEFT_OUT) - 1
    kept = text[:most].rsplit("\n", 1)[0] if "\n" in text[:most] else text[:most]
    return f"{kept.rstrip()}\n{_LEFT_OUT}"
