"""Whatever step fails, one agent has the conversation, says each thing once, and returns it."""

import json
from dataclasses import dataclass
from datetime import timedelta

import pytest
from starlette.requests import Request

from api.handoff import post_return
from devhost.engine import SimulatedCrash
from shared.models.agent import Agent, Capabilities, HandoffCapability
from shared.models.principal import Principal
from shared.models.rows import HANDOFF, TURN
from shared.workspace.email.port import Mailbox
from tests.support.disturbed import check_runs, fault, go_quiet, in_turn
from tests.support.simulation import OWNER, TENANT, World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover
ADA = Principal(tenant=TENANT, user=OWNER)
DESK = Agent(
    id="help-desk",
    name="Help Desk",
    description="Helps with lost badges, keys and doors of the office",
    tools=("contacts_search", "contacts_get_by_id", "gmail_send_email"),
    capabilities=Capabilities(
        handoff=HandoffCapability(supports_handoff=True, handoff_triggers=("lost my badge",))
    ),
    examples=("help desk", "I need the help desk"),
)
TAKEN, GIVEN_BACK = ["requested", "active"], ["returning", "cancelled"]


@dataclass(frozen=True)
class Returned:
    """The agent returns the conversation by request, with what it made."""

    status: str
    made: tuple[str, ...] = ()


@dataclass
class Left:
    """What people are left with: the same however often the engine fell over."""

    transcript: list
    turns: list
    told: list
    handoffs: list
    held: tuple
    sent: list


async def play(world, steps, disturbance):
    """Take one step after another, each once the thread has gone quiet; return what is left."""
    await world.services.agents.save(TENANT, DESK, None)
    await world.boot(disturbance)
    for number, step in enumerate(steps, start=1):
        if isinstance(step, Returned):
            await give_back(world, step)
        elif isinstance(step, timedelta):
            world.clock.advance(seconds=step.total_seconds())
            await world.sweep()
        else:
            await world.put(step, f"m{number}")
            await ring(world)
        await go_quiet(world)
    left = await what_is_left(world)
    await world.engine.stop()
    return left


async def ring(world):
    try:
        await world.ring()
    except SimulatedCrash:
        await world.boot()
        await world.ring()


async def give_back(world, returned):
    body = {"completion_status": returned.status, "artifacts_created": returned.made}

    async def receive():
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    scope = {
        "type": "http",
        "method": "POST",
        "path": "",
        "query_string": b"",
        "headers": [],
        "path_params": {"thread_id": "t"},
    }
    response = await post_return(Request(scope, receive), ADA, world.port, world.services)
    assert response.status_code == 200


async def what_is_left(world):
    head, events = await world.head(), await world.events()
    assert [e.id for e in events] == list(range(1, head.events + 1))
    check_runs(events)
    threads, key = world.services.threads, world.key()
    turns = await threads.page(key, TURN, 1, 1000)
    handoffs = [
        (await threads.get(key, HANDOFF, f"handoff-{number}")).value
        for number in range(1, head.handoffs + 1)
    ]
    times = {"started_at", "expires_at", "ended_at"}
    mailbox = (await world.services.workspaces.open(ADA))[Mailbox]
    return Left(
        transcript=await world.transcript(),
        turns=[(t.number, t.outcome, t.sent_to, t.handoff, t.questions) for t in turns],
        told=[e.event["value"]["state"] for e in events if e.event.get("name") == "handoff"],
        handoffs=[each.model_dump(exclude=times) for each in handoffs],
        held=(head.phase, head.pending, head.handoff, head.resumable),
        sent=await sent(mailbox),
    )


async def sent(mailbox):
    """Return the subject of everything that was sent about the badge."""
    page = await mailbox.search("in:sent subject:badge", 50)
    return [mail.subject for mail in page.mails]


JOURNEYS = {
    "words": (
        ("connect me to the help desk", "Sarah Chen", "back to the assistant", "continue"),
        [*TAKEN, *GIVEN_BACK, *TAKEN],
        [],
    ),
    "a trigger": (
        (
            "@help-desk Send an email to Sarah Chen saying that I lost my badge",
            "yes",
            "back to the assistant",
        ),
        [*TAKEN, *GIVEN_BACK],
        ["I lost my badge"],
    ),
    "a return by request": (
        (
            "connect me to the help desk",
            Returned("completed", ("badge-7",)),
            "Show me emails from Sarah about the budget",
        ),
        [*TAKEN, "returning", "completed"],
        [],
    ),
    "its time running out": (
        (
            "connect me to the help desk",
            timedelta(hours=2),
            "Show me emails from Sarah about the budget",
            timedelta(days=20),
            "continue",
        ),
        [*TAKEN, "returning", "paused", *TAKEN],
        [],
    ),
}


@pytest.mark.parametrize("journey", JOURNEYS)
async def test_any_kind_of_step_can_be_the_last(journey, tmp_path):
    """Each is met as often as there are ways to interfere, and what speaks whenever it comes."""
    steps, told, mails = JOURNEYS[journey]
    calm = World(journal=tmp_path / "calm")
    undisturbed = await play(calm, steps, None)
    assert (undisturbed.told, undisturbed.sent) == (told, mails)
    assert len(undisturbed.handoffs) == 1

    for step, name, how in in_turn(calm.ran, {"converse"}):
        disturbed = await play(World(journal=tmp_path / str(step)), steps, fault(how, step))

        assert disturbed == undisturbed, f"{how} at step {step}: {name}"


async def test_what_is_returned_says_what_was_made(tmp_path):
    steps, _, _ = JOURNEYS["a return by request"]

    left = await play(World(journal=tmp_path / "calm"), steps, None)

    (handoff,) = left.handoffs
    assert (handoff["state"], handoff["artifacts"]) == ("completed", ("badge-7",))
    assert left.held == ("parked", 0, None, None)
    assert left.turns[-1][3] is None
