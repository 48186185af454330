"""Wishes to take back what was done."""

import re
from collections.abc import Mapping

from shared.decisions.undoing import asked
from shared.english.scanning import NUMBER
from shared.models.reasoning import ConversationContext
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.understanding.described import placed
from shared.understanding.folding import word_set
from shared.understanding.followed import before_in, follow
from shared.understanding.going_on import DONE, about, left_by
from shared.understanding.heads import About
from shared.understanding.pointing import place_named
from shared.understanding.reader import Reader
from shared.understanding.shown import last_answer
from shared.words import telling

_SURE = 0.9
_LIKELY = 0.5
_UNDO, _THAT = "undo", "undo that"
_SURELY_BACK, _LIKELY_BACK = 0.8, 0.45
"""How likely all of a message takes back what was done: wherever it is read so, and in words that
say it plainly as well. Of 99 messages by writers not learnt from, 39 of 47 are found by the first,
and none that wants another thing."""
_SAYS_SO, _ALL_OR_PART = 0.7, 0.7
"""How likely its words say so by themselves, where it may be that all of it is meant or a part."""
_NEW = ("value", "newtime", "body", "label")
"""Kinds of span that say how something should be instead."""
_PUT_BACK: Mapping[str, tuple[str, str]] = {
    "mail_archive": ("Archived", "Put {} back in the inbox"),
    "mail_star": ("Starred", "Take the star off {}"),
    "mail_mark_read": ("as read", "Mark {} as unread"),
}
"""What is done to several mails, how that is told, and how it is ordered back for some of them."""
_SHIFTS = re.compile(
    rf"\b(?:push|shove|shift|move|slide|nudge|bring|pull)\b.* (?:back|forwards?)"
    rf" (?:by )?(?:a (?:bit|little|while)|half|three quarters|(?:{NUMBER})\b)",
    re.IGNORECASE,
)
"""How something is moved by a while, and not taken back: "push that back half an hour"."""
_NEWEST = re.compile(r"\b(?:newest|latest|most recent)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[.!?;,\n]+|\s[-\u2013]\s")
_ASIDE = word_set("oh ah no nope oops sorry soz sry wait hm hmm well but and because so silly")
_STATES = word_set("i we he she they it that this there you i've i'm that's it's wrong need")
"""How a clause begins that says what is so, and orders nothing."""
_NEEDS = re.compile(r"(?:still )?(?:need|want)(?:ed)? (?:it|that|them|those|this)\b", re.IGNORECASE)
"""Likewise why what was done should not have been: "need it here"."""


def undo_in(text: str, context: ConversationContext, reader: Reader) -> str:
    """Return what a message says that wants something undone; "" where it does not.

    What is said around it is left out; "" where that asks for something as well. Where no words say
    it plainly, it is wanted if all of the message most surely takes back what was just done.
    """
    if text.rstrip().endswith("?") and " " not in text.strip() and asked(text) is None:
        return ""  # "Return?"
    shares, said = _back(text, context, reader), follow(text, context, reader)
    share, part = shares.get("undo", 0.0), shares.get("undopart", 0.0)
    says_so = reader.read(text).likely(_UNDO) >= _SAYS_SO and share >= part
    surely = share >= _SURELY_BACK or (says_so and share + part >= _ALL_OR_PART)
    if surely and not said.has(*_NEW) and not _SHIFTS.search(text):
        return _plainly(text, reader, alone=True) or _THAT
    if said.task != _UNDO and reader.read(text).task != _UNDO:
        return ""
    return _plainly(text, reader, alone=share >= _LIKELY_BACK)


def part_back(text: str, context: ConversationContext, reader: Reader) -> str:
    """Return the order that undoes, of what was just done to several mails, what is told of some.

    "The one with the outlook should stay where it was": "" for any other message.
    """
    before = before_in(context)
    done, order = _PUT_BACK.get(reader.read(before.text).task if before else "", ("", ""))
    if not done or done not in last_answer(context):
        return ""
    shares = _back(text, context, reader)
    part = shares.get("undopart", 0.0)
    some = part + shares.get("undo", 0.0) + shares.get("part", 0.0)
    if part < max(shares.values(), default=1.0) or some < _LIKELY:
        return ""
    labels = {one.ordinal: telling(one.label) for one in context.references if one.ordinal}
    common = frozenset[str]().union(*labels.values()).intersection(*labels.values())
    fits = {at: len((label - common) & telling(text)) for at, label in labels.items()}
    meant = [at for at, fit in sorted(fits.items()) if fit and fit == max(fits.values())]
    if not meant or len(meant) == len(labels):
        newest = 1 if _NEWEST.search(text) else None  # they are told the newest first
        place = newest or place_named(placed(text), len(labels))
        meant = [place] if place else []
    if not meant:
        return ""
    which = f"number{'s' * (len(meant) > 1)} {' and '.join(map(str, meant))}"
    return order.format(which)


def _plainly(text: str, reader: Reader, *, alone: bool) -> str:
    """Return the one sentence that says so; "" where others, unless `alone`, want more."""
    clauses = [one.strip() for one in _CLAUSES.split(text) if one.strip()]
    wishes = [one for one in clauses if asked(one if clauses[1:] else text) is not None]
    others = [reader.read(one) for one in clauses if one not in wishes and not _states(one)]
    more = not alone and any(one.task in AGENT_OF and one.sure >= _LIKELY for one in others)
    sure = [one for one in wishes if reader.read(one).likely(_UNDO) >= _SURE]
    return sure[0] if len(wishes) == len(sure) == 1 and not more else ""


def _back(text: str, context: ConversationContext, reader: Reader) -> Mapping[About, float]:
    """Return how likely a message takes back what was just done, or is about what else."""
    before = before_in(context)
    changed = before is not None and left_by(context, before, reader) in DONE
    return about(text, before, context, reader) if before and changed else {}


def _states(clause: str) -> bool:
    said = (word for word in clause.casefold().replace("\u2019", "'").split() if word not in _ASIDE)
    return next(said, "") in _STATES or _NEEDS.match(clause) is not None
