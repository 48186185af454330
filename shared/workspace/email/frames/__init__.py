"""Mail: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from shared.english import When, local
from shared.english.away import in_week
from shared.models.base import Json
from shared.understanding.changed_event import SLEEPS
from shared.understanding.drafts import GONE, KEPT, WISH
from shared.understanding.folding import fold
from shared.understanding.pointing import MAIL_KINDS, SENT_KINDS, kept_apart, pointed_reference
from shared.understanding.recipients import GETS
from shared.understanding.said import WHO, Said
from shared.understanding.shown_table import last_answer
from shared.understanding.steps import (
    ARCHIVE,
    ATTACHMENT,
    ATTACHMENTS,
    DELIVERY,
    LABEL,
    MARK_READ,
    READ,
    SNOOZE,
    STAR,
    THREAD,
    TRASH,
    UNANSWERED,
    counted_by,
    mail_of,
)
from shared.understanding.timeframes import find_timeframe
from shared.understanding.times import kept, when_of
from shared.understanding.work import Asked, Work
from shared.workspace.email.frames.drafts import (
    change_draft,
    discard_draft,
    list_drafts,
    read_draft,
    send_draft,
)
from shared.workspace.email.frames.meant import WHICH, mails_meant, one_mail, some_listed
from shared.workspace.email.frames.search import (
    NOT_READ,
    PLURAL,
    aimed,
    look_for,
    most_wanted,
    newest_meant,
    query_of,
)
from shared.workspace.email.frames.writing import (
    TO_ME,
    draft_mail,
    file_called,
    forward,
    reply,
    write_mail,
)

_FAR_BACK = 60
"""So many days back it is looked who of some people waits, unless it is said."""
_ONE = "e-?mail|mail|message|note|one"
_FILES = re.compile(
    r"attach|\b(?:files?|documents?|pdfs?|csv|xlsx?|docx?|pptx?|spreadsheets?|presentations?"
    r"|pictures?|photos?|images?|slides|deck)\b"
)
_ANSWERED = re.compile(
    r"(?:\w+,? )?(?:has|did)(?! any(?:one|body)\b) (?!i\b)(?:[\w'\u2019-]+ ){1,3}?"
    r"(?:(?:already|ever|yet) )?(?:answer|repl|respond|write back|(?:g[eo]t|c[ao]me) back"
    r"|(?:be|been) in touch)",
    re.IGNORECASE,
)
"""How it is asked whether somebody has answered: what they wrote then tells."""
_UNTIL = re.compile(r"(?:.*\b)?(?:(?:un)?til+|by) ", re.IGNORECASE)
_LABEL = frozenset({"as", "label", "tag", "labelled", "labeled", "tagged", "called", "named"})
"""What stands before a label's name: "as x", "the label x"."""
_PUT_ON = re.compile(r"\W*(?:(?:label|tag)\W+)?(?:on|onto)\b", re.IGNORECASE)
"""What stands behind a label that mail is given: "put the x label on it"."""
_OFF = r"remove|take|drop|strip|lose|rid of|off"
"""What takes a mark or a label away."""
_ITS_STAR = r"(?:(?:the|that|this|my|its|his|her|their) |['\u2019]s )(?:star|flag)s?"
_STAR_OFF = (
    r"unstar|unflag|no longer|(?:star|flag)\w*[^,;.]{0,30}\b(?:any ?more|any longer|no more)"
    r"|(?:remove|take|drop|clear|lose|delete|pull|strip|ditch|scrap|rid(?: \w+)? of)"
    r" (?:(?:off|out|away) )?(?:the |that |this |my |its |his |her |their )?(?:star|flag)s?"
    r"|(?:star|flag)s? (?:(?:can|should|to) )?(?:come |go )?(?:off|away|gone)\b"
    rf"|{_ITS_STAR}\b[^,;.]{{0,30}}\b(?:off|away|gone|remove\w*|drop\w*|go(?:es)?(?! (?:on|to)\b))"
    r"|(?:need|must|should|shall)s?(?: not|n['\u2019]t)(?: \w+){0,2} (?:star|flag)\w*"
    r"|(?:\w+n['\u2019]?t|not) (?:need|have|want|deserve) (?:(?:a|the|its|that|this) (?:star|flag)"
    r"|to be (?:starred|flagged))"
    r"|(?:has|have|had|carries) (?:still )?(?:a|the|its) (?:star|flag)\b.*"
    r"\b(?:remove|drop|clear|take|get rid|off|away)"
)
"""How it is said that a star comes off."""
_NOT_BINNED = (
    r"un-?sub(?:s|scribe)?|(?:off|from) (?:the|their|that|this|any|your) (?:\w+ )?list"
    r"|(?:and|then|please|also) block|block (?:them|him|her|it|this|that|the sender)"
    r"|stop (?:them|it)|report|(?:as|to|into) (?:spam|junk)|for (?:good|ever)|forever"
    r"|permanent(?:ly)?|irrevocably|empty|drafts?"
)
"""What is more than to move mail to the bin, or something else."""
_NOT_DELETED = (
    r"(?:do not|don['\u2019]?t|never|(?:must|should|may)(?: not|n['\u2019]?t))(?: be| ever)*"
    r" (?:delet\w+|bin|binned|trash\w*|throw\w*|chuck\w*|remov\w+)"
)
_LEFT = re.compile(r"\W*(?:\w+\W+){0,3}(?:leave|keep) (?:it|that|them|this|those)\b", re.IGNORECASE)
_STAYS = re.compile(
    r"\W*(?:(?!archive)\w+\W+){0,3}?(?:keep|leave|let|stays?)\b.* in (?:my |the )?inbox\b"
)
"""What is said of mail that is wanted in the inbox: "keep Ann's mail in the inbox"."""
_UNBINNED = r"(?:out|back)(?: of| from)? (?:the |my )?(?:bin|trash)|undelete|restore|recover"
_ELSEWHERE = r"\b(?:archived?|spam|junk|i (?:sent|wrote))\b"
"""What mail to be deleted may be called that is not in the inbox."""
_AND_ARCHIVED = re.compile(r"\b(?:can|could|should|must|may|to) be\b.* and (?:then )?archived\b")
"""What is to be done to the same mail besides: "it can be marked read and archived"."""
_INTO = frozenset({"in", "into", "to", "under", "the", "my"})
"""What stands before a label that mail is moved to, rather than given."""


