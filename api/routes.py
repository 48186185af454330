"""Every path this app answers, and the handler of each method.

What no other route is for, the last two are: below `/api` it is refused, elsewhere it is the web
client's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from api.paths import (
    A2A,
    AGENTS,
    APPROVALS,
    BASE,
    BEGIN,
    CALLBACK,
    CARD,
    CONNECTIONS,
    EFFECTS,
    ERASURES,
    KEYS,
    PUBLIC_AGENTS,
    REMOTE_AGENTS,
    SKILLS,
    TOOL_SERVERS,
)

if TYPE_CHECKING:
    from api.unknown import Handler


@dataclass(frozen=True)
class Route:
    """One path: its template, the handler of each method, and those that anyone may call.

    A handler that is named by its file and its name there is read when it is first wanted: a start
    waits for none of them.
    """

    name: str
    path: str
    handlers: "Mapping[str, Handler | str]"
    public: frozenset[str] = frozenset()
    begins_turn: bool = False
    """Whether whatever is posted to it is worked on; what only may be, takes its turn itself."""
    streams: frozenset[str] = frozenset()
    """The methods that are answered with a stream, asked for or not."""
    unnoted: frozenset[str] = frozenset()
    """The methods after which it is not kept that the caller was here."""
    probed: bool = False
    """Whether a HEAD is answered as a GET is, for monitors; the host sends the head alone."""

    def handler(self, method: str) -> "Handler | None":
        """Return what answers a method, if anything does."""
        found = self.handlers.get("GET" if self.probed and method == "HEAD" else method)
        if not isinstance(found, str):
            return found
        file, _, name = found.partition(".")
        return getattr(import_module(f"api.{file}"), name)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods to bind: those with a handler, and OPTIONS for browsers."""
        return (*self.handlers, *(("HEAD",) if self.probed else ()), "OPTIONS")


_THREAD = f"{BASE}/threads/{{thread_id}}"
_AGENT = f"{AGENTS}/{{agent}}"
_PUBLIC_AGENT = f"{PUBLIC_AGENTS}/{{organisation}}/{{agent}}"

