"""Messages that ask for several things: what each is, and which comes first."""

import re
from typing import NamedTuple

_POLITE = re.compile(
    r"^(?:(?:please|pls|hey|hi|hello|ok(?:ay)?|so|well|and|now|actually|also"
    r"|just|then|thanks|kindly)\b[,!.]* "
    r"|(?:can|could|would|will) (?:you|u|we|i) (?:please |mind |possibly |also )?"
    r"|(?:i'd|i would) like (?:you )?to (?=\w)|i want (?:you )?to (?=see|read|find|know|check|look)"
    r"|i need (?:you )?to (?=see|read|find|know|check|look)|let's |let us |do me a favou?r and )+",
    re.IGNORECASE,
)
_VERB = (
    r"(?:add|analy[sz]e|answer|archive|ask|assign|attach|book|build|calculate|call|cancel|change"
    r"|chase|check|close|collect|compare|compute|convert|copy|correct|create|delete|draft|email"
    r"|enter|estimate|export|fetch|file|fill|find|flag|forward|generate|get|give|import|inform"
    r"|invite|invoice|issue|let|list|log|look|mail|make|mark|message|move|note|notify|open|order"
    r"|pay|ping|plan|post|prepare|price|print|publish|pull|push|put|quote|raise|read|record"
    r"|register|remind|remove|renew|reply|request|reserve|run|save|schedule|search|send|set|share"
    r"|show|sort|start|submit|summari[sz]e|tell|text|transfer|translate|try|update|upload|use|what"
    r"|write)"
)
_AFTERWARDS = re.compile(
    rf"(?:[,;.]? (?:and )?(?:then|after (?:that|this)|afterwards|once (?:that's|that is|you're)"
    rf" done|next|finally|when (?:that's|that is) done),? |[;.] )(?=(?:please |also )?{_VERB}\b)",
    re.IGNORECASE,
)
_AND = re.compile(
    rf"(?:,| and|, and)(?: also| please)? (?={_VERB} (?!(?:it|them|that|this|him|her|me|us"
    rf"|everyone|everybody)\b))",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(r"\b(?:it|them|that|this|those|these|the (?:result|answer|list)s?)\b")
_STARTS = re.compile(_VERB, re.IGNORECASE)
_MOST = 5
"""More parts than this are a list, not orders."""


class Part(NamedTuple):
    """One order; `follows` says that it comes after, or needs, those before it."""

    text: str
    follows: bool


def plain(text: str) -> str:
    """Return a text without the courtesies it opens with."""
    return _POLITE.sub("", text).strip() or text


def pieces(text: str) -> list[Part]:
    """Return a text cut wherever an order may begin."""
    return [
        Part(part.strip(" ,;."), nth == 0 or _POINTS_BACK.search(part.lower()) is not None)
        for step in _AFTERWARDS.split(text)
        for nth, part in enumerate(_AND.split(step))
        if part.strip(" ,;.")
    ]


def parts_of(text: str) -> list[Part]:
    """Return the orders in a text, in order; the whole of it where it is but one."""
    parts = pieces(text)
    orders = parts and _STARTS.match(parts[0].text) and len(parts) <= _MOST
    return parts if orders else [Part(text, follows=False)]


def first_order(text: str) -> str:
    """Return the first thing a text asks for: the one that is done first."""
    parts = parts_of(plain(text))
    return parts[0].text if len(parts) > 1 else text
