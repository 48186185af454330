"""What is known of a person's things: filled beside, kept apart, and forgotten."""

from dataclasses import replace
from datetime import timedelta

import pytest

from activities.analyze_intent import analyze_intent
from activities.plan_run import plan_run
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.conversation.turns import mentioned_in
from shared.errors import ToolFailed
from shared.models.intent import ActionType, IntentAnalysis
from shared.models.principal import Principal
from shared.models.profile import Account
from shared.models.reasoning import ConversationContext, Exchange, ToolPlan
from shared.ports import Reasoned
from shared.storage.memory import MemoryRows
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Calendar, Event
from shared.workspace.contacts.port import AddressBook, Contact
from shared.workspace.email.port import Address, Mail, Mailbox, MailPage
from shared.workspace.sheets.port import Sheets
from shared.worlds import MOST_PERSONS, Worlds
from tests.support.fakes import (
    NOON,
    OWNER,
    TENANT,
    Conversation,
    ManualClock,
    OneWorkspace,
    to_agent,
)

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
OTHER_ANN = Principal(tenant="globex", user="ann")
DOMAINS = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})


class Book:
    """Contacts, and how often somebody looked at them."""

    def __init__(self, *names):
        self.names, self.asked, self.fails = names, 0, []

    async def search(self, text, organization, limit):
        self.asked += 1
        if self.fails:
            raise self.fails.pop(0)
        return tuple(Contact(id=name, name=name, email="") for name in self.names)[:limit]


class Days:
    """A calendar of these events."""

    def __init__(self, *events):
        self.events_there, self.asked = events, []

    async def events(self, start, end, text="", limit=250):
        self.asked.append((start, end))
        there = (one for one in self.events_there if one.starts_at < end and one.ends_at > start)
        return tuple(sorted(there, key=lambda one: one.starts_at))[:limit]


class Each:
    """A workspace for each person."""

    def __init__(self, workspaces):
        self.workspaces = workspaces

    async def open(self, principal):
        return self.workspaces[principal.tenant, principal.user]


def event(title, days, series=""):
    starts = NOON + timedelta(days=days)
    return Event(
        id=f"{title}{days}",
        series=series,
        title=title,
        starts_at=starts,
        ends_at=starts + timedelta(hours=1),
    )


def world_of(book, clock=None, **ports):
    workspace = Workspace({AddressBook: book, **ports.pop("ports", {})})
    return Worlds(OneWorkspace(workspace), clock or ManualClock())


def names(world, text):
    return [thing.name for link in world.links(text) for thing in link.things]


async def test_a_demo_person_is_known_with_all_they_have():
    clock = ManualClock()
    worlds = Worlds(SandboxWorkspaces(MemoryRows(), clock, DOMAINS), clock)

    world = await worlds.filled(ANN)

    text = (
        "ask Sarah Chen in the project-alpha channel for the weekly metrics sheet and Acme renewal"
        " and archive product weekly"
    )
    found = {(link.kind, link.things[0].name) for link in world.links(text)}
    assert found == {
        ("person", "Sarah Chen"),
        ("channel", "project-alpha"),
        ("file", "Weekly Metrics"),
        ("page", "Acme renewal"),
        ("organisation", "Product Weekly"),
    }
    assert len(world.links("mail from Sarah Chen")[0].things) == 1  # who writes, and a contact
    assert names(world, "cancel the delivery weekly") == ["Delivery weekly"]
    assert names(world, "what is in the tasks tab")[:1] == ["Tasks"]
    [link] = world.links("ask Sarah Chen")
    assert link.things[0].address == "sarah.chen@company.com"


async def test_nothing_is_waited_for_and_the_next_to_ask_has_it():
    book = Book("Sarah Chen")
    worlds = world_of(book)

    assert (worlds.links(ANN, "ask Sarah"), book.asked) == ((), 0)
    await worlds.filled(ANN)

    assert [link.kind for link in worlds.links(ANN, "ask Sarah")] == ["person"]


async def test_one_reads_at_a_time_however_many_ask():
    book = Book("Sarah Chen")
    worlds = world_of(book)
    for _ in range(5):
        worlds.known(ANN)
    await worlds.filled(ANN)
    assert book.asked == 1


async def test_events_are_read_again_after_a_minute_and_the_rest_after_five():
    clock, book, days = ManualClock(), Book("Sarah Chen"), Days(event("Board review", 1))
    worlds = world_of(book, clock, ports={Calendar: days})

    async def asked():
        await worlds.filled(ANN)
        return book.asked, len(days.asked) // 2

    assert await asked() == (1, 1)
    clock.advance(seconds=59)
    assert await asked() == (1, 1)
    clock.advance(seconds=1)
    assert await asked() == (1, 2)
    clock.advance(minutes=4)
    assert await asked() == (2, 3)


