"""Which parts of a text go for what a reply says, and how new words fit where they stood."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from shared.english.spelled import CARDINALS
from shared.reasoning.embedded.revising.marks import EDGES
from shared.reasoning.embedded.revising.texts import Letter, letter_of
from shared.reasoning.embedded.revising.values import small, values_in
from shared.understanding.folding import PREPOSITIONS, fold
from shared.understanding.letters import sentence
from shared.understanding.revision import Going
from shared.understanding.words import words_of
from shared.words import stem

_TOLD = 3.0
"""By how much more a word goes that the reply itself names as going."""
_MOSTLY = 0.6
"""So much of a sentence goes that all of it does."""
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_CLAUSE = re.compile(r", (?P<said>(?:(?!\b(?:and|or|but)\b)[^,.;:!?\n])+)(?=[.,;!?\n]|\Z)")
"""What is said between commas, and is no list."""
_POINT = re.compile(r"(?:(?<!\d)\d{1,2}[.:)] )?(?P<said>\S.*?)(?:[.!?]+(?=\s|\Z)|\n|\Z)")
"""A sentence, but for its number."""
_WHICH = re.compile(
    r"\b(?P<nth>first|second|third|last|final) (?:(?:sentence|line)|(?P<clause>half|part|bit))\b",
    re.IGNORECASE,
)
_NTH = {"first": 0, "second": 1, "third": 2, "last": -1, "final": -1}
_LEAST = 2
_SUBJECT = r"(?:I|we|you|he|she|they|it|there)"
_UNFINISHED = re.compile(
    rf"(?P<joins>,? (?:and|but|plus) )?(?<!\S)"
    rf"(?P<says>{_SUBJECT}(?:['\u2019]\w+)?(?: \w+){{0,2}} )\Z",
    re.IGNORECASE,
)
"""Who does what, up to what goes: without that it says nothing."""
_DOES = (
    r"(?:am|is|are|was|were|will|can|have|has|had|would|should|could|must|may|might|does|do|did"
    r"|needs?|goes|comes|gets?)"
)
_JOINT = re.compile(
    rf",? (?:and|but|plus|so|because|since|while) (?=(?:[\w'\u2019-]+ ){{0,2}}?{_SUBJECT}\b"
    rf"|(?:[\w'\u2019-]+ ){{1,4}}?{_DOES}\b)|, (?={_SUBJECT}\b)",
    re.IGNORECASE,
)
"""What may join a clause to the one before it."""
_SAYS = re.compile(rf"\b(?:{_SUBJECT}|{_DOES})\b", re.IGNORECASE)
_SAYS_NEXT = re.compile(rf"{_SUBJECT}\b", re.IGNORECASE)
_NAMED = re.compile(r"(?:[A-Z][\w-]*[ ,]*)+")
_STOPPED = re.compile(r"(?:[^.!?\n]|[.!?](?=\w))+")
_STOP = re.compile(r"[.!?]*")
_DETERMINED = re.compile(
    r"(?:the|an?|my|our|your|his|her|their|this|that|these|any) $", re.IGNORECASE
)
_ALIKE = re.compile(r"\W*(?:and|or)\b|,", re.IGNORECASE)
_ALIKE_BEFORE = re.compile(r"(?:\b(?:and|or|of|about|without)|,)\s*$", re.IGNORECASE)
_CLAUSE_SAID = re.compile(
    rf"{_SUBJECT}(?:['\u2019]\w+| (?:am|is|are|was|were|will|can|have|has|had|would|should))\b",
    re.IGNORECASE,
)
_NO_CLAUSE = re.compile(
    r"(?:\w['\u2019](?:m|re|ll|ve|d)|\b(?:an?|the|my|our|your|his|her|their|am|is|are|was|were|be|will"
    r"|would|can|could|should|must|may|might|to|of|at|in|on|for|from|by|with|about))\s*\Z",
    re.IGNORECASE,
)
"""What stands before a word or two, and never before a clause."""
_NEAR = 4
"""So many words behind, in the same clause, a new last word stands that need not be said twice."""
_DATELESS = frozenset({"today", "tomorrow", "tonight", "this", "next"})
"""How a time begins that no "on" leads to."""
_COUNTED = frozenset({"a", "an", *CARDINALS})
"""What a number stands for that is said before the same thing: "two pints" for "a pint"."""
_SPACES = re.compile(r" (?= )| +(?=[.,;!?\n]|\Z)|(?<=\n) +")
_HANGING = re.compile(r"(?P<end>\A|[.!?])[,;] *(?P<next>\w?)")
"""What joined a clause to one before it that goes."""
_LED = re.compile(
    r"\s+(?:with|without|of|from|for|in|on|at|by|about|including|plus|and|or|but)$", re.IGNORECASE
)
"""What leads on to words that go, and nothing else where a clause ends behind them."""
_ARTICLE = re.compile(r"(?:An?|The|My|Our|Your|His|Her|Their|Some) ")
_ENDS = re.compile(r"[.!?]?\s*(?:\n|\Z)")
"""What follows where a sentence ends."""
_JOINED = re.compile(r",? (?:and|but|plus) ")
_GOES_ON = re.compile(r"[.!?]|,? [a-z]")
_REST = re.compile(r"[^,.;:!?\n]*")
"""What follows in the same clause."""


class Part(NamedTuple):
    """A part of a text, by its characters."""

    start: int
    end: int


def told_by(
    going: Sequence[Going], text: str, words: Sequence[str], kept: Sequence[str]
) -> list[Going]:
    """Return how far each word goes where a reply names some of those that do, or that stay."""
    said = {fold(one.text) for each in words for one in words_of(each)}
    named, stay = {one for one in said if not small(one)} or said, {*map(fold, kept)} - said
    told = [(one, fold(text[one.start : one.end])) for one in going]
    return [
        one._replace(by=one.by + _TOLD * ((word in named) - 2 * (word in stay)))
        for one, word in told
    ]


def parts_in(going: Sequence[Going], count: int) -> list[Part]:
    """Return up to so many parts that most surely go, in order, no two beside each other."""
    left, found = [one.by for one in going], list[tuple[int, int]]()
    for _ in range(count):
        best, run = (0.0, 0, 0), (0.0, 0)
        for at, by in enumerate(left):
            run = (run[0] + by, run[1]) if run[0] > 0 else (by, at)
            best = max(best, (run[0], run[1], at + 1))
        if not best[0]:
            break
        found.append(best[1:])
        for at in range(max(0, best[1] - 1), min(len(left), best[2] + 1)):
            left[at] = float("-inf")
    return [Part(going[first].start, going[last - 1].end) for first, last in sorted(found)]


def sentences_of(text: str, part: Part) -> Part:
    """Return a part with all of each sentence that mostly goes with it, or the clause it begins.

    The stop before it stays.
    """
    start, end = part.end - len(text[part.start : part.end].lstrip(".!? \n")), part.end
    several = sum(bool(one[0].strip()) for one in _SENTENCE.finditer(letter_of(text).said)) > 1
    for found in _SENTENCE.finditer(text) if several else ():
        words = [(found.start() + one.start) for one in words_of(found[0])]
        gone = sum(part.start <= at < part.end for at in words)
        if gone and gone >= _MOSTLY * len(words):
            start, end = min(start, found.start()), max(end, found.end())
    for found in _CLAUSE.finditer(text):
        if found.start("said") == start and end <= found.end():
            return Part(*found.span())
    said = _UNFINISHED.search(text, 0, start)
    joined = _JOINED.match(text, end)
    if said and said["joins"] and (joined or _ENDS.match(text, end)):
        return Part(said.start(), end)
    return Part(said.start("says"), joined.end()) if said and joined else Part(start, end)


def runs_on(text: str, part: Part, new: str) -> bool:
    """Whether new words are a sentence of their own, where what goes is only the end of one."""
    return bool(_CLAUSE_SAID.match(new) and _NO_CLAUSE.search(text, 0, part.start))


def clause_of(text: str, part: Part, new: str) -> Part:
    """Return all of a clause that one of its own says otherwise: "we are keen", "we will see"."""
    for clause in clauses_in(text) if runs_on(text, part, new) else ():
        own = _CLAUSE_SAID.match(text, clause.start, clause.end)
        if own and clause.start < part.start and part.end <= clause.end:
            return clause
    return part


def instead_of(new: str, text: str) -> Part | None:
    """Return the only sentence of a text that new words say otherwise: they share most words."""
    said = {fold(one.text) for one in words_of(new) if one.text[0].isalnum()}
    found = list[Part]()
    for one in _POINT.finditer(text):
        words = {fold(word.text) for word in words_of(one["said"]) if word.text[0].isalnum()}
        shared = len(said & words)
        if shared >= _LEAST and 2 * shared > max(len(said), len(words)) and said != words:
            found.append(Part(*one.span("said")))
    return found[0] if len(found) == 1 else None


def nth_sentences(wish: str, letter: Letter) -> list[Part]:
    """Return the sentence of a letter that a wish calls the last, or the first; or that clause."""
    which = _WHICH.search(wish)
    begin = len(letter.greeting)
    said = [one.span() for one in _SENTENCE.finditer(letter.said) if one[0].strip()]
    said = [Part(begin + start, begin + end) for start, end in said]
    if which and which["clause"] and len(said) < _LEAST:
        said = clauses_in(f"{letter.greeting}{letter.said}")
    at = _NTH[fold(which["nth"])] if which else 0
    odd = which and which["clause"] == "half" and len(said) > _LEAST
    return [] if which is None or at >= len(said) or len(said) < _LEAST or odd else [said[at]]


def clauses_in(text: str) -> list[Part]:
    """Return the clauses that a text says, without what joins or ends them."""
    return [one for each in _by_sentence(text) for one in each]


def _by_sentence(text: str) -> list[list[Part]]:
    """Return the clauses of each sentence of a text."""
    letter, found = letter_of(text), list[list[Part]]()
    begin = len(letter.greeting)
    for one in _STOPPED.finditer(text, begin, begin + len(letter.said)):
        at, end = one.end() - len(one[0].lstrip()), one.start() + len(one[0].rstrip())
        clauses = list[Part]()
        for joint in _JOINT.finditer(text, at, end):
            left = text[at : joint.start()]
            plain = _SAYS_NEXT.match(text, joint.end()) or _SAYS.search(left)
            if plain and not _NAMED.fullmatch(left):
                clauses.append(Part(at, joint.start()))
                at = joint.end()
        if at < end:
            found.append([*clauses, Part(at, end)])
    return found


def without_clauses(text: str, going: Collection[Part]) -> list[Part]:
    """Return the parts of a text that go with some of its clauses: with what joins or ends them."""
    found = list[Part]()
    for clauses in _by_sentence(text):
        stays = [at for at, one in enumerate(clauses) if one not in going]
        if not stays:
            stop = _STOP.match(text, clauses[-1].end)
            found.append(Part(clauses[0].start, stop.end() if stop else clauses[-1].end))
        elif stays[0]:
            found.append(Part(clauses[0].start, clauses[stays[0]].start))
        found += [
            Part(clauses[one].end, clauses[two - 1].end)
            for one, two in pairwise((*stays, len(clauses)))
            if two > one + 1
        ]
    return found


def hangs(text: str, clause: Part, part: Part) -> bool:
    """Whether a clause says nothing without a part: who does it, or what is done."""
    start = max(clause.start, part.start)
    led = _DETERMINED.search(text, clause.start, start)
    before = text[clause.start : led.start() if led else start].rstrip()
    first, said = words_of(text[start : part.end])[:1], text[start : part.end].strip(f"{EDGES},")
    leads = [fold(one.text) for one in (*words_of(before)[-1:], *first)]
    alike = _ALIKE_BEFORE.search(before) or _ALIKE.match(text, part.end, clause.end)
    timed = [one.kind for one in values_in(said) if one.text == said]
    return not (alike or timed or PREPOSITIONS & {*leads})


def said_once(text: str) -> str:
    """Return words to be said without a last sentence that only says the end of it once more."""
    before, stop, last = text.rstrip(" .!").rpartition(". ")
    said, again = ([fold(one.text) for one in words_of(side)] for side in (before, last))
    return f"{before}." if stop and said[-len(again) :] == again else text


def reaching(new: str, old: str, reply: str) -> str:
    """Return new words as far as the old ones reach, where a reply says so: "3.15 per" cent."""
    start = reply.find(new)
    if start < 0:
        return new
    end, words = start + len(new), [fold(one.text) for one in words_of(old)]
    said = [fold(one.text) for one in words_of(new)]
    before, behind = words_of(reply[:start])[-1:], words_of(reply[end:])[:1]
    if before and [fold(before[0].text)] == words[:1] != said[:1]:
        start = before[0].start if reply[before[0].end : start].isspace() else start
    if behind and [fold(behind[0].text)] == words[-1:] != said[-1:]:
        end += behind[0].end if reply[end:][: behind[0].start].isspace() else 0
    return reply[start:end]


def exchanged(text: str, pairs: Sequence[tuple[Part, str]]) -> str:
    """Return a text with other words where some parts of it stand."""
    pieces, at = list[str](), 0
    for part, new in sorted(pairs):
        fitted, (start, end) = _fitted(text, part, new) if new else _without(text, part)
        pieces += [text[at:start], fitted]
        at = max(at, end)
    left = _SPACES.sub("", "".join((*pieces, text[at:])))
    return _HANGING.sub(_sentence_begun, left) if pairs else left


def _sentence_begun(found: re.Match[str]) -> str:
    return f"{found['end']}{' ' if found['end'] else ''}{found['next'].upper()}"


def _without(text: str, part: Part) -> tuple[str, Part]:
    """Return what is left of a part that goes, and all that goes with it.

    That is a stop where it ended a sentence, of which something stays; no comma ends one.
    """
    start, end = _with_lead(text, part)
    before = text[:start].rstrip(" ")
    first = words_of(text[start:end])[:1]
    named = first and first[0].start == 0 and fold(first[0].text) not in PREPOSITIONS
    one_of = named and start == part.start and before[-1:].isalnum()
    if text.startswith(" and ", end) and one_of and not values_in(text[start:end]):
        end += len(" and ")  # "desks and tables"
    stop = text[part.end - 1] if text[part.end - 1] in ".!?" else ""
    if before[-1:] in {",", ";"} and _ENDS.match(text, end):
        return stop and ".", Part(len(before) - 1, end)
    if (
        text[start].isupper()
        and text[end : end + 1].islower()
        and before[-1:] in {"", ".", "!", "?"}
    ):
        return text[end].upper(), Part(start, end + 1)
    return stop if before[-1:].isalnum() else "", Part(len(before) if stop else start, end)


def _with_lead(text: str, part: Part) -> Part:
    """Return a part that goes with what leads on to it, where nothing follows that would."""
    ends = text[part.end - 1] in ".!?" or re.match(
        r"\s*(?:[.,;:!?\n]|and\b|or\b|but\b|$)", text[part.end :]
    )
    led = _LED.search(text[: part.start].rstrip())
    joins = led and fold(led[0]).strip() in {*PREPOSITIONS, "and", "or"}
    if led and not ends and not (text[part.start].isupper() and joins):
        led = None
    return Part(led.start(), part.end) if led else part


def _fitted(text: str, part: Part, new: str) -> tuple[str, Part]:
    """Return new words as they fit there, and the part they take: with what they say themselves.

    "three weeks" for "two" of "two weeks" takes both words. A capital stays, and the one stop.
    """
    new = new.strip(EDGES)
    said = [stem(fold(one.text)) for one in words_of(new)]
    before, behind = words_of(text[: part.start]), words_of(text[part.end :])
    start, end = part
    for size in range(len(said) - 1, 0, -1):
        if end == part.end and [stem(fold(one.text)) for one in behind[:size]] == said[-size:]:
            end = part.end + behind[size - 1].end
        if start == part.start and [stem(fold(one.text)) for one in before[-size:]] == said[:size]:
            start = before[-size].start
    own = [stem(fold(one.text)) for one in words_of(text[part.start : part.end])]
    if (start, end) == part and own == said[: len(own)] and len(own) < len(said):
        end = _behind(text, part, len(said) - len(own))
    elif (
        (start, end) == part
        and own[-1:] != said[-1:]
        and (near := _stands_behind(text, part, said))
    ):
        new = new[: words_of(new)[-near].start].rstrip()
        said = said[:-near]
    last = before[-1] if before and start == part.start else None
    if said and said[0] in CARDINALS and last and fold(last.text) in _COUNTED:
        start = last.start
    led = last and fold(last.text) in PREPOSITIONS
    if last and led and said and (said[0] in PREPOSITIONS or said[0] in _DATELESS):
        start = last.start
    if new[-1:] in ".!?" and _GOES_ON.match(text, end):
        new = new[:-1]
    if text[end - 1] in ".!?" and new[-1:].isalnum():
        new = sentence(new)
    return _cased(new, text, start), Part(start, end)


def _cased(new: str, text: str, start: int) -> str:
    """Return new words with a capital where what stood there had one, and begins something.

    An article, a number or a preposition that began the reply has none within a sentence.
    """
    lead = text[:start].rstrip()[-1:]
    first = fold(new.partition(" ")[0])
    alone = " " not in new and first not in _DATELESS
    if text[start].isupper() and (lead in {"", ".", "!", "?", ","} or alone):
        return new[:1].upper() + new[1:]
    plain = _ARTICLE.match(new) or first in {*CARDINALS, *PREPOSITIONS}
    within = lead.isalnum() and text[start].islower() and plain
    return new[:1].lower() + new[1:] if within else new


def _behind(text: str, part: Part, count: int) -> int:
    """Return where so many words end behind a part, or the clause does."""
    rest = _REST.match(text, part.end)
    words = words_of(rest[0] if rest else "")
    return part.end + words[:count][-1].end if words else part.end


def _stands_behind(text: str, part: Part, said: Sequence[str]) -> int:
    """Return whether (1) the last of some new words stands near behind a part, or not (0)."""
    rest = _REST.match(text, part.end)
    near = [stem(fold(one.text)) for one in words_of(rest[0] if rest else "")][:_NEAR]
    return int(len(said) > 1 and said[-1] in near)


def paired(text: str, parts: Sequence[Part], news: Sequence[str]) -> list[tuple[Part, str]]:
    """Return each part with what stands for it: what is most like it; "" where nothing is left."""
    left, pairs = list(parts), list[tuple[Part, str]]()
    for new in news:
        if left:
            nearest = max(left, key=lambda part: _alike(text[part.start : part.end], new))
            left.remove(nearest)
            pairs.append((nearest, new))
    return [*pairs, *((part, "") for part in left)]


def _alike(old: str, new: str) -> float:
    """Return how like two parts are: by the words they share, or by both having figures."""
    one, other = ({fold(word.text) for word in words_of(side)} for side in (old, new))
    figures = any(c.isdigit() for c in old) == any(c.isdigit() for c in new)
    return len(one & other) + 0.5 * figures
