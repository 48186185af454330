"""What is searched for in a mailbox, from the spans of a command."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from shared.understanding.folding import content_words, fold
from shared.understanding.marking import Span
from shared.understanding.naming import which_done
from shared.understanding.numbers import number_in
from shared.understanding.parties import bare, by_name
from shared.understanding.people_said import CIVIL
from shared.understanding.pointing import CONTACT_KINDS, MAIL_KINDS, person_meant
from shared.understanding.said import Said
from shared.understanding.steps import CONTACTS, SEARCH, address_of, addresses_of, search_term
from shared.understanding.tasks import CHANGING
from shared.understanding.timeframes import find_timeframe
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames.accounts import find_accounts
from shared.workspace.email.frames.people import PRONOUN, parties_in, those_named, whose

DEFAULT_LIMIT = 10
MAX_LIMIT = 500
"""As many mails as are changed at once; what matches besides them is told."""
LOOKED_AT = 50
"""So many mails of somebody are looked at for the one that is told of at length."""
MOST_CONTACTS = 50
"""People of one kind (clients, vendors) whose mail is looked for at once."""
NOT_READ = (
    r"(?:\bnot|\bnever|n't|\b(?:have?|has|did|do|ai)nt)(?: (?!to\b)\w+){0,3}"
    r" (?:read|opened|seen|looked at)\b"
)
_FLAGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(words), operator)
    for words, operator in (
        (
            rf"unread|unopened|new\b|{NOT_READ}",
            "is:unread",
        ),
        (r"star|flag", "is:starred"),
        (r"important|urgent|priority", "is:important"),
        (r"attach|file|pdf|document", "has:attachment"),
        (
            r"newsletter|mailing list|marketing|promotion|subscription|\bads?\b",
            "(label:newsletters OR category:promotions OR (newsletter unsubscribe))",
        ),
        (r"\bsent\b|i wrote|i send|\bsend\b", "in:sent"),
        (r"drafts?\b", "in:drafts"),
        (r"archived", "-in:inbox"),
        (r"spam|junk", "in:spam"),
    )
)
"""What people call a kind of mail, and Gmail's operator for it."""
_NEWEST = re.compile(r"\b(?:last|latest|newest|most recent|recent)\b")
SINGULAR = re.compile(r"\b(?:e-?mail|mail|message|one|thing|note|reply|answer|it|that|this)\b")
PLURAL = re.compile(
    r"\b(?:e-?mails|mails|messages|newsletters|threads|notifications|promotions|ads"
    r"|all(?! about\b)|everything"
    r"|every|anything|any(?! more| longer)|ones|them|these|those|both|stuff|whole)\b"
)
_OLDER = re.compile(
    r"(?:older than|more than|over|before the last|past) (?P<count>.+?) ?"
    r"(?P<unit>day|week|month|year)s?(?: ago| old)?$"
)
_VIPS = re.compile(r"\bvips?\b|\b(?:important|key) (?:people|contacts)\b")
_RELATIONS = {
    **dict.fromkeys(("client", "customer"), "client"),
    **dict.fromkeys(("vendor", "supplier"), "vendor"),
    **dict.fromkeys(("colleague", "coworker", "co-worker"), "colleague"),
    "partner": "partner",
}
_NUMBER = re.compile(
    r"\b(?:number|no\.?|nr\.?|issue|edition|volume|#) ?(?P<number>\d{2,9})\b", re.IGNORECASE
)
_MOST_LISTED = 20
"""So many mails may be on a list that a place in it is told by its number."""
_IN_INBOX = re.compile(
    r"(?<!\bback )(?<!\bit )(?<!\bthem )(?<!\bthat )(?<!\bstay )(?<!\bstays )"
    r"\bin (?:my|the) inbox\b"
)
"""Where mails are looked for, and not where one is to be."""
_TITLE = re.compile(rf"^(?:{CIVIL})\.? ", re.IGNORECASE)
_ABOUT_WHOM = re.compile(
    rf"\b(?:about|concerning|(?<=\w )for|on|regarding) (?:(?:the|our|{CIVIL})\.? )*$",
    re.IGNORECASE,
)
_ABOUT_A = frozenset(
    {"about", "concerning", "for", "on", "our", "regarding", "that", "the", "this"}
)
_AIMED = re.compile(
    r"\b(?:as|be marked|it|them|that|this|those|these)(?: (?:all|both))?\s+\Z", re.IGNORECASE
)
_TURNED = re.compile(r"\b(?:back|to)\s+\Z", re.IGNORECASE)
"""Likewise where it is changed: "put it back to unread"; a search is narrowed "to unread"."""
_MAIL = re.compile(r"\b(?:e?-?mail|message|one|thread)\s+\Z", re.IGNORECASE)
_OF_MAIL = re.compile(r"\W*(?:e?-?mails?|messages?|ones?)\b", re.IGNORECASE)
_MARK = re.compile(r"\W*(?:mark(?:er|ing)?|flag|status|dot)\b", re.IGNORECASE)
_MARKS = re.compile(r"(?:un)?read|(?:un)?important", re.IGNORECASE)
"""What mail that is there already may become, beside what it is found by."""
_ASKED = frozenset({"mail_search", "mail_unanswered"})
"""Tasks in which somebody after "to" is whom mail was sent to."""
_ARCHIVED_TOO = re.compile(
    r"\barchived?\b[^.;?!]{0,12}\b(?:too|also|as well|includ\w+)\b"
    r"|\b(?:also|even|includ\w+|or|and)(?: \w+){0,2} archived?\b",
    re.IGNORECASE,
)
"""Those that were put away are wanted beside the others."""
_FILE_WORDS = frozenset({"attachment", "attachments", "file", "files", "document", "documents"})
_CODE = re.compile(
    r"(?<![\w.,@-])(?!(?:19|20)\d\d\b)(?=[\w-]*\d{3}|[A-Z]*\d[A-Z\d]{3})[\w-]+(?![\w@-]|[.,]\d)"
)
"""A number something goes by: it tells alone which, whatever that is called in a mail."""


