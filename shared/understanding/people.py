"""Whom a mail goes to: addresses as they are, people and companies by looking them up."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest
from shared.understanding.folding import fold
from shared.understanding.names import initials_of
from shared.understanding.people_said import ADDRESS, CIVIL
from shared.understanding.pointing import CONTACT_KINDS, known_references, person_meant
from shared.understanding.steps import CONTACTS, address_of, addresses_of, step

_WRITTEN = re.compile(rf"(?:(?P<name>[^<(@,;]*?)\s*)?[<(]?(?P<address>{ADDRESS})[>)]?\.?")
_AT = re.compile(
    r"(?:all (?:of )?)?(?:the |our |my )?(?:people|everyone|everybody|folks|team|anyone|contacts"
    r"|guys|staff|all) (?:at|from|in|of) (?:the )?(?P<name>.+)",
    re.IGNORECASE,
)
_OF = re.compile(
    r"(?:the |our )?(?P<name>.+?) (?:people|team|folks|guys|crew|staff|office)", re.IGNORECASE
)
_FROM = re.compile(
    r"(?P<name>\S+(?: \S+)??) (?:over )?(?:at|from|in|of) (?:the |our )?(?P<where>.+)"
)
"""Somebody of a company, or of what they work on."""
_WORKS = re.compile(r" (?:over )?(?:at|from|of) ", re.IGNORECASE)
_TITLE = re.compile(rf"(?:{CIVIL})\.? ", re.IGNORECASE)
_VAGUE = re.compile(
    r"(?:all |every )?(?:(?:of )?(?:my|our|the) )?(?:team|group|staff|everyone|everybody|all|people"
    r"|company|office|board|clients?|customers?|vendors?|suppliers?|partners?|colleagues?"
    r"|co-?workers?|contacts?|members?|someone|somebody|anyone|boss|manager|wife|husband)",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"(?:all |each |every one )?(?:of )?(?:them|those|these)(?: all)?|(?:all )?(?:the )?"
    r"(?P<many>both|two|three|four|five)(?: of (?:them|those|these)| people)?|all",
    re.IGNORECASE,
)
"""Everybody who was just listed."""
_MANY = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_CUT = re.compile(r"\s*(?:,\s*and\s+|,|;|\s+and\s+|\s*&\s*)\s*", re.IGNORECASE)


class Unknown(Exception):
    """It cannot be told who is meant; the message says what would help."""


class People(NamedTuple):
    """Lookups to make first, the addresses (or references to what they find), and first names."""

    lookups: tuple[PlannedStep, ...] = ()
    addresses: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def argument(self) -> Json:
        """Return the addresses as an argument; all of one company are a single reference."""
        company = len(self.addresses) == 1 and ".*." in self.addresses[0]
        return self.addresses[0] if company else list(self.addresses)


def people(written: Sequence[str] | str, request: PlanRequest, after: int = 0) -> People:
    """Return who the people written are; lookups become steps `after` + 1 on. Raises Unknown."""
    parts = _CUT.split(written) if isinstance(written, str) else written
    found = People()
    for part in parts:
        if name := spelled_out(part.strip(" .,;:\"'"), request):
            found = _and(found, _one(name, request, after + len(found.lookups) + 1))
    return found


def first_name(name: str) -> str:
    """Return how a person is greeted."""
    if _TITLE.match(name):
        return _WORKS.split(name.strip())[0]
    first = name.split(maxsplit=1)[0] if name.split() else ""
    return first[:1].upper() + first[1:]


def name_in(address: str) -> str:
    """Return the first name an address gives away ("sarah.chen@x.org"); empty if it does not."""
    first, dot, last = address.partition("@")[0].partition(".")
    return first.capitalize() if dot and first.isalpha() and len(first) > 1 and last else ""


def _one(name: str, request: PlanRequest, place: int) -> People:
    if found := _WRITTEN.fullmatch(name):
        called = (found["name"] or "").strip(' "')
        first = first_name(called) if called else name_in(found["address"])
        return People((), (found["address"],), (first,) if first else ())
    if re.fullmatch(r"me|myself", name, re.IGNORECASE):
        return _own(request)
    if everyone := _EVERY.fullmatch(name):
        return _listed(name, everyone["many"] or "", request, place)
    if re.fullmatch(r"him|hers?|his|he|she|they|theirs", name, re.IGNORECASE):
        return _pronoun(name, request, place)
    if company := _AT.fullmatch(name) or (_OF.fullmatch(name) if _capital(name) else None):
        lookup = step(CONTACTS, f"Find who is at {company['name']}", organization=company["name"])
        return People((lookup,), (addresses_of(place),))
    bare = re.sub(r"^(?:the|my|our) ", "", name, flags=re.IGNORECASE).removesuffix("'s")
    if _VAGUE.fullmatch(name) or len(bare.split()) > 5:  # noqa: PLR2004 - no name is as long
        raise Unknown(
            f"I can't tell who “{name}” is. Name the people, or their company: for example "
            "“the Acme people”."
        )
    return _named(bare, request, place)


def _named(name: str, request: PlanRequest, place: int) -> People:
    listed = [
        one
        for one in known_references(request, CONTACT_KINDS)
        if one.who and fold(one.label) == fold(name)
    ]
    if len({one.who for one in listed}) == 1:
        return People((), (listed[0].who,), (first_name(name),))
    called = name.islower() and len(name.split()) > 1  # what somebody does is no name to greet by
    greeted = () if called else (first_name(name),)
    return People((lookup(name, request),), (address_of(place),), greeted)


def spelled_out(name: str, request: PlanRequest) -> str:
    """Return the name of the one person linked whose initials these words are; else the words."""
    things = (thing for link in request.links for thing in link.things)
    letters = re.sub(r"['\u2019]s$", "", name)
    known = {one.name for one in things if one.kind == "person"} if letters.isupper() else ()
    called = [one for one in known if letters.lower() in initials_of(one)]
    return called[0] if len(called) == 1 else name


def lookup(name: str, request: PlanRequest) -> PlannedStep:
    """Return the call that finds somebody, of a company where one is named ("Ann at Acme").

    Words that are no name tell nothing of the one person who is called so: "Ann at the printers".
    """
    wanted, where = spelled_out(_TITLE.sub("", name), request), ""
    if found := _FROM.fullmatch(wanted):
        wanted, where = found["name"], found["where"]
        known = [thing for link in request.links for thing in link.things]
        called = [one for one in known if one.kind == "person" and fold(wanted) in fold(one.name)]
        firm = any(one.kind == "organisation" and fold(where) in fold(one.name) for one in known)
        where = (
            "" if len({one.id for one in called}) == 1 and where.islower() and not firm else where
        )
    return step(CONTACTS, f"Find the address of {name}", name=wanted, organization=where)


def _own(request: PlanRequest) -> People:
    own = next((account.email for account in request.profile.accounts if account.email), "")
    if not own:
        raise Unknown(
            "I don't know your own address: say it, for example “send it to me@work.com”."
        )
    return People((), (own,), tuple(request.profile.name.split()[:1]))


def _pronoun(name: str, request: PlanRequest, place: int) -> People:
    if who := person_meant(name, request):
        return _named(who, request, place) if "@" not in who else _addressed(who)
    contacts = {one.label: one for one in known_references(request, CONTACT_KINDS)}
    if len(contacts) == 1:
        return _named(next(iter(contacts)), request, place)
    raise Unknown(f"I can't tell who you mean by “{name}”. Say the name or the address.")


def _addressed(address: str) -> People:
    first = name_in(address)
    return People((), (address,), (first,) if first else ())


def _listed(name: str, many: str, request: PlanRequest, place: int) -> People:
    """Return all the people who were listed, if they are as many as is said; raise Unknown."""
    known = known_references(request, CONTACT_KINDS)
    listed = {one.who: one for one in known if one.ordinal and one.who}
    if not many and len(listed) < 2:  # noqa: PLR2004 - somebody alone
        return _pronoun(name, request, place)
    if not listed or len(listed) != _MANY.get(many.casefold(), len(listed)):
        raise Unknown(f"I can't tell who you mean by “{name}”. Say the names.")
    labels = (first_name(one.label) for one in listed.values())
    return People((), tuple(listed), tuple(labels))


def _capital(name: str) -> bool:
    return re.match(r"(?:the |our )?[A-Z]", name) is not None


def _and(found: People, more: People) -> People:
    return People(
        (*found.lookups, *more.lookups),
        (*found.addresses, *more.addresses),
        (*found.names, *more.names),
    )
