"""Every service of a workspace: a new one is its folder, a line here and one in `DOMAINS`."""

from collections.abc import Iterable
from dataclasses import replace

from shared.tools.service import Service
from shared.tools.tool import Tool, Toolbox
from shared.tools.undoing.tools import undoing_tools
from shared.workspace.across.service import SERVICE as ACROSS
from shared.workspace.calendar.service import SERVICE as CALENDAR
from shared.workspace.contacts.service import SERVICE as CONTACTS
from shared.workspace.domains import DOMAINS
from shared.workspace.email.service import SERVICE as EMAIL
from shared.workspace.pages.service import SERVICE as PAGES
from shared.workspace.sheets.service import SERVICE as SHEETS
from shared.workspace.slack.service import SERVICE as SLACK

__all__ = ["DOMAINS", "INVERSE", "REVERSING", "SERVICES", "TOOLS"]

SERVICES = (EMAIL, CALENDAR, CONTACTS, SLACK, SHEETS, PAGES, ACROSS)


def _named(tools: Iterable[tuple[Service, tuple[Tool, ...]]]) -> dict[str, Tool]:
    return {
        tool.name: replace(tool, domain=service.domain) for service, own in tools for tool in own
    }


_DOING = _named((service, service.tools) for service in SERVICES)
INVERSE: Toolbox = _named((service, service.inverse) for service in SERVICES)
"""Tools that only take back what others did: nobody plans them."""
REVERSING: Toolbox = {**_DOING, **INVERSE}
"""All that can take back what another tool did."""
_UNDOING = undoing_tools(REVERSING)
TOOLS: Toolbox = {**_DOING, **{tool.name: tool for tool in _UNDOING}}
"""Every tool that can be planned, by name; those that take back what others did, included."""