def search_mail(work: Work) -> None:
    """Search the mailbox."""
    if work.said.has(KEPT):
        list_drafts(work)
        return
    look_for(work, most_wanted(work))


def read_mail(work: Work) -> None:
    """Read one mail; a list where several are meant."""
    said = work.said
    if said.has(KEPT):
        read_draft(work)
        return
    several = PLURAL.search(f"{said.rest} {said.joined('which')}") and not said.has("which")
    several = (
        several
        or said.has("count")
        or (not said.spans and said.says("mail|inbox|mailbox|messages"))
    )
    unread = re.search(NOT_READ, fold(said.text)) and not said.says(_ONE)
    several = (
        several or unread or (newest_meant(said.one("which")) > 1 and not work.known(MAIL_KINDS))
    )
    if several:
        search_mail(work)
        return
    work.add(READ, "Read the email", message_id=one_mail(work).ids[0])


def read_thread(work: Work) -> None:
    """Read a whole conversation."""
    work.add(THREAD, "Read the conversation", message_id=one_mail(work).ids[0])


def unanswered(work: Work) -> None:
    """Find who waits for an answer; or what somebody answered."""
    answered = work.said.has("person") and _ANSWERED.match(work.said.text)
    if answered or re.search(NOT_READ, work.said.rest):
        search_mail(work)
        return
    found = find_timeframe(work.said.joined("time"), work.now.date())
    query, days = "", None
    if work.said.has("person", "organisation", "topic"):
        query, days = query_of(work, work.said.held("person", "organisation", "topic")), _FAR_BACK
    if found and (first := work.when(past=True).first):
        days = max(1, (work.now.date() - first).days or 1)
    work.add(UNANSWERED, "Look for mail that waits for an answer", days=days, query=query)


