"""Finding what a person has in what they say: a wrong link misleads, so what is unclear is none."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from shared.english.away import by_date, dated
from shared.english.expressions import expressions
from shared.models.reasoning import IntentRequest, PlanRequest
from shared.models.world import Link, Thing, ThingKind
from shared.understanding.folding import word_set
from shared.understanding.names import (
    Name,
    Text,
    Token,
    initials_of,
    known_word,
    lexicon,
    names_for,
)

_ACRONYMS = word_set(
    """
    ab ac act ad add ah ai all am any api app asap ask aws bad ban bar bcc bi btw bug bus buy car
    cc ccs ceo cfo cio cmo coo cpa cpu crm css csv cto cut cv da day dc de dm dms dnd do dr due
    end eod eow erp esp est et eta etc eu faq fee fix for fr fw fwd fy fyi gap gdp get gmt gps
    gpu has hey hi hot how hq hr id ids ii iii imo ip ir is it its iv jan job jr json key kpi kr
    la law let lol lot low ltd man may md me meh mix mr mrs ms my nb nda new nil no not now np
    nvm ny of off oh ok oks old on one ooo or ot our out own pa pay pc pdf per ph pi pin pls pm
    po por pos pr ps pst pt pto put qa qr ram raw rd re red rfp rfq rip roi rsvp run sa sap sat
    say sd see set sf she sir six sla sms so sos sow sql sr ss st sun tax tba tbc tbd tbh ten th
    the thx ti tip tl to toc top try tv two ui uk un up url us usa usb use utc ux vat vc vip vp
    vpn was way we web wed wfh who why win wip xl xls yes yet you zip
    """
)
"""Capital letters that stand for something else than somebody."""
_LONGEST = 4000
_MOST = 20
"""So many things of one name are enough to see that it says too little."""
_SLIPPED = 5
"""Letters from which a word with one slip is still that word."""
_IN_FULL: Mapping[str, str] = {"bday": "birthday", "appt": "appointment", "mtg": "meeting"}
"""Words of names as they are typed shortly."""
_NUMBERED = re.compile(r"-\d+(?!\w)")
"""What makes the words before it the name of something else: the ticket "JOHN-88"."""
_RANK: Mapping[ThingKind, int] = {
    "person": 0,
    "file": 1,
    "channel": 2,
    "page": 3,
    "event": 4,
    "label": 5,
    "tab": 6,
    "organisation": 7,
}
"""What is meant where a name is that of two kinds and nothing tells which."""


def things_in(request: IntentRequest | PlanRequest) -> tuple[Thing, ...]:
    """Return what a message, and what it goes on from, is known to name."""
    linked = (thing for link in request.links for thing in link.things)
    return tuple(dict.fromkeys((*linked, *request.mentioned)))


@dataclass(frozen=True)
class _Found:
    """A link to be, and what speaks against it where others want its words."""

    link: Link
    sureness: int

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Where it stands among those found: the longest first, then the surest."""
        link = self.link
        return link.start - link.end, -self.sureness, _RANK[link.kind], link.start


