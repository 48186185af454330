"""A small durable app that uses every feature the engine offers."""

import datetime as dt

import azure.durable_functions as df
import azure.functions as func

from devhost.functions import ActivityFunction, Functions
from shared.durable import GrowingPauses


def build_functions() -> Functions:
    """Register a fresh app (its decorators allow one reading only) and read it."""
    app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
    attempts: dict[str, int] = {}
    _activities(app, attempts)
    _plain_orchestrators(app)
    _composed_orchestrators(app)
    _defect_orchestrators(app)
    orchestrators, activities = {}, {}
    for function in app.get_functions():
        trigger = function.get_trigger()
        name, run = function.get_function_name(), function.get_user_function()
        if trigger.type == "orchestrationTrigger":
            orchestrators[name] = run
        else:
            clients = tuple(b.name for b in function.get_bindings() if b.type == "durableClient")
            activities[name] = ActivityFunction(name, run, trigger.name, clients)
    return Functions(orchestrators, activities)


def _activities(app, attempts):
    @app.activity_trigger(input_name="value")
    async def echo(value):
        return value

    @app.activity_trigger(input_name="value")
    def increment(value: int) -> int:
        return value + 1

    @app.activity_trigger(input_name="value")
    async def broken(value):
        raise ValueError(f"no good: {value}")

    @app.activity_trigger(input_name="value")
    async def flaky(value):
        attempts[value["key"]] = attempts.get(value["key"], 0) + 1
        if attempts[value["key"]] < value["good_at"]:
            raise ValueError(f"attempt {attempts[value['key']]}")
        return attempts[value["key"]]

    @app.activity_trigger(input_name="value")
    async def huge(value):
        return "x" * value

    @app.activity_trigger(input_name="value")
    async def unserialisable(value):
        return object()


def _plain_orchestrators(app):  # noqa: C901 - one function per feature
    @app.orchestration_trigger(context_name="context")
    def one(context):
        return (yield context.call_activity("echo", context.get_input()))

    @app.orchestration_trigger(context_name="context")
    def chain(context):
        value = 0
        for _ in range(context.get_input()):
            value = yield context.call_activity("increment", value)
        return value

    @app.orchestration_trigger(context_name="context")
    def fan(context):
        calls = [context.call_activity("increment", i) for i in range(context.get_input())]
        return sum((yield context.task_all(calls)))

    @app.orchestration_trigger(context_name="context")
    def no_yield(context):
        return {"input": context.get_input()}

    @app.orchestration_trigger(context_name="context")
    def failing(context):
        yield context.call_activity("echo", 1)
        raise ValueError("the orchestrator is bad")

    @app.orchestration_trigger(context_name="context")
    def catching(context):
        try:
            yield context.call_activity("broken", context.get_input())
        except Exception as error:  # noqa: BLE001 - what the SDK raises
            return str(error)

    @app.orchestration_trigger(context_name="context")
    def nap(context):
        seconds = dt.timedelta(seconds=context.get_input())
        yield context.create_timer(context.current_utc_datetime + seconds)
        return "woke"

    @app.orchestration_trigger(context_name="context")
    def race(context):
        seconds = dt.timedelta(seconds=context.get_input())
        go = context.wait_for_external_event("go")
        late = context.create_timer(context.current_utc_datetime + seconds)
        winner = yield context.task_any([go, late])
        if winner is late:
            return "too late"
        late.cancel()
        return {"go": go.result}

    @app.orchestration_trigger(context_name="context")
    def status(context):
        context.set_custom_status({"step": 1})
        yield context.wait_for_external_event("go")
        context.set_custom_status("two")
        yield context.wait_for_external_event("never")

    @app.orchestration_trigger(context_name="context")
    def status_of_size(context):
        context.set_custom_status("x" * context.get_input())
        yield context.wait_for_external_event("never")

    @app.orchestration_trigger(context_name="context")
    def retry(context):
        options = df.RetryOptions(1000, 3)
        try:
            got = yield context.call_activity_with_retry("flaky", options, context.get_input())
        except Exception as error:  # noqa: BLE001 - what the SDK raises
            return f"gave up: {str(error).splitlines()[0]}"
        return got

    @app.orchestration_trigger(context_name="context")
    def growing(context):
        options = GrowingPauses(20_000, 5)
        return (yield context.call_activity_with_retry("flaky", options, context.get_input()))

    @app.orchestration_trigger(context_name="context")
    def retry_fan(context):
        key = context.get_input()
        results = yield context.task_all(
            [
                context.call_activity_with_retry(
                    "flaky", df.RetryOptions(1000, 4), {"key": f"{key}-a", "good_at": 3}
                ),
                context.call_activity_with_retry(
                    "flaky", df.RetryOptions(3000, 4), {"key": f"{key}-b", "good_at": 2}
                ),
                context.call_activity("increment", 1),
            ]
        )
        return [*results, (yield context.call_activity("increment", results[2]))]


