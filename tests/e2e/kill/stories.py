"""What is left of a thread, told so that a disturbed and an undisturbed run can be compared."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.e2e.kill.person import Person

_DAY = re.compile(r"\b[A-Z][a-z]{2} \d{1,2}\b")
"""Mail is dated relative to today, which may change between two runs."""
_OFFERED = re.compile(r'^- ".*" \(.*\)$', re.MULTILINE)
"""Examples are of the agents a person uses most: in all threads, whose order nobody controls."""
_LISTED = re.compile(r"(?<=You have: )@\w+(?:, @\w+)*")
"""The agents a person is told of are those, too: the first few, so which ones may differ."""


@dataclass
class Story:
    """A thread by its content: no ids that are drawn, no times."""

    transcript: list[tuple[str, str, int]]
    turns: list[tuple[str, str, int, list[tuple[str, str]]]]
    runs: dict[str, list[tuple[str, ...]]]
    phase: str
    queued: int


async def story_of(person: Person) -> Story:
    """Read a thread through HTTP, and check what must hold of it whatever happened."""
    thread, said = await person.get(""), await person.messages()
    turns, events = await person.turns(), await person.events()
    _check_answers(person, said, turns)
    check_log(events)
    assert thread["counts"]["events"] == len(events)
    return Story(
        transcript=[(m["role"], _lasting(m["text"]), m["turn"]) for m in said],
        turns=[(t["text"], t["outcome"], t["questions"], _work(t)) for t in turns],
        runs={run: told(events) for run, events in by_run(events).items()},
        phase=thread["phase"],
        queued=thread["counts"]["queued"],
    )


def _check_answers(person: Person, said: list[dict[str, Any]], turns: list[dict[str, Any]]) -> None:
    """Everything accepted was said once, in order; each turn closed with one answer at most."""
    assert [m["position"] for m in said] == list(range(1, len(said) + 1))
    assert len({m["id"] for m in said}) == len(said), said
    spoken = [m for m in said if m["role"] == "user"]
    assert [_chosen(person, m) for m in spoken] == person.accepted, spoken
    for turn in turns:
        assert turn["status"] == "closed", turn
        replies = [m for m in said if m["role"] == "assistant" and m["turn"] == turn["number"]]
        answers = [m for m in replies if m["request"] is None]
        assert len(replies) - len(answers) == turn["questions"], replies
        assert len(answers) == (turn["outcome"] == "answered"), (turn, answers)


def _chosen(person: Person, message: dict[str, Any]) -> str | None:
    """Return the id that the client chose: of the message or, for a button, of its run."""
    return next((i for i in (message["id"], message["run_id"]) if i in person.accepted), None)


def check_log(events: list[dict[str, Any]]) -> None:
    """Ids have no gaps; each run starts once, ends once, and leaves no message open."""
    assert [e["id"] for e in events] == list(range(1, len(events) + 1))
    for run, logged in by_run(events).items():
        kinds = [event["type"] for event in logged if event["type"] != "CUSTOM"]
        assert (kinds[0], kinds[-1]) == ("RUN_STARTED", "RUN_FINISHED"), (run, kinds)
        counts = Counter(kinds)
        assert counts["RUN_STARTED"] == counts["RUN_FINISHED"] == 1, (run, kinds)
        assert counts["TEXT_MESSAGE_START"] == counts["TEXT_MESSAGE_END"], (run, kinds)
    # a call that waited for approval gives its result in the run that answered
    assert _calls(events, "TOOL_CALL_START") == _calls(events, "TOOL_CALL_RESULT")


def _calls(events: list[dict[str, Any]], kind: str) -> Counter[str]:
    return Counter(e["event"]["toolCallId"] for e in events if e["event"]["type"] == kind)


def by_run(events: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the events of each run, in the order of the runs' first ones."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for entry in events:
        runs.setdefault(entry["event"]["metadata"]["run"], []).append(entry["event"])
    return runs


def told(events: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return what a run shows a client in the end: a message that was replaced does not count."""
    replaced = {event["metadata"].get("replaces") for event in events}
    shown: list[tuple[str, ...]] = []
    for event in events:
        match event:
            case {"type": "TEXT_MESSAGE_START", "messageId": id_} if id_ not in replaced:
                shown.append(("said", _text(events, id_)))
            case {"type": "TOOL_CALL_START", "toolCallName": tool}:
                shown.append(("called", tool))
            case {"type": "TOOL_CALL_ARGS", "delta": arguments}:
                shown.append(("with", arguments))
            case {"type": "RUN_FINISHED", "outcome": outcome}:
                shown.append(("ended", outcome["type"]))
    return shown


def _text(events: list[dict[str, Any]], message: str) -> str:
    pieces = [
        event["delta"]
        for event in events
        if event["type"] == "TEXT_MESSAGE_CONTENT" and event["messageId"] == message
    ]
    return _lasting("".join(pieces))


def _work(turn: dict[str, Any]) -> list[tuple[str, str]]:
    run = turn["agent_run"]
    return [(step["tool"], step["status"]) for step in run["steps"]] if run is not None else []


def _lasting(text: str) -> str:
    """Return a text without what depends on the day, or on what was used elsewhere meanwhile."""
    listed = _LISTED.sub("(agents)", text)
    return _OFFERED.sub('- "(something)"', _DAY.sub("(day)", listed))
