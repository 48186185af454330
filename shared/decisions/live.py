"""What AG-UI clients are told of a run beside its log: the state to show, and who works on it.

All of it is worked out from the events of the log as they pass, so the log need not hold it.
"""

import json
from typing import Literal, cast

from pydantic import Field

from shared.decisions.lifecycle import call_id
from shared.models.base import Json, Payload
from shared.models.building import Sketch
from shared.models.run import AgentRun
from shared.models.thread import Turn

Event = dict[str, Json]
Status = Literal["pending", "running", "done", "failed", "left"]


class Call(Payload):
    """A tool call of the run, and what became of it; `left`: it was not made."""

    id: str
    tool: str
    status: Status = "running"


class Open(Payload):
    """The question that waits for an answer: an interrupt's id, reason and message."""

    id: str
    reason: str
    message: str


class State(Payload):
    """What a client may show of a conversation besides its messages.

    `agent` has the conversation; None is the assistant. `plan` are the calls made and to be made
    for the message that is worked on. `draft` is the agent that the agent builder is making or
    changing, while it has the conversation.
    `services` are the domains that are connected.
    """

    agent: str | None = None
    question: Open | None = None
    plan: tuple[Call, ...] = ()
    draft: Sketch | None = None
    services: tuple[str, ...] = ()


class Live(Payload):
    """A stream as far as it went: the state, what of it is the client's own, who works on it."""

    state: State = State()
    own: dict[str, Json] = Field(default_factory=dict)
    """What the client keeps in the state besides; it is left as it is."""
    working: tuple[str, ...] = ()
    """Invocations of agents that have not ended."""


class Beside(Payload):
    """What goes before and after an event of the log."""

    live: Live
    before: tuple[Event, ...] = ()
    after: tuple[Event, ...] = ()


def begun(state: State, given: Json) -> Live:
    """Return a stream that begins: how the conversation stands, and the state a client brought."""
    ours = State.model_fields.keys()
    theirs = cast("dict[str, Json]", given) if isinstance(given, dict) else {}
    return Live(
        state=state, own={name: value for name, value in theirs.items() if name not in ours}
    )


def steps_of(turn: Turn, run: AgentRun) -> tuple[Call, ...]:
    """Return the calls of an agent's work as they are planned by now."""
    return tuple(
        Call(
            id=call_id(turn, run.model_copy(update={"cursor": place})),
            tool=step.tool,
            status=step.status,
        )
        for place, step in enumerate(run.steps)
    )


def beside(
    live: Live, event: Event, steps: tuple[Call, ...] = (), draft: Sketch | None = None
) -> Beside:
    """Return how a stream stands with an event, and what is told beside it.

    `steps` are the calls that are planned by then, as far as that is known; `draft` is how the
    agent that is made looks at the end of a run. Nothing may follow the end of a run, so what that
    changes is told before it.
    """
    match event.get("type"):
        case "RUN_STARTED":
            state = live.state.model_copy(update={"plan": steps, "question": None})
            now = live.model_copy(update={"state": state, "working": ()})
            return Beside(live=now, after=(snapshot(now),))
        case "RUN_FINISHED":
            state = live.state.model_copy(
                update={
                    "question": _asked(event),
                    "draft": draft,
                    "plan": _held(live.state.plan, event),
                }
            )
            over = tuple(_finished(one) for one in live.working)
            now = live.model_copy(update={"state": state, "working": ()})
            return Beside(live=now, before=(*over, *_delta(live, now)))
        case "TOOL_CALL_START" | "TOOL_CALL_RESULT":
            now = _with_plan(live, _planned(_with(live.state.plan, steps), event))
            return Beside(live=now, after=_delta(live, now))
        case "CUSTOM":
            return _told(live, str(event.get("name")), event.get("value") or {})
        case _:
            return Beside(live=live)


