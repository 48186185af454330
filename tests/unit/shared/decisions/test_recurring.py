"""Rules for times: what words say, what they are told as, and when they come."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from shared.decisions.recurring import read, told
from shared.decisions.recurring.cron import parse
from shared.decisions.recurring.rules import rules_of
from shared.models.schedule import Recurrence
from tests.support.recurrences import MOMENTS, recurrences

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 22, 11, 30, tzinfo=BERLIN)

CRONS = [
    ("every Monday at 9am", "0 9 * * 1"),
    ("Mondays at 9", "0 9 * * 1"),
    ("Every Monday", "0 9 * * 1"),
    ("run it every Monday at 9 a.m., please", "0 9 * * 1"),
    ("every weekday at 8:30", "30 8 * * 1-5"),
    ("mon-fri at 9", "0 9 * * 1-5"),
    ("Monday to Friday at 9", "0 9 * * 1-5"),
    ("from Tuesday to Thursday at 9", "0 9 * * 2-4"),
    ("every working day at 4 p.m.", "0 16 * * 1-5"),
    ("daily at 7pm", "0 19 * * *"),
    ("every morning", "0 9 * * *"),
    ("mornings", "0 9 * * *"),
    ("mornings at 8", "0 8 * * *"),
    ("every evening at 7", "0 19 * * *"),
    ("every night", "0 21 * * *"),
    ("every afternoon at 3", "0 15 * * *"),
    ("every first of the month at noon", "0 12 1 * *"),
    ("on the 1st and 15th of each month at 9", "0 9 1,15 * *"),
    ("monthly on the 15th", "0 9 15 * *"),
    ("monthly", "0 9 1 * *"),
    ("every last day of the month", "0 9 L * *"),
    ("at the end of every month at 5pm", "0 17 L * *"),
    ("month-end", "0 9 L * *"),
    ("every second of the month", "0 9 2 * *"),
    ("every first Monday of the month at 9", "0 9 * * 1#1"),
    ("the second and last Tuesday of every month at 9", "0 9 * * 2#2,L2"),
    ("last Friday of every month at 4pm", "0 16 * * L5"),
    ("every 2 hours", "0 */2 * * *"),
    ("hourly", "0 * * * *"),
    ("hourly on weekdays", "0 * * * 1-5"),
    ("every 60 minutes", "0 * * * *"),
    ("every hour between 9 and 17 on weekdays", "0 9-17 * * 1-5"),
    ("every hour from 9 to midnight", None),
    ("every 30 minutes from 20:00 to midnight", "0,30 20-23 * * *"),
    ("every 3 hours on Saturdays", "0 */3 * * 6"),
    ("every 15 minutes", "*/15 * * * *"),
    ("every 15 minutes from 8am to 6pm", "*/15 8-17 * * *"),
    ("every half hour", "0,30 * * * *"),
    ("every quarter of an hour", "*/15 * * * *"),
    ("every minute", "* * * * *"),
    ("every day at 13pm", "0 13 * * *"),
    ("every weekend", "0 9 * * 0,6"),
    ("twice a day at 9 and 17", "0 9,17 * * *"),
    ("once a day at noon", "0 12 * * *"),
    ("three times a day at 8:00, 12:00 and 16:00", "0 8,12,16 * * *"),
    ("every day at noon and midnight", "0 0,12 * * *"),
    ("every day at 9 and 5pm", "0 9,17 * * *"),
    ("on Mondays and Thursdays at 10", "0 10 * * 1,4"),
    ("Mon/Wed/Fri 7:15", None),
    ("every Mon/Wed/Fri at 7:15", "15 7 * * 1,3,5"),
    ("every Tues & Thurs @ 9.30", "30 9 * * 2,4"),
    ("Sundays 7pm", "0 19 * * 0"),
    ("weekly on Friday afternoon", "0 14 * * 5"),
    ("every Monday morning at 8", "0 8 * * 1"),
    ("every Monday at half past eight", "30 8 * * 1"),
    ("every Monday at quarter past 8", "15 8 * * 1"),
    ("quarterly", "0 9 1 */3 *"),
    ("every 6 months on the 10th", "0 9 10 1,7 *"),
    ("weekends", "0 9 * * 0,6"),
    ("every 24th of December at 9", "0 9 24 12 *"),
    ("every year on March 3rd at 8:15", "15 8 3 3 *"),
    ("every day at 05:00", "0 5 * * *"),
    ("every day at 5am", "0 5 * * *"),
    ("every day at 12am", "0 0 * * *"),
    ("0 9 * * MON-FRI", "0 9 * * 1-5"),
    ("5/15 * * * *", "5,20,35,50 * * * *"),
    ("0 9 1,l * 5L", None),
    ("0 9 1,L * *", "0 9 1,L * *"),
    ("0 0 * * sat-sun", "0 0 * * 0,6"),
    ("0 0 * * 7", "0 0 * * 0"),
    ("0 9 * * tue#5,L5,tue", "0 9 * * 2,L5"),
    ("0 9 29 2 *", "0 9 29 2 *"),
    ('cron: "*/10 9-17 * * 1-5"', "*/10 9-17 * * 1-5"),
    ("@daily", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
]
NOTHING = [
    *(
        "",
        "no",
        "whenever you like",
        "as soon as a mail comes",
        "at 9am",
        "Monday",
        "on Monday at 9",
    ),
    *("every second week", "fortnightly", "biweekly", "every two weeks"),
    "every second day of the month",
    *("every 3rd day of the month", "every 5 hours", "every 7 minutes", "every 90 minutes"),
    *("every 0 minutes", "every half minute"),
    *("every day at 5", "every day at 8 and 10 pm", "every day at 25:00", "every day at 9:75"),
    *("every morning at 3pm", "every night at noon"),
    *("every day at 9 and 9", "twice a day", "twice a day at 9"),
    *("every morning and evening", "weekly", "every day except someday"),
    *("not on Mondays", "every Friday to Monday", "every 6th Monday of the month"),
    *("every 12th Monday of the month", "first Monday", "last day", "the 32nd of every month"),
    *(
        "every 2nd",
        "every 1st day",
        "every 31st of February",
        "every 2 hours at 9",
        "every 2 hours from 9",
    ),
    *("every hour between 9:30 and 17:00", "every hour between 17 and 9", "every hour on Monday"),
    *("every hour between 5 and 9", "60 9 * * *", "0 24 * * *", "0 9 0 * *", "0 9 31 2 *"),
    *("0 9 * 13 *", "0 9 * * 8", "0 9 * * 1#6", "0 9 * * mon#0", "*/0 * * * *", "*/90 * * * *"),
    *(
        "30-10 * * * *",
        "0 9 * *",
        "0 9 * * * *",
        "a b c d e",
        "@reboot",
        "0 9 * * x#1",
        "cron nonsense",
    ),
    *("٣ 9 * * *", "today at 8am", "2026-02-30", "on 31 November", "1 November 2026 at 9"),
    *(
        "tomorrow at 9 and 17",
        "in half an minute",
        "half past six",
        "every day at 9, tomorrow at 10",
    ),
    "every Monday at 9 " + "and Tuesday " * 30,
]
ONCE = [
    ("tomorrow at 9", "2026-11-23T09:00"),
    ("tomorrow", "2026-11-23T09:00"),
    ("tomorrow morning at 8", "2026-11-23T08:00"),
    ("the day after tomorrow at noon", "2026-11-24T12:00"),
    ("today at 5pm", "2026-11-22T17:00"),
    ("tonight at 8", "2026-11-22T20:00"),
    ("in 2 hours", "2026-11-22T13:30"),
    ("in an hour", "2026-11-22T12:30"),
    ("in half an hour", "2026-11-22T12:00"),
    ("in 45 minutes", "2026-11-22T12:15"),
    ("in 3 days at 10", "2026-11-25T10:00"),
    ("in a week", "2026-11-29T09:00"),
    ("on 24 December at 9", "2026-12-24T09:00"),
    ("once on December 24th, 2027 at noon", "2027-12-24T12:00"),
    ("on 3 March at 9", "2027-03-03T09:00"),
    ("2026-12-24", "2026-12-24T09:00"),
    ("2026-12-24T09:30", "2026-12-24T09:30"),
    ("on 2026-12-24 at 9:30", "2026-12-24T09:30"),
]


# --- reading


@pytest.mark.parametrize(("words", "cron"), [pair for pair in CRONS if pair[1]])
def test_words_say_a_rule(words, cron):
    found = read(words, NOW)
    assert (rules_of(found), found.zone) == (parse(cron).rules, "Europe/Berlin")


@pytest.mark.parametrize("words", [*NOTHING, *(words for words, cron in CRONS if cron is None)])
def test_what_is_no_clear_rule_is_not_read(words):
    assert read(words, NOW) is None


@pytest.mark.parametrize(("words", "local"), ONCE)
def test_words_say_a_single_time(words, local):
    at = datetime.fromisoformat(local).replace(tzinfo=BERLIN)
    assert read(words, NOW) == Recurrence(once=at, zone="Europe/Berlin")


def test_a_while_from_now_is_a_whole_minute_and_not_sooner():
    at = read("in 2 hours", NOW.replace(second=20)).once
    assert at == NOW.replace(hour=13, minute=31)


def test_without_a_zone_it_is_utc():
    assert read("daily", datetime(2026, 1, 1, tzinfo=UTC)).zone == "UTC"
    assert read("tomorrow", datetime(2026, 1, 1, tzinfo=UTC)).once.hour == 9


@given(st.text(alphabet="every monday at 9:30and,12*/-#lL@ twice&", max_size=60))
def test_reading_anything_ends_without_an_error(words):
    found = read(words, NOW)
    assert found is None or found.once or rules_of(found)


def test_what_is_no_expression_or_time_by_itself():
    with pytest.raises(ValueError, match="five fields"):
        parse("0 9")


# --- telling

TOLD = [
    ("every Monday at 9:00", "0 9 * * 1"),
    ("every Monday and Thursday at 10:30", "30 10 * * 1,4"),
    ("on weekends at 9:00", "0 9 * * 0,6"),
    ("every weekday at 8:30", "30 8 * * 1-5"),
    ("every day at 9:00 and 17:00", "0 9,17 * * *"),
    ("on the 1st, 2nd, 3rd and 11th of every month at 9:00", "0 9 1-3,11 * *"),
    ("on the last day of every month at 0:00", "0 0 L * *"),
    ("on the second and last Tuesday of every month at 9:00", "0 9 * * 2#2,L2"),
    ("every 3 months on the 1st at 9:00", "0 9 1 */3 *"),
    ("every year on 24 December at 9:00", "0 9 24 12 *"),
    ("every minute", "* * * * *"),
    ("every 15 minutes", "*/15 * * * *"),
    ("every 30 minutes between 9:00 and 18:00 on weekdays", "0,30 9-17 * * 1-5"),
    ("every hour", "0 * * * *"),
    ("every 2 hours on Mondays and Fridays", "0 */2 * * 1,5"),
    ("every hour between 9:00 and 17:00 on weekdays", "0 9-17 * * 1-5"),
    ("every hour on the 1st of every month", "0 * 1 * *"),
    ('by the cron expression "7 1-10,12 * * *"', "7 1-10,12 * * *"),
    ('by the cron expression "0 1-10,12 * * *"', "0 1-10,12 * * *"),
    ('by the cron expression "0 9 1 * 1"', "0 9 1 * 1"),
    ('by the cron expression "0 9 * 2 1"', "0 9 * 2 1"),
    ('by the cron expression "0 9 1,2 3 *"', "0 9 1,2 3 *"),
    ('by the cron expression "0 9 1 1,2 *"', "0 9 1 1,2 *"),
    ('by the cron expression "0 9 1 2,4 *"', "0 9 1 2,4 *"),
    ('by the cron expression "0 9 1,L * *"', "0 9 1,L * *"),
    ('by the cron expression "0 9 * * 1,2#1"', "0 9 * * 1,2#1"),
    ('by the cron expression "*/7 * * * *"', "*/7 * * * *"),
    ('by the cron expression "0 9 1-7 * *"', "0 9 1-7 * *"),
    ('by the cron expression "*/15 2,10 * * *"', "*/15 2,10 * * *"),
    ("every 15 minutes between 20:00 and 0:00", "*/15 20-23 * * *"),
]
SAID = [
    ("fortnightly on Fridays", "every other week on Friday at 9:00, starting 27 November 2026"),
    ("every 3 weeks on Monday", "every 3 weeks on Monday at 9:00, starting 23 November 2026"),
    ("every 2 days at 5am", "every 2 days at 05:00, starting 23 November 2026"),
    ("every 5 months", "every 5 months on the 1st at 9:00, starting 1 December 2026"),
    ("every Monday 10 times", "every Monday at 9:00, starting 23 November 2026, 10 times"),
    ("every Tuesday until Dec 18 at 10", "every Tuesday at 10:00, until 18 December 2026"),
    (
        "monthly on the 31st",
        "on the 31st of every month at 9:00, or the last day of a shorter month",
    ),
    (
        "the 31st of every month, only in months that have one",
        "on the 31st of every month at 9:00, skipping shorter months",
    ),
    (
        "the 1st and 30th of every month",
        "on the 1st and 30th of every month at 9:00, skipping shorter months",
    ),
    ("every year on 29 February", "every year on 29 February at 9:00, only in leap years"),
    ("every year on 31 March", "every year on 31 March at 9:00"),
    (
        "first working day of each month at 9 and 5pm",
        "on the first working day of every month at 9:00 and 17:00",
    ),
    (
        "the last business day of the month",
        "on the last working day of every month at 9:00",
    ),
    ("last Friday of every quarter at noon", "every quarter on the last Friday at 12:00"),
    ("every day at 9:00 and 17:30", "every day at 9:00 and 17:30"),
]
WRITTEN = [
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3,-1;BYHOUR=9;BYMINUTE=0",
    "FREQ=MONTHLY;BYDAY=1MO,2TU;BYHOUR=9;BYMINUTE=0",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;BYHOUR=9;BYMINUTE=0",
    "FREQ=MONTHLY;BYMONTHDAY=-2;BYHOUR=9;BYMINUTE=0",
    "FREQ=WEEKLY;BYDAY=MO;BYMONTH=5;BYHOUR=9;BYMINUTE=0",
    "FREQ=DAILY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
    "FREQ=YEARLY;BYDAY=1MO;BYMONTH=5;BYHOUR=9;BYMINUTE=0",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=7;BYHOUR=9;BYMINUTE=0",
]


@pytest.mark.parametrize("rule", WRITTEN)
def test_what_words_would_only_blur_is_told_as_it_is_written(rule):
    recurrence = read(rule, NOW)
    assert told(recurrence) == f'by the rule "{rule}", Berlin time'
    assert read(told(recurrence), NOW) == recurrence


def test_several_rules_and_their_first_day_are_told_as_they_are_written():
    rules = f"{WRITTEN[0]} and {WRITTEN[1]}"
    recurrence = read(f'by the rule "{rules}", starting 2026-11-27', NOW)
    assert recurrence.start == date(2026, 11, 27)
    assert read(told(recurrence), NOW) == recurrence


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=HOURLY",
        "FREQ=DAILY",
        "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;X=1",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=9;BYMINUTE=0",
    ],
)
def test_a_rule_that_never_comes_or_is_none_is_not_read(rule):
    assert read(rule, NOW) is None


def test_another_zone_that_is_named_is_the_rules():
    recurrence = read("every Monday at 9am Tokyo time", NOW)
    assert (recurrence.zone, told(recurrence)) == ("Asia/Tokyo", "every Monday at 9:00, Tokyo time")


@pytest.mark.parametrize(("words", "cron"), TOLD)
def test_a_rule_is_told_in_words(words, cron):
    assert told(Recurrence(cron=cron, zone="UTC")) == f"{words}, UTC"


@pytest.mark.parametrize(("words", "as_told"), SAID)
def test_what_was_said_is_told_with_all_that_follows_from_it(words, as_told):
    assert told(read(words, NOW)) == f"{as_told}, Berlin time"
    assert read(as_told, NOW) == read(words, NOW)


def test_a_single_time_is_told_in_local_words():
    at = datetime(2026, 12, 24, 8, 5, tzinfo=UTC)
    once = Recurrence(once=at, zone="Europe/Berlin")
    assert told(once) == "once on 24 December 2026 at 9:05, Berlin time"


@example(Recurrence(cron="0 9 L */3 *", zone="Europe/Berlin"))
@given(recurrences(("Europe/Berlin",)))
def test_what_is_told_is_read_as_the_same_rule(recurrence):
    again = read(told(recurrence), NOW)
    assert (rules_of(again), again.zone) == (rules_of(recurrence), recurrence.zone)


@given(MOMENTS.map(lambda at: at.replace(second=0, microsecond=0)))
def test_a_single_time_told_is_read_as_the_same_time(at):
    local = at.astimezone(BERLIN)
    assume(local.fold == 0)
    once = Recurrence(once=at, zone="Europe/Berlin")
    assert read(told(once), datetime(2019, 1, 1, tzinfo=BERLIN)) == once


@given(recurrences())
def test_the_text_of_an_expression_is_the_text_of_what_it_says(recurrence):
    assert parse(parse(recurrence.cron).text).text == recurrence.cron
