"""Routing sets: a folder with agents, examples of what is said to them, and labelled utterances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.datasets import Dataset, Item, ListedAgent, load
from shared.models.agent import Agent
from shared.models.base import MessageText


class RoutedUtterance(Item):
    """An utterance and the label of the agent it is for."""

    utterance: MessageText
    label: str


class LabelledAgent(ListedAgent):
    """An agent of a routing set. Its label stays outside of the product."""

    label: str
    domain: str = ""


@dataclass(frozen=True)
class RoutingSet:
    """The agents by label, and what was said to them; `outside` is meant for none of them.

    `examples` is how many each agent was given; its name and description it always has.
    """

    name: str
    examples: int
    digest: str
    agents: Mapping[str, Agent]
    utterances: Sequence[RoutedUtterance]
    outside: Sequence[RoutedUtterance]


def load_routing(folder: Path, examples: int) -> RoutingSet:
    """Read a folder, giving each agent its first `examples` examples; raise BadData.

    The utterances are those of `test.jsonl`, or of `dev.jsonl` where there is none.
    """
    agents = load(folder / "agents.jsonl", LabelledAgent)
    labels = {agent.label for agent in agents.items}

    def stranger(item: RoutedUtterance) -> str:
        return "" if item.label in labels else f"no agent is labelled {item.label!r}"

    half = "test" if (folder / "test.jsonl").exists() else "dev"
    said = load(folder / f"{half}.jsonl", RoutedUtterance, stranger)
    digests = [agents, said]
    shown: Dataset[RoutedUtterance] | None = None
    if examples:
        shown = load(folder / "examples.jsonl", RoutedUtterance, stranger)
        digests.append(shown)
    outside: Dataset[RoutedUtterance] | None = None
    if (path := folder / f"out_of_scope_{half}.jsonl").exists():
        outside = load(path, RoutedUtterance)
        digests.append(outside)
    given = _by_label(shown.items if shown is not None else ())
    return RoutingSet(
        name=folder.resolve().name,
        examples=examples,
        digest=", ".join(f"{file.path.stem} {file.digest}" for file in digests),
        agents={
            listed.label: _agent(number, listed, given.get(listed.label, [])[:examples])
            for number, listed in enumerate(agents.items)
        },
        utterances=said.items,
        outside=outside.items if outside is not None else (),
    )


def _by_label(items: Sequence[RoutedUtterance]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for item in items:
        found.setdefault(item.label, []).append(item.utterance)
    return found


def _agent(number: int, listed: LabelledAgent, examples: Sequence[str]) -> Agent:
    """Return an agent whose id tells nothing; the domain it lists is a tag."""
    domain = (listed.domain.replace("_", " "),) if listed.domain else ()
    update = {
        "id": f"a{number:04}",
        "examples": (*listed.examples, *examples),
        "tags": (*listed.tags, *domain),
    }
    return listed.agent().model_copy(update=update)
