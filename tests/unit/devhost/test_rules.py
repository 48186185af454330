"""Each rule refuses what the real host or worker refuses, in a sentence that names the function."""

# ruff: noqa: ARG005, UP006, UP007, UP035, UP045 - old spellings and parameters are being judged
import functools
from typing import Any, Dict, List, Literal, Mapping, NewType, Optional, Union

import azure.durable_functions as df
import azure.functions as func
import pytest
from azurefunctions.extensions.http.fastapi import JSONResponse, Request, StreamingResponse
from pydantic import BaseModel

from devhost import rules
from devhost.declarations import DeclaredApp, declare
from devhost.rules import refusals

TenantId = NewType("TenantId", str)


def judge(app, settings=None, **facts):
    # The SDK would stop at the first duplicate name; the loader sees to it that it does not.
    app.validate_function_names = lambda functions: None
    functions = tuple(declare(one, settings or {}) for one in app.get_functions())
    return refusals(DeclaredApp(functions, **facts))


def reasons(app, **facts):
    return " ".join(judge(app, **facts))


def new_app():
    return df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)


def http_app(handler, **route):
    app = new_app()
    app.route(**route)(handler)
    return app


def activity_app(code, input_name="payload"):
    app = new_app()
    app.activity_trigger(input_name=input_name)(code)
    return app


def timer_app(code, schedule="0 */5 * * * *"):
    app = new_app()
    app.timer_trigger(arg_name="timer", schedule=schedule)(code)
    return app


async def ping(req):
    """A handler without annotations."""


def test_the_list_of_rules_is_pinned():
    names = [rule.__name__ for rule in (*rules.APP_RULES, *rules.FUNCTION_RULES)]
    assert names == [
        "one_app_object",
        "indexed_by_host_only",
        "unique_names",
        "unique_routes",
        "init_indexing",
        "function_name",
        "supported_trigger",
        "binding_names",
        "plain_function",
        "no_sync_wrapper",
        "durable_client_is_async",
        "orchestrator_is_sync",
        "orchestrator_context_name",
        "parameters_are_bindings",
        "resolvable_annotations",
        "context_annotation",
        "http_request_annotation",
        "http_return_annotation",
        "route_template",
        "activity_annotation",
        "timer_annotations",
        "timer_schedule",
        "retry_intervals",
    ]


def test_a_good_streaming_app_is_taken():
    app = new_app()

    @app.route(route="chat/{id}", methods=["POST"])
    @app.durable_client_input(client_name="client")
    async def chat(
        req: Request, client: df.DurableOrchestrationClient, context: func.Context
    ) -> StreamingResponse: ...

    @app.orchestration_trigger(context_name="context")
    def converse(context: df.DurableOrchestrationContext):
        yield context.call_activity("reply", 1)

    @app.activity_trigger(input_name="payload")
    async def reply(payload: Any) -> Any: ...

    @app.timer_trigger(arg_name="timer", schedule="%SWEEP%")
    async def sweep(timer: func.TimerRequest) -> None: ...

    assert judge(app, {"SWEEP": "0 * * * * *"}, streaming=True) == []


def test_every_refusal_is_reported_at_once():
    app = http_app(ping, route="{")
    app.timer_trigger(arg_name="my_timer", schedule="soon")(lambda my_timer: None)
    reported = " ".join(judge(app, names=("app", "again")))
    assert all(word in reported for word in ("again", "'ping'", "my_timer", "'soon'"))


def test_a_module_without_an_app_is_refused():
    assert "no app object" in refusals(DeclaredApp((), names=()))[0]


def test_two_top_level_names_are_refused():
    assert "app, main" in refusals(DeclaredApp((), names=("app", "main")))[0]


def test_an_app_that_lists_its_own_functions_is_refused():
    assert "get_functions" in refusals(DeclaredApp((), indexed_itself=True))[0]


def test_names_that_differ_in_case_only_are_refused():
    app = http_app(ping, route="a")
    app.function_name("Ping")(app.route(route="b")(lambda req: None))
    assert judge(app) == ["Functions 'Ping', 'ping' share one name; rename all but one."]


def test_a_second_function_for_a_route_and_method_is_refused():
    app = http_app(ping, route="a/{id}", methods=["GET", "POST"])

    @app.route(route="A/{id}", methods=["POST"])
    async def pong(req): ...

    [sentence] = judge(app)
    assert "'ping' and 'pong' both answer POST" in sentence


def test_streaming_without_init_indexing_is_refused():
    [sentence] = judge(http_app(ping), streaming=True, init_indexing=False)
    assert "PYTHON_ENABLE_INIT_INDEXING=1" in sentence


@pytest.mark.parametrize("name", ["host", "Host", "1st", "a b", "with.dot"])
def test_function_names_the_host_does_not_allow_are_refused(name):
    app = new_app()
    app.function_name(name)(app.route(route="fine")(ping))
    assert f"Function {name!r}" in reasons(app)


def test_triggers_the_dev_host_cannot_run_are_refused():
    app = new_app()
    app.queue_trigger(arg_name="msg", queue_name="q", connection="c")(lambda msg: None)
    assert "queueTrigger" in reasons(app)


@pytest.mark.parametrize("name", ["my_payload", "_payload"])
def test_binding_names_with_underscores_are_refused(name):
    scope = {}
    exec(f"def store({name}): ...", scope)  # noqa: S102 - the name is the parameter under test
    assert repr(name) in reasons(activity_app(scope["store"], name))


def test_partials_are_refused():
    partial = functools.partial(lambda extra, payload: None, 1)
    partial.__name__ = "store"
    assert "closure" in reasons(activity_app(partial))


def test_callable_objects_are_refused():
    class Store:
        __name__ = "store"

        def __call__(self, payload): ...

    assert "closure" in reasons(activity_app(Store()))


