"""Drafts that are kept already: which one is meant, and what is wanted of it."""

import re
from dataclasses import replace
from typing import NamedTuple

from shared.decisions.questioning import asks
from shared.understanding.marking import Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said

WISH, GONE, KEPT = "wish", "gone", "kept"
"""Kinds of span: what is to be different in a draft, that it is to be thrown away, or looked at."""
_TASKS = frozenset({"mail_draft", "mail_send_draft", "mail_delete"})
"""What a message that names a draft is read as."""
_LIKELY = 0.5
_ANY_DRAFT = "draft to: Lena | cc: - | text: Hi Lena, we meet on Monday at 3. Best, Alex"
"""A draft as the revision network reads one, whatever the one that is meant says."""
_THE = r"the|my|that|this|your|our|his|her"
_LED = r"in(?:to)?|on(?:to)?|to|of|for|from|with|at"
_MENTION = re.compile(
    rf"(?P<led>\b(?:{_LED}) )?"
    rf"(?:\b(?:{_THE}) (?P<between>(?:(?!(?:{_THE}|{_LED}|and|or)\b)[\w'\u2019-]+ ){{0,3}}?)"
    r"|(?<=\bin )|(?<=\bon )|(?<=\bto )|(?<=\bedit )|(?<=\bchange )|(?<=\bupdate )|(?<=\bdelete ))"
    r"draft(?: (?:e?-?mail|message|reply|answer|note))?"
    r"(?=[^\w\s]|\s*$| (?:to|for|about|on|of|re|regarding|with|from|so|and|please|too|also|as"
    r"|because|i|you|we|should|must|has|needs?|says?|can|could|may|will|it|which|that|add|put|make|say|change"
    r"|replace|remove|take|cc|copy|instead|again|now|is|are|was|no|not)\b)",
    re.IGNORECASE,
)
"""A draft that there is: what is only going to be one is "a draft"."""
_BETWEEN = re.compile(
    r"(?:saved|kept|last|latest|newest|same|first|other|little|e?-?mail|reply|answer)",
    re.IGNORECASE,
)
_AIMED = re.compile(
    r"(?:,? (?:which |that )?(?:i|you|we)(?: (?:have|had|just|only|already)){0,2}(?: \w+)?)?"
    r" (?:to|for|about|on|of|re|regarding|with|from) (?:(?:the|my|our|his|her) )*"
    r"|,? (?:and|&) ",
    re.IGNORECASE,
)
"""What stands between a draft and whom it is to or what it is about."""
AIMS = frozenset({"person", "organisation", "topic", "file", "label"})
"""The kinds of span that tell a draft: whom it is to, what it is about."""
_MADE = re.compile(
    r"\b(?:write|prepare|create|start|compose|make|do|begin|produce|get|save|keep) $", re.IGNORECASE
)
"""What stands before a draft that there is not yet."""
_DROPS = re.compile(
    r"\b(?:delete|bin|drop|discard|scrap|trash|lose|ditch|erase|remove|cancel|withdraw|chuck|throw"
    r"|toss|tear up|get rid of|(?:do(?:n['\u2019]?t| not)|no longer|never) (?:\w+ )?(?:need|want))"
    r"(?: away| out)? it\b",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"\W*(?:(?:please|can|could|you|do|me|a|an|all|of|my|the|saved|old|unsent|up|for|in|now|and|i)\W+)*"
    r"(?:show|list|see|find|get|give|what|which|any|(?:are|is) there|have i got|do i have)\b"
    r"(?: (?:me|all|of|my|the|a|any|an|saved|unsent|kept|up|for|at|i|have))* drafts?\b",
    re.IGNORECASE,
)
_READ = re.compile(
    r"\W*(?:(?:please|can|could|would|you|and|now)\W+)*"
    r"(?:(?:read|show|open)(?: (?:me|out))? it|what(?:['\u2019]s| is) in it|what does it say"
    r"|(?:let me|i want to) (?:see|read) it)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?P<civil>\W*(?:(?:please|can|could|would|you|now|then|also)\b\W*)*)"
    r"(?:change|update|edit|adapt|adjust|correct|fix|amend|revise|modify|alter) it"
    r"(?: so(?: that)?(?= (?:it|he|she|they|we|i)\b)| to(?= (?:say|read)\b)|[:,;-]| -)?\s*",
    re.IGNORECASE,
)
"""What of a wish only says that there is one."""
_SENDS_TOO = re.compile(
    r"(?<![,;.])(?<! and)(?<! then)(?:[,;.]| and| then)+ (?:then |please |you can |just )*send it"
    r"(?: off| out| away| now| please| then)*\W*$",
    re.IGNORECASE,
)
KEEPING = (
    r"(?:(?:please|just|only|but|and|still|then|no|ok|okay|oh|also|so)\b\W{0,3}){0,6}"
    r"(?:(?:keep|leave|save|hold|put|lay|park|store|file|stick)(?: (?:it|this|that))?(?: back)?"
    r"(?: (?:as|among|with|in|into|to))?(?: (?:an?|my|the|your))? drafts?(?: folder)?(?: for now)?"
    r"|(?:do(?:n['\u2019]?t| not)|never) (?:send|post)(?: (?:it|this|that|anything))?"
    r"(?: (?:yet|off|out|away|now|please))*"
    r"|nothing (?:is|must|should|may)(?: (?:to|be|get))* sent(?: yet)?"
    r"|(?:it|this) (?:is|must|should|has to|can|will)(?: (?:to|still|only|just))*"
    r"(?: (?:be|remain|stay))? an? draft"
    r"|i (?:want|need|would like|['\u2019]d like) it (?:as|to be) an? draft"
    r"|(?:as )?an? draft(?: only| for now)?|drafts? only|(?:still )?no sending(?: yet)?)"
    r"(?:\W+(?:(?:because|as|since|so) )?i(?:['\u2019]d| would|['\u2019]ll| will)?"
    r" (?:want|need|like|have|wish|look|read|check|think|sleep)\b[^,.;:!?\n]*)?"
)
"""How it is said that a mail is kept and not sent, and why."""
_KEEPS = re.compile(rf"(?:^|[\s,.;:(\u2013-])(?:{KEEPING})(?=\W|$)", re.IGNORECASE)
_KEPT_FIRST = re.compile(rf"^{KEEPING}(?:\s*[,.;:!\u2013-]+|\s*,?\s(?:but|and))\s+", re.IGNORECASE)
_KEPT_LAST = re.compile(
    rf"(?:(?<=[?])\s|[,.;:!]|\s(?:but|and)\b|\s(?=\())\s*\(?{KEEPING}[\s.!)]*$", re.IGNORECASE
)
"""How it is said, beside what should be different, that a draft stays one."""


