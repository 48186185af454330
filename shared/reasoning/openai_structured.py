"""One structured answer from a model: ask, validate, and once, ask again saying what was wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from shared.errors import Upstream, UpstreamMalformed
from shared.models.reasoning import Usage
from shared.ports import Reasoned
from shared.reasoning.openai_errors import upstream_errors

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.chat import ChatCompletionMessageParam

T = TypeVar("T")
W = TypeVar("W", bound=BaseModel)

_ATTEMPTS = 2


@dataclass(frozen=True)
class Limits:
    """How freely a model may answer, and with how many tokens at most."""

    temperature: float
    tokens: int


@dataclass(frozen=True)
class _Attempt(Generic[W]):
    """What came back: an answer of the right shape, or what was wrong with it."""

    answer: W | None
    problem: str
    said: str
    usage: Usage


async def ask(
    client: "AsyncOpenAI",
    model: str,
    messages: "list[ChatCompletionMessageParam]",
    shape: type[W],
    convert: Callable[[W], T],
    limits: Limits,
) -> Reasoned[T]:
    """Return a model's answer, converted to ours.

    `convert` raises ValueError, saying what is wrong, for an answer that makes no sense. Raises an
    Upstream error that knows its cost; UpstreamMalformed when the second answer is no better.
    """
    spent = Usage()
    problem = ""
    for _ in range(_ATTEMPTS):
        try:
            attempt = await _attempt(client, model, messages, shape, limits)
        except Upstream as failure:
            failure.cost = spent + Usage(calls=1, model=model)
            raise
        spent += attempt.usage
        problem = attempt.problem
        if attempt.answer is not None:
            try:
                return Reasoned(convert(attempt.answer), spent)
            except ValueError as exc:
                problem = _told(exc)
        messages = [*messages, *_repair(attempt.said, problem)]
    failure = UpstreamMalformed(f"model {model!r} gave no usable {shape.__name__}: {problem}")
    failure.cost = spent
    raise failure


async def _attempt(
    client: "AsyncOpenAI",
    model: str,
    messages: "list[ChatCompletionMessageParam]",
    shape: type[W],
    limits: Limits,
) -> _Attempt[W]:
    import openai  # noqa: PLC0415 - importing openai costs half a second, paid on first use

    with upstream_errors(model):
        response = await client.chat.completions.with_raw_response.parse(
            model=model,
            messages=messages,
            response_format=shape,
            temperature=limits.temperature,
            max_completion_tokens=limits.tokens,
        )
    said, usage = _heard(response.http_response.content, model)
    try:
        choice = response.parse().choices[0]
    except openai.LengthFinishReasonError:
        return _Attempt(None, "it was cut off; answer more briefly", said, usage)
    except openai.ContentFilterFinishReasonError:
        return _Attempt(None, "it was withheld by the content filter", said, usage)
    except ValidationError as exc:
        return _Attempt(None, _told(exc), said, usage)
    except (AttributeError, IndexError, TypeError, ValueError):
        # the package reads a body that is no completion without checking it
        return _Attempt(None, "it was no completion", said, usage)
    refusal = choice.message.refusal
    return _Attempt(choice.message.parsed, refusal or "it was empty", said, usage)


def _repair(said: str, problem: str) -> "list[ChatCompletionMessageParam]":
    return [
        {"role": "assistant", "content": said or "(no answer)"},
        {"role": "user", "content": f"That can't be used: {problem}. Answer again, completely."},
    ]


def _told(exc: ValueError) -> str:
    if not isinstance(exc, ValidationError):
        return str(exc)
    return "; ".join(
        f"{'.'.join(map(str, error['loc'])) or 'answer'}: {error['msg']}" for error in exc.errors()
    )


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message = _Message()


class _Tokens(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(BaseModel):
    """As much of a completion as is worth having when the rest of it is of no use."""

    choices: list[_Choice] = []
    usage: _Tokens | None = None


def _heard(content: bytes, model: str) -> tuple[str, Usage]:
    """Return what was said and what it cost, also when the answer is of no use."""
    try:
        completion = _Completion.model_validate_json(content)
    except ValidationError:
        completion = _Completion()
    said = completion.choices[0].message.content if completion.choices else None
    tokens = completion.usage or _Tokens()
    usage = Usage(
        calls=1,
        input_tokens=tokens.prompt_tokens,
        output_tokens=tokens.completion_tokens,
        model=model,
    )
    return said or "", usage
