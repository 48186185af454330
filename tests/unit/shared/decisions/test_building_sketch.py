"""The draft that stands beside its conversation says what is known, and what is not."""

from shared.decisions import building
from shared.models.building import BuildSession
from shared.models.errand import Errand
from shared.models.hooks import Hook
from tests.unit.shared.decisions.test_building import (
    FILTER,
    KNOWN,
    PAGES,
    REPORTER,
    SHEETS,
    SLACK,
    TO_UPDATES,
    after,
    begun,
    saved,
)

ANSWERS = (
    {"slots": (("0.sheet", "weekly metrics"),)},
    {"slots": (("0.data", FILTER),)},
    {"schedule": "Every Monday at 9am"},
)


def test_it_follows_each_answer_until_nothing_is_missing():
    response = begun(SHEETS, TO_UPDATES, schedule="weekly")
    first = building.sketch(response.session)
    assert (first.state, first.agent, first.name) == ("gather", "", "sheets-to-slack-reporter")
    assert first.steps == (
        'Read the sheet "(which sheet?)"',
        "Post the result to the Slack channel #weekly-updates",
    )
    assert first.schedule == "Weekly (what day/time?)"
    assert first.missing == (
        "which sheet",
        "What should I extract from the sheet",
        "when it runs",
    )
    assert "sheets_read" in first.tools

    lacking = [first.missing]
    for answer in ANSWERS:
        response = after(response, answer)
        lacking.append(building.sketch(response.session).missing)
    assert [len(one) for one in lacking] == [3, 2, 1, 0]

    last = building.sketch(response.session)
    agent, done = saved(response)
    made = building.sketch(done.session)
    assert (made.state, made.agent, made.missing) == ("done", agent.id, ())
    assert last.name == made.name == agent.name
    assert last.description == made.description == agent.description
    assert last.steps == made.steps
    assert last.schedule == made.schedule == "Scheduled (Mondays at 9am)"
    assert last.tools == made.tools == agent.tools


def test_a_name_that_another_agent_has_is_shown_as_it_will_be():
    known = KNOWN.model_copy(update={"taken": ("notion-reporter", "notion-reporter-2")})
    response = begun(PAGES, known=known, schedule="every Monday at 9am")
    assert building.sketch(response.session).name == "notion-reporter-3"
    back = after(after(response, {"name": "weekly"}, known=known), {"wish": "back"}, known=known)
    assert building.sketch(back.session).name == "notion-reporter-3"


def test_of_an_agent_that_is_changed_it_shows_what_stays_too():
    base = REPORTER.model_copy(
        update={"hooks": (Hook(event="pre", matcher="*", require_approval=True),)}
    )
    shown = building.sketch(begun(SLACK, base=base).session)
    assert (shown.agent, shown.name) == ("notion-reporter", "notion-reporter")
    assert shown.description == base.description
    assert shown.steps[-1] == "Post the result to the Slack channel (which channel?)"
    assert shown.hooks == base.hooks
    assert (shown.schedule, shown.missing) == ("", ("which channel",))
    asked = building.sketch(begun(base=base).session)
    assert asked.missing == ("what should be different",)
    renamed = after(begun(SLACK, base=base), {"name": "weekly-digest"})
    assert building.sketch(renamed.session).name == "weekly-digest"


def test_what_was_said_and_is_not_there_is_shown_as_doubtful():
    response = begun(SHEETS, TO_UPDATES)
    doubted = after(response, {"slots": (("0.sheet", "Weekly Metricz"),)})
    assert 'sheet "(Weekly Metricz?)"' in building.sketch(doubted.session).steps[0]


def test_nothing_is_known_at_first():
    shown = building.sketch(begun().session)
    assert (shown.name, shown.steps, shown.tools, shown.schedule) == ("", (), (), "")
    assert shown.missing == ("what it should do",)


def test_words_that_were_left_out_are_shown():
    response = begun(PAGES, unread=("with confetti",), schedule="every Monday at 9am")
    assert any("confetti" in one for one in building.sketch(response.session).missing)
    left = after(response, {"wish": "skip"})
    assert building.sketch(left.session).left_out == ("with confetti",)


def test_an_errand_and_what_was_cancelled_are_no_draft():
    errand = BuildSession(errand=Errand(kind="delete", subject="x"))
    assert building.sketch(errand) is None
    cancelled = after(begun(SHEETS), {"wish": "cancel"})
    assert building.sketch(cancelled.session) is None


def test_a_session_that_was_kept_before_it_had_a_name_is_shown():
    session = begun(SHEETS, TO_UPDATES).session.model_copy(update={"name": ""})
    assert building.sketch(session).name == "sheets-to-slack-reporter"
