"""New mails and drafts: what leaves them open is filled in, then they are kept or sent."""

from typing import Any

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.contacts.addresses import parse
from shared.tools.email.answering import answered, chain, quoted, reply_subject
from shared.tools.email.outgoing import addresses, body_of, card_of, check, envelope, texts
from shared.tools.email.parameters import CreateDraft, SendDraft, SendEmail
from shared.tools.email.port import Address, Draft, Mail, Mailbox, Outgoing, Sent
from shared.tools.tool import Desk, Prepared

NOT_THE_DRAFT = "This is not what the saved draft says. The draft itself stays as it is."


async def prepare_email(desk: Desk, wanted: SendEmail) -> Prepared:
    """Show a mail before it is sent."""
    filled = await _filled_email(desk, wanted)
    card = await card_of(desk, "Send this email", _mail(filled))
    return Prepared(filled.model_dump(mode="json"), card)


async def send_email(desk: Desk, wanted: SendEmail) -> Json:
    """Send a mail."""
    mail = _mail(await _filled_email(desk, wanted))
    return sent(mail, await desk.workspace[Mailbox].send(mail, desk.effect))


async def prepare_draft(desk: Desk, wanted: CreateDraft) -> Prepared:
    """Show a draft before it is kept."""
    filled, original = await _filled_draft(desk, wanted)
    card = await card_of(desk, "Save this draft", _draft_mail(filled, original))
    return Prepared(filled.model_dump(mode="json"), card)


async def create_draft(desk: Desk, wanted: CreateDraft) -> Json:
    """Keep a mail as a draft."""
    filled, original = await _filled_draft(desk, wanted)
    mail = _draft_mail(filled, original)
    kept = await desk.workspace[Mailbox].draft(mail, desk.effect)
    return {
        "draft": {
            "id": kept.id,
            "to": texts(mail.to),
            "cc": texts(mail.cc),
            "bcc": texts(mail.bcc),
            "subject": mail.subject,
            "body": mail.body,
        }
    }


async def prepare_send_draft(desk: Desk, wanted: SendDraft) -> Prepared:
    """Show a draft before it is sent; its content is bound to the approval."""
    draft = await desk.workspace[Mailbox].get_draft(wanted.draft_id)
    mail = await _as_wanted(desk, wanted, draft)
    changed = () if _same(mail, draft.mail) else (NOT_THE_DRAFT,)
    arguments: dict[str, Json] = {
        "draft_id": wanted.draft_id,
        "to": texts(mail.to),
        "cc": texts(mail.cc),
        "bcc": texts(mail.bcc),
        "subject": mail.subject,
        "body": mail.body,
    }
    card = await card_of(desk, "Send this draft", mail, warnings=changed)
    return Prepared(arguments, card)


async def check_draft(desk: Desk, wanted: SendDraft) -> None:
    """Refuse what cannot be sent to anybody."""
    await check(desk, wanted.to, wanted.cc, wanted.body)


async def send_draft(desk: Desk, wanted: SendDraft) -> Json:
    """Send a draft, or exactly what was shown where that is something else."""
    mailbox = desk.workspace[Mailbox]
    try:
        draft = await mailbox.get_draft(wanted.draft_id)
    except ToolFailed as gone:
        if not desk.effect.again or gone.kind != "params":
            raise
        # An earlier attempt may have sent it: a draft that is sent is a draft no more.
        done = await mailbox.send_draft(wanted.draft_id, desk.effect)
        return _sent(done, list(wanted.to or ()), list(wanted.cc or ()), wanted.subject or "")
    mail = await _as_wanted(desk, wanted, draft)
    if _same(mail, draft.mail):
        return sent(mail, await mailbox.send_draft(draft.id, desk.effect))
    return sent(mail, await mailbox.send(mail, desk.effect))


def sent(mail: Outgoing, done: Sent) -> Json:
    """Return what became of a mail: it is accepted for delivery, which is all that is known."""
    return _sent(done, texts(mail.to), texts(mail.cc), mail.subject)


def _sent(done: Sent, to: list[str], cc: list[str], subject: str) -> Json:
    return {
        "sent": {
            **done.model_dump(mode="json"),
            "to": to,
            "cc": cc,
            "subject": subject,
            "status": "accepted",
        }
    }


