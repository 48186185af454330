"""An organisation of which somebody leaves: rows of theirs, and of a colleague, in every table."""

from datetime import timedelta

import numpy as np

from shared import erasing
from shared.agents import schedules
from shared.agents.schedules import Wish
from shared.conversation import later
from shared.decisions.habits import packed
from shared.decisions.voting import cast
from shared.models.agent import Agent, RunOutcome
from shared.models.connection import Beginning, Connection
from shared.models.effect import EffectRecord
from shared.models.gap import Gap
from shared.models.person import Taught
from shared.models.principal import Principal
from shared.models.votes import Vote, Votes
from shared.models.waiting import Waiting
from shared.naming import digest, thread_key, user_key, voter
from shared.storage.agents import VOTES
from shared.storage.connections import StoredConnections
from shared.storage.rows import Upsert

ANN = Principal(tenant="acme", user="ann-the-leaver", roles=("builder",), name="Ann Zanzibar")
BOB = Principal(tenant="acme", user="bob-who-stays", roles=("builder",), name="Bob Timbuktu")
WORDS = {ANN.user: "zanzibar", BOB.user: "timbuktu"}
_POINT = packed(np.ones(1, np.float32))
MAIL = "@email emails from Sarah about the budget"


def marks(who):
    """Return all that would tell of a person, wherever it stood."""
    user = digest("user", who.user)
    threads = [thread_key(who.tenant, who.user, name) for name in ("t", "asked")]
    return (
        who.user,
        user,
        voter(who.user),
        user_key(who.tenant, who.user),
        WORDS[who.user],
        *threads,
    )


def of(rows, who):
    """Return the rows in which something tells of a person."""
    told = [mark.casefold() for mark in marks(who)]

    def tells(place, body):
        text = "\n".join((*place, body)).casefold()
        return any(mark in text for mark in told)

    return {place: body for place, body in rows.items() if tells(place, body)}


async def furnish(world, who, other):
    """Give somebody rows in every table that can have some of a person."""
    services, word = world.services, WORDS[who.user]
    now = services.clock.now()
    await services.directory.met(who)
    for _ in range(12):  # one row of all that are due is written each time
        await services.budgets.take(who, {"requests": 100})
    key = await world.said(who, MAIL, f"m-{who.user}")
    await world.said(who, f"show me emails from john about {word}", f"q-{who.user}", "asked")
    await services.files.put(key, "f1", word.encode())
    await services.gaps.keep(who.tenant, Gap(id=f"{key}/1", at=now, text=f"fly to {word}"))
    record = EffectRecord(key=f"e{word}", tool="x", hash="h", owner="o", until=now, begun_at=now)
    owner = services.ledger.owner(who)
    await services.due.add(later.effects(owner, now, services.limits.retention))
    await services.ledger.put(who, record, None)
    asked = Waiting(
        thread=key, thread_id="t", request="r", kind="approval", told=word, at=now, asker=who.user
    )
    await services.waiting.add(who, asked.model_copy(update={"role": "approver"}))
    await services.results.keep(who, "email", "call", word, timedelta(hours=1))
    await _agents(world, who, other, word)
    wish = Wish(agent=f"{word}-own", request=f"report {word}", when="every day at 9:00")
    await schedules.create(services, who, wish)
    held = StoredConnections(world.tables.rows("connections"))
    account = Connection(
        id=f"c-{word}",
        provider="google",
        email=f"{word}@example.com",
        domains=("email",),
        grant="sealed",
        connected_at=now,
    )
    await held.put(who, account, None)
    begun = Beginning(
        provider="google",
        domains=(),
        tenant=who.tenant,
        user=who.user,
        secret="s",  # noqa: S106 - nothing is
        browser="b",
        until=now + timedelta(minutes=9),
    )
    await held.begin(f"state-{word}", begun, now)
    gone = Principal(tenant=who.tenant, user=f"somebody-{word}-sent-away")
    await erasing.begin(services, world.port, gone, "administrator", who.user)
    return key


async def _agents(world, who, other, word):
    services, now = world.services, world.clock.now()
    common = {"description": "d", "owner": who.user, "created_at": now}
    own = Agent(id=f"{word}-own", name=word, users=(who.user,), **common)
    team = Agent(id=f"team-of-{len(word)}-{other.user[:3]}", name="Team", origin=word, **common)
    mine = [own, team, team.model_copy(update={"id": f"{team.id}-2", "editors": (other.user,)})]
    for agent in mine:
        etag = await services.agents.save(who.tenant, agent, None)
        await services.agents.save(who.tenant, agent.model_copy(update={"version": 2}), etag)
    ended = RunOutcome(turn="another/1", succeeded=True, milliseconds=1, at=now)
    await services.records.count(who.tenant, own.id, ended)
    binned = await services.agents.save(
        who.tenant, own.model_copy(update={"id": f"{word}-binned"}), None
    )
    await services.agents.delete(who.tenant, f"{word}-binned", binned, now)
    taught = Taught(agent=team.id, text=f"tell {word}", point="", at=now)
    await services.people.change(
        who, lambda person: person.model_copy(update={"taught": (taught,)})
    )
    votes = Votes()
    for by, text in (("x", "tell me"), ("y", "say so"), (who.user, f"tell {word}")):
        vote = Vote(by=voter(by), text=text, point=_POINT, at=now)
        votes = cast(votes, vote)
    row = Upsert(VOTES + digest(team.id), votes.model_dump_json())
    await world.tables.rows("agents").commit(digest(who.tenant), [row])
    await services.catalogue.learn(who.tenant, team.id, f"tell {word}")
