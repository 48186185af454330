"""What a command says of a contact: values, and the fields that they go into."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.people_said import ADDRESS
from shared.understanding.said import Said
from shared.understanding.spoken import spoken_address, spoken_number

_PHONE = re.compile(r"ext\.? ?\d+|\+?\(?(?:\d[ ()/.-]*){4,}", re.IGNORECASE)
_LEADS = re.compile(
    r"\b(?:in|into|as|under|that's|goes|for|to)(?: (?:an?|the|my|our|his|her|their|its))*\W*$",
    re.IGNORECASE,
)
"""What stands between a value and the field it goes into ("ring twice" in the notes)."""
_ANOTHER = frozenset({"second", "third", "another", "additional", "other", "old"})
_NOT_KEPT = re.compile(
    r"\b(?:second|third|another|additional|other|private|old|fax|billing|birth\w*|house|street"
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
TITLED = (
    r"promoted|become|job|position|made|make (?:him|her|them)|is\s+(?:now|the)|she's|he's|shes|hes"
)
"""What is said before what somebody does."""
RELATED = {
    **dict.fromkeys(("client", "customer"), "client"),
    **dict.fromkeys(("vendor", "supplier"), "vendor"),
    **dict.fromkeys(("colleague", "coworker", "co-worker"), "colleague"),
    "partner": "partner",
    "personal": "personal",
}


WHOLE = re.compile(
    r"(?:(?:my|the) )?(?:(?:contacts?|address|phone) ?)?(?:contacts?|card|entry|record|list|book)"
    r"\b",
    re.IGNORECASE,
)
"""What is called a field and is all that is kept of somebody."""
_JOINS = re.compile(r"\.?\s+")
"""What stands between two halves of one thing ("phone", "number")."""
_LEGAL = re.compile(
    r"\s+(?:AB|AG|A/S|AS|BV|B\.V\.|Co\.?|Corp\.?|GmbH|Inc\.?|KG|LLC|LLP|Ltd\.?|Limited|NV|Oy|PLC|plc"
    r"|S\.?A\.?|SE|SL|S\.?r\.?l\.?)(?!\w)(?:\s+&\s+Co\.?\s+KG)?"
)
"""What a company's name ends in, by what it is in law."""
_LEGAL_END = re.compile(rf"{_LEGAL.pattern}$")
_EMPLOYER = re.compile(r"\w,? (?:at|from) the\s+$", re.IGNORECASE)
"""What stands between somebody and what they work for: "Monica at the printer's"."""
_AT = re.compile(r",? (?:over |who works )?(?:at|from|of)\s+|\s*\(", re.IGNORECASE)
"""What stands between somebody and the name of their company, that only tells who they are."""
_ROLE = re.compile(r"(?:.*['\u2019]s )?[^A-Z]+")
"""Somebody by what they do, without a name: "payroll lady", "Acme's lawyer"."""
_OF_COMPANY = re.compile(r".*['\u2019]s [a-z ]+")
_LEADS_TO = re.compile(r"(?: (?:man|lady|guy|woman))?[,.:;] +|\s+(?:called|named)\s+")
"""What stands between what somebody does and their name."""
_ARTICLE = re.compile(r"\b(?:the|our|my|his|her|their|an?)\s+$", re.IGNORECASE)
_PRONOUN = re.compile(r"(?:him|her|his|hers|them|their|they|he|she|me|my|us|it)\W*", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:and|or|also|plus|as well as)\b|&", re.IGNORECASE)
AS_NOW = r"(?:down|listed|saved|stored|shown|entered|registered) as"
"""How it is told what is kept of somebody, which may be wrong."""
_OLD = re.compile(
    r"\b(?:(?:is|are|has|have|stands?|'s|says?)\b[^.!?;]*\b(?:still|currently|wrongly)"
    rf"|still|{AS_NOW}|used to be)\b[^.!?;,]{{0,30}}$",
    re.IGNORECASE,
)
"""What leads to a value as it is now, before another is told."""
_WORKS_AS = re.compile(
    r"\b(?:is|as)(?: now)?(?: an?| the| our| their)? (?P<title>[A-Z]\w+(?: (?:of )?[A-Z]\w+){0,3})"
    r" (?:at|for|with)\s+$"
)
_WORKS_AT = re.compile(
    r"\b(?:(?:s?he|they)(?:['\u2019]?s|['\u2019]?re| is| are)|works?|working|moved|gone)(?: now)?"
    r" (?:at|with|for|to) (?P<at>(?-i:[A-Z])[\w&'\u2019-]*(?: (?-i:[A-Z])[\w&'\u2019-]*)*)",
    re.IGNORECASE,
)
_NUMBER = r"\+?\(?\d[\d ()/.-]{6,}\d"
_LED_NUMBER = re.compile(rf"(?P<field>(?!plus\b)[A-Za-z][A-Za-z. -]*?)[\s:.]+(?P<number>{_NUMBER})")
_FORMED = re.compile(rf"(?<![\w@.+-])(?P<value>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|{_NUMBER})(?![\w@])")
"""An address, or a number that is a telephone's by its length."""
_AND_COMPANY = re.compile(
    r"(?P<who>[A-Z]\S*(?: [^\W\d]\S*)*?) (?:from|at) (?P<company>[A-Z]\S*(?: \S+)*)"
)
_CAPITALS = re.compile(r"(?: [A-Z][\w&'-]+)+")
_LED_COMPANY = re.compile(r"(?:company|firm|employer)(?: is|:)? (?=[A-Z])", re.IGNORECASE)
_ROW = re.compile(r"[,.;:/|]\s+|\s+[\u2013-]\s+")
"""What parts the columns of somebody's entry where it is only listed."""
_OF = re.compile(r"\s+(?:from|at|of|with)$", re.IGNORECASE)


