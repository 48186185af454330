"""Asked to end in the middle of a turn, the host lets go; started again, it goes on."""

import asyncio

from shared.conversation.doorbell import instance_id
from shared.naming import thread_key
from tests.e2e.kill.crashing import live, product, visit
from tests.e2e.kill.journeys import JOHN, SARAH, SEARCH, SMALL_TALK, Say
from tests.e2e.kill.person import Person
from tests.e2e.kill.stories import story_of

STEPS = ("understand_turn", "search_agents", "go_on")
"""Each in its turn the last activity to end before the host is asked to."""


async def everything(person):
    return [await person.get(""), await person.messages(), await person.turns()]


async def test_turns_cut_short_by_sigterm_are_answered_once_after_a_restart(tmp_path):
    async with product(tmp_path) as host, visit(host) as http:
        before = Person(http, "before")
        await live({before: SMALL_TALK})
        settled = await everything(before)

        for step in STEPS:
            person = Person(http, step)
            await person.do(Say(SARAH))
            instance = instance_id(thread_key("dev", "dev-user", person.thread))
            await asyncio.to_thread(host.wait_for_line, f"{step} {instance}")
            assert await asyncio.to_thread(host.stop) == 0
            await asyncio.to_thread(host.start)
            await person.quiet()

            story = await story_of(person)
            assert [role for role, _, _ in story.transcript] == ["user", "assistant"], step
            assert story.transcript[1][1].startswith("I found 5 emails from Sarah Chen"), step
            assert [outcome for _, outcome, _, _ in story.turns] == ["answered"], step

        assert await everything(before) == settled


async def test_a_question_open_at_a_shutdown_takes_its_answer_after_it(tmp_path):
    async with product(tmp_path) as host, visit(host) as http:
        person = Person(http, "t")
        await live({person: (Say(JOHN),)})

        assert await asyncio.to_thread(host.stop) == 0
        await asyncio.to_thread(host.start)
        await live({person: (Say("The client"), *SEARCH)})

        story = await story_of(person)
        assert [outcome for _, outcome, _, _ in story.turns] == ["answered"] * 3
        assert "John Doe" in story.transcript[3][1]
