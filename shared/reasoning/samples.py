"""A mail as a sample of how somebody writes: how it greets, begins and closes, without facts."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from shared.decisions.grounding import without_facts
from shared.models.own_mail import OwnMail

NAME, LEFT_OUT = "[name]", "[...]"
"""What stands for whom a mail greets, and for what it tells."""
_MOST_WORDS = 25
"""Of what stands between greeting and close."""

_HELLO = (
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|lieber?|sehr geehrter?|moin"
    r"|guten (?:tag|morgen|abend)|bonjour|hola|ciao|salut)\b"
)
_WHOM = r"(?:[^,.?!\n]|\b(?:mrs?|ms|dr|prof)\.){0,40}"
GREETING = re.compile(rf"{_HELLO}{_WHOM}[,!]", re.IGNORECASE)
"""How a mail greets in the line that goes on with what it says."""
_GREETS = re.compile(
    rf"{_HELLO}{_WHOM}[,!:\u2013-]?|(?:[^\s.?!,]+ ?){{1,3}}[,\u2013-]", re.IGNORECASE
)
_TO_ALL = frozenset({"all", "team", "staff", "everyone", "everybody"})
"""Names of mailboxes that are no names of people."""
_CLOSES = re.compile(
    r"(?:best|kind|warm|many|with|all the best|regards|cheers|thanks|thank you|thx|sincerely|yours"
    r"|love|take care|talk soon|viele|liebe|beste|schöne|mit|gruß|grüße|danke|lg|vg|mfg|saludos"
    r"|un saludo|gracias|cordialement|bien à|merci|grazie|cordiali|groet|groeten|met)\b.*",
    re.IGNORECASE,
)
_CLOSING_LINES, _CLOSING_WORDS = 3, 4
_NO_CLOSE = re.compile(r".*(?:\d|@|://|\?\Z).*")
_NAMED = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")


@dataclass(frozen=True)
class Sample:
    """How a mail was written. `words` is how many it had where `body` is only how it begins."""

    greeting: str
    body: str
    close: str
    words: int = 0


def sample_of(mail: OwnMail) -> Sample:
    """Return a mail without whom it greets and what it tells."""
    called = {word for name in mail.names for word in _NAMED.findall(name)}
    names = sorted(word for word in called if word.casefold() not in _TO_ALL)
    greeting, body, close = _parts(
        mail.text, {word.casefold() for word in _NAMED.findall(mail.sender)}
    )
    if names:
        known = rf"(?:\b(?:{'|'.join(map(re.escape, names))})\b ?)+(?<! )"
        greeting = re.sub(known, NAME, greeting, flags=re.IGNORECASE)
        body, close = re.sub(known, NAME, body), re.sub(known, NAME, close)
    if not greeting and body.startswith(f"{NAME},"):
        greeting, _, body = body.partition(" ")
    greeting = without_facts(greeting, NAME, opening=True)
    words = without_facts(body.replace(NAME, LEFT_OUT), LEFT_OUT).split()
    long = len(words) if len(words) > _MOST_WORDS else 0
    return Sample(greeting, " ".join(words[:_MOST_WORDS]), close, long)


def _parts(text: str, own: Collection[str]) -> tuple[str, str, str]:
    """Take a mail apart: how it greets, what it says, and how it closes; `own` is its writer."""
    greeting, rest = _greeting(text.strip())
    lines = [line.strip() for line in rest.split("\n") if line.strip()]
    at = _close(lines, own)
    return greeting, " ".join(lines[:at]), "\n".join(lines[at:])


def _greeting(text: str) -> tuple[str, str]:
    first, _, rest = text.partition("\n")
    if rest.strip() and _GREETS.fullmatch(first.strip()):
        return first.strip(), rest
    if (found := GREETING.match(text)) and text[found.end() :].strip():
        return found[0], text[found.end() :]
    return "", text


def _close(lines: Sequence[str], own: Collection[str]) -> int:
    """Return where a mail begins to close: at words for that, or at its writer's name alone."""
    first = max(1, len(lines) - _CLOSING_LINES)
    for at in range(first, len(lines)):
        short = all(_short(line) for line in lines[at:])
        if short and (_CLOSES.fullmatch(lines[at]) or _signs(lines[at:], own)):
            return at
    return len(lines)


def _short(line: str) -> bool:
    return len(line.split()) <= _CLOSING_WORDS and not _NO_CLOSE.fullmatch(line)


def _signs(lines: Sequence[str], own: Collection[str]) -> bool:
    """Return whether a single line is the writer's name, whole or cut short: "Alex", "Al", "A."."""
    said = [word.casefold() for word in _NAMED.findall(lines[0])]
    named = all(any(name.startswith(word) for name in own) for word in said)
    return len(lines) == 1 and bool(said) and named