def _told(live: Live, name: str, value: dict[str, Json]) -> Beside:
    match name, live.state.question:
        case "interrupt_closed", Open(id=closed) if closed == value.get("id"):
            state = live.state.model_copy(update={"question": None})
            now = live.model_copy(update={"state": state})
            return Beside(live=now, after=_delta(live, now))
        case "handoff", _:
            has = value["target"] if value["state"] in {"requested", "active"} else None
            kept = live.state.draft if has == live.state.agent else None
            state = live.state.model_copy(update={"agent": has, "draft": kept})
            now = live.model_copy(update={"state": state})
            shown: Event = {
                "type": "ACTIVITY_SNAPSHOT",
                "messageId": f"handoff-{value['id']}",
                "activityType": "handoff",
                "content": value,
            }
            return Beside(live=now, after=(shown, *_delta(live, now)))
        case "delegation", _:
            return _delegated(live, value)
        case _:
            return Beside(live=live)


def _delegated(live: Live, value: dict[str, Json]) -> Beside:
    """Tell of one of several agents as of a subagent; a late one goes on unheard."""
    name, agent = f"branch-{value['branch']}", str(value["agent"])
    if value["state"] == "started":
        now = live.model_copy(update={"working": (*live.working, name)})
        started: Event = {
            "type": "SUBAGENT_STARTED",
            "subagentRunId": name,
            "name": agent,
            "description": value["command"],
        }
        return Beside(live=now, after=(started,))
    if name not in live.working:
        return Beside(live=live)
    left = tuple(one for one in live.working if one != name)
    now = live.model_copy(update={"working": left})
    return Beside(live=now, after=(_ended(name, agent, str(value["state"])),))


def _ended(name: str, agent: str, state: str) -> Event:
    match state:
        case "completed":
            return _finished(name)
        case "needs_person":
            return {**_finished(name), "outcome": {"type": "suspended"}}
        case "late":
            message = f"{agent} did not answer in time."
        case _:
            message = f"{agent} could not do it."
    error: Event = {"type": "SUBAGENT_ERROR", "subagentRunId": name, "message": message}
    return {**error, "code": state}


def _finished(name: str) -> Event:
    return {"type": "SUBAGENT_FINISHED", "subagentRunId": name}


def _with_plan(live: Live, plan: tuple[Call, ...]) -> Live:
    return live.model_copy(update={"state": live.state.model_copy(update={"plan": plan})})


def _with(plan: tuple[Call, ...], steps: tuple[Call, ...]) -> tuple[Call, ...]:
    """Return a plan with steps that it did not have; of those it had, it knows better."""
    known = {one.id for one in plan}
    return (*plan, *(one for one in steps if one.id not in known))


def _planned(plan: tuple[Call, ...], event: Event) -> tuple[Call, ...]:
    call = str(event["toolCallId"])
    became: Status = "running"
    if event["type"] == "TOOL_CALL_START":
        plan = _with(plan, (Call(id=call, tool=str(event["toolCallName"])),))
    else:
        became = _became(str(event["content"]))
    return tuple(
        one.model_copy(update={"status": became}) if one.id == call else one for one in plan
    )


def _became(content: str) -> Status:
    """Return what became of a call by what it gave."""
    match json.loads(content):
        case {"status": _, "reason": _, **more} if not more:
            return "left"
        case {"error": _}:
            return "failed"
        case _:
            return "done"


def _held(plan: tuple[Call, ...], event: Event) -> tuple[Call, ...]:
    """Return a plan in which the calls that a run ends to ask about are still to be made."""
    asked = cast("list[dict[str, Json]]", event["outcome"].get("interrupts", []))
    held = {one.get("toolCallId") for one in asked}
    return tuple(
        one.model_copy(update={"status": "pending"}) if one.id in held else one for one in plan
    )


def _asked(event: Event) -> Open | None:
    match event["outcome"]:
        case {"interrupts": [{"id": name, "reason": reason, "message": message}, *_]}:
            return Open(id=name, reason=reason, message=message)
        case _:
            return None


def snapshot(live: Live) -> Event:
    """Return all of the state as it stands."""
    return {
        "type": "STATE_SNAPSHOT",
        "snapshot": {**live.own, **live.state.model_dump(mode="json")},
    }


def _delta(before: Live, now: Live) -> tuple[Event, ...]:
    """Return what changed in the state, as a JSON patch; nothing where nothing did."""
    was, is_ = (one.state.model_dump(mode="json") for one in (before, now))
    changes = [
        {"op": "replace", "path": f"/{name}", "value": value}
        for name, value in is_.items()
        if was[name] != value
    ]
    return ({"type": "STATE_DELTA", "delta": changes},) if changes else ()
