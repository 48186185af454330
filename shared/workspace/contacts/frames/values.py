"""What a command says of a contact: values, and the fields that they go into."""

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from shared.models.base import Json
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.parties import bare
from shared.understanding.people_said import ADDRESS
from shared.understanding.said import Said
from shared.understanding.spoken import spoken_address, spoken_number

_PHONE = re.compile(r"ext\.? ?\d+|\+?\(?(?:\d[ ()/.-]*){4,}", re.IGNORECASE)
_LEADS = re.compile(
    r"\b(?:in|into|as|under|that's|goes|for|to)(?: (?:an?|the|my|our|his|her|their|its))*\W*$",
    re.IGNORECASE,
)
"""What stands between a value and the field it goes into ("ring twice" in the notes)."""
_SHORT = 7
"""A number of so many letters may be anything's: a room's, a year."""
_ANOTHER = frozenset({"second", "third", "additional"})
_NOT_KEPT = re.compile(
    r"\b(?:second|third|additional|private|old|fax|billing|birth\w*|house|street"
    r"|home|postal|office address|vat|whatsapp)\b(?! ?(?:phone|mobile))"
)
"""What makes a field another than the one there is of its kind: a second number, a fax."""
_FIELDS = tuple(
    (name, re.compile(words))
    for name, words in (
        ("email", r"mail|\baddress"),
        ("notes", r"\b(?:notes?|remarks?|comments?)\b"),
        (
            "phone",
            r"phone|mobile|\bmob\b|\bcell\b|\btel\b|number|\bn(?:o|r|um)\b|line\b|\bext|pager|bleep",
        ),
        ("company", r"company|employer|organi[sz]ation|\bfirm\b"),
        ("title", r"title|\brole\b|position|\bjob\b|designation|function"),
        ("relation", r"\brelation"),
        ("name", r"\bname\b|surname"),
    )
)
"""What people call the fields there are."""
RELATED = {
    **dict.fromkeys(("client", "customer"), "client"),
    **dict.fromkeys(("vendor", "supplier"), "vendor"),
    **dict.fromkeys(("colleague", "coworker", "co-worker"), "colleague"),
    "partner": "partner",
    "personal": "personal",
}


WHOLE = re.compile(
    r"(?:(?:my|the) )?(?:(?:contacts?|address|phone) ?)?"
    r"(?:contacts?|card|entry|record|list|book|details)\b",
    re.IGNORECASE,
)
"""What is called a field and is all that is kept of somebody."""
TITLED_BY = (
    r"\b(?:is|are|(?<=[a-z])['\u2019]s|as|now|be(?:came|comes?)?|styled?|titled|made|promoted to"
    r"|styles (?:him|her|them)self)(?: (?:now|an?|the|our|their))* "
)
DOES = re.compile(rf"{TITLED_BY}$", re.IGNORECASE)
"""What stands before what somebody does."""
_AT_WORK = re.compile(
    r"(?:\b(?:at|joined)|(?:\b(?:is|are|works?|moved|now|gone)|['\u2019]s)(?: now)?"
    r" (?:with|for|to)) $",
    re.IGNORECASE,
)
TITLED = r"promot\w+|job|position|become|made"
_LIVES = r"lives?|moved?|shifted|house|born"
_PLACED = re.compile(rf"\b(?:in|{_LIVES}) (?:(?:at|in|to) )?$", re.IGNORECASE)
"""What stands before a place."""
_WAS = re.compile(
    r"\b(?:(?:still|wrongly|no longer|used to be)\b[^.;,]*|(?:been|was|were) )$", re.IGNORECASE
)
"""What leads to a value as it was, before another is told."""


_WRITTEN = re.compile(
    r"\b(?:in|on|from|off|out of|per) (?!my\b|our\b|me\b)(?:[\w'\u2019-]+ ){1,4}?(?:(?<!contact )"
    r"(?<!contacts )(?<!address )list|files?|sheet|table|csv|attachment|signature|footer|minutes"
    r"|e?-?mail|message|letter|document)\b|\b(?:from|given|is|stands|listed) there\b"
)
"""How it is said that something stands in what the person has."""
_REACHES = {
    "phone": re.compile(r"\b(?:tele)?phone\b(?! ?book)|\bmobile|\bnumber"),
    "email": re.compile(r"\baddress\b(?! ?book)|\be-?mail(?= address|['\u2019]s| is)"),
}