async def test_what_is_old_is_known_until_it_is_read_again():
    clock, book = ManualClock(), Book("Sarah Chen")
    worlds = world_of(book, clock)
    await worlds.filled(ANN)
    book.names = ("Omar Haddad",)
    clock.advance(minutes=5)

    assert names(worlds.known(ANN), "ask Sarah or Omar") == ["Sarah Chen"]
    assert names(await worlds.filled(ANN), "ask Sarah or Omar") == ["Omar Haddad"]


async def test_of_a_series_the_event_that_comes_next_is_meant():
    coming = (event("Board review", 9, "board"), event("Board review", 2, "board"))
    past = (event("Board review", -5, "board"), event("Old business", -9, "old"))
    latest = event("Old business", -2, "old")
    days = Days(*coming, *past, latest, event("Far away", 40))
    world = await world_of(Book(), ports={Calendar: days}).filled(ANN)

    def ids(text):
        return [thing.id for link in world.links(text) for thing in link.things]

    assert ids("move the board review") == ["Board review2"]
    assert ids("who was at old business") == ["Old business-2"]
    assert ids("far away") == []


async def test_a_change_is_seen_by_the_next_but_one_to_ask():
    book = Book("Sarah Chen")
    worlds = world_of(book)
    await worlds.filled(ANN)
    book.names = ("Sarah Chen", "Omar Haddad")

    worlds.changed(ANN, "calendar")
    worlds.changed(ANN, "email")
    worlds.changed(BOB, "contacts")
    assert names(await worlds.filled(ANN), "ask Omar") == []
    worlds.changed(ANN, "contacts")
    assert names(await worlds.filled(ANN), "ask Omar") == ["Omar Haddad"]


async def test_what_is_changed_while_it_is_read_is_read_again():
    book = Book("Sarah Chen")
    worlds = world_of(book)
    search = book.search

    async def changed_meanwhile(*asked):
        worlds.changed(ANN, "contacts")
        book.search = search
        return await search(*asked)

    book.search = changed_meanwhile
    await worlds.filled(ANN)
    await worlds.filled(ANN)
    await worlds.filled(ANN)
    assert book.asked == 2


@pytest.mark.parametrize("failure", [ToolFailed("busy", "upstream"), RuntimeError("broken")])
async def test_one_that_fails_leaves_the_others_and_what_it_had(failure):
    clock, book = ManualClock(), Book("Sarah Chen")
    worlds = world_of(book, clock, ports={Calendar: Days(event("Board review", 1))})
    await worlds.filled(ANN)
    book.fails.append(failure)
    clock.advance(minutes=5)

    world = await worlds.filled(ANN)

    assert names(world, "ask Sarah about the board review") == ["Sarah Chen", "Board review"]
    assert await worlds.filled(ANN) is world
    assert book.asked == 2


async def test_where_no_workspace_opens_nothing_is_known_and_nobody_is_told():
    worlds = Worlds(Each({}), ManualClock())
    assert not await worlds.filled(ANN)


async def test_what_is_connected_no_longer_is_not_known_either():
    clock, workspaces = ManualClock(), OneWorkspace(Workspace({AddressBook: Book("Sarah Chen")}))
    worlds = Worlds(workspaces, clock)
    await worlds.filled(ANN)
    workspaces.workspace = Workspace({Sheets: None})
    clock.advance(minutes=5)
    assert not await worlds.filled(ANN)


async def test_people_do_not_see_what_others_have():
    owners = {(ANN, "Sarah Chen"), (BOB, "Sarah Miller"), (OTHER_ANN, "Sarah Budd")}
    worlds = Worlds(
        Each({(w.tenant, w.user): Workspace({AddressBook: Book(n)}) for w, n in owners}),
        ManualClock(),
    )
    for who, _ in owners:
        await worlds.filled(who)
    for who, name in owners:
        [link] = worlds.links(who, "ask sarah")
        assert [thing.name for thing in link.things] == [name]


async def test_whoever_is_forgotten_is_read_anew_and_nobody_else():
    book = Book("Sarah Chen")
    worlds = world_of(book)
    await worlds.filled(ANN)
    await worlds.filled(BOB)

    worlds.forget(ANN)
    worlds.forget(OTHER_ANN)

    assert not worlds.known(ANN)
    assert worlds.known(BOB)


