from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.english import asked_at, read_length, read_when
from shared.models.profile import WorkingHours
from shared.models.reasoning import PlanRequest
from shared.understanding.folding import word_set

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))
"""A Thursday."""

WORDS = sorted(
    word_set(
        """
        next Tuesday Friday afternoon tomorrow at half past three the 26th Nov 26
        November 2026 on Monday from 10 to 11 between and 4 in two hours this week
        rest of today end noon 14:30 for 45 minutes an hour every 9 daily other all
        day until 31 February 2pm 1h30 0 99 12/24 30.02. last since before month
        year 2026-02-31 first quarter weekend may lunch 00:00 24:00 -
        """
    )
)


@pytest.mark.parametrize(
    ("said", "window"),
    [
        ("today", ("2026-11-26", "2026-11-26")),
        ("tomorrow", ("2026-11-27", "2026-11-27")),
        ("the day after tomorrow", ("2026-11-28", "2026-11-28")),
        ("yesterday", ("2026-11-25", "2026-11-25")),
        ("on Friday", ("2026-11-27", "2026-11-27")),
        ("this coming Friday", ("2026-11-27", "2026-11-27")),
        ("Wednesday", ("2026-12-02", "2026-12-02")),
        ("next Friday", ("2026-12-04", "2026-12-04")),
        ("last Friday", ("2026-11-20", "2026-11-20")),
        ("last Thursday", ("2026-11-19", "2026-11-19")),
        ("Friday next week", ("2026-12-04", "2026-12-04")),
        ("next week, on Wednesday", ("2026-12-02", "2026-12-02")),
        ("Friday in two weeks", ("2026-12-11", "2026-12-11")),
        ("in two weeks, on the Friday", ("2026-12-11", "2026-12-11")),
        ("in two weeks' time on Tuesday", ("2026-12-08", "2026-12-08")),
        ("three weeks from now, on the Monday", ("2026-12-14", "2026-12-14")),
        ("next week's Thursday", ("2026-12-03", "2026-12-03")),
        ("the week after next, on the Wednesday", ("2026-12-09", "2026-12-09")),
        ("the week after next, Monday to Sunday", ("2026-12-07", "2026-12-13")),
        ("Monday to Sunday of the week after next", ("2026-12-07", "2026-12-13")),
        ("Monday to Wednesday next week", ("2026-11-30", "2026-12-02")),
        ("Friday to 30 December", ("2026-11-27", "2026-12-30")),
        ("the 26th", ("2026-11-26", "2026-11-26")),
        ("on the 3rd", ("2026-12-03", "2026-12-03")),
        ("the 31st", ("2026-12-31", "2026-12-31")),
        ("Nov 26", ("2026-11-26", "2026-11-26")),
        ("26 November 2026", ("2026-11-26", "2026-11-26")),
        ("Friday, the 4th of December", ("2026-12-04", "2026-12-04")),
        ("January 12", ("2027-01-12", "2027-01-12")),
        ("29 February", ("2028-02-29", "2028-02-29")),
        ("2026-12-01", ("2026-12-01", "2026-12-01")),
        ("5/12", ("2026-12-05", "2026-12-05")),
        ("12/24", ("2026-12-24", "2026-12-24")),
        ("3.12.2026", ("2026-12-03", "2026-12-03")),
        ("3.12.", ("2026-12-03", "2026-12-03")),
        ("three weeks from now", ("2026-12-17", "2026-12-17")),
        ("in the coming weeks", ("2026-11-26T10:00", "2026-12-17")),
        ("the next days", ("2026-11-26T10:00", "2026-11-29")),
        ("the months to come", ("2026-11-26T10:00", "2027-02-26")),
        ("in recent weeks", ("2026-11-05", "2026-11-26")),
        ("this and next week", ("2026-11-23", "2026-12-06")),
        ("this week and next", ("2026-11-23", "2026-12-06")),
        ("this or next month", ("2026-11-01", "2026-12-31")),
        ("this week and next Tuesday", ("2026-11-23", "2026-12-01")),
        ("in three days", ("2026-11-29", "2026-11-29")),
        ("a week from today", ("2026-12-03", "2026-12-03")),
        ("two weeks ago", ("2026-11-12", "2026-11-12")),
        ("this week", ("2026-11-23", "2026-11-29")),
        ("next week", ("2026-11-30", "2026-12-06")),
        ("sometime next week", ("2026-11-30", "2026-12-06")),
        ("the week after next", ("2026-12-07", "2026-12-13")),
        ("the Tuesday of the week after next", ("2026-12-08", "2026-12-08")),
        ("the week after next, on Tuesday", ("2026-12-08", "2026-12-08")),
        ("the week after next, on the Tuesday", ("2026-12-08", "2026-12-08")),
        ("in two weeks, on the Tuesday", ("2026-12-08", "2026-12-08")),
        ("two weeks on the Tuesday", ("2026-12-08", "2026-12-08")),
        (
            "next Tuesday from two in the afternoon until half past three",
            ("2026-12-01T14:00", "2026-12-01T15:30"),
        ),
        (
            "next Tuesday between 9 in the morning and noon",
            ("2026-12-01T09:00", "2026-12-01T12:00"),
        ),
        ("Friday of the next week", ("2026-12-04", "2026-12-04")),
        ("week of Dec 9", ("2026-12-07", "2026-12-13")),
        ("early next week", ("2026-11-30", "2026-12-01")),
        ("end of the week", ("2026-11-26", "2026-11-27")),
        ("this weekend", ("2026-11-28", "2026-11-29")),
        ("next month", ("2026-12-01", "2026-12-31")),
        ("in December", ("2026-12-01", "2026-12-31")),
        ("in May", ("2027-05-01", "2027-05-31")),
        ("the next three days", ("2026-11-26T10:00", "2026-11-29")),
        ("the past two weeks", ("2026-11-12", "2026-11-26")),
        ("the rest of today", ("2026-11-26T10:00", "2026-11-26")),
        ("the rest of the week", ("2026-11-26T10:00", "2026-11-29")),
        ("by Friday", ("2026-11-26T10:00", "2026-11-27")),
        ("since Monday", ("2026-11-23", "2026-11-26")),
        ("from Monday to Wednesday", ("2026-11-30", "2026-12-02")),
        ("Tuesday or Wednesday", ("2026-12-01", "2026-12-02")),
        ("Dec 21 until Dec 31", ("2026-12-21", "2026-12-31")),
        ("3-7 December", ("2026-12-03", "2026-12-07")),
        ("in the last 24 hours", ("2026-11-25T10:00", "2026-11-26T10:00")),
        ("Friday afternoon", ("2026-11-27T12:00", "2026-11-27T17:00")),
        ("tomorrow in the late afternoon", ("2026-11-27T15:00", "2026-11-27T17:00")),
        ("this morning", ("2026-11-26T09:00", "2026-11-26T12:00")),
        ("tonight", ("2026-11-26T17:00", "2026-11-26T22:00")),
        ("tomorrow after lunch", ("2026-11-27T13:00", "2026-11-27T17:00")),
        ("on Monday from 10 to 11", ("2026-11-30T10:00", "2026-11-30T11:00")),
        ("between 2 and 4", ("2026-11-26T14:00", "2026-11-26T16:00")),
        ("Monday 10-11", ("2026-11-30T10:00", "2026-11-30T11:00")),
        ("tomorrow 9-11am", ("2026-11-27T09:00", "2026-11-27T11:00")),
        ("tomorrow 10-2pm", ("2026-11-27T10:00", "2026-11-27T14:00")),
        ("Monday 0930-1015", ("2026-11-30T09:30", "2026-11-30T10:15")),
        ("tomorrow from 0930 to 1015", ("2026-11-27T09:30", "2026-11-27T10:15")),
        ("invoice 0930 7731", None),
        ("tomorrow from 11 to 1", ("2026-11-27T11:00", "2026-11-27T13:00")),
        ("tomorrow before 11", ("2026-11-27T09:00", "2026-11-27T11:00")),
        ("tomorrow after 3", ("2026-11-27T15:00", "2026-11-27T17:00")),
        ("room 101, any idea?", None),
        ("May I come in", None),
        ("the second one", None),
        ("for 3 people", None),
        ("am I busy", None),
    ],
)
def test_days_and_ranges_are_relative_to_now(said, window):
    assert read_when(said, NOW).window(NOW) == window


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("next Tuesday 2pm", "2026-12-01T14:00"),
        ("tomorrow at half past three", "2026-11-27T15:30"),
        ("tue nxt wk 630 am", "2026-12-01T06:30"),
        ("next Tuesday, 0800 sharp", "2026-12-01T08:00"),
        ("next Tuesday 1630 hrs", "2026-12-01T16:30"),
        ("tomorrow at 0915", "2026-11-27T09:15"),
        ("tue wk after nxt 0700", "2026-12-08T07:00"),
        ("tomorrow 1130pm", "2026-11-27T23:30"),
        ("tomorrow at a quarter to four", "2026-11-27T15:45"),
        ("Thursday morning next week from nine until eleven", "2026-12-03T09:00"),
        ("Tuesday in the afternoon of next week at 2", "2026-12-01T14:00"),
        ("Friday at 3", "2026-11-27T15:00"),
        ("Friday at 9", "2026-11-27T09:00"),
        ("Friday at 8", "2026-11-27T08:00"),
        ("Friday at 6", "2026-11-27T18:00"),
        ("tomorrow 8:30", "2026-11-27T08:30"),
        ("tomorrow at 2:30", "2026-11-27T14:30"),
        ("tomorrow at 02:30", "2026-11-27T02:30"),
        ("tomorrow at 2.30pm", "2026-11-27T14:30"),
        ("tomorrow at 15", "2026-11-27T15:00"),
        ("tomorrow 3 o'clock", "2026-11-27T15:00"),
        ("tomorrow at noon", "2026-11-27T12:00"),
        ("tomorrow at 12am", "2026-11-27T00:00"),
        ("tomorrow 12:15", "2026-11-27T12:15"),
        ("tonight at 8", "2026-11-26T20:00"),
        ("tomorrow morning at 8", "2026-11-27T08:00"),
        ("tomorrow at 9 in the evening", "2026-11-27T21:00"),
        ("9 in the evening", "2026-11-26T21:00"),
        ("first thing tomorrow", "2026-11-27T09:00"),
        ("end of day", "2026-11-26T17:00"),
        ("14:30", "2026-11-26T14:30"),
        ("at 9:30", "2026-11-27T09:30"),
        ("Thursday 10am", "2026-12-03T10:00"),
        ("Thursday 11am", "2026-11-26T11:00"),
        ("in two hours", "2026-11-26T12:00"),
        ("half an hour from now", "2026-11-26T10:30"),
        ("in an hour and 15 minutes", "2026-11-26T11:15"),
    ],
)
def test_clocks_are_read_as_working_people_mean_them(said, start):
    assert read_when(said, NOW).start == start


