"""Gmail messages and threads read and searched."""

from collections.abc import Mapping
from typing import NamedTuple

from shared.connectors.google.answers import Resource, segment, taken
from shared.connectors.google.message import (
    HEADERS,
    Body,
    Message,
    Part,
    body_parts,
    bytes_of,
    text_of_part,
)
from shared.connectors.rest import NotThere, Request, Rest
from shared.tools.gathering import each
from shared.workspace.email.html import MAX_TEXT_CHARACTERS

USER = "/gmail/v1/users/me"
PAGE = 100
MAX_PAGES = 5


class _Id(Resource):
    id: str


class _Found(Resource):
    messages: tuple[_Id, ...] = ()
    next_page_token: str = ""
    result_size_estimate: int = 0


class Thread(Resource):
    """A conversation, oldest message first."""

    id: str
    messages: tuple[Message, ...] = ()


class Found(NamedTuple):
    """The ids of the newest matches, and how many matches there are (or `at_least` are)."""

    ids: tuple[str, ...]
    total: int
    at_least: bool


class Messages:
    """The messages of one mailbox, as Gmail has them."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    async def find(self, query: str, limit: int) -> Found:
        """Return the newest matches of a query in Gmail's syntax."""
        ids: list[str] = []
        more, estimate = True, 0
        params: dict[str, str | int] = {"q": query, "maxResults": min(limit, PAGE)}
        for _ in range(MAX_PAGES):
            page = taken(_Found, await self._rest.read(Request("GET", f"{USER}/messages", params)))
            ids += [message.id for message in page.messages]
            more, estimate = bool(page.next_page_token), page.result_size_estimate
            if not more or len(ids) >= limit:
                break
            params["pageToken"] = page.next_page_token
        total = max(len(ids), estimate) if more else len(ids)
        return Found(tuple(ids[:limit]), total, more)

    async def get(self, mail_id: str) -> Message:
        """Return a message with its parts."""
        path = f"{USER}/messages/{segment(mail_id)}"
        return taken(Message, await self._rest.read(Request("GET", path, {"format": "full"})))

    async def head(self, mail_id: str) -> Message:
        """Return a message without its body."""
        path = f"{USER}/messages/{segment(mail_id)}"
        return taken(Message, await self._rest.read(Request("GET", path, _HEADS)))

    async def heads(self, ids: tuple[str, ...]) -> tuple[Message, ...]:
        """Return messages without their bodies; those gone meanwhile are left out."""
        return await each(self._head_if_there, ids)

    async def thread(self, thread_id: str, *, full: bool) -> Thread:
        """Return a conversation, its messages with their bodies or without."""
        path = f"{USER}/threads/{segment(thread_id)}"
        params: Mapping[str, str | list[str]] = {"format": "full"} if full else _HEADS
        return taken(Thread, await self._rest.read(Request("GET", path, params)))

    async def text(self, message: Message) -> str:
        """Return what a message says, as plain text."""
        texts: list[str] = []
        for part in body_parts(message.payload):
            texts.append(text_of_part(part, await self.data(message.id, part)))
            if sum(map(len, texts)) > MAX_TEXT_CHARACTERS:
                break
        return "\n".join(texts).strip()[:MAX_TEXT_CHARACTERS]

    async def data(self, mail_id: str, part: Part) -> bytes:
        """Return what a part holds."""
        body = part.body
        if not body.data and body.attachment_id:
            path = f"{USER}/messages/{segment(mail_id)}/attachments/{segment(body.attachment_id)}"
            body = taken(Body, await self._rest.read(Request("GET", path)))
        return bytes_of(body.data)

    async def _head_if_there(self, mail_id: str) -> Message | None:
        try:
            return await self.head(mail_id)
        except NotThere:
            return None


_HEADS: Mapping[str, str | list[str]] = {"format": "metadata", "metadataHeaders": HEADERS}
