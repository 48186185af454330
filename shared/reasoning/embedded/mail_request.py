"""A request about mail, taken apart into slots."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from shared.models.profile import Profile
from shared.reasoning.embedded.mail_accounts import find_accounts
from shared.reasoning.embedded.timeframes import Timeframe, find_timeframe
from shared.reasoning.embedded.words import content_words, tidy, word_set

DEFAULT_LIMIT = 10
MAX_LIMIT = 500
"""As many mails as are changed at once; what matches besides them is told."""

MAIL = r"(?:e-?mails?|mails?|messages?|inbox|mailbox|correspondence|threads?)"

_ADDRESS = r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"
_STOP = (
    r"(?= (?:about|regarding|re|concerning|mentioning|containing|on|with|that|which|and|in|to|for|"
    r"saying|say|says|from|is|are|was|were|do|does|did|has|have|please|pls"
    r"|lately|recently|again|i)\b"
    r"|'s\b|[,;:?!]|\.(?:\s|$)|$)"
)
_NAME = rf"(?:the |our |my )?(?P<name>[^,;:?!]+?){_STOP}"
_WHO = (
    r"(?!(?:i|we|me|us|all|any|show|find|get|list|see|read|open|give|check|display|for|that|which"
    r"|the|a|an|what|who|where|when|how|why|it|there|here|today|yesterday|tomorrow|let)\b)"
    r"[^\W\d_][\w.-]*(?: (?-i:[A-Z])[\w.-]*)?"
)
_WROTE = (
    r"(?:write|written|say|said|send|sent|mail|emailed?|reply|replied|responded|respond"
    r"|answered|answer)"
)
_RELATED = r"(?:client|customer|vendor|supplier|colleague|coworker|partner)"
_SENDERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"^(?!(?:what|who|it|that|there|here|today|yesterday)'s)(?P<name>{_WHO})'s (?=[\w-]+"
            rf" [\w-])"
        ),
        rf"\b(?:from|by) (?P<name>[^,;:?!<(@]*?) ?[<(]?(?P<address>{_ADDRESS})[>)]?",
        rf"\b(?:from|by) (?:people |everyone |anyone |someone |folks )?(?:at |from )?{_NAME}",
        rf"\bwhat (?:did|has|does|have) (?P<name>.+?) (?:just )?{_WROTE}\b(?: to)?(?: me| us)?",
        (
            rf"\b(?:what(?:ever)?|anything|everything|all|thing|things|stuff) (?:that )?"
            rf"(?P<name>{_WHO})"
            r" (?:has |have )?(?:sent|wrote|written|emailed|mailed)\b(?: to)?(?: me| us)?"
        ),
        rf"\b{MAIL} (?:in|with) which (?P<name>{_WHO}) \w+s\b",
        rf"\b(?P<name>(?:{_RELATED}))(?:s|s'|'s)? {MAIL}\b",
        rf"\b(?:did|has) (?P<name>.+?) (?:already )?{_WROTE}\b(?: to)?(?: me| us)?(?: yet)?",
        rf"\b(?P<name>{_WHO})'s (?:(?:last|latest|recent|new|newest|unread) )?{MAIL}",
        rf"\b(?P<name>{_WHO})'s (?=(?:[\w-]+ ){{1,4}}{MAIL}\b)",
        rf"\b{MAIL} (?:that )?(?P<name>{_WHO}) (?:sent|wrote|has sent|has written)\b(?: me| us)?",
    )
)
_TO = rf"(?:{MAIL}|\bsent) (?:addressed )?to"
_RECIPIENTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_TO} (?P<name>[^,;:?!<(@]*?) ?[<(]?(?P<address>{_ADDRESS})[>)]?",
        rf"{_TO} {_NAME}",
    )
)
_SENT = re.compile(
    r"\b(?:that )?(?:i|we)(?:'ve| have)? (?:sent|wrote|written|emailed)\b"
    r"|\b(?:my )?sent (?=e?-?mails?|messages?|items)|\bsent by me\b",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r"\b(?:about|regarding|re|concerning|on the (?:topic|subject) of"
    r"|that mentions?|mentioning|containing|related to|with the subject"
    r"|with subject|on)\b:? (?P<topic>.+?)(?=[?!;]|\.(?:\s|$)|,|$| (?:from"
    r"|to) [^\W\d_])",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"\b(?:the |my )?(?:(?:last|latest|newest|most recent"
    rf"|first) (?P<count>\d{{1,3}})\b|(?:last|latest|newest"
    rf"|most recent)(?= (?:\w+ )?(?:e-?mail|mail|message|thing)\b)"
    rf"|(?P<bare>\d{{1,2}})(?= (?:\w+ )?{MAIL}\b))",
    re.IGNORECASE,
)
_FLAGS = {
    "unread": re.compile(
        r"\b(?:unread|(?:have not|haven't|not) (?:yet )?(?:read|opened|seen"
        r"|looked at)(?: yet| so far)?)\b",
        re.IGNORECASE,
    ),
    "starred": re.compile(r"\b(?:starred|flagged)\b", re.IGNORECASE),
    "important": re.compile(r"\bimportant\b", re.IGNORECASE),
    "attachments": re.compile(
        r"\b(?:with|that have|having)(?: an?| any)? (?:attachments?|files? attached"
        r"|attached files?)\b|\battachments?\b",
        re.IGNORECASE,
    ),
    "newsletters": re.compile(
        r"(?<!about )(?<!about the )(?<!about our )\b(?:newsletters?|mailing lists?|marketing"
        r" (?:e-?mails?|mails?))(?: (?:e-?mails?|mails?))?\b",
        re.IGNORECASE,
    ),
}
_VIPS = re.compile(
    r"\b(?:from |of |by )?(?:(?:any(?:one|body)? of |one of |all (?:of )?)?(?:my|the|our) )?"
    r"(?:vips?(?: contacts?| people| list)?|(?<=my )(?:important|key) (?:people"
    r"|contacts))\b(?:'s?)?",
    re.IGNORECASE,
)
_OLDER = re.compile(
    r"\b(?:that are |from )?(?:older than|more than|over) (?P<count>\d{1,3}|an?|one|two|three|four"
    r"|six) (?P<unit>day|week|month|year)s?(?: (?:old|ago))?\b",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "six": 6}
_OPERATORS = {
    "unread": "is:unread",
    "starred": "is:starred",
    "important": "is:important",
    "attachments": "has:attachment",
    "newsletters": "(label:newsletters OR category:promotions OR (newsletter unsubscribe))",
}
_RELATIONS = {
    "client": "client",
    "customer": "client",
    "vendor": "vendor",
    "supplier": "vendor",
    "colleague": "colleague",
    "coworker": "colleague",
    "partner": "partner",
}
_AND_SOMEONE = re.compile(r"\b(?:and|or) (?:from )?(?-i:[A-Z])[\w.-]+", re.IGNORECASE)
_COMPANY = re.compile(
    r"(?:\b(?:corp|corporation|inc|ltd|llc|gmbh|company|co|group|labs|ag|plc)\.?$)", re.IGNORECASE
)
_NOT_A_NAME = word_set(
    """
    me myself you us anyone everyone someone anybody it them
    """
)
_CHATTER = word_set(
    """
    again all any anything check display e-mail e-mails email emails everything fetch find give
    got have hey hi hello i'm inbox latest let list look looking lookup mail mailbox mails me
    message messages mine my need newest new open pull read recent recently results search see
    send show sent still tell there thread threads today want way what write wrote written
    reply replied said say respond responded heard hear correspondence lately quickly currently
    both yet every each come comes came coming lately
    last summarise summarize summary gist overview account
    """
)


_NO_VIPS = (
    "You have not told me yet who your VIPs are. Add their addresses to your preferences, or name "
    "the sender."
)


@dataclass(frozen=True)
class Party:
    """Who a mail is from or to. A relation is a kind of contact, such as client."""

    name: str
    address: str = ""
    kind: Literal["person", "company", "relation"] = "person"


@dataclass(frozen=True)
class MailSearch:
    """Which mail is wanted. `left` are words no slot could take: the fewer, the surer.

    `accounts` are addresses of the person's own to look in, `vips` those of people who matter most;
    `named` says that one of these was asked for, and `unknown` why it cannot be told which.
    """

    sender: Party | None = None
    recipient: Party | None = None
    topic: str = ""
    when: Timeframe | None = None
    flags: tuple[str, ...] = ()
    sent: bool = False
    limit: int = DEFAULT_LIMIT
    left: tuple[str, ...] = ()
    several_senders: bool = False
    accounts: tuple[str, ...] = ()
    vips: tuple[str, ...] = ()
    named: bool = False
    unknown: str = ""

    @property
    def operators(self) -> tuple[str, ...]:
        """The Gmail operators and words for everything but sender and recipient."""
        where = ("in:sent",) if self.sent and self.recipient is None else ()
        flags = tuple(_OPERATORS[flag] for flag in self.flags)
        when = self.when.operators if self.when else ()
        vips = (f"from:({' OR '.join(self.vips)})",) if self.vips else ()
        return (*topic_terms(self.topic), *vips, *where, *flags, *when)

    @property
    def narrows(self) -> bool:
        """Whether anything at all limits the search."""
        people = self.sender or self.recipient or self.vips
        return bool(people or self.topic or self.when or self.flags or self.sent or self.accounts)


def topic_terms(topic: str) -> tuple[str, ...]:
    """Return a topic's search words; a quoted phrase stays one term."""
    quoted = re.findall(r'"[^"]+"', topic)
    rest = re.sub(r'"[^"]*"?', " ", topic)
    return (*quoted, *content_words(rest))


