from typing import get_args

import pytest

from shared.decisions import lifecycle, replies, routing, runs, wording
from shared.decisions.progress import next_move
from shared.decisions.risk import argument_hash
from shared.models.intent import Command, Option, QuestionType
from shared.models.profile import Policy, Profile
from shared.models.reasoning import Clarified, ReplyReading
from shared.models.run import Card, Clarification
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import (
    OPTIONS,
    RULES,
    agent_run,
    candidate,
    decision,
    intent,
    people,
    request,
    step,
    turn,
)

AGENTS = (
    Option(id="1", label="Email", value="run:email"),
    Option(id="2", label="Contacts", value="run:contacts"),
)
CHOICE = decision("ask", agent=None, question="choice", text="Which agent?", options=AGENTS)
WHICH_AGENT = turn(decision=CHOICE, rounds=1)
RUNNING = turn(decision=decision("run"))
CLARIFYING = agent_run(
    step(status="done", result=people("ann", "bob")),
    step("find_mail", arguments={"query": "{1.people.0.email}"}),
    status="needs_clarification",
    clarification=Clarification(question="Which John?", options=OPTIONS, step=0),
)
SENDING = agent_run(
    step(status="done", result=people("ann")),
    step("send_mail", arguments={"to": "ann@x.com"}, risk="medium", card=Card(title="Send")),
    cursor=1,
)
APPROVAL = request(kind="approval", options=(), free_text=True)


def answered(**changes):
    return Answer(outcome="answered", **changes)


# --- what to ask


@pytest.mark.parametrize(
    ("where", "run"),
    [
        (turn(), None),
        (turn(decision=decision("say")), None),
        (RUNNING, None),
        (RUNNING, agent_run(step())),
        (turn(decision=decision("ask"), ending="expired"), None),
    ],
)
def test_a_turn_that_is_not_to_ask_asks_nothing(where, run):
    assert replies.question_of(where, run) is None


def test_the_choice_of_an_agent_is_asked_first():
    asked = replies.question_of(WHICH_AGENT, None)

    assert (asked.kind, asked.text, asked.options) == ("clarification", "Which agent?", AGENTS)


@pytest.mark.parametrize("question", get_args(QuestionType))
def test_only_some_questions_are_answered_in_any_words(question):
    where = turn(decision=decision("ask", question=question))

    narrowed = question in {"choice", "entity", "open"}
    assert replies.question_of(where, None).free_text == narrowed


def test_a_runs_clarification_is_asked_as_it_stands():
    asked = replies.question_of(RUNNING, CLARIFYING)

    assert (asked.kind, asked.text, asked.options) == ("clarification", "Which John?", OPTIONS)
    assert asked.arguments is None


def test_an_approval_is_asked_for_exactly_the_next_call():
    asked = replies.question_of(RUNNING, SENDING)

    assert (asked.kind, asked.options) == ("approval", ())
    assert asked.text == wording.preview(SENDING.steps[1])
    assert asked.arguments == {"to": "ann@x.com"}
    assert asked.arguments_hash == argument_hash("send_mail", {"to": "ann@x.com"})
    assert asked.tool_call_id == "call-1-2"
    assert (asked.card, asked.risk, asked.role) == (Card(title="Send"), "medium", "")
    assert asked.free_text


def test_a_high_risk_takes_the_role_an_organisation_asks_for():
    guarded = Profile(policy=Policy(approver="manager"))
    risky = SENDING.steps[1].model_copy(update={"risk": "high"})
    run = SENDING.model_copy(update={"profile": guarded, "steps": (SENDING.steps[0], risky)})

    assert replies.question_of(RUNNING, run).role == "manager"
    assert replies.question_of(RUNNING, SENDING.model_copy(update={"profile": guarded})).role == ""


@pytest.mark.parametrize("roles", [("manager",), ()])
def test_who_asked_cannot_agree_to_what_takes_somebody_else(roles):
    asked = APPROVAL.model_copy(update={"role": "manager"})

    answer = replies.read(ReplyReading(meaning="accept"), asked, "ok", "r", roles)
    update, moved = replies.apply(RUNNING, SENDING, asked, answer, RULES)

    assert answer.action == "forbidden"
    assert not replies.may_accept(asked, roles)
    assert moved is None, "it stands as it was"
    assert update == {"aside": wording.needs_role("manager")}


