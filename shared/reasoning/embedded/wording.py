"""The answer to a command, worded from what its tools returned."""

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from shared.models.base import Json
from shared.models.reasoning import StepOutcome, SynthesisRequest
from shared.reasoning.embedded.mail_request import MailSearch, parse_mail_search
from shared.reasoning.embedded.planning import CONTACTS, READ, SEARCH
from shared.reasoning.embedded.reassessing import as_object, contact_summary, contacts_in, mails_in

MAX_LISTED = 10
MAX_BODY_CHARACTERS = 4000

_PIECE = re.compile(r"\S+\s*|\s+")
_WORDS_PER_PIECE = 4


def answer_from(request: SynthesisRequest) -> str:
    """Word the answer; what failed is said, what was found is shown."""
    if not request.done:
        return "There was nothing to do for that."
    last = request.done[-1]
    if last.error:
        return f"I couldn't finish that: {_line(last.error)}"
    today = date.fromisoformat(request.today)
    match last.tool:
        case tool if tool == SEARCH:
            return _mails(last, parse_mail_search(request.text, today), request)
        case tool if tool == READ:
            return _one_mail(last.result, today)
        case tool if tool == CONTACTS:
            return _contacts(contacts_in(last.result), last.arguments, today)
        case _:
            return f"{last.tool} is done."


def pieces(text: str) -> Iterator[str]:
    """Cut text into pieces of a few words each; joined they are the text again."""
    parts = _PIECE.findall(text)
    for start in range(0, len(parts), _WORDS_PER_PIECE):
        yield "".join(parts[start : start + _WORDS_PER_PIECE])


def _mails(last: StepOutcome, asked: MailSearch, request: SynthesisRequest) -> str:
    mails = mails_in(last.result)
    about = f" about {asked.topic}" if asked.topic else ""
    if not mails:
        found_people = [o for o in request.done if o.tool == CONTACTS and contacts_in(o.result)]
        whom = f" from {asked.sender.name or asked.sender.address}" if asked.sender else ""
        unknown = any(o.tool == CONTACTS for o in request.done) and not found_people and whom
        hint = (
            " I don't have a contact of that name, so please check the spelling." if unknown else ""
        )
        return (
            f"I found no emails{whom}{about}.{hint} "
            "You could try other words, a longer time, or the sender's full address."
        )
    today = date.fromisoformat(request.today)
    total = max(int(last.result.get("total") or 0), len(mails))
    sender = None if asked.sent else _common_sender(mails)
    broadened = sum(outcome.tool == SEARCH for outcome in request.done) > 1
    opening = f"I found {total} email{'' if total == 1 else 's'}"
    if asked.sent:
        to = asked.recipient
        opening += f" you sent{f' to {to.name or to.address}' if to else ''}"
    elif sender:
        opening += f" from {sender}"
    if broadened:
        opening = f"Nothing matched all of that, but with a broader search {opening}"
    else:
        opening += about
    lines = [
        f"{place}. {_mail_line(mail, today, named=sender is None and not asked.sent)}"
        for place, mail in enumerate(mails[:MAX_LISTED], 1)
    ]
    more = total - len(lines)
    return "\n".join([f"{opening}:", *lines, *([f"... and {more} more"] if more else [])])


def _mail_line(mail: dict[str, Any], today: date, *, named: bool) -> str:
    sender = f", {_sender(mail)}" if named else ""
    unread = ", unread" if "unread" in (mail.get("labels") or ()) else ""
    subject = _line(mail.get("subject")) or "(no subject)"
    return f"**{subject}**{sender} ({_day(mail.get('sent_at'), today)}{unread})"


def _common_sender(mails: list[dict[str, Any]]) -> str | None:
    addresses = {str(as_object(mail.get("from")).get("email", "")).casefold() for mail in mails}
    return _sender(mails[0]) if len(addresses) == 1 else None


def _sender(mail: dict[str, Any]) -> str:
    return _person(mail.get("from")) or "unknown sender"


def _person(address: Json) -> str:
    known = as_object(address)
    return _line(known.get("name") or known.get("email") or (address if not known else ""))


def _one_mail(result: Json, today: date) -> str:
    mail = as_object(as_object(result).get("mail") or result)
    if not mail:
        return "That email could not be read."
    to = ", ".join(_person(one) for one in mail.get("to") or ())
    attachments = ", ".join(_line(one) for one in mail.get("attachments") or ())
    body = str(mail.get("body") or mail.get("snippet") or "").strip()
    if len(body) > MAX_BODY_CHARACTERS:
        body = f"{body[:MAX_BODY_CHARACTERS]}\n\n(The rest is left out.)"
    head = [
        f"**{_line(mail.get('subject')) or '(no subject)'}**",
        f"From: {_sender(mail)}",
        *([f"To: {to}"] if to else []),
        f"Date: {_day(mail.get('sent_at'), today)}",
        *([f"Attachments: {attachments}"] if attachments else []),
    ]
    return "\n".join(head) + f"\n\n{body}"


def _contacts(contacts: list[dict[str, Any]], asked: dict[str, Json], today: date) -> str:
    wanted = " at ".join(str(asked[key]) for key in ("name", "organization") if asked.get(key))
    if not asked.get("name") and asked.get("organization"):
        wanted = f"people at {wanted}"
    if not contacts:
        return (
            f"I found no contact for {wanted or 'that'}. You could try a shorter or other spelling."
        )
    lines = [
        f"{place}. {_contact_line(contact, today)}"
        for place, contact in enumerate(contacts[:MAX_LISTED], 1)
    ]
    more = len(contacts) - len(lines)
    noun = "contact" if len(contacts) == 1 else "contacts"
    opening = f"I found {len(contacts)} {noun}{f' for {_line(wanted)}' if wanted else ''}:"
    return "\n".join([opening, *lines, *([f"... and {more} more"] if more else [])])


def _contact_line(contact: dict[str, Any], today: date) -> str:
    work = ", ".join(_line(contact[key]) for key in ("title", "company") if contact.get(key))
    reach = ", ".join(_line(contact[key]) for key in ("email", "phone") if contact.get(key))
    known = f" ({contact_summary(contact, today)})" if contact.get("relation") else ""
    return f"**{_line(contact.get('name'))}**{f', {work}' if work else ''}: {reach}{known}"


def _day(sent_at: Json, today: date) -> str:
    """Return "Nov 12", with the year when it is another one."""
    if not sent_at:
        return "no date"
    day = datetime.fromisoformat(str(sent_at)).date()
    year = "" if day.year == today.year else f", {day.year}"
    return f"{day:%b} {day.day}{year}"


def _line(text: Json) -> str:
    """Return foreign text on one line and without our markup's characters."""
    return " ".join(str(text or "").replace("*", "").split())
