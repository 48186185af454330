"""Who comes to a meeting, or whose time is asked about: from spans to lookups and addresses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.parties import one_more
from shared.understanding.people import first_name
from shared.understanding.people_said import ADDRESS
from shared.understanding.said import Said
from shared.understanding.steps import CONTACTS, address_of, addresses_of
from shared.understanding.work import Asked, Work
from shared.words import either

MOST_LOOKUPS = 8
"""People looked up by name for one command; the rest of its ten calls is for the calendar."""

_CUT = re.compile(r"\s*(?:,\s*and\s+|,|;|\s+and\s+|\s+n\s+|\s*&\s*|\s+plus\s+)\s*", re.IGNORECASE)
_NOBODY = re.compile(
    r"(?:just |only )?(?:the|a|an|my|our|me|myself|i|us|we|ourselves|you|nobody|no one)?"
)
_PRONOUN = re.compile(r"him|her|them|he|she|they")
_THEY = re.compile(r"them|(?:the |all )?(?:both|two|three|four|all) of(?: them| those)?")
_GROUP = re.compile(
    r"(?:(?:all|every one|both|the rest|rest|most|some|any|each) of )?"
    r"(?:(?:the|my|our|his|her|their|whole|entire|full|all|every|both|us|new) )*(?:[\w-]+ ){0,2}"
    r"(?:teams?|crews?|squad|groups?|department|dept|board|committee|staff|section|leadership"
    r"|management|people|folks|others|guys|ones|attendees|participants|clients?|customers?"
    r"|colleagues?|reports|directs|vendors?|suppliers?|partners?|leads|neighbours)"
    r"|everyone|every1|everybody|all|anyone|anybody|someone|somebody|us all|all of us|you all"
    r"|we all|us (?:four|three|two)|the (?:three|four|five) of (?:us|them)"
)
_ALL_AT = re.compile(
    r"\b(?:everyone|everybody|every1|anyone|anybody|people|all|folks|team|guys|whole of)"
    r"(?: (?:at|from|in|of))?(?: the)?\s*$",
    re.IGNORECASE,
)
_TEAM = re.compile(r"\s*(?:people|team|folks|guys|crew|staff)\b", re.IGNORECASE)
_FROM = re.compile(r",?\s*(?:from|of|at|\()\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Guests:
    """The addresses of people, or references to what is looked up; and what they are called."""

    addresses: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def spoken(self) -> str:
        """Return the people for a title: "Sarah and Tom"."""
        return either(self.names)


def guests(work: Work, spans: Sequence[Span]) -> Guests:
    """Look up whom spans name, but for oneself. Raises Asked."""
    addresses: list[str] = []
    names: list[str] = []
    before = work.count
    done: set[Span] = set()
    spans = [one for span in spans for one in _meant(work, span)]
    named = [o for o in spans if o.kind == "person" and not _PRONOUN.fullmatch(fold(o.text))]
    for at, span in enumerate(spans):
        taken_up = named and _PRONOUN.fullmatch(fold(span.text))
        if span in done or (taken_up and not one_more(span, named, work.said.text)):
            continue  # a pronoun stands for somebody named before it
        after = spans[at + 1] if at + 1 < len(spans) else None
        if span.kind == "organisation":
            addresses.append(_company(work, span))
            names.append(_plain(span.text))
            continue
        if after and after.kind == "organisation" and _from(work.said, span, after):
            if _GROUP.fullmatch(fold(span.text)):
                continue  # "everyone at Acme": the company's turn is next
            done.add(after)
        for name in _CUT.split(_plain(span.text)):
            company = _plain(after.text) if after in done and after else ""
            found = _person(work, name, company)
            addresses += found.addresses
            names += found.names
    if work.count - before > MOST_LOOKUPS:
        raise Asked(
            f"I can look up {MOST_LOOKUPS} people by name at a time. Give me the addresses of the "
            "others, for example “with anna@example.com”.",
            "person",
        )
    return Guests(tuple(dict.fromkeys(addresses)), tuple(dict.fromkeys(names)))


def _meant(work: Work, span: Span) -> list[Span]:
    """Return the people of the command before where a span stands for all of them."""
    before = [one for one in work.said.carried if one.kind == "person"]
    they = span.kind == "person" and _THEY.fullmatch(fold(span.text))
    return before if they and len(before) > 1 else [span]


def _person(work: Work, name: str, company: str) -> Guests:
    """Look up one person; nobody for oneself."""
    said = fold(name).strip(" .")
    if _NOBODY.fullmatch(said):
        return Guests()
    if re.fullmatch(r"(?:(?:all )?(?:my|our|the) )?vips?", said):
        if not (vips := work.profile.preferred.vips):
            raise Asked("You have not told me yet who your VIPs are. Name the people.", "person")
        return Guests(tuple(vips), ("VIPs",))
    if company:
        lookup = work.add(CONTACTS, f"Find the address of {name}", name=name, organization=company)
        return Guests((address_of(lookup),), (_shown(name),))
    if _GROUP.fullmatch(said) and not re.match(r"(?:the |our )?[A-Z][\w-]+ \w", name):
        raise Asked(
            f"I don't know who “{name}” is. Say their names or addresses, for example “with Sarah "
            "and Tom” or “with everyone at Acme”.",
            "person",
        )
    found = work.people([name])
    shown = (
        "" if _PRONOUN.fullmatch(fold(name)) else _shown(re.sub(rf" ?[<(]{ADDRESS}[>)]", "", name))
    )
    return Guests(found.addresses, (shown,) if shown else tuple(map(first_name, found.names)))


def _company(work: Work, span: Span) -> str:
    """Look up who is at a company: all of them where that is said, or else one."""
    said = work.said
    name = re.sub(r"^(?:the|our) ", "", _plain(span.text), flags=re.IGNORECASE)
    lookup = work.add(CONTACTS, f"Find who is at {name}", organization=name)
    own = span in said.spans
    every = own and (_ALL_AT.search(said.text[: span.start]) or _TEAM.match(said.text[span.end :]))
    return addresses_of(lookup) if every else address_of(lookup)


def _from(said: Said, person: Span, company: Span) -> bool:
    """Whether a person is said to be from a company."""
    own = {person, company} <= set(said.spans)
    return own and _FROM.fullmatch(said.text[person.end : company.start]) is not None


def _plain(name: str) -> str:
    return re.sub(r"'s?$", "", name.strip(" .,;:!?\"'“”"))


def _shown(name: str) -> str:
    name = re.sub(r"^(?:my|our|the) ", "", name)
    return name.title() if name.islower() and len(name) > 1 and "@" not in name else name
