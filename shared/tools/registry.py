"""Every service of a workspace: a new one is its folder and a line here."""

from dataclasses import replace

from shared.tools.across.service import SERVICE as ACROSS
from shared.tools.calendar.service import SERVICE as CALENDAR
from shared.tools.contacts.service import SERVICE as CONTACTS
from shared.tools.email.service import SERVICE as EMAIL
from shared.tools.pages.service import SERVICE as PAGES
from shared.tools.sheets.service import SERVICE as SHEETS
from shared.tools.slack.service import SERVICE as SLACK
from shared.tools.tool import Toolbox

SERVICES = (EMAIL, CALENDAR, CONTACTS, SLACK, SHEETS, PAGES, ACROSS)

DOMAINS = tuple(dict.fromkeys(service.domain for service in SERVICES))
"""What can be connected."""

TOOLS: Toolbox = {
    tool.name: replace(tool, domain=service.domain)
    for service in SERVICES
    for tool in service.tools
}
