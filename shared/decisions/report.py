"""What became of routed turns, in figures."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.models.routed import AgentShare, Met, Routed, RoutingReport

SILENCE = timedelta(hours=1)
"""After this long without another word, what was given counts as taken."""


def report(turns: Sequence[Routed], days: int, now: datetime) -> RoutingReport:
    """Return the figures for these turns, as they look now."""
    next_of = {turn.turn: turn for turn in turns}
    worked = [
        (turn, met(turn, next_of.get(_after(turn.turn)), now))
        for turn in turns
        if turn.agent is not None
    ]
    outcomes = Counter(state for _, state in worked)
    first_try = sum(state == "success" and not turn.rounds for turn, state in worked)
    wrong = [turn for turn in turns if turn.verdict == "wrong_agent"]
    routed = Counter(turn.agent for turn in turns if turn.agent is not None)
    missed = Counter(turn.agent for turn in wrong)
    return RoutingReport(
        days=days,
        turns=len(turns),
        clarification_rate=_share(sum(turn.rounds > 0 for turn in turns), len(turns)),
        first_try_success=_share(first_try, outcomes["success"] + outcomes["failure"]),
        override_rate=_share(sum(turn.mentioned for turn in turns), len(turns)),
        wrong_agent_rate=_share(len(wrong), len(turns)),
        outcomes={
            "success": outcomes["success"],
            "failure": outcomes["failure"],
            "open": outcomes["open"],
        },
        questions=dict(Counter(turn.asked for turn in turns if turn.asked is not None)),
        agents=tuple(
            AgentShare(agent=agent, turns=count, wrong=missed[agent])
            for agent, count in sorted(routed.items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def met(turn: Routed, following: Routed | None, now: datetime) -> Met:
    """Return whether a turn gave what was wanted: told by the person, or by what they did next."""
    if turn.verdict is not None:
        return "success" if turn.verdict == "good" else "failure"
    soon = following is not None and following.at - turn.at <= SILENCE
    if turn.succeeded is False or (soon and following is not None and following.follows):
        return "failure"
    if turn.succeeded is None or not (following or now - turn.at >= SILENCE):
        return "open"
    return "success"


def _after(name: str) -> str:
    """Return what names the turn after this one in its conversation."""
    thread, _, number = name.rpartition("/")
    return f"{thread}/{int(number) + 1}"


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
