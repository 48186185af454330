import logging

import pytest

from shared.errors import Conflict, Fault, InvalidRequest, StorageUnavailable, UpstreamUnavailable
from shared.faults import WORLD, noted, noticed, within

SECRET = "what a person said"  # noqa: S105 - what must not be logged


def test_what_broke_is_logged_once_with_where_and_of_what_type(caplog):
    expected = pytest.raises(Fault, match=r"\AKeyError in planning\Z")
    caplog.set_level(logging.ERROR)
    with within("plan_run of t/1"), expected, noticed("outer"), noticed("planning"):
        raise KeyError(SECRET)

    (logged,) = caplog.messages
    assert logged.startswith("planning broke in plan_run of t/1: KeyError at test_faults.py:")
    assert SECRET not in caplog.text


@pytest.mark.parametrize("error", [InvalidRequest("x"), UpstreamUnavailable("x"), OSError("x")])
def test_what_is_raised_on_purpose_passes(error, caplog):
    with pytest.raises(type(error)), noticed("planning"):
        raise error
    assert not caplog.messages


@pytest.mark.parametrize(
    "error", [Conflict("x"), UpstreamUnavailable("x"), StorageUnavailable("x"), TimeoutError("x")]
)
def test_the_world_may_be_let_pass_alone(error):
    with pytest.raises(type(error)), noticed("learning", WORLD):
        raise error
    with pytest.raises(Fault), noticed("learning", WORLD):
        raise InvalidRequest("x")


def test_an_error_that_was_never_raised_has_no_place():
    assert str(noted(KeyError("x"), "planning")) == "KeyError in planning"
