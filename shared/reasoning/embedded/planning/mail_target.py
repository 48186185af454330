"""Which mail an order is about: one pointed at, or one described, to be looked for first."""

import re
from datetime import date
from typing import NamedTuple

from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest
from shared.reasoning.embedded.mail_request import (
    DEFAULT_LIMIT,
    MAIL,
    MAX_LIMIT,
    Party,
    parse_mail_search,
)
from shared.reasoning.embedded.people_said import NAME
from shared.reasoning.embedded.planning.mail_people import Unknown, first_name, name_in
from shared.reasoning.embedded.planning.mail_search import search_steps, steps_for
from shared.reasoning.embedded.planning.steps import counted_by, mail_of, mails_of
from shared.reasoning.embedded.pointing import (
    MAIL_KINDS,
    known_references,
    person_meant,
    place_named,
    pointed_reference,
    pointed_references,
    points,
)
from shared.reasoning.embedded.words import fold

WHICH = (
    "I can't tell which email you mean. Say for example “{verb} the second one” after I have "
    "listed some, or “{verb} Sarah's last email”."
)
_DESCRIBED = re.compile(
    rf"\b(?:from|about|by|regarding|concerning|to|with|in|older|sent)\b|'s (?:\w+ ){{0,3}}{MAIL}\b"
    rf"|'s (?:\w+ ){{0,2}}(?:one|newsletter|note)s?\b|newsletters?\b|\bunread\b|\bnotifications?\b",
    re.IGNORECASE,
)
_THEIRS = re.compile(
    rf"(?<!\bit)(?<!that)'s (?:\w+ ){{0,2}}(?:{MAIL}|one|note|reply)\b"
    rf"|\b(?:last|latest|newest|most recent) (?:{MAIL}|one) (?:from|by|about|to)\b",
    re.IGNORECASE,
)
_WHATEVER = re.compile(
    r"\b(?:everything|anything|all (?:of )?the (?:ones|stuff|things|mails?|e-?mails?)|the ones|ones"
    r"|stuff|all that)\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?P<adjective>unread|last|latest|newest|other)? ?one\b", re.IGNORECASE)
_PLURAL = re.compile(
    r"\b(?:e-?mails|mails|messages|newsletters|threads|notifications|all|everything|every|anything"
    r"|any|ones)\b",
    re.IGNORECASE,
)
_BARE = re.compile(rf"(?:to )?(?P<name>{NAME}|[a-z][\w-]*)(?:'s)?", re.IGNORECASE)
_LABEL_SAID = re.compile(r' \("[^"]*"\)$')


class Target(NamedTuple):
    """The mail meant: its id or a reference to it, what finds it, and who it is from if known.

    `whole`: all that is found is meant, not so many of it.
    """

    steps: tuple[PlannedStep, ...]
    ids: tuple[str, ...]
    who: str = ""
    name: str = ""
    whole: bool = False

    def argument(self) -> Json:
        """Return the ids as an argument; all that a search finds are a single reference."""
        every = len(self.ids) == 1 and ".*." in self.ids[0]
        return self.ids[0] if every else list(self.ids)

    def counted(self) -> dict[str, Json]:
        """Return the arguments that say how many match, where all of them are meant."""
        found = len(self.steps)
        return counted_by(found) if self.whole else {}


def one_mail(text: str, request: PlanRequest) -> Target | None:
    """Return the one mail a text means; None when it does not tell."""
    known = known_references(request, MAIL_KINDS)
    pointed = re.sub(r"\b(?:him|her|them|his)\b", " ", _LABEL_SAID.sub("", text))
    if not _describes(pointed):
        found = pointed_reference(pointed, known, MAIL_KINDS)
        found = found or pointed_reference(text, known, MAIL_KINDS)
        if found:
            return Target((), (found.id,), found.who, name_in(found.who))
        if points(pointed) and not _BARE.fullmatch(text):
            return None
    return _from_whom(text, request) or _described(text, request, several=False)


def some_mail(text: str, request: PlanRequest, scope: str = "") -> Target | None:
    """Return the mail, one or several, that a text means; None when it does not tell.

    `scope` are search terms that hold besides what is said.
    """
    if not _describes(text):
        known = known_references(request, MAIL_KINDS)
        if found := pointed_references(text, known, MAIL_KINDS):
            return Target((), tuple(dict.fromkeys(one.id for one in found)))
        if points(text) or _WHATEVER.fullmatch(text.strip()):
            return None
    several = _PLURAL.search(text) is not None
    return _described(text, request, several=several, scope=scope)


def _describes(text: str) -> bool:
    """Whether a text says which mail by itself rather than pointing at some."""
    unquoted = re.sub(r'"[^"]*"', "", text)
    if _THEIRS.search(unquoted):
        return True
    return _DESCRIBED.search(unquoted) is not None and place_named(unquoted, MAX_LIMIT) is None


def _from_whom(text: str, request: PlanRequest) -> Target | None:
    """Return the newest mail of someone only named: one talked about, or else looked for."""
    bare = _BARE.fullmatch(text.strip(" .,"))
    if bare is None:
        return None
    name = bare["name"]
    who = person_meant(name, request)
    known = known_references(request, MAIL_KINDS)
    theirs = [one for one in known if one.who and (one.who == who or _is(name, one.who))]
    theirs = [one for one in theirs if one.ordinal == 0] or theirs
    if len({one.id for one in theirs}) == 1:
        return Target((), (theirs[0].id,), theirs[0].who, name_in(theirs[0].who) or name)
    if who:
        party = Party("", who)
    elif name.casefold() in {"him", "her", "them", "it", "that", "this"}:
        return None
    else:
        party = Party(name)
    steps = search_steps(party, "from", (), 1, request)
    return Target(steps, (mail_of(len(steps)),), who, name_in(who) if who else first_name(name))


def _is(name: str, address: str) -> bool:
    """Whether an address is plainly of someone of that name."""
    said = fold(name).split()
    parts = re.split(r"[._-]", fold(address).partition("@")[0])
    return bool(said) and all(word in parts for word in said)


def _described(text: str, request: PlanRequest, *, several: bool, scope: str = "") -> Target | None:
    whole = _ONE.sub(r"\g<adjective> email", _WHATEVER.sub("emails", text))
    search = parse_mail_search(whole, date.fromisoformat(request.today), request.profile)
    if search.unknown:
        raise Unknown(search.unknown)
    if search.several_senders or not (search.narrows or search.left):
        return None
    limit = MAX_LIMIT if several and search.limit == DEFAULT_LIMIT else search.limit
    steps = steps_for(search, request, scope.split(), limit)
    found = mails_of(len(steps)) if several else mail_of(len(steps))
    whole, sender = several and limit == MAX_LIMIT, search.sender
    if sender is None or sender.kind != "person":
        return Target(steps, (found,), whole=whole)
    return Target(steps, (found,), sender.address, first_name(sender.name), whole)
