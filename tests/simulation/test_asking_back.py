"""What a command lacks is asked for, and done once it is told."""

import pytest

from shared.agents import schedules
from shared.agents.schedules import Wish
from shared.decisions import lacking, wording
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN
from tests.support.lacking import COMMAND, ORDER, RATES, WHEN, WHO, WROTE, Desk, Letter, letters
from tests.support.simulation import OWNER, TENANT, World

SARAH = [Letter(person="Sarah", time="Friday")]


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
async def world(desk):
    async with World(**letters(desk)) as made:
        yield made


async def said(world, *lines):
    """Say these lines one after another; return what was said after each."""
    answers = []
    for line in lines:
        await world.say(line, f"m{len(await world.transcript())}")
        answers.append((await world.transcript())[-1][1])
    return answers


async def test_what_is_lacking_is_asked_for_until_it_can_be_shown_and_done(world, desk):
    who, when, card, done = await said(world, COMMAND, "Sarah", "Friday", "yes")

    assert (who, when, done) == (WHO, WHEN, WROTE)
    assert "hall I go ahead?" in card
    assert await desk.written() == SARAH
    assert [tuple((c.lacks, c.answer) for c in one.context.clarified) for one in desk.asked] == [
        (),
        (("person", "Sarah"),),
        (("person", "Sarah"), ("time", "Friday")),
    ]
    turn = await world.turn(1)
    assert (turn.outcome, turn.questions, turn.rounds) == ("answered", 3, 0)


async def test_who_is_asked_is_shown_a_question_without_options(world):
    await said(world, COMMAND)

    asked = (await world.request()).value
    assert (asked.kind, asked.options, asked.free_text) == ("clarification", (), True)
    (shown,) = (await world.events())[-1].event["outcome"]["interrupts"]
    assert shown["message"] == WHO


async def test_an_answer_by_button_is_in_ones_own_words(world, desk):
    await said(world, COMMAND)

    await world.press(action="text", text="Sarah")

    assert (await world.transcript())[-1][1] == WHEN


async def test_never_mind_ends_it(world, desk):
    *_, last = await said(world, COMMAND, "Sarah", "never mind")

    assert last == wording.LEFT_ALONE
    assert await desk.written() == []
    assert (await world.head()).phase == "parked"


async def test_another_request_is_done_instead(world, desk):
    assert await said(world, COMMAND, "@rates look one up") == [WHO, RATES]

    assert [(await world.turn(n)).outcome for n in (1, 2)] == ["superseded", "answered"]
    assert await desk.written() == []


async def test_after_three_questions_it_says_why_it_cannot_be_done(desk):
    async with World(**letters(desk, content=False)) as world:
        answers = await said(world, COMMAND, *["Sarah"] * lacking.MAX_ASKED)

        assert answers == [WHO] * (lacking.MAX_ASKED + 1)
        assert (await world.head()).phase == "parked"
        run = await world.services.threads.get(world.key(), AGENT_RUN, 1)
        assert run.value.status == "failed"


async def test_nobody_is_asked_in_a_run_of_a_schedule(world):
    ada = Principal(tenant=TENANT, user=OWNER)
    wish = Wish(agent="letters", request="write a letter", when="every hour", thread="t")
    made = await schedules.create(world.services, ada, wish)
    world.clock.advance(seconds=(made.next_at - world.clock.now()).total_seconds() + 1)
    await world.sweep()
    assert await world.settle()

    assert (await world.transcript())[-1] == ("assistant", WHO)
    stored = (await world.services.schedules.get(TENANT, made.id)).value
    [went] = await schedules.results(world.services, stored, stored.runs)
    assert (went.state, went.why) == ("failed", WHO)


async def test_what_a_procedure_lacks_is_said_and_not_asked(world):
    [last] = await said(world, "@clerk go")

    assert last == WHO
    assert (await world.head()).phase == "parked"


@pytest.mark.parametrize("strategy", ["sequential", "parallel"])
async def test_what_others_of_the_same_message_found_is_in_the_answer(desk, strategy):
    """One after another, or side by side: whoever lacks something asks, and the others stand."""
    async with World(**letters(desk, strategy)) as world:
        who, when, _, done = await said(world, ORDER, "Sarah", "Friday", "yes")

        assert (who, when) == (WHO, WHEN)
        assert RATES in done
        assert WROTE in done
        assert await desk.written() == SARAH
        assert sum(one.agent == "rates" for one in desk.asked) == 1


async def test_a_question_outlives_the_process(tmp_path, desk):
    world = await World(journal=tmp_path / "journal", **letters(desk)).boot()
    for line in (COMMAND, "Sarah", "Friday", "yes"):
        await said(world, line)
        await world.boot()

    assert await desk.written() == SARAH
    await world.engine.stop()
