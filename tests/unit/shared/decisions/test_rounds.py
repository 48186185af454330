"""Whatever is answered when routing asks, the turn comes to an end."""

from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import lifecycle, replies, routing
from shared.decisions.progress import next_move
from shared.models.intent import ActionType
from shared.models.reasoning import ReplyReading
from shared.models.steps import Analysis, Discovery, Suggestion
from shared.models.thread import Answer
from tests.unit.shared.decisions.values import (
    DAY,
    NOW,
    RULES,
    candidate,
    stored,
    thread,
    ticket,
    turn,
)

AGENTS = ("email", "contacts", "notes")
TIP = Suggestion(agent="email", name="Email", text="Any unread mail?")

candidates = st.lists(
    st.builds(
        candidate,
        st.sampled_from(AGENTS),
        st.floats(0, 1),
        available=st.booleans(),
        named=st.booleans(),
    ),
    max_size=3,
    unique_by=lambda c: c.agent,
).map(lambda cs: tuple(sorted(cs, key=lambda c: -c.score)))
searches = st.builds(
    Discovery,
    failed=st.sampled_from([False, False, False, True]),
    candidates=candidates,
    closest=candidates,
    favourites=candidates,
    suggestions=st.sampled_from([(), (TIP,)]),
    preferred=st.sampled_from(["", *AGENTS]),
)
analyses = st.builds(
    Analysis,
    action=st.sampled_from([ActionType.EXECUTE, ActionType.AMBIGUOUS, *ActionType]),
    confidence=st.floats(0, 1),
    missing=st.sampled_from(["", "target", "object"]),
    recurring=st.sampled_from([0, 0, 0.9]),
    agents=st.lists(st.sampled_from(AGENTS), max_size=2).map(tuple),
)
readings = st.builds(
    ReplyReading,
    meaning=st.sampled_from(["option", "none", "unclear", "text", "new", "accept", "reject"]),
    option=st.sampled_from(["1", "2", "3", "9"]),
)
buttons = st.builds(
    Answer,
    outcome=st.just("answered"),
    action=st.sampled_from(["option", "none", "accept"]),
    option=st.sampled_from(["1", "2", "9"]),
    text=st.sampled_from(["", "hm"]),
)


@given(st.data())
def test_nobody_is_asked_a_fourth_time_and_every_turn_ends_somewhere(data):
    value, run, name = turn(), None, data.draw(st.sampled_from([None, "emial"]))
    for _ in range(2 * routing.MAX_ROUNDS + 2):
        move = next_move(value, run)
        if move == "route":
            found = data.draw(searches).model_copy(update={"rounds": value.rounds})
            decided = routing.decide(data.draw(analyses), found, name)
            value = value.model_copy(update={"decision": decided})
            run = routing.new_run(value, decided) if decided.kind == "run" else None
        elif move == "ask":
            value, run = _ask_and_answer(data, value, run)
            name = None
        else:
            break
    else:
        raise AssertionError("it never ends")

    assert value.rounds == value.questions <= routing.MAX_ROUNDS
    assert (value.asked is None) == (value.rounds == 0)
    if value.ending is None:
        assert value.decision.kind in {"run", "build", "query", "say"}
        assert move == {"run": "plan", "build": "converse"}.get(value.decision.kind, "compose")
        assert (run is not None) == (value.decision.kind == "run")
    else:
        assert value.ending == "superseded"


def _ask_and_answer(data, value, run):
    question = replies.question_of(value, run)
    request = lifecycle.new_request(value, question, now=NOW, ttl=DAY)
    head = thread(phase="running", open_turn=1, accepted=1, claimed=1, turns=1)
    change, asked = lifecycle.ask(head, stored(value), stored(ticket()), request, NOW)
    [value] = [put.value for put in change.puts if put.value.__class__ is value.__class__]
    given_answer = data.draw(buttons | readings.map(lambda r: replies.read(r, asked, "hm", "r")))
    update, moved = replies.apply(value, run, asked, given_answer, RULES)
    return value.model_copy(update={"unclear": 0, **update}), moved if moved is not None else run
