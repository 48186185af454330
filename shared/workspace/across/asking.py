"""What is to be found: the tool's arguments, and which words of them tell what it is."""

import re
from typing import Literal

from pydantic import Field

from shared.decisions.picking import describing
from shared.decisions.questioning import asks
from shared.models.base import Payload
from shared.workspace.across.within import MOST_PLACES, Place

_SOUGHT = 10
"""Words that are looked for, so many at most."""
_CLAUSES = re.compile(r"(?<=[.!?:;]) +")
FEWEST = 2
"""Words that something has to say to be what was meant, or a sentence to tell what."""


class Find(Payload):
    """What to find."""

    about: str = Field(min_length=1, description="What is said of it, in words")
    after: str = Field(
        default="", description="What was asked right before, where it goes on from that"
    )
    only: Literal["", "email", "event", "message", "contact", "page"] = Field(
        default="", description="The kind of thing it is, where that is said; empty: any"
    )
    by: str = Field(
        default="", description="Who said or wrote it, where that is said: a name or address"
    )
    terms: str = Field(
        default="",
        description="What a mail has to fit as well, in Gmail's search syntax; only for mails",
    )
    one: bool = Field(
        default=False, description="Only one is meant: what says clearly less of it is left out"
    )
    inside: tuple[Place, ...] = Field(
        default=(),
        max_length=MOST_PLACES,
        description="Where it should stand: read whole, and first; empty: anywhere",
    )


def asked(text: str) -> str:
    """Return the sentence of a text that asks for something, if it tells what; else the text.

    "How many was it?" tells nothing by itself of what was said before it.
    """
    parts = [one for one in _CLAUSES.split(text) if asks(one)]
    return parts[-1] if parts and len(describing(parts[-1])) >= FEWEST else text


def telling(wanted: Find) -> list[str]:
    """Return the words that tell most of what is looked for: those of the question, and others."""
    texts = (asked(wanted.about), wanted.about, wanted.after)
    told = (word for text in texts for word in describing(text, _SOUGHT))
    return list(dict.fromkeys(told))[:_SOUGHT]
