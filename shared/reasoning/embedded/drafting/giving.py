"""Where a text says that what an agent found goes: into a channel, to people by mail or alone."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from shared.models.building import Known, Part
from shared.understanding.people_said import ADDRESS

_NAMED = (
    r"(?-i:(?!(?:I|Slack|Notion|Google|Gmail|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:day)?s?\b)"
    r"[A-Z][\w'\u2019-]*(?: (?!Slack\b)[A-Z][\w'\u2019-]*)?)"
)
_BEGINS = (
    r"(?:^|(?<=[,;:.] )|(?<=\b(?:n|&) )|(?<=\band )|(?<=\bthen )|(?<=\bit )|(?<=\bthat )"
    r"|(?<=-> )|(?<=\bso )|(?<=\bis )|(?<=\bwill be )"
    r"|(?<=\bwhich )|(?<=\bto )|(?<=\bshould )|(?<=\bshall )|(?<=\balso )|(?<=\bjust ))"
)
"""Where a verb may stand: "the mails to Ann" sends nothing to her."""
_MAILS = r"e-?mails?|e-?mailed|e-?mailing|mails?|mailed|mailing"
_TELLS = r"dms?|dm'?d|msgs?|messages?|messaged|messaging|pings?|pinged|notif(?:y|ies|ied)|texts?"
_HANDS = (
    r"sends?|sent|sending|writes?|writing|written|forwards?|forwarded|shares?|shared|gives?|hands?|passes|pass"
    r"|reports?|flags?|presents?|delivers?|delivered|drops?|tells?|informs?"
)
_PUTS = (
    r"posts?|posted|posting|puts?|sticks?|stuck|drops?|dropped|shares?|shared|publish(?:es|ed)?|sends?|sent"
    r"|writes?|written|announces?|announced|adds?|pops?|pushes|pushed|push|reports?|flags?|chucks?"
    r"|dumps?|pastes?|places?|leaves?"
)
_SAYS = frozenset({"report", "flag", "present", "reports", "flags", "presents"})
"""What tells what it says as well, so that it stays where it says anything."""
_NOTHING_ELSE = (
    r"(?:(?:it|them|that|this|these|those|both|the|an?|all|same|result|results|list|lists|summary|report"
    r"|digest|overview|points|count|counts|message|messages|mail|mails|email|emails|e-mail|dm|note"
    r"|line|row|rows|new|entry|entries|direct|private|short|as|one|in|by|via|outcome|findings|lot|whole|thing|numbers?|figures?"
    r"|to)\b[\s,]*)*"
)
_SOURCE = re.compile(
    r"\b(?:said|wr[io]te|written|happen\w*|discussed|posted|talked|going on|came|come|new|posts"
    r"|messages)\s*$",
    re.IGNORECASE,
)
"""What stands before a place that is looked into: "what was said in #general"."""
_BY = (
    r"(?:[\s,]*\b(?:(?:by|via|over|through|with|as|in)(?: an?)? (?:e-?mail|mail|slack|(?:slack )?dm"
    r"|(?:private|direct|slack) message)|(?:on|in|over|via) slack|an? (?:direct|private) message"
    r"|an? (?:e-?mail|mail|dm|message))\b)?"
)
_SLACK = re.compile(rf"\b(?:{_TELLS}|slack|direct message|private message|dm)\b", re.IGNORECASE)
_MAIL = re.compile(rf"\b(?:{_MAILS}|by mail)\b", re.IGNORECASE)
_ONESELF = "me"
_AND = re.compile(r"\s*(?:,|;|&|\band\b|\bn\b|\bplus\b)\s*(?:and\s+|to\s+)*", re.IGNORECASE)
_TIDY = (
    (re.compile(r"\s+([,.;:?!])"), r"\1"),
    (re.compile(r"([,.;:])(?:\s*[,;:])+"), r"\1"),
    (re.compile(r"(?:[,;:]\s*|\s+)(?:and|n|&|then)?\s*(?=$|\.)", re.IGNORECASE), ""),
    (re.compile(r",?\s*\b(?:and|n|&|then)\s*,?\s*(?=(?:with|sorted|as)\b)", re.IGNORECASE), ", "),
    (re.compile(r"(?:^|(?<=\. ))[\s,;:.]*(?:(?:and|n|with|w|it)\b[\s,;:]*)+"), ""),
    (re.compile(r"^[\s,;:.+]+|(?:[\s,;:>-]|\u2192|\b(?:and )?if so$)+$"), ""),
)


class Given(NamedTuple):
    """Where what was found goes, and what of a text says anything else."""

    parts: tuple[Part, ...]
    rest: str


def given_in(text: str, known: Known) -> Given:
    """Return what writes or sends what an agent found, and the text without that."""
    parts: list[Part] = []
    there = known.names
    forms = (
        _to_sheet(there.get("sheets", ())),
        _to_channel(there.get("slack", ())),
        _to_people(there.get("email", ())),
    )
    for form in forms:
        at = 0
        while found := form.search(text, at):
            part = _part(found, known)
            if part is None:
                at = found.start() + 1
                continue
            parts.append(part)
            kept = _kept(found)
            text = f"{text[: found.start()]}{kept} {text[found.end() :]}"
            at = found.start() + len(kept)
    return Given(tuple(_merged(parts)), tidied(text))


def tidied(text: str) -> str:
    """Return a text of which something was taken out, without the joints that it left."""
    text = " ".join(text.split())
    for form, instead in _TIDY:
        text = form.sub(instead, text)
    return " ".join(text.split())


def people_in(text: str, known: Known) -> str:
    """Return the people a text names, in a row, by the names of the address book."""
    said = [_full(one.strip(), known) for one in _AND.split(text) if one.strip()]
    return ", ".join(dict.fromkeys(said))


def person_form(names: Sequence[str]) -> str:
    """Return the form of somebody's name or address, with those of the address book."""
    return rf"(?:{ADDRESS}|(?:{_book(names)}me)\b|{_NAMED})"


