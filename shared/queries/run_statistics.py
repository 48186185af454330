"""How runs have gone: of the agents named, or of all."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice

from shared.decisions import habits
from shared.matching import available
from shared.models.agent import Agent, AgentRecord, RunOutcome
from shared.queries.cues import says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import ago, and_more, line
from shared.services import Services, records_of
from shared.tools.wording import count

LOOKED_AT = 200
"""Agents whose records are read for a question about all of them."""
SHOWN = 10
_KEPT = "Only each agent's last 50 runs are kept."

_PERIODS = (
    (re.compile(r"\btoday\b"), "today (UTC)", 0),
    (re.compile(r"\b(?:yesterday|overnight|last night)\b"), "since yesterday (UTC)", 1),
    (re.compile(r"\b(?:this|last|past) week\b|\bweekend\b"), "in the last 7 days", 7),
    (re.compile(r"\b(?:this|last|past) month\b"), "in the last 31 days", 31),
)
"""Cue, wording, and the days before the last midnight that it reaches back."""


class RunStatistics(InOnePiece):
    """Counts what the records of runs say."""

    id = "run-statistics"
    priority = 80

    def can_handle(self, asked: Asked) -> bool:
        """Take questions about how an agent's runs went, or everybody's."""
        said = asked.plain
        if not says(said, "runs") or says(said, "not runs", "turn to", "how to", "what if"):
            return False
        return bool(asked.meant("its")) or says(said, "whose runs")

    async def text(self, asked: Asked, services: Services) -> str:
        """Report on the agents named, the one used last, or all."""
        tenant, now = asked.principal.tenant, services.clock.now()
        agents = asked.meant("its")
        if agents:
            records = await records_of(services, tenant, agents)
            return "\n\n".join(_report(agent, records.get(agent.id), now) for agent in agents)
        person = habits.of_today(await services.people.get(asked.principal), asked.reach.born)
        often = asked.reach.usual(person, LOOKED_AT)
        if not often:
            return "There are no agents you can use yet, so nothing has run."
        records = await records_of(services, tenant, often)
        more = next(islice(asked.reach.agents(), LOOKED_AT, None), None) is not None
        partly = f"\nI looked at {LOOKED_AT} of your agents; name one to ask about others."
        return _overview(asked.plain, often, records, now) + (partly if more else "")


def _report(agent: Agent, record: AgentRecord | None, now: datetime) -> str:
    name = f"**{agent.name}**"
    off = "" if agent.enabled else " It is switched off."
    if record is None or not record.outcomes:
        return f"{name} has no recorded runs yet.{off}"
    last, every = record.outcomes[-1], len(record.outcomes)
    good = sum(outcome.succeeded for outcome in record.outcomes)
    ended = "finished" if last.succeeded else "failed"
    runs = f"{count(every, 'run')} {'is' if every == 1 else 'are'}"
    seconds = sum(outcome.milliseconds for outcome in record.outcomes) / every / 1000
    share = f"{good} of them successful ({good / every:.0%})"
    lines = [
        f"{name} last ran {ago(last.at, now)} ({last.at:%Y-%m-%d %H:%M} UTC) and {ended}.{off}",
        f"{runs} recorded, {share}, taking {seconds:.1f} s on average.",
    ]
    if agent.enabled and not available(record, now):
        lines.append("It keeps failing, so it is left alone for a few minutes before the next try.")
    return "\n".join([*lines, _KEPT])


def _overview(
    said: str, agents: Sequence[Agent], found: Mapping[str, AgentRecord], now: datetime
) -> str:
    period, since = _period(said, now)
    failed = says(said, "failed")
    counted = [
        (agent, [o for o in found[agent.id].outcomes if since is None or o.at >= since])
        for agent in agents
        if agent.id in found
    ]
    if says(said, "unused"):
        return _unused([agent for agent in agents if agent.id not in found])
    ran = [(agent, outcomes) for agent, outcomes in counted if outcomes]
    shown = [(agent, o) for agent, o in ran if not failed or not all(x.succeeded for x in o)]
    shown.sort(key=lambda pair: (-len(pair[1]), pair[0].name.casefold()))
    if not shown:
        what = "failed" if failed and ran else "ran"
        return f"None of the agents you can use {what}{period}, as far as is recorded. {_KEPT}"
    total = sum(len(outcomes) for _, outcomes in shown)
    verb = "had failures" if failed else "ran"
    heading = f"{count(len(shown), 'agent')} {verb}{period} ({count(total, 'run')} in all):"
    lines = [_tally(agent, outcomes, now) for agent, outcomes in shown[:SHOWN]]
    return "\n".join([heading, *lines, *and_more(len(shown) - SHOWN), _KEPT])


def _unused(agents: Sequence[Agent]) -> str:
    if not agents:
        return f"Every agent looked at has run before. {_KEPT}"
    lines = [line(agent) for agent in agents[:SHOWN]]
    return "\n".join(["Without a recorded run:", *lines, *and_more(len(agents) - SHOWN)])


def _tally(agent: Agent, outcomes: Sequence[RunOutcome], now: datetime) -> str:
    bad = sum(not outcome.succeeded for outcome in outcomes)
    ended = f"{bad} failed" if bad else "all successful"
    last = ago(outcomes[-1].at, now)
    return f"- **{agent.name}**: {count(len(outcomes), 'run')}, {ended}, the last {last}"


def _period(said: str, now: datetime) -> tuple[str, datetime | None]:
    """Return what a question is limited to, in words, and since when; None: not limited."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for cue, words, days in _PERIODS:
        if cue.search(said):
            return f" {words}", midnight - timedelta(days=days)
    return "", None
