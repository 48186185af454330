"""A language model that takes its time: what it is at work on is seen, and ends before the run."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from shared.errors import UpstreamUnavailable
from shared.services import Limits
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
