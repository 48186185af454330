"""One call of a model, through the real package and both APIs, answered without a network."""

import json

import httpx2
import pytest
from openai import AsyncOpenAI

from shared.errors import UpstreamMalformed, UpstreamRejected, UpstreamUnavailable
from shared.reasoning.model.asking import ask_for_calls
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.port import Limits, Message, Shape, Tool, ToolCall, Tools
from shared.reasoning.model.server import Habits, Server
from shared.reasoning.model.strict import strict
from shared.thinking import Thought, heard

NAMED = strict({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]})
SHAPE = Shape("Named", NAMED)
FIND = Tool("find", "Finds somebody", NAMED)
TOOLS = Tools((FIND, Tool("ask", "Asks back", NAMED)))
PROMPT = (Message("system", "You find people."), Message("user", "Ann, then Bo"))
LIMITS = Limits(tokens=50)
USED = {
    "chat": {
        "prompt_tokens": 9,
        "completion_tokens": 3,
        "prompt_tokens_details": {"cached_tokens": 4},
    },
    "responses": {
        "input_tokens": 9,
        "output_tokens": 3,
        "input_tokens_details": {"cached_tokens": 4},
    },
}


class Endpoint:
    """A server that answers from a list, in one API. `sent` is what it was sent, by path."""

    def __init__(self, api, *answers, **can):
        self.api = api
        self.answers = list(answers)
        self.sent = []
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(self._respond))
        client = AsyncOpenAI(api_key="k", base_url="http://model.test/v1", http_client=http)
        self.server = Server(lambda: client, Capabilities(api=api, **can), Habits(temperature=0))
        self.model = OpenAIModel(self.server, "small")

    def _respond(self, request):
        self.sent.append((request.url.path.removeprefix("/v1/"), json.loads(request.content)))
        answer = self.answers.pop(0)
        return answer if isinstance(answer, httpx2.Response) else httpx2.Response(200, json=answer)

    @property
    def bodies(self):
        return [body for _, body in self.sent]


def said(api, text="", *calls, cut=False):
    """Return an answer: words, and calls as (name, arguments as JSON)."""
    if api == "chat":
        made = [
            {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for n, (name, arguments) in enumerate(calls)
        ]
        message = {"role": "assistant", "content": text or None, "tool_calls": made or None}
        choice = {"index": 0, "message": message, "finish_reason": "length" if cut else "stop"}
        return {"choices": [choice], "usage": USED[api]}
    items = [{"type": "reasoning", "summary": []}]
    if text:
        part = {"type": "output_text", "text": text, "annotations": []}
        items.append({"type": "message", "role": "assistant", "content": [part]})
    items += [
        {"type": "function_call", "call_id": f"c{n}", "name": name, "arguments": arguments}
        for n, (name, arguments) in enumerate(calls)
    ]
    ended = {"status": "completed", "incomplete_details": None}
    if cut:
        ended = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    return {"output": items, "usage": USED[api], **ended}


def refused(status, message, param=None):
    return httpx2.Response(status, json={"error": {"message": message, "param": param}})


both = pytest.mark.parametrize("api", ["chat", "responses"])


@both
async def test_a_shape_is_answered_in_json_and_costs_what_the_server_says(api):
    endpoint = Endpoint(api, said(api, '{"name": "Ann"}'))
    done = await endpoint.model.complete(PROMPT, SHAPE, LIMITS)
    assert (done.text, done.problem) == ('{"name": "Ann"}', "")
    assert (done.usage.calls, done.usage.input_tokens, done.usage.output_tokens) == (1, 9, 3)
    assert done.usage.cached_tokens == 4
    [(path, body)] = endpoint.sent
    told = body["response_format"]["json_schema"] if api == "chat" else body["text"]["format"]
    assert (told["name"], told["schema"], told["strict"]) == ("Named", NAMED, True)
    assert path == ("chat/completions" if api == "chat" else "responses")
    assert body["temperature"] == 0
    assert body["max_completion_tokens" if api == "chat" else "max_output_tokens"] == 50


@both
async def test_several_tools_are_called_in_one_answer(api):
    calls = (("find", '{"name": "Ann"}'), ("find", '{"name": "Bo"}'))
    endpoint = Endpoint(api, said(api, "", *calls))
    done = await endpoint.model.complete(PROMPT, TOOLS, LIMITS)
    assert done.calls == (
        ToolCall("c0", "find", {"name": "Ann"}),
        ToolCall("c1", "find", {"name": "Bo"}),
    )
    [body] = endpoint.bodies
    first = body["tools"][0]
    told = first["function"] if api == "chat" else first
    assert (told["name"], told["parameters"], told["strict"]) == ("find", NAMED, True)
    assert body["tool_choice"] == "required"


@both
@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (("", ("find", "{")), "not JSON"),
        (("", ("find", "[]")), "not a JSON object"),
        (("I can't",), "no tool"),
        (("", ("lose", "{}")), "no tool 'lose'"),
    ],
)
async def test_unusable_calls_are_repaired_once(api, answer, problem):
    good = said(api, "", ("find", '{"name": "Ann"}'))
    endpoint = Endpoint(api, said(api, *answer), good)
    done = await ask_for_calls(endpoint.model, PROMPT, TOOLS, lambda c: c.calls, LIMITS)
    assert [call.arguments for call in done.value] == [{"name": "Ann"}]
    assert done.usage.calls == 2
    assert problem in json.dumps(endpoint.bodies[1]).replace('\\"', '"')


