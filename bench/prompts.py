"""How long the prompts of everyday requests are, and how much of them never changes."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import takewhile

from evals.report import table
from shared.errors import UpstreamMalformed
from shared.models.intent import Candidate
from shared.models.own_mail import OwnMail
from shared.models.profile import Account, Profile
from shared.models.reasoning import ConversationContext, Exchange, IntentRequest, Reference, Usage
from shared.ports import TextStream
from shared.reasoning.model.port import Completion, Limits, Message, Tools, Wanted
from shared.reasoning.narrowing import Narrowing
from shared.reasoning.openai_reasoner import OpenAIReasoner
from shared.reasoning.tokens import tokens_in
from shared.understanding.reader import Reader
from shared.workspace.registry import SERVICES, TOOLS

MOST_TOKENS = 2_500
LEAST_STABLE = 0.70
_TODAY = "2026-11-27"
KINDS = {
    "search mail": ("Show me emails from Sarah about the budget", "any mail from Tom this week?"),
    "unanswered mail": ("Which emails wait for my answer?", "who is still waiting for a reply?"),
    "reply": ("Reply to the first one that Thursday works", "answer him that I agree"),
    "send mail": ("Send Grace a mail that I'm late", "email Bo: the keys are at the desk"),
    "sort mail": ("Archive all newsletters", "star the mail from Ann"),
    "look at calendar": ("What is on tomorrow?", "am I free on Friday at 3?"),
    "make a meeting": ("Meet Sarah on Thursday at 3 pm", "book lunch with Tom tomorrow at one"),
    "contacts": ("What is John Doe's number?", "who do we know at Globex?"),
    "read Slack": ("What's new in #general?", "any unread messages on Slack?"),
    "post to Slack": ("Post in #general that lunch is here", "tell #sales we closed the deal"),
    "sheets": ("Read me the Weekly Metrics sheet", "set the owner of Launch to Bo in Tasks"),
    "pages": ("Open the Project Alpha page", "add a line to the Roadmap page: ship it"),
}
"""Two messages of each kind: the rules and tools that both begin with, a server reads once."""


@dataclass(frozen=True)
class Prompt:
    """The prompts of one kind of request, in tokens."""

    kind: str
    tokens: int
    stable: int
    tools: int

    @property
    def share(self) -> float:
        """The share of the prompt that is the same for the next message of its kind."""
        return self.stable / self.tokens


class _Recorder:
    """A model that notes what it is sent, and answers that nothing is needed."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, int]] = []

    def named(self, _name: str) -> "_Recorder":
        return self

    async def complete(
        self, messages: Sequence[Message], wanted: Wanted, _limits: Limits
    ) -> Completion:
        offered = wanted.offered if isinstance(wanted, Tools) else ()
        tools = "".join(json.dumps([t.name, t.description, t.parameters]) for t in offered)
        [rules, *said] = messages
        self.sent.append((tools + rules.text, "".join(m.text for m in said), len(offered)))
        return Completion(text="nothing", usage=Usage(calls=1), problem="")

    def stream(self, _messages: Sequence[Message], _limits: Limits) -> TextStream:
        raise AssertionError("what is measured asks for no words")


async def prompts() -> list[Prompt]:
    """Put together the prompts of every kind of request."""
    narrowing = Narrowing(Reader())
    return [await _measured(kind, said, narrowing) for kind, said in KINDS.items()]


async def _measured(kind: str, said: Sequence[str], narrowing: Narrowing) -> Prompt:
    sent: list[tuple[str, str, int]] = []
    for text in said:
        model = _Recorder()
        with suppress(UpstreamMalformed):  # it calls nothing
            await OpenAIReasoner(model, narrowing).analyze_intent(_request(text))
        sent.append(model.sent[0])
    first, second = sent
    stable = tokens_in(_shared(first[0], second[0]))
    whole = max(tokens_in(fixed) + tokens_in(said) for fixed, said, _ in sent)
    return Prompt(kind, whole, stable, max(first[2], second[2]))


def _shared(first: str, second: str) -> str:
    """Return what two texts begin with, both."""
    pairs = zip(first, second, strict=False)
    return "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _request(text: str) -> IntentRequest:
    """Return a message as it comes in the middle of a conversation, everything connected."""
    agents = tuple(
        Candidate(
            agent=one.agent.id,
            name=one.agent.name,
            description=one.agent.description,
            score=0.5,
            workspace=True,
        )
        for one in SERVICES
    )
    said = (
        Exchange(role="user", text="Show me emails from Sarah"),
        Exchange(role="assistant", text="I found 2 emails from Sarah Chen:\n1. **Budget**"),
    )
    listed = (
        Reference(kind="mail", id="mail-17-1", label="Budget", ordinal=1, who="sarah@company.com"),
        Reference(kind="mail", id="mail-17-2", label="Lunch", ordinal=2, who="sarah@company.com"),
    )
    wrote = (
        OwnMail(
            to=("sarah@company.com",),
            names=("Sarah Chen",),
            text="Hi Sarah,\n\nthanks, very clear. Travel can go down by a third; the rest looks "
            "right to me, and I'll send you new figures before the end of the week.\n\nBest,\nMe",
            sent_at=datetime(2026, 11, 20, 9, tzinfo=UTC),
        ),
        OwnMail(
            to=("tom@client.com",),
            names=("Tom Fischer",),
            text="Both together works. Please don't promise anything before the end of the month.",
            sent_at=datetime(2026, 11, 21, 9, tzinfo=UTC),
        ),
    )
    account = Account(id="a", provider="google", email="me@company.com", name="Owner")
    return IntentRequest(
        text=text,
        today=_TODAY,
        agents=agents,
        tools=tuple(tool.spec for tool in TOOLS.values()),
        context=ConversationContext(exchanges=said, references=listed),
        profile=Profile(name="Owner", accounts=(account,)),
        own_mails=wrote,
    )


def report(measured: Sequence[Prompt]) -> str:
    """Return the prompts as a table."""
    rows = [(one.kind, one.tools, one.tokens, f"{one.share:.0%}", 1) for one in measured]
    return table(("request", "tools", "prompt tokens", "stable", "model calls"), rows)


def summary(measured: Sequence[Prompt]) -> dict[str, float]:
    """Return the largest prompt, and the smallest stable share."""
    return {
        "most_tokens": max(one.tokens for one in measured),
        "least_stable": round(min(one.share for one in measured), 3),
    }
