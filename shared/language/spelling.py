"""Repair of misspelt English: a wrong repair changes the meaning, so what is unclear stays."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from string import ascii_lowercase

from shared.language.lexicon import Lexicon, read_lexicon
from shared.language.loading import Loaded

_CHUNK = re.compile(r'"[^"\n]*"|“[^”\n]*”|`[^`\n]*`|\S+')  # quoted words stand as they are
_WORD = re.compile(
    r"(?P<before>[(\[*_'\u2018]*)(?P<word>[A-Za-z]+)(?P<after>(?:['\u2019]s)?[^\w@#/\\]*)"
)
_ACCENTED = re.compile(r"\b\w*[^\W\x00-\x7f]\w*")
_SENTENCE_END = re.compile(r"[.!?:]['\u2019)\]]*$|\n")

_SHORTEST = 4
_LONG = 7  # letters from which two slips are still one word
_COMMON = 600  # words so common that what lacks a letter of one is one
_RANK_OF_FOUR_LETTERS = 3_000
_RANK_OF_LIKELY = 20_000
_RANK_OF_TWO_SLIPS = 15_000
_CLEARLY = 3  # the best must be this many times as frequent as the next, by Zipf's law
_FAR = 10  # so many times as frequent, a word is no unlikelier for the less usual slip
_FOREIGN = 3  # so many unknown words, and no fewer than known ones: not English
_MAX_CHARACTERS = 4_000
_REMEMBERED = 4096


@dataclass(frozen=True)
class _Token:
    """A word of letters only, where it stands, and whether it opens a sentence."""

    start: int
    text: str
    opens: bool

    @property
    def repairable(self) -> bool:
        return self.text.islower() or (self.opens and self.text.istitle())


class Spelling:
    """Repairs by edit distance, then frequency. Safe to share between threads.

    The word lists are read on first use, which takes some 0.1 s.
    """

    def __init__(self) -> None:
        self._speller = Loaded(lambda: _Speller(read_lexicon()), "word lists")

    def load(self) -> None:
        """Read the word lists now, if they are not."""
        self._speller()

    def repair(self, text: str, known: Collection[str] = ()) -> str:
        """Return the text with misspelt ordinary words and chat spellings put right.

        Left alone: dictionary words, words of the phrases in `known`, capitalised words inside a
        sentence, ALL-CAPS, quoted passages, anything with a digit, sign or letter beyond a-z, other
        words of three letters or fewer, text that is mostly not English, and what stands past the
        first 4,000 characters. White space and punctuation never change.
        """
        return self._repaired(text, known, lambda _word, _right: True)

    def written_out(self, text: str, known: Collection[str] = ()) -> str:
        """Return the text with chat spellings written out: "rmd me nxt wk", "remind me next week".

        What is left alone otherwise is left alone here, and so is what would be several words, or
        lacks but an apostrophe.
        """
        chat = self._speller().chat

        def wanted(word: str, right: str) -> bool:
            written = chat.get(word) == right and " " not in right
            return written and right.lower().replace("'", "") != word

        return self._repaired(text, known, wanted)

    def untangle(self, text: str, known: Collection[str] = ()) -> str:
        """Return the text with letters put back that changed places, or that a common word lost.

        "taht" and "fnd" are that. What is left alone otherwise is left alone here.
        """
        ranks = self._speller().ranks

        def wanted(word: str, right: str) -> bool:
            lost = len(word) == len(right) - 1 and ranks.get(right, _COMMON) < _COMMON
            return lost or sorted(word) == sorted(right.lower())

        return self._repaired(text, known, wanted)

    def _repaired(
        self, text: str, known: Collection[str], wanted: Callable[[str, str], bool]
    ) -> str:
        speller = self._speller()
        read, rest = text[:_MAX_CHARACTERS], text[_MAX_CHARACTERS:]
        tokens = [token for token in _tokens(read) if token.repairable]
        kept = {word for phrase in known for word in phrase.lower().split()}
        accented = len(_ACCENTED.findall(read))
        unknown = accented + sum(not speller.knows(one.text.lower(), kept) for one in tokens)
        if unknown >= _FOREIGN and unknown * 2 >= len(tokens) + accented:
            return text
        for token in reversed(tokens):
            right = speller.right(token.text.lower(), opens=token.text.istitle(), kept=kept)
            if right is not None and wanted(token.text.lower(), right):
                cased = right[0].upper() + right[1:] if token.text.istitle() else right
                read = read[: token.start] + cased + read[token.start + len(token.text) :]
        return read + rest


class _Speller:
    """Decides on one word in lower case."""

    def __init__(self, lexicon: Lexicon) -> None:
        from rapidfuzz import process  # noqa: PLC0415 - 30 ms to import, paid on first use
        from rapidfuzz.distance import OSA  # noqa: PLC0415

        self._lexicon = lexicon
        self.ranks = lexicon.ranks
        self.chat = lexicon.expansions
        self._by_initial: dict[str, list[str]] = {}
        for word in lexicon.ranks:
            self._by_initial.setdefault(word[0], []).append(word)
        self._extract = process.extract
        self._distance = OSA.distance
        self._nearest = lru_cache(maxsize=_REMEMBERED)(self._search)

    def knows(self, word: str, kept: Collection[str]) -> bool:
        """Tell whether a word is right, or put right without a search."""
        known = self._lexicon.known
        return (
            len(word) < _SHORTEST
            or word in known
            or word in kept
            or word in self._lexicon.expansions
            or (word[-1] == "s" and word[-2] not in "sy" and word[:-1] in known)  # a plural
        )

    def right(self, word: str, *, opens: bool, kept: Collection[str]) -> str | None:
        """Return what `word` should have been, or None to leave it."""
        if word in kept:
            return None
        if word in self._lexicon.expansions:
            return self._lexicon.expansions[word]
        return None if self.knows(word, kept) else self._nearest(word, opens)

    def _search(self, word: str, opens: bool) -> str | None:  # noqa: FBT001 - cached by position
        ranks = self._lexicon.ranks
        once = {*self._within(word, 1), *self._with_initial(word)}
        limit = _RANK_OF_FOUR_LETTERS if len(word) == _SHORTEST else len(ranks)
        likely = [one for one in once if _likely(one, word)]
        if opens:  # a capitalised word may be a name: Wellcome, Globex
            likely = [one for one in likely if len(one) >= len(word)]
        best = self._clearest(likely, min(limit, _RANK_OF_LIKELY))
        if best is not None:
            return None if min(ranks[one] for one in once) * _FAR < ranks[best] else best
        if opens:
            return None
        rivals = self._with_another_initial(word)
        if once:
            return self._clearest(once, limit, rivals)
        if len(word) < _LONG:
            return None
        return self._clearest(self._within(word, 2), _RANK_OF_TWO_SLIPS, rivals)

    def _within(self, word: str, slips: int) -> list[str]:
        words = self._by_initial.get(word[0], [])
        found = self._extract(word, words, scorer=self._distance, score_cutoff=slips, limit=None)
        return [candidate for candidate, _, _ in found]

    def _with_initial(self, word: str) -> Iterator[str]:
        """Yield words whose first letter was lost or swapped with the second."""
        swapped = word[1] + word[0] + word[2:]
        for candidate in (swapped, *(initial + word for initial in ascii_lowercase)):
            if candidate in self._lexicon.ranks:
                yield candidate

    def _with_another_initial(self, word: str) -> list[str]:
        """Return words with the first letter mistyped or one put before: too rare to suggest."""
        others = (word[1:], *(initial + word[1:] for initial in ascii_lowercase))
        return [other for other in others if other in self._lexicon.ranks]

    def _clearest(
        self, candidates: Collection[str], limit: int, rivals: Collection[str] = ()
    ) -> str | None:
        """Return the most frequent candidate if it is below the limit and no other is near it."""
        ranked = sorted((self._lexicon.ranks[one], one) for one in {*candidates, *rivals})
        if not ranked or ranked[0][0] >= limit or ranked[0][1] not in candidates:
            return None
        if len(ranked) > 1 and ranked[1][0] < ranked[0][0] * _CLEARLY:
            return None
        return ranked[0][1]


def _likely(right: str, word: str) -> bool:
    """Tell whether a letter was lost, two were swapped or one was doubled: the usual slips."""
    if len(right) >= len(word):
        return len(right) > len(word) or sorted(right) == sorted(word)
    return any(
        one == other and right == word[:place] + word[place + 1 :]
        for place, (one, other) in enumerate(pairwise(word))
    )


def _tokens(text: str) -> Iterator[_Token]:
    opens, end = True, 0
    for chunk in _CHUNK.finditer(text):
        opens = opens or "\n" in text[end : chunk.start()]
        end = chunk.end()
        found = _WORD.fullmatch(chunk[0])
        if found:
            yield _Token(chunk.start() + found.start("word"), found["word"], opens)
        opens = _SENTENCE_END.search(chunk[0]) is not None
