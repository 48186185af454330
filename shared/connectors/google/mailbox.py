"""Gmail behind the Mailbox port."""

from collections.abc import Sequence
from datetime import datetime

from shared.connectors.google.answers import GOOGLE
from shared.connectors.google.delivery import delivery_of
from shared.connectors.google.drafts import Drafts
from shared.connectors.google.labels import Labels, snoozed_until
from shared.connectors.google.message import Message, mail_of
from shared.connectors.google.outbox import Outbox
from shared.connectors.google.reading import Messages
from shared.connectors.google.resorting import Resorter
from shared.connectors.rest import NotThere, Rest
from shared.ports import Clock
from shared.tools.effect import Effect
from shared.workspace.email.attachments import text_of_file
from shared.workspace.email.port import (
    AttachmentText,
    Delivery,
    Draft,
    Mail,
    MailPage,
    MailThread,
    Outgoing,
    Sent,
    Sorted,
)

MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024


class GmailMailbox:
    """One account's mail. `address` is the account's own."""

    def __init__(self, rest: Rest, address: str, clock: Clock) -> None:
        self._rest = rest
        self._address = address
        self._messages = Messages(rest)
        self._labels = Labels(rest)
        self._drafts = Drafts(rest, address, clock, self._messages)
        self._outbox = Outbox(rest, self._messages, self._drafts)
        self._resorter = Resorter(rest, address, self._messages, self._labels)

    async def search(self, query: str, limit: int, accounts: Sequence[str] = ()) -> MailPage:
        """Return the newest matches."""
        if accounts and self._address.casefold() not in {a.casefold() for a in accounts}:
            return MailPage(mails=(), total=0)
        found = await self._messages.find(query, limit)
        heads = await self._messages.heads(found.ids)
        names = await self._labels.names()
        mails = tuple(mail_of(head, self._address, names) for head in heads)
        return MailPage(mails=mails, total=found.total, at_least=found.at_least)

    async def get(self, mail_id: str) -> Mail:
        """Return one mail with its body."""
        return await self._whole(await self._messages.get(mail_id))

    async def thread(self, thread_id: str) -> MailThread:
        """Return a conversation, without what is only a draft."""
        found = await self._messages.thread(thread_id, full=True)
        sent = [message for message in found.messages if "DRAFT" not in message.label_ids]
        if not sent:
            raise NotThere(f"{GOOGLE} has no mail in this conversation (any more).")
        mails = tuple([await self._whole(message) for message in sent])
        return MailThread(id=found.id, subject=mails[0].subject, mails=mails)

    async def attachment(self, mail_id: str, attachment_id: str) -> AttachmentText:
        """Return what a file says, as text."""
        message = await self._messages.get(mail_id)
        parts = [p for p in message.payload.all() if p.filename and p.file_id == attachment_id]
        if not parts:
            raise NotThere("The mail has no such attachment.")
        part = parts[0]
        if part.body.size > MAX_ATTACHMENT_BYTES:
            return AttachmentText(
                name=part.filename,
                type=part.mime_type,
                size=part.body.size,
                why="It is too large to be read here.",
            )
        data = await self._messages.data(mail_id, part)
        return await text_of_file(part.filename, part.mime_type, data)

    async def send(self, mail: Outgoing, effect: Effect) -> Sent:
        """Send a mail."""
        return await self._outbox.send(mail, effect)

    async def draft(self, mail: Outgoing, effect: Effect) -> Draft:
        """Keep a mail as a draft."""
        return await self._drafts.keep(mail, effect)

    async def get_draft(self, draft_id: str) -> Draft:
        """Return a draft."""
        return await self._drafts.get(draft_id)

    async def update_draft(self, draft_id: str, mail: Outgoing, effect: Effect) -> Draft:
        """Let a draft say what a mail does; it is plain text from then on."""
        return await self._drafts.update(draft_id, mail, effect)

    async def send_draft(self, draft_id: str, effect: Effect) -> Sent:
        """Send a draft."""
        return await self._outbox.send_draft(draft_id, effect)

    async def left_behind(self, mail: Outgoing, effect: Effect) -> str:
        """Return the id of the draft that an attempt to send a mail has left."""
        del mail
        return await self._outbox.left_behind(effect)

    async def delete_draft(self, draft_id: str, effect: Effect) -> None:
        """Delete a draft; the second time there is none, which comes to the same."""
        del effect
        await self._drafts.delete(draft_id)

    async def label(
        self, mail_ids: Sequence[str], add: Sequence[str], remove: Sequence[str], effect: Effect
    ) -> Sorted:
        """Add and remove labels; labels that do not exist are made to be added."""
        fewer = [*remove, *await self._awake(add, remove)]
        return await self._resorter.relabel(mail_ids, add, fewer, effect)

    async def snooze(self, mail_ids: Sequence[str], until: datetime, effect: Effect) -> Sorted:
        """Take mails out of the inbox, under a label that says until when.

        Gmail's API knows no snoozing: nothing brings them back by itself.
        """
        return await self.label(mail_ids, [snoozed_until(until.date())], ["inbox"], effect)

    async def delivery(self, mail_id: str) -> Delivery:
        """Return what became of a sent mail."""
        return await delivery_of(self._messages, mail_id)

    async def _awake(self, add: Sequence[str], remove: Sequence[str]) -> list[str]:
        """Return the labels a mail loses besides: back in the inbox, it is snoozed no longer."""
        if "inbox" not in {name.casefold() for name in add}:
            return []
        return [name for name in await self._labels.snoozes() if name not in remove]

    async def _whole(self, message: Message) -> Mail:
        body = await self._messages.text(message)
        return mail_of(message, self._address, await self._labels.names(), body)
