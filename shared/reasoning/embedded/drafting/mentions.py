"""Which services a text names, and whether something is to be read there or written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Verb = Literal["read", "write"]

_SERVICES: tuple[tuple[str, Verb, str], ...] = (
    ("sheets", "read", r"google sheets?|spread ?sheets?|sheets?|excel"),
    ("pages", "read", r"notion|wiki|(?:notion )?pages?"),
    ("slack", "write", r"slack|channels?"),
    ("email", "write", r"e-?mails?|e-?mailing|inbox|gmail|outlook|mailbox|mails?|newsletters?"),
    (
        "calendar",
        "read",
        (
            r"calendar|diary|(?<!['\u2019]m )(?<!am )(?<!are )(?<!be )meetings?|agenda"
            r"|appointments?|calendar events?|events?"
        ),
    ),
    ("contacts", "read", r"contacts?|address ?book"),
)
_FORMS: tuple[tuple[str, Verb, re.Pattern[str]], ...] = tuple(
    (
        service,
        usual,
        re.compile(
            rf"(?<![\w#@-])(?:{words})(?![\w@-])"
            + (r"|(?<!\w)#[^\W_][\w.-]*" if usual == "write" and service == "slack" else ""),
            re.IGNORECASE,
        ),
    )
    for service, usual, words in _SERVICES
)
_MODIFIERS = r"(?:(?!to\b|into\b|from\b|of\b|in\b|on\b|and\b)[\w'#.-]+ ){0,4}$"
_FROM = re.compile(
    rf"\b(?:from|out of|of|inside|within|through my|across)\s+{_MODIFIERS}", re.IGNORECASE
)
_TO = re.compile(rf"\b(?:to|into|onto|via|by|through)\s+{_MODIFIERS}", re.IGNORECASE)
_IN = re.compile(rf"\b(?:in|on|at)\s+{_MODIFIERS}", re.IGNORECASE)
_WRITING = (
    r"posts?|posting|sends?|sending|shar(?:e|es|ing)|publish(?:es|ing)?|notif(?:y|ies|ying)|writes?"
    r"|writing|adds?|adding|append(?:s|ing)?|logs?|logging|records?|recording|creat(?:e|es|ing)"
    r"|books?|booking|schedul(?:e|es|ing)|updat(?:e|es|ing)|edits?|put|puts|drafts?|drafting"
    r"|announc(?:e|es|ing)|deliver(?:s|ing)?|repl(?:y|ies)|replying|answers?|answering"
)
_READING = (
    r"reads?|reading|extract(?:s|ing)?|pulls?|pulling|gets?|getting|fetch(?:es|ing)?|collect(?:s"
    r"|ing)?|gather(?:s|ing)?|sum(?:s|ming)? up|summari[sz](?:e|es|ing)|checks?|checking|looks?"
    r"|looking|finds?|finding|monitor(?:s|ing)?|watch(?:es|ing)?|lists?|listing|scan(?:s|ning)?"
    r"|search(?:es|ing)?|show(?:s|ing)?|review(?:s|ing)?|takes?|tak(?:es|ing)|analy[sz](?:e|es|ing)"
    r"|reports? on|tells? me|digest|summary|summaries|overview|recap|report"
)
CUE = rf"\b(?:{_WRITING}|{_READING})\b"
"""A word for reading or writing something."""
_CUE = re.compile(rf"\b(?:(?P<write>{_WRITING})|(?P<read>{_READING}))\b", re.IGNORECASE)
_OWN = re.compile(
    r"\b(?:my|our|your|all|unread|new|latest|important|incoming|upcoming|today's|tomorrow's|this "
    r"week's|the week's|daily|weekly)\s+(?:\w+ )?$",
    re.IGNORECASE,
)
_WRITES = {
    service: re.compile(rf"(?:{words})", re.IGNORECASE)
    for service, words in (
        ("sheets", "creat|add|updat|edit|writ|append|log|record|put"),
        ("email", "send|draft|writ|repl|answer"),
        ("calendar", "creat|book|schedul|add|updat|put"),
        ("contacts", "creat|add|updat|edit"),
        ("pages", "creat|add|updat|edit|writ|append|log|record"),
    )
}
"""How something of a service is made, where it is more often what something else is made of."""
_MAKING = re.compile(
    r"\b(?:creat|mak|build|add)(?:e|ing)? (?:me )?(?:a |an |another )?(?:new )?"
    r"(?:agent|bot|assistant)\b",
    re.IGNORECASE,
)
"""Asking for an agent is not what the agent is to do."""
_MAILING = re.compile(
    r"\s+(?:me|us|it|them|him|her|the|a|my (?!inbox)|our|everyone|everybody|[A-Z]|\S+@)", re.ASCII
)
_DETERMINED = re.compile(
    r"\b(?:my|our|your|an?|the|any|all|unread|new|\d+)\s+(?:\w+ )?$", re.IGNORECASE
)
_QUOTED = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
_BETWEEN = re.compile(r"[ \w'-]{0,12}")
_APART = re.compile(r"\b(?:and|then|or)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Mention:
    """One service as a text names it, from `start` to `end`."""

    service: str
    verb: Verb
    start: int
    end: int


def masked(text: str, names: Iterable[str] = ()) -> str:
    """Return a text of the same length with quotes and names blanked out."""
    text = _QUOTED.sub(lambda found: "\0" * len(found[0]), text)
    for name in filter(None, names):
        text = re.sub(re.escape(name), lambda f: "\0" * len(f[0]), text, flags=re.IGNORECASE)
    return text


def mentions_in(text: str, names: Iterable[str] = ()) -> list[Mention]:
    """Return the services named, in order; what says one of them twice is one mention."""
    plain = _MAKING.sub(lambda made: "\0" * len(made[0]), masked(text, names))
    found: list[tuple[int, int, str, Verb]] = [
        (hit.start(), hit.end(), service, usual)
        for service, usual, form in _FORMS
        for hit in form.finditer(plain)
    ]
    mentions: list[Mention] = []
    behind = 0
    for start, end, service, usual in sorted(found):
        last = mentions[-1] if mentions else None
        if last is not None and last.service == service and _same(plain[last.end : start]):
            mentions[-1] = Mention(service, last.verb, last.start, end)
        else:
            verb = _verb(service, usual, plain, behind, (start, end))
            mentions.append(Mention(service, verb, start, end))
        behind = end
    return mentions


def _same(between: str) -> bool:
    """Whether two names of a service with this between them are one mention."""
    return _BETWEEN.fullmatch(between) is not None and not _APART.search(between)


def has_cue(text: str) -> bool:
    """Whether a text says that something is to be read or written."""
    return _CUE.search(masked(text)) is not None


def masked_channels(text: str) -> str:
    """Return a text without the names of channels, whose words say nothing else."""
    return re.sub(r"#[\w.-]+", " ", text)


def _verb(service: str, usual: Verb, text: str, behind: int, where: tuple[int, int]) -> Verb:
    start, end = where
    before = text[behind:start]
    if service == "email" and _mails(text, start, end):
        return "write"
    if _FROM.search(before):
        return "read"
    if _TO.search(before):
        return "write"
    cues = list(_CUE.finditer(before)) or (_IN.search(before) and list(_CUE.finditer(text[:start])))
    if not cues:
        described = service == "email" and text[start:end].casefold().endswith(("mails", "letters"))
        own = _OWN.search(before) is not None and service != "slack"
        return "read" if described or own else usual
    if cues[-1]["read"]:
        return "read"
    own = _WRITES.get(service)
    if own is not None and (_OWN.search(before) or not own.match(cues[-1][0])):
        return "read"
    return "write"


def _mails(text: str, start: int, end: int) -> bool:
    """Whether "email" is what is done here, not what it is done to."""
    return bool(_MAILING.match(text[end:])) and not _DETERMINED.search(text[:start])
