"""What is said of the language model when the app starts."""

import json
import logging

import httpx2
import pytest
from openai import AsyncOpenAI

from host import telling
from host.settings import read_settings
from shared.errors import UpstreamRejected
from shared.models.reasoning import ModelCondition
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.nearby import Nearby, nearby
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.probing import Probed, probe
from shared.reasoning.model.server import Habits, Server
from tests.support.model_process import ModelProcess

ANSWER = '{"colours": ["red", "amber", "green"]}'


def model(answer, places, habits=None):
    """Return a model that answers this, beside documents by path; and what it was asked."""
    asked = []

    def respond(request):
        asked.append(request.url.path)
        if request.method == "GET":
            told = places.get(request.url.path)
            return httpx2.Response(404) if told is None else httpx2.Response(200, json=told)
        if isinstance(answer, int):
            return httpx2.Response(answer, json={"error": {"message": "no"}})
        message = {"role": "assistant", "content": answer}
        choices = [{"index": 0, "finish_reason": "stop", "message": message}]
        return httpx2.Response(200, json={"choices": choices, "usage": {"completion_tokens": 9}})

    http = httpx2.AsyncClient(transport=httpx2.MockTransport(respond))
    client = AsyncOpenAI(api_key="k", base_url="http://model.test/v1", http_client=http)
    return OpenAIModel(Server(lambda: client, Capabilities(), habits), "small"), asked


@pytest.mark.parametrize(
    ("places", "context"),
    [
        ({"/v1/models": {"data": [{"id": "other", "max_model_len": 1}]}}, 0),
        ({"/v1/models": {"data": [{"id": "small", "max_model_len": 32_768}]}}, 32_768),
        ({"/props": {"default_generation_settings": {"n_ctx": 8_192}}}, 8_192),
        ({"/api/ps": {"models": [{"name": "small", "context_length": 4_096}]}}, 4_096),
        ({"/api/v0/models": {"data": [{"id": "small", "loaded_context_length": 2_048}]}}, 2_048),
        ({"/props": "what?", "/api/ps": [1, None]}, 0),
    ],
)
async def test_a_server_says_how_long_its_context_is(places, context):
    made, _ = model(ANSWER, places)
    seen = await probe(made)
    assert (seen.in_form, seen.context, made.server.context) == (True, context, context)
    assert seen.tokens_a_second > 0


async def test_a_context_that_is_set_is_not_asked_for():
    made, asked = model(ANSWER, {}, Habits(context=512))
    assert (await probe(made)).context == 512
    assert asked == ["/v1/chat/completions"] * 2  # in a form, and with a tool


FENCED = '```json\n{"name": "Probe", "arguments": {"colours": ["red"]}}\n```' + "\n" * 40


@pytest.mark.parametrize("answer", [ANSWER, FENCED])
async def test_a_model_that_calls_no_tools_is_found_out_before_a_person_asks(answer):
    made, _ = model(answer, {})
    assert not (await probe(made)).calls
    assert not made.server.can("small").tools


@pytest.mark.parametrize(
    "answer", ["red, amber and green", '{"colours": []}', '{"colors": ["red"]}']
)
async def test_a_model_that_keeps_to_no_schema_is_told_in_words_from_then_on(answer):
    made, _ = model(answer, {})
    assert not (await probe(made)).in_form
    assert made.server.can("small").structured == "none"


class Thinker:
    """A server whose model thinks for so many tokens before it answers."""

    def __init__(self, tokens):
        self.tokens = tokens

    def __call__(self, request):
        if request.method == "GET":
            return httpx2.Response(404)
        body = json.loads(request.content)
        message = {"role": "assistant", "content": "", "reasoning_content": "Hm."}
        enough = body["max_completion_tokens"] > self.tokens
        if enough and body.get("tools"):
            function = {"name": "Probe", "arguments": '{"colours": ["red"]}'}
            message["tool_calls"] = [{"id": "c", "type": "function", "function": function}]
        elif enough:
            message["content"] = ANSWER
        choices = [
            {"index": 0, "finish_reason": "stop" if enough else "length", "message": message}
        ]
        return httpx2.Response(200, json={"choices": choices, "usage": {"completion_tokens": 9}})


