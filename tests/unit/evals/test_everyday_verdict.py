"""What counts as an everyday request done, and what is complained about."""

from datetime import UTC, datetime

import pytest

from evals.everyday.cases import Case
from evals.everyday.person import Answer
from evals.everyday.verdict import Played, complaints, unwanted
from evals.everyday.workspace import Seen
from shared.workspace.email.port import Address, Mail

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
"""A Sunday: the week after begins on 23 November."""
NEXT = "2026-11-23T08:00:00Z"
MAIL = Mail(
    id="m2",
    thread_id="m",
    sender=Address(email="ann@client.com"),
    to=(),
    subject="Offer",
    snippet="",
    body="",
    sent_at=NOW,
)
SENT = {
    "sent": True,
    "to": ["ann@client.com"],
    "subject": "Re: Offer",
    "body": "See you on Friday.",
}
BOOKED = {
    "event": "new",
    "title": "Call",
    "starts": "2026-11-24T14:00:00Z",
    "ends": "2026-11-24T14:30:00Z",
    "attendees": ["b@x.com", "a@x.com"],
}


def judged(expected, facts=(), answers=None, listed=(), steps=(), question=None, *, asks=False):
    told = {"id": "c", "say": ("do it",), "changes": expected, "answers": answers or {}}
    case = Case.model_validate({**told, "asks": asks})
    turn = {
        "references": [{"id": one} for one in listed],
        "agent_run": {"steps": list(steps), "tools": ["look"]},
    }
    seen = Seen({"m2": MAIL}, {}, {}, {}, {}, {})
    return complaints(
        Played(case, (Answer(turn, question),), tuple(facts), seen, busy=None, began=NOW)
    )


def test_what_was_expected_and_nothing_else_is_no_complaint():
    expected = [{"sent": True, "to": ["ann@client.com"], "body": ["friday"]}]
    assert judged(expected, [SENT]) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"sent": True, "to": ["bo@client.com"]},
        {"sent": True, "to": ["ann@client.com"], "body": ["monday"]},
        {"sent": True, "to": ["ann@client.com"], "without": ["Friday"]},
        {"draft": True, "to": ["ann@client.com"]},
    ],
)
def test_another_change_than_expected_is_complained_about_twice(expected):
    first, second = judged([expected], [SENT])
    assert first.startswith("did not happen: ")
    assert second.startswith("happened: ")


def test_what_a_mail_quotes_is_not_what_it_says():
    quoted = f"{SENT['body']}\n\nOn Monday, Ann wrote:\n> Wednesday?"
    passed_on = f"{SENT['body']}\n\n---------- Forwarded message ---------\nWednesday?"
    expected = {"sent": True, "to": ["ann@client.com"], "without": ["wednesday"]}

    assert judged([expected], [{**SENT, "body": quoted}]) == []
    assert judged([expected], [{**SENT, "body": passed_on}]) == []
    assert judged([expected], [{**SENT, "body": "Wednesday then."}])


def test_a_field_nobody_named_must_be_empty():
    expected = [{"sent": True, "to": ["ann@client.com"]}]
    assert judged(expected, [{**SENT, "cc": ["bo@x.com"]}])


def test_days_are_counted_from_the_week_it_was_said_in():
    expected = {"event": "new", "starts": "w1 tue 14:00", "attendees": ["a@x.com", "b@x.com"]}
    assert judged([{**expected, "ends": "w1 tue 14:30"}], [BOOKED]) == []
    assert judged([{**expected, "ends": "w1 tue"}], [BOOKED]) == []
    assert judged([{**expected, "ends": "w1 wed"}], [BOOKED])


def test_an_empty_cell_may_be_said_as_an_empty_text():
    row = {"row": "plan", "tab": "Sites", "cells": ["Oban", None, 0]}
    assert judged([{**row, "cells": ["Oban", "", 0]}], [row]) == []
    assert judged([{**row, "cells": ["Oban", "", ""]}], [row])


