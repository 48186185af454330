"""Rules for times, and moments at which they may be asked for, as Hypothesis makes them up."""

from datetime import UTC, datetime, timedelta

from hypothesis import reject
from hypothesis import strategies as st

from shared.decisions.recurring.cron import parse
from shared.models.schedule import Recurrence

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC")


def field(values, sign=""):
    some = st.lists(st.sampled_from(values), min_size=1, max_size=4).map(
        lambda chosen: ",".join(map(str, chosen))
    )
    steps = st.sampled_from(range(1, len(values))).map(lambda step: f"*/{step}")
    spans = st.tuples(st.sampled_from(values), st.sampled_from(values)).map(
        lambda ends: f"{min(ends)}-{max(ends)}"
    )
    return st.one_of(st.just("*"), some, steps, spans, *([st.just(sign)] if sign else []))


@st.composite
def recurrences(draw, zones=ZONES):
    cron = " ".join(
        (
            draw(field(range(60))),
            draw(field(range(24))),
            draw(st.one_of(st.just("*"), field(range(1, 32), "L"))),
            draw(st.one_of(st.just("*"), field(range(1, 13)))),
            draw(st.one_of(st.just("*"), field(range(8)), st.sampled_from(["1#1", "2#5,L5"]))),
        )
    )
    try:
        text = parse(cron).text
    except ValueError:
        reject()
    return Recurrence(cron=text, zone=draw(st.sampled_from(zones)))


EARLIEST, LATEST = datetime(2020, 1, 1), datetime(2035, 1, 1)  # noqa: DTZ001 - of any zone
MOMENTS = st.datetimes(EARLIEST, LATEST, timezones=st.just(UTC))
CHANGES = st.one_of(
    MOMENTS,
    *(
        st.integers(-300, 60).map(lambda minutes, at=at: at + timedelta(minutes=minutes))
        for at in (
            datetime(2026, 3, 29, 1, tzinfo=UTC),
            datetime(2026, 10, 25, 1, tzinfo=UTC),
            datetime(2026, 3, 8, 7, tzinfo=UTC),
            datetime(2026, 11, 1, 6, tzinfo=UTC),
            datetime(2026, 10, 3, 15, 30, tzinfo=UTC),
            datetime(2026, 4, 4, 15, tzinfo=UTC),
        )
    ),
)
"""Moments, many of them shortly before the clocks change in one of the zones."""
