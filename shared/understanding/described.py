"""How a command tells which mail is meant: what it points with, and what it says of the mail."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.understanding.folding import content_words, fold, word_set
from shared.understanding.marking import Span
from shared.understanding.names import known_word
from shared.understanding.people_said import CIVIL

_OF_A = word_set("no the his her their its that this these those")
_PEOPLE = re.compile(
    r"(?:er|or|ist|ant|ent|man|woman)s?$|men$|^(?:agency|agencies|all|bank|banks|board|boards|boss|bosses"
    r"|business|clinic|companies|company|couple|crew|department|doctor|embassy|everybody|everyone"
    r"|families|family|firm|folks|friend|friends|gang|group|groups|guy|guys|hotel|hotels|husband"
    r"|kids|lad|lads|ladies|lady|landlord|lot|nurse|office|offices|one|ones|people|railway|school"
    r"|shop|staff|team|teams|two|three|union|university|vips|wife)$"
)
"""Whoever may write or get mail."""
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
    """Return the spans of a command about mail, in which a thing is no person.

    What only leads on, as "of" does, points at nothing.
    """
    return tuple(
        replace(one, kind="topic") if one.kind == "person" and _is_thing(one, text) else one
        for one in spans
        if one.kind != "which" or fold(one.text) not in _NOTHING
    )


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