def test_a_service_cannot_agree_at_all():
    answer = replies.read(ReplyReading(meaning="accept"), APPROVAL, "ok", "r", ("service",))
    _, moved = replies.apply(RUNNING, SENDING, APPROVAL, answer, RULES)

    assert answer.action == "forbidden"
    assert moved.status == "failed"


@pytest.mark.parametrize(
    ("role", "roles", "may"),
    [
        ("manager", ("manager",), True),
        ("manager", ("member",), False),
        ("manager", ("manager", "service"), False),
        ("", ("manager",), False),
    ],
)
def test_somebody_else_agrees_with_the_role_it_takes(role, roles, may):
    asked = APPROVAL.model_copy(update={"role": role})
    assert replies.may_approve(asked, roles) is may


def test_who_agreed_for_somebody_else_is_kept_with_the_step():
    answer = Answer(outcome="answered", action="accept", by="bo", by_name="Bo")
    _, moved = replies.apply(RUNNING, SENDING, APPROVAL, answer, RULES)
    assert (moved.steps[1].agreed, moved.steps[1].agreed_by) == ("button", "bo")
    assert moved.steps[1].approved == argument_hash("send_mail", SENDING.steps[1].arguments)


def test_what_a_person_wants_changed_is_a_wish_to_follow_before_they_are_asked_again():
    answer = replies.read(ReplyReading(meaning="text"), APPROVAL, "make it shorter", "r")
    _, moved = replies.apply(RUNNING, SENDING, APPROVAL, answer, RULES)

    assert moved.steps[1].wish == "make it shorter"
    assert next_move(RUNNING, moved) == "prepare"
    shown = runs.prepared(moved, {"to": "bob@x.com"}, Card(title="Send it"), RULES)
    assert next_move(RUNNING, shown) == "ask"
    assert (shown.steps[1].wish, shown.steps[1].arguments) == ("", {"to": "bob@x.com"})


# --- reading


@pytest.mark.parametrize(
    ("reading", "answer"),
    [
        (
            ReplyReading(meaning="option", option="2"),
            answered(action="option", option="2", text="Lee", run_id="r"),
        ),
        (ReplyReading(meaning="accept"), Answer(outcome="unclear", text="Lee", run_id="r")),
        (ReplyReading(meaning="hold"), Answer(outcome="unclear", text="Lee", run_id="r")),
        (ReplyReading(meaning="aside"), Answer(outcome="unclear", text="Lee", run_id="r")),
        (ReplyReading(meaning="reject"), answered(action="reject", text="Lee", run_id="r")),
        (ReplyReading(meaning="none"), answered(action="none", text="Lee", run_id="r")),
        (ReplyReading(meaning="new"), Answer(outcome="superseded", text="Lee")),
        (ReplyReading(meaning="unclear"), Answer(outcome="unclear", text="Lee", run_id="r")),
        (ReplyReading(meaning="text"), Answer(outcome="unclear", text="Lee", run_id="r")),
    ],
)
def test_every_meaning_makes_an_answer(reading, answer):
    assert replies.read(reading, request(), "Lee", "r") == answer


@pytest.mark.parametrize("meaning", ["text", "unclear"])
def test_any_words_answer_a_question_that_takes_them(meaning):
    asked = request(free_text=True)

    answer = replies.read(ReplyReading(meaning=meaning), asked, "last May", "r")

    assert answer == answered(action="text", text="last May", run_id="r")


@pytest.mark.parametrize("said", ["dunno", "I don't know", "Not sure", "whatever", "???", "..."])
def test_words_that_say_nothing_answer_no_question(said):
    unclear = ReplyReading(meaning="unclear")

    answer = replies.read(unclear, request(free_text=True), said, "r")

    assert answer == Answer(outcome="unclear", text=said, run_id="r")


def test_words_that_narrow_a_choice_down_are_routed_with_the_message():
    asked = request(options=AGENTS, free_text=True)

    update, run = replies.apply(
        WHICH_AGENT, None, asked, answered(action="text", text="my inbox"), RULES
    )

    after = WHICH_AGENT.model_copy(update=update)
    assert (run, next_move(after, None)) == (None, "route")
    assert routing.wanted(after) == "emails from John\nmy inbox"


