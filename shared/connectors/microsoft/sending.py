"""Sends mail exactly once: first a draft, whose id is noted, then that draft.

A draft can be asked about at any time: while it still is one it was not sent, and once it is not it
was. Each carries the id of the effect that made or sends it. So a draft whose id was lost is found,
and so is a mail among those sent, whose id need not be the one its draft had.
"""

from dataclasses import replace
from typing import Any

from shared.connectors.microsoft import attaching
from shared.connectors.microsoft.graph import (
    NAME,
    PREFER,
    Shape,
    Text,
    below,
    everything,
    made,
    made_by,
    mark_of,
    selected,
    shaped,
)
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.tools.effect import Effect, OutcomeUnknown
from shared.workspace.email.port import Address, AlongFile, MailFile, Outgoing, Sent

MESSAGE_CLASS = "String 0x001A"
"""The property that tells a report from a mail (PidTagMessageClass)."""
EXPAND_CLASS = f"singleValueExtendedProperties($filter=id eq '{MESSAGE_CLASS}')"
_FIELDS = ("id", "conversationId", "internetMessageId", "isDraft")
SENT_ALREADY = "That mail is not a draft: it has been sent already."
_LOST = f"{NAME} no longer has the draft of this mail, and does not show that it was sent."


class _Draft(Shape):
    id: str
    conversation_id: str
    internet_message_id: Text = ""
    is_draft: bool


async def send(rest: Rest, mail: Outgoing, effect: Effect) -> Sent:
    """Send a mail; raise OutcomeUnknown if an earlier attempt's draft cannot be found."""
    made_before = await _made_before(rest, effect)
    if made_before is not None and not made_before.is_draft:
        return _sent(made_before)
    draft = await _composed(rest, mail, effect, made_before)
    return await _sent_off(rest, draft)


async def keep(rest: Rest, mail: Outgoing, effect: Effect) -> _Draft:
    """Keep a draft; one that an earlier attempt made is completed."""
    made_before = await _made_before(rest, effect)
    if made_before is not None and not made_before.is_draft:
        return made_before  # and sent since, by the person
    return await _composed(rest, mail, effect, made_before)


async def update_draft(rest: Rest, draft_id: str, mail: Outgoing, effect: Effect) -> None:
    """Let a draft say what a mail does; its files are settled again in a second attempt."""
    there = [one for one in mail.attachments if _lies_in(draft_id, one)]
    new = tuple(one for one in mail.attachments if one not in there)
    attaching.check(mail.model_copy(update={"attachments": new}))
    if not (effect.again and await _made_before(rest, effect)):
        content = _content(mail) | {"singleValueExtendedProperties": mark_of(effect.id)}
        path = below("/me/messages", draft_id)
        await rest.change(Request("PATCH", path, json=content, headers=PREFER))
    await attaching.settle(rest, draft_id, mail)


async def send_draft(rest: Rest, draft_id: str, effect: Effect) -> Sent:
    """Send a draft that is there already."""
    try:
        found = await _read(rest, draft_id)
    except NotThere:
        if not effect.again:
            raise
        return _sent(await _found_sent(rest, effect))
    if found.is_draft:
        mark = {"singleValueExtendedProperties": mark_of(effect.id)}
        path = below("/me/messages", draft_id)
        await effect.note(found.id)
        await rest.read(Request("PATCH", path, json=mark, headers=PREFER))  # may be made twice
        return await _sent_off(rest, found)
    if effect.again:
        return _sent(found)
    raise ToolFailed(SENT_ALREADY, "params")


async def delete_draft(rest: Rest, draft_id: str, effect: Effect) -> None:
    """Delete a draft, which goes to the deleted items; in a second attempt it may be gone."""
    try:
        found = await _read(rest, draft_id)
    except NotThere:
        if effect.again:
            return
        raise
    if not found.is_draft:
        raise ToolFailed(SENT_ALREADY, "params")
    await rest.change(Request("DELETE", below("/me/messages", draft_id), headers=PREFER))


