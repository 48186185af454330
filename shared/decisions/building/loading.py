"""An agent that exists, as parts of a draft: what we wrote becomes ours again, the rest is kept."""

import re
from collections.abc import Collection, Sequence

from shared.decisions import procedures
from shared.decisions.building.skills import skills_of
from shared.decisions.building.table import INGREDIENTS, ingredient_reading
from shared.models.agent import Agent, Skill
from shared.models.building import Part

_WORDS = tuple(
    (service, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for service, words in (
        ("sheets", r"google sheets?|spread ?sheets?|sheets?"),
        ("pages", r"notion|pages?|wiki"),
        ("slack", r"slack|channels?"),
        ("email", r"e-?mails?|mailbox|inbox"),
        ("calendar", r"calendar|meetings?|events?"),
        ("contacts", r"contacts?"),
    )
)
_WRITES = re.compile(
    r"\b(?:posts?|sends?|publish(?:es)?|notif(?:y|ies)|shares?|adds?|appends?|creates?|updates?"
    r"|books?)\b",
    re.IGNORECASE,
)


def parts_of(agent: Agent) -> tuple[Part, ...]:
    """Return the parts an agent consists of, in the order in which it does them.

    A skill that is not letter by letter as the builder writes it stays one part that keeps it.
    """
    skills = sorted(agent.skills, key=lambda skill: -skill.priority)
    kept = {skill.id for skill in skills if not _read(skill) and not _derived(skill)}
    while True:
        parts = _parts(skills, kept)
        made = {skill.id: skill for skill in skills_of(parts, agent, timed=False)}
        changed = {skill.id for skill in skills if made.get(skill.id) != skill} - kept
        if not changed:
            return parts
        kept |= changed


def _parts(skills: Sequence[Skill], kept: Collection[str]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for skill in skills:
        parts += (_kept(skill),) if skill.id in kept else _read(skill)
    return tuple(parts)


def _read(skill: Skill) -> tuple[Part, ...]:
    """Return the parts a skill of ours was made of; none for one of somebody else's."""
    for one in INGREDIENTS.values():
        if one.as_asked and skill.instructions == one.as_asked:
            return (Part(service=one.service, verb=one.verb),)
    alone = Agent(id="alone", name="alone", description="", skills=(skill,))
    read = [ingredient_reading(line) for line in procedures.procedure_of(alone)]
    ours = tuple(part for part in read if part is not None)
    return ours if len(ours) == len(read) else ()


def _derived(skill: Skill) -> bool:
    """Whether a skill may be one that a part brings along."""
    return not procedures.procedure_of(
        Agent(id="alone", name="alone", description="", skills=(skill,))
    )


def _kept(skill: Skill) -> Part:
    told = " ".join((skill.name, skill.description, *skill.tags))
    using = next(
        (one for tool in skill.tools for one in INGREDIENTS.values() if tool in one.tools), None
    )
    if using is not None:
        return Part(service=using.service, verb=using.verb, slots=(("skill", skill.id),))
    service = next((service for service, words in _WORDS if words.search(told)), "")
    verb = "write" if _WRITES.search(told) else "read"
    return Part(service=service, verb=verb, slots=(("skill", skill.id),))
