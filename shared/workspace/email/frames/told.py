"""Mails that are told of by what they say, or by what whoever wrote them is or does."""

import re
from collections.abc import Sequence

from shared.decisions.picking import describing
from shared.understanding.described import telling, without_own_reasons
from shared.understanding.folding import content_words, fold
from shared.understanding.marking import Span, meets
from shared.understanding.names import known_word
from shared.understanding.parties import named
from shared.understanding.pointing import CONTACT_KINDS, person_meant
from shared.understanding.recipients import GETS
from shared.understanding.said import WHO, Said
from shared.understanding.steps import FIND
from shared.understanding.tasks import CHANGING
from shared.understanding.work import Work
from shared.workspace.email.frames.people import PRONOUN
from shared.workspace.email.frames.search import relation

TELLS = 2
"""So many words said apart from an order tell which mail it is, where nothing else does."""
_AT_LENGTH = 3
"""With so many words besides it is told what a mail says, rather than named what it is about."""
_SAYS = re.compile(
    r"\b(?:says?|said|ask(?:s|ed|ing)?|want(?:s|ed|ing)|need(?:s|ed|ing)|tells?|told|writes?|wrote"
    r"|invit(?:es?|ed)|offer(?:s|ed)|would|will)\b"
)
"""How it is told what somebody says in a mail."""
_CLAUSE = re.compile(r"[.!?;:,]+\s+(?=\w)")


def found_by_meaning(work: Work, about: str, terms: str) -> str:
    """Look for the one mail that is told of, by what that means over all that the mails say.

    Return the reference to it.
    """
    found = work.add(FIND, "Find it", about=about, only="email", terms=terms, one=True)
    work.seek(found, about)
    return f"{{{found}.found.0.id}}"


def description(work: Work, least: int = TELLS + 1) -> str:
    """Return the clauses, but for the order's, that tell of a mail; "" where they say too little.

    `least` is how many words a single clause has to say, of which its verb may be one. Where
    something was said before, it takes more: what points may point at that. Where the order itself
    names what it is from or about, the clauses that do tell it.
    """
    said = work.said
    names, told = _names_in(said), fold(said.describing)
    plain = without_own_reasons(told)
    named = all(one in plain for one in names if one in told)  # "I can't read what Ann wrote"
    clauses = _CLAUSE.split(plain if named else told)
    which = fold(said.one("which"))
    points = re.compile(rf"\b{re.escape(which)}\b")
    order = next((one for one in clauses if which and points.search(one)), clauses[-1])
    own = [one for one in clauses if any(name in one for name in names)]
    if order in own and len(_telling(", ".join(own))) >= TELLS:
        return ", ".join(own).strip()
    others = ", ".join(one for one in clauses if one != order)
    more = TELLS if work.request.context.exchanges else 0
    if len(_telling(others)) >= TELLS + more:
        return others.strip()
    return ", ".join(clauses).strip() if len(_telling(" ".join(clauses))) >= least + more else ""


def _names_in(said: Said) -> list[str]:
    """Return what a command says a mail is from or about; what else it says may be why."""
    named = (one.text for one in said.spans if one.kind in {*WHO, "topic"})
    return [one for one in map(fold, named) if not PRONOUN.fullmatch(one)]


def _telling(text: str) -> list[str]:
    return telling(" ".join(describing(text)))


def is_told(work: Work, span: Span) -> bool:
    """Whether whoever a span speaks of is named nowhere, but told by what they are or do."""
    if PRONOUN.fullmatch(fold(span.text)):
        return not person_meant(fold(span.text), work.request) and not work.known(CONTACT_KINDS)
    linked = any(meets(one, span) for one in work.request.links)
    told = named(span.text).role or span.kind == "organisation"
    plain = span.text.islower() and all(map(known_word, content_words(span.text)))
    return told and plain and not linked and not relation(span.text)


def named_writers(spans: Sequence[Span]) -> list[Span]:
    """Return who is named, and no pronoun, whose mails they may be."""
    return [one for one in spans if one.kind == "person" and not PRONOUN.fullmatch(fold(one.text))]


def at_length(work: Work) -> bool:
    """Whether a mail that something is done to is told of in many words besides those marked."""
    marked = {word for one in work.said.spans for word in content_words(one.text)}
    told = [one for one in besides(work) if one not in marked]
    says = _SAYS.search(work.said.rest) and "\n" not in work.said.text
    # a mail that is only read may as well be the wrong one of two
    return bool(says) and work.said.task in CHANGING and len(told) >= _AT_LENGTH


def besides(work: Work) -> list[str]:
    """Return the words, whoever is named, that may tell of a mail."""
    people = set(content_words(" ".join(work.said.all("person", "organisation"))))
    told = _telling(without_own_reasons(fold(work.said.describing)))
    return [one for one in told if one not in people]


def telling_words(work: Work, described: Sequence[Span]) -> str:
    """Return the words that tell which mail it is, without its writer, their firm, and who gets it.

    That is what other mails of theirs may be called.
    """
    writers = named_writers(described)
    firms = [one for one in work.said.spans if one.kind == "organisation"]
    words = work.said.describing
    for one in (*writers, *firms) if len(writers) == 1 else ():
        words = words.replace(one.text, "", 1)
    return without_others(work, words, described)


def without_others(work: Work, words: str, described: Sequence[Span]) -> str:
    """Return the words that tell a mail, without who only gets it."""
    others = (*WHO, *GETS)
    gets = "|".join(re.escape(o.text) for o in work.said.held(*others) if o not in described)
    return re.sub(rf"\b(?:{gets})\b", "", words, flags=re.IGNORECASE) if gets else words
