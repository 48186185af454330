"""What the revision network finds in a reply, done to the call that is shown."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from shared.english import read_length, read_when
from shared.models.base import Json
from shared.reasoning.embedded.revising.call import (
    PEOPLE,
    TEXTS,
    TITLES,
    Call,
    as_place,
)
from shared.reasoning.embedded.revising.cards import Card, card_of, ends
from shared.reasoning.embedded.revising.fields import revise_fields
from shared.reasoning.embedded.revising.marks import EDGES, LIKELY, named_in, typed
from shared.reasoning.embedded.revising.mentions import is_out, is_reached
from shared.reasoning.embedded.revising.people import (
    COPIED,
    added,
    only,
    put_for,
    removed,
    replaced,
)
from shared.reasoning.embedded.revising.spans import named_beside, seen
from shared.reasoning.embedded.revising.texts import letter_of, shortened
from shared.reasoning.embedded.revising.times import end_ordered, retime, times_alone
from shared.reasoning.embedded.revising.values import small
from shared.reasoning.embedded.revising.wording import Wording
from shared.understanding.changed_event import placed
from shared.understanding.folding import fold
from shared.understanding.heads import OPS, Op, Role
from shared.understanding.marking import meets
from shared.understanding.reader import Reader
from shared.understanding.revision import TIMES, Marked, Party, Wished, side_by_side
from shared.understanding.said import Said
from shared.understanding.words import words_of
from shared.words import telling
from shared.workspace.calendar.frames.moving import STAYS

SURELY, _POSSIBLE = 0.85, 0.1
"""How likely the network finds something, that what it finds less likely is not wanted."""
_TEXT_OPS: frozenset[Op] = frozenset({"text+", "text=", "text-", "text!", "how"})
_WHO_OPS: frozenset[Op] = frozenset({"who+", "who=", "who-", "copy+", "copy-", "how"})
_PUTS_ON: frozenset[Op] = frozenset({"who+", "who="})
_TAKES_OFF: frozenset[Op] = frozenset({"who-", "copy-"})
_CHANGES: Mapping[str, frozenset[Op]] = {
    **dict.fromkeys(TEXTS, _TEXT_OPS),
    **dict.fromkeys((*PEOPLE, "user"), _WHO_OPS),
    **dict.fromkeys(("start", "end", "minutes"), frozenset[Op]({"when", "length"})),
    **dict.fromkeys(("location", "channel"), frozenset[Op]({"place"})),
}
"""What a reply does that changes each argument."""
_IN_WORDS: Mapping[Op, Op] = {"who+": "text+", "who-": "text-"}
"""What is done to people, as it is done to a text that names them."""
_TOLD = re.compile(r"(?:[^.!?;,]|,(?! (?:i|we)\b))+", re.IGNORECASE)
"""What is said, up to what its writer says of it."""
_NAME = re.compile(r"\b[A-Z]\w+")
_INSTEAD = re.compile(
    r"\b(?:instead|in (?:his|her|their|\w+['\u2019]s) (?:place|stead))\b", re.IGNORECASE
)
_RATHER = re.compile(r"\b(?:better|rather)\b", re.IGNORECASE)
_BESIDES = re.compile(r"\b(?:too|also|as well|add|include|plus|both|besides)\b", re.IGNORECASE)
"""How it is said that somebody gets it, and those that did as well."""
_STAYS = re.compile(
    r"\s+(?:(?:(?:can|may|should|must|does) )?(?:stays?|remains?|is (?:fine|in|right|still))\b"
    r"(?! (?:out|away|home|at home|behind))|(?:only|alone)\b)",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b(?:only|just|alone|(?:nobody|no one) else)\b", re.IGNORECASE)
"""How it is said that those named get it, and no others."""
_STOP = re.compile(r"[.!?;:]+\s+")
_OTHERWISE = re.compile(
    r"\b(?:(?P<all>re-?word|re-?phrase|re-?write|(?:put|say|write|phrase) (?:it|that|this)"
    r" (?:like this|differently|another way|so|thus|in other words)|in other words)"
    r"|(?:say|write|put) instead|(?:nic|kind|soft|polit|gentl|friendli|warm|mild|plain|simpl)er"
    r"|more (?:polite|friendly|careful|formal|gentle)(?:ly)?"
    r"|(?:too|bit|little|sounds?|reads?|seems?|rather|very) (?:too |very |rather |so |a bit )?"
    r"(?:harsh|rude|blunt|short|curt|cold|stiff|formal|long|wordy|weak|soft|strong|vague|abrupt|cheeky"
    r"|brusque|direct|pushy|bossy|casual|dry|grumpy|angry|sharp|unfriendly|impolite|cross|flat))\b",
    re.IGNORECASE,
)
"""How it is said that what is shown is to sound otherwise, or `all` of it be said so."""
_BEGINS = re.compile(r"\b(?:start|begin)", re.IGNORECASE)
_QUOTED = re.compile(r"(?<!\w)(['\"])(?P<said>.+?)\1(?!\w)")
_CHANNEL = re.compile(r"^the (?=\S)|(?<=\S) channel$", re.IGNORECASE)
_GOES_ON = re.compile(r"(?: [A-Z][\w'-]*)+")
"""More of a name that begins before it: "the Drover's" of the Drover's Rest."""
_HOUR = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])|\b(?:noon|midnight)\b")
_BACK_TO = re.compile(
    r"(?!.*\b(?:end|finish|until|till?)).*\b(?:back|over|move|shift|push|bring)\b[^.,;!?]* to "
    r"(?!be\b)",
    re.IGNORECASE | re.DOTALL,
)
"""What leads to when something is to be, and not until when: "back to ten"."""
_OF_WEEK = re.compile(r" (?:of |in )?(?:that|the)(?: very)?(?: same)? week\b| (?:after|before)\b")
_LED_BY = re.compile(r"^(?:at|from|between) ", re.IGNORECASE)
_PRONOUN = re.compile(r"him|her|them|he|she|they", re.IGNORECASE)


