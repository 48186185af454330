"""What was said before a labelled utterance, as the product would remember it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.decisions_set import Said
from shared.models.agent import Agent
from shared.models.intent import Option
from shared.models.reasoning import Exchange

_ANSWER = re.compile(r"\A\[(?P<agent>[^\]\s]+)\]\s*(?P<text>.*)\Z", re.DOTALL)
_NUMBER = re.compile(r"(?:(?<=\s)|\A)(\d{1,2})[.)]\s+")
_DETAIL = re.compile(r"\s+[-\u2013\u2014]\s+|:\s+|\s+\(")
_FEWEST_OPTIONS = 2


@dataclass(frozen=True)
class OpenQuestion:
    """A question that was asked last. `agents` maps an option's id to the agent it stands for.

    `asker` is the agent whose question it is, where the text says so. Without options, an answer
    is given in the person's own words.
    """

    text: str
    options: tuple[Option, ...]
    agents: Mapping[str, str]
    asker: str = ""


@dataclass(frozen=True)
class Before:
    """Everything said before, the agents that answered, in order, and the question left open.

    `request` is what the person had asked for when that question was put to them.
    """

    exchanges: tuple[Exchange, ...]
    routes: tuple[str, ...]
    question: OpenQuestion | None
    request: str


def before(context: Sequence[Said], agents: Sequence[Agent]) -> Before:
    """Read a context; an assistant's text that begins with `[agent]` is that agent's answer."""
    exchanges = tuple(_exchange(said) for said in context)
    routes = tuple(exchange.agent for exchange in exchanges if exchange.agent)
    asked = [said.text for said in context if said.role == "user"]
    last = exchanges[-1] if exchanges and exchanges[-1].role == "assistant" and asked else None
    question = _question(last, agents) if last is not None else None
    return Before(exchanges, routes, question, asked[-1] if asked else "")


def _exchange(said: Said) -> Exchange:
    answer = _ANSWER.match(said.text) if said.role == "assistant" else None
    if answer is None:
        return Exchange(role=said.role, text=said.text)
    return Exchange(role="assistant", text=answer["text"], agent=answer["agent"])


def _question(last: Exchange, agents: Sequence[Agent]) -> OpenQuestion | None:
    """Return the question that was asked, if it was one.

    What the product says with numbered options asks; so does what ends with a question mark. An
    agent's numbered answer asks only where the mark stands before its numbers.
    """
    text, options = _numbered(last.text)
    marked = text.rstrip().endswith("?")
    if not (marked and options if last.agent else marked or options):
        return None
    named = {option.id: _named(option.label, agents) for option in options}
    found = {option: agent for option, agent in named.items() if agent}
    return OpenQuestion(text.strip(), options, found, last.agent)


def _named(label: str, agents: Sequence[Agent]) -> str:
    """Return the agent an option stands for: its very name, or the one name within its words."""
    words = _words(label)
    names = {_words(name): agent.id for agent in agents for name in (agent.name, agent.id)}
    within = {agent for name, agent in names.items() if f" {name} " in f" {words} "}
    return names.get(words) or (within.pop() if len(within) == 1 else "")


def _numbered(text: str) -> tuple[str, tuple[Option, ...]]:
    """Take a text apart into what comes before the options, and the options numbered from 1."""
    starts: list[re.Match[str]] = []
    for found in _NUMBER.finditer(text):
        if int(found[1]) == len(starts) + 1:
            starts.append(found)
    if len(starts) < _FEWEST_OPTIONS:
        return text, ()
    ends = [*(start.start() for start in starts[1:]), len(text)]
    parts = [text[start.end() : end] for start, end in zip(starts, ends, strict=True)]
    return text[: starts[0].start()], tuple(
        _option(number, part) for number, part in enumerate(parts, start=1)
    )


def _option(number: int, text: str) -> Option:
    label, *detail = _DETAIL.split(text.strip(" \t\r\n,;"), maxsplit=1)
    return Option(id=str(number), label=label, description="".join(detail).rstrip(")"))


def _words(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip().casefold()
