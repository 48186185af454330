"""Any A2A client can talk to the master agent: the SDK's own, in both dialects."""

import asyncio
import hashlib
import json

import jwt
import pytest
from a2a.client.errors import A2AClientError
from a2a.types import TaskState
from a2a.utils.errors import A2AError
from google.protobuf.json_format import MessageToDict

from tests.e2e.scripted_model import HeldBack
from tests.support.a2a_peer import peer, question, state, words
from tests.support.agui_client import run_script
from tests.support.building import SHEETS_TO_SLACK
from tests.support.devhost import PATIENCE_S, ROOT
from tests.support.entra_host import host_with_entra
from tests.support.entra_server import entra_server
from tests.support.http import http_client
from tests.support.issuer import BOB, CONTOSO
from tests.support.model_server import Says
from tests.support.notified import Hook

SARAH = "Show me emails from Sarah about the budget"
JOHN = "Show me emails from John"
MAIL = "Send an email to sarah.chen@company.com that the report is ready"

WORKING, COMPLETED = TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED

both = pytest.mark.parametrize("dialect", ["1.0", "0.3"])
ways = pytest.mark.parametrize("streaming", [False, True], ids=["whole", "streamed"])


async def effects(client, thread):
    changed = (await client.get("/api/v1/effects")).json()["effects"]
    return [one for one in changed if one["thread_id"] == thread]


@both
@ways
@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_a_question_is_answered_in_words_and_data(client, dialect, streaming, binding):
    async with peer(client, dialect, streaming=streaming, binding=binding) as agent:
        task = await agent.say(SARAH)

    assert state(task) == "COMPLETED"
    assert words(task).startswith("I found 5 emails from Sarah Chen about budget:")
    answer, results = task.artifacts
    assert answer.parts[0].text == words(task)
    assert len(results.parts[0].data.struct_value["references"]) == 5
    assert [message.parts[0].text for message in task.history] == [SARAH]
    if streaming:
        pieces = [one.artifact_update for one in agent.told if one.HasField("artifact_update")]
        streamed = [one for one in pieces if one.artifact.name == "answer"]
        assert not streamed[0].append
        assert "".join(one.artifact.parts[0].text for one in streamed) == words(task)
        assert agent.told[-1].status_update.status.state == task.status.state


async def test_what_could_not_be_done_has_failed_and_says_so(client):
    async with peer(client) as agent:
        task = await agent.say("Summarize the page about unicorn husbandry")

    assert state(task) == "FAILED", words(task)
    assert words(task) == "There is no such page."
    assert MessageToDict(task.artifacts[1].parts[0].data)["error"]["message"] == words(task)


@ways
async def test_what_needs_no_work_is_a_message_in_its_context(client, streaming):
    async with peer(client, streaming=streaming) as agent:
        said = [update async for update in agent.stream("What can you do?")]
        found = await agent.say(SARAH)
        listed = await agent.listed()

    if streaming:  # whoever follows is told of a task from the beginning
        assert said[0].HasField("task")
        assert said[-1].status_update.status.state == COMPLETED
    else:
        [message] = [update.message for update in said]
        assert message.parts[0].text
        assert (message.context_id, message.task_id) == (agent.context, "")
    assert found.context_id == agent.context
    assert [state(task) for task in listed] == ["COMPLETED"] * 2, "both can be found again"


async def test_what_needs_no_work_is_a_task_in_the_older_dialect(client):
    async with peer(client, "0.3") as agent:
        assert state(await agent.say("What can you do?")) == "COMPLETED"


