"""The product whose Google is the one on this machine that GOOGLE_SERVER names."""

import os
from dataclasses import replace
from functools import cache

from host import wiring
from host.azure import build
from shared.connectors.google.provider import PROVIDER

GOOGLE = os.environ["GOOGLE_SERVER"]


def _there(rest_for):
    return lambda _base: rest_for(f"{GOOGLE}/www")


LOCAL = replace(
    PROVIDER,
    authorize_url=f"{GOOGLE}/authorize",
    token_url=f"{GOOGLE}/token",
    revoke_url=f"{GOOGLE}/revoke",
    open=lambda account, rest_for, clock: PROVIDER.open(account, _there(rest_for), clock),
    identity=lambda rest_for: PROVIDER.identity(_there(rest_for)),
)


@cache
def services():
    """Put the product together with that Google alone."""
    chosen = wiring.settings()
    return wiring.build_services(
        chosen, wiring.tables(chosen), wiring.reasoner(chosen), providers=(LOCAL,)
    )


app = build(services, wiring.edge)
