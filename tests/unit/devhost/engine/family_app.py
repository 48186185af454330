"""A small durable app of parents and children; the activities are those of `durable_app`."""

import datetime as dt

import azure.durable_functions as df

from devhost.history import EventType
from shared.durable import Context, SubOrchestration, fan_out
from shared.models.base import Payload
from tests.unit.devhost.engine.durable_app import build_functions

CREATED = EventType.SUB_ORCHESTRATION_INSTANCE_CREATED
COMPLETED = EventType.SUB_ORCHESTRATION_INSTANCE_COMPLETED
FAILED = EventType.SUB_ORCHESTRATION_INSTANCE_FAILED


class Errand(Payload):
    deed: str


class Done(Payload):
    deed: str


ERRAND = SubOrchestration("errand", takes=Errand, gives=Done)


def _family():  # noqa: C901, PLR0915 - one function per feature
    """Orchestrators that have children, and the children."""
    app = df.DFApp()

    @app.orchestration_trigger(context_name="context")
    def child(context):
        """Answer with the event `go`; fail when it says so."""
        said = yield context.wait_for_external_event("go")
        if said == "fail":
            raise ValueError("told to fail")
        return said

    @app.orchestration_trigger(context_name="context")
    def telling(context):
        return context.parent_instance_id

    @app.orchestration_trigger(context_name="context")
    def ageing_child(context):
        """Wait for the event `go` in each of three generations."""
        said = yield context.wait_for_external_event("go")
        age = (context.get_input() or 0) + 1
        yield context.call_activity("echo", age)
        if age < 3:
            context.continue_as_new(age)
        return [said, age]

    @app.orchestration_trigger(context_name="context")
    def all_of_three(context):
        """Wait for two children and a timer."""
        timer = context.create_timer(context.current_utc_datetime + dt.timedelta(hours=1))
        a, b = (context.call_sub_orchestrator("child", None, name) for name in "ab")
        try:
            first, _, third = yield context.task_all([a, timer, b])
        except Exception as error:  # noqa: BLE001 - what the SDK raises
            return f"failed: {error}"
        return [first, third]

    @app.orchestration_trigger(context_name="context")
    def any_of_three(context):
        """Wait for the first of two children and a timer, then work on."""
        timer = context.create_timer(context.current_utc_datetime + dt.timedelta(hours=1))
        tasks = [context.call_sub_orchestrator("child", None, name) for name in "ab"]
        winner = yield context.task_any([*tasks, timer])
        if winner is not timer:
            timer.cancel()
        return (yield context.call_activity("echo", [*tasks, timer].index(winner)))

    @app.orchestration_trigger(context_name="context")
    def moving_on(context):
        """Leave a child of the first generation behind and call another in the second."""
        if context.get_input() == "second":
            return (yield context.call_sub_orchestrator("child", None, "late"))
        early = context.call_sub_orchestrator("child", None, "early")
        yield context.task_any([early, context.wait_for_external_event("move")])
        context.continue_as_new("second")

    @app.orchestration_trigger(context_name="context")
    def hasty(context):
        """Start a child and go on, in one turn, without waiting for it."""
        if context.get_input() == "second":
            return (yield context.call_sub_orchestrator("child", None, "late"))
        yield context.wait_for_external_event("begin")
        left = context.call_sub_orchestrator("child", None, "taken")
        yield context.task_any([left, context.wait_for_external_event("go")])
        if context.get_input() == "continue":
            context.continue_as_new("second")
        return "gone"

    @app.orchestration_trigger(context_name="context")
    def eleven_unnamed(context):
        calls = [context.call_sub_orchestrator("telling") for _ in range(11)]
        return (yield context.task_all(calls))

    @app.orchestration_trigger(context_name="context")
    def stubborn(context):
        """Try a child of a given id twice."""
        twice = df.RetryOptions(1000, 2)
        return (yield context.call_sub_orchestrator_with_retry("child", twice, None, "tried"))

    @app.orchestration_trigger(context_name="context")
    def swollen(context):
        return context.get_input() * "x"

    @app.orchestration_trigger(context_name="context")
    def swollen_call(context):
        yield context.call_sub_orchestrator("telling", context.get_input() * "x")

    @app.orchestration_trigger(context_name="context")
    def errand(context):
        deed = context.get_input()["deed"]
        if deed == "wait":
            deed = yield context.wait_for_external_event("go")
        if deed == "fail":
            raise ValueError("told to fail")
        yield context.call_activity("echo", deed)
        if deed == "again":
            context.continue_as_new({"deed": "work"})
        return {"deed": deed}

    def sent_out(context, deeds, prefix, deadline, enough=None):
        done = yield from fan_out(
            Context(context),
            ERRAND,
            [Errand(deed=deed) for deed in deeds],
            lambda index: f"{prefix}{index}",
            deadline,
            enough=enough,
        )
        return [one and one.deed for one in done]

    @app.orchestration_trigger(context_name="context")
    def household(context):
        """Leave a child behind in the first generation; wait for some and not for others."""
        now = context.current_utc_datetime
        if context.get_input() is None:
            left = context.call_sub_orchestrator("errand", {"deed": "work"}, "left")
            yield context.task_any([left, context.create_timer(now)])
            context.continue_as_new("second")
            return None
        later = now + dt.timedelta(hours=1)
        some = yield from sent_out(context, ["work", "fail", "again"], "some-", later)
        none = yield from sent_out(context, ["wait", "wait"], "none-", now)
        return [*some, *none, (yield context.call_activity("echo", "end"))]

    @app.orchestration_trigger(context_name="context")
    def asking(context):
        """Wait some hours for as many children as it is told, or for the one that is enough."""
        asked = context.get_input()
        later = context.current_utc_datetime + dt.timedelta(hours=asked.get("hours", 1))
        enough = None if asked["enough"] is None else lambda done: done.deed == asked["enough"]
        return (yield from sent_out(context, ["wait"] * asked["children"], "asked-", later, enough))

    return {f.get_function_name(): f.get_user_function() for f in app.get_functions()}


def built():
    """All functions, read from fresh apps."""
    functions = build_functions()
    functions.orchestrators.update(_family())
    return functions


def reports(engine, instance_id):
    """What the instance heard of its children, in order: kind and number of the call."""
    heard = [e for e in engine.history(instance_id) if e["EventType"] in {COMPLETED, FAILED}]
    return [(e["EventType"], e["TaskScheduledId"]) for e in heard]
