"""Everything this app exposes, on one page."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from activities.analyze_intent import analyze_intent
from activities.answer_turn import answer_turn
from activities.apply_draft import apply_draft
from activities.ask import ask
from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.converse import converse
from activities.discover_agents import discover_agents
from activities.execute_tool import execute_tool
from activities.follow_decision import follow_decision
from activities.go_on import go_on
from activities.join_branches import join_branches
from activities.open_turn import open_turn
from activities.park import park
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from activities.reassess_run import reassess_run
from activities.search_agents import search_agents
from activities.take_reply import take_reply
from activities.understand_turn import understand_turn
from api.routes import ROUTES
from orchestrators.branch_v1 import branch_v1
from orchestrators.thread_v1 import thread_v1
from orchestrators.thread_v2 import thread_v2
from shared import catalog
from shared.durable import Activity, Context, Steps
from shared.models.base import Payload
from shared.models.steps import BranchStart, ThreadStart
from shared.ports import Engine
from shared.services import Services
from shared.sweeper import sweep

__all__ = ["ACTIVITIES", "ORCHESTRATORS", "ROUTES", "TIMERS", "Orchestrator", "Timer", "Work"]


@dataclass(frozen=True)
class Orchestrator:
    """One durable workflow and what starts it. Its name is its body's."""

    body: Callable[[Context, Any], Steps[Payload]]
    takes: type[Payload]


@dataclass(frozen=True)
class Work:
    """One activity and the coroutine that performs it."""

    activity: Activity[Any, Any]
    body: Callable[[Any, Services], Awaitable[Payload]]


@dataclass(frozen=True)
class Timer:
    """Something done on a schedule; the setting holds the NCRONTAB expression."""

    name: str
    setting: str
    body: Callable[[Engine, Services], Awaitable[object]]


ORCHESTRATORS = (
    Orchestrator(thread_v1, takes=ThreadStart),  # of conversations begun before there was another
    Orchestrator(thread_v2, takes=ThreadStart),
    Orchestrator(branch_v1, takes=BranchStart),
)

ACTIVITIES = (
    Work(catalog.OPEN_TURN, open_turn),
    Work(catalog.PARK, park),
    Work(catalog.ANALYZE_INTENT, analyze_intent),
    Work(catalog.DISCOVER_AGENTS, discover_agents),
    Work(catalog.FOLLOW_DECISION, follow_decision),
    Work(catalog.CONVERSE, converse),
    Work(catalog.APPLY_DRAFT, apply_draft),
    Work(catalog.JOIN_BRANCHES, join_branches),
    Work(catalog.PLAN_RUN, plan_run),
    Work(catalog.PREPARE_STEP, prepare_step),
    Work(catalog.EXECUTE_TOOL, execute_tool),
    Work(catalog.REASSESS_RUN, reassess_run),
    Work(catalog.ASK, ask),
    Work(catalog.TAKE_REPLY, take_reply),
    Work(catalog.COMPOSE_REPLY, compose_reply),
    Work(catalog.CLOSE_TURN, close_turn),
    Work(catalog.UNDERSTAND_TURN, understand_turn),
    Work(catalog.SEARCH_AGENTS, search_agents),
    Work(catalog.GO_ON, go_on),
    Work(catalog.ANSWER_TURN, answer_turn),
)

TIMERS = (Timer("sweep_due", setting="DUE_SCHEDULE", body=sweep),)
