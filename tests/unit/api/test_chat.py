import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from ag_ui.core import Event
from pydantic import TypeAdapter

from api import answering
from api.parsing import InvalidFields
from shared.decisions import lifecycle
from shared.decisions.budgets import allowance
from shared.errors import StorageFailed
from shared.models.rows import INBOX, REQUEST, RUN_TICKET
from shared.models.thread import HumanRequest
from shared.storage.budgets import StoredBudgets
from shared.storage.memory import MemoryRows

CHAT = "/api/v1/chat"


def run(text="Show me emails from John", run="r1", message="m1", **more) -> dict[str, Any]:
    said = {"id": message, "role": "user", "content": text}
    return {"threadId": "t1", "runId": run, "messages": [said], **more}


def resumed(question, payload=None, status="resolved", **more) -> dict[str, Any]:
    """A run that answers a question and says nothing else."""
    entry = {"interruptId": question, "status": status, "payload": payload}
    return run(run="r2", **{"messages": [], "resume": [entry], **more})


@pytest.fixture
def start(world):
    """Post a run, play it, and post it again as a client that reconnects: its stream then ends."""

    async def start(body, play, **options):
        await world.accept(body)
        await play()
        response = await world.call("POST", CHAT, body, **options)
        assert response.status_code == 200
        return response

    return start


async def test_run_streams_exactly_its_own_events(world, start, events_of):
    await world.say("Something before")
    response = await start(run(), lambda: _both(world))
    events = events_of(response.text)
    assert [event["type"] for _, event in events] == [
        "RUN_STARTED",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ]
    assert {event["metadata"]["run"] for _, event in events} == {"r1"}
    assert {event["metadata"]["turn"] for _, event in events} == {2}
    assert events[2][1]["delta"] == "the second"
    ids = [id_ for id_, _ in events]
    assert ids == list(range(ids[0], ids[0] + 5))


async def _both(world):
    await world.answer("the first")
    await world.answer("the second")


async def test_events_are_what_ag_ui_defines(world, start, events_of):
    response = await start(run(), world.answer)
    check = TypeAdapter(Event)
    for _, event in events_of(response.text):
        check.validate_python(event)


async def test_same_run_again_is_replayed_from_its_start_and_nothing_is_done(world, start):
    first = await start(run(), world.answer)
    written = world.meter["commit"]
    again = await world.call("POST", CHAT, run())
    assert again.text == first.text
    assert world.meter["commit"] == written


async def test_longer_history_makes_no_other_run(world, start, events_of):
    first = await start(run(), world.answer)
    history = [{"id": "a0", "role": "assistant", "content": "Hi", "toolCalls": []}]
    body = run(tools=[], context=[], state={"x": 1}, protocolVersion="1.0", parentRunId="r0")
    body["messages"] = history + body["messages"]
    again = (await world.call("POST", CHAT, body)).text
    assert events_of(again) == events_of(first.text)


async def test_client_goes_on_after_the_last_event_it_saw(world, start, events_of):
    first = events_of((await start(run(), world.answer)).text)
    seen = first[1][0]
    again = await world.call("POST", CHAT, run(), headers={"Last-Event-ID": str(seen)})
    assert events_of(again.text) == first[2:]
    all_seen = await world.call("POST", CHAT, run(), headers={"Last-Event-ID": str(first[-1][0])})
    assert all_seen.text == ""


@pytest.mark.parametrize(
    "other",
    [
        run("Something else"),
        run(message="m2"),
        run(run="r2"),
        run(forwardedProps={"debug": True}),
    ],
)
async def test_same_run_or_message_with_another_body_is_refused(world, start, other):
    await start(run(), world.answer)
    response = await world.call("POST", CHAT, other)
    assert (response.status_code, response.json()["code"]) == (422, "message_reused")


async def test_text_parts_are_one_message(world, start):
    parts = [{"type": "text", "text": "Show me"}, {"type": "text", "text": "emails"}]
    body = run()
    body["messages"][0]["content"] = parts
    await start(body, world.answer)
    page = (await world.call("GET", "/api/v1/threads/t1/messages")).json()
    assert page["messages"][0]["text"] == "Show me\nemails"


