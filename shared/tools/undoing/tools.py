"""The tools that tell what was changed in a conversation and take it back; every agent has them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast

from pydantic import Field

from shared.decisions import undoing
from shared.decisions.risk import Arguments, ToolRules, reads, risk_of
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.effect import EffectRecord, Undo
from shared.models.intent import Risk
from shared.models.profile import Profile
from shared.tools.parameters import SETTLED, Exact
from shared.tools.tool import NOT_UNDOABLE, Desk, Made, Prepared, Said, Tool, Toolbox
from shared.tools.wording import at_time, field, one_line

_UNDONE, _AGAIN = "Undone: ", "Done again: "
ALREADY = "That was taken back already."
GONE = "That can't be undone any more: the tool {tool}, which would take it back, is gone."
CHANGED = "This was changed since, by somebody else or yourself: it is now {now}."
_ORDER: tuple[Risk, ...] = ("low", "medium", "high")


class ChangesMade(Payload):
    """Which changes of this conversation are meant."""

    about: str = Field(default="", description="Words that say which; empty: the latest")
    last: bool = Field(default=False, description="Whether only the very last one is meant")


class TakeBack(Payload):
    """The change to take back, as the list gives it."""

    effect: str = Field(min_length=1, description="The id of a change", json_schema_extra=SETTLED)
    risk: Risk = Field(
        default="high", description="How risky it is, as the list says", json_schema_extra=SETTLED
    )


class ExactTakeBack(Exact):
    """The change to take back, and the very call that does: its tool, and what it is made with."""

    effect: str = Field(min_length=1)
    risk: Risk
    tool: str = Field(min_length=1)
    call: dict[str, Json]


@dataclass(frozen=True)
class _Undoing:
    """What takes back what the tools of a box do."""

    toolbox: Toolbox

    def risk(self, record: EffectRecord, profile: Profile) -> Risk:
        """Return how risky it is to take a change back; saying that nothing can is no risk."""
        if record.undo is None or record.undo.tool not in self.toolbox:
            return "low"
        inverse = self.toolbox[record.undo.tool]
        return risk_of(inverse.name, inverse.rules, record.undo.arguments, profile)

    async def changes(self, desk: Desk, wanted: ChangesMade) -> Json:
        """List the changes that are meant; one that nothing reverses fails with the reason."""
        wish = undoing.Wish(tuple(wanted.about.casefold().split()), wanted.last)
        listed = undoing.meant(await desk.history.recent(), wish)
        whole = [await desk.history.find(one.key) for one in listed]
        if len(listed) == 1:
            _, undo = await _found(desk, listed[0].key)
            self._there(undo.tool)
        shown = [_listed(one, self.risk(one, desk.profile), desk) for one in whole if one]
        return {"changes": shown}

    async def prepare(self, desk: Desk, wanted: TakeBack) -> Prepared:
        """Show what the reversing call will do, and whether somebody was there since."""
        record, undo = await _found(desk, wanted.effect)
        inverse = self._there(undo.tool)
        shown = await inverse.preview(desk, undo.arguments)
        now = await inverse.since(desk, undo) if inverse.since is not None else ""
        warnings = (*((CHANGED.format(now=now),) if now else ()), *shown.card.warnings)
        title = f"Undo: {record.about.told or shown.card.title}"
        card = shown.card.model_copy(update={"title": title, "warnings": warnings})
        risk = self.risk(record, desk.profile)
        exact = ExactTakeBack(effect=record.key, risk=risk, tool=inverse.name, call=shown.arguments)
        return Prepared(exact.model_dump(mode="json"), card, shown.before)

    async def take_back(self, desk: Desk, exact: ExactTakeBack) -> Json:
        """Reverse the change as it was shown; it counts as taken back once all of it is."""
        record, _ = await _found(desk, exact.effect)
        inverse = self._there(exact.tool)
        if _ORDER.index(self.risk(record, desk.profile)) > _ORDER.index(exact.risk):
            raise ToolFailed("This has to be shown before it is done.", "params", recoverable=True)
        try:
            result = await inverse.run(desk, exact.call)
        finally:
            await desk.history.touched(inverse.domain)
        if not field(result, "failed"):
            await desk.history.undone(record.key)
        return {
            "undone": {"id": record.key, "told": record.about.told},
            "tool": inverse.name,
            "arguments": exact.call,
            "result": result,
        }

    def say(self, said: Said) -> str:
        """Say what was taken back, by name, and how it is now."""
        known = cast("dict[str, Any]", said.result)
        told = _undone(one_line(known["undone"]["told"]))
        inverse = self.toolbox.get(known["tool"])
        if inverse is None:
            return told
        now = inverse.say(replace(said, result=known["result"], arguments=known["arguments"]))
        return f"{told}\n{now}"

    def again(self, made: Made) -> Undo | str:
        """Return what reverses the taking back: that is to do again what was taken back."""
        known = cast("dict[str, Any]", made.result)
        inverse = self.toolbox.get(known["tool"])
        if inverse is None:
            return GONE.format(tool=known["tool"])
        return inverse.undo(Made(known["arguments"], known["result"], made.before))

    def _there(self, name: str) -> Tool:
        """Return a tool that is on record; raise ToolFailed where a later deployment dropped it."""
        if name not in self.toolbox:
            raise ToolFailed(GONE.format(tool=name), "params")
        return self.toolbox[name]


def undoing_tools(toolbox: Toolbox) -> tuple[Tool, ...]:
    """Return the tools that take back what the others do."""
    own = _Undoing(toolbox)
    lists = ToolRules(
        reads, items="changes", item_kind="change", item_label="told", describe=_describe
    )
    return (
        Tool(
            undoing.CHANGES,
            "List what was changed in this conversation and can be taken back",
            ChangesMade,
            lists,
            own.changes,
            _say_changes,
        ),
        Tool(
            undoing.UNDO,
            "Take back one change that was made before",
            TakeBack,
            ToolRules(_assess, changes=True),
            own.take_back,
            own.say,
            prepare=own.prepare,
            exact=ExactTakeBack,
            effect_key=lambda arguments: str(arguments.get("effect")),
            undo=own.again,
        ),
    )


async def _found(desk: Desk, effect: str) -> tuple[EffectRecord, Undo]:
    """Return a change and what reverses it; raise ToolFailed where it cannot be."""
    record = await desk.history.find(effect)
    if record is None or record.state != "done":
        raise ToolFailed("There is no such change of yours on record.", "params")
    if record.undone_at is not None and not desk.effect.again:
        raise ToolFailed(ALREADY, "params")
    if record.undo is None:
        told = f" That was: {record.about.told}" if record.about.told else ""
        raise ToolFailed(f"{record.why_not or NOT_UNDOABLE}{told}", "params")
    return record, record.undo


def _listed(record: EffectRecord, risk: Risk, desk: Desk) -> dict[str, Json]:
    return {
        "id": record.key,
        "told": record.about.told or record.tool,
        "when": at_time(record.begun_at, desk.zone, desk.now),
        "undo": record.undo.told if record.undo is not None else "",
        "why_not": record.why_not,
        "risk": risk,
    }


def _undone(told: str) -> str:
    """Return what was taken back in words; what was an undoing is done again by it."""
    if told.startswith(_UNDONE):
        return f"{_AGAIN}{told.removeprefix(_UNDONE)}"
    return f"{_UNDONE}{told.removeprefix(_AGAIN) or 'the last change'}"


def _assess(arguments: Arguments, _profile: Profile) -> Risk:
    """Return the risk that was worked out for the change: what names none is shown first."""
    named = arguments.get("risk")
    return named if named in _ORDER else "high"


def _say_changes(said: Said) -> str:
    found = cast("list[dict[str, Any]]", field(said.result, "changes") or [])
    if not found:
        return undoing.NOTHING
    return "\n".join(f"- {one_line(one['told'])} ({one['when']})" for one in found)


def _describe(item: Mapping[str, Any], _today: date) -> str:
    return str(item.get("undo") or item.get("why_not") or item.get("when", ""))
