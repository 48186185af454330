"""Rows and transactions as the table service reads and answers them: text, put together here.

The SDK writes and reads the same text through layers of its own, and the standard library's mail
package. That took half of the processor time of a turn.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote

from shared.storage.codec import decode, encode
from shared.storage.rows import Delete, Insert, Replace, Upsert, Write

_LINE = "\r\n"
_PART = ("Content-Type: application/http", "Content-Transfer-Encoding: binary")
_JSON = {
    "Content-Type": "application/json",
    "Accept": "application/json;odata=minimalmetadata",
    "DataServiceVersion": "3.0",
}
_BATCH = {
    "Accept": "application/json",
    "DataServiceVersion": "3.0",
    "MaxDataServiceVersion": "3.0;NetFx",
}
_QUIET = {"Prefer": "return-no-content"}
"""Or the answer would repeat each row that was inserted."""
_STATUS = "HTTP/1.1 "
_FAILED = 400


@dataclass(frozen=True)
class Call:
    """A request: `url` is whole, `body` ASCII; `headers` lack who asks, and when."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: str = ""


@dataclass(frozen=True)
class Refused:
    """Why nothing was written: the service's code, and which of the writes it is about."""

    status: int
    code: str
    index: int


def look(table: str, partition: str, key: str) -> Call:
    """Return the call that reads one row of a table, by the table's address."""
    return Call("GET", _place(table, partition, key), _JSON)


def change(table: str, partition: str, write: Write) -> Call:
    """Return the call that makes one write to a table, by the table's address."""
    row = _place(table, partition, write.key)
    match write:
        case Delete():
            return Call("DELETE", row, {**_JSON, "If-Match": write.etag or "*"})
        case Insert():
            method, url, headers = "POST", table, {**_JSON, **_QUIET}
        case Replace():
            method, url, headers = "PUT", row, {**_JSON, "If-Match": write.etag}
        case Upsert():
            method, url, headers = "PUT", row, _JSON
    entity = {"PartitionKey": partition, "RowKey": write.key, **encode(write.body)}
    return Call(method, url, headers, json.dumps(entity))  # on one line, in ASCII


def transaction(
    service: str, table: str, partition: str, writes: Sequence[Write], mark: str
) -> Call:
    """Return the call that makes all of these writes to a table or none, by both addresses.

    `mark` separates what is written: something nobody can guess, so that no text can hold it.
    """
    batch, changes = f"batch_{mark}", f"changeset_{mark}"
    lines = [f"--{batch}", f"Content-Type: multipart/mixed; boundary={changes}", ""]
    for number, write in enumerate(writes):
        lines += [f"--{changes}", *_PART, f"Content-ID: {number}", ""]
        lines += _lines(change(table, partition, write))
    lines += [f"--{changes}--", "", f"--{batch}--", ""]
    headers = {**_BATCH, "Content-Type": f"multipart/mixed; boundary={batch}"}
    return Call("POST", f"{service}/$batch", headers, _LINE.join(lines))


def row(answer: bytes) -> str | None:
    """Return the text of a row that was read; None where the answer is none."""
    try:
        properties = cast("Mapping[str, str]", json.loads(answer))
        return decode(properties) if "body0" in properties else None
    except (ValueError, TypeError):
        return None


def read(answer: bytes, count: int) -> list[str] | Refused | None:
    """Return the etags of so many writes, "" of a deletion; or why none was made.

    None where the answer is neither.
    """
    text = answer.decode(errors="replace")
    parts = list(_parts(text.replace(_LINE, "\n").split("\n")))
    for status, _, body in parts:
        if status >= _FAILED:
            return _refused(status, body, count)
    return [etag for _, etag, _ in parts] if len(parts) == count else None


def _lines(call: Call) -> list[str]:
    head = [f"{call.method} {call.url} HTTP/1.1", *map(": ".join, call.headers.items())]
    length = [f"Content-Length: {len(call.body)}"] if call.body else []
    return [*head, *length, "", call.body]


def _place(table: str, partition: str, key: str) -> str:
    return f"{table}(PartitionKey='{_quoted(partition)}',RowKey='{_quoted(key)}')"


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
