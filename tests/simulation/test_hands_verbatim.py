"""What is shown is what is done: between card and effect nothing is looked up or read anew."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.decisions import undoing
from shared.models.base import Payload
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.rows import AGENT_RUN, Change, Put
from shared.ports import Reasoned
from shared.reasoning.embedded import EmbeddedReasoner
from shared.tools.effect import Effect
from shared.tools.tool import Desk
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Calendar
from shared.workspace.contacts.port import AddressBook
from shared.workspace.email.port import Address, Mailbox, Outgoing
from shared.workspace.pages.port import Pages
from shared.workspace.registry import DOMAINS, SERVICES, TOOLS
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat
from tests.support.accounts_world import ADA, AccountsWorld, account
from tests.support.simulation import ENCODER, SPELLING, World
from tests.unit.shared.tools.accounts import SARAH, Mails, People, mail, profile

CHANGING = sorted(
    name for name, tool in TOOLS.items() if tool.rules.changes and name != undoing.UNDO
)
"""What takes a change back makes another tool's call, exactly as that one prepared it."""
AGENT_OF = {tool.name: service.agent.id for service in SERVICES for tool in service.tools}
TOM = {"email": "tom.fischer@company.com", "name": "Fischer, Tom"}
PROFILE = profile()
_EFFECTS = {
    *("send", "draft", "update_draft", "delete_draft", "send_draft"),
    *("label", "snooze", "create", "update", "delete", "respond"),
    *("post", "mark_read", "append", "change"),
    *("update", "remove"),
    *(
        "get_draft",
        "read",
    ),  # compared with what was shown: a draft or a table can be changed elsewhere
}


class Planner(EmbeddedReasoner):
    """Plans one call, whatever it is asked; the rest is embedded."""

    def __init__(self, tool, arguments):
        super().__init__(ENCODER, SPELLING)
        self.step = PlannedStep(tool=tool, arguments=arguments)

    async def plan_tools(self, request):
        return Reasoned(ToolPlan(steps=(self.step,)))


async def office(tool, arguments, mails, people):
    """Return a world in which one person has these mails and contacts."""
    world = AccountsWorld(reasoner=Planner(tool, arguments))
    about = account("test", "email", "contacts")
    world.connect(lambda: Workspace({Mailbox: mails, AddressBook: people}, (about,)))
    return world


async def test_one_recipient_with_a_comma_in_the_name_is_not_two():
    stranger = SARAH.model_copy(update={"name": "Fischer", "email": "fischer@else.example"})
    mails, to = Mails(), "Fischer, Tom <tom.fischer@company.com>"
    arguments = {"to": [to], "subject": "Report", "body": "It is ready."}
    async with await office("gmail_send_email", arguments, mails, People(stranger)) as world:
        shown = await world.ask("@email send it")
        assert 'To: "Fischer, Tom" <tom.fischer@company.com>' in shown
        await world.ask("yes")
    ((_, sent, _),) = mails.done
    assert sent.to == (Address(**TOM),)


async def test_a_sender_with_a_comma_in_the_name_is_answered():
    tom = Address(**TOM)
    mails = Mails(mail().model_copy(update={"sender": tom}))
    arguments = {"message_id": "m1", "body": "Thanks!"}
    async with await office("gmail_reply_to_message", arguments, mails, People()) as world:
        await world.ask("@email answer it")
        await world.ask("yes")
    assert mails.done[0][1].to == (tom,)


async def test_whom_a_name_means_is_settled_when_it_is_shown():
    mails, people = Mails(), People(SARAH)
    arguments = {"to": ["Sarah Chen"], "subject": "Report", "body": "It is ready."}
    async with await office("gmail_send_email", arguments, mails, people) as world:
        assert SARAH.email in await world.ask("@email send it")
        moved = SARAH.model_copy(update={"email": "sarah@else.example"})
        world.connect(
            lambda: Workspace(
                {Mailbox: mails, AddressBook: People(moved)}, (account("test", "email"),)
            )
        )
        await world.ask("yes")
    assert [one.email for one in mails.done[0][1].to] == [SARAH.email]


