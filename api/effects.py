"""What was changed for the caller, newest first, and taking it back."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from azurefunctions.extensions.http.fastapi import Request, Response

from api import links, sse
from api.ids import path_id
from api.parsing import Body, parse, refuse
from api.shown import Shown, shown
from shared import activity
from shared.models.base import Json
from shared.models.effect import Approver, EffectRecord
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

MAX_PAGE = 100
_PAGE = "50"

State = Literal["underway", "done", "failed", "unknown", "undone"]


class UndoBody(Body):
    """What was agreed to, where a change is to be seen before it is taken back."""

    agree: str = ""


class Agreement(Shown):
    """How a change was agreed to, and by whom; `name` is "" where the caller did it themselves."""

    how: Approver
    who: str
    name: str


class Undoable(Shown):
    """What takes a change back, in words, and where that is asked for."""

    possible: Literal[True] = True
    told: str
    link: str


class NotUndoable(Shown):
    """Why nothing takes a change back."""

    possible: Literal[False] = False
    why: str


class EffectView(Shown):
    """One change that was made for somebody, or was to be: `message` says why not.

    `undoes` is the change that it takes back.
    """

    id: str
    at: datetime
    told: str
    tool: str
    agent: str
    thread_id: str
    turn: int | None
    approved_by: Agreement | None
    state: State
    message: str
    undoes: str | None
    undone_at: datetime | None
    undo: Undoable | NotUndoable


class EffectList(Shown):
    """Changes, newest first; `next` leads to older ones, "" nowhere."""

    effects: list[EffectView]
    next: str


class UndoneView(Shown):
    """What taking a change back came to, in words and as the tool gave it."""

    id: str
    text: str
    result: Json


async def get_effects(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the caller's changes, of one `day` in their time zone or all that are kept."""
    del engine
    limit = sse.number("limit", request.query_params.get("limit") or _PAGE)
    if not 1 <= limit <= MAX_PAGE:
        refuse("limit", f"must be between 1 and {MAX_PAGE}")
    since, until = await _day(request, caller, services)
    after = request.query_params.get("after") or ""
    if not all(part.isalnum() for part in after.split("-")) and after:
        refuse("after", "must be what an earlier page gave as next")
    page = await services.ledger.page(caller, since=since, until=until, after=after, limit=limit)
    others = any(record.about.approver not in {"", caller.user} for record in page.records)
    people = await services.directory.of(caller.tenant) if others else ()
    names = {one.id: one.name for one in people}
    views = [_view(record, caller, names) for record in page.records]
    return shown(EffectList(effects=views, next=page.after))


async def post_undo(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take a change back; what others would notice only with `agree`, which the refusal gives."""
    del engine
    body = await parse(request, UndoBody, optional=True)
    done = await activity.undo(services, caller, path_id(request, "effect"), body.agree)
    return shown(UndoneView(id=done.effect, text=done.text, result=done.result))


async def _day(
    request: Request, caller: Principal, services: Services
) -> tuple[datetime | None, datetime | None]:
    given = request.query_params.get("day")
    if not given:
        return None, None
    try:
        day = date.fromisoformat(given)
        person = await services.people.get(caller)
        begins = datetime.combine(day, time(), ZoneInfo(person.preferred.time_zone))
        ends = datetime.combine(day + timedelta(days=1), time(), begins.tzinfo)
        return begins.astimezone(UTC), ends.astimezone(UTC)
    except (ValueError, OverflowError):
        refuse("day", "must be a day, e.g. 2026-11-27")


def _view(record: EffectRecord, caller: Principal, names: Mapping[str, str]) -> EffectView:
    about = record.about
    who = about.approver or caller.user
    name = "" if who == caller.user else names.get(who) or who
    state = _state(record)
    return EffectView(
        id=record.key,
        at=record.begun_at,
        told=about.told or record.tool,
        tool=record.tool,
        agent=about.agent,
        thread_id=about.thread,
        turn=about.turn or None,
        approved_by=Agreement(how=about.approved, who=who, name=name) if about.approved else None,
        state=state,
        message=record.message,
        undoes=about.undoes or None,
        undone_at=record.undone_at,
        undo=_undo(record, state),
    )


def _state(record: EffectRecord) -> State:
    if record.undone_at is not None:
        return "undone"
    return "underway" if record.state == "intended" else record.state


def _undo(record: EffectRecord, state: State) -> Undoable | NotUndoable:
    why = activity.why_not(record) if state == "done" else f"It is {state}."
    if why or record.undo is None:
        return NotUndoable(why=why)
    return Undoable(told=record.undo.told, link=links.undo(record.key))
