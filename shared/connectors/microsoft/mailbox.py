"""A mailbox of Microsoft 365 behind the Mailbox port.

Labels are Outlook's own: a category is a label, a flag the star, and to archive is to move to the
archive folder. Nothing in Graph snoozes: a snoozed mail goes to the archive with a category that
says until when.
"""

from collections.abc import Sequence
from datetime import datetime

from shared.connectors.gmail_query import parse
from shared.connectors.microsoft import attaching, sending
from shared.connectors.microsoft.bounces import delivery_of
from shared.connectors.microsoft.folders import Folders
from shared.connectors.microsoft.graph import (
    PREFER,
    Page,
    Shape,
    Text,
    below,
    everything,
    literal,
    pages,
    selected,
    shaped,
)
from shared.connectors.microsoft.labelling import Change
from shared.connectors.microsoft.mail_search import Question, holds, question
from shared.connectors.microsoft.mail_terms import Mailroom
from shared.connectors.microsoft.messages import (
    FIELDS,
    FILE_FIELDS,
    FULL_FIELDS,
    SNOOZED,
    AttachedFile,
    Message,
    mail_of,
    outgoing_of,
)
from shared.connectors.microsoft.resorting import Resorter
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
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

PAGE = 50
MAX_FILE_BYTES = 20 * 1024 * 1024
_ANYWHERE = "in:anywhere"


class _Category(Shape):
    display_name: Text = ""


