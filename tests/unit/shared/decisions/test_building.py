"""The journeys of the agent builder, by what was read of each message."""

from datetime import UTC, datetime

import pytest

from shared.decisions import building, procedures
from shared.models.agent import Agent, Skill
from shared.models.building import BuildSession, DraftReading, Known, Part

KNOWN = Known(
    connected=("sheets", "slack", "pages", "email", "calendar", "contacts"),
    names={"sheets": ("Weekly Metrics", "Finance"), "slack": ("weekly-updates", "team-updates")},
    taken=("notion-reporter",),
    zone="Europe/Berlin",
    now=datetime(2026, 11, 22, 12, tzinfo=UTC),
)
SHEETS = Part(service="sheets", verb="read")
SLACK = Part(service="slack", verb="write")
PAGES = Part(service="pages", verb="read")
EMAIL = Part(service="email", verb="write")
TO_UPDATES = SLACK.filled("channel", "#weekly-updates")
FILTER = "Just the 'Status' and 'Owner' columns where Status is 'Completed'"
REPORTER = Agent(
    id="notion-reporter",
    name="notion-reporter",
    description="Summaries from Notion",
    skills=(Skill(id="read", name="Notion reader", description="Reads project pages in Notion"),),
    examples=("Notion status of all projects",),
    tools=("pages_search",),
)


def begun(*parts, known=KNOWN, base=None, **said):
    return building.begin("An agent", base, "e1", DraftReading(parts=parts, **said), known)


def after(response, *readings, known=KNOWN):
    for reading in readings:
        response = building.respond(response.session, DraftReading(**reading), known)
    return response


def complete():
    """A new agent of which everything was said at once."""
    sheet = SHEETS.filled("sheet", "Finance").filled("data", "all rows")
    return begun(sheet, TO_UPDATES, schedule="every Monday at 9am")


def saved(response, known=KNOWN):
    agent = building.agent_of(response.session, known, "maya")
    return agent, building.applied(response.session, agent)


def test_a_new_agent_is_asked_about_one_question_at_a_time_and_made_after_the_last_answer():
    first = begun(SHEETS, TO_UPDATES, schedule="weekly")
    for told in (
        "Google Sheets to Slack agent",
        "**Source**: Google Sheets (which sheet?)",
        "**Destination**: Slack #weekly-updates",
        "**Frequency**: Weekly (what day/time?)",
        "**Data**: What should I extract",
    ):
        assert told in first.text
    assert first.session.asking == "0.sheet"
    assert first.suggestions == ("Weekly Metrics", "Finance")

    second = after(first, {"slots": (("0.sheet", "weekly metrics"),)})
    assert "What data should I extract?" in second.text
    third = after(second, {"slots": (("0.data", FILTER),)})
    assert third.text.startswith("Got it! It should run weekly.")
    last = after(third, {"schedule": "Every Monday at 9am"})
    assert (last.act, last.session.state) == ("create", "apply")
    assert "**Trigger**: Scheduled (Mondays at 9am)" in last.text
    for skill in ("Google Sheets reader", "Slack poster", "Data filtering"):
        assert f"- {skill}" in last.text

    agent, done = saved(last)
    assert (agent.id, agent.owner) == ("sheets-to-slack-reporter", "maya")
    assert procedures.procedure_of(agent) == (
        (
            'Read the sheet "Weekly Metrics", only the columns "Status" and "Owner", '
            'where "Status" is "Completed"'
        ),
        "Post the result to the Slack channel #weekly-updates",
    )
    assert done.text.startswith("Done! Your agent is ready.")
    assert done.suggestions[0] == "Run it now to test"
    assert (done.session.state, done.session.agent) == ("done", agent.id)


