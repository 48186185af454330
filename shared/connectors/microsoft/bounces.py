"""Reads what became of a sent mail from the reports that came back."""

from collections.abc import Iterable

from shared.connectors.microsoft.messages import Message
from shared.connectors.microsoft.sending import MESSAGE_CLASS
from shared.workspace.email.port import Delivery

_NDR = "report.ipm.note.ndr"
_REPORTERS = ("postmaster@", "mailer-daemon@", "microsoftexchange329e71ec88ae4615bbc36ab6ce41109e@")
_DRAFT = "It is a draft; it has not been sent."
_RECEIVED = "It was not sent from this account."


def delivery_of(mail: Message, conversation: Iterable[Message], account: str) -> Delivery:
    """Return what is known; nobody but the recipient can say that a mail was delivered."""
    if mail.is_draft:
        return Delivery(status="unknown", detail=_DRAFT)
    if mail.sender is None or mail.sender.email_address.address.casefold() != account.casefold():
        return Delivery(status="unknown", detail=_RECEIVED)
    reports = [each for each in conversation if each.id != mail.id and _reports(each, mail)]
    if not reports:
        return Delivery(status="accepted")
    said = "\n".join(_said(report) for report in reports).casefold()
    people = (*mail.to_recipients, *mail.cc_recipients, *mail.bcc_recipients)
    addresses = [person.email_address.address for person in people]
    named = tuple(address for address in addresses if address and address.casefold() in said)
    bounced = named or (tuple(addresses) if len(addresses) == 1 else ())
    return Delivery(status="bounced", bounced=bounced, detail=reports[-1].subject)


def _reports(message: Message, mail: Message) -> bool:
    if message.received_date_time < mail.received_date_time:
        return False
    classes = [
        each.value.casefold()
        for each in message.single_value_extended_properties
        if each.id.casefold() == MESSAGE_CLASS.casefold()
    ]
    if any(name.startswith(_NDR) for name in classes):
        return True
    sender = message.sender.email_address.address.casefold() if message.sender else ""
    return not classes and sender.startswith(_REPORTERS)


def _said(report: Message) -> str:
    return f"{report.subject}\n{report.body.text if report.body else report.body_preview}"