class GraphMailbox:
    """The mail of one account; `account` is its address."""

    def __init__(self, rest: Rest, account: str, clock: Clock) -> None:
        self._rest = rest
        self._account = account
        self._clock = clock
        self._folders = Folders(rest)
        self._resorter = Resorter(rest, account, self._folders, clock)

    async def search(self, query: str, limit: int, accounts: Sequence[str] = ()) -> MailPage:
        """Return the newest matches; none when other accounts are meant."""
        if accounts and self._account.casefold() not in {name.casefold() for name in accounts}:
            return MailPage(mails=(), total=0)
        condition = parse(query)
        room = Mailroom(self._account, self._clock.now().date(), await self._folders.ids())
        asked = question(condition, room, anywhere=_ANYWHERE in query.casefold())
        if "categories/" in asked.filter:  # Outlook compares their names with upper and lower case
            room = Mailroom(room.me, room.today, room.folders, await self._categories())
            asked = question(condition, room, anywhere=_ANYWHERE in query.casefold())
        found: list[Message] = []
        last: Page[Message] = Page((), None, more=False)
        async for last in pages(self._rest, _search(asked, limit), Message):
            found += [message for message in last.values if holds(asked.test, message, room)]
            if len(found) >= limit:
                break
        mails = tuple(mail_of(message, self._account, room.folders) for message in found[:limit])
        counted = last.total if asked.filter else None
        return MailPage(
            mails=mails,
            total=max(counted or 0, len(found)),
            at_least=counted is None and last.more,
        )

    async def get(self, mail_id: str) -> Mail:
        """Return one mail with its body."""
        return await self._mail(await self._message(mail_id))

    async def thread(self, thread_id: str) -> MailThread:
        """Return a conversation without what lies in the bin or among spam."""
        folders = await self._folders.ids()
        hidden = {folders.get("trash"), folders.get("spam")}
        messages = [
            message
            for message in await self._conversation(thread_id)
            if message.parent_folder_id not in hidden
        ]
        if not messages:
            raise NotThere("There is no such conversation; it may have been deleted.")
        messages.sort(key=lambda message: message.received_date_time)
        mails = tuple([await self._mail(message) for message in messages])
        return MailThread(id=thread_id, subject=mails[0].subject, mails=mails)

    async def attachment(self, mail_id: str, attachment_id: str) -> AttachmentText:
        """Return what a file says, as text."""
        path = below(below("/me/messages", mail_id, "attachments"), attachment_id)
        request = Request("GET", path, selected(FILE_FIELDS), headers=PREFER)
        file = shaped(AttachedFile, await self._rest.read(request))
        if file.size > MAX_FILE_BYTES:
            why = "It is too large to be read here."
            return AttachmentText(name=file.name, type=file.content_type, size=file.size, why=why)
        whole = shaped(AttachedFile, await self._rest.read(Request("GET", path, headers=PREFER)))
        return await text_of_file(file.name, file.content_type, attaching.content(whole))

    async def send(self, mail: Outgoing, effect: Effect) -> Sent:
        """Send a mail."""
        return await sending.send(self._rest, mail, effect)

    async def draft(self, mail: Outgoing, effect: Effect) -> Draft:
        """Keep a mail as a draft."""
        draft = await sending.keep(self._rest, mail, effect)
        return Draft(id=draft.id, mail=mail)

    async def get_draft(self, draft_id: str) -> Draft:
        """Return a draft."""
        message = await self._message(draft_id)
        if not message.is_draft:
            raise ToolFailed("That mail is not a draft: it has been sent already.", "params")
        files = attaching.along(message, await self._files(message))
        return Draft(id=message.id, mail=outgoing_of(message, self._account, files))

    async def update_draft(self, draft_id: str, mail: Outgoing, effect: Effect) -> Draft:
        """Let a draft say what a mail does; it is plain text from then on."""
        kept = await self.get_draft(draft_id)
        draft = Draft(id=kept.id, mail=kept.saying(mail))
        await sending.update_draft(self._rest, draft.id, draft.mail, effect)
        return draft

    async def send_draft(self, draft_id: str, effect: Effect) -> Sent:
        """Send a draft."""
        return await sending.send_draft(self._rest, draft_id, effect)

    async def left_behind(self, mail: Outgoing, effect: Effect) -> str:
        """Return the id of the draft that an attempt to send a mail has left."""
        del mail
        return await sending.left_behind(self._rest, effect)

    async def delete_draft(self, draft_id: str, effect: Effect) -> None:
        """Delete a draft; what was sent since is none, and stays."""
        await sending.delete_draft(self._rest, draft_id, effect)

    async def label(
        self, mail_ids: Sequence[str], add: Sequence[str], remove: Sequence[str], effect: Effect
    ) -> Sorted:
        """Add and remove labels; what is so already stays as it is, also in a second attempt."""
        return await self._resorter.relabel(mail_ids, Change.of(add, remove), effect)

    async def snooze(self, mail_ids: Sequence[str], until: datetime, effect: Effect) -> Sorted:
        """Move mails to the archive, with a category that says until when."""
        return await self.label(mail_ids, (f"{SNOOZED}{until.date()}",), ("inbox",), effect)

    async def delivery(self, mail_id: str) -> Delivery:
        """Return whether a report of non-delivery has come in the mail's conversation."""
        message = await self._message(mail_id)
        if message.is_draft:
            return delivery_of(message, (), self._account)
        conversation = await self._conversation(message.conversation_id)
        return delivery_of(message, conversation, self._account)

    async def _message(self, mail_id: str) -> Message:
        path = below("/me/messages", mail_id)
        request = Request("GET", path, selected(FULL_FIELDS), headers=PREFER)
        return shaped(Message, await self._rest.read(request))

    async def _mail(self, message: Message) -> Mail:
        files = await self._files(message)
        return mail_of(message, self._account, await self._folders.ids(), files)

    async def _files(self, message: Message) -> tuple[AttachedFile, ...]:
        return await attaching.files(self._rest, message.id) if message.has_attachments else ()

    async def _conversation(self, thread_id: str) -> tuple[Message, ...]:
        params = {
            **selected(FULL_FIELDS),
            "$filter": f"conversationId eq {literal(thread_id)}",
            "$expand": sending.EXPAND_CLASS,
            "$top": PAGE,
        }
        request = Request("GET", "/me/messages", params, headers=PREFER)
        return await everything(self._rest, request, Message)

    async def _categories(self) -> tuple[str, ...]:
        request = Request("GET", "/me/outlook/masterCategories", headers=PREFER)
        found = await everything(self._rest, request, _Category)
        return tuple(category.display_name for category in found)


def _search(asked: Question, limit: int) -> Request:
    params = selected(FIELDS)
    if asked.search:  # sorted by Graph itself, newest first; counted by nobody
        params |= {"$search": asked.search, "$top": PAGE}
    else:
        order = "receivedDateTime desc"
        top = min(limit, PAGE)
        params |= {"$filter": asked.filter, "$orderby": order, "$top": top, "$count": "true"}
    folder = below("/me/mailFolders", asked.folder, "messages") if asked.folder else "/me/messages"
    return Request("GET", folder, params, headers=PREFER)
