"""A change of what a page says: which words or lines of it, and what becomes of them."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from shared.models.world import Link
from shared.understanding.named_contact import REMOVES
from shared.words import telling

Where = Literal["instead", "below", "above"]

_QUOTE = "\"'\u201c\u201d\u2018\u2019"
_PAGE = r"(?:(?:notion|wiki) )?(?:pages?|wiki|docs?|documents?)"
_IN = r"(?:on|in|from|of|to|at|for|within)"
_OUR = r"(?:the|my|our|this|that)"
_ANY_PAGE = re.compile(
    rf"\b(?:{_IN}(?: {_OUR})?|the|my|our) "
    rf"(?P<name>(?:(?!the |on |in |from )[\w&'.-]+ ){{0,4}}?)(?<!-){_PAGE}\b",
    re.IGNORECASE,
)
_PAGE_ABOUT = re.compile(
    rf"\b(?:{_IN} )?(?:{_OUR} )?{_PAGE} (?:about|with|on|for|of) (?:{_OUR} )?"
    r"(?P<name>[\w&'-]+(?: [\w&'-]+){0,7}?)(?=[,:]| (?:it )?(?:still )?(?:says|said|reads)\b)",
    re.IGNORECASE,
)
_OF_PAGE = re.compile(rf"\b{_PAGE}\b", re.IGNORECASE)
_BEFORE = re.compile(
    rf"\s*(?P<placed>\b{_IN}(?: {_OUR})?\s*)?"
    rf"(?:{_OUR} )?(?:{_PAGE} (?:(?:called|about|on|for|with|of) (?:{_OUR} )?)?)?[{_QUOTE}]*$",
    re.IGNORECASE,
)
_NAMING = re.compile(
    rf"(?:(?<![\w-])[\w-]{{1,40}}['\u2019]s )?(?:\b{_OUR} )?(?:\b{_PAGE},? "
    rf"(?:(?:called|named|about|on|for|with|of) )?(?:{_OUR} )?)?[{_QUOTE}]*$",
    re.IGNORECASE,
)
_BEHIND = re.compile(rf"(?:['\u2019]s)?[{_QUOTE}]?(?P<page>\s+{_PAGE}\b)?", re.IGNORECASE)
_EDGES = re.compile(
    r"^(?:[\s,.:;!-]|(?:please|kindly|pls|plz|(?:can|could|would|will) you|hi|hey|ok(?:ay)?"
    r"|so|just|now|and|also|then|oh|actually|i(?:'d| would) like you to|i (?:want|need) you to"
    r"|you (?:can|should)|let'?s|we (?:should|have to|need to)"
    r"|there(?:'s| is) (?:an?|the) (?:\w+ )?(?:mistake|error|typo|slip))\b)+"
    r"|(?:[\s,;]|[.!?](?=\W*$)|[,.;] (?:and )?(?:the )?(?:rest|others?|everything else)\b[^.,;]*"
    r"|\b(?:please|pls|plz|thanks|thank you|thx|cheers|for me|ok|there"
    r"|(?:would|will) you"
    r"|(?:so |and )?(?:(?:can|could) you )?(?:fix|correct|change|update|adjust|swap)"
    r"(?: it| that| this)?)\b)+$",
    re.IGNORECASE,
)
"""What is said around an order."""
_ASKED = re.compile(
    r"\W*(?:(?:and|so|ok) )?(?:what|who|whose|when|where(?! it)|which|why|how|is|are|was"
    r"|does|did)\b",
    re.IGNORECASE,
)
_SAYS = r"(?:still |now |currently )?(?:says|said|reads|stands|has it)(?: that)?"
_CHANGES = (
    r"(?:chang\w+|turn|correct|fix|update|alter|amend|rename|edit|reword|set|make|move|raise|lower"
    r"|increase|reduce|extend|shorten|rewrite|adjust)"
)
_ORDERS_IT = (
    r"(?:(?:change|turn|correct|fix|update|amend|put|set|make|raise|lower) (?:it|that|this|them)"
    r" (?:in)?to(?: say| read)?|(?:make|have|let) (?:it|that|this|them)(?: say| read)?"
    r"|(?:it|that|this) (?:(?:is|has)(?: \w+){0,3} to|(?:should|must|shall)(?: now)?) (?:read|say))"
)
"""How it is ordered that what was told before it is to read otherwise."""
_BECOMES = (
    rf"(?:please )?(?:{_ORDERS_IT}|put|write|say"
    r"|(?:swap|replace|exchange|change|correct) (?:it|that|this|(?:just )?(?:those|these|the)"
    r"(?: \w+)? words) (?:to|into|by|with|for)"
    r"|(?:it |that |this )?(?:should|must|has to) (?:now )?(?:be|say|read)"
    r"|(?:it|that)(?:'s| is)(?: now)?|they(?:'re| are)(?: now)?)"
)
"""How it is said, behind what a page says, what it is to say."""
_UNIT = r"(?:line|sentence|bullet(?: point)?|point|item|step|entry|note|paragraph|section|heading)"
_LINE = rf"(?:{_OUR} )?(?:whole |entire |last |first )?(?:{_UNIT}|bit|part|passage|question)"
_LEAD = r"(?:please |can you )?"
_OUT = r"(?:take|cut|leave|strike|cross|throw|get|have)"
_DONE = r"(?:done|complete[d]?|finished|ticked(?: off)?|checked(?: off)?|ready)"
_ADDS = r"(?:add|put|insert|write|note|pop|stick|append|include|list|place)"
_COMES = r"(?:(?:should|must|has to) )?(?:come|goe?)s?(?: (?:as|in) (?:number |step |point )?\w+)?"
_NEAR = r"(?:right |directly |just )?"
_BELOW = rf"(?:{_NEAR}(?:under(?:neath)?|below|beneath|after|behind))"
_ABOVE = rf"(?:{_NEAR}(?:above|before|in front of))"
_PART = rf"(?:to|in|into) (?P<line_in>(?:{_OUR} )?[^:,]+? (?:section|heading|list|chapter|part))"
_WORDS = rf"[{_QUOTE}].+?[{_QUOTE}]|[^:]+?"
_NEW = r"(?P<new>.+?)(?: there)?(?: instead| now)?"
_TIMED = r"that\b.*\b(?:after|before|behind)\b"
"""A clause to be written, which hardly says behind which line: "that Bo goes after lunch"."""
_ANOTHER = rf"(?:an?|another|one more|the)(?: new)? {_UNIT}"
_FORMS: tuple[tuple[str, str], ...] = (
    (
        "untick",
        (
            rf"un-?(?:tick|check) (?P<line>.+)"
            rf"|mark (?P<line_of>.+?) (?:as )?(?:not {_DONE}|undone|open(?: again)?|to do)"
        ),
    ),
    (
        "tick",
        (
            r"(?:tick|check) (?:off (?P<line>.+)|(?P<line_off>.+?) off)|tick (?P<line_of>.+)"
            rf"|(?:mark|check) (?P<line_done>.+?) (?:off )?(?:as )?{_DONE}"
        ),
    ),
    (
        "exchange",
        (
            rf"(?:{_CHANGES} )?(?P<line>[^.!?]*?)(?:where )?(?:it |{_LINE}.*? )?{_SAYS}:?"
            rf" (?P<old>.+?)[,;.!?:-]+ (?:(?:and|so|but) )?{_BECOMES}:? {_NEW}"
        ),
    ),
    (
        "exchange",
        (
            rf"{_CHANGES} (?:(?P<line>.*?)\s*\bfrom )?(?P<old>.+?) (?:(?:in)?to(?: say| read| be)?"
            r"|so (?:that )?it (?:says|reads)) (?P<new>.+)"
        ),
    ),
    (
        "exchange",
        (
            r"(?:replace|swap|swop|exchange|substitute) (?P<old>.+?)"
            r" (?:by|with|for|through|against) (?P<new>.+)"
        ),
    ),
    (
        "exchange",
        (
            r"(?:[^:]*: )?(?P<old>[^,;:.]+?)"
            r" (?:[-=]+>|\u2192|should (?:now )?(?:read|say|be):?) (?P<new>.+)"
        ),
    ),
    (
        "remove",
        (
            rf"{_OUT} (?:(?:out|off) (?P<line>.+?)|(?P<line_off>.+?) (?:out|off|away))"
            rf"|(?:{REMOVES}|drop|omit|cut) (?P<line_of>.+)"
        ),
    ),
    *(
        (
            place,
            (
                rf"(?:{_ADDS} (?:{_ANOTHER} )?)?(?:{where})"
                rf"(?:,? {_LEAD}(?:{_ADDS}|{_COMES})\b(?: {_ANOTHER}\b)?[:,]?|[:,]) (?P<new>.+)"
                rf"|{_ADDS} (?!{_TIMED})(?P<new_of>{_WORDS}) (?:{where.replace('line', 'line_of')})"
            ),
        )
        for place, where in (
            ("below", rf"{_BELOW} (?P<line>[^:,]+?)|{_PART}"),
            ("above", rf"{_ABOVE} (?P<line>[^:,]+?)"),
        )
    ),
)
"""How a change is ordered, what is said of courtesy and of the page left out."""
_READ = tuple((kind, re.compile(form, re.IGNORECASE | re.DOTALL)) for kind, form in _FORMS)
_OF_WHAT_WAS_TOLD = re.compile(
    rf"(?P<line>.+?)[,;.!]? (?:(?:so|and|then|please|kindly) )*{_ORDERS_IT}:?"
    r" (?P<new>(?:\d[\d.,]*|[^\s,;:.!?]+)(?: (?:\d[\d.,]*|[^\s,;:.!?]+)){0,11}?)"
    r"(?: instead| now)?",
    re.IGNORECASE | re.DOTALL,
)
"""The order that what stands before it, whatever that tells of a line, is to read otherwise."""
_POINTS = re.compile(r"(?:it|this|that|them|everything|all)", re.IGNORECASE)
_OF_PROPERTIES = re.compile(
    r"(?:the |its )?(?:status|owner|due date|due|author|client|title|name)\b", re.IGNORECASE
)
"""The fields of a page, which are none of its text."""
_OTHERS = (
    r"(?:e-?mails?|mails?|messages?|meetings?|events?|appointments?|reminders?|rows?|cells?"
    r"|columns?|contacts?|drafts?|threads?|channels?|posts?|agents?|calls?|invitations?)\b"
)
_ELSEWHERE = re.compile(
    rf"(?:(?:the|my|that|this|an?|all|every|our)\b )*(?:[\w'-]+ ){{0,2}}?{_OTHERS}", re.IGNORECASE
)
"""What is no part of a page."""
_OF_SHEETS = re.compile(
    r"\b(?:tables?|tabs?|rows?|columns?|cells?|(?:spread)?sheets?)\b", re.IGNORECASE
)
CALLED = 2
"""What speaks for a name that is called a page."""
_NO_LINE = re.compile(rf"\b(?:wording|text|typo|mistake|{_CHANGES})\b", re.IGNORECASE)
_WRITTEN = re.compile(
    rf"(?:add|append|note|insert|include|list|pop|stick)\b|{_ADDS}\b[^:]*(?::|\bthat\b)",
    re.IGNORECASE,
)
"""How a text is ordered to be written that may say anything itself."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_BESIDE = frozenset({"below", "above"})