@both
@ways
async def test_an_answer_comes_in_the_types_that_its_client_takes(client, dialect, streaming):
    kinds = {"text/plain": ["text"], "application/json": ["data", "data"]}
    for takes, wanted in kinds.items():
        async with peer(client, dialect, streaming=streaming, takes=[takes]) as agent:
            said = [update async for update in agent.stream(SARAH)]
        artifacts = [
            one.artifact_update.artifact for one in said if one.HasField("artifact_update")
        ]
        if not streaming:
            [task] = [one.task for one in said]
            artifacts = list(task.artifacts)
        by_name = {one.name: one.parts[0].WhichOneof("content") for one in artifacts}
        assert list(by_name.values()) == wanted
        last = said[-1].status_update.status if streaming else said[-1].task.status
        assert {one.WhichOneof("content") for one in last.message.parts} == set(wanted)


@both
async def test_whoever_takes_nothing_that_we_have_is_told_so(client, dialect):
    async with peer(client, dialect, takes=["audio/mpeg"]) as agent:
        with pytest.raises((A2AError, A2AClientError), match="text/plain or application/json"):
            await agent.say(SARAH)
        assert dialect == "0.3" or await agent.listed() == []


@both
@ways
async def test_an_attachment_that_is_read_comes_along_as_a_file(client, dialect, streaming):
    async with peer(client, dialect, streaming=streaming) as agent:
        await agent.say("Show me Rachel's mail about the site managers")
        task = await agent.say("Read the csv attached to that email")
    shown = (await client.get(f"/api/v1/threads/{agent.context}/messages")).json()["messages"]

    [part] = [one.parts[0] for one in task.artifacts if one.parts[0].WhichOneof("content") == "raw"]
    [file] = shown[-1]["files"]
    assert (part.filename, part.media_type) == (file["name"], "text/csv")
    assert (await client.get(file["links"]["content"])).content == part.raw
    assert part.raw.decode().splitlines()[0] in words(task)


@both
@ways
async def test_a_file_that_comes_along_is_read(client, dialect, streaming):
    plan = {"raw": "VGFzayxPd25lcgpMYXVuY2gsQW5uCg==", "filename": "plan.csv"}
    async with peer(client, dialect, streaming=streaming) as agent:
        task = await agent.bring("What does this say?", plan | {"mediaType": "text/csv"})
    assert state(task) == "COMPLETED"
    assert "Launch,Ann" in words(task)


@both
async def test_a_choice_is_answered_in_words(client, dialect):
    async with peer(client, dialect) as agent:
        asked = await agent.say(JOHN)
        answered = await agent.say("The client", asked.id)

    assert state(asked) == "INPUT_REQUIRED"
    assert words(asked).startswith("I found 3 contacts named John. Which one?")
    assert [one["label"] for one in question(asked)["metadata"]["options"]] == [
        "John Doe",
        "John Smith",
        "John Lee",
    ]
    assert (answered.id, state(answered)) == (asked.id, "COMPLETED")
    assert "John Doe" in words(answered)


@both
@ways
async def test_what_was_shown_and_agreed_to_is_done_exactly_once(client, dialect, streaming):
    async with peer(client, dialect, streaming=streaming) as agent:
        shown = await agent.say(MAIL)
        before = await effects(client, agent.context)
        done = await agent.answer(shown, {"approved": True})
        with pytest.raises((A2AError, A2AClientError)):
            await agent.answer(shown, {"approved": True})

    assert state(shown) == "INPUT_REQUIRED"
    card = question(shown)["metadata"]["card"]
    assert "sarah.chen@company.com" in dict(card["fields"])["To"]
    assert before == []
    assert (done.id, state(done)) == (shown.id, "COMPLETED")
    [effect] = await effects(client, agent.context)
    assert effect["state"] == "done"


@both
async def test_what_is_declined_is_not_done(client, dialect):
    async with peer(client, dialect) as agent:
        shown = await agent.say(MAIL)
        declined = await agent.answer(shown, {"approved": False})

    assert state(declined) == "COMPLETED"
    assert await effects(client, agent.context) == []