def _ends_title(title: Span, span: Span, said: Said) -> bool:
    """Whether what stands behind a value is the rest of it: "Chief" and "of Staff"."""
    return (
        span.start == title.end + 1 and re.match(r"of [A-Z]", said.text[span.start :]) is not None
    )


def _is_title(said: Said, value: Span, span: Span) -> bool:
    """Whether what was taken for somebody is the end of a title: "Ann Lee: Site" and "Manager"."""
    one_word = span.kind == "person" and span.text.isalpha()
    titled = value.text.isalpha() and value.text.istitle() and span.text.istitle()
    return (
        one_word
        and titled
        and any(one.kind == "person" and one.end < value.start for one in said.spans)
    )


def in_form(said: Said) -> Said:
    """Return a command with its spans set right by their own form.

    An address beside somebody's name is a value; two halves are one; "Ann from" is "Ann".
    """
    spans: list[Span] = []
    for one in sorted(said.spans, key=lambda one: one.start):
        last = spans[-1] if spans else None
        span = _by_itself(said, last, one)
        if last and _goes_on(said, last, span):
            kind = span.kind if span.kind == "organisation" else last.kind  # "Price" "& Sons"
            spans[-1] = Span(kind, said.text[last.start : span.end], last.start, span.end)
        elif last and _employs(said, last, span):
            if span.text[:1].isupper():  # "Monica at the printer's" names no company
                spans.append(replace(span, kind="organisation"))
        elif last and _works_at(said, last, span):
            spans.append(replace(span, kind="organisation"))
        elif form := _legal_form(span, said):
            spans.append(Span(span.kind, span.text + form[0], span.start, form.end()))
        elif span.kind == "person" and (cut := _OF.search(span.text)):
            end = span.end - len(cut[0])
            spans.append(replace(span, text=said.text[span.start : end], end=end))
        else:
            spans.append(span)
    spans = _with_work(said.text, _taken_apart(said.text, spans))
    spans = _with_company(said, spans)
    spans = _without_old(said, _without_roles(said, spans))
    spans = _spelt_by_address(said.text, spans)
    people = [one for one in spans if one.kind == "person"]
    addresses = [one for one in people if _address(one.text)]
    names = [one for one in people if one not in addresses]
    theirs = [one for one in names if len(addresses) == 1 and _spells(addresses[0], one)]
    if len(names) in {1, len(addresses)} or len(theirs) == 1 or said.task == "contact_validate":
        spans = [replace(one, kind="value") if one in addresses else one for one in spans]
    spans = _with_firm(said, spans)
    return replace(said, spans=tuple(spans), carried=_named_before(said.carried))


def _named_before(carried: Sequence[Span]) -> tuple[Span, ...]:
    """Return what an earlier command said without who was only told by what they do there."""
    people = [one for one in carried if one.kind == "person"]
    roles = [one for one in people if _is_role(one) and " " in one.text]
    return tuple(one for one in carried if one not in roles or len(roles) == len(people))


