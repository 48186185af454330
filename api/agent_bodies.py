"""Agents and skills as people write them: what a body may say, and what it may not."""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated

from pydantic import AfterValidator

from api.bodies import strictly
from api.parsing import MAX_ERRORS, FieldError, InvalidFields, refuse
from shared.agents.skillfiles.faults import control_character, unix
from shared.agents.skillfiles.fields import DESCRIPTION, NAME
from shared.models.agent import Agent, Skill
from shared.models.base import MAX_MESSAGE_CHARACTERS, Json, message_text, printable
from shared.naming import unmarked

MAX_HANDLE = 64
MAX_NAME = NAME.most

_MAX_TAG, _MAX_EXAMPLE, _MAX_LINES = 64, 500, 50
"""As in files."""
_HANDLE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_IN_PATHS = frozenset({"import"})
"""Names that paths have a use for already."""
_KEPT = ("owner", "origin", "version", "created_at", "updated_at")
_ADDED = ("kind", "links")


def handle(value: str) -> str:
    """Return an id unchanged; raise ValueError unless it can be mentioned as `@id`."""
    if len(value) > MAX_HANDLE or not _HANDLE.fullmatch(value):
        raise ValueError(
            "must consist of lowercase letters and digits, with single dashes between them, "
            f"at most {MAX_HANDLE} characters"
        )
    if value in _IN_PATHS:
        raise ValueError("is reserved; choose another one")
    return value


def line(value: str, most: int) -> str:
    """Return a text unchanged; raise ValueError unless it is one line of `most` characters."""
    if not value.strip():
        raise ValueError("must not be empty")
    if len(value) > most:
        raise ValueError(f"must have at most {most:,} characters")
    if "\n" in value or "\t" in value or control_character(value):
        raise ValueError("must be one line of printable characters")
    return value


def called(value: str) -> str:
    """Return a name unchanged; raise ValueError unless it can be one."""
    return line(value, MAX_NAME)


Handle = Annotated[str, AfterValidator(handle)]
Name = Annotated[str, AfterValidator(called)]


def agent_of(
    given: Mapping[str, Json], tools: Container[str], over: Mapping[str, Json] | None = None
) -> Agent:
    """Return the agent that a body describes; raise InvalidFields.

    With `over`, the body's fields are put over those, whose id stays. A field that is null gets its
    default. Only what the body says is judged: the rest may be older than a rule.
    """
    _refuse_kept(given)
    before, judged = over or {}, set(given)
    if "id" in before:
        if given.get("id", before["id"]) != before["id"]:
            refuse("id", "cannot be changed; clone the agent under another id instead")
        judged.discard("id")
    merged = {name: value for name, value in {**before, **given}.items() if value is not None}
    agent = strictly(Agent, merged)
    _raise([one for one in faults(agent, tools) if one.field.partition(".")[0] in judged])
    return agent


def check(agent: Agent, tools: Container[str]) -> Agent:
    """Return an agent unchanged; raise InvalidFields unless people may make one like it."""
    _raise(list(faults(agent, tools)))
    return agent


def settable(agent: Agent) -> dict[str, Json]:
    """Return the fields of an agent that a body may set."""
    return {**agent.model_dump(mode="json", exclude=set(_KEPT)), "id": unmarked(agent.id)}


def skill_of(given: Mapping[str, Json], tools: Container[str]) -> Skill:
    """Return the skill of the library that a body describes; raise InvalidFields."""
    if given.get("shared"):
        refuse("shared", "is for the copies that agents have; leave it out")
    skill = strictly(Skill, dict(given))
    _raise(list(skill_faults(skill, tools)))
    return skill


def faults(agent: Agent, tools: Container[str]) -> Iterator[FieldError]:
    """Yield what files cannot hold, and the tools that do not exist."""
    yield from _judged("id", handle, agent.id)
    yield from _common_faults(agent, tools)
    yield from _line_faults("examples", agent.examples, _MAX_EXAMPLE)
    seen: set[str] = set()
    for place, skill in enumerate(agent.skills):
        yield from skill_faults(skill, tools, f"skills.{place}.")
        if skill.id in seen:
            yield FieldError(f"skills.{place}.id", "is the id of another skill of this agent")
        seen.add(skill.id)


def skill_faults(skill: Skill, tools: Container[str], prefix: str = "") -> Iterator[FieldError]:
    """Yield what is wrong with a skill, beyond its form."""
    yield from _judged(f"{prefix}id", printable, skill.id)
    yield from _common_faults(skill, tools, prefix)


def _common_faults(
    one: Agent | Skill, tools: Container[str], prefix: str = ""
) -> Iterator[FieldError]:
    yield from _judged(f"{prefix}name", called, one.name)
    yield from _judged(
        f"{prefix}description", partial(_text, most=DESCRIPTION.most), one.description
    )
    if one.instructions:
        judge = partial(_text, most=MAX_MESSAGE_CHARACTERS)
        yield from _judged(f"{prefix}instructions", judge, one.instructions)
    yield from _line_faults(f"{prefix}tags", one.tags, _MAX_TAG)
    for place, tool in enumerate(one.tools):
        if tool not in tools:
            yield FieldError(f"{prefix}tools.{place}", f"there is no tool called {tool}")


def _line_faults(field: str, lines: Sequence[str], most: int) -> Iterator[FieldError]:
    if len(lines) > _MAX_LINES:
        yield FieldError(field, f"must be at most {_MAX_LINES}")
    for place, each in enumerate(lines):
        yield from _judged(f"{field}.{place}", partial(line, most=most), each)


def _judged(field: str, rule: Callable[[str], str], value: str) -> Iterator[FieldError]:
    try:
        rule(value)
    except ValueError as error:
        yield FieldError(field, str(error))


def _text(value: str, most: int) -> str:
    if len(message_text(value)) > most:
        raise ValueError(f"must have at most {most:,} characters")
    if control_character(unix(value)):  # what files cannot hold
        raise ValueError("must not contain control characters")
    return value


def _raise(found: Sequence[FieldError]) -> None:
    if found:
        raise InvalidFields(found[:MAX_ERRORS])


def _refuse_kept(given: Mapping[str, Json]) -> None:
    _raise(
        [
            *(
                FieldError(name, "is kept by the service and cannot be set; leave it out")
                for name in _KEPT
                if name in given
            ),
            *(
                FieldError(name, "is no part of an agent, only of answers; leave it out")
                for name in _ADDED
                if name in given
            ),
        ]
    )