async def test_what_is_being_read_for_somebody_forgotten_is_dropped():
    book = Book("Sarah Chen")
    worlds = world_of(book)
    worlds.known(ANN)
    worlds.forget(ANN)
    book.names = ("Omar Haddad",)
    assert names(await worlds.filled(ANN), "ask Sarah or Omar") == ["Omar Haddad"]


async def test_only_so_many_things_are_kept(monkeypatch):
    monkeypatch.setattr("shared.worlds.MOST_THINGS", 2)
    world = await world_of(Book("Sarah Chen", "Omar Haddad", "Tom Fischer")).filled(ANN)
    assert names(world, "ask sarah, omar and tom") == ["Sarah Chen", "Omar Haddad"]


async def test_only_those_who_asked_last_are_kept():
    book = Book("Sarah Chen")
    worlds = world_of(book)
    people = [Principal(tenant="acme", user=str(at)) for at in range(MOST_PERSONS + 1)]
    await worlds.filled(people[0])
    await worlds.filled(people[1])
    worlds.known(people[0])
    for one in people[2:]:
        await worlds.filled(one)
    assert worlds.known(people[0])
    assert not worlds.known(people[1])


CHEN = "ask Sarah for it"


async def test_the_reasoner_is_told_what_a_message_names():
    talk = Conversation()
    worlds = world_of(Book("Sarah Chen", "Omar Haddad"))
    talk.services = replace(talk.services, worlds=worlds)
    await worlds.filled(Principal(tenant=TENANT, user=OWNER))
    intent = IntentAnalysis(action=ActionType.EXECUTE, primary_intent="ask", confidence=0.9)
    talk.script(analyze_intent=[Reasoned(intent)], plan_tools=[ToolPlan(cannot="No.")])
    talk.services = replace(talk.services, worlds=worlds)
    ref = await talk.turn_for(CHEN)
    await analyze_intent(ref, talk.services)
    await talk.follow(ref, to_agent("email"))

    await plan_run(ref, talk.services)

    [understood] = talk.reasoner.requests("analyze_intent")
    [planned] = talk.reasoner.requests("plan_tools")
    assert understood.links == worlds.links(Principal(tenant=TENANT, user=OWNER), CHEN)
    assert [CHEN[link.start : link.end] for link in understood.links] == ["Sarah"]
    assert [thing.name for link in planned.links for thing in link.things] == ["Sarah Chen"]


async def test_what_was_named_before_is_told_too():
    talk = Conversation()
    worlds = world_of(Book("Sarah Chen", "Omar Haddad", "Tom Fischer"))
    services = replace(talk.services, worlds=worlds)
    await worlds.filled(ANN)
    texts = ("ask tom", "ask Sarah", "ask omar haddad", "ask Sarah again")
    said = [Exchange(role="user", text=text) for text in texts]
    context = ConversationContext(exchanges=(*said, Exchange(role="assistant", text="Tom?")))
    found = mentioned_in(services, ANN, context)
    assert [thing.name for thing in found] == ["Sarah Chen", "Omar Haddad"]


class Sent:
    """A mailbox whose owner wrote these texts, and what it was asked."""

    def __init__(self, owner, *texts, fails=()):
        self.asked, self.fails, self.filed = [], fails, []
        self.mails = [
            Mail(
                id=text,
                thread_id=text,
                sender=Address(email=owner),
                to=(Address(email="bo@else.org", name="Bo Ek"),),
                subject="Lunch",
                snippet="",
                body=text,
                sent_at=NOON,
            )
            for text in texts
        ]

    async def search(self, query, limit, accounts=()):
        self.asked.append(query)
        found = {"in:sent": self.mails, "-in:inbox -in:sent": self.filed}.get(query, [])
        return MailPage(mails=tuple(found[:limit]), total=len(found))

    async def get(self, mail_id):
        self.asked.append(mail_id)
        if mail_id in self.fails:
            raise ToolFailed("gone", "params")
        return next(mail for mail in self.mails if mail.id == mail_id)


def mailbox(owner, *texts, **more):
    account = Account(id="a", provider="google", email=owner)
    return Workspace({Mailbox: Sent(owner, *texts, **more)}, (account,))


def texts(worlds, who):
    return [one.text for one in worlds.own_mails(who)]


async def test_how_somebody_writes_is_read_beside_and_again_after_half_an_hour():
    clock, workspace = ManualClock(), mailbox("ann@acme.com", "Fine by me.\n> theirs", "So be it.")
    worlds = Worlds(OneWorkspace(workspace), clock, own_mails=True)

    assert texts(worlds, ANN) == []
    await worlds.filled(ANN)
    assert texts(worlds, ANN) == ["Fine by me.", "So be it."]
    clock.advance(minutes=29)
    await worlds.filled(ANN)
    assert workspace[Mailbox].asked.count("in:sent") == 1
    clock.advance(minutes=1)
    await worlds.filled(ANN)
    assert workspace[Mailbox].asked.count("in:sent") == 2


