"""Takes HTML apart into tags and texts.

Mail comes from anybody, so the time this takes is linear in the size of the text however malformed
it is (that of the standard library's parser is not).
"""

import re
from html import unescape
from typing import Protocol

_TAG = re.compile(
    r"""<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/<>]{0,99}+)
    (?:(?P<rest>(?:[^<>"']|"[^"]{0,9999}+"|'[^']{0,9999}+'){0,9999}+)|(?P<odd>[^<>]{0,9999}+))>""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"'<>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++)))?""")
_CODE = ("script", "style", "title", "textarea")
"""Elements in which nothing but their own end is a tag."""
_CODE_END = {tag: re.compile(rf"</{tag}\b", re.IGNORECASE) for tag in _CODE}
_HUGE_REFERENCE = re.compile(r"&#[xX]?[0-9a-fA-F]{9,};?")


class Page(Protocol):
    """What is told of each tag and text, in order. Names are in lower case."""

    def start(self, tag: str, given: dict[str, str]) -> None:
        """Take an element's beginning, with its attributes."""
        ...

    def end(self, tag: str) -> None:
        """Take an element's end, which may never have begun."""
        ...

    def data(self, data: str) -> None:
        """Take a piece of text, its character references resolved."""
        ...


def read(html: str, page: Page) -> None:
    """Tell the page what there is; what is not a tag after all is text."""
    source = _HUGE_REFERENCE.sub("\ufffd", html)
    place = 0
    while place < len(source):
        start = source.find("<", place)
        start = len(source) if start < 0 else start
        if start > place:
            page.data(unescape(source[place:start]))
        if source.startswith(("<!", "<?"), start):
            mark = "-->" if source.startswith("<!--", start) else ">"
            end = source.find(mark, start)
            place = len(source) if end < 0 else end + len(mark)
        elif found := _TAG.match(source, start):
            place = _tag(source, found, page)
        else:
            page.data(source[start : start + 1])
            place = start + 1


def _tag(source: str, found: re.Match[str], page: Page) -> int:
    tag = found["tag"].lower()
    if found["end"]:
        page.end(tag)
        return found.end()
    page.start(tag, _attributes(found["rest"] or found["odd"] or ""))
    if tag not in _CODE_END:
        return found.end()
    end = _CODE_END[tag].search(source, found.end())
    place = end.start() if end else len(source)
    page.data(unescape(source[found.end() : place]))
    return place


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): unescape(double or single or bare)
        for name, double, single, bare in _ATTRIBUTE.findall(text)
    }
