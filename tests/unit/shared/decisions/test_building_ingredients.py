"""What agents can be made of, as lines of a procedure and back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import building, procedures
from shared.decisions.building.calendar import read_period
from shared.decisions.building.email import read_query, read_recipients
from shared.decisions.building.extract import ALL_ROWS, Extract, extract_in, read_extract
from shared.decisions.building.ingredient import MAX_VALUE_CHARACTERS, one_line
from shared.decisions.building.loading import parts_of
from shared.decisions.building.skills import skills_of
from shared.decisions.building.slack import WRITE as SLACK
from shared.decisions.building.slack import read_channel
from shared.decisions.building.table import INGREDIENTS, ingredient_reading
from shared.models.agent import Agent, Skill
from shared.models.building import AgentDraft, BuildSession, Known, Part
from shared.models.reasoning import PlanRequest, ToolSpec
from shared.reasoning.embedded.planning import plan
from shared.understanding.reader import Reader
from shared.workspace.registry import TOOLS


def part(service, verb, **slots):
    return Part(service=service, verb=verb, slots=tuple(slots.items()))


UNREAD = Reader(Path("nowhere"))
"""Fails where anything is read: lines of ours are planned from their parts alone."""
LINES = (
    (part("sheets", "read", sheet="Log", data=ALL_ROWS), "line", 'Read the sheet "Log"'),
    (
        part("sheets", "read", sheet="Log", data='only the column "A"'),
        "line",
        'Read the sheet "Log", only the column "A"',
    ),
    (
        part("sheets", "write", sheet="Log", row="1, open"),
        "line",
        'Add a row to the sheet "Log": 1, open',
    ),
    (part("pages", "read", pages="my goals"), "line", "Summarize my goals from the pages"),
    (part("pages", "read", pages="the page Q4"), "line", 'Read the page "Q4"'),
    (
        part("slack", "read", channel="#general", since="since yesterday"),
        "line",
        "Summarize the Slack channel #general since yesterday",
    ),
    (
        part("slack", "write", channel="#general"),
        "passing",
        "Post the result to the Slack channel #general",
    ),
    (
        part("slack", "write", text="Stand up, all", channel="#general"),
        "line",
        'Post "Stand up, all" to #general',
    ),
    (part("email", "read", query="unread"), "line", "Find unread emails"),
    (part("email", "read", query="unread about x"), "line", "Find unread emails about x"),
    (part("email", "read", query="from ann@x.com"), "line", "Find emails from ann@x.com"),
    (
        part("email", "write", to="team@x.com", subject="Weekly"),
        "passing",
        'Email the result to team@x.com with the subject "Weekly"',
    ),
    (
        part("email", "write", to="team@x.com", subject="Weekly", text="Hello"),
        "line",
        'Send an email to team@x.com with the subject "Weekly" saying "Hello"',
    ),
    (part("calendar", "read", period="of this week"), "line", "List my meetings of this week"),
    (
        part("calendar", "write", title="Review", when="on Friday at 3pm"),
        "line",
        'Create a calendar event "Review" on Friday at 3pm',
    ),
    (part("contacts", "read", person="Ann Lee"), "line", "Find the contact Ann Lee"),
    (
        part("contacts", "write", person="Ann Lee", change="phone 12345"),
        "line",
        "Update the contact Ann Lee: phone 12345",
    ),
)


@pytest.mark.parametrize(("made", "mode", "line"), LINES, ids=[line for _, _, line in LINES])
def test_a_part_is_written_as_a_line_and_read_back_from_it(made, mode, line):
    ingredient = INGREDIENTS[made.service, made.verb]
    assert ingredient.line(made, mode) == line
    read = ingredient_reading(line)
    assert (read.service, read.verb, dict(read.slots)) == (
        made.service,
        made.verb,
        dict(made.slots),
    )
    told = ingredient.does(made, mode)
    assert told[0].isupper()
    assert not told.endswith(".")
    assert ingredient.examples(made)


@pytest.mark.parametrize(("made", "line"), [(p, line) for p, mode, line in LINES if mode == "line"])
def test_the_embedded_planner_understands_a_line_with_the_tools_of_its_part(made, line):
    tools = tuple(
        ToolSpec(name=name, description=TOOLS[name].description, parameters={})
        for name in INGREDIENTS[made.service, made.verb].tools
    )
    request = PlanRequest(
        agent="made-here", command="run", today="2026-11-23", tools=tools, procedure=(line,)
    )
    planned = plan(request, UNREAD)
    assert planned.steps, planned.cannot
    assert {step.tool for step in planned.steps} <= {tool.name for tool in tools}


def test_every_tool_exists_and_every_unasked_slot_has_a_default():
    for one in INGREDIENTS.values():
        assert set(one.tools) <= set(TOOLS)
        assert all(slot.default for slot in one.slots if not slot.asked)
        assert not one.content or one.slot(one.content)


def test_a_line_nobody_here_wrote_is_no_part():
    assert ingredient_reading("Dance") is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("all rows", ALL_ROWS),
        ("Everything, please", ALL_ROWS),
        ("the whole sheet", ALL_ROWS),
        ("the Status and Owner columns", 'only the columns "Status" and "Owner"'),
        ("Status, Owner and Due date", 'only the columns "Status", "Owner" and "Due date"'),
        ("only the 'Status' column", 'only the column "Status"'),
        ("column B", 'only the column "B"'),
        ("where Status is Completed", 'where "Status" is "Completed"'),
        (
            "rows where Status = 'Done' and Owner is Ann",
            'where "Status" is "Done" and "Owner" is "Ann"',
        ),
        (
            "Just the \u2018Status\u2019 column where Status is \u2018Completed\u2019",
            'only the column "Status", where "Status" is "Completed"',
        ),
        ('only the columns "A" and "B", where "A" is "1"',) * 2,
        ("all rows where Status is Open", 'where "Status" is "Open"'),
        ("Specific columns", ""),
        ("Filtered data", ""),
        ("where amount is over 5", ""),
        ("where it rains", ""),
        ("where 'A' is ''", ""),
        ("I don't know", ""),
        ("one two three four five", ""),
        ("", ""),
        ("where", ""),
        ("''", ""),
    ],
)
def test_which_columns_and_rows_are_wanted_is_read(words, told):
    assert read_extract(words) == told


NAMES = st.text(st.characters(whitelist_categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=9)


@given(st.lists(NAMES, max_size=4, unique=True), st.lists(st.tuples(NAMES, NAMES), max_size=3))
def test_what_was_read_of_columns_is_read_the_same_again(columns, where):
    told = Extract(tuple(columns), tuple(where)).told
    assert read_extract(told) == told
    assert extract_in(told) == Extract(tuple(columns), tuple(where))


@pytest.mark.parametrize("words", ["", "I don't know", "where amount is over 5"])
def test_nothing_is_wanted_by_words_that_are_unclear(words):
    assert extract_in(words) is None


@given(st.text(max_size=200))
def test_any_words_about_columns_are_read_or_refused(words):
    told = read_extract(words)
    assert read_extract(told) == told


@given(st.text(max_size=600))
def test_values_are_one_line_without_quotes_or_markup(words):
    line = one_line(words)
    assert len(line) <= MAX_VALUE_CHARACTERS
    assert not set(line) & set('"\n\r\u2028*`[]')
    assert one_line(line) == line


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("#Team-Updates.", "#team-updates"),
        ("the general channel", "#general"),
        ("it's called weekly updates", "#weekly-updates"),
        ("one two three four five", ""),
        ("!", ""),
    ],
)
def test_channels_are_written_as_slack_does(words, read):
    assert read_channel(words) == read


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("Unread emails", "unread"),
        ("my emails from Ann", "from Ann"),
        ("ann@x.com", "from ann@x.com"),
        ("the budget", "about budget"),
        ("all of them", "of the last 7 days"),
        ("emails", "of the last 7 days"),
        ("", ""),
    ],
)
def test_which_emails_are_meant_is_read(words, read):
    assert read_query(words) == read


def test_recipients_and_periods_lose_their_lead_in():
    assert read_recipients("Send it to my team.") == "my team"
    assert read_period("My meetings of this week") == "of this week"
    assert read_period("Today") == "today"
    assert read_period("Friday") == "Friday"


def agent(*skills, **more):
    return Agent(id="a", name="a", description="A", skills=skills, **more)


def test_an_agent_made_here_is_taken_apart_into_the_same_parts():
    parts = (
        part("sheets", "read", sheet="Log", data='only the column "A"'),
        part("slack", "write", channel="#a"),
        part("slack", "write", channel="#b"),
        part("email", "read", query="unread"),
        part("slack", "write", channel="#c"),
    )
    made = agent(*skills_of(parts, None, timed=False))
    assert [skill.id for skill in made.skills] == [
        "google-sheets-reader",
        "slack-poster",
        "email-reader",
        "slack-poster-2",
        "data-filtering",
    ]
    assert len(procedures.procedure_of(made)) == 5
    asked = agent(*skills_of((part("email", "write"),), None, timed=False))
    assert parts_of(asked) == (part("email", "write"),)


@pytest.mark.parametrize(
    ("skill", "service", "verb"),
    [
        (Skill(id="s", name="Notion", description="Reads"), "pages", "read"),
        (Skill(id="s", name="Poster", description="Posts to Slack"), "slack", "write"),
        (
            Skill(id="s", name="S", description="S", tools=("gmail_send_email",)),
            "email",
            "write",
        ),
        (Skill(id="s", name="Thinker", description="Thinks"), "", "read"),
        (
            Skill(id="s", name="S", description="S", instructions="1. Find the contact Ann"),
            "",
            "read",
        ),
        (Skill(id="s", name="S", description="S", instructions="1. Dance"), "", "read"),
    ],
)
def test_a_skill_of_somebody_else_is_kept_as_it_is(skill, service, verb):
    assert parts_of(agent(skill)) == (part(service, verb, skill="s"),)
    assert skills_of(parts_of(agent(skill)), agent(skill), timed=False) == (skill,)
    assert skills_of(parts_of(agent(skill)), None, timed=False) == ()


def test_a_skill_of_ours_that_was_edited_is_kept_as_it_is():
    made = skills_of((part("pages", "read", pages="my goals"),), None, timed=False)
    edited = made[0].model_copy(update={"instructions": 'Be brief.\n\n1. Read the page "Q4"'})
    assert parts_of(agent(edited)) == (part("pages", "read", skill="notion-reader"),)


@pytest.mark.parametrize(
    ("words", "examples", "line"),
    [
        ("Reads Notion", (), "Summarize my projects from the pages"),
        ("Thinks", ("Think about it",), "Think about it"),
        ("Thinks", (), "A"),
    ],
)
def test_an_agent_without_a_procedure_gets_one_when_its_result_is_to_be_passed_on(
    words, examples, line
):
    base = agent(Skill(id="s", name="S", description=words), examples=examples)
    parts = (*parts_of(base), part("slack", "write", channel="#a"))
    made = base.model_copy(update={"skills": skills_of(parts, base, timed=False)})
    assert procedures.procedure_of(made) == (
        line,
        "Post the result to the Slack channel #a",
    )
    assert parts_of(made)[0] == parts_of(base)[0]


def test_an_agent_that_was_never_given_tools_gets_those_its_skills_need():
    base = agent(
        Skill(id="s", name="Notion", description="Reads"),
        Skill(id="t", name="T", description="Thinks"),
        domain="pages",
    )
    draft = AgentDraft(base=base, parts=(*parts_of(base), part("slack", "write", channel="#a")))
    changed = building.agent_of(BuildSession(draft=draft), Known(), "")
    assert {"pages_search", "pages_read", "slack_post_message"} <= set(changed.tools)
    assert (changed.domain, changed.tags) == ("", ("slack",))


def test_an_agent_of_kept_parts_alone_is_named_and_told_all_the_same():
    gone = AgentDraft(parts=(part("", "read", skill="s"),))
    named = building.agent_of(BuildSession(draft=gone), Known(), "")
    assert (named.id, named.examples) == ("new-agent", ())


@pytest.mark.parametrize(
    ("text", "how", "line", "does"),
    [
        (
            "",
            "passing",
            "Send the result in a direct message on Slack to Ann Lee, Bo",
            "Sends the result in a direct message to Ann Lee, Bo",
        ),
        (
            "Tea is up",
            "asking",
            'Send "Tea is up" in a direct message on Slack to Ann Lee, Bo',
            'Sends "Tea is up" in a direct message to Ann Lee, Bo',
        ),
    ],
)
def test_people_on_slack_are_written_to_alone(text, how, line, does):
    slots = (("channel", "@Ann Lee, Bo"), *((("text", text),) if text else ()))
    part = Part(service="slack", verb="write", slots=slots)

    assert (SLACK.line(part, how), SLACK.does(part, how)) == (line, does)
    assert SLACK.reread(line) == dict(slots)
    assert SLACK.more_tools(part) == ("slack_find_users", "slack_send_direct_message")
    assert SLACK.reread("Sing to Ann") is None
