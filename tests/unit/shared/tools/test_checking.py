"""What is wrong with an edited call, told without any account."""

from datetime import UTC, datetime

import pytest

from shared.models.profile import Profile
from shared.tools.checking import Edit, faults
from shared.workspace.registry import TOOLS

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
EVENT = {"title": "Lunch", "start": "2026-03-05T12:00", "end": "", "minutes": 30}
SEND = {"to": ["Tom <tom@x.com>"], "cc": [], "subject": "Hi", "body": "Hello"}
REPLY = {"message_id": "m1", "to": ["tom@x.com"], "body": "Fine"}
MOVE = {"event_id": "e1", "start": "2026-03-05T12:00"}
LABEL = {"message_ids": ["m1"], "add": ["todo"], "remove": []}
PLAN = {"kind": "upload", "file_id": "f1", "name": "plan.csv", "type": "text/csv", "size": 22}
POST = {"channel": "general", "text": "Hi"}


async def told(tool, shown, **given):
    return await faults(TOOLS[tool], Edit(shown, given, Profile(), NOW))


@pytest.mark.parametrize(
    ("tool", "shown", "given", "fields"),
    [
        ("calendar_create_event", EVENT, {"start": "banana"}, {"start"}),
        ("calendar_create_event", EVENT, {"minutes": 0}, {"minutes"}),
        ("calendar_create_event", EVENT, {"start": "2020-01-01T10:00"}, {"start"}),
        ("calendar_create_event", EVENT, {"title": "A", "end": "2026-03-01T10:00"}, {"end"}),
        ("calendar_update_event", MOVE, {"start": "soon"}, {"start"}),
        ("calendar_update_event", MOVE, {"add_attendees": ["a@b"]}, {"add_attendees"}),
        ("gmail_send_email", SEND, {"to": []}, {"to"}),
        ("gmail_send_email", SEND, {"body": ""}, {"body"}),
        ("gmail_reply_to_message", REPLY, {"body": " "}, {"body"}),
        ("gmail_reply_to_message", REPLY, {"to": ["@"]}, {"to"}),
        ("gmail_forward_message", {"message_id": "m1", "to": ["a@b.com"]}, {"body": ""}, {"body"}),
        ("gmail_send_draft", {"draft_id": "d1"}, {"body": ""}, {"body"}),
        ("gmail_snooze", {"message_ids": ["m1"], "until": "2026-03-05"}, {"until": "x"}, {"until"}),
        ("gmail_label", LABEL, {"add": []}, {"add"}),
        ("slack_post_message", POST, {"text": "  "}, {"text"}),
        ("slack_post_message", POST, {"text": ""}, {"text"}),
        ("slack_post_message", POST, {"shout": True, "text": ""}, {"shout"}),
        ("calendar_delete_event", {"event_id": "e1"}, {"scope": "all"}, {"scope"}),
    ],
)
async def test_what_cannot_be_is_told_by_its_field(tool, shown, given, fields):
    assert set(await told(tool, shown, **given)) == fields


@pytest.mark.parametrize(
    ("tool", "shown", "given"),
    [
        ("calendar_create_event", EVENT, {"start": "2026-03-06T12:00", "title": "Dinner"}),
        ("calendar_update_event", MOVE, {"start": "+PT30M", "end": "T15:00"}),
        ("gmail_send_email", SEND, {"to": ["Sarah"]}),
        ("gmail_send_email", SEND, {"to": "tom@x.com", "body": "Bye"}),
        ("gmail_send_email", SEND, {"attachments": [PLAN]}),
        ("gmail_label", LABEL, {"add": [], "remove": ["todo"]}),
        ("gmail_reply_to_message", REPLY, {"body": "Better"}),
        ("slack_post_message", POST, {"channel": "nowhere"}),
    ],
)
async def test_what_only_an_account_can_tell_is_let_through(tool, shown, given):
    assert await told(tool, shown, **given) == {}


async def test_what_does_not_go_together_is_told_of_the_edit_as_a_whole():
    given = {"start": "2026-03-06T12:00", "end": "2026-03-06T11:00"}
    shown = {**EVENT, "start": "2026-03-05T10:00"}

    assert await told("calendar_create_event", {**shown, "end": ""}, **given) != {}
    both = {"add": [], "remove": []}
    shown = {"message_ids": ["m1"], "add": ["a"], "remove": ["b"]}
    assert await told("gmail_label", shown, **both) == {"": "Which label?"}