def attachments(work: Work) -> None:
    """List or read what is attached to a mail."""
    said = work.said
    passed = said.says("send|forward|pass|share") and not said.says("did|what|which")
    if passed and (said.has(*GETS) or TO_ME.search(said.rest)):
        forward(work)
        return
    if not said.has("file") and _FILES.search(fold(said.text)) is None:
        read_mail(work)  # "open the second one", of mails with attachments
        return
    file, named = file_called(said.one("file"))
    reads = said.says(
        r"read|open|say|says|summari[sz]e|in it|inside|content|contents|what's in|look"
    )
    mail = one_mail(work, [span for span in said.spans if span.kind != "file"])
    if named or reads:
        kind = re.search(r"\b(?:pdf|csv|xlsx|docx|pptx)\b", said.text, re.IGNORECASE)
        name = file if named else f".{kind[0].casefold()}" if kind else ""
        work.add(ATTACHMENT, "Read the file", message_id=mail.ids[0], name=name)
    else:
        work.add(ATTACHMENTS, "List the files", message_id=mail.ids[0])


def delivery(work: Work) -> None:
    """Ask what became of a mail that was sent."""
    sent = work.known(SENT_KINDS) or work.known(MAIL_KINDS)
    described = work.said.has("person", "organisation", "topic", "time")
    if sent and not described:
        chosen = pointed_reference(work.said.one("which") or "it", sent, SENT_KINDS | MAIL_KINDS)
        work.add(DELIVERY, "See what became of it", message_id=(chosen or sent[0]).id)
        return
    found = look_for(work, 1, scope=("in:sent",), to=True)
    work.add(DELIVERY, "See what became of it", message_id=mail_of(found))


def archive(work: Work) -> None:
    """Take mails out of the inbox, or put them back; what is to stay in it never goes out."""
    if work.said.says(r"unarchive|back (?:in|to|into)") or _STAYS.match(work.said.rest):
        _change(work, LABEL, "Back to the inbox", add=["inbox"])
    else:
        _change(work, ARCHIVE, "Archive", scope="in:inbox", but=_without_kept(work))


def star(work: Work) -> None:
    """Star mails, or take the star off; what is called important gets that label."""
    if _becomes(work.said, "important"):
        _change(work, LABEL, "Label", add=["important"])
        return
    off = re.search(rf"\b(?:{_STAR_OFF})", fold(work.said.text)) is not None
    _change(work, STAR, "Remove the star" if off else "Star", starred=not off)


def mark_read(work: Work) -> None:
    """Mark mails as read or unread."""
    said = work.said
    if _becomes(said, "important"):
        _change(work, LABEL, "Label", add=["important"])
    aims = [fold(one.text) for one in said.spans if aimed(said, one)]
    back = "unread" in " ".join(aims[-1:]) or (
        said.says(r"unread|as new|not read") and not said.says("as read")
    )
    back = back and not said.says(_OFF)
    _change(
        work,
        MARK_READ,
        "Mark as unread" if back else "Mark as read",
        scope="" if back else "is:unread",
        read=not back,
    )


def _becomes(said: Said, what: str) -> bool:
    """Whether mail is to become what a flag says: "make that mail important"."""
    return any(what in fold(one.text) and aimed(said, one) for one in said.spans)


def label(work: Work) -> None:
    """Put labels on mails, or take them off."""
    said = work.said
    labels = [*said.held("label"), *(one for one in said.carried if one.kind == "label")]
    if not labels:
        raise Asked("Which label should it get?", "label")
    label = next((one for one in labels if said.before(one) in _LABEL), labels[-1])
    if not said.has("which"):  # what is called one besides only says which mail it is
        others = [one for one in said.spans if one.kind == "label" and one is not label]
        spans = (replace(one, kind="topic") if one in others else one for one in said.spans)
        work.said = replace(said, spans=tuple(spans))
    name = re.sub(
        r"^(?:the|my|a|an) |(?: (?:label|folder|tag))$", "", label.text, flags=re.IGNORECASE
    )
    if said.says(rf"{_OFF}|untag|unlabel"):
        _change(work, LABEL, "Remove the label", remove=[name])
    elif (
        said.says(r"move|file|put|sort|shift")
        and said.before(label) in _INTO
        and not _PUT_ON.match(said.text[label.end :])
    ):
        _change(work, LABEL, "Move", scope="in:inbox", add=[name], remove=["inbox"])
    else:
        _change(work, LABEL, "Label", add=[name])


