"""What was done, wanted once more of another: the order before with that in it."""

import pytest

from shared.understanding.likewise import Order, changed_likewise, likewise
from tests.support.marked import plain


def again(marked, before, task):
    text, spans = plain(marked)
    words, known = plain(before)
    found = likewise(text, spans, Order(task, words, known))
    if found is None:
        return ""
    assert all(found.text[one.start : one.end] == one.text for one in found.spans)
    assert [one.kind for one in found.spans] == [one.kind for one in known]
    return found.text


@pytest.mark.parametrize(
    ("task", "before", "marked", "text"),
    [
        (
            "slack_dm",
            "tell {person:Omar} that {body:the van leaves at 5}",
            "{person:Nina} as well please",
            "tell Nina that the van leaves at 5",
        ),
        (
            "cal_create",
            "meet {person:Omar} {time:tomorrow at 10}, call it Drives",
            "And the same again on {time:Tuesday}",
            "meet Omar Tuesday at 10, call it Drives",
        ),
        (
            "cal_create",
            "meet {person:Omar} {time:tomorrow at 10}",
            "same for {time:Tuesday at 3}",
            "meet Omar Tuesday at 3",
        ),
        (
            "cal_update",
            "{topic:walk} {time:next week}: {place:Room Tyne}",
            "{which:The one} {time:in two weeks} as well.",
            "walk in two weeks: Room Tyne",
        ),
        (
            "sheet_set",
            "Set Toledo's {field:status} to {value:Ready} in the {file:Alpha plan}",
            "Same for Monterrey",
            "Set Monterrey's status to Ready in the Alpha plan",
        ),
        (
            "mail_forward",
            "forward {person:Ann's} mail to {person:Tom}: {body:fyi}",
            "same thing to {person:mei wong} pls",
            "forward Ann's mail to mei wong: fyi",
        ),
        (
            "slack_dm",
            "slack {person:Bo} {body:the keys are here}",
            "n one to {person:al} too",
            "slack al the keys are here",
        ),
        (
            "contact_update",
            "make {person:Jo's} {field:title} {value:buyer}",
            "{person:Al} too",
            "make Al's title buyer",
        ),
    ],
)
def test_what_is_named_is_put_in_place_of_its_like(task, before, marked, text):
    assert again(marked, before, task) == text


@pytest.mark.parametrize(
    ("before", "marked", "topic", "text", "kinds"),
    [
        (
            "make it {duration:45 min}",
            "same change for the one with {person:Bo} pls",
            "review",
            "review, same change for the one with Bo pls. make it 45 min",
            ["topic", "person", "duration"],
        ),
        (
            "put {which:it} in {place:Room Tyne}",
            "{newtime:one week later} too",
            "sync",
            "sync one week after that: put    in Room Tyne",
            ["topic", "time", "place"],
        ),
        (
            "{topic:review}: {place:Room Tyne}",
            "same change for {topic:the fair}, {place:Tyne} as well",
            "review",
            "same change for the fair, Tyne as well.       : Room Tyne",
            ["topic", "place"],
        ),
        ("make it {duration:1h}", "same for {person:Bo}", "", "", []),
        ("take {person:Al} off {topic:it}", "same for {topic:the fair}", "", "", []),
    ],
)
def test_a_change_is_made_to_the_event_that_is_named(before, marked, topic, text, kinds):
    words, known = plain(before)
    said, spans = plain(marked)

    found = changed_likewise(said, spans, Order("cal_update", words, known), topic)

    assert (found.text if found else "") == text
    assert [one.kind for one in found.spans] == kinds if found else not kinds
    assert all(found.text[one.start : one.end] == one.text for one in found.spans) if found else 1


@pytest.mark.parametrize(
    ("task", "before", "marked"),
    [
        ("cal_create", "meet {person:Omar} {time:tomorrow at 10}", "{person:Nina} as well"),
        ("cal_update", "move {topic:it} to {newtime:3}", "{newtime:two days later} too"),
        (
            "cal_update",
            "{topic:walk} {time:Monday} at {newtime:3}",
            "the one {time:a week later} too",
        ),
        ("slack_dm", "tell {person:Omar} and {person:Al} {body:hi}", "{person:Nina} too"),
        ("slack_dm", "tell {person:Omar} {body:hi}", "{person:Nina} and {person:Bo} too"),
        ("slack_dm", "tell {person:Omar} {body:hi}", "ask {person:Nina} too"),
        ("slack_dm", "tell {person:Omar} {body:hi}", "and {person:Nina}"),
        ("mail_search", "mails of {person:Omar}", "{person:Nina} too"),
        ("sheet_set", "Set Toledo's {field:status} to {value:Ready}", "same for the Boston depot"),
    ],
)
def test_where_it_is_unclear_what_stands_for_what_nothing_is_ordered(task, before, marked):
    assert again(marked, before, task) == ""
