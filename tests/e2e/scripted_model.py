"""What the model behind the model server says, by what the person said."""

import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from shared.reasoning.model.probing import PROBE
from tests.support.model_server import (
    TEXT,
    UNDERSTANDING,
    Answer,
    Calls,
    Fails,
    ModelCall,
    Responder,
    Says,
    by_schema,
    calls,
)

PATIENCE_S = 60
MODEL = "scripted-model"


class HeldBack(tuple[str, ...]):  # noqa: SLOT001 - the gate needs a place
    """Pieces of a text; all but the first wait until they are let go."""

    def __init__(self, pieces: Iterable[str]) -> None:
        del pieces  # a tuple takes them when it is made
        self._gate = threading.Event()

    def let_go(self) -> None:
        """Allow the rest to be sent."""
        self._gate.set()

    def __iter__(self) -> Iterator[str]:
        for place, piece in enumerate(super().__iter__()):
            if place:
                assert self._gate.wait(PATIENCE_S), "the text was never let go"
            yield piece


def settings_for(base_url: str) -> dict[str, str]:
    """Return the settings of a host whose language model answers there."""
    return {
        "REASONER": "openai",
        "OPENAI_API_KEY": "a-key",
        "OPENAI_BASE_URL": base_url,
        "OPENAI_MODEL": MODEL,
        "NO_PROXY": "127.0.0.1",
    }


class ScriptedModel:
    """A responder with one script for each text that a person says, and the calls about it."""

    def __init__(self) -> None:
        self._scripts: dict[str, Responder] = {}
        self._calls: dict[str, list[ModelCall]] = {}

    def teach(self, text: str, script: Mapping[str, Sequence[Answer]]) -> None:
        """Answer what concerns this text from a script per response schema."""
        self.respond_to(text, by_schema(script))

    def respond_to(self, text: str, respond: Responder) -> None:
        """Let something else answer what concerns this text."""
        assert text not in self._scripts, "texts are taught once; make them differ"
        self._scripts[text] = respond

    def teach_answer(self, text: str, *answers: Answer) -> None:
        """Take the text for a question and answer it; a further answer is for a further try."""
        self.teach(text, {UNDERSTANDING: [intent("QUERY")], TEXT: answers})

    def calls(self, text: str) -> list[str]:
        """Return the schemas asked for about a text, in order."""
        return [call.schema for call in self._calls.get(text, [])]

    def saw(self, text: str, schema: str) -> list[Any]:
        """Return the documents that calls of a schema about a text were given, in order."""
        return [call.data for call in self._calls.get(text, []) if call.schema == schema]

    def asked(self, text: str, schema: str) -> list[str]:
        """Return what stood after the data in calls of a schema about a text, in order."""
        return [call.asked for call in self._calls.get(text, []) if call.schema == schema]

    def offered(self, text: str) -> list[set[str]]:
        """Return the tools that calls about a text had on offer, in order."""
        return [set(call.tools) for call in self._calls.get(text, [])]

    def __call__(self, call: ModelCall) -> Answer:
        if call.schema == PROBE:
            named = {"colours": ["red"]}
            return calls((PROBE, named)) if call.tools else Says(named)
        about = call.said
        self._calls.setdefault(about, []).append(call)
        respond = self._scripts.get(about)
        return respond(call) if respond is not None else Fails(500)


def intent(
    action: str,
    *commands: tuple[str, str],
    agent: str = "",
    missing: str = "",
    recurring: bool = False,
    question: str = "Which?",
) -> Calls:
    """Return a message understood, with what to tell which agent.

    `agent` is the agent it is to change; what is `missing`, or cannot be told, is asked about;
    `recurring`: something lasting may be wanted.
    """
    if action == "EXECUTE" and commands:
        return calls(
            *(
                ("use_agent", {"agent": name, "command": told, "only_reads": True})
                for name, told in commands
            )
        )
    match action:
        case "CREATE":
            return calls(("make_agent", {"what": "as scripted", "lasting": "sure"}))
        case "UPDATE":
            return calls(("change_agent", {"agent": agent, "what": "as scripted"}))
        case "QUERY":
            return calls(("answer_question", {"question": "as scripted"}))
        case _ if recurring:
            return calls(("make_agent", {"what": "as scripted", "lasting": "maybe"}))
        case _:
            return calls(("ask_person", {"question": question, "missing": missing}))


def reply(meaning: str, option: str | None = None) -> Says:
    """Return a reply read: what it means, and the id of the option it chooses, if it does."""
    return Says({"meaning": meaning, "option": option, "confidence": 0.96})


def draft(*parts: Mapping[str, Any], **more: Any) -> Says:
    """Return a message to the agent builder read: what the agent shall do, and `more` of it."""
    read = {
        "wish": None,
        "parts": parts,
        "dropped": [],
        "answers": [],
        "name": "",
        "schedule": "",
        "confidence": 0.95,
    }
    return Says({**read, **more})


def part(service: str, verb: str, **slots: str) -> dict[str, Any]:
    """Return one thing that an agent shall do with a service."""
    return {"service": service, "verb": verb, "slots": _named(slots)}


def answer(question: str, value: str) -> Says:
    """Return a message to the agent builder that answers its question."""
    return draft(answers=_named({question: value}))


def _named(values: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in values.items()]


def tools(*steps: tuple[str, str]) -> Calls:
    """Return a plan: tools with their arguments as JSON text."""
    return calls(*((tool, json.loads(arguments)) for tool, arguments in steps))
