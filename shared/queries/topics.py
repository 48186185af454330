"""What people ask about the product itself, and what there is to say."""

from collections.abc import Mapping

from shared.queries.cues import READ, topics

_BUILDER = (
    'Just tell me what the agent should do, for example "I need an agent that posts the finished '
    'tasks of our sheet to Slack every Monday", and I hand you over to the Agent Builder, which '
    "asks for what is missing and shows what it makes. To change one, say what should be "
    'different: "my reporter should also post to #team". "Back to the assistant" leaves it, and '
    '"continue" picks it up again.'
)

ANSWERS: Mapping[str, str] = {
    "dropped": 'All right, I do nothing more. To take back what was just done, say "undo that".',
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
    "cannot": "I do nothing outside what your agents can do. What others would see of it, or what "
    "can't be undone, I show you first; only small private steps, such as archiving or starring a "
    "mail, are done at once. Without a language model connected I don't answer "
    "general-knowledge questions.",
    "cost": "I don't know what OmniForge costs your organisation. Those who run it for you do.",
    "limits": "A message may have up to 32,000 characters. I know of no limit on how many agents "
    "you may have; limits your organisation has agreed on, such as model usage, I can't see.",
    "support": "I can't call anyone in for you. Please turn to those who run OmniForge for your "
    "organisation; they also decide who may use and change which agent.",
    "skill": 'A skill is one thing an agent can do, put in words, such as "search mail". Its tags '
    "are keywords for it. I use both to find the agent for a request; ask what an agent does to "
    "see its skills.",
    "connect": "Accounts such as email are connected once, by signing in with the provider from "
    "the app you write in. The agents that need an account appear then, and only you can use it.",
    "sharing": "An agent may be used by everyone in the organisation, or by the people it lists: "
    'ask "who can use" and its name. Its owner, and those it names as editors, can change that.',
    "schedule": "An agent can run by itself: say when while you make it, or change it "
    '("every Monday at 9am"). Ask "which of my agents are scheduled" to see them. A run that '
    "nobody watches asks before it changes anything, unless you gave it leave for exactly that.",
    "deleting": "No agent is removed by a message here. Its owner deletes it in the app you write "
    "in, or through the API, and can bring it back for 30 days.",
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
    "creating one adds a new specialist: say what it should do, and the Agent Builder takes over.",
}
"""By topic; the others are worded for the person. `{days}`: how long conversations are kept."""


def topic_of(said: str) -> str | None:
    """Return what a question read by `reading.plain` is about, if it is about the product."""
    return next((topic for topic, cue in topics().items() if cue.search(said, 0, READ)), None)
