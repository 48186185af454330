"""What was done for the person, and what waits for them."""

from datetime import UTC, datetime

from shared.activity import waiting_for
from shared.agents import schedules
from shared.decisions.links import without_links
from shared.models.effect import EffectRecord
from shared.queries.cues import says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import and_more, one_line
from shared.queries.reading import plain
from shared.queries.usage import period_of
from shared.services import Services
from shared.tools.wording import count

SHOWN = 20
_READ = 100
_WENT = {
    "intended": " (under way)",
    "failed": " (this did not work)",
    "unknown": " (whether this was done is not known)",
}
_NOTHING = "I changed nothing for you {when}, as far as is on record."
_SAY = 'Say "undo" and what you want taken back, in the conversation it was done in.'


def about_activity(text: str) -> bool:
    """Tell whether a text asks what the product did for a person, or needs from them."""
    return says(plain(text, ()), "waiting", "deeds")


class Activity(InOnePiece):
    """Tells from the record what was changed, and from the conversations what waits."""

    id = "activity"
    priority = 108

    def can_handle(self, asked: Asked) -> bool:
        """Take questions about what the product did, or needs from the person."""
        return says(asked.plain, "waiting", "deeds")

    async def text(self, asked: Asked, services: Services) -> str:
        """Tell it."""
        write = _waiting if says(asked.plain, "waiting") else _done
        return await write(asked, services)


async def _done(asked: Asked, services: Services) -> str:
    zone = await schedules.zone_of(services, asked.principal)
    period = period_of(asked.plain, services.clock.now().astimezone(zone))
    since, until = (_utc(at) for at in (period.since, period.until))
    page = await services.ledger.page(asked.principal, since=since, until=until, limit=_READ)
    if not page.records:
        return _NOTHING.format(when=period.words)
    shown = page.records[:SHOWN]
    lines = [f"- {_when(one.begun_at.astimezone(zone))}: {_told(one)}" for one in shown]
    more = len(page.records) - len(shown)
    undoable = any(one.undo is not None and one.undone_at is None for one in shown)
    heading = f"What I changed for you {period.words}, the latest first:"
    return "\n".join([heading, *lines, *and_more(more), *(["", _SAY] if undoable else [])])


async def _waiting(asked: Asked, services: Services) -> str:
    found = await waiting_for(services, asked.principal)
    if not found:
        return "Nothing is waiting for you: no question and no approval is open."
    zone = await schedules.zone_of(services, asked.principal)
    kinds = {"approval": "to be approved", "clarification": "a question"}
    lines = [
        f"- {_when(one.at.astimezone(zone))}, {kinds[one.kind]}: "
        f"{one_line(without_links(one.told))} (conversation {one.thread_id})"
        for one in found[:SHOWN]
    ]
    waits = f"{count(len(found), 'thing')} {'is' if len(found) == 1 else 'are'} waiting for you:"
    return "\n".join([waits, *lines, *and_more(len(found) - SHOWN)])


def _told(record: EffectRecord) -> str:
    went = " (taken back)" if record.undone_at is not None else _WENT.get(record.state, "")
    return f"{one_line(without_links(record.about.told or record.tool))}{went}"


def _when(at: datetime) -> str:
    return f"{at:%a} {at.day} {at:%b}, {at:%H:%M}"


def _utc(at: datetime | None) -> datetime | None:
    return None if at is None else at.astimezone(UTC)
