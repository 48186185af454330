"""Reading what a server sent: as much of it as is worth having, since it may be anything."""

import json
from typing import cast

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.reasoning.model.port import Completion, ToolCall

CUT_OFF = "it was cut off; answer more briefly"
WITHHELD = "it was withheld by the content filter"
NO_COMPLETION = "it was no completion"
EMPTY = "it was empty"


def answered(
    text: str, calls: list[tuple[str, str, str]], usage: Usage, problem: str
) -> Completion:
    """Return an answer of words and calls (id, name, arguments as JSON), or what is wrong with it.

    Of an answer with a problem the calls are left out: they may be incomplete.
    """
    if problem:
        return Completion(text, usage=usage, problem=problem)
    made: list[ToolCall] = []
    for identity, name, arguments in calls:
        try:
            value: Json = json.loads(arguments or "{}")
        except ValueError as error:
            problem = f"the arguments of {name} are not JSON: {error}"
        else:
            if isinstance(value, dict):
                made.append(ToolCall(identity, name, cast("dict[str, Json]", value)))
                continue
            problem = f"the arguments of {name} are not a JSON object"
        return Completion(text, usage=usage, problem=problem)
    return Completion(text, tuple(made), usage, "" if text or made else EMPTY)
