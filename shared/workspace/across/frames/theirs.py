"""Questions about what the person has that no task of a service answers, and where to look for it.

"Did we agree on a price with Acme?" says neither mail nor calendar. What a reader takes for none of
the product's tasks is looked for everywhere where it asks about something of theirs: of what they
or theirs did, or about somebody or something they are known to have.

What a question names a channel, page or sheet for is looked for there; what goes on from an answer
is looked for in what was shown.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from shared.decisions.picking import describing
from shared.decisions.questioning import asks, lists, wants_told
from shared.models.reasoning import ConversationContext
from shared.models.world import Link, ThingKind
from shared.understanding.arranging import WRITING
from shared.understanding.described import NAME
from shared.understanding.folding import fold
from shared.understanding.linked import kind_of
from shared.understanding.names import known_word, lexicon
from shared.understanding.pointing import place_named
from shared.understanding.said import PROPER, Said
from shared.understanding.shown import takes_up
from shared.understanding.shown_table import last_answer, table_shown
from shared.understanding.tasks import CHANGING, SERVICES, service_of
from shared.words import stem, telling
from shared.workspace.pages.frames import without_page
from shared.workspace.sheets.asking.terms import of_figures
from shared.workspace.slack.frames.naming import channel_called

FIND = "find"
_PAGES = "page_find"
_OTHER = "other"
_NO_SERVICE = frozenset({_OTHER, "product", "activity", "smalltalk"})
_UNSAID = _NO_SERVICE | {"contact_find"}
"""What a few words are taken for that only add to a question, and name nobody known."""
_ENOUGH, _MOSTLY = 2, 0.5
"""Telling words; and how many of them stand in what somebody has, where it is asked of that."""
_SELDOM, _RARE, _SHORT = 1000, 2500, 3
"""Places among the words by how often they are used: two of them say enough, or one; and letters of
a word that is in no such list, because it is too short for one.
"""
_SURE = 0.78
"""As sure as a task has to be to be taken on, and no surer: an agent made for it comes first."""
_UNSURE = 0.5
_HARDLY, _CLEARLY, _PLAINLY = 0.75, 0.9, 0.95
"""How sure a task of another service has to be, where all it says stands in what was shown, and
where it names nothing and is clearly about that.
"""
_ELSEWHERE = {
    **dict.fromkeys(("contact", "sheet", "slack_unread"), _CLEARLY),
    "cal": _PLAINLY,
    _OTHER: 0.98,
}
"""How sure a task has to be whose answer stands in no text of theirs: of the world, or in cells."""
_HOLDS_QUESTIONS = {*WRITING, "sheet_set"} - {"page_write"}
"""Tasks in which what is to be said, or how it is ordered, may be a question."""
_COUNTS = "sheet_read"
"""What counts and compares the rows of a sheet."""
_HOW_MANY = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
_SAME = 0.65
"""How likely a question has to be about what was just shown to go on from it."""
TOLD = 0.8
"""How likely a question wants what stands in a text, for it to be looked for."""
_MOST_PLACES = 30
_ONWARD = re.compile(r"(?:^|[.!?] +)\W*(?:and|but|so|also|then)\b")
"""How a question begins that goes on from what was told."""
_SENTENCES = re.compile(r"(?<=[.!?]) +")
_POINTS = re.compile(
    r"\b(?:it|its|that|this|th?em|they|their|those|these|ones?|there|whose|he|she|him|her|his|hers)"
    r"(?:'s|'ll|'d)?\b|\bagain(?=\W*$)"
)
_OWN = re.compile(
    r"\b(?:i|me|my|mine|we|us|ours?|he|she|him|his|hers?|they|th?em|theirs?|everybody|everyone"
    r"|any(?:body|one)|some(?:body|one)|th(?:at|is|[eo]se))\b"
)
_PAST = re.compile(r"\b(?:was|were|did|had|has|been)\b")
"""What tells whose a question is, and that something happened to somebody."""
_OF_IT = re.compile(r"\b(?:it|who|whom)\b(?!.*\b(?:i|we|my|our)\b)")
"""How a question of the calendar is put that is about one event."""
_OF_SOMEBODY = re.compile(r"\b(?:he|she|they|him|her|them)(?:'s|'ll|'d)?\b")
"""How it is asked of "him" or "her"."""
_WORDS = (
    r"(?:(?:own|last|first|new) )?(?:answer|comments?|e?-?mails?|idea|list|message|notes?|offer"
    r"|opinion|plan|points?|post|proposal|questions?|reply|topics|view|wish(?:es)?|words|figures?)\b"
)
_THEIR_WORDS = re.compile(rf"\bs?he\b|\b(?:his|her) {_WORDS}")
"""How it is asked of what somebody pointed at wrote; who "they" are, nobody can tell."""
_NUMBER_OF = re.compile(
    r"\b(?:his|her|their) (?:\w+ )?(?:phone|mobile|cell|telephone|numbers?|e-?mail|address)\b"
    r"|\bnumbers?\b.*\b(?:him|her|them)\b"
)
"""What somebody pointed at is reached by, which no text tells but where it told who they are."""
_SUBJECT = re.compile(
    r"(?:\b(?:did|does|do|would|will|has|have|had|is|was|are|were|should|can|could)|\bwhat['\u2019]?s)"
    r"(?: exactly)? $",
    re.IGNORECASE,
)
"""What stands before somebody who did what is asked for."""
OF_A_FIRM = rf" (?:at|from|of) (?:the )?{NAME}"
"""What tells who somebody is, and nothing of what they say."""
_AUTHOR = re.compile(
    rf"(?:{OF_A_FIRM})?(?:['\u2019](?:s|d|ve)?)?"
    r"(?: (?:has|had|have|just|also|already|once|even|really))*"
    rf" (?:(?:[a-z]+ed|says?|said|writes?|wrote|asks|tells|told|wants|offers|gave)\b|{_WORDS})",
    re.IGNORECASE,
)
"""What stands behind somebody whose words are asked for."""
_ACCORDING = re.compile(r"\baccording to (?:the )?$", re.IGNORECASE)
_TOLD_APART = frozenset({"which", "time", "flag", "count", "label", "field"})
"""Kinds of span that tell some of a list's things from the others, or what a contact has."""
_PLACES: Mapping[ThingKind, str] = {
    "channel": "channel",
    "page": "page",
    "file": "sheet",
    "tab": "sheet",
}
"""What kind of place is named."""
_SERVICES: Mapping[str, str] = {
    "email": "mail",
    "event": "cal",
    "message": "slack",
    "channel": "slack",
    "contact": "contact",
    "person": "contact",
    "page": "page",
    "sheet": "sheet",
}
"""The kinds of place that may be shown, and the service whose tasks are about them."""


