"""The marked sentences of `training/reading`, and how one becomes an example to learn from."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from shared.understanding.words import words_of

TEXTS = Path(__file__).parent / "reading"
ELSEWHERE = "other"
"""The task of what nothing here does."""

_BARE = frozenset({"topic", "file", "organisation", "place", "label", "channel", "field", "value"})
"""Kinds before whose names an article stands outside, wherever the author has put it."""
_SPAN = re.compile(r"\{([a-z]+)(?::([^{}]+))?\}")
_SECOND = ".second"


@dataclass(frozen=True)
class Sentence:
    """One line of a file. `before` is what was said before, and what kind of answer came."""

    task: str
    service: str
    voice: str
    before: str
    answered: str
    text: str
    second: bool


@dataclass(frozen=True)
class Example:
    """Words with a tag each ("O", "B-person", "I-person"), and the words before them."""

    task: str
    before: tuple[str, ...]
    words: tuple[str, ...]
    tags: tuple[str, ...]


def sentences() -> list[Sentence]:
    """Return every marked sentence, and the public ones that are for nothing here."""
    found: list[Sentence] = []
    for path in sorted(TEXTS.rglob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            voice, before, text = line.split("\t")
            said, _, answered = before.partition(" => ")
            found.append(
                Sentence(
                    path.name.partition(".")[0],
                    path.parent.name,
                    voice,
                    said,
                    answered,
                    text,
                    _SECOND in path.name,
                )
            )
    for path in sorted((TEXTS / "public").glob("*.txt")):
        found += [
            Sentence(ELSEWHERE, "public", "spoken", "", "", line, second=False)
            for line in path.read_text(encoding="utf-8").splitlines()
        ]
    return found


def kinds_of(known: Sequence[Sentence]) -> dict[str, list[str]]:
    """Return which kinds of span each task's sentences have, apart from commands joined to them."""
    kinds: dict[str, set[str]] = {}
    for one in known:
        found = {kind for kind, _ in _SPAN.findall(one.text.partition("{next:")[0])}
        kinds.setdefault(one.task, set()).update(found if one.service != "product" else ())
    return {task: sorted(found) for task, found in sorted(kinds.items())}


def digest() -> str:
    """Return one hash of all the text and lexicons."""
    hashed = sha256()
    for path in sorted([*TEXTS.rglob("*.tsv"), *TEXTS.rglob("*.txt")]):
        hashed.update(path.read_bytes())
    return hashed.hexdigest()


