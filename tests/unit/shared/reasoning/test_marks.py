"""What a model is told that the embedded reader marked, and what comes of its searches."""

from datetime import UTC, datetime

import pytest

from shared.models.intent import PlannedStep, Sought
from shared.models.reasoning import IntentRequest, PlanRequest
from shared.reasoning.marks import marks, seeking
from shared.understanding.marking import Span
from shared.understanding.said import Said

NOW = datetime(2026, 11, 27, 9, tzinfo=UTC)


def said(task, text, **spans):
    """Return a command as the reader has it; each span by its kind and words."""
    marked = [
        Span(kind, words, text.index(words), text.index(words) + len(words))
        for kind, each in spans.items()
        for words in ([each] if isinstance(each, str) else each)
    ]
    return Said(task, 0.95, text, tuple(sorted(marked, key=lambda one: one.start)))


def request(text):
    return IntentRequest(text=text, today="2026-11-27", now=NOW)


@pytest.mark.parametrize(
    ("task", "text", "spans", "told"),
    [
        (
            "mail_reply",
            "Answer Bo on his laptop: I take the small one",
            {"person": "Bo", "topic": "laptop", "body": "I take the small one"},
            'Marked: person "Bo"; topic "laptop"; body "I take the small one"',
        ),
        (
            "cal_create",
            "Block Friday of the week after next from 9 to 12 for half an hour",
            {
                "time": ["Friday of the week after next", "from 9 to 12"],
                "duration": "half an hour",
            },
            (
                'Marked: time "Friday of the week after next", "from 9 to 12"'
                ' = 2026-12-11T09:00 to 2026-12-11T12:00; duration "half an hour" = 30 minutes'
            ),
        ),
        ("cal_list", "What is on next week", {"time": "next week"}, "2026-11-30 to 2026-12-06"),
        ("cal_list", "What is on tomorrow", {"time": "tomorrow"}, "= 2026-11-28"),
        ("cal_create", "Run every Monday at 7", {"time": "every Monday at 7"}, "FREQ=WEEKLY"),
        ("cal_update", "Make it at five", {"newtime": "at five"}, 'newtime "at five" = 17:00'),
        ("mail_search", "Mail of Tuesday", {"time": "of Tuesday"}, "2026-11-24"),
        ("cal_list", "What is on blursday", {"time": "blursday"}, 'Marked: time "blursday"'),
        ("mail_search", "Show me mail", {}, ""),
    ],
)
def test_what_is_marked_is_told_with_its_dates(task, text, spans, told):
    assert told in marks([said(task, text, **spans)], request(text))


def test_a_command_of_an_agent_is_marked_as_a_message_is():
    command = PlanRequest(
        agent="calendar", command="What is on tomorrow", today="2026-11-27", now=NOW, tools=()
    )
    told = marks([said("cal_list", command.command, time="tomorrow")], command)
    assert told == 'Marked: time "tomorrow" = 2026-11-28'


def test_several_commands_are_each_told_by_their_words():
    first = said("mail_star", "star Bo's mail", person="Bo")
    second = said("cal_list", "what is on tomorrow", time="tomorrow")
    assert marks([first, second], request("both")).splitlines() == [
        'Marked in "star Bo\'s mail": person "Bo"',
        'Marked in "what is on tomorrow": time "tomorrow" = 2026-11-28',
    ]


REPLY = said(
    "mail_reply", "Answer Bo on his laptop mail: yes", person="Bo", topic="laptop", body="yes"
)
SEARCH = PlannedStep(tool="gmail_search_messages", arguments={"query": "from:bo", "limit": 1})
ANSWER = PlannedStep(
    tool="gmail_reply_to_message", arguments={"message_id": "{1.mails.0.id}", "body": "Yes."}
)


def test_words_tell_which_of_the_things_found_is_taken():
    found, answer = seeking([SEARCH, ANSWER], [REPLY])
    assert found.arguments == {"query": "from:bo"}
    assert found.sought is not None
    assert (found.sought.first, "laptop" in found.sought.words) == (True, True)
    assert "yes" not in found.sought.words
    assert answer == ANSWER


def test_one_of_several_is_not_taken_at_random():
    several = SEARCH.model_copy(update={"arguments": {"query": "from:bo"}})
    found, _ = seeking([several, ANSWER], [REPLY])
    assert found.sought == Sought(words=REPLY.describing, first=False)


def test_a_list_that_is_the_answer_stays_as_it_is_asked_for():
    assert seeking([SEARCH], [REPLY]) == (SEARCH,)


def test_all_that_is_found_needs_no_words():
    every = PlannedStep(tool="gmail_star", arguments={"message_ids": ["{1.mails.*.id}"]})
    assert seeking([SEARCH, every], [REPLY]) == (SEARCH, every)


def test_without_a_reader_a_plan_stays_as_it_is():
    assert seeking([SEARCH, ANSWER], []) == (SEARCH, ANSWER)


def test_the_words_of_the_same_service_tell():
    other = said("cal_list", "what is on tomorrow", time="tomorrow")
    found, _ = seeking([SEARCH, ANSWER], [other, REPLY])
    assert found.sought is not None
    assert "tomorrow" not in found.sought.words


@pytest.mark.parametrize(
    ("filled", "kept"),
    [
        ({"relation": "colleague", "organization": "company.com", "limit": 1}, {}),
        ({"organization": "Bo's firm"}, {}),
        ({"organization": "Globex"}, {"organization": "Globex"}),
    ],
)
def test_somebody_is_looked_up_by_what_was_said_of_them(filled, kept):
    message = said("contact_find", "the number of Ann at Globex", person="Ann")
    step = PlannedStep(tool="contacts_search", arguments={"name": "Ann", **filled})
    [found] = seeking([step], [message])
    assert found.arguments == {"name": "Ann", **kept}


def test_a_search_for_a_company_keeps_what_it_has():
    message = said("contact_find", "who do we know at Globex", organisation="Globex")
    step = PlannedStep(tool="contacts_search", arguments={"organization": "Globex", "limit": 5})
    assert seeking([step], [message]) == (step,)
