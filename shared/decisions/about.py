"""Answering what a person asks about a card before they decide: from the card, and nothing else."""

import re

from shared.decisions import wording
from shared.decisions.links import without_links
from shared.models.run import Card

_ASKED = (
    (re.compile(r"\b(?:who|whom|whose|recipients?|copied|invited|guests?|attendees?|people)\b"),
     frozenset({"to", "cc", "bcc", "attendees", "channel", "account", "from"})),
    (re.compile(r"\b(?:when|what (?:time|day|date)|which (?:day|date)|how long)\b"),
     frozenset({"when", "until", "repeats", "duration"})),
    (re.compile(r"\bwhere\b|\bwhich (?:room|place|channel)\b"),
     frozenset({"where", "location", "channel", "online", "spreadsheet", "tab", "page"})),
    (re.compile(r"\bsubject\b"), frozenset({"subject"})),
    (re.compile(r"\battach"), frozenset({"attachments"})),
)  # fmt: skip
"""Which fields of a card answer a question, by its words."""
_ATTACHED = frozenset({"attachments"})
_THEIRS = re.compile(r"\b(?:her|his|their|original|(?:mail|e-?mail|message) (?:from|of))\b")
"""That what is asked about is what somebody else wrote, not what a card sends."""
_HOW_MANY = re.compile(r"\bhow many\b")
_CONTENT = re.compile(
    r"\b(?:it|(?:that|this)(?! (?:very |same )*(?:\w*day|week|morning|afternoon|evening)\b)"
    r"|say|says|text|content|read)\b"
)


def knows(card: Card, question: str) -> bool:
    """Return whether a card has what a question is after; the whole of it has what it says."""
    asked = question.casefold()
    wanted = _wanted(asked)
    if wanted == _ATTACHED and not _THEIRS.search(asked):
        return True
    labels = (*(label for label, said in card.fields if said), *(d.label for d in card.differences))
    if wanted:
        return any(_is(label, wanted) for label in labels)
    return bool(_HOW_MANY.search(asked) or _CONTENT.search(asked))


def answered(card: Card, question: str) -> str:
    """Return what a card says to a question: the fields it is after, or else the whole card."""
    asked = question.casefold()
    wanted = _wanted(asked)
    told = [f"- {label}: {said}" for label, said in card.fields if said and _is(label, wanted)]
    told += [
        f"- {d.label}: {d.before or 'nothing'} → {d.after or 'nothing'}"
        for d in card.differences
        if _is(d.label, wanted)
    ]
    if told and not _HOW_MANY.search(asked):
        return without_links("\n".join([f"**{card.title}**", *told]))
    if wanted == _ATTACHED:
        return "Nothing is attached."
    told_all = wording.card_in_words(card)
    known = wanted or _HOW_MANY.search(asked) or _CONTENT.search(asked)
    return without_links(told_all if known else f"{told_all}\n\n{wording.ASK_AFTER}")


def _wanted(asked: str) -> frozenset[str]:
    """Return the labels of the fields that a question is after."""
    return frozenset[str]().union(*(labels for cue, labels in _ASKED if cue.search(asked)))


def _is(label: str, wanted: frozenset[str]) -> bool:
    return label.casefold() in wanted
