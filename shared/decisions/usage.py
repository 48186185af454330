"""What turns took, in figures."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, date
from typing import Literal

from shared.models.routed import AgentFigures, DayFigures, Figures, Routed, UsageReport


def report(turns: Sequence[Routed], days: int, of: Literal["me", "organisation"]) -> UsageReport:
    """Return the figures of these turns: all together, by agent, and by day."""
    by_agent: defaultdict[str, list[Routed]] = defaultdict(list)
    by_day: defaultdict[date, list[Routed]] = defaultdict(list)
    for turn in turns:
        by_day[turn.at.astimezone(UTC).date()].append(turn)
        if turn.agent is not None:
            by_agent[turn.agent].append(turn)
    agents = [
        AgentFigures(agent=agent, **figures(its).model_dump()) for agent, its in by_agent.items()
    ]
    return UsageReport(
        days=days,
        of=of,
        total=figures(turns),
        agents=tuple(sorted(agents, key=lambda its: (-its.runs, its.agent))),
        by_day=tuple(
            DayFigures(day=day, **figures(its).model_dump()) for day, its in sorted(by_day.items())
        ),
    )


def figures(turns: Sequence[Routed]) -> Figures:
    """Return what these turns took together."""
    return Figures(
        turns=len(turns),
        runs=sum(turn.agent is not None for turn in turns),
        tool_calls=sum(turn.tools for turn in turns),
        model_calls=sum(turn.calls for turn in turns),
        input_tokens=sum(turn.input_tokens for turn in turns),
        output_tokens=sum(turn.output_tokens for turn in turns),
        milliseconds=sum(turn.milliseconds for turn in turns),
    )
