"""Entry point the Functions host loads; `host/manifest.py` lists what the app exposes."""

from host.azure import build
from host.wiring import edge, services

app = build(services, edge)
