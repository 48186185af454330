"""Plans for agents that people made: procedures, what narrows them, and agents without one."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.profile import Profile
from shared.models.reasoning import ConversationContext, PlanRequest, Reference
from shared.reasoning.embedded.planning import plan
from shared.understanding.reader import Reader
from shared.workspace.registry import TOOLS

READER = Reader()
NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
READ = 'Read the sheet "Metrics", only the columns "Status" and "Owner", where "Status" is "Done"'
POST = "Post the result to the Slack channel #weekly"
BOTH = "{2}\n\n{3}"
METRICS = {
    "sheet": "Metrics",
    "columns": ["Status", "Owner"],
    "where": [{"column": "Status", "value": "Done"}],
}


def planned(command, *lines, tools=tuple(TOOLS), reader=READER, **more):
    return plan(
        PlanRequest(
            agent="my-reporter",
            agent_name="My Reporter",
            command=command,
            today="2026-03-04",
            now=NOW,
            tools=tuple(TOOLS[tool].spec for tool in tools),
            procedure=lines,
            **more,
        ),
        reader,
    )


def calls(command, *lines, **more):
    made = planned(command, *lines, **more)
    assert made.steps, made.cannot
    return [(step.tool, step.arguments) for step in made.steps]


def test_each_line_is_planned_and_the_result_goes_on_in_words():
    assert calls("run", READ, POST) == [
        ("sheets_read", METRICS),
        ("slack_post_message", {"channel": "#weekly", "text": "{1}"}),
    ]


WEEK = {"start": "2026-03-02", "end": "2026-03-08"}


def sought(query):
    return ("gmail_search_messages", {"query": query, "limit": 10})


def looked_up(name):
    return ("contacts_search", {"name": name})


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ('Read the sheet "Log"', [("sheets_read", {"sheet": "Log"})]),
        (
            'Add a row to the sheet "Log": 0, b',
            [("sheets_append_row", {"sheet": "Log", "row": [0, "b"]})],
        ),
        ("Find unread emails about x", [sought("x is:unread")]),
        ("Find emails that are unread", [sought("is:unread")]),
        ("Find emails of the last 7 days", [sought("newer_than:7d")]),
        ("Find emails about Q4", [sought("q4")]),
        ("Find emails with attachments about notes to self", [sought("notes self has:attachment")]),
        (
            "Find emails from Ann Lee about the budget since yesterday",
            [looked_up("Ann Lee"), sought("from:{1.contacts.0.email} budget after:2026/03/03")],
        ),
        ("Find emails to bo@x.com", [sought("to:bo@x.com")]),
        ("List my meetings of this week", [("calendar_list_events", WEEK)]),
        (
            "List my meetings with Sarah this week",
            [("calendar_list_events", {**WEEK, "query": "Sarah"})],
        ),
        (
            "List my meetings about the budget",
            [
                (
                    "calendar_list_events",
                    {"start": "2026-03-04", "end": "2026-05-03", "query": "budget"},
                )
            ],
        ),
        (
            'Create a calendar event "Review" tomorrow at 10 for 1 hour with bo@x.com, Ann in R4',
            [
                looked_up("Ann"),
                (
                    "calendar_create_event",
                    {
                        "title": "Review",
                        "start": "2026-03-05T10:00",
                        "minutes": 60,
                        "attendees": ["bo@x.com", "{1.contacts.0.email}"],
                        "location": "R4",
                    },
                ),
            ],
        ),
        (
            "Summarize everything about Alpha from the pages",
            [("pages_search", {"query": "Alpha", "by": "Status", "limit": 50})],
        ),
        ('Read the page "Q4"', [("pages_read", {"page": "Q4"})]),
        (
            "Summarize the Slack channel #general of the last 2 days",
            [("slack_analyze_conversation", {"channel": "#general", "since": "2026-03-02"})],
        ),
        (
            'Post "the news" to #general',
            [("slack_post_message", {"channel": "#general", "text": "the news"})],
        ),
        (
            'Send an email to bo@x.com with the subject "A b" saying "it is done"',
            [
                (
                    "gmail_send_email",
                    {"to": ["bo@x.com"], "subject": "A b", "body": "Hello,\n\nIt is done."},
                )
            ],
        ),
        ("Find the contact everyone at Acme", [("contacts_search", {"organization": "Acme"})]),
        (
            "Update the contact Ann Lee: phone number to 12345",
            [
                looked_up("Ann Lee"),
                ("contacts_update", {"contact_id": "{1.contacts.0.id}", "phone": "12345"}),
            ],
        ),
    ],
)
def test_a_line_that_a_part_wrote_is_planned_without_being_read(line, made):
    unread = Reader(Path("nowhere"))

    assert calls("run", line, reader=unread) == made


@pytest.mark.parametrize(
    "line",
    [
        'Read the sheet "Log", where it rains',
        "Find emails from Ann and then mark every one of them as read",
        "Find emails from Ann about x from Bo",
        "List my meetings of this week and email them to Bo",
        "Summarize the Slack channel #general since yesterday and list the open questions",
        'Create a calendar event "Review" on Friday at 3pm and tell everybody',
        'Create a calendar event "Review" on Friday at 3pm with all the people of the team',
        "Find the contact Ann and Bo",
        "Update the contact Ann Lee: what she likes to eat",
    ],
)
def test_a_line_that_somebody_added_to_is_read(line):
    with pytest.raises(RuntimeError, match="no reader"):
        planned("run", line, reader=Reader(Path("nowhere")))


def test_mail_of_one_person_at_a_time_is_looked_for():
    assert "one person at a time" in planned("run", "Find emails from Ann and bo@x.com").cannot


@pytest.mark.parametrize(
    ("line", "tool", "text"),
    [
        ("Post it to #weekly", "slack_post_message", BOTH),
        ("And send the summary to the #weekly channel", "slack_post_message", BOTH),
        ("Share the list of meetings in #weekly on Slack.", "slack_post_message", "{3}"),
        ("Post the completed tasks to #weekly", "slack_post_message", "{3}"),
        ("Post all results to #weekly", "slack_post_message", "{2}\n\n{3}"),
        ("Post everything to #weekly", "slack_post_message", "{2}\n\n{3}"),
        ("Post to #weekly: It is Monday", "slack_post_message", "It is Monday"),
        ('Post "The result is out" to #weekly', "slack_post_message", "The result is out"),
        ("Email the result to bo@x.com", "gmail_send_email", f"Hello,\n\n{BOTH}"),
        ("Send it by email to ann.lee@x.com and bo@x.com", "gmail_send_email", BOTH),
        ("Draft the summary to bo@x.com", "gmail_create_draft", f"Hello,\n\n{BOTH}"),
        ("Email it to bo@x.com as a draft", "gmail_create_draft", f"Hello,\n\n{BOTH}"),
        ("Email it as a draft to bo@x.com", "gmail_create_draft", f"Hello,\n\n{BOTH}"),
        ('Add the result to the sheet "Log"', "sheets_append_row", BOTH),
        ('Log it as a row in the tab "May" of the sheet "Log"', "sheets_append_row", BOTH),
        ('Add a row to the sheet "Log": the result', "sheets_append_row", BOTH),
    ],
)
def test_what_was_found_is_passed_on(line, tool, text):
    before = ("Find emails from Sarah", "List my meetings of this week")
    made = planned("run", *before, line)

    last = made.steps[-1]
    said = last.arguments.get("text") or last.arguments.get("body") or last.arguments["row"][0]
    assert last.tool == tool
    assert said == text or said.endswith(text)


def test_a_result_passed_on_twice_is_the_same_and_what_is_read_after_that_is_new():
    post, read = "Post the result to #weekly", "List my meetings of this week"
    made = calls("run", READ, read, post, "Post it to #team", "Find emails from bo@x.com", post)

    texts = [arguments["text"] for tool, arguments in made if tool == "slack_post_message"]
    assert texts == ["{1}\n\n{2}", "{1}\n\n{2}", "{5}"]


def test_people_to_mail_are_looked_up_where_the_plan_has_come_to():
    made = calls("run", READ, POST, 'Email it to Sarah Chen and bo@x.com with the subject "Done"')

    assert made[2:] == [
        ("contacts_search", {"name": "Sarah Chen"}),
        (
            "gmail_send_email",
            {
                "to": ["{3.contacts.0.email}", "bo@x.com"],
                "subject": "Done",
                "body": "Hi Sarah,\n\n{1}",
            },
        ),
    ]


def test_references_of_a_later_line_are_shifted():
    made = calls("run", READ, "Find emails from Sarah about the budget")

    assert made[2][1]["query"] == "from:{2.contacts.0.email} budget"


def test_a_mail_is_signed_as_the_person_signs():
    made = calls("run", READ, "Email it to bo@x.com", profile=Profile(name="Alex Morgan"))

    assert made[1][1]["body"] == "Hello,\n\n{1}\n\nBest,\nAlex"


@pytest.mark.parametrize(
    ("lines", "number", "why"),
    [
        ((POST, READ), 1, "nothing has been read before it"),
        (('Email the result to bo@x.com with the subject "A"',), 1, "nothing has been read before"),
        (('Add a row to the sheet "Log": Note: the result',), 1, "nothing has been read before it"),
        ((READ, "Paint the wall blue"), 2, "language model"),
        ((READ, "Post it"), 2, "I can't tell where to"),
        ((READ, "Email the summary to my team"), 2, "who “my team” is"),
        ((READ, "Archive them"), 2, "Which email do you mean?"),
    ],
)
def test_a_line_that_cannot_be_planned_is_named(lines, number, why):
    cannot = planned("run", *lines).cannot

    assert cannot.startswith(f"My Reporter can't do step {number} of what it was made for, “")
    assert why in cannot


def test_a_line_keeps_within_the_agents_tools():
    assert "slack_post_message" in planned("run", READ, POST, tools=("sheets_read",)).cannot
    assert "no tools that are connected" in planned("run", READ, tools=()).cannot


def test_a_procedure_knows_nothing_of_what_was_listed_before():
    listed = Reference(kind="sheet", id="s9", label="Other", ordinal=1)
    context = ConversationContext(references=(listed,))

    assert planned("Show me the first one", tools=("sheets_read",), context=context).steps
    assert "s9" not in planned("run", "Show me the first one", context=context).model_dump_json()


@pytest.mark.parametrize(
    ("command", "narrowed", "channel"),
    [
        ("run", {}, "#weekly"),
        ("please run it now", {}, "#weekly"),
        ("Generate my weekly metrics report", {}, "#weekly"),
        ("Post the results to #general, please.", {}, "#general"),
        ("run for Project Alpha", {"about": "Project Alpha"}, "#weekly"),
        ('run it with the sheet "Other one"', {"sheet": "Other one"}, "#weekly"),
        ("run with the Sales 2026 sheet", {"sheet": "Sales 2026"}, "#weekly"),
        ("preview", {}, None),
        ("run it but don't post anything", {}, None),
        ("just show me what you would post", {}, None),
        ("show me Q4, without posting", {"about": "Q4"}, None),
    ],
)
def test_a_message_narrows_what_is_done(command, narrowed, channel):
    made = calls(command, READ, POST)

    assert made[0] == ("sheets_read", {**METRICS, **narrowed})
    assert [arguments["channel"] for _, arguments in made[1:]] == ([channel] if channel else [])


def test_without_anything_to_post_a_channel_is_where_to_read():
    made = calls("run for #support", "Summarize the Slack channel #general since yesterday")

    assert made[0][1]["channel"] == "#support"


@pytest.mark.parametrize(
    "line",
    [
        'Add a row to the sheet "Log": Kind: meetings, Note: the result',
        'Add a row to the tab "May" of the sheet "Log": Kind: meetings, Note: it',
    ],
)
def test_what_was_found_is_passed_on_to_a_column(line):
    made = planned("run", "List my meetings of this week", line)

    assert made.steps[-1].arguments["values"] == [
        {"column": "Kind", "value": "meetings"},
        {"column": "Note", "value": "{1}"},
    ]
    under = planned("run", "List my meetings", 'Add the result to the sheet "Log" under "Note"')
    assert under.steps[-1].arguments["values"] == [{"column": "Note", "value": "{1}"}]


def test_an_agent_that_only_writes_has_nothing_to_show():
    line = 'Add a row to the sheet "Log": a, 1'

    assert "nothing to show" in planned("preview", line).cannot
    assert calls("run", line)[0][0] == "sheets_append_row"


@given(st.text(max_size=60))
def test_whatever_is_said_only_the_agents_own_calls_are_made(command):
    made = planned(command, READ, POST)

    assert [step.tool for step in made.steps] in (
        ["sheets_read"],
        ["sheets_read", "slack_post_message"],
    )


MAIL = ("gmail_send_email", "gmail_search_messages", "contacts_search")


@pytest.mark.parametrize(
    ("command", "tools", "called"),
    [
        ("Email Sarah saying the update is done", MAIL, ["contacts_search", "gmail_send_email"]),
        ("find emails about the budget", MAIL, ["gmail_search_messages"]),
        ("budget", MAIL[:2], ["gmail_search_messages"]),
        ("what does the Metrics sheet say", ("slack_post_message", "sheets_read"), ["sheets_read"]),
        ("catch me up on the Alpha project", ("workspace_catch_up",), ["workspace_catch_up"]),
        ("summarize the projects from the pages", ("pages_search",), ["pages_search"]),
    ],
)
def test_without_a_procedure_the_message_is_planned_with_the_agents_tools(command, tools, called):
    assert [tool for tool, _ in calls(command, tools=tools)] == called


@pytest.mark.parametrize("command", ["what does the Finance sheet say", "paint the wall blue"])
def test_what_an_agent_has_no_tools_for_is_said(command):
    assert planned(command, tools=MAIL).cannot
