"""What an HTML mail says, as plain text: links, lists, tables and quoted blocks are kept."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from shared.workspace.email.markup import read

MAX_HTML_CHARACTERS = 500_000
MAX_TEXT_CHARACTERS = 200_000
_DEEPEST = 20
"""Quotes, lists and tables nested deeper than this are shown as if they were not."""
_LONG_LINK = 160

_VOID = frozenset(
    {
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"),
        *("param", "source", "track", "wbr"),
    }
)
_UNSEEN = frozenset(
    {"script", "style", "title", "template", "svg", "object", "iframe", "datalist", "noembed"}
)
_SPACED = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre", "dl"})
_BLOCKS = _SPACED | frozenset(
    {
        *("div", "section", "article", "header", "footer", "address", "body", "html", "form"),
        *("dt", "dd", "center", "figure", "figcaption", "caption", "main", "nav", "fieldset"),
    }
)
_INSIDE = frozenset({"blockquote", "li", "td", "th"})
"""What is collected by itself and then set into its surroundings."""
_ENDS: dict[str, frozenset[str]] = {
    "p": frozenset({"p"}),
    "a": frozenset({"a"}),
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "tr": frozenset({"tr"}),
}
"""Open elements that a tag ends, whose own end tags may be left out."""
_BOUNDARIES = frozenset({"ul", "ol", "dl", "table", "blockquote", "div", "body"})
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden"
    r"|(?:max-height|opacity)\s*:\s*0(?:\.0+)?(?:px|pt|em|%)?\s*(?:;|!|$)",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s+")
_FILLER = re.compile("[\u00ad\u034f\u200b\u2060\ufeff]")
_JOINERS = "\u200c\u200d"
_BLANKS = re.compile(r"\n{3,}")


def text_of(html: str) -> str:
    """Return the text a reader of the mail sees; never raises, and is bounded."""
    page = _Page()
    with suppress(_Full):
        read(html[:MAX_HTML_CHARACTERS], page)
    return page.text()


class _Full(Exception):
    """There is as much text as anybody will read."""


@dataclass
class _Lines:
    """Lines being written. Runs of white space are one space, except where they are kept."""

    done: list[str] = field(default_factory=list[str])
    _line: list[str] = field(default_factory=list[str])

    def write(self, text: str, *, kept: bool = False) -> None:
        if not kept and (not self._line or self._line[-1].endswith(" ")):
            text = text.lstrip(" ")
        if text:
            self._line.append(text)

    def end(self, *, forced: bool = False) -> None:
        line = "".join(self._line).rstrip()
        self._line.clear()
        if line.strip(_JOINERS + " "):
            self.done.append(line)
        elif forced:
            self.gap()

    def gap(self) -> None:
        self.end()
        if self.done and self.done[-1]:
            self.done.append("")

    def all(self) -> list[str]:
        self.end()
        while self.done and not self.done[-1]:
            self.done.pop()
        return self.done


@dataclass
class _Element:
    """An open element. `inside` is what it collects, `cells` those of a table's row."""

    tag: str
    inside: _Lines | None = None
    cells: list[list[str]] = field(default_factory=list[list[str]])
    items: int = 0
    href: str = ""
    words: list[str] = field(default_factory=list[str])


