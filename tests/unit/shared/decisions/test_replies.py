import pytest

from shared.decisions import lifecycle, replies, routing, wording
from shared.decisions.risk import argument_hash
from shared.models.intent import Option
from shared.models.reasoning import ReplyReading
from shared.models.run import Clarification
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import (
    OPTIONS,
    RULES,
    agent_run,
    decision,
    intent,
    people,
    request,
    step,
    turn,
)

AGENTS = (
    Option(id="1", label="Email", value="email"),
    Option(id="2", label="Contacts", value="contacts"),
)
WHICH_AGENT = turn(decision=decision("ask", agent=None, text="Which agent?", options=AGENTS))
RUNNING = turn(decision=decision("run"))
CLARIFYING = agent_run(
    step(status="done", result=people("ann", "bob")),
    step("find_mail", arguments={"query": "{1.people.0.email}"}),
    status="needs_clarification",
    clarification=Clarification(question="Which John?", options=OPTIONS, step=0),
)
SENDING = agent_run(
    step(status="done", result=people("ann")),
    step("send_mail", arguments={"to": "ann@x.com"}, risk="medium"),
    cursor=1,
)
APPROVAL = request(kind="approval", options=())


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


# --- reading


@pytest.mark.parametrize(
    ("reading", "answer"),
    [
        (
            ReplyReading(meaning="option", option="2"),
            answered(action="option", option="2", text="Lee", run_id="r"),
        ),
        (ReplyReading(meaning="accept"), answered(action="accept", text="Lee", run_id="r")),
        (ReplyReading(meaning="reject"), answered(action="reject", text="Lee", run_id="r")),
        (ReplyReading(meaning="none"), answered(action="none", text="Lee", run_id="r")),
        (ReplyReading(meaning="new"), Answer(outcome="superseded", text="Lee")),
        (ReplyReading(meaning="unclear"), Answer(outcome="unclear", text="Lee", run_id="r")),
        (ReplyReading(meaning="text"), Answer(outcome="unclear", text="Lee", run_id="r")),
    ],
)
def test_every_meaning_makes_an_answer(reading, answer):
    assert replies.read(reading, "Lee", "r") == answer


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
    "answer", [answered(action="none"), answered(action="option", option="nine")]
)
def test_none_of_the_agents_is_said_to_be_none(answer):
    update, run = replies.apply(WHICH_AGENT, None, request(options=AGENTS), answer, RULES)

    assert run is None
    assert (update["decision"].kind, update["decision"].text) == ("say", wording.NONE_OF_THESE)


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
