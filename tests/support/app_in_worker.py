"""The product at a Google on this machine, in a process that logs as the Python worker has it do.

The worker sets the root logger's level and gives it the handler that leads to Application Insights
before it loads the app; here at the level that PYTHON_ENABLE_DEBUG_LOGGING gives, its worst.
"""

import logging
import os
import sys
from dataclasses import replace
from functools import cache

logging.basicConfig(level=logging.DEBUG, stream=sys.stdout, force=True)

from host import wiring  # noqa: E402 - the app is loaded into a process that logs already
from host.azure import build  # noqa: E402
from tests.support import app_with_google  # noqa: E402


class BreakingReasoner:
    """Breaks on a message with the word in BREAKS_ON, and quotes it as libraries do."""

    def __init__(self, reasoner):
        self._reasoner = reasoner

    async def analyze_intent(self, request):
        """Understand one message, or raise what no one foresaw."""
        if os.environ["BREAKS_ON"] in request.text:
            raise ValueError(f"cannot understand {request.text!r}")
        return await self._reasoner.analyze_intent(request)

    def __getattr__(self, name):
        return getattr(self._reasoner, name)


@cache
def services():
    """Put the product together with what breaks."""
    there = app_with_google.services()
    return replace(there, reasoner=BreakingReasoner(there.reasoner))


app = build(services, wiring.edge)
