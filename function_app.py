"""Entry point the Functions host loads; `host/manifest.py` lists what the app exposes."""

from host.azure import build
from host.first_use import edge, services
from host.settings import settings

settings()  # a wrong one stops the start, with a sentence that names it
app = build(services, edge)
