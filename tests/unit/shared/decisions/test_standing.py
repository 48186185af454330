"""Agreeing for good: what says so, where it is offered, and what it does not cover."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import replies, standing
from shared.decisions.risk import argument_hash
from shared.models.profile import Policy, Profile
from shared.models.reasoning import ReplyReading
from shared.models.run import Card
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import RULES, agent_run, decision, request, step, turn

APPROVAL = request(kind="approval", options=(), free_text=True)
OFFERED = APPROVAL.model_copy(update={"options": (standing.OFFER,)})
SENDING = agent_run(
    step("send_mail", arguments={"to": "ann@x.com"}, risk="medium", card=Card(title="Send"))
)
SCHEDULED = turn(run_id="run-schedule-abc-20261123T090000Z")
FOR_GOOD = [
    "always",
    "yes, always",
    "Yes always!",
    "ok, always please",
    "always yes",
    "always allow this",
    "Always allow that step, thanks",
    "yes, and always post it",
    "allow this always",
    "approve, and don't ask again for this",
    "Approve and don\u2019t ask me again",
    "yes dont ask next time",
    "yes, you don't have to ask me about this again",
    "yes, no need to ask any more",
    "sure, never ask before this again",
    "yes, go ahead and always do it",
    "ok do it from now on",
    "yes, approve this permanently",
    "approved for all future runs",
    "always allow this and never ask me again",
]
NOT_FOR_GOOD = [
    "",
    "yes",
    "1",
    "no",
    "don't ask again",
    "never ask me again",
    "no, never ask again",
    "not always",
    "no always",
    "yes, always?",
    "always?",
    "always ask me",
    "yes, but always ask me first",
    "yes, ask me again next time",
    "confirm every time",
    "always confirm",
    "approve each time",
    "yes, but not always",
    "do not always do this",
    "yes, always, but not to #general",
    "yes, always unless it is empty",
    "yes always change the text",
    "he said yes, always",
    "always post it to #general",
]


@pytest.mark.parametrize("text", FOR_GOOD)
def test_words_that_agree_for_good(text):
    assert standing.meant(APPROVAL, text)


@pytest.mark.parametrize("text", NOT_FOR_GOOD)
def test_words_that_do_not(text):
    assert not standing.meant(APPROVAL, text)


@given(st.sampled_from(FOR_GOOD), st.sampled_from(["unless", "but", "not", "no", "if", "maybe"]))
def test_a_reservation_is_no_leave(text, word):
    assert not standing.meant(APPROVAL, f"{text} {word}")
    assert not standing.meant(APPROVAL, f"{text}, {word} it is Friday")


@given(st.text())
def test_any_text_can_be_read(text):
    assert standing.meant(APPROVAL, text) in {True, False}


@pytest.mark.parametrize(
    ("text", "offered"),
    [("1", True), ("option 1", True), ("1.", True), ("Yes, always", True), ("2", False)],
)
def test_the_option_is_picked_by_its_number_where_it_is_offered(text, offered):
    assert standing.meant(OFFERED, text) is offered


def test_to_another_question_it_is_an_answer_like_any_other():
    assert not standing.meant(request(), "yes, always")


@pytest.mark.parametrize(
    ("answer", "for_good"),
    [
        (Answer(outcome="answered", action="accept", option="always"), True),
        (Answer(outcome="answered", action="accept"), False),
        (Answer(outcome="answered", action="forbidden", option="always"), False),
        (Answer(outcome="answered", action="option", option="always"), False),
        (Answer(outcome="superseded", action="accept", option="always"), False),
    ],
)
def test_only_agreement_by_that_option_is_for_good(answer, for_good):
    assert standing.wanted(answer) is for_good


@pytest.mark.parametrize(
    ("where", "policy", "there"),
    [
        (SCHEDULED, Policy(), True),
        (turn(run_id="run-m1"), Policy(), False),
        (turn(run_id="schedule-abc-20261123T090000Z"), Policy(), True),
        (SCHEDULED, Policy(confirmed=("send_mail",)), False),
        (SCHEDULED, Policy(confirmed=("other",)), True),
        (SCHEDULED, Policy(approver="lead"), False),
    ],
)
def test_it_is_offered_where_a_schedule_asks_and_nobody_forbids_it(where, policy, there):
    run = agent_run(step("send_mail", risk="medium"), profile=Profile(policy=policy))
    assert standing.offered(where, run) == ((standing.OFFER,) if there else ())


@pytest.mark.parametrize(
    ("policy", "barred"),
    [
        (Policy(), False),
        (Policy(confirmed=("send_mail",)), True),
        (Policy(approver="lead"), True),
    ],
)
def test_an_organisation_can_want_it_confirmed_each_time(policy, barred):
    assert standing.barred(step("send_mail"), policy) is barred


def asked(call, action):
    answer = Answer(outcome="answered", action=action) if action else None
    return APPROVAL.model_copy(update={"tool_call_id": call, "answer": answer})


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ((), False),
        ((asked("call-1-1", None),), False),
        ((asked("call-1-1", "accept"),), False),
        ((asked("call-1-2", "text"),), False),
        ((asked("call-1-1", "text"),), True),
        ((asked("call-1-1", "edit"), asked("call-1-1", None)), True),
    ],
)
def test_what_was_changed_is_not_what_was_planned(before, changed):
    assert standing.changed("call-1-1", before) is changed


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (Card(title="Post"), "Post"),
        (
            Card(title="Post", fields=(("Channel", "#team"), ("Thread", ""))),
            "Post (Channel: #team)",
        ),
        (Card(title="Post", fields=(("A", "x\ny"), ("B", "z"))), "Post (A: x y, B: z)"),
    ],
)
def test_an_action_is_kept_in_words(card, words):
    assert standing.told(card) == words


def test_the_words_for_an_action_are_short():
    told = standing.told(Card(title="Post", fields=(("Text", "x" * 1000),)))
    assert len(told) == 200
    assert told.endswith("…")


@pytest.mark.parametrize(
    ("made", "note"),
    [(decision("run"), "Kept."), (decision("run", note="I guess."), "I guess.\n\nKept.")],
)
def test_it_is_said_back_before_the_answer(made, note):
    assert standing.said_back(made, "Kept.")["decision"].note == note


def test_without_a_decision_nothing_is_said():
    assert standing.said_back(None, "Kept.") == {}


# --- in the answer to a question


@pytest.mark.parametrize(("origin", "options"), [("m1", ()), ("schedule-s-x", (standing.OFFER,))])
def test_a_run_of_a_schedule_can_be_agreed_to_for_good(origin, options):
    where = turn(decision=decision("run"), run_id=f"run-{origin}")
    assert replies.question_of(where, SENDING).options == options


@pytest.mark.parametrize(
    ("meaning", "text", "expected"),
    [
        ("accept", "yes", Answer(outcome="answered", action="accept", text="yes", run_id="r")),
        (
            "accept",
            "yes, always",
            Answer(
                outcome="answered", action="accept", option="always", text="yes, always", run_id="r"
            ),
        ),
        (
            "accept",
            "fine by me",
            Answer(outcome="answered", action="accept", text="fine by me", run_id="r"),
        ),
        (
            "reject",
            "yes, always",
            Answer(outcome="answered", action="reject", text="yes, always", run_id="r"),
        ),
        ("option", "I like it", Answer(outcome="unclear", text="I like it", run_id="r")),
        ("option", "yes, always", Answer(outcome="unclear", text="yes, always", run_id="r")),
    ],
)
def test_only_a_persons_own_words_agree_for_good(meaning, text, expected):
    reading = ReplyReading(meaning=meaning, option="always" if meaning == "option" else None)
    assert replies.read(reading, OFFERED, text, "r") == expected


def test_who_lacks_the_role_cannot_agree_for_good_either():
    asked = APPROVAL.model_copy(update={"role": "manager"})
    answer = replies.read(ReplyReading(meaning="accept"), asked, "yes, always", "r")
    assert (answer.action, answer.option) == ("forbidden", None)


def test_agreeing_for_good_agrees_to_the_step():
    answer = Answer(outcome="answered", action="accept", option="always")
    _, moved = replies.apply(turn(), SENDING, OFFERED, answer, RULES)
    assert moved.steps[0].approved == argument_hash("send_mail", {"to": "ann@x.com"})
