"""A request about people's contact details, taken apart into slots."""

import re
from dataclasses import dataclass

from shared.matching.orders import plain
from shared.reasoning.embedded.words import tidy

_DETAIL = (
    r"(?:contact (?:info(?:rmation)?|details?|data)|contacts?|(?:phone|mobile"
    r"|cell|telephone)(?: number)?"
    r"|number|e-?mail(?: address(?:es)?)?|address|job title|details|extension)"
)
_COMPANIES = r"(?:compan(?:y|ies)|organi[sz]ations?)"
_BOOK = r"(?:contacts|address book)"
_ORGANIZATIONS = rf"\b{_COMPANIES}\b.*\b{_BOOK}\b|\b{_BOOK}\b.*\b{_COMPANIES}\b"
ORGANIZATIONS = re.compile(_ORGANIZATIONS, re.IGNORECASE)
CONTACT_CUE = re.compile(
    r"\bcontact (?:info(?:rmation)?|details?|data)\b|\b(?:phone|mobile|cell"
    r"|telephone) ?(?:number|no)?\b"
    r"|\be-?mail address(?:es)?\b|\b(?:my|our|the) contacts\b|\bcontacts? (?:at"
    r"|from|for|named|called|in)\b"
    r"|\baddress book\b|\b(?:how (?:can|do) i|best way to) (?:reach|contact)\b"
    r"|\bwhat(?:'s| is) (?:the )?(?:\S+ )?(?:\S+'s e-?mail|e-?mail of .+)$"
    r"|\bwho do (?:i|we) know (?:at|in)\b|\w contacts?$|^(?:(?!the|my|our|some)[\w&.-]+"
    r" ){1,2}people$"
    rf"|{_ORGANIZATIONS}|\baddress (?:right|correctly)\b.*\S@\S"
    r"|^(?:is|validate|verify|check)\b.*\S@\S.*\b(?:right|correct|valid|real|spelled|spelt)\b"
    r"|^(?:validate|verify) \S*@",
    re.IGNORECASE,
)
CONTACT_CHANGE = re.compile(
    r"^(?:add|create|save|update|change|edit|delete|remove|merge|import)\b", re.IGNORECASE
)
_END = (
    r"(?= (?:please|pls|again|now|for (?:me|us)|and (?:how|what|when|where|who))\b|[?!,;]"
    r"|\.(?:\s|$)|$)"
)
_ORGANIZATION = re.compile(
    rf"\b(?:at|in|of (?=people)|with|working for|works? for) (?:the )?(?P<name>[^?!,;]+?){_END}",
    re.IGNORECASE,
)
_ORGANIZATION_ONLY = re.compile(
    rf"\b(?:people|everyone|anyone|someone|who(?: do (?:i|we) know)?"
    rf"|contacts?) (?:at|from|in) (?P<name>[^?!,;]+?){_END}",
    re.IGNORECASE,
)
_COMPANY_ALONE = re.compile(
    r"^(?P<name>(?!my\b|our\b|the\b|all\b|list\b|show\b|find\b|which\b|what\b)[^?!,;]{2,60}?)"
    r" (?:people|contacts|folks)$",
    re.IGNORECASE,
)
_NOT_DETAIL = r"(?!info|details?\b|data\b|number)"
_NAMES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<name>(?:[^\s,?!]+ ){{0,2}}[^\s,?!]+?)'s {_DETAIL}\b",
        rf"\b{_DETAIL} (?:for|of|named|called|about) (?P<name>[^?!,;]+?){_END}",
        rf"\b(?:reach|contact|call|phone) {_NOT_DETAIL}(?P<name>[^?!,;]+?){_END}",
        r"\b(?:does|do|did) (?P<name>[^?!,;]+?) works?\b",
        rf"\b(?:details|number|phone|address|info)\b.*\b(?:for|of) (?P<name>[^?!,;]+?){_END}",
        (
            r"^(?P<name>(?!my\b|our\b|the\b|all\b|list\b|show\b|find\b)[^?!,;]+?) (?:contact|phone"
            r"|number|details)$"
        ),
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
    for pattern in (_COMPANY_ALONE, _ORGANIZATION_ONLY, _ORGANIZATION):
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
    found = _WHOEVER.match(plain(tidy(text)))
    name = _LEADING.sub("", found["name"].strip()) if found else ""
    return "" if name.casefold() in _NOBODY else name


@dataclass(frozen=True)
class ContactChange:
    """What is to be different about whom."""

    who: str
    values: tuple[tuple[str, str], ...]