# --- applying


@pytest.mark.parametrize("outcome", ["superseded", "cancelled"])
@pytest.mark.parametrize(
    ("where", "run", "asked"),
    [
        (WHICH_AGENT, None, request()),
        (RUNNING, SENDING, APPROVAL),
        (RUNNING, CLARIFYING, request()),
    ],
)
def test_a_question_set_aside_ends_the_turn_and_leaves_the_run(outcome, where, run, asked):
    answer = Answer(outcome=outcome)

    assert replies.apply(where, run, asked, answer, RULES) == ({"ending": outcome}, None)


@pytest.mark.parametrize(
    ("before", "update"),
    [
        (0, {"unclear": 1, "ending": None}),
        (1, {"unclear": 2, "ending": None}),
        (2, {"unclear": 3, "ending": "answered"}),
    ],
)
def test_the_third_unclear_reply_ends_the_turn(before, update):
    where = RUNNING.model_copy(update={"unclear": before})

    applied = replies.apply(where, SENDING, APPROVAL, Answer(outcome="unclear"), RULES)

    assert applied == (update, None)


def test_an_approval_moves_the_run_on():
    update, run = replies.apply(RUNNING, SENDING, APPROVAL, answered(action="accept"), RULES)

    assert update == {}
    assert run.steps[1].approved == argument_hash("send_mail", {"to": "ann@x.com"})


def test_a_refusal_ends_the_run():
    _, run = replies.apply(RUNNING, SENDING, APPROVAL, answered(action="reject"), RULES)

    assert (run.status, run.response.result.summary) == ("complete", wording.LEFT_ALONE)


def test_the_chosen_agent_gets_the_message():
    where = WHICH_AGENT.model_copy(update={"intent": intent(("contacts", "find John"))})
    asked = request(options=AGENTS)

    update, run = replies.apply(where, None, asked, answered(action="option", option="2"), RULES)

    assert (update["decision"].kind, update["decision"].agent) == ("run", "contacts")
    assert (run.agent, run.request, run.status) == ("contacts", "find John", "planning")
    assert update["decision"] == routing.chosen(where.decision, AGENTS[1])


@pytest.mark.parametrize(
    "answer",
    [answered(action="none", text="neither"), answered(action="option", option="9", text="nine")],
)
@pytest.mark.parametrize(
    ("rounds", "kind", "said"),
    [
        (1, "ask", wording.NONE_OF_THESE),
        (2, "ask", wording.NONE_OF_THESE),
        (3, "say", wording.GIVING_UP),
    ],
)
def test_who_wants_none_of_the_agents_is_asked_openly_while_rounds_are_left(
    answer, rounds, kind, said
):
    where = WHICH_AGENT.model_copy(update={"rounds": rounds})

    update, run = replies.apply(where, None, request(options=AGENTS), answer, RULES)

    assert run is None
    assert (update["decision"].kind, update["decision"].text) == (kind, said)


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_question_closed_without_a_word_is_left_alone(rounds):
    where = WHICH_AGENT.model_copy(update={"rounds": rounds})

    update, run = replies.apply(
        where, None, request(options=AGENTS), answered(action="none"), RULES
    )

    assert run is None
    assert (update["decision"].kind, update["decision"].text) == ("say", wording.LEFT_ALONE)


def test_what_was_asked_and_chosen_is_remembered_but_adds_nothing_to_the_request():
    answer = answered(action="option", option="2")

    update, run = replies.apply(WHICH_AGENT, None, request(options=AGENTS), answer, RULES)

    known = Clarified(question="Which John?", answer="Contacts", told=False)
    assert update["clarified"] == (known,)
    assert run.request == WHICH_AGENT.text


def test_what_was_missing_joins_the_request_of_the_agent_it_was_missing_for():
    asked = decision("ask", question="entity", agent="email")
    where = turn(decision=asked, rounds=1, intent=intent(("email", "mail")))
    answer = answered(action="text", text="of last week")

    update, run = replies.apply(where, None, request(free_text=True), answer, RULES)

    assert (run.agent, run.request) == ("email", "emails from John\nof last week")
    assert update["clarified"] == (Clarified(question="Which John?", answer="of last week"),)


