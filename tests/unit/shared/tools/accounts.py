"""A small mailbox and address book in memory, and a person who works with them."""

from base64 import b64encode
from datetime import UTC, datetime

from shared.connectors.resorting import resorted, sorted_of
from shared.errors import ToolFailed
from shared.models.profile import Account, Policy, Preferred, Profile
from shared.tools.effect import Effect
from shared.tools.tool import Desk, Said
from shared.tools.workspace import Workspace
from shared.workspace.contacts.port import AddressBook, Contact, Organization
from shared.workspace.email.port import (
    Address,
    Attachment,
    AttachmentText,
    Delivery,
    Draft,
    Mail,
    Mailbox,
    MailPage,
    MailThread,
    Sent,
)

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
ME = "ada@acme.com"
ACCOUNT = Account(id="a", provider="test", email=ME, domains=("email", "contacts"))
SARAH = Contact(
    id="c1",
    name="Sarah Chen",
    email="sarah@acme.com",
    company="Acme",
    title="CFO",
    phone="+1 555 0100",
    relation="colleague",
    last_contact=datetime(2026, 11, 20, tzinfo=UTC),
    mails=3,
)
BO = Contact(id="c2", name="Bo Ek", email="bo@client.org", company="Client", relation="client")
BOB = Contact(id="c3", name="Bob Ray", email="bob@acme.com")


def profile(*, zone="Europe/Berlin", recipients=()):
    return Profile(
        name="Ada",
        accounts=(ACCOUNT,),
        domains=("acme.com",),
        preferred=Preferred(time_zone=zone),
        policy=Policy(recipients=recipients),
    )


def mail(number=1, sender=SARAH, **given):
    made = {
        "id": f"m{number}",
        "thread_id": f"t{number}",
        "account": ME,
        "sender": Address(email=sender.email, name=sender.name),
        "to": (Address(email=ME, name="Ada"),),
        "subject": "Q4 budget",
        "snippet": "Here it is",
        "body": "Here it is.\n\nSarah",
        "sent_at": datetime(2026, 11, 12, 14, tzinfo=UTC),
        "labels": ("inbox",),
        "message_id": f"<m{number}@acme.com>",
    }
    return Mail(**{**made, **given})


class Mails:
    """A mailbox that keeps what it was told to do."""

    def __init__(self, *mails, drafts=(), estimates=False, total=None):
        self.mails = {one.id: one for one in mails}
        self.drafts = {one.id: one for one in drafts}
        self.total = total
        self.estimates = estimates
        self.left = ""
        self.asked = []
        self.done = []

    async def search(self, query, limit, accounts=()):
        self.asked.append((query, limit, tuple(accounts)))
        found = sorted(self.mails.values(), key=lambda one: one.sent_at, reverse=True)[:limit]
        total = len(found) if self.total is None else self.total
        return MailPage(mails=tuple(found), total=total, at_least=self.estimates)

    async def get(self, mail_id):
        if mail_id not in self.mails:
            raise ToolFailed("There is no such mail.", "params")
        return self.mails[mail_id]

    async def thread(self, thread_id):
        mails = [one for one in self.mails.values() if one.thread_id == thread_id]
        mails.sort(key=lambda one: one.sent_at)
        return MailThread(id=thread_id, subject=mails[0].subject, mails=tuple(mails))

    async def attachment(self, mail_id, attachment_id):
        (file,) = (f for f in self.mails[mail_id].attachments if f.id == attachment_id)
        told = {"name": file.name, "type": file.type, "size": file.size, "text": "a,b\n1,2"}
        return AttachmentText(**told, content=b64encode(b"a,b\n1,2").decode())

    async def send(self, mail, effect):
        self.done.append(("send", mail, effect.id))
        return Sent(id="s1", thread_id=mail.thread_id or "t9", message_id="<s1@acme.com>")

    async def draft(self, mail, effect):
        self.done.append(("draft", mail, effect.id))
        return Draft(id="d1", mail=mail)

    async def get_draft(self, draft_id):
        if draft_id not in self.drafts:
            raise ToolFailed("There is no such draft.", "params")
        return self.drafts[draft_id]

    async def update_draft(self, draft_id, mail, effect):
        self.done.append(("update_draft", draft_id, mail, effect.id))
        draft = self.drafts[draft_id]
        self.drafts[draft_id] = draft.model_copy(update={"mail": draft.saying(mail)})
        return self.drafts[draft_id]

    async def delete_draft(self, draft_id, effect):
        self.done.append(("delete_draft", draft_id, effect.id))

    async def send_draft(self, draft_id, effect):
        self.done.append(("send_draft", draft_id, effect.id))
        self.drafts.pop(draft_id, None)
        return Sent(id="s2", thread_id="t2")

    async def left_behind(self, mail, effect):
        return self.left

    async def label(self, mail_ids, add, remove, effect):
        self.done.append(("label", tuple(mail_ids), tuple(add), tuple(remove)))
        return self._sorted(mail_ids, add, remove)

    async def snooze(self, mail_ids, until, effect):
        self.done.append(("snooze", tuple(mail_ids), until))
        return self._sorted(mail_ids, (), ("inbox",))

    def _sorted(self, mail_ids, add, remove):
        found = {}
        for mail_id in mail_ids:
            mail = self.mails.get(mail_id)
            gone = ToolFailed("There is no such mail.", "params")
            after = [*(label for label in mail.labels if label not in remove), *add] if mail else ()
            found[mail_id] = resorted(mail, after) if mail else gone
        return sorted_of(mail_ids, found)

    async def delivery(self, mail_id):
        return Delivery(status="bounced", bounced=("x@y.org",), detail="No such user")


class People:
    """An address book; its search fits any part of a name or address."""

    def __init__(self, *contacts, broken=False):
        self.contacts = {one.id: one for one in contacts}
        self.broken = broken
        self.done = []

    async def search(self, text, organization, limit):
        if self.broken:
            raise ToolFailed("The address book cannot be reached.", "network")
        part, company = text.casefold(), organization.casefold()
        return tuple(
            one
            for one in self.contacts.values()
            if (part in one.name.casefold() or part in one.email.casefold())
            and company in one.company.casefold()
        )[:limit]

    async def get(self, contact_id):
        if self.broken:
            raise ToolFailed("The address book cannot be reached.", "network")
        if contact_id not in self.contacts:
            raise ToolFailed("There is no such contact.", "params")
        return self.contacts[contact_id]

    async def organizations(self):
        return (Organization(name="Acme", people=3), Organization(name="Client", people=1))

    async def create(self, contact, effect):
        self.done.append((contact, effect.id))
        return Contact(id="new", **contact.model_dump())

    async def update(self, contact_id, change, effect):
        self.done.append((contact_id, change, effect.id))
        return self.contacts[contact_id].model_copy(update=change.model_dump(exclude_none=True))

    async def delete(self, contact_id, effect):
        self.done.append((contact_id, effect.id))
        self.contacts.pop(contact_id, None)


def desk(mails=None, people=None, *, again=False, ports=None, **given):
    connected = dict(ports or {})
    if mails is not None:
        connected[Mailbox] = mails
    if people is not None:
        connected[AddressBook] = people
    return Desk(
        workspace=Workspace(connected, (ACCOUNT,)),
        profile=profile(**given),
        now=NOW,
        effect=Effect(id="e" * 32, again=again),
    )


def said(result, **arguments):
    return Said(result=result, arguments=arguments, profile=profile(), now=NOW)


def file(name, **given):
    return Attachment(id=f"f-{name}", name=name, **given)
