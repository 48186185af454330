"""What the revision network finds in a reply, done to the call that is shown."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from shared.english import read_when
from shared.models.base import Json
from shared.reasoning.embedded.revising.call import PEOPLE, TEXTS, TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.cards import Card, card_of, ends
from shared.reasoning.embedded.revising.cutting import (
    Part,
    exchanged,
    instead_of,
    paired,
    parts_in,
    sentences_of,
    told_by,
)
from shared.reasoning.embedded.revising.fields import approves, may_stay, revise_fields
from shared.reasoning.embedded.revising.marks import joined, named_in, typed
from shared.reasoning.embedded.revising.mentions import is_out, mentions
from shared.reasoning.embedded.revising.people import COPIED, added, removed, replaced
from shared.reasoning.embedded.revising.spans import seen
from shared.reasoning.embedded.revising.texts import letter_of, say_besides
from shared.reasoning.embedded.revising.times import revise_times
from shared.reasoning.embedded.revising.values import exchanged as exchanged_value
from shared.reasoning.embedded.revising.values import values_in
from shared.understanding.changed_event import placed
from shared.understanding.heads import OPS, Op, Role
from shared.understanding.letters import sentence, worded
from shared.understanding.reader import Reader
from shared.understanding.revision import TIMES, Going, Marked, Wished
from shared.workspace.calendar.frames.moving import END_STAYS, ENDS

LIKELY = 0.5
_SURELY, _POSSIBLE = 0.85, 0.1
"""How likely the network finds something, that what it finds less likely is not wanted."""
_TEXT_OPS: frozenset[Op] = frozenset({"text+", "text=", "text-", "text!", "how"})
_WHO_OPS: frozenset[Op] = frozenset({"who+", "who=", "who-", "copy+", "copy-", "how"})
_CHANGES: Mapping[str, frozenset[Op]] = {
    **dict.fromkeys(TEXTS, _TEXT_OPS),
    **dict.fromkeys((*PEOPLE, "user"), _WHO_OPS),
    **dict.fromkeys(("start", "end", "minutes"), frozenset[Op]({"when", "length"})),
    **dict.fromkeys(("location", "channel"), frozenset[Op]({"place"})),
}
"""What a reply does that changes each argument."""
_ASKS = re.compile(r"\b(ask|thank)(?:s|ing)?\b(?! for\b)", re.IGNORECASE)
_INSTEAD = re.compile(r"\binstead\b", re.IGNORECASE)
_LEADS = {
    True: re.compile(r"^(?:it |(?-i:read|say|be) )(?=\S)", re.IGNORECASE),
    False: re.compile(
        r"^(?:(?:the )?(?:location|place|venue)(?: is|:)? )?(?:(?:in|at|to) )?(?=\S)", re.IGNORECASE
    ),
}
"""What only leads to a title (`True`), or a place: "in room 204"."""
_STAYS = re.compile(
    r"\s+(?:(?:(?:can|may|should|must|does) )?(?:stays?|remains?|is (?:fine|in|right|still))\b"
    r"(?! (?:out|away|home|at home|behind))|(?:only|alone)\b)",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['\u2019]s$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_SEVERAL = 2
_GOES_ON = re.compile(r"(?: [A-Z][\w'-]*)+")
"""More of a name that begins before it: "the Drover's" of the Drover's Rest."""
_THAT = re.compile(
    r"\b(?:add|insert|append|include|mention|put|write|say|stick|note|slip|pop|end|in|bottom|there"
    r"|too|also) (?:in )?that (?!(?:i|we|he|she|they)\W*$)",
    re.IGNORECASE,
)
"""What leads to a clause that is to be said."""
_STOP = re.compile(r"[.!?;](?=\s|$)|, ?(?:and|but|please|then|thanks|because|so)\b")
_HOUR = re.compile(r"(?<![\d:])\d{1,2}(?![\d:])|\b(?:noon|midnight)\b")
_PRONOUN = re.compile(r"him|her|them|he|she|they", re.IGNORECASE)
_RATHER = re.compile(r"^(?:better|rather|now)\s+(?=\S)", re.IGNORECASE)
"""What only tells that it is to be so instead."""
_LED_BY = re.compile(r"^(?:from|between)\s+", re.IGNORECASE)
_EDGES = " \n\"'\u201c\u201d"