def _composed_orchestrators(app):  # noqa: C901, PLR0915 - one function per feature
    @app.orchestration_trigger(context_name="context")
    def parent(context):
        good = yield context.call_sub_orchestrator("one", "child")
        try:
            yield context.call_sub_orchestrator("failing", 1)
        except Exception as error:  # noqa: BLE001 - what the SDK raises
            return [good, str(error)]

    @app.orchestration_trigger(context_name="context")
    def parent_of(context):
        call = context.get_input()
        try:
            return (
                yield context.call_sub_orchestrator(call["name"], call.get("input"), call["id"])
            )
        except Exception as error:  # noqa: BLE001 - what the SDK raises
            return f"failed: {error}"

    @app.orchestration_trigger(context_name="context")
    def parent_of_twins(context):
        twins = [context.call_sub_orchestrator("one", i, "twin") for i in range(2)]
        try:
            yield context.task_all(twins)
        except Exception as error:  # noqa: BLE001 - what the SDK raises
            return str(error)

    @app.orchestration_trigger(context_name="context")
    def retried_child(context):
        key = context.get_input()
        return (
            yield context.call_sub_orchestrator_with_retry("moody", df.RetryOptions(1000, 3), key)
        )

    @app.orchestration_trigger(context_name="context")
    def moody(context):
        value = {"key": context.get_input(), "good_at": 2}
        return (yield context.call_activity("flaky", value))

    @app.orchestration_trigger(context_name="context")
    def generations(context):
        left = context.get_input()
        yield context.call_activity("echo", left)
        context.set_custom_status({"left": left})
        if left == 0:
            return "done"
        context.continue_as_new(left - 1)

    @app.orchestration_trigger(context_name="context")
    def journey(context):
        """Touches everything once, for crash tests."""
        a, b = yield context.task_all(
            [context.call_activity("echo", 1), context.call_activity("echo", 2)]
        )
        child = yield context.call_sub_orchestrator("chain", 2)
        yield context.create_timer(context.current_utc_datetime)
        go = yield context.wait_for_external_event("go")
        left = yield context.call_sub_orchestrator("generations", 1)
        context.set_custom_status("nearly")
        return [a, b, child, go, left, (yield context.call_activity("echo", "end"))]

    @app.orchestration_trigger(context_name="context")
    def calls(context):
        name = context.get_input()
        yield context.call_activity(name, 1)

    @app.orchestration_trigger(context_name="context")
    def calls_and_returns(context):
        return (yield context.call_activity(context.get_input(), 1))

    @app.orchestration_trigger(context_name="context")
    def abandon(context):
        """Continues as new while the activity `gated` (tests bring it) may still run."""
        if context.get_input() == "again":
            return (yield context.wait_for_external_event("end"))
        go = context.wait_for_external_event("go")
        yield context.task_any([go, context.call_activity("gated", 1)])
        context.continue_as_new("again")

    @app.orchestration_trigger(context_name="context")
    def sized(context):
        request = context.get_input()
        text = "x" * request["size"]
        match request["what"]:
            case "activity":
                yield context.call_activity("echo", text)
            case "result":
                yield context.call_activity("huge", request["size"])
            case "continue":
                yield context.call_activity("echo", 1)
                context.continue_as_new(text)
            case "output":
                yield context.call_activity("echo", 1)
                return text
        return None

    @app.orchestration_trigger(context_name="context")
    def http_call(context):
        yield context.call_http("GET", "http://127.0.0.1/")

    @app.orchestration_trigger(context_name="context")
    def entity_call(context):
        yield context.call_entity(df.EntityId("counter", "one"), "add", 1)


def _defect_orchestrators(app):  # noqa: C901 - one function per defect
    @app.orchestration_trigger(context_name="context")
    def three_waits(context):
        yield context.wait_for_external_event("begin")
        got = []
        for _ in range(3):
            got.append((yield context.wait_for_external_event("message")))
            context.set_custom_status(got)
        return got

    @app.orchestration_trigger(context_name="context")
    def idle_loop(context):
        """task_any(event, timer) + cancel + continue_as_new."""
        seen = context.get_input()["seen"]
        if seen == context.get_input()["stop_at"]:
            return f"redelivered up to {seen}"
        message = context.wait_for_external_event("message")
        late = context.create_timer(context.current_utc_datetime + dt.timedelta(hours=1))
        winner = yield context.task_any([message, late])
        if winner is late:
            return f"idle after {seen}"
        late.cancel()
        if context.get_input()["await_first"]:
            yield context.call_activity("echo", seen)
        context.continue_as_new({**context.get_input(), "seen": seen + 1})

    @app.orchestration_trigger(context_name="context")
    def first_failure(context):
        slow = context.call_sub_orchestrator("nap", 3600)
        try:
            yield context.task_all([context.call_activity("broken", 1), slow])
        except Exception:  # noqa: BLE001 - what the SDK raises
            context.set_custom_status("resumed")
        return (yield context.call_activity("echo", "after"))

    @app.orchestration_trigger(context_name="context")
    def forgetful(context):
        """Continues as new while an event of another name is buffered."""
        if context.get_input() == "again":
            return (yield context.wait_for_external_event("message"))
        yield context.wait_for_external_event("begin")
        context.continue_as_new("again")

    @app.orchestration_trigger(context_name="context")
    def unyielded(context):
        context.call_activity("echo", "never scheduled")
        return (yield context.call_activity("echo", "scheduled"))
