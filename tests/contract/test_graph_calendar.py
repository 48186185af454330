"""The calendar of Microsoft 365, held against Graph's published contract."""

from datetime import UTC, datetime, time, timedelta

import pytest

from shared.connectors.microsoft.calendar import GraphCalendar
from shared.connectors.rest import AlreadyThere, NotThere
from shared.errors import ToolFailed
from shared.models.profile import CalendarSettings, WorkingHours
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.calendar.port import Attendee, EventChange, NewEvent
from tests.support.wire.graph import API, failure
from tests.support.wire.graph_account import ME, GraphAccount, recipient, utc
from tests.support.wire.peer import Answer

EFFECT = Effect(id="0123456789abcdef0123456789abcdef")
AGAIN = Effect(id=EFFECT.id, again=True)
BO = Attendee(email="bo@acme.example", name="Bo")
START, END = datetime(2026, 11, 23, tzinfo=UTC), datetime(2026, 11, 30, tzinfo=UTC)


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def guest(address, answer="none", role="required"):
    return recipient(address) | {"type": role, "status": {"response": answer}}


@pytest.fixture
def account():
    return GraphAccount()


@pytest.fixture
def calendar(account):
    return GraphCalendar(account.rest(), ME)


def shown(account, *ids):
    """Return events as a calendar view shows them."""
    hidden = {"singleValueExtendedProperties", "transactionId"}
    events = [account.events[id_] for id_ in ids]
    return [{k: v for k, v in each.items() if k not in hidden} for each in events]


NEW = NewEvent(
    title="Kick-off",
    starts_at=at("2026-11-26T14:00"),
    ends_at=at("2026-11-26T15:00"),
    time_zone="Europe/Berlin",
    location="Room 2",
    notes="Bring ideas",
    attendees=(BO,),
)


async def test_a_calendar_view_shows_occurrences_in_utc(account, calendar):
    id_ = account.event(
        attendees=[guest("bo@acme.example", "accepted")],
        seriesMasterId="series=",
        type="occurrence",
    )
    gone = account.event(isCancelled=True)
    account.peer.on("GET", "/v1.0/me/calendarView", {"value": shown(account, id_, gone)})
    (event,) = await calendar.events(START, END)
    assert (event.starts_at, event.ends_at) == (at("2026-11-26T14:00"), at("2026-11-26T14:30"))
    assert (event.title, event.location, event.notes) == ("Review", "Room 1", "Agenda")
    assert (event.time_zone, event.series, event.mine) == ("Europe/Berlin", "series=", True)
    assert [(each.email, each.response) for each in event.attendees] == [
        ("bo@acme.example", "accepted")
    ]
    asked = account.peer.seen[-1].param
    assert (asked["startDateTime"], asked["endDateTime"]) == (
        "2026-11-23T00:00:00Z",
        "2026-11-30T00:00:00Z",
    )


async def test_a_view_is_read_page_by_page_and_searched_for_words(account, calendar):
    one, other, third = (account.event(subject=s) for s in ("Réview", "Lunch", "Review Q3"))
    link = f"{API}/me/calendarView?$skiptoken=2"
    account.peer.on(
        "GET",
        "/v1.0/me/calendarView",
        {"value": shown(account, one, other), "@odata.nextLink": link},
        {"value": shown(account, third)},
    )
    found = await calendar.events(START, END, text="review")
    assert [event.title for event in found] == ["Réview", "Review Q3"]


async def test_a_whole_day_lasts_from_midnight_to_midnight_where_it_was_made(account, calendar):
    id_ = account.event(isAllDay=True, start=utc("2026-11-26T00:00"), end=utc("2026-11-27T00:00"))
    event = await calendar.get(id_)
    assert (event.starts_at, event.ends_at) == (at("2026-11-25T23:00"), at("2026-11-26T23:00"))
    assert (event.all_day, event.time_zone) == (True, "Europe/Berlin")


async def test_an_invitation_is_somebody_elses(account, calendar):
    id_ = account.event(
        organizer=recipient("bo@acme.example"),
        isOrganizer=False,
        responseStatus={"response": "tentativelyAccepted"},
        attendees=[guest("bo@acme.example"), guest(ME, "tentativelyAccepted")],
    )
    event = await calendar.get(id_)
    assert (event.mine, event.response, event.organizer) == (False, "tentative", "bo@acme.example")
    assert [each.email for each in event.attendees] == [ME]


