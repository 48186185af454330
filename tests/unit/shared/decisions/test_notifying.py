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


def hook(told="", failed=0, name="h", missed="COMPLETED/r1"):
    url = "https://hooks.example/in"
    known = Webhook(id=name, url=url, dialect="1.0", issuer="https://x", told=told)
    return known.model_copy(update={"missed": missed, "failed": failed} if failed else {})


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
        ((hook(failed=1),), "COMPLETED/r1", False, ""),
        ((hook(failed=1),), "COMPLETED/r1", True, "h"),
        ((hook(failed=1, missed="INPUT_REQUIRED/q"),), "COMPLETED/r1", False, "h"),
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
        assert (one.told, one.missed, one.failed) == ("", "COMPLETED/r", times)
    one = notifying.after(one, "COMPLETED/r", told=False)
    assert (one.told, one.missed, one.failed) == ("COMPLETED/r", "", 0)
    assert notifying.after(hook(failed=3), "COMPLETED/r1", told=True) == hook("COMPLETED/r1")


def test_each_thing_to_be_told_is_tried_as_often_as_any():
    one = hook(failed=notifying.TRIES - 1, missed="INPUT_REQUIRED/q")
    one = notifying.after(one, "COMPLETED/r", told=False)
    assert (one.told, one.missed, one.failed) == ("", "COMPLETED/r", 1)


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
        (task(), (hook(failed=9, missed="INPUT_REQUIRED/q"),), MINUTE),
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
    missed = hook(failed=failed, missed="INPUT_REQUIRED/q")
    later = notifying.again(waiting, (missed,), NOON)
    assert MINUTE <= later - NOON <= 60 * MINUTE
