"""Notion's blocks as Markdown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from shared.connectors.notion.wire import Block, RichText, plain, rich_text
from shared.connectors.rest import as_list, as_object
from shared.models.base import Json

TEXTS = {
    *("paragraph", "heading_1", "heading_2", "heading_3", "bulleted_list_item"),
    *("numbered_list_item", "to_do", "toggle", "quote", "callout"),
}
"""Blocks that are a text, with its emphasis."""
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


class Line(NamedTuple):
    """A line of a page's text, and the blocks it is in, the innermost last.

    `lead` is what stands before the block's own text, which the line has from its line `part` on;
    a line that no text of a block makes has a `part` of -1. `depths` tells how far each of the
    blocks is indented.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    depths: tuple[int, ...] = ()
    lead: int = 0
    part: int = -1


def markdown(nodes: Sequence[Node]) -> str:
    """Return blocks one below the other; blocks that have nothing to say are left out."""
    return "\n".join(line.text for line in lines_in(nodes))


def lines_in(nodes: Sequence[Node]) -> list[Line]:
    """Return the lines that blocks make one below the other, empty ones between them."""
    lines: list[Line] = []
    number, last = 0, ""
    for node in nodes:
        kind = node.block.type
        number = number + 1 if kind == "numbered_list_item" else 0
        own = _one(node, number)
        if own:
            together = kind in _LISTS and kind == last
            lines += [] if together or not lines else [_EMPTY]
            lines += own
            last = kind
    return lines


_EMPTY = Line("")


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


def _one(node: Node, number: int) -> list[Line]:
    block = node.block
    if block.type == "table":
        return _plain(block, table([_cells(child.block) for child in node.children]))
    inside = [_within(block, line) for line in lines_in(node.children)]
    if block.type in _LISTS:
        mark = _mark(block, number)
        return _joined(_own(block, mark, _text(block)), _indented(inside, len(mark)), [])
    text = _text(block)
    whole = _leaf(block)
    lead = whole[: len(whole) - len(text)] if block.type in TEXTS else ""
    own = _own(block, lead, text) if block.type in TEXTS else _plain(block, whole)
    if block.type in {"quote", "callout"}:
        return _quoted(_joined(own, inside, [_EMPTY]))
    return _joined(_joined(own, _plain(block, node.table), [_EMPTY]), inside, [_EMPTY])


def _own(block: Block, lead: str, text: str) -> list[Line]:
    """Return the lines of a block's text, the first of which has something before it."""
    if not f"{lead}{text}".strip():
        return []
    first, *rest = text.split("\n")
    own = [Line(f"{lead}{first}", (block,), (0,), len(lead), 0)]
    return [*own, *(Line(one, (block,), (0,), 0, part) for part, one in enumerate(rest, 1))]


def _plain(block: Block, text: str) -> list[Line]:
    return [Line(one, (block,), (0,)) for one in text.split("\n")] if text else []


def _within(block: Block, line: Line) -> Line:
    return line._replace(blocks=(block, *line.blocks), depths=(0, *line.depths))


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


def _indented(lines: Sequence[Line], by: int) -> list[Line]:
    """Return lines moved to the right, within the block that they are in as they are."""
    return [
        line._replace(
            text=f"{' ' * by}{line.text}",
            depths=(*line.depths[:1], *(depth + by for depth in line.depths[1:])),
            lead=line.lead + by,
        )
        if line.text
        else line
        for line in lines
    ]


def _quoted(lines: Sequence[Line]) -> list[Line]:
    return [
        line._replace(text=f"> {line.text}".rstrip(), lead=line.lead + 2 * bool(line.text))
        for line in lines
    ]


def _joined(above: list[Line], below: list[Line], between: list[Line]) -> list[Line]:
    return [*above, *between, *below] if above and below else [*above, *below]
