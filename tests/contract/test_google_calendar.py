"""Google Calendar read and changed, every exchange held against Google's discovery document."""

from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.google.calendar import GoogleCalendar
from shared.connectors.google.provider import PROVIDER
from shared.connectors.rest import AlreadyThere, NotThere
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.calendar.port import Attendee, Busy, EventChange, NewEvent
from tests.support.wire.crashes import EFFECT_ID, cut_off
from tests.support.wire.gmail import ME, failure
from tests.support.wire.google_calendar import EVENTS, ZONE, GoogleCalendarPeer, at, event
from tests.support.wire.peer import Answer

EFFECT = Effect(EFFECT_ID)
DAY, NEXT = datetime(2026, 11, 27, tzinfo=UTC), datetime(2026, 11, 28, tzinfo=UTC)
BOB = {"email": "bob@b.example", "displayName": "Bob", "responseStatus": "declined"}
MYSELF = {"email": ME, "self": True, "responseStatus": "needsAction"}
ROOM = {"email": "room@b.example", "resource": True, "responseStatus": "accepted"}
NEW = NewEvent(
    title="Review",
    starts_at=datetime(2026, 11, 27, 14, tzinfo=UTC),
    ends_at=datetime(2026, 11, 27, 15, tzinfo=UTC),
    time_zone=ZONE,
    location="Room 1",
    notes="Agenda",
    attendees=(Attendee(email="bob@b.example", name="Bob"), Attendee(email="cy@b.example")),
)


def calendar_of(there):
    return GoogleCalendar(there.peer.rest(PROVIDER.apis["calendar"], "Google"), ME)


def having(*events):
    there = GoogleCalendarPeer(*events)
    return there, calendar_of(there)


def utc(hour, minute=0, day=27):
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


async def test_events_are_read_in_the_products_words():
    there, calendar = having(
        event(
            "e1",
            summary="Review",
            description="Agenda",
            location="Room 1",
            organizer={"email": "bob@b.example"},
            attendees=[BOB, MYSELF, ROOM],
            recurringEventId="e",
        )
    )
    (found,) = await calendar.events(DAY, NEXT, "review")
    assert found.model_dump() == {
        "id": "e1",
        "series": "e",
        "title": "Review",
        "starts_at": utc(14),
        "ends_at": utc(14, 30),
        "all_day": False,
        "time_zone": ZONE,
        "location": "Room 1",
        "notes": "Agenda",
        "organizer": "bob@b.example",
        "mine": False,
        "response": "none",
        "attendees": (
            {"email": "bob@b.example", "name": "Bob", "response": "declined"},
            {"email": ME, "name": "", "response": "none"},
        ),
        "recurrence": "",
        "link": "https://calendar.example/e1",
        "free": False,
    }
    asked = there.peer.seen[0].param
    assert asked["timeMin"] == "2026-11-27T00:00:00Z"
    assert (asked["q"], asked["singleEvents"], asked["orderBy"]) == ("review", "true", "startTime")


async def test_a_whole_day_lasts_from_midnight_to_midnight_where_the_person_is():
    _, calendar = having(event("e1", "2026-11-27", "2026-11-28"))
    (found,) = await calendar.events(DAY, NEXT)
    assert (found.starts_at, found.ends_at) == (utc(23, day=26), utc(23))
    assert (found.all_day, found.time_zone) == (True, ZONE)
    assert await calendar.get("e1") == found


async def test_an_event_alone_is_read_in_the_calendars_zone():
    _, calendar = having(event("e1", "2026-11-27", "2026-11-28"))
    assert (await calendar.get("e1")).starts_at == utc(23, day=26)


async def test_an_occurrence_has_the_rule_of_its_series():
    series = event("e", recurrence=["EXDATE:20261201", "RRULE:FREQ=WEEKLY"])
    _, calendar = having(series, event("e_1", recurringEventId="e"))
    assert (await calendar.get("e_1")).recurrence == "RRULE:FREQ=WEEKLY"


async def test_all_pages_are_read_up_to_the_limit():
    there, calendar = having(*(event(f"e{n}") for n in range(600)))
    assert len(await calendar.events(DAY, NEXT, limit=550)) == 550
    assert len(there.peer.calls("GET", EVENTS)) == 3


async def test_pages_come_to_an_end_however_many_there_are():
    there, calendar = having()
    there.peer.on("GET", EVENTS, {"items": [], "timeZone": ZONE, "nextPageToken": "on"})
    assert await calendar.events(DAY, NEXT) == ()
    assert len(there.peer.seen) == 8


async def test_cancelled_occurrences_are_left_out():
    _, calendar = having(event("e1"), {"id": "e2", "status": "cancelled"})
    assert [e.id for e in await calendar.events(DAY, NEXT)] == ["e1"]
    with pytest.raises(NotThere):
        await calendar.get("e2")


