from datetime import timedelta

import pytest

from shared.decisions.effects import LEASE, claim, effect_id
from shared.models.effect import EffectRecord
from tests.unit.shared.decisions.values import NOW

MINE = EffectRecord(key="k", tool="send", hash="h", owner="me", until=NOW + LEASE, begun_at=NOW)


def known(**changes):
    theirs = MINE.model_copy(update={"owner": "them", "begun_at": NOW - LEASE, "handle": "draft-1"})
    return theirs.model_copy(update=changes)


@pytest.mark.parametrize(
    ("record", "kind", "again"),
    [
        (None, "make", False),
        (known(), "wait", False),
        (known(until=NOW), "make", True),
        (known(until=NOW - LEASE), "make", True),
        (known(owner="me"), "make", True),
        (known(state="failed"), "make", True),
        (known(state="done"), "done", False),
        (known(state="unknown"), "unknown", False),
        (known(hash="other"), "other", False),
        (known(hash="other", state="done"), "other", False),
    ],
)
def test_what_is_on_record_says_whether_a_change_may_be_made(record, kind, again):
    found = claim(record, MINE, NOW)

    assert (found.kind, found.again) == (kind, again)


def test_who_takes_over_keeps_what_was_noted():
    taken = claim(known(until=NOW - timedelta(seconds=1)), MINE, NOW).record

    assert (taken.owner, taken.handle, taken.begun_at) == ("me", "draft-1", NOW - LEASE)
    assert taken.until == NOW + LEASE


def test_a_change_has_an_id_of_its_own_that_never_varies():
    ids = {effect_id("a", "b", "c"), effect_id("a", "b", "d"), effect_id("ab", "", "c")}

    assert len(ids) == 3
    assert effect_id("a", "b", "c") in ids
    assert all(len(one) == 32 and int(one, 16) >= 0 for one in ids)
