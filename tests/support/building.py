"""What a person says to have an agent made (spec 001, journey 2), word for word."""

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
