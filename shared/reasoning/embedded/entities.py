"""What a message names: products, people, destinations, times, formats, its topic.

People, times and formats are found by cue words and capitals, in tenths of a millisecond.
"""

import re
from collections.abc import Sequence

from shared.english.expressions import Expression, expressions
from shared.models.intent import Entities
from shared.reasoning.embedded.naming import PLACEHOLDER, Naming
from shared.understanding.folding import content_words, fold, word_set

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

_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_CHANNEL = re.compile(r"(?:(?<=\s)|^)#[a-z][\w-]*", re.IGNORECASE)
_HANDLE = re.compile(r"(?:(?<=\s)|^)@(?!agent\b)[a-z][\w.-]*", re.IGNORECASE)
_ROUTE = re.compile(
    rf"{_TO}(?P<product>slack|teams|e-?mail|notion|sharepoint|dropbox|drive|excel|trello|jira)\b"
)
_FORMAT = re.compile(
    r"\b(?:pdf|csv|excel|xlsx?|spreadsheet|word|docx?|slides?|powerpoint|pptx?|presentation|chart"
    r"|graph|table|bullet points?|bullets|json|xml|html|markdown|one-?pager|poster|infographic)\b"
)
_TOPIC = re.compile(
    r"\b(?:about|regarding|concerning|re|on the (?:topic|subject) of|related to)\b:? "
    r"(?P<topic>[^?!;,.]+?)"
    r"(?= (?:from|to|since|before|by|for|please|pls|in|on|and|as)\b|[?!;,.]|$)",
    re.IGNORECASE,
)
_TITLED = re.compile(
    r"\b(?:Mrs?|Ms|Miss|Dr|Prof|Frau|Herr|Mme|Cllr|Sir|Lady)\.? (?:[A-Z][\w'-]+ ?){1,2}"
)
_WITH = re.compile(
    r"\b(?:from|to|with|for|by|of|tell|ask|remind|email|invite|call|text|ping|and|did|has|is|when"
    r"|does|message) (?P<name>[A-Z][a-z'\u00c0-\u024f-]+(?: [A-Z][a-z'\u00c0-\u024f-]+)?)(?!\w)"
)
_OWNER = re.compile(r"\b(?P<name>[A-Z][a-z\u00c0-\u024f]+(?: [A-Z][a-z\u00c0-\u024f]+)?)'s\b")
_NOT_PEOPLE = word_set(
    """
    i the a an my our it this that monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december today
    tomorrow easter christmas english german french spanish italian dutch english europe germany
    france spain italy london berlin paris what who where when how notion slack gmail outlook jira
    excel hubspot salesforce github trello asana dropbox sharepoint xero stripe shopify google
    microsoft linkedin instagram facebook twitter youtube tiktok let here there he she omniforge
    """
)
_VERBS = word_set(
    """
    add analyse analyze answer ask book build calculate call cancel change check compare compute
    convert create delete do draft export fetch file find forward generate give help import
    launch list look make move need open pay plan post prepare price process produce publish pull
    put read remind remove reply request run schedule search see send set share show sort start
    stop summarise summarize tell test transfer translate trigger turn update upload use want
    write
    """
)
_MOST_PEOPLE = 5
_TOPIC_WORDS = 6


def entities_in(naming: Naming) -> Entities:
    """Find what a text names; agents' names are not taken for anything else."""
    said = fold(naming.masked)
    source, target = _places(naming.masked, said)
    agent = naming.named[0] if len(naming.named) == 1 else None
    found = _TOPIC.search(naming.masked)
    topic = found["topic"].strip() if found else " ".join(_gist(said))
    times = _times(naming.masked)
    written = _FORMAT.search(said)
    return Entities(
        agent_name=agent.agent if agent else None,
        data_source=source,
        target=target,
        topic=topic.replace(PLACEHOLDER, "").strip() or None,
        timeframe=naming.masked[times[0].start : times[0].end] if times else None,
        people=people_in(naming.masked),
        output_format=written[0] if written else None,
    )


def people_in(text: str) -> tuple[str, ...]:
    """Return the people named, by title, preposition or possession; at most five."""
    found = [m[0].strip() for m in _TITLED.finditer(text)]
    for pattern in (_WITH, _OWNER):
        found += [m["name"] for m in pattern.finditer(text)]
    kept: list[str] = []
    for name in found:
        known = any(name in other or other in name for other in kept)
        if not known and not _NOT_PEOPLE & set(fold(name).split()):
            kept.append(name)
    return tuple(kept[:_MOST_PEOPLE])


def _places(text: str, said: str) -> tuple[str | None, str | None]:
    """Return where data comes from and where results go."""
    sent = _ROUTE.search(said)
    target = _first((_CHANNEL, _ADDRESS, _HANDLE), text) or (sent["product"] if sent else None)
    named = [name for name, form in _SOURCES.items() if form.search(said)]
    source = next((name for name in named if sent is None or name != sent["product"]), None)
    return source, target


def _first(patterns: Sequence[re.Pattern[str]], text: str) -> str | None:
    return next((found[0] for pattern in patterns if (found := pattern.search(text))), None)


def _times(text: str) -> list[Expression]:
    """Return where a text says when or how often something is, not how long."""
    return [one for one in expressions(text) if one.sort != "length"]


def _gist(said: str) -> list[str]:
    rest = said
    for one in reversed(_times(said)):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    rest = rest.replace(PLACEHOLDER, " ")
    words = [word for word in content_words(rest) if word not in _VERBS]
    return words[:_TOPIC_WORDS]
