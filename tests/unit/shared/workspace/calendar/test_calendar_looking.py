"""What is asked of the calendar comes down to, from the spans of its words."""

import pytest

from shared.models.intent import Entities
from shared.models.profile import Account
from shared.models.reasoning import Memory
from tests.support.calendar_frames import (
    CHECK,
    CREATE,
    DELETE,
    EVENTS,
    FOUND,
    IT,
    LIST,
    PROFILE,
    REVIEWS,
    SLOTS,
    UPDATE,
    addresses,
    calls,
    named,
    sought,
)

CONFLICTS = "calendar_find_conflicts"


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
        (
            "what's on {time:Monday}, as I may swap with {person:Bo}",
            "2026-11-30",
            "2026-11-30",
            {},
        ),
        ("{time:Monday} with {person:Bo}, as I lost it", "2026-11-30", "2026-11-30", "Bo"),
        ("what about {time:June}", "2027-06-01", "2027-06-30", {}),
        ("do I have anything at {time:3}", "2026-11-26T15:00", "2026-11-26T15:30", {}),
        ("what did I do {time:on the 2nd}", "2026-11-02", "2026-11-02", {}),
        ("when is {topic:the board meeting}", "2026-11-26", "2027-01-25", {"query": "board"}),
        (
            "when is {topic:the pitch}, and does it last longer than an hour",
            "2026-11-26",
            "2027-01-25",
            {"query": "pitch"},
        ),
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
        ("what's on {time:Monday from 4 to 5}", "2026-11-30T16:00", "2026-11-30T17:00", {}),
        ("what's on {time:Monday at four}", "2026-11-30T16:00", "2026-11-30T16:30", {}),
    ],
)
def test_the_calendar_is_listed(marked, start, end, more):
    more = {"query": more} if isinstance(more, str) else dict(more)
    if "q" in more:
        more["query"] = more.pop("q")

    assert calls("cal_list", marked) == [(LIST, {"start": start, "end": end, **more})]


def test_who_asks_by_their_own_name_is_told_all():
    own = Account(id="a", provider="google", email="alex.morgan@x.org")
    profile = PROFILE.model_copy(update={"accounts": (own,)})
    alex = "what does {person:Alex} have {time:tomorrow}"

    ((_, mine),) = calls("cal_list", alex, profile=profile)
    ((_, theirs),) = calls("cal_list", alex)

    assert mine == {"start": "2026-11-27", "end": "2026-11-27"}
    assert theirs["query"] == "Alex"


@pytest.mark.parametrize(
    "marked",
    [
        "{time:the Monday} with {topic:the pitch}, what else is on {time:that day}?",
        "besides {topic:the pitch}, any other meetings {time:that same Wednesday}?",
        "what have I got right after {topic:the pitch}?",
        "anything before the {topic:pitch}?",
    ],
)
def test_what_else_is_on_the_day_of_an_event_is_asked_of_that_day(marked):
    found, listed = calls("cal_list", marked)
    assert found[0] == listed[0] == LIST
    assert (found[1]["query"], found[1]["limit"]) == ("pitch", 1)
    assert listed[1] == dict.fromkeys(("start", "end"), "{1.events.0.starts_at}|D+0")


@pytest.mark.parametrize("task", ["cal_list", "cal_conflicts"])
@pytest.mark.parametrize(
    "marked",
    [
        "what else is there {time:tomorrow} besides {topic:the pitch}?",
        "what comes straight after {topic:the pitch} {time:tomorrow}?",
    ],
)
def test_what_else_is_on_a_day_that_is_said_is_not_looked_for_by_name(task, marked):
    (listed,) = calls(task, marked)
    assert listed == (LIST, {"start": "2026-11-27", "end": "2026-11-27"})


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
        (
            "{time:Friday 3pm that week}",
            "{time:9 December}",
            "2026-12-11T15:00",
            "2026-12-11T15:30",
        ),
        ("{time:18 December that week}", "{time:9 December}", "2026-12-18", "2026-12-18"),
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
    assert calls("cal_list", "show me {which:it}", IT) == [kickoff]


@pytest.mark.parametrize(
    ("task", "asked"),
    [
        ("cal_list", "{which:it}"),
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
        ("cal_availability", "what do I have free {time:Friday between 11 and 2}?", CHECK),
        ("cal_availability", "am I busy {time:Friday between 11 and 2}?", CHECK),
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
            "no wait, {time>start:saturday}",
            IT,
            "{topic:lunch} {time:fri}",
            ("it", {"start": "2026-11-28"}),
        ),
        ("rename {which:it} to {topic>title:Planning}", IT, "", ("it", {"title": "Planning"})),
        (
            "start {which:that one} at {time>start:11:30} then, to {newtime>end:12}",
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


def test_the_best_time_for_a_meeting_is_looked_for():
    assert (
        calls("cal_slots", "when is the best time for a meeting {time:next week}?")[0][0] == SLOTS
    )
