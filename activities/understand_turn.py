"""Open the turn to work on, and understand its message if that is what comes first."""

from activities.analyze_intent import analyze_intent
from activities.open_turn import open_turn
from activities.park import park
from activities.steps.guard import perform
from shared import catalog
from shared.models.steps import ParkRequest, ThreadStart, TurnRef, Understood
from shared.services import Services


async def understand_turn(start: ThreadStart, services: Services) -> Understood:
    """Open a turn, or park the thread where nothing waits; a re-run returns the same turn."""
    await services.ready()
    opened = await open_turn(start, services, begins=catalog.ANALYZE_INTENT.name)
    while opened.status == "empty":
        wish = ParkRequest(thread=start.thread, etag=opened.etag)
        if (await park(wish, services)).parked:
            break
        opened = await open_turn(start, services, begins=catalog.ANALYZE_INTENT.name)
    if not opened.analysed:
        return Understood(opened=opened)
    ref = TurnRef(thread=start.thread, turn=opened.turn)
    analysis = await perform(catalog.ANALYZE_INTENT, analyze_intent, ref, services)
    return Understood(opened=opened, analysis=analysis)
