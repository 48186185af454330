"""Messages that change somebody in the contacts who is named, or take them out.

The network has not learned to delete a contact, and takes that for other tasks. It is ordered of
where contacts are kept, by a word for it or as who should not be there is marked.
"""

import re
from collections.abc import Sequence

from shared.decisions.questioning import asks
from shared.models.world import Link
from shared.understanding.folding import word_set
from shared.understanding.marking import Span, meets
from shared.understanding.names import known_word
from shared.understanding.parties import named
from shared.understanding.revision import RevisionReader
from shared.understanding.tasks import DELETE_CONTACT, Ranked, with_first
from shared.words import similar

_ADD, _CHANGE, _FIND = "contact_add", "contact_update", "contact_find"
_TAKES_AWAY = frozenset({"mail_delete", "cal_cancel"})
CARD = "contact: {} | mail: {} | phone: - | company: -"
"""A contact as the revision network reads one."""
_SPELT = word_set("address contact contacts delete remove")
"""Words that are known though a key slipped."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_BOOK = (
    r"(?:contacts?(?: ?(?:list|book|card|entry))?|(?:address|phone) ?book|rolodex)\b"
    r"(?! ?(?:page|sheet|tab|file|table|form|details?|info|numbers?|data|names?|person)\b)"
)
"""Where contacts are kept, or one of them; not the contact form, contact details."""
_OF_THEM = (
    r"\b(?:numbers?|phones?(?!\s?book)|mobiles?|cells?|e-?mails?|mails?|messages?|address(?!\s?book)(?:es)?"
    r"|titles?|roles?|jobs?|notes?|fields?|values?|birthdays?|labels?|files?|events?|meetings?"
    r"|invit\w+)\b"
)
"""What is known of somebody, or comes from them: who wants that gone does not mean them."""
REMOVES = (
    r"\b(?:(?:delet|remov|eras|wip|purg|scrap|nuk|ax)(?:e|ed|ing)?|del|scrub|strike|struck|bin|binned"
    r"|trash|discard|ditch|(?:get )?(?:rid|sh[ou]t)(?: me)? of|unsave|expunge|chuck|toss|lose)\b"
)
"""Words for making something be there no more."""
_LEAVES = (
    r"\b(?:drop|clear|cut|go(?:ne)?|come|disappear|kick|throw)\w*\b[^.:;!?\n]{0,60}?"
    rf" (?:from|off|out|outta)(?: of)?(?: (?:my|me|our|the))? {_BOOK}"
)
"""How somebody is told to be no more where contacts are kept."""
_FORBIDS = re.compile(
    r"(?:\bnot|n['\u2019]?t|\bnever|\bdont)(?: (?:to|want to|wanna|just|please))* "
    rf"(?:{REMOVES}|(?:add|enter|put|save|store)\b)",
    re.IGNORECASE,
)
"""How it is forbidden to take somebody out, or in."""
_SENTENCES = re.compile(r"(?<=[.!?;])\s+")
_REMOVE = re.compile(rf"{REMOVES}|{_LEAVES}", re.IGNORECASE)
_ASKS = re.compile(r"\W*(?:what|which|where|how)\b[^.!]*\?", re.IGNORECASE)
_THEIRS = re.compile(_OF_THEM, re.IGNORECASE)
_BOOK_NAMED = re.compile(rf"\b{_BOOK}", re.IGNORECASE)
_SURE, _SURELY_ELSE = 0.9, 0.9
_EVEN = 0.25


def of_contacts(
    text: str,
    links: Sequence[Link],
    ranked: Ranked,
    revisions: RevisionReader,
) -> Ranked:
    """Return the tasks with the one first that is wanted of somebody in the contacts, if any is.

    That is to delete them where it is plainly ordered. Who is changed is there: of a name that
    nobody has, as much as that speaks for it, somebody new is added.
    """
    if not asks(text) and _is_out(text, links, ranked[0], revisions):
        return [(DELETE_CONTACT, _SURE), *ranked]
    first, share = ranked[0]
    shares = dict(ranked)
    known = any(one.kind == "person" for one in links)
    if first == _CHANGE and _ASKS.match(_SENTENCES.split(text)[-1]) and not revisions.orders(text):
        return with_first(_FIND, share, ranked)
    if first == _CHANGE and not known and shares.get(_ADD, 0.0) >= _EVEN:
        return with_first(_ADD, share + shares[_ADD], ranked)
    return ranked


def with_values(
    task: str, text: str, spans: Sequence[Span], revisions: RevisionReader
) -> list[Span]:
    """Return the spans of a change with what a reply to a card would set, where none says that."""
    kinds = {one.kind for one in spans}
    if task != _CHANGE or kinds & {"value", "organisation"}:
        return list(spans)
    marks = revisions.read(CARD.format("-", "-"), text).all("value", "field")
    if all(one.role == "field" for one in marks):
        return list(spans)
    found = (Span(one.role, one.text, one.start, one.end) for one in marks)
    new = (one for one in found if not any(meets(one, other) for other in spans))
    return sorted((*spans, *new), key=lambda one: one.start)


def spelt(text: str) -> str:
    """Return a text in which some words about contacts are written right: "my contacs"."""
    return _WORD.sub(lambda found: _spelt(found[0]), text)


def _spelt(word: str) -> str:
    key = word.casefold()
    if key in _SPELT or known_word(key):
        return word
    return next((one for one in sorted(_SPELT) if similar(key, one)), word)


def goes(text: str, revisions: RevisionReader) -> bool:
    """Whether whoever a message is about is to be there no more, rather than anything of theirs."""
    parts = [one for one in _SENTENCES.split(text) if not _FORBIDS.search(one)]
    orders = [one for one in parts if _REMOVE.search(one)] or parts
    if any(map(_THEIRS.search, orders)):
        return False
    return any(map(_REMOVE.search, orders)) or _not_there(" ".join(orders), (), revisions)


def _is_out(
    text: str, links: Sequence[Link], likeliest: tuple[str, float], revisions: RevisionReader
) -> bool:
    """Whether somebody is to be in the contacts no more."""
    plain = spelt(text)
    if _FORBIDS.search(plain) or not _BOOK_NAMED.search(plain):
        return False
    if likeliest[0] in _TAKES_AWAY and not _THEIRS.search(plain):
        return True  # what is kept there is no mail, and no event
    if likeliest[0] == _ADD and likeliest[1] >= _SURELY_ELSE and not _anybody_not(text, revisions):
        return False  # "put him in my contacts before I lose his card"
    return goes(plain, revisions) or (
        likeliest[1] < _SURELY_ELSE and _not_there(text, links, revisions)
    )


def _not_there(text: str, links: Sequence[Link], revisions: RevisionReader) -> bool:
    """Whether somebody is marked as who is not to be there, in an order."""
    people = [one for one in links if one.kind == "person"]
    read = revisions.alone(text)
    marked = any(
        one.part == "not" and (named(one.text).pronoun or any(meets(one, who) for who in people))
        for one in read.parties
    )
    return marked and max(read.wants, key=read.wants.__getitem__) == "do"


def _anybody_not(text: str, revisions: RevisionReader) -> bool:
    return any(one.part == "not" for one in revisions.alone(text).parties)
