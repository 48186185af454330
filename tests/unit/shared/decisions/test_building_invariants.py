"""What holds of every conversation with the agent builder, whatever is read of what was said."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.decisions import building, procedures
from shared.decisions.building.asking import missing
from shared.decisions.building.conversation import MAX_BEFORE
from shared.models.agent import Agent, Skill
from shared.models.building import BuildSession, DraftReading, DraftRequest, Known, Part
from shared.reasoning.embedded.drafting import read_draft

KNOWN = Known(
    connected=("sheets",),
    names={"sheets": ("Log", "Weekly Metrics"), "slack": ("general", "random")},
    taken=("sheets-reporter",),
    now=datetime(2026, 11, 22, tzinfo=UTC),
)
BASE = Agent(
    id="notes",
    name="Notes",
    description="Reads notes",
    skills=(Skill(id="read", name="Notion reader", description="Reads pages"),),
)
WORDS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["Log", "#general", "general", "all rows", "every Monday at 9am", "never", ""]),
)
SERVICES = st.sampled_from(["sheets", "pages", "slack", "email", "calendar", "contacts", "fax"])
SLOTS = st.sampled_from(
    ["sheet", "data", "channel", "text", "to", "query", "row", "period", "when"]
)
PARTS = st.builds(
    Part,
    service=SERVICES,
    verb=st.sampled_from(["read", "write"]),
    slots=st.lists(st.tuples(SLOTS, WORDS), max_size=2).map(tuple),
)
KEYS = st.one_of(
    st.just("deliver"), st.tuples(st.integers(0, 3), SLOTS).map(lambda at: f"{at[0]}.{at[1]}")
)
WISHES = ["", "", "back", "skip", "yes", "no", "start_over", "run", "details", "edit", "missing"]
READINGS = st.builds(
    DraftReading,
    wish=st.sampled_from([*WISHES, "help", "cancel", "leave"]),
    parts=st.lists(PARTS, max_size=2).map(tuple),
    dropped=st.lists(st.integers(-1, 4), max_size=1).map(tuple),
    slots=st.lists(st.tuples(KEYS, WORDS), max_size=2).map(tuple),
    name=st.one_of(st.just(""), WORDS),
    schedule=st.one_of(st.just(""), WORDS),
)
BASES = st.sampled_from([None, BASE])
LINES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "I need an agent that reads our sheet and posts to #general every Monday at 9am",
            "it's called 'Log'",
            "Log",
            "all rows",
            "just the A column where B is 'c'",
            "every Friday at 5pm",
            "when I ask",
            "use it anyway",
            "1",
            "the second one",
            "post it to Slack",
            "back",
            "skip",
            "start over",
            "remove the Slack part",
            "no, the other channel",
            "call it x",
            "yes",
            "no",
            "run it",
            "cancel",
        ]
    ),
)


def check(before, response):
    session = response.session
    assert len(session.before) <= MAX_BEFORE
    assert BuildSession.model_validate_json(session.model_dump_json()) == session
    shown = building.sketch(session)
    assert (shown is None) == (session.state == "cancelled")
    assert shown is None or session.state != "confirm" or not shown.missing
    if response.act not in {"create", "update"}:
        return response
    assert not missing(session.draft)
    assert before is None or before.asking or before.state == "apply"
    agent = building.agent_of(session, KNOWN, "maya")
    assert agent.skills
    assert 1 <= len(agent.id) <= 64
    assert shown is not None
    assert (shown.name, shown.tools) == (agent.name, agent.tools), "it is made as it was shown"
    assert (response.act == "update") == (session.draft.base is not None)
    assert all(line.strip() for line in procedures.procedure_of(agent))
    return building.applied(session, agent)


@settings(max_examples=150, deadline=None)
@given(BASES, READINGS, st.lists(READINGS, max_size=8))
def test_whatever_is_read_nothing_is_made_before_all_is_known(base, first, readings):
    response = building.begin("An agent", base, "e", first, KNOWN)
    assert response.act == ""
    for reading in readings:
        before = response.session
        response = check(before, building.respond(before, reading, KNOWN))
        building.resume(response.session, KNOWN)


@settings(max_examples=100, deadline=None)
@given(READINGS, READINGS)
def test_back_returns_to_the_draft_before(first, second):
    one = building.begin("An agent", None, "", first, KNOWN)
    two = building.respond(one.session, second.model_copy(update={"wish": ""}), KNOWN)
    if two.session.draft == one.session.draft or two.act or not one.session.draft.parts:
        return
    back = building.respond(two.session, DraftReading(wish="back"), KNOWN)
    assert back.session.draft == one.session.draft
    assert back.session.asking == one.session.asking


@settings(max_examples=100, deadline=None)
@given(BASES, st.lists(LINES, min_size=1, max_size=8))
def test_whatever_is_said_is_answered(base, lines):
    session = building.opening(lines[0], base, "e")
    read = read_draft(request(lines[0], session))
    response = building.begin(lines[0], base, "e", read, KNOWN)
    for line in lines[1:]:
        before = response.session
        response = check(before, building.respond(before, read_draft(request(line, before)), KNOWN))


def request(text, session):
    return DraftRequest(text=text, today="2026-11-22", session=session, known=KNOWN)
