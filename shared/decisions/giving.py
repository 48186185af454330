"""What the calls of a turn gave to be passed on, as much of it as a turn has room for."""

import json
from collections.abc import Sequence

from shared.models.given import Given
from shared.models.thread import Turn
from shared.models.upload import Upload

MOST = 20
MAX_DATA_CHARACTERS = 20_000
"""Of all data of a turn: its row holds it, and what does not fit is in the call's result."""


def giving(turn: Turn, given: Sequence[Given]) -> Turn:
    """Return a turn with what a call gave; the same is given once."""
    kept = list(turn.given)
    room = MAX_DATA_CHARACTERS - sum(map(_characters, kept))
    for one in given:
        size = _characters(one)
        if one not in kept and len(kept) < MOST and size <= room:
            kept.append(one)
            room -= size
    return turn.model_copy(update={"given": tuple(kept)}) if len(kept) > len(turn.given) else turn


def files(turn: Turn) -> tuple[Upload, ...]:
    """Return the files that were given in a turn and are kept in its conversation."""
    return tuple(one.file for one in turn.given if one.file is not None)


def _characters(one: Given) -> int:
    return len(json.dumps(one.data)) if one.data is not None else 0