def asked_of_theirs(
    said: Said,
    links: Sequence[Link],
    context: ConversationContext | None = None,
    *,
    told: float = 0.0,
    onward: float = 0.0,
) -> Said | None:
    """Return a question about what is theirs as one to look for in all; None for any other.

    `told` is how likely it wants to be told what stands in the text of something, `onward` how
    likely it is about what was just shown.
    """
    text, shown = fold(said.text), context or ConversationContext()
    doubtful = _UNSURE if said.task in _HOLDS_QUESTIONS else _CLEARLY
    asked = told >= TOLD and said.sure < doubtful and asks(_without_dictated(said))
    placed = any(one.kind in {"page", "channel"} for one in links)
    served = said.task == _COUNTS and not placed and table_shown(shown) is not None
    of_contact = said.task == "contact_find" and told < TOLD and _NUMBER_OF.search(text)
    civil = said.task == "smalltalk" and said.sure >= _HARDLY and not asks(said.text)
    served = served or said.task == FIND or of_contact or civil
    if served or (said.task in CHANGING and not asked):
        return None
    if task := _COUNTS if _of_figures(said, links) else _PAGES if without_page(said) else "":
        return replace(said, task=task, sure=_SURE, near=_SURE)
    elsewhere = _ELSEWHERE.get(said.task) or _ELSEWHERE.get(service_of(said.task), 1.01)
    of_talk = said.task == "slack_summary" and re.search(r"\bwho\b", text) and asks(said.text)
    wanted = (told >= TOLD and said.sure < elsewhere) or bool(of_talk)
    wanted = wanted and not (
        said.task == "contact_find" and any(one.kind == "field" for one in said.carried)
    )
    if not (wanted or asks(said.text)):
        return _found(said) if _adds(said, links, shown, onward) else None
    wanted = wanted or said.task in CHANGING or (said.task == _OTHER and bool(links))
    if wanted or _of_the_one_shown(said, links, shown, onward):
        return _found(said)
    several = len({one.kind for one in shown.references} - {"sent"}) > 1  # that is a mail, too
    unserved = said.task in _NO_SERVICE or said.near < (_CLEARLY if several else _UNSURE)
    if _hardly(said, shown) or (unserved and goes_on(said, shown)):
        return _found(said)
    return _found(said) if _of_what_was_shown(said, shown, onward) else None