class Named(NamedTuple):
    """A draft that is named: what it is to or about, and what is said of it."""

    aims: tuple[Span, ...]
    rest: str


def named_draft(said: Said) -> Named | None:
    """Return which draft a message names, and its words with "it" in the place of that."""
    text = said.text
    for found in _MENTION.finditer(text):
        aims = [one for one in said.spans if found.start() <= one.start and one.end <= found.end()]
        between = text[found.start("between") : found.end("between")] if found["between"] else ""
        unread = [one for one in between.split() if not any(one in aim.text for aim in aims)]
        if _MADE.search(text[: found.start()]) or not all(map(_BETWEEN.fullmatch, unread)):
            continue
        end = found.end()
        for one in sorted(said.spans, key=lambda each: each.start):
            if one.kind in AIMS and one.start > end and _AIMED.fullmatch(text[end : one.start]):
                aims.append(one)
                end = one.end
        opens = not text[: found.start()].strip() and re.match(r"\s*[,:;-]", text[end:])
        it = "" if found["led"] or opens else "it"
        rest = " ".join(f"{text[: found.start()]}{it}{text[end:]}".split()).strip(" ,:;-")
        return Named(tuple(one for one in aims if one.kind in AIMS), rest)
    return None


def of_draft(said: Said, reader: Reader) -> Said | None:
    """Return a command with what is wanted of drafts that it names, but for sending one."""
    named = named_draft(said) if said.task in _TASKS else None
    looks = Span(KEPT, said.text, 0, len(said.text))
    if said.task in _TASKS and _LISTED.match(said.text) and not said.has("body"):
        aims = (one for one in said.spans if one.kind in AIMS)
        return replace(said, task="mail_search", sure=1.0, spans=(*aims, looks), carried=())
    if named is None:
        return None
    if named.aims and _READ.match(named.rest):
        return replace(said, task="mail_read", sure=1.0, spans=(*named.aims, looks), carried=())
    kept = (*named.aims, *(one for one in said.spans if one.kind == "which"))
    if _DROPS.search(named.rest):
        gone = Span(GONE, named.rest, 0, len(said.text))
        return replace(said, task="mail_delete", sure=1.0, spans=(*kept, gone), carried=())
    wish = _BEGINS.sub(lambda one: one["civil"], named.rest, count=1)
    ops = reader.revisions.read(_ANY_DRAFT, wish or named.rest).ops
    sure = max((share for op, share in ops.items() if op != "how"), default=0.0)
    sure = 0.0 if ops.get("how", 0.0) > sure else sure  # "send it" is another way to do it
    if sure < _LIKELY and said.task == "mail_draft":
        wish, sure = "", 1.0  # it is asked for: a second draft would not be this one
    if sure < _LIKELY or asks(said.text):
        return None
    changed = Span(WISH, wish, 0, len(said.text))
    return replace(
        said, task="mail_draft", sure=max(said.sure, sure), spans=(*kept, changed), carried=()
    )


def about_draft(said: Said) -> bool:
    """Whether a command says what is wanted of drafts that are kept."""
    return said.has(WISH, GONE, KEPT)


def drops(text: str) -> bool:
    """Whether a draft, which is "it", is to be thrown away."""
    return _DROPS.search(text) is not None


def keeps(text: str) -> bool:
    """Whether it is said of a mail that it is kept, and not sent."""
    return _KEEPS.search(text) is not None


def without_keeping(text: str) -> str:
    """Return what is wanted of a draft, without that it stays one."""
    return _KEPT_LAST.sub("", _KEPT_FIRST.sub("", text)) or text


def sent_too(text: str) -> tuple[str, str]:
    """Return what is wanted of a draft, and the order to send it that stands behind, if any."""
    found = _SENDS_TOO.search(text)
    return (text[: found.start()], "send it") if found else (text, "")