async def left_behind(rest: Rest, effect: Effect) -> str:
    """Return the id of the draft that an attempt has noted, if it still is one."""
    try:
        found = await _read(rest, effect.handle) if effect.handle else None
    except NotThere:
        return ""
    return found.id if found is not None and found.is_draft else ""


async def _found_sent(rest: Rest, effect: Effect) -> _Draft:
    """Return the mail that an earlier attempt sent, wherever sending has put it."""
    params = {**selected(_FIELDS), "$filter": made_by(effect.id)}
    request = Request("GET", "/me/mailFolders/sentitems/messages", params, headers=PREFER)
    found = [one for one in await everything(rest, request, _Draft) if not one.is_draft]
    if not found:
        raise OutcomeUnknown(_LOST)
    return found[0]


async def _made_before(rest: Rest, effect: Effect) -> _Draft | None:
    """Return what an earlier attempt made, by its id if that was noted and holds still."""
    if not effect.again:
        return None
    if effect.handle:
        try:
            return await _read(rest, effect.handle)
        except NotThere:
            return await _found_sent(rest, effect)
    params = {**selected(_FIELDS), "$filter": made_by(effect.id)}
    found = await everything(rest, Request("GET", "/me/messages", params, headers=PREFER), _Draft)
    return found[0] if found else None


async def _composed(rest: Rest, mail: Outgoing, effect: Effect, found: _Draft | None) -> _Draft:
    """Return a complete draft, its id noted."""
    attaching.check(mail)
    content = _content(mail) | {"singleValueExtendedProperties": mark_of(effect.id)}
    whole = not (mail.answers or mail.forwarded)
    if found is None:
        first = Request("POST", "/me/messages", json=content) if whole else _beginning(mail, effect)
        found = await _noted(rest, first, effect)
    elif not effect.handle:
        await effect.note(found.id)
    if not whole:
        request = Request("PATCH", below("/me/messages", found.id), json=content, headers=PREFER)
        found = made(_Draft, await rest.change(request))
    if mail.attachments or mail.forwarded:
        await attaching.settle(rest, found.id, mail)
    return found


async def _noted(rest: Rest, request: Request, effect: Effect) -> _Draft:
    begun = made(_Draft, await rest.change(replace(request, headers=PREFER)))
    await effect.note(begun.id)
    return begun


def _beginning(mail: Outgoing, effect: Effect) -> Request:
    """Return what makes a draft in the conversation, or one that has the files of another mail."""
    action = "createReply" if mail.answers else "createForward"
    path = below("/me/messages", mail.answers or mail.forwarded, action)
    mark = {"singleValueExtendedProperties": mark_of(effect.id)}
    return Request("POST", path, json={"Message": mark})


async def _read(rest: Rest, mail_id: str) -> _Draft:
    path = below("/me/messages", mail_id)
    return shaped(_Draft, await rest.read(Request("GET", path, selected(_FIELDS), headers=PREFER)))


async def _sent_off(rest: Rest, found: _Draft) -> Sent:
    path = below("/me/messages", found.id, "send")
    await rest.change(Request("POST", path, headers=PREFER))
    return _sent(found)


def _lies_in(draft_id: str, file: AlongFile) -> bool:
    return isinstance(file, MailFile) and file.mail_id == draft_id


def _sent(message: _Draft) -> Sent:
    return Sent(
        id=message.id,
        thread_id=message.conversation_id,
        message_id=message.internet_message_id,
    )


def _content(mail: Outgoing) -> dict[str, Any]:
    return {
        "subject": mail.subject,
        "body": {"contentType": "text", "content": mail.body},
        "toRecipients": _recipients(mail.to),
        "ccRecipients": _recipients(mail.cc),
        "bccRecipients": _recipients(mail.bcc),
    }


def _recipients(people: tuple[Address, ...]) -> list[dict[str, Any]]:
    return [
        {"emailAddress": {"address": person.email} | ({"name": person.name} if person.name else {})}
        for person in people
    ]
