"""What a planned time comes to."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import scheduling
from shared.decisions.recurring import next_after
from shared.decisions.risk import argument_hash
from shared.decisions.scheduling import FAILURES, GRACE, KEPT_RUNS, Seen, step
from shared.models.schedule import Recurrence, Schedule, ScheduledRun, StandingApproval

NINE = datetime(2026, 11, 23, 9, tzinfo=UTC)
SCHEDULE = Schedule(
    id="s1",
    tenant="acme",
    owner="ada",
    agent="reporter",
    request="report the week",
    recurrence=Recurrence(cron="0 * * * *", zone="Europe/Berlin"),
    thread="t",
    next_at=NINE,
    created_at=NINE,
    updated_at=NINE,
)


def of(**changes):
    return SCHEDULE.model_copy(update=changes)


def seen(**changes):
    return Seen(**{"planned": NINE, "looked": NINE, "now": NINE, **changes})


LATE = NINE + GRACE + timedelta(seconds=1)


@pytest.mark.parametrize(
    ("schedule", "what", "expected"),
    [
        (of(), seen(), "run"),
        (of(paused=True), seen(), "ignore"),
        (of(next_at=None), seen(), "ignore"),
        (of(next_at=NINE + timedelta(hours=1)), seen(taken=True), "ignore"),
        (of(), seen(now=NINE - timedelta(seconds=1)), "wait"),
        (of(), seen(now=NINE + GRACE), "run"),
        (of(), seen(now=LATE), "run"),
        (of(missed="skip"), seen(now=NINE + GRACE), "run"),
        (of(missed="skip"), seen(now=LATE), "miss"),
        (of(missed="skip"), seen(now=LATE, looked=NINE + GRACE), "run"),
        (of(missed="skip"), seen(now=LATE, taken=True), "run"),
        (of(), seen(busy="running"), "skip"),
        (of(), seen(busy="waiting"), "skip"),
        (of(), seen(busy="running", taken=True), "run"),
        (of(overlap="queue"), seen(busy="running"), "run"),
        (of(overlap="queue"), seen(busy="waiting"), "wait"),
        (of(), seen(refusal="it is switched off"), "fail"),
        (of(), seen(refusal="it is switched off", busy="waiting"), "fail"),
        (of(), seen(refusal="it is switched off", busy="running"), "wait"),
        (of(), seen(refusal="it is switched off", taken=True), "run"),
    ],
)
def test_what_a_planned_time_comes_to(schedule, what, expected):
    assert step(schedule, what) == expected


@pytest.mark.parametrize(
    ("done", "state", "run", "reason"),
    [
        ("run", "delivered", "run-1", ""),
        ("skip", "skipped", "", "still at work"),
        ("miss", "missed", "", "in time"),
        ("fail", "failed", "", "switched off"),
    ],
)
def test_what_is_kept_of_it(done, state, run, reason):
    kept = scheduling.outcome(done, seen(refusal="it is switched off"), "run-1", "t")
    assert (kept.state, kept.run, kept.planned) == (state, run, NINE)
    assert kept.thread == ("t" if run else "")
    assert reason in kept.reason


SINCE = st.integers(0, 100_000).map(lambda minutes: NINE + timedelta(minutes=minutes))


@given(SINCE, st.sampled_from(["skip", "run_once"]))
def test_the_time_after_is_the_first_that_is_not_too_late(now, missed):
    after = scheduling.following(of(missed=missed), seen(now=now))
    assert after > NINE
    if missed == "run_once":
        assert after > now
    else:
        assert after > now - GRACE
        earliest = max(NINE, now - GRACE)
        assert after == next_after(SCHEDULE.recurrence, earliest)


def failing(count):
    runs = tuple(
        ScheduledRun(planned=NINE - timedelta(hours=n), at=NINE, state="failed")
        for n in range(count, 0, -1)
    )
    return of(runs=runs)


def test_a_schedule_goes_on_until_it_failed_too_often_in_a_row():
    later = NINE + timedelta(hours=1)
    failed = scheduling.outcome("fail", seen(refusal="it is switched off"), "", "t")
    goes_on = scheduling.after(failing(FAILURES - 2), failed, later)
    assert (goes_on.paused, goes_on.next_at) == (False, later)
    gives_up = scheduling.after(failing(FAILURES - 1), failed, later)
    assert (gives_up.paused, gives_up.next_at) == (True, None)
    ran = scheduling.after(
        failing(FAILURES - 1), scheduling.outcome("run", seen(), "r", "t"), later
    )
    assert (ran.paused, ran.next_at) == (False, later)


def test_only_so_many_runs_are_kept():
    done = scheduling.outcome("run", seen(), "run-1", "t")
    full = scheduling.after(failing(KEPT_RUNS), done, None)
    assert len(full.runs) == KEPT_RUNS
    assert full.runs[-1] == done
    assert len(scheduling.noted(failing(KEPT_RUNS), done).runs) == KEPT_RUNS


def test_a_run_is_noted_once_by_its_time_and_by_its_name():
    done = scheduling.outcome("run", seen(), "run-1", "t")
    noted = scheduling.noted(of(), done)
    assert noted.runs == (done,)
    assert scheduling.noted(noted, done) is noted
    later = done.model_copy(update={"planned": NINE + timedelta(hours=1)})
    assert scheduling.noted(noted, later) is noted
    assert len(scheduling.noted(noted, later.model_copy(update={"run": "run-2"})).runs) == 2
    nameless = later.model_copy(update={"run": ""})
    assert len(scheduling.noted(noted, nameless).runs) == 2


def test_a_message_tells_which_schedule_it_is_of():
    name = scheduling.message_id("s1", NINE)
    assert name == "schedule-s1-20261123T090000Z"
    assert scheduling.schedule_of(name) == "s1"
    assert scheduling.schedule_of("schedule-s1-now-x") == "s1"
    for other in ("msg-1", "schedule-", "schedule-s1", "my schedule-s1-x"):
        assert scheduling.schedule_of(other) is None


def test_nobody_watches_the_run_of_a_schedule():
    assert scheduling.unattended(f"run-{scheduling.message_id('s1', NINE)}")
    assert not scheduling.unattended("run-m1")


def test_what_is_said_goes_to_the_agent():
    assert scheduling.request_of(of()) == "@reporter report the week"


def leave(**changes):
    action = argument_hash("slack_post", {"channel": "#team", "text": "Done"})
    given_ = StandingApproval(
        tool="slack_post", action=action, told="Post it", given_by="ada", given_at=NINE, **changes
    )
    return of(approvals=(given_,)), action


def test_leave_is_for_the_exact_action():
    schedule, action = leave(exact=True)
    assert scheduling.approved(schedule, "slack_post", action)
    other = argument_hash("slack_post", {"channel": "#all", "text": "Done"})
    assert not scheduling.approved(schedule, "slack_post", other)
    assert not scheduling.approved(schedule, "email_send", action)


def test_leave_from_before_it_was_exact_holds_for_nothing():
    schedule, action = leave()
    assert not scheduling.approved(schedule, "slack_post", action)


@pytest.mark.parametrize(("paused", "ending"), [(False, "is switched off."), (True, "schedule.")])
def test_the_thread_is_told_why_and_by_the_persons_clock(paused, ending):
    run = scheduling.outcome("fail", seen(refusal="it is switched off"), "", "t")
    told = scheduling.not_run("Reporter", run, SCHEDULE.recurrence, paused=paused)
    assert told.startswith("**Reporter** was to run at 10:00, but could not")
    assert told.endswith(ending)
