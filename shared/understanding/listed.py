"""What of the things that were listed a command is about."""

import re
from collections.abc import Iterable, Sequence

from shared.models.reasoning import ConversationContext, Reference
from shared.understanding.choosing import ChoiceReader

_SURE = 0.85
"""So likely each thing has to be meant, or not to be, for what is meant to be told."""
_SEVERAL, _MOST = 2, 8
"""So many things that were listed are read beside a message, as many as it learnt from."""
_LINE = re.compile(r"^ *(?P<place>\d+)\. (?P<line>.*?\*\*(?P<label>.+?)\*\*.*)$", re.MULTILINE)
"""How an answer lists something."""
_MARKS = re.compile(r"\*\*")


def listed(known: Iterable[Reference], kinds: frozenset[str]) -> tuple[Reference, ...]:
    """Return the things of some kinds that were listed, each once and in their order."""
    found: dict[str, Reference] = {}
    for one in sorted(known, key=lambda each: each.ordinal):
        if one.ordinal and one.kind in kinds:
            found.setdefault(one.id, one)
    return tuple(found.values())


def meant_of(
    message: str, among: Sequence[Reference], context: ConversationContext, choices: ChoiceReader
) -> tuple[Reference, ...]:
    """Return what of a list a message is plainly about.

    Nothing where that can't be told, there is nothing to tell apart, or it is about something else.
    """
    if not _SEVERAL <= len(among) <= _MOST:
        return ()
    found = choices.meant(_as_shown(among, context), message)
    sure = all(max(likely, 1 - likely) >= _SURE for likely in found.each)
    if not sure or found.unclear > 1 - _SURE:
        return ()
    return tuple(one for one, likely in zip(among, found.each, strict=True) if likely >= _SURE)


def _as_shown(among: Sequence[Reference], context: ConversationContext) -> list[str]:
    """Return each thing in the words it was last listed in; by its name where it was not."""
    lines = {
        (int(line["place"]), line["label"]): _MARKS.sub("", line["line"])
        for said in context.exchanges
        if said.role == "assistant"
        for line in _LINE.finditer(said.text)
    }
    return [
        lines.get((one.ordinal, one.label), f"{one.label}, {one.who}".rstrip(", ")) for one in among
    ]
