"""What became of routed turns, in figures."""

from collections import Counter
from collections.abc import Sequence

from shared.models.routed import AgentShare, Routed, RoutingReport


def report(turns: Sequence[Routed], days: int) -> RoutingReport:
    """Return the figures for these turns."""
    worked = [turn for turn in turns if turn.succeeded is not None]
    first_try = [t for t in worked if t.succeeded and not t.rounds and t.verdict != "wrong_agent"]
    wrong = [turn for turn in turns if turn.verdict == "wrong_agent"]
    routed = Counter(turn.agent for turn in turns if turn.agent is not None)
    missed = Counter(turn.agent for turn in wrong)
    return RoutingReport(
        days=days,
        turns=len(turns),
        clarification_rate=_share(sum(turn.rounds > 0 for turn in turns), len(turns)),
        first_try_success=_share(len(first_try), len(worked)),
        override_rate=_share(sum(turn.mentioned for turn in turns), len(turns)),
        wrong_agent_rate=_share(len(wrong), len(turns)),
        questions=dict(Counter(turn.asked for turn in turns if turn.asked is not None)),
        agents=tuple(
            AgentShare(agent=agent, turns=count, wrong=missed[agent])
            for agent, count in sorted(routed.items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
