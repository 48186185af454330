"""Everyday requests as labelled files hold them: what is said, and what it should come to."""

from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from evals.datasets import DATA, Dataset, load
from shared.models.base import Json, MessageText

CASES = DATA / "everyday.jsonl"
PARAPHRASES = DATA / "everyday_paraphrases.jsonl"

Fields = dict[str, Json]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Slots(_Line):
    """Proposed times: each free for the owner and `people`, between two days (both included)."""

    people: tuple[str, ...]
    minutes: int
    first: str = Field(alias="from")
    last: str = Field(alias="to")


class Expected(_Line):
    """What the answer to one line should be about, whatever its words.

    Of what it lists: the ids `exactly`, at least those it `has`, none that it `lacks`; every mail
    from one of the domains `senders`; all `unread` messages of the chat. `used` is a tool that was
    called, `shows` are ids, names or addresses among what the tools were given and gave. The agent
    that took it on was not given a `refused` tool.
    """

    exactly: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()
    unread: bool = False
    slots: Slots | None = None
    used: str = ""
    shows: tuple[str, ...] = ()
    refused: str = ""


class Case(_Line):
    """One conversation in an untouched workspace, under the organisation's `policy`.

    `say` are messages, or buttons: "[accept]", "[reject]". `changes` are all it may leave behind;
    `answers` what is expected of the answers to some lines, counted from 1.
    """

    id: str
    spec: str = ""
    say: tuple[MessageText, ...]
    policy: Fields = {}
    changes: tuple[Fields, ...] = ()
    answers: dict[int, Expected] = {}

    @model_validator(mode="after")
    def _expects_something(self) -> Self:
        beyond = [line for line in self.answers if not 1 <= line <= len(self.say)]
        if beyond:
            raise ValueError(f"answers name line {beyond[0]} of {len(self.say)}")
        return self


class Paraphrase(_Line):
    """The same request in other words: what `case` expects is expected of it."""

    id: str
    case: str
    say: tuple[MessageText, ...]

    def told_as(self, case: Case) -> Case:
        """Return the case with these words."""
        return case.model_copy(update={"id": self.id, "say": self.say})


def cases(path: Path = CASES) -> Dataset[Case]:
    """Read the requests; raise BadData."""
    return load(path, Case)


def paraphrases(path: Path = PARAPHRASES) -> tuple[Dataset[Paraphrase], tuple[Case, ...]]:
    """Read the paraphrases, and each as the case it stands for; raise BadData."""
    known = {case.id: case for case in cases().items}

    def complaint(item: Paraphrase) -> str:
        return "" if item.case in known else f"there is no case {item.case!r}"

    data = load(path, Paraphrase, complaint)
    return data, tuple(item.told_as(known[item.case]) for item in data.items)
