"""What every tool of the mail, contacts, sheets and pages services has in common."""

import pytest

from shared.errors import ToolFailed
from shared.workspace.contacts.service import SERVICE as CONTACTS
from shared.workspace.email.service import SERVICE as EMAIL
from shared.workspace.pages.service import SERVICE as PAGES
from shared.workspace.sheets.service import SERVICE as SHEETS
from tests.unit.shared.tools.accounts import desk, profile

SERVICES = (EMAIL, CONTACTS, SHEETS, PAGES)
TOOLS = {tool.name: tool for service in SERVICES for tool in service.tools}
USABLE = {
    "contacts_create": {"name": "Jane Roe"},
    "contacts_delete": {"contact_id": "c1"},
    "contacts_get_by_id": {"contact_id": "c1"},
    "contacts_list_organizations": {},
    "contacts_search": {"name": "John"},
    "contacts_update": {"contact_id": "c1", "phone": "1"},
    "contacts_validate_email": {"email": "a@b.com"},
    "gmail_archive": {"message_ids": ["m1"]},
    "gmail_create_draft": {"body": "Hi"},
    "gmail_discard_draft": {"draft_id": "d1"},
    "gmail_find_unanswered": {},
    "gmail_forward_message": {"message_id": "m1", "to": ["a@b.com"]},
    "gmail_get_delivery_status": {"message_id": "m1"},
    "gmail_get_message": {"message_id": "m1"},
    "gmail_get_thread": {"thread_id": "t1"},
    "gmail_label": {"message_ids": ["m1"], "add": ["x"]},
    "gmail_list_attachments": {"message_id": "m1"},
    "gmail_mark_read": {"message_ids": ["m1"]},
    "gmail_read_attachment": {"message_id": "m1"},
    "gmail_reply_to_message": {"message_id": "m1", "body": "Hi"},
    "gmail_search_messages": {"query": "budget"},
    "gmail_send_draft": {"draft_id": "d1"},
    "gmail_send_email": {"to": ["a@b.com"], "body": "Hi"},
    "gmail_snooze": {"message_ids": ["m1"], "until": "2026-11-27"},
    "gmail_star": {"message_ids": ["m1"]},
    "gmail_trash": {"message_ids": ["m1"]},
    "gmail_update_draft": {"draft_id": "d1", "body": "Hi"},
    "pages_append": {"page": "p1", "text": "Hi"},
    "pages_change": {"page": "p1", "old": "Hi", "text": "Ho"},
    "pages_create": {"parent": "p1", "title": "Notes"},
    "pages_read": {"page": "p1"},
    "pages_search": {},
    "sheets_append_row": {"sheet": "s1", "row": ["a"]},
    "sheets_read": {"sheet": "s1"},
    "sheets_remove_row": {"sheet": "s1", "row": 2, "cells": ["a"]},
    "sheets_search": {},
    "sheets_update_row": {"sheet": "s1", "values": [{"column": "A", "value": 1}]},
}


async def made(tool, at, arguments):
    """Make a call as a turn does: whatever changes something is prepared first."""
    if tool.rules.changes:
        arguments = (await tool.preview(at, arguments)).arguments
    return await tool.run(at, arguments)


def test_there_is_a_usable_call_of_every_tool_here():
    assert USABLE.keys() == TOOLS.keys()


@pytest.mark.parametrize("name", sorted(TOOLS))
async def test_an_account_that_is_not_connected_is_an_auth_failure(name):
    with pytest.raises(ToolFailed, match="not connected") as failed:
        await made(TOOLS[name], desk(), USABLE[name])
    assert (failed.value.kind, failed.value.recoverable) == ("auth", True)


@pytest.mark.parametrize(
    ("name", "arguments", "fields"),
    [
        ("gmail_search_messages", {}, "query"),
        ("gmail_search_messages", {"query": "x", "limit": 0}, "limit"),
        ("gmail_search_messages", {"query": "x", "limit": 501}, "limit"),
        ("gmail_search_messages", {"limit": "many"}, "query or limit"),
        ("gmail_get_message", {"message_id": ["a"]}, "message id"),
        ("gmail_get_message", {"message_id": ""}, "message id"),
        ("gmail_archive", {"message_ids": []}, "message ids"),
        ("gmail_archive", {"message_ids": ["m"] * 501}, "message ids"),
        ("gmail_find_unanswered", {"days": 61}, "days"),
        ("contacts_search", {"nme": "John"}, "nme"),
        ("contacts_search", ["John"], "what was asked"),
        ("contacts_update", {"contact_id": "c1", "relation": "enemy"}, "relation"),
        ("sheets_append_row", {"sheet": "", "row": []}, "sheet"),
        ("sheets_update_row", {"sheet": "s", "row": "x", "values": []}, "values"),
    ],
)
async def test_arguments_that_do_not_fit_are_named(name, arguments, fields):
    with pytest.raises(
        ToolFailed, match=f"^I can't use what I have for the {fields}. Please"
    ) as failed:
        await made(TOOLS[name], desk(), arguments)
    assert failed.value.kind == "params"


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_planner_sees_a_closed_schema_of_every_tool(name):
    spec = TOOLS[name].spec
    assert (spec.name, spec.parameters["type"]) == (name, "object")
    assert spec.parameters["additionalProperties"] is False
    assert spec.description
    lists = [f for f in spec.parameters["properties"].values() if f.get("type") == "array"]
    assert all("items" in one for one in lists)


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_what_changes_something_can_be_shown_first_and_the_rest_is_never_risky(name):
    tool = TOOLS[name]
    assert (tool.prepare is not None) == tool.rules.changes
    if not tool.rules.changes:
        assert tool.rules.assess(USABLE[name], profile()) == "low"


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.agent.id)
def test_an_agent_owns_the_tools_of_its_service_and_shows_what_it_can_do(service):
    agent = service.agent
    assert agent.id == agent.domain == service.domain
    assert {tool.name for tool in service.tools} <= set(agent.tools)
    assert set(agent.tools) <= TOOLS.keys()
    assert len(set(agent.tools)) == len(agent.tools)
    assert agent.examples
    assert all(skill.tags for skill in agent.skills)
