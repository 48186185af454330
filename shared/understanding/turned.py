"""An order to write a mail that is said in another form than usual, put into the usual one.

What is to be said may stand before the order, or behind a colon with names in it. It is one span
then, behind the order, and whoever is named in it gets no mail for that.
"""

import re
from dataclasses import replace

from shared.understanding.marking import Span
from shared.understanding.said import Said

_WHO = frozenset({"person", "organisation"})
_LEADS = r"(?:(?:please|pls|and|so|then|just|now|can you|could you)\W+)*"
_TO = r"(?: (?:to|back|him|her|them|and|an?|e?-?mail|message|reply|(?-i:[A-Z])[\w'\u2019-]+))*"
_NAME = r"(?-i:[A-Z])[\w\u2019'-]+(?: (?-i:[A-Z])[\w\u2019'-]+)?"
_POINTS_BACK = re.compile(
    rf"(?<=[.!?] )(?:(?P<order>{_LEADS}(?:answer|tell|write|reply|e?-?mail){_TO})"
    r" (?:exactly |just )?(?:that|this|so)"
    rf"|(?P<asks>{_LEADS}(?:write|e?-?mail|drop|send|message)\b[^.!?:\n]*?),? and ask"
    r"(?: (?:him|her|them))?(?: (?:that|this|about (?:it|that|this)))?)(?:,? please)?[.!]*\s*$",
    re.IGNORECASE,
)
"""An order behind what it is about: "The hall is booked. Tell Ann that."."""
_NO_NEWS = re.compile(
    r"(?:good (?:morning|afternoon|evening|day)|hi|hello|hey)\b"
    r"|(?-i:[A-Z])[\w'\u2019-]*(?: [\w'\u2019-]+){0,3}? (?:(?:is|was|has been|keeps) )?"
    r"(?:just |also )?"
    r"(?:ask(?:s|ed|ing)?|sa(?:ys|id)|want(?:s|ed)|wrote|writes|wonder(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
"""How a sentence begins that greets, or tells what somebody wrote who is to be answered."""
_TELLER = re.compile(
    r"(?!(?:some|any|every|no)(?:one|body)\b|(?:i|we|s?he|they|it|who|what|nobody)\b)"
    rf"(?P<who>{_NAME})(?: (?:from|in|at) [\w-]+)?"
    r" (?:just |also )?(?:asked|asks|said|says|wants|wanted|wrote|writes|wonder(?:s|ed))\b",
    re.IGNORECASE,
)
"""How a text begins that tells what somebody asked or wrote."""
_WITHIN = re.compile(
    rf"(?<=[.!?,;] ){_LEADS}(?:answer|tell|write|reply|e?-?mail|message|dm|ping|drop|send|text)"
    r"(?: (?:to|back))* (?P<whom>him|her|them)(?: (?:an?|the|short|quick) [\w -]{3,20}?)?"
    r"(?: (?:back|directly|on slack|privately))*(?: that |(?P<colon>: ))",
    re.IGNORECASE,
)
"""An order that stands behind what somebody wrote, and was taken for words of it."""
_WHO_SAYS = re.compile(
    r"\W*(?:the|that|this) [\w-]+(?: [\w-]+)?,? (?:who|that)\b.{10,}?\s(?:tell|answer|write(?: to)?"
    r"|reply to|message) (?P<whom>him|her|them)(?: on (?:his|her|their|that) (?:e?-?mail|message))?"
    r"(?: that)?\s+(?=\w)",
    re.IGNORECASE,
)
"""Somebody who is told by what they say, and an order to answer, said in one breath."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ORDERS = re.compile(
    r"\b(?:ask|thank|remind|invite|congratulat\w+|apologi\w+|tell|say\w*|mention|write|writing|let"
    r"|answer|reply|respond|stating|assur\w+|inform\w*"
    r"|send|put|copy|cc|bcc|save|keep|attach|add|post|forward|words)\b|\w:\s",
    re.IGNORECASE,
)
"""What is ordered of a mail beside what it says, and what labels a part of it."""
_OPENS = re.compile(
    r":\s+|\b(?:something|words?) like,?:? |\b(?:along|on) the lines of:? ", re.IGNORECASE
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
    forms = (_from_before, past_news, _behind_a_colon)
    return next((found for form in forms if (found := form(said))), said)


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


def _from_before(said: Said) -> Said | None:
    """Return a command whose order points back with what that means behind it."""
    found = _POINTS_BACK.search(said.text)
    marked = [one for one in said.spans if one.kind == "body"]
    if found is None or any(one.end > found.start() for one in marked):
        return None
    order, sentences = found["order"] or found["asks"], _SENTENCE.split(said.text[: found.start()])
    if marked and not found["asks"]:  # it begins where the first of it is marked
        sentences = sentences[len(_SENTENCE.split(said.text[: marked[0].start])) - 1 :]
    body = [one for one in sentences if one and (found["asks"] or not _NO_NEWS.match(one))]
    if not body:
        return None
    if found["asks"] and not body[-1].endswith("?"):
        body.append("Could you let me know?")
    opened = said.text.index(body[0])
    shift, ordered = opened - found.start(), found.start() + len(order)
    kept = [one for one in said.spans if one.end <= opened]
    moved = [
        replace(one, start=one.start + shift, end=one.end + shift)
        for one in said.spans
        if found.start() <= one.start and one.end <= ordered
    ]
    led = f"{said.text[:opened]}{order}: "
    return _saying(replace(said, text=led + " ".join(body), spans=(*kept, *moved)), len(led))


def teller_in(text: str) -> str:
    """Return who asked or wrote what a text begins with: "Ann asked about it. Tell her"."""
    found = _TELLER.match(text)
    return found["who"] if found else ""


def past_news(said: Said) -> Said | None:
    """Return a command without what is told in front of what is to be said to somebody."""
    found = _WITHIN.search(said.text)
    if found is None or not (found["colon"] or _NO_NEWS.match(said.text)):
        found = _WHO_SAYS.match(said.text)
    if found is None or "\n" in said.text:
        return None
    order = found.start("whom")
    held = (one.kind == "body" and one.start < order < one.end for one in said.spans)
    if not any(held):
        return None
    told = _saying(said, found.end())
    if any(one.kind in _WHO for one in told.spans):
        return told
    whom = Span("person", found["whom"], *found.span("whom"))
    return replace(told, spans=(whom, *told.spans))


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
