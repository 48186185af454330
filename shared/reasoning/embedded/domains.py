"""Requests for the four workspace domains: which one, and the command for its agent."""

import re
from dataclasses import dataclass, field
from datetime import date

from shared.models.intent import Command, Entities, Risk
from shared.models.reasoning import ConversationContext
from shared.reasoning.embedded.contact_request import (
    CONTACT_CHANGE,
    CONTACT_CUE,
    parse_contact_search,
)
from shared.reasoning.embedded.mail_request import MAIL, MailSearch, parse_mail_search
from shared.reasoning.embedded.pointing import MAIL_KINDS, place_named, pointed_reference, points

_MAIL_NOUN = re.compile(r"\b(?:e-?mails?|mails?|inbox|mailbox)\b", re.IGNORECASE)
_MAIL_SAID = re.compile(
    rf"\b{MAIL}\b|\bwhat (?:did|has) \w.* (?:write|written|say|said|send|sent|mail)\b"
    r"|\b(?:did|has) \w.* (?:write|written|reply|replied|respond|responded|answered)\b"
    r"|\b(?:anything|something|news) (?:new )?from \w|\bheard? (?:back )?from \w",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"\bcalendar\b|\bmeetings?\b|\bappointments?\b|\bavailab(?:le|ility)\b"
    r"|\b(?:am|are|is) (?:i|we|\w+) free\b|\b(?:schedule|book|set up"
    r"|plan) (?:an? )?(?:\w+ )?(?:call|sync|1:1|event)\b",
    re.IGNORECASE,
)
_SLACK = re.compile(r"\bslack\b|(?:^|\s)#[a-z][\w-]+", re.IGNORECASE)
_REQUEST = re.compile(
    r"^(?:what|when|who|which|where|how|did|do|does|has|have|is|are|am|any"
    r"|anything|show|find|get|list|"
    r"check|search|give|tell|look|read|open|pull|fetch|see|book|schedule|move"
    r"|cancel|set|add|create|"
    r"change|reschedule|post|send|message|tell|ask|push|invite|summari[sz]e"
    r"|i need|i want|update|block)\b",
    re.IGNORECASE,
)
MAIL_WRITE = re.compile(
    r"^(?P<verb>reply|respond|answer|forward|send|delete|remove|trash|archive"
    r"|mark|draft|write|compose|"
    r"e-?mail|star|unstar|flag|label|move|snooze|unsubscribe|clean up)\b",
    re.IGNORECASE,
)
_READ = re.compile(
    r"^(?:open|read|show|display|view|expand|see|pull up|what does|what did"
    r"|what's in|summari[sz]e)\b",
    re.IGNORECASE,
)
_IRREVERSIBLE = frozenset({"delete", "trash", "remove"})
_PRIVATE = frozenset(
    {"archive", "mark", "star", "unstar", "flag", "label", "move", "snooze", "draft"}
)


@dataclass(frozen=True)
class DomainRequest:
    """One recognised request: the order to give, and what it names."""

    command: Command
    intent: str
    skill: str
    confidence: float
    entities: Entities = field(default_factory=Entities)


def domain_request(text: str, today: date, context: ConversationContext) -> DomainRequest | None:
    """Recognise a request for email, contacts, calendar or slack; None when it is for none."""
    if opened := _open_mail(text, context):
        return opened
    if CONTACT_CUE.search(text) and not re.match(r"(?:reply|forward|send)\b", text, re.IGNORECASE):
        return _contacts(text)
    if _SLACK.search(text) and not _MAIL_NOUN.search(text):
        return _plain("slack", text) if _REQUEST.match(text) else None
    if _MAIL_NOUN.search(text):
        return _mail(text, today)
    if _CALENDAR.search(text):
        return _plain("calendar", text) if _REQUEST.match(text) else None
    if _MAIL_SAID.search(text) or re.match(r"(?:reply|respond|forward)\b", text, re.IGNORECASE):
        return _mail(text, today)
    return None


