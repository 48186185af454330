"""A reply made ready for reading: folded, emoji as words, slips in the words of choosing mended."""

import re
from collections.abc import Set as AbstractSet

from rapidfuzz.distance import OSA

from shared.decisions.agreement import STRETCHED
from shared.understanding.folding import fold, word_set, words

_SIGNS = (
    (re.compile("[👍✅👌🆗💯✔☑]"), " yes "),
    (re.compile("[👎❌🚫✖✗]"), " no "),
)
_UNSEEN = re.compile("[\ufe0f\u20e3\u200d\U0001f3fb-\U0001f3ff]")
_CLIPPED = (
    (re.compile(r"\b(?:do not|dont|do'nt)\b"), "don't"),
    (re.compile(r"\b(?:im|i am)\b"), "i'm"),
    (
        re.compile(
            r"(?<!\bis )(?<!\bbe )(?<!\bam )(?<!\bwas )\bill (?=(?:just |rather )?(?:ask|be|call"
            r"|check|come|do|drop|get|give|go|have|let|meet|phone|ring|see|send|speak|talk|tell|text|think"
            r"|wait|write)\b)"
        ),
        "i'll ",
    ),
)
_MENDED = word_set(
    """
    first second third fourth fifth middle option number former latter latest newest oldest
    earliest cheapest biggest largest smallest longest shortest fastest neither nothing cancel
    """
)
_NOT_SLIPS = word_set(
    """
    fist fits list thirst seconds options numbers later letter latte litter formal farmer formed
    muddle elder other longer either fasted canal formers mention notion notions nothings
    """
)


def spoken(text: str, known: AbstractSet[str] = frozenset()) -> str:
    """Return a reply ready for reading. Words in `known` are left as they are."""
    said = fold(_UNSEEN.sub("", text))
    for sign, word in _SIGNS:
        said = sign.sub(word, said)
    for form, full in _CLIPPED:
        said = form.sub(full, said)
    said = STRETCHED.sub(r"\1", said)
    for word in set(words(said)) - known:
        if (mended := _mended(word)) != word:
            said = re.sub(rf"\b{re.escape(word)}\b", mended, said)
    return " ".join(said.split()).strip(" .!,;:")


def _mended(word: str) -> str:
    if len(word) < 4 or word in _MENDED or word in _NOT_SLIPS or word.isdigit():  # noqa: PLR2004
        return word
    near = [right for right in _MENDED if right[0] == word[0] and _slip(word, right)]
    return near[0] if len(near) == 1 else word


def _slip(word: str, right: str) -> bool:
    return abs(len(word) - len(right)) <= 1 and OSA.distance(word, right) == 1
