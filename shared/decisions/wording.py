"""Sentences the product says by itself."""

from collections.abc import Sequence

from shared.decisions.links import without_links
from shared.models.intent import Missing, Option
from shared.models.reasoning import Earlier
from shared.models.run import Card, Origin, Step

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
HELD = "All right, I'm waiting: nothing happens until you say so."
PLAINLY = (
    "That sounds like a yes. I only act on a plain one: say “yes”, or what doing it is called, and "
    "nothing else."
)
NOTED = "Noted."
ASK_AFTER = "That is all there is to it. Ask me anything else once you have said yes or no to it."
NOT_DONE = "I still can't tell what you want, so I left it: nothing was done. Just ask me again."
BROKEN = (
    "Something in me broke on that, so I stopped there. The same words would most likely end the "
    "same way: please put it differently, or report it to those who run OmniForge for you."
)
"""Said where the fault is our own: asking again as it stands would be a promise."""
BROKE_OFF = "I could not go on from there. What is said above stands."
WITHOUT_WORDS = "I found something, but could not put it into words."
"""Said for what a tool found and could not tell."""
GIVING_UP = "I still can't tell which one you mean, so I'll leave it there. Just ask me again."
EXPIRED = "I didn't hear back in time, so I've set this question aside. Just ask me again."


CREATE_OR_RUN = "I can help with that! Did you mean:"
WHICH_TO_UPDATE = "Which agent would you like me to update?"
NOTHING_TO_UPDATE = (
    "There is no agent here that could be changed yet. Shall I create one? Just tell me what it "
    "should do."
)
CIRCULAR = (
    "I detected a routing loop and stopped to prevent issues. Please try a more specific request."
)
NO_SERVICE = (
    "I'm experiencing issues finding available agents. "
    "This is likely a temporary problem. Please try again in a moment."
)
BACK = "Back to the assistant"
"""What says in words that somebody has done with the agent that has the conversation."""
LEFT_ALONE = "All right, I left it alone."
LOOKED_FURTHER = "Nothing matched exactly, so I looked more broadly."
NOT_CHANGED = "I could not change it that way just now. You can also edit it yourself."
NOBODY_TO_ANSWER = "The agent that asked is not there any more, so I could not pass that on."
NONE_OF_THESE = "All right, none of these. Could you tell me in other words what you need?"
GO_ON = (
    Option(id="1", label="Go on", value="go"),
    Option(id="2", label="That's enough", value="stop"),
)
_AGREE = "Shall I go ahead?"
_CONFIRM = "Please confirm: shall I go ahead?"
WHICH_AGENT = "I can help with that! Which one would you like?"


_MISSING: dict[Missing, str] = {
    "agent_name": "Which agent would you like me to update?",
    "data_source": "Where is the data you want me to work with?",
    "target": "Where should the result go, or who is it for?",
    "topic": "What should it be about?",
    "timeframe": "What time period should I cover?",
    "object": "Which one do you mean?",
}


def missing(what: Missing, agent: str) -> str:
    """Return the question for what a request to an agent does not say."""
    return f"That's one for {agent}. {_MISSING.get(what, 'Could you tell me more?')}"


def open_question(reason: str, *, suggesting: bool) -> str:
    """Return the question for a message that could mean anything."""
    start = f"I want to make sure I understand correctly. {reason}".strip()
    ask = "Could you tell me a bit more about what you're trying to accomplish?"
    return f"{start} {ask}" + (" For example:" if suggesting else "")


def no_agent(domain: str) -> str:
    """Return the offer when no agent can do it; `domain` is the one it needs, if known."""
    article = "an" if domain[:1] in "aeiou" else "a"
    what = f"{article} {domain} agent set up" if domain else "an agent for that"
    return f"I don't have {what} yet. Which would you prefer?"


def handing_over(agent: str) -> str:
    """Return what is said before the agent builder takes over; `agent` is one to be changed."""
    what = f"update your {agent}" if agent else "create that agent"
    return f"I can help you {what}! Let me hand you over to the Agent Builder..."


def not_changeable(agent: str) -> str:
    """Return what is said when an agent that comes with the product is to be changed."""
    return (
        f"{agent} comes with the product, so it can't be changed. I can create an agent of your "
        "own that works the way you want: just tell me what it should do."
    )


MAY_NOT_BUILD = (
    "Making agents and skills takes the role Builder here. Whoever administers your organisation "
    "can give it to you."
)


