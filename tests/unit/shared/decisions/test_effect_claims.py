from datetime import timedelta

import pytest

from shared.decisions.effects import LEASE, claim, effect_id
from shared.models.effect import EffectRecord
from tests.unit.shared.decisions.values import NOW

MINE = EffectRecord(key="k", tool="send", hash="h", owner="me", until=NOW + LEASE, begun_at=NOW)


def known(**changes):
    theirs = MINE.model_copy(update={"owner": "them", "begun_at": NOW - LEASE, "handle": "draft-1"})
    return theirs.model_copy(update=changes)


UNDER_WAY = {"until": NOW + LEASE}
ITS_END = {"until": NOW}
LONG_OVER = {"until": NOW - LEASE}
REFUSED = {"state": "failed", "refused": True}
FAILED = {"state": "failed"}
"""A record from before it was kept whether surely nothing was made."""


@pytest.mark.parametrize(
    ("state", "same", "another"),
    [
        (UNDER_WAY, ("wait", False), ("wait", False)),
        (ITS_END, ("make", True), ("unknown", False)),
        (LONG_OVER, ("make", True), ("unknown", False)),
        ({"owner": "me"}, ("make", True), ("unknown", False)),
        (REFUSED, ("make", True), ("make", False)),
        (FAILED, ("make", True), ("unknown", False)),
        ({"state": "done"}, ("done", False), ("other", False)),
        ({"state": "unknown"}, ("unknown", False), ("unknown", False)),
    ],
)
def test_what_is_on_record_says_whether_a_change_may_be_made(state, same, another):
    """Whatever is wanted, nothing is made while something under this name may have been."""
    found = [claim(known(hash=hashed, **state), MINE, NOW) for hashed in ("h", "other")]

    assert [(one.kind, one.again) for one in found] == [same, another]


def test_what_is_wanted_first_is_made():
    assert claim(None, MINE, NOW).kind == "make"


def test_another_content_after_a_refusal_begins_anew():
    record = claim(known(hash="other", **REFUSED), MINE, NOW).record

    assert (record.hash, record.handle, record.version, record.begun_at) == ("h", "", 1, NOW)
    assert claim(known(hash="third", version=1, **REFUSED), MINE, NOW).record.version == 2
    assert effect_id("a", "b", "c", 1) != effect_id("a", "b", "c") == effect_id("a", "b", "c", 0)


def test_a_refusal_is_certain_only_until_the_next_attempt():
    taken = claim(known(**REFUSED), MINE, NOW).record
    assert (taken.refused, taken.handle) == (True, "draft-1")

    broken_off = taken.model_copy(update=LONG_OVER)
    assert claim(broken_off, MINE, NOW).record.refused is False


def test_who_takes_over_keeps_what_was_noted():
    taken = claim(known(until=NOW - timedelta(seconds=1)), MINE, NOW).record

    assert (taken.owner, taken.handle, taken.begun_at) == ("me", "draft-1", NOW - LEASE)
    assert taken.until == NOW + LEASE


def test_a_change_has_an_id_of_its_own_that_never_varies():
    ids = {effect_id("a", "b", "c"), effect_id("a", "b", "d"), effect_id("ab", "", "c")}

    assert len(ids) == 3
    assert effect_id("a", "b", "c") in ids
    assert all(len(one) == 32 and int(one, 16) >= 0 for one in ids)
