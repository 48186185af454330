"""A message with names that the reader knows in place of those that only the person knows."""

from collections.abc import Sequence

from shared.models.world import Link
from shared.understanding.folding import word_set
from shared.understanding.marking import Cut, Span, meets
from shared.understanding.words import Word

_PERSON, _ORGANISATION, _CHANNEL = "Sarah", "Globex", "#general"
_TITLES = {"file": ("Budget", "sheet"), "page": ("Onboarding", "page")}
_KINDS = word_set(
    """
    sheet spreadsheet workbook worksheet file excel table tab google notion page doc document wiki
    article slack channel
    """
)
_DETERMINERS = word_set("the my our your this that their his her its")
_ABOUT = word_set("about regarding concerning re on mentioning at with by for")
"""What stands before a subject, or a company, more often than before a sheet or a page."""
_PEOPLE = word_set("people team folks guys crew staff contact contacts client customer account")
"""After a title, these say that it is somebody's who goes by it too."""
_WITHIN = word_set("in on into within")
_AS_READ = word_set("as read")


def shown(text: str, words: Sequence[Word], links: Sequence[Link]) -> tuple[Word, ...]:
    """Return a text's words as the reader sees them.

    Each word put in place of a link's stands where all of the link's words do: whichever of them
    is marked, the whole is.
    """
    found = list(words)
    for link in reversed(links):
        own = [at for at, one in enumerate(words) if meets(one, link)]
        if not own or any(_plain(words[at]) for at in own):
            continue
        first, last = own[0], own[-1]
        before = words[first - 1].text.casefold() if first else ""
        after = words[last + 1].text.casefold() if last + 1 < len(words) else ""
        if instead := _instead(link, last > first, before, after):
            start, end = words[first].start, words[last].end
            owner = text[link.end : end]  # "jd's" is "Sarah's", and so is "jds"
            if link.kind == "person" and owner == "s":
                owner, end = "'s", link.end
            owned = f"{instead[-1]}{owner}"
            found[first : last + 1] = [Word(one, start, end) for one in (*instead[:-1], owned)]
    return tuple(found)


def apart(spans: Sequence[Span]) -> list[Span]:
    """Return the spans without those that have words of one before them.

    What was put in place of a link may be marked in pieces, each of which is the whole link.
    """
    kept: list[Span] = []
    for span in spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
        elif span.kind == kept[-1].kind and span.end > kept[-1].end:
            kept[-1] = span
    return kept


def outside(links: Sequence[Link], cuts: Sequence[Cut]) -> list[Cut]:
    """Return the cuts that are not within a link: what it names is one thing."""
    return [
        cut for cut in cuts if all(cut.end <= link.start or link.end <= cut.start for link in links)
    ]


def _plain(word: Word) -> bool:
    """Whether anybody can tell what a word is."""
    return word.text[0] == "#" or "@" in word.text


def _instead(link: Link, several: bool, before: str, after: str) -> tuple[str, ...]:  # noqa: FBT001
    """Return the words to show instead of a link's; none where they are better left alone."""
    kind = link.kind
    if kind == "person":
        return (_PERSON,)
    if kind == "organisation":
        return (_ORGANISATION,)
    told = after in _KINDS or before in _KINDS
    if kind == "channel":
        told = told or after in _AS_READ or (before in _WITHIN and after not in _PEOPLE)
        return (_CHANNEL,) if told else ()
    if kind not in _TITLES or not (told or several) or before in _ABOUT or after in _PEOPLE:
        return ()
    name, word = _TITLES[kind]
    article = () if before in _DETERMINERS or before.endswith(("'s", "\u2019s")) else ("the",)
    return (*article, name, *(() if after in _KINDS else (word,)))
