"""What fits in a table: keys, texts cut into properties, limits checked before sending."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from shared.errors import InvalidRequest, TooLarge
from shared.storage.rows import MAX_WRITES, Delete, Write

MAX_KEY_BYTES = 1024
MAX_PROPERTY_UNITS = 32_000
"""UTF-16 units in one property; the service's own limit is 32,768."""

MAX_ROW_BYTES = 950 * 1024
"""The service's own limit is 1 MiB."""

MAX_BATCH_BYTES = 4_000_000
"""The service's own limit is 4 MiB, with headers and urls that are only estimated here."""

_UNIT_BYTES = 2
_ROW_OVERHEAD = 128
_PROPERTY_OVERHEAD = 32
_WRITE_OVERHEAD = 1024
_FORBIDDEN = frozenset("/\\#?") | {chr(c) for c in (*range(0x20), *range(0x7F, 0xA0))}


def check_key(key: str) -> None:
    """Raise ValueError unless tables allow this key."""
    if not key or not _FORBIDDEN.isdisjoint(key):
        raise ValueError(f"{key!r} cannot be a key")
    if len(_utf16(key)) > MAX_KEY_BYTES:
        raise ValueError(f"a key has at most {MAX_KEY_BYTES} bytes")


def check_writes(partition: str, writes: Sequence[Write]) -> None:
    """Raise TooLarge or ValueError unless these writes can go in one batch."""
    if len(writes) > MAX_WRITES:
        raise TooLarge(f"a batch has at most {MAX_WRITES} writes, not {len(writes)}")
    if not writes or len({write.key for write in writes}) < len(writes):
        raise ValueError("a batch has at least one write, and one for each key")
    check_key(partition)
    payload = 0
    for write in writes:
        check_key(write.key)
        payload += _WRITE_OVERHEAD
        if not isinstance(write, Delete):
            _check_row(partition, write.key, write.body)
            payload += len(json.dumps(write.body))
    if payload > MAX_BATCH_BYTES:
        raise TooLarge(f"a batch has at most {MAX_BATCH_BYTES:,} bytes, not {payload:,}")


def batches(writes: Iterable[Write]) -> Iterator[list[Write]]:
    """Yield writes to one partition in as few batches as they fit in, in their order."""
    batch, size = list[Write](), 0
    for write in writes:
        own = _WRITE_OVERHEAD
        own += 0 if isinstance(write, Delete) else len(json.dumps(write.body))
        if batch and (len(batch) == MAX_WRITES or size + own > MAX_BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(write)
        size += own
    if batch:
        yield batch


def encode(body: str) -> dict[str, str]:
    """Return the properties body0, body1, ... that hold a text."""
    return {f"body{number}": part for number, part in enumerate(_parts(_utf16(body)))}


def decode(properties: Mapping[str, str]) -> str:
    """Return the text that `encode` cut up; other properties are ignored."""
    parts: list[str] = []
    while (name := f"body{len(parts)}") in properties:
        parts.append(properties[name])
    return "".join(parts)


def _check_row(partition: str, key: str, body: str) -> None:
    text = len(_utf16(body))
    properties = text // (MAX_PROPERTY_UNITS * _UNIT_BYTES) + 2
    keys = len(_utf16(partition)) + len(_utf16(key))
    size = _ROW_OVERHEAD + keys + text + properties * _PROPERTY_OVERHEAD
    if size > MAX_ROW_BYTES:
        raise TooLarge(f"a row has at most {MAX_ROW_BYTES:,} bytes, not {size:,}")


def _parts(units: bytes) -> Iterator[str]:
    start = 0
    while True:
        end = min(start + MAX_PROPERTY_UNITS * _UNIT_BYTES, len(units))
        if end < len(units) and _opens_pair(units[end - _UNIT_BYTES : end]):
            end -= _UNIT_BYTES
        yield units[start:end].decode("utf-16-le")
        if end == len(units):
            return
        start = end


def _opens_pair(unit: bytes) -> bool:
    """Whether a UTF-16 unit (little endian) is the first half of a surrogate pair."""
    return 0xD8 <= unit[1] <= 0xDB  # noqa: PLR2004 - the range has no better name


def _utf16(text: str) -> bytes:
    try:
        return text.encode("utf-16-le")
    except UnicodeEncodeError as error:
        raise InvalidRequest("the text has half of a surrogate pair") from error
