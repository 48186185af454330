"""What is said to be right in the place of what is wrong: "10 %, not 5"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TURNED = (
    (
        r"(?P<old>{0}) (?:is|was) (?:wrong|not right),? (?:and )?(?:it(?:['\u2019]s"
        r"| is) )?(?P<new>{0})"
    ),
    r"(?P<new>{0}),? (?:and )?(?:not|rather than|instead of) (?:the )?(?P<old>{0})",
    (
        r"\b(?:not|no) (?P<old>{0})[,;:]? (?:make (?:it|that) |put |rather |it(?:['\u2019]s"
        r"| is) )?(?P<new>{0})"
    ),
)
_PHRASE = r"[\w#%:.+-]{1,60}(?: [\w#%:.+-]{1,60}){0,3}?"
_CONTRASTS = tuple(
    re.compile(
        rf"(?:^|(?<=[\s,;.])){form.format(_PHRASE)}(?=$|[,;!?]|\.(?:\s|$)|\s(?:is|or|and|as|because|please)\b)",
        re.IGNORECASE,
    )
    for form in _TURNED
)


class Contrast(NamedTuple):
    """What should stand in the place of what stands there."""

    old: str
    new: str


def contrasts_in(text: str) -> Iterator[Contrast]:
    """Yield what may be said to be put in whose place: "10 %, not 5", "13:40 is wrong, 13:20"."""
    for form in _CONTRASTS:
        for found in form.finditer(text):
            yield Contrast(found["old"].strip(" ."), found["new"].strip(" ."))