def parse_mail_search(text: str, today: date, profile: Profile | None = None) -> MailSearch:
    """Fill the slots from a request or command."""
    person = profile or Profile()
    where = find_accounts(tidy(text).rstrip(" .?!"), person)
    rest = _Rest(where.rest)
    when = _older(rest) or find_timeframe(rest.text, today)
    if when:
        rest.cut(when.start, when.end)
    dear = rest.take(_VIPS)
    vips = person.preferred.vips if dear else ()
    unknown = where.unknown or (_NO_VIPS if dear and not vips else "")
    flags = tuple(name for name, pattern in _FLAGS.items() if rest.take(pattern))
    limit = _limit(rest)
    sent = _SENT.search(rest.text) is not None
    rest.text = _SENT.sub("sent", rest.text)
    recipient = _party(rest, _RECIPIENTS)
    sender = None if sent else _party(rest, _SENDERS)
    several = sender is not None and rest.take(_AND_SOMEONE) is not None
    found = rest.take(_TOPIC)
    topic = found["topic"].strip(" .,") if found else ""
    left = [word for word in content_words(rest.text) if word not in _CHATTER]
    if (
        not topic
        and left
        and re.search(rf"\b{re.escape(left[-1])} {MAIL}\b", rest.text, re.IGNORECASE)
    ):
        topic, left = " ".join(left), []
    return MailSearch(
        sender,
        recipient,
        topic,
        when,
        flags,
        sent,
        limit,
        tuple(left),
        several,
        where.addresses,
        vips,
        named=where.rest != tidy(text).rstrip(" .?!") or dear is not None,
        unknown=unknown,
    )


