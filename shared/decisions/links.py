"""Text of others shown as text: no link of it hides where it leads, no picture of it is fetched.

A picture is fetched as soon as it is shown, so its address could carry away what a mail made a
model say; and what is shown before a person agrees must not leave by that way either. A space
after the character that would make it more than text is enough, and takes no word away.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator

_SAID = r"[\w.+'%-]"
_MARKUP = rf"\](?=[(\[:])|<(?=[A-Za-z/!?])(?!{_SAID}{{1,64}}@)"
"""Targets of Markdown links and pictures; HTML and <addresses>, except those of mail."""
_BARE = r":(?=\\?/)|(?:(?<=data)|(?<=script)):(?=\S)|(?<=www)[.\\](?=\S)|&(?=#|colon;|sol;|period;)"
"""What a client makes a link of by itself, also where it is written in entities."""
_LINKS = re.compile(_MARKUP)
_LIVE = re.compile(f"{_MARKUP}|{_BARE}", re.IGNORECASE)
_OPEN = re.compile(rf"(?:\]|<{_SAID}{{0,64}}|:\\?|(?<=www)[.\\]|&[a-z]{{0,6}})\Z", re.IGNORECASE)
"""The end of a text whose meaning depends on what comes next."""
_BEHIND = len("script")


def without_links(text: str) -> str:
    """Return text that is no Markdown link or picture and no HTML, with its words and lines."""
    return _LINKS.sub(r"\g<0> ", text)


def inert(text: str) -> str:
    """Return text in which nothing can be followed or fetched: addresses are words, too."""
    return _LIVE.sub(r"\g<0> ", text)


async def unlinked(pieces: AsyncIterator[str]) -> AsyncGenerator[str, None]:
    """Yield text in pieces as `inert` would leave it, wherever it was cut.

    A source that can be closed is closed in the end, also when the reader turns away.
    """
    seen, held = "", ""
    try:
        async for piece in pieces:
            text = held + piece
            undecided = _OPEN.search(seen + text, len(seen))
            end = undecided.start() - len(seen) if undecided else len(text)
            if end:
                yield _spaced(seen, text, end)
            seen, held = (seen + text[:end])[-_BEHIND:], text[end:]
        if held:
            yield _spaced(seen, held, len(held))
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()


def _spaced(seen: str, text: str, end: int) -> str:
    """Return the first `end` characters of a text that goes on from what was seen, made inert."""
    whole, first, shown = seen + text, len(seen), ""
    for found in _LIVE.finditer(whole, len(seen)):
        if found.start() >= len(seen) + end:
            break
        shown += f"{whole[first : found.end()]} "
        first = found.end()
    return shown + whole[first : len(seen) + end]