def test_an_agent_is_changed_after_its_last_question_with_before_and_after():
    first = begun(SLACK, base=REPORTER)
    assert "currently:\n- Reads project pages in Notion" in first.text
    assert "Slack poster" in first.text
    last = after(first, {"slots": (("1.channel", "#team-updates"),)})
    assert last.act == "update"
    assert "**New Skill Added**: Slack poster" in last.text
    assert "**Before**" in last.text
    agent, done = saved(last)
    assert (agent.id, agent.tools[:1]) == ("notion-reporter", ("pages_search",))
    assert "slack_post_message" in agent.tools
    assert procedures.procedure_of(agent)[-1].endswith("#team-updates")
    assert "1. Reads project pages in Notion (existing)" in done.text
    assert "2. Posts the result to #team-updates in Slack (NEW)" in done.text
    assert "Add more channels" in done.suggestions


def test_what_sends_as_asked_needs_nothing_but_agreement():
    told = EMAIL.filled("to", "my team")
    reading = DraftReading(parts=(told,))
    first = building.begin("Send an email to my team", None, "", reading, KNOWN)
    assert (first.session.asking, first.act) == ("confirm", "")
    assert "Shall I create it?" in first.text
    made = after(first, {"wish": "yes"})
    agent, _ = saved(made)
    assert (made.act, agent.domain) == ("create", "email")
    assert procedures.procedure_of(agent) == ()
    assert agent.examples[0] == "Send an email to my team"
    assert building.request_of(made.session) == "Send an email to my team"


def test_what_only_reads_is_asked_where_its_result_goes():
    first = begun(PAGES, schedule="weekly")
    second = after(first, {"schedule": "Monday at 9am"})
    assert (second.session.asking, second.suggestions[0]) == ("deliver", "Show it here")
    last = after(second, {"slots": (("deliver", "here"),)})
    agent, done = saved(last)
    assert (last.act, agent.id) == ("create", "notion-reporter-2")
    assert "shown to you in the conversation" in last.text
    assert building.request_of(done.session) == "Run notion-reporter-2"


@pytest.mark.parametrize(
    ("connected", "offered"),
    [
        (("pages", "slack", "email"), ("Show it here", "Post it to Slack", "Send it by email")),
        (("pages", "slack"), ("Show it here", "Post it to Slack")),
        (("pages",), ("Show it here",)),
    ],
)
def test_a_result_is_offered_to_go_only_where_it_can(connected, offered):
    known = KNOWN.model_copy(update={"connected": connected})
    asked = after(
        begun(PAGES, known=known, schedule="weekly"), {"schedule": "Monday at 9am"}, known=known
    )
    assert asked.suggestions == offered
    assert ("email" in asked.text) == ("email" in connected)


def test_a_whole_specification_goes_straight_to_the_card():
    first = complete()
    assert (first.session.state, first.act) == ("confirm", "")
    assert after(first, {"wish": "no"}).session.asking == "confirm"
    assert after(first, {"wish": "yes"}).act == "create"
    changed = after(first, {"schedule": "Fridays", "name": "Status Bot!"})
    assert "Scheduled (Fridays at 9am)" in changed.text
    assert "**Agent Name**: status-bot" in changed.text
    assert (changed.act, after(changed, {"wish": "yes"}).act) == ("", "create")


def test_without_anything_said_the_purpose_is_asked():
    first = begun()
    assert (first.session.asking, first.act) == ("purpose", "")
    assert "What should the agent do?" in first.text
    unchanged = begun(base=REPORTER)
    assert "What should I change?" in unchanged.text
    assert after(unchanged, {"wish": "yes"}).act == ""


def test_a_name_the_service_does_not_have_is_used_when_insisted_on():
    asked = after(begun(SHEETS, TO_UPDATES), {"slots": (("0.sheet", "Wekly Metrics"),)})
    assert "I don't see a sheet called Wekly Metrics" in asked.text
    assert asked.suggestions == ("Weekly Metrics",)
    again = after(asked, {"slots": (("0.sheet", "wekly metrics"),)})
    sure = after(asked, {"wish": "yes"})
    other = after(asked, {"slots": (("0.sheet", "Finance"),)})
    assert again.session.draft.parts[0].slot("sheet") == "wekly metrics"
    assert sure.session.draft.parts[0].slot("sheet") == "Wekly Metrics"
    assert other.session.draft.parts[0].slots == (("sheet", "Finance"),)
    far = after(begun(SHEETS), {"slots": (("0.sheet", "zzz"),)})
    assert far.suggestions == ("Weekly Metrics", "Finance")


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("0.data", "Specific columns", "Which columns or rows"),
        ("1.channel", "# !", "the name of a"),
    ],
)
def test_an_answer_that_cannot_be_used_is_asked_for_again(key, value, told):
    first = begun(SHEETS.filled("sheet", "Finance"), SLACK)
    answered = after(first, {"slots": ((key, value),)})
    assert told in answered.text
    assert answered.session.draft.parts[int(key[0])].slot(key[2:]) == ""


