"""Branches that have ended are cleared up, whatever became of their turn and thread."""

import pytest

from activities.join_branches import join_branches
from shared.conversation import doorbell, later
from shared.decisions.delegating import branches
from shared.models.intent import ActionType, Command, Decision, IntentAnalysis
from shared.models.rows import TURN, Change, Put
from shared.models.steps import TurnRef
from shared.sweeper import sweep
from tests.support.engine import RecordingEngine
from tests.support.fakes import Conversation

AGENTS = ("email", "contacts", "calendar")
COMMANDS = tuple(Command(agent=agent, command="Look") for agent in AGENTS)
SEVERAL = IntentAnalysis(
    action=ActionType.EXECUTE,
    primary_intent="look",
    confidence=1,
    commands=COMMANDS,
    strategy="parallel",
)


class Engine(RecordingEngine):
    """Knows which instances are alive."""

    def __init__(self):
        super().__init__()
        self.living = set()

    async def alive(self, instance):
        return instance in self.living


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture
async def talk():
    """Return a conversation whose turn was given to several agents."""
    made = Conversation()
    ref = await made.turn_for()
    known = await made.threads.get(made.key, TURN, ref.turn)
    turn = known.value.model_copy(update={"intent": SEVERAL})
    await made.transact(
        lambda head: Change(head.value, (Put(TURN, turn.number, turn, known.etag),))
    )
    await made.follow(ref, Decision(kind="delegate"))
    return made


def doomed(talk, turn):
    return later.purge_branches(talk.key, turn, talk.clock.now())


async def swept(talk, engine):
    """Sweep once; return what is left to look at for branches, and when."""
    await sweep(engine, talk.services)
    return [(one.subject, one.at) for one in await talk.due() if one.subject.startswith("branch-")]


async def test_each_execution_of_a_turn_has_branches_of_its_own(talk):
    turn = await talk.turn()
    again = turn.model_copy(update={"execution": "another"})
    entries = doomed(talk, turn), doomed(talk, again)
    names = [name for entry in entries for name in entry.subject.split()]

    assert len(set(names)) == 2 * len(branches(turn)) == 2 * len(AGENTS)
    assert entries[0].id != entries[1].id


async def test_branches_that_have_ended_are_cleared_up(talk, engine):
    entry = doomed(talk, await talk.turn())
    await talk.services.due.add(entry)

    assert await swept(talk, engine) == []
    assert engine.purged == entry.subject.split()


async def test_one_that_still_runs_is_waited_for(talk, engine):
    entry = doomed(talk, await talk.turn())
    *_, last = entry.subject.split()
    engine.living.add(last)
    await talk.services.due.add(entry)

    soon = talk.clock.now() + talk.services.limits.rescue
    assert await swept(talk, engine) == [(entry.subject, soon)]
    assert engine.purged == []

    engine.living.clear()
    talk.clock.advance(seconds=talk.services.limits.rescue.total_seconds())
    assert await swept(talk, engine) == []
    assert engine.purged == entry.subject.split()


@pytest.mark.parametrize("deleted", [False, True])
async def test_joining_them_has_them_cleared_up_later(talk, deleted):
    turn = await talk.turn()
    if deleted:
        await talk.delete()
    await join_branches(TurnRef(thread=talk.key, turn=turn.number), talk.services)

    [entry] = [one for one in await talk.due() if one.kind == "purge"]
    assert entry.subject == doomed(talk, turn).subject
    assert entry.at == talk.clock.now() + talk.services.limits.rescue


async def test_those_of_an_execution_that_was_lost_are_cleared_up_too(talk, engine):
    turn = await talk.turn()
    await talk.services.due.add(later.rescue(talk.key, turn.seq, talk.clock.now()))

    soon = talk.clock.now() + talk.services.limits.rescue
    assert await swept(talk, engine) == [(doomed(talk, turn).subject, soon)]
    assert len(engine.started) == 1


async def test_those_of_a_thread_deleted_in_the_midst_of_it_go_with_it(talk, engine):
    turn = await talk.turn()
    await talk.delete()
    await talk.services.due.add(later.purge(talk.key, talk.clock.now()))
    await swept(talk, engine)
    assert await talk.stored() == []

    talk.clock.advance(seconds=talk.services.limits.rescue.total_seconds())
    assert await swept(talk, engine) == []
    assert engine.purged == [doorbell.instance_id(talk.key), *doomed(talk, turn).subject.split()]


@pytest.mark.parametrize("known", ["another decision", "none", "no such turn"])
async def test_a_turn_that_was_given_to_nobody_else_leaves_nothing(engine, known):
    talk = Conversation()
    ref = await talk.turn_for()
    if known == "another decision":
        await talk.follow(ref, Decision(kind="say", text="Hello."))
    if known == "no such turn":
        await talk.change(open_turn=7)
    await talk.delete()
    await talk.services.due.add(later.purge(talk.key, talk.clock.now()))

    assert await swept(talk, engine) == []
    assert engine.purged == [doorbell.instance_id(talk.key)]
