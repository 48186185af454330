"""What each handler takes and answers, as its description for machines is written from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from api.agent_files import Folder, FolderBody
from api.agent_runs import AgentRunBody, Statistics
from api.agent_versions import CloneBody, RollbackBody, VersionList
from api.agent_views import AgentTaken, AgentView
from api.agents import AgentDeleted, AgentList
from api.agui_input import RunAgentInput
from api.approvals import Decided, DecisionBody
from api.connecting import LinkView
from api.connections import (
    Begins,
    CallbackBody,
    ConnectionList,
    ConnectionView,
    Revoked,
    StartBody,
)
from api.conversations import Renamed, ThreadChange, ThreadList
from api.effects import EffectList, UndoBody, UndoneView
from api.erasures import ErasureView
from api.events import EventPage
from api.feedback import FeedbackBody, Judged
from api.files import FileView
from api.handoff import HandoffBody, HandoffView, ReturnBody
from api.health import Health
from api.interrupts import InterruptBody
from api.messages import MessageBody, MessagePage
from api.my_data import NDJSON
from api.people import PeopleList
from api.preferences import PreferenceList
from api.profile import ProfileView
from api.questions import QuestionList
from api.remote_agents import (
    AcceptCardBody,
    RemoteAgentBody,
    RemoteAgentDeleted,
    RemoteAgentList,
    RemoteAgentView,
)
from api.replying import Accepted
from api.runs import Stopped
from api.schedules import (
    ApprovalBody,
    ChangesBody,
    ScheduleBody,
    ScheduleList,
    ScheduleRun,
    ScheduleRunBody,
    ScheduleView,
)
from api.skills import SkillDeleted, SkillList, SkillView
from api.threads import Deleted, ThreadView, TurnView
from api.tool_servers import (
    AcceptBody,
    ToolServerBody,
    ToolServerDeleted,
    ToolServerList,
    ToolServerView,
)
from api.tools import ToolList
from shared.models.agent import Agent, Skill
from shared.models.profile import Policy, Preferred
from shared.models.routed import GapReport, RoutingReport, UsageReport
from shared.models.signing_in import SignInWith

JSON, SSE, HTML, ZIP = "application/json", "text/event-stream", "text/html", "application/zip"
BYTES, MARKDOWN = "application/octet-stream", "text/markdown"


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
    also_takes: tuple[str, ...] = ()
    """The types that a body may come in besides JSON."""
    versioned: bool = False
    """Whether a change names the version it is meant for, with If-Match."""
    partial: bool = False
    """Whether the body has only the fields that change."""


_MANY = {"after": "What an earlier page gave as `next`.", "limit": "The most to return."}
_CONFIRM = {"confirm": "`everything`: it cannot be brought back."}
_STREAMED = (JSON, SSE)
_AGENT = {"id": "weekly-report", "name": "Weekly report", "description": "Sums up the week."}
_TOOL_SERVER = {"id": "tracker", "name": "Tracker", "url": "https://tracker.example.com/mcp"}
_REMOTE_AGENT = {
    "id": "travel",
    "url": "https://travel.example.com/.well-known/agent-card.json",
}
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
        answers={200: EventPage},
        media=_STREAMED,
        query={"after": "The id of the last event known.", "run": "The run to follow."},
    ),
    "get_turn": Operation(answers={200: TurnView}),
    "post_feedback": Operation(FeedbackBody, {200: Judged}, example={"verdict": "good"}),
    "cancel_run": Operation(answers={200: Stopped, 202: Stopped}),
    "post_interrupt": Operation(
        InterruptBody, {202: Accepted}, _STREAMED, example={"action": "accept", "run_id": "r2"}
    ),
    "post_decision": Operation(DecisionBody, {200: Decided}, example={"action": "accept"}),
    "post_handoff": Operation(HandoffBody, {201: HandoffView}, example={"target": "agent-builder"}),
    "get_handoff": Operation(answers={200: HandoffView}),
    "delete_handoff": Operation(answers={200: HandoffView}),
    "post_return": Operation(
        ReturnBody, {200: HandoffView}, example={"completion_status": "completed"}
    ),
    "get_agents": Operation(
        answers={200: AgentList}, query={**_MANY, "q": "What the agent is to do."}
    ),
    "post_agent": Operation(Agent, {201: AgentView}, example=_AGENT),
    "post_import": Operation(
        FolderBody,
        {200: AgentTaken, 201: AgentTaken},
        example={"files": {"AGENT.md": "---"}},
        query={
            "id": "What it is to be called instead.",
            "replace": "`true`: it takes the place of the agent with its id, named by If-Match.",
        },
        also_takes=(ZIP,),
    ),
    "get_agent": Operation(answers={200: AgentView}),
    "put_agent": Operation(Agent, {200: AgentView}, example=_AGENT, versioned=True),
    "patch_agent": Operation(
        Agent,
        {200: AgentView},
        example={"description": "Sums up the month."},
        versioned=True,
        partial=True,
    ),
    "delete_agent": Operation(answers={200: AgentDeleted}, versioned=True),
    "post_restore": Operation(answers={200: AgentView}),
    "post_clone": Operation(CloneBody, {201: AgentView}, example={"id": "monthly-report"}),
    "get_versions": Operation(answers={200: VersionList}),
    "get_version": Operation(answers={200: AgentView}),
    "post_rollback": Operation(
        RollbackBody, {200: AgentView}, example={"version": 1}, versioned=True
    ),
    "get_statistics": Operation(answers={200: Statistics}),
    "get_export": Operation(answers={200: Folder}, media=(ZIP, JSON)),
    "post_run": Operation(AgentRunBody, {202: Accepted}, _STREAMED, example={}, optional=True),
    "get_skills": Operation(answers={200: SkillList}),
    "post_skill": Operation(Skill, {201: SkillView}, example=_SKILL, also_takes=(MARKDOWN,)),
    "get_skill": Operation(answers={200: SkillView}, media=(JSON, MARKDOWN)),
    "put_skill": Operation(
        Skill, {200: SkillView}, example=_SKILL, versioned=True, also_takes=(MARKDOWN,)
    ),
    "delete_skill": Operation(answers={200: SkillDeleted}, versioned=True),
    "get_servers": Operation(answers={200: ToolServerList}),
    "post_server": Operation(ToolServerBody, {201: ToolServerView}, example=_TOOL_SERVER),
    "get_server": Operation(answers={200: ToolServerView}),
    "delete_server": Operation(answers={200: ToolServerDeleted}),
    "post_accept": Operation(AcceptBody, {200: ToolServerView}, example={"offer": "what it was"}),
    "get_remotes": Operation(answers={200: RemoteAgentList}),
    "post_remote": Operation(RemoteAgentBody, {201: RemoteAgentView}, example=_REMOTE_AGENT),
    "get_remote": Operation(answers={200: RemoteAgentView}),
    "delete_remote": Operation(answers={200: RemoteAgentDeleted}),
    "post_accept_card": Operation(
        AcceptCardBody, {200: RemoteAgentView}, example={"offer": "what it was"}
    ),
    "get_effects": Operation(
        answers={200: EffectList}, query={**_MANY, "day": "A day in the caller's time zone."}
    ),
    "post_undo": Operation(UndoBody, {200: UndoneView}, example={}, optional=True),
    "get_gaps": Operation(
        answers={200: GapReport},
        query={"days": "How many days back.", "limit": "The most to list."},
    ),
    "get_usage": Operation(
        answers={200: UsageReport},
        query={"days": "How many days back.", "of": "`me` or `organisation`."},
    ),
    "get_schedules": Operation(answers={200: ScheduleList}),
    "post_schedule": Operation(
        ScheduleBody,
        {201: ScheduleView},
        example={"agent": "email", "request": "Show me new mail", "when": "every Monday at 9am"},
    ),
    "get_schedule": Operation(answers={200: ScheduleView}),
    "patch_schedule": Operation(ChangesBody, {200: ScheduleView}, example={"paused": True}),
    "delete_schedule": Operation(answers={204: None}),
    "post_schedule_run": Operation(ScheduleRunBody, {202: ScheduleRun}, example={}, optional=True),
    "post_approval": Operation(
        ApprovalBody,
        {201: ScheduleView},
        example={"tool": "slack_post_message", "action": "0" * 64, "told": "Send it"},
    ),
    "get_report": Operation(answers={200: RoutingReport}, query={"days": "How many days back."}),
    "get_preferences": Operation(answers={200: PreferenceList}),
    "delete_preferences": Operation(answers={200: PreferenceList}),
    "get_profile": Operation(answers={200: ProfileView}),
    "put_profile": Operation(Preferred, {200: ProfileView}, example={"time_zone": "Europe/Berlin"}),
    "get_policy": Operation(answers={200: Policy}),
    "put_policy": Operation(Policy, {200: Policy}, example={"confirmed": ["gmail_send_email"]}),
    "get_tools": Operation(answers={200: ToolList}),
    "get_connections": Operation(answers={200: ConnectionList}),
    "post_callback": Operation(
        CallbackBody, {200: ConnectionView}, example={"state": "s", "code": "c"}
    ),
    "get_callback": Operation(media=(HTML,), query={"state": "Which one.", "code": "Its code."}),
    "delete_connection": Operation(answers={200: Revoked}),
    "post_start": Operation(StartBody, {200: Begins}, example={}),
    "get_start": Operation(
        answers={302: None}, query={"domains": "What for.", "account": "Which account."}
    ),
    "get_people": Operation(answers={200: PeopleList}),
    "get_data": Operation(media=(NDJSON,)),
    "delete_data": Operation(answers={202: ErasureView}, query=_CONFIRM),
    "delete_person_data": Operation(answers={202: ErasureView}, query=_CONFIRM),
    "get_erasure": Operation(answers={200: ErasureView}),
    "post_link": Operation(StartBody, {200: LinkView}, example={}, optional=True),
    "get_begin": Operation(media=(HTML,), query={"ticket": "That of the link."}),
    "post_begin": Operation(
        answers={303: None}, media=(HTML,), query={"ticket": "That of the link."}
    ),
    "post_on_behalf_of": Operation(StartBody, {200: ConnectionView}, example={}, optional=True),
    "get_sign_in": Operation(answers={200: SignInWith}),
    "get_health": Operation(answers={200: Health, 503: Health}),
}
"""By the handler's name."""
