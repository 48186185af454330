"""Labelled files: one JSON object a line, checked before anything runs."""

import hashlib
from collections.abc import Sequence
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


ItemT = TypeVar("ItemT", bound=Item)


@dataclass(frozen=True)
class Dataset(Generic[ItemT]):
    """The items of one file. `digest` begins the SHA-256 of its bytes."""

    path: Path
    digest: str
    items: tuple[ItemT, ...]


class BadData(Exception):
    """A file cannot be used; the message names it and the line."""


def load(path: Path, item: type[ItemT]) -> Dataset[ItemT]:
    """Read a file; raise BadData."""
    raw = _read(path)
    items: list[ItemT] = []
    for number, line in enumerate(raw.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            items.append(item.model_validate_json(line))
        except ValidationError as error:
            raise BadData(f"{path}: line {number}: {_reasons(error)}") from None
    if not items:
        raise BadData(f"{path}: there is no line to judge")
    return Dataset(path, hashlib.sha256(raw).hexdigest()[:12], tuple(items))


class _TenantAgent(BaseModel):
    name: str
    description: str
    tags: tuple[str, ...] = ()


def load_tenant(path: Path = DATA / "tenant.json") -> tuple[Agent, ...]:
    """Read the agents that labelled actions assume; raise BadData."""
    try:
        listed = TypeAdapter(Sequence[_TenantAgent]).validate_json(_read(path))
    except ValidationError as error:
        raise BadData(f"{path}: {_reasons(error)}") from None
    return tuple(_agent(agent) for agent in listed)


def _agent(listed: _TenantAgent) -> Agent:
    name, description = listed.name, listed.description
    skill = Skill(id=name, name=name, description=description, tags=listed.tags)
    return Agent(id=name, name=name, description=description, skills=(skill,))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None


def _reasons(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(
        f"{'.'.join(map(str, e['loc']))}: {e['msg']}" if e["loc"] else e["msg"] for e in found
    )