async def test_an_event_is_made_in_its_own_zone(account, calendar):
    event = await calendar.create(NEW, EFFECT)
    sent = account.peer.seen[-1].json
    assert sent["start"] == {"dateTime": "2026-11-26T15:00:00", "timeZone": "Europe/Berlin"}
    assert sent["transactionId"] == "01234567-89ab-cdef-0123-456789abcdef"
    assert (event.title, event.starts_at) == ("Kick-off", NEW.starts_at)
    assert [each.email for each in event.attendees] == ["bo@acme.example"]


async def test_a_lost_answer_makes_no_second_event(account, calendar):
    account.lose("POST", "/me/events")
    with pytest.raises(OutcomeUnknown):
        await calendar.create(NEW, EFFECT)
    event = await calendar.create(NEW, AGAIN)
    assert list(account.events) == [event.id]
    assert await calendar.create(NEW, AGAIN) == event


async def test_graph_itself_makes_no_second_event(account, calendar):
    first = await calendar.create(NEW, EFFECT)
    account.events[first.id]["singleValueExtendedProperties"] = []
    assert (await calendar.create(NEW, AGAIN)).id == first.id
    assert len(account.events) == 1


async def test_a_refusal_because_it_is_there_finds_it(account, calendar):
    await calendar.create(NEW, EFFECT)
    refused = Answer(**failure(409, "ErrorDuplicateTransactionId"))
    account.peer.on("POST", "/v1.0/me/events", refused)
    assert (await calendar.create(NEW, EFFECT)).title == "Kick-off"
    account.events.clear()
    with pytest.raises(OutcomeUnknown):
        await calendar.create(NEW, EFFECT)


async def test_a_series_returns_its_first_occurrence_and_its_rule(account, calendar):
    rule = "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=4"
    event = await calendar.create(NEW.model_copy(update={"recurrence": rule}), EFFECT)
    (master,) = account.events
    assert (event.id, event.series, event.recurrence) == (f"{master}-1", master, rule)
    assert account.events[master]["recurrence"]["range"] == {
        "type": "numbered",
        "startDate": "2026-11-26",
        "recurrenceTimeZone": "Europe/Berlin",
        "numberOfOccurrences": 4,
    }


async def test_a_whole_day_is_made_of_midnights(account, calendar):
    new = NEW.model_copy(
        update={
            "all_day": True,
            "starts_at": at("2026-11-25T23:00"),
            "ends_at": at("2026-11-26T23:00"),
        }
    )
    event = await calendar.create(new, EFFECT)
    sent = account.peer.seen[-1].json
    assert (sent["isAllDay"], sent["start"]["dateTime"]) == (True, "2026-11-26T00:00:00")
    assert (event.starts_at, event.ends_at) == (new.starts_at, new.ends_at)


async def test_only_what_is_different_is_changed(account, calendar):
    id_ = account.event(attendees=[guest("cy@acme.example", role="optional")])
    change = EventChange(
        title="Review",
        starts_at=at("2026-11-26T16:00"),
        ends_at=at("2026-11-26T16:30"),
        attendees=(Attendee(email="CY@acme.example"), BO),
    )
    event = await calendar.update(id_, change, EFFECT)
    patch = next(seen for seen in account.peer.seen if seen.method == "PATCH")
    assert patch.json.keys() == {"start", "end", "attendees"}
    assert patch.json["start"] == {"dateTime": "2026-11-26T17:00:00", "timeZone": "Europe/Berlin"}
    assert [each["type"] for each in patch.json["attendees"]] == ["optional", "required"]
    assert patch.headers["if-match"] == 'W/"1"'
    assert event.starts_at == change.starts_at


async def test_a_change_made_already_is_not_made_again(account, calendar):
    id_ = account.event()
    change = EventChange(title="Retro", location="Room 9", notes="None")
    account.lose("PATCH", "/me/events/.+")
    with pytest.raises(OutcomeUnknown):
        await calendar.update(id_, change, EFFECT)
    event = await calendar.update(id_, change, AGAIN)
    assert (event.title, event.location, event.notes) == ("Retro", "Room 9", "None")
    assert len(account.peer.calls("PATCH", ".*")) == 1


async def test_what_changed_meanwhile_is_not_overwritten(account, calendar):
    id_ = account.event()

    def meanwhile(seen):
        account.events[id_]["@odata.etag"] = 'W/"2"'
        return account._patched("events")(seen)

    account.peer.on("PATCH", ".*", meanwhile)
    with pytest.raises(AlreadyThere):
        await calendar.update(id_, EventChange(title="Retro"), EFFECT)
    assert account.events[id_]["subject"] == "Review"