@pytest.mark.parametrize(
    ("said", "window"),
    [
        ("weds", ("2026-12-02", "2026-12-02")),
        ("tues", ("2026-12-01", "2026-12-01")),
        ("mon or tues", ("2026-11-30", "2026-12-01")),
        ("thurs n fri", ("2026-11-26", "2026-11-27")),
        ("thurs week", ("2026-12-03", "2026-12-03")),
        ("nxt fri", ("2026-12-04", "2026-12-04")),
        ("2moro", ("2026-11-27", "2026-11-27")),
        ("2day", ("2026-11-26", "2026-11-26")),
        ("tonite", ("2026-11-26T17:00", "2026-11-26T22:00")),
        ("sat 2pm", ("2026-11-28T14:00", "2026-11-28T14:30")),
        ("fri arvo", ("2026-11-27T12:00", "2026-11-27T17:00")),
        ("tmrw am", ("2026-11-27T09:00", "2026-11-27T12:00")),
        ("three on Sunday", ("2026-11-29T15:00", "2026-11-29T15:30")),
        ("at 9 monday", ("2026-11-30T09:00", "2026-11-30T09:30")),
        ("thu 1130", ("2026-11-26T11:30", "2026-11-26T12:00")),
        ("tues 4.30", ("2026-12-01T16:30", "2026-12-01T17:00")),
        ("half 3", ("2026-11-26T15:30", "2026-11-26T16:00")),
        ("8ish", ("2026-11-27T08:00", "2026-11-27T08:30")),
        ("5 o'clock sharp", ("2026-11-26T17:00", "2026-11-26T17:30")),
        ("15 o'clock", ("2026-11-26T15:00", "2026-11-26T15:30")),
        ("3 in the afternoon on tuesday", ("2026-12-01T15:00", "2026-12-01T15:30")),
        ("12:30 till 1:30", ("2026-11-26T12:30", "2026-11-26T13:30")),
        ("two till four", ("2026-11-26T14:00", "2026-11-26T16:00")),
        ("eight till late on Friday", ("2026-11-27T20:00", "2026-11-27T23:59")),
        ("9-11", ("2026-11-26T09:00", "2026-11-26T11:00")),
        ("Monday 10\u201313", ("2026-11-30T10:00", "2026-11-30T13:00")),
        ("five to nine", ("2026-11-27T08:55", "2026-11-27T09:25")),
        ("22:00 to 06:00", ("2026-11-26T22:00", "2026-11-27T06:00")),
        ("between ten and midnight", ("2026-11-26T22:00", "2026-11-27T00:00")),
        ("over lunch tomorrow", ("2026-11-27T12:00", "2026-11-27T13:00")),
        ("sometime thursday afternoon", ("2026-11-26T12:00", "2026-11-26T17:00")),
        ("by close of business friday", ("2026-11-27T17:00", "2026-11-27T17:30")),
        ("in an hour and a half", ("2026-11-26T11:30", "2026-11-26T12:00")),
        ("the second Saturday in May", ("2027-05-08", "2027-05-08")),
        ("the last friday of the month", ("2026-11-27", "2026-11-27")),
        ("the first Monday of next month", ("2026-12-07", "2026-12-07")),
        ("the 14th of next month", ("2026-12-14", "2026-12-14")),
        ("the last day of March", ("2027-03-31", "2027-03-31")),
        ("first week of June", ("2027-06-01", "2027-06-07")),
        ("end of the month", ("2026-11-23", "2026-11-30")),
        ("beginning of next week", ("2026-11-30", "2026-12-01")),
        ("mid March", ("2027-03-11", "2027-03-22")),
        ("until end of June", ("2026-11-26T10:00", "2027-06-30")),
        ("Christmas", ("2026-12-25", "2026-12-25")),
        ("on Christmas Eve", ("2026-12-24", "2026-12-24")),
        ("New Year's Day", ("2027-01-01", "2027-01-01")),
        ("Easter Monday", ("2027-03-29", "2027-03-29")),
        ("before Christmas", ("2026-11-26T10:00", "2026-12-24")),
        ("Q3", ("2027-07-01", "2027-09-30")),
        ("the third quarter", ("2027-07-01", "2027-09-30")),
        ("in a fortnight", ("2026-12-10", "2026-12-10")),
        ("a week on Tuesday", ("2026-12-08", "2026-12-08")),
        ("the weekend after next", ("2026-12-12", "2026-12-13")),
        ("any time next week", ("2026-11-30", "2026-12-06")),
        ("between now and the 30th", ("2026-11-26T10:00", "2026-11-30")),
        ("the Q3 review on Friday", ("2026-11-27", "2026-11-27")),
        ("the Christmas party on Friday", ("2026-11-27", "2026-11-27")),
        ("book a table for three on Sunday", ("2026-11-29", "2026-11-29")),
    ],
)
def test_times_are_read_as_people_write_them_by_themselves(said, window):
    assert read_when(said, NOW).window(NOW) == window


