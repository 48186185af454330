"""The mail tools, as planners, decisions and people see them (names from spec 003)."""

from dataclasses import replace
from datetime import timedelta

from shared.decisions.risk import Arguments, Bulk, ToolRules, always, reads
from shared.tools.giving import given_in
from shared.tools.tool import Tool, stays
from shared.workspace.email import (
    drafts,
    outgoing,
    reading,
    responding,
    restoring,
    sorting,
    words,
    writing,
)
from shared.workspace.email import parameters as asked
from shared.workspace.email.exact import ExactDraft, ExactMail
from shared.workspace.email.queries import broader, widest

_KEPT = timedelta(minutes=15)
"""Spec 002: what a search found is kept for follow-up questions."""


def _draft_key(arguments: Arguments) -> str:
    """Return one key a draft: it is sent once, whoever asks for it."""
    return f"draft:{arguments.get('draft_id')}"


_LISTS_MAILS = ToolRules(
    reads,
    items="mails",
    item_kind="email",
    item_label="subject",
    describe=words.describe,
    broader=broader,
    widest=widest,
)
_WAITING = ToolRules(
    reads, items="mails", item_kind="email", item_label="subject", describe=words.describe
)
_ONE_MAIL = ToolRules(reads, item="mail", item_kind="email", item_label="subject")
_READS = ToolRules(reads)
_READS_TEXT = ToolRules(reads, digest=True)
_READS_FILE = ToolRules(reads, digest=True, about="message_id", about_kind="email")
_KEEPS = ToolRules(
    reads,
    item="draft",
    item_kind="draft",
    item_label="subject",
    item_text="body",
    changes=True,
    about="reply_to_message_id",
    about_kind="email",
)
_SENDS = ToolRules(
    outgoing.assess,
    item="sent",
    item_kind="email",
    item_label="subject",
    changes=True,
    bulk=Bulk("recipient", outgoing.MANY_RECIPIENTS, outgoing.recipients_of),
)
_SORTS = ToolRules(
    sorting.assess, changes=True, bulk=Bulk("mail", sorting.MANY_MAILS, sorting.mails_of)
)
_DELETES = replace(_SORTS, assess=always("high"))  # the bin is emptied by itself after a while
_DISCARDS = ToolRules(always("high"), changes=True)
_ANSWERS = ToolRules(
    outgoing.assess,
    item="sent",
    item_kind="sent",
    item_label="subject",
    changes=True,
    about="message_id",
    about_kind="email",
    bulk=_SENDS.bulk,
)

