"""Taking what must not be kept or shown out of a result: addresses, card numbers, secrets."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, cast

from shared.models.base import Json
from shared.models.hooks import Redaction

EMAIL, CARD, SECRET = "[email address]", "[card number]", "[secret]"
Cleaner = Callable[[str], str]

_LENGTHS = range(13, 20)
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+")
_DIGITS = re.compile(r"\d+(?:[ \u00a0\u2010-\u2013-]{1,2}\d+)*")
_GROUP = re.compile(r"\d+")
_SECRETS = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
        r"\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*",
        r"\b(?:sk|pk|rk)[-_][\w-]{16,}",
        r"\bxox[a-z]-[\w-]{10,}",
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
        r"\bgh[a-z]_\w{20,}",
        r"\bgithub_pat_\w{20,}",
        r"\bAIza[\w-]{30,}",
        r"\bya29\.[\w.-]{10,}",
        r"\b(?:ntn|secret)_\w{20,}",
        r"(?i:\bbearer\s+)[\w.~+/-]{16,}=*",
        r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)",
    )
)
_NAMED = re.compile(
    r"(?P<name>\b(?:password|passphrase|passwd|pwd|passcode|secret|api[ _-]?key|access[ _-]?token"
    r"|auth[ _-]?token|client[ _-]?secret|private[ _-]?key)\b[\"']?\s*(?:[:=]|\bis\b)\s*)"
    r"(?:\"[^\"]+\"|'[^']+'|\S+)",
    re.IGNORECASE,
)
_SECRET_FIELD = re.compile(
    r"(?:.*[ _-])?(?:password|passphrase|passwd|passcode|secret|api[ _-]?key|private[ _-]?key"
    r"|(?:access|refresh|auth)[ _-]?token)",
    re.IGNORECASE,
)
_HANDLE = re.compile(r"id|.*_ids?|ids")
"""Fields that only tools read: later calls need them as they are."""


def redacted(value: Json, kinds: Collection[Redaction]) -> Json:
    """Return a result with every text in it freed of such things; ids stay, as tools need them."""
    cleaners = tuple(_CLEANERS[kind] for kind in sorted(kinds))
    return _redacted(value, cleaners, fields="secret" in kinds) if cleaners else value


def _redacted(value: Any, cleaners: Sequence[Cleaner], *, fields: bool) -> Json:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Mapping):
        kept: dict[str, Json] = {}
        for name, held in cast("Mapping[str, Any]", value).items():
            if _HANDLE.fullmatch(name):
                kept[name] = held
            elif fields and isinstance(held, str) and held and _SECRET_FIELD.fullmatch(name):
                kept[name] = SECRET
            else:
                kept[_clean(name, cleaners)] = _redacted(held, cleaners, fields=fields)
        return kept
    if isinstance(value, list | tuple):
        items = cast("Sequence[Any]", value)
        return [_redacted(each, cleaners, fields=fields) for each in items]
    cleaned = _clean(str(value), cleaners)
    return value if cleaned == str(value) else cleaned


def _clean(text: str, cleaners: Sequence[Cleaner]) -> str:
    for clean in cleaners:
        text = clean(text)
    return text


def _without_addresses(text: str) -> str:
    return _ADDRESS.sub(EMAIL, text)


def _without_cards(text: str) -> str:
    return _DIGITS.sub(lambda found: _without_card(found[0]), text)


def _without_card(run: str) -> str:
    """Return a run of groups of digits without those that together make a card number."""
    groups = [(found.start(), found.end()) for found in _GROUP.finditer(run)]
    for first in range(len(groups)):
        for last in range(len(groups), first, -1):
            start, end = groups[first][0], groups[last - 1][1]
            digits = "".join(_GROUP.findall(run[start:end]))
            if len(digits) in _LENGTHS and _luhn(digits):
                return f"{run[:start]}{CARD}{_without_card(run[end:])}"
    return run


def _luhn(digits: str) -> bool:
    numbers = [int(digit) for digit in reversed(digits)]
    doubled = (sum(divmod(2 * number, 10)) for number in numbers[1::2])
    return (sum(numbers[::2]) + sum(doubled)) % 10 == 0


def _without_secrets(text: str) -> str:
    for pattern in _SECRETS:
        text = pattern.sub(SECRET, text)
    return _NAMED.sub(lambda found: f"{found['name']}{SECRET}", text)


_CLEANERS: Mapping[Redaction, Cleaner] = {
    "email": _without_addresses,
    "card": _without_cards,
    "secret": _without_secrets,
}
