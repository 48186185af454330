"""The providers whose accounts can be connected here: those the product is registered with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from shared.connectors.code_flow import CodeFlow
from shared.connectors.oauth import Flow, Outside, Registration
from shared.connectors.provider import Provider, RestFor
from shared.connectors.rest import Rest, Tokens


@dataclass(frozen=True)
class Connectable:
    """A provider, how to sign in to it, and what its accounts are reached with."""

    provider: Provider
    flow: Flow
    outside: Outside

    def rest_for(self, tokens: Tokens) -> RestFor:
        """Return what makes the requests of the account that these tokens are of."""

        def rest(base: str) -> Rest:
            outside = self.outside
            return Rest(outside.client, base, tokens, self.provider.name, outside.pause)

        return rest


def offered(
    providers: Sequence[Provider],
    registrations: Mapping[str, Registration],
    outside: Callable[[], Outside],
) -> dict[str, Connectable]:
    """Return the providers by id that there is a client id for."""
    known = [(one, registrations[one.id]) for one in providers if one.id in registrations]
    registered = [(one, ours) for one, ours in known if ours.client_id]
    if not registered:
        return {}
    reached = outside()
    return {
        one.id: Connectable(one, (one.flow or CodeFlow)(one, ours, reached), reached)
        for one, ours in registered
    }
