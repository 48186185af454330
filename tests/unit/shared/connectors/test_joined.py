"""Several accounts of one port as one."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.joined import Member, joined
from shared.connectors.joined.members import owner
from shared.connectors.rest import ReauthNeeded
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown, TakenOver
from shared.tools.workspace import LeftOut
from shared.workspace.calendar.port import Busy, Calendar, Event, EventChange, FreeBusy, NewEvent
from shared.workspace.contacts.port import (
    AddressBook,
    Contact,
    ContactChange,
    NewContact,
    Organization,
)
from shared.workspace.email.port import (
    Address,
    Attachment,
    AttachmentText,
    Delivery,
    Draft,
    Mail,
    Mailbox,
    MailFile,
    MailPage,
    MailThread,
    NotDone,
    Outgoing,
    Resorted,
    Sent,
    Sorted,
)
from shared.workspace.slack.port import Chat
from tests.support.fakes import NOON

EFFECT = Effect(id="e")
WORK, HOME = "ann@work.example", "ann@home.example"
BOB = Address(email="bob@x.example")


class Scripted:
    """An account that notes its calls and answers by method; a `lost` one needs a new sign-in."""

    def __init__(self, *, lost=False, **answers):
        self.calls = []
        self.lost = lost
        self._answers = answers

    def __getattr__(self, name):
        async def call(*given, **named):
            self.calls.append((name, *given, *named.values()))
            if self.lost:
                raise ReauthNeeded("Sign in again.", "Acme")
            answer = self._answers.get(name)
            if isinstance(answer, Exception):
                raise answer
            return answer

        return call


def both(port, work, home):
    return joined(port, (Member("w", WORK, work), Member("h", HOME, home)))


def mail(name, minutes=0, account=""):
    return Mail(
        id=name,
        thread_id=f"t-{name}",
        account=account,
        sender=BOB,
        to=(),
        subject=name,
        snippet="",
        body="",
        sent_at=NOON + timedelta(minutes=minutes),
        attachments=(Attachment(id="a", name="a.txt"),),
    )


def page(*mails, total=None, at_least=False):
    return MailPage(mails=mails, total=len(mails) if total is None else total, at_least=at_least)


# --- ids ------------------------------------------------------------------------------------------

IDS = st.text(min_size=1)
KEYS = st.lists(st.text(alphabet="abcdefgh234567", min_size=8, max_size=8), min_size=2, unique=True)


@given(KEYS, IDS, st.data())
def test_an_id_finds_its_way_back(keys, inner, data):
    members = [Member(key, f"{key}@x.example", object()) for key in keys]
    one = data.draw(st.sampled_from(members))

    outer = one.outer(inner)

    assert owner(members, outer) is one
    assert one.inner(outer) == inner


@given(KEYS, IDS)
def test_no_two_accounts_have_the_same_id(keys, inner):
    outer = {Member(key, "", object()).outer(inner) for key in keys}
    assert len(outer) == len(keys)


@given(IDS.filter(lambda text: not text.startswith(("w~", "h~"))))
def test_an_id_from_before_there_were_several_is_of_the_first_account(inner):
    members = [Member("w", WORK, object()), Member("h", HOME, object())]
    assert owner(members, inner) is members[0]
    assert members[0].inner(inner) == inner


def test_what_is_not_there_has_no_id_outside_either():
    assert Member("w", WORK, object()).outer("") == ""


@pytest.mark.parametrize("port", [Mailbox, Calendar, AddressBook, Chat])
def test_one_account_is_itself(port):
    only = Scripted()
    assert joined(port, (Member("w", WORK, only),)) is only


def test_of_what_cannot_be_joined_the_first_account_serves():
    first = Scripted()
    assert both(Chat, first, Scripted()) is first


# --- mail -----------------------------------------------------------------------------------------


async def test_mails_of_all_accounts_come_newest_first_and_their_numbers_add_up():
    work = Scripted(search=page(mail("a", 5, WORK), mail("b", 1, WORK), total=7))
    home = Scripted(search=page(mail("a", 3), total=2, at_least=True))

    found = await both(Mailbox, work, home).search("budget", 2)

    assert [(one.id, one.thread_id, one.account) for one in found.mails] == [
        ("w~a", "w~t-a", WORK),
        ("h~a", "h~t-a", HOME),
    ]
    assert (found.total, found.at_least) == (9, True)
    assert work.calls == home.calls == [("search", "budget", 2)]


@pytest.mark.parametrize(
    ("accounts", "asked"), [([], "wh"), ([HOME.upper()], "h"), ([HOME, WORK, HOME], "wh")]
)
async def test_accounts_are_picked_by_address(accounts, asked):
    work, home = Scripted(search=page()), Scripted(search=page())
    await both(Mailbox, work, home).search("x", 5, accounts)
    assert [len(work.calls), len(home.calls)] == [int(key in asked) for key in "wh"]


async def test_an_address_that_is_none_of_theirs_is_said():
    with pytest.raises(ToolFailed, match=f"none of your accounts.*{WORK}, {HOME}"):
        await both(Mailbox, Scripted(), Scripted()).search("x", 5, ["eve@evil.example"])


async def test_an_account_that_is_lost_hides_no_other():
    found = await both(Mailbox, Scripted(lost=True), Scripted(search=page(mail("a")))).search("", 5)
    assert [one.id for one in found.mails] == ["h~a"]
    assert found.at_least


async def test_when_all_accounts_are_lost_that_is_said():
    with pytest.raises(ReauthNeeded):
        await both(Mailbox, Scripted(lost=True), Scripted(lost=True)).search("", 5)


TROUBLE = ToolFailed("It is having trouble.", "network")
ASKED = [
    (Mailbox, "search", ("", 5)),
    (Calendar, "events", (NOON, NOON)),
    (AddressBook, "search", ("", "", 5)),
    (AddressBook, "organizations", ()),
]


@pytest.mark.parametrize(("port", "method", "given"), ASKED)
async def test_an_account_that_cannot_be_asked_is_named(port, method, given):
    there = Scripted(**{method: page() if port is Mailbox else ()})
    for account, why in (
        (Scripted(lost=True), "Sign in again."),
        (Scripted(**{method: TROUBLE}), "It is having trouble."),
    ):
        left_out = []
        members = (Member("w", WORK, account), Member("h", HOME, there))
        await getattr(joined(port, members, left_out), method)(*given)
        assert left_out == [LeftOut(WORK, why)]


async def test_what_is_wrong_with_the_program_is_wrong_with_all():
    with pytest.raises(KeyError):
        await both(Mailbox, Scripted(search=KeyError("x")), Scripted(search=page())).search("", 5)


async def test_one_mail_its_thread_files_and_fate_are_read_where_they_lie():
    home = Scripted(
        get=mail("m"),
        thread=MailThread(id="t", subject="s", mails=(mail("m"),)),
        attachment=AttachmentText(name="a", type="", size=1),
        delivery=Delivery(status="accepted"),
    )
    box = both(Mailbox, Scripted(), home)

    assert (await box.get("h~m")).id == "h~m"
    thread = await box.thread("h~t")
    assert (thread.id, thread.mails[0].id, thread.mails[0].thread_id) == ("h~t", "h~m", "h~t-m")
    await box.attachment("h~m", "a")
    await box.delivery("h~m")

    assert home.calls == [
        ("get", "m"),
        ("thread", "t"),
        ("attachment", "m", "a"),
        ("delivery", "m"),
    ]


OUT = Outgoing(to=(BOB,), subject="s", body="b")
FILE = MailFile(mail_id="h~m", attachment_id="1", name="a.txt")


@pytest.mark.parametrize(
    ("update", "sender"),
    [
        ({}, "w"),
        ({"account": HOME}, "h"),
        ({"answers": "h~m", "thread_id": "h~t"}, "h"),
        ({"answers": "h~m", "thread_id": "h~t", "account": HOME}, "h"),
        ({"forwarded": "w~m"}, "w"),
    ],
)
async def test_a_mail_is_sent_from_where_it_belongs(update, sender):
    answers = {
        "send": Sent(id="1", thread_id="t"),
        "draft": Draft(id="d", mail=OUT.model_copy(update={"thread_id": "t"})),
    }
    accounts = {key: Scripted(**answers) for key in "wh"}
    box, wanted = both(Mailbox, *accounts.values()), OUT.model_copy(update=update)

    sent, draft = await box.send(wanted, EFFECT), await box.draft(wanted, EFFECT)

    assert (sent.id, sent.thread_id) == (f"{sender}~1", f"{sender}~t")
    assert (draft.id, draft.mail.thread_id) == (f"{sender}~d", f"{sender}~t")
    inner = {name: text.removeprefix(f"{sender}~") for name, text in update.items()}
    given = OUT.model_copy(update=inner)
    assert accounts[sender].calls == [("send", given, EFFECT), ("draft", given, EFFECT)]
    assert sum(len(one.calls) for one in accounts.values()) == 2


async def test_files_go_along_from_where_they_lie_and_a_draft_s_are_found_again():
    mail = OUT.model_copy(update={"attachments": (FILE,)})
    inner = mail.model_copy(update={"attachments": (FILE.model_copy(update={"mail_id": "m"}),)})
    home = Scripted(draft=Draft(id="d", mail=inner))
    draft = await both(Mailbox, Scripted(), home).draft(mail, EFFECT)
    assert home.calls == [("draft", inner, EFFECT)]
    assert draft.mail.attachments == (FILE,)


@pytest.mark.parametrize(
    "update",
    [
        {"answers": "h~m", "account": WORK},
        {"forwarded": "h~m", "account": WORK},
        {"thread_id": "w~t", "forwarded": "h~m"},
        {"thread_id": "w~t", "attachments": (FILE,)},
    ],
)
async def test_a_mail_is_not_sent_from_where_it_does_not_belong(update):
    work, home = Scripted(), Scripted()
    with pytest.raises(ToolFailed, match="can only be sent from there"):
        await both(Mailbox, work, home).send(OUT.model_copy(update=update), EFFECT)
    assert work.calls == home.calls == []


async def test_a_draft_is_read_and_sent_where_it_lies():
    kept = Draft(id="d", mail=OUT)
    home = Scripted(get_draft=kept, update_draft=kept, send_draft=Sent(id="1", thread_id="t"))
    box = both(Mailbox, Scripted(), home)
    draft = await box.get_draft("h~d")
    assert (draft.id, draft.mail.account, draft.mail.thread_id) == ("h~d", HOME, "")
    assert await box.update_draft("h~d", draft.mail, EFFECT) == draft
    assert (await box.send_draft("h~d", EFFECT)).id == "h~1"
    asked = draft.mail.model_copy(update={"account": HOME})
    assert home.calls == [
        ("get_draft", "d"),
        ("update_draft", "d", asked, EFFECT),
        ("send_draft", "d", EFFECT),
    ]
    file = FILE.model_copy(update={"mail_id": "w~m"})
    with pytest.raises(ToolFailed, match="can only be sent from there"):
        await box.update_draft("h~d", OUT.model_copy(update={"attachments": (file,)}), EFFECT)


def resorted(*ids, failed=()):
    gone = tuple(NotDone(id=i, kind="params", why="Gone.") for i in failed)
    return Sorted(done=tuple(Resorted(id=i, removed=("inbox",)) for i in ids), failed=gone)


async def test_mails_of_several_accounts_are_changed_in_each():
    work = Scripted(label=resorted("2"))
    home = Scripted(label=resorted("1", failed="3"), snooze=resorted("1"))
    box = both(Mailbox, work, home)
    became = await box.label(["h~1", "w~2", "h~3"], ["starred"], [], EFFECT)
    assert [one.id for one in became.done] == ["h~1", "w~2"]
    assert [(one.id, one.why) for one in became.failed] == [("h~3", "Gone.")]
    assert [one.id for one in (await box.snooze(["h~1"], NOON, EFFECT)).done] == ["h~1"]
    assert [call[:4] for call in work.calls] == [("label", ["2"], ["starred"], [])]
    assert [call[:2] for call in home.calls] == [("label", ["1", "3"]), ("snooze", ["1"])]


async def test_one_of_two_accounts_signed_out_keeps_no_mail_of_the_other_from_being_changed():
    box = both(Mailbox, Scripted(lost=True), Scripted(label=resorted("1")))
    became = await box.label(["w~2", "h~1", "3"], [], ["inbox"], EFFECT)
    assert [one.id for one in became.done] == ["h~1"]
    signed_out = [("w~2", "auth", "Sign in again."), ("w~3", "auth", "Sign in again.")]
    assert [(one.id, one.kind, one.why) for one in became.failed] == signed_out


async def test_when_no_account_can_change_anything_that_is_said():
    with pytest.raises(ReauthNeeded):
        await both(Mailbox, Scripted(lost=True), Scripted(lost=True)).label(["w~1"], [], [], EFFECT)


@pytest.mark.parametrize("lost", [TakenOver(), KeyError("x"), OutcomeUnknown("Lost.")])
async def test_what_ends_an_attempt_ends_it_for_all_accounts(lost):
    box = both(Mailbox, Scripted(label=lost), Scripted(label=resorted("1")))
    with pytest.raises(type(lost)):
        await box.label(["w~2", "h~1"], [], ["inbox"], EFFECT)


async def test_what_nobody_knows_after_asking_is_said_of_its_mails():
    lost = OutcomeUnknown("It may have been done: no answer.")
    box = both(Mailbox, Scripted(label=lost), Scripted(label=resorted("1")))
    became = await box.label(["w~2", "h~1"], [], ["inbox"], replace(EFFECT, again=True))
    assert [one.why for one in became.failed] == ["It may have been done: no answer."]


class Noting:
    """An account that notes where it is, and says what it was given."""

    def __init__(self, mark):
        self.mark = mark
        self.handles = []

    async def label(self, ids, _add, _remove, effect):
        self.handles.append(effect.handle)
        await effect.note(f"{effect.handle}{self.mark}")
        return resorted(*ids)


async def test_each_account_finds_what_it_noted_itself():
    work, home, noted = Noting("w"), Noting("h"), []

    async def note(handle):
        noted.append(handle)

    box = both(Mailbox, work, home)
    await box.label(["w~1", "h~1"], [], [], Effect(id="e", note=note))
    await box.label(["w~1", "h~1"], [], [], Effect(id="e", again=True, handle=noted[-1], note=note))
    odd = Effect(id="e", again=True, handle='{"w": ["inbox"]}', note=note)
    await box.label(["w~1"], [], [], odd)
    assert (work.handles, home.handles) == (["", "w", ""], ["", "h"])


async def test_a_draft_that_is_left_is_where_the_mail_was_sent_from():
    home = Scripted(left_behind="d")
    box = both(Mailbox, Scripted(), home)
    assert await box.left_behind(OUT.model_copy(update={"account": HOME}), EFFECT) == "h~d"
    assert await both(Mailbox, Scripted(left_behind=""), home).left_behind(OUT, EFFECT) == ""


# --- calendar -------------------------------------------------------------------------------------


def event(name, hours=0, series=""):
    start = NOON + timedelta(hours=hours)
    return Event(
        id=name, title=name, series=series, starts_at=start, ends_at=start + timedelta(hours=1)
    )


async def test_events_of_all_calendars_come_in_order():
    work, home = (
        Scripted(events=(event("a", 2, "s"),)),
        Scripted(events=(event("a"), event("b", 3))),
    )
    calendar = both(Calendar, work, home)
    found = await calendar.events(NOON, NOON + timedelta(days=1), "x", 2)
    assert [(one.id, one.series) for one in found] == [("h~a", ""), ("w~a", "w~s")]
    assert work.calls == [("events", NOON, NOON + timedelta(days=1), "x", 2)]


async def test_an_event_is_made_in_the_first_calendar_and_changed_where_it_is():
    answers = {name: event("a") for name in ("create", "get", "update", "respond")}
    work, home = Scripted(**answers), Scripted(**answers)
    calendar = both(Calendar, work, home)
    new = NewEvent(title="n", starts_at=NOON, ends_at=NOON)
    change = EventChange(title="t")

    made = await calendar.create(new, EFFECT)
    found = [
        await calendar.get("h~a"),
        await calendar.update("h~a", change, EFFECT, "series"),
        await calendar.respond("h~a", "accepted", "", EFFECT),
    ]
    await calendar.delete("h~a", EFFECT)

    assert made.id == "w~a"
    assert work.calls == [("create", new, EFFECT)]
    assert [one.id for one in found] == ["h~a"] * 3
    assert home.calls == [
        ("get", "a"),
        ("update", "a", change, EFFECT, "series"),
        ("respond", "a", "accepted", "", EFFECT),
        ("delete", "a", EFFECT, "this"),
    ]


def busy(person, hour, title=""):
    start = NOON + timedelta(hours=hour)
    return Busy(person=person, starts_at=start, ends_at=start + timedelta(hours=1), title=title)


async def test_a_person_is_busy_whenever_one_calendar_says_so_and_unknown_when_none_knows():
    work = FreeBusy(busy=(busy("me", 2), busy("bob", 1)), unknown=("eve",))
    home = FreeBusy(busy=(busy("me", 1), busy("me", 2, "Lunch")), unknown=("bob", "eve"))
    calendar = both(Calendar, Scripted(free_busy=work), Scripted(free_busy=home))

    found = await calendar.free_busy(["me", "bob", "eve"], NOON, NOON + timedelta(days=1))

    assert set(found.busy) == {busy("me", 1), busy("bob", 1), busy("me", 2, "Lunch")}
    assert found.unknown == ("eve",)


@pytest.mark.parametrize(("people", "unknown"), [(["me"], (WORK,)), (["bob"], ())])
async def test_a_calendar_of_ones_own_that_is_lost_is_not_taken_for_free(people, unknown):
    calendar = both(Calendar, Scripted(lost=True), Scripted(free_busy=FreeBusy(busy=())))
    assert (await calendar.free_busy(people, NOON, NOON)).unknown == unknown


# --- contacts -------------------------------------------------------------------------------------


def contact(name, email=None):
    return Contact(id=name, name=name, email=f"{name}@x.example" if email is None else email)


async def test_contacts_are_the_best_of_each_and_of_one_address_the_first():
    work = Scripted(search=(contact("a"), contact("b")))
    home = Scripted(search=(contact("c"), contact("A2", "A@X.example"), contact("d")))
    book = both(AddressBook, work, home)
    assert [one.id for one in await book.search("x", "", 10)] == ["w~a", "h~c", "w~b", "h~d"]
    assert [one.id for one in await book.search("x", "", 2)] == ["w~a", "h~c"]


async def test_people_without_an_address_are_not_taken_for_one():
    work, home = Scripted(search=(contact("a", ""),)), Scripted(search=(contact("a", ""),))
    assert len(await both(AddressBook, work, home).search("a", "", 10)) == 2


async def test_a_contact_is_read_and_changed_where_it_is_kept():
    home = Scripted(get=contact("a"), update=contact("a"), delete=None)
    book = both(AddressBook, Scripted(), home)
    change = ContactChange(title="CEO")
    assert (await book.get("h~a")).id == "h~a"
    assert (await book.update("h~a", change, EFFECT)).id == "h~a"
    await book.delete("h~a", EFFECT)
    assert home.calls == [
        ("get", "a"),
        ("update", "a", change, EFFECT),
        ("delete", "a", EFFECT),
    ]


async def test_a_contact_is_added_in_the_first_account():
    work, new = Scripted(create=contact("a")), NewContact(name="a")
    assert (await both(AddressBook, work, Scripted()).create(new, EFFECT)).id == "w~a"
    assert work.calls == [("create", new, EFFECT)]


async def test_organizations_are_those_of_all_books():
    work = Scripted(
        organizations=(Organization(name="Acme", people=2), Organization(name="Beta", people=3))
    )
    home = Scripted(organizations=(Organization(name="acme", people=2),))
    found = await both(AddressBook, work, home).organizations()
    assert [(one.name, one.people) for one in found] == [("Acme", 4), ("Beta", 3)]
