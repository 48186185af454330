"""Which of several things called alike is meant: the occurrence of a series that a time tells."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import date

from shared.words import stem, words_of

_ARTICLES = frozenset({"the", "a", "an", "my", "our", "this", "that"})
_WHEN = frozenset({"on", "before", "after", "during", "since", "until", "till"})
"""Words before the name of what only tells when something else is."""
_UNITS = frozenset({"day", "week", "morning", "afternoon", "evening", "time", "because"})
"""What is "of" something that only tells when, or why."""


def occurrence(
    places: Sequence[tuple[int, str]], within: Sequence[str], beside: Sequence[str]
) -> int | None:
    """Return the place whose day is told; None where that is none of them, or several.

    `places` come with the day each begins on, as a date; `within` are the first and the last day
    that are said; `beside` the days of what is named to tell when.
    """
    told = [at for at, day in places if day and within and within[0] <= day <= within[-1]]
    if not within or len(told) > 1:
        near = [one for one in places if not told or one[0] in told]
        same = [at for at, day in near if day in beside]
        weeks = {_week(one) for one in beside if one}
        told = same or [at for at, day in near if day and _week(day) in weeks]
    return told[0] if len(told) == 1 else None


def tells_when(name: AbstractSet[str], words: str) -> bool:
    """Whether the thing with a name, as stems, is only named to tell when something else is."""
    said = words_of(words)
    stems = [stem(word) for word in said]
    size = len(name) + 1
    starts = (
        at for at, one in enumerate(stems) if one in name and name <= {*stems[at : at + size]}
    )
    at = next(starts, 0)  # words of a name that stand apart are led in by nothing
    lead = [word for word in said[max(0, at - 4) : at] if word not in _ARTICLES]
    of_when = lead[-1:] == ["of"] and not _UNITS.isdisjoint(lead[-2:-1])
    return of_when or not _WHEN.isdisjoint(lead[-1:])


def _week(day: str) -> tuple[int, int]:
    return date.fromisoformat(day).isocalendar()[:2]
