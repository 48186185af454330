"""A conversation in which an agent is made or changed."""

from datetime import datetime
from typing import Literal

from shared.models.agent import Agent
from shared.models.base import Payload
from shared.models.errand import Errand
from shared.models.hooks import Hook
from shared.models.schedule import Recurrence

BuildState = Literal["gather", "confirm", "apply", "test", "done", "cancelled"]
Wish = Literal[
    "",
    "back",
    "cancel",
    "start_over",
    "skip",
    "yes",
    "no",
    "run",
    "details",
    "edit",
    "missing",
    "help",
    "leave",
]
Act = Literal["", "create", "update", "run", "leave"]


class Part(Payload):
    """One thing the agent does with one service, in the order in which it does it.

    `slots` holds what is known of it by name (sheet, data, channel, to, query, pages ...), in the
    person's words or as the service calls it; under "sheet?" stands a name that the service does
    not have, until the person insists on it. A skill of an agent that is kept as it is has its id
    under "skill".
    """

    service: str
    verb: Literal["read", "write"]
    slots: tuple[tuple[str, str], ...] = ()

    def slot(self, name: str) -> str:
        """Return what is known of a slot, or ""."""
        return dict(self.slots).get(name, "")

    def filled(self, name: str, value: str) -> "Part":
        """Return the part with a slot filled in."""
        slots = tuple({**dict(self.slots), name: value}.items())
        return self.model_copy(update={"slots": slots})


class AgentDraft(Payload):
    """An agent as far as it is known. `base` is the agent being changed, as it was then.

    `recurrence` None with `scheduled` True: it was settled that it runs when asked only.
    `recurrence_said` without either is a hint ("weekly") that does not yet make a rule. `shown`: it
    was settled that results go nowhere but into the conversation.
    """

    purpose: str = ""
    base: Agent | None = None
    base_etag: str = ""
    name: str = ""
    description: str = ""
    parts: tuple[Part, ...] = ()
    recurrence: Recurrence | None = None
    recurrence_said: str = ""
    scheduled: bool = False
    shown: bool = False
    unread: tuple[str, ...] = ()
    """Words of the person's that matter and were not understood; they are asked about."""
    left_out: tuple[str, ...] = ()
    """Those of them that the person said to leave out."""
    skipped: tuple[str, ...] = ()
    """Questions the person would rather not answer."""


class BuildSession(Payload):
    """Where such a conversation stands. Everything of it, so that it survives any restart.

    `asking` is the question that is open (a slot as "0.sheet", "schedule", "deliver", "purpose",
    "confirm", "next", or ""); `offered` are the answers that were listed with it. `before` are the
    drafts that "back" returns to, newest last and without their base, with the question that was
    open. `agent` is the id of what was made or changed.
    """

    state: BuildState = "gather"
    draft: AgentDraft = AgentDraft()
    asking: str = ""
    offered: tuple[str, ...] = ()
    before: tuple[tuple[str, AgentDraft], ...] = ()
    unclear: int = 0
    agent: str = ""
    name: str = ""
    """What a new agent is to be called, where no other one has that name."""
    errand: Errand | None = None
    """What is to be done instead of making an agent, if it is that."""


class Sketch(Payload):
    """A draft as a person sees it beside the conversation; "" and () is what is not known yet.

    `agent` is the id of the agent that is changed, or was just made. `schedule` is when it runs, in
    words; "" besides where that stays as it is. `missing` is what will still be asked for.
    """

    state: BuildState
    agent: str = ""
    name: str = ""
    description: str = ""
    steps: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    schedule: str = ""
    hooks: tuple[Hook, ...] = ()
    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Known(Payload):
    """What the builder knows of the organisation and of the person.

    `connected` are the services whose accounts are there; `names` what is in them (sheets,
    channels, pages), for options; `taken` the ids of agents that exist; `agents` those the person
    may change, as id and name.
    """

    connected: tuple[str, ...] = ()
    names: dict[str, tuple[str, ...]] = {}
    taken: tuple[str, ...] = ()
    running: str = ""
    """When the agent that is being changed runs by itself, in words; "" when it does not."""
    agents: tuple[tuple[str, str], ...] = ()
    zone: str = "UTC"
    now: datetime | None = None


class DraftRequest(Payload):
    """Something said to the builder, to be read in the light of where it stands."""

    text: str
    today: str
    session: BuildSession
    known: Known


class DraftReading(Payload):
    """What it says. `slots` are answers by question ("0.sheet": "Weekly Metrics"; "": ask anew).

    `parts` are things the agent shall do that the draft does not have yet; `dropped` the places of
    those it shall no longer do. `schedule` is a rule in words ("every Monday at 9am"; "never" for
    none). `wish` is what the person wants of the conversation itself. `unread` is what nothing of
    this accounts for; it is worked out for every reader alike, and so is `aside`: the same of what
    only says why an agent is wanted. `said` is the message without the name and what
    its writer took back; "" for all of it.
    """

    wish: Wish = ""
    parts: tuple[Part, ...] = ()
    dropped: tuple[int, ...] = ()
    slots: tuple[tuple[str, str], ...] = ()
    name: str = ""
    schedule: str = ""
    confidence: float = 1.0
    unread: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    said: str = ""


class Response(Payload):
    """What the builder says and does next. `suggestions` are messages offered as answers."""

    session: BuildSession
    text: str
    suggestions: tuple[str, ...] = ()
    act: Act = ""
