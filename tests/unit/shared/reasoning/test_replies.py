"""What a reply means, kind by kind, without any model: what form alone settles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.agreement import plainly_agrees
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.replies import ReplyReader, read_plainly
from shared.reasoning.embedded.replying.approvals import read_approval
from shared.reasoning.embedded.replying.stances import stances_of
from shared.understanding.choosing import Choice
from shared.words import similar
from tests.support.options import offered
from tests.support.readings import ReadBefore


def unsure(_, options, __):
    return Choice((0.0,) * len(options), 0.0, 0.0, 1.0)


REQUESTS = ("show me", "what's on", "email bob", "create an", "move the")


def is_request(text):
    return 0.99 if text.startswith(REQUESTS) else 0.05


READER = ReplyReader(unsure, is_request)


TOOLS = offered("Trello", "Asana", "Basecamp")
PRICED = offered("Chairs, $640", "Desk, $1,150", "Lamps, $85")
DATED = offered("Draft of 3 March 2023", "Draft of 4 May 2024", "Draft of 1 January 2022")
TIMES = offered("Tuesday 9:30", "Tuesday 14:00", "Thursday 11:15")
PEOPLE = offered("John Smith | colleague", "John Doe | client", "Johanna Lee | vendor")
PERIODS = offered("This week", "Last week", "Last month", "Last quarter")
SURE = offered("Yes, send it", "No, keep it")
HOW = offered("Email the team", "Post in #general", "Don't send, just show me")
BOTH = offered("Keep both", "Merge them", "Delete the older one")
PAIR = offered("Book the flight", "Book the train")


def read(text, options=TOOLS, kind="clarification", question="Which one?"):
    request = ReplyRequest(question=question, options=options, text=text, kind=kind)
    reading = READER.read(request) if kind == "clarification" else read_card(request)
    return reading.option if reading.meaning == "option" else reading.meaning


def read_card(request):
    reader = ReadBefore({})
    return read_plainly(request) or read_approval(
        request, reader, lambda _: stances_of(request, reader)
    )


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("2", "2"),
        ("#3", "3"),
        ("2️⃣", "2"),
        ("two", "2"),
        ("one", "1"),
        ("b", "2"),
        ("c)", "3"),
        ("option two", "2"),
        ("no. 2", "2"),
        ("nr 3 please", "3"),
        ("the 2nd one", "2"),
        ("teh secnd", "2"),
        ("zwei", "2"),
        ("el segundo", "2"),
        ("first", "1"),
        ("the last one, thanks", "3"),
        ("second to last", "2"),
        ("the one in the middle", "2"),
        ("the top one", "1"),
        ("bottom", "3"),
        ("can you take the third?", "3"),
        ("i'd go with 3", "3"),
    ],
)
def test_a_place_chooses(text, option):
    assert read(text) == option


@pytest.mark.parametrize(
    ("text", "options", "option"),
    [
        ("ASANA!!", TOOLS, "2"),
        ("bascamp", TOOLS, "3"),
        ("trelo pls", TOOLS, "1"),
        ("base camp", TOOLS, "3"),
        ("doe", PEOPLE, "2"),
        ("John S.", PEOPLE, "1"),
        ("JD", PEOPLE, "2"),
        ("my colleague", PEOPLE, "1"),
        ("the vendor, I think", PEOPLE, "3"),
        ("on thursday", TIMES, "3"),
        ("2 pm on tuesday", TIMES, "2"),
        ("half past nine", TIMES, "1"),
        ("tuesday afternoon", TIMES, "2"),
        ("the $85 one", PRICED, "3"),
        ("1150", PRICED, "2"),
        ("keep both", BOTH, "1"),
        ("both", BOTH, "1"),
        ("the previous month", PERIODS, "3"),
        ("last month", PERIODS, "3"),
        ("4 may", DATED, "2"),
    ],
)
def test_a_name_or_what_is_said_of_it_chooses(text, options, option):
    assert read(text, options) == option


@pytest.mark.parametrize(
    ("text", "options", "option"),
    [
        ("the cheapest", PRICED, "3"),
        ("the most expensive one", PRICED, "2"),
        ("the newest", DATED, "2"),
        ("oldest please", DATED, "3"),
        ("most recent", DATED, "2"),
        ("the earliest", TIMES, "1"),
        ("the cheapest", TOOLS, "unclear"),
        ("the shortest", PERIODS, "unclear"),
    ],
)
def test_a_superlative_chooses_where_options_carry_values(text, options, option):
    assert read(text, options) == option


@pytest.mark.parametrize(
    ("text", "options", "option"),
    [
        ("not the train", PAIR, "1"),
        ("anything but the flight", PAIR, "2"),
        ("anything but 1", PAIR, "2"),
        ("not trello", TOOLS, "unclear"),
        ("asana, not trello", TOOLS, "2"),
        ("John, but not Doe", PEOPLE, "1"),
        ("1... no, 2", TOOLS, "2"),
        ("no wait, the second", TOOLS, "2"),
        ("actually 3", TOOLS, "3"),
        ("trello. I meant asana", TOOLS, "2"),
        ("asana, scratch that, basecamp", TOOLS, "3"),
    ],
)
def test_exclusions_and_corrections(text, options, option):
    assert read(text, options) == option


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("yes", "1"),
        ("👍", "1"),
        ("yep, go ahead", "1"),
        ("do it", "1"),
        ("ja", "1"),
        ("oui", "1"),
        ("yes please, send it", "1"),
        ("nah", "2"),
        ("👎", "2"),
        ("please don't", "2"),
        ("no, not today", "2"),
        ("nein", "2"),
        ("cancel", "2"),
        ("keep it", "2"),
        ("yes but later", "unclear"),
        ("maybe", "unclear"),
        ("yes and no", "unclear"),
        ("yes?", "unclear"),
    ],
)
def test_yes_and_no(text, meaning):
    assert read(text, SURE, question="Shall I send it?") == meaning


def test_yes_says_nothing_among_several_and_no_turns_them_down():
    assert read("yes") == "unclear"
    assert read("no") == "none"
    assert read("no", HOW) == "unclear"
    assert read("don't send", HOW) == "3"


def test_yes_takes_the_option_a_question_proposes():
    use = offered("Use the template", "Start from scratch")
    assert read("yes", use, question="Shall I use the template?") == "1"
    assert (
        read("yes", use, question="Should I use the template or start from scratch?") == "unclear"
    )


@pytest.mark.parametrize(
    "text",
    [
        "none of them",
        "neither",
        "none, sorry",
        "nope, something else",
        "forget it",
        "never mind",
        "no thanks",
        "cancel that",
        "it's not in the list",
        "another one",
    ],
)
def test_turning_all_down_is_none(text):
    assert read(text) == "none"


@pytest.mark.parametrize("text", ["monday", "Thursday at 3", "make it 4pm"])
def test_another_time_than_those_on_offer_is_an_answer_where_one_may_be_told(text):
    request = ReplyRequest(
        question="Which of these times?",
        options=TIMES,
        text=text,
        kind="clarification",
        lacks="time",
    )
    assert READER.read(request).meaning == "text"


@pytest.mark.parametrize(("text", "options"), [("monday", TIMES), ("last year", PERIODS)])
def test_a_value_of_the_same_sort_that_no_option_has_is_none(text, options):
    assert read(text, options) == "none"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "...",
        "1 or 2",
        "1, 2",
        "both",
        "all of them",
        "whichever",
        "you decide",
        "dunno",
        "not sure",
        "maybe the first",
        "4",
        "option 9",
        "what's the difference?",
        "which is better?",
        "the good one",
        "the first two",
        "trello or asana",
        "trello and basecamp",
        "🤷",
    ],
)
def test_leaving_it_open_is_unclear(text):
    assert read(text) == "unclear"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("the Berlin office", "text"),
        ("12 people", "text"),
        ("no idea", "unclear"),
        ("yes", "unclear"),
        ("which ones are there?", "unclear"),
        ("", "unclear"),
        ("forget it", "none"),
        ("show me unread mail", "new"),
    ],
)
def test_an_open_question_takes_free_text(text, meaning):
    assert read(text, ()) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("yes", "accept"),
        ("go ahead", "accept"),
        ("ok", "accept"),
        ("👍", "accept"),
        ("no", "reject"),
        ("cancel", "reject"),
        ("don't", "reject"),
        ("don't send it", "reject"),
        ("do not send it", "reject"),
        ("forget it", "reject"),
        ("not yet", "hold"),
        ("yes but change the subject to Lunch", "unclear"),
        ("hmm", "unclear"),
    ],
)
def test_approvals_take_a_plain_yes_or_no(text, meaning):
    assert read(text, (), "approval") == meaning


@pytest.mark.parametrize("text", ["none of these", "the first", "yes", "hm", "", "?", "2"])
@pytest.mark.parametrize("question", ["Is it red?", "Which one do you mean?", "What is it about?"])
def test_a_question_without_options_can_be_answered_with_anything(text, question):
    assert read(text, (), question=question) in {"none", "unclear", "text", "new"}
    assert (
        read_plainly(ReplyRequest(question=question, options=(), text=text, kind="clarification"))
        is None
    )


def test_what_needs_no_interpretation_is_read_plainly():
    def plainly(text, options=TOOLS, kind="clarification"):
        return read_plainly(ReplyRequest(question="Which?", options=options, text=text, kind=kind))

    assert plainly("the second one").option == "2"
    assert plainly("Asana").option == "2"
    assert plainly("yes", SURE).option == "1"
    assert plainly("ok", (), "approval").meaning == "accept"
    for vague in ("the one with boards", "asana I think, or not", "", "first?", "maybe 1"):
        assert plainly(vague) is None


LABELS = st.lists(
    st.text("abcdefghij klmnoprstu", min_size=3, max_size=14).map(str.strip).filter(bool),
    min_size=2,
    max_size=5,
    unique=True,
)


@given(LABELS, st.data())
def test_a_label_typed_as_given_chooses_it(labels, data):
    wanted = data.draw(st.sampled_from(range(len(labels))))
    assert read(labels[wanted], offered(*labels)) == str(wanted + 1)


@given(LABELS, st.data())
def test_number_k_chooses_option_k(labels, data):
    k = data.draw(st.integers(1, len(labels)))
    assert read(str(k), offered(*labels)) == str(k)


@given(st.text(max_size=60), st.sampled_from([TOOLS, PEOPLE, TIMES, SURE, PRICED]))
def test_only_offered_options_are_chosen(text, options):
    known = {option.id for option in options}
    assert read(text, options) in known | {"none", "new", "unclear"}


@given(st.text(max_size=60))
def test_an_approval_is_never_given_with_a_no_in_it(text):
    assert not plainly_agrees(f"{text} no")


REPLIES = st.sampled_from(
    ["asana", "the second", "none of them", "you decide", "not trello", "3", "basecmp", "yes"]
)


@given(REPLIES, st.sampled_from(["", ".", "!", " ."]), st.booleans())
def test_case_and_closing_punctuation_do_not_matter(text, ending, shouted):
    said = text.upper() if shouted else text
    assert read(said + ending) == read(text)


@given(st.permutations(range(3)), st.sampled_from(["asana", "trelo", "base camp", "not sure"]))
def test_a_name_means_the_same_wherever_its_option_stands(order, text):
    shuffled = tuple(TOOLS[i] for i in order)
    assert read(text, shuffled) == read(text)


def test_numbers_are_never_similar():
    assert not similar("1042", "1043")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("of course", "unclear"),
        ("but of course", "unclear"),
    ],
)
def test_what_is_said_after_a_choice_leaves_it_a_choice(said, meant):
    assert read(said, PEOPLE, question="Which John?") == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Doe, that chap and fellow client", "unclear"),
        ("Smith, the client chap", "unclear"),
        ("the chap who is a client", "unclear"),
    ],
)
def test_several_words_for_one_bear_a_strange_one_beside_them(said, meant):
    assert read(said, PEOPLE, question="Which John?") == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("smith, from engineering, or the client", "unclear"),
        ("smith, the client", "unclear"),
        ("smith, who is he?", "unclear"),
    ],
)
def test_who_somebody_is_may_follow_whom_is_named(said, meant):
    assert read(said, PEOPLE) == meant
