"""What a server understands of the OpenAI protocol: told, known by its kind, or learnt.

A server that refuses a request names the parameter that it does not take. Then the request is made
without it, or by its other name, and so are all that follow.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError, with_config

from shared.errors import Misconfigured

Structured = Literal["schema", "object", "none"]


@with_config(extra="forbid")
@dataclass(frozen=True)
class Capabilities:
    """What may be sent to a server, and how."""

    api: Literal["chat", "responses"] = "chat"
    """Chat Completions or Responses."""
    structured: Structured = "schema"
    """How it is held to JSON: by a schema, to JSON of any form, or by words alone."""
    tools: bool = True
    """Whether it calls tools natively; where not, calls are asked for as JSON."""
    strict: bool = True
    """Whether the word is known that holds a model to the schemas of its tools."""
    limit: Literal["max_completion_tokens", "max_tokens"] = "max_completion_tokens"
    """The name that its Chat Completions API has for the most tokens of an answer."""
    temperature: bool = True
    effort: bool = True
    thoughts: bool = True
    """Whether what it thinks over an answer is told; a Responses API is asked to sum it up."""
    usage: bool = True
    """Whether a stream can be asked to end with what it cost."""


_CAPABILITIES = TypeAdapter(Capabilities)


_LOCAL = Capabilities(limit="max_tokens")
KINDS: Mapping[str, Capabilities] = {
    "openai": Capabilities(api="responses"),
    "azure": Capabilities(api="responses"),
    "ollama": _LOCAL,
    "lmstudio": _LOCAL,
    "llama.cpp": _LOCAL,
    "vllm": _LOCAL,
    "other": _LOCAL,
}
"""By kind of server, for as long as it has not said otherwise."""

_HOSTS = (
    ("openai", re.compile(r"api\.openai\.com")),
    ("azure", re.compile(r".*\.(openai|services\.ai|cognitiveservices)\.azure\.com")),
)
_PORTS = {11434: "ollama", 1234: "lmstudio", 8080: "llama.cpp", 8000: "vllm"}


def kind_of(address: str) -> str:
    """Return which kind of server most likely answers at an address."""
    url = urlsplit(address)
    for kind, host in _HOSTS:
        if host.fullmatch(url.hostname or ""):
            return kind
    return _PORTS.get(url.port or 0, "other")


def told(text: str, kind: str) -> Capabilities:
    """Return what a kind of server can do, with what an operator tells: "tools=off, api=chat".

    Raises Misconfigured for a capability or a value that there is not.
    """
    given = dict(_pair(pair) for pair in text.split(",") if pair.strip())
    known = asdict(KINDS[kind])
    try:
        return _CAPABILITIES.validate_python({**known, **given})
    except ValidationError as error:
        wrong = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
        names = ", ".join(known)
        raise Misconfigured(f"MODEL_CAPABILITIES: {wrong} is wrong; there are {names}") from None


def settled(text: str) -> frozenset[str]:
    """Return the names of the capabilities that an operator tells."""
    return frozenset(_pair(pair)[0] for pair in text.split(","))


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip(), value.strip()


_SAID = (
    # the first that fits is learnt from; what replaces another is said along with it
    ("api", re.compile(r"/v1/responses|/responses\b|responses api")),
    (
        "limit",
        re.compile(r"(?=.*max_(completion_)?tokens)(?=.*(support|unknown|recogni|extra|use ))"),
    ),
    ("temperature", re.compile(r"\btemperature\b")),
    ("thoughts", re.compile(r"reasoning\.summary|reasoning summar|\bsummary\b")),
    ("effort", re.compile(r"reasoning_effort|reasoning\.effort|\breasoning\b")),
    ("usage", re.compile(r"stream_options|include_usage")),
    ("strict", re.compile(r"\bstrict\b(?! mode)")),
    ("structured", re.compile(r"response_format|json_schema|text\.format|json mode|json_object")),
    ("tools", re.compile(r"\btools?\b|tool_choice|tool choice|function call|--jinja")),
)
_LESS: Mapping[Structured, Structured] = {"schema": "object", "object": "none"}
_OTHER_LIMIT: Mapping[str, Literal["max_completion_tokens", "max_tokens"]] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}


def learnt(can: Capabilities, parameter: str, message: str) -> Capabilities | None:
    """Return what a server can do after it refused a request; None when that says nothing.

    `parameter` is the one it names, if it does, and `message` what it says.
    """
    said = f"{parameter} {message}".casefold()
    for name, pattern in _SAID:
        if pattern.search(said) and (changed := _without(can, name)) is not None:
            return changed
    return None


def _without(can: Capabilities, name: str) -> Capabilities | None:
    match name:
        case "api" if can.api == "chat":
            return replace(can, api="responses")
        case "limit" if can.api == "chat":
            return replace(can, limit=_OTHER_LIMIT[can.limit])
        case "structured" if can.structured in _LESS:
            return replace(can, structured=_LESS[can.structured])
        case "temperature" | "thoughts" | "effort" | "usage" | "strict" | "tools" if getattr(
            can, name
        ):
            return replace(can, **{name: False})
        case _:
            return None
