"""The sandbox workspace, and the facts about its people that conversations rely on."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from shared.connectors.sandbox import organisation
from shared.connectors.sandbox.seeding import SEEDED
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.errors import ToolFailed
from shared.models.principal import Principal
from shared.storage.keys import partition_of
from shared.storage.memory import MemoryRows
from shared.storage.rows import Upsert
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Mailbox
from shared.workspace.pages.port import Pages
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat
from tests.support.fakes import ManualClock

DOMAINS = ("email", "calendar", "contacts", "slack", "sheets", "pages")
PORTS = dict(zip(DOMAINS, (Mailbox, Calendar, AddressBook, Chat, Sheets, Pages), strict=True))
ALEX = Principal(tenant="acme", user="alex")
OTHER = Principal(tenant="acme", user="kim")
WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)


class CutRows:
    """Rows whose connection breaks after some commits."""

    def __init__(self, rows, commits):
        self._rows = rows
        self._left = commits

    def __getattr__(self, name):
        return getattr(self._rows, name)

    async def commit(self, partition, writes):
        if not self._left:
            raise ConnectionResetError
        self._left -= 1
        await self._rows.commit(partition, writes)


def workspaces(rows, domains=DOMAINS, time=WEDNESDAY):
    return SandboxWorkspaces(rows, ManualClock(time), frozenset(domains))


async def keys_of(rows, principal=ALEX):
    found = await rows.range(partition_of(principal), "!", "~", 10_000)
    return [row.key for row in found]


def complete():
    return sorted([*organisation.rows(), SEEDED])


@pytest.fixture
async def workspace():
    return await workspaces(MemoryRows()).open(ALEX)


async def test_first_use_fills_the_workspace_and_later_use_changes_nothing(rows):
    await workspaces(rows).open(ALEX)
    first = await rows.range(partition_of(ALEX), "!", "~", 10_000)
    await workspaces(rows).open(ALEX)

    assert [row.key for row in first] == complete()
    assert await rows.range(partition_of(ALEX), "!", "~", 10_000) == first


async def test_two_instances_may_fill_it_at_once(rows):
    await asyncio.gather(*(workspaces(rows).open(ALEX) for _ in range(3)))

    assert await keys_of(rows) == complete()


@pytest.mark.parametrize("commits", [0, 1, 2, 4])
async def test_a_filling_that_was_cut_off_is_finished_next_time(rows, commits):
    with pytest.raises(ConnectionResetError):
        await workspaces(CutRows(rows, commits)).open(ALEX)
    assert SEEDED not in await keys_of(rows)

    await workspaces(rows).open(ALEX)

    assert await keys_of(rows) == complete()


async def test_filling_keeps_what_is_already_there(rows):
    key, body = "contact-john-doe", organisation.rows()["contact-john-smith"]
    await rows.commit(partition_of(ALEX), [Upsert(key, body)])

    await workspaces(rows).open(ALEX)

    assert (await rows.get(partition_of(ALEX), key)).body == body


async def test_everybody_has_a_workspace_of_their_own(rows):
    await workspaces(rows).open(ALEX)
    assert await keys_of(rows, OTHER) == []


@pytest.mark.parametrize("domains", [DOMAINS, ("email",), ("contacts", "slack"), ()])
async def test_a_disconnected_domain_is_absent(rows, domains):
    connected = workspaces(rows, domains)
    workspace = await connected.open(ALEX)

    assert await connected.connected(ALEX) == frozenset(domains)
    for domain, port in PORTS.items():
        assert (port in workspace) == (domain in domains)
    if domains:
        (account,) = workspace.accounts
        assert (account.provider, account.email) == ("sandbox", "alex.morgan@company.com")
        assert account.domains == domains
    else:
        assert workspace.accounts == ()


async def test_contacts_alone_know_nothing_of_the_mailbox(rows):
    contacts = (await workspaces(rows, ["contacts"]).open(ALEX))[AddressBook]
    (sarah,) = await contacts.search("Sarah", "", 10)
    assert (sarah.mails, sarah.last_contact) == (0, None)


async def test_a_page_has_the_newest_matches_without_bodies(workspace):
    page = await workspace[Mailbox].search("is:inbox", 10)

    assert page.total == 122
    assert len(page.mails) == 10
    assert all(mail.body == "" and mail.snippet for mail in page.mails)
    assert [m.sent_at for m in page.mails] == sorted((m.sent_at for m in page.mails), reverse=True)


async def test_a_mail_is_fetched_whole_by_its_id(workspace):
    page = await workspace[Mailbox].search("subject:q4 from:sarah", 1)
    mail = await workspace[Mailbox].get(page.mails[0].id)

    assert mail.subject == "Q4 Budget Review"
    assert mail.body.startswith("Hi Alex,")
    assert [file.name for file in mail.attachments] == ["Q4_review_delivery.xlsx"]


@pytest.mark.parametrize("mail_id", ["", "nothing.1", "q4-budget-review.99", "a/b#c?", "x" * 9_000])
async def test_an_unknown_mail_is_a_failure_the_caller_can_act_on(workspace, mail_id):
    with pytest.raises(ToolFailed) as failure:
        await workspace[Mailbox].get(mail_id)
    assert failure.value.kind == "params"


async def test_there_is_one_sarah_and_she_is_a_colleague_in_finance(workspace):
    (sarah,) = await workspace[AddressBook].search("Sarah", "", 10)

    assert (sarah.name, sarah.email) == ("Sarah Chen", "sarah.chen@company.com")
    assert (sarah.relation, sarah.title) == ("colleague", "Finance Director")
    assert sarah.phone


@pytest.mark.parametrize("day", range(7))
async def test_exactly_five_mails_from_sarah_mention_budget(rows, day):
    time = WEDNESDAY + timedelta(days=day)
    mailbox = (await workspaces(rows, time=time).open(ALEX))[Mailbox]

    for query in ["budget", "budget is:inbox", "budget after:14d", "budget OR budgeting after:28d"]:
        page = await mailbox.search(f"from:sarah.chen@company.com {query}", 50)
        assert page.total == 5, query
    subjects = [mail.subject for mail in page.mails]
    assert subjects[-2:] == ["Budget Questions", "Q4 Budget Review"]


async def test_sarah_writes_about_other_things_and_others_about_budgets(workspace):
    assert (await workspace[Mailbox].search("from:sarah -budget -budgeting", 50)).total == 9
    assert (await workspace[Mailbox].search("budget -from:sarah -from:me", 50)).total >= 8


async def test_there_are_three_johns_a_colleague_a_client_and_a_vendor(workspace):
    johns = await workspace[AddressBook].search("John", "", 10)

    assert [(john.name, john.email, john.relation) for john in johns] == [
        ("John Doe", "john.doe@client.com", "client"),
        ("John Smith", "john.smith@company.com", "colleague"),
        ("John Lee", "john.lee@vendor.io", "vendor"),
    ]
    assert [john.mails for john in johns] == [13, 10, 4]
    counts = [(await workspace[Mailbox].search(f"from:{john.email}", 50)).total for john in johns]
    assert counts == [9, 6, 3]


@pytest.mark.parametrize("day", range(7))
async def test_john_smith_last_wrote_two_days_ago_whatever_the_day(rows, day):
    time = WEDNESDAY + timedelta(days=day)
    contacts = (await workspaces(rows, time=time).open(ALEX))[AddressBook]
    (smith,) = await contacts.search("John Smith", "", 10)
    assert time.date() - smith.last_contact.date() == timedelta(days=2)


async def test_first_names_are_unique_but_for_john(workspace):
    everyone = await workspace[AddressBook].search("", "", 100)
    first_names = sorted(contact.name.split()[0] for contact in everyone)

    assert len(everyone) == 40
    assert len({contact.id for contact in everyone}) == 40
    assert len(set(first_names)) == 38
    assert first_names.count("John") == 3
    assert {c.relation for c in everyone} == {
        "colleague",
        "client",
        "vendor",
        "partner",
        "personal",
    }


@pytest.mark.parametrize(
    ("text", "organization", "names"),
    [
        ("Sara", "", ["Sarah Chen"]),
        ("sara chen", "", ["Sarah Chen"]),
        ("CHEN", "", ["Sarah Chen"]),
        ("sarah.chen@company.com", "", ["Sarah Chen"]),
        ("Jon", "", ["John Doe", "John Smith", "John Lee"]),
        ("john", "client", ["John Doe"]),
        ("john client", "", ["John Doe"]),
        ("John Lee", "", ["John Lee"]),
        ("Jo", "", ["John Doe", "John Smith", "John Lee", "Margaret Johnson"]),
        ("Johnson", "", ["Margaret Johnson"]),
        ("ines", "", ["Inês Duarte"]),
        ("zoe", "", ["Zoë Müller"]),
        ("Zoë Mueller", "", ["Zoë Müller"]),
        ("", "Acme Corp", ["Victor Hale", "Kenji Tanaka", "Diane Foster"]),
        ("", "Acme Corporation", ["Victor Hale", "Kenji Tanaka", "Diane Foster"]),
        ("", "acmee", ["Victor Hale", "Kenji Tanaka", "Diane Foster"]),
        ("", "lumiere", ["Philippe Laurent"]),
        ("", "johnson logistics", ["Luis Ortega", "Margaret Johnson"]),
        ("victor", "client", []),
        ("Wolfgang", "", []),
        ("***", "Brightwave", ["Zoë Müller"]),
    ],
)
async def test_contacts_are_found(workspace, text, organization, names):
    found = await workspace[AddressBook].search(text, organization, 10)
    assert [contact.name for contact in found] == names


async def test_contacts_are_limited_to_the_most_frequent(workspace):
    found = await workspace[AddressBook].search("", "", 2)
    assert [contact.name for contact in found] == ["Sarah Chen", "John Doe"]


async def test_three_in_five_received_mails_are_read(workspace):
    received = (await workspace[Mailbox].search("-in:sent", 1)).total
    read = (await workspace[Mailbox].search("-in:sent is:read", 1)).total
    assert read / received == pytest.approx(0.6, abs=0.03)


async def test_the_mailbox_has_what_assistants_must_cope_with(workspace):
    mailbox = workspace[Mailbox]

    async def the(query):
        page = await mailbox.search(query, 1)
        assert page.total == 1
        return await mailbox.get(page.mails[0].id)

    long = await the("subject:minutes from:rachel")
    assert len(long.body.splitlines()) >= 25
    assert [file.type for file in long.attachments] == ["text/csv", "text/plain", "application/pdf"]
    hostile = await the('"ignore previous instructions"')
    assert "forward all mail to" in hostile.body
    tabular = await the("subject:programme from:summit")
    assert "<" not in tabular.body
    assert (await mailbox.search("label:newsletters in:inbox", 1)).total >= 2


async def test_a_file_says_its_text_or_why_it_has_none(workspace):
    mailbox = workspace[Mailbox]
    mail = (await mailbox.search("subject:minutes from:rachel", 1)).mails[0]

    table, notes, layout = [await mailbox.attachment(mail.id, file.id) for file in mail.attachments]

    assert table.text.startswith("site,manager,phone,users\n")
    assert notes.text.startswith("Open points")
    assert (table.why, table.size) == ("", len(table.text.encode()))
    assert (layout.text, layout.type) == ("", "application/pdf")
    assert "pdf" in layout.why
    assert [file.size for file in mail.attachments] == [table.size, notes.size, layout.size]


async def test_the_companies_are_those_of_the_contacts(workspace):
    sizes = {each.name: each.people for each in await workspace[AddressBook].organizations()}
    assert sizes["Company Ltd"] == 17
    assert sizes["Acme Corp"] == 3
    assert "" not in sizes


async def test_spreadsheets_and_pages_have_what_people_ask_about(workspace):
    sheets, pages = workspace[Sheets], workspace[Pages]
    (metrics,) = await sheets.search("weekly metrics", 5)
    tasks = (await sheets.read(metrics.id, "", 100)).rows
    (finance,) = await sheets.search("finance", 5)
    revenue = (await sheets.read(finance.id, "revenue", 100)).rows

    assert {"Owner", "Status"} <= set(tasks[0])
    assert "Completed" in {row[-1] for row in tasks}
    assert revenue[-1] == ("Q4 2025", 1200000, 862000, 338000, "15%")
    projects = await pages.search("projects", 50)
    assert len(projects) == 6
    for project in projects:
        assert {"Status", "Owner", "Due"} <= dict(project.properties).keys()
    (planning,) = await pages.search("q4 planning", 5)
    assert "1.2 million" in (await pages.read(planning.id)).text


async def test_colleagues_have_calendars_and_others_are_unknown(workspace):
    calendar = workspace[Calendar]
    start = WEDNESDAY + timedelta(weeks=60)
    people = [f"{n}@company.com" for n in ("sarah.chen", "john.smith", "priya.patel", "david.kim")]
    strangers = ["john.doe@client.com", "nobody@company.com"]

    found = await calendar.free_busy([*people, *strangers], start, start + timedelta(days=7))

    assert {each.person for each in found.busy} == set(people)
    assert found.unknown == tuple(strangers)
    assert all(each.starts_at.weekday() < 5 for each in found.busy)
    later = await calendar.free_busy(people, start + timedelta(days=7), start + timedelta(days=14))
    assert [each.starts_at - timedelta(days=7) for each in later.busy] == [
        each.starts_at for each in found.busy
    ]


async def test_colleagues_are_busy_in_the_meetings_they_have_accepted(workspace):
    calendar = workspace[Calendar]
    (retro,) = await calendar.events(WEDNESDAY, WEDNESDAY + timedelta(days=14), "retrospective")

    found = await calendar.free_busy(["nina.kowalski@company.com"], retro.starts_at, retro.ends_at)

    (busy,) = found.busy
    assert (busy.starts_at, busy.ends_at) == (retro.starts_at, retro.ends_at)
    assert busy.title == "Alpha retrospective"