class _Rest:
    """The part of a text no slot has taken yet."""

    def __init__(self, text: str) -> None:
        self.text = text

    def cut(self, start: int, end: int) -> None:
        self.text = f"{self.text[:start].rstrip()} {self.text[end:].lstrip()}".strip()

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        if found := pattern.search(self.text):
            self.cut(*found.span())
        return found


def _older(rest: _Rest) -> Timeframe | None:
    found = _OLDER.search(rest.text)
    if found is None:
        return None
    written = found["count"].casefold()
    count = int(written) if written.isdigit() else _COUNTS[written]
    unit = found["unit"].casefold()
    age = f"{count * 7}d" if unit == "week" else f"{count}{unit[0]}"
    return Timeframe(found[0], (f"older_than:{age}",), *found.span())


def _limit(rest: _Rest) -> int:
    found = rest.take(_COUNT)
    if found is None:
        return DEFAULT_LIMIT
    count = int(found["count"] or found["bare"] or 1)
    return max(1, min(count, MAX_LIMIT))


def _party(rest: _Rest, patterns: tuple[re.Pattern[str], ...]) -> Party | None:
    for pattern in patterns:
        found = pattern.search(rest.text)
        if found is None:
            continue
        name = re.sub(r"^(?:the|our|my|all|any) ", "", found["name"].strip(), flags=re.IGNORECASE)
        address = found.groupdict().get("address") or ""
        if not address and (not name or name.casefold() in _NOT_A_NAME):
            continue
        rest.cut(*found.span())
        return _kind_of_party(name, address, found[0])
    return None


def _kind_of_party(name: str, address: str, written: str) -> Party:
    singular = name.casefold().removesuffix("s")
    if address:
        return Party(name, address)
    if singular in _RELATIONS:
        return Party(_RELATIONS[singular], kind="relation")
    if _COMPANY.search(name) or re.search(
        r"\b(?:people|everyone|anyone|someone|folks) (?:at|from)\b|\b(?:from|by) at\b",
        written,
        re.IGNORECASE,
    ):
        return Party(name, kind="company")
    return Party(name)
