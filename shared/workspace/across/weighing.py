"""How likely what was found answers: by its words, meaning, place, writer, and kind of answer."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from shared.decisions.picking import ranked, said_of
from shared.tools.tool import Desk
from shared.words import tells
from shared.workspace.across.asking import FEWEST, Find, asked, telling
from shared.workspace.across.fitting import fits
from shared.workspace.across.things import Found

_COMPARED = 32
"""Of all that says some of the words, what is compared with the whole request, by its meaning."""
_MEANING = 2
"""How much nearness in meaning counts beside the words."""
_LATELY, _FORTNIGHT = 0.8, timedelta(days=14)
"""What it counts that somebody who is asked after wrote something just now, and half of it when."""
_FITS = 0.3
"""What it counts that something tells the kind of thing that is asked for."""
_BEFORE = 0.5
"""What the question before counts, from which one goes on, beside what is asked now."""
_THERE = 0.5
"""What it counts that something stands where it should, or was just shown."""
_ABOUT_AS_MUCH = 0.95
"""How near to the best what others say has to come to be told beside what is of whom is asked."""
_RARE = 2
"""So few others may say a word for it to be enough by itself."""
ALIKE = 0.45
"""From here on one word is enough as well: 0.5 to 0.7 is usual of what was meant, 0.1 to 0.4 of
what only shares a word with it.
"""
_THEIRS = 1.8
"""What it counts that somebody said it who is asked after."""
_ATTACHED = re.compile(r"\b(?:list|table|file|attachment|attached|document)\b", re.IGNORECASE)
"""What tells that it stands in a file that came with a mail, or in a list in one."""
NEAR = 0.6
"""How much of what the best one says of the words the others on the list say at least."""
CLEARLY = 0.75
"""Likewise where only one is meant."""
ANSWERS = 0.3
"""Likewise of what is said in a place that was named, where no word of the question may be said."""
MOST_SHOWN = 5
"""So much of what was found is told."""


def keys_of(item: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what an item is known by: of a talk, each message of it."""
    return [(item["kind"], one["id"]) for one in (item, *item.get("talk", ()))]


class Weighed(NamedTuple):
    """Something found, how much of the words it says, how near it is in meaning, and both."""

    item: dict[str, Any]
    score: float
    like: float
    plain: float
    whole: float
    enough: bool


async def weighed(
    desk: Desk, wanted: Find, items: Found, there: Sequence[Mapping[str, Any]] = ()
) -> list[Weighed]:
    """Return what is likeliest to answer, the best first.

    The words of the sentence that asks count twice: the others tell of what. Of the places to look
    in, the first is what was told last.
    """
    texts = dict.fromkeys((asked(wanted.about), wanted.about), 1.0)
    if wanted.after:
        texts[wanted.after] = _BEFORE
    scores = dict.fromkeys(range(len(items)), 0.0)
    for text, counts in texts.items():
        for score, at in ranked(items, text):
            scores[at] += counts * score / len(texts)
    theirs = _placed(wanted, items, there)
    order = sorted(range(len(items)), key=lambda at: (-theirs[at], -scores[at]))[:_COMPARED]
    told = [_text(items[at]) for at in order]
    each = [
        [counts * like for like in await desk.likeness(text, told)]
        for text, counts in texts.items()
    ]
    most = max(scores.values(), default=0.0) or 1.0
    words = telling(wanted)
    said = [said_of(items[at], words) for at in order]
    often = Counter(word for one in said for word in one)
    fewest = min(FEWEST, len(words)) if wanted.one else FEWEST
    found: list[Weighed] = []
    for place, (at, says) in enumerate(zip(order, said, strict=True)):
        like = max(one[place] for one in each)
        fit = fits(asked(wanted.about), str(items[at]["text"]))
        alike = ANSWERS if theirs[at] >= _THERE or (fit and says) else ALIKE
        enough = len(says) >= fewest or like >= alike or any(often[word] <= _RARE for word in says)
        plain = scores[at] / most + _MEANING * like + _FITS * fit
        untold = theirs[at] >= _THEIRS and len(says) < FEWEST  # then the newest is the likeliest
        whole = plain + theirs[at] + (_lately(items[at], desk) if untold else 0.0)
        found.append(Weighed(items[at], scores[at], like, plain, whole, enough))
    return sorted(found, key=lambda one: -one.whole)


def _placed(wanted: Find, items: Found, there: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return what it counts by whom each item is, and where it stands."""
    inside = {key for one in there for key in keys_of(one)}
    first = next(((one.kind, one.id) for one in wanted.inside), None)
    listed = _ATTACHED.search(wanted.about)
    of_file = ("cells" if listed[0] == "list" else "attached") if listed else ""
    return [
        (_THEIRS if wanted.by and is_by(one, wanted.by) else 0.0)
        + (_THERE if keys_of(one)[0] in inside else 0.0)
        + (_THERE if first in keys_of(one) else 0.0)
        + (_THERE if one.get(of_file) else 0.0)
        for one in items
    ]


def told_of(weighed: Sequence[Weighed], *, there: bool = False, near: float = NEAR) -> Found:
    """Return what is most likely meant, best first; none that says too little.

    What others say that is said no better by who is asked after, or there, is told beside it.
    `near` is how much of what the best one says the others say at least.
    """
    best = max((one.whole for one in weighed), default=0.0)
    plain = max((one.plain for one in weighed), default=0.0)
    likely = [
        one for one in weighed if one.whole >= near * best or one.plain >= _ABOUT_AS_MUCH * plain
    ]
    told = any(one.score > 0 for one in weighed)
    return [one.item for one in likely if one.enough or there][:MOST_SHOWN] if told else []


def _lately(item: Mapping[str, Any], desk: Desk) -> float:
    """Return what it counts how lately something was written: half as much every two weeks."""
    return _LATELY * 0.5 ** ((desk.now - datetime.fromisoformat(item["at"])) / _FORTNIGHT)


def is_by(item: Mapping[str, Any], who: str) -> bool:
    """Whether something was said, or joined in, by somebody of a name or address."""
    talk = [one["who"] for one in (item, *item.get("talk", ())) if "who" in one]
    sender = item.get("from", {})
    return who.casefold() == sender.get("email", "").casefold() or any(
        tells(who, one) for one in (sender.get("name", ""), *talk)
    )


def _text(item: Mapping[str, Any]) -> str:
    who = item["from"]["name"] if "from" in item else item.get("who", "")
    return f"{who} {item['label']}. {item.get('place', '')} {item.get('work', '')} {item['text']}"
