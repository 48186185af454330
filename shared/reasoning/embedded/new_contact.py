"""A request to add somebody to the contacts, taken apart: who, and what is known of them."""

import re

from shared.matching.orders import plain
from shared.reasoning.embedded.people_said import ADDRESS
from shared.reasoning.embedded.words import tidy

_BOOK = r"(?:(?:my|our|the) )?(?:contacts?(?: list| book)?|address book)"
_VERB = r"(?:add|create|make|save|put|store|enter|record|keep)"
_ORDERS = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for form in (
        rf"{_VERB} (?P<who>.+?),? (?:to|in|into|among) {_BOOK}(?P<rest>.*)",
        rf"{_VERB} (?P<who>.+?),? as an? (?:new )?contact(?P<rest>.*)",
        rf"(?:{_VERB} (?:an? )?(?:new )?|new )contacts?(?: (?:for|named|called))?:? (?P<who>.+)",
        rf"(?:to|in) {_BOOK},? add:? (?P<who>.+)",
    )
)
_NOT_PEOPLE = re.compile(
    r"(?:an? |the |this |that |my |his |her |their )?(?:notes?|number|phone|(?:e-?mail )?address"
    r"|e-?mail|label|tag|title|company|all|everyone|everybody|people|them|him|her|it|sender)\b"
    r"|[^,;:@]*'s\b",
    re.IGNORECASE,
)
_BARE_NOUN = re.compile(r"contacts?\b(?! (?:for|named|called))", re.IGNORECASE)
_ADDRESS = re.compile(rf"<?(?:mailto:)?(?P<it>{ADDRESS})>?")
_PHONE = re.compile(r"(?P<it>\+?\(?\d[\d ()/.-]{4,}\d)")
_LABEL = re.compile(
    r"\b(?:with |and |whose )?(?:(?:his|her|their|the) )?(?:(?:work |mobile |cell )?(?:phone|number"
    r"|mobile|cell|tel(?:ephone)?)(?: number)?|e-?mail(?: address)?|address)\s*(?:is|:|=|-)?\s*$",
    re.IGNORECASE,
)
_RELATION = re.compile(
    r"\bas an? (?:new )?(?P<it>client|customer|vendor|supplier|colleague|coworker|partner)\b",
    re.IGNORECASE,
)
_RELATED = {"customer": "client", "supplier": "vendor", "coworker": "colleague"}
_LABELLED = re.compile(
    r"(?:with |and )?(?:the )?(?P<label>name|company|employer|title|job title|position|role|notes?)"
    r"\s*(?::|=| is )\s*(?P<it>.+)",
    re.IGNORECASE,
)
_FIELDS = {
    "employer": "company",
    "job title": "title",
    "position": "title",
    "role": "title",
    "note": "notes",
}
_WORKS = re.compile(
    r"(?:(?:who is |she is |he is |they are |an? |the )*(?P<title>[^,]+?) )?"
    r"(?:(?:who )?works? (?:at|for)|at|of|from|with) (?P<company>(?-i:[A-Z0-9])[^,]*)",
    re.IGNORECASE,
)
_NOISE = " .,;:-()<>\"'“”"


def parse_new_contact(text: str) -> dict[str, str] | None:
    """Return what a text says of somebody to be added; None when it asks for nothing of that."""
    said = plain(tidy(text)).rstrip(" .!")
    found = next((found for one in _ORDERS if (found := one.fullmatch(said))), None)
    if found is None or said.endswith("?"):
        return None
    who = found["who"].strip()
    if _NOT_PEOPLE.match(who) or _BARE_NOUN.match(who):
        return None
    return _known(f"{who}, {found.groupdict().get('rest') or ''}")


def _known(rest: str) -> dict[str, str] | None:
    known: dict[str, str] = {}
    for field, pattern in (("relation", _RELATION), ("email", _ADDRESS), ("phone", _PHONE)):
        if found := pattern.search(rest):
            known[field] = found["it"].strip(" .,")
            before = _LABEL.sub("", rest[: found.start()].rstrip())
            rest = f"{before}, {rest[found.end() :]}"
    if relation := known.get("relation", "").casefold():
        known["relation"] = _RELATED.get(relation, relation)
    for part in (one.strip(_NOISE) for one in re.split(r"[,;()\n]", rest)):
        _take(re.sub(r"^(?:and|with|for)\b\s*|\s*\b(?:and|with)$", "", part).strip(), known)
    return known if known.keys() & {"name", "email"} else None


def _take(part: str, known: dict[str, str]) -> None:
    """Keep what one part says: a labelled field, a job, or, first of all, the name."""
    if labelled := _LABELLED.fullmatch(part):
        label = labelled["label"].casefold()
        known.setdefault(_FIELDS.get(label, label), labelled["it"].strip(_NOISE))
        return
    work = _WORKS.search(part)
    if work and (name := part[: work.start()].strip(_NOISE) or work["title"] or ""):
        key = "title" if "name" in known else "name"
        known.setdefault(key, name)
    if work:
        known.setdefault("company", work["company"].strip(_NOISE))
    elif part:
        known.setdefault("title" if "name" in known else "name", part)