NAMED: tuple[Route, ...] = (
    Route("chat", f"{BASE}/chat", {"POST": "chat.post_chat"}, streams=frozenset({"POST"})),
    Route("threads", f"{BASE}/threads", {"GET": "conversations.get_threads"}),
    Route(
        "thread",
        _THREAD,
        {
            "GET": "threads.get_thread",
            "PATCH": "conversations.patch_thread",
            "DELETE": "threads.delete_thread",
        },
    ),
    Route("tools", f"{BASE}/tools", {"GET": "tools.get_tools"}),
    Route("questions", f"{BASE}/questions", {"GET": "questions.get_questions"}),
    Route(
        "messages",
        f"{_THREAD}/messages",
        {"GET": "messages.get_messages", "POST": "messages.post_message"},
        begins_turn=True,
    ),
    Route("files", f"{_THREAD}/files", {"POST": "files.post_file"}),
    Route("file", f"{_THREAD}/files/{{file_id}}", {"GET": "files.get_file"}),
    Route("events", f"{_THREAD}/events", {"GET": "events.get_events"}),
    Route("turn", f"{_THREAD}/turns/{{turn}}", {"GET": "threads.get_turn"}),
    Route("feedback", f"{_THREAD}/turns/{{turn}}/feedback", {"POST": "feedback.post_feedback"}),
    Route("cancel", f"{_THREAD}/runs/{{run_id}}/cancel", {"POST": "runs.cancel_run"}),
    Route(
        "interrupt", f"{_THREAD}/interrupts/{{interrupt_id}}", {"POST": "interrupts.post_interrupt"}
    ),
    Route("approval", f"{APPROVALS}/{{approval}}", {"POST": "approvals.post_decision"}),
    Route(
        "handoff",
        f"{_THREAD}/handoff",
        {
            "POST": "handoff.post_handoff",
            "GET": "handoff.get_handoff",
            "DELETE": "handoff.delete_handoff",
        },
    ),
    Route("handoff_return", f"{_THREAD}/handoff/return", {"POST": "handoff.post_return"}),
    Route("agents", AGENTS, {"GET": "agents.get_agents", "POST": "agents.post_agent"}),
    Route("agent_import", f"{AGENTS}/import", {"POST": "agent_files.post_import"}),
    Route(
        "agent",
        _AGENT,
        {
            "GET": "agents.get_agent",
            "PUT": "agents.put_agent",
            "PATCH": "agents.patch_agent",
            "DELETE": "agents.delete_agent",
        },
    ),
    Route("agent_restore", f"{_AGENT}/restore", {"POST": "agent_versions.post_restore"}),
    Route("agent_clone", f"{_AGENT}/clone", {"POST": "agent_versions.post_clone"}),
    Route("agent_versions", f"{_AGENT}/versions", {"GET": "agent_versions.get_versions"}),
    Route("agent_version", f"{_AGENT}/versions/{{version}}", {"GET": "agent_versions.get_version"}),
    Route("agent_rollback", f"{_AGENT}/rollback", {"POST": "agent_versions.post_rollback"}),
    Route("agent_statistics", f"{_AGENT}/statistics", {"GET": "agent_runs.get_statistics"}),
    Route("agent_export", f"{_AGENT}/export", {"GET": "agent_files.get_export"}),
    Route("agent_run", f"{_AGENT}/run", {"POST": "agent_runs.post_run"}, begins_turn=True),
    Route("skills", SKILLS, {"GET": "skills.get_skills", "POST": "skills.post_skill"}),
    Route(
        "skill",
        f"{SKILLS}/{{skill}}",
        {"GET": "skills.get_skill", "PUT": "skills.put_skill", "DELETE": "skills.delete_skill"},
    ),
    Route(
        "tool_servers",
        TOOL_SERVERS,
        {"GET": "tool_servers.get_servers", "POST": "tool_servers.post_server"},
    ),
    Route(
        "tool_server",
        f"{TOOL_SERVERS}/{{server}}",
        {"GET": "tool_servers.get_server", "DELETE": "tool_servers.delete_server"},
    ),
    Route(
        "tool_server_accept",
        f"{TOOL_SERVERS}/{{server}}/accept",
        {"POST": "tool_servers.post_accept"},
    ),
    Route(
        "remote_agents",
        REMOTE_AGENTS,
        {"GET": "remote_agents.get_remotes", "POST": "remote_agents.post_remote"},
    ),
    Route(
        "remote_agent",
        f"{REMOTE_AGENTS}/{{remote}}",
        {"GET": "remote_agents.get_remote", "DELETE": "remote_agents.delete_remote"},
    ),
    Route(
        "remote_agent_accept",
        f"{REMOTE_AGENTS}/{{remote}}/accept",
        {"POST": "remote_agents.post_accept_card"},
    ),
    Route("effects", EFFECTS, {"GET": "effects.get_effects"}),
    Route("effect_undo", f"{EFFECTS}/{{effect}}/undo", {"POST": "effects.post_undo"}),
    Route("gaps", f"{BASE}/routing/gaps", {"GET": "routing.get_gaps"}),
    Route("usage", f"{BASE}/usage", {"GET": "usage.get_usage"}),
    Route(
        "schedules",
        f"{BASE}/schedules",
        {"GET": "schedules.get_schedules", "POST": "schedules.post_schedule"},
    ),
    Route(
        "schedule",
        f"{BASE}/schedules/{{schedule}}",
        {
            "GET": "schedules.get_schedule",
            "PATCH": "schedules.patch_schedule",
            "DELETE": "schedules.delete_schedule",
        },
    ),
    Route(
        "schedule_run",
        f"{BASE}/schedules/{{schedule}}/run",
        {"POST": "schedules.post_schedule_run"},
    ),
    Route(
        "schedule_approvals",
        f"{BASE}/schedules/{{schedule}}/approvals",
        {"POST": "schedules.post_approval"},
    ),
    Route("report", f"{BASE}/routing/report", {"GET": "routing.get_report"}),
    Route(
        "preferences",
        f"{BASE}/preferences",
        {"GET": "preferences.get_preferences", "DELETE": "preferences.delete_preferences"},
    ),
    Route(
        "profile", f"{BASE}/profile", {"GET": "profile.get_profile", "PUT": "profile.put_profile"}
    ),
    Route(
        "my_data",
        f"{BASE}/me/data",
        {"GET": "my_data.get_data", "DELETE": "erasures.delete_data"},
        streams=frozenset({"GET"}),
        unnoted=frozenset({"DELETE"}),
    ),
    Route("people", f"{BASE}/people", {"GET": "people.get_people"}),
    Route(
        "person_data",
        f"{BASE}/people/{{person}}/data",
        {"DELETE": "erasures.delete_person_data"},
    ),
    Route(
        "erasure",
        f"{ERASURES}/{{erasure}}",
        {"GET": "erasures.get_erasure"},
        unnoted=frozenset({"GET"}),
    ),
    Route("policy", f"{BASE}/policy", {"GET": "policy.get_policy", "PUT": "policy.put_policy"}),
    Route("connections", CONNECTIONS, {"GET": "connections.get_connections"}),
    Route(
        "callback",
        CALLBACK,
        {"GET": "connections.get_callback", "POST": "connections.post_callback"},
        public=frozenset({"GET"}),
    ),
    Route(
        "begin",
        BEGIN,
        {"GET": "connecting.get_begin", "POST": "connecting.post_begin"},
        public=frozenset({"GET", "POST"}),
    ),
    Route(
        "connection", f"{CONNECTIONS}/{{connection}}", {"DELETE": "connections.delete_connection"}
    ),
    Route("connection_link", f"{CONNECTIONS}/{{provider}}/link", {"POST": "connecting.post_link"}),
    Route(
        "on_behalf_of",
        f"{CONNECTIONS}/{{provider}}/on-behalf-of",
        {"POST": "connecting.post_on_behalf_of"},
    ),
    Route(
        "start",
        f"{CONNECTIONS}/{{provider}}/start",
        {"GET": "connections.get_start", "POST": "connections.post_start"},
    ),
    Route("sign_in", f"{BASE}/sign-in", {"GET": "sign_in.get_sign_in"}, public=frozenset({"GET"})),
    Route(
        "health",
        "/api/health",
        {"GET": "health.get_health"},
        public=frozenset({"GET", "HEAD"}),
        probed=True,
    ),
)
"""What is described: each path that the API has."""


