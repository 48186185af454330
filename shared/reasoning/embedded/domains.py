"""Requests for the workspace: which of the product's own agents, and the command for it."""

import re
from dataclasses import dataclass, field
from datetime import date

from shared.models.intent import Command, Entities, Risk
from shared.models.reasoning import ConversationContext, PlanRequest
from shared.reasoning.embedded.calendar_cues import CALENDAR, OWN_CALENDAR, VERBLESS
from shared.reasoning.embedded.contact_request import (
    CONTACT_CHANGE,
    CONTACT_CUE,
    ORGANIZATIONS,
    parse_contact_change,
    parse_contact_search,
)
from shared.reasoning.embedded.direct_message import parse_direct_message
from shared.reasoning.embedded.filling import completed
from shared.reasoning.embedded.mail_orders import MailOrder, order_in, without_courtesy
from shared.reasoning.embedded.mail_request import MAIL, MailSearch, parse_mail_search
from shared.reasoning.embedded.new_contact import parse_new_contact
from shared.reasoning.embedded.people_said import NAME
from shared.reasoning.embedded.pointing import (
    CONTACT_KINDS,
    DRAFT_KINDS,
    MAIL_KINDS,
    SENT_KINDS,
    place_named,
    pointed_reference,
    pointed_references,
    points,
)

WORKSPACE = frozenset({"email", "contacts", "calendar", "slack", "action", "sheets", "pages"})
"""The agents that ship with the product."""