async def test_the_notes_of_an_online_meeting_are_left_alone(account, calendar):
    id_ = account.event(isOnlineMeeting=True)
    with pytest.raises(ToolFailed) as error:
        await calendar.update(id_, EventChange(notes="New"), EFFECT)
    assert error.value.kind == "params"


def series(account):
    weekly = {
        "pattern": {"type": "weekly", "interval": 1, "daysOfWeek": ["thursday"]},
        "range": {"type": "noEnd", "startDate": "2026-10-15", "endDate": "0001-01-01"},
    }
    master = account.event(
        id="series=",
        type="seriesMaster",
        recurrence=weekly,
        start=utc("2026-10-15T13:00"),  # 15:00 in summer time
        end=utc("2026-10-15T13:30"),
    )
    one = account.event(type="occurrence", seriesMasterId=master)
    return master, one


async def test_an_occurrence_says_how_it_repeats(account, calendar):
    master, one = series(account)
    event = await calendar.get(one)
    assert (event.series, event.recurrence) == (master, "RRULE:FREQ=WEEKLY;BYDAY=TH")


async def test_a_series_moves_by_the_clock_on_the_wall(account, calendar):
    master, one = series(account)
    change = EventChange(starts_at=at("2026-11-26T16:00"), ends_at=at("2026-11-26T17:00"))
    await calendar.update(one, change, EFFECT, "series")
    patch = next(seen for seen in account.peer.seen if seen.method == "PATCH")
    assert patch.json == {
        "start": {"dateTime": "2026-10-15T17:00:00", "timeZone": "Europe/Berlin"},
        "end": {"dateTime": "2026-10-15T18:00:00", "timeZone": "Europe/Berlin"},
    }
    assert account.events[master]["start"] == utc("2026-10-15T15:00")


async def test_a_series_is_not_moved_to_another_day(account, calendar):
    _, one = series(account)
    with pytest.raises(ToolFailed, match="another day"):
        await calendar.update(
            one, EventChange(starts_at=at("2026-11-27T16:00")), EFFECT, scope="series"
        )


async def test_what_is_gone_is_deleted(account, calendar):
    id_ = account.event()
    account.lose("DELETE", "/me/events/.+")
    with pytest.raises(OutcomeUnknown):
        await calendar.delete(id_, EFFECT)
    await calendar.delete(id_, AGAIN)
    assert account.events == {}


async def test_a_series_is_deleted_by_one_of_its_occurrences(account, calendar):
    master, one = series(account)
    await calendar.delete(one, EFFECT, "series")
    assert master not in account.events
    await calendar.delete("gone=", AGAIN, "series")


@pytest.mark.parametrize(
    ("response", "action"), [("accepted", "accept"), ("tentative", "tentativelyAccept")]
)
async def test_an_invitation_is_answered_once(account, calendar, response, action):
    id_ = account.event(
        isOrganizer=False, attendees=[guest(ME)], responseStatus={"response": "none"}
    )
    account.lose("POST", "/me/events/.+/(accept|decline|tentativelyAccept)")
    with pytest.raises(OutcomeUnknown):
        await calendar.respond(id_, response, "See you", EFFECT)
    event = await calendar.respond(id_, response, "See you", AGAIN)
    assert event.response == response
    assert account.answered == [(action, "See you")]


async def test_what_was_declined_leaves_the_calendar(account, calendar):
    id_ = account.event(
        isOrganizer=False, attendees=[guest(ME)], responseStatus={"response": "none"}
    )
    assert (await calendar.respond(id_, "declined", "", EFFECT)).response == "declined"
    with pytest.raises(OutcomeUnknown):
        await calendar.respond(id_, "declined", "", AGAIN)
    with pytest.raises(NotThere):
        await calendar.respond(id_, "declined", "", EFFECT)
    with pytest.raises(ToolFailed, match="accepted, declined or left tentative"):
        await calendar.respond(id_, "none", "", EFFECT)


def schedule(address, *items, view="", **more):
    return {"scheduleId": address, "availabilityView": view, "scheduleItems": list(items)} | more


