from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions import routing, wording
from shared.decisions.gaps import gap_of, report
from shared.models.gap import Gap
from shared.models.intent import ActionType
from shared.models.reasoning import Clarified
from shared.models.steps import Analysis, Discovery
from shared.models.thread import TraceEntry
from tests.unit.shared.decisions.values import NOW, candidate, decision, intent, turn

NEAR = (
    candidate("rent", 0.2),
    candidate("lift", 0.15, available=False),
    candidate("keys", 0.1),
    candidate("pool", 0.05),
)
WANTS = Analysis(action=ActionType.EXECUTE, confidence=0.9)
OFFER = routing.decide(WANTS, Discovery(candidates=NEAR))
LATER = NOW + timedelta(minutes=3)


def offered(**changes):
    return turn(
        **{
            "text": "Water the plants",
            "decision": OFFER,
            "asked": OFFER.question,
            "closed_at": LATER,
            **changes,
        }
    )


def picked(number):
    return routing.chosen(OFFER, OFFER.options[number])


# --- in one turn


def test_a_request_that_fits_nobody_is_a_gap():
    assert OFFER.question == "offer"
    assert gap_of("k/1", offered()) == Gap(
        id="k/1",
        at=LATER,
        text="Water the plants",
        nearest=("rent", "keys"),
        outcome="left",
    )


@pytest.mark.parametrize(
    ("came_of_it", "outcome"),
    [
        (picked(0), "created"),
        (picked(1), "alternative"),
        (OFFER, "left"),
        (routing.refused(1), "left"),
        (routing.say(wording.LEFT_ALONE, "closed"), "left"),
        (None, "left"),
    ],
)
def test_what_came_of_the_offer_is_kept_with_it(came_of_it, outcome):
    gap = gap_of("k/1", offered(decision=came_of_it))
    assert (gap.outcome, gap.text) == (outcome, "Water the plants")


@pytest.mark.parametrize("number", [0, 1])
def test_the_agents_that_came_nearest_are_known_whatever_was_chosen(number):
    assert gap_of("k/1", offered(decision=picked(number))).nearest == ("rent", "keys")


def test_the_domain_is_the_one_that_is_not_connected():
    wants = intent(("", "look"), ("email", "find the mail"), ("slack", "post it"))
    assert gap_of("k/1", offered(intent=wants)).domain == "email"
    assert gap_of("k/1", offered(intent=intent(("", "look")))).domain == ""
    assert gap_of("k/1", offered(intent=None)).domain == ""


def test_what_was_asked_and_told_belongs_to_what_is_missing_and_secrets_do_not():
    told = (
        Clarified(question="For whom?", answer="bob@x.com, password: hunter2"),
        Clarified(question="Which?", answer="the second", told=False),
    )
    gap = gap_of("k/1", offered(clarified=told))
    assert gap.text == "Water the plants\n[EMAIL], password: [REDACTED]"


def test_a_long_request_is_cut():
    assert len(gap_of("k/1", offered(text="plants " * 1000)).text) <= 500


def test_an_offer_made_after_another_question_counts_too():
    noted = TraceEntry(name="decision", at=NOW, detail=OFFER.model_dump(mode="json"))
    other = TraceEntry(name="tool", at=NOW, detail={"question": "offer"})
    later = offered(asked="choice", trace=(noted,), decision=routing.refused(2))
    assert gap_of("k/1", later).outcome == "left"
    assert gap_of("k/1", offered(asked="choice", trace=(other,))) is None


def test_an_agent_of_an_unknown_name_is_a_gap_that_keeps_the_name():
    text = "@gardener water the plants"
    said = routing.decide(None, Discovery(favourites=NEAR), "gardener")
    gap = gap_of("k/1", turn(text=text, decision=said))
    assert (gap.text, gap.at, gap.outcome, gap.nearest) == (text, NOW, "left", ())


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("water the plants", None),
        ("water the plants", decision("run")),
        ("water the plants", decision("query", agent=None)),
        ("water the plants", decision("build", agent=None)),
        ("water the plants", decision("ask", question="choice")),
        ("water the plants", routing.say(wording.NO_SERVICE, "the agents could not be searched")),
        ("@gardener water", None),
        ("@gardener water", decision("run")),
        ("@gardener water", routing.say(wording.NO_SERVICE, "the agents could not be searched")),
        ("@rent collect", routing.say(wording.unavailable("Rent", ()), "it keeps failing")),
    ],
)
def test_a_turn_that_found_somebody_or_could_not_look_is_no_gap(text, made):
    assert gap_of("k/1", turn(text=text, decision=made)) is None


# --- over many


def gap(number, text, **changes):
    made = Gap(id=f"k/{number}", at=NOW - timedelta(hours=number), text=text, outcome="left")
    return made.model_copy(update=changes)


def test_requests_of_the_same_words_are_counted_together_the_most_wanted_first():
    made = report(
        [
            gap(1, "Book a room", nearest=("rent",)),
            gap(2, "water the plants!", domain="garden", outcome="created"),
            gap(3, "Water  the plants", outcome="alternative"),
            gap(4, "?!"),
            gap(5, "WATER the plants"),
        ],
        30,
        100,
    )
    assert (made.days, made.requests) == (30, 5)
    assert made.outcomes == {"left": 3, "created": 1, "alternative": 1}
    assert made.domains == {"garden": 1}
    assert [(one.text, one.count) for one in made.gaps] == [
        ("water the plants!", 3),
        ("Book a room", 1),
        ("?!", 1),
    ]
    first, room, _ = made.gaps
    assert first.domain == "garden"
    assert first.outcomes == {"created": 1, "alternative": 1, "left": 1}
    assert first.last_at == NOW - timedelta(hours=2)
    assert room.nearest == ("rent",)


@given(st.lists(st.sampled_from(["a b", "A, b", "c", "?", "!", ""])), st.integers(1, 5))
def test_every_request_is_counted_once_and_no_more_are_listed_than_wanted(texts, limit):
    gaps = [gap(number, text) for number, text in enumerate(texts)]
    full, short = report(gaps, 7, 100), report(gaps, 7, limit)
    assert sum(one.count for one in full.gaps) == len(gaps) == short.requests
    assert short.gaps == full.gaps[:limit]
    assert [one.count for one in full.gaps] == sorted((o.count for o in full.gaps), reverse=True)
