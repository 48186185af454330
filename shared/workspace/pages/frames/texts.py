"""What is to be written on a page, from where a command says that it begins."""

import re
from dataclasses import replace

from shared.understanding.marking import Span
from shared.understanding.said import Said

_UNIT = (
    r"(?:thing|point|line|sentence|bullet(?: point)?|item|step|note|remark|paragraph|entry|comment)"
)
_SOMETHING = (
    rf"(?:something|the following|this|(?:one (?:more|last)|another|an?|this|the)(?: \w+)? {_UNIT})"
)
_BEGINS = (
    re.compile(r"(?<!\d):\s+(?=\S)"),
    re.compile(
        rf"\b(?:add|put|write|note|append|insert|pop|stick) (?:down )?{_SOMETHING}\b"
        r"[^.?!:,]*[.?!]\s+(?=\S)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bat the (?:very )?(?:end|bottom|foot)(?: of (?:it|that|this|the page))?,\s+(?=\S)"
        r"(?![^:.?!]{0,40}:\s)",
        re.IGNORECASE,
    ),
)
"""What stands before a text: a colon, or a sentence that says one comes."""
_NAMED = re.compile(
    r"\b(?:title|heading|subject|name|called|named|titled|page|on it)\s*$", re.IGNORECASE
)
"""What stands before a colon behind which comes a name, or a text that is marked well enough."""
_THAT = re.compile(r"\b(?:that|saying)\s+(?P<lead>(?:[^\s,.;:!?]+\s+){0,4})$", re.IGNORECASE)
"""The subject of what is to be written, where only the rest of it is marked."""
_GOES_ON = re.compile(r"\s+(?:and|but|or|so|because|with|for|in|on|at|to)\b[^.!?;]*", re.IGNORECASE)
"""The rest of a sentence that is to be written, where only the first of it is marked."""
_PLACED = re.compile(r"\b(?:on|to|in|into|at the end of)(?: (?:the|our|my))?\s*$", re.IGNORECASE)
_COURTESY = re.compile(r"[\s,.]*\b(?:please|pls|plz|thanks|thank you|thx)[\s.!]*$", re.IGNORECASE)


_QUOTES = re.compile(r"[\"“]([^\"”]+)[\"”]")
_COUNTED = re.compile(
    r"(?:\band )?(?:\bthe )?\b(?:first|second|third|fourth|fifth|sixth|last)(?: line| point| one)?"
    r"(?: is|,|:)?(?= \S)",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"\b(?:put|write|add|note|append|insert|pop|stick|say(?:ing|s)?|reads?"
    r"|(?:with|the) (?:text|words?))"
    rf"(?: (?:down|in|{_SOMETHING}))?:? \"(?P<text>[^\"]+)\"(?! (?:page|doc))",
    re.IGNORECASE,
)
"""What is put somewhere in quotes."""


def with_text(said: Said) -> Said:
    """Return a command with all of what is to be written as that, from where it begins."""
    if '"' in said.text:
        return _with_quoted(said)
    begins = min((at for form in _BEGINS if (at := _behind(said, form))), default=0)
    if begins:
        end = len(_COURTESY.sub("", said.text))
        text = said.text[begins:end]
        kept = (one for one in said.spans if one.end <= begins)
        return replace(said, spans=(*kept, Span("body", text, begins, end)))
    first = next((one for one in said.held("body")), None)
    subject = _THAT.search(said.text[: first.start]) if first else None
    if first is None or subject is None:
        return said
    start = subject.start("lead") if subject["lead"] else first.start
    goes_on = _GOES_ON.match(said.text, first.end)
    named = any(one.kind in {"file", "which"} and one.start >= first.end for one in said.spans)
    end = goes_on.end() if goes_on and not named else first.end
    whole = Span("body", said.text[start:end], start, end)
    kept = (one for one in said.spans if one.end <= start or one.start >= end)
    return replace(said, spans=(*kept, whole))


def with_lines(said: Said, begins: int) -> Said:
    """Return a command for a new page in which what stands on it, behind its title, is its lines.

    They are in quotes, or each behind its number: "first line: ... second line: ...".
    """
    begins += said.text[begins : begins + 1] in {'"', "”"}
    quoted = [one.span(1) for one in _QUOTES.finditer(said.text, begins)]
    counted = [*_COUNTED.finditer(said.text, begins)]
    ends = [*(one.start() for one in counted[1:]), len(said.text)]
    pairs = zip(counted, ends, strict=True) if len(counted) > 1 else ()
    lines = quoted or [(one.end(), end) for one, end in pairs]
    if not lines:
        return with_text(said)
    first, *_ = lines[0]
    kept = [one for one in said.spans if one.end <= first and one.kind != "body"]
    bodies = (Span("body", said.text[a:b].strip(" ,;"), a, b) for a, b in lines)
    return replace(said, spans=(*kept, *bodies))


def _with_quoted(said: Said) -> Said:
    """Return a command in which what is put somewhere in quotes is to be written, not a title."""
    found = _QUOTED.search(said.text)
    if found is None:
        return said
    start, end = found.span("text")
    kept = [one for one in said.spans if one.end <= start or one.start >= end]
    spans = sorted((*kept, Span("body", found["text"], start, end)), key=lambda one: one.start)
    return replace(said, spans=tuple(spans))


def _behind(said: Said, form: re.Pattern[str]) -> int:
    """Return where a text begins behind what a form finds; 0 where it finds nothing."""
    found = form.search(said.text)
    if found is None or _NAMED.search(said.text[: found.start()]):
        return 0
    pages = [one.start for one in said.held("file")]
    later = [at for at in pages if at > found.end() and _PLACED.search(said.text[:at])]
    return 0 if later and len(later) == len(pages) else found.end()
