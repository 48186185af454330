"""What of a wish did not end up in the call: whoever agrees to that has to know."""

import json
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from shared.english import read_length, read_when
from shared.english.away import by_date, in_week
from shared.reasoning.embedded.revising.call import Call
from shared.reasoning.embedded.revising.cards import ends
from shared.reasoning.embedded.revising.mentions import is_out, names_in
from shared.reasoning.embedded.revising.values import small, values_in
from shared.understanding.folding import fold, word_set
from shared.understanding.heads import Role
from shared.understanding.marking import Span
from shared.understanding.revision import Marked
from shared.understanding.said import pronoun
from shared.words import stem

_CUT = re.compile(
    r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bSt)[,.;:!?]+\s+(?:(?:and|but|so|plus)\s+)?|\s+[-\u2013\u2014&]\s+|\s+(?:and|but|so|plus)\s+"
    r"|\s+(?=(?:because|since)\b)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]*\"")
_STATED = re.compile(
    r"(?:(?:otherwise|else|oh|well|hm+|ah|no|yes)\s+)*"
    r"(?:(?:it|that)(?:'s| is) (?:\w+ed|been|taken|full|shut|gone|busy|too|going|what)\b"
    r"|(?:because|since|as|if|when|that's (?:when|why|where))\b"
    r"|(?:i|we|he|she|they|you|it(?! is\b|'s\b)|that(?! is\b|'s\b)|there|who|what|which)\b"
    r"(?!'d| (?:starts?|begins?|ends?|finishes|runs|goes|lasts?|takes)\b"
    r"| (?:would|should|must|want|need|prefer|has to|have to|ought|can|may)\b)"
    r"|(?:the|my|our|his|her|their|that|this) (?:\w+ ){1,2}(?:is|are|was|were|has|have|had|will"
    r"|can|does|\w+ed|\w+s)\b(?! to be\b)"
    r"|[\w:.]+ (?:is|are|was|were)\b(?! (?:better|best|good|nicer|easier|to be)\b)"
    r"|(?!it's\b|that's\b)\w+(?:'s|'re|'ve|'ll)\b"
    r"|(?-i:[A-Z])\w+ (?:has|had|will|can|can't|cannot|won't|does|doesn't|\w+ed)\b)",
    re.IGNORECASE,
)
"""How it begins what is so: that is why, and nothing that is wanted."""
_FIELD = re.compile(
    r"(?:the |its |his |her |their )?(?:place|location|venue|title|subject|name|length|duration"
    r"|(?:phone )?number|phone|e?-?mail|address|company|position|status|note)"
    r"(?: (?:is|should be|must be|has to be|ought to be|to)|:)(?: called)? (?=\S)",
    re.IGNORECASE,
)
"""How it is said what a field of the call is to be."""
_AS_IT_IS = re.compile(
    r"\b(?:same|unchanged|stays?|remains?|keep|leave|left|otherwise|rest|nothing|no|not|without"
    r"|only|don't|never|fine|right|correct)\b",
    re.IGNORECASE,
)
"""What is to be as it is, or is not to be, is in no argument."""
_LED = r"(?:(?!not\b)\w+ ){0,3}?"
_SAYS = re.compile(
    rf"{_LED}(?:put|say|write|add|include|mention|tell|ask|thank|let \S+ know|note|append|remind"
    r"|stick|pop|insert|wish|greet)\b",
    re.IGNORECASE,
)
"""How it is ordered that something is said."""
_ORDERS = re.compile(
    rf"{_SAYS.pattern}|{_LED}(?:make|change|set|use|move|shift|push|b?cc|copy|send|forward|call"
    r"|title|name|rename|invite|have|give|take|get|start|begin|end|finish|bring|loop|attach|sign"
    r"|post|ping|book|hold|go|should|must|has to|have to|needs?|better)\b",
    re.IGNORECASE,
)
_BRIEF = 4
"""So few words say no reason."""
_AROUND = word_set(
    """
    put say write add include mention tell ask thank let have note append remind stick pop insert
    wish greet kindly also too well instead rather there here please text subject line sentence word
    bit one more under below notes him her them his know take use make call move change in to at on
    the those these copy cc it mr mrs ms miss mx
    """
)
"""Words of an order that are in no argument."""
_VALUES = frozenset({"address", "phone", "share", "clock", "day", "month", "date", "figure"})
_NAMED = frozenset({"person", "organisation", "place", "channel", "file"})
_MARKED: frozenset[Role] = frozenset({"text", "ask", "who", "copy", "title", "place", "value"})
"""What the network marks that is to be in the call."""
_WORD = re.compile(r"\d+(?:,\d{3})*|[^\W\d_]+(?:'[^\W\d_]+)*")
_HALF_DAY = 12
_ANY_DAY = "2000-01-01"
_SHIFTED = re.compile(r"[+-]PT(?P<minutes>\d+)M")


@dataclass(frozen=True)
class Heard:
    """What the reader and the revision network mark in a wish, and where times only say why."""

    spans: Sequence[Span] = ()
    marks: Sequence[Marked] = ()
    reasons: Sequence[int] = ()


def left_out(wish: str, before: Call, after: Call, heard: Heard) -> tuple[str, ...]:
    """Return the parts of a wish that name something, or order it, which is nowhere in the call.

    What stands in the call already, what only says why and what is not to be is none of it.
    """
    told = _Told(wish, before, after, heard)
    parts = (
        wish[start:end].strip(" .,;:!?") for start, end in _clauses(wish) if told.missed(start, end)
    )
    return tuple(filter(None, parts))


