"""Replies and forwards as tools: prepared from the mail they are about, then sent."""

from typing import Any

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.email import answering
from shared.tools.email.automatic import unread_by_people
from shared.tools.email.outgoing import addresses, body_of, card_of, check, envelope, texts
from shared.tools.email.parameters import ForwardMessage, ReplyToMessage
from shared.tools.email.port import Mail, Mailbox, Outgoing
from shared.tools.email.writing import in_thread, sent
from shared.tools.tool import Desk, Prepared


async def prepare_reply(desk: Desk, wanted: ReplyToMessage) -> Prepared:
    """Show an answer with what it quotes."""
    original = await desk.workspace[Mailbox].get(wanted.message_id)
    filled, mail = await _reply(desk, wanted, original)
    warnings = [
        f"{one.email} sends automatic mail, which nobody may answer."
        for one in mail.to
        if unread_by_people(one.email)
    ]
    title = "Reply to everyone" if wanted.reply_all else "Send this reply"
    card = await card_of(desk, title, mail, warnings=warnings)
    return Prepared(filled.model_dump(mode="json"), card)


async def reply(desk: Desk, wanted: ReplyToMessage) -> Json:
    """Answer a mail."""
    mailbox = desk.workspace[Mailbox]
    _, mail = await _reply(desk, wanted, await mailbox.get(wanted.message_id))
    return sent(mail, await mailbox.send(mail, desk.effect))


async def check_reply(desk: Desk, wanted: ReplyToMessage) -> None:
    """Refuse what cannot be said to anybody."""
    await check(desk, wanted.to, wanted.cc, wanted.body)


async def check_forward(desk: Desk, wanted: ForwardMessage) -> None:
    """Refuse what cannot be passed on to anybody."""
    await check(desk, wanted.to, wanted.cc, wanted.body)


async def prepare_forward(desk: Desk, wanted: ForwardMessage) -> Prepared:
    """Show what is passed on."""
    original = await desk.workspace[Mailbox].get(wanted.message_id)
    filled, mail = await _forward(desk, wanted, original)
    cut = answering.NOT_ALL in mail.body
    warnings = ["The mail is long: only its beginning goes along."] if cut else []
    card = await card_of(
        desk,
        "Forward this email",
        mail,
        attachments=original.attachments,
        warnings=warnings,
    )
    return Prepared(filled.model_dump(mode="json"), card)


async def forward(desk: Desk, wanted: ForwardMessage) -> Json:
    """Pass a mail on."""
    mailbox = desk.workspace[Mailbox]
    _, mail = await _forward(desk, wanted, await mailbox.get(wanted.message_id))
    return sent(mail, await mailbox.send(mail, desk.effect))


async def _reply(
    desk: Desk, wanted: ReplyToMessage, original: Mail
) -> tuple[ReplyToMessage, Outgoing]:
    to, cc = answering.answered(original, desk.profile.own, everyone=wanted.reply_all)
    if wanted.to is None and not to:
        raise ToolFailed("That email is only between you and yourself.", "params")
    first, copied, _ = await envelope(
        desk,
        texts(to) if wanted.to is None else wanted.to,
        texts(cc) if wanted.cc is None else wanted.cc,
    )
    text = body_of(wanted.body)
    quoted = answering.quoted(original, desk.zone) if wanted.quoted is None else wanted.quoted
    subject = answering.reply_subject(original.subject)
    mail = Outgoing(
        to=addresses(first),
        cc=addresses(copied),
        subject=subject if wanted.subject is None else " ".join(wanted.subject.split()),
        body=f"{text}\n\n{quoted}" if quoted else text,
    )
    update: dict[str, Any] = {
        "to": tuple(texts(first)),
        "cc": tuple(texts(copied)),
        "subject": mail.subject,
        "body": text,
        "quoted": quoted,
    }
    return wanted.model_copy(update=update), in_thread(mail, original)


async def _forward(
    desk: Desk, wanted: ForwardMessage, original: Mail
) -> tuple[ForwardMessage, Outgoing]:
    first, copied, _ = await envelope(desk, wanted.to, wanted.cc)
    subject = answering.forward_subject(original.subject)
    passed_on = answering.forwarded(original, desk.zone) if wanted.body is None else wanted.body
    note = wanted.note.strip()
    mail = Outgoing(
        to=addresses(first),
        cc=addresses(copied),
        subject=subject if wanted.subject is None else " ".join(wanted.subject.split()),
        body=body_of(f"{note}\n\n{passed_on}" if note else passed_on),
        account=original.account,
        forwarded=original.id,
    )
    update: dict[str, Any] = {
        "to": tuple(texts(first)),
        "cc": tuple(texts(copied)),
        "subject": mail.subject,
        "body": mail.body,
        "note": "",
    }
    return wanted.model_copy(update=update), mail
