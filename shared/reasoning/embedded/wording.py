"""The answer to a command, put together from what its tools say of their results."""

import re
from collections.abc import Iterator

from shared.models.reasoning import StepOutcome, SynthesisRequest

_PIECE = re.compile(r"\S+\s*|\s+")
_WORDS_PER_PIECE = 4
_LOOKUP = re.compile(r"_(?:search|search_messages|list_\w+|get_by_id|get_message)$")


def answer_from(request: SynthesisRequest) -> str:
    """Word the answer: what came before it in the same message, what was found, what failed."""
    parts = [done.text.strip() for done in request.earlier] + _told(request.done)
    return "\n\n".join(part for part in parts if part) or "There was nothing to do for that."


def pieces(text: str) -> Iterator[str]:
    """Cut text into pieces of a few words each; joined they are the text again."""
    parts = _PIECE.findall(text)
    for start in range(0, len(parts), _WORDS_PER_PIECE):
        yield "".join(parts[start : start + _WORDS_PER_PIECE])


def _told(done: tuple[StepOutcome, ...]) -> list[str]:
    """Return what each step says; one that only looked something up for the next says nothing."""
    if not done:
        return []
    *before, last = done
    told = [one.text.strip() for one in before if not _LOOKUP.search(one.tool) and not one.error]
    if last.error:
        return [*told, f"I couldn't finish that: {' '.join(last.error.split())}"]
    return [*told, last.text.strip() or "Done."]
