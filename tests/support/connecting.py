"""Connected accounts over memory, at a provider whose every answer is scripted."""

import base64
from urllib.parse import parse_qs, urlsplit

from shared.connectors.accounts import ConnectedAccounts
from shared.connectors.grants import Grants
from shared.connectors.oauth import Outside, Registration
from shared.connectors.offered import offered
from shared.connectors.provider import Provider
from shared.connectors.rest import Request
from shared.connectors.tickets import Tickets
from shared.connectors.workspaces import ConnectedWorkspaces
from shared.models.connection import Wish
from shared.models.principal import Principal
from shared.models.profile import Account
from shared.storage.connections import StoredConnections
from shared.storage.memory import MemoryRows
from shared.workspace.email.port import Mailbox
from tests.support.fakes import ManualClock, OneWorkspace
from tests.support.wire.peer import Peer

ANN = Principal(tenant="acme", user="ann")
API = "https://acme.example"
BACK = "https://app.example/api/v1/connections/callback"
TOKEN = {"access_token": "a1", "refresh_token": "r1", "expires_in": 3600}


def key_of(number):
    """One of several keys that look random enough."""
    return base64.b64encode(bytes((number * 37 + place * 11) % 256 for place in range(32))).decode()


class AcmeMailbox:
    """As much of a mailbox as is needed to see whose it is."""

    def __init__(self, rest, account):
        self._rest = rest
        self.account = account

    async def get(self, mail_id):
        return await self._rest.read(Request("GET", f"/mails/{mail_id}"))

    async def delivery(self, mail_id):
        return await self.get(mail_id)


def _open(account: Account, rest_for, _clock):
    return {Mailbox: AcmeMailbox(rest_for(API), account)} if "email" in account.domains else {}


async def _identity(rest_for):
    return (await rest_for(API).read(Request("GET", "/me")))["email"]


ACME = Provider(
    id="acme",
    name="Acme",
    domains=frozenset({"email", "calendar"}),
    authorize_url=f"{API}/authorize",
    token_url=f"{API}/token",
    revoke_url=f"{API}/revoke",
    scopes={"email": ("mail",), "calendar": ("events",)},
    apis={},
    open=_open,
    identity=_identity,
)


class Connecting:
    """Everything that connecting an account takes; `peer` is Acme. `keys` seal, newest first."""

    def __init__(self, keys=None, clock=None, providers=(ACME,), registrations=None, peer=None):
        self.clock = clock or ManualClock()
        self.peer = peer or Peer()
        self.peer.on("POST", "/token", TOKEN).on("POST", "/revoke", {})
        self.peer.on("GET", "/me", {"email": "ann@acme.example"})
        self.peer.on("GET", "/mails/.*", {"subject": "Hello"})
        self.sandbox = OneWorkspace()
        self.rows = MemoryRows()
        self.connections = StoredConnections(self.rows)
        self.providers = providers
        self.registrations = registrations or {"acme": Registration("us", "secret")}
        self.keyed(*([key_of(1)] if keys is None else keys))

    def keyed(self, *keys):
        """Start again, as a process does that is given these keys."""
        grants = Grants(self.connections, keys)
        there = offered(self.providers, self.registrations, self._outside)
        tickets = Tickets(self.connections, self.clock)
        self.accounts = ConnectedAccounts(there, self.connections, grants, tickets, self.clock)
        self.workspaces = ConnectedWorkspaces(
            self.sandbox, there, self.connections, grants, self.clock, _link
        )
        return self

    def _outside(self):
        return Outside(self.peer.client(), self.clock, self._pause)

    async def _pause(self, seconds):
        self.clock.advance(seconds=seconds)

    async def begin(self, person=ANN, browser="b", **wish):
        """Begin a sign-in; return the state."""
        given = {"provider": "acme", "back": BACK, "browser": browser, **wish}
        return (await self.accounts.start(person, Wish(**given))).state

    async def connect(self, email="ann@acme.example", person=ANN, **wish):
        """Connect an account; return it."""
        self.peer.on("GET", "/me", {"email": email})
        state = await self.begin(person, **wish)
        answer = {"code": "c", "state": state}
        finished = await self.accounts.finish(state, answer, caller=person, browser="")
        return finished.connection

    async def stored(self, person=ANN):
        """Return every account of a person as it is kept."""
        return [one.value for one in await self.connections.list(person)]

    def asked(self, path="/token"):
        """Return the forms an endpoint was sent."""
        calls = self.peer.calls("POST", path)
        return [
            {name: values[0] for name, values in parse_qs(seen.content.decode()).items()}
            for seen in calls
        ]


async def _link(person, reach):
    return f"https://app.example/{reach.provider}?account={reach.account}"


def query_of(url):
    """Return the parameters of an address, each with its one value."""
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