class Change(NamedTuple):
    """What of a page is to read otherwise, as the tool that changes one takes it."""

    line: str = ""
    old: str = ""
    text: str = ""
    place: Where = "instead"


class Told(NamedTuple):
    """A change, and where the page is named that it is of; an empty place where it is not."""

    change: Change
    page: slice


def change_in(text: str, pages: Sequence[tuple[int, int]]) -> Told | None:
    """Return the change of a page that a text orders; None for none.

    `pages` are where the text names what may be one.
    """
    if _ASKED.match(text):
        return None
    page, rest = _without_page(text, pages)
    while rest != (trimmed := _EDGES.sub("", rest)):
        rest = trimmed
    written = _WRITTEN.match(rest) is not None
    sentences = [one.end() for one in _SENTENCES.finditer(rest)] if not written else []
    for order in (*(rest[at:] for at in reversed(sentences)), rest):
        for kind, form in _READ:
            found = form.fullmatch(order) if kind in _BESIDE or not written else None
            if found and (change := _change(kind, found)):
                asks = kind in _BESIDE and text.endswith("?")
                return Told(change._replace(text=f"{change.text}?") if asks else change, page)
    found = None if written else _OF_WHAT_WAS_TOLD.fullmatch(rest)
    change = _change("state", found) if found else None
    return Told(change, page) if change else None


