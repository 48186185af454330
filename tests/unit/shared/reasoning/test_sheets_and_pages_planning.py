"""Everyday ways to read spreadsheets and pages, and to add a row."""

import pytest

from shared.models.reasoning import ConversationContext, PlanRequest, Reference, ToolSpec
from shared.reasoning.embedded.planning import plan

TOOLS = tuple(
    ToolSpec(name=name, description="", parameters={})
    for name in (
        *("sheets_search", "sheets_read", "sheets_append_row", "sheets_update_row"),
        *("pages_search", "pages_read", "pages_append", "pages_create"),
    )
)


def planned(command, agent, *references):
    return plan(
        PlanRequest(
            agent=agent,
            command=command,
            today="2025-11-19",
            tools=TOOLS,
            context=ConversationContext(references=references),
        )
    )


def call(command, agent, *references):
    (step,) = planned(command, agent, *references).steps
    return step.tool, step.arguments


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("what does the Weekly Metrics sheet say", {"sheet": "Weekly Metrics"}),
        ("show me the Weekly Metrics spreadsheet", {"sheet": "Weekly Metrics"}),
        ('read "Q3 plan"', {"sheet": "Q3 plan"}),
        ("read the Q3 tab of the Budget sheet", {"sheet": "Budget", "tab": "Q3"}),
        ("summarise the sales table", {"sheet": "sales"}),
    ],
)
def test_a_sheet_is_read(command, arguments):
    assert call(command, "sheets") == ("sheets_read", arguments)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("add a row to Leads: Acme, 12, open", {"sheet": "Leads", "row": ["Acme", 12, "open"]}),
        ("add Bob, 12.5, yes to the Leads sheet", {"sheet": "Leads", "row": ["Bob", 12.5, "yes"]}),
        (
            'append "Acme, Inc", 007 to the Q3 tab of the Budget sheet',
            {"sheet": "Budget", "tab": "Q3", "row": ["Acme, Inc", "007"]},
        ),
        (
            "log 12 Nov, 300 in the Expenses sheet",
            {"sheet": "Expenses", "row": ["12 Nov", 300]},
        ),
    ],
)
def test_a_row_is_added(command, arguments):
    assert call(command, "sheets") == ("sheets_append_row", arguments)


def held(**values):
    return [{"column": name, "value": value} for name, value in values.items()]


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (
            "add a row to the expenses sheet: Item: Taxi, Amount: 40",
            {"sheet": "expenses", "values": held(Item="Taxi", Amount=40)},
        ),
        (
            'add a row with Name="Acme, Inc", Deals=4 to the Leads sheet',
            {"sheet": "Leads", "values": held(Name="Acme, Inc", Deals=4)},
        ),
    ],
)
def test_a_row_is_added_by_the_names_of_its_columns(command, arguments):
    assert call(command, "sheets") == ("sheets_append_row", arguments)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (
            "set Status of 'Website' to Done in the Weekly Metrics sheet",
            {"sheet": "Weekly Metrics", "row": "Website", "values": held(Status="Done")},
        ),
        (
            "update the Status of Website in the Weekly Metrics sheet to Done",
            {"sheet": "Weekly Metrics", "row": "Website", "values": held(Status="Done")},
        ),
        (
            "set Status to Done for Website in my Plan spreadsheet",
            {"sheet": "Plan", "row": "Website", "values": held(Status="Done")},
        ),
        (
            "in the Weekly Metrics sheet, set Pilot guide's Owner to Nina Kowalski",
            {
                "sheet": "Weekly Metrics",
                "row": "Pilot guide",
                "values": held(Owner="Nina Kowalski"),
            },
        ),
        (
            "change the Sum for Taxi to 12.50 in the Q3 tab of the Budget sheet",
            {"sheet": "Budget", "tab": "Q3", "row": "Taxi", "values": held(Sum=12.5)},
        ),
        (
            "set the Status of row 5 to Done in the Plan sheet",
            {"sheet": "Plan", "number": 5, "values": held(Status="Done")},
        ),
        (
            "set B4 to 12 in the Budget sheet",
            {"sheet": "Budget", "number": 4, "values": held(B=12)},
        ),
        (
            "put 007 in cell AA12 of the Budget sheet",
            {"sheet": "Budget", "number": 12, "values": held(AA="007")},
        ),
    ],
)
def test_a_cell_is_changed(command, arguments):
    assert call(command, "sheets") == ("sheets_update_row", arguments)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("list my sheets", {}),
        ("which spreadsheets do I have", {}),
        ("find sheets about budget", {"query": "budget"}),
    ],
)
def test_sheets_are_looked_for(command, arguments):
    assert call(command, "sheets") == ("sheets_search", arguments)


@pytest.mark.parametrize(
    ("command", "page"),
    [
        ("what's in the Q4 planning page", "Q4 planning"),
        ("open the page Roadmap", "Roadmap"),
        ('read "Team handbook"', "Team handbook"),
        ("what does the onboarding wiki say", "onboarding"),
        ("show me the roadmap page", "roadmap"),
    ],
)
def test_a_page_is_read(command, page):
    assert call(command, "pages") == ("pages_read", {"page": page})


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("list projects", {"query": "projects"}),
        ("search notion for onboarding", {"query": "onboarding"}),
        ("find pages about hiring", {"query": "hiring"}),
        ("what pages do I have", {}),
    ],
)
def test_pages_are_looked_for(command, arguments):
    assert call(command, "pages") == ("pages_search", arguments)


@pytest.mark.parametrize(
    ("command", "page", "text"),
    [
        ('add "Order laptops" to the onboarding page', "onboarding", "Order laptops"),
        ("Add to the onboarding page: order laptops", "onboarding", "Order laptops"),
        (
            'write on the page "Team handbook": lunch is at noon',
            "Team handbook",
            "Lunch is at noon",
        ),
        (
            "add a note to the Roadmap page in Notion saying that beta is done",
            "Roadmap",
            "Beta is done",
        ),
    ],
)
def test_text_is_added_to_a_page(command, page, text):
    assert call(command, "pages") == ("pages_append", {"page": page, "text": text})


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (
            "create a page called Retro under Project Alpha: What went well",
            {"parent": "Project Alpha", "title": "Retro", "text": "What went well"},
        ),
        (
            'make a new notion page "Retro notes" in the Projects database',
            {"parent": "Projects", "title": "Retro notes"},
        ),
        (
            "create a page under Project Alpha called Retro",
            {"parent": "Project Alpha", "title": "Retro"},
        ),
    ],
)
def test_a_page_is_made(command, arguments):
    assert call(command, "pages") == ("pages_create", arguments)


def test_what_was_listed_is_pointed_at():
    sheet = Reference(kind="sheet", id="s1", label="Leads", ordinal=1)
    page = Reference(kind="page", id="p1", label="Roadmap", ordinal=1)
    assert call("open the first one", "sheets", sheet) == ("sheets_read", {"sheet": "s1"})
    assert call("read it", "pages", page) == ("pages_read", {"page": "p1"})


@pytest.mark.parametrize(
    ("command", "agent", "why"),
    [
        ("add a row", "sheets", "which sheet"),
        ("add a row to the Leads sheet", "sheets", "What should be in the row?"),
        ("what's in it", "sheets", "which sheet"),
        ("open the second one", "pages", "which page"),
    ],
)
def test_nothing_is_guessed(command, agent, why):
    assert why in planned(command, agent).cannot