def _book(names: Sequence[str]) -> str:
    """Return the names of the address book, whole and first ones, each as a choice."""
    firsts = {name.split()[0] for name in names if name.strip()}
    return "".join(
        f"{re.escape(name)}|" for name in sorted({*names, *firsts}, key=len, reverse=True)
    )


def channel_form(names: Sequence[str]) -> str:
    """Return the form of a channel: with its sign, or one that is there, however it is written."""
    there = sorted(names, key=len, reverse=True)
    known = "|".join(re.sub(r"[-_]|\\-", "[ _-]?", re.escape(name.lstrip("#"))) for name in there)
    book = rf"|(?:{known})(?![\w-])" if known else ""
    return rf"(?:(?<!\w)#[^\W_](?:[\w.-]*\w)?{book})"


def channel_called(said: str, names: Sequence[str]) -> str:
    """Return a channel with its sign, as it is written there."""
    flat = re.sub(r"[\W_]+", "", said.casefold())
    there = (name.lstrip("#") for name in names)
    same = next((one for one in there if re.sub(r"[\W_]+", "", one.casefold()) == flat), "")
    return f"#{same or said.lstrip('#').rstrip('.-')}"


@lru_cache(maxsize=8)
def _to_people(names: tuple[str, ...]) -> re.Pattern[str]:
    who = person_form(names)
    there = rf"(?:{_book(names)}me)\b(?!['\u2019]s)"
    several = rf"{who}(?:(?:,? (?:and|n|&|plus) |, ?)(?:to )?{who})*"
    lets = (
        rf"\b(?:so that|so|let|have|make sure(?: that)?) (?P<gets>{several}) (?:gets?|receives?)\b"
    )
    return re.compile(
        rf"{lets}|{_BEGINS}(?P<verb>{_MAILS}|{_TELLS}|{_HANDS})\b"
        rf"(?:(?P<what>(?! {there})[^.;!?]*?),? to)? (?P<who>{several})(?!['\u2019]s)(?![\w-])"
        rf"(?P<by>{_BY})",
        re.IGNORECASE,
    )