def test_a_schedule_that_is_none_is_asked_for_again_with_examples():
    first = begun(PAGES)
    answered = after(first, {"schedule": "when the moon is blue"})
    assert "I couldn't tell when “when the moon is blue” is" in answered.text
    assert after(first, {"schedule": "daily"}).session.draft.recurrence is not None
    without_time = KNOWN.model_copy(update={"now": None})
    assert (
        after(first, {"schedule": "every Monday"}, known=without_time).session.asking == "schedule"
    )


def test_going_on_request_only_needs_no_destination():
    asked = after(begun(PAGES), {"schedule": "never"})
    assert (asked.act, asked.session.draft.recurrence) == ("create", None)
    assert "When you ask for it" in asked.text


def test_a_time_keeps_the_day_and_a_day_the_time():
    card = complete()
    at_ten = after(card, {"schedule": "at 10am"})
    assert "Scheduled (Mondays at 10am)" in at_ten.text
    assert "Scheduled (Fridays at 10am)" in after(at_ten, {"schedule": "Friday"}).text
    assert (
        "Scheduled (every Friday at 9:00, Berlin time)"
        in begun(PAGES, schedule="every friday").text
    )
    assert "I couldn't tell" in after(card, {"schedule": "weekly"}).text


def test_parts_can_be_dropped_added_and_are_read_before_they_are_written():
    card = complete()
    dropped = after(card, {"dropped": (1, 7)})
    assert dropped.session.asking == "deliver"
    added = after(dropped, {"parts": (EMAIL.filled("to", "a@b.co"),)})
    assert (added.act, added.session.asking) == ("create", "")
    both = after(card, {"parts": (PAGES, PAGES)})
    assert [part.service for part in both.session.draft.parts] == ["sheets", "pages", "slack"]


def test_what_no_agent_can_do_is_said_and_left_out():
    first = begun(Part(service="pages", verb="write"), Part(service="x", verb="read"), PAGES)
    assert "Agents can't write to Notion" in first.text
    assert first.session.draft.parts == (PAGES,)
    many = begun(*(TO_UPDATES.filled("channel", f"#c{n}") for n in range(9)), known=Known())
    assert building.wording.TOO_MANY in many.text


def test_services_without_an_account_are_named():
    first = begun(SHEETS, TO_UPDATES, known=KNOWN.model_copy(update={"connected": ("slack",)}))
    assert "Google Sheets isn't connected yet" in first.text
    none = begun(SHEETS, TO_UPDATES, known=KNOWN.model_copy(update={"connected": ()}))
    assert "Google Sheets and Slack aren't connected yet" in none.text


def test_names_that_are_taken_or_none_are_not_used():
    card = complete()
    taken = after(card, {"name": "Notion Reporter"})
    assert "already an agent called notion-reporter" in taken.text
    assert taken.session.draft.name == "notion-reporter-2"
    assert building.wording.NO_NAME in after(card, {"name": "!!!"}).text
    renamed = after(begun(base=REPORTER), {"name": "Projects"})
    assert "**Name**: notion-reporter → projects" in renamed.text
    agent, _ = saved(after(renamed, {"wish": "yes"}))
    assert (agent.id, agent.name) == ("notion-reporter", "projects")


@pytest.mark.parametrize("name", ["slack", "agent-builder", "x" * 80])
def test_names_are_free_and_short(name):
    chosen = after(complete(), {"name": name}).session.draft.name
    assert len(chosen) <= 64
    assert chosen not in {"slack", "agent-builder"}


