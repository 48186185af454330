import pytest

from shared.errors import ToolFailed
from shared.models.run import Card, Difference
from shared.workspace.calendar.port import Attendee, Busy
from tests.unit.shared.workspace.calendar.calendar_desk import (
    ADA,
    BO,
    CY,
    EFFECT,
    TOOLS,
    ScriptedCalendar,
    at,
    desk,
    event,
    prepared,
    risk,
    said,
)


def addresses(ready, name):
    return [one["email"] for one in ready.arguments[name]]


async def test_moving_keeps_the_length_and_shows_before_and_after():
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", 45, title="Review", attendees=(ADA, BO)),
        event(2, "2026-11-27T14:00", title="Other"),
        busy=(
            Busy(
                person="bo@omni.dev",
                starts_at=at("2026-11-26T08:00"),
                ends_at=at("2026-11-26T08:45"),
            ),
            Busy(
                person="bo@omni.dev",
                starts_at=at("2026-11-27T14:30"),
                ends_at=at("2026-11-27T15:00"),
            ),
        ),
    )
    table = desk(calendar, BO)
    arguments = {"event_id": "e1", "start": "2026-11-27T15:00"}
    ready = await prepared("calendar_update_event", table, arguments)
    assert ready.card == Card(
        title='Change "Review"',
        fields=(("When", "Thu 26 Nov, 09:00-09:45"),),
        differences=(
            Difference(
                label="When", before="Thu 26 Nov, 09:00-09:45", after="Fri 27 Nov, 15:00-15:45"
            ),
        ),
        warnings=(
            'You already have "Other" then (Fri 27 Nov, 15:00-15:30).',
            "Bo Ek is busy Fri 27 Nov, 15:30-16:00.",
        ),
    )
    assert ready.arguments["minutes"] == 45
    assert addresses(ready, "attendees") == ["bo@omni.dev"]
    assert risk("calendar_update_event", ready.arguments) == "medium"
    result = await TOOLS["calendar_update_event"].run(table, ready.arguments)
    ((change, scope, effect),) = calendar.did
    assert scope == "this"
    assert effect == EFFECT
    assert change.model_dump(exclude_none=True) == {
        "starts_at": at("2026-11-27T14:00"),
        "ends_at": at("2026-11-27T14:45"),
    }
    assert said("calendar_update_event", result) == (
        "Done. It is now: **Review**, Fri 27 Nov, 15:00-15:45, with Bo Ek.\nBo Ek will be told."
    )


async def test_an_event_does_not_clash_with_itself():
    own = Busy(
        person="bo@omni.dev", starts_at=at("2026-11-26T08:00"), ends_at=at("2026-11-26T09:00")
    )
    calendar = ScriptedCalendar(event(1, "2026-11-26T08:00", 60, attendees=(ADA, BO)), busy=(own,))
    arguments = {"event_id": "e1", "start": "2026-11-26T09:30"}
    ready = await prepared("calendar_update_event", desk(calendar), arguments)
    assert ready.card.warnings == ()


@pytest.mark.parametrize(
    ("arguments", "after", "minutes"),
    [
        ({"start": "2026-11-27"}, "Fri 27 Nov, 09:00-10:00", 60),
        ({"end": "2026-11-26T09:15"}, "Thu 26 Nov, 09:00-09:15", 15),
        ({"minutes": 120}, "Thu 26 Nov, 09:00-11:00", 120),
        ({"start": "2026-11-26T08:30", "end": "2026-11-26T10:00"}, "Thu 26 Nov, 08:30-10:00", 90),
        ({"end": "2026-11-27"}, "Thu 26 Nov, 09:00 to Fri 27 Nov, 10:00", 1500),
    ],
)
async def test_ways_to_change_a_time(arguments, after, minutes):
    calendar = ScriptedCalendar(event(1, "2026-11-26T08:00", 60))
    ready = await prepared("calendar_update_event", desk(calendar), {"event_id": "e1", **arguments})
    assert [one.after for one in ready.card.differences] == [after]
    assert ready.arguments["minutes"] == minutes


async def test_words_and_people_can_change_together():
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", title="Old", notes="Before", attendees=(ADA, BO, CY)),
        busy=(
            Busy(
                person="di@omni.dev",
                starts_at=at("2026-11-26T08:00"),
                ends_at=at("2026-11-26T08:10"),
            ),
        ),
    )
    di = Attendee(email="di@omni.dev", name="Di Ng")
    table = desk(calendar, BO, CY, di)
    ready = await prepared(
        "calendar_update_event",
        table,
        {
            "event_id": "e1",
            "title": "New",
            "notes": "After\nall",
            "location": "Room 5",
            "add_attendees": ["Di Ng", "bo@omni.dev"],
            "remove_attendees": ["cy"],
        },
    )
    assert ready.card.differences == (
        Difference(label="Title", before="Old", after="New"),
        Difference(label="Where", before="", after="Room 5"),
        Difference(label="Notes", before="Before", after="After\nall"),
        Difference(
            label="Attendees",
            before="Bo Ek <bo@omni.dev>, Cy Young <cy@client.com>",
            after="Bo Ek <bo@omni.dev>, Di Ng <di@omni.dev>",
        ),
    )
    assert ready.card.warnings == (
        "Cy Young <cy@client.com> is outside your organisation.",
        "Di Ng is busy Thu 26 Nov, 09:00-09:10.",
    )
    assert ready.arguments["add_attendees"] == [{"email": "di@omni.dev", "name": "Di Ng"}]
    assert addresses(ready, "remove_attendees") == ["cy@client.com"]
    assert addresses(ready, "attendees") == ["bo@omni.dev", "di@omni.dev", "cy@client.com"]
    assert ready.arguments["start"] is None
    assert risk("calendar_update_event", ready.arguments) == "high"
    await TOOLS["calendar_update_event"].run(table, ready.arguments)
    ((change, _, _),) = calendar.did
    assert [one.email for one in change.attendees] == ["ada@omni.dev", "bo@omni.dev", "di@omni.dev"]
    assert change.starts_at is None


