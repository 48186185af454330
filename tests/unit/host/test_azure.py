"""The app as the Functions host indexes and calls it."""

import json
import traceback
from dataclasses import replace
from types import SimpleNamespace

import pytest

from devhost.client_binding import client_binding
from host.azure import build
from host.engine import DurableEngine
from host.manifest import ACTIVITIES, ORCHESTRATORS, ROUTES, TIMERS
from shared.conversation import later
from shared.errors import Fault, Misconfigured
from shared.models.steps import Done, OpenedTurn, ThreadStart
from tests.support.fakes import NOON, Conversation

BINDING = client_binding("http://127.0.0.1:1")


class RecordingEdge:
    """Remembers what it was handed."""

    def __init__(self):
        self.handled = []

    async def handle(self, route, request, engine, services):
        self.handled.append((route, request, engine, services))
        return "an answer"


class Context:
    """The part of the SDK's context that an orchestrator touches before it has scheduled much."""

    def __init__(self, start):
        self._start = start
        self.called = []

    def get_input(self):
        return self._start

    def call_activity_with_retry(self, name, retry, payload):
        self.called.append((name, payload))
        return name


@pytest.fixture
def talk():
    return Conversation()


@pytest.fixture
def edge():
    return RecordingEdge()


@pytest.fixture
def functions(talk, edge):
    app = build(lambda: talk.services, lambda: edge)
    return {function.get_function_name(): function for function in app.get_functions()}


def called(functions, name):
    return functions[name].get_user_function()


def bindings(function):
    return {binding["type"]: binding for binding in json.loads(str(function))["bindings"]}


def test_nothing_is_built_while_the_host_indexes():
    def build_nothing():
        raise AssertionError("too early")

    assert build(build_nothing, build_nothing).get_functions()


def test_everything_in_the_manifest_is_a_function_and_nothing_else(functions):
    assert list(functions) == [
        *(route.name for route in ROUTES),
        *(orchestrator.name for orchestrator in ORCHESTRATORS),
        *(work.name for work in ACTIVITIES),
        *(timer.name for timer in TIMERS),
    ]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
async def test_a_route_is_bound_to_its_path_and_hands_requests_to_the_edge(
    functions, edge, talk, route
):
    bound = bindings(functions[route.name])["httpTrigger"]
    assert f"/{bound['route']}" == route.path
    assert bound["authLevel"] == "ANONYMOUS"
    assert [str(method) for method in bound["methods"]] == list(route.methods)

    assert await called(functions, route.name)(req="a request", client=BINDING) == "an answer"

    ((found, request, engine, services),) = edge.handled
    assert (found, request) == (route, "a request")
    assert isinstance(engine, DurableEngine)
    assert services() is talk.services


async def test_an_activity_takes_json_and_gives_json(functions, talk):
    await talk.say("@email anything new?")
    start = ThreadStart(thread=talk.key, execution="e").model_dump(mode="json")
    given = await called(functions, "open_turn")(start)
    assert OpenedTurn.model_validate(json.loads(json.dumps(given))).mention == "email"


def test_an_orchestrator_takes_json_and_gives_json(functions):
    start = {"thread": "t", "execution": "e"}
    context = Context(start)
    steps = called(functions, "thread_v1").orchestrator_function(context)
    assert next(steps) == "open_turn"
    assert context.called == [("open_turn", start)]
    with pytest.raises(StopIteration) as ended:
        steps.send({"status": "gone"})
    assert ended.value.value == Done().model_dump()


async def test_a_timer_runs_on_its_setting_and_at_the_start(functions, talk):
    bound = bindings(functions["sweep_due"])["timerTrigger"]
    assert (bound["schedule"], bound["runOnStartup"]) == ("%DUE_SCHEDULE%", True)

    await talk.services.due.add(later.rescue("nothing", 1, NOON))
    tick = SimpleNamespace(past_due=False)
    assert await called(functions, "sweep_due")(tick=tick, client=BINDING) is None
    assert await talk.due() == []


@pytest.mark.parametrize(
    ("error", "code", "logged"),
    [
        (Misconfigured("AUTH_MODE must not be dev on Azure"), "misconfigured", "AUTH_MODE must"),
        (RuntimeError("a secret"), "internal_error", "RuntimeError"),
    ],
)
async def test_an_app_that_cannot_start_says_so_as_a_problem(talk, caplog, error, code, logged):
    def broken():
        raise error

    app = build(lambda: talk.services, broken)
    functions = {function.get_function_name(): function for function in app.get_functions()}

    answer = await called(functions, "health")(req="a request", client=BINDING)

    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert json.loads(answer.body)["code"] == code
    assert str(error) not in answer.body.decode()
    assert logged in caplog.text
    assert "a secret" not in caplog.text


async def test_what_fails_an_activity_reaches_the_host_without_what_it_broke_on(talk):
    class Broken:
        async def head(self, key):
            raise ValueError("layoffs")

    there = replace(talk.services, threads=Broken())
    functions = build(lambda: there, lambda: None).get_functions()
    (opening,) = [f for f in functions if f.get_function_name() == "open_turn"]
    start = ThreadStart(thread=talk.key, execution="e").model_dump(mode="json")
    with pytest.raises(Fault) as failed:
        await opening.get_user_function()(start)
    assert "layoffs" not in "".join(traceback.format_exception(failed.value))
    assert "ValueError in open_turn" in str(failed.value)
