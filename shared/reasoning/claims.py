"""What a text says to have been done: by its writer, or to what is the person's.

A model that only words something does nothing. That it says so is no proof, and it is believed.
"""

import re
from collections.abc import Iterator

_EFFECTS = re.findall(
    r"[\w-]+",
    "sent emailed e-mailed mailed forwarded replied scheduled rescheduled booked created added "
    "archived deleted removed moved posted cancelled canceled updated renamed labelled labeled "
    "starred snoozed shared invited reminded saved drafted accepted declined",
)
_THINGS = (
    r"(?:e-?mails?|mails?|messages?|repl(?:y|ies)|meetings?|events?|invitations?|invites?|"
    r"reminders?|appointments?|calls?|posts?|drafts?|contacts?|rows?|pages?|agents?)"
)
_EFFECT = rf"(?P<effect>{'|'.join(_EFFECTS)})"
_ALSO = r"(?:\s+(?:just|now|already|also|successfully|gone ahead and))*"
_SAID_SO = rf"(?:{'|'.join(each.capitalize() for each in _EFFECTS)})"
_BEEN = rf"(?:\s+[\w'\u2019.@-]+){{0,6}}?\s+(?:has|have)\s+been{_ALSO}\s+{_EFFECT}\b"
_CLAIMS = (
    re.compile(rf"\bI(?:['\u2019]ve|\s+have)?{_ALSO}\s+{_EFFECT}\b", re.IGNORECASE),
    re.compile(rf"\byour\s+(?:[\w'\u2019-]+\s+){{0,3}}?{_THINGS}{_BEEN}", re.IGNORECASE),
    re.compile(
        rf"(?:^|(?<=[.!?:]\s))(?P<effect>{_SAID_SO})(?:\s+(?:it|this|that))?\s+to\b", re.MULTILINE
    ),
)
_PASSIVE = re.compile(rf"\b{_THINGS}{_BEEN}", re.IGNORECASE)
"""By whomever: no claim where others are told of, but what else would it be in a general answer?"""
_FOUND = re.compile(
    rf"\bI(?:['\u2019]ve|\s+have)?{_ALSO}\s+found\s+(?:[\w'\u2019-]+\s+){{0,4}}?{_THINGS}\b",
    re.IGNORECASE,
)
BEGINNING = re.compile(rf"\b(?:[Ii]|(?i:{_THINGS})|{_SAID_SO})\b")
"""What a claim may begin with."""


def effects_in(text: str, *, by_anybody: bool = False) -> Iterator[str]:
    """Yield what a text says to have been done for the person, in a word each.

    `by_anybody`: also where it says so of no one in particular.
    """
    for claim in (*_CLAIMS, _PASSIVE) if by_anybody else _CLAIMS:
        yield from (found["effect"].casefold() for found in claim.finditer(text))


def says_found(text: str) -> bool:
    """Return whether a text says that something of the person's was found."""
    return _FOUND.search(text) is not None
