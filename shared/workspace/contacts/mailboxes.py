"""Lists of people taken apart: as headers write them, and as people type them.

A list is cut at semicolons, line ends and commas, but not within quotes, brackets or comments. A
comma stays where all that stands before it is a name and what follows ends in a bracketed address:
"Fischer, Tom <tom.fischer@company.com>" is one person, as many programs write it.
"""

import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import getaddresses
from typing import NamedTuple

from shared.models.people import Person
from shared.tools.wording import one_line

_NAMED = re.compile(r"(?P<name>[^<>]*)<(?P<email>[^<>]*)>\s*")
_QUOTED = re.compile(r'\s*"((?:[^"\\]|\\.)*)"\s*', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BARE_NAME = re.compile(r'[^@<>":()]*[^@<>":()\s][^@<>":()]*')
_MARKS = re.compile(r'["<>\\]+')


class _Piece(NamedTuple):
    text: str
    ended_by: str


def plain_name(text: str) -> str:
    """Return a name that cannot be taken for an address, on one line."""
    return one_line(_MARKS.sub(" ", text))


def typed(text: str) -> Iterator[Person]:
    """Yield the people a text names; who has no address there has an empty `email`.

    Names alone ("Chen, Sarah") are one, since only an address book can tell how many they are.
    """
    found = _joined(text)
    if not any("@" in piece for piece in found):
        found = re.split(r"[;\n]", text)
    yield from (_one(piece) for piece in found if piece.strip(" \t\r,"))


def in_header(value: str) -> tuple[Person, ...]:
    """Return the people of an address header, as it was before its words were decoded.

    Addresses are found first and names decoded after, so that nothing in a name is an address.
    """
    return tuple(person for piece in _joined(value) for person in _parsed(piece))


def decoded(value: str) -> str:
    """Return a header's text with its encoded words read; as it is where they cannot be."""
    if "=?" not in value:
        return value
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, UnicodeDecodeError):
        return value


def _one(piece: str) -> Person:
    if named := _NAMED.fullmatch(piece):
        return Person(email=named["email"].strip(), name=plain_name(_unquoted(named["name"])))
    bare = piece.strip().removeprefix("mailto:")
    if "@" in bare:
        return Person(email=bare)
    return Person(email="", name=plain_name(_unquoted(bare)))


def _unquoted(name: str) -> str:
    quoted = _QUOTED.fullmatch(name)
    return _ESCAPED.sub(r"\1", quoted[1]) if quoted else name


def _parsed(piece: str) -> list[Person]:
    """Return one person of a header; nobody where it cannot be told which address is meant."""
    if named := _NAMED.fullmatch(piece):
        name = _unquoted(named["name"]).strip().replace("\\", "\\\\").replace('"', '\\"')
        piece = f'"{name}" <{named["email"]}>'
    found = [(name, email.strip()) for name, email in getaddresses([piece]) if "@" in email]
    people = [Person(email=email, name=" ".join(decoded(name).split())) for name, email in found]
    return people if len(people) == 1 else []


def _joined(text: str) -> list[str]:
    """Return a list's pieces, a name and what follows its comma as one."""
    found: list[str] = []
    held = ""
    for piece in _cut(text):
        named = _NAMED.fullmatch(piece.text)
        own_name = named is not None and _BARE_NAME.fullmatch(named["name"]) is not None
        if held and own_name:
            found.append(f"{held.strip()}, {piece.text.strip()}")
            held = ""
            continue
        found += [held] if held else []
        waits = piece.ended_by == "," and _BARE_NAME.fullmatch(piece.text) is not None
        held = piece.text if waits else ""
        found += [] if waits else [piece.text]
    return [piece for piece in (*found, held) if piece.strip()]


def _cut(text: str) -> Iterator[_Piece]:
    start, depth, within, skip = 0, 0, "", False
    for place, char in enumerate(text):
        if skip:
            skip = False
        elif char == "\\" and (within == '"' or depth):
            skip = True
        elif within:
            within = "" if char == (">" if within == "<" else within) else within
        elif char in "()":
            depth = max(0, depth + (1 if char == "(" else -1))
        elif depth:
            continue
        elif char in '"<':
            within = char
        elif char in ",;\n":
            yield _Piece(text[start:place], char)
            start = place + 1
    yield _Piece(text[start:], "")