@pytest.mark.parametrize("event_id", ["gone", "", "..", "a/b?c"])
async def test_no_such_event(event_id):
    there, calendar = having()
    there.peer.on("GET", f"{EVENTS}/.+", failure(404, "Not Found", "notFound"))
    with pytest.raises(NotThere):
        await calendar.get(event_id)


@pytest.mark.parametrize(
    "odd",
    [{"id": "e1"}, {"id": "e1", "start": {}, "end": {}}, {"id": "e1", "start": {"date": "x"}}, [],
     {"start": {"date": "2026-11-27"}, "end": {"date": "2026-11-28"}}, {"items": {}}],
)  # fmt: skip
async def test_an_answer_of_the_wrong_shape_is_a_failed_tool(odd):
    there, calendar = having()
    there.peer.on("GET", f"{EVENTS}/e1", Answer(json=odd, odd=True))
    with pytest.raises(ToolFailed, match="unexpected form"):
        await calendar.get("e1")


@pytest.mark.parametrize("zone", ["Mars/Olympus", ""])
async def test_a_zone_that_nobody_knows_is_named_and_not_taken_for_utc(zone):
    there, calendar = having()
    there.peer.on("GET", EVENTS, {"items": [], "timeZone": zone})
    with pytest.raises(ToolFailed, match="nobody knows") as failed:
        await calendar.events(DAY, NEXT)
    assert f'"{zone}"' in str(failed.value)


async def test_the_calendars_zone_is_its_owners():
    _, calendar = having()
    assert (await calendar.settings()).time_zone == ZONE


@pytest.mark.parametrize(
    ("fields", "free"),
    [
        ({}, False),
        ({"transparency": "transparent"}, True),
        ({"transparency": "opaque"}, False),
        ({"eventType": "workingLocation"}, True),
    ],
)
async def test_what_is_shown_as_free_is_free(fields, free):
    _, calendar = having(event("e1", "2026-11-27", "2026-11-28", **fields))
    assert (await calendar.get("e1")).free is free


async def test_an_event_is_made_under_the_effects_id_and_all_are_told():
    there, calendar = having()
    made = await calendar.create(NEW, EFFECT)
    assert there.peer.seen[0].json == {
        "id": EFFECT_ID,
        "summary": "Review",
        "start": {"dateTime": "2026-11-27T15:00:00+01:00", "timeZone": ZONE},
        "end": {"dateTime": "2026-11-27T16:00:00+01:00", "timeZone": ZONE},
        "location": "Room 1",
        "description": "Agenda",
        "attendees": [{"email": "bob@b.example", "displayName": "Bob"}, {"email": "cy@b.example"}],
    }
    assert there.told == ["all"]
    assert (made.id, made.mine, made.starts_at) == (EFFECT_ID, True, NEW.starts_at)


async def test_a_whole_day_is_made_of_days():
    there, calendar = having()
    days = {"starts_at": utc(23, day=26), "ends_at": utc(23), "all_day": True}
    made = await calendar.create(NEW.model_copy(update=days), EFFECT)
    body = there.peer.seen[0].json
    assert (body["start"], body["end"]) == ({"date": "2026-11-27"}, {"date": "2026-11-28"})
    assert made.all_day


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY;BYDAY=FR", "RRULE:FREQ=WEEKLY;BYDAY=FR"])
async def test_of_a_series_its_first_occurrence_is_returned(rule):
    there, calendar = having()
    made = await calendar.create(NEW.model_copy(update={"recurrence": rule}), EFFECT)
    assert there.peer.seen[0].json["recurrence"] == ["RRULE:FREQ=WEEKLY;BYDAY=FR"]
    assert (made.id, made.series) == (f"{EFFECT_ID}_1", EFFECT_ID)
    assert made.recurrence == "RRULE:FREQ=WEEKLY;BYDAY=FR"


@pytest.mark.parametrize("answer", [failure(500, "Oh"), {"items": []}])
async def test_a_series_is_made_although_its_occurrences_cannot_be_read(answer):
    there, calendar = having()
    there.peer.on("GET", f"{EVENTS}/[^/]+/instances", answer)
    made = await calendar.create(NEW.model_copy(update={"recurrence": "FREQ=DAILY"}), EFFECT)
    assert (made.id, made.series) == (EFFECT_ID, EFFECT_ID)


async def create(there, effect):
    return await calendar_of(there).create(NEW, effect)


async def rename(there, effect):
    return await calendar_of(there).update("e1", EventChange(title="Retro"), effect)


async def move(there, effect):
    change = EventChange(starts_at=utc(16))
    return await calendar_of(there).update("e1", change, effect, scope="series")


async def delete(there, effect):
    return await calendar_of(there).delete("e1", effect)


async def delete_series(there, effect):
    return await calendar_of(there).delete("e1", effect, scope="series")


