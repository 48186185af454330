"""Which of several things words mean: the one that says what no other says."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from shared.decisions.occurrences import occurrence, tells_when
from shared.words import ASIDE, ONE_TO_ONE, similar, stem, telling, words_of

_HYPHENED = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d")
_UNSAID = re.compile(r"(?:^|_)(?:id|ids|link|url|zone|account|labels|series)$")
"""Fields that nobody says."""
_NAMES = ("title", "subject", "name", "label")
"""Fields that say what a thing is called."""
_WITHIN = 0.75
"""How much a word counts that is said of a thing, but not in its name."""
_ASKS = "question"
"""What a text that ends as one is, which it does not say itself."""
MOST_WORDS = 6
"""Words of a description that are looked for, the longest."""
_SAYS_LITTLE = re.compile(r".{1,2}|20\d\d")
"""What is too short, or a year."""
_TIMES = """
    afternoon april august daily december evening february friday january july june march midday
    monday month monthly months morning next night november october saturday september sunday
    thursday today tomorrow tonight tuesday wednesday week weekend weekly weeks year yesterday
"""
_PLACES = """
    again any anybody anyone anything calendar called contact contacts e-mail email emails end ended
    event events find found give got inbox know last lately look mail mails meeting message messages
    need one page said saw say says see send sent show slack somebody someone something start starts
    still tell thing things think time told unread want wanted wants were where while write
    wrote yet
