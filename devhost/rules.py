"""What the Functions host and its Python worker refuse, or what would only fail once it runs.

Each rule yields sentences that name the function and what to change. One refused function takes the
whole app down in the cloud, so all of them are reported at once.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from devhost import annotations
from devhost.declarations import (
    ACTIVITY,
    HTTP,
    ORCHESTRATION,
    RETURN,
    TIMER,
    Declared,
    DeclaredApp,
)
from devhost.routing import check_template
from devhost.schedules import parse_schedule

_BINDING_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9]*")
_FUNCTION_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_-]{0,127}")
_TIME_SPAN = re.compile(r"\d{2}:[0-5]\d:[0-5]\d")
_SUPPORTED = (HTTP, TIMER, ORCHESTRATION, ACTIVITY)


def refusals(app: DeclaredApp) -> list[str]:
    """Return every reason not to run the app; empty when the real worker would take it."""
    whole = [sentence for rule in APP_RULES for sentence in rule(app)]
    single = [
        f"Function {function.name!r}: {sentence}"
        for function in app.functions
        for rule in FUNCTION_RULES
        for sentence in rule(function, app)
    ]
    return whole + single


def one_app_object(app: DeclaredApp) -> Iterator[str]:
    """Refuse all but one top-level app object under one name."""
    if not app.names:
        yield "The module holds no app object; assign `app = df.DFApp(...)` at its top level."
    if len(app.names) > 1:
        listed = ", ".join(app.names)
        yield f"The module holds more than one top-level app ({listed}); keep one, under one name."


def indexed_by_host_only(app: DeclaredApp) -> Iterator[str]:
    """Refuse an app that lists its own functions: the SDK does it once, for the host."""
    if app.indexed_itself:
        yield "The app calls `get_functions()` itself; remove the call, only the host may make it."


def unique_names(app: DeclaredApp) -> Iterator[str]:
    """Refuse names that differ in case only, or not at all."""
    counts = Counter(function.name.casefold() for function in app.functions)
    for name in (name for name, count in counts.items() if count > 1):
        same = sorted(f.name for f in app.functions if f.name.casefold() == name)
        yield f"Functions {', '.join(map(repr, same))} share one name; rename all but one."


def unique_routes(app: DeclaredApp) -> Iterator[str]:
    """Refuse a second function for one route and method."""
    taken: dict[tuple[str, str], str] = {}
    for function in app.functions:
        for method in function.methods if function.kind == HTTP else ():
            first = taken.setdefault((method, function.route.casefold()), function.name)
            if first != function.name:
                yield (
                    f"Functions {first!r} and {function.name!r} both answer {method} "
                    f"{function.route!r}; change one route or method."
                )


def init_indexing(app: DeclaredApp) -> Iterator[str]:
    """Refuse a streaming app without the setting it hangs without, on Python up to 3.12."""
    if app.streaming and not app.init_indexing:
        yield (
            "The app imports azurefunctions.extensions.http.fastapi; "
            "set PYTHON_ENABLE_INIT_INDEXING=1 in its settings, or every HTTP call hangs."
        )


def function_name(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse names the host does not allow."""
    if not _FUNCTION_NAME.fullmatch(function.name):
        yield "a name starts with a letter, then letters, digits, `_` and `-`; rename it."
    if function.name.casefold() == "host":
        yield "the name `host` is reserved; rename it."


