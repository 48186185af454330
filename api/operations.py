"""What each handler takes and answers, as its description for machines is written from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from api.agent_files import FolderBody
from api.agent_runs import RunBody as AgentRunBody
from api.agent_versions import CloneBody, RollbackBody
from api.agui_input import RunAgentInput
from api.approvals import Decided, DecisionBody
from api.connections import CallbackBody, StartBody
from api.conversations import Renamed, ThreadChange, ThreadList
from api.effects import UndoBody
from api.erasures import ErasureView
from api.feedback import FeedbackBody
from api.files import FileView
from api.handoff import HandoffBody, ReturnBody
from api.interrupts import InterruptBody
from api.messages import MessageBody, MessagePage
from api.my_data import NDJSON
from api.questions import QuestionList
from api.replying import Accepted
from api.runs import Stopped
from api.schedules import ApprovalBody, ChangesBody, ScheduleBody
from api.schedules import RunBody as ScheduleRunBody
from api.threads import Deleted, ThreadView
from api.tools import ToolList
from shared.models.agent import Agent, Skill
from shared.models.profile import Policy, Preferred, Profile
from shared.models.routed import GapReport, RoutingReport, UsageReport

JSON, SSE, HTML, ZIP = "application/json", "text/event-stream", "text/html", "application/zip"
BYTES = "application/octet-stream"


@dataclass(frozen=True)
class Operation:
    """One method of one path.

    `answers` are what each status but the errors' carries: a model, or None for any object.
    `media` are the types it comes in. `query` are parameters and what they say.
    """

    body: type[BaseModel] | None = None
    answers: Mapping[int, type[BaseModel] | None] = field(default_factory=lambda: {200: None})
    media: tuple[str, ...] = (JSON,)
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    example: Mapping[str, Any] | None = None
    takes: str = ""
    """The type of a body that is no JSON."""
    optional: bool = False
    """Whether the body may be left out."""
    versioned: bool = False
    """Whether a change names the version it is meant for, with If-Match."""


_MANY = {"after": "What an earlier page gave as `next`.", "limit": "The most to return."}
_CONFIRM = {"confirm": "`everything`: it cannot be brought back."}
_STREAMED = (JSON, SSE)
_AGENT = {"id": "weekly-report", "name": "Weekly report", "description": "Sums up the week."}
_SKILL = {"id": "sum-up", "name": "Sum up", "description": "Sums up what it is given."}

OPERATIONS: Mapping[str, Operation] = {
    "post_chat": Operation(
        RunAgentInput,
        media=(SSE,),
        example={
            "threadId": "t1",
            "runId": "r1",
            "messages": [{"id": "m1", "role": "user", "content": "Show me emails from Sarah"}],
        },
    ),
    "get_threads": Operation(
        answers={200: ThreadList},
        query={
            **_MANY,
            "q": "Words that the title or a message has.",
            "before": "What an earlier page gave as `previous`.",
        },
    ),
    "get_thread": Operation(answers={200: ThreadView}),
    "patch_thread": Operation(ThreadChange, {200: Renamed}, example={"title": "Budget"}),
    "delete_thread": Operation(answers={202: Deleted}),
    "get_questions": Operation(answers={200: QuestionList}),
    "get_messages": Operation(
        answers={200: MessagePage},
        query={"after": "The position of the last message known.", "limit": "The most to return."},
    ),
    "post_message": Operation(
        MessageBody,
        {202: Accepted},
        _STREAMED,
        example={"message": "Show me emails from Sarah", "message_id": "m1"},
    ),
    "post_file": Operation(
        answers={201: FileView},
        takes=BYTES,
        query={"name": "What the file is called, with its ending."},
    ),
    "get_file": Operation(media=(BYTES,)),
    "get_events": Operation(
        media=_STREAMED,
        query={"after": "The id of the last event known.", "run": "The run to follow."},
    ),
    "get_turn": Operation(),
    "post_feedback": Operation(FeedbackBody, example={"verdict": "good"}),
    "cancel_run": Operation(answers={200: Stopped, 202: Stopped}),
    "post_interrupt": Operation(
        InterruptBody, {202: Accepted}, _STREAMED, example={"action": "accept", "run_id": "r2"}
    ),
    "post_decision": Operation(DecisionBody, {200: Decided}, example={"action": "accept"}),
    "post_handoff": Operation(HandoffBody, {201: None}, example={"target": "agent-builder"}),
    "get_handoff": Operation(),
    "delete_handoff": Operation(),
    "post_return": Operation(ReturnBody, example={"completion_status": "completed"}),
    "get_agents": Operation(query={**_MANY, "q": "What the agent is to do."}),
    "post_agent": Operation(Agent, {201: None}, example=_AGENT),
    "post_import": Operation(FolderBody, {201: None}, example={"files": {"AGENT.md": "---"}}),
    "get_agent": Operation(),
    "put_agent": Operation(Agent, example=_AGENT, versioned=True),
    "patch_agent": Operation(Agent, example={"description": "Sums up the month."}, versioned=True),
    "delete_agent": Operation(versioned=True),
    "post_restore": Operation(answers={201: None}),
    "post_clone": Operation(CloneBody, {201: None}, example={"id": "monthly-report"}),
    "get_versions": Operation(),
    "get_version": Operation(),
    "post_rollback": Operation(RollbackBody, example={"version": 1}, versioned=True),
    "get_statistics": Operation(),
    "get_export": Operation(media=(ZIP, JSON)),
    "post_run": Operation(AgentRunBody, {202: Accepted}, _STREAMED, example={}, optional=True),
    "get_skills": Operation(),
    "post_skill": Operation(Skill, {201: None}, example=_SKILL),
    "get_skill": Operation(),
    "put_skill": Operation(Skill, example=_SKILL, versioned=True),
    "delete_skill": Operation(versioned=True),
    "get_effects": Operation(query={**_MANY, "day": "A day in the caller's time zone."}),
    "post_undo": Operation(UndoBody, example={}, optional=True),
    "get_gaps": Operation(
        answers={200: GapReport},
        query={"days": "How many days back.", "limit": "The most to list."},
    ),
    "get_usage": Operation(
        answers={200: UsageReport},
        query={"days": "How many days back.", "of": "`me` or `organisation`."},
    ),
    "get_schedules": Operation(),
    "post_schedule": Operation(
        ScheduleBody,
        {201: None},
        example={"agent": "email", "request": "Show me new mail", "when": "every Monday at 9am"},
    ),
    "get_schedule": Operation(),
    "patch_schedule": Operation(ChangesBody, example={"paused": True}),
    "delete_schedule": Operation(),
    "post_schedule_run": Operation(ScheduleRunBody, {202: None}, example={}, optional=True),
    "post_approval": Operation(
        ApprovalBody,
        {201: None},
        example={"tool": "slack_send_message", "action": "0" * 64, "told": "Send it"},
    ),
    "get_report": Operation(answers={200: RoutingReport}, query={"days": "How many days back."}),
    "get_preferences": Operation(),
    "delete_preferences": Operation(),
    "get_profile": Operation(answers={200: Profile}),
    "put_profile": Operation(Preferred, {200: Profile}, example={"time_zone": "Europe/Berlin"}),
    "get_policy": Operation(answers={200: Policy}),
    "put_policy": Operation(Policy, {200: Policy}, example={"confirmed": ["gmail_send_email"]}),
    "get_tools": Operation(answers={200: ToolList}),
    "get_connections": Operation(),
    "post_callback": Operation(CallbackBody, example={"state": "s", "code": "c"}),
    "get_callback": Operation(media=(HTML,), query={"state": "Which one.", "code": "Its code."}),
    "delete_connection": Operation(),
    "post_start": Operation(StartBody, example={}),
    "get_start": Operation(
        answers={302: None}, query={"domains": "What for.", "account": "Which account."}
    ),
    "get_people": Operation(),
    "get_data": Operation(media=(NDJSON,)),
    "delete_data": Operation(answers={202: ErasureView}, query=_CONFIRM),
    "delete_person_data": Operation(answers={202: ErasureView}, query=_CONFIRM),
    "get_erasure": Operation(answers={200: ErasureView}),
    "post_link": Operation(StartBody, example={}, optional=True),
    "get_begin": Operation(media=(HTML,), query={"ticket": "That of the link."}),
    "post_begin": Operation(
        answers={303: None}, media=(HTML,), query={"ticket": "That of the link."}
    ),
    "post_on_behalf_of": Operation(StartBody, example={}, optional=True),
    "get_sign_in": Operation(),
    "get_health": Operation(),
}
"""By the handler's name."""
