"""What a person asked to be reminded of."""

from shared.agents import schedules
from shared.decisions.errands import asks_for_reminders, moment
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import and_more, one_line
from shared.services import Services
from shared.tools.wording import count

SHOWN = 10


class ReminderQuestions(InOnePiece):
    """Lists the reminders to come, the next one first."""

    id = "reminders"
    priority = 106

    def can_handle(self, asked: Asked) -> bool:
        """Take questions about one's reminders."""
        return asks_for_reminders(asked.plain)

    async def text(self, asked: Asked, services: Services) -> str:
        """Answer in the person's own time zone."""
        own = await schedules.mine(services, asked.principal)
        coming = [one for one in own if one.kind == "reminder" and one.next_at is not None]
        if not coming:
            return "You have no reminders."
        lines = [f"- {one_line(one.request)}: {moment(one.recurrence)}" for one in coming[:SHOWN]]
        return "\n".join(
            [f"You have {count(len(coming), 'reminder')}:", *lines, *and_more(len(coming) - SHOWN)]
        )
