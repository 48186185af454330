"""What one agent does, or how two differ."""

from collections.abc import Sequence

from shared.models.agent import Agent
from shared.queries.cues import READ, cue, says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import day, one_line
from shared.services import Services
from shared.words import either

COMPARED = 3


class AgentDetail(InOnePiece):
    """Tells what is known of the agents that a question names."""

    id = "agent-detail"
    priority = 90

    def can_handle(self, asked: Asked) -> bool:
        """Take questions that name an agent, or mean the one used last."""
        said = asked.plain
        if says(said, "runs", "turn to", "pleasantry"):
            return False
        if not asked.named:
            return asked.meant("of it") != () or _unknown(asked) is not None
        changing = says(said, "changing") and says(said, "how to", "what if")
        return not changing and not says(said, "why chosen")

    async def text(self, asked: Asked, services: Services) -> str:  # noqa: ARG002 - a handler's
        """Describe the agent, or the first few named side by side."""
        agents: Sequence[Agent] = asked.meant("of it")
        if not agents:
            return _not_found(asked, _unknown(asked) or "")
        agent, *others = agents
        if others:
            return _side_by_side(agents[:COMPARED])
        text = described(asked.plain, agent)
        if says(asked.plain, "compared"):
            text += f"\n\n{agent.name} is the only agent in your question that I could find."
        return text


def _unknown(asked: Asked) -> str | None:
    """Return the name in "the ... agent" where no agent is called that."""
    found = cue("unknown agent").search(asked.plain, 0, READ)
    if found is None or says(asked.plain, "how to"):
        return None
    name = found[1].strip()
    return None if any(cue("no name").fullmatch(word) for word in name.split()) else name


def _not_found(asked: Asked, name: str) -> str:
    near = [agent for agent in asked.reach.index.closest(name) if asked.reach.allowed(agent)]
    text = f'I don\'t know an agent called "{name}" that you can use.'
    if near:
        names = [f"**{agent.name}**" for agent in near]
        return f"{text} Did you mean {either(names, 'or')}?"
    return f'{text} Say "list my agents" to see those you can.'


def _side_by_side(agents: Sequence[Agent]) -> str:
    return "\n\n".join(
        f"**{agent.name}**{_off(agent)}: {agent.description.strip() or 'No description is given.'}"
        + _skills(agent)
        for agent in agents
    )


def described(said: str, agent: Agent) -> str:
    """Return what is known of an agent that a question in lower case asks for, or all of it."""
    parts = [f"**{agent.name}**{_off(agent)}: {agent.description.strip() or 'not described.'}"]
    if says(said, "made"):
        parts.append("Who made it or looks after it I can't tell you here.")
    if says(said, "who"):
        parts.append(_users(agent))
    if says(said, "changed"):
        parts.append(_version(agent))
    if says(said, "state") and agent.enabled:
        parts.append("It is switched on.")
    if len(parts) > 1:
        return "\n".join(parts)
    return "\n".join([*parts, *_abilities(agent), _users(agent)])


def _abilities(agent: Agent) -> list[str]:
    lines: list[str] = []
    if agent.skills:
        lines.append("What it can do:" + _skills(agent))
    if agent.examples:
        asked = "\n".join(f'- "{one_line(example)}"' for example in agent.examples[:COMPARED])
        lines.append(f"Ask it, for example:\n{asked}")
    if not lines:
        return ["More isn't recorded about what it can do."]
    return [*lines, "What isn't listed here it may not be able to do."]


def _skills(agent: Agent) -> str:
    return "".join(
        f"\n- {skill.name}" + (f": {one_line(skill.description)}" if skill.description else "")
        for skill in agent.skills
    )


def _users(agent: Agent) -> str:
    if not agent.users:
        return "Everyone in your organisation may use it."
    others = len(agent.users) - 1
    if not others:
        return "Only you may use it."
    return f"You and {others} other {'person' if others == 1 else 'people'} may use it."


def _version(agent: Agent) -> str:
    when = f", last changed on {day(agent.updated_at)}" if agent.updated_at else ""
    return f"This is version {agent.version}{when}. Who changed it isn't recorded here."


def _off(agent: Agent) -> str:
    return "" if agent.enabled else " (switched off)"
