"""The email service: the agent that finds, reads, writes and sorts mail."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.email.frames import FRAMES, LISTED
from shared.workspace.email.port import Mailbox
from shared.workspace.email.restoring import INVERSE
from shared.workspace.email.tools import TOOLS

EMAIL = Agent(
    id="email",
    name="Email",
    description="Finds, reads, writes and sorts your mail",
    domain="email",
    skills=(
        Skill(
            id="search-mail",
            name="Search mail",
            description="Find emails by sender, recipient, topic, time, unread or attachments",
            tags=("email", "mail", "inbox", "message"),
        ),
        Skill(
            id="read-mail",
            name="Read mail",
            description="Open and read one email, a whole conversation or an attachment",
            tags=("email", "mail", "open", "read", "thread", "attachment"),
        ),
        Skill(
            id="find-unanswered",
            name="Find unanswered mail",
            description="Find emails that still wait for your answer",
            tags=("email", "unanswered", "waiting", "follow up"),
        ),
        Skill(
            id="write-mail",
            name="Write mail",
            description="Write and send an email, or keep it as a draft",
            tags=("email", "mail", "send", "write", "draft"),
        ),
        Skill(
            id="answer-mail",
            name="Answer mail",
            description="Reply to an email, to its sender or to everyone, or forward it",
            tags=("email", "mail", "reply", "answer", "forward"),
        ),
        Skill(
            id="sort-mail",
            name="Sort mail",
            description="Archive, delete, label, star, snooze emails, or mark them as read",
            tags=("email", "mail", "archive", "delete", "label", "star", "snooze", "read"),
        ),
    ),
    tools=("contacts_search", *(tool.name for tool in TOOLS)),
    examples=(
        "Show me emails from Sarah about the budget",
        "Any unread mail from this week?",
        "Which emails are still waiting for my answer?",
        "Reply to the first one that Thursday works for me",
        "Send an email to Sarah that the report is ready",
        "Draft a thank-you note to John Doe",
        "Forward the contract to Bob",
        "Archive the newsletters from last week",
    ),
)
SERVICE = Service("email", (Mailbox,), TOOLS, EMAIL, FRAMES, INVERSE, LISTED)
