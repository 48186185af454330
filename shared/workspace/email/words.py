"""What the mail tools' results are called when a person reads them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, cast

from shared.decisions.links import without_links
from shared.models.base import Json
from shared.tools.tool import Said
from shared.tools.wording import (
    MAX_LISTED,
    at_time,
    count,
    field,
    listed,
    one_line,
    people,
    person,
    short_day,
)
from shared.workspace.email.files import said_size
from shared.workspace.email.queries import asked

MAX_SHOWN_CHARACTERS = 4000
NO_SUBJECT = "(no subject)"


def describe(mail: Mapping[str, Any], today: date) -> str:
    """Tell one mail from others: "Sarah Chen, Nov 12"."""
    now = datetime(today.year, today.month, today.day, tzinfo=UTC)
    return f"{_sender(mail)}, {short_day(str(mail.get('sent_at') or ''), UTC, now)}"


def found(said: Said) -> str:
    """Word a search."""
    mails = _items(said, "mails")
    wanted = asked(str(said.arguments.get("query") or ""))
    about = f" about {wanted.topic}" if wanted.topic else ""
    if not mails:
        whom = f" from {wanted.sender}" if wanted.sender else ""
        whom += f" to {wanted.recipient}" if wanted.recipient else ""
        return (
            f"I found no emails{whom}{about}. "
            "You could try other words, a longer time, or the sender's full address."
        )
    total = max(int(field(said.result, "total") or 0), len(mails))
    at_least = bool(field(said.result, "at_least"))
    every = total == len(mails)
    sender = _common_sender(mails) if not wanted.sent and (every or wanted.sender) else None
    opening = f"I found {'at least ' if at_least else ''}{count(total, 'email')}"
    if wanted.sent:
        opening += f" you sent{f' to {wanted.recipient}' if wanted.recipient else ''}"
    elif sender:
        opening += f" from {sender}"
    lines = [_line(mail, said, named=sender is None and not wanted.sent) for mail in mails]
    return f"{opening}{about}:\n{listed(lines, total, at_least=at_least)}"


def one_mail(said: Said) -> str:
    """Word a mail with its text."""
    mail = cast("dict[str, Any]", field(said.result, "mail") or {})
    if not mail:
        return "That email could not be read."
    files = ", ".join(one_line(field(one, "name")) for one in mail.get("attachments") or ())
    to, cc = people(mail.get("to") or ()), people(mail.get("cc") or ())
    head = [
        f"**{_subject(mail)}**",
        f"From: {_sender(mail)}",
        *([f"To: {to}"] if to else []),
        *([f"Cc: {cc}"] if cc else []),
        f"Date: {_day(mail, said)}",
        *([f"Attachments: {files}"] if files else []),
    ]
    body = str(mail.get("body") or mail.get("snippet") or "").strip()
    return "\n".join(head) + f"\n\n{_shown(body)}"


def conversation(said: Said) -> str:
    """Word a thread: who wrote when, and how each mail begins."""
    thread = field(said.result, "thread")
    mails = cast("list[dict[str, Any]]", field(thread, "mails") or [])
    lines = [
        f"{number}. **{_sender(mail)}** ({_day(mail, said)}): "
        f"{one_line(mail.get('snippet') or mail.get('body'), 200)}"
        for number, mail in enumerate(mails, 1)
    ]
    subject = one_line(field(thread, "subject")) or NO_SUBJECT
    return "\n".join([f"**{subject}** ({count(len(mails), 'email')}):", *lines])


def unanswered(said: Said) -> str:
    """Word the mails that wait for an answer."""
    mails = _items(said, "mails")
    within = f"the last {count(int(said.arguments.get('days') or 7), 'day')}"
    if not mails:
        return f"No email from {within} is waiting for your answer."
    total = max(int(field(said.result, "total") or 0), len(mails))
    waiting = "is waiting" if total == 1 else "are waiting"
    lines = [_line(mail, said, named=True) for mail in mails]
    return f"{count(total, 'email')} from {within} {waiting} for your answer:\n" + listed(
        lines, total
    )


def attachments(said: Said) -> str:
    """Word a mail's files."""
    subject = one_line(field(field(said.result, "mail"), "subject")) or NO_SUBJECT
    files = _items(said, "attachments")
    if not files:
        return f"**{subject}** has no attachments."
    lines = [f"**{one_line(file.get('name'))}**{_size(file)}" for file in files]
    opening = f"**{subject}** has {count(len(files), 'attachment')}:"
    return f"{opening}\n{listed(lines, len(files))}"


