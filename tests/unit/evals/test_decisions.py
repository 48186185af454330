"""What labelled decisions mean, and what was said before them."""

import json

import pytest

from evals.conversation import before
from evals.decisions import Settled, destination, judge_decisions
from evals.decisions_set import Destination, LabelledDecision, Said, load_decisions
from shared.models.agent import Agent
from shared.models.intent import ActionType, Decision, IntentAnalysis, Option
from shared.models.reasoning import Exchange, ReplyReading
from tests.support.fakes import HashedWords
from tests.support.scripted_reasoner import ScriptedReasoner

TENANT = {"T": {"agents": [{"id": "deck", "name": "Deck", "description": "Makes slides"}]}}
AGENTS = [
    Agent(id="deck", name="Client Deck", description="Makes slides"),
    Agent(id="spend-guard", name="Spend Guard", description="Watches budgets"),
]


def said(*lines):
    roles = {"u": "user", "a": "assistant"}
    return [Said(role=roles[line[0]], text=line[3:]) for line in lines]


def to(kind="route", agent=None, among=None, question=None):
    return Destination(kind=kind, agent=agent, among=among, question=question)


def choice(*among):
    return to("ask", among=among, question="choice")


@pytest.mark.parametrize(
    ("went", "expected", "meets"),
    [
        (to(agent="deck"), to(agent="deck"), True),
        (to(agent="deck"), to(agent="other"), False),
        (to("update", "deck"), to("update"), True),
        (to("update"), to("update", "deck"), False),
        (to("query"), to("offer"), False),
        (to("ask", "deck", question="entity"), to("ask", "deck", question="entity"), True),
        (to("ask", "deck", question="entity"), to("ask", question="open"), False),
        (choice("a", "b"), choice("b", "a"), True),
        (choice("a", "b", "c"), choice("a", "b", "c", "d"), True),
        (choice("a", "b", "c"), choice("a"), True),
        (choice("a", "x"), choice("a", "b"), False),
        (choice("a", "b"), choice("a", "b", "c", "d"), True),
        (to(agent="a"), choice("a", "b"), False),
    ],
)
def test_a_destination_meets_what_was_expected(went, expected, meets):
    assert went.meets(expected) is meets


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (Decision(kind="run", agent="deck"), to(agent="deck")),
        (Decision(kind="build"), to("create")),
        (Decision(kind="build", agent="deck"), to("update", "deck")),
        (Decision(kind="query"), to("query")),
        (Decision(kind="say", reasons=("there is no @dek",)), to("offer")),
        (Decision(kind="say", reasons=("it keeps failing",)), to("say")),
        (Decision(kind="ask", question="offer"), to("offer")),
        (Decision(kind="ask", question="open"), to("ask", question="open")),
        (
            Decision(
                kind="ask",
                question="choice",
                options=(
                    Option(id="1", label="A", value="run:a"),
                    Option(id="2", label="B", value="update:b"),
                    Option(id="3", label="C", value="create"),
                ),
            ),
            choice("a", "b"),
        ),
        (
            Decision(kind="ask", question="create_or_run", agent="deck"),
            to("ask", "deck", question="create_or_run"),
        ),
    ],
)
def test_a_decision_has_a_destination(decision, where):
    assert destination(decision) == where


@pytest.mark.parametrize(
    ("went", "right", "acceptable", "wrong_agent", "missed", "clarified"),
    [
        (to(agent="deck"), True, True, False, False, False),
        (to(agent="spend-guard"), False, False, True, False, False),
        (choice("deck", "spend-guard"), False, False, False, False, True),
        (to("ask", question="open"), False, True, False, False, True),
        (to("offer"), False, False, False, True, False),
        (to("say"), False, False, False, True, False),
    ],
)
def test_what_becomes_of_a_task(went, right, acceptable, wrong_agent, missed, clarified):
    open_question = to("ask", question="open")
    item = LabelledDecision(
        tenant="T", utterance="x", expect=to(agent="deck"), also_ok=(open_question,)
    )

    one = Settled(item, went, 1)

    assert (one.right, one.acceptable) == (right, acceptable)
    assert (one.wrong_agent, one.missed, one.clarified) == (wrong_agent, missed, clarified)


def test_an_agent_that_a_label_names_anywhere_is_not_the_wrong_one():
    expect = choice("deck", "spend-guard")

    item = LabelledDecision(tenant="T", utterance="x", expect=expect)

    assert not Settled(item, to(agent="deck"), 1).wrong_agent


