"""The sheets service: the agent that finds, reads and extends spreadsheets."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.sheets.frames import FRAMES
from shared.workspace.sheets.port import Sheets
from shared.workspace.sheets.tools import TOOLS

SHEETS = Agent(
    id="sheets",
    name="Sheets",
    description="Finds and reads your spreadsheets, adds and removes rows and changes cells",
    domain="sheets",
    skills=(
        Skill(
            id="find-sheets",
            name="Find spreadsheets",
            description="Find a spreadsheet by its name",
            tags=("sheet", "spreadsheet", "table", "find"),
        ),
        Skill(
            id="read-sheet",
            name="Read a spreadsheet",
            description="Show or summarize what a spreadsheet says",
            tags=("sheet", "spreadsheet", "rows", "numbers", "read"),
        ),
        Skill(
            id="add-row",
            name="Add a row",
            description="Add a row at the end of a spreadsheet",
            tags=("sheet", "spreadsheet", "row", "add", "log"),
        ),
        Skill(
            id="change-cells",
            name="Change cells",
            description="Change what cells of a row say, such as the status of a task",
            tags=("sheet", "spreadsheet", "cell", "set", "status"),
        ),
        Skill(
            id="remove-row",
            name="Remove a row",
            description="Take a row out of a spreadsheet",
            tags=("sheet", "spreadsheet", "row", "remove", "delete"),
        ),
    ),
    tools=tuple(tool.name for tool in TOOLS),
    examples=(
        "Which spreadsheets do I have?",
        "What does the Q4 budget spreadsheet say?",
        "Add a row to the expenses sheet: Item: Taxi, Amount: 40",
        "Set the Status of Pilot guide to Done in the Weekly Metrics sheet",
    ),
)
SERVICE = Service("sheets", (Sheets,), TOOLS, SHEETS, FRAMES)