async def test_forwarded_props_carry_wishes_and_whatever_else(world):
    await world.accept(run(forwardedProps={"debug": True, "theme": "dark"}))
    await world.open()
    response = await world.call("GET", "/api/v1/threads/t1/turns/1")
    assert response.json()["debug"] is True
    busy = run(run="r2", message="m2", forwardedProps={"on_busy": "reject"})
    assert (await world.call("POST", CHAT, busy)).status_code == 409


async def test_deleted_thread_ends_the_run_with_an_error(world, start, events_of):
    async def delete():
        await world.call("DELETE", "/api/v1/threads/t1")

    response = await start(run(), delete)
    [(id_, event)] = events_of(response.text)
    assert id_ is None
    assert (event["type"], event["code"]) == ("RUN_ERROR", "thread_deleted")


async def test_question_ends_its_run_with_an_interrupt(world, start, events_of):
    response = await start(run(), world.ask)
    finished = events_of(response.text)[-1][1]
    assert finished["outcome"]["type"] == "interrupt"
    assert finished["outcome"]["interrupts"][0]["id"] == "q-1-1"


@pytest.mark.parametrize(
    ("payload", "action", "option", "text"),
    [
        ({"option": "john-doe"}, "option", "john-doe", ""),
        ("john-doe", "option", "john-doe", ""),
        ({"action": "accept", "option": "john-doe"}, "option", "john-doe", ""),
        ({"text": "The client"}, "text", None, "The client"),
        ("The client", "text", None, "The client"),
        ({"action": "reject"}, "none", None, ""),
    ],
)
async def test_resume_answers_the_question(world, payload, action, option, text):
    await world.say()
    question = await world.ask()
    rung, raise_event = asyncio.Event(), world.engine.raise_event

    async def heard(instance, name):
        rung.set()
        return await raise_event(instance, name)

    world.engine.raise_event = heard
    entry = {"interruptId": question, "status": "resolved", "payload": payload}
    await world.accept(run(run="r2", resume=[entry]))
    answer = (await world.question(question)).answer
    assert (answer.action, answer.option, answer.text) == (action, option, text)
    assert answer.run_id == "r2"
    ticket = await world.threads.get(world.key(), RUN_TICKET, "r2")
    assert ticket.value.request == question
    async with asyncio.timeout(30):  # the stream opens before the bell is heard
        await rung.wait()
    assert world.engine.raised[-1][1] == f"reply-{question}"


@pytest.mark.parametrize(
    ("payload", "action", "arguments"),
    [
        ("accept", "accept", None),
        ("reject", "reject", None),
        ({"action": "accept"}, "accept", None),
        ({"arguments": {"to": "x@y.example"}}, "edit", {"to": "x@y.example"}),
        ("Better not", "text", None),
    ],
)
async def test_resume_answers_an_approval(world, payload, action, arguments):
    await world.say()
    question = await world.ask("approval")
    entry = {"interruptId": question, "status": "resolved", "payload": payload}
    await world.accept(run(run="r2", resume=[entry]))
    answer = (await world.question(question)).answer
    assert (answer.action, answer.arguments) == (action, arguments)


MAIL = {"to": "a@b.example", "subject": "Hi"}
FIELDS = {"properties": {"to": {}, "subject": {}, "cc": {"default": []}}}


@pytest.mark.parametrize(
    ("payload", "action", "arguments", "text"),
    [
        ({"approved": True}, "accept", None, ""),
        ({"approved": True, "editedArgs": MAIL}, "accept", None, ""),
        ({"approved": True, "anything": "else"}, "accept", None, ""),
        ({"approved": False}, "reject", None, ""),
        ({"approved": False, "reason": "Too long"}, "reject", None, "Too long"),
        (
            {"approved": True, "editedArgs": {**MAIL, "subject": "Hello"}},
            "edit",
            {"subject": "Hello"},
            "",
        ),
    ],
)
async def test_a_decision_in_the_form_of_ag_ui_is_taken(world, payload, action, arguments, text):
    await world.say()
    question = await world.ask("approval", tool="send", arguments=MAIL)
    await world.accept(resumed(question, payload))
    answer = (await world.question(question)).answer
    assert (answer.action, answer.arguments, answer.text) == (action, arguments, text)


