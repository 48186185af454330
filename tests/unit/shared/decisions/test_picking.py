import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.decisions.picking import alone_called, picked, ranked, said_of, told_at_length

MAILS = [
    {
        "id": "offer",
        "subject": "Draft offer for Ms Larsson",
        "from": {"name": "Elena Rossi", "email": "elena.rossi@company.com"},
        "snippet": "The band is as agreed.",
        "sent_at": "2026-11-20T09:00:00Z",
    },
    {
        "id": "reviews",
        "subject": "Half-year reviews",
        "from": {"name": "Elena Rossi", "email": "elena.rossi@company.com"},
        "snippet": "Please book an hour with each of your people.",
        "sent_at": "2026-11-19T09:00:00Z",
    },
    {
        "id": "birthday",
        "subject": "Mum's birthday",
        "from": {"name": "Emma Morgan", "email": "emma.morgan@gmail.com"},
        "snippet": "Sunday lunch by the river?",
        "attachments": [{"id": "1", "name": "floor_plans.pdf"}],
        "sent_at": "2026-11-18T09:00:00Z",
    },
]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Elena's mail with the offer for Larsson", 0),
        ("what Elena wrote about reviewing people", 1),
        ("the one about the birthday", 2),
        ("that thing with the floor plans", 2),
        ("what Elena wrote", None),  # both of hers
        ("the halfyear ones", 1),
        ("the one about invoices", None),
        ("reviews", 1),
        ("offer lunch", None),  # each says one of them
        ("", None),
        ("offer of 2026-11-20", 0),  # moments and ids are nothing that was read
        ("2026", None),
        ("Elena's offr", 0),  # a slip of the keyboard
        ("Emma or Ema about the birthday", 2),
    ],
)
def test_words_mean_the_one_that_says_what_no_other_says(words, meant):
    assert picked(MAILS, words) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("the one with Karl", 1),  # the others only have him among their people
        ("Karl's meeting about the budget", 0),
        ("the vendor meeting", None),
        ("Karol's appraisal", 1),
        ("appraisal of Inez", 3),
        ("Inez", 3),
        ("Karl is ill and the budget is late, so not the vendor's appraisal this week", 1),
        ("Appraisal Karl or vendor call", None),
    ],
)
def test_what_is_called_so_comes_before_what_only_says_so(words, meant):
    meetings = [
        {"title": "Weekly", "attendees": [{"name": "Karl Ode"}], "notes": "budget"},
        {"title": "Appraisal Karl", "attendees": [{"name": "Karl Ode"}]},
        {"title": "Vendor call", "attendees": [{"name": "Karl Ode"}], "notes": "vendor"},
        {"title": "Appraisal Ines", "attendees": [{"name": "Karl Ode"}]},
        {"title": "Vendor dinner"},
    ]

    assert picked(meetings, words) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("the one to one with Karl", 0),
        ("my one-on-one with Karl", 0),
        ("1:1 Karl", 0),
        ("Karl's 1 on 1", 0),
        ("the 1-1 with Ines", 2),
        ("one with Karl", None),
    ],
)
def test_a_one_to_one_is_told_however_it_is_written(words, meant):
    karl = [{"name": "Karl Ode"}]
    meetings = [
        {"title": "1:1 Karl", "attendees": karl},
        {"title": "Sync", "attendees": karl, "notes": "with Ines and Karl"},
        {"title": "One-on-one Ines", "attendees": karl},
        {"title": "Half-year review Karl", "attendees": karl},
    ]

    assert picked(meetings, words) == meant


def test_a_word_that_only_one_is_called_by_tells_it():
    items = [{"subject": "Workshop in Paris"}, {"subject": "Codes", "body": "our Lyon workshop"}]

    assert alone_called(items, 0, "the Paris invitation")
    assert not alone_called(items, 0, "the workshop")
    assert not alone_called(items[:1], 0, "the Paris invitation")


def test_what_all_say_tells_nothing():
    twice = [{"subject": "budget"}, {"subject": "budget"}]

    assert picked(twice, "the budget") is None


def test_a_single_thing_is_meant_only_by_a_word_it_says():
    assert picked(MAILS[:1], "the offer") == 0
    assert picked(MAILS[:1], "the invoice") is None


@given(st.lists(st.text("abc ", max_size=8), min_size=1, max_size=6), st.text("abc ", max_size=12))
@example(["cb bbac", "cb baac"], "cb baac")
@example(["cb bbac aaa", "cb baac"], "cb baac aaa")
def test_ranking_names_each_once_and_the_one_picked_first(texts, words):
    items = [{"subject": text} for text in texts]
    places = [at for _, at in ranked(items, words)]

    assert sorted(places) == list(range(len(items)))
    assert picked(items, words) in (None, places[0])


def test_who_asked_something_is_told_from_what_they_said_besides():
    said = [
        {"id": "1", "user": "Bo Ek", "text": "The lift is broken again."},
        {"id": "2", "user": "Bo Ek", "text": "Who has the key to the lift?"},
        {"id": "3", "user": "Cy Orr", "text": "Here is the list."},
    ]
    assert picked(said, "Bo question") == 1
    assert picked(said, "Bo") is None


SERIES = (
    ("Choir practice", "2026-12-02"),
    ("Choir practice", "2026-12-09"),
    ("Choir practice", "2026-12-16"),
    ("Winter fair", "2026-12-18"),
    ("Open day", "2026-12-09"),
)


@pytest.mark.parametrize(
    ("words", "within", "meant"),
    [
        ("choir practice that week", ("2026-12-07", "2026-12-13"), 1),
        ("choir practice", (), None),
        ("choir practice", ("2026-12-07", "2026-12-20"), None),
        ("choir practice", ("2027-01-01", "2027-01-07"), None),
        ("the choir practice that falls on the open day", (), 1),
        ("choir practice in the week of the winter fair", (), 2),
        ("because of the open day cancel choir practice", (), 1),
        ("choir practice and the open day", (), None),
        ("the winter fair", ("2026-12-07", "2026-12-13"), 3),
    ],
)
def test_of_a_series_the_time_that_is_said_tells_which(words, within, meant):
    titles, days = [{"title": title} for title, _ in SERIES], [day for _, day in SERIES]

    assert picked(titles, words, within, days) == meant
    assert picked(titles, words, within) == (meant if meant == 3 else None)


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("Elena wants to know whether the band in the draft offer is right. Tell her yes.", 0),
        ("Elena's on about the hour with each of my people, answer her", 1),
        ("Elena wrote, tell her yes", None),
        ("answer Elena about the offer", None),  # one word may be of anything
    ],
)
def test_more_than_one_word_of_a_whole_message_tells_which_is_meant(message, place):
    assert told_at_length(MAILS[:2], message) == place


def test_a_slip_is_one_of_a_word_and_not_of_what_is_left_of_it():
    assert said_of({"text": "Three ways of moving files"}, ["wayne"]) == []
    assert said_of({"text": "Three boxes of files"}, ["bokes"]) == ["bokes"]
