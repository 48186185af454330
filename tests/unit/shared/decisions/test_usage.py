from datetime import UTC, date, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.usage import figures, report
from shared.models.routed import AgentFigures, DayFigures, Figures, Routed

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
SPENT = {"calls": 2, "input_tokens": 100, "output_tokens": 10, "tools": 3, "milliseconds": 50}


def routed(agent=None, days=0, **changes):
    return Routed(turn="k/1", at=NOON + timedelta(days=days), agent=agent, **changes)


def test_nothing_used_is_all_zero():
    assert figures(()) == Figures()
    empty = report((), 7, "me")
    assert (empty.days, empty.of, empty.agents, empty.by_day) == (7, "me", (), ())


def test_figures_add_up_by_agent_and_by_day():
    turns = [
        routed("lift", -1, **SPENT),
        routed("rent", **SPENT),
        routed(None, calls=1, input_tokens=5),
        routed("rent", **SPENT),
    ]
    made = report(turns, 30, "organisation")

    once = Figures(
        turns=1,
        runs=1,
        tool_calls=3,
        model_calls=2,
        input_tokens=100,
        output_tokens=10,
        milliseconds=50,
    )
    assert made.total == Figures(
        turns=4,
        runs=3,
        tool_calls=9,
        model_calls=7,
        input_tokens=305,
        output_tokens=30,
        milliseconds=150,
    )
    assert [(its.agent, its.runs) for its in made.agents] == [("rent", 2), ("lift", 1)]
    assert made.agents[1] == AgentFigures(agent="lift", **once.model_dump())
    assert made.by_day[0] == DayFigures(day=date(2026, 11, 1), **once.model_dump())
    assert [(its.day, its.turns) for its in made.by_day[1:]] == [(date(2026, 11, 2), 3)]


def test_days_are_those_of_utc():
    late = NOON.replace(hour=23).astimezone(timezone(timedelta(hours=9)))
    [only] = report([Routed(turn="k/1", at=late)], 1, "me").by_day
    assert only.day == NOON.date()


@given(st.lists(st.builds(routed, st.sampled_from([None, "a", "b"]), st.integers(-3, 0))))
def test_the_parts_add_up_to_the_whole(turns):
    made = report(turns, 30, "me")
    assert sum(its.turns for its in made.by_day) == made.total.turns == len(turns)
    assert sum(its.runs for its in made.agents) == made.total.runs
