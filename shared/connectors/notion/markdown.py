"""Notion's blocks as Markdown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from shared.connectors.notion.wire import Block, RichText, plain, rich_text
from shared.connectors.rest import as_list, as_object
from shared.models.base import Json

_LISTS = {"bulleted_list_item", "numbered_list_item", "to_do", "toggle"}
_FILES = {"audio", "file", "image", "pdf", "video"}
_LINKS = {"bookmark", "embed", "link_preview"}
_HEADINGS = {"heading_1": "#", "heading_2": "##", "heading_3": "###"}


@dataclass(frozen=True)
class Node:
    """A block with what is in it, as far as it was read. `table` is a database's rows."""

    block: Block
    children: tuple["Node", ...] = ()
    table: str = ""


def markdown(nodes: Sequence[Node]) -> str:
    """Return blocks one below the other; blocks that have nothing to say are left out."""
    parts: list[tuple[str, str]] = []
    number = 0
    for node in nodes:
        kind = node.block.type
        number = number + 1 if kind == "numbered_list_item" else 0
        text = _one(node, number)
        if text:
            parts.append((kind, text))
    lines: list[str] = []
    for place, (kind, text) in enumerate(parts):
        together = place and kind in _LISTS and kind == parts[place - 1][0]
        lines.append(("\n" if together else "\n\n") if place else "")
        lines.append(text)
    return "".join(lines)


def styled(pieces: Iterable[RichText]) -> str:
    """Return text with its emphasis and links."""
    return "".join(_styled(piece) for piece in pieces)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows, the first of which are the headings."""
    if not rows:
        return ""
    width = max(map(len, rows))
    filled = [[_cell(cell) for cell in row] + [""] * (width - len(row)) for row in rows]
    lines = [f"| {' | '.join(row)} |" for row in filled]
    return "\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]])


def _one(node: Node, number: int) -> str:
    block = node.block
    if block.type == "table":
        return table([_cells(child.block) for child in node.children])
    inside = markdown(node.children)
    if block.type in _LISTS:
        mark = _mark(block, number)
        return _joined(f"{mark}{_text(block)}", _indented(inside, len(mark)), "\n")
    text = _leaf(block)
    if block.type in {"quote", "callout"}:
        return _quoted(_joined(text, inside, "\n\n"))
    return _joined(_joined(text, node.table, "\n\n"), inside, "\n\n")


def _leaf(block: Block) -> str:
    """Return a block without what is in it."""
    content = block.content
    match block.type:
        case "heading_1" | "heading_2" | "heading_3":
            return f"{_HEADINGS[block.type]} {_text(block)}"
        case "code":
            return _code(content)
        case "equation":
            return f"$${content.get('expression', '')}$$"
        case "divider":
            return "---"
        case "callout":
            return f"{as_object(content.get('icon')).get('emoji', '')} {_text(block)}".strip()
        case "child_page" | "child_database":
            name = "Page" if block.type == "child_page" else "Database"
            return f"{name}: **{content.get('title', '')}**"
        case kind if kind in _FILES:
            return _file(kind, content)
        case kind if kind in _LINKS:
            return _link(plain(rich_text(content.get("caption"))), content.get("url"))
        case _:
            return _text(block)


def _text(block: Block) -> str:
    return styled(rich_text(block.content.get("rich_text")))


def _mark(block: Block, number: int) -> str:
    if block.type == "numbered_list_item":
        return f"{number}. "
    if block.type == "to_do":
        return "- [x] " if block.content.get("checked") is True else "- [ ] "
    return "- "


def _code(content: dict[str, Any]) -> str:
    text = plain(rich_text(content.get("rich_text")))
    longest = max(map(len, re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    language = content.get("language")
    name = language if isinstance(language, str) and language != "plain text" else ""
    return f"{fence}{name}\n{text}\n{fence}"


def _file(kind: str, content: dict[str, Any]) -> str:
    """Return a file by name; Notion's own links to files are keys to them, and expire."""
    name = plain(rich_text(content.get("caption"))) or content.get("name") or kind
    return _link(f"{kind}: {name}", as_object(content.get("external")).get("url"))


def _link(label: str, url: Json) -> str:
    if not isinstance(url, str) or not url:
        return f"[{label}]" if label else ""
    return f"[{label}]({url})" if label else f"<{url}>"


def _cells(row: Block) -> list[str]:
    return [styled(rich_text(cell)) for cell in as_list(row.content.get("cells"))]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _styled(piece: RichText) -> str:
    text = piece.plain_text
    if piece.type == "equation":
        return f"${text}$"
    inner = text.strip()
    if not inner:
        return text
    look = piece.annotations
    marks = [
        mark
        for mark, on in (
            ("~~", look.strikethrough),
            ("**", look.bold),
            ("*", look.italic),
            ("`", look.code),
        )
        if on
    ]
    wrapped = f"{''.join(marks)}{inner}{''.join(reversed(marks))}"
    if piece.href:
        wrapped = wrapped if piece.href == inner else f"[{wrapped}]({piece.href})"
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{wrapped}{after}"


def _indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line if line else line for line in text.split("\n"))


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n")) if text else ""


def _joined(above: str, below: str, between: str) -> str:
    return between.join(part for part in (above, below) if part)
