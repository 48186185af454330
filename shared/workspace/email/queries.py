"""Gmail queries taken apart: what they ask for in words, and how to ask for more."""

import re
from dataclasses import dataclass

from shared.decisions.risk import Arguments
from shared.models.base import Json
from shared.tools.wording import one_line

_LOOKED_AT = 50
"""So many mails are looked at for the one that words mean."""
_TIME = re.compile(r"-?(?:newer_than|older_than|after|before|newer|older):", re.IGNORECASE)
_PARTY = re.compile(r"(from|to):(.+)", re.IGNORECASE | re.DOTALL)
_UNKNOWN = re.compile(r'from:"[^"@]+"', re.IGNORECASE)
"""Somebody as they were called, whom no address is known of."""
_FIELD = re.compile(r"[({]*-?[\w-]+:")
_JOINING = frozenset({"OR", "AND", "|"})
_OPENING, _CLOSING = frozenset("({"), frozenset(")}")


@dataclass(frozen=True)
class Asked:
    """What a query asks for, as far as it can be said in a few words; "" for what it does not."""

    sender: str = ""
    recipient: str = ""
    topic: str = ""
    sent: bool = False


def terms(query: str) -> list[str]:
    """Return a query's terms; what stands in quotes or brackets is not taken apart."""
    found: list[str] = []
    term: list[str] = []
    depth, quoted = 0, False
    for character in query:
        if character.isspace() and not depth and not quoted:
            found.append("".join(term))
            term.clear()
            continue
        term.append(character)
        quoted ^= character == '"'
        if not quoted:
            depth += (character in _OPENING) - (character in _CLOSING)
            depth = max(depth, 0)
    return [one for one in (*found, "".join(term)) if one]


def asked(query: str) -> Asked:
    """Return what a query asks for."""
    parties: dict[str, str] = {}
    topics: list[str] = []
    for term in terms(query):
        if party := _PARTY.fullmatch(term):
            parties[party[1].lower()] = _who(party[2])
        elif _is_topic(term):
            topics.append(term.strip('(){}"'))
    sent = "in:sent" in terms(query.lower()) or parties.get("from") == "me"
    return Asked(
        sender="" if sent else parties.get("from", ""),
        recipient=parties.get("to", ""),
        topic=one_line(" ".join(topics)),
        sent=sent,
    )


def broader(arguments: Arguments) -> dict[str, Json] | None:
    """Return a search that asks for less: without the time, then with fewer words, then none.

    Who it is from or to, and where it lies, is kept; None when nothing can be left out.
    """
    query = str(arguments.get("query") or "")
    given = terms(query)
    fewer = next((kept for kept in _fewer(given) if 0 < len(kept) < len(given)), None)
    return None if fewer is None else {**arguments, "query": " ".join(fewer)}


def widest(arguments: Arguments) -> dict[str, Json] | None:
    """Return a search for all mail that may be meant: of the same people and place, at any time.

    Where nobody is named that is known, a mail that says any of the words; None where that asks for
    no more.
    """
    given = terms(str(arguments.get("query") or ""))
    unknown = [term for term in given if _UNKNOWN.fullmatch(term)]
    topics = [term for term in given if _is_topic(term)]
    kept = _without(given, [*topics, *unknown, *(term for term in given if _TIME.match(term))])
    topics += [word for term in unknown for word in asked(term).sender.split()]
    named = any(re.search(r"\b(?:from|to|cc):", term, re.IGNORECASE) for term in kept)
    if topics and not named:
        kept.append(f"{{{' '.join(topics)}}}" if len(topics) > 1 else topics[0])
    query = " ".join(kept)
    if not kept or query == " ".join(given):
        return None
    return {**arguments, "query": query, "limit": _LOOKED_AT}


def _fewer(given: list[str]) -> list[list[str]]:
    timeless = _without(given, [term for term in given if _TIME.match(term)])
    topics = [term for term in given if _is_topic(term)]
    alternatives = any(term in {"OR", "|"} for term in given)
    later = [] if alternatives else topics[1:]
    return [timeless, _without(given, later), _without(given, topics)]


def _without(given: list[str], left_out: list[str]) -> list[str]:
    """Return the terms that stay; what joined others to those left out goes with them."""
    kept: list[str] = []
    for term in given:
        if term in left_out or (term in _JOINING and (not kept or kept[-1] in _JOINING)):
            continue
        kept.append(term)
    while kept and kept[-1] in _JOINING:
        kept.pop()
    return kept


def _is_topic(term: str) -> bool:
    """Return whether a term is about what mails say, not about who, where or when."""
    subject = re.match(r"-?subject:", term, re.IGNORECASE) is not None
    negative = term.startswith("-")
    grouped_field = term[:1] in _OPENING and re.search(r"\b\w+:", term) is not None
    plain = not _FIELD.match(term) and term not in _JOINING and not negative
    return (subject and not negative) or (plain and not grouped_field)


def _who(text: str) -> str:
    return one_line(text.strip('(){}"').replace(" OR ", " or "))
