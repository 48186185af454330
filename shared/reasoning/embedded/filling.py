"""What was missing from a request, said in the next message: the request, complete."""

import re

from shared.models.reasoning import ConversationContext

_NOBODY_KNOWN = re.compile(
    r"\bI (?:don't know|can't tell) who \u201c(?P<who>[^\u201d]+)\u201d is\b"
)
"""How planners say that they cannot tell who is meant."""
_LED = re.compile(
    r"^(?:(?:please|sorry|it's|that's|that is|that would be|namely|i mean|i meant|with|invite"
    r"|to|ok(?:ay)?"
    r"|just)\b[,:]? )*",
    re.IGNORECASE,
)
_PERSON = r"[^\W\d_][\w.'-]*(?:@[\w.-]+)?(?: (?!and\b)[^\W\d_][\w.'-]*){0,2}"
_PEOPLE = re.compile(rf"{_PERSON}(?:(?:, and |, | and | & ){_PERSON})*", re.IGNORECASE)
_NO_PERSON = re.compile(
    r"\b(?:yes|no|cancel|never|stop|what|who|when|where|how|why|show|find|send|is|are|the|my|it|that"
    r"|forget|nobody|none|everyone|everybody)\b",
    re.IGNORECASE,
)


def completed(text: str, context: ConversationContext) -> str:
    """Return the request before with the people now named in it; "" if none was asked for."""
    answer = context.exchanges[-1] if context.exchanges else None
    asked = _NOBODY_KNOWN.search(answer.text) if answer and answer.role == "assistant" else None
    people = _LED.sub("", text).strip(" .!")
    if asked is None or _NO_PERSON.search(people) or not _PEOPLE.fullmatch(people):
        return ""
    said = next((one.text for one in reversed(context.exchanges) if one.role == "user"), "")
    place = said.casefold().rfind(asked["who"].casefold())
    if place < 0:
        return ""
    return f"{said[:place]}{people}{said[place + len(asked['who']) :]}"
