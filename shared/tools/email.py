"""Mail tools (names from spec 003)."""

from typing import Any

from pydantic import Field

from shared.decisions.risk import ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.workspace import Mail
from shared.ports import Mailbox, Workspace
from shared.tools.tool import Tool


class SearchMessages(Payload):
    """What to look for, in Gmail's search syntax."""

    query: str = Field(description="Gmail search syntax, e.g. from:a@b.com budget newer_than:14d")
    limit: int = Field(default=10, ge=1, le=50)


class GetMessage(Payload):
    """Which mail to read."""

    message_id: str


def _mailbox(workspace: Workspace) -> Mailbox:
    if workspace.mail is None:
        raise ToolFailed("Your email is not connected.", "auth", recoverable=True)
    return workspace.mail


def _listed(mail: Mail) -> dict[str, Any]:
    listed = mail.model_dump(mode="json", exclude={"body", "sender"})
    return {**listed, "from": mail.sender.model_dump(mode="json")}


async def search(workspace: Workspace, wanted: SearchMessages) -> Json:
    """Search the mailbox, newest first."""
    page = await _mailbox(workspace).search(wanted.query, wanted.limit)
    return {"mails": [_listed(mail) for mail in page.mails], "total": page.total}


async def get(workspace: Workspace, wanted: GetMessage) -> Json:
    """Read one mail."""
    mail = await _mailbox(workspace).get(wanted.message_id)
    return {"mail": {**_listed(mail), "body": mail.body}}


GMAIL_SEARCH_MESSAGES = Tool(
    "gmail_search_messages",
    "Search mail; gives sender, subject, date and a snippet of each",
    SearchMessages,
    ToolRules(reads, items="mails", item_kind="email", item_label="subject"),
    search,
)
GMAIL_GET_MESSAGE = Tool(
    "gmail_get_message", "Read one mail with its text", GetMessage, ToolRules(reads), get
)
