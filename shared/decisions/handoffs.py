"""Handing a conversation to one agent, and its coming back (spec 004): one at a time."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.decisions import agui
from shared.decisions.sanitizing import sanitized
from shared.decisions.telling import told
from shared.models.agent import Agent, HandoffCapability
from shared.models.base import Json
from shared.models.handoff import Handoff, HandoffState
from shared.models.intent import Decision
from shared.models.run import AgentRun
from shared.models.thread import Thread

MASTER = "master-agent"
BUILDER = "agent-builder"
BUILDERS_OWN = HandoffCapability(
    supports_handoff=True,
    workflow_states=("gather", "confirm", "apply", "test", "done"),
    max_session_duration_seconds=3600,
)
"""What the agent builder declares of itself, as any agent that takes conversations does."""

_PLEASE = r"(?:please |ok(?:ay)?,? |now |i want to |i'd like to |can (?:i|we) |let'?s )*"
_BACK = re.compile(
    rf"^{_PLEASE}(?:(?:go|get|take me|bring me|hand me|switch|send me|return)(?: me)? )?"
    r"(?:back |over )?to (?:the |my )?(?:main |master |normal |usual )?"
    r"(?:assistant|master(?: agent)?|main agent|omniforge|chat)\W*$"
    rf"|^{_PLEASE}(?:exit|quit|leave|end|stop)(?: (?:the |this )?"
    r"(?:handoff|builder|agent builder|session|conversation with .{1,60}))?\W*$"
    rf"|^{_PLEASE}(?:talk|speak) to (?:the |my )?(?:main |master )?(?:assistant|agent)\W*$",
    re.IGNORECASE,
)
_ON = re.compile(
    rf"^{_PLEASE}(?:continue|resume|go on|carry on|pick (?:it|that|this) up(?: again)?)"
    r"(?:,? (?:please|with (?:it|that|this|the (?:agent )?builder|the agent|building.{0,60}"
    r"|@?[\w-]{1,64})|where (?:we|i) (?:left off|stopped|were)))*\W*$",
    re.IGNORECASE,
)
_HANDED = re.compile(
    r"\b(?:hand (?:me|this|us|it) (?:over )?to|put me through to|connect me (?:to|with)"
    r"|let me (?:talk|speak) (?:to|with)|i(?:'d| would) (?:like|rather) (?:to )?(?:talk|speak) "
    r"(?:to|with)|switch (?:me )?to)\b",
    re.IGNORECASE,
)


def wants_back(text: str) -> bool:
    """Return whether a person asks for the assistant again."""
    return _BACK.match(text.strip()) is not None


def wants_on(text: str) -> bool:
    """Return whether a person wants what was left to go on."""
    return _ON.match(text.strip()) is not None


def wants_handed(text: str) -> bool:
    """Return whether a person wants to talk with somebody, rather than have something done."""
    return _HANDED.search(text) is not None


def takes_over(agent: Agent, text: str) -> bool:
    """Return whether a message for an agent hands the conversation to it.

    It does for an agent that supports this, where the person asks for it or says one of its
    triggers.
    """
    can = agent.capabilities.handoff
    said = text.casefold()
    triggered = any(trigger.casefold() in said for trigger in can.handoff_triggers if trigger)
    return can.supports_handoff and (triggered or wants_handed(text))


def begun(
    number: int,
    target: str,
    *,
    reason: str,
    summary: str,
    recent: Sequence[str],
    seconds: int,
    now: datetime,
) -> Handoff:
    """Return a handoff whose target has taken the conversation; `number` is its place in it."""
    return Handoff(
        id=f"handoff-{number}",
        source=MASTER,
        target=target,
        state="active",
        reason=reason[:500],
        context_summary=summary,
        recent_messages=tuple(recent),
        started_at=now,
        expires_at=now + timedelta(seconds=seconds),
    )


def rejected(handoff: Handoff, why: str, now: datetime) -> Handoff:
    """Return a handoff that its target, or a rule, refused."""
    return handoff.model_copy(
        update={"state": "rejected", "rejection_reason": why, "ended_at": now}
    )


def ended(
    handoff: Handoff,
    state: HandoffState,
    now: datetime,
    summary: str = "",
    made: Sequence[str] = (),
) -> Handoff:
    """Return a handoff that is over: completed, cancelled, in error, or paused for a while."""
    artifacts = tuple(dict.fromkeys((*handoff.artifacts, *made)))
    return handoff.model_copy(
        update={
            "state": state,
            "ended_at": now,
            "result_summary": summary or handoff.result_summary,
            "artifacts": artifacts,
        }
    )


def given_back(handoff: Handoff, run: AgentRun | None, now: datetime) -> Handoff | None:
    """Return a handoff whose agent has done what it was asked, if it then returns conversations."""
    if run is None or run.agent != handoff.target or not (handoff.open and run.gives_back):
        return None
    if run.response is None or not run.response.success:
        return None
    made = [step.card.title for step in run.steps if step.status == "done" and step.card]
    return ended(handoff, "completed", now, sanitized(told(run)), made)


def resumed(handoff: Handoff, seconds: int, now: datetime) -> Handoff:
    """Return a handoff that was paused or left, taken up again."""
    return handoff.model_copy(
        update={
            "state": "active",
            "ended_at": None,
            "expires_at": now + timedelta(seconds=seconds),
        }
    )


def expired(handoff: Handoff, now: datetime) -> bool:
    """Return whether an open handoff has lasted as long as its target allows."""
    return handoff.open and now >= handoff.expires_at


def held(thread: Thread, handoff: Handoff) -> Thread:
    """Return the thread row with a handoff in this state; a refused one leaves another open."""
    lasting = handoff.state in {"paused", "cancelled"}
    resumable = handoff.id if lasting else thread.resumable
    other = thread.handoff if thread.handoff != handoff.id else None
    held = handoff.id if handoff.open else other
    return thread.model_copy(
        update={
            "handoff": held,
            "asked": thread.asked if held is not None else None,
            "resumable": None if thread.resumable == handoff.id and not lasting else resumable,
            "handoffs": max(thread.handoffs, int(handoff.id.rpartition("-")[2])),
        }
    )


def continued(handoff: Handoff) -> Decision:
    """Return where a message goes that is said while an agent has the conversation."""
    reason = f"{handoff.target} has the conversation"
    return Decision(kind="handoff", agent=handoff.target, reasons=(reason,))


def passed(before: Handoff | None, handoff: Handoff) -> tuple[Handoff, ...]:
    """Return a handoff in each state that a change took it through, the last as it is now.

    An agent has to be asked before it has a conversation or refuses it, and to return it before it
    is over.
    """
    if before is not None and before.state == handoff.state:
        return ()
    asked = handoff.state in {"active", "rejected"}
    state: HandoffState = "requested" if asked else "returning"
    return handoff.model_copy(update={"state": state}), handoff


def event(handoff: Handoff) -> dict[str, Json]:
    """Return what tells clients how a handoff stands, and why it was refused if it was."""
    shown = {"id", "source", "target", "state", "reason", "workflow_state", "artifacts"}
    if handoff.state == "rejected":
        shown.add("rejection_reason")
    return agui.custom("handoff", handoff.model_dump(mode="json", include=shown))
