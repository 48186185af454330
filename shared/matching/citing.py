"""Messages that cite one agent and ask something of another: what comes after is the request."""

import re
from collections.abc import Callable, Sequence

from shared.matching.names import Mention

_CITED = re.compile(
    r"(?: (?:just|already|also|has|had|bot|agent))*"
    r" (?:told|tells|said|says|showed|reported|reports|flagged|claims|claimed|thinks|found|listed"
    r"|warned|sent|gave|answered|mentioned|confirmed)\b"
    r".{0,200}?[,;:.]? (?:so|but|and|therefore|then)\b,? (?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
"""What it said is read for some sentences only, so that no text takes long to look through."""
_OPENING = re.compile(
    r"\W*(?:(?:the|our|my|so|ok|hi|hey|hello|since|as|because)\W+)*", re.IGNORECASE
)
_LEAST_WORDS = 3


def request_after_citing(text: str, named: Callable[[str], Sequence[Mention]]) -> str:
    """Return what a text asks for once it has told what an agent said; all of it if it does not.

    "Spend Guard says there is budget left, so write me three headlines" asks for headlines. The
    agents a text names are looked for only where something is cited.
    """
    if not _CITED.search(text):
        return text
    for mention in named(text):
        cited = _CITED.match(text, mention.end)
        if cited and _OPENING.fullmatch(text, 0, mention.start):
            rest = cited["rest"].strip()
            return rest if len(rest.split()) >= _LEAST_WORDS else text
    return text