_MAIL_NOUN = re.compile(r"\b(?:e-?mails?|mails?|inbox|mailbox|newsletters?|gmail)\b", re.IGNORECASE)
_MAIL_SAID = re.compile(
    rf"\b{MAIL}\b|\bwhat (?:did|has) \w.* (?:write|written|say|said|send|sent|mail)\b"
    r"|\b(?:last|latest) (?:thing|one) \w.* (?:wrote|sent|said)\b"
    r"|\b(?:did|has) \w.* (?:write|written|reply|replied|respond|responded|answered)\b"
    r"|\b(?:anything|something|news) (?:new )?from \w|\bheard? (?:back )?from \w",
    re.IGNORECASE,
)
_ABOUT_SLACK = re.compile(r"\b(?:status|unread|channels|messages|search|profile)\b", re.IGNORECASE)
_SLACK = re.compile(r"\bslack\b|(?:^|\s)#[a-z][\w-]+|\bdms?\b|\bdirect messages?\b", re.IGNORECASE)
_CATCH_UP = re.compile(
    r"\b(?:catch (?:me|us) up|bring (?:me|us) up to (?:speed|date)|get me up to (?:speed|date)|fill"
    r" me in|brief me) (?:on|about|with)\b|\bwhat(?:'s| is| has been) (?:new|the latest|happening"
    r"|going on) (?:with|on|about|in) (?:the )?\w|\bwhat happened (?:with|on|about|at) (?:the )?\w",
    re.IGNORECASE,
)
_UNPREPARED = re.compile(
    r"\b(?:meetings?|calls?)\b.*\b(?:unprepared|(?:not|n't|to) (?:yet )?(?:be )?(?:prepared?"
    r"|ready))"
    r"|\b(?:unprepared|prepared? for|ready for|prep(?:are)? (?:for)?)\b.*\b(?:meetings?|calls?)\b",
    re.IGNORECASE,
)
_SHEETS = re.compile(
    r"\b(?:google sheets?|spread ?sheets?|worksheets?|(?:[A-Z]\w+ )sheet|sheets?)\b"
    r"|\b(?:add|append|log)\b.*\brow\b",
    re.IGNORECASE,
)
_PAGES = re.compile(
    r"\bnotion\b|\bwiki\b|\bpages?\b|\bknowledge base\b|^(?:list|show)(?: me)?(?: all)?(?: my| our"
    r"| the)? projects\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:what|when|who|which|where|how|did|do|does|has|have|is|are|am|any"
    r"|anything|show|find|get|list|"
    r"check|search|give|tell|look|read|open|pull|fetch|see|book|schedule|move"
    r"|cancel|set|add|create|"
    r"change|reschedule|post|send|message|tell|ask|push|invite|summari[sz]e"
    r"|i need|i want|update|block|accept|decline|suggest|arrange|plan|delete|remove|append|log|put"
    r"|catch|brief|fill|bring|mark|reply|write|take|drop|confirm|skip|join|attend|postpone|shift|delay"
    r"|extend|shorten|display|say|organi[sz]e|remind|where's|what's|who's|when's|would|could|can"
    r"|i can't|i cannot|i won't|i will|i can|call off|propose|need|use|choose|pick|go with|open"
    r"|and (?:what|who|when|where))\b",
    re.IGNORECASE,
)
_READ = re.compile(
    r"^(?:open|read|show|display|view|expand|see|pull up|what does|what did"
    r"|what's in|summari[sz]e)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:(?:every|each) (?:\w+ )?(?:time|hour|day|morning|evening|night|week|month|quarter"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|whenever|always|automatically|from now on|daily"
    r"|weekly|as soon as|any time)\b",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"^(?:write|send|drop|shoot|draft)\b.*(?:\S@\S+\.\w|\b(?:note|line|letter|reply|message)\b"
    r"|\bsomething (?:to|for) \w)"
    r"|^(?:write|send|draft)\b.*\be-?mail\b.*\b(?:to|saying|asking|that)\b|^write (?:back )?to"
    r" \w.*\b(?:saying|about|that|asking|telling)\b|^e-?mail \w"
    r"|^(?:reply|respond|forward|write back)\b"
    r"|^(?:fwd|pass (?:it |that |this )?(?:on|along))\b.*\bto\b|^(?:prepare|write|create) an?"
    r" draft\b"
    r"|\b(?:tell|ask|remind|thank|let|inform|notify)\b.*\b(?:by|via) e-?mail\b|\S@\S+\.\w+ (?:that"
    r"|saying|asking|about)\b",
    re.IGNORECASE,
)
_WHO_IS = re.compile(
    rf"(?:who(?:'s| is)|(?:please )?(?:remind|tell) me who|look up|who was) (?P<name>{NAME})"
    r"(?: is| was)?(?: for me| again)?",
    re.IGNORECASE,
)
_SENDERS = re.compile(
    r"(?:star|unstar|snooze|archive|flag)\b.*\bfrom (?-i:[A-Z])|mark (?:all|everything) (?:as"
    r" )?read\b",
    re.IGNORECASE,
)
_MESSAGE = re.compile(r"\bmessages? (?:from|by|about|regarding|concerning|to)\b", re.IGNORECASE)
_UNREAD = re.compile(r"\bunread messages\b(?! (?:from|by) (?-i:[A-Z]))", re.IGNORECASE)
"""What Slack calls its own; mail only where there is no Slack, or somebody it is from."""
_BARE_ORDER = re.compile(
    r"archive|(?:un)?star|flag|mark (?:as )?(?:un)?read|(?:label|tag):? .+|snooze (?:un)?til .+",
    re.IGNORECASE,
)
_REPLIES = re.compile(r"(?:and |any |the )*(?:replies|thread|answers)\s*\?*", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|that channel|this channel|that (?:sheet|page|thread))\b", re.IGNORECASE)
_OF_MINE = re.compile(r"\b(?:i|we|me|my|us)\b|\bunanswered\b", re.IGNORECASE)
_DRAFTED = re.compile(r"^(?:draft|.*\bdraft\b)", re.IGNORECASE)
_OF_MAIL = MAIL_KINDS | DRAFT_KINDS | SENT_KINDS
_LISTED_KINDS = {
    "email": _OF_MAIL,
    "calendar": frozenset({"event", "slot", "meeting"}),
    "contacts": CONTACT_KINDS,
    "slack": frozenset({"message", "channel"}),
    "sheets": frozenset({"sheet"}),
    "pages": frozenset({"page"}),
}
_SKILLS: dict[MailOrder, str] = {
    "look": "search-email",
    "delivery": "search-email",
    "unanswered": "search-email",
    "thread": "read-email",
    "attachments": "read-email",
}
_SAID_SO = {"calendar": OWN_CALENDAR, "slack": _SLACK}
"""Words that leave no doubt which service is meant."""
_RISKS: dict[MailOrder, Risk] = {
    "delete": "high",
    "forward": "medium",
    "reply": "medium",
    "send draft": "medium",
    "write": "medium",
}


@dataclass(frozen=True)
class DomainRequest:
    """One recognised request: the order to give, and what it names."""

    command: Command
    intent: str
    skill: str
    confidence: float
    entities: Entities = field(default_factory=Entities)