def wished(wish: str, call: Call, tool: str, command: str, reader: Reader) -> "Doing | None":
    """Return what the network finds a reply to want of a call; None for one it has not learned."""
    card = card_of(tool, call)
    if card is None:
        return None
    found = reader.revisions.read(card.shown, wish)
    if call.has("location"):
        said = seen(wish, tool, command, reader)
        found = placed(found, said.spans if said else ())
    return Doing(wish, call, tool, command, reader, card, found)


class Doing(NamedTuple):
    """What a reply wants, done to a call."""

    wish: str
    call: Call
    tool: str
    command: str
    reader: Reader
    card: Card
    found: Wished

    def done(self) -> bool:
        """Do all of it; where some of it can't be done, nothing, and return False."""
        before = dict(self.call.arguments)
        try:
            done = all(self._do(op) for op in self._todo())
        except CannotRevise:
            done = False
        if not done:
            self.call.arguments = before
        return self.call.arguments != before

    @property
    def sure(self) -> float:
        """How likely the reply wants anything changed."""
        return max(self.found.ops.values(), default=0.0)

    def allows(self, changed: AbstractSet[str]) -> bool:
        """Whether what another way has changed is something that the reply may want changed."""
        if self.sure < _SURELY:
            return True
        possible = {op for op, share in self.found.ops.items() if share >= _POSSIBLE}
        return all(possible & _CHANGES.get(name, possible) for name in changed)

    def overwrites(self, changed: Mapping[str, Json]) -> bool:
        """Whether what another way has changed leaves nothing of a text that should only change."""
        name = self.card.name
        kept = [one.strip() for one in _SENTENCE.split(letter_of(self.call.text(name)).said)]
        part = any(self._likely(op) for op in ("text=", "text-"))
        if not name or len(kept) < _SEVERAL or not part or self.found.ops["text!"] >= _POSSIBLE:
            return False
        return not any(one in str(changed.get(name) or "") for one in kept)

    def _todo(self) -> list[Op]:
        """Return what is to be done, each kind of thing once."""
        likely: list[Op] = [op for op in OPS if self._likely(op)]
        texts = [op for op in likely if op.startswith("text")]
        timed = [op for op in likely if op in {"when", "length"}]
        return [op for op in likely if op not in {*texts[1:], *timed[1:]}]

    def _likely(self, op: Op) -> bool:
        return self.found.ops.get(op, 0) >= LIKELY

    def _do(self, op: Op) -> bool:
        """Do one thing; False where it can't be done."""
        call, found = self.call, self.found
        match op:
            case "text+" | "text=" | "text-" | "text!":
                return self._text()
            case "who+" | "who=" | "who-":
                return self._who(op)
            case "copy+":
                names = self._named("copy")
                return bool(names) and call.has("cc") and added(names, "cc", call)
            case "copy-":
                names = named_in(self._gone("gone", "copy"))
                return bool(names) and call.has("cc") and removed(names, call)
            case "title":
                titled = "" if call.has("company") else call.first(TITLES)  # a job is no name
                return self._set(titled, found.all("title"), capital=True)
            case "place":
                where = next((one for one in ("location", "channel") if call.has(one)), "")
                return self._set(where, found.all("place"), capital=False)
            case "when" | "length":
                return self._when()
            case "value":
                return self._value()
            case _:
                return False

    def _set(self, name: str, marks: list[Marked], *, capital: bool) -> bool:
        if not name or len(marks) != 1 or is_out(self.wish, marks[0].start, marks[0].end):
            return False
        text = typed(self.wish, marks[0]).strip(f"{_EDGES}.,;:!?")
        text = _LEADS[capital].sub("", text)
        if not capital and (more := _GOES_ON.match(self.wish, marks[0].end)):
            text += more[0]
        return self.call.set(name, text[:1].upper() + text[1:] if capital else text)

    def _who(self, op: Op) -> bool:
        call, gone = self.call, named_in(self._gone("gone"))
        new = self._named("who")
        where = call.first(("add_attendees", "attendees", "to", "user"))
        if op == "who-":
            return bool(gone) and removed(gone, call)
        if not new or not where:
            return False
        copy = COPIED.search(self.wish)
        if copy and call.has("cc"):
            return added(new, "bcc" if copy["kind"].casefold()[0] == "b" else "cc", call)
        if op == "who+" and not (gone or _INSTEAD.search(self.wish)):
            return where != "user" and added(new, where, call)
        if gone and not all(map(_PRONOUN.fullmatch, gone)) and where not in {"to", "user"}:
            return removed(gone, call) and added(new, where, call)
        return replaced(new, call)

    def _gone(self, *roles: Role) -> list[Marked]:
        """Return who is marked as not getting it, but for those who are said to stay."""
        marks = self.found.all(*roles)
        return [one for one in marks if not _STAYS.match(self.wish[one.end :])]

    def _named(self, role: Role) -> list[str]:
        """Return who is marked by name, or whom a pronoun can only mean."""
        marked = named_in(self.found.all(role))
        return [one for one in marked if not _PRONOUN.fullmatch(one)] or self._new() or marked

    def _new(self) -> list[str]:
        """Return the only one who is named and not on the card yet, where nobody is marked."""
        said = seen(self.wish, self.tool, self.command, self.reader)
        named = mentions(self.wish, self.call, said.spans if said else ())
        new = list(dict.fromkeys(one.name for one in named if not (one.out or one.known)))
        return new if len(new) == 1 else []

    def _when(self) -> bool:
        if ranged := self._from_to():
            return revise_times(ranged, self.call)
        times = {
            role: text
            for role, text in self.found.times(self.wish).items()
            if role not in {"start", "end"} or self._timed(text)
        }
        kept = "" if "end" in times or "start" not in times else self._kept_end()
        if kept.startswith("T"):
            times["end"] = kept[1:]
        told = [times["shift"]] if "shift" in times else []
        if times.keys() >= {"start", "end"}:
            told.append(f"from {times['start']} to {times['end']}")
        else:
            orders = (("start", "at {}"), ("end", "until {}"))
            told += [order.format(times[role]) for role, order in orders if role in times]
        if "length" in times:
            told.append(f"make it {times['length']}")
        done = bool(told) and all(revise_times(one, self.call) for one in told)
        return done and (kept[:1] in {"", "T"} or self.call.set("end", kept))

    def _kept_end(self) -> str:
        """Return the end that is said to stay: at an hour, as it is ("+PT0M"), or "" for none."""
        for one in self.reader.revisions.alone(self.wish).times:
            if (
                one.role == "stays"
                and ENDS.search(self.wish[: one.start])
                and self._timed(one.text)
            ):
                return f"T{one.text}"
        if not END_STAYS.search(self.wish):
            return ""
        at = ends(self.call).partition("T")[2]
        return f"T{at[:5]}" if at else "+PT0M" if self.call.has("event_id") else ""

    def _from_to(self) -> str:
        """Return from when to when it is to be, if that is said at one mark; "" where it is not.

        How far a time goes is told by the reader of time, not by the marks.
        """
        marked = [
            one
            for one in self.reader.revisions.alone(self.wish).times
            if one.role in {*TIMES, "later", "earlier", "longer", "shorter"}
        ]
        begun = [one for one in marked if one.role in {"start", "end"}]
        if not begun or len(begun) < len(marked):
            return ""
        said = self.wish[begun[0].start :]
        read = read_when(said, self.call.now)
        whole = next((end for start, end in sorted(read.spans) if start == 0), 0)
        if read.at is None or read.until is None or begun[0].start + whole < begun[-1].end:
            return ""
        return f"from {_LED_BY.sub('', said[:whole])}"

    def _timed(self, text: str) -> bool:
        """Whether what is marked as a time is one: the "1:1" starts at none."""
        return bool(read_when(f"at {text}", self.call.now).spans or _HOUR.search(text))

    def _value(self) -> bool:
        fields, values = self._valued()
        if not values or len(values) != max(1, len(fields)) or self._formed(values):
            return False
        said = [_RATHER.sub("", one.text) for one in values]
        told = (
            [f"{field.text} is {value}" for field, value in zip(fields, said, strict=True)]
            if fields
            else said
        )
        return all(
            revise_fields(one, self.call, self.tool, self.command, self.reader) for one in told
        )

    def _valued(self) -> tuple[list[Marked], list[Marked]]:
        """Return what is marked as fields and their values, but for those said to be right."""
        fields, values = self.found.all("field"), self.found.all("value")
        for one in values:
            if approves(self.wish, one.start, one.end):
                values = [value for value in values if value is not one]
                named = [field for field in fields if field.end <= one.start][-1:]
                fields = [field for field in fields if field not in named]
        return [one for one in fields if not may_stay(self.wish, one.end)], values

    def _formed(self, values: list[Marked]) -> bool:
        """Whether a form says more of what is set; raise CannotRevise for what it would ask.

        That is of a contact, of another row, or with other values than are marked.
        """
        whole = replace(self.call, arguments=dict(self.call.arguments))
        if not revise_fields(self.wish, whole, self.tool, self.command, self.reader):
            return False
        another = whole.text("row") and whole.text("row") != self.call.arguments.get("row")
        others = [
            one
            for one in values_in(self.wish)
            if not is_out(self.wish, one.start, one.end)
            and not any(mark.start <= one.start < mark.end for mark in values)
        ]
        return bool(another or others or self.tool.startswith("contacts_"))

    def _text(self) -> bool:
        new = joined(self.found.all("text"), self.wish, apart=self._likely("text="))
        asked = joined(self.found.all("ask"), self.wish)
        if self._likely("text+") and len(new) + len(asked) == 1 and (more := self._in_full()):
            new, asked = ([more], []) if new else ([], [more])
        elif self._cut_short():
            return False
        return bool(self.card.name) and self._said(new, asked)

    def _said(self, new: list[str], asked: list[str]) -> bool:
        """Say something new in the text, by itself or for what goes, and ask something in it."""
        name, call = self.card.name, self.call
        if self._likely("text!"):
            anew = " ".join(map(sentence, new))
            return bool(new) and call.set(name, letter_of(call.text(name)).saying(anew))
        replaces, leaves = self._likely("text="), self._likely("text-")
        if (replaces and not new) or not (replaces or leaves or new or asked):
            return False
        whole = call.text(name)
        news = new if replaces else []
        if replaces and not (leaves or asked) and self._exchanged(whole, news):
            return True
        outs = self.found.all("out")
        parts = [] if leaves else self._quoted(whole, news)
        parts = parts or self._parts(whole, len(news) + leaves * max(1, len(outs)))
        if len(parts) < len(news) + leaves:
            return False
        if len(parts) == len(news) == 1 and (old := instead_of(news[0], whole)):
            parts = parts if old.start <= parts[0].start < old.end else [old]
        pairs = paired(whole, parts, news)
        pairs = [(part if said else sentences_of(whole, part), said) for part, said in pairs]
        told = call.set(name, exchanged(whole, pairs)) and bool(letter_of(call.text(name)).said)
        for part, said in pairs:
            self._retitle(whole[part.start : part.end], said)
        for one in () if replaces else new:
            told = self._added(one, "") and told
        for one in asked:
            verbs = _ASKS.findall(self.wish[: self.wish.index(one)])
            told = self._added(one, verbs[-1].casefold() if verbs else "tell") and told
        return told

    def _exchanged(self, whole: str, news: list[str]) -> bool:
        """Put the only new value in the place of its like, in the text and in its title."""
        new = _POSSESSIVE.sub("", news[0]) if len(news) == 1 else ""
        only = [one for one in values_in(new) if one.text == new]
        letter = letter_of(whole)
        like = {one.text for one in values_in(letter.said) if only and one.kind == only[0].kind}
        if not only or len(like) != 1:
            return False
        old = like.pop()
        self._retitle(old, new)
        return self.call.set(self.card.name, letter.saying(exchanged_value(letter.said, old, new)))

    def _in_full(self) -> str:
        """Return all of the clause that a mark is the end of: "put in that he may go there"."""
        mark = self.found.all("text", "ask")[0]
        led = [one for one in _THAT.finditer(self.wish) if one.end() <= mark.start]
        if not led or _STOP.search(self.wish[led[-1].end() : mark.start]):
            return ""
        stop = _STOP.search(self.wish, mark.end)
        return self.wish[led[-1].end() : stop.start() if stop else len(self.wish)].strip()

    def _cut_short(self) -> bool:
        """Whether the reader sees more that is to be said than what is marked: only its end."""
        said = seen(self.wish, self.tool, self.command, self.reader)
        marks = self.found.all("text", "ask")[:1]
        whole = [one for one in said.spans if one.kind == "body"] if said and marks else []
        return any(one.start < marks[0].start < one.end for one in whole)

    def _retitle(self, old: str, new: str) -> None:
        """Say what is exchanged in the text, or left out, so in the title, too."""
        name, words = self.call.first(TITLES), old.strip(f"{_EDGES}.,!?")
        if name and words:
            there = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
            fresh = new.strip(f"{_EDGES}.,!?")
            title = there.sub(lambda _: fresh, self.call.text(name))
            self.call.arguments[name] = (title if new else title.strip(" ,")) or self.call.text(
                name
            )

    def _quoted(self, whole: str, news: list[str]) -> list[Part]:
        """Return what goes of the text where the reply says just that, as it stands there once.

        Figures go for figures.
        """
        said = (re.escape(one.text.strip(_EDGES)) for one in self.found.all("old"))
        forms = (re.compile(rf"(?<!\w){one}(?!\w)", re.IGNORECASE) for one in said)
        found = [list(form.finditer(whole)) for form in forms]
        once = [Part(*each[0].span()) for each in found if len(each) == 1]
        figures = [
            [any(map(str.isdigit, one)) for one in side]
            for side in (news, [whole[one.start : one.end] for one in once])
        ]
        return sorted(once) if len(once) == len(found) and figures[0] == figures[1] else []

    def _parts(self, whole: str, count: int) -> list[Part]:
        """Return what of the text goes."""
        at, end = self.card.at, self.card.at + len(whole)
        going = [
            Going(one.start - at, one.end - at, one.by)
            for one in self.found.going
            if at <= one.start and one.end <= end
        ]
        named = [one.text for one in self.found.all("old", "out")]
        return parts_in(told_by(going, whole, named), count)

    def _added(self, text: str, verb: str) -> bool:
        """Say something more, where the reply says where, or else at the end."""
        name, behind = self.card.name, (self.found.behind or 0) - self.card.at
        whole = self.call.text(name)
        if not 0 < behind < len(letter_of(whole).greeting + letter_of(whole).said):
            return say_besides(text.strip(_EDGES), self.call, verb)
        if whole[behind - 1] not in ".!?":
            return say_besides(text.strip(_EDGES), self.call, verb)
        more = worded(verb, text) if verb else sentence(text.strip(_EDGES))
        return self.call.set(name, f"{whole[:behind]} {more}{whole[behind:]}")