@both
async def test_a_repair_answers_every_call_that_was_made(api):
    calls = (("find", '{"name": "Ann"}'), ("lose", "{}"))
    good = said(api, "", ("find", '{"name": "Ann"}'))
    endpoint = Endpoint(api, said(api, "", *calls), good)
    await ask_for_calls(endpoint.model, PROMPT, TOOLS, lambda c: c.calls, LIMITS)
    body = endpoint.bodies[1]
    if api == "chat":
        made = [
            call["id"] for message in body["messages"] for call in message.get("tool_calls", ())
        ]
        answers = [m["tool_call_id"] for m in body["messages"] if m["role"] == "tool"]
    else:
        made = [i["call_id"] for i in body["input"] if i.get("type") == "function_call"]
        answers = [i["call_id"] for i in body["input"] if i.get("type") == "function_call_output"]
    assert made == answers == ["c0", "c1"]


@both
async def test_calls_that_never_fit_are_malformed_and_cost_both(api):
    endpoint = Endpoint(api, said(api, "no"), said(api, "no"))
    with pytest.raises(UpstreamMalformed, match="no tool") as failed:
        await ask_for_calls(endpoint.model, PROMPT, TOOLS, lambda c: c.calls, LIMITS)
    assert (failed.value.cost.calls, failed.value.cost.output_tokens) == (2, 6)


@both
async def test_words_may_take_the_place_of_calls_where_none_is_required(api):
    endpoint = Endpoint(api, said(api, "Which Ann?"))
    tools = Tools((FIND,), required=False)
    done = await endpoint.model.complete(PROMPT, tools, LIMITS)
    assert (done.text, done.calls, done.problem) == ("Which Ann?", (), "")
    assert endpoint.bodies[0]["tool_choice"] == "auto"


@both
async def test_an_answer_that_was_cut_off_has_a_problem_and_no_calls(api):
    endpoint = Endpoint(api, said(api, "", ("find", '{"name": "A'), cut=True))
    done = await endpoint.model.complete(PROMPT, TOOLS, LIMITS)
    assert "cut off" in done.problem
    assert done.calls == ()


@both
async def test_a_server_without_tools_is_asked_for_calls_as_json(api):
    answer = '{"calls": [{"tool": "find", "arguments": {"name": "Ann"}}]}'
    endpoint = Endpoint(api, said(api, answer), tools=False)
    done = await endpoint.model.complete(PROMPT, TOOLS, LIMITS)
    assert [(call.name, call.arguments) for call in done.calls] == [("find", {"name": "Ann"})]
    [body] = endpoint.bodies
    assert "tools" not in body
    system = (body["messages"] if api == "chat" else body["input"])[0]["content"]
    assert "- find: Finds somebody" in system


@both
async def test_a_server_without_schemas_is_told_in_words_and_may_fence_its_answer(api):
    endpoint = Endpoint(api, said(api, '```json\n{"name": "Ann"}\n```'), structured="none")
    done = await endpoint.model.complete(PROMPT, SHAPE, LIMITS)
    assert json.loads(done.text) == {"name": "Ann"}
    [body] = endpoint.bodies
    assert not {"response_format", "text"} & body.keys()
    system = (body["messages"] if api == "chat" else body["input"])[0]["content"]
    assert json.dumps(NAMED) in system


