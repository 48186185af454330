"""What is made of a report of A2A's test kit: what is run again, and against which agent."""

import sys

from bench import kit
from shared.connectors.mcp_servers import McpServers
from shared.models.lent import ToolServer
from shared.security.sealing import Sealer
from shared.tools.lent.offers import looked_at
from tests.support.connecting import key_of
from tests.support.fakes import NOON

REPORT = """<testsuites><testsuite>
<testcase classname="tests.test_life.TestGet" name="test_get[jsonrpc]" file="tests/test_life.py">
<skipped message="Expected task state 'TASK_STATE_COMPLETED' but got 'TASK_STATE_INPUT_REQUIRED'"/>
</testcase>
<testcase classname="tests.test_life" name="test_cancel" file="tests/test_life.py">
<skipped message="Expected task state 'TASK_STATE_INPUT_REQUIRED' but got 'TASK_STATE_COMPLETED'"/>
</testcase>
<testcase classname="tests.test_life" name="test_grpc" file="tests/test_life.py">
<skipped message="Transport 'grpc' not configured"/>
</testcase>
<testcase classname="tests.test_life" name="test_file" file="tests/test_life.py">
<failure message="Expected text 'Expected task state'"/>
</testcase>
<testcase classname="tests.test_life" name="test_send" file="tests/test_life.py"/>
<testcase classname="tests.test_art.TestFileUrlArtifact" name="test_it[jsonrpc]"
 file="tests/test_art.py"><failure message="Expected file URL part"/></testcase>
<testcase classname="tests.test_art.TestFileArtifact" name="test_it[grpc]"
 file="tests/test_art.py"><skipped message="Transport 'grpc' not configured"/></testcase>
<testcase classname="tests.test_art.TestTextArtifact" name="test_it[jsonrpc]"
 file="tests/test_art.py"><failure message="Expected text"/></testcase>
<testcase classname="tests.test_art.TestMessageResponse" name="test_it[jsonrpc]"
 file="tests/test_art.py"><failure message="Expected a Message response"/></testcase>
</testsuite></testsuites>"""


def test_each_test_is_named_as_pytest_takes_it():
    assert [(name, came) for name, came, _ in kit.cases(REPORT)] == [
        ("tests/test_life.py::TestGet::test_get[jsonrpc]", "skipped"),
        ("tests/test_life.py::test_cancel", "skipped"),
        ("tests/test_life.py::test_grpc", "skipped"),
        ("tests/test_life.py::test_file", "failure"),
        ("tests/test_life.py::test_send", "passed"),
        ("tests/test_art.py::TestFileUrlArtifact::test_it[jsonrpc]", "failure"),
        ("tests/test_art.py::TestFileArtifact::test_it[grpc]", "skipped"),
        ("tests/test_art.py::TestTextArtifact::test_it[jsonrpc]", "failure"),
        ("tests/test_art.py::TestMessageResponse::test_it[jsonrpc]", "failure"),
    ]


def test_what_was_skipped_or_failed_for_want_of_an_agent_is_run_with_that_one():
    agents = [kit.wanted(case) for case in kit.cases(REPORT)]
    assert agents == [kit.DOES, kit.ASKS, None, None, None, "kit-link", None, None, None]


def test_what_failed_for_want_of_words_is_run_where_a_model_says_them():
    said = [kit.says(case) for case in kit.cases(REPORT)]
    assert said[:7] == [None] * 7
    assert said[7:] == [
        (kit.WORDS, "Generated text content"),
        (kit.MASTER, "Direct message response"),
    ]


async def test_the_server_lends_a_file_an_address_data_and_words():
    at = ToolServer(
        id="kit", name="Kit", command=(sys.executable, "-m", "bench.kit_tools"), accepted_at=NOON
    )
    servers = McpServers(lambda: Sealer([key_of(1)]), loopback=True, stdio=True)
    tools, unusable = looked_at(await servers.offers("acme", at))
    given = {one.name: await servers.call("acme", at, one, {}) for one in tools}
    assert (unusable, [one.hints.reads for one in tools]) == ((), [True] * 4)
    assert given["file"]["sent"][0]["name"] == given["link"]["sent"][0]["name"] == "output.txt"
    assert given["data"]["data"] == {"key": "value", "count": 42}
    assert given["words"]["text"] == "Words"
