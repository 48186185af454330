import pytest

from shared.errors import ToolFailed
from shared.models.run import Card, Difference
from tests.unit.shared.workspace.calendar.calendar_desk import (
    ADA,
    BO,
    CY,
    EFFECT,
    TOOLS,
    ScriptedCalendar,
    desk,
    event,
    prepared,
    risk,
    said,
)


async def test_deleting_shows_what_goes_and_who_is_told():
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", title="Weekly", series="s", attendees=(ADA, BO, CY))
    )
    table = desk(calendar)
    ready = await prepared("calendar_delete_event", table, {"event_id": "e1", "scope": "series"})
    assert ready.card == Card(
        title='Delete "Weekly"',
        fields=(
            ("When", "Thu 26 Nov, 09:00-09:30"),
            ("Attendees", "Bo Ek <bo@omni.dev>, Cy Young <cy@client.com>"),
            ("Applies to", "Every occurrence of the series"),
        ),
        warnings=("This cannot be undone.", "2 attendees will be told that it is cancelled."),
    )
    assert risk("calendar_delete_event", {}) == "high"
    calendar.kept.clear()
    result = await TOOLS["calendar_delete_event"].run(table, ready.arguments)
    assert calendar.did == [("e1", "series", EFFECT)]
    assert result == {"deleted": {"id": "e1", "title": "Weekly"}}
    assert said("calendar_delete_event", result, ready.arguments) == (
        "**Weekly** and the rest of its series are deleted."
    )


async def test_an_invitation_is_answered_with_an_eye_on_the_rest_of_the_day():
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", mine=False, response="none", organizer="cy@client.com"),
        event(2, "2026-11-26T08:15"),
    )
    table = desk(calendar)
    wanted = {"event_id": "e1", "response": "accepted", "comment": "See you!"}
    ready = await prepared("calendar_respond_to_event", table, wanted)
    assert ready.card == Card(
        title='Accept "Event 1"',
        fields=(("When", "Thu 26 Nov, 09:00-09:30"), ("Organizer", "cy@client.com")),
        body="See you!",
        differences=(Difference(label="Your answer", before="not answered", after="accepted"),),
        warnings=('You already have "Event 2" then (Thu 26 Nov, 09:15-09:45).',),
    )
    assert risk("calendar_respond_to_event", ready.arguments) == "medium"
    result = await TOOLS["calendar_respond_to_event"].run(table, ready.arguments)
    assert calendar.did == [("e1", "accepted", "See you!", EFFECT)]
    assert said("calendar_respond_to_event", result) == (
        "You're going to **Event 1**, Thu 26 Nov, 09:00-09:30."
    )


@pytest.mark.parametrize(
    ("before", "response", "warnings"),
    [
        ("none", "declined", ()),
        ("accepted", "accepted", ("You have given this answer already.",)),
        ("none", "tentative", ('You already have "Event 2" then (Thu 26 Nov, 09:15-09:45).',)),
    ],
)
async def test_a_declined_time_is_free_for_other_things(before, response, warnings):
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00", mine=False, response=before),
        event(2, "2026-11-26T08:15"),
    )
    wanted = {"event_id": "e1", "response": response}
    ready = await prepared("calendar_respond_to_event", desk(calendar), wanted)
    assert ready.card.warnings == warnings


@pytest.mark.parametrize(
    ("number", "why"), [(1, "You organise"), (2, "is over: it was Tue 24 Nov, 09:00-09:30")]
)
async def test_there_must_be_something_to_answer(number, why):
    calendar = ScriptedCalendar(
        event(1, "2026-11-26T08:00"), event(2, "2026-11-24T08:00", mine=False)
    )
    arguments = {"event_id": f"e{number}", "response": "declined"}
    with pytest.raises(ToolFailed, match=why):
        await TOOLS["calendar_respond_to_event"].preview(desk(calendar), arguments)