@pytest.mark.parametrize(
    ("shown", "replaced", "changed"),
    [
        ({**MAIL, "cc": ["c@d.example"]}, MAIL, {"cc": []}),
        ({**MAIL, "cc": []}, MAIL, None),
        ({**MAIL, "zone": "worked out"}, MAIL, None),
    ],
)
def test_edited_arguments_replace_all_of_them(shown, replaced, changed):
    given = answering.given_by_payload(
        {"approved": True, "editedArgs": replaced}, approval(shown), "payload"
    )
    assert (given.action, given.arguments) == ("edit" if changed else "accept", changed)


def approval(arguments):
    now = datetime(2026, 11, 21, tzinfo=UTC)
    return HumanRequest(
        id="q-1-1",
        kind="approval",
        turn=1,
        run_id="r1",
        question="Send it?",
        tool="send",
        arguments=arguments,
        editable=FIELDS,
        message_id="m",
        created_at=now,
        expires_at=now,
    )


def test_edited_arguments_that_lack_one_are_refused():
    edited = {"approved": True, "editedArgs": {"to": "x@y.example"}}
    with pytest.raises(InvalidFields) as refused:
        answering.given_by_payload(edited, approval(MAIL), "payload")
    assert [one.field for one in refused.value.errors] == ["payload.editedArgs.subject"]


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"approved": "yes"}, "resume.0.payload.approved"),
        ({"approved": True, "editedArgs": 5}, "resume.0.payload.editedArgs"),
    ],
)
async def test_a_decision_of_another_form_is_refused(world, payload, field):
    await world.say()
    question = await world.ask("approval")
    refused = await world.call("POST", CHAT, resumed(question, payload))
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == field


async def test_an_answer_and_a_new_message_are_both_kept(world):
    await world.say()
    question = await world.ask()
    body = run("And Sarah?", "r2", "m2", resume=resumed(question, {"option": "john-doe"})["resume"])

    await world.accept(body)
    await world.accept(body)

    answer = (await world.question(question)).answer
    assert (answer.option, answer.run_id) == ("john-doe", "r2")
    head = (await world.head()).value
    assert head.pending == 1
    queued = await world.threads.get(world.key(), INBOX, 2)
    assert (queued.value.text, queued.value.run_id, queued.value.anew) == (
        "And Sarah?",
        "r2-after",
        False,
    )


class Both:
    """A question that is open, and a run that answers it and says something."""

    def __init__(self, world, question):
        self.world, self.question = world, question
        entry = resumed(question, {"option": "john-doe"})["resume"]
        self.body = run("And Sarah?", "r2", "m2", resume=entry)

    async def taken(self):
        """Return whether the answer was taken, and how many messages."""
        asked, head = await self.world.question(self.question), await self.world.head()
        return asked.answer is not None, head.value.accepted

    async def answered(self, text):
        """Do what an orchestrator does once a question has its answer."""
        head, turn, _ = await self.world._turn("t1")
        asked = await self.world.threads.get(head.value.key, REQUEST, self.question)
        answer = asked.value.answer
        own = await self.world.threads.get(head.value.key, RUN_TICKET, answer.run_id)
        change = lifecycle.settle(
            head.value, turn, asked, answer, message=None, ticket=own, now=self.world.clock.now()
        )
        await self.world.threads.commit(head, change)
        await self.world.close(text)


def limited_to_one_turn(world):
    """Let the person have one message worked on at a time."""
    kinds = ("requests", "streams", "turns", "tools", "tokens")
    limits = {kind: allowance(kind, int(kind == "turns"), 0) for kind in kinds}
    budgets = StoredBudgets(MemoryRows(), world.clock, limits)
    world.services = replace(world.services, budgets=budgets)


