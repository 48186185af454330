"""What people ask about the product itself, and what there is to say."""

from collections.abc import Mapping

from shared.queries.cues import topics

_BUILDER = (
    "Creating and changing agents by chat isn't available in this version yet: if you ask me for "
    "it, I will say so, and nothing is set up or changed. "
    "Agents are set up by whoever runs OmniForge for your organisation."
)

ANSWERS: Mapping[str, str] = {
    "thanks": "You're welcome. Tell me when there is something else.",
    "bye": "Goodbye!",
    "self": "I'm OmniForge's assistant, a program, not a person. I hand each request to the agent "
    "that can do it, ask when I'm unsure which, and answer questions about your agents.",
    "language": "I understand English best. In other languages I may misread what you mean, so "
    "please use English where it matters.",
    "mention": "Begin a message with @ and an agent's id or name, and it goes to that agent "
    "without my choosing. You don't have to: without it I find the agent by what you ask for.",
    "routing": "I compare a message with each agent's description, skills and examples, with the "
    "names it mentions, and with how well and how lately the agent has run. If one clearly fits, "
    "it gets the message; if several fit about equally, I ask you, and remember your choice; if "
    "none does, I say so. Begin with @ and an agent's name to choose it yourself.",
    "privacy": "Your conversations are kept apart from everybody else's, in storage of this "
    "installation's own, and are deleted after {days} days without news. An agent gets what your "
    "request needs. Where the storage is, and whether a language model service is connected "
    "that reads messages, only those who run OmniForge for your organisation can tell.",
    "memory": "Within a conversation I go by what was said in the last hour. Across conversations "
    'I remember which agents you use and what you chose when I asked; say "what do you remember '
    'about me" to see it, or "forget my choices". Conversations are deleted after {days} days '
    "without news.",
    "cannot": "I can't create, change, schedule or delete agents by chat in this version yet, and "
    "I do nothing outside what your agents can do. Without a language model connected I don't "
    "answer general-knowledge questions either.",
    "cost": "I don't know what OmniForge costs your organisation. Those who run it for you do.",
    "limits": "A message may have up to 32,000 characters. I know of no limit on how many agents "
    "you may have; limits your organisation has agreed on, such as model usage, I can't see.",
    "support": "I can't call anyone in for you. Please turn to those who run OmniForge for your "
    "organisation; they also decide who may use and change which agent.",
    "skill": 'A skill is one thing an agent can do, put in words, such as "search mail". Its tags '
    "are keywords for it. I use both to find the agent for a request; ask what an agent does to "
    "see its skills.",
    "connect": "Accounts such as email can't be connected by chat. Those who run OmniForge for "
    "your organisation connect them; the agents that need an account appear once it is connected.",
    "sharing": "Agents can't be shared by chat in this version yet. An agent may be used by "
    'everyone in the organisation, or by the people it lists: ask "who can use" and its name.',
    "schedule": "There are no schedules in this version yet: an agent runs when you ask for it.",
    "deleting": f"{_BUILDER} That goes for deleting, too: no agent is removed by a message here.",
    "where": 'Ask me here: "when did" an agent last run, "which agents failed this week", or what '
    "an agent does. Only each agent's last 50 runs are kept, as figures, not what was said.",
    "unknown": "That I don't know about OmniForge. I can tell you which agents you can use, what "
    "each of them does, and how its runs went.",
    "creating": _BUILDER,
    "changing": _BUILDER,
    "running": "Just say what you need in your own words, and I hand it to the agent that can do "
    "it. To choose the agent yourself, begin with @ and its name.",
    "agent": "An agent is a specialist you can ask in plain words: it has a description, skills "
    "and tools, and carries out one request when you make it. Running one does that request once; "
    "creating one would add a new specialist, which isn't available by chat in this version yet.",
}
"""By topic; the others are worded for the person. `{days}`: how long conversations are kept."""


def topic_of(said: str) -> str | None:
    """Return what a question read by `reading.plain` is about, if it is about the product."""
    return next((topic for topic, cue in topics().items() if cue.search(said)), None)
