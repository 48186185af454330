"""Every path this app answers, and the handler of each method."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from azurefunctions.extensions.http.fastapi import Request, Response

from api.chat import post_chat
from api.connections import (
    delete_connection,
    get_callback,
    get_connections,
    get_start,
    post_callback,
    post_start,
)
from api.events import get_events
from api.feedback import post_feedback
from api.health import get_health
from api.interrupts import post_interrupt
from api.links import BASE, CALLBACK, CONNECTIONS
from api.messages import get_messages, post_message
from api.policy import get_policy, put_policy
from api.preferences import delete_preferences, get_preferences
from api.profile import get_profile, put_profile
from api.routing import get_report
from api.runs import cancel_run
from api.threads import delete_thread, get_thread, get_turn
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

Handler = Callable[[Request, Principal, Engine, Services], Awaitable[Response]]


@dataclass(frozen=True)
class Route:
    """One path: its template, the handler of each method, and those that anyone may call."""

    name: str
    path: str
    handlers: Mapping[str, Handler]
    public: frozenset[str] = frozenset()

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods to bind: those with a handler, and OPTIONS for browsers."""
        return (*self.handlers, "OPTIONS")


_THREAD = f"{BASE}/threads/{{thread_id}}"

ROUTES: tuple[Route, ...] = (
    Route("chat", f"{BASE}/chat", {"POST": post_chat}),
    Route("thread", _THREAD, {"GET": get_thread, "DELETE": delete_thread}),
    Route("messages", f"{_THREAD}/messages", {"GET": get_messages, "POST": post_message}),
    Route("events", f"{_THREAD}/events", {"GET": get_events}),
    Route("turn", f"{_THREAD}/turns/{{turn}}", {"GET": get_turn}),
    Route("feedback", f"{_THREAD}/turns/{{turn}}/feedback", {"POST": post_feedback}),
    Route("cancel", f"{_THREAD}/runs/{{run_id}}/cancel", {"POST": cancel_run}),
    Route("interrupt", f"{_THREAD}/interrupts/{{interrupt_id}}", {"POST": post_interrupt}),
    Route("report", f"{BASE}/routing/report", {"GET": get_report}),
    Route(
        "preferences",
        f"{BASE}/preferences",
        {"GET": get_preferences, "DELETE": delete_preferences},
    ),
    Route("profile", f"{BASE}/profile", {"GET": get_profile, "PUT": put_profile}),
    Route("policy", f"{BASE}/policy", {"GET": get_policy, "PUT": put_policy}),
    Route("connections", CONNECTIONS, {"GET": get_connections}),
    Route(
        "callback",
        CALLBACK,
        {"GET": get_callback, "POST": post_callback},
        public=frozenset({"GET"}),
    ),
    Route("connection", f"{CONNECTIONS}/{{connection}}", {"DELETE": delete_connection}),
    Route("start", f"{CONNECTIONS}/{{provider}}/start", {"GET": get_start, "POST": post_start}),
    Route("health", "/api/health", {"GET": get_health}, public=frozenset({"GET"})),
)
