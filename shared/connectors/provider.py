"""What a provider of accounts is: where a person connects one, and what opens it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from shared.connectors.oauth import Flow, Outside, Registration
from shared.connectors.rest import Rest
from shared.models.profile import Account
from shared.ports import Clock

RestFor = Callable[[str], Rest]
"""Gives the requests of one account to the API at a base address."""


@dataclass(frozen=True)
class Provider:
    """A provider, as OAuth and the registry of connections see it.

    `domains` (email, calendar, ...) are what an account can be used for, `scopes` what each of
    them needs, and `authorize` is what the authorization request says besides OAuth's own
    parameters. `apis` are the base addresses by service. `open` returns what serves an account's
    domains, by port; `identity` the address an account goes by. `revoke_url` is "" where there is
    none.

    What its OAuth endpoints want: `basic`, the client's credentials in a header and JSON instead of
    a form; `pkce`, a proof that whoever brings the code began; `headers`, besides. `place` is where
    their answer names the team, where one address may belong to several. `flow` signs in where the
    ordinary way does not do.
    """

    id: str
    name: str
    domains: frozenset[str]
    authorize_url: str
    token_url: str
    revoke_url: str
    scopes: Mapping[str, tuple[str, ...]]
    apis: Mapping[str, str]
    open: Callable[[Account, RestFor, Clock], Mapping[type, object]]
    identity: Callable[[RestFor], Awaitable[str]]
    authorize: Mapping[str, str] = field(default_factory=dict[str, str])
    basic: bool = False
    pkce: bool = True
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    place: tuple[str, ...] = ()
    flow: Callable[["Provider", Registration, Outside], Flow] | None = None

    def scopes_of(self, domains: Sequence[str]) -> list[str]:
        """Return what these domains need, each once."""
        return list(dict.fromkeys(scope for domain in domains for scope in self.scopes[domain]))
