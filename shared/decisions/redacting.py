"""Taking what must not be kept or shown out of a result: addresses, card numbers, secrets."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, cast

from shared.decisions.sensitive import (
    CARD,
    REDACTED,
    is_card,
    without_addresses,
    without_secrets,
)
from shared.models.base import Json
from shared.models.hooks import Redaction

Cleaner = Callable[[str], str]

_DIGITS = re.compile(r"\d+(?:[ \u00a0\u2010-\u2013-]{1,2}\d+)*")
_GROUP = re.compile(r"\d+")
_SECRET_FIELD = re.compile(
    r"(?:.*[ _-])?(?:password|passphrase|passwd|passcode|secret|api[ _-]?key|private[ _-]?key"
    r"|(?:access|refresh|auth)[ _-]?token)",
    re.IGNORECASE,
)
_HANDLE = re.compile(r"id|.*_ids?|ids")
"""Fields that only tools read: later calls need them as they are."""


def redacted(value: Json, kinds: Collection[Redaction]) -> Json:
    """Return a result with every text in it freed of such things; ids stay, as tools need them."""
    cleaners = tuple(clean for kind, clean in _CLEANERS.items() if kind in kinds)
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
                kept[name] = REDACTED
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


def _without_cards(text: str) -> str:
    return _DIGITS.sub(lambda found: _without_card(found[0]), text)


def _without_card(run: str) -> str:
    """Return a run of groups of digits without those that together make a card number."""
    groups = [(found.start(), found.end()) for found in _GROUP.finditer(run)]
    for first in range(len(groups)):
        for last in range(len(groups), first, -1):
            start, end = groups[first][0], groups[last - 1][1]
            digits = "".join(_GROUP.findall(run[start:end]))
            if is_card(digits):
                return f"{run[:start]}{CARD}{_without_card(run[end:])}"
    return run


_CLEANERS: Mapping[Redaction, Cleaner] = {
    "secret": without_secrets,
    "email": without_addresses,
    "card": _without_cards,
}
"""Secrets first: an address may be part of one."""
