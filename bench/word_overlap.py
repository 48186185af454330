"""The base line: scoring by word overlap, as the specification of agent discovery writes it.

Keywords of the intent are looked up among the words of an agent's skills, and the intent's words
among those of its description; performance and recency are constants.
"""

from collections.abc import Sequence

from shared.models.agent import Agent
from shared.models.intent import IntentAnalysis

SKILL_WEIGHT, DOMAIN_WEIGHT, PERFORMANCE_WEIGHT, RECENCY_WEIGHT = 0.6, 0.2, 0.1, 0.1
LIMIT = 10
_PERFORMANCE = _RECENCY = 1.0


def discover(agents: Sequence[Agent], intent: IntentAnalysis) -> list[tuple[Agent, float]]:
    """Return the best `LIMIT` agents with their scores; of equals, the first listed first."""
    scored = [(agent, _score(agent, intent)) for agent in agents]
    found = [(agent, score) for agent, score in scored if score > 0]
    found.sort(key=lambda pair: pair[1], reverse=True)
    return found[:LIMIT]


def _score(agent: Agent, intent: IntentAnalysis) -> float:
    return (
        _skill_score(agent, intent) * SKILL_WEIGHT
        + _domain_score(agent, intent) * DOMAIN_WEIGHT
        + _PERFORMANCE * PERFORMANCE_WEIGHT
        + _RECENCY * RECENCY_WEIGHT
    )


def _skill_score(agent: Agent, intent: IntentAnalysis) -> float:
    keywords = set(intent.primary_intent.lower().split())
    if intent.entities.data_source:
        keywords.add(intent.entities.data_source.lower())
    if intent.entities.topic:
        keywords.update(intent.entities.topic.lower().split())
    if not keywords:
        return 0.0
    known: set[str] = set()
    for skill in agent.skills:
        known.add(skill.id.lower())
        known.add(skill.name.lower())
        known.update(skill.description.lower().split())
        known.update(tag.lower() for tag in skill.tags)
    return len(keywords & known) / len(keywords)


def _domain_score(agent: Agent, intent: IntentAnalysis) -> float:
    words = set(intent.primary_intent.lower().split())
    if not words:
        return 0.0
    described = set(agent.description.lower().split())
    return min(1.0, len(words & described) / max(1, len(words) * 0.3))
