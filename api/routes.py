"""Every path this app answers, and the handler of each method.

What no other route is for, the last two are: below `/api` it is refused, elsewhere it is the web
client's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from api import client
from api.agent_files import get_export, post_import
from api.agent_runs import get_statistics, post_run
from api.agent_versions import (
    get_version,
    get_versions,
    post_clone,
    post_restore,
    post_rollback,
)
from api.agents import (
    delete_agent,
    get_agent,
    get_agents,
    patch_agent,
    post_agent,
    put_agent,
)
from api.approvals import post_decision
from api.chat import post_chat
from api.connecting import get_begin, post_begin, post_link, post_on_behalf_of
from api.connections import (
    delete_connection,
    get_callback,
    get_connections,
    get_start,
    post_callback,
    post_start,
)
from api.conversations import get_threads, patch_thread
from api.description import describing
from api.effects import get_effects, post_undo
from api.events import get_events
from api.feedback import post_feedback
from api.files import get_file, post_file
from api.handoff import delete_handoff, get_handoff, post_handoff, post_return
from api.health import get_health
from api.interrupts import post_interrupt
from api.links import AGENTS, APPROVALS, BASE, BEGIN, CALLBACK, CONNECTIONS, EFFECTS, SKILLS
from api.messages import get_messages, post_message
from api.my_data import get_data
from api.people import get_people
from api.policy import get_policy, put_policy
from api.preferences import delete_preferences, get_preferences
from api.profile import get_profile, put_profile
from api.questions import get_questions
from api.routing import get_gaps, get_report
from api.runs import cancel_run
from api.schedules import (
    delete_schedule,
    get_schedule,
    get_schedules,
    patch_schedule,
    post_approval,
    post_schedule,
    post_schedule_run,
)
from api.sign_in import get_sign_in
from api.skills import delete_skill, get_skill, get_skills, post_skill, put_skill
from api.threads import delete_thread, get_thread, get_turn
from api.tools import get_tools
from api.unknown import Handler, refusing
from api.usage import get_usage


@dataclass(frozen=True)
class Route:
    """One path: its template, the handler of each method, and those that anyone may call."""

    name: str
    path: str
    handlers: Mapping[str, Handler]
    public: frozenset[str] = frozenset()
    begins_turn: bool = False
    """Whether posting to it has something worked on."""
    streams: bool = False
    """Whether posting to it is answered with a stream, asked for or not."""

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods to bind: those with a handler, and OPTIONS for browsers."""
        return (*self.handlers, "OPTIONS")


_THREAD = f"{BASE}/threads/{{thread_id}}"
_AGENT = f"{AGENTS}/{{agent}}"