class Pair(NamedTuple):
    """A value, and the field it goes into as it was called; "" where either is not said."""

    called: str
    value: str
    span: Span | None = None

    @property
    def field(self) -> str:
        """The field that is called so, else that of its form; "" for none there is."""
        kept = not _NOT_KEPT.search(fold(self.called))
        told = self.form if len(self.value) > _SHORT else ""
        field = (self.kind or told) if kept else ""
        street = field == "email" and "mail" not in fold(self.called) and self.form != "email"
        return "" if street and self.value else field

    @property
    def kind(self) -> str:
        """The field it is one more of: "email" for a second address."""
        said = fold(self.called)
        return next((name for name, words in _FIELDS if words.search(said)), "")

    @property
    def form(self) -> str:
        """The field that the form of the value tells; "" where it tells none."""
        if re.fullmatch(ADDRESS, spoken_address(self.value)):
            return "email"
        return "phone" if is_phone(self.value) else ""

    def written(self, field: str) -> str:
        """Return the value as it is written in a field, where somebody spoke it."""
        text = self.value.strip(" \"'“”")
        match field:
            case "email":
                return spoken_address(text)
            case "phone":
                return spoken_number(text)
            case "relation":
                return RELATED.get(fold(text), fold(text))
            case _:
                return text


def written_elsewhere(said: Said, known: Container[str]) -> list[Json]:
    """Return what is to be looked up in what the person has, of how to reach somebody.

    It is what a command names, or all of it where it names none; nothing that is known.
    """
    text = fold(said.text)
    if not _WRITTEN.search(text):
        return []
    named = [field for field, words in _REACHES.items() if words.search(text)]
    return [field for field in named or _REACHES if field not in known]


def is_phone(value: str) -> bool:
    """Whether a value has the form of a phone number."""
    return _PHONE.fullmatch(spoken_number(value)) is not None


def told_by_itself(said: Said, pair: Pair, firms: Container[str] = ()) -> str:
    """Return the field for a value of which none is called; "" for what there is no place for.

    An address and a number have their form, what somebody is to one its word; a company is one of
    the `firms` that are known, or somebody works "at" it. Any other words are what somebody does.
    """
    before = said.text[: pair.span.start] if pair.span else ""
    if pair.form:
        return pair.form
    if fold(pair.value) in RELATED and not said.says(TITLED):
        return "relation"
    if any(char.isdigit() for char in pair.value):
        return ""
    at_work = pair.value[:1].isupper() and _AT_WORK.search(before) and not said.says(_LIVES)
    if at_work or fold(bare(pair.value)) in firms:
        return "company"
    return "" if _PLACED.search(before) else "title"


def pairs_in(said: Said, spans: Sequence[Span]) -> list[Pair]:
    """Return each value with the field it goes into: before it, or behind it after "in" or "as".

    What an earlier command named stays the field of what is said in the value's place.
    """
    held = [one for one in said.held("field", "value", "organisation") if one in spans]
    last = max((one.start for one in held if one.kind == "value"), default=0)
    line = [
        one
        for one in held
        if not (one.kind == "field" and WHOLE.match(said.text, one.start))
        and not (one.kind == "value" and one.start < last and _WAS.search(said.text, 0, one.start))
    ]
    found: list[Pair] = []
    waiting = ""
    for span in line:
        last = found[-1] if found else None
        if span.kind == "organisation":  # "company Acme": that is said, whatever comes next
            waiting = "" if Pair(waiting, "").kind == "company" else waiting
        elif span.kind == "value":
            waiting = "" if _unfit(waiting, span.text) else waiting
            again = last and last.span and said.corrects(last.span.end, span.start)
            called = last.called if last and again and not waiting else waiting
            found = found[:-1] if again and not waiting else found
            found.append(Pair(called, span.text, span))
            waiting = ""
        elif last and last.span and not last.called and _goes_into(said, last.span, span):
            found[-1] = last._replace(called=span.text)
        else:
            waiting = _called(said, span)
    formed = {one.form for one in found} - {""}  # "phone oh seven, no, properly: 020 7946 0555"
    found = [one for one in found if one.form or one.kind not in formed]
    if len(found) == 1 and not found[0].called and not found[0].form:
        called = waiting or next((one.text for one in said.carried if one.kind == "field"), "")
        return [found[0]._replace(called="" if _unfit(called, found[0].value) else called)]
    if waiting and not found:
        found.append(Pair(waiting, said.one("organisation") if "compan" in fold(waiting) else ""))
    return found


def _unfit(called: str, value: str) -> bool:
    """Whether a value has not the form of the field before it: "his number, Head of Sales"."""
    pair = Pair(called, value)
    if pair.form:
        return pair.kind not in {"", "notes", pair.form}
    return pair.kind in {"phone", "email"} and not re.search(r"[\d@]", pair.written(pair.kind))


def carried_pairs(said: Said) -> list[Pair]:
    """Return the last value an earlier command said, with its field."""
    fields = [one.text for one in said.carried if one.kind == "field"]
    values = [one.text for one in said.carried if one.kind == "value"]
    return [Pair(fields[-1] if fields else "", values[-1])] if values else []


def _called(said: Said, field: Span) -> str:
    before = said.before(field)
    return f"{before} {field.text}" if before in _ANOTHER else field.text


def _goes_into(said: Said, value: Span, field: Span) -> bool:
    between = any(
        one.kind in {"organisation", "person"} and value.end <= one.start < field.start
        for one in said.spans
    )
    return not between and _LEADS.search(said.text[value.end : field.start]) is not None