@pytest.mark.parametrize(
    ("said", "window"),
    [
        ("since March", ("2026-03-01", "2026-11-26")),
        ("since may", ("2026-05-01", "2026-11-26")),
        ("since seven", ("2026-11-26T07:00", "2026-11-26T10:00")),
        ("since last night", ("2026-11-25T17:00", "2026-11-26T10:00")),
        ("since Monday at 9", ("2026-11-23T09:00", "2026-11-26T10:00")),
        ("since the weekend", ("2026-11-21", "2026-11-26")),
        ("since two days", ("2026-11-24", "2026-11-26")),
        ("since the first of the month", ("2026-11-01", "2026-11-26")),
        ("the last nine days", ("2026-11-17", "2026-11-26")),
        ("the other day", ("2026-11-23", "2026-11-26")),
        ("over the weekend", ("2026-11-21", "2026-11-22")),
        ("earlier today", ("2026-11-26", "2026-11-26")),
        ("earlier this week", ("2026-11-23", "2026-11-26")),
        ("around noon yesterday", ("2026-11-25T12:00", "2026-11-25T12:30")),
        ("Q3", ("2026-07-01", "2026-09-30")),
        ("the last friday of the month", ("2026-10-30", "2026-10-30")),
    ],
)
def test_what_has_been_is_read_as_people_write_it(said, window):
    assert read_when(said, NOW, past=True).window(NOW) == window