TIP = Option(id="1", label="Any unread mail?", value="tell:Any unread mail?")
OPEN = turn(
    decision=decision("ask", question="open", agent=None, options=(TIP,)),
    rounds=1,
    intent=intent(),
)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (answered(action="text", text="my mail"), "my mail"),
        (answered(action="option", option="1"), "Any unread mail?"),
        (answered(action="option", option="1", text="the first"), "Any unread mail?"),
    ],
)
def test_an_answer_to_an_open_question_is_routed_with_the_message(answer, told):
    asked = request(options=(TIP,), free_text=True)

    update, run = replies.apply(OPEN, None, asked, answer, RULES)
    after = OPEN.model_copy(update=update)

    assert run is None
    assert (after.decision, after.intent) == (None, None)
    assert next_move(after, None) == "route"
    assert routing.wanted(after) == f"emails from John\n{told}"


def test_a_reply_that_cannot_be_read_is_asked_about_again():
    asked = request(options=AGENTS)

    applied = replies.apply(WHICH_AGENT, None, asked, Answer(outcome="unclear"), RULES)

    assert applied == ({"unclear": 1}, None)


@pytest.mark.parametrize(
    ("candidates", "kind", "agent"),
    [((candidate("email", 0.6), candidate("notes", 0.5)), "run", "email"), ((), "say", None)],
)
def test_after_the_third_round_an_unreadable_reply_leaves_the_best_guess(candidates, kind, agent):
    asked = CHOICE.model_copy(update={"candidates": candidates})
    where = turn(decision=asked, rounds=routing.MAX_ROUNDS)

    update, run = replies.apply(where, None, request(), Answer(outcome="unclear"), RULES)

    assert (update["decision"].kind, update["decision"].agent) == (kind, agent)
    assert (run.agent if run else None) == agent


def test_a_change_that_was_chosen_sets_no_agent_to_work():
    options = (Option(id="1", label="Email", value="update:email"),)
    where = turn(decision=CHOICE.model_copy(update={"options": options}), rounds=1)

    update, run = replies.apply(
        where, None, request(options=options), answered(action="option", option="1"), RULES
    )

    assert (update["decision"].kind, run) == ("build", None)


def test_an_answer_to_nothing_that_was_decided_ends_the_turn():
    assert replies.apply(turn(), None, request(), answered(action="none"), RULES) == (
        {"ending": "answered"},
        None,
    )


def test_the_chosen_item_narrows_the_run():
    update, run = replies.apply(
        RUNNING, CLARIFYING, request(), answered(action="option", option="2"), RULES
    )

    assert update == {}
    assert run.steps[0].result == people("bob")
    assert (run.status, run.cursor) == ("executing", 1)


@pytest.mark.parametrize(
    "answer", [answered(action="none"), answered(action="option", option="nine")]
)
def test_none_of_the_items_ends_the_run(answer):
    update, run = replies.apply(RUNNING, CLARIFYING, request(), answer, RULES)

    assert update == {}
    assert (run.status, run.response.result.summary) == ("complete", wording.NONE_OF_THESE)


def test_a_choice_is_made_with_what_was_wished_with_it():
    answer = replies.read(
        ReplyReading(meaning="option", option="2", wish="cc Bo"),
        request(),
        "the second, cc Bo",
        "r",
    )

    _, run = replies.apply(RUNNING, CLARIFYING, request(), answer, RULES)

    assert (run.steps[0].result, run.wishes, run.said) == (people("bob"), ("cc Bo",), ("cc Bo",))


def test_a_wish_without_a_choice_leaves_that_open():
    answer = replies.read(ReplyReading(meaning="wish", wish="cc Bo"), request(), "cc Bo", "r")

    update, run = replies.apply(RUNNING, CLARIFYING, request(), answer, RULES)

    assert run == CLARIFYING.model_copy(update={"wishes": ("cc Bo",), "said": ("cc Bo",)})
    asked = replies.question_of(RUNNING.model_copy(update=update), run)
    assert (asked.text, asked.options) == ("Noted. Which John?", OPTIONS)


