"""Leave a thread without an orchestrator, unless something arrived meanwhile."""

from shared.decisions import lifecycle
from shared.errors import Conflict
from shared.models.steps import Parked, ParkRequest
from shared.services import Services


async def park(request: ParkRequest, services: Services) -> Parked:
    """Park under the etag that the decision was made on."""
    head = await services.threads.head(request.thread)
    if head is None:
        return Parked(parked=True)
    if head.etag != request.etag:
        return Parked(parked=False)
    if head.value.phase != "parked":
        try:
            await services.threads.commit(head, lifecycle.park(head.value, services.clock.now()))
        except Conflict:
            return Parked(parked=False)
    return Parked(parked=True)
