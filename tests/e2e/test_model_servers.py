"""A model server that goes wrong in every way there is: answered once, truthfully, by the host.

The server is a process of its own. What is asked for takes the model's words alone, so whatever
becomes of the model is heard in the answer; or it is what the embedded reasoner can do as well, so
that the person is served, and the trace says why the model had no say.
"""

from collections.abc import Iterator
from contextlib import asynccontextmanager

import pytest

from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client
from tests.support.model_process import ANSWER, ModelProcess

REQUEST = "Find emails from Sarah about the budget"
QUESTION = "What is the capital of France?"
WELL = "".join(ANSWER)
TIMES = "5, token=2, text=4"
MOST_TRIES = 40
HEALTH = "/api/health"

FAULTS = {
    "slow": "did not answer in time",
    "garbage": "sent no text",
    "refusal": "refused to answer",
    "busy": "is busy (429)",
    "wrong key": "refused the key (401: invalid_api_key)",
    "too long": "has too small a context for the call (400: context_length_exceeded)",
    "broken": "failed (500)",
}
UNPLANNED = {
    **FAULTS,
    "garbage": "sent no completion",
    "refusal": "gave no usable calls: I won't.",
    "well": "gave no usable calls: it was no JSON document of calls",
}
OF_THE_MODEL = {"refusal", "well"}
"""Its server is well."""


@pytest.fixture(scope="module")
def server() -> Iterator[ModelProcess]:
    with ModelProcess() as running:
        yield running


def settings(server, reasoner):
    return {
        "REASONER": reasoner,
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_MODEL": "small",
        "MODEL_TIMEOUT_SECONDS": TIMES,
        "NO_PROXY": "127.0.0.1",
    }


@pytest.fixture(scope="module")
def faulty_host(server, tmp_path_factory) -> Iterator[RunningHost]:
    environment = settings(server, "cascade")
    with RunningHost(ROOT, tmp_path_factory.mktemp("faulty-host"), environment) as running:
        yield running


@pytest.fixture(scope="module")
def planning_host(server, tmp_path_factory) -> Iterator[RunningHost]:
    """Return a host whose model is asked first, whatever is said."""
    environment = settings(server, "openai")
    with RunningHost(ROOT, tmp_path_factory.mktemp("planning-host"), environment) as running:
        yield running


@pytest.fixture
async def asking(faulty_host, server):
    """Return a client of the host once the model is well, which takes no restart."""
    async with well(faulty_host, server) as client:
        yield client


@pytest.fixture
async def planning(planning_host, server):
    """Return the same of the host whose model plans."""
    async with well(planning_host, server) as client:
        yield client


@asynccontextmanager
async def well(host, server):
    async with http_client(host.url) as client:
        server.behave("well")
        assert await answered(client) == WELL
        yield client


async def answered(client):
    """Ask until the model answers: a server that failed is left alone for a while."""
    for _ in range(MOST_TRIES):
        said = await answer(client)
        if said == WELL:
            return said
        await client.get(HEALTH)
    return said


async def answer(client):
    """Return the only answer to the question, asked in a conversation of its own."""
    conversation = Conversation(client)
    await conversation.ask(QUESTION)
    said = [text for role, text in await conversation.transcript() if role == "assistant"]
    assert len(said) == 1
    return said[0]


@pytest.mark.parametrize(("how", "why"), FAULTS.items(), ids=FAULTS.keys())
async def test_whatever_goes_wrong_is_answered_once_and_told_as_it_is(asking, server, how, why):
    server.behave(how)
    said = await answer(asking)
    assert f"model 'small' {why}" in said
    assert "word word" not in said
    health = (await asking.get(HEALTH)).json()
    assert health["status"] == "ok"
    if how != "refusal":
        assert health["model"]["state"] in {"failing", "resting"}
        assert why in health["model"]["reason"]


