"""What a person wrote themselves in the mails they sent: their own words, and nobody else's."""

import re
from collections.abc import Callable, Iterable, Iterator

from shared.models.own_mail import OwnMail
from shared.workspace.email.port import Mail

MOST_CHARACTERS = 1_500
"""Of one mail: how it begins and ends is what tells how somebody writes."""
_READ = 20_000
"""Characters of a mail that are looked at: what was quoted over years stands below."""
_FEWEST_WORDS = 3
_BY_MACHINE = re.compile(
    r"\s*(?:accepted|declined|tentative|tentatively accepted|invitation|updated invitation|"
    r"canceled|cancelled|automatic reply|auto(?:matic)?[- ]?reply|out of office|read receipt|"
    r"zugesagt|abgesagt|abwesenheitsnotiz|automatische antwort)\s*:",
    re.IGNORECASE,
)
"""Subjects of what a calendar or a mailbox sends in somebody's name."""
_QUOTED = re.compile(r"\s*>")
_WROTE = re.compile(
    r"\s*(?:(?:on|am|le|el|il|op|den|em)\b[^\n]{4,300}\b(?:wrote|schrieb|a écrit|escribió"
    r"|ha scritto|schreef|skrev|escreveu)\b|[^\n]{4,300}<[^\s>]+@[^\s>]+>\s*(?:wrote|schrieb))"
    r"[^\n]{0,60}:\s*",
    re.IGNORECASE,
)
_BEGINS_TO_QUOTE = re.compile(r"\s*(?:on|am|le|el|il|op|den|em)\b[^\n]{4,200}", re.IGNORECASE)
_ENDS = re.compile(
    r"\s*(?:--\s*|_{5,}\s*|-{2,}.{0,40}(?:message|nachricht|mensaje|messaggio|forwarded|original)"
    r".{0,40}|(?:sent from|get outlook|von meinem|gesendet von|envoyé de|enviado desde)\b.*)",
    re.IGNORECASE,
)
"""Lines below which nothing is the writer's own: a signature, or a mail that is passed on."""
_FROM = re.compile(r"\s*\*?(?:from|von|de|da|van)\s*:\*?\s", re.IGNORECASE)
_HEADER = re.compile(
    r"\s*\*?(?:sent|date|to|subject|gesendet|datum|an|betreff|enviado|fecha|envoyé|à|objet|inviato)"
    r"\s*:",
    re.IGNORECASE,
)


def worth_reading(mails: Iterable[Mail], own: Callable[[str], bool], most: int) -> list[Mail]:
    """Return the mails to read for how their writer writes: the newest to each reader first.

    `own` says whether an address is the person's. What others sent, or a machine in their name, and
    what they sent to themselves, is none of it.
    """
    written = [
        mail
        for mail in mails
        if own(mail.sender.email) and _readers(mail, own) and not _BY_MACHINE.match(mail.subject)
    ]
    newest = sorted(written, key=lambda mail: mail.sent_at, reverse=True)
    first: dict[tuple[str, ...], Mail] = {}
    for mail in newest:
        first.setdefault(_readers(mail, own), mail)
    others = (mail for mail in newest if mail not in first.values())
    return [*first.values(), *others][:most]


def own_mail(mail: Mail, own: Callable[[str], bool]) -> OwnMail | None:
    """Return what a person wrote in a mail; None where that is next to nothing, or not theirs."""
    text = own_words(mail.body)
    if not own(mail.sender.email) or len(text.split()) < _FEWEST_WORDS:
        return None
    names = (one.name for one in (*mail.to, *mail.cc) if one.name and "@" not in one.name)
    return OwnMail(
        sender=mail.sender.name,
        to=_readers(mail, own),
        names=tuple(names),
        text=text[:MOST_CHARACTERS],
        sent_at=mail.sent_at,
    )


def own_words(body: str) -> str:
    """Return a mail's text without what it quotes, passes on, or is signed with by a program."""
    lines = body[:_READ].replace("\r\n", "\n").split("\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_own(lines))).strip()


def _readers(mail: Mail, own: Callable[[str], bool]) -> tuple[str, ...]:
    others = (one.email.casefold() for one in mail.to if one.email and not own(one.email))
    return tuple(dict.fromkeys(others))


def _own(lines: list[str]) -> Iterator[str]:
    """Yield the lines that the writer wrote; what follows a quotation's heading is no quotation."""
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = _heading(lines, at)
        if heading:
            at += heading
            if not _quotation_follows(lines, at):
                return
            continue
        if _ENDS.fullmatch(line) or _header(lines, at):
            return
        if not _QUOTED.match(line):
            yield line.rstrip()
        at += 1


def _heading(lines: list[str], at: int) -> int:
    """Return how many lines say that somebody else wrote what follows: mail programs wrap them."""
    if _WROTE.fullmatch(lines[at]):
        return 1
    wrapped = " ".join(line.strip() for line in lines[at : at + 2])
    return 2 if _BEGINS_TO_QUOTE.fullmatch(lines[at]) and _WROTE.fullmatch(wrapped) else 0


def _header(lines: list[str], at: int) -> bool:
    """Return whether the head of another mail begins here, as some programs put it above one."""
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return _FROM.match(lines[at]) is not None and _HEADER.match(below) is not None


def _quotation_follows(lines: list[str], at: int) -> bool:
    following = next((line for line in lines[at:] if line.strip()), "")
    return _QUOTED.match(following) is not None
