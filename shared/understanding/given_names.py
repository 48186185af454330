"""Whether a first name is a woman's or a man's, where it is commonly known."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from shared.understanding.folding import fold

_FILE = Path(__file__).parents[1] / "language" / "lexicon" / "given_names.tsv"
_OF_ONE: Mapping[str, str] = {
    **dict.fromkeys(("she", "her", "hers"), "f"),
    **dict.fromkeys(("he", "him", "his"), "m"),
}


def may_be(pronoun: str, name: str) -> bool:
    """Whether a pronoun may stand for somebody of that name, or address: "she" is never Carlos."""
    wanted = _OF_ONE.get(pronoun, "")
    first = re.split(r"[\s._@-]", fold(name).strip(), maxsplit=1)[0]
    return not wanted or _sexes().get(first, wanted) == wanted


@cache
def _sexes() -> Mapping[str, str]:
    """Return the names there are, which are read from disk once."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return {fold(name): sex for name, _, sex in (one.partition("\t") for one in lines)}