async def test_another_attempt_asks_for_the_same_change():
    calendar = ScriptedCalendar(event(1, "2026-11-26T08:00", title="Old", attendees=(ADA, BO)))
    table = desk(calendar, BO)
    wanted = {"event_id": "e1", "title": "New", "start": "2026-11-27T15:00"}
    ready = await prepared("calendar_update_event", table, wanted)
    await TOOLS["calendar_update_event"].run(table, ready.arguments)
    calendar.kept["e1"] = event(1, "2026-11-27T14:00", title="New", attendees=(ADA, BO))
    await TOOLS["calendar_update_event"].run(table, ready.arguments)
    assert calendar.did[0] == calendar.did[1]


async def test_a_series_is_said_on_the_card_and_needs_confirmation():
    weekly = {"series": "s1", "recurrence": "RRULE:FREQ=WEEKLY"}
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", **weekly), event(2, "2026-12-03T08:00", **weekly)
    )
    table = desk(calendar)
    wanted = {"event_id": "e1", "start": "2026-12-03T09:00"}
    whole = await prepared("calendar_update_event", table, {**wanted, "scope": "series"})
    assert ("Applies to", "Every occurrence of the series") in whole.card.fields
    assert whole.card.warnings == ()
    assert risk("calendar_update_event", whole.arguments) == "high"
    one = await prepared("calendar_update_event", table, wanted)
    assert ("Applies to", "Only this occurrence") in one.card.fields
    assert one.card.warnings == ('You already have "Event 2" then (Thu 3 Dec, 09:00-09:30).',)
    assert risk("calendar_update_event", one.arguments) == "medium"


async def test_an_event_that_does_not_repeat_has_no_series():
    calendar = ScriptedCalendar(event(1, "2026-11-26T08:00"))
    wanted = {"event_id": "e1", "title": "New", "scope": "series"}
    ready = await prepared("calendar_update_event", desk(calendar), wanted)
    assert ready.arguments["scope"] == "this"
    assert risk("calendar_update_event", ready.arguments) == "medium"


async def test_a_whole_day_is_moved_by_days():
    holiday = event(1, "2026-11-25T23:00", 2880, all_day=True, title="Holiday")
    ready = await prepared(
        "calendar_update_event",
        desk(ScriptedCalendar(holiday)),
        {"event_id": "e1", "start": "2026-12-03"},
    )
    assert ready.card.differences == (
        Difference(
            label="When",
            before="Thu 26 Nov to Fri 27 Nov, all day",
            after="Thu 3 Dec to Fri 4 Dec, all day",
        ),
    )


async def test_what_somebody_else_organises_is_changed_with_a_warning():
    calendar = ScriptedCalendar(event(1, "2026-11-26T08:00", mine=False, organizer="cy@client.com"))
    wanted = {"event_id": "e1", "notes": "Bring numbers"}
    ready = await prepared("calendar_update_event", desk(calendar), wanted)
    assert ready.card.warnings == (
        "cy@client.com organises this: it may change in your calendar only.",
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"event_id": "gone", "title": "x"}, "no such event"),
        ({"event_id": "e1"}, 'Nothing about "Event 1" would change'),
        ({"event_id": "e1", "title": "Event 1"}, "would change"),
        ({"event_id": "e1", "start": "2026-11-24T10:00"}, "in the past: Tue 24 Nov, 10:00-10:30"),
        ({"event_id": "e1", "end": "2026-11-26T08:59"}, "ends before it starts"),
        ({"event_id": "e2", "start": "2026-11-27T10:00"}, "takes whole days"),
        ({"event_id": "e1", "remove_attendees": ["Zoe"]}, "Invited are Bo Ek <bo@omni.dev>"),
    ],
)
async def test_what_cannot_be_changed_is_refused(arguments, why):
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", attendees=(BO,)),
        event(2, "2026-11-25T23:00", 1440, all_day=True),
    )
    with pytest.raises(ToolFailed, match=why):
        await TOOLS["calendar_update_event"].preview(desk(calendar), arguments)


async def test_what_has_begun_may_still_get_longer():
    calendar = ScriptedCalendar(event(1, "2026-11-25T08:00", 60))
    wanted = {"event_id": "e1", "end": "2026-11-25T11:00"}
    ready = await prepared("calendar_update_event", desk(calendar), wanted)
    assert ready.arguments["minutes"] == 120
