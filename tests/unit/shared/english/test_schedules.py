"""When something is to run, as people write it."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.english import find_rule, find_timing, named_days, read_timing, split_times

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 22, 11, 30, tzinfo=BERLIN)
"""A Sunday."""
EACH_MINUTE = ",".join(map(str, range(60)))

RULES = [
    (
        "every weekday at 7am, Monday to Friday",
        "WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=0",
    ),
    (
        "Every working day, Monday to Friday, half past six in the morning",
        "WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=6;BYMINUTE=30",
    ),
    ("at half past seven every weekday", "WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=30"),
    ("every weekday at eight thirty", "WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8;BYMINUTE=30"),
    ("weekdays at quarter to nine", "WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8;BYMINUTE=45"),
    ("every day at twenty past seven in the evening", "DAILY;BYHOUR=19;BYMINUTE=20"),
    ("each morning at seven", "DAILY;BYHOUR=7;BYMINUTE=0"),
    ("every Sunday evening", "WEEKLY;BYDAY=SU;BYHOUR=18;BYMINUTE=0"),
    ("every minute between 11:00 and 12:00", f"DAILY;BYHOUR=11;BYMINUTE={EACH_MINUTE}"),
    ("every weekend at noon", "WEEKLY;BYDAY=SA,SU;BYHOUR=12;BYMINUTE=0"),
    ("daily at 6:00 and 18:00", "DAILY;BYHOUR=6,18;BYMINUTE=0"),
    (
        "on the last working day of the month at 5pm",
        "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=17;BYMINUTE=0",
    ),
    (
        "first business day of each month at 9",
        "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;BYHOUR=9;BYMINUTE=0",
    ),
    (
        "on the last working day of the month at 9 and 17",
        "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2,-1;BYHOUR=9,17;BYMINUTE=0",
    ),
    ("ev Mon 8am", "WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0"),
    ("every Monday 8.30", "WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=30"),
    ("every Friday before lunch, say 11.30", "WEEKLY;BYDAY=FR;BYHOUR=11;BYMINUTE=30"),
    ("every day except Friday", "WEEKLY;BYDAY=MO,TU,WE,TH,SA,SU;BYHOUR=9;BYMINUTE=0"),
    ("every day at 7, but not on weekends", "WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=0"),
    ("daily at 06:10, including Sundays", "DAILY;BYHOUR=6;BYMINUTE=10"),
    ("monthly on the 15th", "MONTHLY;BYMONTHDAY=15;BYHOUR=9;BYMINUTE=0"),
    ("monthly on the 31st", "MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0"),
    ("monthly on the 31st, skipping shorter months", "MONTHLY;BYMONTHDAY=31;BYHOUR=9;BYMINUTE=0"),
    (
        "on the 30th of every month, or the last day of a shorter one",
        "MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;BYHOUR=9;BYMINUTE=0",
    ),
    ("monthly on the twenty-first at ten", "MONTHLY;BYMONTHDAY=21;BYHOUR=10;BYMINUTE=0"),
    ("every quarter on the last day", "MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1;BYHOUR=9;BYMINUTE=0"),
    ("every year on 24 December", "YEARLY;BYMONTH=12;BYMONTHDAY=24;BYHOUR=9;BYMINUTE=0"),
    ("every Tuesday until Dec 18", "WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=0;UNTIL=20261218T235959Z"),
]
ANCHORED = [
    ("fortnightly on Fridays", "WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=9;BYMINUTE=0", "2026-11-27"),
    (
        "every other week on Friday at 8am",
        "WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=8;BYMINUTE=0",
        "2026-11-27",
    ),
    ("every second Monday", "WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9;BYMINUTE=0", "2026-11-23"),
    (
        "every 2 weeks on Monday starting 7 December at ten",
        "WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=10;BYMINUTE=0",
        "2026-12-07",
    ),
    (
        "every Wednesday 09:15, first run 9 December",
        "WEEKLY;BYDAY=WE;BYHOUR=9;BYMINUTE=15",
        "2026-12-09",
    ),
    (
        "starting next week, each Monday at 8:15",
        "WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=15",
        "2026-11-23",
    ),
    (
        "every Friday at noon from next week on",
        "WEEKLY;BYDAY=FR;BYHOUR=12;BYMINUTE=0",
        "2026-11-27",
    ),
    (
        "as of the week after next every Tuesday at ten",
        "WEEKLY;BYDAY=TU;BYHOUR=10;BYMINUTE=0",
        "2026-12-01",
    ),
    ("every day 0645, beginning next month", "DAILY;BYHOUR=6;BYMINUTE=45", "2026-12-01"),
    ("every 3 days at noon", "DAILY;INTERVAL=3;BYHOUR=12;BYMINUTE=0", "2026-11-22"),
    ("every Monday 10 times", "WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;COUNT=10", "2026-11-23"),
]
NOTHING = [
    "weekdays, Tuesday to Friday, at 7am",
    *("Weekly Metrics", "weekly", "fortnightly", "every other week", "yearly", "at 8am", "Monday"),
    *("every Friday at five", "every day at 2:30", "every day at 8 and 10 pm", "every 7 minutes"),
    *("not on Mondays", "every day except someday", "every weekday at half past never"),
    *("every 31st of February", "every 6th Monday of the month", "in half a minute"),
]


@pytest.mark.parametrize(("words", "rule"), RULES)
def test_words_say_a_rule(words, rule):
    timing = read_timing(words, NOW)

    assert [one.text for one in timing.rules] == [f"FREQ={rule}"]
    assert (timing.at, timing.start) == (None, None)


@pytest.mark.parametrize(("words", "rule", "start"), ANCHORED)
def test_what_counts_from_a_day_names_its_first(words, rule, start):
    timing = read_timing(words, NOW)

    assert [one.text for one in timing.rules] == [f"FREQ={rule}"]
    assert timing.start == date.fromisoformat(start)


@pytest.mark.parametrize(
    ("text", "start", "rest"),
    [
        ("every Friday at noon to rest, starting next week", "2026-11-27", "to rest"),
        ("each Monday at 8:00 to run. Beginning 7 December.", "2026-12-07", "to run"),
        ("every Sunday 8pm to run, first time next weeks Sunday", "2026-11-29", "to run"),
        ("every Sunday at noon to run. The first time should be next week", "2026-11-29", "to run"),
        ("mon, wed 8:15 from next week on: run", "2026-11-23", ": run"),
        ("every Monday read it, starting with page one", None, "read it, starting with page one"),
        ("every Monday what comes from next week", None, "what comes from next week"),
    ],
)
def test_a_rule_may_be_told_its_start_at_the_end(text, start, rest):
    found = find_rule(text, NOW)

    assert (found.timing.start and found.timing.start.isoformat(), found.rest) == (start, rest)


def test_times_that_no_single_rule_can_say_are_one_rule_each():
    timing = read_timing("every day at 9:00 and 17:30", NOW)

    assert [(rule.hours, rule.minutes) for rule in timing.rules] == [((9,), (0,)), ((17,), (30,))]


@pytest.mark.parametrize("words", NOTHING)
def test_what_is_no_clear_rule_is_not_read(words):
    assert read_timing(words, NOW) is None


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("on Monday at 9", "2026-11-23T09:00"),
        ("on Sunday at 9", "2026-11-29T09:00"),
        ("at 5pm", "2026-11-22T17:00"),
        ("at 9am", "2026-11-23T09:00"),
        ("tomorrow", "2026-11-23T09:00"),
        ("in twenty minutes", "2026-11-22T11:50"),
        ("five in the afternoon", "2026-11-22T17:00"),
        ("in the evening around seven", "2026-11-22T19:00"),
        ("Thursday morning next week at ten", "2026-11-26T10:00"),
    ],
)
def test_what_is_known_to_be_once_is_the_coming_one(words, at):
    assert read_timing(words, NOW, once=True).at.replace(tzinfo=None).isoformat()[:16] == at


@pytest.mark.parametrize(
    ("text", "said", "rest"),
    [
        (
            "Every Monday at 9am send me the Weekly Metrics sheet",
            "Every Monday at 9am",
            "send me the Weekly Metrics sheet",
        ),
        (
            "send the report at half past seven every weekday to Anna",
            "at half past seven every weekday",
            "send the report to Anna",
        ),
        (
            "check my inbox fortnightly on Fridays and post it in #finance",
            "fortnightly on Fridays",
            "check my inbox and post it in #finance",
        ),
    ],
)
def test_when_is_found_in_a_longer_text(text, said, rest):
    found = find_timing(text, NOW)

    assert (found.said, found.rest) == (said, rest)
    assert found.timing == read_timing(said, NOW)
    assert text[slice(*found.span)] == said


def test_a_name_that_sounds_like_a_rule_is_none():
    assert find_timing('read "Weekly Metrics" and post it', NOW) is None


_TIMES = (
    *("tonight", "today", "tomorrow", "last", "night", "this", "morning", "friday", "week", "next"),
    *("every", "other", "9", "at", "half", "past", "noon", "the", "of", "in", "an", "hour", "from"),
    *("to", "until", "3rd", "may", "weekend", "day", "after", "before", "two", "and", "5pm", "by"),
)


@given(st.lists(st.sampled_from(_TIMES), max_size=8))
@example(["tonight"])
@example(["mail", "from", "tonight"])
@example(["every", "day", "until", "tonight"])
def test_reading_any_words_for_times_ends(words):
    text = " ".join(words)
    named = named_days(text, NOW.date(), past=True)
    assert named is None or 0 <= named.span[0] < named.span[1] <= len(text)
    for found in (find_timing(text, NOW, once=True), find_rule(text, NOW)):
        assert found is None or found.said in text


@given(
    st.text(max_size=60)
    | st.text(alphabet="every monday at 9:30and,12 half fortnight", max_size=60)
)
def test_reading_anything_ends_without_an_error(words):
    timing = read_timing(words, NOW)
    assert timing is None or timing.at or all(rule.hours for rule in timing.rules)
    assert find_timing(words, NOW) is None or words


@pytest.mark.parametrize(
    ("words", "said"),
    [("tonight to ring mum", "tonight"), ("ring mum tonight at 8", "tonight at 8")],
)
def test_a_word_that_is_a_day_and_a_time_is_read_once_and_ends(words, said):
    found = find_timing(words, NOW, once=True)
    assert found is not None
    assert found.said == said


def test_what_repeats_is_found_even_where_nobody_can_tell_when():
    clear = find_rule("post it every day at 9 to #sales", NOW)
    assert (clear.said, clear.timing.rules[0].hours) == ("every day at 9", (9,))
    vague = find_rule("post it every Friday at five to #sales", NOW)
    assert (vague.said, vague.timing) == ("every Friday at five", None)
    assert find_rule("post it tomorrow at 9", NOW) is None


@pytest.mark.parametrize(
    ("words", "days", "times"),
    [
        ("every Monday at 9am", "every Monday", "at 9am"),
        ("weekly on Friday at half past seven", "weekly on Friday", "at half past seven"),
        ("Mondays", "Mondays", ""),
        ("in the evening", "", "in the evening"),
    ],
)
def test_days_are_told_from_times_of_day(words, days, times):
    assert split_times(words) == (days, times)


@pytest.mark.parametrize(
    ("text", "span", "ago"),
    [
        ("mails of the last 3 days", ("2026-11-19", "2026-11-22"), "3d"),
        ("mails of the past two months", ("2026-09-22", "2026-11-22"), "2m"),
        ("mails of last week", ("2026-11-09", "2026-11-15"), ""),
        ("mails", None, None),
    ],
)
def test_days_are_found_in_the_past(text, span, ago):
    named = named_days(text, NOW.date(), past=True)
    found = named and (named.first.isoformat(), named.last.isoformat())
    assert (found, named and named.ago) == (span, ago)
