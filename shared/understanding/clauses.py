"""A message cut into its commands, each read by itself."""

import re
from collections.abc import Sequence

from shared.models.reasoning import ConversationContext
from shared.understanding.marking import Cut
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.said import Said, follow, said_in

_MOST = 6
"""More parts than this are a list, not commands."""
_LIKELY = 0.5
"""The least probability of a cut that needs no more than two clear parts."""
_POINTS = re.compile(r"\b(?:it|that|this|them|those|these|his|her|hers|their)\b", re.IGNORECASE)
_CLEAR, _VERY_CLEAR = 0.5, 0.85
"""The least probability of the tasks on both sides, of a likely cut and of any."""


def commands_in(
    text: str, context: ConversationContext, reader: Reader, known: Sequence[str]
) -> tuple[Said, ...]:
    """Return the commands of a message in order; one, where it cannot be cut.

    A cut holds where what stands on both sides is clearly one of the `known` tasks.
    """
    whole = follow(text, context, reader)
    found: list[Said] = []
    at = 0
    for cut in _cuts(text, whole, context, reader):
        left, right = text[at : cut.start].strip(" ,;."), text[cut.end :].strip(" ,;")
        if not left or not right or len(found) == _MOST:
            continue
        one = _read(left, found, context, reader)
        rest = said_in(_next(right, one, reader))
        if _holds(cut, one, rest, known):
            found.append(one)
            at = cut.end
    if not found:
        return (whole,)
    return (*found, _read(text[at:].strip(" ,;"), found, context, reader))


def _holds(cut: Cut, one: Said, rest: Said, known: Sequence[str]) -> bool:
    """Whether what stands on both sides of a cut is clearly a command of its own."""
    likely = cut.likely >= _LIKELY
    clear = _CLEAR if likely else _VERY_CLEAR
    plain = all(said.task in known and said.near >= clear and _tells(said) for said in (one, rest))
    return plain and (likely or one.task != rest.task)


def _tells(said: Said) -> bool:
    """Whether something is named or pointed at, and a word besides: a name alone is no command."""
    named = bool(said.spans) or _POINTS.search(said.text) is not None
    return named and any(letter.isalpha() for letter in said.rest)


def _read(piece: str, found: Sequence[Said], context: ConversationContext, reader: Reader) -> Said:
    if not found:
        return follow(piece, context, reader)
    return said_in(_next(piece, found[-1], reader))


def _next(piece: str, last: Said, reader: Reader) -> Reading:
    """Read a part after the one before it, or by itself where that is clearer."""
    after, alone = reader.read(piece, Before(last.text, "done")), reader.read(piece)
    return alone if alone.sure > after.sure else after


def _cuts(text: str, whole: Said, context: ConversationContext, reader: Reader) -> list[Cut]:
    """Return where the reader sees that another command may begin."""
    last = next((one for one in reversed(context.exchanges) if one.role == "user"), None)
    before = Before(last.text, "none") if last is not None else None
    read = [reader.read(text), *([reader.read(text, before)] if before else [])]
    cuts = {cut.start: cut for one in read for cut in one.cuts}
    said = [span for span in whole.spans if span.kind == "body"]
    within = {at for at in cuts for span in said if span.start < at < span.end}
    return [cuts[at] for at in sorted(cuts.keys() - within)]
