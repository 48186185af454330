"""One answer of a model, checked: ask, convert, and once, ask again saying what was wrong."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from shared.errors import Upstream, UpstreamMalformed
from shared.models.reasoning import Usage
from shared.ports import Reasoned
from shared.reasoning.model.port import (
    Completion,
    Limits,
    Message,
    Model,
    Shape,
    ToolCall,
    Tools,
    Wanted,
)
from shared.reasoning.model.strict import strict

T = TypeVar("T")
W = TypeVar("W", bound=BaseModel)

_ATTEMPTS = 2


async def ask(
    model: Model,
    messages: Sequence[Message],
    shape: type[W],
    convert: Callable[[W], T],
    limits: Limits,
) -> Reasoned[T]:
    """Return a model's answer of a shape, converted to ours.

    `convert` raises ValueError, saying what is wrong, for an answer that makes no sense. Raises an
    Upstream error that knows its cost; UpstreamMalformed when the second answer is no better.
    """
    wanted = Shape(shape.__name__, strict(shape.model_json_schema()))

    def converted(completion: Completion) -> T:
        return convert(shape.model_validate_json(completion.text))

    return await _asked(model, messages, wanted, converted, limits)


async def ask_for_calls(
    model: Model,
    messages: Sequence[Message],
    tools: Tools,
    convert: Callable[[Completion], T],
    limits: Limits,
) -> Reasoned[T]:
    """Return the calls a model wants made, or where none is required its words, converted to ours.

    What is raised, and when `convert` has to raise, is as with `ask`. The calls are of tools that
    are on offer.
    """
    offered = {tool.name for tool in tools.offered}

    def converted(completion: Completion) -> T:
        for call in completion.calls:
            if call.name not in offered:
                raise ValueError(f"there is no tool {call.name!r}")
        return convert(completion)

    return await _asked(model, messages, tools, converted, limits)


async def _asked(
    model: Model,
    messages: Sequence[Message],
    wanted: Wanted,
    convert: Callable[[Completion], T],
    limits: Limits,
) -> Reasoned[T]:
    spent = Usage()
    problem = ""
    for _ in range(_ATTEMPTS):
        try:
            completion = await model.complete(messages, wanted, limits)
        except Upstream as failure:
            own = failure.cost if isinstance(failure.cost, Usage) else Usage(calls=1)
            failure.cost = spent + own
            raise
        spent += completion.usage
        problem = completion.problem
        if not problem:
            try:
                return Reasoned(convert(completion), spent)
            except ValueError as exc:
                problem = _told(exc)
        messages = [*messages, *_repair(completion, problem)]
    name = wanted.name if isinstance(wanted, Shape) else "calls"
    failure = UpstreamMalformed(f"model {spent.model!r} gave no usable {name}: {problem}")
    failure.cost = spent
    raise failure


def _repair(completion: Completion, problem: str) -> list[Message]:
    told = f"That can't be used: {problem}. Answer again, completely."
    if not completion.calls:
        return [Message("assistant", completion.text or "(no answer)"), Message("user", told)]
    # APIs want every call answered before anything else is said
    answers = (_answer(call, told) for call in completion.calls)
    return [Message("assistant", completion.text, completion.calls), *answers]


def _answer(call: ToolCall, told: str) -> Message:
    return Message("tool", told, answers=call.id)


def _told(exc: ValueError) -> str:
    if not isinstance(exc, ValidationError):
        return str(exc)
    return "; ".join(
        f"{'.'.join(map(str, error['loc'])) or 'answer'}: {error['msg']}" for error in exc.errors()
    )
