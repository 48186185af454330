"""What a closed turn teaches: about its agent, the person, routing, and what is missing.

Each thing is kept under the turn's name, so that learning twice from one turn changes nothing.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

from shared.agents.roster import encoded
from shared.decisions import gaps, habits, routing
from shared.decisions.ending import Rules, came_to_something
from shared.decisions.following import follows
from shared.decisions.report import SILENCE
from shared.errors import AgentDiscoveryError
from shared.models.agent import RunOutcome
from shared.models.intent import Decision
from shared.models.person import Habit, Person, Preference, Taught
from shared.models.principal import Principal
from shared.models.routed import Follows, Routed, Verdict
from shared.models.rows import TURN, Stored
from shared.models.run import AgentRun
from shared.models.thread import Thread, Turn
from shared.models.votes import Vote
from shared.naming import voter
from shared.services import Services
from shared.tools.tool import rules_of

_OUR_FAULT = frozenset({"network", "rate_limit", "tool_error", "auth", "permission"})
"""Kinds of failure that say something of the agent, not of what was asked of it, nor of accounts
that a person has to connect."""

_SHOWN = 200
"""Characters of a request kept with a remembered choice, for the person to recognise it."""


async def learn(
    services: Services,
    principal: Principal,
    thread: str,
    turn: Turn,
    run: AgentRun | None,
    at: Stored[Thread] | None = None,
) -> None:
    """Keep what a turn that has just closed teaches, of itself and of the turn before it.

    `at` is the thread row as it is now, where that is known.
    """
    said = await _looked_back(services, principal, thread, turn, at)
    made = _routed(services, principal, thread, turn, run)
    await services.routings.add(principal.tenant, made.model_copy(update={"follows": said}))
    gap = gaps.gap_of(turn_name(thread, turn), turn)
    if gap is not None:
        await services.gaps.keep(principal.tenant, gap)
    decision, agent = turn.decision, turn.sent_to
    if decision is None or agent is None or run is None:
        return
    await _count(services, principal, outcome_of(thread, turn, run), agent)
    habit = Habit(turn=turn_name(thread, turn), agent=agent, at=_ended(turn))
    await services.people.change(principal, lambda person: habits.used(person, habit))
    if decision.among:
        with suppress(AgentDiscoveryError):  # without an encoder, the choice is not remembered
            await _remember(services, principal, routing.wanted(turn)[:_SHOWN], habit, decision)


async def _looked_back(
    services: Services, principal: Principal, thread: str, turn: Turn, at: Stored[Thread] | None
) -> Follows:
    """Return how a turn follows the one before it; take back what that one taught if it was wrong.

    Whose fault it was is not said, so it is no failure of the agent either.
    """
    known = None
    if turn.number > 1:
        known = await services.threads.get(thread, TURN, turn.number - 1, at=at)
    before = known.value if known is not None else None
    if before is None or turn.opened_at - _ended(before) > SILENCE:
        return ""
    told = follows(routing.wanted(before), turn.text)
    if told == "corrects" and before.sent_to is not None:
        name, text = turn_name(thread, before), routing.wanted(before)[:_SHOWN]
        await services.records.withdraw(principal.tenant, before.sent_to, name)
        await services.people.change(principal, lambda person: habits.regret(person, name))
        with suppress(AgentDiscoveryError):
            point = habits.packed(encoded(services, text))
            await _unteach(services, principal, before.sent_to, point)
    return told


async def _remember(
    services: Services, principal: Principal, text: str, habit: Habit, decision: Decision
) -> None:
    """Keep a person's choice among agents for requests like this one.

    Where several agents fitted, that is a matter of taste and stays theirs. Where none did, it
    tells what the agent is for, and others may come to say the same.
    """
    choice = Preference(
        turn=habit.turn,
        text=text,
        among=decision.among,
        agent=habit.agent,
        point=habits.packed(encoded(services, text)),
        at=habit.at,
    )
    await services.people.change(principal, lambda person: habits.prefer(person, choice))
    if all(candidate.score < routing.FIT for candidate in decision.candidates):
        await _teach(services, principal, habit.agent, text, habit.at)


async def _teach(
    services: Services, principal: Principal, agent: str, text: str, at: datetime
) -> None:
    """Note that an agent is for a request: for this person at once, for others as one vote."""
    point = habits.packed(encoded(services, text))
    taught = Taught(agent=agent, text=text, point=point, at=at)
    await services.people.change(principal, lambda person: habits.teach(person, taught))
    vote = Vote(by=voter(principal.user), text=text, point=point, at=at)
    await services.catalogue.vote(principal.tenant, agent, vote)


async def _unteach(services: Services, principal: Principal, agent: str, point: str) -> None:
    """Take back that an agent is for requests like this one, as far as this person said so."""
    await services.people.change(principal, lambda person: habits.unteach(person, agent, point))
    await services.catalogue.withdraw(principal.tenant, agent, voter(principal.user), point)


async def forget(
    services: Services, principal: Principal, agents: Collection[str] = ()
) -> tuple[Preference, ...]:
    """Forget a person's choices of these agents, or all; return them. They will be asked again."""
    gone: tuple[Preference, ...] = ()

    def drop(person: Person) -> Person:
        nonlocal gone
        gone = tuple(p for p in person.preferences if not agents or p.agent in agents)
        kept = tuple(p for p in person.preferences if p not in gone)
        return person.model_copy(update={"preferences": kept})

    await services.people.change(principal, drop)
    for choice in gone:
        await _unteach(services, principal, choice.agent, choice.point)
    return gone


