"""A call as the revision network reads it: what is shown of it, in one line."""

from datetime import datetime, timedelta
from typing import NamedTuple

from shared.models.people import text_of
from shared.reasoning.embedded.revising.call import TEXTS, TITLES, Call
from shared.reasoning.embedded.revising.cells import cells_of
from shared.reasoning.embedded.revising.texts import letter_of

_LEADS = {
    "gmail_send_email": "mail to",
    "gmail_create_draft": "draft to",
    "gmail_update_draft": "draft to",
    "gmail_send_draft": "draft to",
    "gmail_reply_to_message": "reply to",
    "gmail_forward_message": "forward of",
    "slack_post_message": "post in",
    "slack_send_direct_message": "message to",
    "calendar_create_event": "event",
    "calendar_update_event": "move",
    "contacts_create": "contact",
    "contacts_update": "contact",
    "sheets_append_row": "row in",
    "sheets_update_row": "cell",
    "pages_create": "page",
    "pages_append": "page",
}
"""How it begins what is shown of each call, as the network learned it."""


class Card(NamedTuple):
    """What is shown of a call, and where in it the text begins that is the argument `name`."""

    shown: str
    name: str
    at: int


def card_of(tool: str, call: Call) -> Card | None:
    """Return a call as the network reads it; None for one it has not learned."""
    lead = _LEADS.get(tool)
    if lead is None:
        return None
    parts = {
        "event": _event,
        "move": _event,
        "contact": _contact,
        "row in": _row,
        "cell": _row,
    }.get(lead, _letter)(lead, call)
    name = call.first(TEXTS) if parts.get("text") is not None else ""
    text = parts.pop("text", "")
    told = " | ".join(f"{key}: {value or '-'}" for key, value in parts.items())
    if not name:
        return Card(told, "", 0)
    told += f" | {'adds' if lead == 'page' else 'text'}: "
    return Card(f"{told}{text}".replace("\n", " "), name, len(told))


def _letter(lead: str, call: Call) -> dict[str, str]:
    whole = call.text(call.first(TEXTS))
    text = whole.removesuffix(letter_of(whole).below.lstrip())
    title = call.text(call.first(TITLES))
    match lead:
        case "post in":
            return {lead: f"#{call.text('channel').removeprefix('#')}", "text": text}
        case "page":
            return {lead: title or call.text("page"), "text": text}
        case "message to":
            return {lead: call.text("user"), "text": text}
        case "forward of":
            return {lead: title, "to": _people("to", call), "text": text}
        case _:
            subject = {"subject": title} if lead == "mail to" else {}
            return {lead: _people("to", call), "cc": _people("cc", call)} | subject | {"text": text}


def _event(lead: str, call: Call) -> dict[str, str]:
    start, end = _clock(call.text("start")), _clock(ends(call))
    with_whom = _people("attendees", call) or _people("add_attendees", call)
    return {
        lead: call.text("title"),
        "when": f"{start}-{end.rpartition(' ')[2]}" if end else start,
        "place": call.text("location"),
        "with": with_whom,
    }


def ends(call: Call) -> str:
    """Return when an event ends, be it told by its length; "" where that is not known."""
    start, minutes = call.text("start"), call.arguments.get("minutes")
    if call.text("end") or not isinstance(minutes, int) or not minutes or "T" not in start:
        return call.text("end")
    try:
        return (datetime.fromisoformat(start) + timedelta(minutes=minutes)).isoformat()
    except ValueError:  # told by another event
        return ""


def _contact(lead: str, call: Call) -> dict[str, str]:
    return {
        lead: call.text("name"),
        "mail": call.text("email"),
        "phone": call.text("phone"),
        "company": call.text("company"),
    }


def _row(lead: str, call: Call) -> dict[str, str]:
    cells = [f"{name}={value}" if name else str(value) for name, value in cells_of(call.arguments)]
    where = ", ".join(filter(None, (call.text("sheet"), call.text("tab"))))
    if lead == "cell":
        where = f"{where}, {call.text('row') or call.arguments.get('key') or ''}"
    return {lead: f"{where}: {'; '.join(cells)}"}


def _people(name: str, call: Call) -> str:
    return ", ".join(text_of(one) for one in call.listed(name))


def _clock(text: str) -> str:
    try:
        return f"{datetime.fromisoformat(text):%a %-H:%M}"
    except ValueError:
        return text
