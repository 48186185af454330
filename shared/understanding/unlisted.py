"""An order to delete a contact, which the network has not learned and takes for other tasks."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shared.decisions.questioning import asks
from shared.understanding.tasks import DELETE_CONTACT

if TYPE_CHECKING:
    from shared.understanding.reader import Before, Reader, Reading

_BOOK = r"(?:contacts?(?: ?(?:list|book))?|(?:address|phone) ?book|rolodex)"
_THINGS = r"(?! ?(?:page|sheet|tab|file|table|form|details?|info|numbers?|data|names?|person)\b)"
"""What makes something else of a contact: the contact form, contact details."""
_KEPT = (
    r"(?:numbers?|phones?|mobiles?|cells?|e-?mails?|mails?|messages?|address(?!\s?book)(?:es)?"
    r"|titles?|roles?|jobs?|notes?|fields?|values?|birthdays?|labels?|files?|events?|meetings?)"
)
"""What is known of somebody, or comes from them: who wants that gone does not mean them."""
_MORE = rf"(?:(?!\b{_KEPT}\b)[^.,;:!?\n]){{1,60}}?"
_NOT = r"(?<!not )(?<!n't )(?<!n\u2019t )(?<!never )(?<!dont )"
_OFF = r"(?:out |away )?(?:from|off|out of|of)(?: (?:my|our|the|all|your)){0,2}"
_DELETES = (
    r"(?:(?:delet|remov|eras|wip|purg|scrap)(?:e|ed|ing)?|del|strike|struck|bin|binned|trash"
    r"|discard|ditch|get rid of|unsave|expunge|chuck|toss)"
)
_REMOVES = (
    rf"(?:{_DELETES}|drop|dropped|clear|cleared|kick|throw|thrown|cut|go|gone|come|disappear)"
)
_TAKES = r"(?:take|taken|cross|crossed|get|put)"
_FROM_THERE = re.compile(
    rf"\b{_NOT}{_REMOVES}\b(?:{_MORE}| ){_OFF} {_BOOK}\b{_THINGS}"
    rf"|\b{_NOT}{_TAKES}\b(?:{_MORE}| )(?:off|out of)(?: (?:my|our|the|your))? {_BOOK}\b{_THINGS}"
    r"|\b(?:don['\u2019]?t|do not|no longer|needn['\u2019]?t) (?:need|want|keep)\b"
    rf"{_MORE} (?:in|among|on)(?: (?:my|our|the))? {_BOOK}\b{_THINGS}"
    rf"|^\W*(?:(?:my|our|the) )?{_BOOK}(?: (?:minus|less|without)\b"
    rf"|[:,.] [^:;!?\n]{{2,60}}[,.] {_DELETES}(?: (?:him|her|them|it))?[\s.!]*$)",
    re.IGNORECASE,
)
"""Who is to go from where contacts are kept."""
_END = (
    r"(?=\s*(?:$|[.,;:!?)]|\b(?:again|and|at|as|because|for|from|named|now|of|please|pls|too)\b))"
)
_CARD = r"(?: (?:card|entry|record|page))?"
_A_CONTACT = re.compile(
    rf"\b{_NOT}{_DELETES} (?:(?!from\b|to\b|{_KEPT}\b)[\w'\u2019-]+ ){{0,3}}?contact{_CARD}"
    rf"(?:{_END}| (?-i:[A-Z]))|\b{_NOT}{_DELETES} [^.;:!?]{{0,40}}\b(?:card|entry|record) "
    rf"(?:in|from) (?:(?:my|our|the) )?{_BOOK}\b",
    re.IGNORECASE,
)
"""What is to go, by its kind."""
_SHOWN = re.compile(
    rf"\b{_NOT}(?:{_DELETES}|(?:take|drop|kick|cross|get))"
    r" (?:(?:him|her|them|it|this|that|(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)"
    r"|(?:this|that|the|his|her|their|(?-i:[A-Z])[\w-]+['\u2019]s)(?: \w+)?"
    rf" (?:one|person|guy|man|woman|lady|gentleman|contact|entry|card|record)){_END}"
    r"(?! (?:and|at|as|for|from|of|to)\b)"
    rf"|\b{_NOT}(?:{_REMOVES}|{_TAKES}) (?:him|her|them|it|that|(?-i:[A-Z])[\w-]+"
    rf"(?: (?-i:[A-Z])[\w-]+)?) (?:off|out|away)(?: (?:of )?(?:there|it|the list|my list))?{_END}",
    re.IGNORECASE,
)
"""How who was just shown is to go: "take her off", "get rid of his card"."""
_SURE = 0.9
_CONTACTS = frozenset({"contact", "person"})


def deletes_contact(text: str, ranked: Sequence[tuple[str, float]]) -> Sequence[tuple[str, float]]:
    """Return the tasks with that of deleting a contact first, where that is plainly ordered."""
    plain = _FROM_THERE.search(text) or _A_CONTACT.search(text)
    return [(DELETE_CONTACT, _SURE), *ranked] if plain and not asks(text) else ranked


def of_contact(
    reading: "Reading", before: "Before", kinds: set[str], reader: "Reader"
) -> "Reading | None":
    """Read an order that whoever was just shown is to go as one to delete that contact.

    What was just done is taken back, and nobody deleted.
    """
    done = before.answered == "done" and reading.task == "undo"
    if not kinds or not kinds <= _CONTACTS or done or asks(reading.text):
        return None
    if reading.task == DELETE_CONTACT or not _SHOWN.search(reading.text):
        return None
    meant = reader.read_as(DELETE_CONTACT, reading.text, before)
    return replace(meant, tasks=((DELETE_CONTACT, _SURE), *reading.tasks))
