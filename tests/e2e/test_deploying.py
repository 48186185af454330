"""A deployment while conversations wait: begun by the code of before, ended by that of today."""

import re
import shutil

import pytest

from api.links import EFFECTS
from shared.conversation.doorbell import ORCHESTRATOR
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, outcome, spoken

BEFORE = "thread_v1"
JOHN, THE_CLIENT = "Show me emails from John", "The client"
MAIL = "Send Sarah Chen an email that says: Thursday works for me"
SARAH = "Show me emails from Sarah about the budget"


@pytest.fixture
def app_before(tmp_path):
    """The folder of an app whose function_app is that of before."""
    app = tmp_path / "before"
    app.mkdir()
    (app / "function_app.py").write_text("from tests.support.app_before import app\n")
    for name in ("host.json", "local.settings.json.example"):
        shutil.copy(ROOT / name, app)
    return app


def orchestrators(host):
    """Return the versions that ran since the host's start."""
    return set(re.findall(r"orchestrator  (thread_v\d+)", host.output))


async def test_questions_asked_before_a_deployment_are_answered_after_it(app_before, tmp_path):
    data = tmp_path / "data"
    async with RunningHost(app_before, data) as host, http_client(host.url) as client:
        asked, approving = Conversation(client), Conversation(client)
        assert outcome(await asked.ask(JOHN))["type"] == "interrupt"
        assert outcome(await approving.ask(MAIL))["type"] == "interrupt"
        assert orchestrators(host) == {BEFORE}

    async with RunningHost(ROOT, data) as host, http_client(host.url) as client:
        asked = Conversation(client, asked.thread)
        approving = Conversation(client, approving.thread)
        assert "John Doe" in spoken(await asked.ask(THE_CLIENT))
        assert "Sent to sarah.chen@" in spoken(await approving.ask("yes"))
        assert BEFORE in orchestrators(host)

        found = spoken(await asked.ask(SARAH))

        assert "Budget" in found
        assert ORCHESTRATOR in orchestrators(host)
        changed = (await client.get(EFFECTS)).json()["effects"]
        assert [(one["thread_id"], one["state"]) for one in changed] == [(approving.thread, "done")]
