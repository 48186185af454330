"""The console's lines can be read by a person and found by a script."""

import io

from devhost.console import Console
from devhost.engine import FunctionRan
from devhost.functions import ActivityFunction, Functions
from devhost.runs import TriggerRan

WELL = TriggerRan("http", "chat", "POST /v1/chat", 12.4, "ok", "")
ILL = FunctionRan("activity", "reply", "thread-1", 3, "failed", "ValueError: no")


def said(act, *, verbose=False):
    stream = io.StringIO()
    act(Console(stream, verbose=verbose))
    return stream.getvalue()


def test_the_loaded_functions_are_counted_by_kind():
    functions = Functions({"o": str}, {"a": ActivityFunction("a", print, "x")})
    line = said(lambda console: console.loaded(functions))
    assert line == "Loaded 2 functions (0 HTTP, 1 orchestrator, 1 activity, 0 timer)\n"


def test_the_ready_line_begins_with_the_url():
    line = said(lambda console: console.ready("http://127.0.0.1:7071", "Azurite"))
    assert line.startswith("Ready: http://127.0.0.1:7071 (Azurite")
    assert "Open that address in a browser" in line


def test_a_run_is_one_line_where_all_are_wanted():
    told = said(lambda console: console.ran(WELL), verbose=True)
    assert "http          chat POST /v1/chat  12 ms  ok\n" in told


def test_what_goes_well_is_not_told():
    assert said(lambda console: console.ran(WELL)) == ""


def test_a_failed_run_shows_its_exception():
    assert "reply thread-1  3 ms  failed: ValueError: no\n" in said(lambda c: c.ran(ILL))


def test_how_many_failed_is_told_at_the_end():
    def ran(*runs):
        def act(console):
            for run in runs:
                console.ran(run)
            console.stopping()

        return said(act)

    assert ran(WELL) == "Stopping\n"
    assert ran(ILL, WELL, ILL).endswith("Stopping; 2 failed\n")