_DESCRIBING = (
    Route("openapi", "/api/openapi.json", {"GET": "rest.get_openapi"}, public=frozenset({"GET"})),
    Route("docs", "/api/docs", {"GET": "rest.get_docs"}, public=frozenset({"GET"})),
)
_OTHER_PROTOCOLS = (
    Route("agent_card", CARD, {"GET": "a2a_card.get_card"}, public=frozenset({"GET"})),
    Route(
        "a2a",
        A2A,
        {"GET": "a2a_card.get_card", "POST": "a2a_http.post_rpc"},
        public=frozenset({"GET"}),
    ),
    Route(
        "public_card",
        f"{_PUBLIC_AGENT}{CARD}",
        {"GET": "a2a_agents.get_public_card"},
        public=frozenset({"GET"}),
    ),
    Route(
        "public_agent",
        _PUBLIC_AGENT,
        {"GET": "a2a_agents.get_public_card", "POST": "a2a_agents.post_agent_rpc"},
        public=frozenset({"GET"}),
    ),
    Route(
        "public_agent_rest",
        f"{_PUBLIC_AGENT}/{{*path}}",
        dict.fromkeys(("GET", "POST", "DELETE"), "a2a_agents.any_agent_rest"),
    ),
    Route("keys", KEYS, {"GET": "a2a_card.get_keys"}, public=frozenset({"GET"})),
    Route(
        "a2a_rest",
        f"{A2A}/{{*path}}",
        dict.fromkeys(("GET", "POST", "DELETE"), "a2a_http.any_rest"),
    ),
    Route("mcp", f"{BASE}/mcp", {"POST": "mcp_endpoint.post_mcp"}),
)
"""A2A and MCP, which describe themselves."""
KNOWN: tuple[Route, ...] = (*NAMED, *_DESCRIBING, *_OTHER_PROTOCOLS)
"""The routes that are for something of their own."""
_EVERY_METHOD: tuple[str, ...] = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_NOTHING_HERE = dict.fromkeys(_EVERY_METHOD, "rest.nothing_here")

ROUTES: tuple[Route, ...] = (
    *KNOWN,
    Route(
        "unknown",
        "/api/{*path}",
        {**_NOTHING_HERE},
        public=frozenset(_EVERY_METHOD),
    ),
    Route(
        "client",
        "/{*path}",
        {**_NOTHING_HERE, **dict.fromkeys(("GET", "HEAD"), "rest.get_client")},
        public=frozenset(_EVERY_METHOD),
    ),
)
