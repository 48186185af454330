"""Mail on its way out: whatever goes wrong, a draft that is left of it is named."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from shared.errors import ToolFailed
from shared.tools.effect import Effect
from shared.tools.wording import one_line
from shared.workspace.email.port import Mailbox, Outgoing, Sent

_LEFT = "There is a draft “{subject}” in your drafts."


async def send(mailbox: Mailbox, mail: Outgoing, effect: Effect) -> Sent:
    """Send a mail."""
    return await _sent(mailbox, mail, effect, lambda noting: mailbox.send(mail, noting))


async def send_draft(mailbox: Mailbox, draft_id: str, mail: Outgoing, effect: Effect) -> Sent:
    """Send a draft that says what `mail` does."""
    return await _sent(mailbox, mail, effect, lambda noting: mailbox.send_draft(draft_id, noting))


async def _sent(
    mailbox: Mailbox, mail: Outgoing, effect: Effect, call: Callable[[Effect], Awaitable[Sent]]
) -> Sent:
    handle = effect.handle

    async def note(noted: str) -> None:
        nonlocal handle
        await effect.note(noted)
        handle = noted

    try:
        return await call(replace(effect, note=note))
    except ToolFailed as error:
        left = await _left(mailbox, mail, replace(effect, again=True, handle=handle))
        if left:
            subject = one_line(mail.subject) or "(no subject)"
            error.args = (f"{error} {_LEFT.format(subject=subject)}",)  # it stays what it is
            error.left = left
        raise


async def _left(mailbox: Mailbox, mail: Outgoing, effect: Effect) -> str:
    """Return the draft that is left; "" where there is none, or nobody can tell."""
    if not effect.handle:
        return ""
    try:
        return await mailbox.left_behind(mail, effect)
    except ToolFailed:
        return ""
