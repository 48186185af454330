"""Which agents a text names, and the text without their names.

A name may consist of any words ("create-report"), so it must not count as what the text says.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rapidfuzz import fuzz

from shared.models.intent import Candidate
from shared.understanding.folding import fold, word_set, words

PLACEHOLDER = "@agent"

_AGENT_NOUNS = word_set(
    "agent agents bot bots assistant assistants helper automation workflow chatbot thing"
)
_NOT_PART = word_set(
    "the a an my our your his her their this that each every all any new old create make build "
    "update change delete copy clone pause run use start stop rename share add remove show list "
    "existing current another which what one"
)
"""Before "agent", these words belong to the sentence, even if a name has them too."""
_CALLS = word_set(
    "run rerun use trigger launch start execute ask pause resume rename clone duplicate disable "
    "enable retire"
)
"""After these words a name is a name, however it is written."""
_DOMAIN_WORDS = word_set("email mail calendar contacts slack")
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_ALIKE = 86
"""A slip of the keyboard or two in a name of a dozen letters (fuzz.ratio, 0 to 100)."""
_FUZZY_LETTERS = 8
"""Shorter names have too many neighbours among ordinary words."""


@dataclass(frozen=True)
class Naming:
    """`masked` has a placeholder for each name that can be nothing else.

    `named` are the agents meant; `hinted` those whose name occurs as ordinary words.
    """

    masked: str
    named: tuple[Candidate, ...] = ()
    hinted: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class _Word:
    folded: str
    start: int
    end: int


@dataclass(frozen=True)
class _Form:
    """One way to write an agent's name: by its words, and run together."""

    words: tuple[str, ...]
    whole: str
    written: str


def find_names(text: str, agents: Sequence[Candidate]) -> Naming:
    """Look for the agents' names and ids, slips included."""
    if not agents:
        return Naming(text)
    said = [_Word(fold(m[0]), *m.span()) for m in _TOKEN.finditer(text)]
    forms = [(agent, form) for agent in agents for form in _forms(agent.agent, agent.name)]
    forms.sort(key=lambda pair: -len(pair[1].words))
    found = [*_mentions(text, said, forms), *_shortened(said, agents)]
    spans: list[tuple[int, int]] = []
    named: dict[str, Candidate] = {}
    hinted: dict[str, Candidate] = {}
    for start, end, agent, sure in found:
        if any(start < e and s < end for s, e in spans):
            continue
        (named if sure else hinted).setdefault(agent.agent, agent)
        if sure:
            spans.append((start, end))
    masked = text
    for start, end in sorted(spans, reverse=True):
        begin = start - 1 if start and text[start - 1] == "@" else start
        masked = f"{masked[:begin]}{PLACEHOLDER}{masked[end:]}"
    return Naming(masked, tuple(named.values()), tuple(hinted.values()))


_Mention = tuple[int, int, Candidate, bool]


@lru_cache(maxsize=4096)
def _forms(*names: str) -> tuple[_Form, ...]:
    forms = [_Form(tuple(words(name)), "".join(words(name)), name) for name in names]
    return tuple({form.words: form for form in forms if form.words}.values())


def _mentions(
    text: str, said: Sequence[_Word], forms: Sequence[tuple[Candidate, _Form]]
) -> Iterator[_Mention]:
    for agent, form in forms:
        size, first = len(form.words), form.whole[0]
        places = range(len(said) - size + 1)
        exactly = [at for at in places if _written(text, said[at : at + size]) == form.written]
        for at in (*exactly, *places):
            if said[at].folded[0] == first and _is_name(form, window := said[at : at + size]):
                called = at > 0 and said[at - 1].folded in _CALLS
                sure = called or _sure(text, form, window, said[at + size : at + size + 1])
                yield window[0].start, window[-1].end, agent, sure


def _written(text: str, window: Sequence[_Word]) -> str:
    return text[window[0].start : window[-1].end]


def _is_name(form: _Form, window: Sequence[_Word]) -> bool:
    said = "".join(word.folded for word in window)
    return said == form.whole or (
        len(form.whole) >= _FUZZY_LETTERS and fuzz.ratio(said, form.whole) >= _ALIKE
    )


def _sure(text: str, form: _Form, window: Sequence[_Word], following: Sequence[_Word]) -> bool:
    """Whether the words can only be the name: marked, cased or joined as names are."""
    start, end = window[0].start, window[-1].end
    if text[max(start - 1, 0) : start] == "@":
        return True
    if form.whole in _DOMAIN_WORDS:
        return False
    if following and following[0].folded in _AGENT_NOUNS:
        return True
    if len(form.words) == 1:
        return start > 0 and text[start].isupper() and not text.isupper()
    written = text[start:end]
    if "-" in written or "_" in written or form.written.islower():
        return True
    return written[0].isupper() and written.split()[-1][:1].isupper()


def _shortened(said: Sequence[_Word], agents: Sequence[Candidate]) -> Iterator[_Mention]:
    """Find "the permits agent" for "Building Permits", when no other agent has the word."""
    for before, noun in pairwise(said):
        if noun.folded not in _AGENT_NOUNS or before.folded in _DOMAIN_WORDS | _NOT_PART:
            continue
        word = before.folded.removesuffix("'s").removesuffix("s")
        having = [agent for agent in agents if word in _parts(agent.agent, agent.name)]
        if len(having) == 1:
            yield before.start, noun.end, having[0], True


@lru_cache(maxsize=4096)
def _parts(*names: str) -> frozenset[str]:
    said = {word for name in names for word in words(name)} - _AGENT_NOUNS
    return frozenset(word.removesuffix("s") for word in said)
