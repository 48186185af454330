"""What a tool is."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from shared.decisions.risk import Arguments, ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import Undo
from shared.models.given import Given
from shared.models.profile import Profile
from shared.models.reasoning import ToolSpec
from shared.models.run import Card, Origin
from shared.tools.effect import NO_EFFECT, Effect
from shared.tools.history import NO_HISTORY, History
from shared.tools.uploads import NO_UPLOADS, Uploads
from shared.tools.workspace import Workspace

TIMEOUT_SECONDS = 30
"""One call's share of spec 003's tool time."""


async def _unheard(_text: str) -> None:
    """Tell nobody."""


async def _none_alike(_text: str, others: Sequence[str]) -> Sequence[float]:
    return [0.0] * len(others)


@dataclass(frozen=True)
class Desk:
    """What a call works with: the person's accounts, who they are, the time, and its effect.

    `history` is what was changed for them before, `uploads` the conversation's files, `chain` the
    agents that the request came through. `told` says aloud what comes in while the call lasts.
    `likeness` tells how near in meaning a text is to each of some others, from -1 to 1.
    """

    workspace: Workspace
    profile: Profile
    now: datetime
    effect: Effect = NO_EFFECT
    history: History = NO_HISTORY
    uploads: Uploads = NO_UPLOADS
    chain: tuple[str, ...] = ()
    told: Callable[[str], Awaitable[None]] = _unheard
    likeness: Callable[[str, Sequence[str]], Awaitable[Sequence[float]]] = _none_alike

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
    """A call made ready: the arguments it is made with, and the card that shows them.

    `before` is what it is going to change, as it is now, so that it can be put back. `foreign` is
    what others' text brought into it.
    """

    arguments: dict[str, Json]
    card: Card
    before: Json = None
    foreign: tuple[Origin, ...] = ()


@dataclass(frozen=True)
class Made:
    """A change that was made, for whoever works out what reverses it."""

    arguments: Arguments
    result: Json
    before: Json = None


NOT_UNDOABLE = "That can't be undone."


def stays(why: str) -> Callable[[Made], str]:
    """Return the `undo` of a tool whose changes stay as they are, and why."""
    return lambda _made: why


def _nothing_more(_said: Said) -> tuple[str, ...]:
    return ()


def _gives_nothing(_result: Json) -> tuple[Given, ...]:
    return ()


@dataclass(frozen=True)
class Tool:
    """One tool: its name and words for a planner, its parameters, its rules, and the call.

    `say` puts a result into words without a model. `prepare` makes a call ready to be shown, from
    what is wished (`parameters`, which take names and texts) or from arguments it has made before.
    What it returns is what is called, and has the form `exact`: all looking up and reading of texts
    is done by then. Whatever changes something is prepared first, also where nobody has to be
    asked. `check` refuses what can be told without an account, where `prepare` begins with one.
    `effect_key` names what may happen once where that is not the step itself (a draft is sent once,
    whoever asks). What a reading tool finds may be used again for as long as `keep`, until the
    person changes something in its `domain` (set where services are listed). `suggest` returns
    messages that go on from a result. `undo` returns the call that reverses a change that was made,
    or says why nothing does; `since` tells, before this tool takes something back, what it has
    become meanwhile ("" if nobody changed it). `gives` returns what of a result is passed on as it
    is, beside its words. `told` names a change later on, where the first line of `say` would not.
    """

    name: str
    description: str
    parameters: type[Payload]
    rules: ToolRules
    call: Callable[[Desk, Any], Awaitable[Json]]
    say: Callable[[Said], str]
    prepare: Callable[[Desk, Any], Awaitable[Prepared]] | None = None
    check: Callable[[Desk, Any], Awaitable[None]] | None = None
    exact: type[Payload] | None = None
    effect_key: Callable[[Arguments], str] | None = None
    keep: timedelta | None = None
    domain: str = ""
    suggest: Callable[[Said], tuple[str, ...]] = field(default=_nothing_more)
    undo: Callable[[Made], Undo | str] = field(default=stays(NOT_UNDOABLE))
    since: Callable[[Desk, Undo], Awaitable[str]] | None = None
    gives: Callable[[Json], tuple[Given, ...]] = field(default=_gives_nothing)
    told: Callable[[Said], str] | None = None

    @cached_property
    def spec(self) -> ToolSpec:
        """The tool as planners see it: made once, since a schema takes milliseconds."""
        return ToolSpec(
            name=self.name,
            description=self.description,
            parameters=self.parameters.model_json_schema(),
            changes=self.rules.changes,
        )

    async def run(self, desk: Desk, arguments: Mapping[str, Json]) -> Json:
        """Make the call with arguments as they are: for a change, as prepared; raise ToolFailed."""
        return await self.call(desk, self._checked(self.exact or self.parameters, arguments))

    async def preview(self, desk: Desk, arguments: Mapping[str, Json]) -> Prepared:
        """Check what is wished and make the call ready; raise ToolFailed."""
        wanted = self.wished(arguments)
        checked = self._checked(self.parameters, wanted)
        if self.prepare is None:
            return Prepared(wanted, Card(title=self.name, fields=_plain(wanted)))
        return await self.prepare(desk, checked)

    async def look(self, desk: Desk, arguments: Mapping[str, Json]) -> None:
        """Check the arguments, and what of them can be told by themselves; raise ToolFailed."""
        checked = self._checked(self.parameters, self.wished(arguments))
        if self.check is not None:
            await self.check(desk, checked)

    def wished(self, arguments: Mapping[str, Json]) -> dict[str, Json]:
        """Return arguments as they may be wished: what preparing adds is worked out anew."""
        form: type[Payload] = self.exact or self.parameters
        added = form.field_names() - self.parameters.field_names()
        return {name: value for name, value in arguments.items() if name not in added}

    def leaves_open(self, arguments: Mapping[str, Json]) -> bool:
        """Return whether arguments are not what the call takes, so that they must be prepared."""
        try:
            (self.exact or self.parameters).model_validate(arguments)
        except ValidationError:
            return True
        return False

    def _checked(self, form: type[Payload], arguments: Mapping[str, Json]) -> Payload:
        try:
            return form.model_validate(arguments)
        except ValidationError as error:
            names = (str(e["loc"][0]) if e["loc"] else "what was asked" for e in error.errors())
            fields = " or ".join(dict.fromkeys(name.replace("_", " ") for name in names))
            told = f"I can't use what I have for the {fields}. Please say it in other words."
            raise ToolFailed(told, "params") from error


def _plain(arguments: Mapping[str, Json]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in arguments.items())


Toolbox = Mapping[str, Tool]
"""Tools by name."""


def rules_of(toolbox: Toolbox) -> dict[str, ToolRules]:
    """Return what decisions need to know of each tool."""
    return {name: tool.rules for name, tool in toolbox.items()}
