"""Messages in organisations, real and mixed, and the agents they are for, to fit the matcher on."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared.language.encoder import MiniLM
from shared.matching.index import AgentIndex, Entry
from shared.matching.parameters import Parameters
from shared.matching.texts import texts_of
from shared.models.agent import Agent
from shared.words import stems
from training.corpus import Organisation, Utterance

if TYPE_CHECKING:
    from numpy.typing import NDArray

Rng = np.random.Generator

_BACKGROUND = 512
_COMMON_IN = 2
"""Organisations whose people must use a stem for it to be ordinary."""

_WITHOUT = 0.25
"""Share of messages also seen where no agent does what they ask."""

_MIXTURES = 2
_SIZES = (log(6), log(80))
"""Bounds of the logarithm of how many agents there are."""

_EXAMPLES = (0, 1, 3, 5)
_LEARNED = 6
_HEARD = 4
_FOREIGN = 0.01

_FOLLOWED = 0.3
"""Share of messages, unrelated to what was said before, that come after an agent's answer."""

_SAME_AGENT = 0.4
"""Share of those that are for that agent again."""


class Case(NamedTuple):
    """A message in an organisation, and who it is for: one agent, several as good, or none."""

    agents: AgentIndex
    text: str
    meant: tuple[str, ...]
    prefer: str


class Encoded:
    """The encoder, remembering every text."""

    def __init__(self) -> None:
        self._model = MiniLM()
        self._known: dict[str, NDArray[np.float32]] = {}

    def __call__(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return unit vectors (len(texts), 384)."""
        for text in texts:
            if text not in self._known:
                self._known[text] = self._model.encode([text])[0]
        return np.array([self._known[text] for text in texts], np.float32).reshape(-1, 384)


def english(known: Sequence[Organisation], encode: Encoded, into: Parameters) -> Parameters:
    """Fill in what requests of all kinds are like: some vectors of them, and common stems."""
    said = [utterance.text for organisation in known for utterance in organisation.utterances]
    chosen = np.random.default_rng(0).permutation(len(said))[:_BACKGROUND]
    used = Counter(word for text in said for word in set(stems(text)))
    widely = Counter(
        word
        for organisation in known
        for word in {word for u in organisation.utterances for word in stems(u.text)}
    )
    common = {w: n / len(said) for w, n in sorted(used.items()) if widely[w] >= _COMMON_IN}
    background = encode([said[int(at)] for at in np.sort(chosen)])
    return Parameters(
        skill=into.skill,
        domain=into.domain,
        choice=into.choice,
        nothing=into.nothing,
        background=background,
        commonness=common,
    )


def plain(
    known: Sequence[Organisation], parameters: Parameters, encode: Encoded, rng: Rng
) -> Iterator[Case]:
    """Each organisation as it is; and without the agents a message is for."""
    for organisation in known:
        index = indexed(organisation.agents, parameters, encode)
        for utterance in organisation.utterances:
            yield from _asked(index, utterance, rng)
        for utterance in organisation.utterances:
            wanted = utterance.label in {"route", "choice"} and not utterance.context
            if wanted and rng.random() < _WITHOUT:
                others = [a for a in organisation.agents if a.id not in utterance.agents]
                without = indexed(others, parameters, encode)
                yield Case(without, utterance.text, (), "")


def mixed(
    known: Sequence[Organisation], parameters: Parameters, encode: Encoded, rng: Rng
) -> Iterator[Case]:
    """Larger and smaller organisations put together at random, with more or fewer examples."""
    pool = [(organisation, agent) for organisation in known for agent in organisation.agents]
    for _ in range(_MIXTURES * len(known)):
        size = min(int(np.exp(rng.uniform(*_SIZES))), len(pool))
        examples = int(rng.choice(_EXAMPLES))
        chosen: list[tuple[Agent, list[str]]] = []
        for at in rng.permutation(len(pool))[:size]:
            organisation, agent = pool[int(at)]
            chosen.append(_member(organisation, agent, examples, rng))
        index = indexed([agent for agent, _ in chosen], parameters, encode)
        for agent, heard in chosen:
            for text in heard[:_HEARD]:
                yield Case(index, text, (agent.id,), _before(index, (agent.id,), rng))
        for text in _foreign(known, {agent.id for agent, _ in chosen}, rng):
            yield Case(index, text, (), _before(index, (), rng))


def _member(
    organisation: Organisation, agent: Agent, examples: int, rng: Rng
) -> tuple[Agent, list[str]]:
    """Return an agent with fewer examples and perhaps learned ones, and other messages for it."""
    own = [
        utterance.text
        for utterance in organisation.utterances
        if utterance.label == "route" and utterance.agents == (agent.id,)
        if not utterance.context and "@" not in utterance.text
    ]
    said = [own[int(at)] for at in rng.permutation(len(own))]
    learned = int(rng.integers(_LEARNED)) if examples else 0
    known = (*agent.examples[:examples], *said[:learned])
    unique = _unique(agent.id, organisation)
    return agent.model_copy(update={"id": unique, "examples": known}), said[learned:]


def _foreign(known: Sequence[Organisation], members: set[str], rng: Rng) -> Iterator[str]:
    """Messages, a few of each organisation, that none of the members is for."""
    for organisation in known:
        for utterance in organisation.utterances:
            meant = {_unique(agent, organisation) for agent in utterance.agents}
            task = utterance.label in {"route", "choice", "offer"} and not utterance.context
            chosen = rng.random() < _FOREIGN and "@" not in utterance.text
            if task and chosen and not meant & members:
                yield utterance.text


def _unique(agent: str, organisation: Organisation) -> str:
    return f"{agent}.{organisation.name}"


def indexed(agents: Sequence[Agent], parameters: Parameters, encode: Encoded) -> AgentIndex:
    """Build the index the product would."""
    entries = [
        Entry(agent, texts := texts_of(agent), encode([text.text for text in texts]))
        for agent in agents
    ]
    return AgentIndex.build(entries, parameters)


def _asked(index: AgentIndex, utterance: Utterance, rng: Rng) -> Iterator[Case]:
    """Only what routing acts upon: tasks, wishes, and questions that no agent answers."""
    told = [said.agent for said in utterance.context if said.agent]
    meant = utterance.agents
    if utterance.label in {"offer", "query"} or (utterance.label == "update" and meant):
        named = utterance.label == "query" and index.named(utterance.text)
        prefer = told[-1] if told else _before(index, meant, rng)
        if not named:
            yield Case(index, utterance.text, meant, prefer)
    elif utterance.label in {"route", "choice", "entity"}:
        prefer = told[-1] if told else _before(index, meant, rng)
        yield Case(index, utterance.text, meant, prefer)


def _before(index: AgentIndex, meant: tuple[str, ...], rng: Rng) -> str:
    """Return the agent used last before a message that does not lean on it."""
    if rng.random() > _FOLLOWED:
        return ""
    if meant and rng.random() < _SAME_AGENT:
        return meant[0]
    return index.entries[int(rng.integers(len(index.entries)))].agent.id
