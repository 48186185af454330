"""What is made of a report of A2A's test kit: what is run again, and against which agent."""

from bench import kit

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
</testsuite></testsuites>"""


def test_each_test_is_named_as_pytest_takes_it():
    assert [(name, came) for name, came, _ in kit.cases(REPORT)] == [
        ("tests/test_life.py::TestGet::test_get[jsonrpc]", "skipped"),
        ("tests/test_life.py::test_cancel", "skipped"),
        ("tests/test_life.py::test_grpc", "skipped"),
        ("tests/test_life.py::test_file", "failure"),
        ("tests/test_life.py::test_send", "passed"),
    ]


def test_what_was_skipped_for_want_of_an_agent_is_run_with_that_one():
    agents = [kit.wanted(case) for case in kit.cases(REPORT)]
    assert agents == [kit.DOES, kit.ASKS, None, None, None]
