"""What the words of a reply say for each option."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from shared.models.intent import Option
from shared.reasoning.embedded.replying.terms import MONTHS, SMALL, clock, likeness, telling, terms
from shared.understanding.folding import fold, word_set

KNOWN = 0.8
"""From here on two terms count as the same."""

_HEAD_END = re.compile(r" [-\u2013\u2014|:(/] ?|, | \(|: ")
_PARTS_OF_DAY = ((5, 12, "morning am"), (12, 18, "afternoon pm"), (18, 24, "evening pm night"))


@dataclass(frozen=True)
class Written:
    """An option as it can be named. The head is its name; the tail says more about it."""

    name: str
    head: tuple[str, ...]
    tail: tuple[str, ...]
    initials: frozenset[str]
    own: frozenset[str]


@dataclass(frozen=True)
class Evidence:
    """How the telling words of a reply fall on the options.

    `weights[i]` adds up what they say for option i; `known` and `strange` count the words that some
    option has and that none has. `conflict`: words that only other options than the best have.
    """

    weights: tuple[float, ...]
    known: int
    strange: int
    conflict: int

    @property
    def best(self) -> int:
        """Return the place, from 0, of the option with the most weight; 0 where there is none."""
        return self.weights.index(max(self.weights)) if self.weights else 0

    @property
    def margin(self) -> float:
        """How far the best is ahead of the second; 0 when words single none out."""
        first, second, *_ = *sorted(self.weights, reverse=True), 0.0, 0.0
        return first - second

    @property
    def sure(self) -> bool:
        """Whether every telling word fits the best option, which some set apart."""
        return self.margin >= 0.4 and not self.strange and not self.conflict  # noqa: PLR2004


@lru_cache(maxsize=512)
def written(label: str, description: str) -> Written:
    """Take an option apart."""
    found = _HEAD_END.search(label)
    head, tail = (label[: found.start()], label[found.end() :]) if found else (label, "")
    named = terms(head)
    return Written(
        name=f"{label}. {description}" if description else label,
        head=(*named, *_joined(named)),
        tail=(
            *(said := terms(f"{tail} {description}")),
            *_joined(said),
            *_parts_of_day(label),
            *_months(label),
        ),
        initials=_initials(head),
        own=frozenset(telling(head)) or frozenset(named),
    )


def as_written(options: Sequence[Option]) -> tuple[Written, ...]:
    """Take options apart."""
    return tuple(written(option.label, option.description) for option in options)


def weigh(said: str, options: Sequence[Written], aside: AbstractSet[str] = frozenset()) -> Evidence:
    """Weigh the words of a reply for each option; terms like those `aside` count for nothing."""
    spoken = [word for word in _telling_here(said, options) if not _set_aside(word, aside, options)]
    weights = [0.0] * len(options)
    claims: list[set[int]] = []
    strange = 0
    for word in spoken:
        shares = [_credit(word, option, alone=len(spoken) == 1) for option in options]
        best = max(shares, default=0.0)
        if best < KNOWN:
            strange += 1
            continue
        holders = {i for i, credit in enumerate(shares) if credit >= best - 0.06}
        claims.append(holders)
        for i in holders:
            weights[i] += shares[i]
    _complete(spoken, options, weights)
    if initial := _initial_said(said, options):
        claims.append(initial)
        for i in initial:
            weights[i] += 0.85
    leader = weights.index(max(weights)) if weights else 0
    conflict = sum(leader not in holders for holders in claims)
    return Evidence(tuple(weights), len(claims), strange, conflict)


def _initial_said(said: str, options: Sequence[Written]) -> set[int]:
    """Return the one option whose name goes on with the letter a reply ends with ("John S.")."""
    *before, letter = terms(said) or [""]
    if not before or len(letter) != 1 or not letter.isalpha():
        return set()
    going_on = {
        i
        for i, option in enumerate(options)
        for name, after in pairwise(option.head)
        if likeness(before[-1], name) >= KNOWN and after.startswith(letter)
    }
    return going_on if len(going_on) == 1 else set()


def _complete(spoken: Sequence[str], options: Sequence[Written], weights: list[float]) -> None:
    """Add to the one leading option whose own name was said to the end, if others lead with it."""
    shared = common(options)
    leading = [i for i, weight in enumerate(weights) if weight > 0 and weight == max(weights)]
    whole = [
        i
        for i in leading
        if options[i].own - shared
        and all(
            any(likeness(word, term) >= KNOWN for word in spoken)
            for term in options[i].own - shared
        )
    ]
    if len(leading) > 1 and len(whole) == 1:
        weights[whole[0]] += 0.5


def _set_aside(word: str, aside: AbstractSet[str], options: Sequence[Written]) -> bool:
    """Whether a word only repeats the question: not if it is exactly what some options have."""
    if word in aside:
        return True
    holders = sum(word in option.head or word in option.tail for option in options)
    return holders in {0, len(options)} and any(likeness(word, a) >= KNOWN for a in aside)


def names_several(said: str, options: Sequence[Written]) -> bool:
    """Whether the words of a reply single out more than one option, each by itself."""
    singled: set[int] = set()
    for word in _telling_here(said, options):
        holders = {i for i, o in enumerate(options) if _credit(word, o, alone=False) >= KNOWN}
        if len(holders) == 1:
            singled |= holders
    return len(singled) > 1


def common(options: Sequence[Written]) -> set[str]:
    """Return the terms that all options have."""
    if not options:
        return set()
    first, *others = ({*option.head, *option.tail} for option in options)
    return first.intersection(*others)


def _telling_here(said: str, options: Sequence[Written]) -> list[str]:
    """Return the telling terms, and the small ones that name one of these options alone."""
    spoken = telling(said)
    kept = [term for term in terms(said) if term in SMALL and len(term) > 1]
    named = [{*option.head, *option.tail} for option in options]
    names = [
        term
        for term in kept
        if term not in _NEVER_TELLING and 0 < sum(term in one for one in named) < len(named)
    ]
    joined = [a + b for a, b in pairwise(spoken)]
    whole = {term for option in options for term in (*option.head, *option.tail)}
    for pair, a, b in zip(joined, spoken, spoken[1:], strict=False):
        if pair in whole and not {a, b} <= whole:
            spoken = [pair if term == a else term for term in spoken if term != b]
    if not spoken and not names:
        names = [t for t in kept if 0 < sum(t in one for one in named) < len(named) and t != "one"]
    return spoken + names


_NEVER_TELLING = word_set(
    """
    a an the and or of to for in on at it is be i i'd i'm me my you your that that's want with
    so by please one ones option no not do go ok yes them they their he she his her we i'll have
    use yeah like thing then use would should could will can has had more most just which about
    """
)


def _credit(word: str, option: Written, *, alone: bool) -> float:
    head = max((likeness(word, term) for term in option.head), default=0.0)
    tail = max((likeness(word, term) for term in option.tail), default=0.0)
    best = max(head, 0.97 * tail)
    if best < KNOWN and alone and word in option.initials:
        return 0.85
    return best


def _joined(named: Sequence[str]) -> list[str]:
    return [a + b for a, b in pairwise(named) if len(a + b) > 3]  # noqa: PLR2004


def _initials(head: str) -> frozenset[str]:
    named = [word for word in re.findall(r"[^\W_]+", fold(head)) if not word.isdigit()]
    letters = "".join(word[0] for word in named)
    shapes = {letters, letters[:2], letters[:3]}
    if len(named) == 1:  # "GoogleDrive", "PayPal" written as one
        shapes = {"".join(c for c in head if c.isupper()).lower(), named[0][:2]}
    return frozenset(shape for shape in shapes if 1 < len(shape) < 5)  # noqa: PLR2004


def _months(label: str) -> list[str]:
    quarter = re.search(r"\bq([1-4])\b", fold(label))
    first = int(quarter[1]) * 3 - 3 if quarter else 0
    return list(MONTHS[first : first + 3]) if quarter else []


def _parts_of_day(label: str) -> list[str]:
    for term in terms(label):
        if time := clock(term):
            parts = (p.split() for begin, end, p in _PARTS_OF_DAY if begin <= time[0] < end)
            return [*next(parts, ["night"]), str(time[0]), str((time[0] - 1) % 12 + 1)]
    return []
