"""A language model that takes its time: what it is at work on is seen, and ends before the run."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from shared.decisions import lifecycle
from shared.errors import UpstreamUnavailable
from shared.models.reasoning import ReplyReading
from shared.models.rows import RUN_TICKET
from shared.ports import Reasoned
from shared.services import Limits
from tests.support.deadly import Deadly, play
from tests.support.disturbed import check_runs
from tests.support.scripted_reasoner import ScriptedText, Text
from tests.support.simulation import World, embedded

SEARCH = "show me my unread mail"


class Slow:
    """The embedded reasoner, each answer of which comes only once `shown` says it may."""

    def __init__(self, *methods):
        self._own, self._methods, self.shown = embedded(), methods, None

    def __getattr__(self, name):
        method = getattr(self._own, name)
        if name not in self._methods:
            return method

        async def slowly(request):
            await self.shown()
            return await method(request)

        return slowly


class Failing(Slow):
    """One that gives up when it was waited for."""

    async def analyze_intent(self, _request):
        await self.shown()
        raise UpstreamUnavailable("it is gone")


def world(reasoner, slow=timedelta(0)):
    made = World(reasoner=reasoner)
    made.services = replace(made.services, limits=replace(Limits(), slow=slow))
    return made


class Reading(Slow):
    """One that takes its time over a reply, and then says what it was told to make of it."""

    def __init__(self, *meanings):
        super().__init__()
        self._meanings = list(meanings)

    async def interpret_reply(self, _request):
        await self.shown()
        meaning = self._meanings.pop(0)
        if isinstance(meaning, Exception):
            raise meaning
        chosen = "2" if meaning == "option" else None
        return Reasoned(ReplyReading(meaning=meaning, option=chosen, confidence=0.9))


def steps(events):
    return [(e["type"], e["stepName"]) for e in events if e["type"].startswith("STEP_")]


async def seen(played, count):
    """Wait until clients were told that so many steps began."""

    async def told():
        while len([t for t, _ in steps(await log(played)) if t == "STEP_STARTED"]) < count:  # noqa: ASYNC110
            await asyncio.sleep(0)

    await asyncio.wait_for(told(), 30)


async def log(played):
    return [one.event for one in await played.events()]


async def test_each_call_that_takes_long_is_told_and_ended_before_the_run_is():
    reasoner = Slow("analyze_intent", "plan_tools")
    async with world(reasoner) as played:
        calls = iter((1, 2))
        reasoner.shown = lambda: seen(played, next(calls))

        await played.say(SEARCH, "m1")

        events = await log(played)
        assert steps(events) == [
            ("STEP_STARTED", "understanding"),
            ("STEP_FINISHED", "understanding"),
            ("STEP_STARTED", "planning"),
            ("STEP_FINISHED", "planning"),
        ]
        kinds = [event["type"] for event in events]
        assert kinds[0] == "RUN_STARTED"
        assert kinds.index("STEP_STARTED") == 1
        assert kinds[-1] == "RUN_FINISHED"
        assert (await played.turn(1)).working == ""


async def test_a_step_whose_model_failed_ends_too():
    reasoner = Failing("plan_tools")
    async with world(reasoner) as played:
        calls = iter((1, 2, 3))
        reasoner.shown = lambda: seen(played, next(calls))

        await played.say(SEARCH, "m1")

        told = steps(await log(played))
        assert told[:2] == [("STEP_STARTED", "understanding"), ("STEP_FINISHED", "understanding")]
        assert len(told) % 2 == 0


class Wording(Slow):
    """One that takes its time over its first words, or over those it is asked for again."""

    def __init__(self, *texts):
        super().__init__()
        self._texts = list(texts)

    def answer(self, _request):
        return SlowText(self.shown, self._texts.pop(0))


class SlowText(ScriptedText):
    """A text that comes only once it may."""

    def __init__(self, shown, text):
        super().__init__(text)
        self._shown = shown

    async def __aiter__(self):
        await self._shown()
        async for piece in super().__aiter__():
            yield piece


@pytest.mark.parametrize(
    "texts",
    [
        (Text(("Since light ", "is scattered.")),),
        (Text((), UpstreamUnavailable("gone")), Text(("Since light is scattered.",))),
        (Text(("Sin",), UpstreamUnavailable("gone")), Text(("Since light is scattered.",))),
    ],
    ids=["at once", "begun again", "replaced"],
)
async def test_words_that_take_long_are_told_of_until_they_begin(texts):
    reasoner = Wording(*texts)
    async with world(reasoner) as played:
        reasoner.shown = lambda: seen(played, 1)

        await played.say("why is the sky blue?", "m1")

        events = await log(played)
        told = steps(events)
        assert told[:2] == [("STEP_STARTED", "wording"), ("STEP_FINISHED", "wording")]
        assert len(told) % 2 == 0
        kinds = [event["type"] for event in events]
        assert kinds.index("STEP_FINISHED") < kinds.index("TEXT_MESSAGE_CONTENT")
        assert (await played.transcript())[-1][1] == "Since light is scattered."
        assert (await played.turn(1)).working == ""


async def test_nothing_is_told_of_a_model_that_is_quick_or_is_none():
    for slow in (timedelta(minutes=5), None):
        async with world(Slow(), slow) as played:
            await played.say(SEARCH, "m1")

            assert steps(await log(played)) == []


JOHN = "Show me emails from John"
READ = [("STEP_STARTED", "reading"), ("STEP_FINISHED", "reading")]


async def of_run(played, run):
    return [one.event for one in await played.events() if one.run == run]


@pytest.mark.parametrize("meaning", ["option", "unclear", "new", UpstreamUnavailable("gone")])
async def test_a_reply_that_takes_long_to_be_read_is_told_of_in_its_own_run(meaning):
    reasoner = Reading(meaning)
    async with world(reasoner) as played:
        reasoner.shown = lambda: seen(played, 1)
        await played.say(JOHN, "m1")
        assert (await played.head()).phase == "waiting"

        await played.say("what is new in my inbox", "m2")

        events = await of_run(played, "run-m2")
        kinds = [event["type"] for event in events]
        assert kinds[:3] == ["RUN_STARTED", "STEP_STARTED", "STEP_FINISHED"]
        assert steps(events)[:2] == READ
        assert kinds[-1] == "RUN_FINISHED"
        check_runs(await played.events())
        assert (await played.head()).reading is None
        assert (await played.turn(1)).working == ""


async def test_a_reply_whose_run_is_cancelled_while_it_is_read_ends_its_step_first():
    reasoner = Reading("option")
    async with world(reasoner) as played:

        async def left_meanwhile():
            await seen(played, 1)
            threads, key = played.services.threads, played.key()
            ticket = await threads.get(key, RUN_TICKET, "run-m2")
            head = await threads.head(key)
            await threads.commit(head, lifecycle.cancel(head.value, ticket, played.clock.now()))

        reasoner.shown = left_meanwhile
        await played.say(JOHN, "m1")

        await played.say("what is new in my inbox", "m2")

        told = await of_run(played, "run-m2")
        assert steps(told) == READ
        assert told[-1]["outcome"] == {"type": "cancelled"}
        check_runs(await played.events())


async def test_a_reminder_waits_until_the_reply_that_is_being_read_is_answered():
    reasoner = Reading("option")
    async with world(reasoner) as played:

        async def due_meanwhile():
            await seen(played, 1)
            played.clock.advance(minutes=2, seconds=5)
            await played.sweep()
            assert "Reminder" not in str(await played.transcript())

        reasoner.shown = due_meanwhile
        await played.say("remind me in 2 minutes to call Bob", "m1")
        await played.say("yes", "m2")
        await played.say(JOHN, "m3")

        await played.press(action="text", text="the one who left, I think")
        played.clock.advance(minutes=2)
        await played.sweep()

        events = await played.events()
        check_runs(events)
        runs = [one.run for one in events]
        assert runs == sorted(runs, key=runs.index), "no run comes between the events of another"
        assert [text for _, text in await played.transcript()].count("Reminder: call Bob") == 1


@pytest.mark.no_cover  # what these many turns run, other tests cover
@pytest.mark.parametrize("meaning", ["option", "new"])
async def test_the_process_may_die_after_any_write_while_a_reply_is_read(meaning, tmp_path):
    async def left(deadly, journal):
        reasoner = Reading(*[meaning] * 9)
        made = World(reasoner=reasoner, table=deadly.table, journal=journal)
        made.services = replace(made.services, limits=replace(Limits(), slow=timedelta(0)))
        reasoner.shown = lambda: seen(made, 1)
        return await play([JOHN, "what is new in my inbox"], deadly, made)

    calm = Deadly()
    undisturbed = await left(calm, tmp_path / "calm")

    for at in range(1, calm.seen + 1):
        outcome = await left(Deadly(at), tmp_path / str(at))

        assert outcome == undisturbed, f"after write {at} of {calm.seen}"