def wished(wish: str, call: Call, reader: Reader) -> "Doing | None":
    """Return what the network finds a reply to want of a call; None for one it has not learned."""
    card = card_of(call.tool, call)
    if card is None:
        return None
    found = _anew(reader.revisions.read(card.shown, wish), wish, call.text(card.name))
    found = _within_the_text(found, card, wish)
    if len(call.listed("to")) == 1:
        found = _addressed(found, wish)
    if card.name and not call.first((*PEOPLE, "user")):
        found = _of_the_text(found, wish)
    if call.has("location"):
        found = placed(found, seen(wish, call, reader).spans)
    return Doing(wish, call, reader, card, found)


def _anew(found: Wished, wish: str, text: str) -> Wished:
    """Return what is found with a text as all of it that says all that is shown, and more.

    So is one that stands behind what is wrong with all that is shown, or how it is to sound.
    """
    said = letter_of(text).said
    shown, marks = telling(said), found.all("text", "ask")
    new = [one for one in side_by_side(wish, found.all("text")) if shown <= telling(one.text)]
    led = _OTHERWISE.search(wish, 0, marks[0].start) if marks else None
    said_so = led and max(("text+", "text!", "text="), key=lambda op: found.ops.get(op, 0.0))
    whole = said_so != "text=" and ((led and led["all"]) or not _STOP.search(said))
    if (len(shown) < 2 or len(new) != 1) and not (said_so and whole):  # noqa: PLR2004
        return found
    return replace(found, ops={**found.ops, **dict.fromkeys(_TEXT_OPS, 0.0), "text!": 1.0})


def _addressed(found: Wished, wish: str) -> Wished:
    """Return what is found with an address, which is for nothing in the text, as who gets it."""
    marks = found.marks
    adds = any(found.ops.get(op, 0.0) >= LIKELY for op in ("text+", "who+", "copy+"))
    adds = adds or _BESIDES.search(wish) or COPIED.search(wish)
    if adds or len(marks) != 1 or "@" not in marks[0].text or marks[0].role in {"who", "copy"}:
        return found
    ops = {**found.ops, **dict.fromkeys(_TEXT_OPS, 0.0), "value": 0.0, "who=": 1.0}
    return replace(found, ops=ops, marks=(marks[0]._replace(role="who"),))


