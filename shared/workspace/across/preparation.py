"""What is still to be done before a meeting, decided from the event and the mail about it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from shared.models.profile import Profile
from shared.tools.wording import one_line, person
from shared.workspace.across.topics import touches
from shared.workspace.calendar.port import Event
from shared.workspace.calendar.wording import others
from shared.workspace.email.port import Mail, MailThread

_LINK = re.compile(r"(?<!\S)\S+://\S+|(?<![\w-])(?<![\w-]\.)[\w-]+(?:\.[\w-]+)+/\S*")
_CALL_LINE = re.compile(
    r"^.*\b(?:join|meeting id|passcode|password|dial|pin|one tap|phone|zoom|google meet|"
    r"microsoft teams|conference)\b.*$",
    re.IGNORECASE | re.MULTILINE,
)
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST_LETTERS = 10
_MOST_MAILS = 3


def has_agenda(notes: str) -> bool:
    """Return whether notes say more than how to join the call."""
    said = _LINK.sub("", _CALL_LINE.sub("", notes))
    return len(_LETTER.findall(said)) >= _FEWEST_LETTERS


def to_prepare(events: Iterable[Event], profile: Profile) -> list[Event]:
    """Return the meetings with others that the person has not declined."""
    return [
        event
        for event in events
        if others(event.attendees, profile) and not event.all_day and event.response != "declined"
    ]


def about(event: Event, mails: Iterable[Mail], profile: Profile) -> list[Mail]:
    """Return the mails of its attendees that its title touches, newest first, one a thread."""
    invited = {one.email.casefold() for one in others(event.attendees, profile)}
    newest: dict[str, Mail] = {}
    for mail in sorted(mails, key=lambda one: one.sent_at, reverse=True):
        if mail.sender.email.casefold() in invited and touches(event.title, mail):
            newest.setdefault(mail.thread_id, mail)
    return list(islice(newest.values(), _MOST_MAILS))


def waits(thread: MailThread, profile: Profile) -> bool:
    """Return whether a conversation waits for the person: somebody else wrote last."""
    return bool(thread.mails) and not profile.own(thread.mails[-1].sender.email)


def reasons(event: Event, mails: Sequence[Mail], waiting: Mapping[str, bool]) -> list[str]:
    """Return why a meeting is not prepared, in words; `waiting` says it of each thread's id."""
    found = [] if has_agenda(event.notes) else ["it has no agenda"]
    if not event.mine and event.response == "none":
        found.append("you have not answered the invitation")
    for mail in mails:
        what = f'email from {person(mail.sender)}: "{one_line(mail.subject, 80)}"'
        if "unread" in mail.labels:
            found.append(f"unread {what}")
        elif waiting.get(mail.thread_id):
            found.append(f"unanswered {what}")
    return found
