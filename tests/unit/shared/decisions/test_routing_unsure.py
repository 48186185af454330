"""Where no agent stands out: a question is better than a guess, and than an offer."""

import pytest

from shared.decisions import routing, wording
from shared.models.intent import ActionType
from shared.models.steps import Analysis, Discovery
from tests.unit.shared.decisions.values import candidate

EXECUTE = Analysis(action=ActionType.EXECUTE, confidence=0.9)
BELOW_FIT = routing.FIT - 0.01


def decide(*candidates, confidence=0.9, **changes):
    wanted = Analysis(action=ActionType.EXECUTE, confidence=confidence, **changes)
    return routing.decide(wanted, Discovery(candidates=candidates))


def offered(decided):
    return [option.value for option in decided.options]


def test_whom_it_is_for_is_asked_before_what_is_missing_while_neither_is_clear():
    best = candidate("email", 0.6)
    decided = decide(best, candidate("notes", routing.PLAUSIBLE), missing="target")

    assert (decided.question, decided.text) == ("choice", wording.WHICH_AGENT)
    assert offered(decided) == ["run:email", "run:notes"]


@pytest.mark.parametrize(
    ("best", "other"),
    [
        (candidate("email", routing.HIGH_CONFIDENCE), candidate("notes", routing.PLAUSIBLE)),
        (candidate("email", 0.6, named=True), candidate("notes", routing.PLAUSIBLE)),
        (candidate("email", 0.6), candidate("notes", routing.PLAUSIBLE - 0.01)),
        (candidate("email", 0.6), candidate("notes", routing.PLAUSIBLE, available=False)),
    ],
)
def test_only_what_is_missing_is_asked_once_it_is_clear_for_whom(best, other):
    decided = decide(best, other, missing="target")

    assert (decided.question, decided.agent) == ("entity", "email")


CLOSE = (candidate("linear", 0.5), candidate("jira", 0.45), candidate("notes", 0.1))
BY_NAME = (
    candidate("linear", 0.9, named=True),
    candidate("jira", 0.9, named=True),
    candidate("notes", 0.1),
)


@pytest.mark.parametrize(
    ("candidates", "missing", "options"),
    [
        (CLOSE, "target", ["run:linear", "run:jira", "run:notes"]),
        (CLOSE, "", ["run:linear", "run:jira"]),
        (BY_NAME, "target", ["run:linear", "run:jira"]),
    ],
)
def test_while_something_is_missing_a_less_likely_agent_may_be_the_one(
    candidates, missing, options
):
    decided = decide(*candidates, missing=missing)

    assert (decided.question, offered(decided)) == ("choice", options)


def test_who_is_not_outdone_thrice_is_not_left_out_of_a_choice():
    alike = (candidate("jira", 0.45), candidate("linear", 0.4))

    third = decide(*alike, candidate("notion", 0.151))
    outdone = decide(*alike, candidate("notion", 0.149))

    assert offered(third) == ["run:jira", "run:linear", "run:notion"]
    assert offered(outdone) == ["run:jira", "run:linear"]


def test_when_one_of_several_is_probably_meant_they_are_offered():
    many = [candidate(name, BELOW_FIT) for name in ("a", "b", "c")]
    assert sum(c.score for c in many) >= routing.SOMEONE

    decided = decide(*many)

    assert (decided.question, offered(decided)) == ("choice", ["run:a", "run:b", "run:c"])


def test_agents_that_keep_failing_are_not_offered_though_they_are_probably_meant():
    many = [candidate(name, BELOW_FIT, available=False) for name in ("a", "b", "c")]

    assert decide(*many).question == "offer"


def test_a_wish_that_is_not_clear_either_is_asked_about_openly():
    unsure = routing.LOW_CONFIDENCE - 0.01

    decided = decide(candidate("email", 0.01), confidence=unsure, ambiguity_reason="Too short.")

    assert decided.question == "open"
    assert "Too short." in decided.text


@pytest.mark.parametrize(
    ("scores", "latest", "kind"),
    [
        ((0.24, 0.03), "a0", "run"),
        ((0.24, 0.08), "a0", "run"),
        ((0.24, 0.09), "a0", "ask"),
        ((0.24, 0.03), "a1", "ask"),
        ((0.24, 0.03), "", "ask"),
        ((0.04, 0.01), "a0", "ask"),
        ((0.24,), "a0", "run"),
        ((), "a0", "ask"),
    ],
)
def test_a_conversation_goes_on_with_its_agent_where_it_stands_out(scores, latest, kind):
    found = tuple(candidate(f"a{place}", score) for place, score in enumerate(scores))

    decided = routing.decide(EXECUTE, Discovery(candidates=found, latest=latest))

    assert decided.kind == kind


def test_two_agents_that_stand_out_a_little_are_asked_about():
    found = tuple(candidate(f"a{n}", score) for n, score in enumerate((0.28, 0.27, 0.02)))

    assert routing.decide(EXECUTE, Discovery(candidates=found)).question == "choice"
    assert routing.decide(EXECUTE, Discovery(candidates=found[1:])).question == "offer"


def test_hardly_more_than_a_name_runs_the_one_agent_that_does_it():
    named = Analysis(action="AMBIGUOUS", confidence=routing.HIGH_CONFIDENCE - 0.01)
    sure = Analysis(action="AMBIGUOUS", confidence=routing.HIGH_CONFIDENCE)
    one = Discovery(candidates=(candidate("reports", routing.HIGH_CONFIDENCE),))

    assert routing.decide(named, one).agent == "reports"
    assert routing.decide(sure, one).question == "open"


@pytest.mark.parametrize(
    ("scores", "offered"), [((0.55, 0.25), 2), ((0.55, 0.24), 0), ((0.6, 0.44), 0)]
)
def test_an_unlikely_agent_has_rivals_that_are_half_as_likely(scores, offered):
    found = tuple(candidate(f"a{n}", score) for n, score in enumerate(scores))

    assert len(routing.decide(EXECUTE, Discovery(candidates=found)).options) == offered
