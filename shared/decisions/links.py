"""Text of others shown as text: no link of it hides where it leads, no picture of it is fetched.

A picture is fetched as soon as it is shown, so its address could carry away what a mail made a
model say; and what is shown before a person agrees must not leave by that way either.
"""

import re
from collections.abc import AsyncGenerator, AsyncIterator

_TARGET = re.compile(r"\](?=[(\[:])")


def without_links(text: str) -> str:
    """Return text that is no Markdown link or picture, with its words and lines as they were."""
    return _TARGET.sub("] ", text)


async def unlinked(pieces: AsyncIterator[str]) -> AsyncGenerator[str, None]:
    """Yield text in pieces as `without_links` would leave it, wherever it was cut.

    A source that can be closed is closed in the end, also when the reader turns away.
    """
    held = ""
    try:
        async for piece in pieces:
            text = held + piece
            held = "]" if text.endswith("]") else ""
            if ready := without_links(text).removesuffix(held):
                yield ready
        if held:
            yield held
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()
