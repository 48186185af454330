"""How often a language model may be asked in what people ask most."""

import json

from bench import calls
from bench.__main__ import main

LIMITS = {
    "simple_search": 1,
    "which_john": 2,
    "unanswered_mail": 1,
    "reply_with_preview": 1,
    "reply_and_schedule": 2,
}


def test_no_conversation_takes_more_calls_than_it_may(capsys):
    assert main(["calls"]) == 0

    *_, last = capsys.readouterr().out.splitlines()
    counted = json.loads(last)
    assert {name: c for name, c in counted.items() if not 0 < c <= LIMITS[name]} == {}
    assert counted.keys() == LIMITS.keys()
    assert {one.name: one.limit for one in calls.CONVERSATIONS} == LIMITS