class Author:
    """Makes examples of sentences: names filled in at random, slips and courtesies added."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._lists: Mapping[str, Sequence[str]] = {
            path.stem: path.read_text(encoding="utf-8").splitlines()
            for path in (TEXTS / "lexicon").glob("*.txt")
        }

    def example(self, one: Sentence, before: tuple[str, ...] = ()) -> Example:
        """Return a sentence with its names filled in; `before` where it has nothing before it."""
        dice = self._dice
        text, spans = self._filled(one)
        if one.service != "product" and dice.random() < 0.18:
            opening = dice.choice(_OPENINGS)
            text = opening + _lowered(text)
            spans = [(a + len(opening), b + len(opening), kind) for a, b, kind in spans]
        if dice.random() < 0.1 and text[-1:] not in ".?!":
            text += dice.choice(_ENDINGS)
        words, tags = tagged(text, spans)
        if dice.random() < 0.4:
            words = [word.lower() for word in words]
            words, tags = self._unmarked(words, tags)
        if dice.random() < 0.2:
            words = [self._slip(word) if dice.random() < 0.12 else word for word in words]
        if one.before:
            said, _ = self._filled(one, one.before)
            before = (one.answered, *(word.text for word in words_of(said)))
        return Example(one.task, before, tuple(words), tuple(tags))

    def joined(self, first: Example, second: Example) -> Example:
        """Return two commands as one message; the word that joins them is marked."""
        joint = self._dice.choice(_JOINTS)
        left, left_tags = list(first.words), list(first.tags)
        while left and left[-1] in {".", "?", "!", ","}:
            left.pop()
            left_tags.pop()
        right = list(second.words)
        if right and joint[-1] != ".":
            right[0] = right[0][:1].lower() + right[0][1:]
        return Example(
            first.task,
            first.before,
            (*left, *joint, *right),
            (*left_tags, "B-next", *["I-next"] * (len(joint) - 1), *second.tags),
        )

    def _filled(self, one: Sentence, text: str = "") -> tuple[str, list[tuple[int, int, str]]]:
        out, spans, at = "", list[tuple[int, int, str]](), 0
        written = text or one.text
        for found in _SPAN.finditer(written):
            out += written[at : found.start()]
            at = found.end()
            named = found[2] or self._name(found[1], one)
            start = len(out) + (len(named) - len(_bare(named)) if found[1] in _BARE else 0)
            out += named
            spans.append((start, len(out), found[1]))
        out += written[at:]
        return out, [] if one.service == "product" else spans

    def _name(self, kind: str, one: Sentence) -> str:
        dice, lists = self._dice, self._lists
        match kind:
            case "person":
                return self._person()
            case "topic":
                if one.service == "calendar":
                    return _bare(dice.choice(lists["event"]))
                return self._topic()
            case "file":
                if one.service in {"mail", "slack"}:
                    return dice.choice(lists["attachment"])
                return dice.choice(lists["page" if one.service == "pages" else "sheet"])
            case _:
                return dice.choice(lists[kind])

    def _person(self) -> str:
        dice, lists = self._dice, self._lists
        first, last = dice.choice(lists["first"]), dice.choice(lists["last"])
        die = dice.random()
        if die < 0.45:
            return first
        if die < 0.72:
            return f"{first} {last}"
        if die < 0.78:
            return f"{dice.choice(_TITLES)} {last}"
        if die < 0.9:
            return dice.choice(lists["role"])
        if die < 0.93:
            return f"{first} from {dice.choice(lists['organisation'])}"
        return f"{first.lower()}@{dice.choice(_HOSTS)}"

    def _topic(self) -> str:
        dice, lists = self._dice, self._lists
        if dice.random() < 0.4:
            return dice.choice(lists["topic"])
        named = dice.choice(lists["noun"])
        if dice.random() < 0.45:
            named = f"{dice.choice(lists['adjective'])} {named}"
        return dice.choice(("the ", "our ", "", "", "")) + named

    def _slip(self, word: str) -> str:
        if len(word) < 5 or not word.isalpha():
            return word
        at, die = self._dice.randint(1, len(word) - 2), self._dice.random()
        if die < 0.4:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return word[:at] + word[at + 1 :] if die < 0.7 else word[:at] + word[at] + word[at:]

    def _unmarked(self, words: list[str], tags: list[str]) -> tuple[list[str], list[str]]:
        """Leave the marks out, as people on a phone do, half of the time."""
        if self._dice.random() < 0.5:
            return words, tags
        kept = [at for at, word in enumerate(words) if word not in {",", ".", "!", "?"} or at == 0]
        return [words[at] for at in kept], [tags[at] for at in kept]


def tagged(text: str, spans: Sequence[tuple[int, int, str]]) -> tuple[list[str], list[str]]:
    """Return the words of a text and the tag of each."""
    words, tags = list[str](), list[str]()
    begun: set[tuple[int, int, str]] = set()
    for word in words_of(text):
        inside = next((one for one in spans if word.start < one[1] and word.end > one[0]), None)
        words.append(word.text)
        if inside is None:
            tags.append("O")
        else:
            tags.append(("I-" if inside in begun else "B-") + inside[2])
            begun.add(inside)
    return words, tags


def pairs(known: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences that can stand beside another in one message: short ones of services."""
    for one in known:
        short = len(one.text) < 110
        if short and not one.before and one.service not in {"product", "public"}:
            yield one


def _bare(text: str) -> str:
    return re.sub(r"^(?:the|my|our|an?) ", "", text)


def _lowered(text: str) -> str:
    head = text.split(" ", 1)[0]
    return text if head.isupper() or head in {"I", "I'm"} else text[:1].lower() + text[1:]


_OPENINGS = (
    *("please ", "can you ", "could you ", "hey, ", "hi, ", "pls ", "ok ", "and ", "so "),
    *("i need you to ", "could you please ", "just ", "also ", "oh and ", "hey can you ", "now "),
)
_ENDINGS = (" please", " thanks", " for me", " now", " pls", " thx", ".", "?", "!", " ok?")
_JOINTS = (
    *(("and",), ("and", "then"), (",", "then"), (",", "and"), ("then",), (".", "then")),
    *(("and", "also"), (",", "also"), (".",), (".", "also"), (";",), ("and",), ("and",), (",",)),
)
_TITLES = ("Mr", "Mrs", "Ms", "Dr")
_HOSTS = ("kappa.io", "fabrico.eu", "newjob.org", "rossi.it", "contoso.com")
