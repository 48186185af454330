"""Steps that take the agreement of somebody else: who has the role sees them, and decides.

Whoever asked never agrees to their own step, whatever roles they have. Who decides sees what will
be done and nothing else of the conversation; the answer closes the very question they saw, so what
is done is what was shown.
"""

import asyncio
from collections.abc import Sequence
from typing import Literal

from shared.activity.waiting import still_open
from shared.conversation import later
from shared.conversation.attempts import Plan, attempt
from shared.decisions import lifecycle, replies, wording
from shared.decisions.permissions import GRANTED
from shared.errors import Forbidden, MessageReused, NotFound
from shared.models.principal import Principal
from shared.models.rows import REQUEST, RUN_TICKET, TURN, Stored
from shared.models.thread import Answer, Thread
from shared.models.waiting import Waiting
from shared.naming import digest
from shared.services import Services

Verdict = Literal["accept", "reject"]


async def to_approve(services: Services, who: Principal) -> Sequence[Waiting]:
    """Return what others asked for that somebody with one of these roles may agree to."""
    lists = await asyncio.gather(
        *(services.waiting.of_role(who.tenant, role) for role in sorted(set(who.roles)))
    )
    others = {one.id: one for listed in lists for one in listed if one.asker != who.user}
    waits = await asyncio.gather(*(still_open(services, one) for one in others.values()))
    found = [one for one, open_ in zip(others.values(), waits, strict=True) if open_]
    return sorted(found, key=lambda one: (one.at, one.id))


async def decide(
    services: Services, who: Principal, approval: str, verdict: Verdict, reason: str = ""
) -> Waiting:
    """Agree to what somebody else asked for, or turn it down; a repeat changes nothing.

    Raises NotFound where nothing of that id waits for one of these roles, Forbidden where it is the
    person's own, MessageReused where they said something else before, RequestClosed or Gone.
    """
    noted = await _noted(services, who, approval)
    run_id = f"approval-{digest(approval, who.user)}"
    fingerprint = digest("approval", verdict, reason)

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        if head is None or head.value.deleted:
            raise _absent()
        before, request = await asyncio.gather(
            services.threads.get(noted.thread, RUN_TICKET, run_id),
            services.threads.get(noted.thread, REQUEST, noted.request),
        )
        if before is not None:
            if before.value.digest != fingerprint:
                raise MessageReused("You decided otherwise on this before.")
            return Plan(None)
        if request is None:
            raise _absent()
        if not replies.may_approve(request.value, who.roles):
            raise _absent()
        answer = Answer(
            outcome="answered",
            action=verdict,
            text=reason,
            run_id=run_id,
            by=who.user,
            by_name=who.name or who.user,
        )
        now = services.clock.now()
        change = lifecycle.answer_request(head.value, request, answer, fingerprint, now)
        turn = await services.threads.get(noted.thread, TURN, request.value.turn)
        if turn is None:
            raise _absent()
        rescue = later.rescue(noted.thread, turn.value.seq, now + services.limits.rescue)
        return Plan(None, change, (rescue,))

    await attempt(services, noted.thread, plan)
    return noted


async def _noted(services: Services, who: Principal, approval: str) -> Waiting:
    for role in sorted(set(who.roles).union(GRANTED)):
        noted = await services.waiting.found(who.tenant, role, approval)
        if noted is not None and noted.asker == who.user:
            raise Forbidden(wording.needs_role(role))
        if noted is not None and role in who.roles:
            return noted
    raise _absent()


def _absent() -> NotFound:
    return NotFound("Nothing of this id waits for your approval.")