CHANGES = agent_run(
    step(status="done", result=people("ann", "bob")),
    step("send_mail", arguments={"to": "{1.people.0.email}"}),
    status="needs_clarification",
    clarification=Clarification(question="Which John?", options=OPTIONS, step=0),
)


@pytest.mark.parametrize(
    ("asked", "run", "tool"),
    [
        (APPROVAL, SENDING, "send_mail"),
        (request(), CHANGES, "send_mail"),
        (request(), CLARIFYING, None),
        (request(), CHANGES.model_copy(update={"clarification": None}), None),
        (request(), agent_run(step(), cursor=1), None),
        (request(), None, None),
    ],
)
def test_a_reply_may_be_about_the_call_that_is_shown_or_that_a_choice_is_for(asked, run, tool):
    found = replies.call_of(asked, run, RULES)

    assert (found and found.tool) == tool


# --- closing


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (turn(ending="expired"), wording.EXPIRED),
        (turn(ending="answered", unclear=lifecycle.MAX_UNCLEAR), wording.GIVING_UP),
        (turn(unclear=lifecycle.MAX_UNCLEAR - 1), ""),
        (turn(ending="superseded"), ""),
        (turn(ending="cancelled"), ""),
    ],
)
def test_a_turn_that_closes_without_an_answer_says_so_or_nothing(where, said):
    assert replies.closing(where) == said


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("@nobody hi", True),
        (" @Email: show me mail from Sarah", True),
        ("@contacts", False),
        ("@CONTACTS please", False),
        ("the @contacts one", False),
        ("the first one", False),
    ],
)
def test_naming_an_agent_that_was_not_offered_is_a_request_of_its_own(text, new):
    offered = (Option(id="1", label="Contacts", value="run:contacts"),)

    assert replies.plainly_new(request(options=offered), text) is new


# --- consent and what leaves a card standing


@pytest.mark.parametrize(
    ("meaning", "text", "action"),
    [
        ("accept", "ok", "accept"),
        ("accept", "send it", "accept"),
        ("accept", "No way, never send that", "nearly"),
        ("accept", "yes send it to Grace", "nearly"),
        ("option", "1", None),
        ("reject", "no", "reject"),
        ("hold", "hang on", "hold"),
        ("aside", "who gets it?", "aside"),
        ("text", "make it shorter", "text"),
        ("unclear", "thanks", None),
    ],
)
def test_words_agree_and_no_reading_does(meaning, text, action):
    asked = request(
        kind="approval", options=(), free_text=True, card=Card(title="Send", fields=(("To", "A"),))
    )

    answer = replies.read(ReplyReading(meaning=meaning), asked, text, "r")

    assert answer.action == action
    assert answer.outcome == ("unclear" if action is None else "answered")


TO_PHILIPPE = (("From", "a@b.c"), ("To", "Philippe Laurent <p.laurent@x.fr>"))
TO_INES = (("To", "Ines Duarte (@ines, Lead, Ops, ines@x.com)"),)
EMAIL = Card(title="Send this email", fields=TO_PHILIPPE)
POST = Card(title="Post in #weekly-news", body="hi")


@pytest.mark.parametrize(
    ("card", "text", "agreed"),
    [
        (EMAIL, "Yes, send it to Philippe Laurent.", True),
        (EMAIL, "send it to Nina", False),
        (EMAIL, "send it to him", False),
        (EMAIL, "send it to them", False),
        (EMAIL, "yes to Philippe Laurent", False),
        (
            Card(title="Send this email", fields=(*TO_PHILIPPE, ("Cc", "tom@x.com"))),
            "send it to Philippe Laurent",
            False,
        ),
        (Card(title="Send this email", fields=(("To", "a@x, b@x"),)), "send it to a@x", False),
        (
            Card(title="Send Ines Duarte a direct message on Slack", fields=TO_INES, body="hi"),
            "correct, send it to Ines Duarte please",
            True,
        ),
        (POST, "post it in #weekly-news", True),
        (POST, "yes, put it up in the channel", True),
        (POST, "yes, put it up in random", False),
    ],
)
def test_whom_it_goes_to_is_agreed_to_just_as_it_is_shown(card, text, agreed):
    asked = request(kind="approval", options=(), card=card)

    assert replies.agrees(asked, text) == agreed


