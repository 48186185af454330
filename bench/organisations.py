"""Organisations of any size, put together from real agents in the same way every time."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from evals.datasets import DATA, ListedAgent
from evals.routing_sets import RoutedUtterance, load_routing
from shared.models.agent import Agent

EXAMPLES = 5
_GIVEN = 10
"""Examples there are of each agent; every agent of its family shows some of them."""
_SEED = 2026
_OURS = Path(__file__).parent.parent / "training" / "data"
_PLACES = (
    "Aarhus", "Basel", "Bergen", "Bilbao", "Brno", "Cardiff", "Cork", "Davos", "Dresden", "Espoo",
    "Gdansk", "Ghent", "Graz", "Haifa", "Izmir", "Kaunas", "Leeds", "Linz", "Lyon", "Malaga",
    "Nantes", "Odense", "Parma", "Patras", "Pecs", "Plovdiv", "Porto", "Split", "Tartu", "Turku",
    "Utrecht", "Varna", "Verona", "Vigo", "Zadar",
)  # fmt: skip
_PUBLIC = ("banking77", "clinc150")


@dataclass(frozen=True)
class Organisation:
    """Agents, and messages with the family of agents each is for.

    A family are the agents made from one real agent: they share its description and skills, and
    differ in the place their name ends with, the examples they show, and one skill more, borrowed
    from another agent. A message is routed rightly when it reaches any of them.
    """

    agents: Sequence[Agent]
    family: Mapping[str, str]
    messages: Sequence[tuple[str, str]]


def organisation(size: int, messages: int) -> Organisation:
    """Return an organisation of `size` agents, and at most so many messages to them.

    Messages are those of the public sets, which nothing is trained on.
    """
    chance = random.Random(_SEED)  # noqa: S311 - no secret
    public, said = _public_agents()
    everyone = sorted((*public.items(), *_our_agents().items()))
    chance.shuffle(everyone)
    named = {agent.name.lower(): (name, agent) for name, agent in everyone}
    real = list(named.values())
    agents: list[Agent] = []
    family: dict[str, str] = {}
    for number in range(size):
        copy, place = divmod(number, len(real))
        name, origin = real[place]
        update: dict[str, object] = {
            "id": f"a{number:05}",
            "examples": tuple(_some(chance, origin.examples)),
        }
        if copy:
            borrowed = chance.choice(chance.choice(real)[1].skills)
            update["name"] = f"{origin.name} {_PLACES[copy % len(_PLACES)]}"
            update["skills"] = (*origin.skills, borrowed)
        agents.append(origin.model_copy(update=update))
        family[agents[-1].id] = name
    there = set(family.values())
    meant = [(item.utterance, name) for name, item in said if name in there]
    return Organisation(agents, family, chance.sample(meant, min(messages, len(meant))))


def _some(chance: random.Random, examples: Sequence[str]) -> Sequence[str]:
    return chance.sample(examples, min(EXAMPLES, len(examples)))


def _public_agents() -> tuple[dict[str, Agent], list[tuple[str, RoutedUtterance]]]:
    agents: dict[str, Agent] = {}
    said: list[tuple[str, RoutedUtterance]] = []
    for name in _PUBLIC:
        data = load_routing(DATA / "routing" / name, _GIVEN)
        agents |= {f"{name}/{label}": agent for label, agent in data.agents.items()}
        said += [(f"{name}/{item.label}", item) for item in data.utterances]
    return agents, said


def _our_agents() -> dict[str, Agent]:
    form = TypeAdapter(tuple[ListedAgent, ...])
    return {
        f"{path.parent.name}/{listed.id}": listed.agent()
        for path in sorted(_OURS.glob("*/agents.json"))
        for listed in form.validate_python(json.loads(path.read_text()))
    }
