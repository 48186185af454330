"""What webhooks are told, and when they are told it again."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import notifying
from shared.models.webhook import Webhook
from tests.support.fakes import NOON


def task(state="COMPLETED", *, question=None, run="r1", at=NOON):
    asked = SimpleNamespace(id=question) if question else None
    return SimpleNamespace(state=state, question=asked, run=run, at=at)


def hook(told="", failed=0, name="h"):
    url = "https://hooks.example/in"
    return Webhook(id=name, url=url, dialect="1.0", issuer="https://x", told=told, failed=failed)


@pytest.mark.parametrize(
    ("stands", "mark"),
    [
        (task("SUBMITTED"), ""),
        (task("WORKING"), ""),
        (task("INPUT_REQUIRED", question="q1"), "INPUT_REQUIRED/q1"),
        (task("COMPLETED"), "COMPLETED/r1"),
        (task("FAILED", run="r2"), "FAILED/r2"),
        (task("CANCELED"), "CANCELED/r1"),
    ],
)
def test_each_question_and_each_end_is_told_and_no_work(stands, mark):
    assert notifying.mark(stands) == mark


@pytest.mark.parametrize(
    ("hooks", "mark", "again", "told"),
    [
        ((hook(),), "COMPLETED/r", False, "h"),
        ((hook("COMPLETED/r"),), "COMPLETED/r", True, ""),
        ((hook("INPUT_REQUIRED/q"),), "COMPLETED/r", False, "h"),
        ((hook(),), "", True, ""),
        ((hook(failed=1),), "COMPLETED/r", False, ""),
        ((hook(failed=1),), "COMPLETED/r", True, "h"),
        ((hook(name="a"), hook("COMPLETED/r", name="b")), "COMPLETED/r", True, "a"),
    ],
)
def test_only_those_that_do_not_know_are_told(hooks, mark, again, told):
    lacking = notifying.untold(hooks, mark, again=again)
    assert "".join(one.id for one in lacking) == told


def test_a_webhook_that_cannot_be_told_is_given_up_after_so_many_times():
    one = hook()
    for times in range(1, notifying.TRIES):
        one = notifying.after(one, "COMPLETED/r", told=False)
        assert (one.told, one.failed) == ("", times)
    one = notifying.after(one, "COMPLETED/r", told=False)
    assert (one.told, one.failed) == ("COMPLETED/r", 0)
    assert notifying.after(hook(failed=3), "COMPLETED/r", told=True) == hook("COMPLETED/r")


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("stands", "hooks", "after"),
    [
        (task(), (hook("COMPLETED/r1"),), None),
        (task(), (hook(),), MINUTE),
        (task(), (hook(failed=1),), MINUTE),
        (task(), (hook(failed=4),), 8 * MINUTE),
        (task(), (hook(failed=11),), 60 * MINUTE),
        (task(), (hook(failed=2), hook(failed=3)), 4 * MINUTE),
        (task("WORKING"), (hook(),), MINUTE),
        (task("INPUT_REQUIRED", question="q", at=NOON), (hook("INPUT_REQUIRED/q"),), MINUTE),
        (
            task("INPUT_REQUIRED", question="q", at=NOON - 20 * MINUTE),
            (hook("INPUT_REQUIRED/q"),),
            20 * MINUTE,
        ),
        (
            task("INPUT_REQUIRED", question="q", at=NOON - 900 * MINUTE),
            (hook("INPUT_REQUIRED/q"),),
            60 * MINUTE,
        ),
    ],
)
def test_a_task_is_looked_at_again_until_its_end_is_told(stands, hooks, after):
    later = notifying.again(stands, hooks, NOON)
    assert (later and later - NOON) == after


@given(st.integers(0, notifying.TRIES - 1), st.integers(0, 10**6))
def test_no_look_is_further_off_than_an_hour_or_nearer_than_a_minute(failed, minutes):
    waiting = task("INPUT_REQUIRED", question="q", at=NOON - minutes * MINUTE)
    later = notifying.again(waiting, (hook(failed=failed),), NOON)
    assert MINUTE <= later - NOON <= 60 * MINUTE
