"""An order to write a mail that is said in another form than usual, put into the usual one.

What is to be said may stand behind a colon with names in it. It is one span then, and whoever is
named in it gets no mail for that.
"""

import re
from dataclasses import replace

from shared.understanding.marking import Span
from shared.understanding.said import Said

_WHO = frozenset({"person", "organisation"})
_NAME = r"(?-i:[A-Z])[\w\u2019'-]+(?: (?-i:[A-Z])[\w\u2019'-]+)?"
_TELLER = re.compile(
    r"(?!(?:some|any|every|no)(?:one|body)\b|(?:i|we|s?he|they|it|who|what|nobody)\b)"
    rf"(?P<who>{_NAME})(?: (?:from|in|at) [\w-]+)?"
    r" (?:just |also )?(?:asked|asks|said|says|wants|wanted|wrote|writes|wonder(?:s|ed))\b",
    re.IGNORECASE,
)
"""How a text begins that tells what somebody asked or wrote."""
_ORDERS = re.compile(
    r"\b(?:ask|thank|remind|invite|congratulat\w+|apologi\w+|tell|say\w*|mention|write|writing|let"
    r"|answer|reply|respond|stating|assur\w+|inform\w*"
    r"|send|put|copy|cc|bcc|save|keep|attach|add|post|forward|words)\b|\w:\s",
    re.IGNORECASE,
)
"""What is ordered of a mail beside what it says, and what labels a part of it."""
_OPENS = re.compile(
    r":\s+|\b(?:something|words?) like,?:? |\b(?:along|on) the lines of:? "
    r"|\bit (?:should|must|has to|is to|shall) (?:just |only )?say(?: that)?:? ",
    re.IGNORECASE,
)
"""What leads to the words of a mail, all that stand behind it."""
_TO_WHOM = re.compile(
    r"\b(?:answer|tell|write|reply|e?-?mail|send|drop|message)(?: (?:back|to))*"
    r" (?P<who>him|her|them)\b[^.!?:;]*$",
    re.IGNORECASE,
)
"""Whom the words behind a colon are for, where that is only a pronoun."""
_NEW = frozenset({"mail_send", "mail_draft"})
_TITLE = re.compile(r"(?:line )?(?P<title>[^:]+):\s+(?P<told>\S.*)", re.DOTALL)
"""What is marked as a title, and what a mail of that title says."""
_LABEL = re.compile(r"\b(?:subject|title|heading|topic|about|b?cc|to)\s*$", re.IGNORECASE)


def turned(said: Said) -> Said:
    """Return a command to write a mail with what it is to say as one span behind the order."""
    said = _titled(said)
    return _behind_a_colon(said) or said


def _titled(said: Said) -> Said:
    """Return a command whose title ends at its colon: behind that stands what it says."""
    for one in said.spans if said.task in _NEW and "\n" not in said.text else ():
        title = _TITLE.fullmatch(one.text)
        if one.kind == "topic" and title and _LABEL.search(said.text[: one.start]):
            start, end = one.start + title.start("title"), one.start + title.end("title")
            named = Span("topic", title["title"], start, end)
            spans = (named if each is one else each for each in said.spans)
            behind = one.start + title.start("told")
            return _saying(replace(said, spans=tuple(spans)), behind)
    return said


def teller_in(text: str) -> str:
    """Return who asked or wrote what a text begins with: "Ann asked about it. Tell her"."""
    found = _TELLER.match(text)
    return found["who"] if found else ""


def _behind_a_colon(said: Said) -> Said | None:
    """Return a command with all that is said behind its colon, though it is marked in part."""
    bodies = [one for one in said.spans if one.kind == "body"]
    before = said.text[: bodies[0].start] if bodies else ""
    *_, opened = [None, *_OPENS.finditer(before)]
    if opened is None or "\n" in said.text or _LABEL.search(before[: opened.start()]):
        return None
    whom = _TO_WHOM.search(before[: opened.start()])
    if not any(one.kind in _WHO and one.end <= opened.start() for one in said.spans):
        if whom is None:
            return None
        who = Span("person", whom["who"], *whom.span("who"))
        said = replace(said, spans=(who, *said.spans))
    start, end = opened.end(), bodies[-1].end
    beside = said.text[start:end]
    for one in bodies:
        beside = beside.replace(one.text, " ", 1)
    if not (beside.strip() or whom) or _ORDERS.search(beside):
        return None
    return _saying(said, start, end)


def _saying(said: Said, start: int, end: int | None = None) -> Said:
    """Return a command that says what stands between two places, and names nobody in there."""
    text = said.text[start:end].rstrip()
    kept = (
        one for one in said.spans if one.kind != "body" and not start < one.end <= start + len(text)
    )
    body = Span("body", text, start, start + len(text))
    return replace(said, spans=tuple(sorted((*kept, body), key=lambda one: one.start)))
