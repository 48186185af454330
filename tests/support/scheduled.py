"""A tenant with one agent, whose schedules fall due by hand."""

from dataclasses import replace
from datetime import timedelta

from shared.agents import schedules
from shared.agents.schedules import Wish
from shared.decisions import lifecycle, scheduling
from shared.errors import Conflict
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.rows import INBOX, TRANSCRIPT
from shared.models.schedule import Recurrence
from shared.naming import thread_key
from shared.sweeper import sweep
from tests.support.engine import RecordingEngine
from tests.support.fakes import NOON, TENANT, Conversation

ADA = Principal(tenant=TENANT, user="ada", roles=("member",))
BOB = Principal(tenant=TENANT, user="bob")
REPORTER = Agent(id="reporter", name="Weekly Reporter", description="Reports on the week")
HOURLY = Recurrence(cron="0 * * * *", zone="UTC")
ONE = NOON + timedelta(hours=1)


def planned(schedule, at):
    """Return the id of the message of a planned time."""
    return scheduling.message_id(schedule.id, at)


class Moving:
    """Schedules that somebody else always changes first."""

    def __init__(self, schedules):
        self._schedules = schedules

    def __getattr__(self, name):
        return getattr(self._schedules, name)

    async def put(self, schedule, etag):
        raise Conflict("somebody was faster")


class Desk:
    """A tenant with one agent, whose schedules run by hand."""

    def __init__(self):
        self.talk = Conversation()
        self.clock = self.talk.clock
        self.engine = RecordingEngine()
        self.services = self.talk.services

    async def agent(self, **changes):
        """Create the agent, or change it."""
        agents = self.services.agents
        known = [one for one in await agents.list(TENANT) if one.id == REPORTER.id]
        etag = (await agents.get(TENANT, REPORTER.id))[1] if known else None
        base = known[0] if known else REPORTER
        await agents.save(TENANT, base.model_copy(update=changes), etag)

    async def no_agent(self):
        _, etag = await self.services.agents.get(TENANT, REPORTER.id)
        await self.services.agents.delete(TENANT, REPORTER.id, etag, self.clock.now())

    async def make(self, when="every hour", who=ADA, **wish):
        wanted = Wish(agent="reporter", request="report the week", when=when, **wish)
        return await schedules.create(self.services, who, wanted)

    async def now(self, schedule):
        found = await self.services.schedules.get(schedule.tenant, schedule.id)
        return found.value

    async def states(self, schedule):
        return [run.state for run in (await self.now(schedule)).runs]

    async def wait_until(self, time):
        self.clock.advance(seconds=(time - self.clock.now()).total_seconds())

    async def sweep_at(self, time):
        await self.wait_until(time)
        return await sweep(self.engine, self.services)

    async def head(self, schedule):
        key = thread_key(TENANT, schedule.owner, schedule.thread)
        return await self.services.threads.head(key)

    async def said(self, thread):
        """Return what was taken in of a thread: (message id, text) each."""
        key = thread_key(TENANT, ADA.user, thread)
        inbox = await self.services.threads.page(key, INBOX, 1, 1000)
        return [(message.message_id, message.text) for message in inbox]

    async def told(self, thread):
        key = thread_key(TENANT, ADA.user, thread)
        said = await self.services.threads.page(key, TRANSCRIPT, 1, 1000)
        return [message.text for message in said if message.role == "assistant"]

    async def finish(self, thread):
        """Answer everything that waits in a thread."""
        key = thread_key(TENANT, ADA.user, thread)
        head = await self.services.threads.head(key)
        done = head.value.model_copy(
            update={"claimed": head.value.accepted, "phase": "parked", "request": None}
        )
        await self.services.threads.commit(head, lifecycle.park(done, self.clock.now()))

    async def bring(self, thread, **update):
        """Bring a thread into a state."""
        key = thread_key(TENANT, ADA.user, thread)
        head = await self.services.threads.head(key)
        changed = head.value.model_copy(update=update)
        change = replace(lifecycle.park(changed, self.clock.now()), thread=changed)
        await self.services.threads.commit(head, change)

    async def due(self):
        return [
            entry
            for entry in await self.services.due.ripe(NOON + timedelta(days=900), 1000)
            if entry.kind == "schedule"
        ]
