"""New mails and drafts: what leaves them open is filled in, then they are kept or sent."""

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.tools.tool import Desk, Prepared
from shared.workspace.email import files, sending
from shared.workspace.email.answering import answered, chain, quoted, reply_subject
from shared.workspace.email.exact import ExactDraft, ExactMail, Place
from shared.workspace.email.outgoing import body_of, card_of, envelope, people_of
from shared.workspace.email.parameters import CreateDraft, SendDraft, SendEmail
from shared.workspace.email.port import Draft, Mail, Mailbox, Outgoing, Sent

NOT_THE_DRAFT = "This is not what the saved draft says. The draft itself stays as it is."


async def prepare_email(desk: Desk, wanted: SendEmail) -> Prepared:
    """Show a mail before it is sent."""
    to, cc, bcc = await envelope(desk, wanted.to, wanted.cc, wanted.bcc)
    exact = ExactMail(
        to=to,
        cc=cc,
        bcc=bcc,
        subject=" ".join(wanted.subject.split()),
        body=body_of(wanted.body),
        account=_account(desk, wanted.account),
        attachments=await files.found(desk, wanted.attachments),
        place=Place(),
    )
    card = await card_of(desk, "Send this email", exact.mail)
    return Prepared(exact.model_dump(mode="json", exclude={"quoted"}), card)


async def send_email(desk: Desk, exact: ExactMail) -> Json:
    """Send a mail."""
    mail = await files.loaded(desk, exact.mail)
    return sent(mail, await sending.send(desk.workspace[Mailbox], mail, desk.effect))


async def prepare_draft(desk: Desk, wanted: CreateDraft) -> Prepared:
    """Show a draft before it is kept."""
    subject, to, quote = " ".join(wanted.subject.split()), wanted.to, wanted.quoted or ""
    original = None
    if wanted.reply_to_message_id:
        original = await desk.workspace[Mailbox].get(wanted.reply_to_message_id)
        quote = quoted(original, desk.zone) if wanted.quoted is None else quote
        subject = subject or reply_subject(original.subject)
        to = to or answered(original, desk.profile.own, everyone=False)[0]
    first, copied, blind = await envelope(desk, to, wanted.cc, wanted.bcc, needed=False)
    exact = ExactMail(
        to=first,
        cc=copied,
        bcc=blind,
        subject=subject,
        body=body_of(wanted.body),
        quoted=quote,
        account=original.account if original else "",
        attachments=await files.found(desk, wanted.attachments),
        place=in_thread(original) if original else Place(),
    )
    card = await card_of(desk, "Save this draft", exact.mail)
    answers = {"reply_to_message_id": wanted.reply_to_message_id}
    return Prepared({**exact.model_dump(mode="json"), **answers}, card)


async def create_draft(desk: Desk, exact: ExactMail) -> Json:
    """Keep a mail as a draft."""
    mail = await files.loaded(desk, exact.mail)
    kept = await desk.workspace[Mailbox].draft(mail, desk.effect)
    return shown_draft(kept.id, mail)


async def prepare_send_draft(desk: Desk, wanted: SendDraft) -> Prepared:
    """Show a draft before it is sent; its content is bound to the approval."""
    kept = await desk.workspace[Mailbox].get_draft(wanted.draft_id)
    exact = await as_wanted(desk, wanted, kept)
    changed = () if _same(exact.mail, kept.mail) else (NOT_THE_DRAFT,)
    card = await card_of(desk, "Send this draft", exact.mail, warnings=changed)
    return Prepared(exact.model_dump(mode="json", exclude={"quoted"}), card)


async def send_draft(desk: Desk, exact: ExactDraft) -> Json:
    """Send exactly what was shown: the draft, or a mail of its own where the draft says less.

    A draft can be changed by other programs, also after it was shown; so it is compared first.
    """
    mailbox, mail = desk.workspace[Mailbox], await files.loaded(desk, exact.mail)
    try:
        draft = await mailbox.get_draft(exact.draft_id)
    except ToolFailed as gone:
        if not desk.effect.again or gone.kind != "params":
            raise
        # An earlier attempt may have sent it: a draft that is sent is a draft no more.
        return sent(mail, await mailbox.send_draft(exact.draft_id, desk.effect))
    if _same(mail, draft.mail):
        return sent(mail, await sending.send_draft(mailbox, draft.id, mail, desk.effect))
    return sent(mail, await sending.send(mailbox, mail, desk.effect))


