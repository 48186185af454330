"""Moments counted from now: "in two hours", "the last 20 minutes", "right now"."""

from datetime import UTC, datetime, timedelta

from shared.english.scanning import NUMBER, Scan, number, rule

_SOON = (
    rule(
        rf"\b(?:in|within) (?:about )?(?P<count>half an(?= h)|{NUMBER})"
        r" (?P<unit>minute|min|hour|hr)s?"
        r"(?: and (?:(?P<more>\d{1,2}|a half|a quarter)(?: minutes?)?))?(?:' time)?\b"
    ),
    rule(
        rf"\b(?P<count>half an(?= h)|{NUMBER}) (?P<unit>minute|min|hour|hr)s? from now\b(?P<more>)"
    ),
)
_NOW = rule(
    r"\b(?:right |just |starting )now\b|(?<!from )\bnow\b$|\bat the moment\b|\bstraight away\b"
)
_AGO = rule(
    rf"\b(?:in |over |during |within )?(?:the )?(?:last|past) (?P<count>{NUMBER} )?"
    rf"(?P<unit>minute|min|hour)s?\b|\b(?P<gone>{NUMBER}) (?P<each>minute|min|hour)s? ago\b"
)


def take_moment(scan: Scan, now: datetime) -> datetime | None:
    """Return a moment ahead of now, by the clock: days are days by the calendar."""
    for pattern in _SOON:
        if found := scan.take(pattern):
            return _ahead(now, _span(found["count"], found["unit"], found["more"] or "0"))
    return None


def take_past(scan: Scan, now: datetime) -> datetime | None:
    """Return the moment since which something is meant: "the last 20 minutes"."""
    found = scan.take(_AGO)
    if found is None:
        return None
    count, unit = found["count"] or found["gone"] or "1", found["unit"] or found["each"]
    return now.replace(tzinfo=None) - _span(count, unit, "0")


def take_now(scan: Scan) -> bool:
    """Return whether it is about this moment."""
    return scan.take(_NOW) is not None


def _ahead(now: datetime, span: timedelta) -> datetime:
    if now.tzinfo is None:
        return now + span
    return (now.astimezone(UTC) + span).astimezone(now.tzinfo)


def _span(count: str, unit: str, more: str) -> timedelta:
    if count.casefold().startswith("half"):
        return timedelta(minutes=30)
    size = 60 if unit.casefold().startswith("h") else 1
    further = {"a half": size // 2, "a quarter": size // 4}.get(more.casefold())
    return timedelta(minutes=number(count) * size + (int(more) if further is None else further))
