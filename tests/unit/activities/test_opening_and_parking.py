import pytest

from activities.close_turn import close_turn
from activities.open_turn import open_turn
from activities.park import park
from shared.decisions import lifecycle
from shared.errors import NotFound
from shared.models.reasoning import Memory, Reference
from shared.models.rows import INBOX, RUN_TICKET, TURN, Change, Put
from shared.models.steps import CloseTurn, OpenedTurn, Parked, ParkRequest, Progress, ThreadStart
from shared.storage.keys import digest
from tests.support.fakes import to_agent


def start(talk, execution="e1"):
    return ThreadStart(thread=talk.key, execution=execution)


async def finish(talk, number=1, **how):
    await close_turn(CloseTurn(thread=talk.key, turn=number, **how), talk.services)


async def test_the_oldest_message_gets_a_turn(talk):
    await talk.say("@email anything new?", "m1")
    await talk.say("and then?", "m2")

    opened = await open_turn(start(talk), talk.services)

    assert opened == OpenedTurn(
        status="open", turn=1, progress=Progress(move="route"), mention="email", seq=1
    )
    assert (await talk.turn()).text == "@email anything new?"
    assert (await talk.ticket()).state == "running"
    assert await talk.transcript() == [("user", "@email anything new?")]
    assert [event["type"] for event in await talk.events()] == ["RUN_STARTED"]
    head = await talk.head()
    assert (head.phase, head.open_turn, head.pending) == ("running", 1, 1)


async def test_the_next_message_may_point_at_what_the_last_answer_listed(talk):
    ref = await talk.turn_for()
    listed = (Reference(kind="email", id="e1", label="Budget", ordinal=1),)
    turn = await talk.threads.get(talk.key, TURN, ref.turn)
    listing = turn.value.model_copy(update={"references": listed})
    await talk.transact(lambda head: Change(head.value, (Put(TURN, 1, listing, turn.etag),)))
    await finish(talk)

    await talk.turn_for("open it", "m2")

    assert (await talk.turn(2)).references == listed


async def test_the_next_message_knows_what_the_conversation_taught_for_an_hour(talk):
    ref = await talk.turn_for("@contacts who is John?")
    await talk.follow(ref, to_agent())
    await finish(talk)
    await talk.turn_for("and his boss?", "m2")
    assert (await talk.turn(2)).memory.routes == ("contacts",)
    await finish(talk, 2)

    talk.clock.advance(hours=1, seconds=1)
    await talk.turn_for("and hers?", "m3")

    assert (await talk.turn(3)).memory == Memory()


async def test_nothing_to_do_is_empty_with_the_etag_it_was_seen_under(talk):
    await talk.turn_for()
    await finish(talk)
    found = await open_turn(start(talk), talk.services)
    assert found == OpenedTurn(status="empty", etag=(await talk.threads.head(talk.key)).etag)


async def test_a_thread_that_is_missing_or_deleted_is_gone(talk):
    assert (await open_turn(start(talk), talk.services)).status == "gone"
    await talk.say()
    await talk.delete()
    assert (await open_turn(start(talk), talk.services)).status == "gone"


async def test_a_new_execution_counts_as_an_attempt_until_there_were_too_many(talk):
    await talk.say()
    found = [
        (await open_turn(start(talk, f"e{n}"), talk.services)).status
        for n in (1, 1, 2, 2, 3, 3, 4, 4)
    ]
    assert found == ["open"] * 6 + ["exhausted"] * 2
    assert (await talk.turn()).attempts == lifecycle.MAX_ATTEMPTS + 1
    assert len(await talk.events()) == 1


async def test_a_new_execution_finds_a_waiting_thread_waiting(talk):
    await talk.turn_for()
    await talk.change(phase="waiting", request="q-1-1")
    await open_turn(start(talk, "e2"), talk.services)
    assert (await talk.head()).phase == "waiting"


async def test_a_run_cancelled_while_queued_is_skipped_for_the_next(talk):
    await talk.say("never mind", "m1")
    await talk.say("this instead", "m2")
    ticket = await talk.threads.get(talk.key, RUN_TICKET, "run-m1")
    await talk.transact(lambda head: lifecycle.cancel(head.value, ticket, talk.clock.now()))

    opened = await open_turn(start(talk), talk.services)

    assert opened.turn == 1
    assert (await talk.turn()).text == "this instead"
    assert [e["type"] for e in await talk.events()] == [
        "RUN_STARTED",
        "RUN_FINISHED",
        "RUN_STARTED",
    ]


async def test_a_message_that_arrives_meanwhile_waits_its_turn(talk):
    await talk.say("first", "m1")

    async def another():
        await talk.say("second", "m2")

    talk.threads.rivals = [another]
    opened = await open_turn(start(talk), talk.services)

    assert (await talk.turn(opened.turn)).text == "first"
    assert (await talk.head()).pending == 1


@pytest.mark.parametrize(("kind", "row"), [(INBOX, "inbox-000000000001"), (RUN_TICKET, None)])
async def test_a_missing_row_is_an_error_and_not_the_end_of_the_thread(talk, kind, row):
    await talk.say()
    await talk.lose(row or f"{kind.prefix}-{digest('run-m1')}")
    with pytest.raises(NotFound, match="missing"):
        await open_turn(start(talk), talk.services)


@pytest.mark.parametrize("phase", ["running", "parked"])
async def test_a_thread_with_nothing_to_do_is_parked(talk, phase):
    await talk.turn_for()
    await finish(talk)
    await talk.change(phase=phase)
    found = await open_turn(start(talk), talk.services)
    wish = ParkRequest(thread=talk.key, etag=found.etag)

    assert await park(wish, talk.services) == Parked(parked=True)
    assert (await talk.head()).phase == "parked"


async def test_a_thread_with_news_is_not_parked(talk):
    await talk.turn_for()
    await finish(talk)
    wish = ParkRequest(thread=talk.key, etag=(await talk.threads.head(talk.key)).etag)
    await talk.say("one more", "m2")
    assert await park(wish, talk.services) == Parked(parked=False)
    assert (await talk.head()).pending == 1


async def test_news_at_the_last_moment_keep_a_thread_from_parking(talk):
    await talk.turn_for()
    await finish(talk)
    await talk.change(phase="running")
    wish = ParkRequest(thread=talk.key, etag=(await talk.threads.head(talk.key)).etag)

    async def another():
        await talk.say("one more", "m2")

    talk.threads.rivals = [another]
    assert await park(wish, talk.services) == Parked(parked=False)
    assert (await talk.head()).phase == "running"


async def test_a_purged_thread_counts_as_parked(talk):
    assert await park(ParkRequest(thread=talk.key, etag="1"), talk.services) == Parked(parked=True)


async def test_a_step_of_a_thread_that_was_purged_finds_nothing(talk):
    ref = await talk.turn_for()
    await talk.threads.purge(talk.key)
    with pytest.raises(NotFound):
        await finish(talk, ref.turn)
