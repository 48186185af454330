"""Putting mail in order: archive, labels, stars, read marks, and later."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import AwareDatetime, Field

from shared.decisions.risk import Arguments
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.intent import Risk
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.parameters import Exact
from shared.tools.times import at, day_of, is_date, moment
from shared.tools.tool import Desk, Prepared
from shared.tools.wording import at_time, count, one_line, person
from shared.workspace.email.parameters import Archive, Label, MarkRead, Snooze, Star, Trash
from shared.workspace.email.port import Mailbox, Sorted
from shared.workspace.email.results import changed, not_changed
from shared.workspace.email.words import NO_SUBJECT, left_over

MANY_MAILS = 5
_SHOWN = 10
_NOT_ADDED = frozenset({"sent", "draft", "drafts", "trash", "spam"})
"""Labels that stand for something else than order: nothing is deleted by labelling it."""

Sorting = Archive | Trash | Label | Star | MarkRead


class ExactSnooze(Exact):
    """Mails, and the moment until which they are out of the inbox."""

    message_ids: tuple[str, ...] = Field(min_length=1)
    wakes_at: AwareDatetime
    matching: int = 0
    more: bool = False


def assess(arguments: Arguments, profile: Profile) -> Risk:
    """Return high for more than a handful of mails at once."""
    return "high" if len(mails_of(arguments, profile)) > MANY_MAILS else "low"


def mails_of(arguments: Arguments, _profile: Profile) -> tuple[str, ...]:
    """Return the ids of the mails that a call changes."""
    ids: Any = arguments.get("message_ids") or ()
    return (ids,) if isinstance(ids, str) else tuple(map(str, ids))


async def sort(desk: Desk, wanted: Sorting) -> Json:
    """Put mails in order as it is wished."""
    ids = _once(wanted.message_ids)
    became = await desk.workspace[Mailbox].label(ids, *_change(wanted), desk.effect)
    return outcome(became, wanted)


async def snooze(desk: Desk, exact: ExactSnooze) -> Json:
    """Take mails out of the inbox until later."""
    ids, until = _once(exact.message_ids), exact.wakes_at
    became = await desk.workspace[Mailbox].snooze(ids, until, desk.effect)
    return {**outcome(became, exact), "until": until.isoformat()}


async def prepare(desk: Desk, wanted: Sorting) -> Prepared:
    """Show what becomes of which mails."""
    match wanted:
        case Archive():
            return await _prepared(desk, wanted, "Archive")
        case Trash():
            return await _prepared(desk, wanted, "Move to the bin:")
        case Star():
            return await _prepared(
                desk, wanted, "Star" if wanted.starred else "Remove the star from"
            )
        case MarkRead():
            return await _prepared(desk, wanted, f"Mark as {'read' if wanted.read else 'unread'}:")
        case Label():
            add, remove = _change(wanted)
            named = (("Add", add), ("Remove", remove))
            fields = [(name, ", ".join(labels)) for name, labels in named if labels]
            filled = wanted.model_copy(update={"add": add, "remove": remove})
            return await _prepared(desk, filled, "Label", fields)


async def prepare_snooze(desk: Desk, wanted: Snooze) -> Prepared:
    """Show what leaves the inbox, and until when."""
    until = _until(desk, wanted.until)
    shown = at_time(until, desk.zone, desk.now)
    made = await _prepared(desk, wanted, "Snooze", [("Until", shown)])
    return Prepared({**made.arguments, "wakes_at": until.isoformat()}, made.card)


async def _prepared(
    desk: Desk, wanted: Sorting | Snooze, verb: str, fields: Iterable[tuple[str, str]] = ()
) -> Prepared:
    ids = _once(wanted.message_ids)
    lines = await _lines(desk.workspace[Mailbox], ids[:_SHOWN])
    more = [f"... and {len(ids) - _SHOWN:,} more"] if len(ids) > _SHOWN else []
    title = f"{verb} {count(len(ids), 'email')}"
    filled = wanted.model_copy(update={"message_ids": ids})
    left = left_over(wanted.matching - len(ids), more=wanted.more)
    card = Card(
        title=title,
        fields=tuple(fields),
        body="\n".join([*lines, *more]),
        warnings=(f"{left}: ask me again for the rest.",) if left else (),
    )
    return Prepared(filled.model_dump(mode="json"), card)


async def _lines(mailbox: Mailbox, ids: Iterable[str]) -> list[str]:
    """Return what mails are called, and of those that cannot be read why; raise if none can."""
    lines: list[str] = []
    failed: list[ToolFailed] = []
    for mail_id in ids:
        try:
            mail = await mailbox.get(mail_id)
        except ToolFailed as error:
            failed.append(error)
            lines.append(f"- (cannot be read: {error})")
        else:
            lines.append(f"- {one_line(mail.subject) or NO_SUBJECT} ({person(mail.sender)})")
    if failed and len(failed) == len(lines):
        raise failed[0]
    return lines


def outcome(became: Sorted, wanted: Sorting | ExactSnooze) -> dict[str, Json]:
    """Return item by item what was done, what was not and why, and how many more match."""
    named = len(became.done) + len(became.failed)
    return {
        "changed": len(became.done),
        "items": [changed(one) for one in became.done],
        "failed": [not_changed(one) for one in became.failed],
        "left": max(0, wanted.matching - named),
        "more": wanted.more,
    }


def _until(desk: Desk, text: str) -> datetime:
    """Return a local time in UTC; a date alone is the start of that working day."""
    until = moment(text, desk.zone)
    if is_date(text):
        until = at(day_of(text, desk.zone), desk.profile.preferred.working_hours.start, desk.zone)
    if until <= desk.now:
        raise ToolFailed("That time has passed already.", "params")
    return until


def _once(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _change(wanted: Sorting) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels that mails get, and those that they lose."""
    match wanted:
        case Archive():
            return (), ("inbox",)
        case Trash():
            return ("trash",), ("inbox",)
        case Star():
            return (("starred",), ()) if wanted.starred else ((), ("starred",))
        case MarkRead():
            return ((), ("unread",)) if wanted.read else (("unread",), ())
        case Label():
            add, remove = _labels(wanted.add), _labels(wanted.remove)
    if not (add or remove):
        raise ToolFailed("Which label?", "params")
    if refused := [one for one in add if one.casefold() in _NOT_ADDED]:
        raise ToolFailed(f"Emails cannot be labelled {', '.join(refused)}.", "params")
    return add, remove


def _labels(labels: Iterable[str]) -> tuple[str, ...]:
    known = (one_line(one) for one in labels)
    return tuple(dict.fromkeys(one for one in known if one))
