"""The tasks: what each is called when a person is asked which one they mean, and its service."""

from collections.abc import Mapping, Sequence

from shared.understanding.folding import word_set

IN_WORDS: Mapping[str, str] = {
    "mail_search": "look for mail",
    "mail_read": "open a mail",
    "mail_thread": "read a whole conversation",
    "mail_unanswered": "see who waits for your answer",
    "mail_attachment": "look at an attached file",
    "mail_delivery": "see whether a mail arrived",
    "mail_send": "send a mail",
    "mail_draft": "keep a draft",
    "mail_reply": "answer a mail",
    "mail_forward": "forward a mail",
    "mail_send_draft": "send a draft",
    "mail_archive": "archive mail",
    "mail_star": "star mail",
    "mail_mark_read": "mark mail as read or unread",
    "mail_label": "label mail",
    "mail_snooze": "snooze a mail",
    "mail_delete": "delete mail",
    "cal_list": "look in your calendar",
    "cal_create": "put something in your calendar",
    "cal_update": "change an event",
    "cal_cancel": "cancel an event",
    "cal_respond": "answer an invitation",
    "cal_availability": "see who is free",
    "cal_slots": "find a time that suits everybody",
    "cal_conflicts": "find events that overlap",
    "find": "look for it everywhere",
    "catch_up": "catch up on a topic",
    "unprepared": "see which meetings need preparing",
    "contact_find": "look somebody up",
    "contact_list_orgs": "list the companies of your contacts",
    "contact_add": "add a contact",
    "contact_update": "change a contact",
    "contact_delete": "delete a contact",
    "contact_validate": "check an address",
    "slack_channels": "list your channels",
    "slack_read": "read a channel",
    "slack_unread": "see unread messages",
    "slack_search": "search Slack",
    "slack_thread": "read a thread",
    "slack_summary": "sum up a channel",
    "slack_user": "look up a member of your Slack team",
    "slack_post": "post in a channel",
    "slack_dm": "send a direct message",
    "slack_mark_read": "mark a channel as read",
    "sheet_find": "find a spreadsheet",
    "sheet_read": "read a spreadsheet",
    "sheet_append": "add a row to a spreadsheet",
    "sheet_set": "change a cell of a spreadsheet",
    "sheet_remove": "take a row out of a spreadsheet",
    "page_find": "find a page",
    "page_read": "read a page",
    "page_write": "write a page",
}
CHANGING = word_set(
    """
    mail_send mail_draft mail_reply mail_forward mail_send_draft mail_archive mail_star
    mail_mark_read mail_label mail_snooze mail_delete cal_create cal_update cal_cancel cal_respond
    contact_add contact_update contact_delete slack_post slack_dm slack_mark_read sheet_append
    sheet_set sheet_remove page_write
    """
)
"""The tasks that change something; all others only read."""


DELETE_CONTACT = "contact_delete"
REMOVE_ROW = "sheet_remove"
SPANS_OF: Mapping[str, str] = {DELETE_CONTACT: "contact_update", REMOVE_ROW: "sheet_set"}
"""Tasks that the network has not learned, each with the one whose kinds of span it has."""
SERVICES = frozenset({"mail", "cal", "contact", "slack", "sheet", "page"})
"""What is read and changed for a person, as the names of tasks begin."""
Ranked = Sequence[tuple[str, float]]
"""Tasks a message may be for, and how likely each is, the one that it is read as first."""


def service_of(task: str) -> str:
    """Return the service that a task is for: "mail" of "mail_send"."""
    return task.partition("_")[0]


def with_first(task: str, share: float, ranked: Ranked, *, instead: bool = False) -> Ranked:
    """Return the tasks with one first, so likely; `instead` of what was, which is none then."""
    first = ranked[0][0]
    others = [one for one in ranked if one[0] != task and not (instead and one[0] == first)]
    return [(task, min(1.0, share)), *others, *([(first, 0.0)] if instead else [])]