_FIELDS = {
    "phone": r"(?:phone|mobile|cell|telephone)(?: number)?|number|extension",
    "email": r"e-?mail(?: address)?|address",
    "company": r"company|employer|organi[sz]ation|firm",
    "title": r"(?:job )?title|role|position|job",
    "relation": r"relation(?:ship)?|type",
    "notes": r"notes?|comment",
    "name": r"(?:last |sur|full )?name",
}
_FIELD = rf"(?P<field>{'|'.join(_FIELDS.values())})"
_SET = r"(?:change|update|set|correct|edit|replace|save|make|fix|put|store|record)"
_BY = r"(?P<who>(?:[^\s,?!]+ ){0,3}?[^\s,?!]+?)"
_NOW = r"(?:is now|is|has changed to|changed to|should be|will be|=|:)"
_OLD = r"(?:new |current |correct |actual |work |office |direct )*"
_CHANGES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        (
            "",
            (
                rf"{_BY} (?:has|got|has got) (?:an? )?{_OLD}{_FIELD}(?:,|:| -|,? which is|,? it's)"
                r" (?P<value>.+?)(?:[,;.] .*)?"
            ),
        ),
        ("", rf"{_SET} {_BY} {_OLD}{_FIELD} (?P<value>\S*[\d@]\S*(?: [\d()/-]+)*)"),
        ("", rf"{_BY}(?:'s|(?<=\bhis)|(?<=\bher)) {_OLD}{_FIELD} {_NOW}(?: now)? (?P<value>.+)"),
        (
            "",
            (
                rf"{_SET} (?:the )?{_BY}(?:'s|(?<=\bhis)|(?<=\bher)) {_OLD}{_FIELD}"
                r"(?: in (?:my|the) contacts| from .+?)? (?:to|as|with|:|=) (?P<value>.+)"
            ),
        ),
        (
            "",
            (
                rf"(?:{_SET}|add) (?:the |an? )?{_OLD}{_FIELD} (?:of|for|to) {_BY}"
                r" (?:to|as|:|=|with|saying) (?P<value>.+)"
            ),
        ),
        (
            "",
            (
                rf"(?:{_SET}|add) (?:the |an? )?{_OLD}{_FIELD}"
                rf" (?P<value>\S*[\d@]\S*(?: [\d()/-]+)*) (?:to|for|of) {_BY}"
            ),
        ),
        ("", rf"(?:{_SET}|add) (?P<value>.+?) as {_BY}'s {_OLD}{_FIELD}"),
        (
            "notes",
            (
                rf"(?:add|make|put|write|save) (?:an? |the )?notes? (?:to|on|for|about) {_BY}"
                r"(?:'s (?:contact|entry|record))?(?: saying(?: that)?| that says| that|:| -)"
                r" (?P<value>.+)"
            ),
        ),
        (
            "relation",
            (
                rf"(?:mark|set|tag|save) {_BY} as (?:an? |my |our )?"
                r"(?P<value>client|customer|vendor|supplier|colleague|coworker|partner|personal)"
            ),
        ),
        ("title at", rf"{_BY} is now (?:the |our |an? )?(?P<title>.+?) (?:at|of) (?P<value>.+)"),
        (
            "company",
            (
                rf"{_BY} (?:has |'s )?(?:now )?(?:(?:moved|switched|gone|changed) (?:over )?to"
                r"|works? (?:at|for)|joined|is (?:now )?(?:at|with)) (?P<value>.+?)(?: now)?"
            ),
        ),
        ("name", rf"rename {_BY} (?:to|as) (?P<value>.+)"),
    )
)
_ASKS = re.compile(
    r"(?:what|which|who|is|are|does|do|did|has|have|find|show|get|give|look|search|where|when|how"
    r"|any|list|tell|can|could)\b",
    re.IGNORECASE,
)


def parse_contact_change(text: str) -> ContactChange | None:
    """Return what a text says is to be different about someone; None if nothing."""
    said = tidy(text).rstrip(" .!")
    if _ASKS.match(said) or said.endswith("?"):
        return None
    for kind, pattern in _CHANGES:
        if found := pattern.fullmatch(said):
            value = found["value"].strip(" \"'")
            if kind == "title at":
                return ContactChange(found["who"], (("title", found["title"]), ("company", value)))
            field = kind or _field(found["field"])
            if field == "relation":
                value = _RELATED.get(value.casefold(), value.casefold())
            return ContactChange(found["who"].strip(), ((field, value),))
    return None


def _field(written: str) -> str:
    return next(
        name for name, form in _FIELDS.items() if re.fullmatch(form, written, re.IGNORECASE)
    )


_RELATED = {"customer": "client", "supplier": "vendor", "coworker": "colleague"}
