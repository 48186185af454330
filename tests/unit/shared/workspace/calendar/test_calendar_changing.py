"""What a command to change, move, cancel or answer what is in the calendar comes down to."""

from dataclasses import replace

import pytest

from shared.models.reasoning import Reference
from shared.understanding.revision import Party
from shared.workspace.calendar.frames import FRAMES
from shared.workspace.calendar.frames.coming import people_changed
from tests.support.calendar_frames import (
    CREATE,
    DELETE,
    EVENTS,
    FOUND,
    IT,
    LIST,
    RESPOND,
    REVIEWS,
    UPDATE,
    addresses,
    asked,
    calls,
    named,
    sought,
    work_on,
)


@pytest.mark.parametrize(("word", "leaves"), [("it", []), ("her", ["her"])])
def test_what_is_no_person_leaves_no_event(word, leaves):
    marked = f"{{topic:the sync}} to {{newtime:3pm}}, {word} stays away"
    work = work_on("cal_update", marked)
    at = work.said.text.rindex(word)
    wished = replace(work.said.wished, ops={"who-": 0.9})
    parties = (Party("not", word, at, at + len(word)),)
    work.said = replace(work.said, wished=wished, parties=parties)

    assert [one.text for one in people_changed(work)[1]] == leaves


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


def test_what_is_moved_stays_on_its_own_day():
    several = (("assistant", "Fri 11 Dec, Fri 18 Dec"),)
    moved = calls("cal_update", "{topic:the sync} to {newtime:3pm that day}", exchanges=several)

    assert moved == [sought("sync"), (UPDATE, {"event_id": FOUND, "start": "D+0T15:00"})]


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
    ("marked", "told"),
    [
        (
            "{topic:the fair} is too short, add {duration>longer:30 min}",
            {"end": "+PT30M"},
        ),
        ("tack {duration>longer:30 min} on to {topic:the fair}", {"end": "+PT30M"}),
        ("{topic:the fair} needs {duration>earlier:30 min} more at the end", {"end": "+PT30M"}),
        ("{topic:the fair} needs {duration>length:30 min} longer", {"end": "+PT30M"}),
        ("give {topic:the fair} {>longer:20} more {>length:minutes}", {"end": "+PT20M"}),
        ("{topic:the fair} can be {duration>shorter:15 min} shorter", {"end": "-PT15M"}),
        ("{topic:the fair} is too long, {duration>shorter:half an hour} off", {"end": "-PT30M"}),
        ("let {topic:the fair} be {duration:an hour}", {"minutes": 60}),
        ("{topic:the fair}, rather {duration:two and a half hours}", {"minutes": 150}),
        ("end {topic:the fair} {duration>longer:half an hour} on top", {"end": "+PT30M"}),
        (
            "start {topic:the fair} {newtime>later:10 min later}, end stays",
            {"start": "+PT10M", "end": "+PT0M"},
        ),
        ("{topic:fair} won't take long, end it at {newtime:half one}", {"end": "T13:30"}),
        (
            "{topic:fair} should begin at {>end:twelve}. Still ends at {newtime>stays:four}",
            {"start": "T12:00", "end": "T16:00"},
        ),
        (
            "{topic:fair} starts at {newtime:twelve}. Still ends at {newtime:four}",
            {"start": "T12:00", "end": "T16:00"},
        ),
        (
            "{topic:fair} starts at {newtime>start:one} now and ends at {time>stays:five}",
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
            "{topic:the fair} is too long. Make it {duration>shorter:15 minutes} shorter",
            {"end": "-PT15M"},
        ),
        (
            "{topic:the fair} {time>earlier:an hour earlier}, in {duration:one} piece",
            {"start": "-PT1H"},
        ),
        ("{topic:the fair} {which:one} {newtime:half an hour later}", {"start": "+PT30M"}),
        ("push {topic:the fair} {newtime:half an hour earlier}", {"start": "-PT30M"}),
        ("{topic:the fair} begins at {>end:8}, fix that", {"start": "T08:00"}),
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


def test_a_day_that_points_at_nothing_tells_no_event_from_its_place():
    marked = "count me in for {time:that day} at the {organisation:Harbour Hotel}, accept it"
    assert calls("cal_respond", marked) == [
        sought("Harbour Hotel"),
        (RESPOND, {"event_id": FOUND, "response": "accepted"}),
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
                "my call with {person:Sarah} from {newtime>start:Tuesday} to "
                "{newtime>end:Wednesday at 3}"
            ),
            sought("Sarah", "2026-12-01", "2026-12-01"),
            {"start": "2026-12-02T15:00"},
        ),
        (
            (
                "do the call with {person:Al} at {newtime>start:3} instead of "
                "{newtime>dropped:2 tomorrow}"
            ),
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
            "{topic:dentist} is on {newtime>start:the 4th} not {time>dropped:the 3rd}",
            sought("dentist", "2026-12-03", "2026-12-03"),
            {"start": "2026-12-04"},
        ),
        (
            "{topic:rehearsal} is now {newtime:sunday at} {newtime:four} not {newtime:three}",
            sought("rehearsal"),
            {"start": "2026-11-29T16:00"},
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
            "put off {topic:the visit} {time>until:until the 12th}",
            sought("visit"),
            {"start": "2026-12-12"},
        ),
        (
            "postpone {topic:the visit} to {newtime>which:monday}",
            sought("visit"),
            {"start": "2026-11-30"},
        ),
        ("{topic:the visit} on {newtime:14 hours}", sought("visit"), {"start": "T14:00"}),
        ("push {topic:the sync} back {newtime:by 30 minutes}", sought("sync"), {"start": "+PT30M"}),
        (
            "bring {topic:the sync} forward by {newtime>later:half an hour}",
            sought("sync"),
            {"start": "-PT30M"},
        ),
        (
            "start {topic:the sync} {duration>earlier:15 minutes} earlier",
            sought("sync"),
            {"start": "-PT15M"},
        ),
        ("push {topic:the sync} {duration:an hour}", sought("sync"), {"start": "+PT1H"}),
        ("postpone {topic:the sync} {newtime:by a week}", sought("sync"), {"start": "+P1W"}),
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
        ("move {topic:the sync} {>later:half an hour} later", sought("sync"), {"start": "+PT30M"}),
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
            "move the {time>which:11am} to {newtime>end:3}",
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
            "push {newtime>end:4pm} {newtime>later:30 min later}",
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
            "make it {duration>length:half an hour} for {topic:sync}",
            sought("sync"),
            {"minutes": 30},
        ),
        ("shorten {topic:the sync} to {duration:20 min}", sought("sync"), {"minutes": 20}),
        (
            "extend {topic:the sync} by {duration>longer:half an hour}",
            sought("sync"),
            {"end": "+PT30M"},
        ),
        (
            "make {topic:the sync} {duration>shorter:10 minutes} shorter",
            sought("sync"),
            {"end": "-PT10M"},
        ),
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
        ("rename {topic:the sync} to {topic>title:Audit}", sought("sync"), {"title": "Audit"}),
        (
            "retitle {topic:the sync}. It should read: {topic>title:Planning, all of us}.",
            sought("sync"),
            {"title": "Planning, all of us"},
        ),
        (
            "change the room of {topic:the review} to {place:4B}",
            sought("review"),
            {"location": "4B"},
        ),
        ("move {topic:the review} to {>place:Zoom}", sought("review"), {"location": "Zoom"}),
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
            (
                "{topic:the sync} moves {>later:one day}, from {time>start:tomorrow} to "
                "{newtime>end:Saturday}"
            ),
            sought("sync", "2026-11-27", "2026-11-27"),
            {"start": "2026-11-28"},
        ),
        (
            (
                "make {topic:the sync} {duration>longer:half an hour longer}, "
                "{duration>dropped:an hour} never lasts"
            ),
            sought("sync"),
            {"end": "+PT30M"},
        ),
        (
            "begin {topic:the sync} {time>start:tomorrow at nine}, same length",
            sought("sync"),
            {"start": "2026-11-27T09:00"},
        ),
        (
            "Nina is out at {time>why:two}, so {topic:the sync} starts {newtime>start:half three}",
            sought("sync"),
            {"start": "T15:30"},
        ),
        (
            "move {topic:the sync}: {>start:14} to {newtime>end:15} then",
            sought("sync"),
            {"start": "T14:00", "end": "T15:00"},
        ),
        (
            "push {topic:the sync} back {newtime>later:by an hour}, same length",
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
            "{topic:the sync} in {>which:two weeks}: {newtime>start:10:30}, same length",
            sought("sync", "2026-12-07", "2026-12-13"),
            {"start": "T10:30"},
        ),
        (
            "begin {topic:the sync} at {newtime>start:one}, we still finish at {>stays:two}",
            sought("sync"),
            {"start": "T13:00", "end": "T14:00"},
        ),
        (
            "{topic:the sync}: rather in {place:A1} than in {place:B2}",
            sought("sync"),
            {"location": "A1"},
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
            "{topic:the sync}: {person:Tom} n {person:Ann} should be there too",
            sought("sync"),
            ("Tom", "Ann"),
            (),
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
    for way, people in (("who", joins), ("gone", leaves)):
        for name in people:
            marked = marked.replace(f"{{person:{name}}}", f"{{person>{way}:{name}}}")
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


@pytest.mark.parametrize("way", ["to", "back to"])
def test_who_is_moved_is_whose_event_is_moved(way):
    assert calls("cal_update", f"shove {{person>who:Laura}} {way} {{newtime>start:14:30}}") == [
        sought("Laura"),
        (UPDATE, {"event_id": FOUND, "start": "T14:30"}),
    ]


def test_its_length_and_who_comes_may_change_at_once():
    assert calls("cal_update", "make that {duration:a full hour} and {person>who:Tom} too", IT) == [
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
        (
            "accept {topic:the budget review}, {topic:my presence} at {topic:the team sync}: maybe",
            ("accepted", "tentative"),
        ),
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
    ("marked", "query"),
    [
        ("{person:Laura} goes first, decline the {organisation:Acme} one", "Acme"),
        ("{person:Laura} goes first, decline {person:Bo}'s one", "Bo"),
        ("decline what {organisation:Acme} and {person:Bo} want", "Acme Bo"),
    ],
)
def test_the_one_of_somebody_is_told_by_that_alone(marked, query):
    assert calls("cal_respond", marked)[0] == sought(query)


@pytest.mark.parametrize("stays", ["keep {newtime:the hour}", "leaving {newtime:its length}"])
def test_what_is_kept_is_no_new_time(stays):
    marked = f"move {{topic:the review}} to {{newtime:15:00 same day}}, {stays}"

    assert calls("cal_update", marked)[-1][1] == {"event_id": FOUND, "start": "T15:00"}


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
    ("marked", "found", "changes"),
    [
        (
            "move {topic:the review} to {>start:11}, have to fetch my son at {newtime>why:1}",
            {},
            {"start": "T11:00"},
        ),
        (
            "I have to see my bank at {time>why:1}, so move {topic:the review} to {newtime>end:11}",
            {},
            {"start": "T11:00"},
        ),
        (
            "shift {topic:the review} to {newtime>end:2pm} as I have a call at {newtime>why:11}",
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
            "move {topic:the review} on {newtime>which:friday next week} to {newtime>end:11}",
            {"start": "2026-12-04", "end": "2026-12-04"},
            {"start": "2026-12-04T11:00"},
        ),
        (
            "move {topic:the review} to {newtime:Wednesday 2} to {newtime:3pm}",
            {},
            {"start": "2026-12-02T14:00", "end": "2026-12-02T15:00"},
        ),
        (
            (
                "{topic:the sync} {newtime>start:the Wednesday of that week, afternoon}, at "
                "{time>start:two}"
            ),
            {},
            {"start": "W+0-3T14:00"},
        ),
        (
            "{topic:the review}: {newtime>end:10:00 same day}, still {duration>stays:30 min}",
            {},
            {"start": "T10:00"},
        ),
        (
            (
                "{topic:the review}: in {place:A1}, let it end at {newtime>end:9}, just "
                "{newtime>stays:that week}"
            ),
            {},
            {"location": "A1", "end": "T09:00"},
        ),
        (
            "let {topic:the lunch} run on {newtime:until five} instead of ending at {newtime:four}",
            {},
            {"end": "T17:00"},
        ),
        (
            (
                "{duration>why:half an hour} is too little, make {topic:the lunch} "
                "{time>end:until 16:00}"
            ),
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
    ("marked", "changes"),
    [
        (
            "{duration:Half-year} talk with {person:Ann}. {place:Room Severn} instead",
            {"location": "Room Severn"},
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


def test_what_is_moved_is_not_cancelled():
    marked = "prepone {topic:the fair}, we do it {time>start:friday at nine}"
    assert [tool for tool, _ in calls("cal_cancel", marked)] == [LIST, UPDATE]


def test_keeping_the_full_hour_is_no_new_time():
    marked = "move it to {newtime:15:00}, keeping {newtime:the} {duration:full hour}"
    assert calls("cal_update", marked, IT)[-1][1]["start"] == "T15:00"


def test_a_full_hour_later_is_by_how_much_it_moves():
    marked = "start {topic:the kick-off} {newtime:a full hour later}"
    assert calls("cal_update", marked)[-1][1]["start"] == "+PT1H"
