"""A card that waits, and replies to it that are no agreement: tests/data/consent_replies.tsv."""

from dataclasses import dataclass, replace
from pathlib import Path

from tests.support.simulation import World

_FILE = Path(__file__).parent.parent / "data" / "consent_replies.tsv"

TITLES = {"mail": "Send this email", "meeting": "New meeting"}
"""What the cards are called that the replies are said to."""


@dataclass(frozen=True)
class Said:
    card: str
    kind: str
    text: str

    def __str__(self):
        return f"{self.card}: {self.text}"


def replies():
    """Return what people said, as it stands in the file."""
    lines = (line for line in _FILE.read_text().splitlines() if not line.startswith("#"))
    return [Said(*line.split("\t")) for line in lines]


ASK = {
    "mail": "send an email to Sarah Chen saying I'll bring the slides on Friday",
    "meeting": "schedule a meeting with Sarah Chen tomorrow at 10am",
}
DOMAINS = frozenset({"email", "contacts", "calendar"})


class Watched:
    """A ledger that remembers which changes were ever begun."""

    def __init__(self, ledger):
        self._ledger = ledger
        self.begun = []

    def __getattr__(self, name):
        return getattr(self._ledger, name)

    async def put(self, principal, record, etag):
        if etag is None:
            self.begun.append(record.tool)
        return await self._ledger.put(principal, record, etag)


async def opened(reasoner):
    office = World(domains=DOMAINS, reasoner=reasoner)
    office.services = replace(office.services, ledger=Watched(office.services.ledger))
    return await office.boot()


async def shown(office, card="mail", thread="t"):
    await office.say(ASK[card], f"{thread}-ask", thread=thread)
    return (await office.request(thread)).value


def begun(office):
    return office.services.ledger.begun


async def told(office, thread="t"):
    return (await office.transcript(thread))[-1][1]