def test_what_an_answer_listed_can_be_named_by_its_place():
    expected = [{"sent": True, "to": "@1.2"}]
    assert judged(expected, [SENT], listed=("m1", "m2")) == []
    assert judged(expected, [SENT], listed=("m2", "m1"))
    assert judged(expected, [SENT], listed=("m1",))


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ({"exactly": ["m1", "m2"]}, ""),
        ({"exactly": ["m1"]}, "line 1: lists ['m1', 'm2'], not ['m1']"),
        ({"has": ["m3"]}, "line 1: does not list ['m3']"),
        ({"lacks": ["m1"]}, "line 1: lists ['m1']"),
        ({"used": "look", "shows": ["general"]}, ""),
        ({"used": "post"}, "line 1: used ['look'], not post"),
        ({"shows": ["random"]}, "line 1: does not show ['random']"),
        ({"refused": "post"}, ""),
        ({"refused": "look"}, "line 1: did not refuse look"),
        ({"senders": ["client.com"]}, ""),
        ({"senders": ["ann@client.com"]}, ""),
        ({"senders": ["acme.com"]}, "line 1: lists m2 from ann@client.com"),
    ],
)
def test_answers_are_judged_by_what_they_are_about(answer, complaint):
    step = {
        "tool": "look",
        "status": "done",
        "arguments": {},
        "result": {"channels": [{"name": "general"}]},
    }
    found = judged([], answers={"1": answer}, listed=("m1", "m2"), steps=[step])
    assert found == ([complaint] if complaint else [])


@pytest.mark.parametrize(("words", "shown"), [("84", True), ("8", False), ("no", False)])
def test_what_is_read_shows_its_words_as_well(words, shown):
    case = Case.model_validate(
        {"id": "c", "say": ("ask",), "changes": [], "answers": {"1": {"shows": [words]}}}
    )
    turn = {"references": [], "agent_run": {"steps": [], "tools": []}}
    said = ("**Bo Ek**: 84 have registered, nobody else.",)
    played = Played(
        case, (Answer(turn, None, said=said),), (), Seen({}, {}, {}, {}, {}, {}), None, NOW
    )
    shows = [one for one in complaints(played) if "does not show" in one]
    assert not shows if shown else shows


def test_a_question_left_open_is_complained_about():
    assert judged([], question={"id": "q"}) == ["a question is left open"]


def test_a_question_that_was_to_be_asked_must_be_open():
    assert judged([], question={"kind": "clarification"}, asks=True) == []
    assert judged([], question={"kind": "approval"}, asks=True) == ["a card is open, no question"]
    assert judged([], asks=True) == ["no question is open"]


@pytest.mark.parametrize(
    ("expected", "fact"),
    [
        (
            {"dm": "Inês Duarte", "text": ["lunch"]},
            {"dm": "Inês Duarte <i@x.com>", "text": "Lunch?"},
        ),
        ({"dm": "i@x.com", "text": ["lunch"]}, {"dm": "Inês Duarte <i@x.com>", "text": "Lunch?"}),
        (
            {"cell": "finance", "tab": "Q4", "row": "acme", "column": "Share", "value": 5},
            {"cell": "finance", "tab": "Q4", "row": "Acme", "column": "Share", "value": "5"},
        ),
        ({"page": "Runbook"}, {"page": "runbook", "title": "Runbook", "text": "6. Sleep"}),
        ({"page": "runbook", "text": ["sleep"]}, {"page": "runbook", "text": "6. Sleep"}),
        (
            {"page": "new", "title": "list"},
            {"page": "new", "title": "Packing list", "in": "Notes", "text": "Hat"},
        ),
        ({"contact": "new", "name": "Bo"}, {"contact": "new", "name": "Bo"}),
        ({"mail": "m1", "removed": ["inbox"], "until": "w1 mon"}, {"mail": "m1", "until": NEXT}),
        (
            {"reminder": "new", "text": ["dentist"], "at": "w1 mon 08:00"},
            {"reminder": "new", "text": "Call the dentist", "at": NEXT},
        ),
        (
            {"post": "ops", "text": ["hi"], "thread": "ops/7"},
            {"post": "ops", "text": "Hi", "thread": "7"},
        ),
    ],
)
def test_changes_of_every_service_can_be_expected(expected, fact):
    assert judged([expected], [fact]) == []
    assert judged([], [fact]) == [f"happened: {fact}"]


