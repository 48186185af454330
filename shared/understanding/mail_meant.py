"""Which mail is meant: one that was listed, or the one that a search finds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.models.reasoning import Reference
from shared.understanding.folding import content_words, fold, words
from shared.understanding.mail_people import PRONOUN, is_called
from shared.understanding.mail_search import (
    DEFAULT_LIMIT,
    MAX_LIMIT,
    PLURAL,
    SINGULAR,
    aimed,
    look_for,
    most_wanted,
    newest_meant,
    numbered,
)
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.pointing import (
    MAIL_KINDS,
    person_meant,
    place_named,
    pointed_reference,
    pointed_references,
)
from shared.understanding.said import Said
from shared.understanding.steps import SEARCH, mail_of, mails_of
from shared.understanding.work import Asked, Work

_SLIGHT = 4
"""Letters of words that people shorten or mistype, and that are no names."""
WHICH = "Which email do you mean? Say who it is from or what it is about."
_ONES = frozenset({"one", "ones", "mail", "email", "message"})
_AND_THE = re.compile(
    r"(?:\W*(?:e-?mails?|messages?|ones?|notes?))?(?: from| of)?\s*(?:,|&|,?\s*\band\b)\s*"
    r"(?:also\s+)?(?:the|that|his|her|their|my)\b.*$",
    re.IGNORECASE,
)
"""What stands between the words for one mail and for another."""


@dataclass(frozen=True)
class Meant:
    """The mail meant: ids or references to what finds them; who it is from, if known.

    `whole`: all that a search finds is meant; the search is then the last call so far.
    """

    ids: tuple[str, ...]
    who: str = ""
    whole: bool = False


def one_mail(work: Work, described: Sequence[Span] | None = None) -> Meant:
    """Return the one mail meant: pointed at, or the newest of those described."""
    known = work.known(MAIL_KINDS)
    which = work.said.one("which")
    if not describes(work, described):
        if found := pointed_reference(which or "it", known, MAIL_KINDS):
            return Meant((found.id,), found.who)
        if found := _listed_of(work, known):
            return Meant((found.id,), found.who)
        if which and (theirs := newest_meant(which)):
            return Meant((mail_of(work.add(SEARCH, "Find it", query="in:inbox", limit=theirs)),))
        raise Asked(WHICH, "which")
    if not which or not place_named(which, len(known)):
        if listed := _listed_of(work, known):
            return Meant((listed.id,), listed.who)
    elif found := pointed_reference(which, known, MAIL_KINDS):
        return Meant((found.id,), found.who)
    chosen = work.said.spans if described is None else described
    only_who = not any(span.kind in {"topic", "time", "flag", "file", "label"} for span in chosen)
    found_by = look_for(work, most_wanted(work), described=described)
    work.seek(found_by, first=only_who)
    return Meant((mail_of(found_by),), _sender(work, described))


def mails_meant(work: Work, scope: str, *, timed: bool) -> Meant:
    """Return the mails meant, one or several."""
    said = work.said
    which = said.one("which")
    if things := _named_apart(said):
        return Meant(tuple(_found_apart(work, spans, scope) for spans in things))
    if not describes(work, None, timed=timed):
        return _pointed(work, which, scope)
    plural = PLURAL.search(f"{said.rest} {which}".casefold())
    if not plural and (one := _listed_of(work, work.known(MAIL_KINDS))):
        return Meant((one.id,), one.who)
    several = plural or re.search(r"s\b", said.joined("flag"))
    described = {one.kind for one in said.spans} - {"flag", "which"}
    named = {word for one in said.spans for word in content_words(one.text)}
    more = set(content_words(said.describing)) - named
    all_of_them = described == {"organisation"} and not (more or SINGULAR.search(said.rest))
    several = several or (all_of_them and not numbered(work, which))
    if not said.has("person", "organisation", "topic", "label"):
        _nothing_unread(said)
    limit = most_wanted(work)
    if limit == 1 or not (several or limit != DEFAULT_LIMIT):
        found_by = look_for(work, limit, scope=scope.split(), timed=timed)
        work.seek(found_by, first=True)
        return Meant((mail_of(found_by),))
    if limit == DEFAULT_LIMIT:
        limit = MAX_LIMIT
    found_by = look_for(work, limit, scope=scope.split(), timed=timed)
    return Meant((mails_of(found_by),), whole=limit == MAX_LIMIT)


def _pointed(work: Work, which: str, scope: str) -> Meant:
    """Return the mails that are pointed at, listed before or at the top of the inbox."""
    said, known = work.said, work.known(MAIL_KINDS)
    if found := pointed_references(which or said.rest, known, MAIL_KINDS):
        return Meant(tuple(dict.fromkeys(one.id for one in found)))
    if not which and (found := pointed_reference("it", known, MAIL_KINDS)):
        return Meant((found.id,))
    if found := _listed_of(work, known):
        return Meant((found.id,), found.who)
    if newest := newest_meant(which):
        found_by = work.add(SEARCH, "Find it", query="in:inbox", limit=newest)
        return Meant((mail_of(found_by) if newest == 1 else mails_of(found_by),))
    if not re.search(r"\b(?:inbox|all (?:of )?my)\b", f"{which} {said.rest}"):
        raise Asked(WHICH, "which")
    _nothing_unread(said)
    found_by = work.add(SEARCH, "Find them", query=scope or "in:inbox", limit=MAX_LIMIT)
    return Meant((mails_of(found_by),), whole=True)


def _nothing_unread(said: Said) -> None:
    """Ask which mails are meant where a word may be a name: it is never all of them then."""
    if any(
        len(word) > _SLIGHT and word.isalpha() and not known_word(word) for word in words(said.rest)
    ):
        raise Asked(WHICH, "which")


def _named_apart(said: Said) -> list[list[Span]]:
    """Return what describes each of several mails: "the first about x and the one from Ann".

    Whoever stands before the first one is whose they all are, unless another says who itself.
    """
    spans = [one for one in said.spans if one.kind in {"topic", "person", "organisation"}]
    apart: list[list[Span]] = [[]]
    for span in spans:
        between = said.text[apart[-1][-1].end : span.start] if apart[-1] else ""
        if apart[-1] and _AND_THE.match(between):
            apart.append([])
        apart[-1].append(span)
    if len(apart) == 1 or PLURAL.search(f"{said.rest} {said.one('which')}"):
        return []
    owner = [one for one in apart[0][:1] if one.kind != "topic" and len(apart[0]) == 1]
    if owner:  # "Sarah's mails, the one on x and the one on y"
        return [[*owner, *group] for group in apart[1:]] if len(apart) > 2 else []  # noqa: PLR2004
    return apart


def _found_apart(work: Work, spans: Sequence[Span], scope: str) -> str:
    """Look for the one mail that some of a command's words describe."""
    found = look_for(work, DEFAULT_LIMIT, scope=scope.split(), described=spans)
    later = (one.start for one in work.said.spans if one.start > spans[-1].start)
    words = work.said.text[spans[0].start : min(later, default=len(work.said.text))]
    work.seek(found, words, first=True)
    return mail_of(found)