def domain_request(
    text: str,
    today: date,
    context: ConversationContext,
    connected: frozenset[str] = frozenset(),
    before: str = "",
) -> DomainRequest | None:
    """Recognise a request for the workspace; None when it is for none of its agents.

    Sheets and pages count only if they are among the `connected` agents. `before` is the agent of
    the request just before in the same message, which may be what this one points at.
    """
    text = completed(text, context) or text
    return (
        _across(text)
        or (_plain("slack", text) if parse_direct_message(text) else None)
        or _opened(text, context)
        or _mail_ordered(text, context, before)
        or _named(text, today, connected)
        or _listed(text, context, before)
    )


def workspace_agent(command: str, request: PlanRequest) -> str:
    """Return which agent a command is about; the empty string when it does not tell."""
    today = date.fromisoformat(request.today)
    references = tuple(one for done in request.earlier for one in done.references)
    context = request.context.model_copy(
        update={"references": references or request.context.references}
    )
    found = domain_request(command, today, context)
    return found.command.agent if found else ""


def _named(text: str, today: date, connected: frozenset[str]) -> DomainRequest | None:
    """Recognise a request by the things it names."""
    if _changes_contacts(text) or (
        CONTACT_CUE.search(text) and not re.match(r"(?:reply|forward|send)\b", text, re.IGNORECASE)
    ):
        return _contacts(text)
    asked = _REQUEST.match(text) is not None
    if _SLACK.search(text) and not _MAIL_NOUN.search(text):
        return _plain("slack", text) if asked or _ABOUT_SLACK.search(text) else None
    if _MAIL_NOUN.search(text):
        return _mail(text, today)
    if "slack" in connected and asked and _UNREAD.search(text):
        return _plain("slack", text)
    for domain, named in (("sheets", _SHEETS), ("pages", _PAGES)):
        if domain in connected and asked and named.search(text):
            return _plain(domain, text)
    if CALENDAR.search(text):
        return _plain("calendar", text) if asked or VERBLESS.match(text) else None
    return _mail(text, today) if _MAIL_SAID.search(text) else _known(text)


def _known(text: str) -> DomainRequest | None:
    """Recognise a question about somebody by no more than their name."""
    named = _WHO_IS.fullmatch(text.rstrip(" ?.!"))
    if named is None:
        return None
    command = Command(agent="contacts", command=f"Who is {named['name']}")
    people = Entities(data_source="contacts", people=(named["name"],))
    return DomainRequest(command, text, "find-contact", 0.87, people)


def _across(text: str) -> DomainRequest | None:
    if _CATCH_UP.search(text) and not _SLACK.search(text):
        return _plain("action", text)
    if _UNPREPARED.search(text) and (_REQUEST.match(text) or re.match(r"(?i)meetings?\b", text)):
        return _plain("action", text)
    return None


def _mail_ordered(text: str, context: ConversationContext, before: str) -> DomainRequest | None:
    """Recognise an order about mail: one that says so, or that points at mail."""
    wanted = without_courtesy(text)
    order = order_in(wanted)
    if order == "look" or (_SLACK.search(text) and not _MAIL_NOUN.search(text)):
        return None
    pointing = _points_at_mail(wanted, order, context) or (before == "email" and _points(wanted))
    named = _MAIL_NOUN.search(wanted) is not None
    bare = _lists_mail(context) and _BARE_ORDER.fullmatch(wanted.rstrip(" .!")) is not None
    match order:
        case "forward" | "reply" | "write":
            sure = pointing or _ADDRESSED.match(wanted) is not None
            known = sure or named
        case "unanswered":
            sure = known = _OF_MINE.search(wanted) is not None and not CALENDAR.search(wanted)
        case "change":
            said = _MESSAGE.search(wanted) is not None
            sure = known = pointing or bare or named or said or _SENDERS.match(wanted) is not None
        case "thread" | "attachments":
            sure = known = pointing or named or _lists_mail(context)
        case _:
            sure = known = pointing or named
    if not known:
        return None
    certain = sure and not _LASTING.search(wanted)
    risk: Risk = "low" if order == "write" and _DRAFTED.match(wanted) else _RISKS.get(order, "low")
    command = Command(agent="email", command=text, risk=risk)
    return DomainRequest(
        command,
        text,
        _SKILLS.get(order, "write-email"),
        0.9 if certain else 0.85,
        Entities(target="email"),
    )


