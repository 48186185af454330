"""What a person says of where a turn went."""

from typing import Literal, Self

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import model_validator

from api.access import readable
from api.ids import path_id
from api.parsing import Body, parse, refuse
from api.shown import Shown, shown
from api.threads import path_turn
from shared.agents import learning
from shared.agents.roster import reach
from shared.errors import Conflict
from shared.models.base import PrintableId
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN
from shared.ports import Engine
from shared.services import Services


class FeedbackBody(Body):
    """A verdict; for a wrong agent, `agent` is the one that was meant."""

    verdict: Literal["good", "wrong_agent"]
    agent: PrintableId | None = None

    @model_validator(mode="after")
    def _agent_goes_with_wrong(self) -> Self:
        if (self.agent is not None) != (self.verdict == "wrong_agent"):
            raise ValueError("agent must be given for wrong_agent, and only for that")
        return self


class Judged(Shown):
    """The verdict as it was noted."""

    turn: int
    verdict: Literal["good", "wrong_agent"]
    agent: str | None


async def post_feedback(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Learn from a verdict on a turn that has ended; a later verdict replaces an earlier one."""
    del engine
    key = (await readable(services, caller, path_id(request, "thread_id"))).value.key
    turn = await path_turn(request, services, key)
    body = await parse(request, FeedbackBody)
    if turn.status != "closed":
        raise Conflict("This turn is still being answered; judge it once it has ended.")
    if body.agent is not None and (await reach(services, caller)).get(body.agent) is None:
        refuse("agent", "must be one of your agents")
    work = await services.threads.get(key, AGENT_RUN, turn.number)
    run = work.value if work is not None else None
    await learning.judge(services, caller, key, turn, run, body.verdict, body.agent)
    return shown(Judged(turn=turn.number, verdict=body.verdict, agent=body.agent))
