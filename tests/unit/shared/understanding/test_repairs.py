"""What a writer takes back in a message is not in it."""

import pytest

from shared.models.world import Thing
from shared.understanding.reader import Reader
from shared.understanding.repairs import repaired, taken_back
from shared.understanding.revision import Going
from shared.understanding.words import words_of


def going(text, *parts, by=6.0):
    """Return the words of a text, those in some parts as taken back."""
    spans = [(text.index(one), text.index(one) + len(one)) for one in parts]
    return [
        Going(w.start, w.end, by if any(a <= w.start < b for a, b in spans) else -by)
        for w in words_of(text)
    ]


@pytest.mark.parametrize(
    ("text", "parts", "left"),
    [
        ("mail Bo no Ida that it is done", ["Bo no"], "mail Ida that it is done"),
        ("at two, I mean three", ["two, I mean"], "at three"),
        ("say two uh three and Ann no Eve", ["two uh", "Ann no"], "say three and Eve"),
        ('write "yes, no, maybe" to Bo', ["yes, no"], 'write "yes, no, maybe" to Bo'),
        ("the speech and the cake no", ["and the cake no"], "the speech "),
        ("at two uh three", ["two uh"], "at three"),
        ("at the board, um, stage one", ["board, um,"], "at the board, stage one"),
        ("all is here,uh,Ann comes", ["here,uh,"], "all is here,Ann comes"),
        ("bring the pie no just the cake", ["pie no just"], "bring the cake"),
    ],
)
def test_what_goes_goes_up_to_the_word_that_stays(text, parts, left):
    for start, end in reversed(taken_back(text, going(text, *parts))):
        text = text[:start] + text[end:]
    assert text == left


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("as title Scanner bench, on it stands, the bench is ours", "bench, on it stands,"),
        ("it went wrong - sorry said too late, no owner", "- sorry said too late, "),
        ("answer Tom, not Victor: go for the workshop day", ", not Victor:"),
    ],
)
def test_what_nothing_puts_right_stays(text, part):
    assert taken_back(text, going(text, part)) == []


def test_what_is_hardly_taken_back_stays():
    text = "mail Bo no Ida"
    assert taken_back(text, going(text, "Bo no", by=2.0)) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "tell Marta the van comes at nine no sorry at ten",
            "tell Marta the van comes at ten",
        ),
        ("put nineteen sorry twenty one in the users column", "put twenty one in the users column"),
        (
            "every Monday at eight no half past eight in the morning remind me to call Ann",
            "every Monday at half past eight in the morning remind me to call Ann",
        ),
        (
            "every Monday at eight no half past eight in the morning remind me, from Friday on",
            "every Monday at half past eight in the morning remind me, from Friday on",
        ),
        (
            "mail Bo for her board, um, stage one is done, nothing is late, no rush",
            "mail Bo for her board, stage one is done, nothing is late, no rush",
        ),
        (
            "mail Bo the crates are here, uh, forty of them",
            "mail Bo the crates are here, forty of them",
        ),
        ("mail Grace no not Grace I mean Sofia that it is done", "mail Sofia that it is done"),
    ],
)
def test_messages_are_read_as_they_were_left(text, left):
    assert repaired(text, READER) == left


@pytest.mark.parametrize(
    "text",
    [
        "tell her sorry I'm late",
        "say no to the offer from the printers",
        "actually I like it, send it",
        "Tell Tom no discount, no free training, oh and no handshake before Friday, I mean it",
        "Please say to the lodger that it can wait, rather not this week, better the next",
        "wait until Monday, then send it to Ann",
        "what's on my calendar tomorrow?",
        "Draft an answer to Ann about the hall, Bo in copy. Only a draft, do not send. Text: yes.",
        "new row in the plan: Dallas, no go-live yet, 40",
        "no",
        "never mind",
        "",
    ],
)
def test_what_takes_nothing_back_stays_as_it_is(text):
    assert repaired(text, READER) == text


READER = Reader()


def test_a_name_is_taken_back_as_a_whole():
    named = ("project-alpha", "team-updates")
    reader = Reader().knowing(Thing(kind="channel", name=one, id=one) for one in named)
    text = "Stick a message in project alpha, no, not there, team updates, saying I'm away"

    assert repaired(text, reader) == "Stick a message in team updates, saying I'm away"