def test_an_hour_alone_is_the_one_nearest_to_the_persons_working_hours():
    late = WorkingHours(start=time(13), end=time(22))

    assert read_when("tomorrow at 9", NOW, late).start == "2026-11-27T21:00"
    assert read_when("tomorrow at 9", NOW).start == "2026-11-27T09:00"


@pytest.mark.parametrize(
    ("said", "rule", "first"),
    [
        ("every Monday at 9", "FREQ=WEEKLY;BYDAY=MO", "2026-11-30"),
        ("every other Friday at 4", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-27"),
        ("Mondays and Wednesdays at 7am", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-11-30"),
        ("every weekday at 9:15", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-27"),
        ("daily at 11", "FREQ=DAILY", "2026-11-26"),
        ("weekly on Tuesday", "FREQ=WEEKLY;BYDAY=TU", "2026-12-01"),
        ("every other week starting next Tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-12-01"),
        ("every 3 weeks on Friday", "FREQ=WEEKLY;INTERVAL=3;BYDAY=FR", "2026-11-27"),
        ("fortnightly on Mondays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2026-11-30"),
        ("the first Monday of every month", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07"),
        ("the last Friday of each month", "FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27"),
        ("every month on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15"),
        ("quarterly", "FREQ=MONTHLY;INTERVAL=3", "2026-11-26"),
        ("every Monday 10 times", "FREQ=WEEKLY;BYDAY=MO;COUNT=10", "2026-11-30"),
        (
            "every Tuesday until Dec 18",
            "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261218T235959Z",
            "2026-12-01",
        ),
        (
            "every Tuesday for 6 weeks",
            "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270107T235959Z",
            "2026-12-01",
        ),
    ],
)
def test_repetitions_become_calendar_rules_that_begin_on_a_day_they_take_in(said, rule, first):
    when = read_when(said, NOW)

    assert when.recurrence == f"RRULE:{rule}"
    assert when.first.isoformat() == first


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("for 45 minutes", 45),
        ("a 30-minute call", 30),
        ("an hour", 60),
        ("half an hour", 30),
        ("three quarters of an hour", 45),
        ("an hour and a half", 90),
        ("two and a half hours", 150),
        ("1.5 hours", 90),
        ("1h30", 90),
        ("2h", 120),
        ("1 hour 15 minutes", 75),
        ("90m", 90),
        ("45min", 45),
        ("1h15", 75),
        ("hour and a half", 90),
        ("an hour and a bit", 60),
        ("full hour", 60),
        ("half hr", 30),
        ("thirty quiet minutes", 30),
        ("twenty-five minutes", 25),
        ("three or four hours", 240),
        ("nine days", 9 * 24 * 60),
        ("a whole day", 24 * 60),
        ("in nine days", None),
        ("am I free", None),
        ("an hour ago", None),
        ("30", None),
    ],
)
def test_lengths_are_read_in_minutes(said, minutes):
    assert read_length(said) == minutes


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("block Friday afternoon for focus time", "block for focus time"),
        ("put the dentist on my calendar tomorrow 8:30", "put the dentist on my calendar"),
        ("cancel tomorrow's standup", "cancel standup"),
        ("a call with Tom next Tuesday at 2pm for 45 minutes", "a call with Tom"),
        ("all day Friday", ""),
    ],
)
def test_what_is_not_about_time_is_left(said, rest):
    assert read_when(said, NOW).rest_of(said) == rest