async def _filled_email(desk: Desk, wanted: SendEmail) -> SendEmail:
    to, cc, bcc = await envelope(desk, wanted.to, wanted.cc, wanted.bcc)
    update: dict[str, Any] = {
        "to": tuple(texts(to)),
        "cc": tuple(texts(cc)),
        "bcc": tuple(texts(bcc)),
        "subject": " ".join(wanted.subject.split()),
        "body": body_of(wanted.body),
        "account": _account(desk, wanted.account),
    }
    return wanted.model_copy(update=update)


def _account(desk: Desk, wanted: str) -> str:
    if wanted and not desk.profile.own(wanted):
        own = ", ".join(a.email for a in desk.profile.accounts if "email" in a.domains)
        raise ToolFailed(f"You can send from: {own or 'no account'}.", "params")
    return wanted


def _mail(filled: SendEmail) -> Outgoing:
    to, cc, bcc = (_people(part) for part in (filled.to, filled.cc, filled.bcc))
    return Outgoing(
        to=to, cc=cc, bcc=bcc, subject=filled.subject, body=filled.body, account=filled.account
    )


async def _filled_draft(desk: Desk, wanted: CreateDraft) -> tuple[CreateDraft, Mail | None]:
    subject, to, quote = " ".join(wanted.subject.split()), wanted.to, wanted.quoted or ""
    original = None
    if wanted.reply_to_message_id:
        original = await desk.workspace[Mailbox].get(wanted.reply_to_message_id)
        quote = quoted(original, desk.zone) if wanted.quoted is None else quote
        subject = subject or reply_subject(original.subject)
        to = to or tuple(texts(answered(original, desk.profile.own, everyone=False)[0]))
    first, copied, blind = await envelope(desk, to, wanted.cc, wanted.bcc, needed=False)
    update: dict[str, Any] = {
        "to": tuple(texts(first)),
        "cc": tuple(texts(copied)),
        "bcc": tuple(texts(blind)),
        "subject": subject,
        "body": body_of(wanted.body),
        "quoted": quote,
    }
    return wanted.model_copy(update=update), original


def _draft_mail(filled: CreateDraft, original: Mail | None) -> Outgoing:
    to, cc, bcc = (_people(part) for part in (filled.to, filled.cc, filled.bcc))
    body = f"{filled.body}\n\n{filled.quoted}" if filled.quoted else filled.body
    mail = Outgoing(to=to, cc=cc, bcc=bcc, subject=filled.subject, body=body)
    return mail if original is None else in_thread(mail, original)


def in_thread(mail: Outgoing, original: Mail) -> Outgoing:
    """Return a mail as an answer to another: in its thread, from the account it came to."""
    update: dict[str, Any] = {
        "account": original.account,
        "thread_id": original.thread_id,
        "answers": original.id,
        "in_reply_to": original.message_id,
        "references": chain(original),
    }
    return mail.model_copy(update=update)


async def _as_wanted(desk: Desk, wanted: SendDraft, draft: Draft) -> Outgoing:
    kept = draft.mail
    to, cc, bcc = await envelope(
        desk,
        texts(kept.to) if wanted.to is None else wanted.to,
        texts(kept.cc) if wanted.cc is None else wanted.cc,
        texts(kept.bcc) if wanted.bcc is None else wanted.bcc,
    )
    subject = kept.subject if wanted.subject is None else wanted.subject
    update: dict[str, Any] = {
        "to": addresses(to),
        "cc": addresses(cc),
        "bcc": addresses(bcc),
        "subject": " ".join(subject.split()),
        "body": body_of(kept.body if wanted.body is None else wanted.body),
    }
    return kept.model_copy(update=update)


def _same(mail: Outgoing, kept: Outgoing) -> bool:
    """Return whether a draft says what is wanted, whatever its white space."""
    people = [[one.email.casefold() for one in part] for part in (mail.to, mail.cc, mail.bcc)]
    others = [[one.email.casefold() for one in part] for part in (kept.to, kept.cc, kept.bcc)]
    said = (mail.subject.split(), mail.body.split())
    return people == others and said == (kept.subject.split(), kept.body.split())


def _people(recipients: tuple[str, ...]) -> tuple[Address, ...]:
    return addresses(map(parse, recipients))
