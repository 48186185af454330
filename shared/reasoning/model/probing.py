"""A few small calls of a model, to see how it answers: in a given form or not, and how fast."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from urllib.parse import urljoin

from pydantic import BaseModel, ConfigDict, ValidationError

from shared.models.base import Json
from shared.reasoning.model.capabilities import settled
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.port import Completion, Limits, Message, Shape, Tool, Tools, Wanted
from shared.reasoning.model.strict import strict

if TYPE_CHECKING:
    from openai import AsyncOpenAI

PROBE = "Probe"
_LIMITS = Limits(200, "probe")
_PATIENCE = 3.0
_PROMPT = (
    Message("system", 'Answer in JSON, as in {"colours": ["grey"]}.'),
    Message("user", "Name the three colours of a traffic light."),
)
_TOLD = (
    Message("system", "Answer with a call of the tool."),
    Message("user", "Name the three colours of a traffic light."),
)
_PLACES = ("models", "/props", "/api/ps", "/api/v0/models")
"""Where vLLM, llama.cpp, Ollama and LM Studio say how long a context they were started with."""
_CONTEXT = ("loaded_context_length", "max_model_len", "n_ctx", "context_length")
_NAMES = ("id", "name", "model")


class _Colours(BaseModel):
    model_config = ConfigDict(extra="forbid")

    colours: list[str]


PROBE_TOOL = Tool(PROBE, "Names colours", strict(_Colours.model_json_schema()))


@dataclass(frozen=True)
class Probed:
    """How a model answered: in the form it was given or not, in how many seconds, how fast.

    `calls`: it calls the tools it is given, or need not. `thinks`: it thinks before it answers.
    `settled` are the capabilities that an operator told, whatever is seen.
    `context` is the tokens that a call and its answer may have together; 0 where nobody says.
    """

    in_form: bool
    calls: bool
    seconds: float
    tokens_a_second: float
    context: int
    thinks: bool = False
    settled: frozenset[str] = frozenset()


async def probe(model: OpenAIModel) -> Probed:
    """Ask a model something small; raise an Upstream error where it does not answer.

    What is seen is remembered: one that keeps to no schema is told it in words from then on, and
    one that calls no tools is asked for its calls as JSON, unless an operator told otherwise.
    """
    known = settled(model.server.habits.can)
    shape = Shape(PROBE, strict(_Colours.model_json_schema()))
    began = time.monotonic()
    answer = await _answered(model, _PROMPT, shape)
    seconds = time.monotonic() - began
    in_form = _unsaid(answer) or _is_colours(answer.text)
    can = model.server.can(model.name)
    if not in_form and can.structured != "none" and "structured" not in known:
        model.server.teach(model.name, replace(can, structured="none"))
    calls = not can.tools or await _calls_tools(model)
    model.server.context = model.server.context or await _context(model)
    speed = answer.usage.output_tokens / seconds if seconds else 0.0
    thinks = model.server.thinks(model.name)
    return Probed(in_form, calls, seconds, speed, model.server.context, thinks, known)


async def _answered(model: OpenAIModel, prompt: Sequence[Message], wanted: Wanted) -> Completion:
    """Return an answer; that of a model that was still thinking when it was cut off is its next.

    Once it was seen to think, it has room for it.
    """
    answer = await model.complete(prompt, wanted, _LIMITS)
    if answer.thinking and answer.problem:
        again = await model.complete(prompt, wanted, _LIMITS)
        return replace(again, usage=answer.usage + again.usage)
    return answer


async def _calls_tools(model: OpenAIModel) -> bool:
    """Whether a model calls the tool it is told to; one that says words is asked for JSON later.

    Many servers hold a model to a schema, and not to its tools.
    """
    answer = await _answered(model, _TOLD, Tools((PROBE_TOOL,)))
    can, calls = model.server.can(model.name), bool(answer.calls) or _unsaid(answer)
    if can.tools and not calls and "tools" not in settled(model.server.habits.can):
        model.server.teach(model.name, replace(can, tools=False))
    return calls


def _unsaid(answer: Completion) -> bool:
    """Return whether a model thought so long that nothing is known of how it answers."""
    return answer.thinking and bool(answer.problem)


def _is_colours(text: str) -> bool:
    try:
        return bool(_Colours.model_validate_json(text).colours)
    except ValidationError:
        return False


async def _context(model: OpenAIModel) -> int:
    for place in _PLACES:
        told = await _read(model.server.client, place)
        if found := next(_lengths(told, model.name), 0):
            return found
    return 0


async def _read(client: "AsyncOpenAI", place: str) -> Json:
    """Return the document at a place beside the API; None where there is none."""
    import httpx2  # noqa: PLC0415 - importing openai costs half a second, paid on first use
    import openai  # noqa: PLC0415

    try:
        async with asyncio.timeout(_PATIENCE):
            response = await client.get(
                urljoin(str(client.base_url), place), cast_to=httpx2.Response
            )
            return response.json()
    except (openai.APIError, httpx2.HTTPError, TimeoutError, ValueError):
        return None


def _lengths(told: Json, model: str) -> Iterator[int]:
    """Yield what a document says of the context of a model, or of the only one there is."""
    if isinstance(told, list):
        for each in cast("list[Json]", told):
            yield from _lengths(each, model)
    if not isinstance(told, Mapping):
        return
    document = cast("Mapping[str, Json]", told)
    names = {document[key] for key in _NAMES if isinstance(document.get(key), str)}
    if names and model not in names:
        return
    yield from (document[key] for key in _CONTEXT if isinstance(document.get(key), int))
    for inner in document.values():
        yield from _lengths(inner, model)
