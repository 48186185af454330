"""Deciding on what somebody else asked for, where an organisation wants two people."""

from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response

from api.ids import path_id
from api.parsing import Body, parse, refuse
from api.replying import wake
from api.shown import Shown, shown
from shared import activity
from shared.models.base import MessageText
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


class DecisionBody(Body):
    """Yes, or no and why."""

    action: Literal["accept", "reject"]
    reason: MessageText | None = None


class Decided(Shown):
    """What was decided, by whom."""

    id: str
    action: Literal["accept", "reject"]
    by: str


async def post_decision(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Agree to a step of somebody else's conversation, or turn it down; once."""
    approval, body = path_id(request, "approval"), await parse(request, DecisionBody)
    if body.reason is not None and body.action != "reject":
        refuse("reason", "goes with rejecting only")
    noted = await activity.decide(services, caller, approval, body.action, body.reason or "")
    await wake(engine, services, noted.thread)
    return shown(Decided(id=approval, action=body.action, by=caller.user))