async def test_colleagues_are_busy_as_far_as_they_show(account, calendar):
    busy = {
        "status": "busy",
        "subject": "Secret",
        "isPrivate": True,
        "start": utc("2026-11-26T09:00"),
        "end": utc("2026-11-26T10:00"),
    }
    free = busy | {"status": "workingElsewhere"}
    error = {"responseCode": "ErrorMailRecipientNotFound", "message": "No such mailbox"}
    account.peer.on(
        "POST",
        "/v1.0/me/calendar/getSchedule",
        {
            "value": [
                schedule(ME.upper(), busy | {"isPrivate": False, "subject": "Review"}),
                schedule("bo@contoso.example", busy, free),
                schedule("cy@contoso.example", view="0022003"),
                schedule("di@else.example", error=error) | {"scheduleItems": None},
            ]
        },
    )
    people = ("me", "bo@contoso.example", "cy@contoso.example", "di@else.example", "ed@x.example")
    found = await calendar.free_busy(people, START, START + timedelta(hours=2))
    assert [(each.person, each.title, each.starts_at.hour) for each in found.busy] == [
        ("me", "Review", 9),
        ("bo@contoso.example", "", 9),
        ("cy@contoso.example", "", 0),
        ("cy@contoso.example", "", 1),
    ]
    half_past = START + timedelta(minutes=30)
    assert (found.busy[2].starts_at, found.busy[2].ends_at) == (
        half_past,
        half_past + timedelta(minutes=30),
    )
    assert found.unknown == ("di@else.example", "ed@x.example")
    assert account.peer.seen[-1].json["Schedules"][0] == ME


async def test_many_people_are_asked_about_in_several_requests(account, calendar):
    account.peer.on("POST", "/v1.0/me/calendar/getSchedule", {"value": []})
    people = tuple(f"p{n}@contoso.example" for n in range(25))
    found = await calendar.free_busy(people, START, END)
    assert found.unknown == people
    assert [len(seen.json["Schedules"]) for seen in account.peer.seen] == [20, 5]


HOURS = {
    "daysOfWeek": ["sunday", "monday", "thursday"],
    "startTime": "08:00:00.0000000",
    "endTime": "16:30:00.0000000",
    "timeZone": {"name": "Pacific Standard Time"},
}


@pytest.mark.parametrize(
    ("hours", "read"),
    [
        (HOURS, WorkingHours(start=time(8), end=time(16, 30), days=(6, 0, 3))),
        (None, None),
        ({**HOURS, "daysOfWeek": []}, None),
        ({**HOURS, "startTime": "early"}, None),
    ],
)
async def test_the_mailbox_says_where_its_owner_is_and_when_they_work(
    account, calendar, hours, read
):
    settings = {"timeZone": "W. Europe Standard Time", "workingHours": hours}
    account.peer.on("GET", "/v1.0/me", {"mailboxSettings": settings})
    found = await calendar.settings()
    assert (found.time_zone, found.working_hours) == ("Europe/Berlin", read)


async def test_a_mailbox_that_says_nothing_or_may_not_be_seen_says_nothing(account, calendar):
    account.peer.on("GET", "/v1.0/me", {"mailboxSettings": None})
    assert await calendar.settings() == CalendarSettings()
    account.peer.on("GET", "/v1.0/me", Answer(**failure(403, "ErrorAccessDenied")))
    assert await calendar.settings() == CalendarSettings()


async def test_what_goes_wrong_with_the_settings_is_not_hidden(account, calendar):
    settings = {"timeZone": "Customized Time Zone"}
    account.peer.on("GET", "/v1.0/me", {"mailboxSettings": settings})
    with pytest.raises(ToolFailed, match="Customized Time Zone"):
        await calendar.settings()
    account.peer.on("GET", "/v1.0/me", Answer(**failure(404)))
    with pytest.raises(NotThere):
        await calendar.settings()


@pytest.mark.parametrize(
    ("shown_as", "free"), [("busy", False), ("free", True), ("workingElsewhere", True)]
)
async def test_what_is_shown_as_free_is_free(account, calendar, shown_as, free):
    assert (await calendar.get(account.event(showAs=shown_as))).free is free


async def test_an_event_made_in_a_zone_nobody_knows_is_read_but_not_moved(account, calendar):
    id_ = account.event(originalStartTimeZone="tzone://Microsoft/Custom")
    assert (await calendar.get(id_)).starts_at == at("2026-11-26T14:00")
    with pytest.raises(ToolFailed, match="tzone://Microsoft/Custom"):
        await calendar.update(id_, EventChange(starts_at=at("2026-11-26T15:00")), EFFECT)
