"""How each part of an agent is carried out."""

from collections.abc import Sequence

from shared.decisions.building.ingredient import JOB, Mode
from shared.decisions.building.table import ingredient_of
from shared.models.building import Part

_PASSED_ON = frozenset({"text", "row"})


def modes_of(parts: Sequence[Part], *, timed: bool) -> tuple[Mode, ...]:
    """Return how each part is carried out; what runs by itself leaves nothing to a request."""
    modes: list[Mode] = []
    giving = False
    for part in parts:
        mode = _mode(part, giving=giving, timed=timed)
        giving = giving or (part.verb == "read" and mode != "asked")
        modes.append(mode)
    return tuple(modes)


def _mode(part: Part, *, giving: bool, timed: bool) -> Mode:
    ingredient = ingredient_of(part)
    if ingredient is None:
        return "kept"
    if part.verb == "write" and giving:
        return "passing"
    if not ingredient.as_asked or timed or part.slot(ingredient.content):
        return "line"
    return "asked"


def wanted(part: Part, mode: Mode) -> tuple[str, ...]:
    """Return the slots of a part that must be known but are not, in the order they are asked."""
    ingredient = ingredient_of(part)
    if ingredient is None or mode in {"kept", "asked"} or part.slot(JOB.name):
        return ()
    passed = {ingredient.content} & _PASSED_ON if mode == "passing" else frozenset[str]()
    return tuple(
        slot.name
        for slot in ingredient.slots
        if slot.asked and slot.name not in passed and not part.slot(slot.name)
    )
