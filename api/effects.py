"""What was changed for the caller, newest first, and taking it back."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import links, sse
from api.ids import path_id
from api.parsing import Body, parse, refuse
from shared import activity
from shared.models.effect import EffectRecord
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

MAX_PAGE = 100
_PAGE = "50"
_STATES = {"intended": "underway"}


class UndoBody(Body):
    """What was agreed to, where a change is to be seen before it is taken back."""

    agree: str = ""


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
    shown = [_view(record, caller) for record in page.records]
    return JSONResponse({"effects": shown, "next": page.after})


async def post_undo(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take a change back; what others would notice only with `agree`, which the refusal gives."""
    del engine
    body = await parse(request, UndoBody, optional=True)
    done = await activity.undo(services, caller, path_id(request, "effect"), body.agree)
    return JSONResponse({"id": done.effect, "text": done.text, "result": done.result})


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


def _view(record: EffectRecord, caller: Principal) -> dict[str, Any]:
    about, undone = record.about, record.undone_at
    state = "undone" if undone is not None else _STATES.get(record.state, record.state)
    who = about.approver or caller.user
    agreed = {"how": about.approved, "who": who} if about.approved else None
    return {
        "id": record.key,
        "at": record.begun_at.isoformat(),
        "told": about.told or record.tool,
        "tool": record.tool,
        "agent": about.agent,
        "thread_id": about.thread,
        "turn": about.turn or None,
        "approved_by": agreed,
        "state": state,
        "message": record.message,
        "undoes": about.undoes or None,
        "undone_at": undone.isoformat() if undone is not None else None,
        "undo": _undo(record, state),
    }


def _undo(record: EffectRecord, state: str) -> dict[str, Any]:
    if state == "done" and record.undo is not None:
        there = links.undo(record.key)
        return {"possible": True, "told": record.undo.told, "link": there}
    why = record.why_not if state == "done" else f"It is {state}."
    return {"possible": False, "why": why or "What would take it back was not kept."}