async def test_more_people_are_named_in_words_and_the_others_stay_as_they_were():
    mails, people = Mails(), People(SARAH)
    arguments = {"to": [TOM], "subject": "Report", "body": "It is ready."}
    async with await office("gmail_send_email", arguments, mails, people) as world:
        await world.ask("@email send it")
        assert "Sarah Chen" in await world.ask("cc Sarah Chen")
        await world.ask("yes")
    ((_, sent, _),) = mails.done
    assert (sent.to, sent.cc) == (
        (Address(**TOM),),
        (Address(email=SARAH.email, name=SARAH.name),),
    )


async def test_what_an_older_deployment_prepared_is_shown_again_before_it_is_done():
    mails, people = Mails(), People(SARAH)
    arguments = {"to": ["Sarah Chen"], "subject": "Report", "body": "It is ready."}
    async with await office("gmail_send_email", arguments, mails, people) as world:
        await world.ask("@email send it")
        await older(world, {**arguments, "to": ["Sarah Chen <sarah@acme.com>"]})
        again = await world.ask("yes")
        assert "To: Sarah Chen <sarah@acme.com>" in again
        assert mails.done == []
        await world.ask("yes")
    assert [one.email for one in mails.done[0][1].to] == [SARAH.email]


async def older(world, arguments):
    """Put an open approval back into the form in which it was kept before."""
    threads, head = world.services.threads, await world.services.threads.head(world.key())
    number = head.value.turns
    run = await threads.get(world.key(), AGENT_RUN, number)
    steps = (run.value.steps[0].model_copy(update={"arguments": arguments}),)
    older = run.value.model_copy(update={"steps": steps})
    await threads.commit(head, Change(head.value, (Put(AGENT_RUN, number, older, run.etag),)))


async def test_the_files_of_a_mail_that_was_found_are_sent():
    async with World() as world:
        await world.say("show me emails with attachments", "m1")
        await world.say("send me the attachments of the first one", "m2")
        shown = (await world.request()).value
        files = shown.arguments["attachments"]
        assert files
        assert all(file["name"] in dict(shown.card.fields)["Attachments"] for file in files)
        await world.say("yes", "m3")
        mailbox = (await world.services.workspaces.open(ADA))[Mailbox]
        (sent,) = (await mailbox.search("in:sent newer_than:1d has:attachment", 5)).mails
    assert [one.name for one in sent.attachments] == [file["name"] for file in files]


class Only:
    """A port of which only what changes something may be called."""

    def __init__(self, port):
        self._port = port

    def __getattr__(self, name):
        assert name in _EFFECTS, f"{name} was called after it was shown"
        return getattr(self._port, name)


class Guarded:
    """Workspaces in which nothing can be looked up any more once `closed`."""

    def __init__(self, workspaces):
        self._workspaces = workspaces
        self.closed = False

    async def connected(self, principal):
        return await self._workspaces.connected(principal)

    async def open(self, principal):
        found = await self._workspaces.open(principal)
        if not self.closed:
            return found
        ports = (Mailbox, Calendar, AddressBook, Chat, Sheets, Pages)
        return Workspace({port: Only(found[port]) for port in ports}, found.accounts)


