"""The pages service: the agent that finds and reads pages of a knowledge base."""

from shared.models.agent import Agent, Skill
from shared.tools.service import Service
from shared.workspace.pages.frames import FRAMES
from shared.workspace.pages.port import Pages
from shared.workspace.pages.tools import TOOLS

PAGES = Agent(
    id="pages",
    name="Pages",
    description="Finds, reads and writes the pages of your knowledge base",
    domain="pages",
    skills=(
        Skill(
            id="find-pages",
            name="Find pages",
            description="Find notes, projects and documentation by title or field",
            tags=("page", "notes", "wiki", "documentation", "project"),
        ),
        Skill(
            id="read-page",
            name="Read a page",
            description="Show or summarize a page",
            tags=("page", "notes", "wiki", "read", "summarize"),
        ),
        Skill(
            id="write-page",
            name="Write pages",
            description="Add text to a page, change or remove some, or make a page in another one",
            tags=("page", "notes", "wiki", "write", "add", "change", "notion"),
        ),
    ),
    tools=tuple(tool.name for tool in TOOLS),
    examples=(
        "Find the page about onboarding",
        "What is the status of Project Alpha in Notion?",
        "Summarize the launch plan page",
        "Add to the onboarding page: laptops are ordered a week before",
    ),
)
SERVICE = Service("pages", (Pages,), TOOLS, PAGES, FRAMES)
