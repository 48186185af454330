"""Commands for agents whose tools other servers lend, planned by names and types alone."""

import pytest

from shared.models.lent import ToolServer
from shared.models.reasoning import Clarified, ConversationContext, PlanRequest
from shared.reasoning.embedded.planning import plan
from shared.reasoning.model.strict import strict
from shared.reasoning.offering import arguments_of, tool_of
from shared.tools.lent.offers import looked_at, offered
from shared.tools.lent.tools import tools_of
from shared.understanding.reader import Reader
from shared.workspace.registry import TOOLS
from tests.support.fakes import NOON

TEXT, WHOLE, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
READS = {"readOnlyHint": True}
READER = Reader()


def offer(name, description, properties, *needed, **said):
    return offered(name, "", description, {"properties": properties, "required": [*needed]}, said)


OFFERS = (
    offer(
        "find_issues",
        "Find issues of the tracker by words of their title.",
        {"query": TEXT, "limit": WHOLE},
        "query",
        **READS,
    ),
    offer(
        "open_issue",
        "Open a new issue in the tracker.",
        {
            "title": TEXT,
            "priority": WHOLE,
            "urgent": {"type": "boolean"},
            "kind": {"enum": ["bug", "feature"]},
        },
        "title",
    ),
    offer("comment", "Comment on an issue", {"issue": WHOLE, "text": TEXT}, "issue", "text"),
    offer("echo", "Echoes back the input", {"message": TEXT}, "message"),
    offer("get-sum", "Returns the sum of two numbers", {"a": NUMBER, "b": NUMBER}, "a", "b"),
    offer(
        "assignPeople",
        "Assign people",
        {"issue": WHOLE, "people": {"type": "array", "items": TEXT}},
        "issue",
        "people",
    ),
)


def specs(*offers):
    tools, unusable = looked_at(offers)
    assert unusable == ()
    server = ToolServer(id="t", name="T", tools=tools, accepted_at=NOON)
    return tuple(tool.spec for tool in tools_of(None, "acme", server).values())


def planned(command, *tools, **more):
    tools = tools or specs(*OFFERS)
    wanted = {"agent": "keeper", "agent_name": "Keeper", "today": "2026-11-02", "now": NOON}
    return plan(PlanRequest(command=command, tools=tools, **wanted, **more), READER)


@pytest.mark.parametrize(
    ("command", "tool", "arguments"),
    [
        ("find issues about the printer", "find_issues", {"query": "printer"}),
        (
            "please find open issues about login limit 5",
            "find_issues",
            {"query": "login", "limit": 5},
        ),
        (
            "open an issue called Printer on fire with priority 1",
            "open_issue",
            {"title": "Printer on fire", "priority": 1},
        ),
        (
            'Open an urgent issue titled "Fire, again" of kind bug',
            "open_issue",
            {"title": "Fire, again", "urgent": True, "kind": "bug"},
        ),
        (
            "open an issue with title Lamp that is not urgent",
            "open_issue",
            {"title": "Lamp that is not urgent", "urgent": False},
        ),
        ("open issue: The door is stuck", "open_issue", {"title": "The door is stuck"}),
        ("comment on issue #12: we are on it", "comment", {"issue": 12, "text": "we are on it"}),
        (
            "comment on issue 12 with text looking good",
            "comment",
            {"issue": 12, "text": "looking good"},
        ),
        ("echo hello world", "echo", {"message": "hello world"}),
        ('echo "hi there"', "echo", {"message": "hi there"}),
        ("what is the sum of 3 and 4.5", "get-sum", {"a": 3, "b": 4.5}),
        ("get the sum: a is 3, b is 4", "get-sum", {"a": 3, "b": 4}),
        (
            "assign people Ada, Bob and Cy to issue 7",
            "assignPeople",
            {"people": ["Ada", "Bob", "Cy"], "issue": 7},
        ),
    ],
)
def test_a_command_says_which_tool_and_what_it_takes(command, tool, arguments):
    [step] = planned(command).steps
    assert (step.tool, step.arguments) == (f"mcp_t_{tool}", arguments)


def test_what_is_needed_and_not_said_is_asked_for_and_taken_from_the_answer():
    asked = planned("open an issue")
    assert (asked.steps, asked.cannot, asked.lacks) == ((), "What should the title be?", "title")
    told = Clarified(question=asked.cannot, answer="The lamp blinks", lacks="title")
    context = ConversationContext(clarified=(told,))
    [step] = planned("open an issue", context=context).steps
    assert step.arguments == {"title": "The lamp blinks"}


def test_an_answer_of_another_type_is_asked_about_again():
    told = Clarified(question="?", answer="the first one", lacks="issue")
    context = ConversationContext(clarified=(told,))
    again = planned('comment "fine"', context=context)
    assert (again.lacks, again.cannot) == ("issue", "What should the issue be?")


def test_choices_are_told_where_one_has_to_be_made():
    [tool] = specs(offer("file", "File it", {"kind": {"enum": ["bug", "feature"]}}, "kind"))
    asked = planned("file it", tool)
    assert asked.cannot == "What should the kind be? It can be bug, feature."
    [step] = planned("file it as a feature", tool).steps
    assert step.arguments == {"kind": "feature"}


def test_a_command_that_tells_no_tool_names_them():
    told = planned("make me happy").cannot
    assert "Keeper" in told
    assert "“find issues”, “open issue”" in told


def test_an_agent_with_a_single_tool_means_that_one():
    [tool] = specs(OFFERS[0])
    [step] = planned("look for printers", tool).steps
    assert step.arguments == {"query": "printers"}


def test_lent_tools_stand_beside_those_of_the_workspace():
    own = tuple(TOOLS[name].spec for name in ("gmail_search_messages", "gmail_get_message"))
    both = (*own, *specs(*OFFERS))
    assert planned("find issues about the printer", *both).steps[0].tool == "mcp_t_find_issues"
    assert planned("show my unread emails", *both).steps[0].tool == "gmail_search_messages"


def test_a_procedures_line_uses_a_lent_tool_and_what_changes_is_left_out_of_a_preview():
    lines = ("Find issues about the printer", "Open an issue titled Printer")
    run = planned("run", procedure=lines)
    assert [step.tool for step in run.steps] == ["mcp_t_find_issues", "mcp_t_open_issue"]
    shown = planned("only show it", procedure=lines)
    assert [step.tool for step in shown.steps] == ["mcp_t_find_issues"]


def test_a_model_is_offered_every_argument_whatever_it_is_called():
    [spec] = specs(offer("move", "Move it", {"reason": TEXT, "account": TEXT}, "reason", "account"))
    tool = tool_of(spec)
    assert set(tool.parameters["properties"]) == {"reason", "account"}
    assert tool.parameters["required"].count("reason") == 1
    said = {"reason": "because", "account": "x"}
    assert arguments_of(said, spec) == ("", said)
    strict(spec.parameters)