async def accept(there, effect):
    return await calendar_of(there).respond("e1", "accepted", "Gladly", effect)


def standing():
    series = event("e", recurrence=["RRULE:FREQ=WEEKLY;BYDAY=FR"])
    occurrence = event("e1", recurringEventId="e", attendees=[BOB, MYSELF])
    return GoogleCalendarPeer(series, occurrence)


@pytest.mark.parametrize("attempt", [create, rename, move, delete, delete_series, accept])
async def test_a_change_is_made_once_wherever_an_attempt_is_cut_off(attempt):
    ways = []
    async for way, there, ledger, outcome in cut_off(standing, attempt):
        ways.append(way)
        if isinstance(outcome, ToolFailed) and not isinstance(outcome, OutcomeUnknown):
            assert there.changes == 0, way
        await attempt(there, ledger.effect(again=True))
        assert there.changes == 1, way
    assert len(ways) >= 5


async def test_a_series_is_not_moved_twice():
    async for way, there, ledger, _ in cut_off(standing, move):
        moved = await move(there, ledger.effect(again=True))
        assert there.events["e"]["start"]["dateTime"] == "2026-11-27T17:00:00+01:00", way
        assert moved.ends_at == utc(16, 30), way


async def test_an_event_that_was_made_and_then_removed_is_gone():
    there, calendar = having({"id": EFFECT_ID, "status": "cancelled"})
    with pytest.raises(NotThere):
        await calendar.create(NEW, Effect(EFFECT_ID, again=True))
    assert there.changes == 0


async def test_an_update_sends_what_differs_and_tells_all():
    there, calendar = having(event("e1", attendees=[BOB, MYSELF, ROOM]))
    change = EventChange(
        title="Standup",
        notes="Agenda",
        location="Room 2",
        attendees=(Attendee(email="BOB@b.example"), Attendee(email="cy@b.example", name="Cy")),
    )
    changed = await calendar.update("e1", change, EFFECT)
    (patch,) = there.peer.calls("PATCH", f"{EVENTS}/e1")
    assert patch.json == {
        "description": "Agenda",
        "location": "Room 2",
        "attendees": [
            BOB,
            {"email": ME, "responseStatus": "needsAction"},
            ROOM,
            {"email": "cy@b.example", "displayName": "Cy"},
        ],
    }
    assert (patch.headers["if-match"], patch.param) == ('"1"', {"sendUpdates": "all"})
    assert [a.email for a in changed.attendees] == ["bob@b.example", ME, "cy@b.example"]


async def test_somebody_taken_off_the_list_is_the_only_one_who_goes():
    there, calendar = having(event("e1", attendees=[BOB, MYSELF, ROOM]))
    await calendar.update("e1", EventChange(attendees=()), EFFECT)
    assert [a["email"] for a in there.events["e1"]["attendees"]] == [ME, "room@b.example"]


async def test_an_event_that_is_as_wanted_is_left_alone():
    there, calendar = having(event("e1", attendees=[BOB]))
    change = EventChange(
        title="Standup", starts_at=utc(14), attendees=(Attendee(email="bob@b.example"),)
    )
    assert (await calendar.update("e1", change, EFFECT)).title == "Standup"
    assert there.changes == 0


async def test_moving_the_start_keeps_the_length():
    _, calendar = having(event("e1"))
    moved = await calendar.update("e1", EventChange(starts_at=utc(8)), EFFECT)
    assert (moved.starts_at, moved.ends_at) == (utc(8), utc(8, 30))


async def test_a_whole_day_stays_one_or_becomes_a_time():
    there, calendar = having(event("e1", "2026-11-27", "2026-11-28"))
    moved = await calendar.update("e1", EventChange(starts_at=utc(23)), EFFECT)
    assert there.events["e1"]["start"] == {"date": "2026-11-28"}
    assert moved.all_day
    timed = EventChange(starts_at=utc(9), ends_at=utc(10))
    moved = await calendar.update("e1", timed, EFFECT)
    assert there.events["e1"]["start"] == at("2026-11-27T10:00")
    assert not moved.all_day


async def test_a_series_is_moved_to_another_time_but_to_no_other_day():
    there, calendar = calendar_with_series()
    with pytest.raises(ToolFailed, match="not to another day"):
        await calendar.update("e1", EventChange(starts_at=utc(14, day=28)), EFFECT, scope="series")
    assert there.changes == 0


def calendar_with_series():
    there = standing()
    return there, calendar_of(there)


async def test_a_series_moves_as_its_clock_does_over_the_change_of_summer_time():
    summer = {"dateTime": "2026-09-04T15:00:00+02:00", "timeZone": ZONE}
    until = {"dateTime": "2026-09-04T15:30:00+02:00", "timeZone": ZONE}
    series = event("e", recurrence=["RRULE:FREQ=WEEKLY"]) | {"start": summer, "end": until}
    there, calendar = having(series, event("e1", recurringEventId="e"))
    await calendar.update("e1", EventChange(starts_at=utc(15)), EFFECT, scope="series")
    assert there.events["e"]["start"]["dateTime"] == "2026-09-04T16:00:00+02:00"


