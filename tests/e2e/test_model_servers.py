"""A model server that goes wrong in every way there is: answered once, truthfully, by the host.

The server is a process of its own. What is asked takes the model's words alone, so whatever becomes
of the model is heard in the answer.
"""

from collections.abc import Iterator

import pytest

from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client
from tests.support.model_process import ANSWER, ModelProcess

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


@pytest.fixture(scope="module")
def server() -> Iterator[ModelProcess]:
    with ModelProcess() as running:
        yield running


@pytest.fixture(scope="module")
def faulty_host(server, tmp_path_factory) -> Iterator[RunningHost]:
    environment = {
        "REASONER": "cascade",
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_MODEL": "small",
        "MODEL_TIMEOUT_SECONDS": TIMES,
        "NO_PROXY": "127.0.0.1",
    }
    with RunningHost(ROOT, tmp_path_factory.mktemp("faulty-host"), environment) as running:
        yield running


@pytest.fixture
async def asking(faulty_host, server):
    """Return a client of the host once the model is well, which takes no restart."""
    async with http_client(faulty_host.url) as client:
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
