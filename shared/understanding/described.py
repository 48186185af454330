"""How a command tells which mail is meant: what it points with, and what it says of the mail."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.understanding.folding import content_words, fold, word_set
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.people_said import CIVIL

_MAIL = r"(?:(?:e-?)?mails?|messages?|newsletters?|ones?|things?|notes?)"
_TOLD_ON = re.compile(
    rf"(?P<one>(?:.*\b)?{_MAIL}) (?:about|with|on|regarding|concerning|re|where"
    r"|that (?:says|mentions)|saying)\b(?: (?:where|about|on|regarding|concerning|re))*"
    r"(?P<topic> .+)?",
    re.IGNORECASE,
)
"""A mail that is pointed at, and then told of: "the one about the roof"."""
_OF_A = word_set("no the his her their its that this these those")
_PEOPLE = re.compile(
    r"(?:er|or|ist|ant|ent|man|woman)s?$|men$|^(?:agency|agencies|all|bank|banks|board|boards|boss|bosses"
    r"|business|clinic|companies|company|couple|crew|department|doctor|embassy|everybody|everyone"
    r"|families|family|firm|folks|friend|friends|gang|group|groups|guy|guys|hotel|hotels|husband"
    r"|kids|lad|lads|ladies|lady|landlord|lot|nurse|office|offices|one|ones|people|railway|school"
    r"|shop|staff|team|teams|two|three|union|university|vips|wife)$"
)
"""Whoever may write or get mail."""
_CALLED = frozenset({"person", "organisation", "topic"})
_IN_TITLE = re.compile(r"Today|Tonight|Tomorrow|Daily|Weekly|Monthly|Now")
"""Words with a capital that are of a name, behind another one."""
_COPIES = re.compile(r" (?:issues|editions|e?-?mails|newsletters|ones)$", re.IGNORECASE)
_NOTHING = word_set("he she to of in on at by for where which who is was are does")
"""What points at nothing by itself."""
_POINTING = word_set(
    """
    attachment attachments bottom earlier earliest eighth email emails fifth file files first five
    four fourth inbox last later latest mail mails message messages new newer newest newsletter
    newsletters next ninth note number old older oldest one ones other pdf recent second seventh
    sixth tenth thing things third three top two whole
    """
)
_STATED = re.compile(
    r"(?:^|[,.;:!?\u2013-])\s*(?:(?:and|but|as) )?(?:i|i['\u2019]\w+|we|we['\u2019]\w+|he|she"
    r"|(?:he|she|it|that|there)['\u2019]?s|it|there (?:is|are))\b[^,.;:!?]*"
    r"|\b(?:because|since|where|in which)\b[^,.;:!?]*"
)
"""What only says why, or what somebody says in a mail: "..., I have read all of it"."""
_OWN = re.compile(
    r"(?:^|[,.;:!?\u2013-]|\b(?:because|since|before|so|and))\s*(?:i|we|im|ive)(?:['\u2019]\w+)?\b"
    r"[^,.;:!?]*"
)
"""What somebody says of themself: "before I lose it", "I'll get back to it"."""
NAME = rf"(?:(?:{CIVIL})\.? )?(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?"
"""A name as it is written, whatever else may be in small letters."""
_ONE_OF = re.compile(
    r"(?<!every )(?<!each )\b(?P<one>one|\w+est|last|most recent|first|second|third|fourth|fifth)"
    r"(?: ones?)? (?:of|among|out of) (?:all )?(?:them|these|those|the (?:lot|bunch))\b"
)
_LAST_OF_ALL = re.compile(r"\b(?:oldest|earliest)\b")
_ALONE = r"(?= (?:ones?|stays|remains|can|should|gets?|goes)\b|\s*(?:$|[,.;!?]))"
_FIRST_OF_ALL = re.compile(rf"\b(?:newest|latest|most recent)\b{_ALONE}")
_LAST_OF_TWO = re.compile(rf"\b(?:older|earlier)\b{_ALONE}")
_FIRST_OF_TWO = re.compile(rf"\b(?:newer|later)\b{_ALONE}")
_SINGLE = re.compile(
    r"(?:the|that|this|his|her|their) (?:very )?(?:\w+ )?(?:one|mail|e-?mail|message|newsletter"
    r"|thing|note)\b"
)


def _is_thing(span: Span, text: str) -> bool:
    """Whether what is marked as a person is a thing told of: "the desks"."""
    *_, article, noun = ["", *f"{text[: span.start]} {span.text}".split()]
    one = re.match(r" ones?\b", text[span.end :]) is not None  # "the suppliers one"
    plain = noun.islower() and noun.isalpha() and known_word(noun)
    plain = plain and (one or not _PEOPLE.search(noun))
    return plain and len(span.text.split()) <= 2 and article.casefold() in _OF_A  # noqa: PLR2004


def with_descriptions(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Return the spans of a command about mail with what points apart from what describes.

    "The one about the roof" points at one, of the topic "the roof".
    """
    found: list[Span] = []
    for span in map(_one_kind, _as_titled(spans, text)):
        if span.kind == "which" and fold(span.text) in _NOTHING:
            continue
        told = _TOLD_ON.fullmatch(span.text) if span.kind == "which" else None
        if told is not None:
            found.append(_part(span, "which", *told.span("one")))
            if told["topic"]:
                found.append(_part(span, "topic", told.start("topic") + 1, told.end()))
        elif span.kind == "person" and _is_thing(span, text):
            found.append(replace(span, kind="topic"))
        else:
            found.append(span)
    return tuple(found)


