"""Build shared/language/lexicon's lists of English words and of people's names."""

import gzip
import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shared.language.lexicon import FILES
from training.wheels import unpack

WRITTEN_WHEEL = "symspellpy==6.10.1"
SPOKEN_WHEEL = "pyspellchecker==0.9.1"
NAMES_WHEEL = "Faker==40.54.0"

_WRITTEN = "symspellpy/frequency_dictionary_en_82_765.txt"
_SPOKEN = "spellchecker/resources/en.json.gz"
_LOCALES = """
cs_CZ da_DK de_AT de_CH de_DE en en_GB en_IE en_IN en_KE en_NG en_NZ en_PK en_US es_ES es_MX
et_EE fi_FI fr_FR ga_IE hr_HR hu_HU id_ID it_IT lt_LT lv_LV nl_BE nl_NL no_NO pl_PL pt_BR
pt_PT ro_RO sk_SK sl_SI sv_SE tr_TR yo_NG zu_ZA
"""
_ROMAN = re.compile(r"[a-z]{4,}")  # shorter words are never repaired


def run(arguments: list[str]) -> None:
    """Build into the folder given (default: where the app reads it)."""
    target = Path(arguments[0]) if arguments else FILES
    with TemporaryDirectory() as folder:
        for wheel in (WRITTEN_WHEEL, SPOKEN_WHEEL, NAMES_WHEEL):
            unpack(wheel, Path(folder))
        words = merged(_written(Path(folder) / _WRITTEN), _spoken(Path(folder) / _SPOKEN))
        sys.path.insert(0, folder)
        names = sorted(set(_names()) - set(words))
    (target / "words.txt").write_text("\n".join(words) + "\n")
    (target / "names.txt").write_text("\n".join(names) + "\n")
    sys.stdout.write(f"{len(words)} words, {len(names)} names\n")


def merged(*lists: list[str]) -> list[str]:
    """Merge lists sorted by frequency; a word stands as high as in the list it is higher in."""
    ranks: dict[str, int] = {}
    for words in lists:
        for rank, word in enumerate(words):
            ranks[word] = min(rank, ranks.get(word, rank))
    return sorted(ranks, key=lambda word: (ranks[word], word))


def _written(file: Path) -> list[str]:
    lines = (line.split() for line in file.read_text("utf-8-sig").splitlines())
    return [fields[0] for fields in lines if fields and _ROMAN.fullmatch(fields[0])]


def _spoken(file: Path) -> list[str]:
    counts: dict[str, int] = json.loads(gzip.decompress(file.read_bytes()))
    kept = (word for word in counts if _ROMAN.fullmatch(word))
    return sorted(kept, key=lambda word: (-counts[word], word))


def _names() -> Iterator[str]:
    for locale in _LOCALES.split():
        provider: Any = import_module(f"faker.providers.person.{locale}").Provider
        for attribute in dir(provider):
            if attribute.startswith(("first_names", "last_names")):
                yield from _words(getattr(provider, attribute))


def _words(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from _ROMAN.findall(name.lower())
