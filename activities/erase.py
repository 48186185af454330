"""Take the next step of a person's erasure."""

from shared import erasing
from shared.models.steps import Erased, ErasureRef
from shared.services import Services


async def erase(request: ErasureRef, services: Services) -> Erased:
    """Do what comes next, and say whether it is over, or when to go on."""
    return await erasing.step(request.erasure, services)