def doubted(said: Said) -> str:
    """Return the task that a command was read as, where another is likely as well; else ""."""
    return said.task if said.sure < _HARDLY else ""


def in_table_shown(found: Said, links: Sequence[Link], context: ConversationContext | None) -> Said:
    """Return a question to look for as one about the table just shown, where that is looked into.

    It has all of what is asked, which a search in it shows in pieces.
    """
    shown = context or ConversationContext()
    told = asked_after(found) or _OF_SOMEBODY.search(fold(found.text))
    if found.task != FIND or told or not names_none(found, links) or not table_shown(shown):
        return found
    return replace(found, task=_COUNTS)


def names_none(said: Said, links: Sequence[Link]) -> bool:
    """Whether a question names nobody and nothing, so that it may go on from what was shown."""
    return not links and PROPER.search(said.text) is None


def _without_dictated(said: Said) -> str:
    """Return a text without a question that somebody else is to be asked: "tell her: who pays?"."""
    text = said.text
    led = (one.start for one in said.spans if one.kind == "body" and one.start)
    start = next((at for at in led if text[:at].rstrip()[-1:] in {":", '"', "\u201c"}), len(text))
    return text[:start]


def _of_the_one_shown(
    said: Said, links: Sequence[Link], context: ConversationContext, onward: float
) -> bool:
    """Whether a question that names nobody and nothing else is about the one mail just shown."""
    kinds = [each["kind"] for each in places_shown(context)]
    one = kinds == ["email"] or ({*kinds} == {"email"} and any(o.told for o in context.references))
    of_mail = service_of(said.task) == "mail" and said.task not in {*CHANGING, "mail_delivery"}
    there = telling(last_answer(context))
    told = {
        span.kind
        for span in said.spans
        if not (_POINTS.fullmatch(fold(span.text)) or telling(span.text) <= there)
        and (span.kind != "which" or place_named(span.text, len(kinds)))
    }
    other = links or told & {"person", "organisation", *_TOLD_APART}
    return one and onward >= _SAME and (of_mail or said.task in _NO_SERVICE) and not other


def _adds(said: Said, links: Sequence[Link], context: ConversationContext, onward: float) -> bool:
    """Whether a few words that name nobody only add to what was told: "and Chicago's"."""
    told = any(one.told for one in context.references)
    adds = takes_up(said.text) or onward >= _SAME
    return told and said.task in _UNSAID and not links and adds


def _of_figures(said: Said, links: Sequence[Link]) -> bool:
    """Whether it is asked what the figures of a sheet that is named come to, or where most are."""
    named = {one.kind for one in _plainly_places(links, said.text)}
    compared = of_figures(said.text) or _HOW_MANY.search(said.text) is not None
    return bool(named) and named <= {"file", "tab"} and asks(said.text) and compared


