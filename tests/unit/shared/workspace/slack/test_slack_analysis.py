from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.workspace.slack.analysis import analyse, why
from shared.workspace.slack.port import ChatMessage

START = datetime(2026, 11, 25, 9, tzinfo=UTC)


def said(author, text, minutes=0, replies=0):
    return ChatMessage(
        id=f"m{minutes}",
        channel="alpha",
        author=author,
        text=text,
        sent_at=START + timedelta(minutes=minutes),
        replies=replies,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("We decided to ship on Friday.", "decision"),
        ("Decision: we use Postgres", "decision"),
        ("Agreed, let\N{RIGHT SINGLE QUOTATION MARK}s go with plan B", "decision"),
        ("We're going with the blue logo. Any objections?", "decision"),
        ("The budget is approved", "decision"),
        ("That is not decided yet", None),
        ("The date hasn't been agreed", None),
        ("Have we decided on the date?", "question"),
        ("What is the launch date", "question"),
        ("Is the build green?", "question"),
        ("Should we move the launch", "question"),
        ("Can you review the draft?", "action"),
        ("I'll send the numbers", "action"),
        ("I'll be late", None),
        ("Sarah will prepare the slides", "action"),
        ("TODO: update the docs", "action"),
        ("Report is due by Friday", "action"),
        ("Good morning!", None),
        ("", None),
    ],
)
def test_why_a_message_matters(text, reason):
    assert why(said("Bo", text)) == reason


def test_much_replied_to_is_discussed():
    assert why(said("Bo", "The new logo", replies=2)) == "discussed"
    assert why(said("Bo", "The new logo", replies=1)) is None


@pytest.mark.parametrize(
    ("later", "still_open"),
    [
        ([], True),
        ([said("Bo", "Anybody?", 5)], True),
        ([said("Cy", "On Friday", 5)], False),
        ([said("Bo", "I mean the launch", 5), said("Cy", "On Friday", 6)], False),
        ([said("Cy", "Which launch?", 5)], True),
        ([said("Cy", "On Friday", 121)], True),
    ],
)
def test_a_question_is_open_until_somebody_else_says_something(later, still_open):
    asked = said("Bo", "When is the launch?")
    found = analyse([asked, *later])
    assert (asked.text in [one.text for one in found.open_questions]) is still_open


def test_a_question_with_a_thread_is_answered():
    assert analyse([said("Bo", "When is the launch?", replies=1)]).open_questions == ()


def test_who_talked_most_comes_first_and_texts_are_one_line():
    found = analyse([said("Bo", "hi"), said("Cy", "We decided:\n**now**", 1), said("Cy", "ok", 2)])
    assert [(one.name, one.messages) for one in found.people] == [("Cy", 2), ("Bo", 1)]
    (point,) = found.points
    assert point.text == "We decided: now"


@given(
    st.lists(
        st.builds(
            said,
            st.sampled_from(["Bo", "Cy", ""]),
            st.one_of(st.text(max_size=60), st.just("Why?"), st.just("We decided it.")),
            st.integers(0, 5000),
            st.integers(0, 3),
        ),
        max_size=60,
    )
)
def test_an_analysis_is_bounded_and_counts_everybody(messages):
    messages.sort(key=lambda one: one.sent_at)
    found = analyse(messages)
    assert sum(one.messages for one in found.people) == len(messages)
    assert len(found.points) <= 30
    assert {one.why for one in found.open_questions} <= {"question"}
    assert [one.sent_at for one in found.points] == sorted(one.sent_at for one in found.points)
