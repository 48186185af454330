"""What a message asks of the product's own agents, as orders with what they name."""

from dataclasses import dataclass, field

from shared.models.intent import Command, Entities
from shared.models.reasoning import IntentRequest
from shared.understanding.clauses import commands_in
from shared.understanding.planning import AGENT_OF
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.understanding.tasks import CHANGING

_REMIND = "remind"
SURE = 0.78
"""A task this likely is taken on, whatever else a message may look like."""


@dataclass(frozen=True)
class Understood:
    """One order to one of the product's agents; how sure that is, and what it names."""

    command: Command
    said: Said
    confidence: float
    entities: Entities = field(default_factory=Entities)

    @property
    def intent(self) -> str:
        """The order in short."""
        return self.said.text[:1].upper() + self.said.text[1:]

    @property
    def skill(self) -> str:
        """What the agent has to be able to do."""
        return self.said.task


def requests_in(text: str, request: IntentRequest, reader: Reader) -> tuple[Understood, ...]:
    """Return what is asked of the product's agents, in order; nothing if a part is not for them.

    A reminder among it is for nobody of them, and `put_off`.
    """
    every = commands_in(text, request.context, reader, (*AGENT_OF, _REMIND))
    found = [one for one in every if one.task != _REMIND] or every
    if any(one.task not in AGENT_OF for one in found):
        return ()
    return tuple(
        Understood(
            Command(
                agent=AGENT_OF[one.task],
                command=one.text,
                order=order,
                risk="medium" if one.task in CHANGING else "low",
            ),
            one,
            one.sure,
            _entities(one),
        )
        for order, one in enumerate(found, 1)
    )


def put_off(text: str, request: IntentRequest, reader: Reader) -> str:
    """Return the wish to be reminded that a message has besides other orders; "" for none."""
    every = commands_in(text, request.context, reader, (*AGENT_OF, _REMIND))
    found = [one.text for one in every if one.task == _REMIND]
    return found[0].strip(" .!") if found and len(found) < len(every) else ""


def _entities(said: Said) -> Entities:
    return Entities(
        topic=said.one("topic") or None,
        timeframe=said.one("time") or None,
        people=said.all("person"),
        target=said.one("channel") or said.one("file") or None,
    )
