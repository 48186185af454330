"""What an organisation's agents could not do: seen in one turn, and counted over many."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal

from shared.decisions import routing, wording
from shared.decisions.sanitizing import sanitized
from shared.models.gap import Gap
from shared.models.routed import GapReport, Unmet
from shared.models.thread import Turn

_CHARACTERS = 500
"""Of a request, kept to show what was wanted."""
_NEAREST = routing.MAX_OPTIONS - 1
_WORD = re.compile(r"\w+")


def gap_of(name: str, turn: Turn) -> Gap | None:
    """Return what a closed turn of this name shows to be missing; None if nothing is."""
    stranger = _stranger(turn)
    if not stranger and not _offered(turn):
        return None
    commands = turn.intent.commands if turn.intent is not None else ()
    candidates = turn.decision.candidates if turn.decision is not None else ()
    return Gap(
        id=name,
        at=turn.closed_at or turn.opened_at,
        text=sanitized(turn.text if stranger else routing.wanted(turn), _CHARACTERS),
        domain=next((command.agent for command in commands if command.agent), ""),
        nearest=tuple(c.agent for c in candidates if c.available)[:_NEAREST],
        outcome=_outcome(turn),
    )


def _offered(turn: Turn) -> bool:
    """Whether a new agent was offered since there is none for it, be it after other questions."""
    noted = (entry.detail for entry in turn.trace if entry.name == "decision")
    return turn.asked == "offer" or any(detail.get("question") == "offer" for detail in noted)


def _stranger(turn: Turn) -> bool:
    """Whether it was for an agent that is called by no name known here."""
    name, decision = routing.mention(turn.text), turn.decision
    if name is None or decision is None or decision.kind != "say":
        return False
    return decision.text.startswith(wording.unknown_agent(name, ()))


def _outcome(turn: Turn) -> Literal["created", "alternative", "left"]:
    kind = turn.decision.kind if turn.decision is not None else None
    if kind == "build":
        return "created"
    return "alternative" if kind == "run" else "left"


def report(gaps: Sequence[Gap], days: int, limit: int) -> GapReport:
    """Count gaps (newest first) by what was asked for; at most `limit` requests are listed."""
    alike: defaultdict[str, list[Gap]] = defaultdict(list)
    for gap in gaps:
        alike[_normal(gap.text)].append(gap)
    listed = sorted(alike.values(), key=len, reverse=True)[:limit]
    return GapReport(
        days=days,
        requests=len(gaps),
        outcomes=dict(Counter(gap.outcome for gap in gaps)),
        domains=dict(Counter(gap.domain for gap in gaps if gap.domain)),
        gaps=tuple(map(_unmet, listed)),
    )


def _unmet(same: Sequence[Gap]) -> Unmet:
    latest = same[0]
    return Unmet(
        text=latest.text,
        count=len(same),
        domain=latest.domain,
        nearest=latest.nearest,
        outcomes=dict(Counter(gap.outcome for gap in same)),
        last_at=latest.at,
    )


def _normal(text: str) -> str:
    """Return the words of a text; a text without any as it is."""
    return " ".join(_WORD.findall(text.casefold())) or text
