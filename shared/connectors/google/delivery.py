"""What became of a sent mail, as far as the mailbox knows: bounces come back as mails."""

import re
from collections.abc import Iterable
from html import unescape

from shared.connectors.google.message import Message
from shared.connectors.google.reading import Messages
from shared.workspace.email.port import Delivery

_POSTMASTERS = ("mailer-daemon", "postmaster")
_MOST_NOTICES = 10
_DELAYED = re.compile(r"\bdelay", re.IGNORECASE)


async def delivery_of(messages: Messages, mail_id: str) -> Delivery:
    """Return what is known of a message's delivery."""
    mail = await messages.head(mail_id)
    if "SENT" not in mail.label_ids:
        return Delivery(status="unknown", detail="This mail was not sent from this account.")
    thread = await messages.thread(mail.thread_id, full=False)
    since = mail.internal_date // 1000
    query = f"from:({' OR '.join(_POSTMASTERS)}) after:{since} in:anywhere"
    found = await messages.find(query, _MOST_NOTICES)
    elsewhere = await messages.heads(found.ids)
    return _judged(mail, (*thread.messages, *elsewhere))


def _judged(mail: Message, later: Iterable[Message]) -> Delivery:
    notices = {m.id: m for m in later if _is_notice(m) and _is_about(m, mail)}
    failures = [m for m in notices.values() if not _DELAYED.search(m.payload.header("Subject"))]
    if failures:
        failed = [a for m in failures for a in m.payload.addresses("X-Failed-Recipients")]
        bounced = tuple(dict.fromkeys(address.email for address in failed))
        return Delivery(status="bounced", bounced=bounced, detail=unescape(failures[-1].snippet))
    detail = next((unescape(m.snippet) for m in notices.values()), "")
    return Delivery(status="accepted", detail=detail)


def _is_notice(message: Message) -> bool:
    senders = message.payload.addresses("From")
    return any(s.email.partition("@")[0].casefold() in _POSTMASTERS for s in senders)


def _is_about(notice: Message, mail: Message) -> bool:
    """Return whether a notice answers this mail, and not another one of its thread."""
    named = notice.payload.header("In-Reply-To") + notice.payload.header("References")
    ours = mail.payload.header("Message-ID").strip()
    if named and ours:
        return ours in named
    return notice.thread_id == mail.thread_id and notice.internal_date >= mail.internal_date
