"""Mails as the tools send and keep them once they are prepared: nothing is left to be looked up."""

from pydantic import Field

from shared.models.base import Payload
from shared.models.people import Person
from shared.tools.parameters import Exact
from shared.workspace.email.port import Address, AlongFile, Mail, MailFile, Outgoing


class Place(Payload):
    """Where a mail belongs: the conversation it answers in, or the mail it passes on."""

    thread_id: str = ""
    answers: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    forwarded: str = ""


class ExactMail(Exact):
    """A mail, complete. `quoted` goes out below `body`."""

    to: tuple[Person, ...]
    cc: tuple[Person, ...]
    bcc: tuple[Person, ...] = ()
    subject: str
    body: str
    quoted: str = ""
    account: str
    attachments: tuple[AlongFile, ...]
    place: Place

    @property
    def mail(self) -> Outgoing:
        """The mail as the port takes it."""
        return Outgoing(
            to=_addresses(self.to),
            cc=_addresses(self.cc),
            bcc=_addresses(self.bcc),
            subject=self.subject,
            body=f"{self.body}\n\n{self.quoted}" if self.quoted else self.body,
            account=self.account,
            attachments=self.attachments,
            **self.place.model_dump(),
        )


class ExactDraft(ExactMail):
    """A draft to be sent, and what it says."""

    draft_id: str = Field(min_length=1)


def files_of(mail: Mail) -> tuple[MailFile, ...]:
    """Return the files of a mail, as they can be sent along."""
    return tuple(
        MailFile(mail_id=mail.id, attachment_id=one.id, name=one.name, type=one.type, size=one.size)
        for one in mail.attachments
    )


def _addresses(people: tuple[Person, ...]) -> tuple[Address, ...]:
    return tuple(Address(email=one.email, name=one.name) for one in people)
