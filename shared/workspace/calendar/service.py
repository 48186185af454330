"""The calendar service: its tools, and the agent that owns them."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.calendar.availability import (
    CHECK_AVAILABILITY,
    FIND_COMMON_SLOTS,
)
from shared.workspace.calendar.clashing import FIND_CONFLICTS
from shared.workspace.calendar.creating import CREATE_EVENT
from shared.workspace.calendar.deleting import DELETE_EVENT
from shared.workspace.calendar.frames import FRAMES, LISTED
from shared.workspace.calendar.listing import LIST_EVENTS
from shared.workspace.calendar.port import Calendar
from shared.workspace.calendar.responding import RESPOND_TO_EVENT
from shared.workspace.calendar.updating import UPDATE_EVENT
from shared.workspace.contacts.port import AddressBook

TOOLS = (
    LIST_EVENTS,
    CREATE_EVENT,
    UPDATE_EVENT,
    DELETE_EVENT,
    RESPOND_TO_EVENT,
    CHECK_AVAILABILITY,
    FIND_COMMON_SLOTS,
    FIND_CONFLICTS,
)
CALENDAR = Agent(
    id="calendar",
    name="Calendar",
    description="Looks after your calendar: meetings, invitations and free time",
    domain="calendar",
    skills=(
        Skill(
            id="see-calendar",
            name="See the calendar",
            description="List meetings and events of a day or a week, or those about a topic",
            tags=("calendar", "schedule", "agenda", "meeting", "event", "appointment"),
        ),
        Skill(
            id="schedule-meeting",
            name="Schedule meetings",
            description="Book, move, change and cancel meetings, with others or alone",
            tags=("schedule", "meeting", "book", "reschedule", "move", "cancel", "invite"),
        ),
        Skill(
            id="find-time",
            name="Find time",
            description="Check availability, find free time that suits several people",
            tags=("availability", "available", "free", "busy", "slot", "time"),
        ),
        Skill(
            id="find-conflicts",
            name="Find conflicts",
            description="Find meetings that overlap each other",
            tags=("conflict", "overlap", "clash", "double-booked"),
        ),
        Skill(
            id="answer-invitations",
            name="Answer invitations",
            description="Accept, decline or answer maybe to an invitation",
            tags=("invitation", "invite", "accept", "decline", "rsvp"),
        ),
    ),
    tags=("calendar", "meetings", "schedule"),
    tools=("contacts_search", *(tool.name for tool in TOOLS)),
    examples=(
        "What's on my calendar today?",
        "Am I free on Friday afternoon?",
        "Schedule a meeting with the team next Tuesday at 2pm",
        "Find an hour for Sarah, David and me next week",
        "Find conflicts in my calendar this week",
        "Move my 3 o'clock to tomorrow",
    ),
)
SERVICE = Service("calendar", (Calendar, AddressBook), TOOLS, CALENDAR, FRAMES, listed=LISTED)
