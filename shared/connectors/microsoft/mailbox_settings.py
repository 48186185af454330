"""What Outlook knows of when its owner works, and where."""

from datetime import time
from typing import Annotated

from shared.connectors.microsoft.graph import MANY, Shape, Text
from shared.connectors.microsoft.zones import zone_named
from shared.english.spelled import WEEKDAYS
from shared.models.profile import CalendarSettings, WorkingHours


class _Hours(Shape):
    days_of_week: Annotated[tuple[str, ...], MANY] = ()
    start_time: Text = ""
    end_time: Text = ""


class _Settings(Shape):
    time_zone: Text = ""
    working_hours: _Hours | None = None


class Mailbox(Shape):
    """The part of a user that is about their mailbox."""

    mailbox_settings: _Settings | None = None

    @property
    def settings(self) -> CalendarSettings:
        """The settings in the product's words; raises ToolFailed for a zone nobody knows."""
        found = self.mailbox_settings
        if found is None or not found.time_zone:
            return CalendarSettings()
        zone = zone_named(found.time_zone).key
        return CalendarSettings(time_zone=zone, working_hours=_hours(found.working_hours))


def _hours(found: _Hours | None) -> WorkingHours | None:
    """Return working hours; their times have seven digits after the second."""
    if found is None:
        return None
    days = tuple(WEEKDAYS.index(day) for day in found.days_of_week if day in WEEKDAYS)
    try:
        start, end = (
            time.fromisoformat(at.partition(".")[0]) for at in (found.start_time, found.end_time)
        )
    except ValueError:
        return None
    return WorkingHours(start=start, end=end, days=days) if days and start != end else None
