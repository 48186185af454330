"""Showing risky calls before they are made, changing them as wished, and making them once."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic import Field

from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from shared.conversation.turns import Advance, advance
from shared.decisions import runs, wording
from shared.decisions.risk import ToolRules, reads
from shared.deliveries import MOST
from shared.errors import ToolFailed, UpstreamUnavailable
from shared.models.agent import Agent
from shared.models.base import Payload
from shared.models.profile import Policy
from shared.models.reasoning import PlannedStep, ReplyReading, Revision, ToolPlan
from shared.models.run import Card
from shared.models.steps import Progress
from shared.services import NothingKnown
from shared.tools.tool import Prepared, Tool
from tests.support.fakes import (
    OWNER,
    TENANT,
    Conversation,
    to_agent,
)
from tests.support.leaping import in_no_time

CLERK = Agent(
    id="clerk", name="Clerk", description="Writes", domain="email", tools=("send", "mark", "look")
)


class Letter(Payload):
    to: str
    text: str = ""


def by_address(arguments, profile):
    return "high" if profile.external(arguments["to"]) else "medium"


class Post:
    """Sends letters to full addresses, and remembers which."""

    def __init__(self):
        self.sent = []
        self.fails = []
        self.looked = 0

    async def send(self, desk, letter):
        if self.fails:
            raise self.fails.pop(0)
        self.sent.append((letter.to, letter.text, desk.effect.id))
        return {"sent": letter.to}

    async def prepare(self, _desk, letter):
        if letter.to == "nobody":
            raise ToolFailed("I know nobody of that name.", "params")
        to = letter.to if "@" in letter.to else f"{letter.to}@x.com"
        arguments = {"to": to, "text": letter.text}
        return Prepared(arguments, Card(title="Send this letter", fields=(("To", to),)))

    async def look(self, _desk, _letter):
        self.looked += 1
        return {"looked": self.looked}

    @property
    def tools(self):
        def in_words(said):
            return f"Done: {said.result}"

        changing = ToolRules(by_address, changes=True)
        sending = Tool("send", "Send", Letter, changing, self.send, in_words, self.prepare)
        marking = Tool("mark", "Mark", Letter, ToolRules(reads, changes=True), self.send, in_words)
        looking = Tool(
            "look",
            "Look",
            Letter,
            ToolRules(reads),
            self.look,
            in_words,
            keep=timedelta(minutes=15),
        )
        return {tool.name: tool for tool in (sending, marking, looking)}


def letter(tool="send", to="tom", text="Hello"):
    return PlannedStep(tool=tool, arguments={"to": to, "text": text})


def writing(post, *steps, **scripts):
    talk = Conversation(tools=post.tools, domain_agents=(CLERK,))
    talk.script(plan_tools=[ToolPlan(steps=steps)], **scripts)
    return talk


async def planned(talk):
    ref = await talk.turn_for("@clerk write to Tom")
    await talk.follow(ref, to_agent("clerk"))
    await plan_run(ref, talk.services)
    return ref


async def shown(talk):
    """Bring a turn to where its approval is open."""
    ref = await planned(talk)
    return ref, await talk.shown(ref)


YES, SHORTER = ReplyReading(meaning="accept"), ReplyReading(meaning="text")


async def test_what_is_shown_leaves_nothing_open_and_is_what_is_done():
    post = Post()
    talk = writing(post, letter(), interpret_reply=[YES])
    ref, asked = await shown(talk)

    request = await talk.request()
    assert request.arguments == {"to": "tom@x.com", "text": "Hello"}
    assert (request.card.title, request.risk) == ("Send this letter", "high")
    assert await talk.reply(ref, asked, "send it") == Progress(move="execute", effect=True)
    assert await execute_tool(ref, talk.services) == Progress(move="compose")

    ((to, text, _),) = post.sent
    assert (to, text) == ("tom@x.com", "Hello")
    assert (await talk.run()).response.result.tools_used == ("send",)


async def test_a_wish_changes_what_is_shown_and_is_asked_about_again():
    post = Post()
    shorter = Revision(arguments={"to": "tom@x.com", "text": "Hi"})
    talk = writing(post, letter(), interpret_reply=[SHORTER, YES], revise=[shorter])
    ref, asked = await shown(talk)

    assert await talk.reply(ref, asked, "make it shorter") == Progress(move="prepare")
    again = await talk.shown(ref)

    (read, *_) = talk.reasoner.requests("interpret_reply")
    assert (read.tool, read.arguments) == ("send", {"to": "tom@x.com", "text": "Hello"})
    (revise,) = talk.reasoner.requests("revise")
    assert (revise.wish, revise.arguments["text"]) == ("make it shorter", "Hello")
    assert again.request != asked.request
    assert await talk.reply(ref, again, "yes", "m3") == Progress(move="execute", effect=True)
    await execute_tool(ref, talk.services)
    assert [(to, text) for to, text, _ in post.sent] == [("tom@x.com", "Hi")]
    assert [entry.name for entry in (await talk.turn()).trace].count("revise") == 1


@pytest.mark.parametrize(
    ("revised", "says"),
    [
        (Revision(why="I can only change the text."), "I can only change the text."),
        (UpstreamUnavailable("busy"), wording.NOT_CHANGED),
        (Revision(arguments={"to": "nobody"}), "I know nobody of that name."),
    ],
)
async def test_a_wish_that_cannot_be_followed_leaves_it_as_it_was_and_says_so(revised, says):
    talk = writing(Post(), letter(), interpret_reply=[SHORTER], revise=[revised])
    ref, asked = await shown(talk)
    await talk.reply(ref, asked, "in rhyme, please")

    assert await prepare_step(ref, talk.services) == Progress(move="ask")

    step = (await talk.run()).steps[0]
    assert step.arguments == {"to": "tom@x.com", "text": "Hello"}
    assert step.card.warnings == (says,)


async def test_a_planned_wish_is_read_in_what_the_call_would_do_without():
    wished = letter().model_copy(update={"wish": "make it shorter"})
    shorter = Revision(arguments={"to": "tom@x.com", "text": "Hi"})
    talk = writing(Post(), wished, revise=[shorter])
    ref, _ = await shown(talk)

    (revise,) = talk.reasoner.requests("revise")
    assert (revise.wish, revise.command) == ("make it shorter", "")
    assert revise.arguments == {"to": "tom@x.com", "text": "Hello"}
    assert (await talk.request()).arguments == {"to": "tom@x.com", "text": "Hi"}
    assert ref


async def test_what_nobody_is_shown_is_not_made_without_what_was_wished():
    wished = letter("mark").model_copy(update={"wish": "in rhyme"})
    post = Post()
    talk = writing(post, wished, revise=[Revision(why="I can only change the text.")])
    ref = await planned(talk)

    assert await prepare_step(ref, talk.services) == Progress(move="compose")

    assert (await talk.run()).response.error.message == "I can only change the text."
    assert post.sent == []


async def test_what_cannot_be_prepared_ends_the_run_with_its_reason():
    talk = writing(Post(), letter(to="nobody"))
    ref = await planned(talk)

    assert await prepare_step(ref, talk.services) == Progress(move="compose")

    assert (await talk.run()).response.error.message == "I know nobody of that name."


def test_what_takes_too_long_to_prepare_is_given_up():
    class Slow(Post):
        async def prepare(self, _desk, _letter):
            await asyncio.Event().wait()

    async def scenario():
        talk = writing(Slow(), letter())
        ref = await planned(talk)
        await prepare_step(ref, talk.services)
        return (await talk.run()).response.error

    error, _ = in_no_time(scenario())
    assert error.type == "network"


class Crash(BaseException):
    """The worker dies."""


async def die():
    raise Crash


async def test_a_change_made_before_a_crash_is_not_made_again():
    post = Post()
    talk = writing(post, letter("mark"))
    ref = await planned(talk)
    talk.threads.rivals = [None, die]  # the call is shown; the worker dies before it is recorded
    with pytest.raises(Crash):
        await execute_tool(ref, talk.services)
    assert (await talk.run()).steps[0].status == "pending"

    assert await execute_tool(ref, talk.services) == Progress(move="compose")

    assert len(post.sent) == 1
    assert (await talk.run()).steps[0].result == {"sent": "tom"}


async def test_a_worker_that_dies_while_it_waits_for_an_earlier_attempt_has_begun_nothing():
    post = Post()
    post.fails = [Crash()]
    talk = writing(post, letter("mark"))
    ref = await planned(talk)
    with pytest.raises(Crash):
        await execute_tool(ref, talk.services)

    async def dies(seconds):
        if seconds < 1:  # between looks at the earlier attempt
            raise Crash

    for _ in range(MOST + 1):
        with pytest.raises(Crash):
            await execute_tool(ref, replace(talk.services, pause=dies))

    assert await execute_tool(ref, talk.services) == Progress(move="compose")
    assert len(post.sent) == 1


async def test_an_activity_delivered_twice_makes_one_change():
    post = Post()
    talk = writing(post, letter("mark"))
    ref = await planned(talk)

    await asyncio.gather(*(execute_tool(ref, talk.services) for _ in range(3)))

    assert len(post.sent) == 1


async def test_a_failed_change_says_why_and_may_be_asked_for_again():
    post = Post()
    post.fails = [ToolFailed("The post is closed.", "network", recoverable=True)]
    talk = writing(post, letter("mark"))
    ref = await planned(talk)

    assert await execute_tool(ref, talk.services) == Progress(move="compose")

    said = "The post is closed. Please ask me again in a moment."
    assert (await talk.run()).response.error.message == said


async def test_a_refused_tool_is_neither_offered_nor_called():
    post = Post()
    talk = writing(post, letter())
    await talk.services.policies.put(TENANT, Policy(refused=("send",)))
    await planned(talk)

    (request,) = talk.reasoner.requests("plan_tools")
    assert [tool.name for tool in request.tools] == ["mark", "look"]
    assert (await talk.run()).response.error.type == "permission"


async def test_a_policy_has_small_changes_shown_too():
    talk = writing(Post(), letter("mark"))
    await talk.services.policies.put(TENANT, Policy(at_least="medium"))

    ref = await planned(talk)

    assert await prepare_step(ref, talk.services) == Progress(move="ask")
    card = (await talk.run()).steps[0].card
    assert (card.title, card.fields) == ("mark", (("to", "tom"), ("text", "Hello")))


async def test_what_was_found_a_moment_ago_is_not_looked_for_again_until_something_changes():
    post = Post()
    talk = writing(post, letter("look"), letter("look"), letter("mark"), letter("look"))
    ref = await planned(talk)

    for _ in range(4):
        await execute_tool(ref, talk.services)

    results = [step.result for step in (await talk.run()).steps]
    assert [results[0], results[1], results[3]] == [{"looked": 1}, {"looked": 1}, {"looked": 2}]


class Address(Letter):
    """A letter whose address is whole."""

    to: str = Field(pattern="@")


def preparing(post, **rules):
    """Return the tools of a post at which marks are prepared too, and letters in an exact form."""
    mark, send = post.tools["mark"], post.tools["send"]
    assess = rules.get("assess", reads)
    return {
        "send": replace(send, exact=Address),
        "mark": replace(mark, prepare=post.prepare, rules=ToolRules(assess, changes=True)),
    }


async def test_a_change_nobody_is_asked_about_is_prepared_and_kept_before_it_is_made():
    post = Post()
    post.fails.append(KeyboardInterrupt("the process died here"))
    talk = writing(post, letter("mark"))
    talk.services = replace(talk.services, tools=preparing(post))
    ref = await planned(talk)
    with pytest.raises(KeyboardInterrupt):
        await execute_tool(ref, talk.services)
    (step,) = (await talk.run()).steps
    assert (step.status, step.arguments["to"]) == ("pending", "tom@x.com")
    talk.services = replace(talk.services, tools=post.tools)  # which would look nothing up
    talk.clock.advance(seconds=600)
    assert await execute_tool(ref, talk.services) == Progress(move="compose")
    assert [to for to, *_ in post.sent] == ["tom@x.com"]


async def test_a_change_that_cannot_be_prepared_is_not_made():
    post = Post()
    talk = writing(post, letter("mark", to="nobody"))
    talk.services = replace(talk.services, tools=preparing(post))
    ref = await planned(talk)
    assert await execute_tool(ref, talk.services) == Progress(move="compose")
    assert post.sent == []
    (step,) = (await talk.run()).steps
    assert step.error.message == "I know nobody of that name."


async def test_a_change_that_turns_out_risky_when_it_is_prepared_is_shown_first():
    def risky(arguments, _profile):
        return "high" if "@" in arguments["to"] else "low"

    post = Post()
    talk = writing(post, letter("mark"))
    talk.services = replace(talk.services, tools=preparing(post, assess=risky))
    ref = await planned(talk)
    assert await execute_tool(ref, talk.services) == Progress(move="ask")
    assert post.sent == []


async def test_what_was_prepared_in_an_older_form_is_prepared_again():
    post = Post()
    talk = writing(post, letter())
    talk.services = replace(talk.services, tools=preparing(post))
    ref = await planned(talk)

    def older(current):
        run = current.run.value
        shown = run.steps[0].model_copy(update={"card": Card(title="Send this letter")})
        run = runs.agreed(run.model_copy(update={"steps": (shown,)}), "button")
        return Advance(current.turn.value, run)

    assert await advance(talk.services, ref, older) == Progress(move="execute", effect=True)
    assert await execute_tool(ref, talk.services) == Progress(move="ask")
    assert post.sent == []


async def test_after_a_change_what_the_person_has_is_looked_at_again():
    class Noting(NothingKnown):
        def __init__(self):
            self.noted = []

        def changed(self, principal, domain):
            self.noted.append((principal.user, domain))

    async def noted(step, *fails):
        post, worlds = Post(), Noting()
        post.fails += fails
        talk = writing(post, step)
        talk.services = replace(talk.services, worlds=worlds)
        await execute_tool(await planned(talk), talk.services)
        return worlds.noted

    domain = Post().tools["mark"].domain
    assert await noted(letter("look")) == []
    assert await noted(letter("mark")) == [(OWNER, domain)]
    assert await noted(letter("mark"), ToolFailed("no", "params")) == [(OWNER, domain)]
