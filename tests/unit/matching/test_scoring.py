"""How probable it is that an agent is meant."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.matching import AgentIndex, score
from shared.matching.evidence import setting
from shared.models.agent import AgentRecord, RunOutcome
from tests.unit.matching.conftest import AGENTS, encode, entry, made
from tests.unit.matching.test_index import MESSAGES, best

NOW = datetime(2026, 5, 4, tzinfo=UTC)


def record(agent: str, outcomes: str) -> dict[str, AgentRecord]:
    counted = tuple(
        RunOutcome(
            turn=str(turn), succeeded=how == "+", milliseconds=100, at=NOW - timedelta(minutes=1)
        )
        for turn, how in enumerate(outcomes)
    )
    return {agent: AgentRecord(agent=agent, outcomes=counted)}


def scores(index: AgentIndex, text: str, records=None, prefer: str = "") -> dict[str, float]:
    found = score(best(index, text, prefer=prefer), records or {}, NOW, prefer=prefer)
    return {candidate.agent: candidate.score for candidate in found}


def test_no_match_gives_no_candidate():
    assert score((), {}, NOW) == ()


def test_a_clear_request_is_routed_at_once(index):
    candidate = score(best(index, "Chase the overdue invoice of Rivo"), {}, NOW)[0]
    assert candidate.agent == "invoice-chaser"
    assert candidate.score >= 0.85
    assert candidate.available
    assert not candidate.named


def test_what_no_agent_does_fits_none(index):
    assert max(scores(index, "brew coffee").values()) < 0.1


def test_naming_an_agent_makes_it_the_one_meant(index):
    found = score(best(index, "@parcel-trace hello"), {}, NOW)[0]
    assert found.agent == "parcel-trace"
    assert found.named
    assert found.score > scores(index, "hello")["parcel-trace"]


@given(MESSAGES, st.sampled_from(["", "rota-planner"]))
def test_scores_are_bounded_sorted_and_add_up_to_no_more_than_1(index, text, prefer):
    found = list(scores(index, text, prefer=prefer).values())
    assert found == sorted(found, reverse=True)
    assert all(0 <= one <= 1 for one in found)
    assert sum(found) <= 1.001


@given(MESSAGES)
def test_an_unrelated_agent_lifts_no_score(index, text):
    other = made("Llama Groomer", "Brushes llamas", "brush kuzco", skill="Grooming")
    larger = AgentIndex.build([*(entry(agent) for agent in AGENTS), entry(other)])
    with_it = scores(larger, text)
    for agent, before in scores(index, text).items():
        assert with_it[agent] <= before + 0.05  # words grow a little rarer among more agents


def test_good_history_breaks_a_tie():
    twins = [made("Twin", "Chases invoices").model_copy(update={"id": k}) for k in "ab"]
    index = AgentIndex.build([entry(agent) for agent in twins])
    assert list(scores(index, "chase invoices")) == ["a", "b"]
    assert list(scores(index, "chase invoices", record("b", "++"))) == ["b", "a"]
    assert list(scores(index, "chase invoices", record("a", "-"))) == ["b", "a"]


def test_history_never_creates_a_match(index):
    perfect = record("rota-planner", "+" * 20)
    assert scores(index, "brew coffee", perfect)["rota-planner"] < 0.1
    first = max(scores(index, "overdue invoice of Rivo", perfect).items(), key=lambda one: one[1])
    assert first[0] == "invoice-chaser"


def test_an_agent_that_keeps_failing_is_unavailable(index):
    records = record("parcel-trace", "-" * 20)
    found = {c.agent: c.available for c in score(best(index, "parcel"), records, NOW)}
    assert found == {"parcel-trace": False, "invoice-chaser": True, "rota-planner": True}


def test_a_short_follow_up_leans_on_the_agent_used_last(index):
    alone = scores(index, "and the other one?")["rota-planner"]
    assert scores(index, "and the other one?", prefer="rota-planner")["rota-planner"] > alone


def test_a_clear_request_for_another_agent_is_not_held_back_by_the_last(index):
    found = scores(index, "Chase the overdue invoice of Rivo", prefer="rota-planner")
    assert max(found, key=lambda agent: found[agent]) == "invoice-chaser"


@pytest.mark.parametrize(
    ("text", "opener", "pointing"),
    [
        ("and google?", 1, 0),
        ("what about Tuesday", 1, 0),
        ("same for Nordhus", 1, 1),
        ("send it to her", 0, 1),
        ("what is a deck", 0, 0),
        ("plan the shifts of the whole team so that it works for the summer", 0, 0),
        ("", 0, 0),
    ],
)
def test_a_message_that_leans_on_the_one_before_is_told(text, opener, pointing):
    heard = setting(text, agents=3, familiar=0.5, known=0.5)
    assert (heard.opener, heard.pointing) == (opener, pointing)


def test_nothing_of_the_encoder_is_needed_to_score(index):
    text = "overdue invoice"
    matches = index.search(text, encode(text) * 0)
    assert all(0 <= candidate.score <= 1 for candidate in score(matches, {}, NOW))
