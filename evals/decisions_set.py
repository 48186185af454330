"""Labelled decisions: what was said before and now, and where it should go."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, TypeAdapter

from evals.datasets import Dataset, Item, ListedAgent, load, load_whole
from shared.models.agent import Agent
from shared.models.base import MessageText

Kind = Literal["route", "ask", "offer", "query", "create", "update", "say"]
Asked = Literal["choice", "entity", "open", "create_or_run"]

_OVERLAP = 0.5
"""Share of common agents from which two choices count as the same question."""


class Destination(BaseModel):
    """Where a message goes: to an `agent`, into a question, or elsewhere.

    `among` are the agents that a choice offers. `say` is what only the product does: a sentence.
    """

    kind: Kind
    agent: str | None = None
    among: tuple[str, ...] | None = None
    question: Asked | None = None

    @property
    def label(self) -> str:
        """The kind, or of a question what is asked."""
        return self.question or self.kind

    @property
    def agents(self) -> frozenset[str]:
        """Every agent this names."""
        return frozenset(filter(None, (self.agent, *(self.among or ()))))

    def meets(self, expected: "Destination") -> bool:
        """Tell whether this is what was expected.

        A choice needs half of all agents named by either in common, or every one expected. What
        names no agent where one is expected does not meet it.
        """
        if self.label != expected.label:
            return False
        if expected.among:
            offered, wanted = set(self.among or ()), set(expected.among)
            alike = len(offered & wanted) / len(offered | wanted)
            return wanted <= offered or alike >= _OVERLAP
        return expected.agent is None or self.agent == expected.agent


class Said(BaseModel):
    """One thing said before."""

    role: Literal["user", "assistant"]
    text: str


class LabelledDecision(Item):
    """An utterance in its context, where it should go, and where it may go too."""

    tenant: str
    context: tuple[Said, ...] = ()
    utterance: MessageText
    expect: Destination
    also_ok: tuple[Destination, ...] = ()


class _Tenant(BaseModel):
    agents: tuple[ListedAgent, ...]


@dataclass(frozen=True)
class Decisions:
    """Labelled decisions and the agents of the organisations they were made for."""

    said: Dataset[LabelledDecision]
    tenants: Mapping[str, tuple[Agent, ...]]
    tenants_digest: str


def load_decisions(path: Path, tenants: Path) -> Decisions:
    """Read a file and its organisations; raise BadData."""
    found, digest = load_whole(tenants, TypeAdapter(dict[str, _Tenant]))

    def unknown(item: LabelledDecision) -> str:
        return "" if item.tenant in found else f"there is no tenant {item.tenant!r} in {tenants}"

    said = load(path, LabelledDecision, unknown)
    agents = {name: tuple(a.agent() for a in tenant.agents) for name, tenant in found.items()}
    return Decisions(said, agents, digest)
