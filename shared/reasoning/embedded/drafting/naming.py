"""What somebody wants an agent to be called."""

import re
from typing import NamedTuple

_END = (
    r"(?=$|[,.:;!?]| (?:and|that|which|to|who|whose|it|its|it['\u2019]s|should|every|each|please"
    r"|pls|on (?:every|each)|at (?=\d)|when(?:ever)?)\b)"
)
_QUOTE = r"['\"]?(?P<name>[\w][\w .&-]*?)['\"]?"
_FORMS = tuple(
    re.compile(form + _QUOTE + _END, re.IGNORECASE)
    for form in (
        r"\b(?:call|name|rename) (?:it|this|that|the agent|this agent)(?: to| as)? ",
        r"\brename (?:\S+ )?to ",
        r"\b(?:agent|bot|assistant)(?: for (?:it|this|that))?,? (?:called|named) ",
        r"\b(?:its|the|agent'?s?|the agent'?s) name(?:['\u2019]s| (?:should|shall|to) be| is| to) ",
        r"(?:^|[.!?;,] |\b(?:its|the|agent'?s?) )name(?: ?:| is) ?",
        r"\bchange (?:its|the) name to ",
        r"\b(?:with|by|under|has|have) (?:the|a) name(?: of)?:? ",
    )
)


_CALLED = re.compile(
    r"\b(?<!sheet )(?<!page )(?<!channel )(?<!tab )(?<!file )(?<!doc )(?:called|named) "
    rf"(?=['\"]?(?-i:[A-Z])){_QUOTE}{_END}",
    re.IGNORECASE,
)
_AGENT = re.compile(r"\b(?:agent|bot|assistant|helper|automation)\b[^.!?]*$", re.IGNORECASE)
"""What is called so where the name is apart from it: "an agent for my mail, called Post"."""


class Named(NamedTuple):
    """A name for the agent, and the text without it."""

    name: str
    rest: str


def name_in(text: str) -> Named:
    """Return the name a text gives the agent; "" when it gives none."""
    for form in (*_FORMS, _CALLED):
        found = form.search(text)
        if found and (form is not _CALLED or _AGENT.search(text, 0, found.start())):
            rest = f"{text[: found.start()]} agent {text[found.end() :]}"
            return Named(found["name"].strip(), " ".join(rest.split()).strip(" ,."))
    return Named("", text)
