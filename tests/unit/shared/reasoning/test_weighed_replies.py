"""Replies whose form does not say what they mean: the network tells, or it is asked again."""

import pytest

from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.replies import ReplyReader
from shared.understanding.choosing import Choice
from shared.understanding.reader import Reader
from tests.support.options import offered

CHOICES = Reader().choices
TOOLS = ("Trello", "Asana", "Basecamp")
PEOPLE = ("John Smith | colleague", "John Doe | client", "Johanna Lee | vendor")
PAIR = ("Book the flight", "Book the train")
BOTH = ("Keep both", "Merge them", "Delete the older one")
SEND = ("Yes, send it", "No, keep it")


def read(text, labels, question="Which one?", choose=CHOICES.read):
    reader = ReplyReader(choose, lambda _: 0.5)
    request = ReplyRequest(
        question=question, options=offered(*labels), text=text, kind="clarification"
    )
    reading = reader.read(request)
    return reading.option if reading.meaning == "option" else reading.meaning


@pytest.mark.parametrize(
    ("text", "labels", "question", "meant"),
    [
        ("don't send it", SEND, "Shall I send it?", "2"),
        ("neither, I use paper", TOOLS, "Which one?", "none"),
        ("show me my unread mail instead", TOOLS, "Which one?", "new"),
        ("never mind, move the standup to friday", TOOLS, "Which one?", "new"),
        ("smith, from engineering", PEOPLE, "Which John?", "1"),
        ("doe, he's at the bank", PEOPLE, "Which John?", "2"),
        ("smith, in our berlin office", PEOPLE, "Which John?", "1"),
        ("Doe, the chap who is a client", PEOPLE, "Which John?", "2"),
        ("of course", PEOPLE, "Which John?", "unclear"),
        ("smith, or the client", PEOPLE, "Which John?", "unclear"),
        ("smith, who is he?", PEOPLE, "Which John?", "unclear"),
        ("which of them is cheaper?", TOOLS, "Which one?", "unclear"),
        ("not trello", TOOLS, "Which one?", "unclear"),
        ("you decide", TOOLS, "Which one?", "unclear"),
    ],
)
def test_what_a_reply_means(text, labels, question, meant):
    assert read(text, labels, question) == meant


def telling(**likely):
    def choose(_, options, __):
        given = [likely.get(f"o{n}", 0.0) for n in range(1, len(options) + 1)]
        rest = [likely.get(name, 0.0) for name in ("none", "new")]
        return Choice(tuple(given), *rest, 1 - sum(given) - sum(rest))

    return choose


def test_what_is_not_likely_enough_is_asked_again():
    assert read("the one with cards", TOOLS, choose=telling(o1=0.89)) == "unclear"
    assert read("the one with cards", TOOLS, choose=telling(o1=0.91)) == "1"


def test_none_of_a_yes_and_a_no_is_the_no_and_of_nothing_else():
    told = telling(o2=0.5, none=0.45)
    assert read("rather tomorrow, it's late", SEND, "Shall I send it?", told) == "2"
    for other in (("Move it", "Cancel it"), ("Yes, daily", "No, weekly", "Yes, hourly")):
        assert read("rather tomorrow, it's late", other, "Shall I do it?", told) == "unclear"
    told = telling(o1=0.05, none=0.95)  # "two hours" is none of these, and no refusal
    assert read("rather two hours", ("No reminder", "One hour"), "When?", told) == "none"


@pytest.mark.parametrize(("likely", "meant"), [("none", "none"), ("new", "new"), ("o3", "3")])
def test_the_likeliest_is_meant(likely, meant):
    assert read("hm hm hm", TOOLS, choose=telling(**{likely: 0.9})) == meant


def test_where_form_and_network_tell_different_things_it_is_asked_again():
    assert read("not the train", PAIR, choose=telling()) == "1"
    assert read("not the train", PAIR, choose=telling(o2=0.95)) == "unclear"


def test_a_name_that_only_one_option_has_is_that_one_whatever_the_network_thinks():
    assert read("asana please", TOOLS, choose=telling(o1=0.95)) == "2"
