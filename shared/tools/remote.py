"""An agent of another system as a tool of ours: one message to it, and what it says to that.

What its card says of it, and what it answers, is other people's text: it is bounded, nothing in it
can be followed, and it agrees to nothing of ours. A question of its is put to the person, and what
they say goes back to it under the same task.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from shared.decisions.chains import handed_on
from shared.decisions.links import inert
from shared.decisions.quoting import quote
from shared.decisions.risk import Arguments, Follow, ToolRules
from shared.errors import ToolFailed
from shared.models.agent import Agent, Capabilities, HandoffCapability, Skill
from shared.models.base import MAX_MESSAGE_CHARACTERS, Json, Payload
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.remote import Letter, RemoteAgent, Reply
from shared.models.run import Card
from shared.ports import Envoy
from shared.tools.giving import given_in, in_words, kept
from shared.tools.tool import Desk, Prepared, Said, Tool
from shared.tools.wording import one_line

MAX_SHOWN_CHARACTERS = 12_000
MAX_QUESTION_CHARACTERS = 3_000
PREFIX = "a2a_"
_MAX_EXAMPLES = 20
_SIGNED_IN = "Sign in only if you know it. Tell me when that is done: what you say goes to it."


class Message(Payload):
    """What is said to the agent; `task` and `context` are what it goes on with, if anything.

    `signed_in`: it answers that somebody was to sign in with it.
    """

    message: str = Field(
        max_length=MAX_MESSAGE_CHARACTERS,
        description="What to ask of the agent: all that it needs to know, in whole sentences",
    )
    task: SkipJsonSchema[str] = ""
    context: SkipJsonSchema[str] = ""
    signed_in: SkipJsonSchema[bool] = False


def is_remote(tool: str) -> bool:
    """Return whether a name is that of the tool that talks to an agent of another system."""
    return tool.startswith(PREFIX)


def called(remote: str) -> str:
    """Return the name of the tool that talks to a remote agent."""
    return f"{PREFIX}{remote}"


def origin_of(remote: str) -> str:
    """Return what our agent that stands for a remote one was made by."""
    return f"a2a/{remote}"


def agent_of(remote: RemoteAgent) -> Agent:
    """Return a remote agent as one of the organisation's: found by what its card says."""
    skills = tuple(
        Skill(id=f"skill-{number}", name=one.name, description=one.description, tags=one.tags)
        for number, one in enumerate(remote.card.skills, start=1)
    )
    examples = dict.fromkeys(one for skill in remote.card.skills for one in skill.examples)
    return Agent(
        id=remote.id,
        name=remote.card.name,
        description=remote.card.description,
        skills=skills,
        examples=tuple(examples)[:_MAX_EXAMPLES],
        tools=(called(remote.id),),
        origin=origin_of(remote.id),
        capabilities=Capabilities(handoff=HandoffCapability(supports_handoff=True)),
    )


def plan_for(tools: Sequence[str], request: str, contexts: Mapping[str, str]) -> ToolPlan | None:
    """Return the plan of an agent that only passes on what it is asked; None for any other.

    `contexts` are what the conversation had with each tool before.
    """
    if len(tools) != 1 or not is_remote(tools[0]):
        return None
    [tool] = tools
    said: dict[str, Json] = {"message": quote(request), "context": contexts.get(tool, "")}
    return ToolPlan(steps=(PlannedStep(tool=tool, arguments=said),))


@dataclass(frozen=True)
class _Remote:
    """One remote agent, and who talks to it."""

    envoy: Envoy
    tenant: str
    agent: RemoteAgent

    @property
    def name(self) -> str:
        return self.agent.card.name

    @property
    def where(self) -> str:
        return self.agent.card.interfaces[0].url

    async def call(self, desk: Desk, given: Message) -> Json:
        """Say it, or look what became of what was said."""
        if not given.message.strip() and not given.task:
            raise ToolFailed(f"There is nothing to ask {self.name}.", "params")
        letter = Letter(
            id=desk.effect.id,
            text=given.message,
            task=given.task,
            context=given.context,
            chain=handed_on(desk.chain, self.where, self.name),
            signed_in=given.signed_in,
            again=desk.effect.again,
            noted=desk.effect.handle,
            note=desk.effect.note,
            told=self._told(desk),
        )
        reply = await self.envoy.say(self.tenant, self.agent, letter)
        files = await kept(desk.uploads, reply.sent, self.name)
        every = (*reply.given, *files.given)
        whole = reply.model_copy(update={"sent": (), "given": every, "besides": files.besides})
        return whole.model_dump(mode="json")

    def _told(self, desk: Desk) -> Callable[[str], Awaitable[None]]:
        """Return what says aloud what the agent says, under its name."""
        begun = False

        async def told(text: str) -> None:
            nonlocal begun
            if text:
                await desk.told(text if begun else f"{self.name}:\n\n{text}")
                begun = True

        return told

    async def prepare(self, _desk: Desk, given: Message) -> Prepared:
        """Show what will be said, and to whom."""
        fields = (("To", self.name), ("At", urlsplit(self.where).netloc))
        card = Card(title=f"Ask {self.name}", fields=fields, body=given.message)
        return Prepared(given.model_dump(mode="json"), card)

    def follows(self, _arguments: Arguments, result: Json) -> Follow | None:
        """Return what goes on: a question of its, or another look at what takes it long."""
        reply = Reply.recorded(result)
        go_on: dict[str, Json] = {"task": reply.task, "context": reply.context}
        said = inert(reply.text)[:MAX_QUESTION_CHARACTERS]
        if reply.state == "asks":
            return Follow(go_on, f"{self.name} asks:\n\n{said or 'What else should it know?'}")
        if reply.state == "signs_in":
            first = f"{self.name} wants you to sign in with it first"
            told = f"{first}. It says:\n\n{said}" if said else f"{first}, and does not say where."
            return Follow({**go_on, "signed_in": True}, f"{told}\n\n{_SIGNED_IN}")
        return Follow({"message": "", **go_on}) if reply.state == "working" else None

    def say(self, said: Said) -> str:
        """Word what it answered."""
        reply = Reply.recorded(said.result)
        text = inert(reply.text)
        sent = in_words(reply.given)
        sent += f"\n\n(It also sent {reply.besides}, left out here.)" if reply.besides else ""
        shown = text[:MAX_SHOWN_CHARACTERS] or ("" if sent else "It answered nothing.")
        cut = reply.cut or len(text) > MAX_SHOWN_CHARACTERS
        rest = "\n\n(The rest is left out.)" if cut else ""
        return f"{self.name}:\n\n{shown}{rest}{sent}" if shown else f"{self.name}:{sent}"

    def told(self, _said: Said) -> str:
        """Name the message later on."""
        return f"Asked {self.name}"

    def as_tool(self) -> Tool:
        """Return it as agents have it."""
        about = one_line(self.agent.card.description)
        rules = ToolRules(
            lambda _given, _who: "low", changes=True, follows=self.follows, context="context"
        )
        return Tool(
            called(self.agent.id),
            f"Asks {self.name}, an agent of another system, which says of itself: {about}",
            Message,
            rules,
            self.call,
            self.say,
            prepare=self.prepare,
            gives=given_in,
            told=self.told,
        )


def tools_of(envoy: Envoy, tenant: str, agents: Sequence[RemoteAgent]) -> Mapping[str, Tool]:
    """Return the tools that talk to remote agents, by the names they have here."""
    return {called(one.id): _Remote(envoy, tenant, one).as_tool() for one in agents}
