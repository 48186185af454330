import pytest

from shared.decisions.following import follows

ASKED = "show me emails from Sarah about the budget"


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No, the other one",
        "that's wrong",
        "thats not what I wanted",
        "that is not it",
        "it's the wrong one",
        "I meant David",
        "but I said Friday",
        "hmm, I wanted last week",
        "sorry, I meant the client",
        "actually no",
        "not that one",
        "wrong",
        "you misunderstood",
        "this isn't it",
    ],
)
def test_it_corrects(text):
    assert follows(ASKED, text) == "corrects"


@pytest.mark.parametrize(
    "text",
    [
        ASKED,
        "Show me the emails from Sarah about the budget again, please!",
        "emails Sarah budget about show",
    ],
)
def test_it_repeats(text):
    assert follows(ASKED, text) == "repeats"


@pytest.mark.parametrize(
    "text",
    [
        "thanks",
        "no problem, thanks",
        "no worries",
        "reply to the second one",
        "show me emails from David",
        "what's on my calendar tomorrow?",
        "now the ones from last week",
        "note that down",
        "",
    ],
)
def test_it_goes_on(text):
    assert follows(ASKED, text) == ""
    assert follows("", text) == ""
