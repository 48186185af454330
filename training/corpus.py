"""Our own labelled text: organisations with their agents and utterances (data/README.md)."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.models.agent import Agent, Skill
from shared.models.intent import ActionType
from shared.models.reasoning import Exchange

DATA = Path(__file__).parent / "data"
PLAIN, HARDER, UNSEEN = "utterances.txt", "harder.txt", "unseen.txt"
"""What is said to agents; in words that no agent's text has; likewise, and never fitted on."""

_LABELS = frozenset(
    {"route", "choice", "entity", "open", "create_or_run", "offer", "query", "create", "update"}
)
_ACTIONS = {
    "query": ActionType.QUERY,
    "create": ActionType.CREATE,
    "update": ActionType.UPDATE,
    "open": ActionType.AMBIGUOUS,
    "create_or_run": ActionType.AMBIGUOUS,
}
_SAID = re.compile(r"> (?P<who>[^:]+): ?(?P<text>.*)")


@dataclass(frozen=True)
class Utterance:
    """One labelled utterance. `agents` are those its label names, best first."""

    text: str
    label: str
    agents: tuple[str, ...]
    context: tuple[Exchange, ...]

    @property
    def action(self) -> ActionType:
        """What it wants, as intent analysis should see it."""
        return _ACTIONS.get(self.label, ActionType.EXECUTE)


@dataclass(frozen=True)
class Organisation:
    """An invented organisation."""

    name: str
    agents: tuple[Agent, ...]
    utterances: tuple[Utterance, ...]


def organisations(said: Sequence[str] = (PLAIN,)) -> tuple[Organisation, ...]:
    """Read every organisation that has any of the files `said`.

    Raises ValueError, which names the file and line of a mistake.
    """
    folders = sorted({path.parent for file in said for path in DATA.glob(f"*/{file}")})
    return tuple(_organisation(folder, said) for folder in folders)


def _organisation(folder: Path, files: Sequence[str]) -> Organisation:
    agents = tuple(_agent(listed) for listed in json.loads((folder / "agents.json").read_text()))
    known = {agent.id for agent in agents}
    there = [folder / file for file in files if (folder / file).exists()]
    said = tuple(one for file in there for one in _utterances(file, known))
    return Organisation(folder.name, agents, said)


def _agent(listed: dict[str, Any]) -> Agent:
    skills = tuple(
        Skill(id=s["name"], name=s["name"], description=s["description"], tags=tuple(s["tags"]))
        for s in listed["skills"]
    )
    return Agent(
        id=listed["id"],
        name=listed["name"],
        description=listed["description"],
        skills=skills,
        tags=tuple(listed["tags"]),
        examples=tuple(listed["examples"]),
    )


def _utterances(path: Path, known: set[str]) -> Iterator[Utterance]:
    before: list[Exchange] = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if said := _SAID.fullmatch(line):
            before.append(_exchange(said["who"], said["text"]))
            continue
        label, separator, text = line.partition(" :: ")
        kind, *agents = label.replace(",", " ").split()
        if not separator or not text.strip() or kind not in _LABELS or set(agents) - known:
            raise ValueError(f"{path}: line {number} cannot be read: {line!r}")
        yield Utterance(text.strip(), kind, tuple(agents), tuple(before))
        before = []


def _exchange(who: str, text: str) -> Exchange:
    """`user` said it, an agent answered it, or the product `asked` it."""
    if who == "user":
        return Exchange(role="user", text=text)
    return Exchange(role="assistant", text=text, agent="" if who == "asked" else who)
