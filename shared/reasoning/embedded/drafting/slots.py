"""What a text says of the parts it names: which sheet, which channel, to whom."""

import re

from shared.decisions.building.extract import read_extract
from shared.reasoning.embedded.drafting.mentions import Mention, masked
from shared.understanding.people_said import ADDRESS

_SHEET = (
    re.compile(
        r"\b(?:sheet|spread ?sheet|workbook|table|it|one)(?: is|'s)? (?:called|named|titled) "
        r"(?P<q>['\"]?)(?P<name>.+?)(?P=q)(?=$|[,.;!?]|(?<=['\"]) | (?:and|to|on|in|every|each|"
        r"only|just|where)\b)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:sheet|spread ?sheet) (?P<q>['\"])(?P<name>.+?)(?P=q)", re.IGNORECASE),
    re.compile(
        r"(?P<q>['\"])(?P<name>[^'\"]+)(?P=q) (?:google )?(?:sheet|spread ?sheet)\b", re.IGNORECASE
    ),
    re.compile(
        r"\b(?P<name>(?!Google\b|The\b|Our\b|My\b|I\b)[A-Z][\w&-]*(?:"
        r" (?!Google\b)[A-Z0-9][\w&-]*){0,11}) (?:[Gg]oogle )?(?:[Ss]heet|[Ss]pread ?sheet)\b"
    ),
    re.compile(r"\b(?:[Ss]heet|[Ss]pread ?sheet) (?P<name>[A-Z][\w&-]*(?: (?:[A-Z0-9][\w&-]*))*)"),
)
_UNTIL = (
    r"(?=$|[.;]|,? (?:and|then) (?:then )?(?:posts?|sends?|e-?mails?|runs?|shares?|adds?|puts?|do"
    r"|every)\b|,? to (?:our |the )?#)"
)
_WORDS = r"(?:(?!\bsheet\b)[^.;])"
_DATA = tuple(
    re.compile(form + _UNTIL, re.IGNORECASE)
    for form in (
        rf"\b(?:only|just)\b{_WORDS}*?\b(?:columns?|where)\b[^.;]*?",
        r"\bcolumns?\b[^.;]*?",
        r"\b(?:the|its|take|extract|keep|with)\b(?:(?!\bsheet\b)[^.;,])*?\bcolumns?\b[^.;]*?",
        r"\b(?:the )?(?:rows )?where\b[^.;]*?",
        r"\b(?:all (?:the |its )?(?:rows|columns|data)|everything)\b",
    )
)
_CHANNEL = re.compile(r"(?<!\w)#[^\W_][\w.-]*")
_ONLY_CHANNEL = re.compile(
    r"(?:(?:please|post|put|send|share|use|it|them|that|the|our|my|results?|to|in|into|on|slack|"
    r"channel|and),?\s+)*#[^\W_][\w.-]*(?:\s+(?:channel|please|(?:in|on) slack))*\W*",
    re.IGNORECASE,
)
_NAMED_CHANNEL = re.compile(
    r"\b(?:the|our|my) (?P<name>(?!slack\b|other\b|same\b|right\b"
    r"|wrong\b)[a-z][\w-]+) (?:slack )?channel\b|\bchannel (?:called |named )?(?P<after>(?!to\b"
    r"|for\b|and\b|every\b|in\b|with\b|where\b|called\b|named\b|is\b|instead\b)[a-z][\w-]+)",
    re.IGNORECASE,
)
QUOTED = re.compile(r"\"(?P<double>[^\"]+)\"|(?<!\w)'(?P<single>[^']+)'(?!\w)")
_SAYING = re.compile(
    r"\b(?:saying|that says|to say|with the (?:text|message)|text|message)\b:? ?$|\bposts?(?: "
    r"the message)? $|\bsends? $",
    re.IGNORECASE,
)
_TO = re.compile(
    r"\b(?:to|e-?mails?|mails?|sends?) (?P<to>(?:my|our|the) (?:whole )?(?:team|boss|manager|group"
    r"|department|client|clients|colleagues|assistant|board|investors|customers)|me\b"
    r"|(?-i:[A-Z]\w+(?: [A-Z]\w+)?)(?! sheet| channel))",
    re.IGNORECASE,
)
_COPIED = re.compile(
    rf"\b(?:cc|copy(?: in)?|also (?:e-?mail|mail|send it to|tell)) "
    rf"(?P<who>{ADDRESS}|(?-i:[A-Z]\w+(?: [A-Z]\w+)?))",
    re.IGNORECASE,
)
_NO_PERSON = re.compile(r"(?:slack|notion|google|gmail|email|monday|i)\b", re.IGNORECASE)
_SUBJECT = re.compile(
    r"\bsubject(?: line)?:? (?P<q>['\"]?)(?P<said>.+?)(?P=q)(?=$|[,.;]| and )|\babout (?:the |our "
    r"|my )?(?P<about>[^,.;?!]+?)(?=$|[,.;?!]| (?:to|and|every|each|at|on)\b)",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"\b(?:notion )?page (?:called |named )?['\"](?P<name>[^'\"]+)['\"]|"
    r"['\"](?P<before>[^'\"]+)['\"] (?:notion )?page\b",
    re.IGNORECASE,
)


