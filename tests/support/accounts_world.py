"""A world whose people have accounts: real providers' adapters over scripted peers."""

import json
import re
from dataclasses import dataclass, field, replace

from shared.connectors.google.provider import PROVIDER as GOOGLE
from shared.connectors.rest import ReauthNeeded
from shared.models.principal import Principal
from shared.models.profile import Account
from shared.models.rows import AGENT_RUN, Change
from shared.models.thread import Thread
from shared.storage.keys import thread_key
from shared.tools.workspace import Workspace
from tests.support.simulation import OWNER, TENANT, World

ADA = Principal(tenant=TENANT, user=OWNER)
ADDRESS = "ada@acme.example"
_SECRET = "ya29.secret-"  # noqa: S105 - what must not be found anywhere
_MACHINERY = re.compile(r"Traceback|[a-z]+_[a-z]+_[a-z]+|\bError\b|\{\s*\"|[<>]html|None\b")
"""What is not for people: names of tools, errors and code."""


class AccessTokens:
    """As many tokens as `lives`, each good until a provider refuses it; then a new sign-in."""

    def __init__(self, provider, lives=2):
        self.asked = 0
        self._provider = provider
        self._life, self._lives = 1, lives

    async def token(self, *, refused=""):
        self.asked += 1
        if refused == f"{_SECRET}{self._life}":
            self._life += 1
        if self._life > self._lives:
            message = f"{self._provider} needs you to sign in again."
            raise ReauthNeeded(message, self._provider)
        return f"{_SECRET}{self._life}"


def account(provider, *domains, email=ADDRESS):
    return Account(id="one", provider=provider, email=email, name="Ada Byron", domains=domains)


def at_google(peer, clock, *domains, email=ADDRESS, tokens=None):
    """Return what opens a workspace of one Google account, for mail unless said otherwise."""
    return opened(GOOGLE, peer, clock, domains or ("email",), email, tokens)


def opened(provider, peer, clock, domains, email=ADDRESS, tokens=None):
    """Return what opens a workspace of one account, as the provider's own adapters serve it."""
    about, held = account(provider.id, *domains, email=email), tokens or AccessTokens(provider.name)

    def open_anew():
        ports = provider.open(about, lambda base: peer.rest(base, provider.name, held), clock)
        return Workspace(ports, (about,))

    return open_anew


@dataclass
class Connected:
    """What opens the workspaces of several people, anew for each call; nobody else has any."""

    openers: dict = field(default_factory=dict)

    async def connected(self, principal):
        accounts = (await self.open(principal)).accounts
        return frozenset(domain for one in accounts for domain in one.domains)

    async def open(self, principal):
        return self.openers[principal.tenant, principal.user]()


class AccountsWorld(World):
    """A world in which `connect` says who has which accounts; a thread belongs to one person."""

    def __post_init__(self):
        super().__post_init__()
        self.connected = Connected()
        self.services = replace(self.services, workspaces=self.connected)
        self._owners = {}
        self._said = 0

    def connect(self, opener, person=ADA, thread="t"):
        """Give a person the accounts it opens, and no others; the thread is theirs."""
        self.connected.openers[person.tenant, person.user] = opener
        self._owners[thread] = person

    def key(self, thread="t"):
        owner = self._owners.get(thread, ADA)
        return thread_key(owner.tenant, owner.user, thread)

    async def put(self, text, message_id, *, thread="t", **options):
        threads, key = self.services.threads, self.key(thread)
        if await threads.head(key) is None:
            now, owner = self.clock.now(), self._owners.get(thread, ADA)
            whose = {"tenant": owner.tenant, "owner": owner.user}
            begun = Thread(key=key, id=thread, created_at=now, updated_at=now, **whose)
            await threads.commit(None, Change(begun))
        await super().put(text, message_id, thread=thread, **options)

    async def ask(self, text, thread="t", **options):
        """Say something and return the answer, which must be fit for a person to read."""
        self._said += 1
        await self.say(text, f"m{self._said}", thread=thread, **options)
        role, answer = (await self.transcript(thread))[-1]
        broken = [run.detail for run in self.ran if run.outcome == "failed"]
        assert role == "assistant", f"nothing was answered to {text!r}: {broken}"
        assert not _MACHINERY.search(answer), answer
        assert _SECRET not in await self._everything_kept(thread)
        return answer

    async def run(self, thread="t"):
        """Return the agent run of the latest turn."""
        head = await self.head(thread)
        return (await self.services.threads.get(head.key, AGENT_RUN, head.turns)).value

    async def error(self, thread="t"):
        """Return the kind of the error that ended the latest run, and whether it may pass."""
        error = (await self.run(thread)).response.error
        return (error.type, error.recoverable)

    async def _everything_kept(self, thread):
        logged = [event.event for event in await self.events(thread)]
        run = await self.services.threads.get(self.key(thread), AGENT_RUN, 1)
        return json.dumps(logged) + (run.value.model_dump_json() if run else "")
