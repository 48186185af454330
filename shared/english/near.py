"""Times of day of something that is at some time already: "seven then", "at quarter past"."""

from datetime import datetime, time

from shared.english import When, read_when
from shared.english.scanning import rule
from shared.models.profile import WorkingHours

_TURN = rule(
    r"\b(?P<turn>(?:half|quarter|twenty[- ]five|twenty|ten|five) (?P<way>past|to))"
    r"(?=\W*$|[,.;!?]|\W+(?:then|instead|please|rather|for|with|and|but)\b)"
)
"""How far before or behind an hour, which is not said."""


def read_near(
    text: str,
    now: datetime,
    near: time | None,
    hours: WorkingHours | None = None,
    *,
    past: bool = False,
) -> When:
    """Read what a text says about time; `near` is the time of day it is at so far.

    An hour is of the half of the day that is nearest to that, if that is no working hour, and what
    names none is of the hour it is at: "quarter past". Spans are of the text with that hour.
    """
    if near is None:
        return read_when(text, now, hours, past=past)
    kept = hours or WorkingHours()
    if not kept.start <= near <= kept.end:
        kept = kept.model_copy(update={"start": near, "end": near})
    written = _TURN.sub(lambda found: f"{found['turn']} {_hour(near, found['way'])}", text)
    return read_when(written, now, kept, past=past)


def _hour(near: time, way: str) -> int:
    """Return the hour that something is past, or that comes next: at 11:30 it is quarter to 12."""
    later = way.casefold() == "to" and near.minute > 0
    return (near.hour + later - 1) % 12 + 1
