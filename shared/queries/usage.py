"""What was used: requests, calls and tokens. Prices are not known here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.decisions.permissions import may
from shared.decisions.usage import figures, report
from shared.models.routed import AgentFigures, Figures, Routed
from shared.queries.cues import says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import and_more, day
from shared.services import Services
from shared.tools.wording import count
from shared.words import either

SHOWN = 5
_DAYS = 30
_NO_PRICES = (
    "What that costs in money isn't known here: prices are agreed between your organisation and "
    "whoever runs its language models."
)
_OWN_ONLY = (
    "These are your own figures; those of the whole organisation are for its administrators."
)

_LAST_DAYS = re.compile(r"\b(?:last|past|previous) (\d{1,3}) days\b")
_ROLLING = re.compile(r"\bpast week\b")
_BEFORE = re.compile(r"\b(?:last|previous) (week|month)\b")
_SINCE = re.compile(r"\b(today|yesterday|(?:this|current) week|(?:this|current) month)\b")


class UsageFigures(InOnePiece):
    """Adds up what the asker used, or for administrators what everybody did."""

    id = "usage"
    priority = 110

    def can_handle(self, asked: Asked) -> bool:
        """Take what asks how much was used or spent, not how much may be."""
        return says(asked.plain, "tokens", "paid") and not says(asked.plain, "allowed")

    async def text(self, asked: Asked, services: Services) -> str:
        """Report on the time asked about."""
        who, said, now = asked.principal, asked.plain, services.clock.now()
        period = period_of(said, now)
        kept = services.limits.retention
        found = await services.routings.since(who.tenant, max(period.since, now - kept))
        turns = [turn for turn in found if period.until is None or turn.at < period.until]
        everybody = says(said, "everybody")
        everything = everybody and may(who.roles, "administer")
        if not everything:
            turns = [turn for turn in turns if turn.user == who.user]
        with_agents = ""
        if asked.named:
            named = {agent.id for agent in asked.named}
            turns = [turn for turn in turns if turn.agent in named]
            with_agents = f" with {either([f'**{agent.name}**' for agent in asked.named])}"
        whose = "your organisation" if everything else "you"
        parts = [_told(f"{whose} used{with_agents} {period.words}", turns)]
        parts += _by_agent(asked, turns) if not asked.named else []
        if everybody and not everything:
            parts.append(_OWN_ONLY)
        if period.since < now - kept:
            parts.append(f"Figures are kept for {kept.days} days only.")
        if says(said, "paid"):
            parts.append(_NO_PRICES)
        return "\n".join(parts)


@dataclass(frozen=True)
class Period:
    """A time that is asked about, and what it is called; without `until` it lasts to this day."""

    words: str
    since: datetime
    until: datetime | None = None


def period_of(said: str, now: datetime) -> Period:
    """Return the time a question is about, in UTC; the last 30 days where it does not say."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    monday = midnight - timedelta(days=now.weekday())
    first = midnight.replace(day=1)
    if found := _LAST_DAYS.search(said):
        days = max(1, int(found[1]))
        return Period(f"in the last {days} days", now - timedelta(days=days))
    if _ROLLING.search(said):
        return Period("in the last 7 days", now - timedelta(days=7))
    if found := _BEFORE.search(said):
        if found[1] == "week":
            return Period("last week", monday - timedelta(days=7), monday)
        return Period("last month", (first - timedelta(days=1)).replace(day=1), first)
    found = _SINCE.search(said)
    match found[1].split()[-1] if found else "":
        case "today":
            return Period("today", midnight)
        case "yesterday":
            return Period("yesterday", midnight - timedelta(days=1), midnight)
        case "week":
            return Period(f"this week, since {day(monday)}", monday)
        case "month":
            return Period(f"this month, since {day(first)}", first)
        case _:
            return Period(f"in the last {_DAYS} days", now - timedelta(days=_DAYS))


def _told(what: str, turns: Sequence[Routed]) -> str:
    if not turns:
        return f"Nothing is on record of what {what}."
    total = figures(turns)
    lines = [
        f"What {what} (UTC):",
        f"- {count(total.turns, 'request')}, {total.runs:,} of them worked on by an agent",
        f"- {count(total.tool_calls, 'tool call')}",
        f"- {_models(total)}",
    ]
    return "\n".join(lines)


def _models(total: Figures) -> str:
    if not total.model_calls:
        return "no calls of a language model, so no tokens"
    read, written = f"{total.input_tokens:,} read", f"{total.output_tokens:,} written"
    tokens = f"{_tokens(total):,} tokens ({read}, {written})"
    return f"{count(total.model_calls, 'model call')} with {tokens}"


def _by_agent(asked: Asked, turns: Sequence[Routed]) -> list[str]:
    """Return the most used of the agents that the asker may know."""
    known = [
        (agent.name, its)
        for its in report(turns, _DAYS, "me").agents
        if (agent := asked.reach.index.get(its.agent)) is not None and asked.may_know(agent)
    ]
    if not known:
        return []
    lines = [_line(name, its) for name, its in known[:SHOWN]]
    return ["By agent:", *lines, *and_more(len(known) - SHOWN)]


def _line(name: str, its: AgentFigures) -> str:
    tokens = f", {_tokens(its):,} tokens" if _tokens(its) else ""
    calls = count(its.tool_calls, "tool call")
    return f"- **{name}**: {count(its.turns, 'request')}, {calls}{tokens}"


def _tokens(its: Figures) -> int:
    return its.input_tokens + its.output_tokens
