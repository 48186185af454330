"""What people say in one thread each, once every answer is there, or before if they are hasty."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from api.intake import take_answer
from api.runs import stop
from shared.conversation import later
from shared.conversation.attempts import Plan, attempt
from shared.conversation.doorbell import instance_id, ring
from shared.conversation.taking import take_message
from shared.decisions import lifecycle
from shared.errors import Conflict, NotFound, RequestClosed, StorageFailed
from shared.models.principal import Principal
from shared.models.rows import REQUEST
from shared.models.thread import Answer
from shared.models.threads_in import NewMessage
from tests.support.seeded.town import ASK_REGIONS
from tests.support.simulation import TENANT

LONGEST = timedelta(hours=1)
"""After that a conversation will never rest."""
_LOOKS_EVERY_S = 0.5
_TRIES_AGAIN_S = 2.0
ACCEPT, CANCEL, DELETE = "accept by button", "cancel the run", "delete the thread"


@dataclass(frozen=True)
class Script:
    """What is said, and how many mails with the thread's own word may have gone out at the end.

    Where it is `timed`, somebody who takes too long is left out of the answer.
    """

    name: str
    lines: tuple[str, ...]
    mails: int = 0
    timed: bool = False


_SEND = "@email send an email to sarah.chen@company.com saying {word}"
SCRIPTS = (
    Script("a search", ("Show me emails from Sarah about the budget", "Show me emails from John")),
    Script("which John", ("Show me emails from John", "The client")),
    Script("a question", ("what can you do?",)),
    Script(
        "several commands",
        ("find contact info for John Doe, and find contact info for Sarah Chen",),
    ),
    Script("several agents", (ASK_REGIONS,), timed=True),
    Script("a mail", (_SEND, "yes"), mails=1),
    Script("a mail by button", (_SEND, ACCEPT), mails=1),
    Script("no mail", (_SEND, "no")),
    Script("another wish", (_SEND, "Show me emails from Sarah about the budget")),
    Script("an agent", ("Create an agent that files my invoices", "never mind")),
    Script("a stop", ("Show me emails from Sarah about the budget", CANCEL)),
    Script("a mail and no more", (_SEND, "yes", DELETE), mails=1),
)


@dataclass
class Conversation:
    """One thread, what was said in it, and what was taken in."""

    town: object
    thread: str
    script: Script
    said: list[str] = field(default_factory=list)
    accepted: dict[str, str] = field(default_factory=dict)
    """The text of each message that was taken in, by its id."""
    agreed: bool = False
    """Whether the person ever said or pressed yes."""
    broken: list[str] = field(default_factory=list)

    @property
    def key(self):
        return self.town.key(self.thread)

    @property
    def person(self):
        """Whose thread it is: each has a person of its own, who remembers nothing of the others."""
        return Principal(tenant=TENANT, user=self.town.owner(self.thread), roles=("builder",))

    @property
    def word(self):
        return f"zebra{self.thread}"

    async def hold(self):
        """Say everything, and wait until nothing more comes."""
        await asyncio.sleep(self.town.weather.random.uniform(0, 3))
        for number, line in enumerate(self.script.lines, 1):
            await self._act(line.format(word=self.word), f"{self.thread}-m{number}")
            hasty = line != self.script.lines[-1] and self.town.weather.strikes("hasty")
            if hasty:
                await asyncio.sleep(self.town.weather.random.uniform(0, 3))
            elif not await self.rested():
                self.broken.append(f"it never rests after {line!r}")
                return

    async def _act(self, line, name):
        self.said.append(line)
        if line in {"yes", ACCEPT}:
            self.agreed = True
        if line == ACCEPT:
            await asyncio.gather(self._press(f"{name}-a"), self._press(f"{name}-b"))
        elif line == CANCEL:
            first = f"run-{self.thread}-m1"
            await self._tried(lambda: self._stop(first))
        elif line == DELETE:
            await self._tried(self._delete)
        else:
            await self._say(line, name)
        await self._ring()

    async def _say(self, text, name):
        """Send it until it is taken in, and now and then once more."""
        again = self.town.weather.strikes("again")
        for _ in range(2 if again else 1):
            due = self.town.clock.now() + self.town.limits.rescue
            message = NewMessage(
                text=text, message_id=name, run_id=f"run-{name}", digest=text, due_at=due
            )
            await self._tried(
                lambda: take_message(self.town.services, self.person, self.thread, message)  # noqa: B023
            )
        self.accepted[name] = text

    async def _press(self, run):
        threads = self.town.services.threads
        head = await self._tried(lambda: threads.head(self.key))
        if head is None or head.value.request is None:
            return
        asked = head.value.request

        def read(_):
            return Answer(outcome="answered", action="accept")

        await self._tried(
            lambda: take_answer(
                self.town.services,
                self.person,
                self.thread,
                asked,
                run_id=run,
                digest=run,
                read=read,
            )
        )

    async def _stop(self, run):
        await stop(self.town.port, self.town.services, self.person, self.thread, run)

    async def _delete(self):
        services = self.town.services

        async def plan(head):
            if head is None or head.value.deleted:
                return Plan(None)
            now = self.town.clock.now()
            change = lifecycle.tombstone(head.value, now)
            return Plan(None, change, (later.purge(self.key, now),))

        await attempt(services, self.key, plan)

    async def _tried(self, call: Callable):
        """Make a request again for as long as nobody answers it, as clients do."""
        while True:
            try:
                return await call()
            except StorageFailed:
                await asyncio.sleep(_TRIES_AGAIN_S)
            except (RequestClosed, NotFound):
                return None
            except Conflict as busy:
                self.broken.append(f"refused: {busy}")
                return None

    async def _ring(self):
        if not self.town.weather.strikes("ring"):
            await ring(self.town.port, self.town.services.threads, self.key)

    async def rested(self):
        """Wait until nothing is left to do; False if that does not come to be."""
        until = self.town.clock.now() + LONGEST
        while self.town.clock.now() < until:
            await asyncio.sleep(_LOOKS_EVERY_S)
            try:
                if await self._resting():
                    return True
            except StorageFailed:
                continue
        return False

    async def _resting(self):
        head = await self.town.services.threads.head(self.key)
        if DELETE in self.said:
            return head is None and await self._ended()
        if head is None:
            return False
        if head.value.phase == "parked":
            return head.value.pending == 0 and await self._ended()
        if head.value.phase != "waiting":
            return False
        asked = await self.town.services.threads.get(self.key, REQUEST, head.value.request)
        return asked.value.takes_answers and not await self._ended()

    async def _ended(self):
        return not await self.town.port.alive(instance_id(self.key))