def not_yours(agent: str) -> str:
    """Return what is said to somebody who may run an agent but not change it."""
    return f"Only the owner of {agent}, or an administrator of your organisation, can change it."


def handed_over(agent: str) -> str:
    """Return what is said when an agent takes the conversation."""
    return f"I'm handing you over to {agent}. Say “back to the assistant” when you are done."


def handed_back(agent: str) -> str:
    """Return what is said when the person wants the assistant again."""
    return (
        f"You're back with me. What {agent} was about is kept: say “continue” to pick it up again. "
        "What can I do for you?"
    )


BUILDER_ASKS = "The Agent Builder waits for your answer"
GIVEN_BACK = "That's done, so you're back with me."
"""Said before the answer with which an agent returns the conversation."""


def not_handed_over(agent: str, why: str) -> str:
    """Return what is said when an agent cannot take the conversation."""
    return f"I could not hand you over to {agent}: {why}"


def as_last_time(agent: str) -> str:
    """Return what is said when a remembered choice saves a question."""
    return (
        f"As you chose before, I'm using {agent}. "
        'Say "forget my choices" if I should ask again next time.'
    )


def not_yet(wish: str) -> str:
    """Say what is not done along with the rest, and how to have it."""
    return f"One thing is left, say it by itself next: “{without_links(' '.join(wish.split()))}”."


def instead(failing: str, agent: str) -> str:
    """Return what is said when an agent takes over from one that keeps failing."""
    return f"{failing} is having trouble at the moment, so I'm using {agent} instead."


def unavailable(agent: str, working: tuple[str, ...]) -> str:
    """Return what is said when the only agent for it keeps failing."""
    listed = f" {', '.join(working)} would be available meanwhile." if working else ""
    return f"{agent} is having trouble at the moment. Please try again in a few minutes.{listed}"


def no_answer_in_time() -> str:
    """Return what is said for one of several agents that did not answer in time."""
    return "I got no answer in time. Ask again, and I will try once more."


def attributed(agent: str, text: str) -> str:
    """Return an answer with who gave it."""
    return f"**{agent}**: {text}"


def best_guess(agent: str) -> str:
    """Return what is said when asking has not helped."""
    return f"I'm not certain, so this is my best guess: I'm handing it to {agent}."


def no_tools(agent: str) -> str:
    """Return what is said for an agent that nothing has been given to work with."""
    return f"{agent} is the right agent for this, but it has no tools to work with yet."


def not_connected(agent: str, domains: Sequence[str]) -> str:
    """Return what is said for an agent none of whose accounts is connected."""
    *others, last = (f"your {domain}" for domain in domains)
    accounts = f"{', '.join(others)} and {last}" if others else last
    return f"{agent} works with {accounts}, which isn't connected yet. Connect it, and ask again."


CONNECTED_AGAIN = "When that is done, say so in this task, and I will try again."
CONNECTED_REST = "When that is done, say in this task what is left to do: part of it is done."


def unknown_agent(name: str, known: tuple[str, ...]) -> str:
    """Return what to say to an @mention of nobody; `known` are some agents there are."""
    listed = ", ".join(f"@{agent}" for agent in known)
    return f"There is no agent called @{name} here." + (f" You have: {listed}." if listed else "")


def closest_agents(name: str) -> str:
    """Return the question when an @mention is nearly the name of some agents."""
    return f"There is no agent called @{name} here. Did you mean one of these?"


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


def not_a_yes(question: str) -> str:
    """Return a card shown once more after a reply that says neither yes nor what to change."""
    return f"I haven't done it yet, because I'm not sure what you want. {question}"


def set_aside(title: str) -> str:
    """Return what is said when another request came while a card waited for an answer."""
    return f"I set aside “{title}”: it was not done."


def standing(step: Step) -> str:
    """Return the reminder of a card that was shown before and still waits."""
    title = step.card.title if step.card is not None else step.tool
    return (
        f"“{title}” still waits, just as shown: say “yes” when I should go ahead, “no” to drop it, "
        "or what to change."
    )


def preview(step: Step) -> str:
    """Return exactly what a risky tool call will do, as a question."""
    return without_links(f"{card_in_words(step.card or Card(title=step.tool))}\n\n{_asked(step)}")


def _asked(step: Step) -> str:
    return _CONFIRM if step.risk == "high" else _AGREE


