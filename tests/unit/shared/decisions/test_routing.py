import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import routing, wording
from shared.models.intent import ActionType, Option
from shared.models.steps import Analysis
from tests.unit.shared.decisions.values import candidate, decision, intent, turn

EMAIL, CONTACTS, NOTES = candidate("email", 0.9), candidate("contacts", 0.7), candidate("notes", 0)


def wants(action=ActionType.EXECUTE, *agents, confidence=0.9, **changes):
    return Analysis(action=action, confidence=confidence, agents=agents, **changes)


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("@email show my mail", "email", "show my mail"),
        ("  @email: show", "email", "show"),
        ("@my-agent_2.0, go", "my-agent_2.0", "go"),
        ("@email", "email", "@email"),
        ("@email. Show", "email", "Show"),
        ("ask @email", None, "ask @email"),
        ("write to ann@example.com now", None, "write to ann@example.com now"),
        ("@ email", None, "@ email"),
        ("@-email", None, "@-email"),
        ("@@email", None, "@@email"),
        ("show mail", None, "show mail"),
        ("@email write to ann@example.com", "email", "write to ann@example.com"),
    ],
)
def test_only_a_leading_name_is_a_mention(text, name, rest):
    assert routing.mention(text) == name
    assert routing.without_mention(text) == rest


@given(st.text(min_size=1))
def test_a_message_without_a_mention_is_left_as_it_is(text):
    if routing.mention(text) is None:
        assert routing.without_mention(text) == text


def test_a_mention_is_followed_whatever_it_names():
    followed = routing.follow_mention("nobody")

    assert (followed.kind, followed.agent) == ("run", "nobody")
    assert followed.reasons == ("the message names @nobody",)


@pytest.mark.parametrize(
    ("analysis", "text"),
    [
        (Analysis(failed=True), wording.NOT_UNDERSTOOD),
        (wants(ActionType.CREATE), wording.NO_BUILDER),
        (wants(ActionType.UPDATE), wording.NO_BUILDER),
        (
            wants(ActionType.AMBIGUOUS, confidence=0.59, ambiguity_reason="Do what?"),
            wording.open_question("Do what?"),
        ),
        (wants(ActionType.EXECUTE, "slack"), wording.no_agent("slack", (EMAIL, CONTACTS))),
    ],
)
def test_what_no_agent_can_do_is_said(analysis, text):
    decided = routing.decide(analysis, (EMAIL, CONTACTS))

    assert (decided.kind, decided.text, decided.agent) == ("say", text, None)
    assert decided.reasons


def test_failing_to_understand_comes_before_everything_else():
    assert routing.decide(Analysis(failed=True, agents=("email",)), (EMAIL,)).kind == "say"


def test_a_question_is_answered():
    assert routing.decide(wants(ActionType.QUERY, "email"), (EMAIL,)).kind == "answer"


def test_the_agent_that_the_request_is_for_gets_it():
    decided = routing.decide(wants(ActionType.EXECUTE, "contacts"), (EMAIL, CONTACTS))

    assert (decided.kind, decided.agent) == ("run", "contacts")


def test_of_several_named_agents_the_best_gets_it():
    decided = routing.decide(wants(ActionType.EXECUTE, "contacts", "email"), (EMAIL, CONTACTS))

    assert decided.agent == "email"


def test_a_named_agent_needs_no_word_in_common_with_the_message():
    assert routing.decide(wants(ActionType.EXECUTE, "notes"), (EMAIL, NOTES)).agent == "notes"


def test_ambiguous_but_confident_is_acted_on():
    decided = routing.decide(wants(ActionType.AMBIGUOUS, "email", confidence=0.6), (EMAIL,))

    assert (decided.kind, decided.agent) == ("run", "email")


@pytest.mark.parametrize("candidates", [(), (candidate("email", routing.FIT - 0.01),)])
def test_without_a_fitting_agent_that_is_said(candidates):
    decided = routing.decide(wants(), candidates)

    assert (decided.kind, decided.text) == ("say", wording.no_agent("", ()))


def test_the_only_agent_that_fits_gets_it():
    found = (candidate("email", routing.FIT, reasons=("skills: mail",)), NOTES)

    decided = routing.decide(wants(), found)

    assert (decided.kind, decided.agent) == ("run", "email")
    assert decided.reasons == ("the only agent that fits", "skills: mail")


@pytest.mark.parametrize(
    ("best", "next_best", "kind"),
    [
        (0.9, 0.9, "ask"),
        (0.9, 0.75, "ask"),
        (0.85, 0.7, "ask"),
        (0.5, 0.35, "ask"),
        (0.9, 0.7499, "run"),
        (0.9, 0.35, "run"),
        (0.4, 0.34, "run"),
    ],
)
def test_agents_within_fifteen_hundredths_are_asked_about(best, next_best, kind):
    found = (candidate("email", best), candidate("contacts", next_best))

    assert routing.decide(wants(), found).kind == kind


def test_at_most_three_agents_are_offered_and_kept():
    found = tuple(candidate(f"a{n}", 0.8) for n in range(5))

    decided = routing.decide(wants(), found)

    assert decided.text == wording.WHICH_AGENT
    assert [(o.id, o.label, o.description, o.value) for o in decided.options] == [
        ("1", "A0", "does a0", "a0"),
        ("2", "A1", "does a1", "a1"),
        ("3", "A2", "does a2", "a2"),
    ]
    assert decided.candidates == found[:3]
    assert decided.reasons == ("3 agents fit within 15% of each other",)


def test_the_candidates_are_kept_with_every_decision():
    assert routing.decide(wants(ActionType.QUERY), (EMAIL, NOTES)).candidates == (EMAIL, NOTES)


def test_a_choice_sends_the_message_to_the_chosen_agent():
    asked = routing.decide(wants(), (candidate("email"), candidate("contacts")))

    decided = routing.chosen(asked, Option(id="2", label="Contacts", value="contacts"))

    assert (decided.kind, decided.agent) == ("run", "contacts")
    assert decided.reasons[-1] == "the person chose Contacts"
    assert decided.candidates == asked.candidates


@pytest.mark.parametrize(
    ("said", "understood", "command"),
    [
        ("mail and people", intent(("contacts", "people"), ("email", "mail")), "mail"),
        ("mail and people", intent(("contacts", "people")), "mail and people"),
        ("@email my mail", None, "my mail"),
        ("people at ann@example.com", None, "people at ann@example.com"),
    ],
)
def test_a_run_gets_its_agents_command_or_else_the_message(said, understood, command):
    run = routing.new_run(turn(number=3, text=said, intent=understood), decision(agent="email"))

    assert (run.id, run.agent, run.request, run.status) == ("work-3", "email", command, "planning")
