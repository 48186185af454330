from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import memory
from shared.models.intent import Entities
from shared.models.reasoning import Clarified, Memory, Reference
from tests.unit.shared.decisions.values import NOW, decision, intent, turn

KNOWN = Memory(
    entities=Entities(target="Bob", people=("Ann",)),
    routes=("notes",),
    clarified=(Clarified(question="Who?", answer="Bob"),),
)


def closed(**changes):
    return turn(**{"memory": KNOWN, "closed_at": NOW, **changes})


def naming(**entities):
    return intent().model_copy(update={"entities": Entities(**entities)})


def test_a_turn_that_taught_nothing_leaves_what_was_known():
    assert memory.after(closed(), NOW) == KNOWN


def test_the_draft_that_was_saved_last_is_remembered():
    draft = Reference(kind="draft", id="d1", label="Hi", ordinal=0, text="Hello")
    after = memory.after(closed(references=(draft,)), NOW)

    assert after.draft == draft
    assert memory.after(closed(memory=after), NOW).draft == draft


@pytest.mark.parametrize(
    ("made", "routes"),
    [
        (decision("run", agent="email"), ("notes", "email")),
        (decision("run", agent="notes"), ("notes", "notes")),
        (decision("run", agent=None), ("notes",)),
        (decision("build", agent="email"), ("notes",)),
        (decision("ask", agent="email"), ("notes",)),
        (decision("query", agent=None), ("notes",)),
        (None, ("notes",)),
    ],
)
def test_only_an_agent_that_ran_becomes_a_route(made, routes):
    assert memory.after(closed(decision=made), NOW).routes == routes


def test_what_was_named_last_takes_the_place_of_what_was_named_before():
    after = memory.after(closed(intent=naming(target="Eve", topic="rent")), NOW)

    assert after.entities == Entities(target="Eve", topic="rent", people=("Ann",))


def test_what_was_asked_is_known_in_the_next_turn():
    told = Clarified(question="When?", answer="Monday")

    assert memory.after(closed(clarified=(told,)), NOW).clarified == (*KNOWN.clarified, told)


@pytest.mark.parametrize(("seconds", "known"), [(0, KNOWN), (3600, KNOWN), (3601, Memory())])
def test_everything_is_forgotten_an_hour_after_the_turn_ended(seconds, known):
    assert memory.after(closed(), NOW + timedelta(seconds=seconds)) == known


def test_a_turn_that_never_closed_counts_from_its_opening():
    opened = closed(closed_at=None, opened_at=NOW)

    assert memory.after(opened, NOW + timedelta(hours=1)) == KNOWN
    assert memory.after(opened, NOW + timedelta(hours=1, seconds=1)) == Memory()


names = st.none() | st.sampled_from(["a", "b"])
turns = st.tuples(
    st.builds(decision, st.sampled_from(["run", "query", "build", "say"]), agent=names),
    st.lists(st.builds(Clarified, question=st.just("?"), answer=st.text(max_size=3)), max_size=3),
    st.builds(naming, target=names, topic=names, people=st.sampled_from([(), ("Ann",)])),
    st.integers(0, 4000),
)


@given(st.lists(turns, max_size=30))
def test_memory_keeps_to_its_caps_and_never_outlives_an_hour(conversation):
    known, now, alive = Memory(), NOW, []
    for made, asked, understood, seconds in conversation:
        told = tuple(asked)
        ended = turn(memory=known, decision=made, clarified=told, intent=understood, closed_at=now)
        now += timedelta(seconds=seconds)
        known = memory.after(ended, now)
        alive = [*alive, ended] if seconds <= 3600 else []
        routes = [t.decision.agent for t in alive if t.decision.kind == "run" and t.decision.agent]
        assert list(known.routes) == routes[-memory.KEPT :]
        assert list(known.clarified) == [c for t in alive for c in t.clarified][-memory.KEPT :]
        assert known.entities.target == next(
            (t.intent.entities.target for t in reversed(alive) if t.intent.entities.target), None
        )
