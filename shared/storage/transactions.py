"""An entity group transaction as the table service reads it and answers: text, put together here.

The SDK writes and reads the same text through the standard library's mail package. That took half
of the processor time of a turn.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from shared.storage.codec import encode
from shared.storage.rows import Delete, Insert, Replace, Upsert, Write

_LINE = "\r\n"
_PART = ("Content-Type: application/http", "Content-Transfer-Encoding: binary")
_JSON = ("Content-Type: application/json", "Accept: application/json;odata=minimalmetadata")
_QUIET = "Prefer: return-no-content"
"""Or the answer would repeat each row that was inserted."""
_VERSION = "DataServiceVersion: 3.0"
_STATUS = "HTTP/1.1 "
_FAILED = 400


@dataclass(frozen=True)
class Refused:
    """Why nothing was written: the service's code, and which of the writes it is about."""

    status: int
    code: str
    index: int


def written(table: str, partition: str, writes: Sequence[Write], mark: str) -> tuple[str, bytes]:
    """Return the content type and the body of a transaction on a table, by its address.

    `mark` separates what is written: something nobody can guess, so that no text can hold it.
    """
    batch, changes = f"batch_{mark}", f"changeset_{mark}"
    lines = [f"--{batch}", f"Content-Type: multipart/mixed; boundary={changes}", ""]
    for number, write in enumerate(writes):
        lines += [f"--{changes}", *_PART, f"Content-ID: {number}", ""]
        lines += _request(table, partition, write)
    lines += [f"--{changes}--", "", f"--{batch}--", ""]
    return f"multipart/mixed; boundary={batch}", _LINE.join(lines).encode("ascii")


def read(answer: str, count: int) -> list[str] | Refused | None:
    """Return the etags of so many writes, "" of a deletion; or why none was made.

    None where the answer is neither.
    """
    parts = list(_parts(answer.replace(_LINE, "\n").split("\n")))
    for status, _, body in parts:
        if status >= _FAILED:
            return _refused(status, body, count)
    return [etag for _, etag, _ in parts] if len(parts) == count else None


def _request(table: str, partition: str, write: Write) -> list[str]:
    """Return the lines of one write."""
    row = f"{table}(PartitionKey='{_quoted(partition)}',RowKey='{_quoted(write.key)}')"
    match write:
        case Delete():
            head = [f"DELETE {row} HTTP/1.1", *_JSON, _VERSION, f"If-Match: {write.etag or '*'}"]
            return [*head, "", ""]
        case Insert():
            head = [f"POST {table} HTTP/1.1", _QUIET]
        case Replace():
            head = [f"PUT {row} HTTP/1.1", f"If-Match: {write.etag}"]
        case Upsert():
            head = [f"PUT {row} HTTP/1.1"]
    entity = {"PartitionKey": partition, "RowKey": write.key, **encode(write.body)}
    body = json.dumps(entity)  # on one line, in ASCII
    return [*head, *_JSON, _VERSION, f"Content-Length: {len(body)}", "", body]


def _quoted(key: str) -> str:
    return quote(key.replace("'", "''"), safe="")


def _parts(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the status, the etag and the body of each answer in an answer."""
    place = iter(lines)
    for line in place:
        if not line.startswith(_STATUS):
            continue
        status, etag = int(line.removeprefix(_STATUS).split(" ", 1)[0]), ""
        for header in place:
            if not header:
                break
            name, _, value = header.partition(":")
            if name.casefold() == "etag":
                etag = value.strip()
        yield status, etag, next(place, "")


def _refused(status: int, body: str, count: int) -> Refused:
    try:
        error = json.loads(body)["odata.error"]
        number = str(error["message"]["value"]).partition(":")[0]
        index = int(number) if number.isdecimal() else 0
        return Refused(status, str(error["code"]), index if index < count else 0)
    except (ValueError, KeyError, TypeError):
        return Refused(status, "", 0)
