"""Replies and forwards as tools: prepared from the mail they are about, then sent."""

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.tool import Desk, Prepared
from shared.workspace.email import answering, files, sending
from shared.workspace.email.automatic import unread_by_people
from shared.workspace.email.exact import ExactMail, Place, files_of
from shared.workspace.email.outgoing import body_of, card_of, envelope
from shared.workspace.email.parameters import ForwardMessage, ReplyToMessage
from shared.workspace.email.port import Mail, Mailbox
from shared.workspace.email.writing import in_thread, sent


async def prepare_reply(desk: Desk, wanted: ReplyToMessage) -> Prepared:
    """Show an answer with what it quotes."""
    original = await desk.workspace[Mailbox].get(wanted.message_id)
    exact = await _reply(desk, wanted, original)
    warnings = [
        f"{one.email} sends automatic mail, which nobody may answer."
        for one in exact.to
        if unread_by_people(one.email)
    ]
    title = "Reply to everyone" if wanted.reply_all else "Send this reply"
    card = await card_of(desk, title, exact.mail, warnings=warnings)
    about = wanted.model_dump(mode="json", include={"message_id", "reply_all"})
    return Prepared({**exact.model_dump(mode="json", exclude={"bcc"}), **about}, card)


async def prepare_forward(desk: Desk, wanted: ForwardMessage) -> Prepared:
    """Show what is passed on."""
    original = await desk.workspace[Mailbox].get(wanted.message_id)
    exact = await _forward(desk, wanted, original)
    cut = answering.NOT_ALL in exact.body
    warnings = ["The mail is long: only its beginning goes along."] if cut else []
    card = await card_of(desk, "Forward this email", exact.mail, warnings=warnings)
    about = {"message_id": wanted.message_id, "note": ""}
    return Prepared({**exact.model_dump(mode="json", exclude={"bcc", "quoted"}), **about}, card)


async def respond(desk: Desk, exact: ExactMail) -> Json:
    """Answer a mail or pass it on."""
    mail = await files.loaded(desk, exact.mail)
    return sent(mail, await sending.send(desk.workspace[Mailbox], mail, desk.effect))


async def _reply(desk: Desk, wanted: ReplyToMessage, original: Mail) -> ExactMail:
    to, cc = answering.answered(original, desk.profile.own, everyone=wanted.reply_all)
    if wanted.to is None and not to:
        raise ToolFailed("That email is only between you and yourself.", "params")
    first, copied, _ = await envelope(
        desk,
        to if wanted.to is None else wanted.to,
        cc if wanted.cc is None else wanted.cc,
    )
    quoted = answering.quoted(original, desk.zone) if wanted.quoted is None else wanted.quoted
    subject = answering.reply_subject(original.subject)
    return ExactMail(
        to=first,
        cc=copied,
        subject=subject if wanted.subject is None else " ".join(wanted.subject.split()),
        body=body_of(wanted.body),
        quoted=quoted,
        account=original.account,
        attachments=await files.found(desk, wanted.attachments),
        place=in_thread(original),
    )


async def _forward(desk: Desk, wanted: ForwardMessage, original: Mail) -> ExactMail:
    first, copied, _ = await envelope(desk, wanted.to, wanted.cc)
    subject = answering.forward_subject(original.subject)
    passed_on = answering.forwarded(original, desk.zone) if wanted.body is None else wanted.body
    note, known = wanted.note.strip(), files_of(original)
    some = wanted.attachments
    own = known if some is None else await files.found(desk, some, known)
    more = await files.found(desk, wanted.besides)
    return ExactMail(
        to=first,
        cc=copied,
        subject=subject if wanted.subject is None else " ".join(wanted.subject.split()),
        body=body_of(f"{note}\n\n{passed_on}" if note else passed_on),
        account=original.account,
        attachments=(*own, *(one for one in more if one not in own)),
        place=Place(forwarded=original.id),
    )
