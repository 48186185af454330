"""Everyday requests as labelled files hold them: what is said, and what it should come to."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, RootModel, Tag, model_validator

from evals.datasets import DATA, Dataset, load
from shared.models.base import Json, MessageText

CASES = DATA / "everyday.jsonl"
PARAPHRASES = DATA / "everyday_paraphrases.jsonl"
CONVERSATIONS = DATA / "conversations"
"""Files of cases that others wrote, who knew the sandbox's data and nothing of the product."""

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
    from one of the domains or addresses `senders`; all `unread` messages of the chat. `used` is a
    tool that was called, `shows` are ids, names or addresses among what the tools were given and
    gave. The agent that took it on was not given a `refused` tool.
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

    `say` are messages, or buttons: "[accept]" and "[reject]" on the card that must be there,
    "[agree]" on every card until none is left and on what is offered, "[refuse]" on the card if
    there is one. `changes` are all it may leave behind; `answers` what is expected of the answers
    to some lines, counted from 1. Where it `asks`, a question is to be open at the end, and else
    none.
    """

    id: str
    spec: str = ""
    say: tuple[MessageText, ...]
    policy: Fields = {}
    changes: tuple[Fields, ...] = ()
    answers: dict[int, Expected] = {}
    asks: bool = False

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


class _Told(RootModel[Any]):
    """A line of either kind: one that names a `case` is a paraphrase of it."""

    root: Annotated[
        Annotated[Case, Tag("case")] | Annotated[Paraphrase, Tag("paraphrase")],
        Discriminator(lambda line: "paraphrase" if "case" in line else "case"),
    ]


def cases(path: Path = CASES) -> Dataset[Case]:
    """Read the requests; raise BadData."""
    return load(path, Case)


def paraphrases() -> tuple[Dataset[Paraphrase], tuple[Case, ...]]:
    """Read the paraphrases, and each as the case it stands for; raise BadData."""
    known = {case.id: case for case in cases().items}
    data = load(PARAPHRASES, Paraphrase, lambda item: _unknown(item, known))
    return data, tuple(item.told_as(known[item.case]) for item in data.items)


def told(path: Path) -> tuple[str, tuple[Case, ...]]:
    """Read a file of cases, paraphrases of ours, or both: its digest and cases; raise BadData."""
    known = {case.id: case for case in cases().items}
    data = load(path, _Told, lambda line: _unknown(line.root, known))
    return data.digest, tuple(
        one.told_as(known[one.case]) if isinstance(one, Paraphrase) else one
        for one in (line.root for line in data.items)
    )


def _unknown(item: Case | Paraphrase, known: Mapping[str, Case]) -> str:
    if isinstance(item, Case) or item.case in known:
        return ""
    return f"there is no case {item.case!r}"
