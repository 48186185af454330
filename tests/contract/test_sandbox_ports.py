"""The sandbox keeps the contract of every port."""

import uuid
from datetime import UTC, datetime

import pytest

from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from tests.contract.workspace_contract import (
    AddressBookContract,
    CalendarContract,
    ChatContract,
    MailboxContract,
    PagesContract,
    SheetsContract,
)
from tests.support.fakes import ManualClock

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)
EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})


@pytest.fixture(scope="module")
def prefix():
    """Fill the accounts once: the contract takes them as it finds them."""
    return f"t{uuid.uuid4().hex}"


@pytest.fixture
def now():
    return WEDNESDAY


@pytest.fixture
async def workspace(rows):
    workspaces = SandboxWorkspaces(rows, ManualClock(WEDNESDAY), EVERYTHING)
    return await workspaces.open(Principal(tenant="acme", user="alex"))


class TestSandboxMailbox(MailboxContract):
    pass


class TestSandboxCalendar(CalendarContract):
    @pytest.fixture
    def prefix(self):
        """Fill a calendar for each test: one's events would be in the way of another's."""
        return f"t{uuid.uuid4().hex}"


class TestSandboxAddressBook(AddressBookContract):
    pass


class TestSandboxChat(ChatContract):
    pass


class TestSandboxSheets(SheetsContract):
    pass


class TestSandboxPages(PagesContract):
    pass