def look_for(
    work: Work,
    limit: int,
    *,
    scope: Sequence[str] = (),
    described: Sequence[Span] | None = None,
    to: bool = False,
) -> int:
    """Add a search for what is said, its people looked up first; return its number."""
    said = work.said
    spans = [*said.carried, *said.spans] if described is None else list(described)
    accounts = find_accounts(said.text, work.profile)
    if accounts.unknown:
        raise Asked(accounts.unknown)
    if (asked := which_done(said.text)) and not any(one.kind == "flag" for one in spans):
        spans = [*spans, Span("flag", asked["done"], *asked.span("done"))]
    query = query_of(work, spans, scope, to=to) or "in:inbox"
    return work.add(
        SEARCH, "Search the mailbox", query=query, limit=limit, accounts=list(accounts.addresses)
    )


def codes_in(text: str) -> list[str]:
    """Return the numbers that things go by in a text: "PO 4431"."""
    return _CODE.findall(text)


def query_of(
    work: Work,
    spans: Sequence[Span],
    scope: Sequence[str] = (),
    *,
    to: bool = False,
) -> str:
    """Return a search for what spans say, its people looked up first."""
    said = work.said
    spans = _with_subjects(said, spans)
    parties = by_name(those_named(parties_in(spans, said.text), said.text), said.text)
    parties = whose(parties, said.text)
    told = [one for one in spans if one.kind not in {"person", "organisation"} or one in parties]
    spans = [*told, *(one for one in parties if one not in told)]  # "Ann of Acme" is one of two
    coded = (one.text for one in spans if one.kind in {"topic", "value"})
    codes = [code for text in coded for code in codes_in(text)]
    terms: list[str] = []
    who: dict[str, list[str]] = {"from": [], "to": []}
    sent = to or any("in:sent" in _flag_terms(span.text) for span in spans if span.kind == "flag")
    for span in spans:
        if span in parties:
            to_them = sent or (said.task in _ASKED and said.before(span) == "to")
            field = "to" if to_them else "from"
            if not work.profile.own(span.text):
                who[field].append(_party(work, span, field))
        elif not (codes and span.kind == "topic"):
            terms += _terms(work, span)
    terms += codes
    if re.search(NOT_READ, said.text.casefold()):
        terms.append("is:unread")
    if _IN_INBOX.search(said.rest):
        terms.append("in:inbox")
    if _ARCHIVED_TOO.search(said.text):
        terms = [one for one in terms if one != "-in:inbox"]
    if sent and "in:drafts" not in scope and not any(who["to"]):
        terms.append("in:sent")
    terms = [*map(_either, who.values()), *terms]
    return " ".join(dict.fromkeys([*filter(None, terms), *scope]))


def _with_subjects(said: Said, spans: Sequence[Span]) -> list[Span]:
    """Return spans in which whom somebody's mail is about is its topic, and no sender.

    "Tom's mail on the Acme price", "Elena's with the offer for Ms Lee".
    """
    people = [
        one
        for one in spans
        if one.kind == "person" and not PRONOUN.fullmatch(fold(one.text)) and not told_of(said, one)
    ]
    return [
        replace(one, kind="topic", text=_TITLE.sub("", one.text))
        if people
        and ((one.kind == "organisation" and said.before(one) in _ABOUT_A) or told_of(said, one))
        else one
        for one in spans
    ]


def told_of(said: Said, span: Span) -> bool:
    """Whether somebody is who a mail is about: "for Ann", "about Ms Lee"."""
    return span.kind == "person" and _ABOUT_WHOM.search(said.text[: span.start]) is not None


def _terms(work: Work, span: Span) -> list[str]:
    """Return what a span that names nobody adds to a search."""
    said = work.said
    match span.kind:
        case "topic":
            return _topic_terms(span.text)
        case "flag" if not aimed(said, span):
            return _flag_terms(span.text)
        case "label" if said.task != "mail_label":
            return [f"label:{search_term(span.text)}"]
        case "file":
            named = (word for word in _topic_terms(span.text) if word not in _FILE_WORDS)
            return ["has:attachment", *named]
        case "time":
            return _time_terms(span.text, work.now.date())
        case "which":
            return numbered(work, span.text)
        case _:
            return []