def _spells(address: Span, name: Span) -> bool:
    """Whether an address has a word of somebody's name before the @."""
    told = set(re.findall(r"[a-z]{2,}", fold(address.text.partition("@")[0])))
    return not told.isdisjoint(re.findall(r"[a-z]{2,}", fold(name.text)))


def _with_firm(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return spans in which a name right behind that of an address is where they work.

    "Petra Holm, Holm & Co, petra@holm.se" is one person: there are no two with one address.
    """
    addresses = [one for one in spans if _address(one.text)]
    people = [one for one in spans if one.kind == "person" and one not in addresses]
    at_work = any(one.kind == "organisation" for one in spans)
    if said.task != "contact_add" or len(addresses) != 1 or at_work:
        return list(spans)
    whose = [one for one in people if _spells(addresses[0], one)]
    beside = [
        one
        for one in people
        if len(whose) == 1 and _ROW.fullmatch(said.text, whose[0].end, one.start) is not None
    ]
    return [replace(one, kind="organisation") if one in beside else one for one in spans]


def _taken_apart(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans in which a number stands apart from its field, and a name from a company.

    "Mob 0117 496 0188" says both, and so does "Gary Pike from Pike" before "Joinery". What has the
    form of an address or a number is a value though nothing of it is marked.
    """
    found: list[Span] = []
    for span in spans:
        number = _LED_NUMBER.fullmatch(span.text) if span.kind == "value" else None
        both = _AND_COMPANY.fullmatch(span.text) if span.kind == "person" else None
        if number:
            at = span.start + number.start("number")
            found += [
                Span("field", number["field"], span.start, span.start + number.end("field")),
                Span("value", number["number"], at, span.end),
            ]
        elif both:
            goes_on = _CAPITALS.match(text, span.end)
            end = goes_on.end() if goes_on else span.end
            at = span.start + both.start("company")
            found += [
                Span("person", both["who"], span.start, span.start + both.end("who")),
                Span("organisation", text[at:end], at, end),
            ]
        else:
            found.append(span)
    for value in _FORMED.finditer(text):
        start, end = value.span("value")
        if not any(one.start < end and start < one.end for one in found):
            found.append(Span("value", value["value"], start, end))
    return sorted(found, key=lambda one: one.start)


def _with_work(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans with what somebody does at a company, where it is not marked: "is Buyer at"."""
    found = list(spans)
    for company in (one for one in spans if one.kind == "organisation"):
        work = _WORKS_AS.search(text, 0, company.start)
        inside = work and any(
            one.start < work.end("title") and work.start("title") < one.end for one in spans
        )
        if work and not inside:
            found.append(Span("value", work["title"], *work.span("title")))
    return sorted(found, key=lambda one: one.start)


def _with_company(said: Said, spans: list[Span]) -> list[Span]:
    """Return spans with where somebody works now, where it is not marked: "she's at Acme now"."""
    now = _WORKS_AT.search(said.text) if said.task == "contact_update" else None
    if now is None or any(one.start < now.end() and now.start("at") < one.end for one in spans):
        return spans
    return sorted([*spans, Span("organisation", now["at"], *now.span("at"))], key=_start)


def _start(span: Span) -> int:
    return span.start


def _goes_on(said: Said, last: Span, span: Span) -> bool:
    """Whether a span is the rest of the one before: of a number, a company, a title, a name."""
    between = said.text[last.end : span.start]
    halves = last.kind == span.kind or _ends_company(last, span)
    if last.kind == span.kind == "person" and _address(span.text):
        return False
    if halves and _JOINS.fullmatch(between):
        return True
    if last.kind == "value" and between == " " and last.text.endswith(" of"):
        return True  # "Head of" and "Audit"
    if last.kind == "value" and span.kind == "organisation" and between == " ":
        return last.text.isalpha() and last.text.istitle()
    if last.kind == "value":
        return _ends_title(last, span, said) or (between == " " and _is_title(said, last, span))
    name = span.kind == "value" and span.text.istitle() and span.text.isalpha()
    return last.kind == "person" and name and between == " " and " " not in last.text


def _employs(said: Said, last: Span, span: Span) -> bool:
    """Whether who was taken for a person is the company of the one before, or that is its field."""
    if span.kind != "person":
        return False
    firm = last.kind == "field" and Pair(last.text, "").kind == "company"
    if firm:
        return span.start <= last.end + 2
    at = _EMPLOYER.search(said.text[: span.start]) or _LEGAL_END.search(span.text)
    return last.kind == "person" and at is not None


def _works_at(said: Said, last: Span, span: Span) -> bool:
    """Whether what stands right behind somebody is where they are, whatever it was taken for."""
    named = span.kind in {"person", "value"} and not _address(span.text)
    at = _AT.fullmatch(said.text, last.end, span.start) is not None
    told = " " in last.text and _is_role(last)  # "the test consultant from india"
    written = span.text[:1].isupper() or told
    return last.kind == "person" and named and written and at


def _by_itself(said: Said, last: Span | None, span: Span) -> Span:
    """Return a company without what says that it is one, and a town that is nobody as a place."""
    led = _LED_COMPANY.match(span.text) if span.kind == "organisation" else None
    if led:
        return replace(span, text=span.text[led.end() :], start=span.start + led.end())
    return replace(span, kind="place") if last and _is_town(said, last, span) else span


def _is_town(said: Said, last: Span, span: Span) -> bool:
    """Whether who was taken for somebody else is where the one before is: "the lady in Berlin"."""
    named = span.kind == "person" and last.kind in {"person", "organisation"}
    return named and said.task == "contact_find" and said.text[last.end : span.start] == " in "


def tells_apart(said: Said, company: Span) -> bool:
    """Whether a company stands right behind somebody only to tell who that is."""
    ends = (one.end for one in said.spans if one.kind == "person")
    return any(_AT.fullmatch(said.text, end, company.start) for end in ends)


def _without_roles(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return spans without who is only told by what they do, beside somebody who is named.

    "Yuki, the payroll lady" is one, and so is "my dentist, Ada Pohl"; "Yuki and the payroll lady"
    are two.
    """
    named = [one for one in spans if one.kind == "person" and not _is_role(one)]
    spans = [one for one in spans if not _leads_to(said, one, named)]
    kept: list[Span] = []
    for span in spans:
        people = [one for one in kept if one.kind == "person" and not _is_role(one)]
        of_company = span.kind == "organisation" and _OF_COMPANY.fullmatch(span.text)
        told = of_company or (span.kind == "person" and _is_role(span) and not _address(span.text))
        between = said.text[people[-1].end : span.start] if people else ""
        described = " " in span.text or _ARTICLE.search(between)
        if not (told and people and described) or _OTHERS.search(between):
            kept.append(span)
    return kept


def _leads_to(said: Said, one: Span, named: Sequence[Span]) -> bool:
    """Whether it is told of one what they are, and their name stands right behind that."""
    if one.kind != "person" or not _is_role(one):
        return False
    first = one.text.partition(" ")[0]
    article = _ARTICLE.search(said.text[: one.start]) or _ARTICLE.fullmatch(f"{first} ")
    return article is not None and any(
        _LEADS_TO.fullmatch(said.text, one.end, who.start) for who in named
    )


def _is_role(person: Span) -> bool:
    pronoun = len(person.text.split()) == 1 and _PRONOUN.fullmatch(person.text) is not None
    return not pronoun and _ROLE.fullmatch(person.text) is not None


def _without_old(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return spans without a value that is only told as it is now, where another comes after it."""
    values = [one for one in spans if one.kind == "value"]
    old = [one for one in values[:-1] if _OLD.search(said.text[: one.start])]
    return [one for one in spans if one not in old]


def _spelt_by_address(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans with the name and the company that only an address tells to be there.

    "Ann Lee, boss at Acme, ann.lee@acme.com" spells both, though neither is marked.
    """
    found = list(spans)
    addresses = [one for one in spans if _address(one.text)]
    if len(addresses) != 1 or any(one.kind == "person" and one not in addresses for one in spans):
        return found
    local, _, domain = fold(addresses[0].text).partition("@")
    parts = [one for one in re.split(r"[._+-]", local) if len(one) > 1]
    name = re.compile(r"(?<!\w)" + r"[ -]".join(map(re.escape, parts)) + r"(?!\w)")
    company = re.compile(r"(?<!\w)" + re.escape(domain.partition(".")[0]) + r"(?!\w)")
    places = (("person", name), ("organisation", company))
    for kind, form in places:
        at = form.search(fold(text)) if len(fold(text)) == len(text) and len(parts) > 1 else None
        free = at and not any(one.start < at.end() and at.start() < one.end for one in found)
        if at and free and not any(one.kind == "organisation" == kind for one in found):
            found.append(Span(kind, text[at.start() : at.end()], *at.span()))
    return sorted(found, key=lambda one: one.start)


def _legal_form(span: Span, said: Said) -> re.Match[str] | None:
    """Return the end of a company's name that is not marked as a part of it."""
    form = _LEGAL.match(said.text, span.end) if span.kind == "organisation" else None
    marked = form and any(span.end <= one.start < form.end() for one in said.spans)
    return None if marked else form


def _ends_company(company: Span, span: Span) -> bool:
    """Whether what looks like a name may be the end of a company's: "Acme" "Corp"."""
    ends = span.kind == "person" or (span.kind == "value" and span.text.isalpha())
    return company.kind == "organisation" and ends and " " not in span.text


def _address(text: str) -> bool:
    return re.fullmatch(ADDRESS, spoken_address(text)) is not None


class Pair(NamedTuple):
    """A value, and the field it goes into as it was called; "" where either is not said."""

    called: str
    value: str
    span: Span | None = None

    @property
    def field(self) -> str:
        """The field that is called so; "" for none there is."""
        kept = not _NOT_KEPT.search(fold(self.called))
        field = self.kind if kept else ""
        street = field == "email" and "mail" not in fold(self.called) and self.form != "email"
        return "" if street and self.value else field

    @property
    def known(self) -> bool:
        """Whether people call some field so, kept or not."""
        return bool(self.kind) or _NOT_KEPT.search(fold(self.called)) is not None

    @property
    def kind(self) -> str:
        """The field it is one more of: "email" for a second address."""
        said = fold(self.called)
        return next((name for name, words in _FIELDS if words.search(said)), "")

    @property
    def form(self) -> str:
        """The field that the form of the value tells; "" where it tells none."""
        if _address(self.value):
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


def is_phone(value: str) -> bool:
    """Whether a value has the form of a phone number."""
    return _PHONE.fullmatch(spoken_number(value)) is not None


def pairs_in(said: Said, spans: Sequence[Span]) -> list[Pair]:
    """Return each value with the field it goes into: before it, or behind it after "in" or "as".

    What an earlier command named stays the field of what is said in the value's place.
    """
    line = [
        one
        for one in said.held("field", "value", "organisation")
        if one in spans and not (one.kind == "field" and WHOLE.fullmatch(one.text))
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
    if len(found) == 1 and not found[0].called and not found[0].form:
        before = next((one.text for one in said.carried if one.kind == "field"), "")
        reaches = Pair(before, "").kind in {"phone", "email"}
        if reaches and not re.search(r"[\d@]", found[0].value):  # "her number?", "she is CEO now"
            before = ""
        return [found[0]._replace(called=waiting or before)]
    if waiting and not found and not Pair(waiting, "").known and said.says(TITLED):
        found.append(Pair("", waiting))
    elif waiting and not found:
        found.append(Pair(waiting, said.one("organisation") if "compan" in fold(waiting) else ""))
    return found


def _unfit(called: str, value: str) -> bool:
    """Whether a value has the form of another field than the one it stands behind."""
    pair = Pair(called, value)
    return bool(pair.form) and pair.kind in {"company", "title", "relation", "name"}


def carried_pairs(said: Said) -> list[Pair]:
    """Return the last value an earlier command said, with its field."""
    fields = [one.text for one in said.carried if one.kind == "field"]
    values = [one.text for one in said.carried if one.kind == "value"]
    return [Pair(fields[-1] if fields else "", values[-1])] if values else []


def _called(said: Said, field: Span) -> str:
    before = said.before(field)
    instead = before in {"another", "other"} and said.says("now")
    instead = instead or (before == "old" and said.says("new|instead|replaced?|changed"))
    return f"{before} {field.text}" if before in _ANOTHER and not instead else field.text


def _goes_into(said: Said, value: Span, field: Span) -> bool:
    between = any(
        one.kind in {"organisation", "person"} and value.end <= one.start < field.start
        for one in said.spans
    )
    return not between and _LEADS.search(said.text[value.end : field.start]) is not None
