"""How well a search text names a person or a company."""

from collections.abc import Iterable
from enum import IntEnum

from rapidfuzz.distance import OSA

from shared.connectors.folding import fold, singular, words
from shared.workspace.contacts.port import Contact

_SHORTEST_TYPO = 3
_SMALL = frozenset({"and", "for", "of", "the"})
_LEGAL_FORMS = frozenset({"ag", "co", "corp", "corporation", "gmbh", "inc", "llc", "ltd", "sa"})


class Closeness(IntEnum):
    """From the best match to the worst."""

    WHOLE = 0
    """The full name or the address."""
    FIRST_NAME = 1
    WORD = 2
    POSSESSIVE = 3
    """The word without the s of a possessive that is typed without its apostrophe."""
    PREFIX = 4
    TYPO = 5
    ROLE = 6
    """What they do ("our legal counsel", "Sarah from finance", "the CTO")."""


def closeness(text: str, organization: str, contact: Contact) -> Closeness | None:
    """Return how well texts name a contact and where they work, or None where one does not.

    An empty text names everybody. What somebody does counts in place of a name or a company.
    """
    role = role_closeness
    named = person_closeness(text, contact.name, contact.email)
    named = role(text, contact.title) if named is None else named
    employed = company_closeness(organization, contact.company, contact.email)
    employed = role(organization, contact.title) if employed is None else employed
    return None if named is None or employed is None else max(named, employed)


def role_closeness(text: str, title: str) -> Closeness | None:
    """Return whether the text says what someone does, by words of the title or its initials."""
    wanted, known = words(text), words(title)
    initials = "".join(word[0] for word in known if word not in _SMALL)
    plain = {singular(word) for word in known}
    fits = all(singular(word) in plain for word in wanted) or "".join(wanted) == initials
    return Closeness.ROLE if wanted and len(known) > 1 and fits else None


def person_closeness(text: str, name: str, email: str) -> Closeness | None:
    """Return how well the text names this person, or None when it does not."""
    wanted, named = words(text), words(name)
    if not wanted:
        return Closeness.WHOLE
    if wanted == named or fold(text).strip() == fold(email):
        return Closeness.WHOLE
    if wanted == named[:1]:
        return Closeness.FIRST_NAME
    local, _, domain = email.partition("@")
    return _worst(wanted, (*named, *words(local)), whole_only=words(domain))


def company_closeness(text: str, company: str, email: str) -> Closeness | None:
    """Return how well the text names the company someone works for, or None when it does not."""
    wanted = words(text)
    wanted = tuple(word for word in wanted if word not in _LEGAL_FORMS) or wanted
    if not wanted:
        return Closeness.WHOLE
    return _worst(wanted, (*words(company), *words(email.partition("@")[2])))


def _worst(
    wanted: Iterable[str], known: tuple[str, ...], whole_only: tuple[str, ...] = ()
) -> Closeness | None:
    """Return the closeness of the word that fits least; every word must fit."""
    worst = Closeness.WHOLE
    for word in wanted:
        found = Closeness.WORD if word in whole_only else _closest(word, known)
        if found is None:
            return None
        worst = max(worst, found)
    return worst


def _closest(word: str, known: tuple[str, ...]) -> Closeness | None:
    if word in known:
        return Closeness.WORD
    if word.endswith("s") and word[:-1] in known:
        return Closeness.POSSESSIVE
    if any(other.startswith(word) for other in known):
        return Closeness.PREFIX
    return Closeness.TYPO if any(one_slip(word, other) for other in known) else None


def one_slip(word: str, other: str) -> bool:
    """Tell whether one letter added, left out, changed or swapped makes one word the other."""
    short, long = sorted((len(word), len(other)))
    return short >= _SHORTEST_TYPO < long and OSA.distance(word, other) <= 1
