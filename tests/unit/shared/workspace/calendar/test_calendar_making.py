"""What a command to put something in the calendar comes down to, and what is asked back."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import Entities
from shared.models.profile import Profile
from shared.models.reasoning import Clarified, Earlier, Memory, Reference
from shared.models.world import Thing
from shared.understanding.folding import word_set
from shared.understanding.revision import Party
from shared.understanding.said import Said
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames import FRAMES
from tests.support.calendar_frames import (
    CREATE,
    EVENTS,
    FOUND,
    IT,
    PROFILE,
    RESPOND,
    SLOTS,
    UPDATE,
    addresses,
    asked,
    calls,
    named,
    sought,
    work_on,
)
from tests.support.marked import plain, request

OFFERED = tuple(
    Reference(kind="slot", id=start, label=start, ordinal=place)
    for place, start in enumerate(("2026-11-30T11:00", "2026-12-01T14:00", "2026-12-03T16:00"), 1)
)


MAIL = (Reference(kind="email", id="m", label="Site visit", ordinal=0),)


def test_a_meeting_about_a_company_is_called_so():
    marked = "30 minutes with {person:Tom} {time:tomorrow at 9} about {organisation:Acme}"
    assert calls("cal_create", marked)[-1][1]["title"] == "Acme"
    marked = "30 minutes with {person:Tom} and {organisation:Acme} {time:tomorrow at 9}"
    assert calls("cal_create", marked)[-1][1]["title"] == "Meeting with Tom and Acme"


@pytest.mark.parametrize(
    ("marked", "people", "arguments"),
    [
        (
            (
                "a meeting with {person:Sarah} and {person:Tom} {time:next Tuesday at 2pm} about "
                "{topic:the launch} for {duration:45 minutes}"
            ),
            ("Sarah", "Tom"),
            {"title": "Launch", "start": "2026-12-01T14:00", "minutes": 45},
        ),
        (
            "a call with {person:tom} {time:tomorrow at 3} about {topic:pricing}",
            ("tom",),
            {"title": "Call about pricing", "start": "2026-11-27T15:00"},
        ),
        (
            "{topic:lunch} with {person:Tom, Ann and Bo} on {time:Friday}",
            ("Tom", "Ann", "Bo"),
            {
                "title": "Lunch with Tom, Ann and Bo",
                "start": "2026-11-27T12:00",
                "end": "2026-11-27T13:00",
            },
        ),
        (
            "{topic:interview} with {person:Al} about {topic:The role} {time:2 dec 10-11am}",
            ("Al",),
            {
                "title": "Interview about role",
                "start": "2026-12-02T10:00",
                "end": "2026-12-02T11:00",
            },
        ),
        (
            "{topic:the dentist} at {time:8:15 tomorrow}, {place:Mill Road}, note: {body:to pay}",
            (),
            {
                "title": "Dentist",
                "start": "2026-11-27T08:15",
                "location": "Mill Road",
                "notes": "Please pay.",
            },
        ),
        (
            "walk in cold to {topic:the appraisal}; {time:wednesday at 5}, call it {topic:prep}",
            (),
            {"title": "Prep", "start": "2026-12-02T17:00"},
        ),
        (
            "block me {time:friday 9 til 11}, call it Writing please",
            (),
            {"title": "Writing", "start": "2026-11-27T09:00", "end": "2026-11-27T11:00"},
        ),
        (
            "block me {time:friday 9 til 11}, call it Writing and put it on my calendar",
            (),
            {"title": "Writing", "start": "2026-11-27T09:00", "end": "2026-11-27T11:00"},
        ),
        (
            "{time:friday 9 to 11}: block. Title Notes for {person:Al}. Nobody else in it.",
            (),
            {"title": "Notes for Al", "start": "2026-11-27T09:00", "end": "2026-11-27T11:00"},
        ),
        (
            "block {time:friday 9 to 11}. {topic:Title Notes} for {person:Al}",
            (),
            {"title": "Notes for Al", "start": "2026-11-27T09:00", "end": "2026-11-27T11:00"},
        ),
        (
            "{time:friday 9 to 11}, title {topic:Lunch} with {person:Al}",
            ("Al",),
            {"title": "Lunch with Al", "start": "2026-11-27T09:00", "end": "2026-11-27T11:00"},
        ),
        (
            "I'd like to go through the reports with {person:Al}. Book us {time:tomorrow 9 to 11}",
            ("Al",),
            {"title": "Reports", "start": "2026-11-27T09:00", "end": "2026-11-27T11:00"},
        ),
        (
            "{time:tomorrow 9 to 11} for myself, call it {topic:Writing} the two pages",
            (),
            {
                "title": "Writing the two pages",
                "start": "2026-11-27T09:00",
                "end": "2026-11-27T11:00",
            },
        ),
        (
            "name {value:Offsite} {time:friday 9}",
            (),
            {"title": "Offsite", "start": "2026-11-27T09:00"},
        ),
        (
            "{topic:gym} {repeat:Mon/Wed/Fri} {time:6am}",
            (),
            {
                "title": "Gym",
                "start": "2026-11-27T06:00",
                "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR",
            },
        ),
        (
            "{topic:board} {repeat:the first Monday}, {time:10 o'clock}",
            (),
            {
                "title": "Board",
                "start": "2026-12-07T10:00",
                "recurrence": "RRULE:FREQ=MONTHLY;BYDAY=1MO",
            },
        ),
        (
            "{topic:rent due} {repeat:1st of evry month}",
            (),
            {
                "title": "Rent due",
                "start": "2026-12-01",
                "all_day": True,
                "recurrence": "RRULE:FREQ=MONTHLY;BYMONTHDAY=1",
            },
        ),
        (
            "{topic:stand-up} {repeat:daily} {time:next monday at 9}",
            (),
            {
                "title": "Stand-up",
                "start": "2026-11-30T09:00",
                "recurrence": "RRULE:FREQ=DAILY",
            },
        ),
        (
            "block {time:Friday afternoon}",
            (),
            {"title": "Busy", "start": "2026-11-27T12:00", "end": "2026-11-27T17:00"},
        ),
        (
            "block {time:friday} off",
            (),
            {"title": "Out of office", "start": "2026-11-27", "all_day": True},
        ),
        (
            "focus time {duration:two hours} {time:tomorrow morning}",
            (),
            {"title": "Focus time", "start": "2026-11-27T09:00", "minutes": 120},
        ),
        (
            "book {place:room 12} {time:weds 2-3}",
            (),
            {
                "title": "Room 12",
                "start": "2026-12-02T14:00",
                "end": "2026-12-02T15:00",
                "location": "room 12",
            },
        ),
        (
            "{topic:Holiday} {time:from the 3rd to the 17th}",
            (),
            {"title": "Holiday", "start": "2026-12-03", "all_day": True, "end": "2026-12-17"},
        ),
        (
            "{topic:fair} {time:wednesday through friday}",
            (),
            {"title": "Fair", "start": "2026-12-02", "all_day": True, "end": "2026-12-04"},
        ),
        (
            "{topic:trip} {time:from Monday} for {duration:two weeks}",
            (),
            {"title": "Trip", "start": "2026-11-30", "all_day": True, "end": "2026-12-13"},
        ),
        (
            "{topic:tax} {time:31 May} {repeat:all day}",
            (),
            {"title": "Tax", "start": "2027-05-31", "all_day": True},
        ),
        (
            "call with {person:Tom} at {time:9am} {place:Tokyo} time {time:tomorrow}",
            ("Tom",),
            {"title": "Call with Tom", "start": "2026-11-27T09:00", "time_zone": "Asia/Tokyo"},
        ),
        (
            "{topic:dinner} {time:saturday seven to nine}",
            (),
            {"title": "Dinner", "start": "2026-11-28T19:00", "end": "2026-11-28T21:00"},
        ),
        (
            "{topic:theatre} {time:friday at half past seven}",
            (),
            {"title": "Theatre", "start": "2026-11-27T19:30"},
        ),
        (
            "{time:Today}, no, {time:tomorrow at 6}: {topic:vet}",
            (),
            {"title": "Vet", "start": "2026-11-27T18:00"},
        ),
        ("a call {time:15h tomorrow}", (), {"title": "Call", "start": "2026-11-27T15:00"}),
        (
            "{topic:visit} by {organisation:Acme} {time:monday at 4}",
            (),
            {"title": "Visit", "start": "2026-11-30T16:00"},
        ),
        (
            "{organisation:Acme} want us {time:monday at 4}",
            (),
            {"title": "Meeting with Acme", "start": "2026-11-30T16:00"},
        ),
        (
            "sit down with {person:Al} {time:fri 9}: rota for the spring.",
            ("Al",),
            {"title": "Rota for the spring", "start": "2026-11-27T09:00"},
        ),
        (
            "book 45 minuts with {person:Al} {time:fri 9}",
            ("Al",),
            {"title": "Meeting with Al", "start": "2026-11-27T09:00", "minutes": 45},
        ),
        (
            "call {person:Al} {time:fri 9}, opening hours",
            ("Al",),
            {"title": "Call about opening hours", "start": "2026-11-27T09:00"},
        ),
        (
            "meet {person:Al} {time:fri 9}, please be quick",
            ("Al",),
            {"title": "Meeting with Al", "start": "2026-11-27T09:00"},
        ),
        (
            "meet {person:Al} {time:fri 9}, room 3",
            ("Al",),
            {"title": "Meeting with Al", "start": "2026-11-27T09:00"},
        ),
        (
            "{time:fri 9} with {person:Al}: {topic:prices in the} {organisation:Acme} {topic:deal}",
            ("Al",),
            {"title": "Prices in the Acme deal", "start": "2026-11-27T09:00"},
        ),
        (
            "{time:fri 9} {person:Al}, {place:Room 4}, wording of {topic:the lease}",
            ("Al",),
            {"title": "Wording of the lease", "start": "2026-11-27T09:00", "location": "Room 4"},
        ),
        (
            "{time:fri 9} with {person:Al}, it's about Paris",
            ("Al",),
            {"title": "Paris", "start": "2026-11-27T09:00"},
        ),
        (
            "{time:fri 9} with {person:Al}, {body:scanners in the hall}",
            ("Al",),
            {"title": "Scanners in the hall", "start": "2026-11-27T09:00"},
        ),
        (
            "{time:fri 9} {topic:phone call} with {person:Al} about the {topic:desks}",
            ("Al",),
            {"title": "Phone call about desks", "start": "2026-11-27T09:00"},
        ),
        (
            "{person:Al} {time:fri 9} to go through the site {topic:list}",
            ("Al",),
            {"title": "Site list", "start": "2026-11-27T09:00"},
        ),
        (
            "{person:Al}'s {topic:farewell} {time:fri 9}",
            ("Al",),
            {"title": "Al's farewell", "start": "2026-11-27T09:00"},
        ),
        (
            "block {time:friday 9 to 10} for {person:Al}'s {topic:speech}, just me",
            (),
            {"title": "Speech", "start": "2026-11-27T09:00", "end": "2026-11-27T10:00"},
        ),
    ],
)
def test_events_are_made_with_people_looked_up_first(marked, people, arguments):
    guests = {"attendees": addresses(*range(1, len(people) + 1))} if people else {}

    assert calls("cal_create", marked) == [*named(*people), (CREATE, {**arguments, **guests})]


@pytest.mark.parametrize(
    ("marked", "who", "attendees", "title"),
    [
        ("{topic:tennis with} {person:Ben} {time:fri 9}, but don't send him anything", "him",
         [], "Tennis with Ben"),
        ("{topic:lunch} with {person:Ann Lee} {time:fri 12}, no invitation to her", "her",
         [], "Lunch with Ann Lee"),
        ("{topic:plan} with {person:Al} and {person:Bo} {time:fri 9}, don't invite them", "them",
         [], "Plan with Al and Bo"),
        ("{topic:plan} with {person:Al} and {person:Bo} {time:fri 9}, he need not be told", "he",
         ["{1.contacts.0.email}"], "Plan"),
    ],
)  # fmt: skip
def test_who_comes_and_is_not_to_be_written_to_is_named_and_not_invited(
    marked, who, attendees, title
):
    work = work_on("cal_create", marked)
    at = re.search(rf"\b{who}\b", work.said.text).start()
    work.said = replace(work.said, parties=(Party("not", who, at, at + len(who)),))

    FRAMES["cal_create"](work)

    made = work.plan().steps[-1].arguments
    assert (made.get("attendees", []), made["title"]) == (attendees, title)


def test_people_may_be_addresses_vips_or_known_before():
    by_address = calls("cal_create", "call {person:Bo <bo@x.org>} {time:fri 9}")
    vips = calls("cal_create", "{topic:dinner} with {person:my VIPs} {time:fri 8pm}")
    ann = Thing(kind="person", name="Ann", id="ann")
    her = calls("cal_create", "meet {person:her} {time:fri 9}", mentioned=(ann,))
    mail = Reference(kind="email", id="m", label="Re", ordinal=0, who="sarah.chen@x.org")
    done = Earlier(agent="email", command="x", success=True, text="", references=(mail,))
    sender = calls(
        "cal_create", "meet {person:her} {time:fri 9}", mentioned=(ann,), earlier=(done,)
    )

    assert by_address[0][1]["attendees"] == ["bo@x.org"]
    assert by_address[0][1]["title"] == "Call with Bo"
    assert vips[0][1]["attendees"] == ["ceo@acme.com"]
    assert her[0] == named("Ann")[0]
    assert sender[0][1]["attendees"] == ["sarah.chen@x.org"]
    assert sender[0][1]["title"] == "Meeting with Sarah"


@pytest.mark.parametrize(
    ("answered", "timeframe", "day"),
    [
        (("Fri 11 Dec, 9:00-10:00 → Thu 10 Dec, 9:00-10:00",), "", "2026-12-11"),
        (("Fri 11 Dec, Fri 11 Dec", "Done."), "", "2026-12-11"),
        (("Fri 11 Dec, Fri 18 Dec",), "", "2026-11-27"),
        (("Fri 11 Dec, Fri 18 Dec",), "in three weeks, on the Friday", "2026-12-18"),
        (("Fri 11 Dec",), "next week", "2026-12-11"),
        (("Thu 10 Dec",), "next week", "2026-12-04"),
        ((), "", "2026-11-27"),
    ],
)
def test_that_weekday_is_the_one_that_was_shown(answered, timeframe, day):
    memory = Memory(entities=Entities(timeframe=timeframe or None))
    exchanges = tuple(("assistant", one) for one in answered)

    for marked in (
        "what is on {time:that Friday}",
        "and {time:later that friday}",
        "what is on {time:that same Friday}",
        "what is on {time:the very same Friday}",
    ):
        assert calls("cal_list", marked, exchanges=exchanges, memory=memory) == [
            sought(start=day, end=day)
        ]


def test_the_one_that_is_named_is_no_other_that_was_shown():
    marked = "cancel {topic:the sync} on {time:Friday}, just {which:that one}"

    assert calls("cal_cancel", marked, IT)[0] == sought("sync", "2026-11-27", "2026-11-27")


@pytest.mark.parametrize("one", ["which:the afternoon one", "topic:big one in the afternoon"])
def test_one_of_those_shown_is_told_by_its_time_of_day(one):
    marked = f"who is in {{{one}}}?"

    assert calls("cal_list", marked, carried="{time:Friday}") == [
        sought(start="2026-11-27T12:00", end="2026-11-27T17:00")
    ]


@pytest.mark.parametrize("kind", ["time", "newtime"])
def test_a_day_that_was_shown_is_that_of_the_event_and_none_proposed(kind):
    marked = f"decline {{topic:the sync}} that {{{kind}:Friday}}"

    assert calls("cal_respond", marked, exchanges=(("assistant", "Fri 11 Dec"),)) == [
        sought("sync", "2026-12-11", "2026-12-11"),
        (RESPOND, {"event_id": FOUND, "response": "declined"}),
    ]


def test_a_mail_gives_the_title():
    assert calls("cal_create", "put {which:that} in my calendar {time:friday at 9}", MAIL) == [
        (CREATE, {"title": "Site visit", "start": "2026-11-27T09:00"})
    ]


@pytest.mark.parametrize(
    ("marked", "people", "arguments"),
    [
        (
            "sometime {time:thursday afternoon} with {person:Al}",
            ("Al",),
            {"minutes": 30, "start": "2026-11-26T12:00", "end": "2026-11-26T17:00"},
        ),
        (
            "{topic:lunch} with {person:Al} {time:next week}",
            ("Al",),
            {"minutes": 30, "start": "2026-11-30", "end": "2026-12-06"},
        ),
        (
            "book {duration:an hour} with {person:Al}",
            ("Al",),
            {"minutes": 60, "start": "2026-11-26T10:00", "end": "2026-12-03"},
        ),
        (
            "{topic:haircut} on {time:friday}",
            (),
            {"minutes": 30, "start": "2026-11-27", "end": "2026-11-27"},
        ),
    ],
)
def test_without_a_time_of_day_times_are_offered(marked, people, arguments):
    guests = {"people": addresses(*range(1, len(people) + 1))} if people else {}

    *found, (booked, chosen) = calls("cal_create", marked)

    assert found == [*named(*people), (SLOTS, {**guests, **arguments})]
    assert (booked, chosen["start"]) == (CREATE, f"{{{len(found)}.slots.0.id}}")


@pytest.mark.parametrize(
    ("task", "marked", "booked"),
    [
        ("cal_slots", "book {duration:an hour} with {person:Al} {time:next week}", True),
        ("cal_slots", "would you arrange {duration:an hour} with {person:Al}?", True),
        ("cal_slots", "find {duration:an hour} with {person:Al} and put it in", True),
        ("cal_create", "{duration:an hour} with {person:Al} is to be entered", True),
        ("cal_create", "get {duration:an hour} with {person:Al} into my diary", True),
        ("cal_create", "I want {duration:an hour} with {person:Al}", True),
        ("cal_create", "find {duration:an hour} with {person:Al}", False),
        ("cal_slots", "when can I book {duration:an hour} with {person:Al}?", False),
        ("cal_slots", "{duration:an hour} with {person:Al}, no need to book it yet", False),
    ],
)
def test_a_time_is_only_booked_where_that_is_ordered(task, marked, booked):
    assert (calls(task, marked)[-1][0] == CREATE) is booked


@pytest.mark.parametrize("task", ["cal_create", "cal_update", "cal_slots"])
def test_the_only_time_on_offer_is_this_one(task):
    marked = "mark {time:this hour} with {person:her}, {topic:Budget}"
    carried = "{duration:an hour} with {person:Sarah} {time:monday}"

    sarah = Thing(kind="person", name="Sarah", id="sarah")
    (_, (booked, told)) = calls(task, marked, OFFERED[:1], carried, mentioned=(sarah,))

    assert (booked, told["start"], told["title"]) == (CREATE, "2026-11-30T11:00", "Budget")


@pytest.mark.parametrize(
    ("task", "marked", "start"),
    [
        ("cal_create", "book {which:the second one}", "2026-12-01T14:00"),
        ("cal_create", "take {which:the Thursday one}", "2026-12-03T16:00"),
        ("cal_create", "{which:the one at 2} please", "2026-12-01T14:00"),
        ("cal_create", "{which:the one after 3}", "2026-12-03T16:00"),
        ("cal_create", "the earliest please", "2026-11-30T11:00"),
        ("cal_create", "{which:the} earliest works, book it", "2026-11-30T11:00"),
        ("cal_update", "{which:the second slot}, thanks", "2026-12-01T14:00"),
        ("cal_slots", "2", "2026-12-01T14:00"),
    ],
)
def test_a_slot_on_offer_is_booked_with_the_people_it_was_looked_for_with(task, marked, start):
    carried = "find {duration:an hour} with {person:Sarah}"

    assert calls(task, marked, OFFERED, carried) == [
        *named("Sarah"),
        (
            CREATE,
            {
                "title": "Meeting with Sarah",
                "start": start,
                "minutes": 60,
                "attendees": addresses(1),
            },
        ),
    ]


BOOKED = {"title": "Budget", "minutes": 60, "attendees": addresses(1)}


@pytest.mark.parametrize(
    ("marked", "start", "told"),
    [
        ("take {time:two o'clock}, topic {topic:budget}", "2026-12-01T14:00", BOOKED),
        ("take {newtime:4pm} and name it {topic:Budget}", "2026-12-03T16:00", BOOKED),
        (
            "{time:11} in {place:Room 4}, {topic:budget}",
            "2026-11-30T11:00",
            {**BOOKED, "location": "Room 4"},
        ),
        ("{which:the second one}, call it {topic:Budget}", "2026-12-01T14:00", BOOKED),
        ("{time:15:30 on Tuesday}, {topic:budget}", "2026-12-01T15:30", BOOKED),
        ("book {time:friday at 3pm}, title {topic:budget}", "2026-12-04T15:00", BOOKED),
        ("book {time:fri 3pm that week}, title {topic:budget}", "2026-12-04T15:00", BOOKED),
    ],
)
def test_a_time_and_a_name_take_what_is_on_offer(marked, start, told):
    carried = "find {duration:an hour} with {person:Sarah} {time:next week}"

    found = calls("cal_create", marked, OFFERED, carried)

    assert found == [*named("Sarah"), (CREATE, {**told, "start": start})]


def test_another_day_than_those_on_offer_is_an_event_of_its_own():
    carried = "find {duration:an hour} with {person:Sarah} {time:next week}"
    marked = "book {topic:the dentist} {time:on 14 December at 9} for {duration:20 min}"

    assert calls("cal_create", marked, OFFERED, carried) == [
        (CREATE, {"title": "Dentist", "start": "2026-12-14T09:00", "minutes": 20})
    ]


def test_a_time_of_several_on_offer_is_asked_for():
    both = (*OFFERED, OFFERED[0].model_copy(update={"id": "2026-12-02T11:00", "ordinal": 4}))
    carried = "find {duration:an hour} with {person:Sarah} {time:next week}"

    assert asked("cal_create", "take {time:11}", both, carried)[1] == "which"


def test_when_something_ends_may_tell_it_too():
    assert calls(
        "cal_update", "start {topic:the fair} that ends {time:at four} at {newtime:3:30}"
    ) == [
        sought("fair", "2026-11-26T16:00", "2026-11-26T16:15"),
        (UPDATE, {"event_id": FOUND, "start": "T15:30"}),
    ]


def test_no_slot_is_taken_by_what_points_at_none():
    assert calls("cal_create", "yes {duration:an hour} with {person:Al}", OFFERED)[1][0] == SLOTS


@pytest.mark.parametrize(
    ("marked", "carried", "start"),
    [
        ("and {time:wednesday} too", "{topic:gym} {time:monday 6am}", "2026-12-02T06:00"),
        ("No, {newtime:eleven}", "{topic:gym} {time:tomorrow at ten}", "2026-11-27T11:00"),
        ("make it {newtime:sat}", "{topic:gym} {time:tomorrow at ten}", "2026-11-28T10:00"),
        ("{newtime:friday at 9}", "{topic:gym}", "2026-11-27T09:00"),
        ("{time:the Friday of that week} too", "{topic:gym} {time:9 Dec 6am}", "2026-12-11T06:00"),
        ("again {time:two days later}", "{topic:gym} {time:monday 6am}", "2026-12-02T06:00"),
        (
            "{time:the week after}, {time:Tuesday}",
            "{topic:gym} {time:9 Dec 6am}",
            "2026-12-15T06:00",
        ),
        ("no, {newtime:an hour later}", "{topic:gym} {time:monday 6am}", "2026-11-30T07:00"),
    ],
)
def test_a_follow_up_makes_it_at_another_time(marked, carried, start):
    assert calls("cal_create", marked, carried=carried) == [
        (CREATE, {"title": "Gym", "start": start})
    ]


@pytest.mark.parametrize(
    ("task", "marked", "asks", "kind"),
    [
        ("cal_create", "schedule a meeting", "When should that be?", "time"),
        ("cal_create", "something {time:tomorrow at 8}", "What is it about?", "topic"),
        ("cal_create", "set up a meeting with {person:Tom}", "When should that be?", "time"),
        ("cal_create", "{topic:lunch} with {person:Tom}", "When should that be?", "time"),
        ("cal_create", "book {person:Tom} {time:that hour}", "I can't tell when", "time"),
        (
            "cal_create",
            "{flag:private} {topic:talk} {time:fri 9}",
            "can't make an event private",
            "",
        ),
        ("cal_create", "meet {person:the design team} {time:fri 9}", "“the design team”", "person"),
        ("cal_create", "meet {person:my wife} {time:fri 9}", "“my wife”", "person"),
        ("cal_create", "meet {person:her} {time:fri 9}", "“her”", "person"),
        ("cal_create", "{topic:run} {repeat:once a term} {time:9}", "how often", "repeat"),
        ("cal_create", "meet {person:Al} {repeat:every monday}", "each time", "time"),
        ("cal_create", "{topic:prep} {time:before the deposition}", "I can't tell when", "time"),
        (
            "cal_create",
            "{topic:ball} {time:some bright day}",
            "I can't tell when",
            "time",
        ),
        ("cal_update", "move {topic:the review}", "When should it be instead?", "newtime"),
        ("cal_update", "change {topic:the review}", "What should I change?", "newtime"),
        ("cal_update", "push it back {newtime:by 30 minutes}", "Which meeting", "which"),
        ("cal_update", "move {which:that one} to {newtime:fri}", "Which meeting", "which"),
        ("cal_update", "call {topic:mtg} {value:budget chat}", "Which meeting", "which"),
        (
            "cal_update",
            "move {topic:the demo} to {newtime:Friday afternoon}",
            "At what time?",
            "newtime",
        ),
        ("cal_update", "move {topic:the demo} to {newtime:next week}", "On which day?", "newtime"),
        ("cal_update", "move {topic:the demo} {newtime:a month later}", "On which day?", "newtime"),
        ("cal_update", "make {topic:the demo} {newtime:all day tomorrow}", "a whole day", ""),
        ("cal_update", "make {topic:the demo} {duration:longer}", "How long", "duration"),
        ("cal_update", "attach {file:the plan} to {topic:the demo}", "attach files", ""),
        ("cal_update", "alert me {duration:10 min} before {topic:the demo}", "reminded", ""),
        ("cal_update", "{topic:choir} {repeat:every two weeks} now", "how an event repeats", ""),
        ("cal_update", "mark {topic:the demo} {flag:private}", "as private", ""),
        ("cal_update", "swap {topic:a demo} and {topic:a talk}", "swap two events", "newtime"),
        ("cal_cancel", "cancel the meeting", "Which meeting", "which"),
        ("cal_cancel", "cancel {which:the second one}", "Which meeting", "which"),
        ("cal_cancel", "cancel {person:her}", "Which meeting", "which"),
        ("cal_respond", "accept it", "Which invitation", "which"),
        ("cal_respond", "answer {topic:the invite}", "What should I answer?", ""),
        ("cal_availability", "is {place:the board room} free at {time:ten}", "which rooms", ""),
        ("cal_slots", "{duration:two full days} {time:in May}", "12 hours", "duration"),
        ("cal_conflicts", "check {person:Al}'s calendar for clashes", "your own calendar", ""),
        ("cal_list", "what's on over {time:the bank holiday}", "the bank holiday", "time"),
    ],
)
def test_what_is_not_said_or_cannot_be_is_asked_back(task, marked, asks, kind):
    question, of_kind = asked(task, marked)

    assert asks in question
    assert of_kind == kind


def test_more_than_can_be_done_at_once_is_asked_back():
    many = tuple(Reference(kind="event", id=str(n), label="x", ordinal=n) for n in range(1, 12))
    people = word_set("Ann Bob Cem Dan Eva Fay Gus Hal Ida")
    names = " and ".join(f"{{person:{name}}}" for name in sorted(people))

    assert "9 meetings" in asked("cal_cancel", "cancel {which:all of them}", many)[0]
    assert (
        "9 meetings"
        in asked("cal_update", "push {which:all of them} {newtime:an hour later}", many)[0]
    )
    assert "9 meetings" in asked("cal_respond", "decline {which:all of them}", many)[0]
    assert "8 people" in asked("cal_create", f"meet {names} {{time:tomorrow at 3}}")[0]
    assert "VIPs" in asked("cal_create", "meet {person:my VIPs} {time:fri 9}", profile=Profile())[0]


def test_a_reminder_of_who_is_meant_by_a_pronoun_finds_their_event():
    mail = Reference(kind="email", id="m", label="Re", ordinal=0, who="sarah.chen@x.org")

    assert calls("cal_cancel", "cancel with {person:her}", (mail,))[0] == sought("Sarah")


KINDS = "person organisation time newtime duration repeat topic body value field place flag which"


WORDS = st.sampled_from(
    sorted(
        word_set(
            """
            it Tom Acme friday 3pm the second one half an hour every monday the review later all
            Zoom next no yes to from not week room her them 2 9:30 last
            """
        )
    )
)


LEADS = sorted(word_set("move cancel add accept not from to until and no with"))


@given(
    st.sampled_from(sorted(FRAMES)),
    st.lists(
        st.tuples(st.sampled_from(KINDS.split()), st.lists(WORDS, min_size=1, max_size=4)),
        max_size=5,
    ),
    st.lists(st.sampled_from(LEADS), max_size=5),
    st.booleans(),
)
def test_anything_marked_is_done_or_asked_about(task, spans, between, follows):
    marked = " ".join(
        f"{word} {{{kind}:{' '.join(words)}}}"
        for word, (kind, words) in zip([*between, *[""] * 5], spans, strict=False)
    )
    text, found = plain(marked)
    before = plain("{topic:gym} {time:monday 6am} {person:Tom}")[1] if follows else ()
    work = Work(
        Said(task, 1.0, text, found, before),
        request("calendar", text, (*EVENTS, *OFFERED, *IT) if follows else (), profile=PROFILE),
    )
    question = ""
    try:
        FRAMES[task](work)
    except Asked as lacking:
        question = str(lacking)

    assert question or work.plan().steps


@pytest.mark.parametrize("until", ["before month end", "by Friday", "in time for the end of June"])
def test_until_when_something_is_needed_is_not_when_it_is(until):
    marked = f"{{time:Wednesday next week at 11}} about {{topic:the line}} {{time:{until}}}"

    ((_, told),) = calls("cal_create", marked)

    assert (told["start"], told.get("recurrence")) == ("2026-12-02T11:00", None)


@pytest.mark.parametrize(
    ("marked", "title"),
    [
        ("{duration:an hour} for {topic:the board} page, {time:Monday at 15:00}", "Board page"),
        ("{duration:an hour} for {topic:the board} please, {time:Monday at 15:00}", "Board"),
        ("{duration:an hour} {time:Monday at 15:00}, {body:to meet each other}", "Meet each other"),
    ],
)
def test_what_time_is_for_is_its_name(marked, title):
    ((_, told),) = calls("cal_create", marked)

    assert (told["title"], told.get("notes")) == (title, None)


def test_who_is_asked_when_and_says_how_long_is_asked_again():
    lacking = Clarified(question="When?", answer="half an hour", lacks="time")
    marked = "meet {person:Al} about {topic:reports}, {duration:half an hour} will do"

    work = work_on("cal_create", marked)
    context = work.request.context.model_copy(update={"clarified": (lacking,)})
    work.request = work.request.model_copy(update={"context": context})
    with pytest.raises(Asked) as caught:
        FRAMES["cal_create"](work)

    assert caught.value.kind == "time"
    assert calls("cal_create", marked)[-1][0] == CREATE
    assert asked("cal_create", "meet {person:Al} some time")[1] == "time"


@pytest.mark.parametrize(
    ("marked", "names"),
    [
        ("meet {person:her} and {person:Bo} {time:tomorrow at 9}", ["Bo"]),
        ("meet {person:Bo}, {person:Al} and {person:her} {time:tomorrow at 9}", ["Bo", "Al"]),
        ("meet {person:Bo} and also with {person:her} {time:tomorrow at 9}", ["Bo"]),
    ],
)
def test_a_pronoun_in_a_list_is_one_more_person(marked, names):
    her = Reference(kind="contact", id="c", label="Ann Lee", ordinal=0, who="ann@x.org")

    *found, (_, told) = calls("cal_create", marked, (her,))

    assert found == named(*names)
    assert sorted(told["attendees"]) == sorted((*addresses(*range(1, len(names) + 1)), "ann@x.org"))


def test_a_pronoun_that_is_in_no_list_stands_for_who_is_named():
    her = Reference(kind="contact", id="c", label="Ann Lee", ordinal=0, who="ann@x.org")
    marked = "meet {person:Bo} {time:tomorrow at 9}, I owe {person:him} lunch"

    assert calls("cal_create", marked, (her,))[-1][1]["attendees"] == addresses(1)


@pytest.mark.parametrize(
    ("marked", "title", "location"),
    [
        ("book {topic:Room Tyne} {time:fri 9}, it's about {topic:the audit}", "Audit", "Room Tyne"),
        ("book {topic:Room Tyne} {time:fri 9}", "Room Tyne", "Room Tyne"),
        ("book {topic:a walk} {time:fri 9}, starting at {topic:Reception}", "Walk", "Reception"),
        ("{time:fri 9} in {place:Room Tyne}, name: {topic:the audit}", "Audit", "Room Tyne"),
        ("book {topic:room planning} {time:fri 9}", "Room planning", None),
        (
            "The {place:room} is cold. Book {topic:the audit} {time:fri 9}, {place:Room Tyne}",
            "Audit",
            "Room Tyne",
        ),
    ],
)
def test_a_room_that_is_booked_is_where_it_is(marked, title, location):
    ((_, told),) = calls("cal_create", marked)

    assert (told["title"], told.get("location")) == (title, location)


def test_a_new_event_is_called_what_it_is_said_to_be_and_is_not_there():
    marked = "{time:Monday 2pm}, just me, called {topic:Harbour} page"
    assert calls("cal_create", marked)[-1][1]["title"] == "Harbour page"
    made = calls("cal_create", "{time:Monday 2pm}, call it {place:Harbour line}")[-1][1]
    assert made["title"] == "Harbour line"
    assert not made.get("location")


def test_weeks_cut_short_of_their_in_are_counted_from_today():
    made = calls("cal_create", "put {topic:Rehearsal} in {time:three weeks on the Friday at 3pm}")
    assert made[-1][1]["start"] == "2026-12-18T15:00"


@pytest.mark.parametrize(
    ("marked", "title", "people"),
    [
        ("{person:Ben's} {topic:leaving do} {time:tomorrow at 6pm}", "Ben's leaving do", ()),
        ("Book {person:Dr Osei's} lecture {time:tomorrow at 2pm}", "Dr Osei's lecture", ()),
        ("Book {person:Grace's} {topic:1:1} {time:tomorrow at 3pm}", "Grace's 1:1", ("Grace",)),
    ],
)
def test_whose_it_is_only_names_it(marked, title, people):
    *found, (_, event) = calls("cal_create", marked)
    assert event["title"] == title
    assert tuple(one["name"] for _, one in found) == people


def test_why_somebody_is_to_come_is_no_note():
    marked = (
        "{topic:Panto} {time:tomorrow at 6pm}, invite {person:Emma} because {body:I need a cow}"
    )
    assert "notes" not in calls("cal_create", marked)[-1][1]