def _within_the_text(found: Wished, card: Card, wish: str) -> Wished:
    """Return what is found with those exchanged in the text who stand there alone: "Al, not Bo".

    Who goes is marked, or the only other name that the text has, too.
    """
    heads, text = fold(card.shown[: card.at]), fold(card.shown[card.at :])
    names = {fold(one) for one in _NAME.findall(card.shown[card.at :])}
    new, old = found.all("who"), found.all("gone")
    if not card.name or len(new) != 1 or found.ops.get("who=", 0.0) < LIKELY:
        return found
    beside = (one for one in words_of(wish) if not new[0].start <= one.start < new[0].end)
    both = (one for one in beside if fold(one.text) in names and not small(one.text))
    old = old or [Marked("gone", one.text, one.start, one.end) for one in both]
    named = re.compile(rf"\b{re.escape(fold(old[0].text))}\b") if len(old) == 1 else None
    if named is None or named.search(heads) or not named.search(text):
        return found
    marks = (new[0]._replace(role="text"), old[0]._replace(role="old"))
    ops = {op: 0.0 if op.startswith("who") else share for op, share in found.ops.items()}
    return replace(found, ops=ops | {"text=": 1.0}, marks=marks)


def _of_the_text(found: Wished, wish: str) -> Wished:
    """Return what is found where nobody gets what is shown: whoever comes in comes in its text.

    All that is said of them is to be said: "and Omar brings the van".
    """
    if found.ops.get("who=", 0.0) >= LIKELY:
        return found
    ops = dict(found.ops)
    for who, text in _IN_WORDS.items():
        ops[text], ops[who] = min(1.0, ops.get(text, 0.0) + ops.get(who, 0.0)), 0.0
    marks = tuple(
        Marked("text", told[0].strip(), *told.span())
        if one.role == "who" and not found.all("text") and (told := _TOLD.match(wish, one.start))
        else one._replace(role="out" if one.role == "gone" else one.role)
        for one in found.marks
    )
    return replace(found, ops=ops, marks=marks)