def attachment(said: Said) -> str:
    """Word a file: its text, or why there is none."""
    file = cast("dict[str, Any]", field(said.result, "attachment") or {})
    name = f"**{one_line(file.get('name'))}**{_size(file)}"
    text = str(file.get("text") or "").strip()
    return f"{name}:\n\n{_shown(text)}" if text else f"{name}: {one_line(file.get('why'))}"


def sent(said: Said) -> str:
    """Word a mail that went out; nobody knows yet whether it arrived."""
    mail = field(said.result, "sent")
    to = people([*(field(mail, "to") or ()), *(field(mail, "cc") or ())])
    subject = one_line(field(mail, "subject")) or NO_SUBJECT
    return f"Sent{f' to {to}' if to else ''}: **{subject}**. It was accepted for delivery."


def draft(said: Said) -> str:
    """Word a draft with its text, which is not sent yet."""
    return _kept(said, "I saved a draft{to}")


def changed_draft(said: Said) -> str:
    """Word a draft as it is now."""
    return _kept(said, "The draft{to} now says")


def told_change(said: Said) -> str:
    """Name the change of a draft."""
    to = people(field(field(said.result, "draft"), "to") or ())
    return f"Changed the draft{f' to {to}' if to else ''}"


def delivery(said: Said) -> str:
    """Word what is known of a sent mail."""
    known = field(said.result, "delivery")
    detail = one_line(field(known, "detail"))
    match field(known, "status"):
        case "bounced":
            whom = people(field(known, "bounced") or ())
            text = f"It came back{f' from {whom}' if whom else ''}."
        case "accepted":
            text = "It was accepted for delivery, and nothing has come back so far."
        case _:
            text = "I can't tell what became of it."
    return f"{text} {detail}".strip()


def archived(said: Said) -> str:
    """Word what left the inbox."""
    return _sorted(said, "Archived")


def trashed(said: Said) -> str:
    """Word what is in the bin now."""
    return _sorted(said, "Moved", " to the bin")


def labelled(said: Said) -> str:
    """Word which labels came and went."""
    parts = [
        f"{verb} **{', '.join(one_line(label) for label in _labels(said, key))}**"
        for verb, key in (("added", "add"), ("removed", "remove"))
        if _labels(said, key)
    ]
    what = " and ".join(parts)
    return _sorted(said, f"{what[:1].upper()}{what[1:]} on")


def starred(said: Said) -> str:
    """Word which stars came or went."""
    gone = said.arguments.get("starred") is False
    return _sorted(said, "Removed the star from" if gone else "Starred")


def marked(said: Said) -> str:
    """Word what is read or unread now."""
    state = "unread" if said.arguments.get("read") is False else "read"
    return _sorted(said, "Marked", f" as {state}")


def snoozed(said: Said) -> str:
    """Word until when mails are out of the inbox."""
    until = str(field(said.result, "until"))
    return _sorted(said, "Snoozed", f" until {at_time(until, said.zone, said.now)}")


def left_over(left: int, *, more: bool) -> str:
    """Return how many matches there are besides; "" when none."""
    if left > 0:
        match = "matches" if left == 1 else "match"
        return f"{'At least ' if more else ''}{left:,} more {match}"
    return "More may match" if more else ""


def after_search(said: Said) -> tuple[str, ...]:
    """Go on from a list of mails."""
    mails = _items(said, "mails")
    if not mails:
        return ()
    more = ("Show me the second one",) if len(mails) > 1 else ()
    return ("Show me the first one", *more, "Reply to the first one")


def after_reading(said: Said) -> tuple[str, ...]:
    """Go on from one mail."""
    mail = field(said.result, "mail")
    files = ("Show me its attachments",) if field(mail, "attachments") else ()
    return ("Reply to it", *files, "Archive it")