def orders_change(text: str, links: Sequence[Link], *, likely: bool) -> bool:
    """Whether a text plainly orders a change of a page that it names, or calls a page.

    `likely`: whether it may well be about a page by its other words.
    """
    pages = [(one.start, one.end) for one in links if one.kind == "page"]
    others = any(one.kind in {"event", "file", "tab", "channel"} for one in links)
    others = others or _OF_SHEETS.search(text) is not None
    placed = not others and any(as_page(text, *one) for one in pages)
    said = _OF_PAGE.search(text) or (placed and likely)
    return bool(said) and change_in(text, pages) is not None


def _without_page(text: str, pages: Sequence[tuple[int, int]]) -> tuple[slice, str]:
    """Return where the page is named that is changed, and the text without that."""
    if pages:
        start, end = max(pages, key=lambda one: (as_page(text, *one), one))
        before, behind = _BEFORE.search(text, 0, start), _BEHIND.match(text, end)
        first = before.start() if before else start
        last = behind.end() if behind else end
    elif found := _PAGE_ABOUT.search(text) or _ANY_PAGE.search(text):
        (start, end), (first, last) = found.span("name"), found.span()
    else:
        return slice(0), text
    rest = " ".join(f"{text[:first]} {text[last:]}".split())
    return slice(start, end), re.sub(r" (?=[,.;:!?])", "", rest)