def snooze(work: Work) -> None:
    """Take mails out of the inbox until later."""
    said = work.said
    times = kept(said, "newtime") or kept(said, "time")
    until = [one for one in times if _UNTIL.match(one.text)] or times
    so_far = SLEEPS.search(last_answer(work.request.context))
    before = work.read(so_far["until"]) if so_far and not said.has("topic", *WHO) else When()
    told = [replace(one, text=_UNTIL.sub("", one.text)) for one in until]
    if before.first:  # "better Tuesday" is of the week it was till
        today = work.now.date()
        told = [replace(one, text=in_week(one.text, before.first, today)) for one in told]
    when = when_of(work, told, before)
    same_day = when.spans and not when.day_named  # "half past seven" is of the day it was till
    first = (before.first if same_day else None) or when.first
    if first is None:
        raise Asked("Until when?", "time")
    at = when.at or before.at or work.profile.preferred.working_hours.start
    wakes = local(first, at)
    spans = (replace(one, kind="newtime") if one in times else one for one in said.spans)
    work.said = replace(said, spans=tuple(spans))
    _change(work, SNOOZE, "Snooze the email", until=wakes)


def delete(work: Work) -> None:
    """Move mails to the bin, or back out of it; say what else is not done."""
    said = work.said
    if said.has(GONE):
        discard_draft(work)
        return
    if said.says(_NOT_BINNED):
        raise Asked(
            "I can move mail to the bin, but not delete it for good, empty the bin, delete several "
            "drafts at once, report spam, unsubscribe or block senders. Say for example “delete "
            "all newsletters”."
        )
    if said.says(_NOT_DELETED) or _LEFT.match(said.text):
        raise Asked("Nothing is deleted. Say which mail should go to the bin.")
    if said.says(_UNBINNED):
        _change(work, LABEL, "Back to the inbox", scope="in:trash", add=["inbox"], remove=["trash"])
        return
    kept = _without_kept(work)
    elsewhere = said.has("label") or re.search(_ELSEWHERE, fold(said.text))
    _change(work, TRASH, "Move to the bin", scope="" if elsewhere else "in:inbox", but=kept)


def _without_kept(work: Work) -> bool:
    """Take out of a command what it says of mail that stays where it is; whether it tells any.

    What was listed is told by that.
    """
    said = work.said
    order, kept = (said.text, "") if some_listed(work) else kept_apart(said.text)
    spans = tuple(one for one in said.spans if one.end <= len(order))
    work.said = replace(said, text=order, spans=spans)
    return bool(kept)


def _change(
    work: Work, tool: str, reason: str, *, scope: str = "", but: bool = False, **arguments: Json
) -> None:
    """Change the mails meant; `but`: some are kept, which may be among all that a search finds."""
    meant = mails_meant(work, scope)
    every = len(meant.ids) == 1 and ".*." in meant.ids[0]
    if every and but:
        raise Asked(WHICH, "which")
    ids: Json = meant.ids[0] if every else list(meant.ids)
    counted = counted_by(work.count) if meant.whole else {}
    work.add(tool, reason, message_ids=ids, **arguments, **counted)
    if tool == MARK_READ and _AND_ARCHIVED.search(fold(work.said.text)):
        work.add(ARCHIVE, "Archive", message_ids=ids, **counted)


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "mail_search": search_mail,
    "mail_read": read_mail,
    "mail_thread": read_thread,
    "mail_unanswered": unanswered,
    "mail_attachment": attachments,
    "mail_delivery": delivery,
    "mail_send": write_mail,
    "mail_draft": lambda work: (change_draft if work.said.has(WISH) else draft_mail)(work),
    "mail_reply": reply,
    "mail_forward": forward,
    "mail_send_draft": send_draft,
    "mail_archive": archive,
    "mail_star": star,
    "mail_mark_read": mark_read,
    "mail_label": label,
    "mail_snooze": snooze,
    "mail_delete": delete,
}
"""How each task about mail is done."""
LISTED: Mapping[str, frozenset[str]] = dict.fromkeys(
    (
        "mail_read",
        "mail_thread",
        "mail_attachment",
        "mail_reply",
        "mail_forward",
        "mail_archive",
        "mail_star",
        "mail_mark_read",
        "mail_label",
        "mail_snooze",
        "mail_delete",
    ),
    MAIL_KINDS,
)
"""Tasks that may be about mails that were listed."""
