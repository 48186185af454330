"""A request about people's contact details, taken apart into slots."""

import re
from dataclasses import dataclass

from shared.reasoning.embedded.words import tidy

_DETAIL = (
    r"(?:contact (?:info(?:rmation)?|details?|data)|contacts?|(?:phone|mobile"
    r"|cell|telephone)(?: number)?"
    r"|number|e-?mail(?: address(?:es)?)?|address|job title|details|extension)"
)
CONTACT_CUE = re.compile(
    r"\bcontact (?:info(?:rmation)?|details?|data)\b|\b(?:phone|mobile|cell"
    r"|telephone) ?(?:number|no)?\b"
    r"|\be-?mail address(?:es)?\b|\b(?:my|our|the) contacts\b|\bcontacts? (?:at"
    r"|from|for|named|called|in)\b"
    r"|\baddress book\b|\b(?:how (?:can|do) i|best way to) (?:reach|contact)\b"
    r"|\bwhat(?:'s| is) (?:the )?(?:\S+ )?(?:\S+'s e-?mail|e-?mail of .+)$"
    r"|\bwho do (?:i|we) know (?:at|in)\b",
    re.IGNORECASE,
)
CONTACT_CHANGE = re.compile(
    r"^(?:add|create|save|update|change|edit|delete|remove|merge|import)\b", re.IGNORECASE
)
_END = r"(?= (?:please|pls|again|now)\b|[?!,;]|\.(?:\s|$)|$)"
_ORGANIZATION = re.compile(
    rf"\b(?:at|in|of (?=people)|with|working for|works? for) (?:the )?(?P<name>[^?!,;]+?){_END}",
    re.IGNORECASE,
)
_ORGANIZATION_ONLY = re.compile(
    rf"\b(?:people|everyone|anyone|someone|who(?: do (?:i|we) know)?"
    rf"|contacts?) (?:at|from|in) (?P<name>[^?!,;]+?){_END}",
    re.IGNORECASE,
)
_NOT_DETAIL = r"(?!info|details?\b|data\b|number)"
_NAMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<name>(?:[^\s,?!]+ ){{0,2}}[^\s,?!]+?)'s {_DETAIL}\b",
        rf"\b{_DETAIL} (?:for|of|named|called|about) (?P<name>[^?!,;]+?){_END}",
        rf"\b(?:reach|contact|call|phone) {_NOT_DETAIL}(?P<name>[^?!,;]+?){_END}",
        rf"\b(?:details|number|phone|address|info)\b.*\b(?:for|of) (?P<name>[^?!,;]+?){_END}",
    )
)
_WHOEVER = re.compile(
    rf"^(?:who(?:'s| is)|look up|find|search for) (?P<name>[^?!,;]+?){_END}", re.IGNORECASE
)
_LEADING = re.compile(
    r"^(?:(?:what|who|where|is|are|was|find|show|get|give|tell|look|up|me|us|the"
    r"|all|my|our|any|for|please|you|can|could)\b ?)+",
    re.IGNORECASE,
)
_NOBODY = frozenset({"people", "everyone", "anyone", "someone", "info", "contact", "contacts", ""})


@dataclass(frozen=True)
class ContactSearch:
    """Whose details are wanted; empty means anyone."""

    name: str = ""
    organization: str = ""


def parse_contact_search(text: str) -> ContactSearch:
    """Fill the slots from a request or command."""
    rest = tidy(text).rstrip(" .?!").replace("what's ", "what is ").replace("What's ", "What is ")
    organization = ""
    for pattern in (_ORGANIZATION_ONLY, _ORGANIZATION):
        if found := pattern.search(rest):
            organization = found["name"].strip()
            rest = rest[: found.start()].strip()
            break
    for pattern in _NAMES:
        if found := pattern.search(rest):
            name = _LEADING.sub("", found["name"].strip())
            return ContactSearch("" if name.casefold() in _NOBODY else name, organization)
    return ContactSearch("", organization)


def whoever(text: str) -> str:
    """Return whom a bare "who is ..." or "look up ..." names; empty if nobody."""
    found = _WHOEVER.match(tidy(text))
    name = _LEADING.sub("", found["name"].strip()) if found else ""
    return "" if name.casefold() in _NOBODY else name