@both
@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_a_task_that_asks_can_be_stopped(client, dialect, binding):
    async with peer(client, dialect, binding=binding) as agent:
        shown = await agent.say(MAIL)
        stopped = await agent.cancel(shown.id)
        with pytest.raises((A2AError, A2AClientError)):
            await agent.cancel(shown.id)

    assert (stopped.id, state(stopped)) == (shown.id, "CANCELED")
    assert await effects(client, agent.context) == []


async def test_another_request_leaves_what_was_asked(client):
    async with peer(client) as agent:
        shown = await agent.say(MAIL)
        found = await agent.say(SARAH)
        left = await agent.get(shown.id)
        listed = await agent.listed()

    assert state(found) == "COMPLETED"
    assert state(left) == "CANCELED"
    assert [task.id for task in listed] == [found.id, shown.id]
    assert await effects(client, agent.context) == []


async def test_making_an_agent_is_one_task_with_all_its_questions(client):
    first, *more = SHEETS_TO_SLACK
    async with peer(client) as agent:
        asked = await agent.say(first)
        said = [await agent.say(text, asked.id) for text in more]
        listed = await agent.listed()

    assert {task.id for task in (*said, *listed)} == {asked.id}
    assert [state(task) for task in (asked, *said)] == [
        *["INPUT_REQUIRED"] * len(more),
        "COMPLETED",
    ], [words(task) for task in said]
    assert "Weekly Metrics" in words(said[-1])


async def test_an_agent_that_is_being_made_can_be_left(client):
    async with peer(client) as agent:
        asked = await agent.say(SHEETS_TO_SLACK[0])
        stopped = await agent.cancel(asked.id)
        found = await agent.say(SARAH)

    assert state(stopped) == "CANCELED"
    assert state(found) == "COMPLETED"


@both
async def test_who_lost_the_stream_follows_again_and_misses_nothing(model_host, model, dialect):
    text = f"What do late listeners hear in {dialect}?"
    answer = HeldBack(("Every ", "single ", "word."))
    model.teach_answer(text, Says(pieces=answer))

    async with http_client(model_host.url) as http, peer(http, dialect, streaming=True) as agent:
        async for update in agent.stream(text):
            task = update.task.id or update.status_update.task_id
            if update.status_update.status.state == WORKING:
                break  # and the connection is gone
        again = agent.subscribe(task)
        told = [await anext(again)]
        answer.let_go()
        told += [update async for update in again]
        whole = await agent.get(task)

    assert told[0].task.status.state == WORKING
    pieces = [one.artifact_update for one in told if one.HasField("artifact_update")]
    assert [piece.append for piece in pieces][:1] == [False]
    assert "".join(one.artifact.parts[0].text for one in pieces) == words(whole)
    assert words(whole) == "Every single word."
    assert told[-1].status_update.status.state == whole.status.state == COMPLETED


async def test_who_subscribes_to_a_question_hears_on_once_it_is_answered(client):
    async with peer(client, streaming=True) as agent:
        asked = await agent.say(JOHN)
        news = agent.subscribe(asked.id)
        first = await anext(news)
        await agent.say("The client", asked.id)
        told = [update async for update in news]

    assert first.task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED
    assert told[-1].status_update.status.state == COMPLETED
    assert any(one.HasField("artifact_update") for one in told)


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_who_follows_what_has_just_ended_is_told_how_in_0_3_and_that_it_has_in_1_0(
    client, binding
):
    async with peer(client, "0.3", streaming=True, binding=binding) as agent:
        done = await agent.say(SARAH)
        first, *more = [update async for update in agent.subscribe(done.id)]
    async with peer(client, "1.0", streaming=True, binding=binding) as agent:
        with pytest.raises(A2AError, match="over"):
            await anext(agent.subscribe(done.id))

    assert first.task.status.state == more[-1].status_update.status.state == COMPLETED
    assert first.task.status.message.parts[0].text == words(done)


