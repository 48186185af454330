"""What was changed, wanted once more of another event."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange
from shared.understanding.followed import follow
from tests.support.marked import plain
from tests.support.readings import ReadBefore


def again(marked, before, task="cal_update"):
    """Return what is read of a message, as which kinds, after an order that was done."""
    reader = ReadBefore({before: (task, 0.9), marked: ("other", 0.5)}, {marked: (task, 0.9)})
    said = (Exchange(role="user", text=plain(before)[0]), Exchange(role="assistant", text="Done."))
    found = follow(plain(marked)[0], ConversationContext(exchanges=said), reader)
    assert all(found.text[one.start : one.end] == one.text for one in found.spans)
    return found.text, [(one.kind, one.text) for one in found.spans]


@pytest.mark.parametrize(
    ("before", "marked", "text", "spans"),
    [
        (
            "make {topic:it} {duration:45 min}",
            "same change for the one with {person:Bo} pls",
            "same change for the one with Bo pls. make    45 min",
            [("topic", "Bo"), ("duration", "45 min")],
        ),
        (
            "move {topic:the review} to {newtime:Friday}",
            "{topic:the fair} as well",
            "the fair as well. move            to Friday",
            [("topic", "the fair"), ("newtime", "Friday")],
        ),
        (
            "{topic:review}: {place:Room Tyne}",
            "same for {topic:the fair}, but {place:Room Wear}",
            "same for the fair, but Room Wear.       :          ",
            [("topic", "the fair"), ("place", "Room Wear")],
        ),
        ("move {topic:it} to {newtime:3}", "{newtime:two days later} too", "", []),
    ],
)
def test_a_change_is_made_to_the_event_that_is_named_too(before, marked, text, spans):
    assert again(marked, before) == (text or plain(marked)[0], spans)


def test_who_is_named_besides_is_one_more_who_comes():
    before, marked = "add {person:Al} to {topic:the fair}", "{person:Bo} as well"

    assert again(marked, before)[1] == [("person", "Bo")]