def is_mark(span: Span) -> bool:
    """Whether a span is a mark that mail gets and loses, as many have at a time."""
    return span.kind == "flag" and _MARKS.fullmatch(span.text) is not None


def aimed(said: Said, span: Span) -> bool:
    """Whether a flag is what mail becomes or ceases to be, and no filter.

    "Mark it read", "make that mail important", "take the unread mark off".
    """
    if span.kind != "flag" or _OF_MAIL.match(said.text, span.end):
        return False
    before = said.text[: span.start]
    marks = is_mark(span) and (_MAIL.search(before) or _MARK.match(said.text, span.end))
    turned = said.task in CHANGING and _TURNED.search(before)
    return bool(marks or turned or _AIMED.search(before))


def _either(parties: Sequence[str]) -> str:
    """Return the term for mail from, or to, any of some people."""
    known = [one for one in parties if one]
    return f"({' OR '.join(known)})" if len(known) > 1 else "".join(known)


def _party(work: Work, span: Span, field: str) -> str:
    """Return the term for mail from or to somebody, who is looked up first."""
    name = re.sub(r"['\u2019]s?$", "", bare(span.text))
    if "@" in name:
        return f"{field}:{name}"
    folded = fold(name)
    if folded in {"me", "myself", "i", "us", "anyone", "anybody", "someone", "somebody", "people"}:
        return ""
    if _VIPS.search(folded):
        if not (vips := work.profile.preferred.vips):
            raise Asked(
                "You have not told me yet who your VIPs are. Add their addresses to your "
                "preferences, or name the sender."
            )
        return f"{field}:({' OR '.join(vips)})"
    if PRONOUN.fullmatch(folded):
        who = person_meant(folded, work.request)
        contacts = {one.label for one in work.known(CONTACT_KINDS)}
        if "@" in who:
            return f"{field}:{who}"
        if not who and len(contacts) != 1:
            raise Asked(f"Who do you mean by “{span.text}”?", "person")
        name = who or contacts.pop()
    if one := relation(name):
        lookup = work.add(CONTACTS, f"Find the {one}s", relation=one, limit=MOST_CONTACTS)
        return f"{field}:{addresses_of(lookup)}"
    if span.kind == "organisation":
        name = work.of_several(span) or name
        lookup = work.add(CONTACTS, f"Find who is at {name}", organization=name)
        return f"{field}:{address_of(lookup)}"
    return f"{field}:{address_of(work.look_up(name))}"


def relation(text: str) -> str:
    """Return what people are to one, whom contacts know as that: "all the clients"; "" for none."""
    plain = re.sub(r"^(?:(?:all|any|the|our|my) )+", "", fold(text)).removesuffix("s")
    return _RELATIONS.get(plain, "")


def _topic_terms(topic: str) -> list[str]:
    quoted = re.findall(r'"[^"]+"', topic)
    return [*quoted, *content_words(re.sub(r'"[^"]*"?', " ", topic))]


def numbered(work: Work, which: str) -> list[str]:
    """Return the number something goes by, which is no place in what was listed: "issue 188"."""
    found = _NUMBER.search(which)
    listed = len({one.id for one in work.known(MAIL_KINDS) if one.ordinal})
    return [found["number"]] if found and int(found["number"]) > max(listed, _MOST_LISTED) else []


def _flag_terms(flag: str) -> list[str]:
    said = fold(flag)
    found = [operator for words, operator in _FLAGS if words.search(said)]
    return found[:2]


def _time_terms(said: str, today: date) -> list[str]:
    if old := _OLDER.search(fold(said)):
        count = number_in(old["count"]) or 1
        days = old["unit"] == "week"
        return [f"older_than:{count * 7}d" if days else f"older_than:{count}{old['unit'][0]}"]
    ways = (find_timeframe(f"{lead}{said}", today) for lead in ("", "on ", "in "))
    found = next(filter(None, ways), None)
    return list(found.operators) if found else []


def newest_meant(which: str) -> int:
    """Return how many of the newest mails are pointed at ("the last one", "last two"); 0: none."""
    said = fold(which)
    if not _NEWEST.search(said):
        return 0
    return number_in(re.sub(r"\bone\b", "", said)) or 1


def most_wanted(work: Work) -> int:
    """Return how many mails are wanted at most."""
    said = work.said
    if count := number_in(said.one("count")):
        return max(1, min(count, MAX_LIMIT))
    if (newest := newest_meant(said.one("which"))) > 1:
        return min(newest, MAX_LIMIT)
    words = f"{said.rest} {said.joined('which')} {said.joined('flag')}".casefold()
    if _NEWEST.search(words) and SINGULAR.search(words) and not PLURAL.search(words):
        return 1
    return DEFAULT_LIMIT