async def test_what_a_slow_model_is_at_work_on_is_seen_before_its_first_word(asking, server):
    server.behave("late")
    frames = await Conversation(asking).ask(QUESTION)
    steps = [frame.event.get("stepName") for frame in frames if frame.type == "STEP_STARTED"]
    kinds = [frame.type for frame in frames]
    assert steps == ["wording"]
    assert kinds.index("STEP_FINISHED") < kinds.index("TEXT_MESSAGE_START")
    assert kinds[-1] == "RUN_FINISHED"


async def test_what_a_model_says_to_have_done_and_did_not_is_not_told(asking, server):
    server.behave("boasting")
    said = await answer(asking)
    assert "the model told of something done that was not" in said
    assert "Ann" not in said


async def test_a_server_killed_in_the_middle_of_a_text_is_answered_for_and_comes_back(
    asking, server
):
    server.behave("stuck")
    conversation = Conversation(asking)
    killed = False
    links = (await conversation.say(QUESTION))["links"]
    async with conversation.stream("GET", links["events"]) as frames:
        async for frame in frames:
            if frame.type == "TEXT_MESSAGE_CONTENT" and not killed:
                server.kill()
                killed = True
    [*_, (role, said)] = await conversation.transcript()
    assert (killed, role) == (True, "assistant")
    assert "model 'small'" in said
    assert ANSWER[0] not in said

    dead = await answer(asking)
    assert "model 'small' cannot be reached" in dead

    server.start()
    assert await answered(asking) == WELL


@pytest.mark.parametrize(("how", "why"), UNPLANNED.items(), ids=UNPLANNED.keys())
async def test_a_request_is_served_once_whatever_becomes_of_the_call_that_plans_it(
    planning, server, how, why
):
    server.behave(how)
    conversation = Conversation(planning)
    await conversation.ask(REQUEST)
    await served_without(conversation, why)
    health = (await planning.get(HEALTH)).json()
    assert health["status"] == "ok"
    if how not in OF_THE_MODEL:
        assert why in health["model"]["reason"]


async def test_a_server_killed_in_the_middle_of_a_plan_is_stood_in_for_and_comes_back(
    planning, server
):
    server.behave("stuck")
    before, conversation = server.calls, Conversation(planning)
    links = (await conversation.say(REQUEST))["links"]
    while server.calls == before:
        await planning.get(HEALTH)
    server.kill()
    await conversation.follow(links)
    await served_without(conversation, "cannot be reached")

    server.start()
    assert await answered(planning) == WELL


async def served_without(conversation, why):
    """Hold that a request was served once, and that the trace says why no model had a say."""
    [said] = [text for role, text in await conversation.transcript() if role == "assistant"]
    assert "Sarah Chen" in said
    trace = (await conversation.get("/turns/1"))["trace"]
    [analysed] = [one for one in trace if one["name"] == "intent"]
    assert why in analysed["detail"]["fallback"]


async def test_the_reason_of_a_refusal_is_in_the_log_without_the_key(asking, server, faulty_host):
    server.behave("wrong key")
    await answer(asking)
    line = faulty_host.wait_for_line("answered 401")
    assert "invalid_api_key" in line
    assert "sk-abcdefgh" not in faulty_host.output


async def test_how_the_model_answers_is_told_at_the_start(faulty_host):
    line = faulty_host.wait_for_line("Language model:")
    assert "'small' answers in" in line
    assert "keeps to a schema" in line


async def test_without_a_way_to_reach_a_model_the_start_says_so_and_requests_are_answered(tmp_path):
    environment = {"REASONER": "openai", "OPENAI_API_KEY": "", "OPENAI_BASE_URL": ""}
    with RunningHost(ROOT, tmp_path, environment) as running:
        line = running.wait_for_line("No language model is connected")
        assert "OPENAI_API_KEY" in line
        async with http_client(running.url) as client:
            assert "no language model is connected" in await answer(client)
            health = (await client.get(HEALTH)).json()
    assert (health["status"], health["model"]["state"]) == ("ok", "unset")