def supported_trigger(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse what this dev host cannot run."""
    if function.kind not in _SUPPORTED:
        yield f"the dev host does not run {function.kind}; use {', '.join(_SUPPORTED)}."


def binding_names(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse an underscore in a binding's name, which is also its parameter's."""
    for name, _kind in function.bindings:
        if name != RETURN and not _BINDING_NAME.fullmatch(name):
            yield f"binding {name!r} may hold letters and digits only; rename the parameter."


def plain_function(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse `functools.partial` and callable objects."""
    if not all(inspect.isroutine(code) for code in (function.code, function.written)):
        yield "a partial or callable object cannot be a trigger; bind values with a closure."


def no_sync_wrapper(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse a sync face on async code: the worker awaits only what is `async def`."""
    outer, inner = map(inspect.iscoroutinefunction, (function.code, function.written))
    if inner and not outer and function.kind != ORCHESTRATION:
        yield "a sync wrapper hides an async function; make the wrapper `async def` and await."


def durable_client_is_async(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse sync functions under the SDK's client decorator, which awaits them."""
    wrapped: Any = function.code
    while hasattr(wrapped, "client_function"):  # one layer for each client
        wrapped = wrapped.client_function
    if function.clients and not inspect.iscoroutinefunction(wrapped):
        yield "a function with a durable client must be `async def`."


def orchestrator_is_sync(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse an async orchestrator, which is indexed and fails when it runs."""
    asynchronous = inspect.iscoroutinefunction(function.written) or inspect.isasyncgenfunction(
        function.written
    )
    if function.kind == ORCHESTRATION and asynchronous:
        yield "an orchestrator is a generator; write `def` and `yield`, not `async def`."


def orchestrator_context_name(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse other names than that of the SDK's orchestrator handle's one parameter."""
    if function.kind == ORCHESTRATION and function.parameter != "context":
        yield f'use context_name="context", not {function.parameter!r}.'


def parameters_are_bindings(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse parameters and bindings that do not match; only `context` comes unasked."""
    if function.kind == ORCHESTRATION or not callable(function.code):
        return
    parameters = inspect.signature(function.code).parameters
    bound = {name for name, _kind in function.bindings} - {RETURN}
    if extra := sorted(set(parameters) - bound - {"context"}):
        yield f"parameters {', '.join(extra)} are no bindings; remove them (bind with a closure)."
    if missing := sorted(bound - set(parameters)):
        yield f"bindings {', '.join(missing)} have no parameter; add them or rename the parameter."


def resolvable_annotations(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse names the worker cannot resolve when it loads the function."""
    try:
        annotations.hints(function.code)
    except (NameError, TypeError, AttributeError) as error:
        yield f"its annotations cannot be resolved at run time ({error}); import what they name."


def context_annotation(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse another type for an unbound `context`, which is the invocation's."""
    annotation = _hint(function, "context")
    bound = function.kind == ORCHESTRATION or "context" in dict(function.bindings)
    if not bound and annotation is not None and not annotations.is_context(annotation):
        yield f"`context` must be annotated func.Context, not {_shown(annotation)}."


def http_request_annotation(function: Declared, app: DeclaredApp) -> Iterator[str]:
    """Refuse mixed request types: the fastapi extension switches every HTTP function."""
    annotation = _hint(function, function.parameter)
    if function.kind != HTTP or annotation is None:
        return
    if not annotations.is_http_request(annotation, streaming=app.streaming):
        wanted = "the fastapi extension's Request" if app.streaming else "func.HttpRequest"
        yield f"annotate {function.parameter!r} with {wanted}, not {_shown(annotation)}."


def http_return_annotation(function: Declared, app: DeclaredApp) -> Iterator[str]:
    """Refuse anything but one plain class, or none."""
    annotation = _hint(function, "return")
    if function.kind != HTTP or annotation is None:
        return
    if not annotations.is_http_answer(annotation, streaming=app.streaming):
        wanted = "one response class" if app.streaming else "func.HttpResponse"
        yield f"annotate its return with {wanted} or not at all, not {_shown(annotation)}."


def route_template(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse templates the host cannot read, and routes it keeps for itself."""
    if function.kind != HTTP:
        return
    route = function.route
    if route.casefold().startswith(("admin", "runtime")):
        yield f"route {route!r} is in the host's own space (admin, runtime); rename it."
    try:
        check_template(route)
    except ValueError as error:
        yield f"route {route!r} cannot be read: {error}."


def activity_annotation(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse forms of annotation the worker cannot load; none converts anything."""
    annotation = _hint(function, function.parameter)
    if function.kind != ACTIVITY or annotation is None:
        return
    if not annotations.is_worker_type(annotation):
        yield f"annotate {function.parameter!r} with a class or Any, not {_shown(annotation)}."


def timer_annotations(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse a timer that takes no TimerRequest or promises a value."""
    if function.kind != TIMER:
        return
    taken, given = _hint(function, function.parameter), _hint(function, "return")
    if taken is not None and not annotations.is_timer_request(taken):
        yield f"annotate {function.parameter!r} with func.TimerRequest, not {_shown(taken)}."
    if given not in (None, type(None)):
        yield f"a timer returns None, not {_shown(given)}; drop what it returns."


def timer_schedule(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse a schedule the host cannot read."""
    if function.kind != TIMER:
        return
    schedule = str(function.options.get("schedule", ""))
    if "%" in schedule:
        yield f"schedule {schedule!r} names a setting that is not set; add it to the settings."
        return
    try:
        parse_schedule(schedule)
    except ValueError as error:
        yield f"schedule {schedule!r} cannot be read: {error}."


def retry_intervals(function: Declared, _: DeclaredApp) -> Iterator[str]:
    """Refuse intervals that are no time spans, such as plain seconds."""
    for name, value in function.retry_intervals.items():
        if not _TIME_SPAN.fullmatch(str(value)):
            yield f"retry {name} {value!r} must be written HH:MM:SS."


APP_RULES: tuple[Callable[[DeclaredApp], Iterator[str]], ...] = (
    one_app_object,
    indexed_by_host_only,
    unique_names,
    unique_routes,
    init_indexing,
)
FUNCTION_RULES: tuple[Callable[[Declared, DeclaredApp], Iterator[str]], ...] = (
    function_name,
    supported_trigger,
    binding_names,
    plain_function,
    no_sync_wrapper,
    durable_client_is_async,
    orchestrator_is_sync,
    orchestrator_context_name,
    parameters_are_bindings,
    resolvable_annotations,
    context_annotation,
    http_request_annotation,
    http_return_annotation,
    route_template,
    activity_annotation,
    timer_annotations,
    timer_schedule,
    retry_intervals,
)


def _hint(function: Declared, name: str) -> Any:
    """Return one annotation; None when there is none (`-> None` is NoneType here)."""
    try:
        return annotations.hints(function.code).get(name)
    except (NameError, TypeError, AttributeError):
        return None  # resolvable_annotations reports it


def _shown(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)
