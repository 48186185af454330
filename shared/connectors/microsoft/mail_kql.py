"""Words, people, files and dates of a search in KQL, the language of Graph's `$search`."""

from collections.abc import Sequence

from shared.connectors.folding import singular, words
from shared.connectors.gmail_query import (
    Attached,
    Condition,
    Either,
    Every,
    Involves,
    Not,
    Says,
    Since,
)
from shared.connectors.microsoft.mail_terms import LONG_AGO, Mailroom

_PLACES = {"anywhere": "", "subject": "subject:", "filename": "attachment:"}
_ROLES = {"from": "from", "to": "recipients", "cc": "cc"}
_SHORTEST_STEM = 4
_ALWAYS = f"received>={LONG_AGO}"
_RESERVED = str.maketrans("", "", '"\\()<>')


def search_for(conditions: Sequence[Condition], room: Mailroom) -> str:
    """Return the value of `$search` that finds what meets all of these conditions."""
    terms = [_term(condition, room) for condition in conditions]
    if all(term.startswith("NOT ") for term in terms):
        terms = [_ALWAYS, *terms]
    return '"' + " AND ".join(terms).replace('"', '\\"') + '"'


def _term(condition: Condition, room: Mailroom) -> str:
    match condition:
        case Every(parts):
            return f"({' AND '.join(_term(part, room) for part in parts)})" if parts else _ALWAYS
        case Either(parts):
            return f"({' OR '.join(_term(part, room) for part in parts)})"
        case Not(Since(day)):
            return f"received<{room.day(day)}"
        case Not(part):
            return f"NOT {_term(part, room)}"
        case Since(day):
            return f"received>={room.day(day)}"
        case Attached():
            return "hasAttachments:true"
        case Involves(role, who):
            return f"{_ROLES[role]}:{_person(room.me if who == 'me' else who)}"
        case Says(place, said, exact):
            return _PLACES[place] + _said(said, exact=exact)
        case _:
            raise AssertionError  # the index knows nothing of labels


def _person(who: str) -> str:
    local, at, _ = who.partition("@")
    if local and at and " " not in who:
        return who.translate(_RESERVED)
    return _said(words(who), exact=True)


def _said(said: Sequence[str], *, exact: bool) -> str:
    """Return words next to each other; a single one stands for its plural, too."""
    if len(said) > 1:
        return f'"{" ".join(said)}"'
    stem = singular(said[0])
    return said[0] if exact or len(stem) < _SHORTEST_STEM else f"{stem}*"
