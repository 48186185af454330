"""Gmail's drafts."""

import base64
import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from shared.connectors.google.answers import Resource, made, segment, taken
from shared.connectors.google.message import Message, files_of
from shared.connectors.google.reading import USER, Messages
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.ports import Clock
from shared.tools.effect import Effect, OutcomeUnknown
from shared.tools.gathering import each
from shared.tools.wording import one_line
from shared.workspace.email.mime import File, message_id_for, message_of
from shared.workspace.email.port import Address, BroughtFile, Draft, MailFile, Outgoing

DRAFTS = f"{USER}/drafts"
MAX_ATTACHED_BYTES = 18 * 1024 * 1024
"""Gmail takes 25 MB, as encoded."""
GONE = "That draft is gone: it has been sent already, or was deleted."
_NEWEST, _LISTED = 50, 500
"""Drafts that are looked through for one made a moment ago, and for one that a search found."""
_CHANGED = "The draft was changed elsewhere meanwhile."


class _Ids(Resource):
    id: str
    thread_id: str


class Entry(Resource):
    """A draft by its ids."""

    id: str
    message: _Ids


class _Drafts(Resource):
    drafts: tuple[Entry, ...] = ()


class _Whole(Resource):
    id: str
    message: Message


class Drafts:
    """The drafts of one account. `address` is the account's own."""

    def __init__(self, rest: Rest, address: str, clock: Clock, messages: Messages) -> None:
        self._rest = rest
        self._address = address
        self._clock = clock
        self._messages = messages

    def message_id(self, effect: Effect) -> str:
        """Return the Message-ID that every attempt of an effect gives its mail."""
        return message_id_for(effect.id, self._address.rpartition("@")[2])

    async def keep(self, mail: Outgoing, effect: Effect) -> Draft:
        """Keep a mail as a draft."""
        mail = mail.model_copy(update={"account": self._address})
        if effect.again and effect.handle:  # noted when it had been made
            return Draft(id=effect.handle, mail=mail)
        made_one = await self.make(mail, effect)
        await effect.note(made_one.id)
        return Draft(id=made_one.id, mail=mail)

    async def make(self, mail: Outgoing, effect: Effect) -> Entry:
        """Make a draft, or return the one an earlier attempt has made."""
        message_id = self.message_id(effect)
        found = await self._made(message_id) if effect.again else None
        if found is not None:
            return found
        try:
            return await self._put(mail, message_id)
        except OutcomeUnknown as unknown:
            return await self._made_after(message_id, unknown)

    async def update(self, draft_id: str, mail: Outgoing, effect: Effect) -> Draft:
        """Let a draft say what a mail does, once: it has the effect's Message-ID from then on."""
        message_id, (known, message) = self.message_id(effect), await self._found(draft_id)
        kept = await self._draft(known, message)
        draft = Draft(id=known, mail=kept.saying(mail))
        if effect.again and message_id in message_ids(message):
            return draft
        if effect.again and effect.handle not in {"", message.id}:
            raise OutcomeUnknown(_CHANGED)
        await effect.note(message.id)
        try:
            await self._put(draft.mail, message_id, known)
        except OutcomeUnknown as unknown:
            if message_id not in message_ids(await self.read(known)):
                raise unknown from None
        return draft

    async def get(self, draft_id: str) -> Draft:
        """Return a draft, by its id or that of its message."""
        return await self._draft(*await self._found(draft_id))

    async def read(self, draft_id: str, extent: str = "metadata") -> Message:
        """Return a draft's message: "metadata" is its headers, "full" its parts as well."""
        try:
            answer = await self._read(draft_id, extent)
        except NotThere as error:
            raise NotThere(GONE) from error
        return taken(_Whole, answer).message

    async def delete(self, draft_id: str) -> None:
        """Delete a draft for good; one that is gone is not sent by it, nor missed."""
        # `read`, because what is gone already may be deleted again without harm
        try:
            await self._rest.read(Request("DELETE", f"{DRAFTS}/{segment(draft_id)}"))
        except NotThere:
            return

    async def exists(self, draft_id: str) -> bool:
        """Return whether there is such a draft."""
        try:
            await self._read(draft_id, "minimal")
        except NotThere:
            return False
        return True

    async def _read(self, draft_id: str, extent: str) -> Json:
        request = Request("GET", f"{DRAFTS}/{segment(draft_id)}", {"format": extent})
        return await self._rest.read(request)

    async def _put(self, mail: Outgoing, message_id: str, draft_id: str = "") -> Entry:
        """Make a draft, or put a mail in the place of what one says."""
        files = await self._files(mail.attachments)
        sender = Address(email=self._address)
        raw = message_of(mail, sender, message_id, self._clock.now(), files).as_bytes()
        about = {"threadId": mail.thread_id} if mail.thread_id else {}
        method, path = ("PUT", f"{DRAFTS}/{segment(draft_id)}") if draft_id else ("POST", DRAFTS)
        if files:
            request = _uploaded(method, path, {"message": about}, raw, message_id)
        else:
            encoded = base64.urlsafe_b64encode(raw).decode("ascii")
            request = Request(method, path, json={"message": {"raw": encoded, **about}})
        return made(Entry, await self._rest.change(request))

    async def _files(self, wanted: Sequence[MailFile | BroughtFile]) -> list[File]:
        """Return what files hold, so that they can be sent along: other mails' are fetched."""
        if sum(file.size for file in wanted) > MAX_ATTACHED_BYTES:
            raise ToolFailed("The attachments are too large to be sent by Gmail.", "params")
        ids = dict.fromkeys(one.mail_id for one in wanted if isinstance(one, MailFile))
        mails = {mail_id: await self._messages.get(mail_id) for mail_id in ids}
        return [
            await self._file(mails[one.mail_id], one)
            if isinstance(one, MailFile)
            else File(one.name, one.type, one.data)
            for one in wanted
        ]

    async def _file(self, message: Message, wanted: MailFile) -> File:
        parts = [part for part in message.payload.all() if part.filename]
        for part in parts:
            if part.file_id == wanted.attachment_id:
                data = await self._messages.data(message.id, part)
                return File(wanted.name or part.filename, part.mime_type, data)
        raise NotThere(f"The attachment {one_line(wanted.name)} is gone.")

    async def _made(self, message_id: str) -> Entry | None:
        """Return the draft with this Message-ID, looked for by id among the newest."""
        ids = [draft.id for draft in await self._entries(_NEWEST)]
        found = await each(self._entry_with(message_id), ids)
        return found[0] if found else None

    async def _found(self, either: str) -> tuple[str, Message]:
        """Return the id and the message of a draft; searches know it by the id of its message."""
        try:
            return either, await self.read(either, "full")
        except NotThere:
            known = (e.id for e in await self._entries(_LISTED) if e.message.id == either)
            if (draft_id := next(known, "")) == "":
                raise
        return draft_id, await self.read(draft_id, "full")

    async def _draft(self, draft_id: str, message: Message) -> Draft:
        head = message.payload
        mail = Outgoing(
            to=head.addresses("To"),
            cc=head.addresses("Cc"),
            bcc=head.addresses("Bcc"),
            subject=head.header("Subject"),
            body=await self._messages.text(message),
            account=self._address,
            thread_id=message.thread_id,
            in_reply_to=head.header("In-Reply-To").strip(),
            references=tuple(head.header("References").split()),
            attachments=files_of(message),
        )
        return Draft(id=draft_id, mail=mail)

    async def _entries(self, most: int) -> tuple[Entry, ...]:
        """Return the newest drafts."""
        answer = await self._rest.read(Request("GET", DRAFTS, {"maxResults": most}))
        return taken(_Drafts, answer).drafts

    async def _made_after(self, message_id: str, unknown: OutcomeUnknown) -> Entry:
        try:
            found = await self._made(message_id)
        except ToolFailed:
            found = None
        if found is None:
            raise unknown
        return found

    def _entry_with(self, message_id: str) -> Callable[[str], Awaitable[Entry | None]]:
        async def read(draft_id: str) -> Entry | None:
            try:
                message = await self.read(draft_id)
            except NotThere:
                return None
            if message_id not in message_ids(message):
                return None
            ids = {"id": message.id, "threadId": message.thread_id}
            return taken(Entry, {"id": draft_id, "message": ids})

        return read


def message_ids(message: Message) -> set[str]:
    """Return the Message-IDs a message goes by: Gmail may put another in place of its first."""
    names = ("Message-ID", "X-Google-Original-Message-ID")
    return {message.payload.header(name).strip() for name in names} - {""}


def _uploaded(
    method: Literal["POST", "PUT"],
    path: str,
    about: dict[str, dict[str, str]],
    raw: bytes,
    message_id: str,
) -> Request:
    """Return the request for a draft too large to be a field of a JSON object."""
    boundary = "=_draft_" + message_id.strip("<>").partition("@")[0]
    content = b"\r\n".join(
        (
            f"--{boundary}".encode(),
            b"Content-Type: application/json; charset=UTF-8",
            b"",
            json.dumps(about).encode(),
            f"--{boundary}".encode(),
            b"Content-Type: message/rfc822",
            b"",
            raw,
            f"--{boundary}--".encode(),
            b"",
        )
    )
    headers = {"Content-Type": f'multipart/related; boundary="{boundary}"'}
    params = {"uploadType": "multipart"}
    return Request(method, f"/upload{path}", params, content=content, headers=headers)
