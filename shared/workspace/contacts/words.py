"""What the contact tools' results are called when a person reads them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, cast

from shared.tools.tool import Said
from shared.tools.wording import count, field, listed, one_line

_FREQUENT = 8
"""Mails in 8 weeks from which a contact is frequent: one a week."""
_RECENT_DAYS = 14
LABELS = {
    "name": "name",
    "email": "address",
    "company": "company",
    "title": "title",
    "phone": "phone",
    "relation": "relation",
    "notes": "notes",
}


def describe(contact: Mapping[str, Any], today: date) -> str:
    """Tell one contact from others: "client, CFO, Acme, last emailed 2 days ago"."""
    kept = ("relation", "title", "company")
    known = [one_line(contact.get(key)) for key in kept if contact.get(key)]
    known = known or [one_line(contact.get("email"))]
    return ", ".join(part for part in (*known, _closeness(contact, today)) if part)


def found(said: Said) -> str:
    """Word a search."""
    contacts = cast("list[dict[str, Any]]", field(said.result, "contacts") or [])
    asked = said.arguments
    wanted = " at ".join(str(asked[key]) for key in ("name", "organization") if asked.get(key))
    if not asked.get("name") and asked.get("organization"):
        wanted = f"people at {wanted}"
    wanted = one_line(wanted)
    if not contacts:
        return (
            f"I found no contact for {wanted or 'that'}. You could try a shorter or other spelling."
        )
    today = said.now.astimezone(said.zone).date()
    lines = [_line(contact, today) for contact in contacts]
    opening = f"I found {count(len(contacts), 'contact')}{f' for {wanted}' if wanted else ''}:"
    return f"{opening}\n{listed(lines, len(contacts))}"


def one_contact(said: Said) -> str:
    """Word everything known of a contact."""
    contact = cast("dict[str, Any]", field(said.result, "contact") or {})
    known = [
        f"{label.capitalize()}: {one_line(contact[key])}"
        for key, label in LABELS.items()
        if key != "name" and contact.get(key)
    ]
    close = _closeness(contact, said.now.astimezone(said.zone).date())
    last = [] if close == "no mail yet" else [close.capitalize()]
    return "\n".join([f"**{one_line(contact.get('name'))}**", *known, *last])


def added(said: Said) -> str:
    """Word who is in the contacts now."""
    contact = cast("dict[str, Any]", field(said.result, "contact") or {})
    name, email = one_line(contact.get("name")), one_line(contact.get("email"))
    who = f"{name} <{email}>" if email and email != name else name
    phone = one_line(contact.get("phone"))
    return f"Added {who}{f', {phone},' if phone else ''} to your contacts."


def updated(said: Said) -> str:
    """Word what is different now."""
    contact = cast("dict[str, Any]", field(said.result, "contact") or {})
    changed = [
        f"{label} {one_line(contact.get(key)) or 'removed'}"
        for key, label in LABELS.items()
        if said.arguments.get(key) is not None
    ]
    return f"Updated **{one_line(contact.get('name'))}**: {', '.join(changed)}."


def organizations(said: Said) -> str:
    """Word where contacts work."""
    known = cast("list[dict[str, Any]]", field(said.result, "organizations") or [])
    if not known:
        return "None of your contacts has a company."
    lines = [
        f"**{one_line(one['name'])}** ({count(int(one['people']), 'person')})" for one in known
    ]
    opening = f"Your contacts work at {count(len(known), 'organization')}:"
    return f"{opening}\n{listed(lines, len(known))}"


def validated(said: Said) -> str:
    """Word whether an address can be right."""
    email = one_line(field(said.result, "email"))
    known = field(said.result, "known")
    near = [one_line(one) for one in field(said.result, "similar") or ()]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    if not field(said.result, "valid"):
        return f"{email} is not a valid address. {one_line(field(said.result, 'why'))}{hint}"
    if known:
        return f"{email} is the address of **{one_line(field(known, 'name'))}**."
    return f"{email} is a valid address, but not one of your contacts.{hint}"


def after_search(said: Said) -> tuple[str, ...]:
    """Go on from a list of contacts."""
    contacts = cast("list[dict[str, Any]]", field(said.result, "contacts") or [])
    if not contacts:
        return ()
    name = one_line(contacts[0].get("name"))
    return (f"Show me emails from {name}", f"Write an email to {name}")


def _line(contact: dict[str, Any], today: date) -> str:
    work = ", ".join(one_line(contact[key]) for key in ("title", "company") if contact.get(key))
    reach = ", ".join(one_line(contact[key]) for key in ("email", "phone") if contact.get(key))
    relation, close = one_line(contact.get("relation")), _closeness(contact, today)
    known = f" ({', '.join(part for part in (relation, close) if part)})" if relation else ""
    return f"**{one_line(contact.get('name'))}**{f', {work}' if work else ''}: {reach}{known}"


def _closeness(contact: Mapping[str, Any], today: date) -> str:
    mails = int(contact.get("mails") or 0)
    if mails >= _FREQUENT:
        return "frequent contact"
    if not contact.get("last_contact"):
        return "occasional" if mails else "no mail yet"
    days = (today - datetime.fromisoformat(str(contact["last_contact"])).date()).days
    if days > _RECENT_DAYS:
        return "occasional"
    when = {0: "today", 1: "yesterday"}.get(max(days, 0), f"{days} days ago")
    return f"last emailed {when}"
