"""What a command looks for: words, and whose."""

import re
from typing import NamedTuple

from shared.reasoning.embedded.planning.slack.channels import (
    without,
)
from shared.reasoning.embedded.words import fold, word_set

_ANYBODY = word_set("anyone anybody someone people we i they everyone was been")
_LOOKS = re.compile(
    r"\b(?:search|find|look|messages? (?:about|mention\w+|containing))\b", re.IGNORECASE
)
_PUNCTUATION = ".,:;?!'\"“”-"
_LONGEST_QUERY = 200
OWN_WORDS = re.compile(
    r"\b(?:on|in|from|via|over|through|using|to) slack\b|\bslack\b", re.IGNORECASE
)
SEARCH = "slack_search_messages"

_SEARCH = re.compile(
    r"\b(?:search|find|look(?:ing)? (?:for|up)|any (?:messages?|mentions?)"
    r"|messages? (?:about|mentioning|containing|with|that|from (?-i:[A-Z@])\w*)"
    r"|who (?:said|mentioned|wrote|talked)"
    r"|mention(?:s|ed)?|anyone (?:said|mention\w*|talk\w*|post\w*))\b|\bwhat (?:did|has"
    r"|have|does|was) .+ (?:say|said|written|write|post(?:ed)?|mention(?:ed)?|think|shared?)\b"
    r"|\b(?:did|has) .+ (?:say|said|post(?:ed)?|written|write|mention(?:ed)?|shared?)\b|\babout\b",
    re.IGNORECASE,
)
_SAID_BY = re.compile(
    r"\b(?:did|has|have|does) (?P<who>@?[\w.-]+(?: (?-i:[A-Z])[\w-]+)?) (?:just |ever "
    r"|already )?(?:say|said|write|written|post(?:ed)?|mention(?:ed)?|think|shared?)\b"
    r"|\b(?:from|by) (?P<from>@[\w.-]+|(?-i:[A-Z])[\w.-]+(?: (?-i:[A-Z])[\w-]+)?)"
    r"|\b(?P<whose>(?-i:[A-Z])[\w-]+)'s (?:messages?|posts?)\b",
    re.IGNORECASE,
)
_QUERY_NOISE = re.compile(
    r"\b(?:search|find|look(?:ing)? (?:for|up)|show|list|get|give|tell|me|us|for|all|any"
    r"|anything|messages?|posts?|mentions?|mentioned|mentioning|containing|about|regarding"
    r"|saying|what|did|has|have|does|who|said|say|says|wrote|write|written|anyone|anybody"
    r"|everything|something|that|where|which|the|a|an|with|posted|post|talk(?:ed|ing|s)?|was|were"
    r"|people|we|i|is|are|there|on|in|of|from|by|channels?|conversations?|threads?|please"
    r"|recently|lately|yet|display|word|words|phrase|term|discuss(?:ed|ions?)?|related|to|think|shared?|been|ever|my|our)\b",
    re.IGNORECASE,
)


class Search(NamedTuple):
    """The words looked for, and whose messages are meant; both empty for no search."""

    words: str = ""
    author: str = ""


def search_in(said: str, rest: str, channel: str) -> Search:
    """Return what a command looks for; `rest` is what it says besides a channel and a time."""
    if not _SEARCH.search(said):
        return Search()
    left = OWN_WORDS.sub(" ", rest)
    quoted = re.findall(r"[\"“]([^\"”]+)[\"”]", left)
    author = ""
    if found := _SAID_BY.search(left):
        name = found["who"] or found["from"] or found["whose"] or ""
        if fold(name) not in _ANYBODY:
            author, left = name, without(left, found)
    if channel and not author and not _LOOKS.search(said):
        return Search()
    words = quoted or _QUERY_NOISE.sub(" ", left).split()
    kept = (word.strip(_PUNCTUATION) for word in words)
    return Search(" ".join(word for word in kept if word)[:_LONGEST_QUERY], author)