def sent(mail: Outgoing, done: Sent) -> Json:
    """Return what became of a mail: it is accepted for delivery, which is all that is known."""
    people = texts(mail)
    return {
        "sent": {
            **done.model_dump(mode="json"),
            "to": people["to"],
            "cc": people["cc"],
            "subject": mail.subject,
            "attachments": [one.name for one in mail.attachments],
            "status": "accepted",
        }
    }


def shown_draft(draft_id: str, mail: Outgoing) -> dict[str, Json]:
    """Return a draft as results carry it; `email` is the address of the first it goes to."""
    first = mail.to[0].email if mail.to else ""
    said = {"subject": mail.subject, "body": mail.body}
    return {"draft": {"id": draft_id, **texts(mail), "email": first, **said}}


def texts(mail: Outgoing) -> dict[str, list[str]]:
    """Return whom a mail goes to as results carry it: "Sarah Chen <sarah@acme.com>"."""
    named = (("to", mail.to), ("cc", mail.cc), ("bcc", mail.bcc))
    return {name: [str(one) for one in people_of(people)] for name, people in named}


def in_thread(original: Mail) -> Place:
    """Return where an answer to a mail belongs: its thread."""
    return Place(
        thread_id=original.thread_id,
        answers=original.id,
        in_reply_to=original.message_id,
        references=chain(original),
    )


def _account(desk: Desk, wanted: str) -> str:
    if wanted and not desk.profile.own(wanted):
        own = ", ".join(a.email for a in desk.profile.accounts if "email" in a.domains)
        raise ToolFailed(f"You can send from: {own or 'no account'}.", "params")
    return wanted


def exact_of(kept: Draft) -> ExactDraft:
    """Return a draft as it is kept."""
    mail = kept.mail
    return ExactDraft(
        draft_id=kept.id,
        to=people_of(mail.to),
        cc=people_of(mail.cc),
        bcc=people_of(mail.bcc),
        subject=" ".join(mail.subject.split()),
        body=mail.body.strip("\n"),
        account=mail.account,
        attachments=mail.attachments,
        place=Place(**mail.model_dump(include=set(Place.model_fields))),
    )


async def as_wanted(
    desk: Desk, wanted: SendDraft, kept: Draft, *, ready: bool = True
) -> ExactDraft:
    """Return a draft as it should be; raise ToolFailed where that cannot be.

    `ready`: it is going to be sent, so it goes to somebody and says something.
    """
    as_is, some = exact_of(kept), wanted.attachments
    to, cc, bcc = await envelope(
        desk,
        as_is.to if wanted.to is None else wanted.to,
        as_is.cc if wanted.cc is None else wanted.cc,
        as_is.bcc if wanted.bcc is None else wanted.bcc,
        needed=ready,
    )
    subject = as_is.subject if wanted.subject is None else wanted.subject
    body = as_is.body if wanted.body is None else wanted.body
    known = as_is.attachments
    said = {
        "to": to,
        "cc": cc,
        "bcc": bcc,
        "subject": " ".join(subject.split()),
        "body": body_of(body) if ready or body else "",
        "attachments": known if some is None else await files.found(desk, some, known),
    }
    return as_is.model_copy(update=said)


def _same(mail: Outgoing, kept: Outgoing) -> bool:
    """Return whether a draft says what is wanted, whatever its white space."""
    files = [sorted((f.name, f.size) for f in one.attachments) for one in (mail, kept)]
    return says(mail) == says(kept) and files[0] == files[1]


def says(mail: Outgoing) -> tuple[object, ...]:
    """Return what a mail says, and to whom, whatever its white space."""
    people = [[one.email.casefold() for one in part] for part in (mail.to, mail.cc, mail.bcc)]
    return people, mail.subject.split(), mail.body.split()
