"""Times of day as people write them: "at 9", "8:30 and 17:30", "half past six in the evening".

A number alone from 1 to 6 could be either half of the day, so it is no time by itself; with minutes
it is read by the 24-hour clock.
"""

import re
from dataclasses import dataclass

PARTS = {"morning": (9, 0), "afternoon": (14, 0), "evening": (18, 0), "night": (21, 0)}
"""When something happens that is to happen in a part of the day."""
CLOCK = r"(?:noon|midnight|\d{1,2}(?:[:.]\d{2})?(?: ?(?:am|pm|o'clock|h)\b)?)(?![\d:.])"
_CLEAR = r"(?:noon|midnight|\d{1,2}[:.]\d{2}(?: ?[ap]m\b)?|\d{1,2} ?(?:[ap]m|o'clock)\b)(?![\d:.])"
_LISTS = re.compile(
    rf"(?<![\w:.])(?:at {CLOCK}(?: and (?:at )?{CLOCK})*|{_CLEAR}(?: and (?:at )?{_CLEAR})*)"
)
_ONE = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))? ?(?P<half>am|pm|o'clock|h)?")
_PART = re.compile(r"\b(?:(?:in the|during the|at) )?(?P<part>morning|afternoon|evening|night)s?\b")

_NOON, _DAY = 12, 24
_EITHER_HALF = range(1, 7)
_FITS = {
    "morning": range(12),
    "afternoon": range(12, 19),
    "evening": range(16, 24),
    "night": range(18, 24),
}


@dataclass(frozen=True)
class Clocks:
    """The times of day a text names, as (hour, minute), and what else it says."""

    times: tuple[tuple[int, int], ...]
    rest: str


def take_clocks(text: str) -> Clocks | None:
    """Take the times of day out of a text; None when they cannot be told for sure."""
    parts = {found["part"] for found in _PART.finditer(text)}
    lists = _LISTS.findall(bare := " ".join(_PART.sub(" ", text).split()))
    if len(parts) > 1 or len(lists) > 1:
        return None
    part = next(iter(parts), "")
    rest = " ".join(_LISTS.sub(" ", bare).split())
    if not lists:
        return Clocks((PARTS[part],) if part else (), rest)
    said = re.findall(CLOCK, lists[0])
    times = [clock(one, part) for one in said]
    if _mixed(said) or len(set(times)) < len(times):
        return None
    known = [at for at in times if at is not None]
    return Clocks(tuple(sorted(known)), rest) if len(known) == len(times) else None


def clock(text: str, part: str = "") -> tuple[int, int] | None:
    """Read one time of day, said to be in a part of the day or not; None when it is not clear."""
    if text in {"noon", "midnight"}:
        hour = _NOON if text == "noon" else 0
        return None if part else (hour, 0)
    found = _ONE.fullmatch(text)
    if found is None:
        return None
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), found["half"]
    if half in {"am", "pm"}:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    elif part in {"afternoon", "evening", "night"} and hour < _NOON:
        hour += _NOON
    elif not part and found["minute"] is None and half != "h" and hour in _EITHER_HALF:
        return None
    if hour >= _DAY or minute > 59 or (part and hour not in _FITS[part]):  # noqa: PLR2004
        return None
    return hour, minute


def _mixed(said: list[str]) -> bool:
    """Tell whether "8 and 10 pm" leaves open which half of the day the first is in."""
    found = [_ONE.fullmatch(one) for one in said]
    pm = [int(one["hour"]) for one in found if one and one["half"] == "pm"]
    plain = [int(one["hour"]) for one in found if one and not one["half"] and not one["minute"]]
    return any(hour <= last for hour in plain for last in pm)
