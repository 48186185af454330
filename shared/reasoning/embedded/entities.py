"""What a message names: products, people, destinations, times, its topic."""

import re

from shared.english.expressions import expressions
from shared.models.intent import Entities
from shared.reasoning.embedded.naming import PLACEHOLDER, Naming
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.people_said import ADDRESS
from shared.understanding.reader import Reader
from shared.understanding.said import pronoun

_PLAIN_PRODUCTS = (
    "notion excel crm salesforce hubspot slack jira asana trello github gitlab confluence "
    "sharepoint dropbox erp sap datev xero quickbooks stripe shopify zendesk intercom mailchimp "
    "airtable"
)
_SOURCES = {
    name: re.compile(rf"\b(?:{form})\b")
    for name, form in {
        **{name: name for name in _PLAIN_PRODUCTS.split()},
        "sheets": r"google sheets?|sheets|spreadsheets?",
        "teams": r"(?:ms |microsoft )teams|teams channel",
        "drive": r"google drive|onedrive|(?:shared |the )drive",
        "calendar": r"(?:google )?calendar",
        "contacts": r"contacts|address book",
        "email": r"e-?mails?|mails?|gmail|outlook|inbox|mailbox",
    }.items()
}
_TO = r"\b(?:to|into|in|on|via|by|through) (?:the |our |my )?"

_SENT_TO = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?:(?<=\s)|^)#[a-z][\w-]*",
        ADDRESS,
        r"(?:(?<=\s)|^)@(?!agent\b)[a-z][\w.-]*",
    )
)
"""A channel, an address, a handle."""
_ROUTE = re.compile(
    rf"{_TO}(?P<product>slack|teams|e-?mail|notion|sharepoint|dropbox|drive|excel|trello|jira)\b"
)
_WHO = frozenset({"person", "organisation"})
_MOST_PEOPLE = 5


def entities_in(naming: Naming, reader: Reader) -> Entities:
    """Find what a text names; agents' names are not taken for anything else."""
    source, target = _places(naming.masked, fold(naming.masked))
    agent = naming.named[0] if len(naming.named) == 1 else None
    read = [one for one in _spans(naming.masked, reader) if PLACEHOLDER not in one.text]
    who = (one.text for one in read if one.kind in _WHO and not pronoun(one))
    people = dict.fromkeys(re.sub(r"['\u2019]s$", "", one) for one in who)
    times = [one for one in expressions(naming.masked) if one.sort != "length"]
    return Entities(
        agent_name=agent.agent if agent else None,
        data_source=source,
        target=target,
        topic=next((one.text for one in read if one.kind == "topic"), None),
        timeframe=naming.masked[times[0].start : times[0].end] if times else None,
        people=tuple(people)[:_MOST_PEOPLE],
    )


def _spans(text: str, reader: Reader) -> tuple[Span, ...]:
    """Return what is marked in a text as the likeliest task that marks anything."""
    read = reader.read(text)
    likeliest = next((task for task, _ in read.tasks if task in AGENT_OF), "")
    return read.spans or (reader.read_as(likeliest, text).spans if likeliest else ())


def _places(text: str, said: str) -> tuple[str | None, str | None]:
    """Return where data comes from and where results go."""
    sent = _ROUTE.search(said)
    written = next((found[0] for form in _SENT_TO if (found := form.search(text))), None)
    named = [name for name, form in _SOURCES.items() if form.search(said)]
    source = next((name for name in named if sent is None or name != sent["product"]), None)
    return source, written or (sent["product"] if sent else None)
