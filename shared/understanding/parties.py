"""Who a command is about, as it names them: a name, what they are to one, or a pronoun."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.language.lexicon import read_given_names
from shared.understanding.folding import fold
from shared.understanding.given_names import ONE
from shared.understanding.marking import Span
from shared.understanding.people_said import CIVIL

_PRONOUN = re.compile(rf"(?:him|her|his|hers|them|their|theirs|they|he|she)(?:self|selves)?|{ONE}")
_ARTICLE = re.compile(r"^(?:the|my|our|a|an|that|this) (?=\S)", re.IGNORECASE)
TITLE = re.compile(rf"^(?:{CIVIL})\.? (?=\S)", re.IGNORECASE)
"""How somebody is addressed, which is no part of what they are called."""
_CALLED = re.compile(
    r"[a-z][a-z -]*(?<! at)(?<! of)(?<! for)(?<! from)(?<! with) (?P<name>[A-Z].*)"
)
"""What they are to one, before the name: "my colleague Tomasz"."""
_BY_TRADE = re.compile(r"(?P<name>[A-Z][\w-]+(?: [A-Z][\w-]+)*),? (?:the|our|my) [a-z][\w -]*")
"""What they do, behind the name: "Claire the translator"."""
_EMPLOYED = re.compile(r"(?P<name>\S.*?),? (?:(?:from|at) |(?:of|with) (?=[A-Z]))(?P<employer>.+)")
_AND = re.compile(
    r"\s*(?:,|&|(?:,\s*)?(?:and(?: also)?|n|plus|as well as))\s*(?:(?:to|with|for|from) )?",
    re.IGNORECASE,
)
"""What stands between two people in a list of them."""
_PARTICLES = frozenset({"de", "van", "von", "der", "den", "da", "di", "le", "la", "zu", "y", "al"})


class Party(NamedTuple):
    """Somebody; `full` is the name with its title, `role` that there is no name at all."""

    name: str
    full: str = ""
    employer: str = ""
    pronoun: bool = False
    role: bool = False


def named(text: str) -> Party:
    """Return whom a text names: "our Dr Ann Lee's" is Ann Lee, "Ann from Acme" works there."""
    said = re.sub(r"['\u2019]s?$", "", text.strip(' .,;:"“”'))
    if said.islower() and said not in (names := read_given_names()) and said[-1] == "s":
        said = said[:-1] if said[:-1] in names else said  # "jacks mobile"
    if _PRONOUN.fullmatch(fold(said)):
        return Party(said, pronoun=True)
    full = bare(said)
    if full != said and (called := _CALLED.fullmatch(full)):
        full = called["name"]
    if trade := _BY_TRADE.fullmatch(full):
        full = trade["name"]
    employer = ""
    if employed := _EMPLOYED.fullmatch(full):
        full, employer = employed["name"], bare(employed["employer"])
    role = full != said and full == full.casefold()
    return Party(TITLE.sub("", full), full, employer, role=role)


def one_more(span: Span, others: Sequence[Span], text: str) -> bool:
    """Whether a pronoun is one more person beside those named, not one of them.

    "With him and Kenji" are two; in "tell Kenji I'll call him" it is Kenji. `text` is what the
    spans are of.
    """
    if text[span.start : span.end] != span.text:
        return False
    gaps = (
        text[min(span.end, one.end) : max(span.start, one.start)]
        for one in others
        if one is not span and text[one.start : one.end] == one.text
    )
    return any(_AND.fullmatch(gap) for gap in gaps)


def by_name(parties: Sequence[Span], text: str) -> list[Span]:
    """Return some people without those told by what they are alone, beside whoever is named.

    What "Elena wrote to the managers" is hers; in a list with her they are as many more. `text` is
    what the spans are of.
    """
    others = [one for one in parties if one.text[:1].isupper()]
    return [
        one
        for one in parties
        if one in others or not (others and _told_alone(one, text)) or one_more(one, others, text)
    ]


def _told_alone(span: Span, text: str) -> bool:
    """Whether no name is said, but what somebody is: "the managers", "suppliers"."""
    plain = span.text == span.text.casefold() and "@" not in span.text
    led = re.search(r"\b[a-z]+ $", text[: span.start])
    several = re.search(r"[^s'\u2019]s$", span.text) is not None
    return plain and (several or named(f"{led[0] if led else ''}{span.text}").role)


def written_name(typed: str) -> str:
    """Return a name as it is written, where somebody typed it without capitals."""
    if typed != typed.casefold() or "@" in typed:
        return typed
    return " ".join(
        word if word in _PARTICLES else "-".join(part[:1].upper() + part[1:] for part in parts)
        for word in typed.split()
        if (parts := word.split("-"))
    )


def bare(text: str) -> str:
    """Return a name without its article: "the bank" is "bank"."""
    return _ARTICLE.sub("", text.strip(" '\u2019"))
