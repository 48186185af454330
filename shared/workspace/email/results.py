"""Mails as results of tools: what a search shows, what reading shows, and never too much."""

from typing import Any

from shared.workspace.email.port import Mail, MailThread, NotDone, Resorted

MAX_BODY_CHARACTERS = 20_000
MAX_THREAD_CHARACTERS = 100_000
MAX_THREAD_MAILS = 100
_MAX_SNIPPET, _MAX_PEOPLE, _MAX_SUBJECT = 300, 50, 500
_MAX_BRIEF = 120
REST_LEFT_OUT = "\n\n(The rest of this email is left out.)"


def listed(mail: Mail) -> dict[str, Any]:
    """Return a mail without its body."""
    shown = mail.model_dump(mode="json", exclude={"body", "sender", "references"})
    return {
        **shown,
        "from": mail.sender.model_dump(mode="json"),
        "to": shown["to"][:_MAX_PEOPLE],
        "cc": shown["cc"][:_MAX_PEOPLE],
        "subject": mail.subject[:_MAX_SUBJECT],
        "snippet": mail.snippet[:_MAX_SNIPPET],
    }


def brief(mail: Mail) -> dict[str, Any]:
    """Return as much of a mail as names it: of very many, no more can be kept."""
    return {
        "id": mail.id,
        "thread_id": mail.thread_id,
        "subject": mail.subject[:_MAX_BRIEF],
        "from": mail.sender.model_dump(mode="json"),
        "sent_at": mail.sent_at.isoformat(),
    }


def changed(one: Resorted) -> dict[str, Any]:
    """Return a mail that was put in order: how it is named, and what really changed."""
    return {
        "id": one.id,
        "subject": one.subject[:_MAX_BRIEF],
        "from": one.sender.model_dump(mode="json"),
        "before": list(one.before),
        "added": list(one.added),
        "removed": list(one.removed),
    }


def not_changed(one: NotDone) -> dict[str, Any]:
    """Return a mail that stays as it was, and why."""
    return {
        "id": one.id,
        "subject": one.subject[:_MAX_BRIEF],
        "from": one.sender.model_dump(mode="json"),
        "kind": one.kind,
        "why": one.why,
    }


def read(mail: Mail, most: int = MAX_BODY_CHARACTERS) -> dict[str, Any]:
    """Return a mail with its body, cut with a note when it is longer than that."""
    return {**listed(mail), "body": cut(mail.body, most)}


def cut(body: str, most: int) -> str:
    """Return a text, or its beginning and a note that there is more; never more than `most`."""
    if len(body) <= most:
        return body
    return f"{body[: max(0, most - len(REST_LEFT_OUT))]}{REST_LEFT_OUT}"[:most]


def conversation(thread: MailThread) -> dict[str, Any]:
    """Return a thread. The newest mails keep their bodies where all would be too much."""
    left = MAX_THREAD_CHARACTERS
    mails: list[dict[str, Any]] = []
    for mail in reversed(thread.mails[-MAX_THREAD_MAILS:]):
        shown = read(mail, min(left, MAX_BODY_CHARACTERS))
        left -= len(shown["body"])
        mails.append(shown)
    return {"id": thread.id, "subject": thread.subject[:_MAX_SUBJECT], "mails": mails[::-1]}