def describes(work: Work, spans: Sequence[Span] | None, *, timed: bool = True) -> bool:
    """Whether a command says which mail by itself rather than pointing at some."""
    kinds = {"person", "organisation", "topic", "flag", "file"}
    kinds |= {"time"} if timed else frozenset()
    kinds |= {"label"} if work.said.task != "mail_label" else frozenset()
    chosen = work.said.spans if spans is None else spans
    return any(
        span.kind in kinds
        and not (span.kind == "person" and _pronoun_of_listed(work, span))
        and not aimed(work.said, span)
        for span in chosen
    )


def _pronoun_of_listed(work: Work, span: Span) -> bool:
    """Whether a pronoun stands for who the mail talked about last is from ("reply to her")."""
    if not PRONOUN.fullmatch(fold(span.text)):
        return False
    last = pointed_reference("it", work.known(MAIL_KINDS), MAIL_KINDS)
    return last is not None and last.who == person_meant(fold(span.text), work.request)


def _listed_of(work: Work, known: Sequence[Reference]) -> Reference | None:
    """Return the mail, of those listed before, that is meant by who wrote it or what it is about.

    None where several are about as likely, or none has a word of what is said.
    """
    said = work.said
    names = [fold(name) for name in said.all("person")]
    topic = set(content_words(f"{said.joined('topic')} {said.one('which')}")) - _ONES
    if said.has("time", "flag") or not (names or topic):
        return None
    theirs = {one.id: one for one in known if all(is_called(name, one.who) for name in names)}
    near = {key: len(topic & set(content_words(one.label))) for key, one in theirs.items()}
    best = max(near.values(), default=0)
    likely = [one for key, one in theirs.items() if near[key] == best]
    return likely[0] if len(likely) == 1 and (best or names) else None


def _sender(work: Work, described: Sequence[Span] | None) -> str:
    spans = work.said.spans if described is None else described
    name = next((span.text for span in spans if span.kind == "person"), "")
    return name if "@" in name else ""
