from dataclasses import replace
from datetime import timedelta

import pytest

from activities.close_turn import close_turn
from shared.agents.learning import judge
from shared.agents.roster import Reach, personal
from shared.conversation import later
from shared.decisions import wording
from shared.decisions.budgets import TURN_SECONDS
from shared.models.agent import Agent
from shared.models.intent import Decision
from shared.models.person import Person
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN, TURN, Change, Put
from shared.models.run import SubAgentResponse, SubAgentResult
from shared.models.steps import Closed, CloseTurn
from shared.models.thread import Draft, TraceEntry
from shared.services import Unlimited
from tests.support.fakes import NOON, OWNER, TENANT, to_agent


async def close(talk, **how):
    return await close_turn(CloseTurn(thread=talk.key, turn=1, **how), talk.services)


async def update(talk, **fields):
    turn = await talk.threads.get(talk.key, TURN, 1)
    put = Put(TURN, 1, turn.value.model_copy(update=fields), turn.etag)
    await talk.transact(lambda head: Change(head.value, (put,)))


FINISHED = Draft(message_id="reply-1", attempt=1, finished=True, text="Here you are.")
PARTIAL = FINISHED.model_copy(update={"finished": False, "text": "Here"})
UNSAVED = PARTIAL.model_copy(update={"text": ""})

ENDINGS = [
    ({"draft": FINISHED}, {}, "answered", "Here you are.", "finished"),
    ({"draft": FINISHED}, {"stop": "cancel"}, "answered", "Here you are.", "finished"),
    ({"draft": PARTIAL}, {"stop": "cancel"}, "cancelled", "Here", "cancelled"),
    ({"draft": PARTIAL}, {"stop": "interrupt"}, "interrupted", "Here", "cancelled"),
    ({}, {"stop": "cancel"}, "cancelled", None, "cancelled"),
    ({}, {"stop": "interrupt"}, "interrupted", None, "cancelled"),
    ({}, {"failed": True}, "failed", wording.APOLOGY, "finished"),
    ({"draft": UNSAVED}, {"failed": True}, "failed", wording.APOLOGY, "finished"),
    ({"ending": "failed"}, {}, "failed", wording.APOLOGY, "finished"),
    ({"ending": "expired"}, {}, "expired", wording.EXPIRED, "finished"),
    ({"ending": "superseded"}, {}, "superseded", None, "finished"),
    ({"ending": "answered", "unclear": 3}, {}, "answered", wording.GIVING_UP, "finished"),
]


@pytest.mark.parametrize(("turn", "how", "outcome", "said", "state"), ENDINGS)
async def test_a_turn_ends_as_it_went(talk, turn, how, outcome, said, state):
    await talk.turn_for()
    await talk.follow(await talk.open(), Decision(kind="say", text="x"))
    await update(talk, **turn)

    assert await close(talk, **how) == Closed()

    closed = await talk.turn()
    assert (closed.status, closed.outcome) == ("closed", outcome)
    spoken = [text for role, text in await talk.transcript() if role == "assistant"]
    assert spoken == ([said] if said else [])
    assert (await talk.ticket()).state == state
    last = (await talk.events())[-1]
    assert last["type"] == "RUN_FINISHED"
    assert last["outcome"]["type"] == ("cancelled" if state == "cancelled" else "success")
    head = await talk.head()
    assert (head.open_turn, head.writing, head.stop) == (None, None, None)


async def test_a_closed_turn_needs_no_looking_after(talk):
    await talk.turn_for()
    turn = await talk.turn()
    await talk.services.due.add(later.rescue(talk.key, 1, turn.due_at))
    await talk.services.due.add(later.rescue(talk.key, 2, turn.due_at))
    await close(talk)
    assert [due.subject for due in await talk.due()] == ["2"]


