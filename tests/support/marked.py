"""Commands written as training sentences are: "move {topic:the retro} to {newtime:friday at 3}"."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from shared.models.profile import Profile
from shared.models.reasoning import (
    ConversationContext,
    Earlier,
    Exchange,
    Memory,
    PlanRequest,
    Reference,
    ToolSpec,
)
from shared.models.world import Thing
from shared.understanding.heads import Op
from shared.understanding.marking import Span
from shared.understanding.revision import Marked, Timed, Wished
from shared.understanding.said import Said
from shared.workspace.registry import TOOLS

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Thursday."""

_SPAN = re.compile(r"\{(?P<kind>[a-z]*)(?:>(?P<role>[a-z]+))?:(?P<text>[^{}]+)\}")
"""Words of a kind; behind ">" what a time is for, or what is to be different of an event."""
_CHANGES: dict[str, Op] = {"who": "who+", "gone": "who-", "title": "title", "place": "place"}
"""What is marked of a change of an event, and what that does."""


def said(task: str, marked: str, carried: str = "", sure: float = 1.0) -> Said:
    """Return a command of a task; `carried` is an earlier one whose spans it takes over."""
    text, spans = plain(marked)
    roles = [one for one in _marks(marked)[2] if one[0]]
    times = tuple(Timed(role, *one) for role, *one in roles if role not in _CHANGES)
    marks = tuple(Marked(role, *one) for role, *one in roles if role in _CHANGES)
    wished = Wished({_CHANGES[one.role]: 1.0 for one in marks}, marks)
    return Said(task, sure, text, spans, plain(carried)[1], times=times, wished=wished)


def plain(marked: str) -> tuple[str, tuple[Span, ...]]:
    """Return a marked text without its marks, and the spans they make."""
    text, kinds, _ = _marks(marked)
    return text, tuple(Span(kind, *one) for kind, *one in kinds if kind)


def _marks(marked: str) -> tuple[str, list[Any], list[Any]]:
    """Return a marked text without its marks, and each with its kind, and with its role."""
    text, at, kinds, roles = "", 0, list[Any](), list[Any]()
    for found in _SPAN.finditer(marked):
        text += marked[at : found.start()]
        at, start = found.end(), len(text)
        text += found["text"]
        place = (found["text"], start, len(text))
        kinds.append((found["kind"], *place))
        roles.append((found["role"], *place))
    return text + marked[at:], kinds, roles


def request(
    agent: str,
    command: str,
    references: Sequence[Reference] = (),
    *,
    now: datetime = NOW,
    exchanges: Sequence[tuple[str, str]] = (),
    memory: Memory | None = None,
    earlier: Sequence[Earlier] = (),
    profile: Profile | None = None,
    mentioned: Sequence[Thing] = (),
) -> PlanRequest:
    """Return the request to plan a command; `exchanges` are who ("user", "assistant") said what."""
    return PlanRequest(
        agent=agent,
        command=command,
        today=now.date().isoformat(),
        now=now,
        tools=tuple(
            ToolSpec(
                name=name,
                description=tool.description,
                parameters={},
                changes=tool.rules.changes,
            )
            for name, tool in TOOLS.items()
        ),
        context=ConversationContext(
            exchanges=tuple(Exchange.model_validate({"role": r, "text": t}) for r, t in exchanges),
            references=tuple(references),
            memory=memory or Memory(),
        ),
        earlier=tuple(earlier),
        profile=profile or Profile(),
        mentioned=tuple(mentioned),
    )
