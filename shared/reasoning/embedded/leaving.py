"""Messages that say that nothing is to be done: "leave it as it is", "no action at this stage"."""

import re
from collections.abc import Sequence

from shared.decisions.questioning import asks, wants_told
from shared.queries.cues import topics
from shared.queries.reading import plain as as_asked
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.understanding.arranging import WRITING
from shared.understanding.closing import held_back, tells_whom_not
from shared.understanding.folding import words
from shared.understanding.reader import Before, Reader
from shared.understanding.said import WHO
from shared.understanding.tasks import CHANGING, service_of
from shared.understanding.withdrawing import OWN_PLAN

_CLAUSES = re.compile(r"(?<=[,.;:!?])\s+")
_LEAVES = re.compile(
    r"(?:.*\bthat is (?:all|it|enough) )?(?:(?:please|do|just|and|but|so|then|well|no|ok|okay|right"
    r"|fine|actually|oh|ah|sorry|hm+|never ?mind|hang on|hold on|wait) )*"
    r"(?:(?:leave|keep|let|forget|scrap|scratch|drop|ignore|strike|do not|never ?mind|nvm|no)\b"
    r"|(?:\w+ ){1,6}?(?:stays?|remains?|not needed|does not matter)\b|nothing\b)"
)
"""How a clause begins that says that nothing is to be done, and is no words for somebody."""
_SAYS = re.compile(r"[\"\u201c\n]|:\s")
"""What leads to words that are said to somebody."""
_MORE = re.compile(r"\W*(?:and|but|then|just)\b")
_ALL = re.compile(r"\b(?:anything(?! else)|any of)\b")
"""What is left, where all is that was, or may be taken for, an order."""
_BOUND = re.compile(
    r"\W*(?:(?:and|but|so|please|just|also)\W+)*(?:do not|don['\u2019]?t|never)"
    r" (?!(?:do|forget|hesitate|worry)\b)(?!.*\b(?:yet|now|until)\b)\w",
    re.IGNORECASE,
)
"""How a clause begins that forbids what was ordered nowhere."""
_POINTING = frozenset({"which", "count"})
_LIKELY = 0.5


def without_bounds(text: str, reader: Reader, before: Before | None = None) -> str:
    """Return an order without clauses that forbid something else, and name nothing.

    "Don't bin them, just get them out of the inbox" bins nothing; what is forbidden of something
    that is named, or is what is ordered, stays. What stays of others than those whose mail it is
    done to is nothing to do: "archive Ann's. Bo's stays where it is".
    """
    clauses = [one for one in _CLAUSES.split(text) if words(one)]
    if len(clauses) == 1 or _SAYS.search(text):
        return text
    others = _of_others(clauses, reader)
    bounds = {one: reader.read(one) for one in clauses if one in others or _BOUND.match(one)}
    left = " ".join(one for one in clauses if one not in bounds)
    ordered = reader.read(left, before) if bounds and left else None
    if ordered is None or ordered.task not in CHANGING - WRITING or ordered.sure < _LIKELY:
        return text
    if others and service_of(ordered.task) != "mail":
        return text
    plain = [each for one, each in bounds.items() if one not in others]
    named = any(one.kind not in _POINTING for each in plain for one in each.spans)
    same = any(each.task == ordered.task for each in plain)
    apart = any(tells_whom_not(each.text, ordered.task, reader) for each in plain)
    return text if named or same or apart else left


def _of_others(clauses: Sequence[str], reader: Reader) -> list[str]:
    """Return the clauses that tell what stays, each of people or companies no other one names."""
    who = [
        {who.id for link in reader.world.links(one) if link.kind in WHO for who in link.things}
        for one in clauses
    ]
    shares = reader.revisions.sentences(clauses)
    stays = [bool(w) and share["limit"] >= _LIKELY for w, share in zip(who, shares, strict=True)]
    ordered = {thing for w, stay in zip(who, stays, strict=True) if not stay for thing in w}
    found = list[str]()
    for one, w, stay, share in zip(clauses, who, stays, shares, strict=True):
        why = found and not w and max(share, key=share.__getitem__) in {"aside", "said"}
        if why or (stay and ordered and not w & ordered):
            found.append(one)
    return found


def without_left(text: str, reader: Reader) -> str:
    """Return what is asked beside that nothing is to be done; "" for nothing besides.

    What orders something besides stays in its own words, and so does any other message.
    """
    if reader.read(text).task in WRITING and held_back(text, reader) != text:
        return text
    leaves, besides, everything = topics()["dropped"].search, list[str](), False
    clauses = [one for one in _CLAUSES.split(text) if words(one)]
    for one in clauses:
        plain = as_asked(one, ())
        left = leaves(plain) if _LEAVES.match(plain) else None
        rest = plain[left.end() :] if left else one
        everything = everything or (left is not None and _ALL.search(plain) is not None)
        besides += [rest] if left is None or _MORE.match(rest) else []
    if besides == clauses:
        return text
    besides = [one for one in besides if not everything or asks(one)]
    asked = [reader.read(one) for one in besides if not OWN_PLAN.match(one)]
    tasks = {one.task for one in asked if one.sure >= _LIKELY and one.task in AGENT_OF}
    if tasks & CHANGING:
        return text
    return " ".join(besides) if tasks or any(map(wants_told, besides)) else ""