@dataclass(frozen=True)
class _Told:
    """A wish, and the call before and after it was followed."""

    wish: str
    before: Call
    after: Call
    heard: Heard

    def missed(self, start: int, end: int) -> bool:
        """Whether a part of the wish is nowhere in the call."""
        clause = self.wish[start:end].strip()
        if not start and end < len(self.wish) and clause.isalpha() and not values_in(clause):
            return False  # a cry, a yes or a no
        marked = (one for one in self.heard.marks if start <= one.start < end)
        if any(one.role in _MARKED and not self._there(one.text) for one in marked):
            return True
        leads = self.wish[end : end + 1] == ":"  # to what is to be said
        if (set_so := _FIELD.match(clause)) and not _AS_IT_IS.search(clause):
            return not (self._timed(clause) or self._there(clause[set_so.end() :]))
        if leads or _STATED.match(clause) or _AS_IT_IS.search(clause):
            return False
        if (timed := self._timed(clause)) is not None:
            return not timed and not any(start <= at < end for at in self.heard.reasons)
        ordered = _ORDERS.match(clause) or len(clause.split()) <= _BRIEF
        named = [one for one in self._named(start, end) if not is_out(self.wish, *one)]
        if named:
            return bool(ordered) and not all(self._there(self.wish[slice(*one)]) for one in named)
        says = _SAYS.match(clause)
        return says is not None and not self._there(clause[says.end() :])

    def _named(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield where a part of the wish names people, places and values, or quotes."""
        wish = self.wish
        spans = (one for one in self.heard.spans if one.kind in _NAMED and not pronoun(one))
        at = [(one.start, one.end) for one in spans]
        # a capital at the beginning tells nothing
        at += [one for one in names_in(wish) if one[0] > start or " " in wish[slice(*one)]]
        at += [found.span() for found in _QUOTED.finditer(wish)]
        at += [(one.start, one.end) for one in values_in(wish) if one.kind in _VALUES]
        yield from ((a, b) for a, b in dict.fromkeys(at) if start <= a and b <= end)

    def _there(self, said: str) -> bool:
        """Whether words are in the call: all that are no small ones, or most of many."""
        shown = _shown(self.before) | _shown(self.after)
        told = [one for one in _words(said) if not small(one) and one not in _AROUND]
        missing = sum(not _among(stem(one), shown) for one in told)
        return 2 * missing < len(told) if len(told) > 2 else not missing  # noqa: PLR2004

    def _timed(self, clause: str) -> bool | None:
        """Whether the times of a clause are those of the call; None where it names none."""
        name = self.after.first(("start", "until"))
        shown = _read(self.before.text(name))
        if shown:
            clause = in_week(by_date(clause, shown.date()), shown.date(), self.after.now.date())
        when = read_when(clause, self.after.now)
        minutes = None if when.at or when.first else read_length(clause)
        if not name or not (when.spans or minutes):
            return None
        old, new = _moments(self.before, name), _moments(self.after, name)
        if minutes:
            lasts = {moments[-1] - moments[0] for moments in (old, new) if moments}
            moved = {abs(a - b) for a in old for b in new} | _shifted(self.after.text(name))
            said = timedelta(minutes=minutes)
            return said in lasts | moved or self.after.arguments.get("minutes") == minutes
        clocks = [one for one in (when.at, when.until) if one and when.exact]
        days = {moment.date() for moment in (*old, *new)}
        there = all(any(_like(one, moment) for moment in (*old, *new)) for one in clocks)
        return there and (when.first in days or not (when.day_named and when.one_day))


def _words(text: str) -> list[str]:
    return [one.removesuffix("'s").replace(",", "") for one in _WORD.findall(fold(text))]


def _among(word: str, shown: AbstractSet[str]) -> bool:
    """Whether a word is one of those that are shown, or the end of a number."""
    return word in shown or (word.isdigit() and any(one.endswith(word) for one in shown))


def _shown(call: Call) -> frozenset[str]:
    """Return the words of a call's arguments, and of the order that led to it."""
    said = f"{json.dumps(call.arguments, ensure_ascii=False)} {call.ordered}"
    said += "".join(f" {one:%I %M %H%M}" for one in _moments(call, call.first(("start", "until"))))
    return frozenset(stem(one) for one in _words(said.replace("\\n", " ")))


def _like(at: time, moment: datetime) -> bool:
    return (at.hour % _HALF_DAY, at.minute) == (moment.hour % _HALF_DAY, moment.minute)


def _moments(call: Call, name: str) -> list[datetime]:
    """Return when it begins, and when it ends."""
    return [one for one in (_read(call.text(name)), _read(ends(call))) if one]


def _read(text: str) -> datetime | None:
    """Return a moment; of a time of day alone, on no day in particular."""
    try:
        return datetime.fromisoformat(f"{_ANY_DAY}{text}" if text[:1] == "T" else text)
    except ValueError:
        return None


def _shifted(text: str) -> set[timedelta]:
    """Return by how much it is moved from where it is, if it is told so."""
    found = _SHIFTED.fullmatch(text)
    return {timedelta(minutes=int(found["minutes"]))} if found else set()


def _clauses(wish: str) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a wish are; what stands in quotation marks is never cut."""
    quoted = [found.span() for found in _QUOTED.finditer(wish)]
    at = 0
    for cut in _CUT.finditer(wish):
        if not any(start < cut.start() < end for start, end in quoted):
            yield at, cut.start()
            at = cut.end()
    yield at, len(wish)
