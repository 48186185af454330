"""What a tool is."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from shared.decisions.risk import Arguments, ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.profile import Profile
from shared.models.reasoning import ToolSpec
from shared.models.run import Card
from shared.tools.effect import NO_EFFECT, Effect
from shared.tools.history import NO_HISTORY, History
from shared.tools.workspace import Workspace

TIMEOUT_SECONDS = 30
"""One call's share of spec 003's tool time."""


@dataclass(frozen=True)
class Desk:
    """What a call works with: the person's accounts, who they are, the time, and its effect.

    `history` is what was changed for them before.
    """

    workspace: Workspace
    profile: Profile
    now: datetime
    effect: Effect = NO_EFFECT
    history: History = NO_HISTORY

    @property
    def zone(self) -> ZoneInfo:
        """The person's time zone."""
        return ZoneInfo(self.profile.preferred.time_zone)


@dataclass(frozen=True)
class Said:
    """A result to be put into words."""

    result: Json
    arguments: Arguments
    profile: Profile
    now: datetime

    @property
    def zone(self) -> ZoneInfo:
        """The person's time zone."""
        return ZoneInfo(self.profile.preferred.time_zone)


@dataclass(frozen=True)
class Prepared:
    """A risky call made ready to be shown: arguments that leave nothing open, and its card.

    `before` is what it is going to change, as it is now, so that it can be put back.
    """

    arguments: dict[str, Json]
    card: Card
    before: Json = None


@dataclass(frozen=True)
class Made:
    """A change that was made, for whoever works out what reverses it."""

    arguments: Arguments
    result: Json
    before: Json = None


NOT_UNDOABLE = "That can't be undone."


def _stays(_made: Made) -> str:
    return NOT_UNDOABLE


def _nothing_more(_said: Said) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Tool:
    """One tool: its name and words for a planner, its parameters, its rules, and the call.

    `say` puts a result into words without a model; where a model would do better (`digest`), one is
    asked. `prepare` makes a risky call ready to be shown: the arguments it returns are what is
    called. `effect_key` names what may happen once where that is not the step itself (a draft is
    sent once, whoever asks). What a reading tool finds may be used again for as long as `keep`,
    until the person changes something in its `domain` (set where services are listed). `suggest`
    returns messages that go on from a result. `undo` returns the call that reverses a change that
    was made, or says why nothing does; `since` tells, before this tool takes something back, what
    it has become meanwhile ("" if nobody changed it). `told` names a change later on, where the
    first line of `say` would not.
    """

    name: str
    description: str
    parameters: type[Payload]
    rules: ToolRules
    call: Callable[[Desk, Any], Awaitable[Json]]
    say: Callable[[Said], str]
    prepare: Callable[[Desk, Any], Awaitable[Prepared]] | None = None
    effect_key: Callable[[Arguments], str] | None = None
    digest: bool = False
    keep: timedelta | None = None
    domain: str = ""
    suggest: Callable[[Said], tuple[str, ...]] = field(default=_nothing_more)
    undo: Callable[[Made], Undo | str] = field(default=_stays)
    since: Callable[[Desk, Undo], Awaitable[str]] | None = None
    told: Callable[[Said], str] | None = None

    def spec(self) -> ToolSpec:
        """Return the tool as planners see it."""
        return ToolSpec(
            name=self.name,
            description=self.description,
            parameters=self.parameters.model_json_schema(),
        )

    async def run(self, desk: Desk, arguments: Mapping[str, Json]) -> Json:
        """Check the arguments and make the call; raise ToolFailed."""
        return await self.call(desk, self._checked(arguments))

    async def preview(self, desk: Desk, arguments: Mapping[str, Json]) -> Prepared:
        """Check the arguments and make the call ready to be shown; raise ToolFailed."""
        checked = self._checked(arguments)
        if self.prepare is None:
            return Prepared(dict(arguments), Card(title=self.name, fields=_plain(arguments)))
        return await self.prepare(desk, checked)

    def _checked(self, arguments: Mapping[str, Json]) -> Payload:
        try:
            return self.parameters.model_validate(arguments)
        except ValidationError as error:
            fields = ", ".join(str(e["loc"][0]) if e["loc"] else "?" for e in error.errors())
            raise ToolFailed(f"{self.name} was given unusable {fields}.", "params") from error


def _plain(arguments: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in arguments.items())


Toolbox = Mapping[str, Tool]
"""Tools by name."""


def rules_of(toolbox: Toolbox) -> dict[str, ToolRules]:
    """Return what decisions need to know of each tool."""
    return {name: tool.rules for name, tool in toolbox.items()}
