"""What an agent is called."""

import re
import unicodedata
from collections.abc import Collection

from shared.decisions.building.asking import modes
from shared.decisions.building.table import INGREDIENTS, PRODUCTS, ingredient_of
from shared.decisions.handoffs import BUILDER
from shared.models.building import AgentDraft

MAX_NAME_CHARACTERS = 64
RESERVED = frozenset({BUILDER, "action", *PRODUCTS})
"""Ids of agents that ship with the product."""


def slug(name: str) -> str:
    """Return a name as lowercase letters, digits and dashes; "" when nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_NAME_CHARACTERS].strip("-")


def free(name: str, taken: Collection[str]) -> str:
    """Return a name that no agent has: itself, or with the first number that makes it so."""
    used = {each.casefold() for each in taken} | RESERVED
    candidate, number = name, 2
    while candidate in used:
        suffix = f"-{number}"
        candidate, number = (
            name[: MAX_NAME_CHARACTERS - len(suffix)].rstrip("-") + suffix,
            number + 1,
        )
    return candidate


def name_of(draft: AgentDraft, taken: Collection[str]) -> str:
    """Return what a new agent is to be called: as said, or after what it does."""
    return free(draft.name or _after_parts(draft), taken)


def _after_parts(draft: AgentDraft) -> str:
    made = [one for part in draft.parts if (one := ingredient_of(part)) is not None]
    reads = [one.short for one in made if one.verb == "read"]
    writes = [one.short for one in made if one.verb == "write"]
    if reads and writes:
        return f"{reads[0]}-to-{writes[0]}-reporter"
    if reads and set(modes(draft)) != {"asked"}:
        return f"{reads[0]}-reporter"
    if made:
        return INGREDIENTS[made[0].service, made[0].verb].skill
    return "new-agent"
