"""What becomes of what somebody made for others, once that person is erased."""

from collections.abc import Collection

from shared.decisions import voting
from shared.models.agent import Agent, AgentRecord
from shared.models.votes import Votes


def left(agent: Agent, user: str) -> Agent | None:
    """Return an agent without a person; None where nobody else could have used or changed it.

    It passes to the first of its other editors or else to nobody, which leaves it to the
    administrators. An agent that is only for some never becomes everybody's by it.
    """
    if user not in (agent.owner, *agent.editors, *agent.users):
        return agent
    editors = tuple(one for one in agent.editors if one != user)
    users = tuple(one for one in agent.users if one != user)
    owner = agent.owner if agent.owner != user else next(iter(editors), "")
    editors = tuple(one for one in editors if one != owner)
    heirs = (owner, *editors) if owner else ()
    if agent.users and not users and not heirs:
        return None
    update = {
        "owner": owner,
        "editors": editors,
        "users": users if users or not agent.users else heirs,
        "origin": agent.origin if agent.owner != user else "",
    }
    return agent.model_copy(update=update)


def unsaid(votes: Votes, by: str, texts: Collection[str]) -> Votes:
    """Return votes without a person's, and without what was agreed on in their words."""
    others = voting.withdrawn(votes, by)
    agreed = tuple(one for one in others.agreed if one.text not in texts)
    return others.model_copy(update={"agreed": agreed})


def unnamed(record: AgentRecord, threads: Collection[str]) -> AgentRecord:
    """Return how an agent's runs ended, without the names of these conversations."""
    outcomes = tuple(
        one.model_copy(update={"turn": ""}) if one.turn.rpartition("/")[0] in threads else one
        for one in record.outcomes
    )
    return record.model_copy(update={"outcomes": outcomes})
