"""Labelled files: one JSON object a line, checked before anything runs."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal, Self, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError, model_validator

from shared.models.agent import Agent, Skill
from shared.models.base import MessageText
from shared.models.intent import ActionType

DATA = Path(__file__).parent / "data"


class Item(BaseModel):
    """What every labelled line may say; fields a harness does not use are ignored."""

    id: str = ""
    hard: bool = False


class LabelledAction(Item):
    """An utterance and the action it asks for; lenient scoring accepts `also_ok` too."""

    utterance: MessageText
    label: ActionType
    also_ok: tuple[ActionType, ...] = ()


class LabelledReply(Item):
    """A reply to a question; `gold` is the option meant, counted from 1, or what else it means."""

    question: str
    options: tuple[str, ...]
    reply: MessageText
    gold: int | Literal["none", "new", "unclear"]

    @model_validator(mode="after")
    def _names_an_option(self) -> Self:
        if isinstance(self.gold, int) and not 1 <= self.gold <= len(self.options):
            raise ValueError(f"gold names option {self.gold} of {len(self.options)}")
        return self


ItemT = TypeVar("ItemT", bound=BaseModel)
ValueT = TypeVar("ValueT")


@dataclass(frozen=True)
class Dataset(Generic[ItemT]):
    """The items of one file. `digest` begins the SHA-256 of its bytes."""

    path: Path
    digest: str
    items: tuple[ItemT, ...]


class BadData(Exception):
    """A file cannot be used; the message names it and the line."""


def load(
    path: Path, item: type[ItemT], complaint: Callable[[ItemT], str] = lambda _: ""
) -> Dataset[ItemT]:
    """Read a file; raise BadData, also for an item that `complaint` says something about."""
    raw = read(path)
    items: list[ItemT] = []
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            found = item.model_validate_json(line)
        except ValidationError as error:
            raise BadData(f"{path}: line {number}: {_reasons(error)}") from None
        if said := complaint(found):
            raise BadData(f"{path}: line {number}: {said}")
        items.append(found)
    if not items:
        raise BadData(f"{path}: there is no line to judge")
    return Dataset(path, digest_of(raw), tuple(items))


def load_whole(path: Path, form: TypeAdapter[ValueT]) -> tuple[ValueT, str]:
    """Read a file that is one JSON value; return it and its digest; raise BadData."""
    raw = read(path)
    try:
        return form.validate_json(raw), digest_of(raw)
    except ValidationError as error:
        raise BadData(f"{path}: {_reasons(error)}") from None


class ListedSkill(BaseModel):
    """A skill as files list it."""

    name: str
    description: str = ""
    tags: tuple[str, ...] = ()


class ListedAgent(BaseModel):
    """An agent as files list it; without an id, its name is one."""

    id: str = ""
    name: str
    description: str = ""
    skills: tuple[ListedSkill, ...] = ()
    examples: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def agent(self) -> Agent:
        """Return the agent as the product keeps it."""
        return Agent(
            id=self.id or self.name,
            name=self.name,
            description=self.description,
            skills=tuple(
                Skill(
                    id=skill.name, name=skill.name, description=skill.description, tags=skill.tags
                )
                for skill in self.skills
            ),
            examples=self.examples,
            tags=self.tags,
        )


def load_tenant() -> tuple[Agent, ...]:
    """Read the agents that labelled actions assume; raise BadData."""
    listed, _ = load_whole(DATA / "tenant.json", TypeAdapter(Sequence[ListedAgent]))
    return tuple(agent.agent() for agent in listed)


def digest_of(raw: bytes) -> str:
    """Return the beginning of the SHA-256 of a file's bytes."""
    return hashlib.sha256(raw).hexdigest()[:12]


def read(path: Path) -> bytes:
    """Return a file's bytes; raise BadData."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None


def _reasons(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(
        f"{'.'.join(map(str, e['loc']))}: {e['msg']}" if e["loc"] else e["msg"] for e in found
    )
