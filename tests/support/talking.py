"""A conversation in which two of this product talk by A2A, either of which may fall over.

One hands something on, the other's question is passed up and answered, a change is agreed to that
is made there, and the conversation is handed over and comes back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from devhost.engine import Fault
from devhost.engine.instance import FunctionRan
from shared.connectors.a2a_agents import A2aAgents
from shared.models.principal import Principal
from shared.models.remote import RemoteAgent
from shared.security.sealing import Sealer
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredRemoteAgents
from shared.tools.remote import agent_of
from shared.workspace.email.port import Mailbox
from tests.support.asked import Asked
from tests.support.connecting import key_of
from tests.support.disturbed import Outcome, play
from tests.support.fakes import NOON
from tests.support.simulation import OWNER, TENANT, World

LINES = (
    "@partner Show me emails from John",
    "The client",
    "@partner Send an email to sarah.chen@company.com that the report is ready",
    "yes",
    "@partner I'd like to talk to you",
    "Show me emails from Sarah about the budget",
    "back to the assistant",
    "@contacts find Sarah Chen",
)
SUBJECT = "The report is ready"
SIDES = ("asked", "asking")


@dataclass(frozen=True)
class Left:
    """What is left on both sides: the same, however often either of them fell over.

    `sent` are the subjects of what the asked side sent, and of what the asking side did.
    """

    asking: Outcome
    asked: dict[str, Outcome]
    sent: tuple[list[str], list[str]]


@dataclass(frozen=True)
class Talked:
    """What is left of a conversation, and every durable step that each side took."""

    left: Left
    ran: dict[str, Sequence[FunctionRan]]


async def talk(
    asked: Asked, journal: Path, *, side: str = "", fault: Fault | None = None
) -> Talked:
    """Have the conversation anew; a fault strikes one side. Each has a journal named after this."""
    asking, there = (World(journal=journal.with_suffix(f".{each}")) for each in ("asking", "asked"))
    async with asked.of(there, fault if side == "asked" else None):
        envoy = A2aAgents(lambda: Sealer([key_of(1)]), loopback=True, pause=asked.passes)
        remote = RemoteAgent(
            id="partner", url=asked.url, card=await envoy.card(asked.url), accepted_at=NOON
        )
        kept = StoredRemoteAgents(MemoryRows())
        await kept.put(TENANT, remote, None)
        asking.services = replace(asking.services, remote_agents=kept, envoy=envoy)
        await asking.services.agents.save(TENANT, agent_of(remote), None)
        said = await play(asking, LINES, fault if side == "asking" else None)
        left = Left(said, await asked.left(), (await _sent(there), await _sent(asking)))
    return Talked(left, {"asking": asking.ran, "asked": there.ran})


async def _sent(world: World) -> list[str]:
    accounts = await world.services.workspaces.open(Principal(tenant=TENANT, user=OWNER))
    page = await accounts[Mailbox].search("in:sent report ready", 50)
    return [mail.subject for mail in page.mails]


def differences(calm: Left, left: Left) -> Iterator[str]:
    """Say what is left otherwise than on a calm day."""
    if left.sent != calm.sent:
        yield f"sent {left.sent} and not {calm.sent}"
    if left.asked.keys() != calm.asked.keys():
        yield f"{len(left.asked)} conversations there and not {len(calm.asked)}"
    for name, one in left.asked.items():
        if one != calm.asked.get(name):
            yield f"asked: {_first_other(calm.asked.get(name), one)}"
    if left.asking != calm.asking:
        yield f"asking: {_first_other(calm.asking, left.asking)}"


def _first_other(calm: Outcome | None, left: Outcome) -> str:
    """Return the first that was said otherwise, or how the turns ended."""
    before = calm.transcript if calm is not None else []
    for number, said in enumerate(left.transcript):
        if number >= len(before) or said != before[number]:
            return f"{said[0]} {said[1]!r}"
    return f"{left.turns} {left.phase} {left.runs}"
