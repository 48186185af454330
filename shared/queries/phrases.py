"""The wording that answers about agents have in common."""

from datetime import datetime

from shared.models.agent import Agent

_SHORT = 140


def line(agent: Agent) -> str:
    """Return one agent as a line of a list."""
    off = "" if agent.enabled else " (switched off)"
    described = one_line(agent.description)
    return f"- **{agent.name}**{off}" + (f": {described}" if described else "")


def one_line(text: str) -> str:
    """Return a text on one line, cut to what a list has room for."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHORT else flat[: _SHORT - 1].rsplit(" ", 1)[0] + "…"


def and_more(left: int) -> list[str]:
    """Return the line that says how many a list leaves out; none if it is complete."""
    return [f"\nand {left:,} more."] if left > 0 else []


def day(at: datetime) -> str:
    """Return a date as people write it."""
    return f"{at.day} {at:%B %Y}"


def ago(at: datetime, now: datetime) -> str:
    """Return how long ago something was; later times count as now."""
    seconds = max(0.0, (now - at).total_seconds())
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
