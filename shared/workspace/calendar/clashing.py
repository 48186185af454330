"""The tool that finds what clashes."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules
from shared.models.base import Json, Payload
from shared.tools.times import window
from shared.tools.tool import Desk, Said, Tool
from shared.tools.wording import count, listed
from shared.workspace.calendar.availability import LONGEST
from shared.workspace.calendar.listing import END, START, every, period
from shared.workspace.calendar.port import Calendar
from shared.workspace.calendar.slots import Span, conflicts
from shared.workspace.calendar.wording import describe, event_in, listed_of, title, when

_MOST = 100


class FindConflicts(Payload):
    """When to look for events that take the same time."""

    start: str = Field(description=START)
    end: str = Field(default="", description=END)


async def find_conflicts(desk: Desk, wanted: FindConflicts) -> Json:
    """Find pairs of events that take the same time."""
    time = Span(*window(wanted.start, wanted.end, desk.zone, LONGEST))
    found = conflicts(await every(desk.workspace[Calendar], time, desk.zone))[:_MOST]
    clashing = {one.id: one for first, second, _ in found for one in (first, second)}
    return {
        "events": [listed_of(one, desk) for one in clashing.values()],
        "conflicts": [
            {
                "first": listed_of(first, desk),
                "second": listed_of(second, desk),
                "starts_at": shared.starts_at.isoformat(),
                "ends_at": shared.ends_at.isoformat(),
            }
            for first, second, shared in found
        ],
        "start": time.starts_at.isoformat(),
        "end": time.ends_at.isoformat(),
    }


def _say(said: Said) -> str:
    found = cast("dict[str, Any]", said.result)["conflicts"]
    if not found:
        return f"Nothing in your calendar clashes {period(said)}."
    lines = [_line(clash, said) for clash in found]
    return f"I found {count(len(found), 'conflict')} {period(said)}:\n{listed(lines, len(lines))}"


def _line(clash: Mapping[str, Any], said: Said) -> str:
    each = (event_in(clash[one]) for one in ("first", "second"))
    first, second = (f"**{title(one)}**, {when(one, said.zone, said.now)}" for one in each)
    return f"{first}, and {second}"


FIND_CONFLICTS = Tool(
    "calendar_find_conflicts",
    "Find events in the calendar that overlap each other",
    FindConflicts,
    ToolRules(items="events", item_kind="event", item_label="title", describe=describe),
    find_conflicts,
    _say,
)