@both
async def test_nobody_finds_the_task_of_another(dialect, tmp_path):
    with entra_server() as entra, host_with_entra(entra, app_folder(tmp_path), tmp_path) as host:

        def signed_in(**changes):
            return http_client(host.url, Authorization=f"Bearer {entra.token(**changes)}")

        async with signed_in() as ann, peer(ann, dialect) as hers:
            task = await hers.say("help")
        async with signed_in(user=BOB) as bob, peer(bob, dialect) as his:
            his.context = hers.context
            for attempt in (his.get(task.id), his.cancel(task.id), his.say("Yes", task.id)):
                with pytest.raises((A2AError, A2AClientError), match="not found"):
                    await attempt
        async with http_client(host.url) as nobody, peer(nobody, dialect) as stranger:
            with pytest.raises((A2AError, A2AClientError), match="401"):
                await stranger.get(task.id)


STEPS = "1. Find emails from Sarah about the budget"


async def made_public(client, name):
    """Make a public agent that finds mail, and return it."""
    skill = {"id": "find", "name": "Find", "description": "Finds mail", "instructions": STEPS}
    body = {"id": name, "name": f"Budget {name}", "description": "Finds mail on the budget"}
    more = {"tools": ["gmail_search_messages"], "skills": [skill], "public": True}
    return (await client.post("/api/v1/agents", json=body | more)).json()


@both
@ways
@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_whoever_follows_a_public_agent_s_card_reaches_that_agent(
    client, host, dialect, streaming, binding
):
    name = f"budget-{dialect[0]}{binding[:1].lower()}{int(streaming)}"
    made = await made_public(client, name)
    at = made["links"]["card"].removesuffix("/.well-known/agent-card.json")

    async with http_client(host.url) as reader:
        told = (await reader.get(made["links"]["card"])).json()
    async with peer(client, dialect, streaming=streaming, binding=binding, at=at) as agent:
        task = await agent.say("Run")
        got = await agent.get(task.id)

    assert (told["name"], told["url"]) == (f"Budget {name}", f"{host.url}{at}")
    assert STEPS not in json.dumps(told)
    assert (state(task), got.id) == ("COMPLETED", task.id), words(task)
    assert "5 emails from Sarah Chen about budget" in words(task)
    assert task.history[0].parts[0].text == f"@{name} Run"


@both
async def test_a_public_card_is_read_without_signing_in_and_run_by_its_organisation(
    dialect, tmp_path
):
    body = {"id": "helper", "name": "Helper", "description": "Helps", "public": True}
    with entra_server() as entra, host_with_entra(entra, app_folder(tmp_path), tmp_path) as host:
        ann = entra.token(roles=["Builder"])
        async with http_client(host.url, Authorization=f"Bearer {ann}") as signed_in:
            made = (await signed_in.post("/api/v1/agents", json=body)).json()
            at = made["links"]["card"].removesuffix("/.well-known/agent-card.json")
            async with peer(signed_in, dialect, at=at) as hers:
                told = await hers.say("help")
        async with http_client(host.url) as nobody, peer(nobody, dialect, at=at) as stranger:
            with pytest.raises((A2AError, A2AClientError), match="401"):
                await stranger.say("help")
            absent = await nobody.get(f"{at}x/.well-known/agent-card.json")

    assert CONTOSO in at
    assert told.history[0].parts[0].text == "@helper help"
    assert absent.status_code == 404


def app_folder(base):
    (folder := base / "app").mkdir()
    return folder