def slots_in(text: str, mention: Mention, *, alone: bool) -> tuple[tuple[str, str], ...]:
    """Return what is said of a part; `alone` when nothing is read that it could pass on."""
    found: dict[str, str] = {}
    if mention.service == "sheets":
        found["sheet"] = sheet_in(text)
        if mention.verb == "read":
            found["data"] = data_in(text)[0]
    elif mention.service == "slack":
        found["channel"] = _channel(text, mention)
        if mention.verb == "write" and alone:
            found["text"] = message_in(text)
    elif mention.service == "email" and mention.verb == "write":
        found = _mail(text, alone=alone)
    elif mention.service == "pages" and (page := _PAGE.search(text)):
        found["pages"] = f"the page {page['name'] or page['before']}"
    return tuple((name, value) for name, value in found.items() if value)


def only_channel(text: str) -> bool:
    """Return whether a text says where in Slack something goes, and nothing else."""
    return _ONLY_CHANNEL.fullmatch(text.strip()) is not None


def sheet_in(text: str) -> str:
    """Return the name of the sheet a text names, if it names one."""
    hit = next((hit for form in _SHEET if (hit := form.search(text))), None)
    return hit["name"].strip(" '\"") if hit else ""


def data_in(text: str) -> tuple[str, str]:
    """Return which columns and rows a text asks for, and the text without that."""
    hits = (hit for form in _DATA if (hit := form.search(text)))
    found = next((hit for hit in hits if read_extract(hit[0].strip(" ,"))), None)
    if found is None:
        return "", text
    rest = f"{text[: found.start()].rstrip(' ,')} {text[found.end() :]}"
    return found[0].strip(" ,"), " ".join(rest.split())


def channel_in(text: str) -> str:
    """Return the last channel a text names, if it names one."""
    hits = _CHANNEL.findall(masked(text))
    if hits:
        return hits[-1].rstrip(".-")
    named = _NAMED_CHANNEL.search(masked(text))
    return f"#{named['name'] or named['after']}" if named else ""


def message_in(text: str) -> str:
    """Return what is quoted as the words to write."""
    for found in QUOTED.finditer(text):
        if _SAYING.search(text[: found.start()]):
            return found["double"] or found["single"]
    return ""


def copied_in(text: str) -> str:
    """Return who is to get an email too."""
    found = _COPIED.search(text)
    return found["who"] if found else ""


def recipient_in(text: str) -> str:
    """Return who is to get an email."""
    if found := re.findall(ADDRESS, text):
        return ", ".join(dict.fromkeys(found))
    named = next((f for f in _TO.finditer(masked(text)) if not _NO_PERSON.match(f["to"])), None)
    return named["to"] if named else ""


def _channel(text: str, mention: Mention) -> str:
    near = _CHANNEL.search(masked(text)[mention.start : mention.end + 40])
    return near[0].rstrip(".-") if near else channel_in(text)


def _mail(text: str, *, alone: bool) -> dict[str, str]:
    subject = _SUBJECT.search(text)
    said = (subject["said"] or (subject["about"] if alone else "")) if subject else ""
    found = {"to": recipient_in(text), "subject": said or ""}
    return {**found, "text": message_in(text)} if alone else found