def of_the_world(said: Said, links: Sequence[Link], familiar: Collection[str]) -> bool:
    """Whether a question that no task serves is of the world, and of nothing that is theirs.

    It names nothing of theirs, says "we" nor "she", and little else that stands in what they have:
    while none of that is known, seldom words have to tell it.
    """
    told = describing(said.text)
    was = _PAST.search(fold(said.text)) is not None
    own = links or said.has("person") or _OWN.search(fold(said.text))
    if said.task != _OTHER or own or _known(told, familiar, was=was):
        return False
    strange = any(_rank(word) >= _RARE for word in told if word not in familiar)
    return strange or (bool(familiar) and not was)


def asked_anywhere(said: Said, familiar: Collection[str], *, told: float = 0.0) -> Said | None:
    """Return a question that no task surely serves as one to look for in all; None for any other.

    `familiar` are the words that stand somewhere in what the person has. Most of what is asked of
    the world does not, but for words that are everywhere.
    """
    asked = [one for one in _SENTENCES.split(said.text) if asks(one)]
    was = _PAST.search(fold(said.text)) is not None
    enough = any(_known(describing(one), familiar, was=was) for one in (said.text, *asked[-1:]))
    unserved = said.task in {_OTHER, "product"} or (
        service_of(said.task) in SERVICES and said.task not in CHANGING and said.near < _UNSURE
    )
    wanted = told >= TOLD or asks(said.text)
    return _found(said) if unserved and enough and wanted else None


def _known(telling: Sequence[str], familiar: Collection[str], *, was: bool) -> bool:
    """Whether most of some words stand in what the person has, and not in what anybody has.

    Of what `was`, one of them that is not all too common is enough.
    """
    known = [word for word in telling if word in familiar]
    if len(known) < max(_ENOUGH, _MOSTLY * len(telling)):
        return False
    rare = sorted(map(_rank, known))
    return rare[-1] >= (_SELDOM if was else _RARE) or rare[-2] >= _SELDOM


def _rank(word: str) -> int:
    return lexicon().ranks.get(word, 0 if len(word) <= _SHORT else _RARE)


def _found(said: Said) -> Said:
    return replace(said, task=FIND, sure=_SURE, near=_SURE)


def goes_on(said: Said, context: ConversationContext) -> bool:
    """Whether a question is about what was just shown: by how it begins, points, or its words."""
    words = {stem(word) for word in describing(said.text)}
    shares = words & telling(last_answer(context))
    return bool(places_shown(context)) and (points_back(said.text) or bool(shares))


def points_back(text: str) -> bool:
    """Whether a question goes on from what was said before it, by how it begins or points."""
    return any(one.search(fold(text)) for one in (_POINTS, _ONWARD))


def _of_what_was_shown(said: Said, context: ConversationContext, onward: float) -> bool:
    """Whether it is hardly read as about something else than what was just shown."""
    kinds = {one["kind"] for one in places_shown(context)}
    of_meeting = said.task == "unprepared" and "event" in kinds
    if not kinds or of_meeting or service_of(said.task) in map(_SERVICES.get, kinds):
        return False
    nameless = _names_nothing(said) and not lists(said.text)
    there = _stands_there(said, context)
    likely = _CLEARLY if there else _HARDLY
    likely = _PLAINLY if onward >= _CLEARLY and (there or not said.spans) else likely
    unsure = said.task in _NO_SERVICE or (said.sure < likely and not said.has("time"))
    added = nameless and takes_up(said.text)
    return added or (onward >= _SAME and (unsure or (nameless and bool(said.spans))))