@lru_cache(maxsize=8)
def _to_channel(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:{_BEGINS}(?P<verb>{_PUTS})\b(?P<what>[^.;!?]*?)\s(?:to|into|onto|in|on|at)"
        r"|(?:[,;]|->|\u2192) ?(?:to|into))"
        rf" (?:the |our |my )?(?:slack )?(?:channel )?(?P<channel>{channel_form(names)}|slack\b)"
        r"(?: (?:slack )?channel)?(?P<by>(?: (?:on|in) slack)?)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=8)
def _to_sheet(names: tuple[str, ...]) -> re.Pattern[str]:
    there = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"{_BEGINS}(?P<verb>adds?|appends?|logs?|records?|enters?|saves?|keeps?|puts?|writes?)\b"
        rf"(?P<what>[^.;!?]*?)\s(?:to|in|into|on) (?:the |our |my )?"
        rf"(?:sheet )?['\"]?(?P<sheet>{there}|{_NAMED}(?= (?:spread ?)?sheet\b))['\"]?"
        r"(?: (?:spread ?)?sheet)?(?P<by>)",
        re.IGNORECASE,
    )


def _part(found: re.Match[str], known: Known) -> Part | None:
    named, what = found.groupdict(), found["what"] or ""
    who = named.get("who") or named.get("gets") or ""
    if named.get("sheet"):
        slots = (("sheet", found["sheet"]), ("row", "the result"))
        return Part(service="sheets", verb="write", slots=slots)
    if named.get("channel"):
        if _SOURCE.search(what):
            return None
        if named["channel"].casefold() == "slack":  # to whom there, is told by another form
            bare = re.search(rf"[A-Z@]|\b{_ONESELF}\b", what) is None
            return Part(service="slack", verb="write") if bare else None
        channel = channel_called(found["channel"], known.names.get("slack", ()))
        return Part(service="slack", verb="write", slots=(("channel", channel),))
    by = f"{found['verb'] or ''} {found['by'] or ''} {what if _small(what) else ''}"
    direct = _SLACK.search(by) is not None and not _MAIL.search(by)
    people = people_in(who, known)
    if people == _ONESELF and not _MAIL.search(by):
        return None  # who is told something has it in the conversation
    if direct:
        people = ", ".join(one for one in people.split(", ") if one != _ONESELF)
        return Part(service="slack", verb="write", slots=(("channel", f"@{people}"),))
    return Part(service="email", verb="write", slots=(("to", people),))


def _small(what: str) -> bool:
    return re.fullmatch(rf"[\s,]*{_NOTHING_ELSE}", what, re.IGNORECASE) is not None


def _kept(found: re.Match[str]) -> str:
    """Return what such words say besides: what of it is given, where that is told."""
    what = (found["what"] or "").strip(" ,")
    if _small(what):
        return ""
    if (found["verb"] or "").casefold() in _SAYS:
        return f"{found['verb']} {what}"
    return re.sub(r"^(?:(?:it|them|that|this|these|those)\b[\s,]*)+", "", what, flags=re.IGNORECASE)


def _merged(parts: Sequence[Part]) -> list[Part]:
    """Return the parts, people who get it in the same way in one."""
    merged: dict[tuple[str, str], Part] = {}
    for part in parts:
        name, value = part.slots[0] if part.slots else ("", part.service)
        alone = "" if value.startswith("@") or part.service == "email" else value
        before = merged.get((part.service, alone))
        several = before is not None and not alone
        whole = f"{before.slot(name)}, {value.lstrip('@')}" if before is not None else value
        merged[part.service, alone] = before.filled(name, whole) if before and several else part
    return list(merged.values())


def _full(said: str, known: Known) -> str:
    words = set(said.casefold().split())
    there = known.names.get("email", ())
    same = [name for name in there if words <= set(name.casefold().split())]
    return same[0] if len(same) == 1 else said