class _Page:
    """Writes what is seen. Elements may be left open, closed twice or in the wrong order."""

    def __init__(self) -> None:
        self._open: list[_Element] = []
        self._counts: dict[str, int] = {}
        self._lines = [_Lines()]
        self._unseen: int | None = None
        self._written = 0

    def text(self) -> str:
        """Return everything; elements still open end here."""
        while self._open:
            self._end_last()
        return _BLANKS.sub("\n\n", "\n".join(self._lines[0].all())).strip()[:MAX_TEXT_CHARACTERS]

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Open an element with the attributes given."""
        if tag in _VOID:
            self._void(tag, given)
            return
        self._imply(tag)
        element = _Element(tag)
        if self._unseen is None:
            hidden = tag in _UNSEEN or "hidden" in given or _HIDING.search(given.get("style", ""))
            if hidden:
                self._unseen = len(self._open)
            else:
                self._begin(element, given)
        self._open.append(element)
        self._counts[tag] = self._counts.get(tag, 0) + 1

    def end(self, tag: str) -> None:
        """Close an element and those still open in it."""
        if self._counts.get(tag):
            while self._end_last() != tag:
                pass

    def data(self, data: str) -> None:
        """Write text."""
        if self._unseen is not None:
            return
        text = _FILLER.sub("", data)
        if self._counts.get("pre"):
            first, *others = text.expandtabs(4).split("\n")
            self._write(first, kept=True)
            for line in others:
                self._lines[-1].end(forced=True)
                self._write(line, kept=True)
        else:
            self._write(_SPACE.sub(" ", text))

    def _write(self, text: str, *, kept: bool = False) -> None:
        if self._written > MAX_TEXT_CHARACTERS:
            raise _Full
        self._written += len(text)
        self._lines[-1].write(text, kept=kept)
        if self._counts.get("a"):
            anchor = next(e for e in reversed(self._open) if e.tag == "a")
            anchor.words.append(text)

    def _void(self, tag: str, given: dict[str, str]) -> None:
        if self._unseen is not None:
            return
        if tag == "br":
            self._lines[-1].end(forced=True)
        elif tag == "hr":
            self._lines[-1].gap()
        elif tag == "img" and (alternative := _SPACE.sub(" ", given.get("alt", "")).strip()):
            self._write(f"[{alternative}]")

    def _imply(self, tag: str) -> None:
        ends = _ENDS.get(tag)
        if ends is None or not any(self._counts.get(end) for end in ends):
            return
        for element in reversed(self._open):
            if element.tag in ends:
                while self._end_last() != element.tag:
                    pass
                return
            if element.tag in _BOUNDARIES and tag != "a":
                return

    def _begin(self, element: _Element, given: dict[str, str]) -> None:
        lines = self._lines[-1]
        if element.tag in _SPACED:
            lines.gap()
        elif element.tag in _BLOCKS or element.tag == "tr":
            lines.end()
        elif element.tag == "a":
            element.href = given.get("href", "").strip()
        elif element.tag in _INSIDE and len(self._lines) <= _DEEPEST:
            lines.end()
            element.inside = _Lines()
            self._lines.append(element.inside)
        elif element.tag in _INSIDE:
            lines.end()

    def _end_last(self) -> str:
        element = self._open.pop()
        self._counts[element.tag] -= 1
        if self._unseen is not None:
            if len(self._open) == self._unseen:
                self._unseen = None
            return element.tag
        if element.inside is not None:
            self._lines.pop()
            self._set_in(element, element.inside.all())
        elif element.tag == "tr":
            self._set_row(element.cells)
        elif element.tag == "a":
            self._set_link(element)
        elif element.tag in _SPACED:
            self._lines[-1].gap()
        elif element.tag in _BLOCKS:
            self._lines[-1].end()
        return element.tag

    def _set_in(self, element: _Element, inside: list[str]) -> None:
        around = self._lines[-1]
        if element.tag in {"td", "th"}:
            row = self._around({"tr"})
            if row is not None:
                row.cells.append(inside)
            else:
                around.done.extend(inside)
        elif element.tag == "li":
            first, later = self._mark()
            marks = [first, *[later] * len(inside)]
            around.done.extend((m + line).rstrip() for m, line in zip(marks, inside, strict=False))
        elif inside:
            around.gap()
            around.done.extend(f"> {line}".rstrip() for line in inside)
            around.gap()

    def _set_row(self, cells: list[list[str]]) -> None:
        around = self._lines[-1]
        around.end()
        if sum(map(bool, cells)) > 1 and all(len(cell) <= 1 for cell in cells):
            around.done.append(" | ".join("".join(cell) for cell in cells).rstrip())
            return
        for cell in filter(None, cells):
            around.done.extend(cell)
            if len(cell) > 1:
                around.gap()

    def _set_link(self, element: _Element) -> None:
        words = _SPACE.sub(" ", "".join(element.words)).strip()
        target = _target(element.href)
        if words and target and _bare(target) not in _bare(words):
            self._lines[-1].write(f" ({target})")

    def _mark(self) -> tuple[str, str]:
        around = self._around({"ul", "ol"})
        if around is None or around.tag == "ul":
            return "- ", "  "
        around.items += 1
        mark = f"{around.items}. "
        return mark, " " * len(mark)

    def _around(self, tags: set[str]) -> _Element | None:
        """Return the innermost open element of these, not looking out of a table's cell."""
        for element in reversed(self._open):
            if element.tag in tags:
                return element
            if element.inside is not None:
                return None
        return None


def _target(href: str) -> str:
    """Return where a link leads, as far as a reader wants to know; "" for nowhere outside."""
    scheme, _, rest = href.partition(":")
    match scheme.casefold():
        case "mailto":
            return rest.partition("?")[0]
        case "http" | "https" if len(href) > _LONG_LINK:
            try:
                return f"{scheme}://{urlsplit(href).netloc}/..."
            except ValueError:
                return ""
        case "http" | "https":
            return href
        case _:
            return ""


def _bare(link: str) -> str:
    bare = re.sub(r"^https?://", "", link.casefold().strip())
    return bare.removeprefix("www.").rstrip("/")
