"""What only tells which mails are asked for, by what was done to them, and orders nothing."""

import re
from collections.abc import Sequence

from shared.models.world import Link

_MAILS = r"(?:e-?mails?|mails?|messages?|threads?|letters?|ones?)"
_WHICH_DONE = re.compile(
    rf".{{0,20}}\b(?:what|which|how many) (?:of )?(?:\w+ )?{_MAILS}"
    r" (?:have|had|did|['\u2019]?ve) (?:i|we)\b(?P<done>[^,.;:?]*)",
    re.IGNORECASE,
)
_FILTER = r"(?:un\w+ed|unread|starred|flagged|archived|snoozed)"
_LISTED = (
    r"(?:[^\w\n]|\b(?:the|all|any|every|each|only|just|my|of|from|by|to|in|with|her|his|him|them"
    r"|their|me|inbox|and|or|please|pls|this|last|week|month|today|yesterday|new|newest|latest"
    rf"|(?:attach|attachment)s?|\d+|{_MAILS}|{_FILTER})\b)"
)
_SOME_MAILS = re.compile(
    rf"(?=.{{0,60}}?\b{_FILTER} (?:work )?{_MAILS}\b){_LISTED}+$", re.IGNORECASE | re.DOTALL
)


def only_listed(text: str, links: Sequence[Link]) -> bool:
    """Whether all that is said is which mails of somebody, as they are marked: "Al: unread mails".

    That marks none.
    """
    left = list(text)
    for one in links:
        left[one.start : one.end] = " " * (one.end - one.start)
    return _SOME_MAILS.match("".join(left)) is not None


def which_done(text: str) -> re.Match[str] | None:
    """Return what was `done` to mails, where it is asked which they are: "which did I star?"."""
    return _WHICH_DONE.match(text)