async def test_where_a_message_is_over_the_limit_the_answer_beside_it_is_not_taken_either(world):
    limited_to_one_turn(world)
    await world.say()
    both = Both(world, await world.ask())

    response = await world.call("POST", CHAT, both.body)

    assert (response.status_code, response.json()["code"]) == (429, "too_many_turns")
    assert int(response.headers["retry-after"]) == 30
    assert await both.taken() == (False, 1)

    world.clock.pass_by(seconds=30)
    await world.accept(both.body)
    assert await both.taken() == (True, 2)


async def test_an_answer_alone_is_never_over_the_limit(world):
    limited_to_one_turn(world)
    await world.say()
    question = await world.ask()
    assert (await world.call("POST", CHAT, run("Me", "r3", "m3"))).status_code == 429

    await world.accept(resumed(question, {"option": "john-doe"}))

    assert (await world.question(question)).answer is not None


async def test_an_answer_that_cannot_be_taken_gives_the_turn_of_its_message_back(world):
    limited_to_one_turn(world)
    await world.say()
    both = Both(world, await world.ask())
    world.clock.pass_by(seconds=30)
    wrong = both.body | {"resume": resumed(both.question, {"option": "paul"})["resume"]}
    assert (await world.call("POST", CHAT, wrong)).status_code == 422
    assert await both.taken() == (False, 1)
    await world.accept(both.body)
    assert await both.taken() == (True, 2)


async def test_a_message_that_fails_after_its_answer_was_taken_is_told_and_taken_the_next_time(
    world, events_of, caplog
):
    await world.say()
    both = Both(world, await world.ask())
    threads = world.services.threads

    class Failing:
        """Storage that takes one change."""

        commits = 0

        def __getattr__(self, name):
            return getattr(threads, name)

        async def commit(self, *change):
            self.commits += 1
            if self.commits > 1:
                raise StorageFailed("Table Storage: 503 at 10.0.0.7")
            return await threads.commit(*change)

    world.services = replace(world.services, threads=Failing())
    await world.accept(both.body)
    assert await both.taken() == (True, 1)
    await both.answered("Found 5 emails.")
    response = await world.call("POST", CHAT, both.body)
    *run_of_answer, (_, error) = events_of(response.text)
    assert run_of_answer[-1][1]["type"] == "RUN_FINISHED"
    assert {event["metadata"]["run"] for _, event in run_of_answer} == {"r2"}
    assert (error["type"], error["code"]) == ("RUN_ERROR", "upstream_failed")
    assert error["message"].startswith("Your answer was taken, but not what you said with it. ")
    assert "StorageFailed" in caplog.text
    assert "10.0.0.7" not in response.text
    assert world.engine.raised, "whoever answers is woken for the answer"

    world.services = replace(world.services, threads=threads)
    await world.accept(both.body)
    assert await both.taken() == (True, 2)


@pytest.mark.parametrize("how", ["reject", "interrupt"])
async def test_what_is_said_with_an_answer_waits_for_it_and_never_stops_it(world, how):
    await world.say()
    both = Both(world, await world.ask())
    await world.accept(both.body | {"forwardedProps": {"on_busy": how}})
    assert await both.taken() == (True, 2)
    assert (await world.head()).value.stop is None


async def test_a_run_whose_second_one_could_have_no_id_is_refused(world):
    await world.say()
    both = Both(world, await world.ask())
    response = await world.call("POST", CHAT, both.body | {"runId": "r" * 255})
    assert response.status_code == 422
    assert [one["field"] for one in response.json()["errors"]] == ["runId"]
    assert await both.taken() == (False, 1)


async def test_a_message_that_cancels_a_question_is_a_request_of_its_own(world):
    await world.say()
    question = await world.ask()
    body = run("Show me the latest mail", "r2", "m2")
    cancelled = resumed(question, status="cancelled")["resume"]

    for _ in range(2):
        await world.accept({**body, "resume": cancelled})

    asked = await world.question(question)
    said = await world.threads.get(world.key(), INBOX, asked.reply_seq)
    assert said.value.text == "Show me the latest mail"
    assert (said.value.run_id, said.value.anew) == ("r2", True)
    assert asked.answer is None


