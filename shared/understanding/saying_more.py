"""Whether a part of a message only says more of the order before it, and is none itself."""

import re
from collections.abc import Mapping

from shared.understanding.closing import only_how
from shared.understanding.labelled import OF_TEXT
from shared.understanding.reader import POINTS
from shared.understanding.said import Said, pronoun

VERY_CLEAR = 0.85
"""The probability of a task from which on a part is an order of its own, whatever is before it."""
ASKED = r"(?:what|who|when|where|how|which|whose|is|are|does|do|did|can|has|have)"
"""How a question begins."""
QUESTION = re.compile(
    r"\W*(?:(?:ok|okay|so|and|hey|hi|please|tell me|quickly?),? )*"
    rf"{ASKED}(?:['\u2019]?(?:s|re))?\b",
    re.IGNORECASE,
)
"""How a message begins that asks, with what may be said before."""
_MAKES: Mapping[str, frozenset[str]] = {
    "cal_create": frozenset({"cal_create", "cal_update"}),
    "cal_slots": frozenset({"cal_create", "cal_update"}),
    "page_write": frozenset({"page_write"}),
    "contact_add": frozenset({"contact_add", "contact_update", "contact_find"}),
}
"""Tasks that make something, and those that say more of it."""
_NEW = frozenset({"mail_send", "mail_draft"})
_NAMES_IT = re.compile(
    r"\W*(?:(?:please|and|just|then) )*(?:(?:call|name|title|label) (?:it|that|this)"
    r"|(?:it|its (?:name|title)) (?:has|says|goes|is|should (?:have|say|be)))\b",
    re.IGNORECASE,
)
"""How it is said what the thing just ordered is to be called, or what it has."""
_INVITES = re.compile(
    r"(?!.* (?:to|into|in|on) (?:the|my|our)\b)\W*(?:(?:please|and|just|also|then) )*"
    r"(?:(?:invite|add|include)\b|send \w+(?: \w+)? an? invit)",
    re.IGNORECASE,
)
"""How it is said who comes to the meeting just ordered, and to nothing else."""
_GUESTS = frozenset({"person", "organisation"})
WRITES = frozenset({"mail_send", "mail_reply", "mail_forward", "mail_draft"})
"""Tasks that write a mail."""
_OF_REMINDER = re.compile(
    r"\b(?:an?|about|and|at|by|daily|every|first|for|give|i|in|it|make|me|monthly|my|need|new|of|on"
    r"|one|please|remind\w*|set|starting|the|then|to|up|want|weekly)\b"
)
"""What a reminder is ordered with that says nothing of what it is for."""
_LABELLED = re.compile(
    rf"\W*(?:(?:the|with|and) )*(?:title|subject|heading|{OF_TEXT})\s?:\s", re.IGNORECASE
)
"""How a part of what is ordered begins, and no order."""
TELLS = WRITES | {"slack_dm", "slack_post"}
"""Tasks that tell somebody something."""
_ONLY_SAYS = re.compile(
    r"\W*(?:(?:please|and|then) )*(?:(?:just|simply|only) (?:say|write|put|tell (?:them|him|her))"
    r"|say)\b",
    re.IGNORECASE,
)
"""How it begins what something just ordered to be written says: "a note to Ann, just say ..."."""
_TO_THEM = re.compile(
    r"\W*(?:(?:please|and|just|then) )*(?:ask|tell|thank|remind|let|assure|inform"
    r"|congratulate|wish) (?:him|her|them)\b"
    r"|\W*(?:and )?(?P<asks>ask (?:if|whether|when|what|how)\b)",
    re.IGNORECASE,
)
"""How it begins what whoever a mail goes to is to be told in it."""
SAYS = re.compile(
    r"\W*(?:(?:please|and|just|also) )*(?:add|say|write|mention|put|state|text|note|message|body"
    r"|(?:tell|inform|assure) (?:him|her|them))\b",
    re.IGNORECASE,
)
"""How it begins what something just ordered to be written is to say."""
_HOW = frozenset({"time", "newtime", "duration", "repeat", "count", "flag"})
"""Kinds of span that tell when or how something is to be done, and not to what."""
_NAMES = frozenset({"person", "organisation", "topic", "file", "channel", "place", "label"})


def says_more(one: Said, rest: Said) -> bool:
    """Whether a part only says more of what the one before makes: "a new page x; write on it y"."""
    names = any(span.kind in _NAMES and not pronoun(span) for span in rest.spans)
    if _LABELLED.match(rest.text) or (one.task in _MAKES and _NAMES_IT.match(rest.text)):
        return True
    if one.task == "remind" and not _told_of(one):  # "remind me at four. Ring Ann"
        return True
    its_text = not one.has("body") and _ONLY_SAYS.match(rest.text)
    if one.task in TELLS and (its_text or only_how(rest.text)):
        return True
    told = not one.has("body") or (rest.task in {*TELLS, "remind"} and not names)
    to_them = _TO_THEM.match(rest.text)
    if one.task in TELLS and to_them and (told or to_them["asks"]):
        return True
    if one.task in WRITES:
        its_words = not names and not one.has("body") and rest.has("body")
        if not one.has("body") and rest.near < VERY_CLEAR:
            # "a new mail to Ann. check the roof": the rest is what it says
            return rest.has("body") or (one.task in _NEW and not one.has("topic"))
        return its_words and SAYS.match(rest.text) is not None
    if rest.task not in _MAKES.get(one.task, ()):
        return False
    if one.task == "cal_create" and _INVITES.match(rest.text):
        return {span.kind for span in rest.spans} <= _GUESTS
    its_values = (
        one.task == "contact_add" and not _named(rest) and QUESTION.match(rest.text) is None
    )
    return its_values or (POINTS.search(rest.text) is not None and not names)


def _told_of(one: Said) -> bool:
    """Whether a reminder is told what of, and not only when."""
    return one.has("topic", "body") or any(map(str.isalpha, _OF_REMINDER.sub("", one.rest)))


def one_wish(one: Said, rest: Said) -> bool:
    """Whether both sides are parts of one wish: "that mail: out of my sight, and back on Monday".

    They are for the same task, and the second names nothing and tells what the first does not.
    """
    told, more = ({span.kind for span in said.spans} for said in (one, rest))
    return one.task == rest.task and bool(more) and more <= _HOW and not more & told


def _named(said: Said) -> bool:
    """Whether somebody is told by more than an address, or what they are."""
    people = (one.text for one in said.spans if one.kind == "person")
    return any("@" not in one and one != one.casefold() for one in people)