@pytest.mark.parametrize("tokens", [0, 500, 1_000_000])
async def test_a_model_that_thinks_first_is_taken_for_none_that_keeps_to_no_form(tokens):
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(Thinker(tokens)))
    client = AsyncOpenAI(api_key="k", base_url="http://model.test/v1", http_client=http)
    made = OpenAIModel(Server(lambda: client, Capabilities()), "small")
    seen = await probe(made)
    assert (seen.in_form, seen.calls, seen.thinks) == (True, True, True)
    assert made.server.can("small") == Capabilities()
    assert "thinks before it answers" in telling.introduced("small", seen)


async def test_what_an_operator_told_of_a_model_stands_whatever_is_seen():
    made, _ = model("red, amber and green", {}, Habits(can="tools=on, structured=schema"))
    seen = await probe(made)
    assert (seen.in_form, seen.calls) == (False, False)
    assert made.server.can("small") == Capabilities()
    assert telling.introduced("small", seen).count("as MODEL_CAPABILITIES says") == 2


async def test_a_model_that_does_not_answer_raises():
    made, _ = model(401, {})
    with pytest.raises(UpstreamRejected):
        await probe(made)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (
            Probed(in_form=True, calls=True, seconds=1.25, tokens_a_second=41.4, context=8192),
            ("1.2 s", "41 tokens", "keeps to a schema", "calls tools", "8,192"),
        ),
        (
            Probed(in_form=False, calls=False, seconds=20, tokens_a_second=1, context=0),
            ("20.0 s", "keeps to no schema", "asked for calls as JSON", "context unknown"),
        ),
    ],
)
def test_how_a_model_answers_is_said_in_a_sentence(seen, told):
    said = telling.introduced("small", seen)
    assert all(each in said for each in told)


async def test_a_server_on_this_machine_is_noticed_and_only_looked_at():
    with ModelProcess() as server:
        port = int(server.base_url.split(":")[2].split("/")[0])
        [found] = await nearby({port: "Ollama", 1: "nobody"})
        assert server.calls == 0
    assert found == Nearby("Ollama", f"http://127.0.0.1:{port}/v1", ("small",))
    [line] = telling.offered([found])
    assert f"REASONER=cascade OPENAI_BASE_URL=http://127.0.0.1:{port}/v1 OPENAI_MODEL=small" in line
    assert "is not used" in line


@pytest.mark.parametrize("models", [("a",), ("a", "b", "c")])
def test_further_models_of_a_server_are_counted(models):
    [line] = telling.offered([Nearby("vLLM", "http://127.0.0.1:8000/v1", models)])
    assert ("(it has 2 more)" in line) == (len(models) > 1)


async def said_at_the_start(caplog, chosen, model=None, lacking=None, ports=None):
    with caplog.at_level(logging.INFO, "host.telling"):
        telling.told_aloud(chosen, model, lacking or ModelCondition(), ports or {1: "nobody"})
        while telling._under_way:
            await next(iter(telling._under_way))
    return caplog.text


UNSET = ModelCondition(state="unset", reason="no key is set")


@pytest.mark.parametrize(
    ("reasoner", "lacking"), [("openai", UNSET), ("embedded", ModelCondition())]
)
async def test_where_there_is_no_model_one_on_this_machine_is_offered(caplog, reasoner, lacking):
    with ModelProcess() as server:
        port = int(server.base_url.split(":")[2].split("/")[0])
        said = await said_at_the_start(
            caplog, read_settings({"REASONER": reasoner}), None, lacking, {port: "Ollama"}
        )
        assert server.calls == 0
    missing = "No language model is connected: REASONER is openai, but no key is set."
    assert (missing in said) == (lacking is UNSET)
    assert "Ollama answers on this machine and is not used." in said


async def test_on_azure_nobody_is_looked_for(caplog):
    with ModelProcess() as server:
        port = int(server.base_url.split(":")[2].split("/")[0])
        chosen = read_settings({"WEBSITE_SITE_NAME": "app"})
        assert await said_at_the_start(caplog, chosen, ports={port: "Ollama"}) == ""


@pytest.mark.parametrize(
    ("answer", "told"), [(ANSWER, "keeps to a schema"), (401, "refused the key")]
)
async def test_how_the_model_did_is_said(caplog, answer, told):
    made, _ = model(answer, {})
    assert told in await said_at_the_start(caplog, read_settings({"REASONER": "openai"}), made)
