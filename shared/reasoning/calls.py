"""The calls a model wants made, checked and turned into steps of a plan.

A call holds what its tool takes: by the tool's own schema, said in words where it does not. Every
address and id in it stands in what the model was given, or points at an earlier result; nobody's is
made up.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from pydantic import ValidationError

from shared.decisions.binding import pointers
from shared.decisions.grounding import Ground, addresses_in
from shared.decisions.quoting import REFERENCE, each_text
from shared.decisions.sources import texts
from shared.models.base import Json, Payload
from shared.models.intent import PlannedStep
from shared.models.reasoning import ToolSpec
from shared.reasoning.marks import seeking
from shared.reasoning.model.port import ToolCall
from shared.reasoning.offering import arguments_of
from shared.reasoning.style import copied
from shared.tools.lent.forms import form_of
from shared.understanding.said import Said
from shared.workspace.registry import TOOLS

_ID = re.compile(r"(?:.*_)?ids?")
"""Names of arguments that are ids."""
_NO_SOURCES = frozenset({"tools", "own_mails", "tables"})
"""What of a request no fact may come from."""


@dataclass(frozen=True)
class Checking:
    """What calls are checked against: the tools there are, and all that the model was given.

    `samples` show how the person writes: what only these say, no call may say. `commands` are what
    the reader makes of the message: which of the things a call finds is meant, these words tell.
    """

    tools: Mapping[str, ToolSpec]
    given: Json
    samples: tuple[str, ...] = ()
    commands: tuple[Said, ...] = ()

    @classmethod
    def of(
        cls, request: Payload, tools: Sequence[ToolSpec], samples: tuple[str, ...] = ()
    ) -> "Checking":
        """Return what the calls for a request are checked against."""
        told = request.model_dump(mode="json", exclude=set(_NO_SOURCES))
        return cls({tool.name: tool for tool in tools}, told, samples)

    def seeking(self, commands: Sequence[Said]) -> "Checking":
        """Return the same for a message of which the reader makes some commands."""
        return replace(self, commands=tuple(commands))

    def steps(self, calls: Sequence[ToolCall], done: Sequence[str] = ()) -> tuple[PlannedStep, ...]:
        """Return calls as steps; raise ValueError saying what is wrong with one.

        `done` are the tools of which there are results before the first.
        """
        before, steps = [*done], list[PlannedStep]()
        for call in calls:
            steps.append(self._step(call, before))
            before.append(call.name)
        return seeking(steps, self.commands)

    def _step(self, call: ToolCall, before: Sequence[str]) -> PlannedStep:
        spec = self.tools.get(call.name)
        if spec is None:
            raise ValueError(f"there is no tool {call.name!r}")
        reason, said = arguments_of(call.arguments, spec)
        arguments: dict[str, Json] = recounted(said, before)
        self.check(call.name, arguments, len(before))
        # a reason is only told: it is not worth another call
        said = "" if Ground(self.given).made_up(reason) else reason
        return PlannedStep(tool=call.name, arguments=arguments, reason=said)

    def check(self, tool: str, arguments: Mapping[str, Json], results: int = 0) -> None:
        """Raise ValueError saying what is wrong with the arguments of a call."""
        wrong = "; ".join(
            (
                *_misfits(self.tools[tool], arguments),
                *_dangling(arguments, results),
                *self._made_up(arguments),
            )
        )
        if wrong:
            raise ValueError(f"{tool}: {wrong}")

    def worded(self, calls: Sequence[ToolCall], *, counted: bool = False) -> None:
        """Raise ValueError where a call that is no tool's says what nothing given says.

        Its words reach a person: a question, an order, why something cannot be done. `counted`:
        they tell of results, so their numbers have to stand there, or count what does.
        """
        known = Ground(self.given)
        for call in calls:
            text = "\n".join(texts(call.arguments)) if call.name not in self.tools else ""
            made_up = (*known.made_up(text), *(known.uncounted(text) if counted else ()))
            if made_up:
                raise ValueError(f"{call.name}: nothing given says {', '.join(made_up)}")

    def _made_up(self, arguments: Mapping[str, Json]) -> Iterator[str]:
        known = Ground(self.given)
        addresses = addresses_in(dict(arguments))
        for address in sorted(addresses):
            if known.strays(address):
                yield f"nobody named {address}: look the person up and point at the result"
        unreferenced = REFERENCE.sub(" ", "\n".join(texts(dict(arguments))))
        for one in known.made_up(unreferenced):
            if one not in addresses:
                yield f"nothing given says {one}"
        for one in copied(unreferenced, known, self.samples):
            yield f"only a mail written before says {one}"
        for name, value in _ids(arguments):
            if not any(pointers(value)) and not known.says(value):
                yield f"there is no {name} {value!r}: search first and point at the result"


def _misfits(spec: ToolSpec, arguments: Mapping[str, Json]) -> Iterator[str]:
    known = cast("Mapping[str, Json]", spec.parameters.get("properties", {}))
    if known and (unknown := sorted(set(arguments) - set(known))):
        yield f"it has no parameter {', '.join(unknown)}"
    if missing := sorted(set(spec.parameters.get("required", ())) - set(arguments)):
        yield f"it needs {', '.join(missing)}"
    own = TOOLS.get(spec.name)
    form = own.parameters if own is not None else form_of(spec.name, spec.parameters)
    try:
        form.model_validate(dict(arguments))
    except ValidationError as error:
        for one in error.errors():
            place = one["loc"]
            said = len(place) == 1 and not (place[0] in arguments and place[0] in known)
            # what a result will be is not known yet, and what is missing or unknown was said
            if not said and not any(pointers(_at(arguments, place))):
                yield f"{'.'.join(map(str, place))}: {one['msg']}"


def _at(arguments: Json, place: Sequence[int | str]) -> Json:
    """Return what stands at a place, as near as it can be told: alternatives are places too."""
    value = arguments
    for part in place:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            break
    return value


def recounted(arguments: Json, before: Sequence[str]) -> Json:
    """Return arguments that point at the results meant, where calls were counted wrong.

    A reference names what it takes, `contacts` or `mails`. Where there is no such call, or it lists
    something else, and one alone of those `before` lists that, it is the one.
    """
    listed = [TOOLS[name].rules.items if name in TOOLS else "" for name in before]

    def meant(found: re.Match[str]) -> str:
        number, items = int(found[1]), (found[2] or "").partition(".")[0]
        there = [place for place, each in enumerate(listed, 1) if items and each == items]
        lists = listed[number - 1] if 0 < number <= len(listed) else "nothing"
        wrong = lists and lists != items and len(there) == 1
        return f"{{{there[0]}.{found[2]}}}" if wrong else found[0]

    return each_text(arguments, lambda text: REFERENCE.sub(meant, text))


def _dangling(arguments: Mapping[str, Json], results: int) -> Iterator[str]:
    for pointer in pointers(dict(arguments)):
        if not 1 <= pointer.step <= results:
            path = f".{pointer.path}" if pointer.path else ""
            yield f"{{{pointer.step}{path}}} points at a call that has no result by then"


def _ids(value: Json, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the values of arguments that are ids, with the names of these."""
    if isinstance(value, Mapping):
        for key, each in cast("Mapping[str, Any]", value).items():
            yield from _ids(each, key)
    elif isinstance(value, list | tuple):
        for each in cast("Sequence[Json]", value):
            yield from _ids(each, name)
    elif isinstance(value, str) and value and _ID.fullmatch(name):
        yield name, value