def test_a_sync_wrapper_around_an_async_function_is_refused():
    async def store(payload): ...

    @functools.wraps(store)
    def wrapper(payload):
        return store(payload)

    assert "sync wrapper" in reasons(activity_app(wrapper))


def test_a_sync_function_with_a_durable_client_is_refused():
    app = new_app()

    @app.route(route="start")
    @app.durable_client_input(client_name="client")
    def start(req, client): ...

    assert judge(app) == ["Function 'start': a function with a durable client must be `async def`."]


def test_an_async_orchestrator_is_refused():
    app = new_app()

    @app.orchestration_trigger(context_name="context")
    async def converse(context): ...

    assert "an orchestrator is a generator" in reasons(app)


def test_another_name_for_the_orchestration_context_is_refused():
    app = new_app()

    @app.orchestration_trigger(context_name="ctx")
    def converse(ctx):
        yield

    assert judge(app) == ["Function 'converse': use context_name=\"context\", not 'ctx'."]


@pytest.mark.parametrize(
    "code",
    [
        lambda payload, extra=1: None,
        lambda payload, **extra: None,
        lambda payload, *extra: None,
        lambda payload, extra: None,
    ],
)
def test_parameters_that_are_no_bindings_are_refused(code):
    assert "parameters extra are no bindings" in reasons(activity_app(code))


def test_bindings_without_a_parameter_are_refused():
    assert "bindings req have no parameter" in reasons(http_app(lambda context: None, route="a"))


def test_annotations_that_do_not_resolve_are_refused():
    def store(payload: "Nowhere"): ...  # noqa: F821 - that is the point

    assert "Nowhere" in reasons(activity_app(store))


def test_another_annotation_for_context_is_refused():
    def store(payload, context: dict): ...

    assert "func.Context" in reasons(activity_app(store))


def test_plain_requests_are_refused_once_the_extension_is_imported():
    async def mixed(req: func.HttpRequest): ...

    assert judge(http_app(mixed), streaming=False) == []
    assert "the fastapi extension's Request" in reasons(http_app(mixed), streaming=True)


def test_extension_requests_are_refused_without_the_extension():
    async def lost(req: Request): ...

    assert "func.HttpRequest" in reasons(http_app(lost), streaming=False)


@pytest.mark.parametrize(
    "annotation",
    [JSONResponse | StreamingResponse, Optional[JSONResponse], Any, None, dict[str, Any], object],
)
def test_http_returns_other_than_one_plain_class_are_refused(annotation):
    async def handler(req): ...

    handler.__annotations__["return"] = annotation
    assert "annotate its return" in reasons(http_app(handler), streaming=True)


@pytest.mark.parametrize("annotation", [JSONResponse, StreamingResponse, str, dict, BaseModel])
def test_http_returns_of_one_plain_class_are_taken(annotation):
    async def handler(req): ...

    handler.__annotations__["return"] = annotation
    assert judge(http_app(handler), streaming=True) == []


def test_plain_http_functions_return_a_plain_response():
    async def handler(req) -> func.HttpResponse: ...

    assert judge(http_app(handler), streaming=False) == []
    assert "annotate its return" in reasons(http_app(handler), streaming=True)


@pytest.mark.parametrize("route", ["a/{id", "a/{id}/{id}", "a/{id:nonsense}", "admin/x", "runtime"])
def test_routes_the_host_cannot_serve_are_refused(route):
    assert f"route {route!r}" in reasons(http_app(ping, route=route))


@pytest.mark.parametrize(
    "annotation",
    [
        dict[str, Any],
        list[str],
        str | None,
        Optional[str],
        Union[str, int],
        Literal["a"],
        TenantId,
    ],
)
def test_activity_annotations_the_worker_cannot_load_are_refused(annotation):
    def store(payload): ...

    store.__annotations__["payload"] = annotation
    assert "annotate 'payload'" in reasons(activity_app(store))


@pytest.mark.parametrize("annotation", [Any, str, BaseModel, Dict[str, Any], Mapping, List[str]])
def test_activity_annotations_the_worker_loads_are_taken(annotation):
    def store(payload): ...

    store.__annotations__["payload"] = annotation
    assert judge(activity_app(store)) == []


def test_an_activity_may_be_annotated_to_return_anything():
    def store(payload) -> dict[str, Any] | None: ...

    assert judge(activity_app(store)) == []


def test_a_timer_that_promises_a_value_is_refused():
    async def sweep(timer: func.TimerRequest) -> str: ...

    assert "a timer returns None" in reasons(timer_app(sweep))


def test_a_timer_that_takes_no_timer_request_is_refused():
    async def sweep(timer: dict) -> None: ...

    assert "func.TimerRequest" in reasons(timer_app(sweep))


@pytest.mark.parametrize(
    "schedule", ["* * *", "0 0 25 * * *", "24:00:00", "00:00:00", "0 L * * * *"]
)
def test_schedules_the_host_cannot_read_are_refused(schedule):
    assert repr(schedule) in reasons(timer_app(lambda timer: None, schedule))


def test_a_schedule_setting_that_is_not_set_is_refused():
    assert "'%SWEEP%' names a setting" in reasons(timer_app(lambda timer: None, "%SWEEP%"))


@pytest.mark.parametrize("interval", ["5", "0:5", "00:00:99"])
def test_retry_intervals_other_than_time_spans_are_refused(interval):
    app = new_app()
    retried = app.retry(strategy="fixed_delay", max_retry_count="3", delay_interval=interval)
    retried(app.timer_trigger(arg_name="timer", schedule="0 * * * * *")(lambda timer: None))
    assert "HH:MM:SS" in reasons(app)
