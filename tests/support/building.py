"""What a person says to have an agent made or changed (spec 001), word for word."""

from shared.models.agent import Agent, Skill

EVERYTHING = frozenset({"email", "calendar", "contacts", "slack", "sheets", "pages"})
WANTED = (
    "I need an agent that extracts data from our Google Sheets and posts summaries to our "
    "#weekly-updates Slack channel"
)
SHEETS_TO_SLACK = (
    WANTED,
    "It's called 'Weekly Metrics'",
    "Just the 'Status' and 'Owner' columns where Status is 'Completed'",
    "Every Monday at 9am",
)
NOTION_TO_SLACK = (
    "I want my notion-reporter to also post summaries to Slack",
    "#team-updates",
)
NOTION = Agent(
    id="notion-reporter",
    name="Notion Reporter",
    description="Weekly project status summaries from Notion",
    skills=(
        Skill(
            id="notion-reader",
            name="Notion reader",
            description="Summarizes the projects in Notion",
            instructions="1. Summarize the projects from the pages",
            tools=("pages_search", "pages_read"),
        ),
    ),
    tools=("pages_search", "pages_read"),
    tags=("notion", "projects", "reporting"),
    examples=(
        "Notion status of all projects",
        "weekly project report",
        "summary of my projects in Notion",
    ),
)
