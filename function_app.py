"""Entry point the Functions host loads; `host/manifest.py` lists what the app exposes."""

from host.azure import build
from host.wiring import edge, services, settings

settings()  # a wrong one stops the start, with a sentence that names it
app = build(services, edge)