def test_an_agents_answer_is_remembered_as_its_route():
    found = before(said("u: hours?", "a: [spend-guard] 1. Rivo 2. Nordhus", "u: thanks"), AGENTS)

    assert found.routes == ("spend-guard",)
    answer = Exchange(role="assistant", text="1. Rivo 2. Nordhus", agent="spend-guard")
    assert found.exchanges[1] == answer
    assert found.question is None


def test_numbered_options_are_an_open_question():
    asked = "a: Which one? 1. Client Deck - monthly slides 2. Run your existing Spend Guard"

    found = before(said("u: a report", asked), AGENTS).question

    assert (found.text, found.asker) == ("Which one?", "")
    labels = [(option.label, option.description) for option in found.options]
    assert labels == [("Client Deck", "monthly slides"), ("Run your existing Spend Guard", "")]
    assert found.agents == {"1": "deck", "2": "spend-guard"}


@pytest.mark.parametrize(
    ("last", "options", "asker"),
    [
        ("a: How late? 1. One hour 2. Two (or more) hours", 2, ""),
        ("a: Pick one: 1. One hour 2. Two hours", 2, ""),
        ("a: [deck] Which month? 1. May 2. June", 2, "deck"),
        ("a: Which month should it cover?", 0, ""),
    ],
)
def test_questions_whose_options_are_no_agents(last, options, asker):
    question = before(said("u: tell them", last), AGENTS).question

    assert (len(question.options), question.asker, question.agents) == (options, asker, {})


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["a: Which month? 1. May 2. June"],
        ["u: slides", "a: All right."],
        ["u: slides", "a: [deck] Done. Anything else?"],
        ["u: slides", "a: Which? 1. May 2. June", "u: May"],
    ],
)
def test_otherwise_no_question_is_open(lines):
    assert before(said(*lines), AGENTS).question is None


def read_as(**reading):
    return ReplyReading.model_validate(reading)


def executing(agent):
    return IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent="do",
        confidence=1,
        commands=[{"agent": agent, "command": "do"}] if agent else (),
    )


AMONG_AGENTS = [
    {"role": "user", "text": "a report"},
    {"role": "assistant", "text": "Which? 1. Deck 2. Something new"},
]
OF_AN_AGENT = [
    {"role": "user", "text": "make slides"},
    {"role": "assistant", "text": "Which month? 1. May 2. June"},
]
IN_WORDS = [
    {"role": "user", "text": "make slides"},
    {"role": "assistant", "text": "Which month should it cover?"},
]


@pytest.mark.parametrize(
    ("context", "reading", "expect"),
    [
        (AMONG_AGENTS, {"meaning": "option", "option": "1"}, to(agent="deck")),
        (AMONG_AGENTS, {"meaning": "option", "option": "2"}, to("create")),
        (AMONG_AGENTS, {"meaning": "unclear"}, choice("deck")),
        (AMONG_AGENTS, {"meaning": "none"}, to("ask", question="open")),
        (AMONG_AGENTS, {"meaning": "new"}, to("query")),
        (OF_AN_AGENT, {"meaning": "option", "option": "2"}, to(agent="deck")),
        (OF_AN_AGENT, {"meaning": "unclear"}, to("ask", "deck", question="entity")),
        (IN_WORDS, {"meaning": "text"}, to(agent="deck")),
    ],
)
async def test_a_reply_to_an_open_question_decides(tmp_path, context, reading, expect):
    line = {"tenant": "T", "context": context, "utterance": "x", "expect": expect.model_dump()}
    path, tenants = tmp_path / "decisions.jsonl", tmp_path / "tenants.json"
    path.write_text(json.dumps(line))
    tenants.write_text(json.dumps(TENANT))
    data = load_decisions(path, tenants)
    asking = IntentAnalysis(action=ActionType.QUERY, primary_intent="ask", confidence=1)

    def analyze(request):
        return asking if request.text in {"x", "hello"} else executing("deck")

    reasoner = ScriptedReasoner(
        scripts={"interpret_reply": [read_as(**reading)], "analyze_intent": [analyze] * 9}
    )

    outcome = await judge_decisions(data, reasoner, HashedWords(), "scripted")

    assert outcome.misjudged == []
