from shared.conversation.stopwatch import MAX_CHARACTERS, MAX_ITEMS, Stopwatch
from shared.models.reasoning import Usage
from tests.support.fakes import ManualClock


def test_a_trace_entry_says_when_how_long_and_what():
    clock = ManualClock()

    entry = Stopwatch(clock).trace("plan", Usage(calls=1), {"steps": 2})

    assert (entry.name, entry.at, entry.detail) == ("plan", clock.now(), {"steps": 2})
    assert entry.milliseconds >= 0
    assert entry.usage == Usage(calls=1)


def test_long_texts_and_lists_are_cut_short_at_any_depth():
    detail = {"steps": [{"query": "x" * 10_000}] * 100, "n": 1, "names": ("a", "b")}

    kept = Stopwatch(ManualClock()).trace("plan", Usage(), detail).detail

    assert len(kept["steps"]) == MAX_ITEMS
    assert kept["steps"][0]["query"] == "x" * MAX_CHARACTERS + "…"
    assert (kept["n"], kept["names"]) == (1, ["a", "b"])
