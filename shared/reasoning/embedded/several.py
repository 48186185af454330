"""One question put to several agents: "what do Notion and finance say about Q4?"."""

import re
from collections.abc import Sequence

from shared.models.intent import Candidate, Command, Strategy
from shared.understanding.folding import fold

MAX_ASKED = 5
"""Agents asked at once (spec 004)."""

_SOURCES = r"(?P<sources>[^?!.:;]{3,200}?)"
_ABOUT = r"(?P<about>[^?!]{2,300}?)"
_ASKED = (
    re.compile(
        rf"^(?:so |and |please )*what (?:do|does|did|would|can) {_SOURCES} "
        rf"(?:say|tell(?: (?:me|us))?|know|report|think|show|have(?: to say)?) "
        rf"(?:about|on|for|of|regarding) {_ABOUT}[?.! ]*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:please |can you |could you )*(?:ask|check with|consult|query|hear from) {_SOURCES} "
        rf"(?:about|on|for|regarding|what they (?:say|know|have) (?:about|on)) {_ABOUT}[?.! ]*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:please )?compare what {_SOURCES} (?:say|report|show|know|have) "
        rf"(?:about|on|for|of|regarding) {_ABOUT}[?.! ]*$",
        re.IGNORECASE,
    ),
)
_APART = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s*&\s*|\s+as well as\s+")
_OR = re.compile(r"\s*,?\s+or\s+")
_BOTH = re.compile(r"^(?:both|either|all of|each of|one of)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|my|our|@)\s*|\s+(?:agents?|bots?|team|people)$", re.IGNORECASE)
_STEM = 5
"""Letters two words have to begin with alike to be of one kind (finance, financial)."""


def asked_of_several(
    text: str, agents: Sequence[Candidate]
) -> tuple[tuple[Command, ...], Strategy]:
    """Return the same order for each agent that is asked; none unless every name is one's.

    Named with "or", any one that answers is enough.
    """
    said = next((found for each in _ASKED if (found := each.match(text.strip()))), None)
    if said is None:
        return (), "sequential"
    named = _BOTH.sub("", said["sources"])
    any_of = _OR.search(named) is not None
    parts = _APART.split(_OR.sub(", ", named))
    sources = [_ARTICLE.sub("", part.strip()).strip() for part in parts]
    meant = [_meant(source, agents) for source in sources]
    known = dict.fromkeys(agent for agent in meant if agent)
    if not 1 < len(known) <= MAX_ASKED or len(known) < len(meant):
        return (), "sequential"
    order = f"Just show me {said['about'].strip()}"  # a question: nothing is to be changed for it
    commands = tuple(
        Command(agent=agent, command=order, order=number) for number, agent in enumerate(known, 1)
    )
    return commands, "first_success" if any_of else "parallel"


def _meant(source: str, agents: Sequence[Candidate]) -> str:
    """Return the only agent whose name has the words of a source; "" for none, or several."""
    words = fold(source).replace("-", " ").split()
    fitting = [
        agent.agent
        for agent in agents
        if words and all(any(_alike(word, own) for own in _words(agent)) for word in words)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _words(agent: Candidate) -> list[str]:
    return fold(f"{agent.name} {agent.agent}").replace("-", " ").split()


def _alike(word: str, own: str) -> bool:
    return word == own or (len(word) >= _STEM and word[:_STEM] == own[:_STEM])
