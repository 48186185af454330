"""A command on its way to tool calls: what it says, what is known, and the calls so far."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time

from shared.english import When, asked_at
from shared.english.near import read_near
from shared.models.base import Json
from shared.models.intent import Sought
from shared.models.profile import Profile
from shared.models.reasoning import PlannedStep, PlanRequest, Reference, ToolPlan
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.people import People, Unknown, lookup, people
from shared.understanding.pointing import known_references, pointed_references
from shared.understanding.said import Said
from shared.understanding.steps import step


class Asked(Exception):
    """Something is not said that the command cannot do without: the question that asks for it.

    `kind` is the kind of span an answer gives; "" where no answer would help.
    """

    def __init__(self, question: str, kind: str = "") -> None:
        super().__init__(question)
        self.kind = kind


class Work:
    """One command being planned."""

    def __init__(self, said: Said, request: PlanRequest) -> None:
        self.said = said
        self.request = request
        self.now: datetime = asked_at(request)
        self.profile: Profile = request.profile
        self.near: time | None = None
        """The time of day of what is to be changed, where that is known."""
        self._steps: list[PlannedStep] = []

    def add(self, tool: str, reason: str, **arguments: Json) -> int:
        """Add a call, without its empty arguments; return its number."""
        self._steps.append(step(tool, reason, **arguments))
        return len(self._steps)

    def change(self, tool: str, reason: str, wish: str, **arguments: Json) -> int:
        """Add a call that changes what is there as it is wished in words; return its number."""
        call = self.add(tool, reason, **arguments)
        self._steps[call - 1] = self._steps[call - 1].model_copy(update={"wish": wish})
        return call

    def seek(
        self, call: int, words: str = "", *, first: bool = False, within: tuple[str, ...] = ()
    ) -> None:
        """Let words, or those of the command, tell which of the things a call lists is meant.

        `first`: it is the first one where they tell none from the others. `within`: the first and
        last day of the time that is said.
        """
        sought = Sought(words=words or self.said.describing, first=first, within=within)
        self._steps[call - 1] = self._steps[call - 1].model_copy(update={"sought": sought})

    @property
    def asked_before(self) -> str:
        """What the message before this one said; "" for none."""
        exchanges = reversed(self.request.context.exchanges)
        return next((one.text for one in exchanges if one.role == "user"), "")

    @property
    def count(self) -> int:
        """How many calls there are so far."""
        return len(self._steps)

    def plan(self) -> ToolPlan:
        """Return the calls."""
        return ToolPlan(steps=tuple(self._steps))

    def known(self, kinds: frozenset[str]) -> tuple[Reference, ...]:
        """Return what of some kinds was listed before."""
        return known_references(self.request, kinds)

    def pointed(self, kinds: frozenset[str]) -> tuple[Reference, ...]:
        """Return what was listed before and is pointed at; none where nothing points."""
        which = self.said.one("which")
        return pointed_references(which, self.known(kinds), kinds) if which else ()

    def look_up(self, name: str) -> int:
        """Add the call that finds somebody; return its number."""
        self._steps.append(lookup(name, self.request))
        return len(self._steps)

    def of_several(self, span: Span) -> str:
        """Return the name that a span has in the plural, "the Product Weeklies"; "" for others."""
        names = (thing.name for link in self.request.links for thing in link.things)
        return next((one for one in names if fold(span.text) in _plurals(fold(one))), "")

    def people(self, names: Sequence[str]) -> People:
        """Look people up; raise Asked for whom nobody can."""
        try:
            found = people(names, self.request, len(self._steps))
        except Unknown as unknown:
            raise Asked(str(unknown), "person") from None
        self._steps += found.lookups
        return found

    def when(self, kind: str = "time", *, past: bool = False) -> When:
        """Read what the spans of a kind say about time."""
        return self.read(self.said.joined(kind), past=past)

    def read(self, text: str, *, past: bool = False) -> When:
        """Read what a text says about time."""
        hours = self.profile.preferred.working_hours
        return read_near(text, self.now, self.near, hours, past=past)


def _plurals(name: str) -> tuple[str, str]:
    return f"{name}s", re.sub(r"y$", "ie", name) + "s"


Frame = Callable[[Work], None]
"""Adds the calls that a task comes down to, or raises Asked."""
Frames = Mapping[str, Frame]
"""The frames of a service, by the task of each."""