@pytest.mark.parametrize(
    ("expected", "fact"),
    [
        ({"dm": "Bo", "text": ["hi"]}, {"dm": "Ann <ann@x.com>", "text": "hi"}),
        ({"page": "new", "title": "plan"}, {"page": "plan", "title": "plan", "text": "more"}),
        ({"page": "plan"}, {"page": "new", "title": "plan"}),
        ({"post": "ops", "thread": "ops/7"}, {"post": "ops", "thread": "17"}),
        (
            {"cell": "s", "tab": "t", "row": "a", "column": "b", "value": 5},
            {"cell": "s", "tab": "t", "row": "a", "column": "b", "value": "6"},
        ),
    ],
)
def test_another_change_of_the_same_kind_is_not_the_one_expected(expected, fact):
    found = judged([expected], [fact])

    assert len(found) == 2
    assert unwanted(found)


def test_what_is_only_missing_is_not_unwanted():
    assert not unwanted(judged([{"agent": "new", "name": "Digest"}]))


def test_what_another_agent_showed_for_the_same_message_counts():
    case = Case.model_validate(
        {"id": "c", "say": ("both",), "answers": {"1": {"used": "find", "shows": ["ann@x.com"]}}}
    )
    work = {"steps": [{"tool": "find", "status": "done", "arguments": {}, "result": {}}]}
    earlier = {"steps": [], "tools": [], "earlier": [{"text": "Ann: ann@x.com"}]}
    answer = Answer({"references": [], "agent_run": earlier}, None, (work,))

    seen = Seen({}, {}, {}, {}, {}, {})
    assert complaints(Played(case, (answer,), (), seen, busy=None, began=NOW)) == []


def said(text, *, worded=False, steps=(), say=("what about ann@client.com?",)):
    """Return what is complained about in an answer of these words."""
    case = Case.model_validate({"id": "c", "say": say})
    spent = {"calls": int(worded)}
    turn = {
        "references": [],
        "agent_run": {"steps": list(steps), "tools": []},
        "trace": [{"name": "reply", "usage": spent}],
    }
    seen = Seen({"m2": MAIL}, {}, {}, {}, {}, {})
    answer = Answer(turn, None, said=(text,))
    return complaints(Played(case, (answer,), (), seen, busy=None, began=NOW))


def step(tool, result):
    return {"tool": tool, "arguments": {}, "result": result, "status": "done", "text": ""}


FOUND = step("gmail_search_messages", {"mails": [{"id": "m-20261122-a", "from": "bo@x.com"}] * 2})
SENT_TO = step("gmail_send_email", {"sent": {"to": [{"email": "laura@made.up"}]}})


@pytest.mark.parametrize(
    ("text", "worded", "steps", "made_up"),
    [
        ("Ann is ann@client.com.", False, (), ""),
        ("Bo (bo@x.com) wrote 2 emails, m-20261122-a first.", True, (FOUND,), ""),
        ("Sent to laura@made.up.", False, (SENT_TO,), "laura@made.up"),
        ("See m-20261123-b.", False, (FOUND,), "m-20261123-b"),
        ("It is at https://x.example/y", False, (FOUND,), "https://x.example/y"),
        ("Bo wrote 7 emails.", True, (FOUND,), "7"),
        ("Bo wrote 7 emails.", False, (FOUND,), ""),
    ],
)
def test_what_an_answer_says_stems_from_what_was_found_or_said(text, worded, steps, made_up):
    found = said(text, worded=worded, steps=steps)

    assert found == ([f"line 1: says {made_up}, which nothing gave"] if made_up else [])


def test_an_agent_goes_by_its_id_and_has_its_times():
    made = [
        {"agent": "new", "name": "board-pages"},
        {"schedule": "board-pages", "text": "Run board-pages", "repeats": "FREQ=DAILY"},
    ]
    assert judged([{"agent": "new", "name": "Board Pages"}], made) == []
    assert unwanted(judged([{"agent": "new", "name": "Boards"}], made))
    assert unwanted(judged([], made[1:]))


@pytest.mark.parametrize(
    ("wanted", "right"),
    [
        ("FREQ=WEEKLY;BYDAY=WE", True),
        ("RRULE:FREQ=WEEKLY;BYDAY=WE;BYHOUR=9", True),
        ("FREQ=WEEKLY;BYDAY=TH", False),
        ("FREQ=DAILY", False),
    ],
)
def test_a_rule_is_the_one_expected_by_its_parts(wanted, right):
    said = {"reminder": "new", "text": "log"}
    found = {**said, "repeats": "RRULE:FREQ=WEEKLY;BYDAY=WE;BYHOUR=9;BYMINUTE=0"}
    assert (judged([{**said, "repeats": wanted}], [found]) == []) == right
