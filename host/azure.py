"""Bind the manifest to Azure Functions triggers."""

# ruff: noqa: PLC0415 - what a call needs is read when it first comes: the start waits for none of it

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

import azure.durable_functions as df
import azure.functions as func
from azurefunctions.extensions.http.fastapi import Request, Response

from api.routes import Route
from host.history import read_times_as_written
from host.manifest import ACTIVITIES, ORCHESTRATORS, ROUTES, TIMERS, Orchestrator, Timer, Work
from host.quiet import keep_people_out

if TYPE_CHECKING:
    from api.edge import Edge
    from shared.services import Services


def build(services: "Callable[[], Services]", edge: "Callable[[], Edge]") -> df.DFApp:
    """Return the app the Functions host indexes. Nothing is built before the first call."""
    keep_people_out()
    app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
    for route in ROUTES:
        _add_route(app, route, services, edge)
    for orchestrator in ORCHESTRATORS:
        add_orchestrator(app, orchestrator)
    for work in ACTIVITIES:
        add_activity(app, work, services)
    for timer in TIMERS:
        _add_timer(app, timer, services)
    return app


def _add_route(
    app: df.DFApp, route: Route, services: "Callable[[], Services]", edge: "Callable[[], Edge]"
) -> None:
    async def trigger(req: Request, client: df.DurableOrchestrationClient) -> Response:
        from host.engine import DurableEngine

        try:
            passing = edge()
        except Exception as error:  # noqa: BLE001 - whatever keeps the app from starting
            from api.edge import not_started

            return not_started(error)
        return await passing.handle(route, req, DurableEngine(client), services)

    trigger.__name__ = route.name
    bound = app.durable_client_input(client_name="client")(trigger)
    app.route(route=route.path.lstrip("/"), methods=list(route.methods))(bound)


def add_orchestrator(app: df.DFApp, orchestrator: Orchestrator) -> None:
    """Bind one orchestrator."""
    read_times_as_written()

    def trigger(context: df.DurableOrchestrationContext) -> Generator[Any, Any, Any]:
        from shared.durable import Context

        start = orchestrator.takes.recorded(context.get_input())
        result = yield from orchestrator.body(Context(context), start)
        return result.model_dump(mode="json")

    trigger.__name__ = orchestrator.name
    app.orchestration_trigger(context_name="context")(trigger)


def add_activity(app: df.DFApp, work: Work, services: "Callable[[], Services]") -> None:
    """Bind one activity."""

    async def trigger(payload: Any) -> Any:
        from activities.steps.guard import perform

        request = work.activity.takes.recorded(payload)
        result = await perform(work.activity, work.body, request, services())
        return result.model_dump(mode="json")

    trigger.__name__ = work.name
    app.activity_trigger(input_name="payload")(trigger)


def _add_timer(app: df.DFApp, timer: Timer, services: "Callable[[], Services]") -> None:
    async def trigger(tick: func.TimerRequest, client: df.DurableOrchestrationClient) -> None:
        from host.engine import DurableEngine

        del tick
        await timer.body(DurableEngine(client), services())

    trigger.__name__ = timer.name
    bound = app.durable_client_input(client_name="client")(trigger)
    app.timer_trigger(arg_name="tick", schedule=f"%{timer.setting}%", run_on_startup=True)(bound)
