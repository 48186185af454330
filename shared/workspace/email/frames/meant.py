"""Which mail is meant: one that was listed, or the one that a search finds."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.models.reasoning import Reference
from shared.understanding.described import (
    one_of_those,
    placed,
    single,
    telling,
    without_reasons,
)
from shared.understanding.folding import content_words, fold, words
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.pointing import (
    MAIL_KINDS,
    SENT_KINDS,
    called_by_number,
    person_meant,
    place_named,
    pointed_reference,
    pointed_references,
    some_of,
)
from shared.understanding.said import NAMES, Said
from shared.understanding.shown_table import last_answer
from shared.understanding.steps import SEARCH, mail_of, mails_of
from shared.understanding.work import Asked, Work
from shared.understanding.world import things_in
from shared.words import telling as telling_stems
from shared.workspace.email.frames.people import PRONOUN, is_called
from shared.workspace.email.frames.search import (
    DEFAULT_LIMIT,
    LOOKED_AT,
    MAX_LIMIT,
    PLURAL,
    SINGULAR,
    aimed,
    codes_in,
    is_mark,
    look_for,
    most_wanted,
    newest_meant,
    numbered,
    query_of,
)
from shared.workspace.email.frames.told import (
    TELLS,
    at_length,
    besides,
    description,
    found_by_meaning,
    is_told,
    named_writers,
    telling_words,
    without_others,
)

_SLIGHT = 4
"""Letters of words that people shorten or mistype, and that are no names."""
WHICH = "Which email do you mean? Say who it is from or what it is about."
_NOT_FOUND = re.compile(r"\bI found no emails\b")
_MOST_SENDERS = 5
"""Mails listed from more people than that were not listed for who they are from."""
_THEIR_LAST = re.compile(
    r"\b(?P<whose>his|her|their) (?:very )?(?:last|latest|newest|most recent)\b"
    r"|\b(?:last|latest|newest|most recent)(?: (?:one|e-?mail|mail|message|note))? (?:of|from) "
    r"(?P<of>his|hers|theirs|him|her|them)\b",
    re.IGNORECASE,
)
"""How the newest mail is told of somebody whom a pronoun stands for."""
_TITLE = re.compile(r"[A-Z][\w-]*(?: [A-Z][\w-]*)+(?=:| #?\d)")
"""What mails that come out again and again have before what this one is about."""
_EMPTIED = frozenset({"clean", "clear", "complete", "empty", "entire", "everything", "please"})
"""What may be said of a whole inbox."""
_SEVERAL = re.compile(
    r" [a-z]+(?<![isu])s\b(?=\W*$|[.,;!?]| (?:that|which|who|from|in|at|still|sitting|lying|please"
    r"|and|but|out|off|as|into|to)\b)"
)
"""Things of a name that are told to be several: "the Product Weekly issues in the inbox"."""


@dataclass(frozen=True)
class Meant:
    """The mail meant: ids or references to what finds them; who it is from, if known.

    `whole`: all that a search finds is meant; the search is then the last call so far.
    """

    ids: tuple[str, ...]
    who: str = ""
    whole: bool = False


def one_mail(work: Work, described: Sequence[Span] | None = None) -> Meant:
    """Return the one mail meant: one of those listed, or the newest of those described."""
    if len(work.said.listed) == 1:
        return _of_listed(work)
    return _their_newest(work) or _told_one(work, described)


def _told_one(work: Work, described: Sequence[Span] | None) -> Meant:
    known = work.known(MAIL_KINDS)
    which = work.said.one("which")
    if not describes(work, described):
        if found := pointed_reference(placed(which) or "it", known, MAIL_KINDS):
            return Meant((found.id,), found.who)
        if found := _listed_of(work, known, described):
            return Meant((found.id,), found.who)
        if which and (theirs := newest_meant(which)):
            return Meant((mail_of(work.add(SEARCH, "Find it", query="in:inbox", limit=theirs)),))
        return _told_besides(work, "")
    if not which or not place_named(placed(which), len(known)):
        if listed := _listed_of(work, known, described):
            return Meant((listed.id,), listed.who)
    elif found := pointed_reference(placed(which), known, MAIL_KINDS):
        return Meant((found.id,), found.who)
    chosen = work.said.spans if described is None else described
    if told := _told_alone(work, chosen) or _of_theirs(work, chosen):
        return told
    only_who = not any(span.kind in {"topic", "time", "flag", "file", "label"} for span in chosen)
    found_by = look_for(
        work, most_wanted(work), scope=_from_those_listed(work), described=described
    )
    work.seek(found_by, telling_words(work, chosen), first=only_who)
    return Meant((mail_of(found_by),), _sender(chosen, work))


def _of_listed(work: Work) -> Meant:
    found = work.said.listed
    return Meant(tuple(one.id for one in found), found[0].who if len(found) == 1 else "")


def _their_newest(work: Work) -> Meant | None:
    """Find the newest mail of whom a pronoun stands for: "his last one"; None for any other."""
    bodies = [one for one in work.said.spans if one.kind == "body"]
    told = (
        found
        for found in _THEIR_LAST.finditer(work.said.text)
        if not any(one.start <= found.start() < one.end for one in bodies)
    )
    said = next(told, None)
    who = person_meant(fold(said["whose"] or said["of"]), work.request) if said else ""
    if "@" not in who:
        return None
    return Meant((mail_of(work.add(SEARCH, "Find it", query=f"from:{who}", limit=1)),), who)


def mails_meant(work: Work, scope: str) -> Meant:
    """Return the mails meant, one or several."""
    said = work.said
    if said.listed:
        return _of_listed(work)
    which = said.one("which")
    known = work.known(MAIL_KINDS)
    listed = [one for one in known if one.ordinal]
    told = some_listed(work) or called_by_number(said.text, listed) or _of_one_title(said, known)
    if told:
        return Meant(tuple(one.id for one in told))
    if not describes(work, None):
        return _pointed(work, which, scope)
    plural = _plural(said) or any(map(work.of_several, said.held("organisation")))
    fitting = _fitting(work, known)
    if not plural and len(fitting) == 1:
        return Meant((fitting[0].id,), fitting[0].who)
    several = plural or (re.search(r"s\b", said.joined("flag")) and not single(which))
    described = {one.kind for one in said.spans} - {"flag", "which"}
    named = {word for one in said.spans for word in content_words(one.text)}
    more = set(content_words(said.describing)) - named
    all_of_them = described == {"organisation"} and not (more or SINGULAR.search(said.rest))
    several = several or (all_of_them and not numbered(work, which))
    if not said.has("person", "organisation", "topic", "label"):
        _nothing_unread(said)
    limit = most_wanted(work)
    if not several and (
        told := _told_alone(work, said.spans, scope) or _of_theirs(work, said.spans, scope)
    ):
        return told
    if limit == 1 or not (several or limit != DEFAULT_LIMIT):
        listed = _from_those_listed(work)
        found_by = look_for(work, limit, scope=[*listed, *scope.split()])
        by_marks = all(one.kind == "which" or is_mark(one) for one in said.spans)
        plainly = limit == 1 or by_marks
        if not plainly and work.plan().steps[-1].arguments["query"] in {scope, "in:inbox"}:
            raise Asked(WHICH, "which")
        work.seek(found_by, first=not (listed or fitting or by_marks))
        return Meant((mail_of(found_by),))
    if limit == DEFAULT_LIMIT:
        limit = MAX_LIMIT
    found_by = look_for(work, limit, scope=scope.split())
    return Meant((mails_of(found_by),), whole=limit == MAX_LIMIT)


def some_listed(work: Work) -> tuple[Reference, ...]:
    """Return the mails of those listed that are told from the rest: "the others", "not the first".

    None where what is named besides is none of them; raise Asked where it is unclear.
    """
    said, known = work.said, work.known(MAIL_KINDS)
    known = [one.model_copy(update={"who": _sent_by(work, one)}) for one in known]
    listed = [one for one in known if one.ordinal]
    words = telling_stems(" ".join(f"{one.label} {one.who}" for one in listed))
    order = without_reasons(fold(said.text))
    named = [one.text for one in said.held(*NAMES) if fold(one.text) in order]
    if any(not telling_stems(one) <= words for one in named):
        return ()
    told = last_answer(work.request.context)
    done = [one for one in listed if f"**{one.label}**" in told] if len(listed) > 1 else []
    last = [one.model_copy(update={"ordinal": 0}) for one in done if len(done) == 1]
    some = some_of(placed(said.text, len({one.id for one in listed})), (*known, *last))
    if some == ():
        raise Asked(WHICH, "which")
    return some or ()


def _of_theirs(work: Work, chosen: Sequence[Span], scope: str = "") -> Meant | None:
    """Look among somebody's mails for the one that is told of at length; None for any other.

    Hardly any mail has all words of "Tom asked about the price, he would give one percent".
    """
    writers = named_writers(chosen)
    if not writers or not at_length(work):
        return None
    numbers = [one for one in chosen if one.kind == "topic" and codes_in(one.text)]
    found_by = look_for(work, LOOKED_AT, scope=scope.split(), described=[*writers, *numbers])
    work.seek(found_by, telling_words(work, chosen))
    return Meant((mail_of(found_by),), _sender(chosen, work))


def _plural(said: Said) -> bool:
    """Whether an order is for several mails, whatever it says of why."""
    which, rest = said.one("which"), without_reasons(said.rest)
    named = (one.end for one in said.spans if one.kind == "organisation")
    return not single(which) and (
        PLURAL.search(f"{rest} {fold(said.joined('which'))}") is not None
        or any(_SEVERAL.match(said.text, end) for end in named)
    )


def _pointed(work: Work, which: str, scope: str) -> Meant:
    """Return the mails that are pointed at, listed before or at the top of the inbox."""
    said, known = work.said, work.known(MAIL_KINDS)
    words = said.text if fold(which) == "the" else which or said.rest  # "the oldest"
    count = len({one.id for one in known if one.ordinal})
    if found := pointed_references(placed(words, count), known, MAIL_KINDS):
        if len(found) > 1 and _shown_besides(work):
            raise Asked(WHICH, "which")
        return Meant(tuple(dict.fromkeys(one.id for one in found)))
    if not which and (found := pointed_reference("it", known, MAIL_KINDS)):
        return Meant((found.id,))
    if found := _listed_of(work, known):
        return Meant((found.id,), found.who)
    alone = not which and most_wanted(work) == 1  # "star the newest mail"
    if newest := newest_meant(work.said.rest if alone else which):
        found_by = work.add(SEARCH, "Find it", query="in:inbox", limit=newest)
        return Meant((mail_of(found_by) if newest == 1 else mails_of(found_by),))
    whole = re.search(r"\b(?:inbox|all (?:of )?my)\b", f"{which} {said.rest}")
    if not whole or set(besides(work)) - _EMPTIED:
        return _told_besides(work, scope)
    _nothing_unread(said)
    found_by = work.add(SEARCH, "Find them", query=scope or "in:inbox", limit=MAX_LIMIT)
    return Meant((mails_of(found_by),), whole=True)


def _of_one_title(said: Said, known: Sequence[Reference]) -> list[Reference]:
    """Return all mails listed that come out under one title that is said: "both Daily News ones".

    Those of two titles are none, nor is one that is told of besides.
    """
    titled: dict[str, list[Reference]] = {}
    for one in known:
        title = _TITLE.match(one.label)
        if (
            one.ordinal
            and title
            and re.search(rf"\b{re.escape(fold(title[0]))}\b", fold(said.text))
        ):
            titled.setdefault(title[0], []).append(one)
    every = next(iter(titled.values())) if len(titled) == 1 and _plural(said) else []
    both = re.search(r"\bboth\b", fold(said.text)) is not None
    return every if len({one.id for one in every}) == 2 or not both else []  # noqa: PLR2004


def _shown_besides(work: Work) -> bool:
    """Whether what was asked for was not found, and what was shown instead is not "all of them"."""
    said = (one.text for one in reversed(work.request.context.exchanges) if one.role != "user")
    return _NOT_FOUND.search(next(said, "")) is not None


def _told_besides(work: Work, scope: str) -> Meant:
    """Look for the one mail that a command tells of; raise Asked for too few words.

    "My password expires, I know. Mark that mail as read" is about the password.
    """
    which = work.said.one("which")
    told = telling(which)
    about = "" if told else description(work)
    beside = fold(work.said.text)
    for one in work.said.held("body"):
        beside = beside.replace(fold(one.text), " ")
    if PLURAL.search(fold(which) if told else beside) or not (told or about):
        raise Asked(WHICH, "which")
    listed = _from_those_listed(work)
    if not told:
        return Meant((found_by_meaning(work, about, " ".join([*listed, scope or "-in:sent"])),))
    query = " ".join([*listed, *told, *scope.split()])
    found_by = work.add(SEARCH, "Find it", query=query, limit=DEFAULT_LIMIT)
    work.seek(found_by)
    return Meant((mail_of(found_by),))


def _told_alone(work: Work, described: Sequence[Span], scope: str = "") -> Meant | None:
    """Look by what it says for a mail of which nobody is named that it is from; None for others.

    Whoever is spoken of is told by what they are or do: "the lady of the printing company", or is
    "him" where nobody was told of before. What is only called after what it is about is looked for
    by these words.
    """
    who = [one for one in described if one.kind in {"person", "organisation"}]
    about_it = any(one.kind == "topic" for one in described) and at_length(work)
    counted = most_wanted(work) != DEFAULT_LIMIT or numbered(work, work.said.one("which"))
    if not all(is_told(work, one) for one in who) or not (who or (about_it and not counted)):
        return None
    about = without_others(work, description(work, TELLS if who else 1), described)
    filters = [one for one in described if one.kind in {"time", "flag", "label", "file"}]
    terms = query_of(work, filters, [*_from_those_listed(work), *scope.split()])
    return Meant((found_by_meaning(work, about.strip(), terms or "-in:sent"),)) if about else None


def _from_those_listed(work: Work) -> list[str]:
    """Return the term for mail from the senders of those listed, if "the one" is one of them."""
    said = work.said
    senders = {one.who for one in work.known(MAIL_KINDS) if one.ordinal and one.who}
    parties = (one for one in said.spans if one.kind in {"person", "organisation"})
    named = any(not PRONOUN.fullmatch(fold(one.text)) for one in parties)
    if named or not one_of_those(said.one("which")) or not 0 < len(senders) <= _MOST_SENDERS:
        return []
    one, *others = (f"from:{each}" for each in sorted(senders))
    return [f"({' OR '.join([one, *others])})" if others else one]


def _nothing_unread(said: Said) -> None:
    """Ask which mails are meant where a word may be a name: it is never all of them then."""
    if any(
        len(word) > _SLIGHT and word.isalpha() and not known_word(word) for word in words(said.rest)
    ):
        raise Asked(WHICH, "which")


def describes(work: Work, spans: Sequence[Span] | None) -> bool:
    """Whether a command says which mail by itself rather than pointing at some."""
    kinds = {"person", "organisation", "topic", "flag", "file", "time"}
    kinds |= {"label"} if work.said.task != "mail_label" else frozenset()
    chosen = work.said.spans if spans is None else spans
    return any(
        span.kind in kinds
        and not (span.kind == "person" and _pronoun_of_listed(work, span))
        and not aimed(work.said, span)
        for span in chosen
    )


def _pronoun_of_listed(work: Work, span: Span) -> bool:
    """Whether a pronoun stands for who the mail talked about last is from ("reply to her").

    "The last mail of his" is the newest one, whichever was talked about. What was just answered is
    from whom that went to.
    """
    if not PRONOUN.fullmatch(fold(span.text)) or newest_meant(work.said.rest):
        return False
    last = pointed_reference("it", work.known(MAIL_KINDS), MAIL_KINDS)
    who, answered = person_meant(fold(span.text), work.request), work.known(SENT_KINDS)
    return last is not None and (last.who == who or bool(who and answered and not last.who))


def _listed_of(
    work: Work, known: Sequence[Reference], described: Sequence[Span] | None = None
) -> Reference | None:
    """Return the one mail, of those listed before, that fits what is said of it; None for more."""
    fitting = _fitting(work, known, described)
    return fitting[0] if len(fitting) == 1 else None


def _fitting(
    work: Work, known: Sequence[Reference], described: Sequence[Span] | None = None
) -> list[Reference]:
    """Return the mails, of those listed before, that fit who wrote them and all they are about.

    Whoever wrote none of them is somebody they are about.
    """
    said = work.said
    chosen = said.spans if described is None else described
    filters = (one for one in chosen if one.kind in {"time", "flag"})
    if any(one.kind == "time" or not aimed(said, one) for one in filters):
        return []
    people = [one.text for one in chosen if one.kind == "person"] or (
        said.all("person") if described is None else ()
    )
    names = [fold(name) for name in people if not PRONOUN.fullmatch(fold(name))]
    wrote = [name for name in names if any(_wrote(work, name, one) for one in known)]
    about = [name for name in names if name not in wrote]
    told = telling_stems(" ".join([said.joined("topic"), *about])) | telling_stems(
        " ".join(telling(said.one("which")))
    )
    if not (wrote or told):
        return []
    theirs = {one.id: one for one in known if all(_wrote(work, name, one) for name in wrote)}
    return [
        one
        for one in theirs.values()
        if told <= telling_stems(f"{one.label} {_sent_by(work, one)}")
    ]


def _wrote(work: Work, name: str, one: Reference) -> bool:
    """Whether a mail that was listed is from somebody of a folded name."""
    return is_called(name, one.who) or {*words(name)} <= {*words(_sent_by(work, one))}


def _sent_by(work: Work, one: Reference) -> str:
    """Return who wrote a mail that was listed: the name, where it is known, or the address."""
    people = (each for each in things_in(work.request) if each.kind == "person")
    return next((each.name for each in people if each.address == one.who), one.who)


def _sender(spans: Sequence[Span], work: Work) -> str:
    name = next((span.text for span in spans if span.kind == "person"), "")
    if PRONOUN.fullmatch(fold(name)):
        return person_meant(name, work.request)
    return name if "@" in name else ""
