"""What is said about the calendar becomes the calls that do it, or the question that is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import Entities
from shared.models.profile import Account, Preferred, Profile
from shared.models.reasoning import Clarified, Earlier, Memory, Reference
from shared.models.world import Link, Thing
from shared.understanding.folding import word_set
from shared.understanding.said import Said
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames import FRAMES
from shared.workspace.registry import TOOLS
from tests.support.marked import plain, request, said

PROFILE = Profile(
    preferred=Preferred(time_zone="Europe/Berlin", vips=("ceo@acme.com",)),
    accounts=(Account(id="a", provider="google", email="me@x.org"),),
)
LIST, CREATE, UPDATE = "calendar_list_events", "calendar_create_event", "calendar_update_event"
DELETE, RESPOND = "calendar_delete_event", "calendar_respond_to_event"
CHECK, SLOTS = "calendar_check_availability", "calendar_find_common_slots"
CONFLICTS = "calendar_find_conflicts"
FOUND = "{1.events.0.id}"

EVENTS = tuple(
    Reference(kind="event", id=f"event-{place}", label=label, ordinal=place)
    for place, label in enumerate(("Budget review", "Team sync", "1:1 with Anna"), 1)
)
IT = (Reference(kind="event", id="it", label="Kickoff", ordinal=0),)
OFFERED = tuple(
    Reference(kind="slot", id=start, label=start, ordinal=place)
    for place, start in enumerate(("2026-11-30T11:00", "2026-12-01T14:00", "2026-12-03T16:00"), 1)
)
MAIL = (Reference(kind="email", id="m", label="Site visit", ordinal=0),)


def work_on(task, marked, references=(), carried="", profile=PROFILE, **known):
    command = said(task, marked, carried)
    return Work(command, request("calendar", command.text, references, profile=profile, **known))


def calls(task, marked, references=(), carried="", **known):
    work = work_on(task, marked, references, carried, **known)
    FRAMES[task](work)
    steps = work.plan().steps
    for step in steps:
        assert step.tool in TOOLS
        assert set(step.arguments) <= set(TOOLS[step.tool].parameters.model_fields)
    return [(step.tool, step.arguments) for step in steps]


def asked(task, marked, references=(), carried="", **known):
    with pytest.raises(Asked) as caught:
        calls(task, marked, references, carried, **known)
    return str(caught.value), caught.value.kind


def named(*names):
    return [("contacts_search", {"name": name}) for name in names]


def addresses(*steps):
    return [f"{{{step}.contacts.0.email}}" for step in steps]


def sought(query="", start="2026-11-26", end="2026-12-26", **more):
    return (LIST, {"start": start, "end": end, **({"query": query} if query else {}), **more})


@pytest.mark.parametrize(
    ("marked", "start", "end", "more"),
    [
        ("What's on my calendar {time:today}?", "2026-11-26", "2026-11-26", {}),
        ("{time:2moro}", "2026-11-27", "2026-11-27", {}),
        ("my day pls", "2026-11-26", "2026-11-26", {}),
        ("any upcoming meetings?", "2026-11-26", "2026-12-03", {}),
        ("whats on {time:sat}", "2026-11-28", "2026-11-28", {}),
        ("how is {time:nxt wk}", "2026-11-30", "2026-12-06", {}),
        ("{time:Weekend} plans?", "2026-11-28", "2026-11-29", {}),
        ("anything {time:thurs n fri}", "2026-11-26", "2026-11-27", {}),
        ("is it {time:saturday} or {time:sunday}", "2026-11-28", "2026-11-29", {}),
        ("what about {time:June}", "2027-06-01", "2027-06-30", {}),
        ("do I have anything at {time:3}", "2026-11-26T15:00", "2026-11-26T15:30", {}),
        ("what did I do {time:on the 2nd}", "2026-11-02", "2026-11-02", {}),
        ("when is {topic:the board meeting}", "2026-11-26", "2027-01-25", {"query": "board"}),
        ("when did I last meet {person:Tom}", "2026-08-28", "2026-11-26", {"query": "Tom"}),
        ("did {person:Tom} decline the {time:monday} one", "2026-11-30", "2026-11-30", "Tom"),
        (
            "my next call with {person:Al}",
            "2026-11-26T10:00",
            "2027-01-25",
            {"limit": 1, "q": "Al"},
        ),
        ("next {count:three} things", "2026-11-26T10:00", "2027-01-25", {"limit": 3}),
        ("{which:Next meeting}?", "2026-11-26T10:00", "2027-01-25", {"limit": 1}),
        ("first thing {time:tomorrow}?", "2026-11-27", "2026-11-27", {"limit": 1}),
        ("list my {flag:recurring} stuff", "2026-11-26", "2026-12-03", {}),
        ("where is {which:the webinar}", "2026-11-26", "2027-01-25", {"query": "webinar"}),
        ("what's {time:the week after}", "2026-11-30", "2026-12-06", {}),
        ("what's on {time:the Friday after}", "2026-11-27", "2026-11-27", {}),
        ("how busy is my {time:Friday} {time:next week}", "2026-12-04", "2026-12-04", {}),
        ("{time:in the week after next}, is {time:Tuesday} full", "2026-12-08", "2026-12-08", {}),
        ("where was {topic:the fair} again", "2026-08-28", "2027-01-25", {"query": "fair"}),
        ("who was in {topic:the audit}", "2026-08-28", "2027-01-25", {"query": "audit"}),
        ("when is {person:Bo} {topic:appraisal}", "2026-11-26", "2027-01-25", "Bo appraisal"),
        ("what's on {time:Monday from four}", "2026-11-30T16:00", "2026-11-30T23:59", {}),
        ("what's on {time:Monday from 4 to 5}", "2026-11-30T16:00", "2026-11-30T17:00", {}),
        ("what's on {time:Monday at four}", "2026-11-30T16:00", "2026-11-30T16:30", {}),
    ],
)
def test_the_calendar_is_listed(marked, start, end, more):
    more = {"query": more} if isinstance(more, str) else dict(more)
    if "q" in more:
        more["query"] = more.pop("q")

    assert calls("cal_list", marked) == [(LIST, {"start": start, "end": end, **more})]


def test_a_follow_up_keeps_what_it_does_not_say():
    assert calls("cal_list", "only {time:the morning}", carried="on {time:tomorrow}") == [
        (LIST, {"start": "2026-11-27T09:00", "end": "2026-11-27T12:00"})
    ]
    assert calls("cal_list", "and {time:the day after}", carried="on {time:friday}") == [
        (LIST, {"start": "2026-11-28", "end": "2026-11-28"})
    ]


def test_a_follow_up_to_the_past_stays_in_it():
    exchanges = (("user", "what did I do on monday"), ("assistant", "You had a review."))

    assert calls(
        "cal_list", "and {time:the day before}", (), "{time:on monday}", exchanges=exchanges
    ) == [(LIST, {"start": "2026-11-22", "end": "2026-11-22"})]


@pytest.mark.parametrize(
    ("marked", "carried", "start", "end"),
    [
        ("{time:that week}", "{time:9 December}", "2026-12-07", "2026-12-13"),
        ("{time:Friday} of {time:that week}", "{time:9 December}", "2026-12-11", "2026-12-11"),
        ("{time:the Friday of that week}", "{time:9 December}", "2026-12-11", "2026-12-11"),
        ("the {time:rest of that week}", "{time:9 December}", "2026-12-09", "2026-12-13"),
        ("{time:the week before}", "{time:9 December}", "2026-11-30", "2026-12-06"),
        ("{time:two days later}", "{time:9 December}", "2026-12-11", "2026-12-11"),
        ("{time:the following Monday}", "{time:next week}", "2026-12-07", "2026-12-07"),
        ("{time:the day after}", "{time:tomorrow at 3}", "2026-11-28T15:00", "2026-11-28T15:30"),
        ("{time:the next day at 9}", "{time:tomorrow}", "2026-11-28T09:00", "2026-11-28T09:30"),
        ("{time:that hour}", "{time:tomorrow 9-10}", "2026-11-27T09:00", "2026-11-27T10:00"),
        ("that {time:hour}", "{time:tomorrow 9-10}", "2026-11-27T09:00", "2026-11-27T10:00"),
        ("{duration:an hour} later", "{time:friday at 3}", "2026-11-27T16:00", "2026-11-27T16:30"),
        ("{time:half an hour earlier}", "{time:fri 3-4}", "2026-11-27T14:30", "2026-11-27T15:30"),
    ],
)
def test_a_time_may_be_told_by_the_one_talked_about(marked, carried, start, end):
    assert calls("cal_availability", marked, carried=carried) == [
        (CHECK, {"start": start, "end": end})
    ]


def test_what_was_listed_is_shown_in_detail():
    details = (LIST, {"start": "2026-11-19", "end": "2027-01-25", "query": "Team sync"})
    kickoff = (LIST, {"start": "2026-11-19", "end": "2027-01-25", "query": "Kickoff"})

    assert calls("cal_list", "tell me about {which:the second one}", EVENTS) == [details]
    assert calls("cal_list", "who's coming?", IT) == [kickoff]


@pytest.mark.parametrize(
    ("task", "asked"),
    [
        ("cal_list", "what time is that?"),
        ("cal_list", "and when does it finish"),
        ("cal_list", "till when have I got it down for?"),
        ("cal_list", "when's that again?"),
        ("cal_list", "which room is that in?"),
        ("cal_list", "what room have we got?"),
        ("cal_list", "and the room?"),
        ("cal_list", "wait, is anybody else coming?"),
        ("cal_list", "does anyone else join?"),
        ("cal_list", "who else is in it"),
        ("cal_list", "is no one else coming?"),
        ("cal_list", "is everybody coming?"),
        ("cal_list", "did I accept?"),
        ("cal_list", "And who else did I put in the invitation?"),
        ("cal_list", "and the place, what is written?"),
        ("cal_availability", "is {person:Kenji} going to be there?"),
        ("cal_availability", "is {person:Ann} invited to it"),
    ],
)
def test_a_question_that_points_at_the_one_just_shown_is_about_that(task, asked):
    kickoff = (LIST, {"start": "2026-11-19", "end": "2027-01-25", "query": "Kickoff"})
    assert calls(task, asked, IT) == [kickoff]


def test_a_time_beside_it_asks_of_people_and_a_question_by_itself_of_the_day():
    asked = calls("cal_availability", "is {person:Kenji} going to be there {time:tomorrow}?", IT)
    assert asked[-1][0] == CHECK
    for asked_anew in ("what's on?", "what else is on?", "anything else?"):
        (today,) = calls("cal_list", asked_anew, IT)
        assert today[1] == {"start": "2026-11-26", "end": "2026-11-26"}


@pytest.mark.parametrize(
    "marked",
    [
        "{person:Sarah}'s calendar, {time:tomorrow}",
        "the agenda of {person:Sarah} for {time:tomorrow}",
        "what is {person:Sarah} up to {time:tomorrow}",
    ],
)
def test_somebody_elses_calendar_is_their_free_time(marked):
    assert calls("cal_list", marked) == [
        *named("Sarah"),
        (CHECK, {"start": "2026-11-27", "end": "2026-11-27", "people": addresses(1)}),
    ]


@pytest.mark.parametrize(
    ("marked", "people", "window"),
    [
        ("am I free {time:Friday afternoon}", (), ("2026-11-27T12:00", "2026-11-27T17:00")),
        ("am I free", (), ("2026-11-26T10:00", "2026-12-03")),
        ("is {person:Sarah} free {time:tomorrow at 2}", ("Sarah",), ("2026-11-27T14:00", 30)),
        ("can we do {duration:an hour} at {time:four today}", (), ("2026-11-26T16:00", 60)),
        (
            "does {time:fri 330} suit {person:Tom} and {person:me}",
            ("Tom",),
            ("2026-11-27T15:30", 30),
        ),
        ("is {person:Al} in {time:this week}", ("Al",), ("2026-11-26T10:00", "2026-11-29")),
    ],
)
def test_availability_is_checked(marked, people, window):
    start, end = window
    ends = {30: "14:30", 60: "17:00"}
    if end == 30 and start.endswith("15:30"):
        end = "2026-11-27T16:00"
    elif isinstance(end, int):
        end = f"{start[:10]}T{ends[end]}"
    guests = {"people": addresses(*range(1, len(people) + 1))} if people else {}

    assert calls("cal_availability", marked) == [
        *named(*people),
        (CHECK, {"start": start, "end": end, **guests}),
    ]


@pytest.mark.parametrize(
    ("task", "marked", "tool"),
    [
        ("cal_availability", "who do I have on {time:Friday between 11 and 2}?", LIST),
        ("cal_availability", "what have we {time:Friday between 11 and 2}?", LIST),
        ("cal_availability", "what do I have free {time:Friday between 11 and 2}?", CHECK),
        ("cal_availability", "am I busy {time:Friday between 11 and 2}?", CHECK),
        ("cal_slots", "{time:on Friday}, is there something whole day in my calendar?", LIST),
        ("cal_slots", "when are the talks with {person:Bo} {time:next week}?", LIST),
        ("cal_slots", "what is fixed {time:on Friday}?", LIST),
        ("cal_slots", "when is my longest gap {time:on Friday}?", SLOTS),
        ("cal_slots", "{time:on Friday}, is there some free time in my calendar?", SLOTS),
        ("cal_slots", "{time:on Friday}, is there something that suits us?", SLOTS),
    ],
)
def test_who_asks_what_is_there_is_shown_the_events(task, marked, tool):
    ((called, _),) = calls(task, marked)

    assert called == tool


@pytest.mark.parametrize(
    ("task", "marked", "queries"),
    [
        ("cal_list", "when are {topic:the fair} and {topic:lunch} with {person:Bo}?", 2),
        ("cal_slots", "{topic:the fair} and {topic:lunch} with {person:Bo}. Start times?", 2),
        ("cal_list", "when is {topic:lunch} with {person:Al} and {person:Bo}?", 1),
        ("cal_list", "when is {topic:the fair} of the {topic:bakers}?", 1),
    ],
)
def test_events_that_are_named_together_are_looked_for_one_by_one(task, marked, queries):
    assert [tool for tool, _ in calls(task, marked)] == [LIST] * queries


def test_a_follow_up_asks_of_another_hour_or_person():
    before = "is {person:Tom} free {time:friday at 3}"

    (_, at_four) = calls("cal_availability", "and at {time:four}?", carried=before)
    (lookup, other) = calls("cal_availability", "and {person:Anna}?", carried=before)

    assert at_four[1]["start"] == "2026-11-27T16:00"
    assert lookup == named("Anna")[0]
    assert other[1]["start"] == "2026-11-27T15:00"


@pytest.mark.parametrize(
    ("marked", "arguments"),
    [
        (
            "find {duration:45 minutes} {time:next week}",
            {"minutes": 45, "start": "2026-11-30", "end": "2026-12-06"},
        ),
        (
            "when's my next free {duration:hour}",
            {"minutes": 60, "start": "2026-11-26T10:00", "end": "2026-12-03"},
        ),
        (
            "{count:three} slots {time:asap}",
            {"minutes": 30, "start": "2026-11-26T10:00", "end": "2026-12-03", "limit": 3},
        ),
        (
            "not {time:Monday}, any other day",
            {"minutes": 30, "start": "2026-11-26T10:00", "end": "2026-12-03"},
        ),
        (
            "{duration:thirty quiet minutes} {time:tomorrow}",
            {"minutes": 30, "start": "2026-11-27", "end": "2026-11-27"},
        ),
    ],
)
def test_free_times_are_looked_for(marked, arguments):
    assert calls("cal_slots", marked) == [(SLOTS, arguments)]


@pytest.mark.parametrize(
    ("marked", "tool"),
    [
        ("{duration:half an hour} with {person:Al} {time:tomorrow at 11}", CREATE),
        ("{duration:half an hour} with {person:Al} {time:tomorrow 11-11:30}", CREATE),
        ("I need {person:Al} {time:tomorrow 1130-1200}", CREATE),
        ("find {duration:half an hour} with {person:Al} {time:tomorrow at 11}", SLOTS),
        ("{duration:half an hour} with {person:Al} {time:tomorrow at 11}?", SLOTS),
        ("{duration:half an hour} with {person:Al} {time:tomorrow 9-12}", SLOTS),
        ("{duration:half an hour} with {person:Al} {time:tomorrow 9-17}", SLOTS),
        ("{duration:half an hour} with {person:Al} {time:tomorrow morning}", SLOTS),
        ("{duration:half an hour} with {person:Al} {time:tomorrow}", SLOTS),
        ("with {person:Al} {time:at 11}", SLOTS),
    ],
)
def test_no_time_is_looked_for_where_the_one_is_said(marked, tool):
    assert calls("cal_slots", marked)[-1][0] == tool


@pytest.mark.parametrize(
    ("marked", "people"),
    [
        ("{time:next week} instead", ("Tom", "Anna")),
        ("with {person:Priya} too", ("Tom", "Anna", "Priya")),
        ("what if we left {person:Anna} out", ("Tom",)),
        ("no, with {person:Priya}", ("Priya",)),
        ("when is {person:she} free then", ("Tom", "Anna")),
    ],
)
def test_a_follow_up_changes_whom_free_times_are_for(marked, people):
    carried = "is {person:Tom} or {person:Anna} free at {time:3}"
    if "she" in marked:
        marked = marked.replace("{person:she}", "she")

    *lookups, slots = calls("cal_slots", marked, carried=carried)

    assert lookups == named(*people)
    assert "T15" not in slots[1]["start"]


def test_all_of_a_company_and_somebody_of_one_are_told_apart():
    acme = ("contacts_search", {"organization": "Acme"})

    everyone = calls("cal_slots", "when can {person:everyone} at {organisation:Acme} meet")
    people = calls("cal_slots", "when can the {organisation:Acme} people meet")
    one = calls("cal_slots", "a slot with {organisation:Acme}")
    of_it = calls("cal_slots", "a slot with {person:Sarah} from {organisation:Acme}")

    assert [everyone[0], people[0], one[0]] == [acme] * 3
    assert everyone[1][1]["people"] == people[1][1]["people"] == ["{1.contacts.*.email}"]
    assert one[1][1]["people"] == addresses(1)
    assert of_it[0] == ("contacts_search", {"name": "Sarah", "organization": "Acme"})


@pytest.mark.parametrize(
    ("marked", "window"),
    [
        ("any clashes {time:this week}", ("2026-11-26T10:00", "2026-11-29")),
        ("am I double-booked {time:tomorrow}", ("2026-11-27", "2026-11-27")),
        ("where am I in two places", ("2026-11-26T10:00", "2026-12-03")),
    ],
)
def test_conflicts_are_looked_for(marked, window):
    assert calls("cal_conflicts", marked) == [(CONFLICTS, {"start": window[0], "end": window[1]})]


@pytest.mark.parametrize(
    "marked",
    [
        "what does {time:tomorrow} look like, I fear something is right on top of something",
        "what's on {time:tomorrow}? I think two things overlap",
        "how is my {time:tomorrow}, I may have double-booked",
        "what do I have {time:tomorrow}, there's a clash I believe",
    ],
)
def test_who_asks_what_is_on_and_fears_a_clash_is_told_both(marked):
    day = {"start": "2026-11-27", "end": "2026-11-27"}
    assert calls("cal_conflicts", marked) == [(CONFLICTS, day), (LIST, day)]


@pytest.mark.parametrize(
    ("marked", "references", "query"),
    [
        ("does {topic:the demo} clash with anything", (), "demo"),
        ("does {which:it} clash now", IT, "Kickoff"),
    ],
)
def test_what_clashes_with_one_event_is_looked_for_at_its_time(marked, references, query):
    assert calls("cal_conflicts", marked, references) == [
        sought(query, end="2027-01-25", limit=1),
        (CONFLICTS, {"start": "{1.events.0.starts_at}", "end": "{1.events.0.ends_at}"}),
    ]


def test_that_day_is_the_one_talked_about():
    memory = Memory(entities=Entities(timeframe="next Tuesday"))
    tuesday = [(CONFLICTS, {"start": "2026-12-01", "end": "2026-12-01"})]

    assert calls("cal_conflicts", "any conflicts {which:that day}?", memory=memory) == tuesday
    carried = "what's on {time:next Tuesday}"
    assert calls("cal_conflicts", "any conflicts {time:that day}?", carried=carried) == tuesday

    # an hour that was named since then is of that day too
    hour = {"memory": memory, "carried": "and {time:at 3pm}?"}
    made = calls("cal_create", "block {time:3pm to 4pm that day} for {topic:stock}", **hour)
    assert made[-1][1]["start"] == "2026-12-01T15:00"


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
            "so {person:Pavel}, no sorry, {person:Pawel} at {time:two on Wednesday}",
            ("Pawel",),
            {"title": "Meeting with Pawel", "start": "2026-12-02T14:00"},
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
            "book {time:friday 9 to 11}, {topic:handover of} the monthly {topic:reports}",
            (),
            {
                "title": "Handover of the monthly reports",
                "start": "2026-11-27T09:00",
                "end": "2026-11-27T11:00",
            },
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
            "{topic:football} {repeat:every Tuesday}, no, just {time:this Wednesday at five}",
            (),
            {"title": "Football", "start": "2026-12-02T17:00"},
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
        (
            "meet {person:Ann}, {person:Ann Lee}, {time:wed 1130-1200}",
            ("Ann Lee",),
            {
                "title": "Meeting with Ann Lee",
                "start": "2026-12-02T11:30",
                "end": "2026-12-02T12:00",
            },
        ),
    ],
)
def test_events_are_made_with_people_looked_up_first(marked, people, arguments):
    guests = {"attendees": addresses(*range(1, len(people) + 1))} if people else {}

    assert calls("cal_create", marked) == [*named(*people), (CREATE, {**arguments, **guests})]


def test_people_may_be_addresses_vips_or_known_before():
    by_address = calls("cal_create", "call {person:Bo <bo@x.org>} {time:fri 9}")
    vips = calls("cal_create", "{topic:dinner} with {person:my VIPs} {time:fri 8pm}")
    him = calls("cal_create", "meet {person:him} {time:fri 9}", carried="is {person:Tom} free")
    memory = Memory(entities=Entities(people=("Ann",)))
    her = calls("cal_create", "meet {person:her} {time:fri 9}", memory=memory)
    mail = Reference(kind="email", id="m", label="Re", ordinal=0, who="sarah.chen@x.org")
    done = Earlier(agent="email", command="x", success=True, text="", references=(mail,))
    sender = calls("cal_create", "meet {person:her} {time:fri 9}", memory=memory, earlier=(done,))

    assert by_address[0][1]["attendees"] == ["bo@x.org"]
    assert by_address[0][1]["title"] == "Call with Bo"
    assert vips[0][1]["attendees"] == ["ceo@acme.com"]
    assert him[0] == named("Tom")[0]
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


@pytest.mark.parametrize("told", ["that Friday", "that same Friday", "that same day"])
def test_nothing_is_cancelled_on_another_day_than_was_shown(told):
    marked = f"cancel {{topic:the sync}} of {{time:{told}}}"
    shown = (("assistant", "Going: Fri 11 Dec, all day."),)
    several = (("assistant", "Fri 11 Dec, Fri 18 Dec"),)

    assert calls("cal_cancel", marked, exchanges=shown) == [
        sought("sync", "2026-12-11", "2026-12-11"),
        (DELETE, {"event_id": FOUND}),
    ]
    assert asked("cal_cancel", marked, exchanges=several)[1] == "time"


def test_the_one_that_is_named_is_no_other_that_was_shown():
    marked = "cancel {topic:the sync} on {time:Friday}, just {which:that one}"

    assert calls("cal_cancel", marked, IT)[0] == sought("sync", "2026-11-27", "2026-11-27")


@pytest.mark.parametrize("one", ["which:the afternoon one", "topic:big one in the afternoon"])
def test_one_of_those_shown_is_told_by_its_time_of_day(one):
    marked = f"who is in {{{one}}}?"

    assert calls("cal_list", marked, carried="{time:Friday}") == [
        sought(start="2026-11-27T12:00", end="2026-11-27T17:00")
    ]


def test_a_list_of_guests_is_that_of_its_meeting():
    marked = "who's on the {place:team} sheet for the Alpha retro"

    assert calls("cal_list", marked)[0][1]["query"] == "Alpha retro"


@pytest.mark.parametrize("kind", ["time", "newtime"])
def test_a_day_that_was_shown_is_that_of_the_event_and_none_proposed(kind):
    marked = f"decline {{topic:the sync}} that {{{kind}:Friday}}"

    assert calls("cal_respond", marked, exchanges=(("assistant", "Fri 11 Dec"),)) == [
        sought("sync", "2026-12-11", "2026-12-11"),
        (RESPOND, {"event_id": FOUND, "response": "declined"}),
    ]


def test_what_is_moved_stays_on_its_own_day():
    several = (("assistant", "Fri 11 Dec, Fri 18 Dec"),)
    moved = calls("cal_update", "{topic:the sync} to {newtime:3pm that day}", exchanges=several)

    assert moved == [sought("sync"), (UPDATE, {"event_id": FOUND, "start": "D+0T15:00"})]


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

    (_, (booked, told)) = calls(task, marked, OFFERED[:1], carried)

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


REVIEWS = tuple(
    Reference(kind="event", id=f"r{place}", label=label, ordinal=place)
    for place, label in enumerate(("Stand-up", "Review Al", "Lunch", "Review Bo"), 1)
)


@pytest.mark.parametrize(
    ("marked", "event"),
    [
        ("cancel {which:the later review}", "r4"),
        ("cancel {topic:later review}", "r4"),
        ("cancel {which:later of the two reviews}", "r4"),
        ("cancel {which:the first} {topic:review}", "r2"),
        ("cancel {which:the second} {topic:review}", "r4"),
        ("cancel {which:the earlier one}", "r1"),
        ("cancel {which:the latest one}", "r4"),
    ],
)
def test_one_of_a_kind_is_told_by_its_place_among_them(marked, event):
    assert calls("cal_cancel", marked, REVIEWS) == [(DELETE, {"event_id": event})]


@pytest.mark.parametrize(
    "marked", ["cancel {which:the third} {topic:review}", "cancel {topic:first aid course}"]
)
def test_where_there_are_not_so_many_of_a_kind_nothing_listed_is_meant(marked):
    assert calls("cal_cancel", marked, REVIEWS)[0][0] == LIST


def test_who_comes_to_one_of_those_listed_is_looked_up():
    ((tool, told),) = calls("cal_list", "who is in {topic:the later review}", REVIEWS)
    assert (tool, told["query"]) == (LIST, "Review Bo")


def test_open_invitations_are_listed():
    months = {"start": "2026-11-26", "end": "2027-01-25", "unanswered": True}
    week = {"start": "2026-11-30", "end": "2026-12-06", "unanswered": True}
    assert calls("cal_list", "which invitations have I not answered") == [(LIST, months)]
    assert calls("cal_list", "which invitations did I {flag:not reply} to") == [(LIST, months)]
    assert calls("cal_list", "pending invites {time:next week}") == [(LIST, week)]
    assert "unanswered" not in calls("cal_list", "who hasn't accepted my invitation")[0][1]


def test_what_stays_on_its_day_is_there_already():
    marked = (
        "{person:Bo} wants his {topic:review} early. Put it at {time:11:00}, {newtime:same day}"
    )
    found = calls("cal_create", marked)

    assert [tool for tool, _ in found] == [LIST, UPDATE]
    assert found[1][1] == {"event_id": FOUND, "start": "T11:00"}
    day = calls("cal_create", "{topic:fair} at {time:14:00 that day} please")
    assert day[1][1] == {"event_id": FOUND, "start": "D+0T14:00"}
    later = calls("cal_create", "{duration:half an hour} earlier for {topic:the review}")
    assert later[1][1] == {"event_id": FOUND, "start": "-PT30M"}
    again = calls("cal_create", "{topic:gym} {time:that time}", carried="{time:monday 6am}")
    assert [tool for tool, _ in again] == [CREATE]


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("{topic:the fair} is too short, add {value:30 min} at the end", {"end": "+PT30M"}),
        ("tack {duration:30 min} on to {topic:the fair}", {"end": "+PT30M"}),
        ("give {topic:the fair} {duration:20} more {duration:minutes}", {"end": "+PT20M"}),
        ("{topic:the fair} can be {duration:15 min} shorter", {"end": "-PT15M"}),
        ("{topic:the fair} is too long, {duration:half an hour} off", {"end": "-PT30M"}),
        ("let {topic:the fair} be {duration:an hour}", {"minutes": 60}),
        ("{topic:the fair}, rather {duration:two and a half hours}", {"minutes": 150}),
        ("end {topic:the fair} {duration:half an hour} on top", {"end": "+PT30M"}),
        (
            "start {topic:the fair} {newtime:10 min later}, end stays",
            {"start": "+PT10M", "end": "+PT0M"},
        ),
        ("{topic:fair} won't take long, end it at {newtime:half one}", {"end": "T13:30"}),
        (
            "{topic:fair} starts at {newtime:twelve}. Still ends at {newtime:four}",
            {"start": "T12:00", "end": "T16:00"},
        ),
        (
            "{topic:fair} starts at {newtime:one} now and ends at {time:five}",
            {"start": "T13:00", "end": "T17:00"},
        ),
        (
            "push {topic:the fair} to {newtime:9:30}, and let it finish at {newtime:ten}",
            {"start": "T09:30", "end": "T10:00"},
        ),
        (
            "cut {topic:fair} to {duration:20 min} {newtime:same} start, that {duration:one} time",
            {"minutes": 20},
        ),
        ("{topic:the fair} is too long. Make it {duration:45 minutes}", {"minutes": 45}),
        (
            "{topic:the fair} is too long. Make it {duration:15 minutes} shorter",
            {"end": "-PT15M"},
        ),
        (
            "{topic:the fair} an {duration:hour} earlier, in {duration:one} piece",
            {"start": "-PT1H"},
        ),
        ("{topic:the fair} {duration:one half an hour} {newtime:later}", {"start": "+PT30M"}),
        ("push {topic:the fair} {newtime:half an hour earlier}", {"start": "-PT30M"}),
        ("{topic:the fair} begins at {time:8}, fix that", {"start": "T08:00"}),
        ("{topic:the fair} at {newtime:five}, same {newtime:day}", {"start": "T17:00"}),
        ("{topic:the fair} at {newtime:five}, that {newtime:week} only", {"start": "T17:00"}),
        ("{person:Al} asked for his {topic:fair} at {newtime:5pm}", {"start": "T17:00"}),
        (
            "{person:Al} wanted {topic:the fair} {time:in the afternoon}, set it to {newtime:5pm}",
            {"start": "T17:00"},
        ),
    ],
)
def test_a_length_is_added_or_taken_off_where_it_is_said_so(marked, told):
    assert calls("cal_update", marked)[-1] == (UPDATE, {"event_id": FOUND, **told})


def test_when_something_ends_may_tell_it_too():
    assert calls(
        "cal_update", "start {topic:the fair} that ends {time:at four} at {newtime:3:30}"
    ) == [
        sought("fair", "2026-11-26T16:00", "2026-11-26T16:15"),
        (UPDATE, {"event_id": FOUND, "start": "T15:30"}),
    ]


def test_a_day_that_points_at_nothing_tells_no_event_from_its_place():
    marked = "count me in for {time:that day} at the {organisation:Harbour Hotel}, accept it"
    assert calls("cal_respond", marked) == [
        sought("Harbour Hotel"),
        (RESPOND, {"event_id": FOUND, "response": "accepted"}),
    ]


def test_no_slot_is_taken_by_what_points_at_none():
    assert calls("cal_create", "yes {duration:an hour} with {person:Al}", OFFERED)[1][0] == SLOTS


def test_a_slot_may_end_and_be_told_in_utc():
    slot = Reference(
        kind="slot", id="2026-11-30T10:00+00:00/2026-11-30T10:45+00:00", label="", ordinal=1
    )

    assert calls("cal_create", "book {which:it}", (slot,)) == [
        (CREATE, {"title": "Meeting", "start": "2026-11-30T11:00", "end": "2026-11-30T11:45"})
    ]


def test_an_id_that_is_no_time_is_no_slot():
    slot = Reference(kind="slot", id="x", label="", ordinal=1)

    assert asked("cal_create", "book {which:it}", (slot,))[1] == "time"
    assert asked("cal_create", "book {which:the friday one}", (slot,))[1] == "which"


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


def test_what_was_just_made_is_changed_rather_than_made_again():
    carried = "{topic:lunch} with {person:Tom} {time:friday at one}"

    assert calls("cal_create", "add {person:Anna}", IT, carried) == [
        *named("Anna"),
        (UPDATE, {"event_id": "it", "add_attendees": addresses(1)}),
    ]
    assert calls("cal_create", "make it {newtime:saturday}", IT, carried) == [
        (UPDATE, {"event_id": "it", "start": "2026-11-28"})
    ]


def test_nobody_comes_over_to_an_event_that_is_said_anew():
    made = calls("cal_create", "{topic:vet} {time:fri 9}", carried="is {person:Tom} free")

    assert made == [(CREATE, {"title": "Vet", "start": "2026-11-27T09:00"})]


@pytest.mark.parametrize(
    ("marked", "found", "changes"),
    [
        (
            "move my {time:3pm} to {newtime:Friday}",
            sought(start="2026-11-26T15:00", end="2026-11-26T15:15"),
            {"start": "2026-11-27T15:00"},
        ),
        (
            "move my {time:3pm} to {newtime:Thursday}",
            sought(start="2026-11-26T15:00", end="2026-11-26T15:15"),
            {"start": "2026-12-03T15:00"},
        ),
        (
            "move {topic:the budget review} to {newtime:next Monday at 10}",
            sought("budget review"),
            {"start": "2026-11-30T10:00"},
        ),
        ("move {topic:the review} to {newtime:Tuesday}", sought("review"), {"start": "2026-12-01"}),
        ("put {topic:the review} at {newtime:4pm}", sought("review"), {"start": "T16:00"}),
        (
            "{time:tomorrow's} {topic:standup} to {newtime:11}",
            sought("standup", "2026-11-27", "2026-11-27"),
            {"start": "2026-11-27T11:00"},
        ),
        (
            (
                "my call with {person:Sarah} from {newtime:Tuesday} to {newtime:Wednesday} "
                "{time:at} {newtime:3}"
            ),
            sought("Sarah", "2026-12-01", "2026-12-01"),
            {"start": "2026-12-02T15:00"},
        ),
        (
            "do the call with {person:Al} at {time:3} instead of {newtime:2} {time:tomorrow}",
            sought("Al", "2026-11-27T14:00", "2026-11-27T14:15"),
            {"start": "2026-11-27T15:00"},
        ),
        (
            "make my {time:3pm} {duration:an hour}",
            sought(start="2026-11-26T15:00", end="2026-11-26T15:15"),
            {"minutes": 60},
        ),
        (
            "move {topic:the sync} on {time:tomorrow} {newtime:friday}",
            sought("sync", "2026-11-27", "2026-11-27"),
            {"start": "2026-12-04"},
        ),
        (
            "{topic:dentist} is on {time:the 4th} not {time:the 3rd}",
            sought("dentist", "2026-12-03", "2026-12-03"),
            {"start": "2026-12-04"},
        ),
        (
            "{topic:rehearsal} is now {newtime:sunday at} {newtime:four} not {newtime:three}",
            sought("rehearsal"),
            {"start": "2026-11-29T16:00"},
        ),
        (
            "push all I have {time:tomorrow morning} to {newtime:thursday}",
            sought(start="2026-11-27T09:00", end="2026-11-27T12:00"),
            {"start": "2026-12-03"},
        ),
        (
            "move {topic:the review} to {newtime:fri 2-4}",
            sought("review"),
            {"start": "2026-11-27T14:00", "end": "2026-11-27T16:00"},
        ),
        (
            "{topic:visit} {newtime:friday at 9 for an hour}",
            sought("visit"),
            {"start": "2026-11-27T09:00", "minutes": 60},
        ),
        (
            "put off {topic:the visit} {time:until the 12th}",
            sought("visit"),
            {"start": "2026-12-12"},
        ),
        ("postpone {topic:the visit} to {time:monday}", sought("visit"), {"start": "2026-11-30"}),
        ("{topic:the visit} on {newtime:14 hours}", sought("visit"), {"start": "T14:00"}),
        ("push {topic:the sync} back {newtime:by 30 minutes}", sought("sync"), {"start": "+PT30M"}),
        (
            "bring {topic:the sync} forward {newtime:by} {duration:half} {newtime:an hour}",
            sought("sync"),
            {"start": "-PT30M"},
        ),
        (
            "start {topic:the sync} {duration:15 minutes} {newtime:earlier}",
            sought("sync"),
            {"start": "-PT15M"},
        ),
        ("push {topic:the sync} {duration:an hour}", sought("sync"), {"start": "+PT1H"}),
        ("postpone {topic:the sync} {newtime:by a week}", sought("sync"), {"start": "+P1W"}),
        ("{topic:the sync} to {newtime:next week same day}", sought("sync"), {"start": "+P7D"}),
        ("bump {topic:the sync} to {newtime:the day after}", sought("sync"), {"start": "+P1D"}),
        ("{topic:the sync} to {newtime:the Friday after}", sought("sync"), {"start": ">5"}),
        ("{topic:the sync} to {newtime:Friday, same week}", sought("sync"), {"start": "W+0-5"}),
        (
            "{topic:the sync} to {newtime:Friday} that {newtime:same week} at {newtime:2pm}",
            sought("sync"),
            {"start": "W+0-5T14:00"},
        ),
        (
            "{topic:the sync} to {newtime:the Monday in the week after that}",
            sought("sync"),
            {"start": "W+1-1"},
        ),
        ("{topic:the sync} to {newtime:the week after}", sought("sync"), {"start": "+P7D"}),
        (
            "{topic:the sync} to {newtime:the day before at 9}",
            sought("sync"),
            {"start": "D-1T09:00"},
        ),
        ("{topic:the sync} {newtime:same day at 4pm}", sought("sync"), {"start": "T16:00"}),
        ("move {topic:the sync} half an hour later", sought("sync"), {"start": "+PT30M"}),
        (
            "move {topic:the sync} {newtime:two hours later, same day}",
            sought("sync"),
            {"start": "+PT2H"},
        ),
        (
            "{topic:the sync} to {newtime:friday}, same {newtime:time}",
            sought("sync"),
            {"start": "2026-11-27"},
        ),
        (
            "move the {newtime:11am} to {newtime:3}",
            sought(start="2026-11-26T11:00", end="2026-11-26T11:15"),
            {"start": "2026-11-26T15:00"},
        ),
        (
            "Acme is late so their quarterly demo has to end at {newtime:12}",
            sought(),
            {"end": "T12:00"},
        ),
        (
            "bump {time:Friday's} {topic:sync} to {newtime:the Friday after}",
            sought("sync", "2026-11-27", "2026-11-27"),
            {"start": "2026-12-04"},
        ),
        (
            "push {newtime:4pm} {newtime:30 min later}",
            sought(start="2026-11-26T16:00", end="2026-11-26T16:15"),
            {"start": "+PT30M"},
        ),
        (
            "make {topic:the sync} {duration:an hour}, not {duration:half an hour}",
            sought("sync"),
            {"minutes": 60},
        ),
        ("make {topic:the sync} {duration:forty}", sought("sync"), {"minutes": 40}),
        (
            "make it {duration:half} {newtime:an} {duration:hour} for {topic:sync}",
            sought("sync"),
            {"minutes": 30},
        ),
        ("shorten {topic:the sync} to {duration:20 min}", sought("sync"), {"minutes": 20}),
        (
            "extend {topic:the sync} {duration:by} {duration:half an hour}",
            sought("sync"),
            {"end": "+PT30M"},
        ),
        ("make {topic:the sync} {duration:10 minutes} shorter", sought("sync"), {"end": "-PT10M"}),
        (
            "{topic:kickoff} ends at {newtime:12}, not {time:1}",
            sought("kickoff"),
            {"end": "T12:00"},
        ),
        ("{topic:choir} is on {newtime:til 9.30}", sought("choir"), {"end": "T09:30"}),
        (
            "rename {topic:the sync} to {value:weekly sync}",
            sought("sync"),
            {"title": "Weekly sync"},
        ),
        ("rename {topic:the sync} to {topic:Planning}", sought("sync"), {"title": "Planning"}),
        (
            "retitle {topic:the sync}. It should read: {topic:Planning}, {body:all of us}.",
            sought("sync"),
            {"title": "Planning, all of us"},
        ),
        (
            "change the room of {topic:the review} to {place:4B}",
            sought("review"),
            {"location": "4B"},
        ),
        (
            "change the room of {topic:the review} to {newtime:4.12}",
            sought("review"),
            {"location": "4.12"},
        ),
        ("move {topic:the review} to Zoom", sought("review"), {"location": "Zoom"}),
        (
            "make {topic:the review} a {flag:video call}",
            sought("review"),
            {"location": "Video call"},
        ),
        (
            "change the place of {topic:the review} to {value:Casa Verde}",
            sought("review"),
            {"location": "Casa Verde"},
        ),
        (
            "the {field:address} of {topic:the review}: {value:Elm St 2}",
            sought("review"),
            {"location": "Elm St 2"},
        ),
        (
            "write {value:bring ID} in the {field:notes} of {topic:the visit}",
            sought("visit"),
            {"notes": "bring ID"},
        ),
        (
            "the {field:dial-in} {value:4419} for {topic:the visit}",
            sought("visit"),
            {"notes": "dial-in: 4419"},
        ),
        ("note on {topic:the visit}: {body:hard hats}", sought("visit"), {"notes": "hard hats"}),
        (
            "{topic:choir} is in {place:the hut} and starts at {newtime:quarter past seven}",
            sought("choir"),
            {"location": "the hut", "start": "T07:15"},
        ),
        (
            "every {topic:standup} {newtime:15 mins later}",
            sought("standup"),
            {"start": "+PT15M", "scope": "series"},
        ),
        (
            "the whole series of {topic:standups} to {newtime:9:45}",
            sought("standups"),
            {"start": "T09:45", "scope": "series"},
        ),
        (
            "only this {topic:standup} to {newtime:9:45}, not the series",
            sought("standup"),
            {"start": "T09:45"},
        ),
        (
            "{person:Al} is ill: {topic:the sync} to {newtime:4pm}",
            sought("sync"),
            {"start": "T16:00"},
        ),
        (
            "shift my next call {duration:20 mins}, {which:the next one}",
            sought(start="2026-11-26T10:00", limit=1),
            {"start": "+PT20M"},
        ),
        (
            "move my next {topic:sync} to {newtime:4pm}",
            sought("sync", "2026-11-26T10:00", limit=1),
            {"start": "T16:00"},
        ),
        (
            "{topic:the launch}, the kick-off: {person:Ann} is there, so make it {place:Room 2}",
            sought("launch"),
            {"location": "Room 2"},
        ),
        (
            "{topic:the sync} moves {duration:one} day, from {time:tomorrow} to {newtime:Saturday}",
            sought("sync", "2026-11-27", "2026-11-27"),
            {"start": "2026-11-28"},
        ),
        (
            "make {topic:the sync} {duration:half an hour longer}, {duration:an hour} never lasts",
            sought("sync"),
            {"end": "+PT30M"},
        ),
        (
            "begin {topic:the sync} of {time:tomorrow at nine}, same length",
            sought("sync", "2026-11-27", "2026-11-27"),
            {"start": "2026-11-27T09:00"},
        ),
        (
            "Nina is out at {time:two o'clock}, so {topic:the sync} starts {newtime:half three}",
            sought("sync", "2026-11-26T14:00", "2026-11-26T14:15"),
            {"start": "T15:30"},
        ),
        (
            "move {topic:the sync}: {value:14} to {newtime:15} then",
            sought("sync"),
            {"start": "T14:00", "end": "T15:00"},
        ),
        (
            "push {topic:the sync} back {newtime:by an hour, same} length",
            sought("sync"),
            {"start": "+PT1H"},
        ),
        (
            "move {topic:the sync} {newtime:of next week to the Thursday of the same week, 14:00}",
            sought("sync", "2026-11-30", "2026-12-06"),
            {"start": "W+0-4T14:00"},
        ),
        (
            "{topic:the sync}: {duration:30 min} is too short. Same start, {duration:full hour}",
            sought("sync"),
            {"minutes": 60},
        ),
        (
            "{time:nxt weeks} {topic:sync} to {newtime:1530}",
            sought("sync", "2026-11-30", "2026-12-06"),
            {"start": "T15:30"},
        ),
        ("could {topic:the sync} start at {duration:one}?", sought("sync"), {"start": "T13:00"}),
        (
            "{topic:the sync}: {body:Room 4, not Room 5}",
            sought("sync"),
            {"location": "Room 4"},
        ),
    ],
)
def test_events_are_found_and_then_changed(marked, found, changes):
    assert calls("cal_update", marked) == [found, (UPDATE, {"event_id": FOUND, **changes})]


@pytest.mark.parametrize(
    ("marked", "found", "joins", "leaves"),
    [
        ("add {person:Tom} to {topic:the launch}", sought("launch"), ("Tom",), ()),
        ("get {person:Tom} onto {topic:the launch}", sought("launch"), ("Tom",), ()),
        (
            "invite {person:Tom} to {time:friday's} {topic:launch}",
            sought("launch", "2026-11-27", "2026-11-27"),
            ("Tom",),
            (),
        ),
        (
            "add {person:Tom} and {person:Ann} to {topic:the launch}",
            sought("launch"),
            ("Tom", "Ann"),
            (),
        ),
        ("take {person:Tom} off {topic:the launch}", sought("launch"), (), ("Tom",)),
        ("in {person:Bo}'s {topic:launch} add {person:Tom}", sought("Bo launch"), ("Tom",), ()),
        (
            "{person:Tom} forgets that {topic:the launch} is due: add him to it",
            sought("launch"),
            ("Tom",),
            (),
        ),
        (
            "{person:Tom} hopes to meet {person:Ann}, so add him to {topic:the launch}",
            sought("launch"),
            ("Tom",),
            (),
        ),
        (
            "{person:Tom} won't talk to {person:Ann}, take him out of {topic:the launch}",
            sought("launch"),
            (),
            ("Tom",),
        ),
        ("drop {person:Tom} from the call with {organisation:Acme}", sought("Acme"), (), ("Tom",)),
        (
            "swap {person:Tom} for {person:Ann} in {topic:the launch}",
            sought("launch"),
            ("Ann",),
            ("Tom",),
        ),
        (
            "take {person:Tom} out and put {person:Ann} in for {topic:the launch}",
            sought("launch"),
            ("Ann",),
            ("Tom",),
        ),
        (
            "{person:Ann} has left, so take {person:her} off {topic:the sync}, put {person:Tom} on",
            sought("sync"),
            ("Tom",),
            ("Ann",),
        ),
        (
            "{topic:the sync}: {person:Ann} is excused and {person:Tom} steps in",
            sought("sync"),
            ("Tom",),
            ("Ann",),
        ),
        (
            "{topic:the sync}: {person:Ann} is excused and {body:Tom steps in}",
            sought("sync"),
            ("Tom",),
            ("Ann",),
        ),
        (
            "{topic:the sync}: {person:Ann} comes off and {person:Tom} comes on",
            sought("sync"),
            ("Tom",),
            ("Ann",),
        ),
    ],
)
def test_people_join_and_leave(marked, found, joins, leaves):
    names = (*joins, *leaves)
    places = range(2, len(names) + 2)
    changes = {
        "add_attendees": addresses(*places[: len(joins)]),
        "remove_attendees": addresses(*places[len(joins) :]),
    }

    assert calls("cal_update", marked) == [
        found,
        *named(*names),
        (UPDATE, {"event_id": FOUND, **{name: who for name, who in changes.items() if who}}),
    ]


@pytest.mark.parametrize(
    ("marked", "references", "carried", "call"),
    [
        (
            "move {which:the second one} to {newtime:tomorrow}",
            EVENTS,
            "",
            ("event-2", {"start": "2026-11-27"}),
        ),
        ("make {topic:the budget review} {duration:1h}", EVENTS, "", ("event-1", {"minutes": 60})),
        (
            "shift {which:the one with Anna} to {newtime:4}",
            EVENTS,
            "",
            ("event-3", {"start": "T16:00"}),
        ),
        ("make it {duration:an hour}", IT, "", ("it", {"minutes": 60})),
        ("push {which:it} {newtime:a quarter of an hour}", IT, "", ("it", {"start": "+PT15M"})),
        (
            "no wait, {time:saturday}",
            IT,
            "{topic:lunch} {time:fri}",
            ("it", {"start": "2026-11-28"}),
        ),
        ("rename {which:it} to {topic:Planning}", IT, "", ("it", {"title": "Planning"})),
        (
            "start {which:that one} at {time:11:30} then, to {newtime:12}",
            IT,
            "",
            ("it", {"start": "T11:30", "end": "T12:00"}),
        ),
        (
            "can it start at {newtime:12:00} and go {newtime:till 12:45}",
            IT,
            "",
            ("it", {"start": "T12:00", "end": "T12:45"}),
        ),
        (
            "put it at {newtime:11 on Friday}, {newtime:till 12}",
            IT,
            "",
            ("it", {"start": "2026-11-27T11:00", "end": "2026-11-27T12:00"}),
        ),
    ],
)
def test_what_was_listed_is_pointed_at(marked, references, carried, call):
    event, changes = call

    assert calls("cal_update", marked, references, carried) == [
        (UPDATE, {"event_id": event, **changes})
    ]


def test_what_was_shown_is_put_at_another_hour_and_no_new_one_made():
    put = "{which:that one} at {time:13:00}"
    change = (UPDATE, {"event_id": "it", "start": "T13:00"})

    assert calls("cal_create", f"put {put} then", IT) == [change]
    begun = put.replace("} at", "} begin at")
    assert calls("cal_create", f"have {begun}", IT) == [change]
    for other in ("book {topic:tennis} at {time:13:00}", "put {topic:tennis} at {time:13:00}"):
        assert [tool for tool, _ in calls("cal_create", other, IT)] == [CREATE]


def test_what_points_twice_at_one_changes_it_once():
    marked = "move {which:the first} {which:one} to {newtime:4pm}, {which:the first one}"

    assert calls("cal_update", marked, EVENTS) == [
        (UPDATE, {"event_id": "event-1", "start": "T16:00"})
    ]


def test_its_length_and_who_comes_may_change_at_once():
    assert calls("cal_update", "make that {duration:a full hour} and {person:Tom} too", IT) == [
        *named("Tom"),
        (UPDATE, {"event_id": "it", "minutes": 60, "add_attendees": addresses(1)}),
    ]


def test_several_that_were_listed_are_moved_one_by_one():
    moved = calls("cal_update", "push {which:all of them} {newtime:an hour later}", EVENTS)

    assert [one[1]["event_id"] for one in moved] == ["event-1", "event-2", "event-3"]


@pytest.mark.parametrize(
    ("task", "marked", "references", "carried", "call"),
    [
        (
            "cal_update",
            "move it to {newtime:friday}",
            EVENTS,
            "when is {person:Anna} {topic:1:1}",
            (UPDATE, {"event_id": "event-3", "start": "2026-11-27"}),
        ),
        (
            "cal_update",
            "make that {duration:an hour}",
            EVENTS,
            "where is {topic:the team sync}",
            (UPDATE, {"event_id": "event-2", "minutes": 60}),
        ),
        (
            "cal_cancel",
            "cancel it",
            EVENTS,
            "when is {topic:the budget review}",
            (DELETE, {"event_id": "event-1"}),
        ),
    ],
)
def test_of_several_listed_it_is_the_one_that_was_asked_about(
    task, marked, references, carried, call
):
    assert calls(task, marked, references, carried) == [call]


@pytest.mark.parametrize(
    ("task", "marked", "carried", "found"),
    [
        (
            "cal_cancel",
            "cancel the {time:3pm}",
            "what's on {time:next Tuesday}",
            sought(start="2026-12-01T15:00", end="2026-12-01T15:15"),
        ),
        (
            "cal_cancel",
            "cancel {which:the one at 3pm}",
            "what's on {time:next Tuesday}",
            sought(start="2026-12-01T15:00", end="2026-12-01T15:15"),
        ),
        (
            "cal_cancel",
            "clear {time:that day}",
            "what's on {time:next Tuesday}",
            sought(start="2026-12-01", end="2026-12-01"),
        ),
        (
            "cal_cancel",
            "cancel {topic:standup} {time:the day after}",
            "what's on {time:next Tuesday}",
            sought("standup", "2026-12-02", "2026-12-02"),
        ),
        (
            "cal_cancel",
            "cancel {which:it}",
            "what do I have with {person:Al} {time:next week}",
            sought("Al", "2026-11-30", "2026-12-06"),
        ),
    ],
)
def test_what_is_meant_is_looked_for_on_the_day_talked_about(task, marked, carried, found):
    assert calls(task, marked, carried=carried) == [found, (DELETE, {"event_id": FOUND})]


@pytest.mark.parametrize(
    "marked",
    [
        "Ann is away so her spring appraisal makes no sense, cancel that",
        "the vendor demo about the warehouse is not needed any more, drop it",
    ],
)
def test_an_event_without_a_name_is_told_by_the_words_of_the_command(marked):
    work = work_on("cal_cancel", marked)
    FRAMES["cal_cancel"](work)
    search, _ = work.plan().steps

    assert search.arguments == {"start": "2026-11-26", "end": "2026-12-26"}
    assert search.sought is not None


def test_without_a_list_a_follow_up_goes_on_with_what_was_said():
    carried = "move {topic:the retro} with {person:Al}"

    assert calls("cal_update", "{newtime:friday at 3}", carried=carried) == [
        sought("retro Al"),
        (UPDATE, {"event_id": FOUND, "start": "2026-11-27T15:00"}),
    ]
    assert calls("cal_cancel", "just {time:fri}", carried=carried) == [
        sought("retro Al", "2026-11-27", "2026-11-27"),
        (DELETE, {"event_id": FOUND}),
    ]


@pytest.mark.parametrize(
    ("marked", "found", "more"),
    [
        (
            "cancel {time:tomorrow's} {topic:standup}",
            sought("standup", "2026-11-27", "2026-11-27"),
            {},
        ),
        ("clear {time:friday}", sought(start="2026-11-27", end="2026-11-27"), {}),
        (
            "free {time:2 to 4 tomorrow}",
            sought(start="2026-11-27T14:00", end="2026-11-27T16:00"),
            {},
        ),
        ("cancel {topic:the 1:1} with {person:Anna}", sought("1:1 Anna"), {}),
        ("cancel {topic:the one-on-one} with {person:Anna}", sought("1:1 Anna"), {}),
        ("cancel {person:Marlon}, no sorry, {person:Marlene}", sought("Marlene"), {}),
        ("kill {topic:the daily huddle} series", sought("huddle"), {"scope": "series"}),
        ("no more {topic:choir}, delete every occurrence", sought("choir"), {"scope": "series"}),
        ("cancel all {topic:choir} events", sought("choir"), {"scope": "series"}),
        ("just cancel the whole series of {topic:choir}", sought("choir"), {"scope": "series"}),
        ("skip this occurrence of {topic:choir}", sought("choir"), {}),
        ("cancel {topic:choir} once, the series stays", sought("choir"), {}),
        ("cancel {topic:choir} but leave the rest of the series", sought("choir"), {}),
        (
            "no {topic:choir} on {time:friday}, drop {which:that single one}, the others go on",
            sought("choir", "2026-11-27", "2026-11-27"),
            {},
        ),
        (
            "no {topic:choir} {time:at nine}, drop {which:the alto one}",
            sought("alto choir", "2026-11-27T09:00", "2026-11-27T09:15"),
            {},
        ),
        (
            "no {topic:choir} on {time:friday}, drop {which:the alto one}",
            sought("alto choir", "2026-11-27", "2026-11-27"),
            {},
        ),
        (
            "release {place:the board room} on {time:tuesday}",
            sought("board", "2026-12-01", "2026-12-01"),
            {},
        ),
        ("call off {topic:the viewing}, tell {person:Al} {body:it is gone}", sought("viewing"), {}),
        ("cancel {which:my next meeting}", sought(start="2026-11-26T10:00", limit=1), {}),
        ("drop {which:the one on the sixth}", sought(start="2026-12-06", end="2026-12-06"), {}),
        ("drop {which:the one} with {person:Al}", sought("Al"), {}),
        (
            "drop the {time:friday 2 to 4 in the afternoon}",
            sought(start="2026-11-27T14:00", end="2026-11-27T16:00"),
            {},
        ),
        ("drop what I had {time:in the last two hours}", sought(end="2026-11-26"), {}),
        (
            "clear {time:this afternoon}",
            sought(start="2026-11-26T12:00", end="2026-11-26T17:00"),
            {},
        ),
        ("drop {which:the webinar} with {person:Al}", sought("webinar Al"), {}),
        ("drop what I have {time:always} with {person:Al}", sought("Al"), {}),
        (
            "cancel the {time:six in the evening}",
            sought(start="2026-11-26T18:00", end="2026-11-26T18:15"),
            {},
        ),
    ],
)
def test_events_are_found_and_then_cancelled(marked, found, more):
    assert calls("cal_cancel", marked) == [found, (DELETE, {"event_id": FOUND, **more})]


def test_several_events_are_cancelled_each_at_its_time():
    marked = "cancel {topic:standup} on {time:friday} and {topic:the review} on {time:monday}"
    both = "cancel {time:tomorrow's} {topic:standup} and {topic:review}"

    assert calls("cal_cancel", marked) == [
        sought("standup", "2026-11-27", "2026-11-27"),
        sought("review", "2026-11-30", "2026-11-30"),
        (DELETE, {"event_id": FOUND}),
        (DELETE, {"event_id": "{2.events.0.id}"}),
    ]
    assert [call[1]["start"] for call in calls("cal_cancel", both)[:2]] == ["2026-11-27"] * 2


def test_listed_events_are_cancelled():
    deleted = [(DELETE, {"event_id": one.id}) for one in EVENTS]

    assert calls("cal_cancel", "cancel {which:the first two}", EVENTS) == deleted[:2]
    assert calls("cal_cancel", "cancel {which:all of them}", EVENTS) == deleted
    assert calls("cal_cancel", "cancel {which:the whole thing}", IT) == [
        (DELETE, {"event_id": "it"})
    ]


def test_two_invitations_are_looked_for_one_by_one():
    both = calls("cal_respond", "accept {topic:the fair} and {topic:the ball}")
    assert both == [
        sought("fair"),
        sought("ball"),
        (RESPOND, {"event_id": FOUND, "response": "accepted"}),
        (RESPOND, {"event_id": "{2.events.0.id}", "response": "accepted"}),
    ]


@pytest.mark.parametrize(
    ("marked", "found", "answer"),
    [
        ("accept {person:Tom}'s invite", sought("Tom"), {"response": "accepted"}),
        ("rsvp no to {topic:the offsite}", sought("offsite"), {"response": "declined"}),
        (
            "put me down as a maybe for {topic:the offsite}",
            sought("offsite"),
            {"response": "tentative"},
        ),
        (
            "as my week is not clear yet, answer {topic:the offsite} {body:as tentative for now}",
            sought("offsite"),
            {"response": "tentative"},
        ),
        (
            "I can't make {topic:the offsite}, {body:accept my apologies}",
            sought("offsite"),
            {"response": "declined", "comment": "accept my apologies"},
        ),
        (
            "I said maybe to {topic:the audit}, make that a yes",
            sought("audit"),
            {"response": "accepted"},
        ),
        ("not coming to {topic:the audit} after all", sought("audit"), {"response": "declined"}),
        (
            "decline the {time:4pm} {body:because I'm travelling}",
            sought(start="2026-11-26T16:00", end="2026-11-26T16:15"),
            {"response": "declined", "comment": "I'm travelling"},
        ),
        (
            "tell them {body:I'm coming} to {topic:the ball}",
            sought("ball"),
            {"response": "accepted", "comment": "I'm coming"},
        ),
        (
            "decline {person:Tom} and propose {time:Wednesday at 2}",
            sought("Tom"),
            {"response": "declined", "comment": "Would Wednesday at 2 work instead?"},
        ),
        (
            "tell {organisation:Acme} I would come at {newtime:eleven}",
            sought("Acme"),
            {"response": "declined", "comment": "Would eleven work instead?"},
        ),
        (
            "tell {person:them} I'm in for {topic:the quiz}",
            sought("quiz"),
            {"response": "accepted"},
        ),
        (
            "decline {topic:the quiz}, im in Leeds",
            sought("quiz"),
            {"response": "declined"},
        ),
        (
            "say no to {topic:the quiz}, im in Leeds",
            sought("quiz"),
            {"response": "declined"},
        ),
        ("I can't accept {topic:the quiz}", sought("quiz"), {"response": "declined"}),
        ("don't accept {topic:the quiz}", sought("quiz"), {"response": "declined"}),
    ],
)
def test_invitations_are_found_and_then_answered(marked, found, answer):
    assert calls("cal_respond", marked) == [found, (RESPOND, {"event_id": FOUND, **answer})]


@pytest.mark.parametrize(
    ("marked", "answers"),
    [
        (
            "accept {which:the first}, decline {which:the rest}",
            ("accepted", "declined", "declined"),
        ),
        (
            "{which:the first one} yes and {which:the others} no",
            ("accepted", "declined", "declined"),
        ),
        ("yes to {topic:the budget review}, no to {topic:the team sync}", ("accepted", "declined")),
        ("no to {which:all of them}", ("declined",) * 3),
    ],
)
def test_each_that_is_told_apart_gets_its_answer(marked, answers):
    assert calls("cal_respond", marked, EVENTS) == [
        (RESPOND, {"event_id": f"event-{place}", "response": answer})
        for place, answer in enumerate(answers, 1)
    ]


@pytest.mark.parametrize(
    "marked",
    [
        "yes to {topic:the audit} and no to {topic:the ball}",
        "accept {person:Tom}'s invite and decline {topic:the ball}",
        "accept {topic:the audit}, decline {organisation:Acme}'s call",
        "accept {topic:the audit} and decline {person:Ann's}; {body:I'll tell her}",
    ],
)
def test_two_invitations_get_an_answer_each(marked):
    answers = [one[1]["response"] for one in calls("cal_respond", marked) if one[0] == RESPOND]

    assert answers == ["accepted", "declined"]


def test_a_follow_up_gives_the_same_answer_to_another():
    exchanges = (("user", "accept the kickoff"), ("assistant", "Done."))

    _, answered = calls("cal_respond", "and {topic:the dinner}", exchanges=exchanges)

    assert answered[1]["response"] == "accepted"


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
        (
            "cal_update",
            "the room of {topic:the demo} is {place:the}",
            "Where should it be?",
            "place",
        ),
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
    assert "9 invitations" in asked("cal_respond", "decline {which:all of them}", many)[0]
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


@pytest.mark.parametrize(
    ("time", "start", "end"),
    [
        ("Wednesday or Thursday next week", "2026-12-02", "2026-12-03"),
        ("Tuesday and Wednesday next week", "2026-12-01", "2026-12-02"),
        ("mon/tue next week", "2026-11-30", "2026-12-01"),
        ("Monday, Tuesday or Friday next week", "2026-11-30", "2026-12-04"),
        ("Thursday, maybe Friday of next week", "2026-12-03", "2026-12-04"),
        ("Monday or Tuesday of the following week", "2026-11-30", "2026-12-01"),
    ],
)
def test_a_week_is_said_of_all_its_days(time, start, end):
    ((_, told),) = calls("cal_slots", f"an hour with {{person:a@x.org}} {{time:{time}}}")

    assert (told["start"], told["end"]) == (start, end)


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
    ("marked", "query"),
    [
        ("{person:Laura} goes first, decline the {organisation:Acme} one", "Acme"),
        ("{person:Laura} goes first, decline {person:Bo}'s one", "Bo"),
        ("decline what {organisation:Acme} and {person:Bo} want", "Acme Bo"),
    ],
)
def test_the_one_of_somebody_is_told_by_that_alone(marked, query):
    assert calls("cal_respond", marked)[0] == sought(query)


@pytest.mark.parametrize(
    ("marked", "title", "location"),
    [
        ("book {topic:Room Tyne} {time:fri 9}, it's about {topic:the audit}", "Audit", "Room Tyne"),
        ("book {topic:Room Tyne} {time:fri 9}", "Room Tyne", "Room Tyne"),
        ("book {topic:room planning} {time:fri 9}", "Room planning", None),
    ],
)
def test_a_room_that_is_booked_is_where_it_is(marked, title, location):
    ((_, told),) = calls("cal_create", marked)

    assert (told["title"], told.get("location")) == (title, location)


@pytest.mark.parametrize("stays", ["keep {newtime:the hour}", "leaving {newtime:its length}"])
def test_what_is_kept_is_no_new_time(stays):
    marked = f"move {{topic:the review}} to {{newtime:15:00 same day}}, {stays}"

    assert calls("cal_update", marked)[-1][1] == {"event_id": FOUND, "start": "T15:00"}


@pytest.mark.parametrize(
    ("marked", "tool"),
    [
        ("{person:Al} is not on the {topic:Fair} {time:on friday}, put him on it", UPDATE),
        ("{person:Al} isn't on the {topic:Fair}, add him", UPDATE),
        ("invite {person:Al} to the {topic:Fair} {time:on friday}", UPDATE),
        ("invite {person:Al} to {topic:Fair}", UPDATE),
        ("invite {person:Al} to a {topic:Fair} {time:on friday at nine}", CREATE),
        ("invite {person:Al} to the {topic:Fair} {time:on friday at nine}", CREATE),
        ("invite {person:Al} to the {topic:Feast} {time:on friday at nine}", CREATE),
        ("put the {topic:Fair} with {person:Al} {time:on friday at nine}", CREATE),
    ],
)
def test_somebody_joins_what_is_there_by_its_name(marked, tool):
    work = work_on("cal_create", marked)
    fair = Thing(kind="event", id="f", name="Fair")
    link = Link(kind="event", start=0, end=4, things=(fair,))
    work.request = work.request.model_copy(update={"links": (link,)})
    FRAMES["cal_create"](work)
    steps = work.plan().steps

    assert steps[-1].tool == tool
    if tool == UPDATE:
        assert steps[0].arguments["query"] == "Fair"
        assert steps[-1].arguments["add_attendees"] == ["{2.contacts.0.email}"]


@pytest.mark.parametrize(
    ("marked", "mails", "query"),
    [
        ("accept {which:it}", ("Re: Site visit",), "Site visit"),
        ("tell {person:them} I am in, accept the invitation", ("Site visit",), "Site visit"),
        ("tell {person:her} {body:I am in} and accept the invitation", ("Fair",), "Fair"),
        ("accept {which:the second one}", ("Site visit", "Fair"), "Fair"),
        ("accept the invitation from {person:Tom}", ("Site visit",), "Tom"),
        ("accept {topic:the audit}", ("Site visit",), "audit"),
    ],
)
def test_an_invitation_is_told_by_the_mail_that_was_shown(marked, mails, query):
    shown = tuple(
        Reference(kind="email", id=label, label=label, ordinal=place)
        for place, label in enumerate(mails, 1)
    )

    assert calls("cal_respond", marked, shown)[0] == sought(query)
    assert calls("cal_respond", "accept it", (*shown, *IT))[0][1]["event_id"] == "it"


def test_of_several_mails_none_tells_an_invitation():
    shown = tuple(one.model_copy(update={"kind": "email"}) for one in EVENTS)

    assert asked("cal_respond", "accept it", shown)[1] == "which"


def test_an_invitation_is_told_by_who_sent_it():
    sent = tuple(
        one.model_copy(update={"who": f"{name}.roe@x.org"})
        for one, name in zip(EVENTS, ("tom", "ann", "ann"), strict=True)
    )
    marked = "yes to {which:the} one {which:from} {person:Tom}"

    assert calls("cal_respond", marked, sent)[0][1] == {
        "event_id": "event-1",
        "response": "accepted",
    }


@pytest.mark.parametrize(
    ("told", "start", "end"),
    [
        ("in three weeks", "2026-12-14", "2026-12-20"),
        ("in 3 wks", "2026-12-14", "2026-12-20"),
        ("in a fortnight", "2026-12-07", "2026-12-13"),
        ("two weeks ago", "2026-11-09", "2026-11-15"),
        ("in two months", "2027-01-16", "2027-02-05"),
        ("Friday in three weeks", "2026-12-18", "2026-12-18"),
        ("in ten days", "2026-12-06", "2026-12-06"),
        ("next week", "2026-11-30", "2026-12-06"),
    ],
)
def test_a_named_event_that_is_weeks_away_is_looked_for_in_the_days_around(told, start, end):
    lead = f"when {'was' if 'ago' in told else 'is'} {{topic:the kick-off}}"
    assert calls("cal_list", f"{lead} {{time:{told}}}") == [sought("kick-off", start, end)]


def test_what_is_on_weeks_away_is_asked_of_that_day():
    day = sought("", "2026-12-17", "2026-12-17")
    assert calls("cal_list", "what's on {time:in three weeks}") == [day]


@pytest.mark.parametrize(
    ("marked", "found", "changes"),
    [
        (
            "move {topic:the review} to {newtime:11}, have to fetch my son at {newtime:1}",
            {},
            {"start": "T11:00"},
        ),
        (
            "I have to see my bank at {time:1}, so move {topic:the review} to {newtime:11}",
            {},
            {"start": "T11:00"},
        ),
        (
            "shift {topic:the review} to {newtime:2pm} as I have a call at {newtime:11}",
            {},
            {"start": "T14:00"},
        ),
        ("{topic:the review} has to be at {newtime:10}", {}, {"start": "T10:00"}),
        ("{topic:the review}, I need it at {newtime:4} instead", {}, {"start": "T16:00"}),
        (
            "{topic:the lunch}: {body:I have to leave sooner}. It should end at {newtime:1:30pm}",
            {},
            {"end": "T13:30"},
        ),
        (
            "{topic:the lunch} to {newtime:1pm}, note {body:I have to leave at two}",
            {},
            {"start": "T13:00", "notes": "I have to leave at two"},
        ),
        (
            "move {topic:the review} on {newtime:friday next week} to {newtime:11}",
            {"start": "2026-12-04", "end": "2026-12-04"},
            {"start": "2026-12-04T11:00"},
        ),
        (
            "move {topic:the review} to {newtime:Wednesday 2} to {newtime:3pm}",
            {},
            {"start": "2026-12-02T14:00", "end": "2026-12-02T15:00"},
        ),
        (
            "{topic:the sync} {newtime:the Wednesday of that week, afternoon}, at {time:two}",
            {},
            {"start": "W+0-3T14:00"},
        ),
        (
            "{topic:the review}: {time:10:00} same {time:day}, still {duration:30 min}",
            {},
            {"start": "T10:00"},
        ),
        (
            "{topic:the review}: in {place:A1}, let it end at {time:9}, just {newtime:that week}",
            {},
            {"location": "A1", "end": "T09:00"},
        ),
        (
            "let {topic:the lunch} run on {newtime:until five} instead of ending at {newtime:four}",
            {},
            {"end": "T17:00"},
        ),
        (
            "{duration:half an hour} is too little, make {topic:the lunch} {time:until 16:00}",
            {},
            {"end": "T16:00"},
        ),
    ],
)
def test_a_reason_or_what_stays_is_no_part_of_what_is_new(marked, found, changes):
    query = next(one for one in ("lunch", "sync", "review") if one in marked)

    assert calls("cal_update", marked) == [
        sought(query, **found),
        (UPDATE, {"event_id": FOUND, **changes}),
    ]


@pytest.mark.parametrize(
    ("marked", "start"),
    [
        ("shift {topic:the review} there, {newtime:two o'clock}", "2026-12-03T14:00"),
        ("move {topic:the review} there", "2026-12-03T15:00"),
        ("move {topic:the review} to {newtime:that day, at 9}", "2026-12-03T09:00"),
        ("move {topic:the review} there, {newtime:on Friday at 9}", "2026-11-27T09:00"),
        ("move {topic:the review} to {newtime:nine}, who is there?", "T09:00"),
        ("move {topic:the review} to {newtime:nine} and tell me who is there", "T09:00"),
    ],
)
def test_what_is_moved_there_is_put_on_the_day_that_was_asked_about(marked, start):
    carried = "am I free {time:on Thursday next week at 3pm}"

    assert calls("cal_update", marked, carried=carried)[-1] == (
        UPDATE,
        {"event_id": FOUND, "start": start},
    )


ENDS, STARTS = "{1.events.0.ends_at}", "{1.events.0.starts_at}"


@pytest.mark.parametrize(
    ("task", "marked", "references", "found", "start", "minutes", "title"),
    [
        (
            "cal_create",
            "put {duration:15 mins} right after {which:it}, 'walk back'",
            IT,
            "Kickoff",
            ENDS,
            15,
            "Walk back",
        ),
        (
            "cal_update",
            "hold the whole {duration:hour} right before that, call it {topic:Lists}",
            IT,
            "Kickoff",
            f"{STARTS}|-PT60M",
            60,
            "Lists",
        ),
        (
            "cal_create",
            "{topic:the audit}: reserve the half {duration:hour} before it, 'Sound check'",
            (),
            "audit",
            f"{STARTS}|-PT30M",
            30,
            "Sound check",
        ),
        (
            "cal_slots",
            "need {duration:20 min}, as soon as my {topic:1:1 Bo} ends. title: {topic:Scores}",
            (),
            "1:1 Bo",
            ENDS,
            20,
            "Scores",
        ),
        (
            "cal_create",
            "put {duration:20 min} for {topic:Setup}, an {duration:hour} before the fair",
            (),
            "fair",
            f"{STARTS}|-PT60M",
            20,
            "Setup",
        ),
        ("cal_create", "{topic:Debrief} right after the fair", (), "fair", ENDS, 30, "Debrief"),
    ],
)
def test_a_time_may_be_told_by_an_event(task, marked, references, found, start, minutes, title):
    looked, made = calls(task, marked, references)

    assert (looked[0], looked[1]["query"]) == (LIST, found)
    assert made == (CREATE, {"title": title, "start": start, "minutes": minutes})


@pytest.mark.parametrize(
    "marked",
    [
        "move {which:it} to {newtime:half an hour later}",
        "make {which:it} {duration:an hour}",
        "put {which:it} {newtime:half an hour earlier}",
        "move {which:it} to {newtime:11} as soon as the other one ends",
    ],
)
def test_what_is_moved_takes_no_time_beside_an_event(marked):
    assert [tool for tool, _ in calls("cal_update", marked, IT)] == [UPDATE]


@pytest.mark.parametrize(
    ("task", "marked"),
    [
        ("cal_slots", "when's our meeting with {person:Tom} {time:next week}?"),
        ("cal_slots", "what is already booked on {time:Monday}?"),
        ("cal_create", "List all appointments on {time:Monday} please"),
    ],
)
def test_what_is_there_is_listed_though_it_sounds_like_free_time(task, marked):
    assert [tool for tool, _ in calls(task, marked)] == [LIST]


def test_the_best_time_for_a_meeting_is_looked_for():
    assert (
        calls("cal_slots", "when is the best time for a meeting {time:next week}?")[0][0] == SLOTS
    )


@pytest.mark.parametrize(
    ("marked", "changes"),
    [
        (
            "{duration:Half}-year talk with {person:Ann}. {place:Room Severn} instead",
            {"location": "Room Severn"},
        ),
        (
            "rename {topic:half-year review} {person:Al} to {value:half}-{duration:year} talk Al",
            {"title": "Half-year talk Al"},
        ),
    ],
)
def test_a_word_of_a_name_is_no_length(marked, changes):
    update = calls("cal_update", marked)[-1][1]
    assert {name: update.get(name) for name in changes} == changes
    assert "minutes" not in update


@pytest.mark.parametrize(
    "marked",
    [
        "begin {topic:the lunch} at {newtime:noon}. The end may stay where it is",
        "let {topic:the lunch} start at {newtime:noon}, it finishes as planned",
    ],
)
def test_an_earlier_start_leaves_the_end_that_is_said_to_stay(marked):
    assert calls("cal_update", marked)[-1][1]["end"] == "+PT0M"


def test_keeping_the_full_hour_is_no_new_time():
    marked = "move it to {newtime:15:00}, keeping {newtime:the} {duration:full hour}"
    assert calls("cal_update", marked, IT)[-1][1]["start"] == "T15:00"


def test_a_full_hour_later_is_by_how_much_it_moves():
    marked = "start {topic:the kick-off} {newtime:a full hour later}"
    assert calls("cal_update", marked)[-1][1]["start"] == "+PT1H"


def test_a_new_event_is_called_what_it_is_said_to_be_and_is_not_there():
    marked = "{time:Monday 2pm}, just me, called {topic:Harbour} page"
    assert calls("cal_create", marked)[-1][1]["title"] == "Harbour page"
    made = calls("cal_create", "{time:Monday 2pm}, call it {place:Harbour line}")[-1][1]
    assert made["title"] == "Harbour line"
    assert not made.get("location")


def test_weeks_cut_short_of_their_in_are_counted_from_today():
    made = calls("cal_create", "put {topic:Rehearsal} in {time:three weeks on the Friday at 3pm}")
    assert made[-1][1]["start"] == "2026-12-18T15:00"