READING = (
    Tool(
        "gmail_search_messages",
        "Search mail; gives sender, subject, date and a snippet of each",
        asked.SearchMessages,
        _LISTS_MAILS,
        reading.search,
        words.found,
        suggest=words.after_search,
        keep=_KEPT,
    ),
    Tool(
        "gmail_get_message",
        "Read one mail with its text",
        asked.GetMessage,
        _ONE_MAIL,
        reading.get,
        words.one_mail,
        suggest=words.after_reading,
    ),
    Tool(
        "gmail_get_thread",
        "Read a whole conversation, to summarize it or see who said what",
        asked.GetThread,
        _READS_TEXT,
        reading.thread,
        words.conversation,
    ),
    Tool(
        "gmail_find_unanswered",
        "Find mails from people who still wait for an answer; no newsletters",
        asked.FindUnanswered,
        _WAITING,
        reading.find_unanswered,
        words.unanswered,
        suggest=words.after_search,
    ),
    Tool(
        "gmail_list_attachments",
        "List the files attached to a mail",
        asked.ListAttachments,
        _READS,
        reading.list_attachments,
        words.attachments,
    ),
    Tool(
        "gmail_read_attachment",
        "Read an attached file: text, CSV, JSON, HTML or Word",
        asked.ReadAttachment,
        _READS_FILE,
        reading.read_attachment,
        words.attachment,
        gives=given_in,
    ),
    Tool(
        "gmail_get_delivery_status",
        "Ask whether a sent mail was accepted or came back",
        asked.GetDeliveryStatus,
        _READS,
        reading.delivery,
        words.delivery,
    ),
)
WRITING = (
    Tool(
        "gmail_send_email",
        "Send a new mail; the person sees it first",
        asked.SendEmail,
        _SENDS,
        writing.send_email,
        words.sent,
        prepare=writing.prepare_email,
        exact=ExactMail,
        undo=stays(restoring.SENT),
    ),
    Tool(
        "gmail_create_draft",
        "Write a mail or a reply and keep it as a draft without sending it",
        asked.CreateDraft,
        _KEEPS,
        writing.create_draft,
        words.draft,
        prepare=writing.prepare_draft,
        exact=ExactMail,
        undo=restoring.undo_draft,
        suggest=words.after_draft,
    ),
    Tool(
        drafts.UPDATE_DRAFT,
        "Change a draft that was saved before: its text, its subject or whom it goes to",
        asked.UpdateDraft,
        _KEEPS,
        drafts.update_draft,
        words.changed_draft,
        prepare=drafts.prepare_update,
        check=outgoing.check,
        exact=ExactDraft,
        undo=drafts.undo_update,
        since=drafts.changed_since,
        told=words.told_change,
        suggest=words.after_draft,
    ),
    Tool(
        "gmail_discard_draft",
        "Delete a draft for good",
        asked.DiscardDraft,
        _DISCARDS,
        restoring.delete_draft,
        restoring.say_deleted,
        prepare=drafts.prepare_discard,
        exact=restoring.DeleteDraft,
        undo=stays(restoring.GONE),
    ),
    Tool(
        "gmail_send_draft",
        "Send a draft that was saved before",
        asked.SendDraft,
        _SENDS,
        writing.send_draft,
        words.sent,
        prepare=writing.prepare_send_draft,
        check=outgoing.check,
        exact=ExactDraft,
        undo=stays(restoring.SENT),
        effect_key=_draft_key,
    ),
    Tool(
        "gmail_reply_to_message",
        "Answer a mail, its sender alone or everybody on it; what it quotes is added",
        asked.ReplyToMessage,
        _ANSWERS,
        responding.respond,
        words.sent,
        prepare=responding.prepare_reply,
        check=outgoing.check,
        exact=ExactMail,
        undo=stays(restoring.SENT),
    ),
    Tool(
        "gmail_forward_message",
        "Pass a mail on to others with its attachments",
        asked.ForwardMessage,
        _ANSWERS,
        responding.respond,
        words.sent,
        prepare=responding.prepare_forward,
        check=outgoing.check,
        exact=ExactMail,
        undo=stays(restoring.SENT),
    ),
)
SORTING = (
    Tool(
        "gmail_archive",
        "Take mails out of the inbox",
        asked.Archive,
        _SORTS,
        sorting.sort,
        words.archived,
        prepare=sorting.prepare,
        undo=restoring.put_back,
    ),
    Tool(
        "gmail_trash",
        "Delete mails: move them to the bin",
        asked.Trash,
        _DELETES,
        sorting.sort,
        words.trashed,
        prepare=sorting.prepare,
        undo=restoring.put_back,
    ),
    Tool(
        "gmail_label",
        "Add labels to mails, or remove them",
        asked.Label,
        _SORTS,
        sorting.sort,
        words.labelled,
        prepare=sorting.prepare,
        undo=restoring.put_back,
    ),
    Tool(
        "gmail_star",
        "Star mails, or remove their star",
        asked.Star,
        _SORTS,
        sorting.sort,
        words.starred,
        prepare=sorting.prepare,
        undo=restoring.put_back,
    ),
    Tool(
        "gmail_mark_read",
        "Mark mails as read or unread",
        asked.MarkRead,
        _SORTS,
        sorting.sort,
        words.marked,
        prepare=sorting.prepare,
        undo=restoring.put_back,
    ),
    Tool(
        "gmail_snooze",
        "Take mails out of the inbox until a day or time",
        asked.Snooze,
        _SORTS,
        sorting.snooze,
        words.snoozed,
        prepare=sorting.prepare_snooze,
        exact=sorting.ExactSnooze,
        undo=restoring.put_back,
    ),
)
TOOLS = (*READING, *WRITING, *SORTING)