def _as_titled(spans: Sequence[Span], text: str) -> list[Span]:
    """Return spans in which what is named "Logistics Today" is not of today."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        beside = last and text[last.end : span.start] == " " and last.kind in _CALLED
        if last and beside and span.kind == "time" and _IN_TITLE.fullmatch(span.text):
            joined[-1] = Span("organisation", text[last.start : span.end], last.start, span.end)
        else:
            joined.append(span)
    return joined


def _one_kind(span: Span) -> Span:
    """Return a span without words that say of what is named that several of it are meant."""
    if span.kind not in {"topic", "person", "organisation"}:
        return span
    tail = _COPIES.search(span.text)
    return _part(span, span.kind, 0, tail.start()) if tail else span


def _part(span: Span, kind: str, start: int, end: int) -> Span:
    text = span.text[start:end]
    return replace(span, kind=kind, text=text, start=span.start + start, end=span.start + end)


def without_reasons(text: str) -> str:
    """Return the folded words of an order without clauses that say why, or what a mail says."""
    return _STATED.sub(" ", text)


def without_own_reasons(text: str) -> str:
    """Return folded words without clauses that say what the person themself does or did."""
    return _OWN.sub(" ", text)


def placed(which: str, count: int = 0) -> str:
    """Return folded words that point, of mails listed the newest first, by place.

    "The oldest of them" is the last one; "the older one" is, of a `count` of two.
    """
    said = _ONE_OF.sub(r"\g<one> one", fold(which))
    if count == 2:  # noqa: PLR2004
        said = _FIRST_OF_TWO.sub("first", _LAST_OF_TWO.sub("last", said))
    return _FIRST_OF_ALL.sub("first", _LAST_OF_ALL.sub("last", said))


def single(which: str) -> bool:
    """Whether words point at one mail, however many there are."""
    said = fold(which)
    return bool(_ONE_OF.search(said) or _SINGLE.fullmatch(said))


def one_of_those(which: str) -> bool:
    """Whether words point at one of what was shown, and not by its place."""
    said = re.fullmatch(
        r"(?:(?:the|that|this) (?P<more>(?:[\w-]+ ){0,3}))?one(?: of .*)?", fold(which)
    )
    return said is not None and _POINTING.isdisjoint((said["more"] or "").split())


def telling(which: str) -> list[str]:
    """Return the words that say, beside those that point, which mail it is."""
    return [word for word in content_words(which) if word not in _POINTING and not word.isdigit()]