async def test_a_turn_is_paid_by_the_seconds_that_were_worked_on_it(talk):
    class Paid(Unlimited):
        charged = ()

        def charge(self, principal, kind, amount):
            self.charged = (*self.charged, (principal.user, kind, amount))

    paid = Paid()
    talk.services = replace(talk.services, budgets=paid)
    await talk.turn_for()
    await update(talk, trace=(TraceEntry(name="tool", milliseconds=1500, at=NOON),))
    await close(talk)
    assert paid.charged == ((OWNER, "turns", 1.5 - TURN_SECONDS),)


async def test_a_turn_closes_once(talk):
    await talk.turn_for()
    await close(talk, failed=True)
    stored = await talk.stored()
    await close(talk, stop="cancel")
    assert await talk.stored() == stored
    assert (await talk.turn()).outcome == "failed"


async def test_a_turn_closed_meanwhile_stays_as_it_was_closed(talk):
    await talk.turn_for()

    async def overtake():
        await close(talk, stop="interrupt")

    talk.threads.rivals = [overtake]
    await close(talk, failed=True)
    assert (await talk.turn()).outcome == "interrupted"
    assert [e["type"] for e in await talk.events()].count("RUN_FINISHED") == 1


async def test_a_deleted_thread_is_not_closed_but_let_go(talk):
    await talk.turn_for()
    turn = await talk.turn()
    await talk.services.due.add(later.rescue(talk.key, 1, turn.due_at))
    await talk.delete()
    stored = await talk.stored()
    assert await close(talk, stop="delete") == Closed()
    assert await talk.stored() == stored
    assert await talk.due() == []


# --- what a closed turn teaches

NOTES = Agent(id="notes", name="Notes", description="Keeps notes")


async def worked(talk, *, among=()):
    """Bring a turn to where an agent has answered; return how routings should have it."""
    await talk.services.agents.save(TENANT, NOTES, None)
    ref = await talk.turn_for("note this down")
    await talk.follow(ref, to_agent("notes").model_copy(update={"among": among}))
    run = await talk.threads.get(talk.key, AGENT_RUN, 1)
    response = SubAgentResponse(success=True, domain="", request="r", result=SubAgentResult())
    over = run.value.model_copy(update={"status": "complete", "response": response})
    await talk.transact(lambda head: Change(head.value, (Put(AGENT_RUN, 1, over, run.etag),)))
    await update(talk, draft=FINISHED)


async def taught(talk):
    services = talk.services
    shared = await services.catalogue.index(TENANT)
    person = await services.people.get(Principal(tenant=TENANT, user=OWNER))
    index = (await personal(Reach(shared, lambda _: True), person)).index
    [entry] = [entry for entry in index.entries if entry.agent.id == "notes"]
    return (
        await services.routings.since(TENANT, NOON - timedelta(days=1)),
        await services.records.of(TENANT, ["notes"]),
        person,
        [text.text for text in entry.texts if text.kind == "learned"],
    )


async def test_a_turn_teaches_when_it_closes_and_only_once(talk):
    await worked(talk, among=("email", "notes"))
    talk.clock.advance(minutes=5)

    await close(talk)
    after = await taught(talk)
    talk.clock.advance(minutes=5)
    await close(talk)

    assert await taught(talk) == after
    routed, records, person, learned = after
    assert [(r.agent, r.succeeded, r.at) for r in routed] == [
        ("notes", True, NOON + timedelta(minutes=5))
    ]
    assert [o.at for o in records["notes"].outcomes] == [NOON + timedelta(minutes=5)]
    assert [h.agent for h in person.habits] == ["notes"]
    assert [p.agent for p in person.preferences] == ["notes"]
    assert learned == ["note this down"]


async def test_a_verdict_finds_what_closing_kept(talk):
    await worked(talk)
    await close(talk)
    turn, run = await talk.turn(), await talk.run()
    ada = Principal(tenant=TENANT, user=OWNER)

    await judge(talk.services, ada, talk.key, turn, run, "good", None)

    assert [r.verdict for r in (await taught(talk))[0]] == ["good"]


async def test_a_deleted_thread_teaches_nothing(talk):
    await worked(talk)
    await talk.delete()

    await close(talk, stop="delete")

    routed, records, person, learned = await taught(talk)
    assert (routed, records, person, learned) == ([], {}, Person(), [])
