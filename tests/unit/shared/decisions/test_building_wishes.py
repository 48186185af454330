"""What people want of the conversation with the agent builder itself."""

import pytest

from shared.decisions import building
from shared.decisions.building.conversation import MAX_BEFORE
from shared.models.agent import Agent
from shared.models.building import DraftReading, Known, Part

KNOWN = Known(connected=("sheets", "slack"), names={"slack": ("general",)})
SHEETS = Part(service="sheets", verb="read")
SLACK = Part(service="slack", verb="write", slots=(("channel", "#general"),))


def begun(*parts, **said):
    reading = DraftReading(parts=parts or (SHEETS, SLACK), **said)
    return building.begin("An agent", None, "", reading, KNOWN)


def after(response, *readings):
    for reading in readings:
        response = building.respond(response.session, DraftReading(**reading), KNOWN)
    return response


def done():
    ready = after(
        begun(),
        {"slots": (("0.sheet", "Log"), ("0.data", "all rows"))},
        {"schedule": "never"},
    )
    return building.applied(ready.session, building.agent_of(ready.session, KNOWN, "maya"))


def test_back_returns_to_the_draft_before_and_its_question():
    first = begun()
    second = after(first, {"slots": (("0.sheet", "Log"),)})
    back = after(second, {"wish": "back"})
    assert (back.session.draft, back.session.asking) == (first.session.draft, "0.sheet")
    assert building.wording.FIRST in after(back, {"wish": "back"}).text


def test_back_from_an_answer_to_the_card_shows_the_card_again():
    card = begun(Part(service="email", verb="write"))
    other = after(card, {"schedule": "weekly"})
    assert other.session.asking != "confirm"
    back = after(other, {"wish": "back"})
    assert (back.session.state, back.session.asking) == ("confirm", "confirm")


def test_only_so_many_steps_are_kept():
    response = begun()
    for number in range(2 * MAX_BEFORE):
        response = after(response, {"name": f"agent-{number}"})
    assert len(response.session.before) == MAX_BEFORE


def test_cancelling_gives_the_conversation_back_and_nothing_is_made():
    cancelled = after(begun(), {"wish": "cancel"})
    assert (cancelled.act, cancelled.session.state) == ("leave", "cancelled")
    assert after(cancelled, {"wish": "yes"}).act == "leave"
    again = building.resume(cancelled.session, KNOWN)
    assert (again.session.state, again.session.asking) == ("gather", "0.sheet")


def test_leaving_keeps_everything_and_resuming_asks_again():
    left = after(begun(), {"wish": "leave"})
    assert (left.act, left.session.draft.parts) == ("leave", (SHEETS, SLACK))
    resumed = building.resume(left.session, KNOWN)
    assert "making **sheets-to-slack-reporter**, a Google Sheets to Slack agent" in resumed.text
    assert "What's the Google Sheet called?" in resumed.text
    empty = building.begin("An agent", None, "", DraftReading(), KNOWN)
    assert "making a new agent" in building.resume(empty.session, KNOWN).text


def test_starting_over_forgets_what_was_said_but_not_how_to_go_back():
    fresh = after(begun(), {"wish": "start_over"})
    assert (fresh.session.asking, fresh.session.draft.parts) == ("purpose", ())
    assert after(fresh, {"wish": "back"}).session.draft.parts == (SHEETS, SLACK)


def test_a_question_that_can_be_left_out_is_skipped_and_the_card_is_shown_first():
    asked = after(begun(), {"wish": "skip"})
    assert building.wording.NO_SKIP in asked.text
    data = after(begun(), {"slots": (("0.sheet", "Log"),)}, {"wish": "skip"})
    assert data.session.draft.parts[0].slot("data") == "all rows"
    card = after(data, {"wish": "skip"})
    assert (card.session.asking, card.act) == ("confirm", "")
    assert card.session.draft.skipped == ("0.data", "schedule")
    assert after(card, {"wish": "yes"}).act == "create"


def test_where_the_result_goes_can_be_skipped():
    asked = begun(Part(service="pages", verb="read"))
    skipped = after(asked, {"schedule": "@daily"})
    assert skipped.session.asking == "schedule"  # no time is known here
    deliver = asked.session.model_copy(update={"asking": "deliver"})
    shown = building.respond(deliver, DraftReading(wish="skip"), KNOWN)
    assert shown.session.draft.shown


