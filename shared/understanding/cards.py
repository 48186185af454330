"""What a person says while a card is open: about the call it shows, or about something else."""

import re
from collections.abc import Mapping
from typing import Literal

from shared.models.reasoning import ReplyRequest
from shared.understanding.reader import Before, Reader
from shared.understanding.said import Said, pronoun, said_in
from shared.understanding.tasks import IN_WORDS

TASK_OF: Mapping[str, str] = {
    "gmail_send_email": "mail_send",
    "gmail_create_draft": "mail_draft",
    "gmail_update_draft": "mail_draft",
    "gmail_discard_draft": "mail_delete",
    "gmail_reply_to_message": "mail_reply",
    "gmail_forward_message": "mail_forward",
    "gmail_send_draft": "mail_send_draft",
    "gmail_archive": "mail_archive",
    "gmail_trash": "mail_delete",
    "gmail_star": "mail_star",
    "gmail_mark_read": "mail_mark_read",
    "gmail_snooze": "mail_snooze",
    "gmail_label": "mail_label",
    "calendar_create_event": "cal_create",
    "calendar_update_event": "cal_update",
    "calendar_delete_event": "cal_cancel",
    "calendar_respond_to_event": "cal_respond",
    "slack_post_message": "slack_post",
    "slack_send_direct_message": "slack_dm",
    "slack_mark_read": "slack_mark_read",
    "sheets_append_row": "sheet_append",
    "sheets_update_row": "sheet_set",
    "sheets_remove_row": "sheet_remove",
    "contacts_create": "contact_add",
    "contacts_update": "contact_update",
    "contacts_delete": "contact_delete",
    "pages_create": "page_write",
    "pages_append": "page_write",
    "pages_change": "page_write",
}
"""Which task a call does."""
_ALSO: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("mail_send", "mail_draft", "mail_reply", "mail_forward"),
        frozenset({"mail_send", "mail_draft", "mail_reply", "mail_forward"}),
    ),
    **dict.fromkeys(
        ("cal_create", "cal_update"),
        frozenset({"cal_create", "cal_update", "cal_slots", "cal_availability"}),
    ),
    **dict.fromkeys(("slack_post", "slack_dm"), frozenset({"slack_post", "slack_dm"})),
}
"""Tasks that a change of a call may be read as."""
AS_SHOWN = frozenset(
    {
        *("mail_archive", "mail_delete", "mail_star", "mail_mark_read"),
        *("cal_cancel", "contact_delete", "slack_mark_read", "sheet_remove"),
    }
)
"""Tasks that are done as they are shown, or not at all."""
_LIKELY = 0.5
"""The least probability, of all tasks that change the call, of a wish about it."""
_NOTHING_ELSE = 0.5
"""What is read as no task by itself is about what is shown."""
_ELSEWHERE = 0.85
"""So sure it has to be, by itself and after what is shown, that something else is wanted."""

_IN_PRIVATE = re.compile(
    r"\b(?:[dp]ms?|direct(?:ly)?|private(?:ly)?|only to|one to one)\b", re.IGNORECASE
)
"""How it is said that one person alone should read it."""
_SENTENCE = re.compile(r"[^.!?;]+")
_TOO = re.compile(r"\b(?:too(?! m)|also|as well|besides)\b", re.IGNORECASE)


def family_of(task: str) -> frozenset[str]:
    """Return the tasks that a change of a call of one may be read as, that one among them."""
    return _ALSO.get(task, frozenset({task}))


Over = Literal["wish", "new", "instead", ""]


def said_over(request: ReplyRequest, reader: Reader) -> tuple[Over, Said]:
    """Tell whether a reply says something of the call that is shown, or wants another thing.

    "instead": it orders what no change of the call comes to. "" where neither is clear.
    """
    task = TASK_OF.get(request.tool, "")
    family = family_of(task)
    before = Before(request.command, "card")
    shown, alone = reader.read(request.text, before), reader.read(request.text)
    about = max(family, key=shown.likely)
    said = said_in(reader.read_as(about, request.text, before)) if task else said_in(shown)
    likely = sum(map(shown.likely, family)) >= _LIKELY or alone.sure < _NOTHING_ELSE
    if task == "slack_post" and _in_private(said_in(alone)):
        return "instead", said
    if task and said.spans and likely:
        return "wish", said
    elsewhere = alone.task in IN_WORDS and alone.task not in family
    if elsewhere and alone.task == shown.task and min(alone.sure, shown.sure) >= _ELSEWHERE:
        return "new", said
    return "", said


def _in_private(said: Said) -> bool:
    """Whether a reply is an order to write to somebody alone, in place of a post for all."""
    parts = [one for one in _SENTENCE.finditer(said.text) if _IN_PRIVATE.search(one[0])]
    whom = [one.start for one in said.held("person") if not pronoun(one)]
    return (
        said.task == "slack_dm"
        and said.sure >= _LIKELY
        and any(part.start() <= at < part.end() for part in parts for at in whom)
        and not any(_TOO.search(one[0]) for one in parts)
    )
