"""What the revision network finds a reply to want of the text that is shown, done to it."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from shared.reasoning.embedded.revising.call import TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.cards import Card
from shared.reasoning.embedded.revising.cutting import (
    Part,
    clause_of,
    clauses_in,
    exchanged,
    hangs,
    instead_of,
    nth_sentences,
    paired,
    parts_in,
    reaching,
    runs_on,
    said_once,
    sentences_of,
    told_by,
    without_clauses,
)
from shared.reasoning.embedded.revising.marks import EDGES, LIKELY, joined
from shared.reasoning.embedded.revising.mentions import is_reached
from shared.reasoning.embedded.revising.texts import greeted, letter_of, say_besides
from shared.reasoning.embedded.revising.values import day_for_clock, small, values_in, which_of
from shared.understanding.folding import PREPOSITIONS, fold
from shared.understanding.heads import Op, Role
from shared.understanding.letters import sentence, worded
from shared.understanding.marking import Span, meets
from shared.understanding.reader import Reader
from shared.understanding.repairs import repaired
from shared.understanding.revision import Going, Marked, Wished, side_by_side
from shared.understanding.words import words_of
from shared.words import stem

_ASKS = re.compile(r"\b(ask|thank)(?:s|ing)?\b(?! for\b)", re.IGNORECASE)
_THANKED = re.compile(
    r"\bthank (?P<who>him|her|them|(?-i:[A-Z])\w+)\b(?P<what>(?: for (?:(?! and\b)[^.,;!?])+)?)",
    re.IGNORECASE,
)
"""Who is thanked, be it the reader or somebody else, and what for."""
_ASKS_FOR = re.compile(r"\bask(?: (?:him|her|them))? for\W*$", re.IGNORECASE)
_THE = re.compile(r"^the (?=\S+$)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['\u2019]s$")
_THAT = re.compile(
    r"\b(?:add|insert|append|include|mention|put|write|say|stick|note|slip|pop|end|in|bottom|there"
    r"|too|also|(?:offer|promise|assure|remind|tell) (?:him|her|them))"
    r" (?:in )?that (?!(?:i|we|he|she|they)\W*$)",
    re.IGNORECASE,
)
"""What leads to a clause that is to be said."""
_STOP = re.compile(r"[.!?;](?=\s|$)|, ?(?:and|but|please|then|thanks|because|so)\b")
_THE_WORD = re.compile(r"\b(?:the|that) words? \S", re.IGNORECASE)
_POINTS = re.compile(
    r"(?:(?:his|her|their|its|the|that) (?:own )?(?:names?|one|number)|hers|his|theirs|him|her|it)"
    r"\W*",
    re.IGNORECASE,
)
"""What only points to other words that a reply says: "put his name there"."""
_JUST = re.compile(
    r"\b(?:just|only)\b\W*(?:(?:say|put|write|keep|leave|with)\b\W*)?(?:that\b\W*)?$", re.IGNORECASE
)
"""What stands before the only words that are to stay."""
_STAYS = re.compile(
    r"\b(?:(?P<only>just|only|nothing but|stick to)|keep|leave)\b\W+"
    r"(?!(?:it|quiet|silent|drop|leave|remove|cut|take|skip|scrap|strike|delete|lose|say|put|write|add|tell)\b)"
    r"(?P<told>[^,.;:!?]+?)"
    r"(?=\s+(?:and|but|without|please|pls|thanks|not|no|nothing|the rest)\b|[,.;:!?]|\s*$)"
    r"|(?P<still>(?:[\w'\u2019-]+ ){1,5}?)(?:(?:can|may|should|must) )?(?:stays?|remains?)\b"
    r"(?! (?:out|away|off)\b)",
    re.IGNORECASE,
)
"""What is to stay, or `only` that."""
_GOES = re.compile(r"\b(?:out|away|off)\b", re.IGNORECASE)
_REST = re.compile(
    r"\b(?:the rest|everything else|all else|the others?)\b[^,.;:!?]*\b(?:go|goes|out|off|away)\b",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\b(?:the|that|this|my|our|your|his|her|their|any|an?|about|mention\w*|who|what)\b",
    re.IGNORECASE,
)
"""What stands in, or before, words that name a thing."""
_MORE = re.compile(r"\b(?:also|both|as well|too(?=\W*(?:[,.;:!?]|$)))\b", re.IGNORECASE)
_FEW = 3
_JOINS = re.compile(r"[\s,]+(?:and|or|but)\Z")
_SO_ALREADY = "It says only that already."
_SAID = re.compile(r"\w")
_ARTICLE = re.compile(r"^(?:the|an?|my|our) ", re.IGNORECASE)
_WHO_DOES = re.compile(r"\b(?:i|we|he|she|it|they|you) $", re.IGNORECASE)
_PAUSE = re.compile(r"[,.;:!?]")
_LEADS_ON = re.compile(r"^that (?=\S+ \S)", re.IGNORECASE)
_IN_FULL = "I can't tell where that is to stand. Say the whole sentence as it should be."


def _content(text: str) -> frozenset[str]:
    """Return the words of a text that say something."""
    return frozenset(
        fold(one.text) for one in words_of(text) if one.text[0].isalnum() and not small(one.text)
    )


def _shared(told: AbstractSet[str], said: AbstractSet[str]) -> bool:
    """Whether words name some of what is said: "photos" for photographs."""
    return any(
        stem(one) == stem(two) or (len(one) > _FEW and two.startswith(stem(one)))
        for one in told
        for two in said
    )


def _kept(wish: str) -> list[re.Match[str]]:
    """Return what a reply says is to stay, be it `only` that."""
    return [one for one in _STAYS.finditer(wish) if not _GOES.search(one["told"] or "")]


class Wording(NamedTuple):
    """What a reply wants of a text; `seen` are the spans that the reader marks in it."""

    wish: str
    call: Call
    seen: Sequence[Span]
    card: Card
    found: Wished
    reader: Reader

    def done(self) -> bool:
        """Do it; where it can't be done, return False."""
        if self.card.name and (thanked := _THANKED.search(self.wish)):
            at = thanked.start()
            if not any(one.start < at < one.end for one in self.found.marks):
                return self._thanks(thanked)
        marks = [one for one in self.found.all("text") if not self._leads(one)]
        marks = [one for one in marks if not _POINTS.fullmatch(one.text)] or marks
        new = joined(list(map(self._begun, marks)), self.wish, apart=self._likely("text="))
        new = [said_once(repaired(one, self.reader)) for one in new]
        once = {fold(one).strip(f"{EDGES}.,!?"): one for one in new}
        new = new if len(once) == len(new) else [one.rstrip(" .,;") for one in once.values()]
        new = [one for one in new if any(map(str.isalnum, one))]
        asked = joined(self.found.all("ask"), self.wish)
        alone = len(new) == 1 and not (asked or self.found.all("old", "out"))
        if self.card.name and alone and greeted(new[0], self.call):
            return True
        if self._likely("text+") and len(new) + len(asked) == 1 and (more := self._in_full()):
            new, asked = ([more], []) if new else ([], [more])
        elif whole := self._cut_short():
            if (
                not (self._likely("text+") or self.found.ops.get("text!", 0) >= 1)
                or len(new) + len(asked) > 1
            ):
                return False
            new, asked = ([whole], []) if new else ([], [whole])
        if not self.card.name:  # what is shown has no text, but may have notes
            adds = self._likely("text+") and self.call.has("notes") and bool(new)
            return adds and all(say_besides(one.strip(EDGES), self.call) for one in new)
        return self._said(new, asked)

    def _thanks(self, thanked: re.Match[str]) -> bool:
        """Thank the reader, or somebody else, and do what is wanted besides."""
        (start, end), who = thanked.span(), thanked["who"]
        wish = f"{self.wish[:start]}{' ' * (end - start)}{self.wish[end:]}"
        marks = tuple(one for one in self.found.marks if not start <= one.start < end)
        rest = self._replace(wish=wish, found=replace(self.found, marks=marks), seen=())
        besides = not rest.found.all("text", "ask", "old", "out") or rest.done()
        reads = who.islower() or is_reached(who, self.call)
        said = f"{'Thank you' if reads else f'Thanks to {who}'}{thanked['what']}"
        return besides and say_besides(said, self.call)

    def _begun(self, mark: Marked) -> Marked:
        """Return a mark with who does what it says, if they stand before it."""
        led = _WHO_DOES.search(self.wish, 0, mark.start)
        start = led.start() if led and not self._likely("text=") else mark.start
        return mark._replace(text=self.wish[start : mark.end], start=start)

    def _leads(self, mark: Marked) -> bool:
        """Whether what is marked only leads to words behind its colon: "step five: Ring Ann"."""
        behind = self.wish[mark.end :].lstrip()
        return behind[:1] == ":" and any(one.start > mark.end for one in self.found.all("text"))

    def _said(self, new: list[str], asked: list[str]) -> bool:
        """Say something new in the text, by itself or for what goes, and ask something in it."""
        name, call = self.card.name, self.call
        if self._likely("text!"):
            anew = " ".join(map(sentence, (*new, *(_LEADS_ON.sub("", one) for one in asked))))
            return bool(anew) and call.set(name, letter_of(call.text(name)).saying(anew))
        replaces, leaves = self._likely("text="), self._likely("text-")
        if (replaces and not new) or not (replaces or leaves or new or asked):
            return False
        return self._exchanges(new, asked, replaces=replaces, leaves=leaves)

    def _exchanges(self, new: list[str], asked: list[str], *, replaces: bool, leaves: bool) -> bool:
        """Say something new for what goes of the text, or besides."""
        name, call, whole = self.card.name, self.call, self.call.text(self.card.name)
        if replaces and self._says_more():
            return self._said_with(whole, new)
        there = [one for one in new if fold(_ARTICLE.sub("", one)) in fold(whole)]
        if len(there) == 1 and self._only(there[0]):
            return True
        if leaves and there:  # that it says is no other words for what goes
            if new != there or not replaces:
                return False
            replaces, new = False, []
        news = new if replaces else []
        if replaces and not (leaves or asked) and self._exchanged(whole, news):
            return True
        clauses = self._leaving(whole) if leaves and not replaces else []
        parts = clauses or self._going(whole, news, leaves=leaves)
        if len(parts) < len(news) + leaves:
            return False
        pairs = [
            (part, reaching(said, whole[slice(*part)], self.wish) if said else "")
            for part, said in paired(whole, parts, news)
        ]
        pairs = [(clause_of(whole, part, said), said) for part, said in pairs]
        if any(said and self._no_sentence(whole, part, said) for part, said in pairs):
            return False
        pairs = [
            (part if said or clauses else sentences_of(whole, part), said) for part, said in pairs
        ]
        told = call.set(name, exchanged(whole, pairs))
        told = told and _SAID.search(letter_of(call.text(name)).said) is not None
        for part, said in pairs:
            self._retitle(whole[part.start : part.end], said)
        more = [self._added(one, "") for one in (() if replaces else new)]
        return told and all((*more, *map(self._asked, asked)))

    def _no_sentence(self, whole: str, part: Part, said: str) -> bool:
        return day_for_clock(whole[slice(*part)], said) or runs_on(whole, part, said)

    def _says_more(self) -> bool:
        """Whether something is said as well, and stands for nothing that is named."""
        return not self._named("old", "out") and _MORE.search(self.wish) is not None

    def _said_with(self, whole: str, new: list[str]) -> bool:
        """Say new words beside those that they are like: "in Toledo", and in Chicago too."""
        parts = self._going(whole, new, leaves=False)
        if len(parts) != 1 or len(new) != 1 or len(words_of(whole[slice(*parts[0])])) > _FEW:
            raise CannotRevise(_IN_FULL)
        said, end = new[0].strip(EDGES), parts[0].end
        end = joins.start() if (joins := _JOINS.search(whole, 0, end)) else end
        leads = fold(said.partition(" ")[0]) in PREPOSITIONS
        said = f"{said[:1].lower()}{said[1:]}" if leads else said
        return self.call.set(self.card.name, f"{whole[:end]} and {said}{whole[end:]}")

    def _asked(self, text: str) -> bool:
        """Ask something in the text, or thank for it."""
        before = self.wish[: self.wish.index(text)] if text in self.wish else ""
        if _ASKS_FOR.search(before):
            return self._added(f"for {text}", "ask")
        verbs = _ASKS.findall(before)
        return self._added(text, verbs[-1].casefold() if verbs else "tell")

    def _only(self, said: str) -> bool:
        """Leave nothing but what a reply says of the text, if it says just that."""
        letter = letter_of(self.call.text(self.card.name))
        only = _JUST.search(self.wish[: self.wish.index(said)])
        return only is not None and self.call.set(self.card.name, letter.saying(sentence(said)))

    def _exchanged(self, whole: str, news: list[str]) -> bool:
        """Put the only new value in the place of its like, in the text and in its title."""
        new = _POSSESSIVE.sub("", _THE.sub("", news[0])) if len(news) == 1 else ""
        only = [one for one in values_in(new) if one.text == new]
        letter = letter_of(whole)
        like = {one.text for one in values_in(letter.said) if only and one.kind == only[0].kind}
        named = {fold(one) for one in like} & self._beside() or self._named("old")
        if len(like) > 1 and not named:
            raise CannotRevise(which_of(sorted(like, key=whole.index), new))
        if not only or len(like) != 1:
            return False
        old = like.pop()
        self._retitle(old, new)
        there = [Part(one.start, one.end) for one in values_in(letter.said) if one.text == old]
        said = exchanged(letter.said, [(one, new) for one in there])
        return self.call.set(self.card.name, letter.saying(said))

    def _in_full(self) -> str:
        """Return all of the clause that a mark is the end of: "put in that he may go there"."""
        mark = self.found.all("text", "ask")[0]
        led = [one for one in _THAT.finditer(self.wish) if one.end() <= mark.start]
        if not led or _STOP.search(self.wish[led[-1].end() : mark.start]):
            return ""
        stop = _STOP.search(self.wish, mark.end)
        return self.wish[led[-1].end() : stop.start() if stop else len(self.wish)].strip()

    def _cut_short(self) -> str:
        """Return what the reader sees that is to be said, where only its end is marked.

        What is said besides or anew may be marked in any part of it.
        """
        marks = side_by_side(self.wish, self.found.all("text", "ask"))
        spans = self.seen if marks else ()
        more = len(marks) == 1 and (self._likely("text+") or self.found.ops.get("text!", 0) >= 1)
        return next(
            (
                one.text
                for one in spans
                if one.kind == "body"
                and marks[-1].end <= one.end
                and (one.start < marks[0].start or (more and one.start == marks[0].start))
                and not _PAUSE.search(self.wish, marks[-1].end, one.end)
            ),
            "",
        )

    def _retitle(self, old: str, new: str) -> None:
        """Say what is exchanged in the text, or left out, so in the title, too."""
        name, words = self.call.first(TITLES), old.strip(f"{EDGES}.,!?")
        if words and self.call.text(name):
            there = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
            fresh, before = new.strip(f"{EDGES}.,!?"), self.call.text(name)
            pairs = [(Part(*one.span()), fresh) for one in there.finditer(before)]
            self.call.arguments[name] = exchanged(before, pairs).strip(" ,") or before

    def _quoted(self, whole: str, news: list[str], role: Role = "old") -> list[Part]:
        """Return what goes of the text where the reply says just that, as it stands there once.

        Figures go for figures.
        """
        said = (re.escape(one.text.strip(EDGES)) for one in self._named(role))
        forms = (re.compile(rf"(?<!\w){one}(?!\w)", re.IGNORECASE) for one in said)
        found = [list(form.finditer(whole)) for form in forms]
        once = [Part(*each[0].span()) for each in found if len(each) == 1]
        figures = [
            [any(map(str.isdigit, one)) for one in side]
            for side in (news, [whole[one.start : one.end] for one in once])
        ]
        alike = not news or figures[0] == figures[1]
        return sorted(once) if len(once) == len(found) and alike else []

    @property
    def _stay(self) -> frozenset[str]:
        """Return the words of what is said to stay."""
        return _content(" ".join(one["told"] or one["still"] for one in _kept(self.wish)))

    def _named(self, *roles: Role) -> list[Marked]:
        """Return what is marked as going, but for what is said to stay."""
        marks = self.found.all(*roles)
        return [one for one in marks if not (words := _content(one.text)) or words - self._stay]

    def _likely(self, op: Op) -> bool:
        return self.found.ops.get(op, 0) >= LIKELY

    def _going(self, whole: str, news: list[str], *, leaves: bool) -> list[Part]:
        """Return the parts of the text that go, for something new or (`leaves`) for nothing."""
        outs = self._named("out")
        if leaves and not (news or outs) and _STAYS.match(self.wish):
            return []
        parts = nth_sentences(self.wish, letter_of(whole)) if leaves and not news else []
        if parts or (leaves and not news and _THE_WORD.search(self.wish)):
            return parts or self._quoted(whole, news, "out")
        parts = [] if leaves else self._quoted(whole, news)
        parts = parts or ([] if leaves else self._other_clause(whole))
        parts = parts or self._parts(whole, len(news) + leaves * max(1, len(outs)))
        greeted = len(letter_of(whole).greeting)
        named = self._quoted(whole, news, "out") if outs and not parts else []
        parts = parts or [one for one in named if one.start >= greeted]
        if leaves or len(news) != 1 or len(parts) > 1:
            return parts
        old = instead_of(news[0], whole)
        if not (old or parts):
            old = self._said_against(whole)
        if old and not (parts and old.start <= parts[0].start < old.end):
            return [old]
        return [self._named_of(one, whole) for one in parts]

    def _leaving(self, whole: str) -> list[Part]:
        """Return the clauses of the text that go, where a reply names something of them.

        Only something of a clause goes where it says the rest without that: "with Bo" of it.
        """
        clauses, told = clauses_in(whole), _kept(self.wish)
        nth = nth_sentences(" ".join(one["told"] for one in told if one["only"]), letter_of(whole))
        stay, outs = self._stay, self._named("out", "old")
        out = _content(" ".join(one.text for one in outs)) - stay
        said = {at: _content(whole[slice(*at)]) for at in clauses}
        if not any(_shared(out, words) for words in said.values()):
            out = _content(self.wish) - stay  # "the cake is a secret, take it out"
        kept = [one for one in clauses if any(at.start <= one.start < at.end for at in nth)]
        kept = kept or [at for at, words in said.items() if _shared(stay, words)]
        gone = [at for at, words in said.items() if _shared(out, words) and at not in kept]
        if kept and (any(one["only"] for one in told) or _REST.search(self.wish)):
            gone = [one for one in clauses if one not in kept]
            if not (gone or outs):
                raise CannotRevise(_SO_ALREADY)
        elif len(clauses) == 1 or nth_sentences(self.wish, letter_of(whole)):
            return []
        else:
            parts = self._parts(whole, max(1, len(outs)))
            named = _NAMES.search(self.wish[: max((one.end for one in outs), default=None)])
            if not kept:  # all of a clause goes, or nothing else of it does
                inside = [(at, one) for at in gone for one in parts if meets(at, one)]
                some = [at for at, one in inside if not (named and hangs(whole, at, one))]
                gone = [one for one in gone if one not in some]
        return without_clauses(whole, gone) if len(gone) < len(clauses) else []

    def _other_clause(self, whole: str) -> list[Part]:
        """Return the only clause of the text that is none of what a reply says is to stay."""
        clauses = clauses_in(whole) if self._stay else []
        others = [one for one in clauses if not _shared(self._stay, _content(whole[slice(*one)]))]
        return others if len(others) == 1 < len(clauses) else []

    def _beside(self) -> frozenset[str]:
        """Return the words of a reply beside what is to be said."""
        marked = self.found.all("text", "ask")
        return frozenset(
            fold(one.text)
            for one in words_of(self.wish)
            if one.text[0].isalnum() and not any(at.start <= one.start < at.end for at in marked)
        )

    def _said_against(self, whole: str) -> Part | None:
        """Return the only word of the text that a reply says as well, beside what is new."""
        said = self._beside()
        at = [one for one in words_of(whole) if fold(one.text) in said and not small(one.text)]
        return Part(at[0].start, at[0].end) if len(at) == 1 else None

    def _named_of(self, part: Part, whole: str) -> Part:
        """Return a part without a preposition that leads to what a reply names of it."""
        first, *rest = words_of(whole[part.start : part.end])
        leads = fold(first.text) in PREPOSITIONS and fold(first.text) not in self._beside()
        named = bool(rest) and all(fold(one.text) in self._beside() for one in rest)
        return part._replace(start=part.start + rest[0].start) if leads and named else part

    def _parts(self, whole: str, count: int) -> list[Part]:
        """Return what of the text goes."""
        letter = letter_of(whole)
        at, begin = self.card.at, self.card.at + len(letter.greeting)
        end = begin + len(letter.said)
        going = [
            Going(one.start - at, one.end - at, one.by)
            for one in self.found.going
            if begin <= one.start and one.end <= end
        ]
        named = [one.text for one in self._named("old", "out")]
        return parts_in(told_by(going, whole, named, [*self._stay]), count)

    def _added(self, text: str, verb: str) -> bool:
        """Say something more, where the reply says where, or else at the end."""
        name, behind = self.card.name, (self.found.behind or 0) - self.card.at
        whole = self.call.text(name)
        if not 0 < behind < len(letter_of(whole).greeting + letter_of(whole).said):
            return say_besides(text.strip(EDGES), self.call, verb)
        if whole[behind - 1] not in ".!?":
            return say_besides(text.strip(EDGES), self.call, verb)
        more = worded(verb, text) if verb else sentence(text.strip(EDGES))
        return self.call.set(name, f"{whole[:behind]} {more}{whole[behind:]}")