async def test_how_somebody_writes_is_nobody_elses():
    owners = {(ANN, "ann@acme.com"), (BOB, "bob@acme.com"), (OTHER_ANN, "ann@globex.com")}
    spaces = {
        (who.tenant, who.user): mailbox(address, f"so says {address}") for who, address in owners
    }
    worlds = Worlds(Each(spaces), ManualClock(), own_mails=True)
    for who, _ in owners:
        await worlds.filled(who)
    for who, address in owners:
        assert texts(worlds, who) == [f"so says {address}"]

    worlds.forget(ANN)
    assert (texts(worlds, ANN), texts(worlds, BOB)) == ([], ["so says bob@acme.com"])


async def test_mail_that_somebody_else_sent_shows_nothing_of_how_they_write():
    workspace = mailbox("ann@acme.com", "as Ann says it")
    workspace[Mailbox].mails += Sent("boss@acme.com", "as the boss says it").mails
    worlds = Worlds(OneWorkspace(workspace), ManualClock(), own_mails=True)
    await worlds.filled(ANN)
    assert texts(worlds, ANN) == ["as Ann says it"]


async def test_where_no_model_writes_nobody_looks_at_what_they_wrote():
    workspace = mailbox("ann@acme.com", "Fine by me.")
    worlds = Worlds(OneWorkspace(workspace), ManualClock())
    await worlds.filled(ANN)
    assert (texts(worlds, ANN), workspace[Mailbox].asked) == (
        [],
        ["in:inbox", "-in:inbox -in:sent"],
    )


async def test_words_are_familiar_that_stand_in_names_or_in_mails_and_only_to_whom_they_belong():
    workspace = mailbox("ann@acme.com")
    workspace[Mailbox].filed = [
        Mail(
            id="m",
            thread_id="m",
            sender=Address(email="bo@else.org", name="Bo Ek"),
            to=(),
            subject="Corner stand",
            body="",
            snippet="They ask for 9,800.",
            sent_at=NOON,
        )
    ]
    ports = {AddressBook: Book("Mei Wong"), Mailbox: workspace[Mailbox]}
    worlds = Worlds(Each({("acme", "ann"): Workspace(ports)}), ManualClock())
    question = "did Mei's firm ask what corner stands cost?"
    assert worlds.familiar(ANN, question) == ()

    await worlds.filled(ANN)

    assert worlds.familiar(ANN, question) == ("mei", "ask", "corner", "stands")
    assert worlds.familiar(BOB, question) == ()


async def test_a_mail_that_cannot_be_read_leaves_the_others():
    workspace = mailbox("ann@acme.com", "Fine by me.", "gone by now", fails=("gone by now",))
    worlds = Worlds(OneWorkspace(workspace), ManualClock(), own_mails=True)
    await worlds.filled(ANN)
    assert texts(worlds, ANN) == ["Fine by me."]


async def test_without_a_mailbox_nothing_is_known_of_how_they_write():
    worlds = Worlds(OneWorkspace(Workspace({AddressBook: Book()})), ManualClock(), own_mails=True)
    await worlds.filled(ANN)
    assert texts(worlds, ANN) == []


async def test_the_reasoner_is_told_how_the_owner_of_the_turn_writes_and_nobody_else():
    talk, owner = Conversation(), Principal(tenant=TENANT, user=OWNER)
    others = Principal(tenant=TENANT, user="somebody"), Principal(tenant="globex", user=OWNER)
    spaces = {
        (who.tenant, who.user): mailbox(f"{number}@acme.com", f"so says number {number}")
        for number, who in enumerate((owner, *others))
    }
    worlds = Worlds(Each(spaces), ManualClock(), own_mails=True)
    for who in (owner, *others):
        await worlds.filled(who)
    intent = IntentAnalysis(action=ActionType.EXECUTE, primary_intent="ask", confidence=0.9)
    talk.script(analyze_intent=[Reasoned(intent)], plan_tools=[ToolPlan(cannot="No.")])
    talk.services = replace(talk.services, worlds=worlds, plans_at_once=True)
    ref = await talk.turn_for("tell Bo that I agree")
    await analyze_intent(ref, talk.services)
    await talk.follow(ref, to_agent("email"))

    await plan_run(ref, talk.services)

    for method in ("analyze_intent", "plan_tools"):
        [asked] = talk.reasoner.requests(method)
        assert [one.text for one in asked.own_mails] == ["so says number 0"]
