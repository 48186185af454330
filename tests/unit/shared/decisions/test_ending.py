import pytest

from shared.decisions.ending import came_to_something, complete, fail
from shared.decisions.risk import ToolRules
from shared.models.run import AgentRun, Step, ToolError

RULES = {"search": ToolRules(items="mails"), "send": ToolRules(changes=True)}
ERROR = ToolError(type="params", message="m", tool="send", recoverable=False)


def run(*steps):
    return AgentRun(id="1", agent="a", request="r", steps=steps)


def done(tool, result=None):
    return Step(tool=tool, status="done", result=result, text="t")


@pytest.mark.parametrize(
    ("over", "came"),
    [
        (run(done("send")), False),
        (complete(run(done("send")), RULES), True),
        (complete(run(done("search", {"mails": [{}]})), RULES), True),
        (complete(run(done("search", {"mails": []})), RULES), None),
        (complete(run(done("search", {"mails": []}), done("send")), RULES), True),
        (complete(run(done("search", {"mails": [{}]}), Step(tool="send")), RULES), False),
        (complete(run(done("gone")), RULES), True),
        (fail(run(done("send")), ERROR), False),
    ],
)
def test_a_run_came_to_something_when_it_did_all_and_found_anything(over, came):
    assert came_to_something(over, RULES) is came
