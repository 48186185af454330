"""What behind the name of a thing only names, or asks for, something of it, and orders nothing."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from shared.english import read_when
from shared.models.world import Link

_FILTER = r"(?:un\w+ed|unread|starred|flagged|archived|snoozed)"
_MAILS = r"(?:e-?mails?|mails?|messages?|threads?|letters?|ones?)"
_LISTED = (
    r"(?:[^\w\n]|\b(?:the|all|any|every|each|only|just|my|of|from|by|to|in|with|her|his|him|them"
    r"|their|me|inbox|and|or|please|pls|this|last|week|month|today|yesterday|new|newest|latest"
    rf"|(?:attach|attachment)s?|\d+|{_MAILS}|{_FILTER})\b)"
)
_SOME_MAILS = re.compile(
    rf"(?=.{{0,60}}?\b{_FILTER} (?:work )?{_MAILS}\b){_LISTED}+$", re.IGNORECASE | re.DOTALL
)
"""Which mails there are of somebody, by how they are marked: that marks none."""
_ORDERS = (
    r"add|put|write|append|insert|enter|note|jot|set|change|update|make|replace|swap|fix|correct"
    r"|raise|lower|record|log|fill|tick|remove|delete|drop|strike|move|rename|create"
    r"|(?:can|could|would|will) you"
)
_QUESTION = re.compile(
    rf"(?!.*\b(?:{_ORDERS})\b)[^\"\u201c\u201d]*\?\s*$", re.IGNORECASE | re.DOTALL
)
"""What is asked and nowhere ordered, nor quoted to be written."""
_ASKED_BEHIND = re.compile(
    r"[.:;,!]\s+(?:and |so )?(?:what|who|where|when|which|how)(?:['\u2019]?s)?\b[^.!?:]*\?\s*$",
    re.IGNORECASE,
)
_WHICH_DONE = re.compile(
    rf".{{0,20}}\b(?:what|which|how many) (?:of )?(?:\w+ )?{_MAILS}"
    r" (?:have|had|did|['\u2019]?ve) (?:i|we)\b(?P<done>[^,.;:?]*)",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\W|\b(?:the|my|our|on|at|in|from|of|and|with|onwards?|week|next|this)\b", re.IGNORECASE
)
_ANY_TIME = datetime(2001, 1, 1)  # noqa: DTZ001 - which words tell a time does not depend on it
_ONLY_NAMED: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("page_write", "sheet_set", "sheet_append"), _QUESTION),
    **dict.fromkeys(("mail_mark_read", "mail_archive", "mail_star", "mail_delete"), _SOME_MAILS),
}
"""What each of these tasks is not, though taken for it, where that is all that is said."""


def only_named(task: str, said: str) -> bool:
    """Whether what is said behind a thing's name orders nothing that a task would change."""
    form = _ONLY_NAMED.get(task)
    return form is not None and form.match(said) is not None


def which_done(text: str) -> re.Match[str] | None:
    """Return what was `done` to mails, where it is asked which they are: "which did I star?"."""
    return _WHICH_DONE.match(text)


def only_asks(text: str, links: Sequence[Link]) -> bool:
    """Whether a message asks a question of a thing or a time that it only names before."""
    question = _ASKED_BEHIND.search(text)
    if question is None:
        return False
    left = list(text[: question.start()])
    when = read_when("".join(left), _ANY_TIME).spans
    for start, end in (*when, *((one.start, one.end) for one in links)):
        left[start:end] = " " * (end - start)
    return not _BESIDE.sub("", "".join(left[: question.start()]))