def test_what_is_missing_is_told():
    told = after(begun(), {"wish": "missing"})
    assert "Still missing: which sheet; What should I extract from the sheet; when it" in told.text
    card = begun(Part(service="email", verb="write"))
    assert "Nothing is missing." in after(card, {"wish": "missing"}).text
    purpose = building.begin("An agent", None, "", DraftReading(), KNOWN)
    assert "what it should do" in after(purpose, {"wish": "missing"}).text
    reads = begun(Part(service="pages", verb="read"))
    assert "where results go" in after(reads, {"wish": "missing"}).text


@pytest.mark.parametrize(
    ("asking", "example"),
    [("0.sheet", "Weekly Metrics"), ("schedule", "Only when I ask"), ("deliver", "Show it here")],
)
def test_help_gives_examples_of_answers(asking, example):
    session = begun().session.model_copy(update={"asking": asking})
    assert example in building.respond(session, DraftReading(wish="help"), KNOWN).text


def test_the_third_answer_that_cannot_be_read_brings_help():
    twice = after(begun(), {}, {})
    assert "You can answer for example" not in twice.text
    thrice = after(twice, {})
    assert "You can answer for example" in thrice.text
    assert thrice.session.unclear == 0
    assert after(twice, {"slots": (("0.sheet", "Log"),)}).session.unclear == 0


def test_unknown_questions_and_places_are_ignored():
    first = begun()
    for key in ("9.sheet", "0.nothing", "x", "1.sheet", "½.sheet", "purpose", "0.skill"):
        said = after(first, {"slots": ((key, "Log"),)})
        assert said.session.draft == first.session.draft


def test_while_an_agent_is_being_saved_it_is_saved_again():
    card = after(begun(Part(service="email", verb="write")), {"wish": "yes"})
    assert after(card, {"wish": "cancel"}).act == "create"
    assert building.resume(card.session, KNOWN).act == "create"


def test_what_could_not_be_saved_can_be_tried_again():
    card = after(begun(Part(service="email", verb="write")), {"wish": "yes"})
    refused = building.refused(card.session, "There is such an agent already.")
    assert "There is such an agent already." in refused.text
    assert refused.session.state == "confirm"
    assert after(refused, {"wish": "yes"}).act == "create"


def test_what_cannot_have_its_name_is_shown_again_under_another():
    card = after(begun(Part(service="email", verb="write"), name="Owl"), {"wish": "yes"})
    known = KNOWN.model_copy(update={"taken": (card.session.name, f"{card.session.name}-2")})
    again = building.called_otherwise(card.session, known)
    assert f"**{card.session.name}** was deleted lately" in again.text
    assert f"**Agent Name**: {card.session.name}-3" in again.text
    assert again.suggestions == building.wording.AGREE
    made = after(again, {"wish": "yes"})
    assert (made.act, made.session.name) == ("create", f"{card.session.name}-3")


def test_a_saved_agent_is_run_explained_shown_or_left():
    made = done()
    run = after(made, {"wish": "run"})
    assert (run.act, run.session.state) == ("run", "test")
    assert "**Steps**:\n1. Read the sheet" in after(made, {"wish": "details"}).text
    assert "run on Fridays" in after(made, {"wish": "edit"}).text
    assert "@sheets-to-slack-reporter" in after(made, {"wish": "no"}).text
    assert after(run, {}) == after(run, {}).model_copy(update={"act": "leave", "text": ""})
    assert building.resume(made.session, KNOWN).suggestions == made.suggestions


def test_a_saved_agent_can_be_changed_on_the_spot():
    changed = after(done(), {"slots": (("1.channel", "#other"),)}, {"wish": "yes"})
    assert changed.session.draft.base is not None
    card = after(changed, {"wish": "yes"})
    assert card.act == "update"
    same = after(done(), {"slots": (("1.channel", "#general"),)})
    assert same.act == ""


def test_a_changed_agent_can_be_resumed_and_taken_back():
    base = building.agent_of(done().session, KNOWN, "maya")
    opened = building.begin("Change it", base, "e", DraftReading(dropped=(1,)), KNOWN)
    assert "**Skill Removed**: Slack poster" in opened.text
    assert "changing **sheets-to-slack-reporter**" in building.resume(opened.session, KNOWN).text
    back = after(opened, {"wish": "back"})
    assert back.session.draft.base == base


def test_an_agent_without_skills_has_nothing_to_show_but_its_description():
    base = Agent(id="plain", name="Plain", description="Does [things](http://x)")
    opened = building.begin("Change it", base, "e", DraftReading(), KNOWN)
    assert "- Does (things)(http://x)" in opened.text
    again = building.begin("Change it", base, "e", DraftReading(parts=(SLACK,)), KNOWN)
    assert again.session.asking == "confirm"