def test_nothing_agrees_to_a_question():
    assert not replies.agrees(request(), "yes")


@pytest.mark.parametrize(
    ("action", "text", "says"),
    [
        ("hold", "hang on", wording.HELD),
        ("nearly", "bless her, send it", wording.PLAINLY),
        ("aside", "to whom?", "**Send**"),
    ],
)
def test_what_leaves_a_card_standing_changes_nothing_but_what_is_said(action, text, says):
    asked = APPROVAL.model_copy(update={"card": Card(title="Send")})

    update, moved = replies.apply(
        RUNNING, SENDING, asked, answered(action=action, text=text), RULES
    )

    assert moved is None
    assert update["aside"].startswith(says)
    again = replies.question_of(RUNNING.model_copy(update=update), SENDING)
    assert again.text == f"{update['aside']}\n\n{wording.standing(SENDING.steps[1])}"
    assert again.arguments_hash == argument_hash("send_mail", {"to": "ann@x.com"})


def test_a_card_without_a_title_is_called_by_its_tool():
    bare = step("send_mail", arguments={}, risk="medium")
    assert wording.standing(bare).startswith("“send_mail” still waits")


@pytest.mark.parametrize(
    ("run", "said"), [(SENDING, wording.NOT_DONE), (CLARIFYING, wording.GIVING_UP)]
)
def test_what_was_not_agreed_to_in_three_rounds_is_said_not_to_be_done(run, said):
    assert replies.closing(turn(unclear=3), run) == said


WAITING = SENDING.model_copy(
    update={"queue": (Command(command="post it"), Command(command="book it"))}
)


@pytest.mark.parametrize("meaning", ["later", "skip"])
def test_an_answer_about_an_order_that_waits_names_it_and_answers_no_other_question(meaning):
    reading = ReplyReading(meaning=meaning, option="1")

    answer = replies.read(reading, APPROVAL, "not that one", "run-1")

    assert (answer.outcome, answer.action, answer.option) == ("answered", meaning, "1")
    other = replies.read(reading, request(options=OPTIONS), "not that one", "run-1")
    assert other.outcome == "unclear"


def test_an_order_that_waits_is_noted_to_be_different_while_what_is_shown_stands():
    answer = answered(action="later", option="1", text="at four")

    update, moved = replies.apply(RUNNING, WAITING, APPROVAL, answer, RULES)

    assert update == {"aside": wording.later("book it", off=False)}
    assert moved.queue == (WAITING.queue[0], Command(command="book it", wishes=("at four",)))
    assert moved.steps == WAITING.steps


def test_an_order_that_waits_is_noted_as_called_off_while_what_is_shown_stands():
    answer = answered(action="skip", option="0", text="skip the post")

    update, moved = replies.apply(RUNNING, WAITING, APPROVAL, answer, RULES)

    assert update == {"aside": wording.later("post it", off=True)}
    assert [one.skipped for one in moved.queue] == [True, False]
    assert moved.steps == WAITING.steps


def test_a_refusal_of_all_calls_off_what_waits_as_well():
    reading = ReplyReading(meaning="reject", option="all")
    answer = replies.read(reading, APPROVAL, "both not", "r")

    _, moved = replies.apply(RUNNING, WAITING, APPROVAL, answer, RULES)

    assert [one.skipped for one in moved.queue] == [True, True]
    assert moved.status == "complete"


def test_a_refusal_is_of_what_is_shown_where_it_names_nothing_else():
    answer = replies.read(ReplyReading(meaning="reject", option="0"), APPROVAL, "no", "r")

    _, moved = replies.apply(RUNNING, WAITING, APPROVAL, answer, RULES)

    assert [one.skipped for one in moved.queue] == [False, False]


@pytest.mark.parametrize("place", [None, "2", "-1", "first", ""])
def test_an_answer_about_an_order_that_is_not_there_leaves_everything_as_it_is(place):
    answer = answered(action="skip", option=place, text="skip that")

    assert replies.apply(RUNNING, WAITING, APPROVAL, answer, RULES) == (
        {"aside": wording.HELD},
        None,
    )
