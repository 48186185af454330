import pytest

from shared.connectors.folding import fold, says, singular, within, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ZOË Müller", "zoe muller"), ("Straße", "strasse"), ("ﬁle", "file"), ("Ines", "ines")],
)
def test_case_and_accents_do_not_count(text, expected):
    assert fold(text) == expected


def test_words_are_runs_of_letters_and_digits():
    assert words("Q4_budget.xlsx, don't!") == ("q4", "budget", "xlsx", "don", "t")
    assert words("*** -") == ()


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("budgets", "budget"),
        ("companies", "company"),
        ("boxes", "box"),
        ("branches", "branch"),
        ("invoices", "invoice"),
        ("status", "status"),
        ("address", "address"),
        ("analysis", "analysis"),
        ("bus", "bus"),
        ("budgeting", "budgeting"),
    ],
)
def test_singulars(plural, expected):
    assert singular(plural) == expected


def test_within_wants_neighbours_in_order():
    text = ("new", "budget", "template")
    assert within(("budget", "template"), text)
    assert not within(("new", "template"), text)
    assert not within(("template", "budget"), text)
    assert not within(("template", "new"), text)


def test_says_wants_all_words_wherever_they_are():
    assert says("Q4 budgets", "Budget review", "for q4")
    assert says("", "anything")
    assert not says("q4 budget", "Budget review")
    assert not says("bud", "Budget review")