def after_draft(_said: Said) -> tuple[str, ...]:
    """Go on from a draft."""
    return ("Send it",)


def _kept(said: Said, opening: str) -> str:
    kept = field(said.result, "draft")
    to, copied = people(field(kept, "to") or ()), people(field(kept, "cc") or ())
    subject = one_line(field(kept, "subject")) or NO_SUBJECT
    body = _shown(str(field(kept, "body") or "").strip())
    whom = f"{f' to {to}' if to else ''}{f' (Cc {copied})' if copied else ''}"
    return f"{opening.format(to=whom)}: **{subject}**\n\n{body}"


def _items(said: Said, name: str) -> list[dict[str, Any]]:
    return list(field(said.result, name) or ())


def _line(mail: dict[str, Any], said: Said, *, named: bool) -> str:
    sender = f", {_sender(mail)}" if named else ""
    unread = ", unread" if "unread" in (mail.get("labels") or ()) else ""
    return f"**{_subject(mail)}**{sender} ({_day(mail, said)}{unread})"


def _common_sender(mails: list[dict[str, Any]]) -> str | None:
    addresses = {str(field(mail.get("from"), "email")).casefold() for mail in mails}
    return _sender(mails[0]) if len(addresses) == 1 else None


def _sender(mail: Mapping[str, Any]) -> str:
    return person(mail.get("from")) or "unknown sender"


def _subject(mail: Mapping[str, Any]) -> str:
    return one_line(mail.get("subject")) or NO_SUBJECT


def _day(mail: Mapping[str, Any], said: Said) -> str:
    return short_day(str(mail.get("sent_at") or ""), said.zone, said.now)


def _shown(text: str) -> str:
    if len(text) <= MAX_SHOWN_CHARACTERS:
        return without_links(text)
    return f"{without_links(text[:MAX_SHOWN_CHARACTERS])}\n\n(The rest is left out.)"


def _size(file: Mapping[str, Any]) -> str:
    return said_size(int(file.get("size") or 0))


def _sorted(said: Said, verb: str, state: str = "") -> str:
    """Name what was done, what was not and why, and how many more there are."""
    done, failed = _items(said, "items"), _items(said, "failed")
    changed = max(len(done), int(field(said.result, "changed") or 0))
    if len(done) == 1 and not failed:
        text = f"{verb} {_named(done[0])}{state}."
    else:
        of = f" of {changed + len(failed):,}" if failed else ""
        noun = count(changed + len(failed) if failed else changed, "email").partition(" ")[2]
        text = f"{verb} {changed:,}{of} {noun}{state}"
        names = listed([_named(one) for one in done], changed) if done else ""
        text += f":\n{names}" if names else "."
    rest = left_over(int(field(said.result, "left") or 0), more=bool(field(said.result, "more")))
    paragraphs = [text, _undone(failed), f"{rest}: ask me again for the rest." if rest else ""]
    return "\n\n".join(filter(None, paragraphs))


def _undone(failed: list[dict[str, Any]]) -> str:
    """Return what was not done, those with the same reason together."""
    by_reason: dict[str, list[dict[str, Any]]] = {}
    for one in failed:
        by_reason.setdefault(one_line(one.get("why")), []).append(one)
    lines: list[str] = []
    for why, some in by_reason.items():
        known = [_named(one) for one in some if _known(one)][:MAX_LISTED]
        left = len(some) - len(known)
        rest = [count(left, "other email" if known else "email")] if left else []
        lines.append(f"- {', '.join((*known, *rest))}: {why}")
    return "\n".join(["Not done:", *lines]) if lines else ""


def _named(mail: Mapping[str, Any]) -> str:
    return f"**{_subject(mail)}** from {_sender(mail)}"


def _known(mail: Mapping[str, Any]) -> bool:
    return bool(mail.get("subject") or person(mail.get("from")))


def _labels(said: Said, key: str) -> list[str]:
    value: Json = said.arguments.get(key)
    return [value] if isinstance(value, str) and value else list(value or ())
