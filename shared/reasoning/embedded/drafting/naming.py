"""What somebody wants an agent to be called."""

import re
from typing import NamedTuple

_END = (
    r"(?=$|[,.:;!?]| (?:and|that|which|to|who|whose|it|its|it['\u2019]s|should|every|each|please"
    r"|pls|because|since|so|as|for|instead|rather|not|but|on (?:every|each)|at (?=\d)"
    r"|when(?:ever)?)\b)"
)
_NO_NAME = r"(?!(?:when(?:ever)?|if|every|each|at|by|from|only|up|back)\b)"
_QUOTE = rf"['\"]?{_NO_NAME}(?P<name>[\w][\w .&-]{{0,99}}?)['\"]?"
_IS = (
    r"(?:['\u2019]s|(?: (?:is|to|be|as|take|shall|should|can|could|may|might|will|would|must|now"
    r"|simply|please))+\b ?:?|:)"
)
"""What stands between "name" and the name: "is to be", "could be", ":"."""
_LED = (
    r"(?:,? ?\b(?:and|please|you (?:can|could|may)|we(?:['\u2019]ll| will| can)?"
    r"|let['\u2019]?s) ){0,4}"
)
_CAPITAL = r"(?=['\"]?(?-i:[A-Z]))"
_RUN = (
    r"(?P<name>(?-i:(?!(?:And|But|So|Then|The|Ok|Please|Well|It|Its|Also|No"
    r"|Yes)\b)[A-Z][\w&-]*(?:['\u2019]s(?! (?:its|the) name\b))?"
    r"(?: (?:[A-Z0-9][\w&-]*(?:['\u2019]s(?! (?:its|the) name\b))?|(?:of|the|and"
    r"|for)(?= [A-Z]))){0,9}))"
)
"""Words in capital letters, which are a name wherever one is said to follow, or to stand before."""
_IT = (
    r"(?:it|this|that|him|her|them|(?:the|this|that|our|my) (?:new |whole |little |wee )?"
    r"(?:agent|bot|helper|assistant|thing|one))"
)
_LINKS = (
    r"(?:\s|[:=?,\u2026]|\.{2,}(?!\.)|\b(?:is|be|to|as|of|it|it['\u2019]s|may|can|could|should|shall"
    r"|must|will|would|kept|the|its|better|now|u+h+|u+m+|e+r+|hm+|rather|please|pls|for|agent|name|that"
    r"|this|simply|changed?|i|i['\u2019](?:d|ll)|say|think|let)\b){1,30}"
)
"""What may stand between the word "name" and the name."""
_FORMS = tuple(
    re.compile(_LED + form + _QUOTE + _END, re.IGNORECASE)
    for form in (
        rf"\b(?:call|name|title|rename|christen|dub) {_IT}(?: to| as)? (?:the )?",
        r"\brename (?:\S+ )?to ",
        r"\b(?:agent|bot|assistant|(?:me|up) one)(?: for (?:it|this|that))?,? (?:called|named) ",
        r"(?:^|[.!?;,:] )(?:a )?name ?[:=] ?",
        rf"\b(?:its|the|agent'?s?|the agent'?s) name{_IS} ?",
        r"\b(?:with|by|under|has|have|bears?) (?:the|a) name(?: of)?:? ",
    )
)
_CAPITALS = tuple(
    re.compile(_LED + form, re.IGNORECASE)
    for form in (
        rf"{_RUN}(?:['\u2019]s| (?:is|will be|shall be|should be|would be)|,)? (?:its|the) name\b",
        rf"{_RUN},? (?:it['\u2019]s|it is|it (?:shall|should|must|will) be) (?:called|named)\b",
        rf"{_RUN} by name\b",
        rf"\b(?:something|one|thing) (?:called|named) {_RUN}",
        (
            r"(?<!['\u2019]s )\b(?:name|title|designation)(?:[:=?,\u2026]|\b(?! (?:and|or)\b))"
            rf"{_LINKS}{_RUN}"
        ),
        (
            r"(?:^|[.!?;,] |\b(?:it['\u2019]?s?|is|to|must|shall|should|will|agent|bot) )"
            r"(?:to )?(?:be )?"
            rf"(?:called|named){_IS}? ['\"]?{_RUN}['\"]?"
        ),
        (
            rf"\b(?:agent|bot|helper) (?!Builder\b)(?=\S+ [A-Z]|\S+[,:]){_RUN}(?=$|[,.:;]| "
            rf"(?:that|which)\b)"
        ),
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
_CAPITALISED = re.compile(_RUN)
_AGENT_LED = re.compile(r"(?:New |An |The )?Agents?,? (?=\S)")
_TWO_WORDS, _NO_MORE = 2, 3
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


def name_in(text: str, *, of_agent: bool = False) -> Named:
    """Return the name a text gives the agent; "" when it gives none.

    `of_agent`: it has to be plain that the agent is called so, as something else is asked about.
    """
    for form in (*_FORMS, *(() if of_agent else _CAPITALS), _CALLED):
        found = form.search(text)
        if found and (form is not _CALLED or _AGENT_BEFORE.search(text, 0, found.start())):
            name = _as_far_as_a_name(found["name"].strip())
            end = (
                found.end() if len(name) == len(found["name"]) else found.start("name") + len(name)
            )
            agent = (
                "agent" if _AGENT.search(found[0][: found.start("name") - found.start()]) else ""
            )
            rest = f"{text[: found.start()]} {agent} {text[end:]}"
            name = _AGENT_LED.sub("", name)
            rest = re.sub(rf"\b(agent|bot|helper) {re.escape(name)}(?![\w-])", r"\1", rest)
            return Named(name, " ".join(rest.split()).strip(" ,."))
    return Named("", text)


def _as_far_as_a_name(said: str) -> str:
    """Return a name without what is said on behind it: "Dock Door no schedule on it"."""
    run = _CAPITALISED.match(said)
    words = len(run["name"].split()) if run else 0
    goes_on = run is not None and len(run["name"]) < len(said)
    cut = goes_on and (words >= _TWO_WORDS or len(said.split()) > _NO_MORE)
    return run["name"] if run and cut else said


def preferred_name(text: str) -> str:
    """Return the name that is said to be better than the one that was shown; "" for none."""
    found = _PREFERRED.search(text)
    return found["name"] if found else ""
