"""A Microsoft 365 account: mail, a calendar and contacts that remember what is done."""

import json

import httpx2

from shared.connectors.microsoft.provider import PROVIDER
from shared.models.profile import Account
from shared.ports import Clock
from tests.support.peers import asks
from tests.support.peers.line import Line, Wire
from tests.support.peers.place import Place, opening
from tests.support.wire.graph_account import ME, GraphAccount, recipient

BO = "bo@contoso.example"
DOMAINS = ("email", "calendar", "contacts")
_SORTED = ("parentFolderId", "isRead", "flag", "categories")


def _seen(account, tool):
    """Return what a tool changes here; a change of an event or a contact gives it another etag."""
    if tool in asks.SENDS:
        return list(account.sent)
    if tool in asks.DRAFTS:
        drafts = [one for one in account.messages.items() if one[1]["isDraft"]]
        changed = tool != asks.NEW_DRAFT
        return [(id_, message["@odata.etag"] if changed else "") for id_, message in drafts]
    if tool.startswith("gmail_"):
        return [[message[name] for name in _SORTED] for message in account.messages.values()]
    if tool.startswith("calendar_"):
        return json.dumps([account.events, account.answered])
    return json.dumps(account.contacts)


def graph(clock: Clock) -> Place:
    """Return a Microsoft 365 account of its own."""
    there, line = GraphAccount(), Line()
    there.peer.on("GET", "/v1.0/me/calendarView", {"value": []})
    there.peer.on("POST", "/v1.0/me/calendar/getSchedule", {"value": []})
    there.peer.on("GET", "/v1.0/me/people", {"value": []})
    mail = there.message(isRead=False, subject="Budget", **{"from": recipient(BO, "Bo Berg")})
    second = there.message(isRead=False, subject="Plans", **{"from": recipient(BO, "Bo Berg")})
    drafted = {"isDraft": True, "parentFolderId": there.folders["drafts"], "subject": "Notes"}
    to = {"toRecipients": [recipient(BO, "Bo Berg")], "from": recipient(ME, "Alex")}
    draft = there.message(**drafted, **to)
    guest = {"type": "required", "status": {"response": "none"}, **recipient(BO, "Bo Berg")}
    own = there.event(attendees=[guest])
    organized = {"isOrganizer": False, "organizer": recipient(BO, "Bo Berg")}
    answer = {"responseStatus": {"response": "notResponded"}}
    invited = there.event(attendees=[{**guest, **recipient(ME, "Alex")}], **organized, **answer)
    contact = there.contact("Bo Berg", BO)
    account = Account(id="m", provider="microsoft", email=ME, name="Alex", domains=DOMAINS)
    inner = there.peer.client()
    client = httpx2.AsyncClient(transport=Wire(line, lambda _: inner))

    return Place(
        provider="microsoft",
        domains=frozenset(DOMAINS),
        line=line,
        open=opening(PROVIDER, account, client, clock),
        asks={
            **asks.mail(mail, second, draft, BO),
            **asks.calendar(own, invited, BO),
            **asks.contact(contact),
        },
        seen=lambda tool: _seen(there, tool),
    )
