"""Markdown as Notion's blocks, line by line; what is within a line stays as it is written."""

import re

from shared.errors import ToolFailed
from shared.models.base import Json

MOST_BLOCKS = 100
"""Of one request, so that a text is added whole or not at all."""
LONGEST_PIECE = 2000
_FENCE = re.compile(r"```[^\n]*\n(?P<code>.*?)\n?```", re.DOTALL)
_LINES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("heading_1", re.compile(r"# (?P<text>.+)")),
    ("heading_2", re.compile(r"## (?P<text>.+)")),
    ("heading_3", re.compile(r"#{3,6} (?P<text>.+)")),
    ("to_do", re.compile(r"\s*[-*] \[(?P<mark>[ xX])\] (?P<text>.+)")),
    ("bulleted_list_item", re.compile(r"\s*[-*•] (?P<text>.+)")),
    ("numbered_list_item", re.compile(r"\s*\d{1,3}[.)] (?P<text>.+)")),
    ("quote", re.compile(r"> ?(?P<text>.+)")),
    ("divider", re.compile(r"-{3,}|\*{3,}")),
)


def blocks_of(text: str) -> list[dict[str, Json]]:
    """Return a text as blocks; raise ToolFailed when it is more than one request takes."""
    blocks: list[dict[str, Json]] = []
    at = 0
    for fence in _FENCE.finditer(text):
        blocks += _plain(text[at : fence.start()])
        blocks.append(_block("code", fence["code"], language="plain text"))
        at = fence.end()
    blocks += _plain(text[at:])
    if len(blocks) > MOST_BLOCKS:
        raise ToolFailed(f"Notion takes at most {MOST_BLOCKS} paragraphs at once.", "params")
    return blocks


def pieces(text: str) -> Json:
    """Return a text as rich text, in pieces no longer than Notion takes."""
    parts = [text[at : at + LONGEST_PIECE] for at in range(0, len(text), LONGEST_PIECE)]
    return [{"type": "text", "text": {"content": part}} for part in parts]


def _plain(text: str) -> list[dict[str, Json]]:
    blocks: list[dict[str, Json]] = []
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        kind, found = next(
            ((kind, found) for kind, form in _LINES if (found := form.fullmatch(line.rstrip()))),
            ("", None),
        )
        if found is None and line.strip():
            paragraph.append(line.strip())
            continue
        if paragraph:
            blocks.append(_block("paragraph", "\n".join(paragraph)))
            paragraph = []
        if found is not None:
            blocks.append(_of(kind, found))
    return blocks


def _of(kind: str, found: re.Match[str]) -> dict[str, Json]:
    if kind == "divider":
        return {"object": "block", "type": kind, kind: {}}
    if kind == "to_do":
        return _block(kind, found["text"], checked=found["mark"] != " ")
    return _block(kind, found["text"])


def _block(kind: str, text: str, **more: Json) -> dict[str, Json]:
    return {"object": "block", "type": kind, kind: {"rich_text": pieces(text), **more}}