def test_a_session_survives_its_journey_through_storage():
    first = begun(SLACK, base=REPORTER)
    assert BuildSession.model_validate_json(first.session.model_dump_json()) == first.session


@pytest.mark.parametrize(
    ("hint", "offered"),
    [("daily", "Every day at 9am"), ("monthly", "On the 1st of every month at 9am")],
)
def test_the_times_offered_follow_from_how_often(hint, offered):
    assert offered in begun(PAGES, schedule=hint).suggestions


def test_what_is_understood_leaves_out_what_is_settled_or_asked_each_time():
    first = begun(Part(service="contacts", verb="read"), SHEETS, schedule="never")
    assert "**Source**: Google Sheets" in first.text
    assert "Contacts (" not in first.text
    assert "Frequency" not in first.text


def test_an_answer_can_be_taken_back_and_unknown_slots_of_a_part_are_dropped():
    card = complete()
    again = after(card, {"slots": (("1.channel", ""),)})
    assert (again.session.asking, again.act) == ("1.channel", "")
    odd = begun(SHEETS.filled("colour", "red").filled("sheet", " "))
    assert odd.session.draft.parts == (SHEETS,)
    assert after(begun(SHEETS), {"wish": "yes"}).session.asking == "0.sheet"


def test_a_saved_agent_gets_a_new_schedule_only_when_one_is_said():
    _, done = saved(after(complete(), {"wish": "yes"}))
    later = after(done, {"schedule": "at 10am"})
    assert "Scheduled (Mondays at 10am)" in later.text
    renamed = after(done, {"name": "weekly-digest"})
    assert renamed.session.draft.recurrence is None
    assert "Trigger" not in renamed.text


SHEET = SHEETS.filled("sheet", "Finance").filled("data", "all rows")


def test_what_was_not_understood_is_asked_about_first_and_can_be_left_out():
    first = begun(SHEET, TO_UPDATES, schedule="every day at 9am", unread=("label", "twice"))
    assert "I did not understand “label” and “twice”." in first.text
    assert (first.session.asking, first.suggestions) == ("unread", ("Leave it out",))
    status = after(first, {"wish": "missing"})
    assert "what you mean by “label” and “twice”" in status.text
    timed = after(first, {"schedule": "every day at 8am", "unread": ()})
    assert timed.session.asking == "unread"
    left = after(first, {"wish": "skip"})
    assert "**Left out**: “label” and “twice”" in left.text
    assert left.session.state == "confirm"


def test_an_agent_that_leaves_out_what_was_said_with_its_time_is_shown_first():
    first = begun(SHEET, TO_UPDATES)
    timed = {"schedule": "every day at 9am"}
    assert first.session.asking == "schedule"
    assert after(first, timed).act == "create"
    half = after(first, {**timed, "unread": ("skip the weekends",)})
    assert (half.act, half.session.asking) == ("", "confirm")
    assert "**Left out**: “skip the weekends”" in half.text


def test_what_is_said_in_other_words_replaces_what_was_not_understood():
    first = begun(SHEET, TO_UPDATES, schedule="every day at 9am", unread=("label",))
    again = after(first, {"slots": (("0.sheet", "Finance"),), "unread": ("mark",)})
    assert "I did not understand “mark”." in again.text
    done = after(again, {"slots": (("0.sheet", "Weekly Metrics"),)})
    assert done.session.asking == "confirm"


def test_what_is_added_later_may_not_be_understood_either_and_nothing_is_made_of_that():
    first = begun(SHEET, TO_UPDATES, schedule="every day at 9am")
    more = after(first, {"parts": (EMAIL.filled("to", "a@x.com"),), "unread": ("twice",)})
    assert more.text.startswith("I did not understand “twice”.")
    assert more.act == ""


def test_a_purpose_nobody_understood_is_quoted():
    first = begun(unread=("archive old letters",))
    assert "I did not understand “archive old letters”. What should the agent do?" in first.text