class World:
    """What a person has, by the words that name it. Safe to share between threads."""

    def __init__(self, things: Iterable[Thing] = ()) -> None:
        self._things: dict[Name, dict[Thing, None]] = {}
        self._exact: dict[str, dict[Thing, None]] = {}
        self._initials: dict[str, dict[Thing, None]] = {}
        for thing in things:
            self._add(thing)
        self._names: dict[str, list[Name]] = {}
        for name in self._things:
            self._names.setdefault(name.keys[0], []).append(name)
        self._channels: dict[str, list[Name]] = {}
        for name in self._things:
            if name.kind == "channel" and name.by != "part":
                self._channels.setdefault(name.keys[0], []).append(name)
        self._words = frozenset(key for name in self._things for key in name.keys)
        alone = {one.keys[0] for one in self._things if len(one.keys) == 1}
        self._begin = self._names.keys() - alone
        """Words that names begin with, and none is by itself."""
        self._firsts = frozenset(one.keys[0] for one in self._things if one.by == "first")
        self._long = [key for key in self._words if len(key) >= _SLIPPED and key.isalpha()]

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self._things or self._exact)

    @property
    def words(self) -> frozenset[str]:
        """The words of all names, as they are compared."""
        return self._words

    def links(self, text: str) -> tuple[Link, ...]:
        """Return the words of a text that name something, in order; links never overlap."""
        if not self:
            return ()
        said = Text(text[:_LONGEST], self._mended)
        named = [*self._exactly(said), *self._by_initials(said), *self._by_name(said)]
        found = [one for one in named if not _NUMBERED.match(text, one.link.end)]
        taken: list[Link] = []
        for one in sorted(found, key=lambda each: each.place):
            link = one.link
            if all(link.end <= other.start or other.end <= link.start for other in taken):
                taken.append(link)
        return tuple(sorted(taken, key=lambda link: link.start))

    def channels(self, text: str) -> tuple[Link, ...]:
        """Return the words of a text that are a channel's name, be they any other words as well."""
        if not self._channels:
            return ()
        said = Text(text[:_LONGEST], self._mended)
        return tuple(
            _found(token, said.tokens[last], self._things[name], 0).link
            for at, token in enumerate(said.tokens)
            for name in self._channels.get(token.key, ())
            if (last := said.end_of(name, at)) is not None
        )

    def dated(self, text: str) -> str:
        """Return a text with the date of each day in it that is told by the name of an event.

        "That Wednesday" behind it is its day, too, where no other day is said.
        """
        for link in reversed(self.links(text)):
            days = {one.day for one in link.things}
            if link.kind == "event" and len(days) == 1 and (told := days.pop()):
                day, once = date.fromisoformat(told), not any(one.within for one in link.things)
                behind = f"{text[: link.end]}{by_date(text[link.end :], day)}"
                said = [one for one in expressions(behind) if "day" in one.says]
                text = behind if once and len(said) == 1 else text
                text = dated(text, link.start, link.end, day)
        return text

    def _add(self, thing: Thing) -> None:
        for name in names_for(thing):
            self._things.setdefault(name, {})[thing] = None
        if thing.kind == "channel":
            self._exact.setdefault(f"#{thing.name.removeprefix('#').casefold()}", {})[thing] = None
        if thing.address:
            self._exact.setdefault(thing.address.casefold(), {})[thing] = None
        for letters in initials_of(thing.name) if thing.kind == "person" else ():
            self._initials.setdefault(letters, {})[thing] = None

    def _mended(self, key: str) -> str:
        """Return the word of a name that a word is one slip away from, or the word itself."""
        key = _IN_FULL.get(key, key)
        if key in self._words or not key.isalpha():
            return key
        if key[-1] == "s" and key[:-1] in self._begin:  # "mums birthday"
            return key[:-1]
        if key[-3:] == "ies" and f"{key[:-3]}y" in self._words:  # "the Product Weeklies"
            return f"{key[:-3]}y"
        if key[-1] == "s" and key[:-1] in self._firsts and key not in lexicon().ranks:
            return key[:-1]
        if len(key) < _SLIPPED or not self._long:
            return key
        if known_word(key) and key[:-1] not in self._words:  # "sarahs" is no plural here
            return key
        from rapidfuzz import process  # noqa: PLC0415 - 30 ms to import, paid on first use
        from rapidfuzz.distance import OSA  # noqa: PLC0415

        found = process.extract(key, self._long, scorer=OSA.distance, score_cutoff=1, limit=None)
        near = [str(one) for one, _, _ in found]
        # hardly anybody mistypes the first letter alone: Darla is not Carla
        meant = [one for one in near if key[0] == one[0] or key[:2] == one[1::-1]]
        return meant[0] if len(meant) == 1 else key

    def _exactly(self, said: Text) -> Iterator[_Found]:
        for token in said.tokens:
            if things := self._exact.get(token.key):
                yield _found(token, token, things, 2)

    def _by_initials(self, said: Text) -> Iterator[_Found]:
        for token in said.tokens if said.cased else ():
            key = token.raw.lower()
            things = self._initials.get(key, {})
            shown = token.raw.isupper() and len(key) > 1 and key not in _ACRONYMS
            if shown and len(things) == 1:
                yield _found(token, token, things, 0)

    def _by_name(self, said: Text) -> Iterator[_Found]:
        for at, token in enumerate(said.tokens):
            for name in self._names.get(token.key, ()):
                last = said.end_of(name, at)
                if last is None or not (sureness := said.sureness(name, at, last)):
                    continue
                yield _found(token, said.tokens[last], self._things[name], sureness)


def _found(first: Token, last: Token, things: Iterable[Thing], sureness: int) -> _Found:
    some = tuple(things)[:_MOST]
    return _Found(Link(kind=some[0].kind, start=first.start, end=last.end, things=some), sureness)
