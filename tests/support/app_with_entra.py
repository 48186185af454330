"""The product whose Entra and Graph are the ones on this machine that ENTRA_SERVER names."""

import os
from dataclasses import replace
from functools import cache

import requests

from host import wiring
from host.azure import build
from shared.connectors.microsoft.flow import AUTHORITY, microsoft_flow
from shared.connectors.microsoft.provider import PROVIDER

SERVER = os.environ["ENTRA_SERVER"]


class _Rerouted(requests.Session):
    """Microsoft's library wants https; here it is led to this machine instead."""

    def __init__(self):
        super().__init__()
        self.trust_env = False
        self.verify = os.environ.get("SSL_CERT_FILE") or True

    def request(self, method, url, *given, **named):
        assert url.startswith(AUTHORITY), url
        return super().request(method, url.replace(AUTHORITY, SERVER, 1), *given, **named)


def _there(rest_for):
    return lambda _base: rest_for(f"{SERVER}/graph")


LOCAL = replace(
    PROVIDER,
    open=lambda account, rest_for, clock: PROVIDER.open(account, _there(rest_for), clock),
    identity=lambda rest_for: PROVIDER.identity(_there(rest_for)),
    flow=lambda provider, ours, outside: microsoft_flow(provider, ours, outside, _Rerouted()),
)


@cache
def services():
    """Put the product together with that Microsoft alone."""
    chosen = wiring.settings()
    return wiring.build_services(
        chosen, wiring.tables(chosen), wiring.reasoner(chosen), providers=(LOCAL,)
    )


app = build(services, wiring.edge)
