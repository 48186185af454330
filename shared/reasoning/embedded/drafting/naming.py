"""What somebody wants an agent to be called."""

import re
from typing import NamedTuple

_END = (
    r"(?=$|[,.:;!?]| (?:and|that|which|to|who|whose|it|its|it['\u2019]s|should|every|each|please"
    r"|pls|because|since|so|as|for|instead|rather|not|but|on (?:every|each)|at (?=\d)"
    r"|when(?:ever)?)\b)"
)
_NO_NAME = r"(?!(?:when(?:ever)?|if|every|each|at|by|from|only|up|back)\b)"
_QUOTE = rf"['\"]?{_NO_NAME}(?P<name>[\w][\w .&-]*?)['\"]?"
_IS = (
    r"(?:['\u2019]s|(?: (?:is|to|be|as|take|shall|should|can|could|may|might|will|would|must|now"
    r"|simply|please))+\b ?:?|:)"
)
"""What stands between "name" and the name: "is to be", "could be", ":"."""
_LED = (
    r"(?:,? ?\b(?:and|please|you (?:can|could|may)|we(?:['\u2019]ll| will| can)?|let['\u2019]?s) )*"
)
_CAPITAL = r"(?=['\"]?(?-i:[A-Z]))"
_FORMS = tuple(
    re.compile(_LED + form + _QUOTE + _END, re.IGNORECASE)
    for form in (
        (
            r"\b(?:call|name|title|rename) (?:it|this|that|the agent|this agent|him|her)"
            r"(?: to| as)? (?:the )?"
        ),
        r"\brename (?:\S+ )?to ",
        r"\b(?:agent|bot|assistant|(?:me|up) one)(?: for (?:it|this|that))?,? (?:called|named) ",
        r"(?:^|[.!?;,:] )(?:a )?name ?[:=] ?",
        rf"\b(?:its|the|agent'?s?|the agent'?s) name{_IS} ?",
        rf"(?:^|[.!?;,:] )(?:as )?(?:a )?name{_IS}? {_CAPITAL}",
        rf"(?:^|[.!?;] |[.!?;] it(?:['\u2019]s| is) )(?:called|named){_IS}? {_CAPITAL}",
        r"\b(?:with|by|under|has|have) (?:the|a) name(?: of)?:? ",
    )
)
_CALLED = re.compile(
    r"\b(?<!sheet )(?<!page )(?<!channel )(?<!tab )(?<!file )(?<!doc )(?:called|named) "
    rf"{_CAPITAL}{_QUOTE}{_END}",
    re.IGNORECASE,
)
_AGENT = re.compile(r"\b(?:agent|bot|assistant|helper|automation)\b", re.IGNORECASE)
_AGENT_BEFORE = re.compile(rf"{_AGENT.pattern}[^.!?]*$", re.IGNORECASE)
"""What is called so where the name is apart from it: "an agent for my mail, called Post"."""
_PREFERRED = re.compile(
    r"(?P<name>(?-i:[A-Z][\w&-]*(?: [A-Z][\w&-]*){1,4}))"
    r"(?:['\u2019]s| (?:is|sounds|looks|seems|feels|reads|would be|might be|suits it))"
    r"(?: \w+){0,2}? (?:better|nicer|best|clearer|shorter|catchier|fine|good)\b",
    re.IGNORECASE,
)
"""Another name that somebody likes more: "Acme Radar is better"."""


class Named(NamedTuple):
    """A name for the agent, and the text without it."""

    name: str
    rest: str


def name_in(text: str) -> Named:
    """Return the name a text gives the agent; "" when it gives none."""
    for form in (*_FORMS, _CALLED):
        found = form.search(text)
        if found and (form is not _CALLED or _AGENT_BEFORE.search(text, 0, found.start())):
            agent = "agent" if _AGENT.search(found[0]) else ""
            rest = f"{text[: found.start()]} {agent} {text[found.end() :]}"
            return Named(found["name"].strip(), " ".join(rest.split()).strip(" ,."))
    return Named("", text)


def preferred_name(text: str) -> str:
    """Return the name that is said to be better than the one that was shown; "" for none."""
    found = _PREFERRED.search(text)
    return found["name"] if found else ""
