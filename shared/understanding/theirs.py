"""Questions about what the person has, that are for none of the services in particular.

"Did we agree on a price with Acme?" says neither mail nor calendar. What a reader takes for none of
the product's tasks is looked for everywhere where it asks about something of theirs: of what they
or theirs did, or about somebody or something they are known to have.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.decisions.picking import describing
from shared.models.world import Link
from shared.understanding.folding import fold
from shared.understanding.said import Said

FIND = "find"
_OTHER = "other"
_ENOUGH = 2
"""Telling words."""
_SURE = 0.78
"""As sure as a task has to be to be taken on, and no surer: an agent made for it comes first."""
_ASKS = re.compile(
    r"(?:^|[,.;:!?] *|\b(?:and|so|but|hey|hi|ok|please|remind me|tell me) )(?:who|whom|whose|what"
    r"|which|when|where|why|how|did|was|were|is|are|has|have|had|do|does"
    r"|(?:until|by|since|from) when)\b|\?\s*$"
)
_OURS = re.compile(
    r"\b(?:did|had|have|were|was) (?:we|i)\b|\b(?:do|are|will) we\b"
    r"|\bwe (?:agreed?|decided?|said|wanted|promised)\b"
    r"|\b(?:sent|wrote|told|asked|gave|showed|promised|mailed|forwarded|emailed|owes?) (?:me|us)\b"
)
"""What was done by, or to, the person and theirs."""
_SHOWS = re.compile(
    r"(?:(?:please|can you|could you|would you|hey|hi|ok)[, ]+)*"
    r"(?:show|find|dig|pull|get|fetch|open|read)(?: me| us| up| out)* (?:the|that|my|our)\b"
)
"""A certain thing that is wanted to see."""


def asked_of_theirs(said: Said, links: Sequence[Link]) -> Said | None:
    """Return a question about what is theirs as one to look for everywhere; None for any other."""
    if said.task != _OTHER:
        return None
    text = fold(said.text)
    asks = _ASKS.search(text) and (links or _OURS.search(text))
    if not asks and not (_SHOWS.match(text) and telling_enough(said)):
        return None
    return replace(said, task=FIND, sure=_SURE)


def telling_enough(said: Said) -> bool:
    """Whether a command says enough of something for it to be looked for by that.

    What only points at something ("show me that one again") says nothing of it.
    """
    return len(describing(said.text)) >= _ENOUGH and not said.has("which")
