"""What an agent made of files cannot do yet, and what of the files was not taken over."""

from collections.abc import Iterable

from shared.agents.skillfiles.faults import shown
from shared.agents.skillfiles.folder import beside
from shared.models.agent import Agent

MAX_NAMED = 5


def notes(agent: Agent, files: Iterable[str]) -> tuple[str, ...]:
    """Return what to tell whoever took the files in; nothing where all of them are used."""
    lacks = dict.fromkeys(tool for skill in agent.skills for tool in skill.lacks)
    unread = [path for path in files if beside(path)]
    told: list[str] = []
    if not agent.tools:
        told.append(
            f"{agent.name} has no tools yet, so it can't read or change anything: name some of "
            "ours under allowed-tools, or tell the agent builder what it should do."
        )
    if agent.public:
        told.append(f"The files make {agent.name} public: anybody can read its card.")
    if lacks:
        told.append(f"There are no such tools here, so it works without: {_listed(lacks)}.")
    if unread:
        told.append(f"Only SKILL.md is read, so these were left out: {_listed(unread)}.")
    return tuple(told)


def _listed(names: Iterable[str]) -> str:
    every = [shown(name) for name in names]
    more = len(every) - MAX_NAMED
    return ", ".join((*every[:MAX_NAMED], *((f"{more} more",) if more > 0 else ())))
