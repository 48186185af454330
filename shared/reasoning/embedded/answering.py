"""Answers about the product and the person's agents; anything else is honestly declined."""

import re
from collections.abc import Sequence

from shared.models.intent import Candidate
from shared.models.reasoning import AnswerRequest
from shared.reasoning.embedded.words import fold

_GREETING = re.compile(
    r"^(?:hi|hiya|hello|hey|yo|good (?:morning|afternoon|evening|day)|greetings)\b[^?]{0,20}$"
)
_THANKS = re.compile(r"^(?:thanks?|thank you|thx|cheers|great|perfect|awesome|cool|nice)\b")
_BYE = re.compile(r"^(?:bye|goodbye|see you)\b")
_AGENTS = re.compile(r"\bagents?\b")
_HELP = re.compile(
    r"^help\b|\b(?:what|how) (?:else )?can (?:you|i|we)\b|^what do you do"
    r"|^who are you|^what are you\b|\bomniforge\b"
)
_WHO_I_AM = "I'm your assistant in OmniForge: I hand your request to the agent that can do it."
_EXAMPLES = {
    "email": "Show me emails from Sarah about the budget",
    "contacts": "Find contact info for people at Acme Corp",
    "calendar": "What's on my calendar tomorrow?",
    "slack": "Show me unread Slack messages from today",
}


def answer_to(request: AnswerRequest) -> str:
    """Word the answer."""
    said = fold(request.text)
    if _GREETING.match(said):
        return f"Hello! {_offer(request.agents)}"
    if _THANKS.match(said):
        return "You're welcome. Tell me when there is something else."
    if _BYE.match(said):
        return "Goodbye!"
    if _HELP.search(said):
        return f"{_WHO_I_AM}\n{_offer(request.agents)}"
    if _AGENTS.search(said) and re.search(r"\b(?:what|which|list|show|how many)\b", said):
        return _list(request.agents)
    return (
        "I can't answer that: no language model is connected, so I know only this product and your "
        f"own accounts.\n{_offer(request.agents)}"
    )


def _list(agents: Sequence[Candidate]) -> str:
    if not agents:
        return (
            "You have no agents yet. Connect an account, such as email, and its agent appears here."
        )
    noun = "agent" if len(agents) == 1 else "agents"
    return "\n".join([f"You have {len(agents)} {noun}:", *(_agent(agent) for agent in agents)])


def _offer(agents: Sequence[Candidate]) -> str:
    if not agents:
        return "No agent is available to you yet. Connect an account, such as email, to begin."
    lines = (_agent(agent) + _example(agent) for agent in agents)
    return "\n".join(["Here is what I can do for you:", *lines])


def _agent(agent: Candidate) -> str:
    return f"- **{agent.name}**: {agent.description}"


def _example(agent: Candidate) -> str:
    example = _EXAMPLES.get(agent.agent)
    return f' For example: "{example}"' if example else ""