async def judge(
    services: Services,
    principal: Principal,
    thread: str,
    turn: Turn,
    run: AgentRun | None,
    verdict: Verdict,
    meant: str | None,
) -> None:
    """Keep a person's verdict on where a turn went; a later one replaces it.

    It counts for them at once, for others when a quorum says the same (`decisions/voting`). Whether
    an agent works shows in how its runs end: no verdict changes its record, or a few people could
    take it away from all the others. Raises AgentDiscoveryError when the encoder does not work.
    """
    made = _routed(services, principal, thread, turn, run)
    judged = made.model_copy(update={"verdict": verdict, "meant": meant})
    before = await services.routings.judge(principal.tenant, judged)
    agent, text, now = judged.agent, routing.wanted(turn)[:_SHOWN], services.clock.now()
    point = habits.packed(encoded(services, text))
    if before is not None and before.meant is not None and before.meant != meant:
        await _unteach(services, principal, before.meant, point)
    if agent is not None and verdict == "good":
        await _teach(services, principal, agent, text, now)
    elif agent is not None:
        name = turn_name(thread, turn)
        await _unteach(services, principal, agent, point)
        await services.people.change(principal, lambda person: habits.regret(person, name))
    if meant is not None:
        await _teach(services, principal, meant, text, now)


def _routed(
    services: Services, principal: Principal, thread: str, turn: Turn, run: AgentRun | None
) -> Routed:
    return routed(principal.user, thread, turn, run, rules_of(services.tools))


def routed(
    user: str, thread: str, turn: Turn, run: AgentRun | None, rules: Rules | None = None
) -> Routed:
    """Return how a person's turn was routed, and what it took, without a word of what was said."""
    decision = turn.decision
    return Routed(
        turn=turn_name(thread, turn),
        at=_ended(turn),
        user=user,
        action=turn.intent.action if turn.intent is not None else None,
        kind=decision.kind if decision is not None else None,
        agent=turn.sent_to,
        asked=turn.asked,
        rounds=turn.rounds,
        mentioned=routing.mention(turn.text) is not None,
        succeeded=came_to_something(run, rules or {}) if run is not None else None,
        calls=turn.usage.calls,
        input_tokens=turn.usage.input_tokens,
        output_tokens=turn.usage.output_tokens,
        tools=sum(entry.name == "tool" for entry in turn.trace),
        milliseconds=sum(entry.milliseconds for entry in turn.trace),
    )


def outcome_of(thread: str, turn: Turn, run: AgentRun | None) -> RunOutcome | None:
    """Return how the agent's run ended; None where it never got to show it."""
    succeeded = _succeeded(run) if run is not None else None
    if run is None or succeeded is None:
        return None
    return RunOutcome(
        turn=turn_name(thread, turn),
        succeeded=succeeded,
        milliseconds=sum(step.milliseconds for step in run.steps),
        at=_ended(turn),
    )


async def _count(
    services: Services, principal: Principal, outcome: RunOutcome | None, agent: str
) -> None:
    if outcome is not None:
        await services.records.count(principal.tenant, agent, outcome)


def _ended(turn: Turn) -> datetime:
    return turn.closed_at or turn.opened_at


def turn_name(thread: str, turn: Turn) -> str:
    """Return what names a turn among all of a tenant's."""
    return f"{thread}/{turn.number}"


def _succeeded(run: AgentRun) -> bool | None:
    """Return whether a run worked; None where it never got to show it."""
    response = run.response
    if response is None:
        return None
    if response.success:
        return True
    error = response.error
    ours = error is not None and error.type in _OUR_FAULT and not error.connects
    return False if ours else None
