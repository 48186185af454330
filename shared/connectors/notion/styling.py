"""Rich text in which some words are exchanged; what is not touched keeps how it looks."""

from collections.abc import Sequence

from shared.connectors.notion.blocks import LONGEST_PIECE
from shared.connectors.notion.markdown import styled
from shared.connectors.notion.wire import RichText, parsed
from shared.connectors.rest import as_object
from shared.errors import ToolFailed
from shared.models.base import Json

_ONLY_THERE = "What is in this line, besides words, can only be changed in Notion itself."
_BY_ID = frozenset({"user", "page", "database"})


def restyled(pieces: Sequence[Json], new: str) -> list[Json]:
    """Return rich text, as Notion takes it, that reads (as Markdown) as `new` says.

    New words look like the piece that they are in, where they are in one; raise ToolFailed where
    they would take the place of something else than words.
    """
    told = [styled([parsed(RichText, piece)]) for piece in pieces]
    ends = [sum(map(len, told[: at + 1])) for at in range(len(told))]
    old = "".join(told)
    first = _shared(old, new)
    last = len(old) - _shared(old[first:][::-1], new[first:][::-1])
    touched = [
        at
        for at, end in enumerate(ends)
        if (end > first and end - len(told[at]) < last)
        or (first == last and end - len(told[at]) <= first <= end)
    ]
    if first == last:  # between two: as the plainer one
        touched = sorted(touched, key=lambda at: told[at] != as_object(pieces[at])["plain_text"])
        touched = touched[:1]
    if not touched:
        return [*map(_as_taken, pieces), *_texts(new[len(old) :], {})]
    begins, stops = touched[0], touched[-1] + 1
    if any(as_object(one).get("type") != "text" for one in pieces[begins:stops]):
        raise ToolFailed(_ONLY_THERE, "params")
    start = ends[begins] - len(told[begins])
    becomes = new[start : len(new) - (len(old) - ends[stops - 1])]
    alone = pieces[begins] if stops - begins == 1 else None
    put = _texts(becomes, {}) if alone is None else _like(alone, told[begins], becomes)
    return [*map(_as_taken, pieces[:begins]), *put, *map(_as_taken, pieces[stops:])]


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    most = min(len(one), len(other))
    return next((at for at in range(most) if one[at] != other[at]), most)


def _like(piece: Json, told: str, becomes: str) -> list[Json]:
    """Return words that look as a piece does, unless its marks are changed as well."""
    words = str(as_object(piece).get("plain_text", "")).strip()
    at = told.index(words)
    lead, tail = told[:at], told[at + len(words) :]
    kept = len(becomes) >= len(lead) + len(tail)
    if not (kept and becomes.startswith(lead) and becomes.endswith(tail)):
        return _texts(becomes, {})
    inner = becomes[len(lead) : len(becomes) - len(tail)]
    plain = str(as_object(piece).get("plain_text", ""))
    before, after = plain[: len(plain) - len(plain.lstrip())], plain[len(plain.rstrip()) :]
    return _texts(f"{before}{inner}{after}", as_object(_as_taken(piece)))


def _texts(words: str, like: dict[str, Json]) -> list[Json]:
    parts = [words[at : at + LONGEST_PIECE] for at in range(0, len(words), LONGEST_PIECE)]
    text = as_object(like.get("text"))
    return [{**like, "type": "text", "text": {**text, "content": part}} for part in parts]


def _as_taken(piece: Json) -> Json:
    """Return a piece that was read as Notion takes it; raise ToolFailed for one it does not."""
    told = as_object(piece)
    kind = str(told.get("type"))
    content = as_object(told.get(kind))
    if kind == "mention":
        of = str(content.get("type"))
        value = as_object(content.get(of))
        if of not in {*_BY_ID, "date"}:
            raise ToolFailed(_ONLY_THERE, "params")
        content = {of: {"id": value.get("id")} if of in _BY_ID else value}
    elif kind == "text":
        link = as_object(content.get("link"))
        content = {
            "content": content.get("content"),
            **({"link": {"url": link["url"]}} if link.get("url") else {}),
        }
    elif kind != "equation":
        raise ToolFailed(_ONLY_THERE, "params")
    return {"type": kind, kind: content, "annotations": as_object(told.get("annotations"))}
