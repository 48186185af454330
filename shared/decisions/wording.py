"""Sentences the product says by itself."""

from shared.models.intent import Candidate, Option
from shared.models.run import Step

APOLOGY = (
    "I encountered an unexpected issue processing your request. "
    "Please try again or contact support if the problem persists."
)
NOT_UNDERSTOOD = (
    "I'm having trouble understanding your request right now. "
    "Could you try rephrasing it? For example:\n"
    "- 'Show me emails from Sarah about the budget'\n"
    "- 'What can you do?'"
)
GIVING_UP = "I still can't tell which one you mean, so I'll leave it there. Just ask me again."
EXPIRED = "I didn't hear back in time, so I've set this question aside. Just ask me again."


NO_BUILDER = (
    "Creating and changing agents by chat isn't available here yet. "
    "I can look things up in your mail and contacts meanwhile."
)
LEFT_ALONE = "All right, I left it alone."
NONE_OF_THESE = "All right, none of these. Could you tell me in other words what you need?"
WHICH_AGENT = "I can help with that! Which one would you like?"


def open_question(reason: str) -> str:
    """Return the question for a message that could mean anything."""
    return (
        f"I want to make sure I understand correctly. {reason} ".lstrip()
        + "Could you tell me a bit more about what you're trying to accomplish?"
    )


def no_agent(wanted: str, others: tuple[Candidate, ...]) -> str:
    """Return what to say when no agent can do it; `wanted` is the domain it needs, if known."""
    start = (
        f"I don't have {wanted} connected for you, so I can't do that."
        if wanted
        else "I don't have an agent for that yet."
    )
    listed = "".join(f"\n- {other.name}: {other.description}" for other in others)
    return f"{start} What I can do instead:{listed}" if listed else start


def unknown_agent(name: str, known: tuple[str, ...]) -> str:
    """Return what to say to an @mention of an agent that is not there."""
    listed = ", ".join(f"@{agent}" for agent in known)
    return f"There is no agent called @{name} here." + (f" You have: {listed}." if listed else "")


def numbered(question: str, options: tuple[Option, ...]) -> str:
    """Return a question with its options listed, as plain text a person can answer by number."""
    lines = [
        f"{number}. **{option.label}**" + (f" ({option.description})" if option.description else "")
        for number, option in enumerate(options, start=1)
    ]
    return "\n".join([question, "", *lines]) if lines else question


def asked_again(question: str) -> str:
    """Return a question put once more after a reply that could not be read."""
    return f"Sorry, I didn't get that. {question}"


def preview(step: Step) -> str:
    """Return exactly what a risky tool call will do."""
    arguments = "\n".join(f"- {name}: {value}" for name, value in step.arguments.items())
    return f"I'm about to run {step.tool}:\n{arguments}\n\nShall I go ahead?"
