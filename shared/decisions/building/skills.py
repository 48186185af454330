"""The skills of an agent: its parts, with the procedure that does them."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from shared.decisions import procedures
from shared.decisions.building.ingredient import Ingredient, Mode
from shared.decisions.building.modes import modes_of
from shared.decisions.building.table import INGREDIENTS, ingredient_of
from shared.models.agent import Agent, Skill
from shared.models.building import Part

_Placed = tuple[Part, Mode]


def skills_of(parts: Sequence[Part], base: Agent | None, *, timed: bool) -> tuple[Skill, ...]:
    """Return the skills that do the parts in order; those that are kept are the base's."""
    modes = modes_of(parts, timed=timed)
    placed = list(zip(parts, modes, strict=True))
    made: list[Skill] = []
    for _, group in groupby(placed, key=lambda one: _same(*one)):
        together = list(group)
        made += _kept(together, base) if together[0][1] == "kept" else [_skill(together)]
    made += [extra for part, mode in placed if (extra := _extra(part, mode)) is not None]
    skills = _told_apart(made)
    if base is not None and "passing" in modes and not _reads_by_procedure(placed, base):
        return _with_order(skills, placed, base)
    return skills


def _same(part: Part, mode: Mode) -> tuple[str, str, str]:
    """Return what parts next to each other share that become one skill."""
    return part.service, part.verb, "line" if mode == "passing" else mode


def _skill(together: Sequence[_Placed]) -> Skill:
    part, mode = together[0]
    one = INGREDIENTS[part.service, part.verb]
    lines = [one.line(each, how) for each, how in together]
    more = [tool for each, _ in together for tool in one.more_tools(each)]
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    return Skill(
        id=one.skill,
        name=one.name,
        description=one.description,
        tags=(one.service,),
        instructions=one.as_asked if mode == "asked" else numbered,
        tools=tuple(dict.fromkeys((*one.tools, *more))),
    )


def _extra(part: Part, mode: Mode) -> Skill | None:
    ingredient = ingredient_of(part)
    return None if ingredient is None or mode == "asked" else ingredient.second(part)


def _kept(together: Sequence[_Placed], base: Agent | None) -> list[Skill]:
    there = {skill.id: skill for skill in base.skills} if base is not None else {}
    ids = [part.slot("skill") for part, _ in together]
    return [there[each] for each in ids if each in there]


def _told_apart(skills: Iterable[Skill]) -> tuple[Skill, ...]:
    """Return skills with an id of their own each."""
    apart: dict[str, Skill] = {}
    for skill in skills:
        name, number = skill.id, 2
        while name in apart:
            name, number = f"{skill.id}-{number}", number + 1
        apart[name] = skill if name == skill.id else skill.model_copy(update={"id": name})
    return tuple(apart.values())


def _reads_by_procedure(placed: Sequence[_Placed], base: Agent) -> bool:
    """Whether something is read by a line before the first result is passed on."""
    first = next(place for place, (_, mode) in enumerate(placed) if mode == "passing")
    before = [part for part, _ in placed[:first] if part.verb == "read"]
    kept = {part.slot("skill") for part in before if part.slot("skill")}
    ours = any(not part.slot("skill") for part in before)
    alone = base.model_copy(update={"skills": tuple(s for s in base.skills if s.id in kept)})
    return ours or bool(procedures.procedure_of(alone))


def _with_order(
    skills: tuple[Skill, ...], placed: Sequence[_Placed], base: Agent
) -> tuple[Skill, ...]:
    """Give the first reading skill a line: without one there is no result to pass on."""
    first = next(part for part, _ in placed if part.verb == "read")
    order = _order(INGREDIENTS.get((first.service, "read")), base)
    return tuple(
        skill.model_copy(update={"instructions": f"{skill.instructions}\n\n1. {order}".strip()})
        if skill.id == first.slot("skill")
        else skill
        for skill in skills
    )


def _order(ingredient: Ingredient | None, base: Agent) -> str:
    """Return what an agent that had no procedure is asked for, as an order."""
    if ingredient is not None and not any(slot.asked for slot in ingredient.slots):
        return ingredient.line(Part(service=ingredient.service, verb="read"), "line")
    return " ".join((base.examples[0] if base.examples else base.description).split())