async def test_a_history_that_ends_with_what_was_said_before_brings_no_news(world):
    await world.accept(run())
    question = await world.ask()
    await world.accept(run(run="r2", resume=resumed(question, status="cancelled")["resume"]))
    assert (await world.question(question)).answer.action == "none"
    assert (await world.head()).value.accepted == 1


@pytest.mark.parametrize(("kind", "action"), [("clarification", "none"), ("approval", "reject")])
async def test_abandoned_question_is_closed(world, kind, action):
    await world.say()
    question = await world.ask(kind)
    entry = {"interruptId": question, "status": "cancelled"}
    body = run(run="r2", resume=[entry], messages=[])
    await world.accept(body)
    await world.accept(body)
    assert (await world.question(question)).answer.action == action
    other = {**body, "runId": "r3"}
    response = await world.call("POST", CHAT, other)
    assert (response.status_code, response.json()["code"]) == (409, "interrupt_closed")


@pytest.mark.parametrize("payload", [None, 5, {"choice": "john-doe"}, {"option": "paul"}, ""])
async def test_resume_that_does_not_fit_is_refused(world, payload):
    await world.say()
    question = await world.ask()
    written = world.meter["commit"]
    entry = {"interruptId": question, "status": "resolved", "payload": payload}
    response = await world.call("POST", CHAT, run(run="r2", resume=[entry]))
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"].startswith("resume.0.payload")
    assert world.meter["commit"] == written


async def test_resume_of_an_unknown_question_is_not_found(world):
    entry = {"interruptId": "q-9-9", "status": "cancelled"}
    body = run(resume=[entry], messages=[])
    assert (await world.call("POST", CHAT, body)).status_code == 404
    await world.say()
    assert (await world.call("POST", CHAT, body)).status_code == 404


async def test_a_run_that_agents_keep_handing_on_is_stopped(world):
    response = await world.call("POST", CHAT, run(forwardedProps={"routing_depth": 3}))
    assert (response.status_code, response.json()["code"]) == (409, "circular_routing")
    assert await world.head() is None


ZONE = [{"description": "The user's time zone", "value": "Europe/Berlin"}]


@pytest.mark.parametrize(
    ("body", "headers", "zone"),
    [
        (run(forwardedProps={"time_zone": "Asia/Tokyo"}), {}, "Asia/Tokyo"),
        (run(forwardedProps={"timeZone": "Asia/Tokyo"}, context=ZONE), {}, "Asia/Tokyo"),
        (run(context=ZONE), {}, "Europe/Berlin"),
        (run(context=ZONE), {"X-Time-Zone": "Asia/Tokyo"}, "Europe/Berlin"),
        (run(), {"X-Time-Zone": "Asia/Tokyo"}, "Asia/Tokyo"),
        (run(context=[{"description": "Time zone", "value": "Mars"}]), {}, "UTC"),
        (run(), {}, "UTC"),
    ],
)
async def test_the_clients_zone_is_taken_where_nothing_better_is_known(
    world, start, body, headers, zone
):
    await start(body, world.answer, headers=headers)
    assert (await world.services.people.get(world.caller)).known.time_zone == zone


async def test_a_zone_there_is_not_is_refused(world):
    response = await world.call("POST", CHAT, run(), headers={"X-Time-Zone": "Mars/Olympus"})
    assert response.status_code == 422
    assert "X-Time-Zone" in response.text


async def test_a_stream_opens_before_the_bell_is_heard(world):
    """An old instance may take seconds to end before the new one can be started."""
    heard = asyncio.Event()

    async def ending(*_):
        await heard.wait()
        return True

    world.engine.start = ending
    async with asyncio.timeout(30):  # a bell that is waited for is never heard
        await world.accept(run())
    heard.set()


async def test_the_state_is_told_when_a_run_begins_with_what_the_client_keeps_in_it(
    world, start, events_of
):
    body = run(state={"theme": "dark", "agent": "somebody else"})
    whole = events_of((await start(body, world.answer)).text, whole=True)
    assert [event["type"] for _, event in whole[:2]] == ["RUN_STARTED", "STATE_SNAPSHOT"]
    assert whole[1][1]["snapshot"] == {
        "theme": "dark",
        "agent": None,
        "question": None,
        "plan": [],
        "draft": None,
        "services": ["contacts", "email"],
    }
    assert whole[1][1]["metadata"] == {"run": "r1", "turn": 1}
    check = TypeAdapter(Event)
    for _, event in whole:
        check.validate_python(event)