def of_something_else(text: str) -> bool:
    """Whether a text speaks of what is no part of a page: mails, meetings, rows."""
    return re.search(rf"\b{_OTHERS}", text, re.IGNORECASE) is not None


def name_around(text: str, pages: Sequence[tuple[int, int]]) -> slice:
    """Return where a text names the page that something stands on, with "the" and "page"."""
    start, end = max(pages, key=lambda one: (as_page(text, *one), one))
    behind = _BEHIND.match(text, end)
    before = _NAMING.search(text, 0, start)
    return slice(before.start() if before else start, behind.end() if behind else end)


def as_page(text: str, start: int, end: int) -> int:
    """Return how much speaks for it that a name is that of the page something stands on."""
    before, behind = _BEFORE.search(text, 0, start), _BEHIND.match(text, end)
    called = (behind and behind["page"]) or _OF_PAGE.search(text, start, end)
    placed = (before and before["placed"]) or text[end : end + 1] == ":"
    return CALLED * bool(called) + bool(placed)


def _change(kind: str, found: re.Match[str]) -> Change | None:
    told = {name.partition("_")[0]: one for name, one in found.groupdict().items() if one}
    line, old, new = (told.get(name, "").strip(" ,;:-") for name in ("line", "old", "new"))
    line = "" if old and _POINTS.fullmatch(line) else line
    about = line or old
    if _POINTS.fullmatch(about) or _OF_PROPERTIES.match(about) or _ELSEWHERE.match(about):
        return None
    match kind:
        case "exchange":
            line = line if telling(_NO_LINE.sub(" ", line)) else ""
            return Change(line, _unquoted(old), _unquoted(new)) if telling(old) else None
        case "state":
            return Change(line=line, text=_unquoted(new))
        case "remove":
            return Change(old=_unquoted(line)) if _quoted(line) else Change(line=line)
        case "tick":
            return Change(line=_unquoted(line), old="[ ]", text="[x]")
        case "untick":
            return Change(line=_unquoted(line), old="[x]", text="[ ]")
        case _:
            text = _unquoted(new)
            text = text if _quoted(new) else f"{text[:1].upper()}{text[1:]}"
            line = f"step {line}" if line.isdigit() else _unquoted(line)
            return Change(line=line, text=text, place="above" if kind == "above" else "below")


def _quoted(words: str) -> bool:
    return len(words) > 1 and words[0] in _QUOTE and words[-1] in _QUOTE


def _unquoted(words: str) -> str:
    return words[1:-1] if _quoted(words) else words
