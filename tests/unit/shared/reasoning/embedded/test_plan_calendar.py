from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import Entities
from shared.models.profile import Preferred, Profile
from shared.models.reasoning import (
    ConversationContext,
    Earlier,
    Exchange,
    Memory,
    PlanRequest,
    Reference,
)
from shared.reasoning.embedded.planning.calendar import plan

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Thursday."""

LIST = "calendar_list_events"
CREATE = "calendar_create_event"
UPDATE = "calendar_update_event"
DELETE = "calendar_delete_event"
RESPOND = "calendar_respond_to_event"
CHECK = "calendar_check_availability"
SLOTS = "calendar_find_common_slots"
CONFLICTS = "calendar_find_conflicts"

EVENTS = tuple(
    Reference(kind="event", id=f"event-{place}", label=label, ordinal=place)
    for place, label in enumerate(("Budget review", "Team sync", "1:1 with Anna"), 1)
)
OFFERED = tuple(
    Reference(
        kind="slot",
        id=f"2026-11-30T{hour}:00:00+00:00/2026-11-30T{hour}:45:00+00:00",
        label=f"Mon 30 Nov, {hour + 1}:00",
        ordinal=place,
    )
    for place, hour in enumerate((10, 13, 15), 1)
)


def planned(command, references=(), earlier=(), exchanges=(), memory=None):
    request = PlanRequest(
        agent="calendar",
        command=command,
        today="2026-11-26",
        tools=(),
        now=NOW,
        earlier=earlier,
        context=ConversationContext(
            references=references, exchanges=exchanges, memory=memory or Memory()
        ),
        profile=Profile(preferred=Preferred(time_zone="Europe/Berlin")),
    )
    return plan(command, request)


def calls(command, **known):
    return [(step.tool, step.arguments) for step in planned(command, **known).steps]


def looked_up(*names):
    return [("contacts_search", {"name": name}) for name in names]


def addresses(*steps):
    return [f"{{{step}.contacts.0.email}}" for step in steps]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("What's on my calendar today?", {"start": "2026-11-26", "end": "2026-11-26"}),
        ("show me my schedule", {"start": "2026-11-26", "end": "2026-11-26"}),
        ("tomorrow", {"start": "2026-11-27", "end": "2026-11-27"}),
        ("give me an overview of my week", {"start": "2026-11-23", "end": "2026-11-29"}),
        (
            "when is the weekly sync",
            {"start": "2026-11-26", "end": "2027-01-25", "query": "sync"},
        ),
        ("How does my Friday look?", {"start": "2026-11-27", "end": "2026-11-27"}),
        ("what's my day like tomorrow", {"start": "2026-11-27", "end": "2026-11-27"}),
        ("list my meetings for next week", {"start": "2026-11-30", "end": "2026-12-06"}),
        ("how many meetings do I have tomorrow", {"start": "2026-11-27", "end": "2026-11-27"}),
        ("Who am I meeting tomorrow?", {"start": "2026-11-27", "end": "2026-11-27"}),
        ("any upcoming meetings?", {"start": "2026-11-26", "end": "2026-12-03"}),
        (
            "what do I have on Thursday afternoon",
            {"start": "2026-11-26T12:00", "end": "2026-11-26T17:00"},
        ),
        ("do I have anything at 3", {"start": "2026-11-26T15:00", "end": "2026-11-26T15:30"}),
        (
            "what's left in the rest of today on my calendar",
            {"start": "2026-11-26T10:00", "end": "2026-11-26"},
        ),
        ("what did I have on Monday", {"start": "2026-11-23", "end": "2026-11-23"}),
        ("show last week's meetings", {"start": "2026-11-16", "end": "2026-11-22"}),
        (
            "When's the budget review?",
            {"start": "2026-11-26", "end": "2027-01-25", "query": "budget review"},
        ),
        (
            "what time is the standup tomorrow",
            {"start": "2026-11-27", "end": "2026-11-27", "query": "standup"},
        ),
        (
            "do I have a meeting with John today?",
            {"start": "2026-11-26", "end": "2026-11-26", "query": "John"},
        ),
        (
            "who's attending the launch meeting",
            {"start": "2026-11-26", "end": "2027-01-25", "query": "launch"},
        ),
        (
            "When is my next meeting with Sarah?",
            {"start": "2026-11-26T10:00", "end": "2027-01-25", "query": "Sarah", "limit": 1},
        ),
        (
            "what's next on my calendar",
            {"start": "2026-11-26T10:00", "end": "2027-01-25", "limit": 1},
        ),
        (
            "what is my first meeting tomorrow",
            {"start": "2026-11-27", "end": "2026-11-27", "limit": 1},
        ),
    ],
)
def test_the_calendar_is_listed_for_the_time_and_the_words_said(command, arguments):
    assert calls(command) == [(LIST, arguments)]


@pytest.mark.parametrize(
    ("command", "people", "arguments"),
    [
        (
            (
                "Schedule a meeting with Sarah and Tom next Tuesday at 2pm about the launch for 45 "
                "minutes"
            ),
            ("Sarah", "Tom"),
            {"title": "Launch", "start": "2026-12-01T14:00", "minutes": 45},
        ),
        (
            "book an hour with Maria Lopez Friday 10am",
            ("Maria Lopez",),
            {"title": "Meeting with Maria Lopez", "start": "2026-11-27T10:00", "minutes": 60},
        ),
        (
            "Can you set up a call with tom and anna tomorrow at 3?",
            ("tom", "anna"),
            {"title": "Call with Tom and Anna", "start": "2026-11-27T15:00"},
        ),
        (
            "meeting with Sarah Friday 2pm",
            ("Sarah",),
            {"title": "Meeting with Sarah", "start": "2026-11-27T14:00"},
        ),
        (
            "lunch with Tom tomorrow at 12:30",
            ("Tom",),
            {"title": "Lunch with Tom", "start": "2026-11-27T12:30"},
        ),
        (
            "I want to meet with Sarah next Wednesday at 11",
            ("Sarah",),
            {"title": "Meeting with Sarah", "start": "2026-12-02T11:00"},
        ),
        (
            "schedule the quarterly review on December 15th from 1pm to 3pm with Sarah",
            ("Sarah",),
            {
                "title": "Quarterly review",
                "start": "2026-12-15T13:00",
                "end": "2026-12-15T15:00",
            },
        ),
        (
            "set a reminder for Monday 9am to submit the report",
            (),
            {"title": "Submit the report", "start": "2026-11-30T09:00"},
        ),
        (
            "Block my calendar from 1 to 2 every day for lunch",
            (),
            {
                "title": "Lunch",
                "start": "2026-11-26T13:00",
                "end": "2026-11-26T14:00",
                "recurrence": "RRULE:FREQ=DAILY",
            },
        ),
        (
            "lunch with Tom on Friday",
            ("Tom",),
            {"title": "Lunch with Tom", "start": "2026-11-27T12:00", "end": "2026-11-27T13:00"},
        ),
        (
            "schedule an interview with Peter Jones on Dec 2, 10-11am in the boardroom",
            ("Peter Jones",),
            {
                "title": "Interview with Peter Jones",
                "start": "2026-12-02T10:00",
                "end": "2026-12-02T11:00",
                "location": "the boardroom",
            },
        ),
        (
            "Set up a weekly 1:1 with Anna every Monday at 9",
            ("Anna",),
            {
                "title": "1:1 with Anna",
                "start": "2026-11-30T09:00",
                "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=MO",
            },
        ),
        (
            "plan a workshop on AI with Tom on 3 December from 9 to 12",
            ("Tom",),
            {"title": "Workshop on AI", "start": "2026-12-03T09:00", "end": "2026-12-03T12:00"},
        ),
        (
            "Set up time with Sarah and Tom to talk about hiring on Monday at 3pm",
            ("Sarah", "Tom"),
            {"title": "Hiring", "start": "2026-11-30T15:00"},
        ),
        (
            "add a meeting with Sarah to my calendar on Friday at 2",
            ("Sarah",),
            {"title": "Meeting with Sarah", "start": "2026-11-27T14:00"},
        ),
        (
            'create an event called "Board dinner" on Dec 4 at 7pm at Luigi\'s',
            (),
            {"title": "Board dinner", "start": "2026-12-04T19:00", "location": "Luigi's"},
        ),
        (
            "block Friday afternoon for focus time",
            (),
            {"title": "Focus time", "start": "2026-11-27T12:00", "end": "2026-11-27T17:00"},
        ),
        (
            "hold Monday from 9 to 11 for planning",
            (),
            {"title": "Planning", "start": "2026-11-30T09:00", "end": "2026-11-30T11:00"},
        ),
        (
            "block 2 hours tomorrow morning for deep work",
            (),
            {"title": "Deep work", "start": "2026-11-27T09:00", "minutes": 120},
        ),
        (
            "block out next Friday",
            (),
            {"title": "Busy", "start": "2026-12-04", "all_day": True},
        ),
        (
            "put dentist on my calendar tomorrow 8:30",
            (),
            {"title": "Dentist", "start": "2026-11-27T08:30"},
        ),
        (
            "remind me to call Anna tomorrow at 9",
            (),
            {"title": "Call Anna", "start": "2026-11-27T09:00"},
        ),
        (
            "new event tomorrow 10am: Tax advisor",
            (),
            {"title": "Tax advisor", "start": "2026-11-27T10:00"},
        ),
        (
            "I'm out of office from Dec 21 to Dec 31",
            (),
            {
                "title": "Out of office",
                "start": "2026-12-21",
                "all_day": True,
                "end": "2026-12-31",
            },
        ),
        (
            "add Anna's birthday on January 12",
            (),
            {"title": "Anna's birthday", "start": "2027-01-12", "all_day": True},
        ),
        (
            'put "Yoga" in my calendar every Tuesday and Thursday at 7am',
            (),
            {
                "title": "Yoga",
                "start": "2026-12-01T07:00",
                "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=TU,TH",
            },
        ),
    ],
)
def test_events_are_made_with_people_looked_up_first(command, people, arguments):
    guests = {"attendees": addresses(*range(1, len(people) + 1))} if people else {}

    assert calls(command) == [*looked_up(*people), (CREATE, {**arguments, **guests})]


def test_addresses_are_used_as_they_are():
    assert calls("Schedule a call with ann@acme.com and bo@x.org on 2026-11-30 at 10:00") == [
        (
            CREATE,
            {
                "title": "Call with ann@acme.com and bo@x.org",
                "start": "2026-11-30T10:00",
                "attendees": ["ann@acme.com", "bo@x.org"],
            },
        )
    ]


def test_a_company_brings_all_of_its_people():
    lookup, made = calls("schedule a call with everyone at Acme on Monday at 4")

    assert lookup == ("contacts_search", {"organization": "Acme"})
    assert made[1]["attendees"] == ["{1.contacts.*.email}"]


def test_somebody_from_a_company_is_looked_for_there():
    lookup, _ = calls("schedule a meeting with Sarah from Acme on Friday at 4pm")

    assert lookup == ("contacts_search", {"name": "Sarah", "organization": "Acme"})


@pytest.mark.parametrize(
    ("command", "people", "arguments"),
    [
        (
            "find a slot for Sarah, Tom, Anna and me next week, 45 minutes",
            ("Sarah", "Tom", "Anna"),
            {"minutes": 45, "start": "2026-11-30", "end": "2026-12-06"},
        ),
        (
            "When can Sarah and I meet next week?",
            ("Sarah",),
            {"minutes": 30, "start": "2026-11-30", "end": "2026-12-06"},
        ),
        (
            "Find 45 minutes with Tom and Anna this week",
            ("Tom", "Anna"),
            {"minutes": 45, "start": "2026-11-26T10:00", "end": "2026-11-29"},
        ),
        (
            "suggest some times for a meeting with Tom tomorrow",
            ("Tom",),
            {"minutes": 30, "start": "2026-11-27", "end": "2026-11-27"},
        ),
        (
            "what time works for Sarah and me on Friday",
            ("Sarah",),
            {"minutes": 30, "start": "2026-11-27", "end": "2026-11-27"},
        ),
        (
            "schedule a meeting with Sarah",
            ("Sarah",),
            {"minutes": 30, "start": "2026-11-26T10:00", "end": "2026-12-03"},
        ),
        (
            "schedule a half hour with Sarah about pricing next week",
            ("Sarah",),
            {"minutes": 30, "start": "2026-11-30", "end": "2026-12-06"},
        ),
    ],
)
def test_times_that_suit_everybody_are_looked_for(command, people, arguments):
    guests = addresses(*range(1, len(people) + 1))

    assert calls(command) == [*looked_up(*people), (SLOTS, {"people": guests, **arguments})]


@pytest.mark.parametrize(
    ("command", "people", "window"),
    [
        ("Am I free Friday afternoon?", (), ("2026-11-27T12:00", "2026-11-27T17:00")),
        ("check my availability for Friday", (), ("2026-11-27", "2026-11-27")),
        ("when am I free this week", (), ("2026-11-26T10:00", "2026-11-29")),
        ("am I busy at 3?", (), ("2026-11-26T15:00", "2026-11-26T15:30")),
        ("is 3pm on Friday free", (), ("2026-11-27T15:00", "2026-11-27T15:30")),
        ("do I have time tomorrow morning?", (), ("2026-11-27T09:00", "2026-11-27T12:00")),
        ("Is Sarah free tomorrow at 2?", ("Sarah",), ("2026-11-27T14:00", "2026-11-27T14:30")),
        (
            "Are Sarah and Tom available on Monday between 2 and 4?",
            ("Sarah", "Tom"),
            ("2026-11-30T14:00", "2026-11-30T16:00"),
        ),
        (
            "does Anna have time tomorrow afternoon",
            ("Anna",),
            ("2026-11-27T12:00", "2026-11-27T17:00"),
        ),
        ("what's Sarah's availability next week", ("Sarah",), ("2026-11-30", "2026-12-06")),
        ("check Tom's calendar for Monday", ("Tom",), ("2026-11-30", "2026-11-30")),
        ("can I meet Tom on Friday at 10?", ("Tom",), ("2026-11-27T10:00", "2026-11-27T10:30")),
    ],
)
def test_availability_is_checked(command, people, window):
    start, end = window
    guests = {"people": addresses(*range(1, len(people) + 1))} if people else {}

    assert calls(command) == [*looked_up(*people), (CHECK, {"start": start, "end": end, **guests})]


@pytest.mark.parametrize(
    ("command", "window"),
    [
        ("Do I have any conflicts this week?", ("2026-11-26T10:00", "2026-11-29")),
        ("any double bookings next week", ("2026-11-30", "2026-12-06")),
        ("do my meetings overlap tomorrow?", ("2026-11-27", "2026-11-27")),
        ("find conflicts in my calendar", ("2026-11-26T10:00", "2026-12-03")),
    ],
)
def test_conflicts_are_looked_for(command, window):
    assert calls(command) == [(CONFLICTS, {"start": window[0], "end": window[1]})]


def sought(query="", start="2026-11-26", end="2026-12-26"):
    return (LIST, {"start": start, "end": end, **({"query": query} if query else {})})


@pytest.mark.parametrize(
    ("command", "found", "changes"),
    [
        (
            "move my 3pm to Friday",
            sought(start="2026-11-26T15:00", end="2026-11-26T15:15"),
            {"start": "2026-11-27T15:00"},
        ),
        (
            "move my 3pm to Thursday",
            sought(start="2026-11-26T15:00", end="2026-11-26T15:15"),
            {"start": "2026-12-03T15:00"},
        ),
        (
            "push my 2 o'clock to 4",
            sought(start="2026-11-26T14:00", end="2026-11-26T14:15"),
            {"start": "2026-11-26T16:00"},
        ),
        (
            "reschedule the budget review to next Monday at 10",
            sought("budget review"),
            {"start": "2026-11-30T10:00"},
        ),
        ("move the budget review to Tuesday", sought("budget review"), {"start": "2026-12-01"}),
        (
            "change the time of the budget review to 4pm",
            sought("budget review"),
            {"start": "T16:00"},
        ),
        (
            "Move tomorrow's standup to 11",
            sought("standup", "2026-11-27", "2026-11-27"),
            {"start": "2026-11-27T11:00"},
        ),
        (
            "change my meeting with Sarah from Tuesday to Wednesday at 3",
            sought("Sarah", "2026-12-01", "2026-12-01"),
            {"start": "2026-12-02T15:00"},
        ),
        ("push the sync back by 30 minutes", sought("sync"), {"start": "+PT30M"}),
        ("bring the sync forward by an hour", sought("sync"), {"start": "-PT1H"}),
        ("start the sync 15 minutes earlier", sought("sync"), {"start": "-PT15M"}),
        ("postpone the review by a week", sought("review"), {"start": "+P1W"}),
        ("make the sync an hour", sought("sync"), {"minutes": 60}),
        ("shorten the design review to 30 minutes", sought("design review"), {"minutes": 30}),
        ("extend the design review by 15 minutes", sought("design review"), {"end": "+PT15M"}),
        ("make the review half an hour shorter", sought("review"), {"end": "-PT30M"}),
        ("rename the sync to weekly sync", sought("sync"), {"title": "Weekly sync"}),
        (
            "change the room of the budget review to 4.12",
            sought("budget review"),
            {"location": "4.12"},
        ),
        ("move the weekly sync to Monday", sought("sync"), {"start": "2026-11-30"}),
        ("move the sync to Zoom", sought("sync"), {"location": "Zoom"}),
        (
            "add a note to the budget review: bring the figures",
            sought("budget review"),
            {"notes": "bring the figures"},
        ),
    ],
)
def test_events_are_found_and_then_changed(command, found, changes):
    assert calls(command) == [found, (UPDATE, {"event_id": "{1.events.0.id}", **changes})]


@pytest.mark.parametrize(
    ("command", "argument"),
    [
        ("add Tom to the launch meeting", "add_attendees"),
        ("invite Tom to the launch meeting", "add_attendees"),
        ("remove Tom from the launch meeting", "remove_attendees"),
        ("uninvite Tom from the launch", "remove_attendees"),
    ],
)
def test_people_join_and_leave_meetings(command, argument):
    assert calls(command) == [
        sought("launch"),
        *looked_up("Tom"),
        (UPDATE, {"event_id": "{1.events.0.id}", argument: addresses(2)}),
    ]


@pytest.mark.parametrize(
    ("command", "found", "more"),
    [
        ("cancel tomorrow's standup", sought("standup", "2026-11-27", "2026-11-27"), {}),
        ("cancel my meetings on Friday", sought("", "2026-11-27", "2026-11-27"), {}),
        ("delete the offsite", sought("offsite"), {}),
        ("call off the launch meeting", sought("launch"), {}),
        ("remove the dentist from my calendar", sought("dentist"), {}),
        ("cancel all occurrences of the sync", sought("sync"), {"scope": "series"}),
        (
            "cancel the 1:1 with Anna on Thursday",
            sought("1:1 Anna", "2026-11-26", "2026-11-26"),
            {},
        ),
    ],
)
def test_events_are_found_and_then_cancelled(command, found, more):
    assert calls(command) == [found, (DELETE, {"event_id": "{1.events.0.id}", **more})]


def test_the_next_meeting_is_the_first_from_now_on():
    found, deleted = calls("cancel my next meeting")

    assert found == (LIST, {"start": "2026-11-26T10:00", "end": "2026-12-26", "limit": 1})
    assert deleted == (DELETE, {"event_id": "{1.events.0.id}"})


@pytest.mark.parametrize(
    ("command", "found", "answer"),
    [
        ("Accept the invitation from Tom", sought("Tom"), {"response": "accepted"}),
        ("reply yes to the invite from Tom", sought("Tom"), {"response": "accepted"}),
        ("RSVP no to the offsite", sought("offsite"), {"response": "declined"}),
        ("tentatively accept the offsite", sought("offsite"), {"response": "tentative"}),
        (
            "I can't make the standup tomorrow",
            sought("standup", "2026-11-27", "2026-11-27"),
            {"response": "declined"},
        ),
        (
            "decline the 4pm and say I'm travelling",
            sought("", "2026-11-26T16:00", "2026-11-26T16:15"),
            {"response": "declined", "comment": "I'm travelling"},
        ),
        (
            "decline the budget review, I'm travelling",
            sought("budget review"),
            {"response": "declined", "comment": "I'm travelling"},
        ),
        (
            "decline the meeting tomorrow at 10, saying I have a conflict",
            sought("", "2026-11-27T10:00", "2026-11-27T10:15"),
            {"response": "declined", "comment": "I have a conflict"},
        ),
    ],
)
def test_invitations_are_found_and_then_answered(command, found, answer):
    assert calls(command) == [found, (RESPOND, {"event_id": "{1.events.0.id}", **answer})]


@pytest.mark.parametrize(
    ("command", "call"),
    [
        (
            "push the second one back by 30 minutes",
            (UPDATE, {"event_id": "event-2", "start": "+PT30M"}),
        ),
        (
            "move the first one to Friday at 11",
            (UPDATE, {"event_id": "event-1", "start": "2026-11-27T11:00"}),
        ),
        (
            "reschedule the third meeting to tomorrow",
            (UPDATE, {"event_id": "event-3", "start": "2026-11-27"}),
        ),
        ("make the second one 45 minutes", (UPDATE, {"event_id": "event-2", "minutes": 45})),
        ("cancel the last one", (DELETE, {"event_id": "event-3"})),
        ("accept the first one", (RESPOND, {"event_id": "event-1", "response": "accepted"})),
        (
            "decline the second one because I'm on holiday",
            (
                RESPOND,
                {"event_id": "event-2", "response": "declined", "comment": "I'm on holiday"},
            ),
        ),
    ],
)
def test_events_that_were_listed_are_pointed_at(command, call):
    assert calls(command, references=EVENTS) == [call]


def test_several_listed_events_are_cancelled_one_by_one():
    two = [(DELETE, {"event_id": "event-1"}), (DELETE, {"event_id": "event-2"})]

    assert calls("cancel the first two", references=EVENTS) == two
    assert len(calls("cancel all of them", references=EVENTS)) == 3


def test_it_is_what_was_talked_about_last():
    last = Reference(kind="event", id="event-9", label="Kick-off", ordinal=0)

    assert calls("push it back by an hour", references=(*EVENTS, last)) == [
        (UPDATE, {"event_id": "event-9", "start": "+PT1H"})
    ]


def test_what_this_message_listed_comes_before_older_answers():
    new = Reference(kind="event", id="new", label="Kick-off", ordinal=1)
    done = Earlier(agent="calendar", command="x", success=True, text="", references=(new,))

    assert calls("cancel the first one", references=EVENTS, earlier=(done,)) == [
        (DELETE, {"event_id": "new"})
    ]


@pytest.mark.parametrize(
    ("command", "title", "hour"),
    [
        ("book the second one", "Meeting with Sarah and Tom", 14),
        ("take number 1", "Meeting with Sarah and Tom", 11),
        ("let's go with the last slot and call it Pricing", "Pricing", 16),
    ],
)
def test_a_slot_on_offer_is_booked_with_the_people_it_was_looked_for_with(command, title, hour):
    asked = Exchange(role="user", text="Find a 45 minute slot for Sarah, Tom and me next week")

    assert calls(command, references=OFFERED, exchanges=(asked,)) == [
        *looked_up("Sarah", "Tom"),
        (
            CREATE,
            {
                "title": title,
                "start": f"2026-11-30T{hour}:00",
                "end": f"2026-11-30T{hour}:45",
                "attendees": addresses(1, 2),
            },
        ),
    ]


def test_a_slot_may_go_by_its_local_start_alone():
    slot = Reference(kind="slot", id="2026-11-30T11:00", label="x", ordinal=1)

    asked = Exchange(role="user", text="find me a free hour tomorrow")

    (made,) = calls("book the first one", references=(slot,), exchanges=(asked,))

    assert made == (CREATE, {"title": "Meeting", "start": "2026-11-30T11:00", "minutes": 60})


def test_her_is_the_person_the_message_answered_a_moment_ago():
    mail = Reference(kind="email", id="m1", label="Re: x", ordinal=0, who="sarah@acme.com")
    done = Earlier(
        agent="email", command="Reply to Sarah", success=True, text="", references=(mail,)
    )

    (made,) = calls("schedule a meeting with her tomorrow at 3", earlier=(done,))

    assert made[1]["attendees"] == ["sarah@acme.com"]


def test_her_is_the_person_an_earlier_command_named():
    done = Earlier(agent="email", command="Reply to Sarah saying yes", success=True, text="")
    memory = Memory(entities=Entities(people=("Tom",)))

    named = calls("schedule a meeting with her tomorrow at 3", earlier=(done,), memory=memory)
    talked_of = calls("schedule a meeting with him tomorrow at 3", memory=memory)

    assert named[0] == ("contacts_search", {"name": "Sarah"})
    assert talked_of[0] == ("contacts_search", {"name": "Tom"})


@pytest.mark.parametrize(
    ("command", "asks"),
    [
        ("schedule a meeting with the team next Tuesday 2pm", "“the team”"),
        ("book an hour with the design team Thursday 10am", "“the design team”"),
        ("when is everyone free next week", "“everyone”"),
        ("schedule a meeting with her tomorrow at 3", "“her”"),
        ("schedule a meeting", "When should that be?"),
        ("cancel the meeting", "Which meeting"),
        ("push it back by 30 minutes", "Which meeting"),
        ("move the budget review", "When should it be instead?"),
        ("move the review to Friday afternoon", "At what time?"),
        ("accept it", "Which invitation"),
        ("frobnicate", "I'm not sure"),
    ],
)
def test_what_is_not_said_is_asked_for_with_an_example(command, asks):
    answer = planned(command)

    assert not answer.steps
    assert asks in answer.cannot
    assert "“" in answer.cannot


def test_no_more_people_are_looked_up_than_there_are_calls():
    names = "Ann, Bob, Cem, Dan, Eva, Fay, Gus, Hal, Ida"

    assert "8 people" in planned(f"schedule a meeting with {names} tomorrow at 3").cannot


@given(
    st.sampled_from(("schedule", "move", "cancel", "accept", "what", "find", "add", "make", "book"))
    | st.just(""),
    st.text(max_size=60),
)
def test_any_command_is_planned_or_asked_about(verb, rest):
    answer = planned(f"{verb} {rest}", references=(*EVENTS, *OFFERED))

    assert bool(answer.steps) != bool(answer.cannot)
    assert len(answer.steps) <= 10
