"""What somebody wants an agent to be called."""

import re
from typing import NamedTuple

_END = r"(?=$|[,.:;!?]| (?:and|that|which|to|who)\b)"
_QUOTE = r"['\"]?(?P<name>[\w][\w .&-]*?)['\"]?"
_FORMS = tuple(
    re.compile(form + _QUOTE + _END, re.IGNORECASE)
    for form in (
        r"\b(?:call|name|rename) (?:it|this|that|the agent|this agent)(?: to| as)? ",
        r"\brename (?:\S+ )?to ",
        r"\b(?:agent|bot|assistant)(?: for (?:it|this|that))?,? (?:called|named) ",
        r"\b(?:its|the|agent'?s?|the agent'?s) name (?:should be|shall be|is|to be|to) ",
        r"(?:^|[.!?;,] |\b(?:its|the|agent'?s?) )name ?: ?",
        r"\bchange (?:its|the) name to ",
        r"\bwith the name ",
    )
)


class Named(NamedTuple):
    """A name for the agent, and the text without it."""

    name: str
    rest: str


def name_in(text: str) -> Named:
    """Return the name a text gives the agent; "" when it gives none."""
    for form in _FORMS:
        if found := form.search(text):
            rest = f"{text[: found.start()]} agent {text[found.end() :]}"
            return Named(found["name"].strip(), " ".join(rest.split()).strip(" ,."))
    return Named("", text)