NAMED: tuple[Route, ...] = (
    Route("chat", f"{BASE}/chat", {"POST": post_chat}, begins_turn=True, streams=True),
    Route("threads", f"{BASE}/threads", {"GET": get_threads}),
    Route(
        "thread",
        _THREAD,
        {"GET": get_thread, "PATCH": patch_thread, "DELETE": delete_thread},
    ),
    Route("tools", f"{BASE}/tools", {"GET": get_tools}),
    Route("questions", f"{BASE}/questions", {"GET": get_questions}),
    Route(
        "messages",
        f"{_THREAD}/messages",
        {"GET": get_messages, "POST": post_message},
        begins_turn=True,
    ),
    Route("files", f"{_THREAD}/files", {"POST": post_file}),
    Route("file", f"{_THREAD}/files/{{file_id}}", {"GET": get_file}),
    Route("events", f"{_THREAD}/events", {"GET": get_events}),
    Route("turn", f"{_THREAD}/turns/{{turn}}", {"GET": get_turn}),
    Route("feedback", f"{_THREAD}/turns/{{turn}}/feedback", {"POST": post_feedback}),
    Route("cancel", f"{_THREAD}/runs/{{run_id}}/cancel", {"POST": cancel_run}),
    Route("interrupt", f"{_THREAD}/interrupts/{{interrupt_id}}", {"POST": post_interrupt}),
    Route("approval", f"{APPROVALS}/{{approval}}", {"POST": post_decision}),
    Route(
        "handoff",
        f"{_THREAD}/handoff",
        {"POST": post_handoff, "GET": get_handoff, "DELETE": delete_handoff},
    ),
    Route("handoff_return", f"{_THREAD}/handoff/return", {"POST": post_return}),
    Route("agents", AGENTS, {"GET": get_agents, "POST": post_agent}),
    Route("agent_import", f"{AGENTS}/import", {"POST": post_import}),
    Route(
        "agent",
        _AGENT,
        {"GET": get_agent, "PUT": put_agent, "PATCH": patch_agent, "DELETE": delete_agent},
    ),
    Route("agent_restore", f"{_AGENT}/restore", {"POST": post_restore}),
    Route("agent_clone", f"{_AGENT}/clone", {"POST": post_clone}),
    Route("agent_versions", f"{_AGENT}/versions", {"GET": get_versions}),
    Route("agent_version", f"{_AGENT}/versions/{{version}}", {"GET": get_version}),
    Route("agent_rollback", f"{_AGENT}/rollback", {"POST": post_rollback}),
    Route("agent_statistics", f"{_AGENT}/statistics", {"GET": get_statistics}),
    Route("agent_export", f"{_AGENT}/export", {"GET": get_export}),
    Route("agent_run", f"{_AGENT}/run", {"POST": post_run}, begins_turn=True),
    Route("skills", SKILLS, {"GET": get_skills, "POST": post_skill}),
    Route(
        "skill",
        f"{SKILLS}/{{skill}}",
        {"GET": get_skill, "PUT": put_skill, "DELETE": delete_skill},
    ),
    Route("effects", EFFECTS, {"GET": get_effects}),
    Route("effect_undo", f"{EFFECTS}/{{effect}}/undo", {"POST": post_undo}),
    Route("gaps", f"{BASE}/routing/gaps", {"GET": get_gaps}),
    Route("usage", f"{BASE}/usage", {"GET": get_usage}),
    Route("schedules", f"{BASE}/schedules", {"GET": get_schedules, "POST": post_schedule}),
    Route(
        "schedule",
        f"{BASE}/schedules/{{schedule}}",
        {"GET": get_schedule, "PATCH": patch_schedule, "DELETE": delete_schedule},
    ),
    Route("schedule_run", f"{BASE}/schedules/{{schedule}}/run", {"POST": post_schedule_run}),
    Route(
        "schedule_approvals",
        f"{BASE}/schedules/{{schedule}}/approvals",
        {"POST": post_approval},
    ),
    Route("report", f"{BASE}/routing/report", {"GET": get_report}),
    Route(
        "preferences",
        f"{BASE}/preferences",
        {"GET": get_preferences, "DELETE": delete_preferences},
    ),
    Route("profile", f"{BASE}/profile", {"GET": get_profile, "PUT": put_profile}),
    Route("my_data", f"{BASE}/me/data", {"GET": get_data}),
    Route("people", f"{BASE}/people", {"GET": get_people}),
    Route("policy", f"{BASE}/policy", {"GET": get_policy, "PUT": put_policy}),
    Route("connections", CONNECTIONS, {"GET": get_connections}),
    Route(
        "callback",
        CALLBACK,
        {"GET": get_callback, "POST": post_callback},
        public=frozenset({"GET"}),
    ),
    Route(
        "begin", BEGIN, {"GET": get_begin, "POST": post_begin}, public=frozenset({"GET", "POST"})
    ),
    Route("connection", f"{CONNECTIONS}/{{connection}}", {"DELETE": delete_connection}),
    Route("connection_link", f"{CONNECTIONS}/{{provider}}/link", {"POST": post_link}),
    Route(
        "on_behalf_of",
        f"{CONNECTIONS}/{{provider}}/on-behalf-of",
        {"POST": post_on_behalf_of},
    ),
    Route("start", f"{CONNECTIONS}/{{provider}}/start", {"GET": get_start, "POST": post_start}),
    Route("sign_in", f"{BASE}/sign-in", {"GET": get_sign_in}, public=frozenset({"GET"})),
    Route("health", "/api/health", {"GET": get_health}, public=frozenset({"GET"})),
)
"""What is described: each path that the API has."""

_get_openapi, _get_docs = describing(NAMED)
_DESCRIBING = (
    Route("openapi", "/api/openapi.json", {"GET": _get_openapi}, public=frozenset({"GET"})),
    Route("docs", "/api/docs", {"GET": _get_docs}, public=frozenset({"GET"})),
)
_nothing_here = refusing({route.path: route.methods for route in (*NAMED, *_DESCRIBING)})
_EVERY_METHOD = ("GET", "POST", "PUT", "PATCH", "DELETE")

ROUTES: tuple[Route, ...] = (
    *NAMED,
    *_DESCRIBING,
    Route(
        "unknown",
        "/api/{*path}",
        dict.fromkeys(_EVERY_METHOD, _nothing_here),
        public=frozenset(_EVERY_METHOD),
    ),
    Route(
        "client",
        "/{*path}",
        {**dict.fromkeys(_EVERY_METHOD, _nothing_here), "GET": client.serving(client.BUILT)},
        public=frozenset(_EVERY_METHOD),
    ),
)