def _points_at_mail(text: str, order: MailOrder, context: ConversationContext) -> bool:
    if order == "write":
        return _told_its_sender(text, context)
    kinds = _OF_MAIL
    if order == "send draft":
        return any(one.kind in kinds for one in context.references)
    return bool(pointed_references(text, context.references, kinds)) or (
        order == "reply" and _told_its_sender(text, context)
    )


def _lists_mail(context: ConversationContext) -> bool:
    """Whether mail is all that was listed last."""
    kinds = {one.kind for one in context.references}
    return bool(kinds) and kinds <= _OF_MAIL


def _told_its_sender(text: str, context: ConversationContext) -> bool:
    """Whether an order is to tell something to someone whose mail was listed."""
    found = re.match(r"(?:tell|ask|thank|remind|let|answer) (?P<who>[\w-]+)", text, re.IGNORECASE)
    if found is None:
        return False
    who = found["who"].casefold()
    senders = [one.who.casefold() for one in context.references if one.kind in MAIL_KINDS]
    return any(
        who in {"him", "her", "them"} or who in re.split(r"\W", one) for one in senders if one
    )


def _listed(text: str, context: ConversationContext, before: str) -> DomainRequest | None:
    """Recognise an order that points at what an answer listed: its agent gets it."""
    if _REPLIES.fullmatch(text) and {one.kind for one in context.references} == {"message"}:
        return _plain("slack", text)
    if not _REQUEST.match(text) or not _points(text):
        return None
    agents = [
        agent
        for agent, kinds in _LISTED_KINDS.items()
        if pointed_references(text, context.references, kinds)
    ]
    if before:
        return _plain(before, text)
    if not agents and _IT.search(text):  # what was listed, as a whole
        kinds = {one.kind for one in context.references}
        agents = [agent for agent, of in _LISTED_KINDS.items() if kinds and kinds <= of]
    return _plain(agents[0], text) if len(agents) == 1 and agents != ["email"] else None


def _points(text: str) -> bool:
    return points(text) or re.search(r"\b(?:first|last|both|all|these|those)\b", text) is not None


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


def _opened(text: str, context: ConversationContext) -> DomainRequest | None:
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
    search = parse_mail_search(text, today)
    asked = _REQUEST.match(text) is not None
    if not asked and (not search.narrows or search.left):
        return None
    unsure = bool(search.left) or search.several_senders or not search.narrows
    single = _READ.match(text) and re.search(r"\b(?:e-?mail|mail|message)\b(?!s)", text)
    as_said = unsure or search.named or "newsletters" in search.flags or single is not None
    people = tuple(
        p.name or p.address for p in (search.sender, search.recipient) if p and p.kind == "person"
    )
    if re.match(r"(?:show|see)\b", text, re.IGNORECASE) and not unsure and not search.named:
        as_said = "newsletters" in search.flags
    command = text.rstrip(" .?!") if as_said else mail_command(search)
    entities = Entities(
        data_source="email",
        topic=re.sub(r"^(?:the|our|my|an?) ", "", search.topic) or None,
        timeframe=search.when.phrase if search.when else None,
        people=people,
    )
    whose = search.sender is not None or search.recipient is not None
    confidence = 0.7 if unsure else 0.93 if asked else 0.9 if whose else 0.86
    return DomainRequest(
        Command(agent="email", command=command), command, "search-email", confidence, entities
    )


def _changes_contacts(text: str) -> bool:
    """Whether somebody is to be added, or something about somebody to be different."""
    return parse_new_contact(text) is not None or parse_contact_change(text) is not None


def _contacts(text: str) -> DomainRequest:
    search = parse_contact_search(text)
    changed = _changes_contacts(text)
    change = changed or CONTACT_CHANGE.match(text) is not None
    told = bool(search.name or search.organization or ORGANIZATIONS.search(text))
    sure = changed or (told and not change)
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
        r"(?:book|schedule|move|cancel|set|add|create|change|reschedule|post|send|dm|ask|ping|slack"
        r"|message|push|invite|update|block|tell|accept|decline|delete|remove|append|log|put|mark"
        r"|reply|write)\b",
        text,
        re.IGNORECASE,
    )
    command = Command(
        agent=domain, command=text.rstrip(" ?!."), risk="medium" if changes else "low"
    )
    said = _SAID_SO.get(domain)
    confidence = 0.9 if said and said.search(text) and not _LASTING.search(text) else 0.85
    return DomainRequest(command, text, domain, confidence, Entities(data_source=domain))
