"""Email as an ingredient."""

import re
from collections.abc import Sequence

from shared.decisions.building.ingredient import (
    Ingredient,
    Mode,
    Slot,
    one_line,
    plainly_described,
    rereading,
)
from shared.models.building import Part

_EVERYTHING = re.compile(r"(?:all|everything|any|every)(?: of)?(?: (?:it|them|my))*", re.IGNORECASE)
_CHATTER = re.compile(
    r"^(?:(?:only|just|the|my|all|any|every|those|ones|please)\s+)+"
    r"|\b(?:e-?mails?|mails?|messages?)\b\s*",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"(?:unread|from|about|of|in|with|to|since|that|this|last|today|yesterday)\b", re.IGNORECASE
)
_SENDER = re.compile(r"\S+@\S+")
_AND = re.compile(r"\s*(?:,|;|&|\band\b)\s*(?:and\s+)?", re.IGNORECASE)
_ONESELF = frozenset({"me", "myself"})
_RECENT = "of the last 7 days"
SUBJECT = "Summary"


def read_query(words: str) -> str:
    """Return which emails are meant, fit to follow "emails": "from Ann", "unread"."""
    plain = plainly_described(one_line(words).strip(" .!?"))
    said = " ".join(_CHATTER.sub("", plain).split())
    if not said or _EVERYTHING.fullmatch(plain):
        return _RECENT if words.strip() else ""
    if _LEADS.match(said):
        return said[:1].lower() + said[1:]
    return f"from {said}" if _SENDER.fullmatch(said) else f"about {said}"


def read_recipients(words: str) -> str:
    """Return who gets it, as the person says it."""
    said = one_line(words).strip(" .!?")
    return re.sub(r"^(?:(?:it|send|goes|should|go|email|to)\s+)+", "", said, flags=re.IGNORECASE)


def among_people(said: str, there: Sequence[str]) -> str:
    """Return those who get it, by the names of the address book; "" where one is not plain.

    Addresses need no book, and nor does the person themselves.
    """
    found = [_person(each, there) for each in _AND.split(said) if each.strip()]
    return ", ".join(found) if found and all(found) else ""


def _person(said: str, there: Sequence[str]) -> str:
    if _SENDER.fullmatch(said) or said.casefold() in _ONESELF:
        return said
    words = set(said.casefold().split())
    same = [name for name in there if words <= set(name.casefold().split())]
    return same[0] if len(same) == 1 else ""


_QUERY = Slot(
    "query",
    "Which emails should I look at?",
    unsaid="which ones?",
    options=("Unread emails", "Emails of the last 7 days"),
    default=_RECENT,
    read=read_query,
    examples=("Unread emails", "Emails from sarah@example.com"),
)
_TO = Slot(
    "to",
    "Who should get the email?",
    unsaid="who gets it?",
    names=True,
    among=among_people,
    read=read_recipients,
    again="I need a name or an address, for example “team@example.com”.",
    examples=("team@example.com",),
)
_WHAT = Slot("subject", "What should the subject be?", default=SUBJECT, asked=False)
_TEXT = Slot("text", "What should the email say?", label="Text", unsaid="what should it say?")


def _read_line(part: Part, _how: Mode) -> str:
    query = part.slot("query")
    if query.casefold().startswith("unread"):
        return " ".join(f"Find unread emails {query[len('unread') :]}".split())
    return f"Find emails {query}"


def _reread(line: str) -> dict[str, str] | None:
    if found := rereading(r"Find unread emails(?P<rest> .+)?")(line):
        return {"query": f"unread{found['rest']}"}
    if line == "Find unread emails":
        return {"query": "unread"}
    found = rereading(r"Find emails (?P<query>.+)")(line)
    return dict(found) if found else None


def _reads(part: Part, how: Mode) -> str:
    return _read_line(part, how).replace("Find", "Finds", 1)


def _write_line(part: Part, how: Mode) -> str:
    to, subject = part.slot("to"), part.slot("subject") or SUBJECT
    if how == "passing":
        return f'Email the result to {to} with the subject "{subject}"'
    return f'Send an email to {to} with the subject "{subject}" saying "{part.slot("text")}"'


def _writes(part: Part, how: Mode) -> str:
    return f"Emails {'the result' if how == 'passing' else 'a message'} to {part.slot('to')}"


READ = Ingredient(
    service="email",
    verb="read",
    product="Email",
    short="email",
    skill="email-reader",
    name="Email reader",
    description="Finds and reads emails",
    tools=("gmail_search_messages", "gmail_get_message"),
    slots=(_QUERY,),
    line=_read_line,
    reread=_reread,
    does=_reads,
    examples=lambda part: (_read_line(part, "line"),),
    filters=("query",),
)
WRITE = Ingredient(
    service="email",
    verb="write",
    product="Email",
    short="email",
    skill="email-sender",
    name="Email sender",
    description="Writes and sends emails",
    tools=("contacts_search", "gmail_send_email", "gmail_create_draft"),
    slots=(_TO, _WHAT, _TEXT),
    line=_write_line,
    reread=rereading(
        r'Email the result to (?P<to>.+) with the subject "(?P<subject>[^"]+)"',
        (
            r'Send an email to (?P<to>.+) with the subject "(?P<subject>[^"]+)"'
            r' saying "(?P<text>[^"]+)"'
        ),
    ),
    does=_writes,
    examples=lambda _part: ("Send an email", "Email my team"),
    as_asked="Send emails as asked. Each request says to whom, about what, and what to write.",
    content="text",
    place=("to",),
)
