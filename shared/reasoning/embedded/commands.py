"""The orders a task comes down to: split at what comes afterwards, each with its risk."""

import re
from dataclasses import dataclass

from shared.matching.orders import parts_of, plain
from shared.models.intent import Command, Risk, Strategy
from shared.models.reasoning import IntentRequest
from shared.reasoning.embedded.naming import Naming, find_names
from shared.reasoning.embedded.planning.command import FRAMES
from shared.reasoning.embedded.requests import SURE, Requests, Understood, requests_in
from shared.reasoning.embedded.several import asked_of_several
from shared.understanding.folding import fold
from shared.understanding.reader import Reader

_HIGH = re.compile(
    r"\b(?:delete|remove|erase|wipe|purge|destroy|pay|transfer|refund|terminate|dismiss|fire|sack"
    r"|publish|submit|cancel all|revoke)\b"
    r"|\b(?:send|mail|email|text|post|tell|notify|invite|call|message|write)\b.*"
    r"\b(?:all|every|everyone|everybody|each|customers|clients|residents|members|subscribers)\b"
)
_MEDIUM = re.compile(
    r"\b(?:add|answer|approve|archive|assign|book|cancel|change|chase|close|correct|create|enter"
    r"|extend|file|forward|invite|issue|log|mark|merge|move|notify|order|post|put|record|refuse"
    r"|register|rename|renew|reply|reschedule|reserve|respond|schedule|send|set|share|stop|swap"
    r"|tell|text|update|upload|withdraw|email|message|remind|register|enrol)\b"
)
_READS = re.compile(
    r"^(?:what|which|who|when|where|why|how|is|are|was|were|has|have|did|do|does|show|list|find"
    r"|compare|check|summari[sz]e|look|search|count|any|am)\b"
)
_BULK = re.compile(
    r"\b(\d{1,6}) (?!am\b|pm\b|minutes?\b|hours?\b|days?\b|weeks?\b|%|percent)\w+s\b"
)
_WRITES_MAIL = re.compile(
    r"\b(?:send|write|draft|reply to|answer|forward)\b(?: \w+){0,3} e-?mails?\b", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"\b(?:it|its|them|that|this|those|these|then|there|ones?|same|results?|slots?|both|all)\b",
    re.IGNORECASE,
)
"""What an order says that takes up what came of one before it."""
_MANY = 5
_SEVERAL = 0.9
"""A question whose sources are all agents: nobody else could answer it."""


@dataclass(frozen=True)
class Orders:
    """Commands in order. `domains` are the workspace requests they come from, if they do.

    `strategy` is not sequential where one question was put to several agents. `later` is what is
    asked for besides, and has to be asked for by itself.
    """

    commands: tuple[Command, ...]
    domains: tuple[Understood, ...] = ()
    strategy: Strategy = "sequential"
    later: str = ""

    @property
    def reading(self) -> float:
        """How likely the least likely of the requests was read whole; 1 where none was read."""
        return min((one.said.whole for one in self.domains), default=1.0)

    @property
    def certainty(self) -> float:
        """How sure the orders make that this is a task; 0 without telling slots."""
        if self.strategy != "sequential":
            return _SEVERAL
        least = min((one.confidence for one in self.domains), default=0.0)
        return least if least >= SURE else 0.0


def orders_in(text: str, request: IntentRequest, naming: Naming, reader: Reader) -> Orders:
    """Take a task apart."""
    wanted = plain(text)
    asked, strategy = asked_of_several(text, request.agents)
    if asked:
        return Orders(asked, strategy=strategy)
    asked_of_ours = Requests() if naming.named else _workspace(text, request, reader)
    if domains := asked_of_ours.orders:
        commands = tuple(
            one.command.model_copy(
                update={"order": order, "depends_on": _needed(one.command.command, order)}
            )
            for order, one in enumerate(domains, 1)
        )
        return Orders(commands, domains, later=asked_of_ours.later)
    parts = parts_of(wanted)
    whole = naming if len(parts) == 1 else None
    return Orders(
        tuple(
            Command(
                agent=_agent(whole or find_names(part.text, request.agents)),
                command=part.text,
                order=order,
                depends_on=tuple(range(1, order)) if part.follows else (),
                risk=risk_of(part.text),
            )
            for order, part in enumerate(parts, 1)
        )
    )


def _needed(command: str, order: int) -> tuple[int, ...]:
    """Return which orders before this one it goes on from; whom it is about is known anyway."""
    return tuple(range(1, order)) if _GOES_ON.search(command) else ()


def risk_of(command: str) -> Risk:
    """Judge an order by its words: what it changes, for how many, and whether it can be undone."""
    said = fold(plain(command))
    if _READS.match(said):
        return "low"
    bulk = any(int(count) > _MANY for count in _BULK.findall(said))
    if _HIGH.search(said) or (bulk and _MEDIUM.search(said)):
        return "high"
    return "medium" if _MEDIUM.search(said) else "low"


def _agent(naming: Naming) -> str:
    return naming.named[0].agent if len(naming.named) == 1 else ""


def _workspace(text: str, request: IntentRequest, reader: Reader) -> Requests:
    """Return what is asked of email, contacts, calendar and the like, if all of it is.

    Where an organisation has agents of its own, "a meeting" may be theirs: then only services among
    the candidates count, and mail to be written that none of the agents could.
    """
    connected = frozenset(agent.agent for agent in request.agents)
    found = requests_in(text, request, reader)
    reachable = all(one.command.agent in connected for one in found.orders)
    wanted = reachable or only_ours(request) or _unserved(text, request)
    return found if wanted else Requests()


def _unserved(text: str, request: IntentRequest) -> bool:
    """Whether mail is to be written where none of the agents has to do with mail."""
    return _WRITES_MAIL.search(text) is not None and not any(
        "mail" in f"{agent.agent} {agent.name} {agent.description}".lower()
        for agent in request.agents
    )


def only_ours(request: IntentRequest) -> bool:
    """Whether there are no agents but the workspace's."""
    return {agent.agent for agent in request.agents} <= FRAMES.keys()