@pytest.mark.parametrize(
    ("status", "message", "param", "gone"),
    [
        (400, "Unsupported value: 'temperature' does not support 0", "temperature", "temperature"),
        (400, "Unsupported parameter: use 'max_tokens' instead", None, "max_completion_tokens"),
        (422, "response_format: extra fields not permitted", None, "response_format"),
        (400, "json_schema is not supported", "response_format", "response_format"),
    ],
)
async def test_what_a_server_refuses_is_left_out_from_then_on(status, message, param, gone):
    good = said("chat", '{"name": "Ann"}')
    refusal = refused(status, message, param)
    endpoint = Endpoint("chat", refusal, good, good, structured="object")
    for _ in range(2):
        assert not (await endpoint.model.complete(PROMPT, SHAPE, LIMITS)).problem
    first, *others = endpoint.bodies
    assert gone in first
    assert [gone in body for body in others] == [False, False]


async def test_a_model_whose_tools_need_the_other_api_is_asked_there():
    message = "Function tools with reasoning_effort are not supported. Please use /v1/responses."
    endpoint = Endpoint("chat", refused(400, message), said("responses", "", ("find", "{}")))
    assert (await endpoint.model.complete(PROMPT, TOOLS, LIMITS)).calls
    assert [path for path, _ in endpoint.sent] == ["chat/completions", "responses"]


async def test_a_server_without_the_newer_api_is_asked_by_the_older():
    endpoint = Endpoint("responses", refused(404, "Not Found"), said("chat", "Hi"))
    assert (await endpoint.model.complete(PROMPT, None, LIMITS)).text == "Hi"
    assert [path for path, _ in endpoint.sent] == ["responses", "chat/completions"]


@both
async def test_a_model_that_does_not_exist_is_no_lesson(api):
    endpoint = Endpoint(api, refused(404, "The model `small` does not exist"))
    with pytest.raises(UpstreamRejected):
        await endpoint.model.complete(PROMPT, SHAPE, LIMITS)
    assert len(endpoint.sent) == 1


async def test_another_model_of_a_server_learns_for_itself():
    good = said("chat", "Hi")
    endpoint = Endpoint("chat", refused(400, "no temperature", "temperature"), good, good)
    await endpoint.model.complete(PROMPT, None, LIMITS)
    await endpoint.model.named("large").complete(PROMPT, None, LIMITS)
    assert [(b["model"], "temperature" in b) for b in endpoint.bodies] == [
        ("small", True),
        ("small", False),
        ("large", True),
    ]


def streamed(api, thought, text):
    """Return a stream of an API whose model thinks first; `thought` is by the name it has."""
    if api == "chat":
        deltas = [thought, {"content": text}, {}]
        endings = [None, None, "stop"]
        events = [
            {"choices": [{"index": 0, "delta": delta, "finish_reason": ending}]}
            for delta, ending in zip(deltas, endings, strict=True)
        ]
    else:
        events = [
            *thought,
            {"type": "response.output_text.delta", "delta": text},
            {"type": "response.completed", "response": {"status": "completed", "output": []}},
        ]
    frames = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    body = f"{frames}data: [DONE]\n\n"
    return httpx2.Response(200, text=body, headers={"content-type": "text/event-stream"})


async def listened(endpoint):
    """Return what is thought over a text, and the text."""
    found = [piece async for piece in heard(aiter(endpoint.model.stream(PROMPT, LIMITS)))]
    thoughts = [one.text for one in found if isinstance(one, Thought)]
    return "".join(thoughts), "".join(one for one in found if isinstance(one, str))


SUMMED_UP = [
    {"type": "response.reasoning_summary_part.added"},
    {"type": "response.reasoning_summary_text.delta", "delta": "First. "},
    {"type": "response.reasoning_summary_text.delta", "delta": "Then."},
]


@pytest.mark.parametrize(
    ("api", "thought", "wanted"),
    [
        ("chat", {"content": None, "reasoning_content": "First. Then."}, "First. Then."),
        ("chat", {"content": None, "reasoning": "First. Then."}, "First. Then."),
        ("chat", {"reasoning_content": None, "reasoning": "First."}, "First."),
        ("chat", {"reasoning": {"effort": "low"}}, ""),
        ("chat", {"content": "<think>\nFirst. Then.</think>"}, "First. Then."),
        ("responses", SUMMED_UP, "First. Then."),
        ("responses", [{"type": "response.reasoning_text.delta", "delta": "First."}], "First."),
    ],
)
async def test_what_a_model_thinks_is_told_apart_from_what_it_says(api, thought, wanted):
    endpoint = Endpoint(api, streamed(api, thought, "Blue."))
    assert await listened(endpoint) == (wanted, "Blue.")


@pytest.mark.parametrize(
    ("api", "thought"), [("chat", {"reasoning_content": "First."}), ("responses", SUMMED_UP)]
)
async def test_what_a_model_thinks_is_not_told_where_the_operator_says_so(api, thought):
    endpoint = Endpoint(api, streamed(api, thought, "Blue."), thoughts=False)
    assert await listened(endpoint) == ("", "Blue.")
    assert "summary" not in json.dumps(endpoint.bodies)