def card_in_words(card: Card) -> str:
    """Return a card as text."""
    lines = [f"**{card.title}**", *(f"- {label}: {value}" for label, value in card.fields if value)]
    lines += [
        f"- {d.label}: {d.before or 'nothing'} → {d.after or 'nothing'}" for d in card.differences
    ]
    parts = ["\n".join(lines)]
    if card.body:
        parts.append("\n".join(f"> {line}".rstrip() for line in card.body.splitlines()))
    if card.warnings:
        parts.append("\n".join(f"⚠ {warning}" for warning in card.warnings))
    return "\n\n".join(parts)


def after_failures(earlier: Sequence[Earlier], question: str) -> str:
    """Return a question with what was asked before it in the same message and did not work."""
    failed = [one.text for one in earlier if not one.success and one.text]
    return "\n\n".join((*failed, question))


def unknown_name(name: str) -> str:
    """Return what is said when a name was searched for as a word, since no contact bears it."""
    return f"I know nobody called {name}, so I searched for that word."


def could_not_ask(account: str, why: str) -> str:
    """Return what is said of an account that is missing in an answer from all of them."""
    return f"I could not look in {account}: {why}"


def without_contacts(name: str, why: str) -> str:
    """Return what is said when a name was searched for as it is: the contacts cannot be asked."""
    return f"I could not ask your contacts who {name} is ({why.rstrip('.')}), so I searched for it."


def came_from(origin: Origin) -> str:
    """Return what a card says of something that others' text brought into a change."""
    if origin.part == "text":
        return f"Words of the {origin.argument} come from {origin.source}, not from you."
    if origin.part == "recipient" and not origin.source:
        return f"You did not name {origin.value}, and it is not among your contacts."
    what = origin.value or f"The {origin.argument.replace('_', ' ')}"
    return f"{what} comes from {origin.source}, not from you."


def not_allowed(recipient: str) -> str:
    """Return what is said when an organisation's policy does not let anything be sent there."""
    return f"Your organisation does not allow anything to be sent to {recipient}."


def needs_role(role: str) -> str:
    """Return what is said to somebody who may not agree to a risky step; "" takes any person."""
    if not role:
        return "This takes a person's agreement: a service can't give it."
    return (
        f"Your organisation wants somebody else with the role “{role}” to approve this. It waits "
        "in their list; you can change it or call it off."
    )


def decided_by(name: str, reason: str, *, agreed: bool) -> str:
    """Return what stands in a conversation when somebody else decided on its step."""
    if agreed:
        return f"{name} approved this."
    return f"{name} did not approve this: {reason}" if reason else f"{name} did not approve this."


def no_longer_theirs(agent: str) -> str:
    """Return what is said where somebody may not run an agent any more that they could before."""
    return f"I did not do this: you can't use the agent “{agent}” any more."


def refused_tool(tool: str) -> str:
    """Return what is said when an organisation's policy does not let a tool be used."""
    return f"Your organisation does not allow {tool.replace('_', ' ')} here."


def done_without_words(what: str) -> str:
    """Return what is said of a change that was made, where its tool could not tell what it did."""
    return f"{what.rstrip('.')}: that is done, but I could not put into words what came of it."


def maybe_done(tool: str) -> str:
    """Return what is said of a change that broke off on the way."""
    return (
        f"I don't know whether the last step ({tool.replace('_', ' ')}) was done. Please check "
        "before you ask me again."
    )


def left_out(command: str) -> str:
    """Return what is said of a command that depended on one that failed."""
    return f"I left out “{command}”, because what it depends on did not work."


def skipped(command: str) -> str:
    """Return what is said of a command that was called off before its turn came."""
    return f"I left out “{command}”, as you said."


def later(command: str, *, off: bool) -> str:
    """Return what is said to a reply about a command that still waits."""
    if off:
        return f"All right, I leave out “{command}”. This one still stands."
    return f"I'll see to that when “{command}” comes: you will be shown it first. This one stands."


def noted(text: str) -> str:
    """Return what is said to an order that is done once what is shown is settled."""
    return f"Noted, I'll do that after this one: “{text.strip()}”."


def taking_long(so_far: str) -> str:
    """Return the question when a command has used up its time or its calls."""
    found = f" This is what I have so far:\n\n{so_far}\n\n" if so_far else " "
    return f"This is taking longer than usual.{found}Shall I go on?"
