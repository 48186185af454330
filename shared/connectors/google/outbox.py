"""Mails sent exactly once, by way of drafts.

A draft can be asked for by its id, and sending it takes it away: so a mail is first kept as a
draft, whose id is noted, and then sent by that id. A draft that is still there was not sent.
"""

from shared.connectors.google.answers import GOOGLE, Resource, made
from shared.connectors.google.drafts import DRAFTS, GONE, Drafts, message_ids
from shared.connectors.google.message import Message
from shared.connectors.google.reading import Messages
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Payload
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.email.port import Outgoing, Sent


class _Ids(Resource):
    id: str
    thread_id: str


class _Kept(Payload):
    """A draft about to be sent. `alone`: nothing else was in its conversation."""

    draft: str
    thread: str
    message_id: str
    alone: bool


class Outbox:
    """What one account sends."""

    def __init__(self, rest: Rest, messages: Messages, drafts: Drafts) -> None:
        self._rest = rest
        self._messages = messages
        self._drafts = drafts

    async def send(self, mail: Outgoing, effect: Effect) -> Sent:
        """Send a mail."""
        if effect.again and effect.handle:
            return await self._resumed(_Kept.stored(effect.handle))
        try:
            draft = await self._drafts.make(mail, effect)
        except OutcomeUnknown as error:  # of the draft, but nothing was sent
            raise ToolFailed(
                f"{GOOGLE} did not take the mail; it was not sent.", "network", recoverable=True
            ) from error
        kept = _Kept(
            draft=draft.id,
            thread=draft.message.thread_id,
            message_id=self._drafts.message_id(effect),
            alone=not mail.thread_id,
        )
        await effect.note(kept.model_dump_json())
        return await self._send(kept)

    async def send_draft(self, draft_id: str, effect: Effect) -> Sent:
        """Send a draft."""
        if effect.again and effect.handle:
            return await self._resumed(_Kept.stored(effect.handle))
        message = await self._drafts.read(draft_id)
        kept = _Kept(
            draft=draft_id,
            thread=message.thread_id,
            message_id=message.payload.header("Message-ID").strip(),
            alone=not message.payload.header("In-Reply-To"),
        )
        await effect.note(kept.model_dump_json())
        return await self._send(kept)

    async def left_behind(self, effect: Effect) -> str:
        """Return the id of the draft that an attempt has noted, if it still is one."""
        if not effect.handle:
            return ""
        kept = _Kept.stored(effect.handle)
        return kept.draft if await self._drafts.exists(kept.draft) else ""

    async def _resumed(self, kept: _Kept) -> Sent:
        """Return what an earlier attempt sent, or send what it kept."""
        if await self._drafts.exists(kept.draft):
            return await self._send(kept)
        sent = await self._sent(kept)
        if sent is None:
            raise OutcomeUnknown(f"{GOOGLE} cannot tell whether the mail was sent.")
        return sent

    async def _send(self, kept: _Kept) -> Sent:
        request = Request("POST", f"{DRAFTS}/send", json={"id": kept.draft})
        try:
            ids = made(_Ids, await self._rest.change(request))
        except OutcomeUnknown as error:
            sent = await self._sent_after(kept, error)
        except NotThere:  # another attempt may just have sent it
            sent = await self._sent_after(kept, NotThere(GONE))
        else:
            sent = Sent(id=ids.id, thread_id=ids.thread_id, message_id=kept.message_id)
        return await self._as_sent(sent)

    async def _sent_after(self, kept: _Kept, error: OutcomeUnknown | NotThere) -> Sent:
        try:
            sent = await self._sent(kept)
        except ToolFailed:
            sent = None
        if sent is None:
            raise error
        return sent

    async def _sent(self, kept: _Kept) -> Sent | None:
        """Return the sent mail that was this draft, if there is one.

        Gmail may give a mail another Message-ID than the draft had. A conversation that held
        nothing but the draft holds nothing sent but that.
        """
        for message in await self._conversation(kept.thread):
            ours = kept.alone or kept.message_id in message_ids(message)
            if "SENT" in message.label_ids and ours:
                return _sent_of(message, kept)
        if not kept.message_id:
            return None
        query = f"rfc822msgid:{kept.message_id.strip('<>')} in:sent"
        found = await self._messages.heads((await self._messages.find(query, 1)).ids)
        return next((_sent_of(message, kept) for message in found), None)

    async def _conversation(self, thread_id: str) -> tuple[Message, ...]:
        try:
            return (await self._messages.thread(thread_id, full=False)).messages
        except NotThere:
            return ()

    async def _as_sent(self, sent: Sent) -> Sent:
        """Return it with the Message-ID it went out with, as far as that can be read."""
        try:
            head = (await self._messages.head(sent.id)).payload
        except ToolFailed:
            return sent
        message_id = head.header("Message-ID").strip() or sent.message_id
        return sent.model_copy(update={"message_id": message_id})


def _sent_of(message: Message, kept: _Kept) -> Sent:
    return Sent(id=message.id, thread_id=message.thread_id, message_id=kept.message_id)
