from datetime import timedelta

from shared.conversation import later
from shared.decisions import handoffs
from shared.models.thread import HumanRequest
from tests.support.fakes import NOON

REQUEST = HumanRequest(
    id="q-1-1",
    kind="clarification",
    turn=1,
    run_id="r",
    question="?",
    message_id="m",
    created_at=NOON,
    expires_at=NOON + timedelta(days=1),
)
HANDOFF = handoffs.begun(2, "help-desk", reason="", summary="", recent=(), seconds=60, now=NOON)
EVERY = (
    later.rescue("key", 7, NOON),
    later.expiry("key", REQUEST),
    later.retention("key", NOON),
    later.purge("key", NOON),
    later.handoff("key", HANDOFF),
)


def test_each_kind_says_when_and_what_it_is_about():
    assert [(e.kind, e.subject, e.at) for e in EVERY] == [
        ("rescue", "7", NOON),
        ("expiry", "q-1-1", NOON + timedelta(days=1)),
        ("retention", "", NOON),
        ("purge", "", NOON),
        ("handoff", "handoff-2", NOON + timedelta(seconds=60) + later.GRACE),
    ]
    assert {entry.thread for entry in EVERY} == {"key"}


def test_entries_of_a_thread_do_not_take_each_others_place():
    assert len({entry.id for entry in (*EVERY, later.rescue("key", 8, NOON))}) == len(EVERY) + 1