"""
_VAGUE = frozenset(f"{_TIMES} {_PLACES}".split())
"""What says when or where something is, or that it is, and not what it is."""
_ENOUGH = 2
"""One word may be found by chance where many things are looked at."""
_AHEAD = 1.4
"""How many times as much as the next one the one that is meant says of what is sought."""


def describing(text: str, most: int = MOST_WORDS) -> list[str]:
    """Return the words that tell what somebody speaks of, the longest first."""
    words = dict.fromkeys(words_of(text))
    told = [w for w in words if w not in ASIDE | _VAGUE and not _SAYS_LITTLE.fullmatch(w)]
    return sorted(told, key=len, reverse=True)[:most]


def ranked(items: Sequence[Mapping[str, Any]], words: str) -> list[tuple[float, int]]:
    """Return how much each item says of some words, and its place, the most first.

    A word counts the more, the fewer items say it; one that all say tells nothing. What a thing is
    called counts more than what is said in it, and whose whole name alone is said comes first.
    """
    each = [_Saying.of(item, words) for item in items]
    alone = sum(one.whole for one in each) == 1
    scored = sorted(_scored(each), key=lambda one: not (alone and one[2].whole))
    return [(score, at) for score, at, _ in scored]


def picked(
    items: Sequence[Mapping[str, Any]],
    words: str,
    within: Sequence[str] = (),
    days: Sequence[str] = (),
) -> int | None:
    """Return the place of the item that words plainly mean; None where they don't tell.

    It says clearly more than any other; or none says anything else, and it alone is called so; or
    its whole name is said, and no other's is. Of those called alike it is the one `within` the days
    that are said (the first and the last, as dates), or the one on the day, or in the week, of
    another that is only named to tell when: "the sync on the strategy day". `days` are those on
    which each item begins, likewise; "" for one that does on none.
    """
    each = [_Saying.of(item, words) for item in items]
    whole = [at for at, one in enumerate(each) if one.whole]
    if len(whole) == 1:
        return whole[0]
    called = dict.fromkeys(each[at].name for at in whole)
    beside = {name for name in called if called.keys() != {name} and tells_when(name, words)}
    if len(called) - len(beside) > 1:
        return None
    (score, at, best), *others = _scored(each)
    if score <= 0:
        return None
    alike = [place for place in whole if each[place].name not in beside]
    alike = alike or [at, *(place for _, place, one in others if one == best)]
    if alike[1:]:
        those = [days[place] for place in whole if days and each[place].name in beside]
        return occurrence([(place, days[place]) for place in alike if days], within, those)
    named = best.name and all(one.all <= best.all and one.name < best.name for _, _, one in others)
    clear = not others or score >= _AHEAD * others[0][0]
    return at if named or clear else None


def says_enough(item: Mapping[str, Any], words: str) -> bool:
    """Whether an item says more than one of the words that tell something, or the only one."""
    told = {word for word in words_of(words) if word not in ASIDE | _VAGUE}
    return len(_Saying.of(item, words).all) >= min(_ENOUGH, len(told))


def told_at_length(items: Sequence[Mapping[str, Any]], text: str) -> int | None:
    """Return the place of the item that a whole message plainly tells; None for any other.

    More than one telling word has to be said of it, and not of all: no name of who they are from.
    """
    words = " ".join(describing(text, len(text)))
    meant = picked(items, words)
    each = [_Saying.of(item, words).all for item in items]
    apart = len(each[meant].difference(each[0].intersection(*each))) if meant is not None else 0
    return meant if apart >= _ENOUGH else None


def alone_called(items: Sequence[Mapping[str, Any]], at: int, words: str) -> bool:
    """Whether what an item is called says a telling word that no other says anywhere."""
    told = " ".join(word for word in words_of(words) if word not in ASIDE | _VAGUE)
    each = [_Saying.of(item, told) for item in items]
    others = (one.all for place, one in enumerate(each) if place != at)
    return len(each) > 1 and bool(each[at].name.difference(*others))


def said_of(item: Mapping[str, Any], words: Sequence[str]) -> list[str]:
    """Return which of some words an item says."""
    told = _Saying.of(item, " ".join(words)).all
    return [word for word in words if stem(word) in told]


def _with_compounds(text: str) -> str:
    """Return a text in which "roll-out" is "rollout" as well, and a "one to one" a "1:1"."""
    text = ONE_TO_ONE.sub("1:1", text)
    return f"{text} {' '.join(_HYPHENED.findall(text)).replace('-', '')}"


class _Saying(NamedTuple):
    """The words a thing says of those that are sought, and those of them in its name.

    `whole`: all of its name is sought, and that is more than a word.
    """

    all: frozenset[str]
    name: frozenset[str]
    whole: bool

    @classmethod
    def of(cls, item: Mapping[str, Any], words: str) -> "_Saying":
        """Return what an item says of some words."""
        wanted = {
            stem(word): word for word in words_of(_with_compounds(words)) if word not in ASIDE
        }
        called = " ".join(str(item[key]) for key in _NAMES if isinstance(item.get(key), str))
        whole = telling(called) <= wanted.keys() and len(telling(called)) > 1
        return cls(_said(wanted, " ".join(_texts(item))), _said(wanted, called), whole)


def _scored(each: Sequence[_Saying]) -> list[tuple[float, int, _Saying]]:
    often = Counter(word for one in each for word in one.all)
    weights = {word: math.log((len(each) + 1) / count) for word, count in often.items()}
    scored = [
        (sum(weights[word] * (1 if word in one.name else _WITHIN) for word in one.all), at, one)
        for at, one in enumerate(each)
    ]
    return sorted(scored, key=lambda one: (-one[0], one[1]))


def _said(wanted: Mapping[str, str], text: str) -> frozenset[str]:
    """Return which wanted stems a text has, slips of the keyboard let through."""
    told, begins = _words_in(text)
    return frozenset(
        word
        for word, written in wanted.items()
        if word in told
        or any(
            similar(word, stem(one)) or similar(written, one) for one in begins.get(word[:1], ())
        )
    )


@lru_cache(maxsize=4096)
def _words_in(text: str) -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    """Return the stems of a text, and its words by how they begin: a slip begins alike."""
    text = _with_compounds(text)
    told = telling(text)
    begins: dict[str, set[str]] = {}
    for word in set(words_of(text)) - ASIDE:
        begins.setdefault(word[:1], set()).add(word)
    return told, {first: frozenset(each) for first, each in begins.items()}


def _texts(held: object, field: str = "") -> Iterator[str]:
    """Yield what a person could have read of a thing."""
    if isinstance(held, dict):
        for name, value in cast("dict[str, Any]", held).items():
            if not _UNSAID.search(name):
                yield from _texts(value, name)
    elif isinstance(held, list):
        for value in cast("list[Any]", held):
            yield from _texts(value, field)
    elif isinstance(held, str) and not _MOMENT.match(held):
        yield held
        if held.rstrip().endswith("?"):
            yield _ASKS