async def test_what_somebody_else_has_just_changed_is_not_overwritten():
    there, calendar = having(event("e1"))
    conflict = failure(412, "Precondition Failed", "conditionNotMet")
    there.peer.on("PATCH", f"{EVENTS}/e1", conflict)
    with pytest.raises(AlreadyThere):
        await calendar.update("e1", EventChange(title="Retro"), EFFECT)


async def test_a_change_that_others_changed_again_is_unknown():
    there = standing()
    ledger = [found async for found in cut_off(standing, rename)][-1][2]
    there.events["e1"] |= {"etag": '"5"', "summary": "Somebody else's"}
    with pytest.raises(OutcomeUnknown):
        await rename(there, ledger.effect(again=True))
    assert there.changes == 0


async def test_gone_already_is_deleted():
    there, calendar = having({"id": "e2", "status": "cancelled"})
    await calendar.delete("e1", EFFECT)
    await calendar.delete("e2", EFFECT)
    await calendar.delete("e2", EFFECT, scope="series")
    assert there.changes == 0


async def test_a_series_is_deleted_as_a_whole():
    there, calendar = calendar_with_series()
    await calendar.delete("e1", EFFECT, scope="series")
    assert there.events["e"]["status"] == "cancelled"
    assert there.told == ["all"]


async def test_an_answer_changes_nobody_elses():
    there, calendar = having(event("e1", attendees=[BOB, MYSELF]))
    answered = await calendar.respond("e1", "tentative", "Perhaps", EFFECT)
    assert answered.response == "tentative"
    assert there.peer.calls("PATCH", f"{EVENTS}/e1")[0].json["attendees"] == [
        {"email": ME, "responseStatus": "tentative", "comment": "Perhaps"}
    ]
    assert there.events["e1"]["attendees"][0] == BOB


async def test_only_who_is_invited_can_answer():
    _, calendar = having(event("e1", attendees=[BOB]))
    with pytest.raises(ToolFailed, match="not among those invited"):
        await calendar.respond("e1", "accepted", "", EFFECT)


async def test_an_answer_of_unknown_outcome_stays_unknown():
    there, calendar = having(event("e1", attendees=[MYSELF]))
    there.peer.on("PATCH", f"{EVENTS}/e1", Answer(error=httpx2.ReadTimeout))
    with pytest.raises(OutcomeUnknown):
        await calendar.respond("e1", "accepted", "", EFFECT)


async def test_free_busy_asks_for_others_and_reads_ones_own_events():
    declined = MYSELF | {"responseStatus": "declined"}
    there, calendar = having(
        event("e1"),
        event("e2", transparency="transparent"),
        event("e3", attendees=[BOB, declined]),
        event("e4", "2026-11-27", "2026-11-28", eventType="workingLocation"),
        event("e5", "2026-11-27", "2026-11-28", summary="Holiday"),
    )
    busy = {"start": "2026-11-27T10:00:00Z", "end": "2026-11-27T11:00:00+00:00"}
    calendars = {
        "bob@b.example": {"busy": [busy]},
        "cy@b.example": {"errors": [{"domain": "global", "reason": "notFound"}]},
    }
    there.peer.on("POST", "/calendar/v3/freeBusy", {"calendars": calendars})
    people = ["me", "bob@b.example", "cy@b.example", "di@b.example"]
    found = await calendar.free_busy(people, DAY, NEXT)
    assert found.busy == (
        Busy(person="me", starts_at=utc(14), ends_at=utc(14, 30), title="Standup"),
        Busy(person="me", starts_at=utc(23, day=26), ends_at=utc(23), title="Holiday"),
        Busy(person="bob@b.example", starts_at=utc(10), ends_at=utc(11)),
    )
    assert found.unknown == ("cy@b.example", "di@b.example")


async def test_free_busy_of_many_is_asked_for_in_fifties():
    there, calendar = having()
    there.peer.on("POST", "/calendar/v3/freeBusy", {"calendars": {}})
    people = [f"p{n}@b.example" for n in range(120)]
    assert (await calendar.free_busy(people, DAY, NEXT)).unknown == tuple(people)
    assert [len(s.json["items"]) for s in there.peer.seen] == [50, 50, 20]


async def test_free_busy_of_oneself_needs_nobody_else():
    there, calendar = having(event("e1"))
    found = await calendar.free_busy([ME.upper()], DAY, NEXT)
    assert [busy.person for busy in found.busy] == [ME.upper()]
    assert not there.peer.calls("POST", "/calendar/v3/freeBusy")
