"""Whether a first name is a woman's or a man's, where it is commonly known."""

import re
from collections.abc import Mapping

from shared.language.lexicon import read_given_names
from shared.understanding.folding import fold

_OF_ONE: Mapping[str, str] = {
    **dict.fromkeys(("she", "her", "hers", "lady", "woman"), "f"),
    **dict.fromkeys(("he", "him", "his", "gentleman", "man"), "m"),
}
ONE = r"(?:the|that|this) (?:lady|woman|gentleman|man)"
"""Somebody who was shown or spoken of, as a pronoun would tell."""


def may_be(pronoun: str, name: str) -> bool:
    """Whether a pronoun may stand for somebody of that name, or address: "she" is never Carlos."""
    wanted = _OF_ONE.get(pronoun.rpartition(" ")[2], "")
    first = re.split(r"[\s._@-]", fold(name).strip(), maxsplit=1)[0]
    return not wanted or read_given_names().get(first, wanted) == wanted
