"""The sandbox's mail behind the Mailbox port."""

from shared.connectors.sandbox.gmail_match import matches
from shared.connectors.sandbox.gmail_query import parse
from shared.connectors.sandbox.records import OWNER
from shared.connectors.sandbox.store import SandboxStore
from shared.errors import ToolFailed
from shared.models.workspace import Mail, MailPage


class SandboxMailbox:
    """One person's mail, searched the way Gmail does."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def search(self, query: str, limit: int) -> MailPage:
        """Return the newest matches."""
        wanted, now = parse(query), self._store.now()
        found = [m for m in await self._store.mails() if matches(wanted, m, now, OWNER.email)]
        page = tuple(mail.model_copy(update={"body": ""}) for mail in found[:limit])
        return MailPage(mails=page, total=len(found))

    async def get(self, mail_id: str) -> Mail:
        """Return one mail with its body."""
        for mail in await self._store.mails():
            if mail.id == mail_id:
                return mail
        raise ToolFailed("There is no such mail; it may have been deleted.", "params")
