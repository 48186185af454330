"""What people of public collections say, answered once each in an untouched workspace.

Lines for a service are judged by which agent took them on, and what it called or asked; lines for
nothing here by whether that was declined without touching anything.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from evals.datasets import DATA, Dataset, load
from evals.outcome import Outcome, times
from evals.report import percent, table
from evals.scores import Share
from evals.world import SPELLING
from shared.agents.domain import DOMAIN_AGENTS
from shared.conversation.turns import branch_row
from shared.models.base import MessageText
from shared.models.handoff import Handoff
from shared.models.rows import AGENT_RUN, BRANCH, HANDOFF
from shared.models.run import AgentRun
from shared.models.thread import HumanRequest, Turn
from shared.ports import Reasoner
from shared.workspace.registry import DOMAINS
from tests.support.simulation import World

FOLDER = DATA / "crowd"
REMIND = "remind"
"""Stands among `calls` where a reminder would do; "ask", where too little is said to call any."""
_OURS = frozenset(agent.id for agent in DOMAIN_AGENTS)


class ForService(BaseModel):
    """A line for a service: the task it stands for, and which calls would do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: MessageText
    task: str
    service: Literal["email", "calendar", "contacts", "slack", "sheets", "pages", "action"]
    calls: tuple[str, ...] = ()


class Foreign(BaseModel):
    """A line for nothing here."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: MessageText


@dataclass(frozen=True)
class Came:
    """What came of one message: the turn, who worked on it, what was asked, and the last words.

    `reminds`: a reminder is being made, which is no agent's work.
    """

    turn: Turn
    runs: Sequence[AgentRun]
    question: HumanRequest | None
    words: str
    reminds: bool
    milliseconds: float

    @property
    def agents(self) -> frozenset[str]:
        """The agents that worked on it, or that it is asked for."""
        chosen = self.turn.decision.agent if self.turn.decision else None
        return frozenset({run.agent for run in self.runs} | ({chosen} if chosen else set()))

    @property
    def calls(self) -> Sequence[str]:
        """The tools called or to be called; a look-up that failed is followed by none."""
        return [step.tool for run in self.runs for step in run.steps]

    @property
    def asks(self) -> bool:
        """Whether the person is asked something that is no approval, if only in words."""
        if self.question is not None:
            return self.question.kind == "clarification"
        return self.words.rstrip().endswith("?") or ("?" in self.words and not self.calls)

    @property
    def card(self) -> bool:
        """Whether an approval is asked for."""
        return self.question is not None and self.question.kind == "approval"

    def told(self) -> str:
        """Return it in a few words."""
        kind = self.turn.decision.kind if self.turn.decision else "nothing"
        return f"{kind} {'/'.join(sorted(self.agents))} {list(self.calls)} {self.words[:80]!r}"


def agent_right(line: ForService, came: Came) -> bool:
    """Whether the service's agent took it on, and no other, or a reminder is made that would do."""
    if came.reminds and REMIND in line.calls:
        return True
    return came.agents == frozenset({line.service})


def call_right(line: ForService, came: Came) -> bool:
    """Whether the right agent called what was expected, or asked."""
    if not agent_right(line, came):
        return False
    return came.asks or came.reminds or bool(set(line.calls) & set(came.calls))


def declined(came: Came) -> bool:
    """Whether nothing was touched: no tool, no card, no agent of a service, no reminder."""
    return not came.reminds and not came.calls and not came.card and not came.agents & _OURS


async def judge_crowd(
    reasoner: Reasoner, name: str, folder: Path = FOLDER, limit: int | None = None
) -> Outcome:
    """Judge the lines for services and those for nothing here; raise BadData or Upstream."""
    services, foreign = load(folder / "services.jsonl", ForService), _foreign(folder)
    ours, others = services.items[:limit], foreign.items[:limit]
    came = [await answered(reasoner, line.text) for line in ours]
    strange = [await answered(reasoner, line.text) for line in others]
    judged = [*zip(ours, came, strict=True)]
    wrong = [
        f"{line.text} | {line.task}: {one.told()}"
        for line, one in judged
        if not call_right(line, one)
    ]
    taken = [
        f"{line.text} | foreign: {one.told()}"
        for line, one in zip(others, strange, strict=True)
        if not declined(one)
    ]
    return Outcome(
        name="crowd",
        facts=(("reasoner", name), ("data (SHA-256)", f"{services.digest}, {foreign.digest}")),
        n=len(ours) + len(others),
        shares={
            "right_agent": Share(sum(agent_right(*one) for one in judged), len(judged)),
            "right_call_or_question": Share(sum(call_right(*one) for one in judged), len(judged)),
            "foreign_declined": Share(sum(map(declined, strange)), len(strange)),
        },
        values=times([one.milliseconds for one in (*came, *strange)]),
        tables=(_by_service(judged),),
        misjudged=(*wrong, *taken),
        part="test",
    )


async def answered(reasoner: Reasoner, text: str) -> Came:
    """Say one thing in a workspace of its own, with everything connected."""
    world: Any = World(reasoner=reasoner, domains=frozenset(DOMAINS))
    world.services = replace(world.services, speller=SPELLING)
    async with world:
        began = time.perf_counter()
        await world.say(text, "m1")
        taken = (time.perf_counter() - began) * 1000
        key, threads, head = world.key(), world.services.threads, await world.head()
        turn: Turn = await world.turn(1)
        work = [
            await threads.get(key, AGENT_RUN, 1),
            *[
                await threads.get(key, BRANCH, branch_row(1, number))
                for number in range(1, len(turn.intent.commands if turn.intent else ()) + 1)
            ],
        ]
        asked = await world.request() if head.request else None
        held = await threads.get(key, HANDOFF, head.handoff) if head.handoff else None
        said = [text for role, text in await world.transcript() if role == "assistant"]
    return Came(
        turn,
        tuple(run.value for run in work if run is not None),
        asked.value if asked else None,
        said[-1] if said else "",
        _reminds(held.value if held else None),
        taken,
    )


def _reminds(handoff: Handoff | None) -> bool:
    building = handoff.building if handoff else None
    errand = building.errand if building else None
    return errand is not None and errand.kind == "remind"


def _foreign(folder: Path) -> Dataset[Foreign]:
    return load(folder / "foreign.jsonl", Foreign)


def _by_service(judged: Sequence[tuple[ForService, Came]]) -> str:
    by: dict[str, list[tuple[ForService, Came]]] = {}
    for line, one in judged:
        by.setdefault(line.service, []).append((line, one))
    rows = [
        (
            service,
            percent(Share(sum(agent_right(*one) for one in found), len(found))),
            percent(Share(sum(call_right(*one) for one in found), len(found))),
        )
        for service, found in by.items()
    ]
    return table(("service", "right agent", "right call or question"), rows)
