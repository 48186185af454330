from datetime import UTC, datetime, timedelta

import pytest

from shared.models.principal import Principal
from shared.models.routed import Routed
from shared.queries import QUERIES
from shared.queries.usage import period_of
from tests.unit.queries.company import NOON

BOSS = Principal(tenant="acme", user="ada", roles=("admin",))
SPENT = {"calls": 2, "input_tokens": 1000, "output_tokens": 50, "tools": 3}


def routed(number, user="ada", days=0, **fields):
    return Routed(turn=f"k/{number}", at=NOON - timedelta(days=days), user=user, **fields)


@pytest.fixture
def used(world):
    """Today is Monday 2 November."""
    world.routed = [
        routed(1, days=40, agent="trip-planner", **SPENT),
        routed(2, days=3, agent="trip-planner", **SPENT),
        routed(3, days=1, agent="press-desk", tools=1),
        routed(4, agent="press-desk", **SPENT),
        routed(5, calls=1, input_tokens=5),
        routed(6, user="bob", agent="payroll-vault", **SPENT),
    ]
    return world


async def test_usage_of_this_month_is_told_in_requests_calls_and_tokens(used):
    handler, answer = await used.answered("show my usage this month")
    assert handler == "usage"
    assert answer.splitlines() == [
        "What you used this month, since 1 November 2026 (UTC):",
        "- 3 requests, 2 of them worked on by an agent",
        "- 4 tool calls",
        "- 3 model calls with 1,055 tokens (1,005 read, 50 written)",
        "By agent:",
        "- **Press Desk**: 2 requests, 4 tool calls, 1,050 tokens",
    ]


@pytest.mark.parametrize(
    ("question", "there", "missing"),
    [
        ("how many tokens did we use today", ["What you used today", "2 requests"], ["press"]),
        ("how many tokens did I use yesterday", ["1 request,", "no tokens"], ["model call "]),
        ("my usage last week", ["What you used last week", "2 requests"], ["Payroll"]),
        ("my token usage in the last 2 days", ["in the last 2 days", "3 requests"], ["Trip"]),
        ("what is my usage", ["in the last 30 days", "Trip Planner**: 1 request"], ["Payroll"]),
        ("how many tokens did Press Desk use", ["you used with **Press Desk**"], ["By agent"]),
        ("token usage of Leave Desk today", ["Nothing is on record of what you used"], []),
    ],
)
async def test_the_time_and_the_agents_asked_about_are_told(used, question, there, missing):
    handler, answer = await used.answered(question)
    assert handler == "usage"
    assert all(part in answer for part in there), answer
    assert not any(part in answer for part in missing), answer


async def test_what_it_cost_is_told_in_tokens_since_prices_are_not_known(used):
    handler, answer = await used.answered("what did the assistant cost me this week")
    assert handler == "usage"
    assert "What you used this week, since 2 November 2026" in answer
    assert "3 model calls with 1,055 tokens" in answer
    assert "What that costs in money isn't known here" in answer
    assert "money" not in (await used.answered("my usage this week"))[1]


async def test_figures_of_everybody_are_for_administrators(used):
    question = "how many tokens did we use today"
    _, own = await used.answered(question)
    assert "those of the whole organisation are for its administrators" in own
    assert "2 requests" in own
    _, everybody = await used.answered(question, BOSS)
    assert "What your organisation used today" in everybody
    assert "3 requests" in everybody
    assert "administrators" not in everybody
    _, still_own = await used.answered("show my usage of today", BOSS)
    assert "2 requests" in still_own


async def test_agents_out_of_reach_are_counted_but_not_named(used):
    _, answer = await used.answered("how many tokens did we use today", BOSS)
    assert "2,105 tokens" in answer
    assert "payroll" not in answer.lower()


async def test_what_is_no_longer_kept_is_said(used):
    _, answer = await used.answered("my usage last month")
    assert "What you used last month" in answer
    assert "kept for 30 days only" in answer
    assert "1 request," in answer


async def test_without_anything_used_that_is_said(world):
    _, answer = await world.answered("show my usage today")
    assert answer == "Nothing is on record of what you used today."


async def test_many_agents_are_cut_short(used):
    agents = ("press-desk", "trip-planner", "leave-desk", "fleet-tracker", "invoice-scanner")
    used.routed = [
        routed(number, agent=agent) for number, agent in enumerate((*agents, "social-studio"))
    ]
    _, answer = await used.answered("what's my usage")
    assert answer.count("\n- **") == 5
    assert "and 1 more." in answer


@pytest.mark.parametrize(
    "question",
    [
        "how many tokens do I have left",
        "what's the token limit",
        "how many tokens can I use per day",
        "what is a token",
        "how do I reduce my token usage",
        "how much does an agent cost",
        "how much does OmniForge cost us per month",
        "show me agent usage stats",
        "what are the usage statistics for press desk",
        "how much does a flight to Rome cost me",
        "how much PTO have I used",
        "how many runs this month",
    ],
)
async def test_limits_prices_and_runs_are_the_business_of_others(used, question):
    assert QUERIES.find(await used.ask(question)).id != "usage"


AT = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("usage today", "2026-03-18", None),
        ("usage yesterday", "2026-03-17", "2026-03-18"),
        ("usage this week", "2026-03-16", None),
        ("usage last week", "2026-03-09", "2026-03-16"),
        ("usage this month", "2026-03-01", None),
        ("usage of the previous month", "2026-02-01", "2026-03-01"),
        ("usage of the past week", "2026-03-11T15:30", None),
        ("usage of the last 10 days", "2026-03-08T15:30", None),
        ("usage", "2026-02-16T15:30", None),
    ],
)
def test_a_time_is_read_in_calendar_days_of_utc(said, since, until):
    period = period_of(said, AT)
    assert period.since == datetime.fromisoformat(since).replace(tzinfo=UTC)
    assert period.until == (until and datetime.fromisoformat(until).replace(tzinfo=UTC))