@both
@ways
@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_the_typescript_client_asks_answers_and_agrees(
    client, node, dialect, streaming, binding
):
    before = await changed(client)
    found, asked, answered, shown, done = await typescript(
        node,
        url=str(client.base_url),
        version=dialect,
        binding=binding,
        streaming=streaming,
        said=[SARAH, JOHN, "The client", MAIL, "yes"],
    )

    assert [one["state"].removeprefix("TASK_STATE_") for one in (found, asked, answered)] == [
        "COMPLETED",
        "INPUT_REQUIRED",
        "COMPLETED",
    ]
    assert found["said"].startswith("I found 5 emails from Sarah Chen about budget:")
    assert found["artifacts"] == ["answer", "results"]
    assert (answered["id"], done["id"]) == (asked["id"], shown["id"])
    assert "John Doe" in answered["said"]
    assert "sarah.chen@company.com" in shown["said"]
    assert done["state"].endswith("COMPLETED")
    assert len(await changed(client)) == len(before) + 1
    assert (min(found["updates"], done["updates"]) > 1) is streaming


@both
@ways
@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_the_typescript_client_follows_a_public_agent_s_card(
    client, host, node, dialect, streaming, binding
):
    name = f"typed-{dialect[0]}{binding[:1].lower()}{int(streaming)}"
    made = await made_public(client, name)

    [task] = await typescript(
        node,
        url=f"{host.url}{made['links']['card']}",
        path="",
        version=dialect,
        binding=binding,
        streaming=streaming,
        said=["Run"],
    )

    assert task["state"].endswith("COMPLETED")
    assert "5 emails from Sarah Chen about budget" in task["said"]
    assert task["heard"] == [f"@{name} Run"]
    assert (task["updates"] > 1) is streaming


@both
@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
async def test_the_typescript_client_follows_a_question_and_has_a_webhook_told(
    client, node, dialect, binding
):
    hook = Hook()
    with hook.at() as url:
        asked, answered = await typescript(
            node,
            url=str(client.base_url),
            version=dialect,
            binding=binding,
            streaming=False,
            said=[JOHN, "The client"],
            webhook={"url": url, "token": "mine"},
            follows=True,
        )
        for _ in range(2):
            assert await asyncio.to_thread(hook.came.acquire, timeout=PATIENCE_S)

    assert (answered["id"], answered["state"]) == (asked["id"], "TASK_STATE_COMPLETED")
    first, *more = answered["followed"]
    assert first == "TASK_STATE_INPUT_REQUIRED"
    assert more[-1:] == (["TASK_STATE_COMPLETED"] if dialect == "1.0" else [])
    assert {headers["x-a2a-notification-token"] for headers, _ in hook.got} == {"mine"}


async def typescript(node, **given):
    """Have the TypeScript client say things, and return the tasks that came of them."""
    return json.loads(await run_script(node, ROOT / "tests/e2e/a2a/talk.mjs", json.dumps(given)))


async def changed(client):
    return (await client.get("/api/v1/effects")).json()["effects"]


@both
async def test_a_webhook_is_told_of_the_question_and_of_the_end(client, dialect):
    hook = Hook()
    with hook.at() as url:
        async with peer(client, dialect) as agent:
            asked = await agent.say(JOHN, webhook={"url": url, "token": "mine"})
            assert await asyncio.to_thread(hook.came.acquire, timeout=PATIENCE_S)
            done = await agent.say("The client", asked.id)
            assert await asyncio.to_thread(hook.came.acquire, timeout=PATIENCE_S)
    keys = (await client.get("/.well-known/jwks.json")).json()

    told = []
    for headers, body in hook.got:
        token = headers["authorization"].removeprefix("Bearer ")
        claims = jwt.decode(token, jwt.PyJWKSet.from_dict(keys).keys[0], ["ES256"], audience=url)
        assert claims["request_body_sha256"] == hashlib.sha256(body).hexdigest()
        assert (claims["iss"], claims["taskId"]) == (str(client.base_url).rstrip("/"), asked.id)
        assert headers["x-a2a-notification-token"] == "mine"
        said = json.loads(body)
        task = said["task"] if dialect == "1.0" else said
        assert task["id"] == done.id
        told.append(task["status"]["state"])
    wanted = {
        "1.0": ["TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"],
        "0.3": ["input-required", "completed"],
    }
    assert told == wanted[dialect]
