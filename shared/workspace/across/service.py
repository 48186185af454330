"""What works across services: its tools, and the agent that has those of mail and calendar too."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.across.catching_up import CATCH_UP
from shared.workspace.across.finding import FIND
from shared.workspace.across.frames import FRAMES
from shared.workspace.across.unprepared import UNPREPARED_MEETINGS
from shared.workspace.calendar.port import Calendar
from shared.workspace.calendar.service import SERVICE as CALENDAR
from shared.workspace.contacts.port import AddressBook
from shared.workspace.contacts.service import SERVICE as CONTACTS
from shared.workspace.email.port import Mailbox
from shared.workspace.email.service import SERVICE as EMAIL
from shared.workspace.slack.port import Chat

TOOLS = (CATCH_UP, FIND, UNPREPARED_MEETINGS)
ACTION = Agent(
    id="action",
    name="Action",
    description="Catches you up on a topic across mail, calendar and chat, and looks ahead",
    domain="email",
    skills=(
        Skill(
            id="catch-up",
            name="Catch up",
            description="Bring together all that is known of a project, company or topic",
            tags=("catch-up", "catch", "project", "overview", "brief", "everything", "summary"),
        ),
        Skill(
            id="prepare-meetings",
            name="Prepare meetings",
            description="Find meetings you are not prepared for, and what is missing",
            tags=("prepare", "prepared", "meeting", "agenda", "unprepared"),
        ),
        Skill(
            id="mail-and-calendar",
            name="Work with mail and calendar together",
            description="Turn a mail into a meeting, or answer with times that suit everybody",
            tags=("draft", "reply", "schedule", "action", "follow-up"),
        ),
    ),
    tags=("action", "across", "workspace"),
    tools=tuple(
        tool.name
        for tools in (TOOLS, EMAIL.tools, CALENDAR.tools, CONTACTS.tools)
        for tool in tools
    ),
    examples=(
        "Catch me up on the Johnson project",
        "What meetings am I not prepared for this week?",
        "Draft a reply to Sarah with three times when we can both meet",
    ),
)
SERVICE = Service("email", (Mailbox, Calendar, Chat, AddressBook), TOOLS, ACTION, FRAMES)
