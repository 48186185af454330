"""Judges decisions: where each message of a conversation goes, in its organisation."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evals.conversation import Before, OpenQuestion, before
from evals.decisions_set import Decisions, Destination, LabelledDecision
from evals.outcome import Outcome, class_table, confusion_table, times
from evals.report import percent, table
from evals.scores import Judged, Share
from evals.world import Remembering, World, organisation
from shared.decisions import memory, routing
from shared.models.agent import Agent
from shared.models.intent import Decision, Entities, Option
from shared.models.reasoning import ConversationContext, Memory, ReplyRequest
from shared.ports import Encoder, Reasoner

_MISSED = frozenset({"offer", "query", "create", "update", "say"})
"""What becomes of a task that is missed."""
_KINDS = (
    "route",
    "choice",
    "entity",
    "open",
    "create_or_run",
    "offer",
    "query",
    "create",
    "update",
    "say",
)


@dataclass(frozen=True)
class Settled:
    """A labelled decision and where its message went."""

    item: LabelledDecision
    went: Destination
    milliseconds: float

    @property
    def right(self) -> bool:
        """Whether it went where expected."""
        return self.went.meets(self.item.expect)

    @property
    def acceptable(self) -> bool:
        """Whether it went where it may go."""
        return self.right or any(self.went.meets(other) for other in self.item.also_ok)

    @property
    def wrong_agent(self) -> bool:
        """Whether an agent runs that no label names."""
        named = self.item.expect.agents.union(*(other.agents for other in self.item.also_ok))
        return self.went.kind == "route" and self.went.agent not in named

    @property
    def clarified(self) -> bool:
        """Whether the person is asked what they meant; an offer is no such question."""
        return self.went.kind == "ask"

    @property
    def missed(self) -> bool:
        """Whether a task for an agent reaches neither an agent nor a question."""
        return self.item.expect.kind == "route" and self.went.kind in _MISSED


async def judge_decisions(
    data: Decisions, reasoner: Reasoner, encoder: Encoder, name: str
) -> Outcome:
    """Decide where each message goes; raise Upstream."""
    saving = Remembering(encoder)
    worlds = {
        name: await organisation(agents, reasoner, encoder, saving)
        for name, agents in data.tenants.items()
    }
    for world in worlds.values():
        await world.understand("hello")  # what is read on first use is no part of a message's time
    settled = [
        await _settle(worlds[item.tenant], data.tenants[item.tenant], item)
        for item in data.said.items
    ]
    to_route = [one for one in settled if one.item.expect.kind == "route"]
    routed = [one for one in to_route if one.went.kind == "route"]
    shares = {
        "accuracy": _share(settled, lambda one: one.right),
        "accuracy_lenient": _share(settled, lambda one: one.acceptable),
        "wrong_agent_rate": _share(settled, lambda one: one.wrong_agent),
        "missed_rate": _share(to_route, lambda one: one.missed),
        "clarification_rate": _share(settled, lambda one: one.clarified),
        "accuracy_when_routed": _share(routed, lambda one: one.right),
    }
    kinds = [Judged(one.item.expect.label, one.went.label, 1, one.milliseconds) for one in settled]
    labels = [kind for kind in _KINDS if any(kind in (one.gold, one.predicted) for one in kinds)]
    return Outcome(
        name="decisions",
        facts=(
            ("reasoner", name),
            ("data (SHA-256)", f"{data.said.digest}, tenants {data.tenants_digest}"),
        ),
        n=len(settled),
        shares=shares,
        values=times([one.milliseconds for one in settled]),
        tables=(
            _by_kind(settled, labels),
            class_table(kinds, labels),
            confusion_table(kinds, labels),
        ),
        misjudged=[_told(one) for one in settled if not one.acceptable],
    )


async def _settle(world: World, agents: Sequence[Agent], item: LabelledDecision) -> Settled:
    said = before(item.context, agents)
    context = ConversationContext(
        exchanges=said.exchanges,
        memory=Memory(entities=await _entities(world, item), routes=said.routes),
    )
    began = time.perf_counter()
    went = None
    if said.question is not None and routing.mention(item.utterance) is None:
        went = await _answer(world, context, said, said.question, item.utterance)
    if went is None:
        understood = await world.understand(item.utterance, context)
        went = destination(understood.decision)
    return Settled(item, went, (time.perf_counter() - began) * 1000)


async def _entities(world: World, item: LabelledDecision) -> Entities:
    """Return what earlier messages named, which the product carries from turn to turn."""
    known = Entities()
    for said in item.context:
        if said.role == "user":
            intent = await world.analyze(said.text, ConversationContext())
            known = memory.merged(known, intent.entities)
    return known


async def _answer(
    world: World, context: ConversationContext, said: Before, asked: OpenQuestion, text: str
) -> Destination | None:
    """Return what a message makes of the question that is open; None for a new request."""
    request = ReplyRequest(
        question=asked.text,
        options=asked.options,
        text=text,
        kind="clarification",
        free_text=not asked.options,
    )
    reading = (await world.services.reasoner.interpret_reply(request)).value
    if reading.meaning == "new":
        return None
    if reading.meaning == "none":
        return Destination(kind="ask", question="open")
    option = next((o for o in asked.options if o.id == reading.option), None)
    if asked.agents:
        return _answer_to_the_product(asked, option)
    asker = asked.asker or await _asker(world, context, said)
    if asker is None:
        told = f"{said.request}\n{text}"
        return destination((await world.understand(told, context)).decision)
    if option is not None or not asked.options:
        return Destination(kind="route", agent=asker)
    return Destination(kind="ask", question="entity", agent=asker)


def _answer_to_the_product(asked: OpenQuestion, option: Option | None) -> Destination:
    """Follow the choice of an agent, or of what else was offered beside agents: a new one."""
    if option is None:
        return Destination(kind="ask", question="choice", among=tuple(asked.agents.values()))
    agent = asked.agents.get(option.id)
    return Destination(kind="route" if agent is not None else "create", agent=agent)


async def _asker(world: World, context: ConversationContext, said: Before) -> str | None:
    """Return the agent that the request before a question goes to.

    A question whose options are no agents is an agent's own, so one was found; where the request
    alone does not decide it, the likeliest is meant.
    """
    earlier = context.model_copy(update={"exchanges": said.exchanges[:-2]})
    decision = (await world.understand(said.request, earlier)).decision
    if decision.agent is None and decision.question in {"choice", "open"}:
        return next((candidate.agent for candidate in decision.candidates), None)
    return decision.agent


def destination(decision: Decision) -> Destination:
    """Return where a decision sends a message, in the words of labels."""
    match decision.kind:
        case "run" | "handoff" | "delegate":
            return Destination(kind="route", agent=decision.agent)
        case "build" if decision.agent is not None:
            return Destination(kind="update", agent=decision.agent)
        case "build":
            return Destination(kind="create")
        case "query":
            return Destination(kind="query")
        case "say":
            return Destination(kind="offer" if _no_such_agent(decision) else "say")
        case "ask":
            return _asked(decision)


def _asked(decision: Decision) -> Destination:
    if decision.question == "offer" or decision.question is None:
        return Destination(kind="offer")
    among = None
    if decision.question == "choice":
        named = (option.value.partition(":")[2] for option in decision.options)
        among = tuple(agent for agent in named if agent)
    return Destination(kind="ask", question=decision.question, agent=decision.agent, among=among)


def _no_such_agent(decision: Decision) -> bool:
    return any(reason.startswith("there is no @") for reason in decision.reasons)


def _share(settled: Sequence[Settled], holds: Callable[[Settled], bool]) -> Share:
    return Share(sum(map(holds, settled)), len(settled))


_RATES: Mapping[str, Callable[[Settled], bool]] = {
    "right": lambda one: one.right,
    "right, lenient": lambda one: one.acceptable,
    "wrong agent": lambda one: one.wrong_agent,
    "missed": lambda one: one.missed,
    "clarified": lambda one: one.clarified,
}


def _by_kind(settled: Sequence[Settled], labels: Sequence[str]) -> str:
    rows: list[tuple[object, ...]] = []
    for label in labels:
        expected = [one for one in settled if one.item.expect.label == label]
        if expected:
            shares = (percent(_share(expected, holds)) for holds in _RATES.values())
            rows.append((label, *shares))
    return table(("expected", *_RATES), rows)


def _told(one: Settled) -> str:
    item = one.item
    labels = " or ".join(_brief(label) for label in (item.expect, *item.also_ok))
    return f"{item.id} {item.tenant} | {item.utterance} | {labels}, went to {_brief(one.went)}"


def _brief(where: Destination) -> str:
    return " ".join(filter(None, (where.label, where.agent, ",".join(where.among or ()))))
