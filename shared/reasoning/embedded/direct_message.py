"""A direct message that is to be sent in a team chat, taken apart: to whom, and what it says."""

import re
from typing import NamedTuple

from shared.matching.orders import plain
from shared.reasoning.embedded.words import fold, word_set

_WHO = r"(?P<who>@?[^\W\d_][\w.+'-]*(?:@[\w.-]+)?(?: (?-i:[A-Z])[\w'-]+){0,2})"
_KIND = (
    r"(?:slack (?:dm|message|note|direct message)|(?:dm|direct[- ]message|private message)"
    r"|message (?:on|in|via|over) slack)"
)
_ON = r"(?: (?:on|in|via|over|through|by) (?:slack|dm))"
_SAYS = (
    r"(?:,? (?:that|saying(?: that)?|to say(?: that)?|and say(?: that)?|telling (?:him|her|them)"
    r"(?: that)?|to let (?:him|her|them) know(?: that)?)\b|:| -|,)\s*"
)
_TELLS = r"(?:tell|message|ping|inform|notify|remind|let|write(?: to)?|send)"
_TEXT = r"(?P<text>.+)"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for form in (
        rf"(?:send|write|drop|shoot) {_WHO} an? {_KIND}{_ON}?{_SAYS}{_TEXT}",
        rf"(?:send|write|drop|shoot) an? {_KIND}{_ON}? to {_WHO}{_ON}?{_SAYS}{_TEXT}",
        rf"(?:send|write) (?P<quoted>\"[^\"]+\"|“[^”]+”) to {_WHO}(?:{_ON}| (?:as|in) an? {_KIND})",
        rf"(?:dm|direct[- ]message) {_WHO}{_ON}?(?:{_SAYS}|\s+){_TEXT}",
        rf"slack {_WHO}(?:{_SAYS}){_TEXT}",
        rf"{_TELLS} {_WHO}{_ON}(?: know)?(?:{_SAYS}| to ){_TEXT}",
        rf"(?P<asks>ask) {_WHO}{_ON} {_TEXT}",
        rf"{_TELLS} {_WHO}(?: know)?{_SAYS}{_TEXT}{_ON}",
        rf"(?P<asks>ask) {_WHO} (?:(?P<whether>if|whether|for|about|to) ){_TEXT}{_ON}",
    )
)
_NOBODY = word_set(
    "the a an everyone everybody all team channel group slack us me my our this that them him her"
    " it people somebody someone"
)


class DirectMessage(NamedTuple):
    """Somebody by name, and what is to be said to them."""

    who: str
    text: str


def parse_direct_message(said: str) -> DirectMessage | None:
    """Return the direct message an order asks for; None for any other order."""
    order = plain(said.strip())
    found = next((found for form in _FORMS if (found := form.fullmatch(order))), None)
    if found is None or fold(found["who"].split(" ")[0]) in _NOBODY:
        return None
    parts = found.groupdict()
    text = " ".join(part for part in (parts.get("whether"), parts.get("text")) if part)
    text = (parts.get("quoted") or text).strip()
    unquoted = re.fullmatch(r"[\"“'](.+)[\"”'][.!]?", text, re.DOTALL)
    if unquoted:
        return DirectMessage(found["who"], unquoted[1].strip())
    asks = parts.get("asks") and not text.endswith("?")
    return DirectMessage(found["who"], f"{text[:1].upper()}{text[1:]}{'?' if asks else ''}")