async def test_who_goes_on_in_the_middle_is_told_the_state_first(world, start, events_of):
    first = events_of((await start(run(), world.answer)).text)
    again = await world.call("POST", CHAT, run(), headers={"Last-Event-ID": str(first[1][0])})
    assert [event["type"] for _, event in events_of(again.text, whole=True)][:2] == [
        "STATE_SNAPSHOT",
        "TEXT_MESSAGE_CONTENT",
    ]


async def test_messages_so_far_are_told_on_request_and_the_runs_own_answer_is_not(
    world, start, events_of
):
    await start(run(), lambda: world.answer("the first"))
    body = run("And then?", "r2", "m2", forwardedProps={"history": True})
    whole = events_of((await start(body, lambda: world.answer("the second"))).text, whole=True)
    [told] = [event for _, event in whole if event["type"] == "MESSAGES_SNAPSHOT"]
    assert [event["type"] for _, event in whole].index("MESSAGES_SNAPSHOT") == 2
    assert [(one["role"], one["content"]) for one in told["messages"]] == [
        ("user", "Show me emails from John"),
        ("assistant", "the first"),
        ("user", "And then?"),
    ]


async def test_what_the_client_says_of_itself_goes_along_with_the_message(world):
    body = run(
        context=[
            {"description": "The page that is open", "value": "Invoice 42"},
            {"description": "time zone", "value": "Europe/Berlin"},
            {"description": "Broken", "value": "\ud800" + "x" * 2000},
        ],
        state={"selected": [7], "plan": []},
        forwardedProps={"locale": "de-DE"},
    )
    await world.accept(body)
    noted = (await world.services.threads.get(world.key(), INBOX, 1)).value.client
    assert noted[0] == "The page that is open: Invoice 42"
    assert noted[1].startswith("Broken: xxx")
    assert len(noted[1]) == 1000
    assert noted[2:] == ('What it shows: {"selected": [7]}', "Its language and region: de-DE")


async def test_its_language_is_read_from_where_browsers_say_it(world):
    await world.accept(run(), **{"accept-language": "fr-CH, fr;q=0.9, *;q=0.5"})
    noted = (await world.services.threads.get(world.key(), INBOX, 1)).value.client
    assert noted == ("Its language and region: fr-CH",)


async def test_a_stream_that_cannot_go_on_says_so_and_operators_hear_of_it(
    world, start, events_of, caplog
):
    await start(run(), world.answer)
    threads = world.services.threads

    class Failing:
        """Storage that answers until the log is read."""

        def __getattr__(self, name):
            return getattr(threads, name)

        async def page(self, key, kind, first, most, **more):
            raise StorageFailed("Table Storage: 503 at 10.0.0.7")

    world.services = replace(world.services, threads=Failing())
    response = await world.call("POST", CHAT, run())
    [(_, error)] = events_of(response.text)
    assert (error["type"], error["code"]) == ("RUN_ERROR", "upstream_failed")
    assert "10.0.0.7" not in response.text
    assert "StorageFailed" in caplog.text


async def test_a_conversation_that_nobody_began_has_no_history_and_is_not_begun(world, events_of):
    asked = {**run(), "messages": [], "forwardedProps": {"history": True}}
    answer = await world.call("POST", CHAT, asked)
    whole = [event for _, event in events_of(answer.text, whole=True)]
    assert [event["type"] for event in whole] == [
        "RUN_STARTED",
        "STATE_SNAPSHOT",
        "MESSAGES_SNAPSHOT",
        "RUN_FINISHED",
    ]
    assert whole[2]["messages"] == []
    assert (await world.call("GET", "/api/v1/threads/t1")).status_code == 404


async def test_a_run_that_says_nothing_and_asks_for_nothing_is_refused(world):
    answer = await world.call("POST", CHAT, {**run(), "messages": []})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "messages")
