"""How well each agent fits a message, by the words they share."""

import re

from shared.models.agent import Agent
from shared.models.intent import Candidate

SKILL_WEIGHT, DOMAIN_WEIGHT, PRIOR = 0.6, 0.2, 0.1
"""Spec 001's weights. Performance and recency (0.1 each) have no history yet: half of each."""

_WORD = re.compile(r"[a-z0-9]+")
_STOP = frozenset(
    {"a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "for"}
    | {"from", "get", "give", "have", "how", "i", "in", "is", "it", "like", "me", "my", "need"}
    | {"of", "on", "or", "our", "please", "show", "some", "that", "the", "their", "them", "this"}
    | {"to", "us", "want", "what", "when", "where", "which", "who", "with", "would", "you", "your"}
)


def rank(text: str, agents: tuple[Agent, ...]) -> tuple[Candidate, ...]:
    """Return the agents, best first; ties in the order given."""
    words = _words(text)
    scored = [_candidate(words, agent) for agent in agents if agent.enabled]
    return tuple(sorted(scored, key=lambda candidate: -candidate.score))


def _candidate(words: frozenset[str], agent: Agent) -> Candidate:
    skill_words = _words(
        " ".join(
            [
                *(f"{s.name} {s.description} {' '.join(s.tags)}" for s in agent.skills),
                *agent.examples,
            ]
        )
    )
    domain_words = _words(f"{agent.id} {agent.name} {agent.description} {agent.domain}")
    shared_skills, shared_domain = words & skill_words, words & domain_words
    skill = len(shared_skills) / len(words) if words else 0.0
    domain = 1.0 if shared_domain else 0.0
    reasons = [
        f"{what}: {', '.join(sorted(found))}"
        for what, found in (("skills", shared_skills), ("domain", shared_domain))
        if found
    ]
    score = SKILL_WEIGHT * skill + DOMAIN_WEIGHT * domain + (PRIOR if reasons else 0.0)
    return Candidate(
        agent=agent.id,
        name=agent.name,
        description=agent.description,
        score=round(score, 4),
        reasons=tuple(reasons),
    )


def _words(text: str) -> frozenset[str]:
    found = (_singular(word) for word in _WORD.findall(text.lower()))
    return frozenset(word for word in found if word not in _STOP)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word  # noqa: PLR2004