def _hardly(said: Said, context: ConversationContext) -> bool:
    """Whether a question that goes on is unsurely of any list: it wants something told.

    One of the calendar that names nothing is of what was shown where it asks of "it" or for whom.
    """
    if said.task == "cal_list" and not (said.spans or said.carried):
        return bool(places_shown(context) and _OF_IT.search(fold(said.text)))
    was = _PAST.search(fold(said.text)) is not None and not lists(said.text)
    told = _stands_there(said, context) or was or wants_told(said.text)
    return told and said.sure < _HARDLY and not said.has("time") and goes_on(said, context)


def _stands_there(said: Said, context: ConversationContext) -> bool:
    """Whether all the words that tell what is asked stand in what was shown."""
    words = {stem(word) for word in describing(said.text)}
    return bool(words) and words <= telling(last_answer(context))


def _names_nothing(said: Said) -> bool:
    """Whether a question names nobody and nothing but a kind of thing: "which coach?"."""
    told = [one for one in said.spans if not _POINTS.fullmatch(fold(one.text))]
    return all(
        one.text.islower() and known_word(one.text) and said.before(one) in {"which", "what"}
        for one in told
    )


def _plainly_places(links: Sequence[Link], text: str) -> list[Link]:
    """Return the links that name a channel, page or sheet; a tab's name may be any word."""
    return [one for one in links if one.kind in _PLACES and kind_of(one, text) != "tab"]


def places_named(said: Said, links: Sequence[Link]) -> list[dict[str, str]]:
    """Return the channels, pages and sheets that a question names, as places to look in."""
    linked = [
        (_PLACES[one.kind], one.things[0].id)
        for one in _plainly_places(links, said.text)
        if one.things
    ]
    read = [("channel", channel_called(one.text)) for one in said.spans if one.kind == "channel"]
    return _distinct(linked or read)


def without_places(said: Said, links: Sequence[Link]) -> str:
    """Return a question without the names of places."""
    left = list(said.text)
    channels = (one for one in said.spans if one.kind == "channel")
    for part in (*channels, *_plainly_places(links, said.text)):
        left[part.start : part.end] = " " * (part.end - part.start)
    return " ".join("".join(left).split()) or said.text


def asked_after(said: Said) -> str:
    """Return who it is asked of what they said, want or did: "what did Ann ask"; "" for nobody."""
    told = (
        one.text
        for one in said.held("person")
        if _SUBJECT.search(before := said.text[: one.start])
        or _ACCORDING.search(before)
        or _AUTHOR.match(said.text[one.end :])
    )
    told = (re.sub(r" (?:at|from|of) .*$", "", one) for one in told)
    named = (one for one in told if not _POINTS.match(fold(one)))
    return next((re.sub(r"['\u2019]s$", "", one) for one in named), "")


def places_shown(context: ConversationContext) -> list[dict[str, str]]:
    """Return what was just shown, as places to look in: the one talked about, or all listed."""
    told = {each.id for each in context.references if each.told}
    last = [each for each in context.references if each.ordinal == 0]
    listed = [each for each in context.references if each.ordinal]
    one = [each for each in last if not told or each.id in told]  # what told it, not who was named
    found = [each for each in one or listed if each.kind in _SERVICES]
    said = [each.id for each in found if each.kind == "message"]
    alone = [each for each in found if each.kind != "message" or each.told or len(said) == 1]
    places = [("contact" if each.kind == "person" else each.kind, each.id) for each in alone]
    return _distinct([*places, *(("channel", place.rpartition("/")[0]) for place in said)])


def _distinct(places: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"kind": kind, "id": one} for kind, one in dict.fromkeys(places) if one][:_MOST_PLACES]


def their_words(said: Said) -> bool:
    """Whether it is asked what one pointed at wrote or wants: "what does she want", "her list"."""
    return _THEIR_WORDS.search(fold(said.text)) is not None


def telling_enough(said: Said) -> bool:
    """Whether a command says enough of something for it to be looked for by that.

    What only points at something ("show me that one again") says nothing of it.
    """
    return len(describing(said.text)) >= _ENOUGH and not said.has("which")
