"""The organisations that discovery is measured in, its base line, and what the bench prints."""

import json

import pytest

from bench import word_overlap
from bench.__main__ import main
from bench.discovery import DISCOVERY, OVERLAP, Timed, report, summary
from bench.organisations import EXAMPLES, organisation
from evals.scores import Share
from shared.models.agent import Agent, Skill
from shared.models.intent import ActionType, Entities, IntentAnalysis


def agent(name, description="", skills=()):
    return Agent(id=name, name=name, description=description, skills=skills)


def intent(text, **entities):
    return IntentAnalysis(
        action=ActionType.EXECUTE, primary_intent=text, entities=Entities(**entities), confidence=1
    )


REPORTS = agent(
    "reports",
    "Weekly summaries",
    (Skill(id="report", name="Report", description="write a weekly report", tags=("Notion",)),),
)


@pytest.mark.parametrize(
    ("asked", "score"),
    [
        (intent("weekly report"), 0.6 * 1 + 0.2 * min(1, 1 / 1) + 0.2),
        (intent("weekly report please now"), 0.6 * 2 / 4 + 0.2 * min(1, 1 / 1.2) + 0.2),
        (intent("hello there", data_source="Notion"), 0.6 * 1 / 3 + 0.2),
        (intent("a b", topic="report c"), 0.6 * 2 / 4 + 0.2),
        (intent(""), 0.2),
    ],
)
def test_the_base_line_scores_by_shared_words(asked, score):
    [(found, got)] = word_overlap.discover([REPORTS], asked)

    assert (found, got) == (REPORTS, pytest.approx(score))


def test_of_equals_the_base_line_prefers_the_first_and_keeps_ten():
    agents = [agent(f"a{number}") for number in range(12)]

    found = word_overlap.discover(agents, intent("anything"))

    assert [one.id for one, _ in found] == [f"a{number}" for number in range(10)]


def test_an_organisation_is_the_same_every_time():
    assert organisation(300, 50) == organisation(300, 50)


def test_an_organisation_has_distinct_agents_and_messages_for_them():
    made = organisation(1_000, 500)

    assert len({one.id for one in made.agents}) == len({one.name for one in made.agents}) == 1_000
    assert all(len(one.examples) <= EXAMPLES for one in made.agents)
    assert len(made.messages) == 500
    assert {family for _, family in made.messages} <= set(made.family.values())


def test_discovery_is_compared_with_the_base_line_at_each_size():
    measured = [
        Timed(DISCOVERY, 10, [2.0, 4.0], Share(2, 2)),
        Timed(OVERLAP, 10, [1.0, 1.0], Share(1, 2)),
    ]

    assert summary(measured)["compared_10"] == {"factor": 2, "extra_p95_ms": 3}
    assert "+3.00" in report(measured)


def test_discovery_is_measured_and_the_last_line_is_json(capsys):
    assert main(["discovery", "--agents", "60", "--messages", "8"]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    found = json.loads(last)
    assert found["encode_search_score_60"]["n"] == found["understanding_60"]["n"] == 8
    assert found["encode_search_score_60"]["top1"] > found["word_overlap_60"]["top1"]


@pytest.mark.parametrize("option", ["--agents", "--messages"])
def test_nothing_cannot_be_measured(option):
    with pytest.raises(SystemExit, match="2"):
        main(["discovery", option, "0"])