def test_the_latest_day_is_meant_where_the_past_is_asked_about():
    assert read_when("on Monday", NOW, past=True).window(NOW) == ("2026-11-23", "2026-11-23")
    assert read_when("on Nov 3", NOW, past=True).window(NOW) == ("2026-11-03", "2026-11-03")


def test_a_whole_day_is_told_from_a_time():
    assert read_when("all day Friday", NOW).all_day
    assert not read_when("Friday", NOW).all_day


def test_a_request_without_a_clock_is_made_when_its_day_begins():
    request = PlanRequest(agent="calendar", command="x", today="2026-11-26", tools=())

    assert asked_at(request) == datetime(2026, 11, 26)  # noqa: DTZ001 - no zone is known


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_any_text_is_read_and_spans_lie_in_it(said):
    when = read_when(said, NOW)

    assert all(0 <= start < end <= len(said) for start, end in when.spans)
    assert len(when.rest_of(said)) <= len(said)
    assert when.first is None or (when.last is not None and when.first <= when.last)
    if window := when.window(NOW):
        assert window[0][:10] <= window[1][:10]


@given(
    st.datetimes(datetime.fromisoformat("2020-01-01"), datetime.fromisoformat("2035-01-01")),
    st.sampled_from(range(7)),
)
def test_a_weekday_alone_is_within_the_coming_week(now, weekday):
    name = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[weekday]

    when = read_when(f"on {name}", now)

    assert when.first.weekday() == weekday
    assert 0 <= (when.first - now.date()).days < 7