def mail_command(search: MailSearch) -> str:
    """Word a mail search as an order."""
    adjectives = [flag for flag in search.flags if flag != "attachments"]
    parts = [
        "Find the newest" if search.limit == 1 else "Find all",
        *adjectives,
        "email" if search.limit == 1 else "emails",
    ]
    if 1 < search.limit != MailSearch().limit:
        parts[0] = f"Find the last {search.limit}"
    if "attachments" in search.flags:
        parts.append("with attachments")
    if search.sent:
        parts.append("I sent")
    for word, party in (("from", search.sender), ("to", search.recipient)):
        if party:
            name = f"{party.name}s" if party.kind == "relation" else party.name
            at = "people at " if party.kind == "company" else ""
            address = f"<{party.address}>" if party.name else party.address
            parts.append(f"{word} {at}{name} {address if party.address else ''}".strip())
    if search.topic:
        parts.append(f"about {search.topic}")
    if search.when:
        dated = re.match(
            r"(?:the )?(?:last|past|this|since|before|today|yesterday)\b",
            search.when.phrase,
            re.IGNORECASE,
        )
        parts.append(search.when.phrase if dated else f"{_dating(search)} {search.when.phrase}")
    return " ".join(" ".join(parts).split())


def _dating(search: MailSearch) -> str:
    whole_month = (
        search.when is not None
        and search.when.phrase.isalpha()
        and not search.when.phrase.casefold().endswith("day")
    )
    return "in" if whole_month else "on"


def _open_mail(text: str, context: ConversationContext) -> DomainRequest | None:
    if not _READ.match(text) or not points(text) or _names_slots(text):
        return None
    reference = pointed_reference(text, context.references, MAIL_KINDS)
    if reference is None:
        return None
    return DomainRequest(
        Command(agent="email", command=f'{text.rstrip(" .?!")} ("{reference.label}")'),
        f'Read the email "{reference.label}"',
        "read-email",
        0.92,
        Entities(topic=reference.label),
    )


def _names_slots(text: str) -> bool:
    """Whether the text describes mail by itself rather than pointing at some."""
    return re.search(r"\b(?:from|about|to)\b", text) is not None and place_named(text, 50) is None


def _mail(text: str, today: date) -> DomainRequest | None:
    if write := MAIL_WRITE.match(text):
        verb = write["verb"].casefold()
        risk: Risk = "high" if verb in _IRREVERSIBLE else "low" if verb in _PRIVATE else "medium"
        command = Command(agent="email", command=text, risk=risk)
        return DomainRequest(command, text, "write-email", 0.85, Entities(target="email"))
    search = parse_mail_search(text, today)
    asked = _REQUEST.match(text) is not None
    if not asked and (not search.narrows or search.left):
        return None
    unsure = bool(search.left) or search.several_senders or not search.narrows
    people = tuple(
        p.name or p.address for p in (search.sender, search.recipient) if p and p.kind == "person"
    )
    command = text if unsure else mail_command(search)
    entities = Entities(
        data_source="email",
        topic=re.sub(r"^(?:the|our|my|an?) ", "", search.topic) or None,
        timeframe=search.when.phrase if search.when else None,
        people=people,
    )
    confidence = 0.7 if unsure else 0.93 if asked else 0.86
    return DomainRequest(
        Command(agent="email", command=command), command, "search-email", confidence, entities
    )


def _contacts(text: str) -> DomainRequest:
    search = parse_contact_search(text)
    change = CONTACT_CHANGE.match(text) is not None
    sure = bool(search.name or search.organization) and not change
    entities = Entities(
        data_source="contacts",
        people=(search.name,) if search.name else (),
        target=search.organization or None,
    )
    command = Command(
        agent="contacts", command=text.rstrip(" ?!."), risk="medium" if change else "low"
    )
    return DomainRequest(command, text, "find-contact", 0.92 if sure else 0.7, entities)


def _plain(domain: str, text: str) -> DomainRequest:
    changes = re.match(
        r"(?:book|schedule|move|cancel|set|add|create|change|reschedule|post|send"
        r"|message|push|invite|update|block|tell)\b",
        text,
        re.IGNORECASE,
    )
    command = Command(
        agent=domain, command=text.rstrip(" ?!."), risk="medium" if changes else "low"
    )
    return DomainRequest(command, text, domain, 0.85, Entities(data_source=domain))
