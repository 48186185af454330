from typing import get_args

import pytest

from shared.decisions import wording
from shared.models.intent import Missing
from shared.models.reasoning import Earlier
from shared.models.run import Card, Difference
from tests.unit.shared.decisions.values import OPTIONS, step


@pytest.mark.parametrize("reason", ["", "It does not say what to do."])
@pytest.mark.parametrize(("suggesting", "end"), [(False, "accomplish?"), (True, "For example:")])
def test_a_vague_message_is_told_what_was_missing(reason, suggesting, end):
    asked = wording.open_question(reason, suggesting=suggesting)

    assert asked.startswith("I want to make sure I understand correctly. ")
    assert reason in asked
    assert asked.endswith(end)
    assert "  " not in asked


@pytest.mark.parametrize(
    ("domain", "said"),
    [
        ("", "I don't have an agent for that yet. Which would you prefer?"),
        ("slack", "I don't have a slack agent set up yet. Which would you prefer?"),
        ("email", "I don't have an email agent set up yet. Which would you prefer?"),
    ],
)
def test_a_missing_agent_is_named_after_its_domain(domain, said):
    assert wording.no_agent(domain) == said


@pytest.mark.parametrize("what", get_args(Missing))
def test_whatever_is_missing_there_is_a_question_for_it(what):
    asked = wording.missing(what, "Reports")

    assert asked.startswith("That's one for Reports. ")
    assert asked.endswith("?")


def test_different_things_that_are_missing_are_asked_for_differently():
    assert len({wording.missing(what, "Reports") for what in get_args(Missing)}) == len(
        get_args(Missing)
    )


@pytest.mark.parametrize(
    ("working", "end"),
    [((), "in a few minutes."), (("A", "B"), "A, B would be available meanwhile.")],
)
def test_of_an_agent_that_keeps_failing_the_others_are_named(working, end):
    said = wording.unavailable("Reports", working)

    assert said.startswith("Reports is having trouble at the moment.")
    assert said.endswith(end)


def test_an_agent_without_tools_is_said_to_be_the_right_one_all_the_same():
    assert wording.no_tools("Reports").startswith("Reports is the right agent for this")


@pytest.mark.parametrize(
    ("agent", "what"), [("", "create that agent"), ("Reports", "update your Reports")]
)
def test_handing_over_to_the_builder_says_what_for(agent, what):
    assert what in wording.handing_over(agent)


@pytest.mark.parametrize(
    "said",
    [
        wording.handed_over("Help Desk"),
        wording.handed_back("Help Desk"),
        wording.not_handed_over("Help Desk", "it is closed."),
        wording.not_changeable("Help Desk"),
        wording.not_yours("Help Desk"),
    ],
)
def test_what_is_said_of_a_handoff_names_its_agent(said):
    assert "Help Desk" in said


@pytest.mark.parametrize(
    ("domains", "accounts"),
    [
        (["email"], "your email"),
        (["email", "slack"], "your email and your slack"),
        (["calendar", "email", "slack"], "your calendar, your email and your slack"),
    ],
)
def test_an_agent_whose_accounts_are_missing_says_which(domains, accounts):
    assert f"works with {accounts}, which" in wording.not_connected("Mailer", domains)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ((), "There is no agent called @bob here."),
        (("rob", "ann"), "There is no agent called @bob here. You have: @rob, @ann."),
    ],
)
def test_an_unknown_agent_is_said_to_be_unknown(known, said):
    assert wording.unknown_agent("bob", known) == said


def test_options_are_listed_by_number():
    assert wording.numbered("Which John?", OPTIONS) == (
        "Which John?\n\n1. **John Doe** (client)\n2. **John Lee**"
    )


def test_a_question_without_options_stands_alone():
    assert wording.numbered("Which John?", ()) == "Which John?"


def test_a_question_put_again_says_that_the_reply_was_not_understood():
    assert wording.asked_again("Which John?") == "Sorry, I didn't get that. Which John?"


def test_a_preview_shows_exactly_what_will_happen():
    card = Card(
        title="Move this meeting",
        fields=(("With", "Ann"), ("Place", "")),
        differences=(Difference(label="When", before="Friday", after="Monday"),),
        body="Hi\n\nBye",
        warnings=("Ann is busy then.",),
    )

    assert wording.preview(step("move", card=card, risk="high")) == (
        "**Move this meeting**\n- With: Ann\n- When: Friday → Monday\n\n"
        "> Hi\n>\n> Bye\n\n⚠ Ann is busy then.\n\nPlease confirm: shall I go ahead?"
    )


def test_a_preview_without_more_asks_all_the_same():
    shown = wording.preview(step("send_mail", card=Card(title="Send"), risk="medium"))

    assert shown == "**Send**\n\nShall I go ahead?"


def test_what_failed_before_is_said_with_the_next_question():
    def one(text, *, success):
        return Earlier(agent="a", command="c", success=success, text=text)

    earlier = (one("Sent.", success=True), one("What should it say?", success=False))
    assert wording.after_failures(earlier, "Ok?") == "What should it say?\n\nOk?"
    assert wording.after_failures((one("", success=False),), "Ok?") == "Ok?"


def test_a_change_without_words_is_said_to_be_done():
    assert wording.done_without_words("Send mail.").startswith("Send mail: that is done")


def test_a_service_is_told_that_a_person_has_to_agree():
    assert wording.needs_role("") == "This takes a person's agreement: a service can't give it."
    assert "“Approver”" in wording.needs_role("Approver")


def test_whoever_may_not_run_an_agent_any_more_is_told_that_nothing_was_done():
    told = wording.no_longer_theirs("Late Bus")

    assert told == "I did not do this: you can't use the agent “Late Bus” any more."
