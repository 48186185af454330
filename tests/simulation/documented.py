"""What the documentation shows people saying, and what has to come of it.

Every example in the README and in docs is a key here, as it is written there: `before` is what was
said until then, `tools` are the calls it leads to, `phase` is `waiting` where it has to ask, and
`says` is in the answer.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from shared.models.agent import Agent
from shared.models.lent import ToolServer
from shared.tools.lent.offers import looked_at, offered
from tests.support.building import NOTION
from tests.support.fakes import NOON
from tests.support.journeys import FINANCE

ROOT = Path(__file__).parents[2]
COMPANY = (FINANCE, NOTION)
ISSUE = {
    "properties": {"title": {"type": "string"}, "priority": {"type": "integer"}},
    "required": ["title", "priority"],
}
LENT = looked_at([offered("open_issue", "", "Opens an issue", ISSUE, {})])[0]
TRACKER = ToolServer(
    id="tracker", name="Tracker", url="https://t.example", tools=LENT, accepted_at=NOON
)
"""A server whose tool an agent may have."""
KEEPER = Agent(
    id="keeper",
    name="Keeper",
    description="Keeps the tracker",
    tools=("mcp_tracker_open_issue",),
)
LAMP = "open an issue titled Lamp with priority 2"
_QUOTED = re.compile(r'"([^"\n]+(?:\n[^"\n]+)?)"|^> (.+)$', re.MULTILINE)
_CURL = re.compile(r'"role": "user", "content": "([^"]+)"')
_SAYING = re.compile(r"“([^”]+)”")
_PROSE = ("## What it understands", "## Settings")


def examples():
    """Return what people say in the README and in docs, where docs write it in “these”."""
    readme = (ROOT / "README.md").read_text()
    first, last = (readme.index(heading) for heading in _PROSE)
    said = [a or b for a, b in _QUOTED.findall(readme[first:last])]
    said += _CURL.findall(readme)
    for page in sorted((ROOT / "docs").glob("*.md")):
        text = page.read_text()
        said += _CURL.findall(text) + _SAYING.findall(text)
    return list(dict.fromkeys(" ".join(one.split()) for one in said))


@dataclass(frozen=True)
class Expected:
    """What has to come of an example."""

    tools: tuple[str, ...] = ()
    phase: str = "parked"
    says: str = ""
    before: tuple[str, ...] = ()
    say: str = ""
    """The whole message, where the example is a part of one."""
    agents: tuple[Agent, ...] = ()
    """Who is there besides."""


FOUND = "Show me emails from Sarah about the budget"
OPEN = "What haven't I responded to?"
MEETING = "Schedule a meeting with Sarah next Tuesday at 2pm"
ANSWERING = "Reply to the second one saying I'll send it Friday"
WANTED = (
    "I need an agent that extracts data from our Google Sheets and posts summaries to our "
    "#weekly-updates Slack channel"
)
NAMED = "It's called 'Weekly Metrics'"
ROWS = "Just the 'Status' and 'Owner' columns where Status is 'Completed'"
WEEKLY = "Every Monday at 9am"
RUN = "Run it now to test"
REPORT = ("sheets_read", "slack_post_message")
SHOWN = "shall I go ahead?"
REPLY = ("gmail_reply_to_message",)
BUILT = (WANTED, NAMED, ROWS, WEEKLY)

EXPECTED = {
    LAMP: Expected(KEEPER.tools, "waiting", "Lamp|2", say=f"@keeper {LAMP}", agents=(KEEPER,)),
    "Show me emails from John": Expected(
        ("contacts_search", "gmail_search_messages"), "waiting", "I found 3 contacts named John."
    ),
    "The client": Expected(
        ("contacts_search", "gmail_search_messages"),
        says="emails from John Doe",
        before=("Show me emails from John",),
    ),
    "what do Notion and finance say about Q4?": Expected(
        says="**Notion Reporter**: |**Financial Reporter**: "
    ),
    "what do you remember about me": Expected(says="I remember no choices of yours."),
    "forget my choices": Expected(says="no remembered choice"),
    FOUND: Expected(("contacts_search", "gmail_search_messages"), says="5 emails from Sarah Chen"),
    OPEN: Expected(("gmail_find_unanswered",), says="waiting for your answer"),
    ANSWERING: Expected(REPLY, "waiting", f"I'll send it Friday.|{SHOWN}", (OPEN,)),
    "Archive all newsletters": Expected(
        ("gmail_search_messages", "gmail_archive"), "waiting", f"Archive 8 emails|{SHOWN}"
    ),
    "Forward it to Tom with a note: please handle": Expected(
        ("contacts_search", "gmail_forward_message"),
        "waiting",
        "Please handle.",
        (OPEN, "open the second one"),
    ),
    "What's on my calendar tomorrow?": Expected(("calendar_list_events",), says="on Thu 5 Mar"),
    MEETING: Expected(("contacts_search", "calendar_create_event"), "waiting", "Tue 10 Mar, 14:00"),
    "Find 45 minutes for Sarah, David and me next week": Expected(
        ("contacts_search", "contacts_search", "calendar_find_common_slots"), says="45 minutes"
    ),
    "Move my 1:1 with Grace to Friday at 10": Expected(
        ("calendar_list_events", "calendar_update_event"), "waiting", "Which one?"
    ),
    "Find contact info for people at Acme Corp": Expected(
        ("contacts_search",), says="3 contacts for people at Acme Corp"
    ),
    "John Doe's new number is 555 0100": Expected(
        ("contacts_search", "contacts_update"), "waiting", "555 0100"
    ),
    "Summarize recent discussions in #project-alpha": Expected(
        ("slack_analyze_conversation",), says="#project-alpha"
    ),
    "Show me unread Slack messages from today": Expected(
        ("slack_get_unread",), says="2 unread messages"
    ),
    "Post 'Release is out' to #general": Expected(
        ("slack_post_message",), "waiting", f"> Release is out|{SHOWN}"
    ),
    "Catch me up on the Johnson project": Expected(("workspace_catch_up",), says="Johnson project"),
    "What meetings am I not prepared for?": Expected(
        ("workspace_unprepared_meetings",), says="not be prepared"
    ),
    "What does the Weekly Metrics sheet say?": Expected(
        ("sheets_read",), says="| Week of | Task |"
    ),
    "What's in the Q4 planning page?": Expected(("pages_read",), says="**Q4 Planning**"),
    "Reply to Sarah and schedule a meeting with her": Expected(
        phase="waiting", says="What should the reply say?"
    ),
    "The second one": Expected(
        ("gmail_get_message",), says="Contractor spend", before=(FOUND,), say="open the second one"
    ),
    "it": Expected(
        ("gmail_archive",), says="Archived", before=(OPEN, "open the second one"), say="archive it"
    ),
    "her": Expected(
        ("gmail_search_messages",),
        says="Sarah Chen",
        before=("Find contact info for Sarah Chen",),
        say="show me emails from her",
    ),
    "send it": Expected(REPORT, says="Posted in #weekly-updates", before=(*BUILT, RUN)),
    "change Friday to Monday": Expected(
        REPLY, "waiting", "I'll send it Monday.", (OPEN, ANSWERING)
    ),
    "Who is in it?": Expected(
        phase="waiting",
        says="sarah.chen|still waits",
        before=(MEETING,),
    ),
    "what have I got on Tuesday?": Expected(
        REPLY, "waiting", "Tue 10 Mar|“Send this reply” still waits", (OPEN, ANSWERING)
    ),
    "and tell David on Slack that it is on": Expected(
        phase="waiting",
        says="I'll do that after this one|still waits",
        before=(MEETING,),
    ),
    "make it shorter": Expected(REPLY, "waiting", SHOWN, (OPEN, ANSWERING)),
    "no": Expected(REPLY, says="left it alone", before=(OPEN, ANSWERING)),
    WANTED: Expected(says="What's the Google Sheet called?"),
    NAMED: Expected(says="What data should I extract?", before=BUILT[:1]),
    ROWS: Expected(says="On which day, and at what time?", before=BUILT[:2]),
    WEEKLY: Expected(
        says="**Agent Name**: sheets-to-slack-reporter|Done! Your agent is ready.",
        before=BUILT[:3],
    ),
    RUN: Expected(REPORT, "waiting", f"Post in #weekly-updates|{SHOWN}", BUILT),
    "I want my notion-reporter to also post summaries to Slack": Expected(
        says="update your Notion Reporter|Which Slack channel should I post to?"
    ),
    "Back to the assistant": Expected(says="You're back with me.", before=BUILT[:1]),
    "continue": Expected(says="Let's go on.", before=(*BUILT[:1], "Back to the assistant")),
    "Back": Expected(says="What's the Google Sheet called?", before=BUILT[:2]),
    "skip": Expected(says="On which day, and at what time?", before=BUILT[:2]),
    "start over": Expected(says="from the beginning", before=BUILT[:2]),
    "cancel": Expected(says="Nothing was created or changed.", before=BUILT[:2]),
    "which of my agents are scheduled?": Expected(says="You have no schedules"),
    "Send me the PDF from that mail": Expected(
        ("gmail_send_email",),
        "waiting",
        "Attachments",
        ("show me emails with attachments", "open the second one"),
    ),
    "Add Jane Roe, jane@roe.com, to my contacts": Expected(
        ("contacts_create",), "waiting", "Add Jane Roe to your contacts|hall I go ahead?"
    ),
    "Delete Felix Brandt from my contacts": Expected(
        ("contacts_search", "contacts_delete"),
        "waiting",
        "Delete Felix Brandt from your contacts|hall I go ahead?",
    ),
    "DM Sarah on Slack that the budget is approved": Expected(
        ("slack_find_users", "slack_send_direct_message"),
        "waiting",
        "> The budget is approved|hall I go ahead?",
    ),
    "Set the Status of Pilot guide to Done in the Weekly Metrics sheet": Expected(
        ("sheets_update_row",), "waiting", "→ Done|hall I go ahead?"
    ),
    "Take the row of Pilot guide out of the Weekly Metrics sheet": Expected(
        ("sheets_remove_row",), "waiting", "Delete a row|Pilot guide|hall I go ahead?"
    ),
    "Put a new row into the Weekly Metrics sheet: Task: Tests": Expected(
        ("sheets_append_row",), "waiting", "- Task: Tests|hall I go ahead?"
    ),
    "Add to the Project Alpha page in Notion: returns are planned for spring": Expected(
        ("pages_append",), "waiting", "Add to the page Project Alpha|hall I go ahead?"
    ),
    "On the Project Alpha page replace 1.0.4 by 1.0.5": Expected(
        ("pages_change",), "waiting", "1.0.4 is live. → 1.0.5 is live.|hall I go ahead?"
    ),
    "Create a Notion page called Retro under Project Alpha": Expected(
        ("pages_create",), "waiting", "Title: Retro|hall I go ahead?"
    ),
    "I'm in Tokyo now": Expected(says="Tokyo time"),
    "I work from 8 to 4": Expected(says="8:00"),
    "9am Tokyo time": Expected(
        ("contacts_search", "calendar_create_event"),
        "waiting",
        "09:00-09:30 (Asia/Tokyo)",
        say="schedule a meeting with Sarah Chen tomorrow at 9am Tokyo time",
    ),
    "Tell me ...": Expected(
        says="to you in the conversation",
        say="create an agent that tells me every Friday at 9 about new mails from Laura",
    ),
    "Pause / resume / delete / restore / undo the last change to / share / export my X": Expected(
        says="I'd pause **sheets-to-slack-reporter**",
        before=BUILT,
        say="pause my sheets-to-slack-reporter",
    ),
    "8am": Expected(says="8am", before=BUILT),
    "also cc Grace": Expected(
        says="Grace Liu",
        before=(
            "create an agent that emails me all rows of the Weekly Metrics sheet every Friday at 9",
            "All rows",
        ),
    ),
    "rename it to X": Expected(says="", before=BUILT, say="rename it to Friday Figures"),
    "Remind me tomorrow at 9 to call Bob": Expected(says="call Bob"),
    "remind me every Friday to ...": Expected(
        says="", say="remind me every Friday to send the figures"
    ),
    "What reminders do I have?": Expected(
        says="call Bob", before=("Remind me tomorrow at 9 to call Bob", "yes")
    ),
    "cancel the reminder about Bob": Expected(
        says="call Bob", before=("Remind me tomorrow at 9 to call Bob", "yes")
    ),
}
