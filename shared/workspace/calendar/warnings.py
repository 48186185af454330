"""What a person should know before they agree to an event."""

from collections.abc import Sequence

from shared.tools.tool import Desk
from shared.tools.wording import one_line, span
from shared.workspace.calendar.people import addressed
from shared.workspace.calendar.port import Attendee, Calendar, Event, Scope
from shared.workspace.calendar.slots import Span, blocks, free, overlap, placed, working
from shared.workspace.calendar.wording import title, when

_MOST = 5


async def clashes(
    desk: Desk,
    time: Span,
    guests: Sequence[Attendee],
    moved: Event | None = None,
    scope: Scope = "this",
) -> tuple[str, ...]:
    """Return what else the person and the guests whose calendars can be seen have at that time.

    `moved` is the event itself, when it is in the calendar already: it does not clash with itself,
    nor with the rest of its series when all of that moves.
    """
    calendar = desk.workspace[Calendar]
    found = await calendar.events(time.starts_at, time.ends_at)
    events = [placed(event, desk.zone) for event in found]
    mine = [
        f'You already have "{title(event)}" then ({when(event, desk.zone, desk.now)}).'
        for event in events
        if blocks(event) and overlap(event, time) and not _moves(event, moved, scope)
    ]
    return (*_bounded(mine), *await busy_guests(desk, time, guests, moved))


async def busy_guests(
    desk: Desk, time: Span, guests: Sequence[Attendee], moved: Event | None = None
) -> tuple[str, ...]:
    """Return which guests are not free then, as far as their calendars can be seen.

    `moved` is an event of theirs that does not count, since it is moved away.
    """
    if not guests:
        return ()
    names = {guest.email.casefold(): one_line(guest.name) or guest.email for guest in guests}
    found = await desk.workspace[Calendar].free_busy(
        [guest.email for guest in guests], time.starts_at, time.ends_at
    )
    said: dict[str, str] = {}
    for busy in sorted(found.busy, key=lambda one: one.starts_at):
        taken = Span(busy.starts_at, busy.ends_at)
        for rest in free([taken], [moved] if moved else []):
            if overlap(rest, time):
                name = names.get(busy.person.casefold(), busy.person)
                said.setdefault(name, f"{name} is busy {span(*taken, desk.zone, desk.now)}.")
    return _bounded(list(said.values()))


def _moves(event: Event, moved: Event | None, scope: Scope) -> bool:
    if moved is None:
        return False
    in_series = scope == "series" and bool(moved.series) and event.series == moved.series
    return in_series or event.id == moved.id


def _bounded(lines: list[str]) -> tuple[str, ...]:
    more = len(lines) - _MOST
    rest = (f"... and {more} more at that time.",) if more > 0 else ()
    return (*lines[:_MOST], *rest)


def off_hours(desk: Desk, time: Span) -> tuple[str, ...]:
    """Return a warning when a time is not within working hours."""
    if working(time, desk.profile.preferred.working_hours, desk.zone) == [time]:
        return ()
    return ("That is outside your working hours.",)


def outsiders(desk: Desk, guests: Sequence[Attendee]) -> tuple[str, ...]:
    """Return a warning that names who is not of the organisation."""
    outside = [addressed(guest) for guest in guests if desk.profile.external(guest.email)]
    if not outside:
        return ()
    verb = "is" if len(outside) == 1 else "are"
    return (f"{', '.join(outside)} {verb} outside your organisation.",)