class Doing(NamedTuple):
    """What a reply wants, done to a call."""

    wish: str
    call: Call
    reader: Reader
    card: Card
    found: Wished

    def done(self) -> bool:
        """Do all of it; where some of it can't be done, nothing, and return False.

        Raise CannotRevise for what is understood and can't be done at all.
        """
        before = dict(self.call.arguments)
        done = False
        try:
            done = all(self._do(op) for op in self._todo())
        finally:
            if not done:
                self.call.arguments = before
        return done and bool(self._todo())

    @property
    def sure(self) -> float:
        """How likely the reply wants anything changed."""
        share = max(self.found.ops.values(), default=0.0)
        return share if share >= LIKELY or not self._says_to_whom() else 1.0

    def allows(self, changed: AbstractSet[str]) -> bool:
        """Whether what another way has changed is something that the reply may want changed."""
        if self.sure < SURELY:
            return True
        possible = {op for op, share in self.found.ops.items() if share >= _POSSIBLE}
        return all(possible & _CHANGES.get(name, possible) for name in changed)

    def _todo(self) -> list[Op]:
        """Return what is to be done, each kind of thing once."""
        likely: list[Op] = [op for op in OPS if self._likely(op)]
        if not likely and self._says_to_whom():
            likely = ["who="]
        texts = [op for op in likely if op.startswith("text")]
        timed = [op for op in likely if op in {"when", "length"}]
        people = sorted(_PUTS_ON & {*likely}, key=lambda op: -self.found.ops[op])
        once = {*texts[1:], *timed[1:], *people[1:], *self._of_no_one(likely)}
        return [op for op in likely if op not in once]

    def _of_no_one(self, likely: list[Op]) -> list[Op]:
        """Return what is done to people of whom none is marked for it, beside something else.

        Who is marked once is put on one list. Who is on none is taken off none: "Ann, but not Al".
        """
        found = self.found
        none: list[Op] = []
        puts: Op = max(_PUTS_ON, key=lambda op: found.ops.get(op, 0.0))
        if {puts, "copy+"} <= {*likely} and not (self._in("who") and self._in("copy")):
            none.append("copy+" if found.ops["copy+"] < found.ops[puts] else puts)
        if "title" in likely and not found.all("text", "ask", "old", "out"):
            none += _TEXT_OPS - {"how"}
        if "place" in likely and found.all("place") and not self._in("who"):
            none += _PUTS_ON
        if len(likely) > 1 and not self.call.has("remove_attendees"):
            off = named_in(self._gone("gone", "copy", "who"))
            reached = any(is_reached(one, self.call) for one in off)
            none += [] if reached else _TAKES_OFF
        return none

    def _says_to_whom(self) -> bool:
        """Whether all that is marked is whom it goes to: "send it to Ann", and no "Ann said so"."""
        marks = [one for one in self.found.marks if one.role != "how"]
        if not marks or not self.call.first(("to", "user")):
            return False
        if _ALONE.search(self.wish) and all(is_reached(one.text, self.call) for one in marks):
            return all(one.role == "who" for one in marks)
        to = [one for one in self._parties() if one.part == "to"]
        told = all(one.role == "who" and any(meets(one, who) for who in to) for one in marks)
        told |= len(marks) == 1 and bool(to) and all(_PRONOUN.fullmatch(one.text) for one in to)
        start = max((one.end() for one in _STOP.finditer(self.wish, 0, marks[0].start)), default=0)
        shares = self.reader.revisions.sentences([self.wish[start:]])[0]
        return told and max(shares, key=shares.__getitem__) == "order"

    def _likely(self, op: Op) -> bool:
        return self.found.ops.get(op, 0) >= LIKELY

    def _do(self, op: Op) -> bool:
        """Do one thing; False where it can't be done."""
        call, found = self.call, self.found
        match op:
            case "text+" | "text=" | "text-" | "text!":
                words = Wording(self.wish, call, self._seen().spans, self.card, found, self.reader)
                return self._another() or words.done()
            case "who+" | "who=" | "who-":
                return self._who(op)
            case "copy+":
                marked = self._in("copy") or self._in("who")
                names = self._meant(named_in(marked), known=False)
                return bool(names) and self._copied(names)
            case "copy-":
                names = named_in(self._gone("gone", "copy"))
                return bool(names) and call.has("cc") and removed(names, call)
            case "title":
                titled = "" if call.has("company") else call.first(TITLES)  # a job is no name
                worded = any(found.ops.get(one, 0) >= LIKELY for one in _TEXT_OPS)
                new = found.all("title") or ([] if worded else found.all("text"))
                return self._set(titled, new, capital=True)
            case "place":
                where = next((one for one in ("location", "channel") if call.has(one)), "")
                return self._set(where, found.all("place"), capital=False)
            case "when" | "length":
                return self._when()
            case "value":
                return revise_fields(self.wish, call, self.reader, found.marks)
            case _:
                return shortened(self.wish, call)

    def _set(self, name: str, marks: list[Marked], *, capital: bool) -> bool:
        marks = side_by_side(self.wish, marks)
        quotes = [one.span() for one in _QUOTED.finditer(self.wish)] if capital else []
        inside = [one for one in marks if any(a < one.start < b for a, b in quotes)]
        marks = inside or marks
        if not name or len(marks) != 1 or is_out(self.wish, marks[0].start, marks[0].end):
            return False
        text = typed(self.wish, marks[0]).strip(f"{EDGES}.,;:!?")
        if inside:
            text = next(self.wish[a + 1 : b - 1] for a, b in quotes if a < marks[0].start < b)
        elif capital:
            spans = self._seen().spans
            topics = (one for one in spans if one.kind == "topic" and text in one.text)
            text = next((one.text for one in topics), text)
        if name == "location":
            text = as_place(text, self.call)
        if name == "channel":
            text = _CHANNEL.sub("", text)
        if not capital and (more := _GOES_ON.match(self.wish, marks[0].end)):
            text += more[0]
        return self.call.set(name, text[:1].upper() + text[1:] if capital else text)

    def _who(self, op: Op) -> bool:
        call, told = self.call, self._in("who")
        outs = [one for one in self.found.all("who") if one not in told]
        gone = self._meant(named_in([*self._gone("gone"), *outs]), known=True)
        told = self._meant(named_in(told), known=False)
        where = call.first(("add_attendees", "attendees", "to", "user"))
        new = [one for one in told if not is_reached(one, call)]
        whole = where != "user" and not call.has("remove_attendees")  # all who get it are shown
        if op == "who+" and whole:
            gone = [one for one in gone if is_reached(one, call)]
        if op == "who-" or (whole and gone and not new):
            return bool(gone) and removed(gone, call)
        if whole and told and not new and (op == "who=" or _ALONE.search(self.wish)):
            return only(told, call)
        if where in {"to", "user"} and (op == "who=" or not _BESIDES.search(self.wish)):
            gone = gone or self._kept_from()
            new = [one for one in told if one not in gone]
        if not new or not where:
            return False
        off = [] if gone or call.listed("add_attendees") else call.listed("remove_attendees")
        if op == "who=" and len(off) == len(new) == 1:  # somebody else was to be taken off
            return call.set("remove_attendees", list[Json](new))
        if call.has("cc") and COPIED.search(self.wish):
            return self._copied(new)
        rather = where == "to" and _RATHER.search(self.wish) and not _BESIDES.search(self.wish)
        if op == "who+" and not (gone or rather or _INSTEAD.search(self.wish)):
            return where != "user" and added(new, where, call)
        if not gone:
            beside = named_beside(self._seen(), call, known=True)
            gone = [one for one in beside if one not in new]
        return put_for(gone, new, call) if gone else replaced(new, call)

    def _seen(self) -> Said:
        """Return what the reader marks in the reply."""
        return seen(self.wish, self.call, self.reader)

    def _is_out(self, one: Marked) -> bool:
        """Whether somebody who is marked is said not to get it: "I'd rather Al didn't"."""
        kept_from = (who for who in self._parties() if who.part == "not")
        return is_out(self.wish, one.start, one.end) or any(meets(one, who) for who in kept_from)

    def _in(self, role: Role) -> list[Marked]:
        """Return who is marked as getting it, but for those who are said not to."""
        return [one for one in self.found.all(role) if not self._is_out(one)]

    def _parties(self) -> Sequence[Party]:
        return self.reader.revisions.alone(self.wish).parties

    def _kept_from(self) -> list[str]:
        """Return who gets it so far and is said not to."""
        kept_from = (one.text for one in self._parties() if one.part == "not")
        return [one for one in kept_from if is_reached(one, self.call)]

    def _copied(self, names: list[str]) -> bool:
        """Let somebody have a copy, unseen by the others where that is said.

        Who is said not to get it any more goes, or the only one who has a copy for another.
        """
        gone = [] if _BESIDES.search(self.wish) else self._kept_from()
        if not gone and _INSTEAD.search(self.wish) and len(self.call.listed("cc")) == 1:
            self.call.arguments["cc"] = []
        if gone and not removed(gone, self.call):
            return False
        copy = COPIED.search(self.wish)
        blind = copy is not None and copy["kind"].casefold().startswith("b")
        return self.call.has("cc") and added(names, "bcc" if blind else "cc", self.call)

    def _another(self) -> bool:
        """Let it go to somebody else: no words of the text, but whom it reaches, are put right."""
        old, new = named_in(self.found.all("old", "gone")), named_in(self.found.all("text"))
        reached = len(old) == len(new) == 1 and is_reached(old[0], self.call)
        said = letter_of(self.call.text(self.card.name)).said
        return reached and old[0] not in said and put_for(old, new, self.call)

    def _gone(self, *roles: Role) -> list[Marked]:
        """Return who is marked as not getting it, but for those who are said to stay."""
        marks = self.found.all(*roles)
        return [one for one in marks if not _STAYS.match(self.wish[one.end :])]

    def _meant(self, names: list[str], *, known: bool) -> list[str]:
        """Return who is marked; for a pronoun the only one named whom the call reaches, or not."""
        named = [one for one in names if not _PRONOUN.fullmatch(one)]
        if len(named) == len(names) and (names or known):
            return named
        others = named_beside(self._seen(), self.call, known=known)
        if len(others) == 1 or any(fold(one) in {"them", "they"} for one in names):
            return others
        reached = [one for where in (*PEOPLE, "user") for one in self.call.listed(where)]
        return named or (names if known and len(reached) == 1 else [])

    def _when(self) -> bool:
        times = {
            role: text
            for role, text in self.found.times(self.wish).items()
            if role not in {"start", "end"} or self._timed(text)
        }
        times = self._from_to() or self._day_and_hour() or times
        if set(times) == {"end"} and _BACK_TO.match(self.wish):
            times = {"start": times["end"]}
        if not self.found.all(*TIMES):
            times = times_alone(self.wish, self.reader)
        times |= self._kept(times)
        start = times.get("start", "")
        if set(times) == {"start"} and not _BEGINS.search(self.wish):
            ends = end_ordered(start, self.call, self.reader)
            times = {"end": start} if ends else times
        stays = [one for one in STAYS if one not in times and STAYS[one].search(self.wish)]
        return retime(times, self.call, self.reader) and all(map(self._as_before, stays))

    def _kept(self, times: Mapping[str, str]) -> dict[str, str]:
        """Return what is said to stay at an hour or a length that is named, by its role.

        An hour is that of the start or of the end, whichever has no other.
        """
        kept = dict[str, str]()
        for one in self.reader.revisions.alone(self.wish).times:
            told = f"at {one.text}"
            if one.role != "stays" or "shift" in times:
                continue
            if read_when(told, self.call.now).at is None and not _HOUR.fullmatch(one.text):
                kept |= {"length": one.text} if read_length(one.text) else {}
            elif STAYS["end"].search(self.wish):
                kept["end"] = one.text
            elif (start := times.get("start")) is None:
                kept["start"] = one.text
            elif read_when(f"at {start}", self.call.now).at:
                kept["end"] = one.text
            else:
                kept["start"] = f"{start} {told}"
        plain = {role: text for role, text in kept.items() if role == "start" or role not in times}
        return {} if "end" in times and "length" in plain else plain

    def _as_before(self, role: str) -> bool:
        """Let the start or the end be as it was; an end that was ordered stays as it is shown."""
        ordered = self.reader.revisions.alone(self.call.ordered).times
        at = ends(self.call).partition("T")[2]
        if role == "end" and at and any(one.role == "end" for one in ordered):
            return self.call.set("end", f"T{at[:5]}")
        return not self.call.has("event_id") or self.call.set(role, "+PT0M")

    def _from_to(self) -> dict[str, str]:
        """Return from when to when it is to be, if that is said at one mark; else nothing.

        How far a time goes is told by the reader of time, not by the marks.
        """
        marked = [
            one
            for one in self.reader.revisions.alone(self.wish).times
            if one.role in {*TIMES, "later", "earlier", "longer", "shorter"}
        ]
        begun = [one for one in marked if one.role in {"start", "end"}]
        if not begun or len(begun) < len(marked):
            return {}
        said = f"from {_LED_BY.sub('', self.wish[begun[0].start :])}"
        read = read_when(said, self.call.now)
        whole = next((said[:end] for start, end in sorted(read.spans) if start == 0), "")
        if read.at is None or read.until is None or begun[-1].text.split()[0] not in whole:
            return {}
        return {"start": whole}

    def _day_and_hour(self) -> dict[str, str]:
        """Return a day and an hour that are said apart: "the Friday suits more, again at ten"."""
        marks = self.found.all(*TIMES)
        told = (one for one in self.reader.revisions.alone(self.wish).times if one.role == "which")
        if len(marks) == 1 and (of := next((o for o in told if _OF_WEEK.search(o.text)), None)):
            marks = [Marked("start", of.text, of.start, of.end), *marks]
        hours = [one for one in marks if read_when(f"at {one.text}", self.call.now).at]
        if [one.role for one in marks] != ["start", "start"] or len(hours) != 1:
            return {}
        day = marks[marks[0] == hours[0]]
        more = _OF_WEEK.match(self.wish, day.end)
        return {"start": f"{day.text}{more[0] if more else ''} at {_LED_BY.sub('', hours[0].text)}"}

    def _timed(self, text: str) -> bool:
        """Whether what is marked as a time is one: the "1:1" starts at none."""
        return bool(read_when(f"at {text}", self.call.now).spans or _HOUR.search(text))
