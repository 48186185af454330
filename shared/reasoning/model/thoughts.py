"""What a model thinks, where its server leaves it in the text: before the answer, between tags.

Servers that know a model tell its thoughts apart. Others (LM Studio as it comes, llama.cpp and vLLM
without a parser of the model's) send all that was written.
"""

import re

_NAMES = ("think", "thinking", "thought", "reasoning")
_OPENED = re.compile(rf"\s*<(?:{'|'.join(_NAMES)})>\s*")
_CLOSED = re.compile(rf"</(?:{'|'.join(_NAMES)})>\s*")
_TAGS = tuple(f"<{name}>" for name in _NAMES)
_LONGEST = max(len(name) for name in _NAMES) + len("</>")


def split(text: str) -> tuple[str, str]:
    """Return what is thought in a whole answer, and the rest of it.

    The tag that opens may be missing: some templates write it into the prompt.
    """
    if closed := _CLOSED.search(text):
        return _OPENED.sub("", text[: closed.start()], count=1), text[closed.end() :]
    if opened := _OPENED.match(text):
        return text[opened.end() :], ""
    return "", text


class Splitting:
    """Splits an answer that comes in pieces. Thoughts without a tag that opens are none here."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking: bool | None = None
        self._after_tag = False

    def split(self, piece: str) -> tuple[str, str]:
        """Return what is thought in the next piece, and what is said, as far as it can be told."""
        held, self._held = self._held + piece, ""
        if self._thinking is None:
            opened = _OPENED.match(held)
            if opened is None and _may_open(held):
                self._held = held
                return "", ""
            self._thinking = self._after_tag = opened is not None
            held = held[opened.end() :] if opened else held
        thought = ""
        if self._thinking:
            thought, held = self._thought(held)
        return thought, self._unspaced(held)

    def rest(self) -> str:
        """Return what is said at the end: what looked like the beginning of a tag, and was none."""
        return self._held if self._thinking is None else ""

    def _thought(self, text: str) -> tuple[str, str]:
        """Return what is thought, and what follows; what may be the closing tag is held back."""
        text = self._unspaced(text)
        if closed := _CLOSED.search(text):
            self._thinking, self._after_tag = False, True
            return text[: closed.start()], text[closed.end() :]
        cut = text.rfind("<", max(0, len(text) - _LONGEST))
        cut = len(text) if cut < 0 else cut
        self._held = text[cut:]
        return text[:cut], ""

    def _unspaced(self, text: str) -> str:
        """Return a text without the white space that stands after a tag."""
        if self._after_tag and text:
            text = text.lstrip()
            self._after_tag = not text
        return text


def _may_open(text: str) -> bool:
    begun = text.lstrip()
    return any(tag.startswith(begun) for tag in _TAGS)