async def wishes(workspace, now):
    """Return a usable wish for every tool that changes something: a new one needs a line here."""
    mailbox, calendar = workspace[Mailbox], workspace[Calendar]
    mails = (await mailbox.search("in:inbox", 3)).mails
    events = await calendar.events(now, now + timedelta(days=21))
    own = next(event for event in events if event.mine and event.attendees)
    invited = next(event for event in events if not event.mine)
    with_files = (await mailbox.search("has:attachment", 1)).mails[0]
    (contact, *_) = await workspace[AddressBook].search("Sarah", "", 1)
    (channel, *_) = await workspace[Chat].channels()
    (sheet, *_) = await workspace[Sheets].search("", 1)
    head = (await workspace[Sheets].read(sheet.id, "", 1)).rows[0][0]
    (page, *_) = await workspace[Pages].search("Project Alpha", 1)
    cells = [{"column": head, "value": "a"}]
    draft = await mailbox.draft(
        Outgoing(to=(Address(email="bo@client.example"),), subject="Offer", body="Hi"),
        Effect(id="d" * 32),
    )
    ids, to, body = {"message_ids": [mails[0].id]}, ["Sarah Chen"], {"body": "Hello"}
    file = {"mail_id": with_files.id}
    later = f"{now + timedelta(days=3):%Y-%m-%d}"
    return {
        "calendar_create_event": {"title": "x", "start": f"{later}T15:00", "attendees": to},
        "calendar_delete_event": {"event_id": own.id},
        "calendar_respond_to_event": {"event_id": invited.id, "response": "declined"},
        "calendar_update_event": {"event_id": own.id, "title": "Y", "add_attendees": [TOM]},
        "contacts_create": {"name": "Jane Roe", "email": "jane@roe.example"},
        "contacts_delete": {"contact_id": contact.id},
        "contacts_update": {"contact_id": contact.id, "phone": "+1 555 0199"},
        "gmail_archive": ids,
        "gmail_create_draft": {"to": to, **body, "attachments": [file]},
        "gmail_discard_draft": {"draft_id": draft.id},
        "gmail_forward_message": {"message_id": with_files.id, "to": to},
        "gmail_label": {**ids, "add": ["Clients"]},
        "gmail_mark_read": ids,
        "gmail_reply_to_message": {"message_id": mails[0].id, **body},
        "gmail_send_draft": {"draft_id": draft.id},
        "gmail_send_email": {"to": [*to, TOM], "subject": "x", **body, "attachments": [file]},
        "gmail_snooze": {**ids, "until": later},
        "gmail_star": ids,
        "gmail_trash": ids,
        "gmail_update_draft": {"draft_id": draft.id, "to": to, **body},
        "pages_append": {"page": page.title, "text": "More to come."},
        "pages_change": {"page": page.title, "old": "Toledo still", "text": "Nobody"},
        "pages_create": {"parent": page.title, "title": "Retro", "text": "What went well?"},
        "sheets_append_row": {"sheet": sheet.name, "values": cells},
        "sheets_remove_row": {"sheet": sheet.name, "row": 2},
        "sheets_update_row": {"sheet": sheet.name, "number": 2, "values": cells},
        "slack_mark_read": {"channel": channel.name},
        "slack_post_message": {"channel": channel.name, "text": "Hello"},
        "slack_send_direct_message": {"user": "Sarah Chen", "text": "Hello"},
    }


@pytest.mark.parametrize("name", CHANGING)
async def test_every_change_is_made_with_exactly_what_was_shown(name):
    called: list[Payload] = []
    real = TOOLS[name]

    async def call(desk, exact):
        called.append(exact)
        return await real.call(desk, exact)

    planner = Planner(name, {})
    tools = {**TOOLS, name: replace(real, call=call)}
    async with World(reasoner=planner, tools=tools, domains=frozenset(DOMAINS)) as world:
        guarded = Guarded(world.services.workspaces)
        world.services = replace(world.services, workspaces=guarded)
        await world.boot()
        wish = (await wishes(await guarded.open(ADA), world.clock.now()))[name]
        planner.step = PlannedStep(tool=name, arguments=wish)
        await world.say(f"@{AGENT_OF[name]} do it", "m1")
        asked = (await world.head()).request
        shown = (await world.request()).value.arguments if asked is not None else None
        if shown is not None:
            assert not called
            guarded.closed = True
            await world.say("yes", "m2")
        run = (await world.services.threads.get(world.key(), AGENT_RUN, 1)).value
    (step,) = run.steps
    assert step.status == "done", step.error
    assert step.card is not None
    assert shown in (None, step.arguments)
    assert called == [(real.exact or real.parameters).model_validate(step.arguments)]


@pytest.mark.parametrize("name", CHANGING)
async def test_nothing_is_looked_up_by_a_call_that_was_prepared(name):
    world, tool = World(domains=frozenset(DOMAINS)), TOOLS[name]
    guarded = Guarded(world.services.workspaces)
    open_now = await guarded.open(ADA)
    wish = (await wishes(open_now, world.clock.now()))[name]
    desk = Desk(open_now, PROFILE, world.clock.now(), Effect(id="e" * 32))
    prepared = await tool.preview(desk, wish)
    assert await tool.preview(desk, prepared.arguments) == prepared
    assert not tool.leaves_open(prepared.arguments)
    guarded.closed = True
    assert await tool.run(replace(desk, workspace=await guarded.open(ADA)), prepared.arguments)


async def test_there_is_a_wish_for_every_tool_that_changes_something():
    world = World(domains=frozenset(DOMAINS))
    workspace = await world.services.workspaces.open(ADA)
    assert sorted(await wishes(workspace, world.clock.now())) == CHANGING
