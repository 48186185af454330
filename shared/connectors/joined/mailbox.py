"""The mail of several accounts as one mailbox."""

from collections.abc import Callable, Sequence
from datetime import datetime

from shared.connectors.joined.members import Member, ask, owner
from shared.connectors.joined.resorting import resorted_in_each
from shared.errors import ToolFailed
from shared.tools.effect import Effect
from shared.tools.workspace import LeftOut
from shared.workspace.email.port import (
    AttachmentText,
    Delivery,
    Draft,
    Mail,
    Mailbox,
    MailFile,
    MailPage,
    MailThread,
    Outgoing,
    Sent,
    Sorted,
)


class JoinedMailbox:
    """Ids begin with their account's key."""

    def __init__(self, members: Sequence[Member[Mailbox]], left_out: list[LeftOut]) -> None:
        self._members = members
        self._left_out = left_out

    async def search(self, query: str, limit: int, accounts: Sequence[str] = ()) -> MailPage:
        """Return the newest matches of all accounts, or of those asked for."""
        asked = [self._named(account) for account in accounts] or self._members
        asked = [one for one in self._members if one in asked]
        answers = await ask(asked, self._left_out, lambda mailbox: mailbox.search(query, limit))
        mails = [_mail(one, mail) for one, page in answers.given for mail in page.mails]
        newest = sorted(mails, key=lambda mail: (mail.sent_at, mail.id), reverse=True)
        return MailPage(
            mails=tuple(newest[:limit]),
            total=sum(page.total for _, page in answers.given),
            at_least=bool(answers.lost) or any(page.at_least for _, page in answers.given),
        )

    async def get(self, mail_id: str) -> Mail:
        """Return one mail with its body."""
        one = owner(self._members, mail_id)
        return _mail(one, await one.port.get(one.inner(mail_id)))

    async def thread(self, thread_id: str) -> MailThread:
        """Return a conversation."""
        one = owner(self._members, thread_id)
        found = await one.port.thread(one.inner(thread_id))
        mails = tuple(_mail(one, mail) for mail in found.mails)
        return found.model_copy(update={"id": one.outer(found.id), "mails": mails})

    async def attachment(self, mail_id: str, attachment_id: str) -> AttachmentText:
        """Return what a file says."""
        one = owner(self._members, mail_id)
        return await one.port.attachment(one.inner(mail_id), attachment_id)

    async def send(self, mail: Outgoing, effect: Effect) -> Sent:
        """Send a mail from the account it names, that of the mail it answers, or the first."""
        one = self._sender(mail)
        return _sent(one, await one.port.send(_renamed(mail, one.inner), effect))

    async def draft(self, mail: Outgoing, effect: Effect) -> Draft:
        """Keep a mail as a draft where it would be sent from."""
        one = self._sender(mail)
        return _draft(one, await one.port.draft(_renamed(mail, one.inner), effect))

    async def get_draft(self, draft_id: str) -> Draft:
        """Return a draft."""
        one = owner(self._members, draft_id)
        return _draft(one, await one.port.get_draft(one.inner(draft_id)))

    async def update_draft(self, draft_id: str, mail: Outgoing, effect: Effect) -> Draft:
        """Let a draft say what a mail does, whose files have to be in the same account."""
        one = owner(self._members, draft_id)
        self._sender(mail.model_copy(update={"account": one.email}))
        return _draft(
            one, await one.port.update_draft(one.inner(draft_id), _renamed(mail, one.inner), effect)
        )

    async def send_draft(self, draft_id: str, effect: Effect) -> Sent:
        """Send a draft."""
        one = owner(self._members, draft_id)
        return _sent(one, await one.port.send_draft(one.inner(draft_id), effect))

    async def left_behind(self, mail: Outgoing, effect: Effect) -> str:
        """Return the draft left where the mail was to be sent from."""
        one = self._sender(mail)
        return one.outer(await one.port.left_behind(_renamed(mail, one.inner), effect))

    async def delete_draft(self, draft_id: str, effect: Effect) -> None:
        """Delete a draft."""
        one = owner(self._members, draft_id)
        await one.port.delete_draft(one.inner(draft_id), effect)

    async def label(
        self, mail_ids: Sequence[str], add: Sequence[str], remove: Sequence[str], effect: Effect
    ) -> Sorted:
        """Add and remove labels in each account; one that fails keeps no other from it."""
        return await resorted_in_each(
            self._shared_out(mail_ids),
            [owner(self._members, known).outside(known) for known in mail_ids],
            effect,
            lambda mailbox, ids, part: mailbox.label(ids, add, remove, part),
        )

    async def snooze(self, mail_ids: Sequence[str], until: datetime, effect: Effect) -> Sorted:
        """Take mails out of the inbox until then, as `label` does."""
        return await resorted_in_each(
            self._shared_out(mail_ids),
            [owner(self._members, known).outside(known) for known in mail_ids],
            effect,
            lambda mailbox, ids, part: mailbox.snooze(ids, until, part),
        )

    async def delivery(self, mail_id: str) -> Delivery:
        """Return what became of a sent mail."""
        one = owner(self._members, mail_id)
        return await one.port.delivery(one.inner(mail_id))

    def _named(self, address: str) -> Member[Mailbox]:
        """Return the account of an address; raise ToolFailed."""
        wanted = address.casefold()
        for one in self._members:
            if one.email.casefold() == wanted:
                return one
        known = ", ".join(one.email for one in self._members)
        raise ToolFailed(f"{address} is none of your accounts. They are: {known}.", "params")

    def _sender(self, mail: Outgoing) -> Member[Mailbox]:
        """Return where a mail is sent from; raise ToolFailed when it belongs to two accounts."""
        files = [file.mail_id for file in mail.attachments if isinstance(file, MailFile)]
        ids = [known for known in (mail.answers, mail.thread_id, mail.forwarded, *files) if known]
        owners = [owner(self._members, known) for known in ids]
        named = [self._named(mail.account)] if mail.account else []
        senders = list(dict.fromkeys(one.email for one in (*named, *owners)))
        if len(senders) > 1:
            message = f"That mail is in {owners[0].email}, so it can only be sent from there."
            raise ToolFailed(message, "params", recoverable=True)
        return next(iter((*named, *owners)), self._members[0])

    def _shared_out(self, mail_ids: Sequence[str]) -> list[tuple[Member[Mailbox], list[str]]]:
        owners = [(owner(self._members, known), known) for known in mail_ids]
        return [
            (one, ids)
            for one in self._members
            if (ids := [one.inner(known) for whose, known in owners if whose is one])
        ]


def _mail(one: Member[Mailbox], mail: Mail) -> Mail:
    ids = {"id": one.outer(mail.id), "thread_id": one.outer(mail.thread_id)}
    return mail.model_copy(update={**ids, "account": mail.account or one.email})


def _sent(one: Member[Mailbox], sent: Sent) -> Sent:
    ids = {"id": one.outer(sent.id), "thread_id": one.outer(sent.thread_id)}
    return sent.model_copy(update=ids)


def _draft(one: Member[Mailbox], draft: Draft) -> Draft:
    mail = _renamed(draft.mail, one.outer)
    known = mail.model_copy(update={"account": mail.account or one.email})
    return Draft(id=one.outer(draft.id), mail=known)


def _renamed(mail: Outgoing, name: Callable[[str], str]) -> Outgoing:
    """Return a mail whose ids are known by another name."""
    files = [
        file.model_copy(update={"mail_id": name(file.mail_id)})
        if isinstance(file, MailFile)
        else file
        for file in mail.attachments
    ]
    ids = {field: name(getattr(mail, field)) for field in ("thread_id", "answers", "forwarded")}
    return mail.model_copy(update={**ids, "attachments": tuple(files)})