async def test_a_summary_is_asked_for_with_an_effort_and_no_more_once_it_is_refused():
    message = "Your organization must be verified to generate reasoning summaries."
    endpoint = Endpoint(
        "responses",
        refused(400, message, "reasoning.summary"),
        streamed("responses", SUMMED_UP, "Blue."),
    )
    endpoint.server.habits = Habits(effort="low")
    assert (await listened(endpoint))[1] == "Blue."
    assert [body["reasoning"] for body in endpoint.bodies] == [
        {"effort": "low", "summary": "auto"},
        {"effort": "low"},
    ]


def thinking(thought, **message):
    """Return an answer that was cut off while its model was thinking."""
    answer = said("chat", cut=True)
    answer["choices"][0]["message"] |= {**thought, **message}
    return answer


@pytest.mark.parametrize(
    "thought",
    [{"reasoning_content": "Hm. "}, {"reasoning": "Hm. "}, {"content": "<think>Hm. "}],
    ids=["reasoning_content", "reasoning", "in the text"],
)
async def test_a_model_that_was_seen_to_think_has_room_for_it_from_then_on(thought):
    found = said("chat", "<think>Ann it is.</think>", ("find", '{"name": "Ann"}'))
    endpoint = Endpoint("chat", thinking(thought), found, streamed("chat", {}, "Blue."))
    asked = await ask_for_calls(endpoint.model, PROMPT, TOOLS, lambda done: done.calls, LIMITS)
    assert [call.name for call in asked.value] == ["find"]
    assert (await listened(endpoint))[1] == "Blue."
    first, *others = [body["max_completion_tokens"] for body in endpoint.bodies]
    assert first == LIMITS.tokens
    assert others == [LIMITS.tokens + 8_192] * 2


async def test_a_model_thinks_no_longer_than_its_context_has_room():
    endpoint = Endpoint("chat", *[said("chat", "Blue.")] * 2)
    endpoint.server.saw_thinking("small")
    endpoint.server.context = 1_000
    await endpoint.model.complete(PROMPT, TOOLS, LIMITS)
    [body] = endpoint.bodies
    assert LIMITS.tokens < body["max_completion_tokens"] < 1_000


@pytest.mark.parametrize(
    ("context", "most", "least"),
    [(0, 2_048, 2_048), (32_768, 2_048, 2_048), (2_500, 1_500, 1_000), (1_100, 512, 512)],
)
async def test_an_answer_is_asked_for_as_long_as_the_context_has_room(context, most, least):
    endpoint = Endpoint("chat", said("chat", "Blue."))
    endpoint.server.context = context
    long = (Message("system", "rule " * 700), Message("user", "Why?"))
    await endpoint.model.complete(long, None, Limits(tokens=2_048))
    [body] = endpoint.bodies
    assert least <= body["max_completion_tokens"] <= most


async def test_what_an_answer_in_a_form_was_thought_over_is_no_part_of_it():
    endpoint = Endpoint("chat", said("chat", 'It is Ann.</think>{"name": "Ann"}'))
    done = await endpoint.model.complete(PROMPT, SHAPE, LIMITS)
    assert (done.text, done.thinking) == ('{"name": "Ann"}', True)


DATE = {"date": "Fri, 27 Nov 2026 10:00:00 GMT"}


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        (429, {"retry-after": " 7 "}, 7),
        (503, {"retry-after": "20"}, 20),
        (429, {**DATE, "retry-after": "Fri, 27 Nov 2026 10:00:30 GMT"}, 30),
        (429, {**DATE, "retry-after": "Fri, 27 Nov 2026 10:00:30 -0000"}, 30),
        (429, {**DATE, "retry-after": "Fri, 27 Nov 2026 09:00:00 GMT"}, 0),
        (429, {"retry-after": "Fri, 27 Nov 2026 10:00:30 GMT"}, None),
        (429, {**DATE, "retry-after": "soon"}, None),
        (500, {}, None),
    ],
)
async def test_how_long_a_server_is_to_be_left_alone_is_told_in_seconds_or_by_a_date(
    status, headers, seconds
):
    answer = httpx2.Response(status, headers=headers, json={"error": {"message": "later"}})
    with pytest.raises(UpstreamUnavailable) as failed:
        await Endpoint("chat", answer).model.complete(PROMPT, None, LIMITS)
    assert failed.value.retry_after == seconds
