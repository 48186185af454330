"""Rows in Azure Table Storage."""

# The SDK leaves **kwargs untyped everywhere.
# pyright: reportUnknownMemberType=false

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeVar, cast
from urllib.request import getproxies_environment
from uuid import uuid4

from azure.core import MatchConditions
from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import (
    AzureError,
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
)
from azure.core.rest import HttpRequest
from azure.data.tables import (
    TableEntity,
    TableErrorCode,
    UpdateMode,
)
from azure.data.tables.aio import TableClient, TableServiceClient

from shared.errors import (
    Conflict,
    Misconfigured,
    OmniForgeError,
    StorageRejected,
    StorageUnavailable,
    TooLarge,
)
from shared.storage import transactions
from shared.storage.codec import check_key, check_writes, decode, encode
from shared.storage.rows import Delete, Insert, Replace, Row, Upsert, Write

T = TypeVar("T")

CONNECT_SECONDS = 5
READ_SECONDS = 30

_PAGE = 1000
_TABLE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{2,62}")
_BETWEEN = "PartitionKey eq @partition and RowKey ge @first and RowKey lt @last"
_ANYWHERE = (
    "PartitionKey ge @start and PartitionKey lt @end and RowKey ge @first and RowKey lt @last"
)
_LOST = frozenset(
    {
        TableErrorCode.ENTITY_ALREADY_EXISTS,
        TableErrorCode.CONDITION_NOT_MET,
        TableErrorCode.UPDATE_CONDITION_NOT_SATISFIED,
        TableErrorCode.RESOURCE_NOT_FOUND,
        TableErrorCode.ENTITY_NOT_FOUND,
    }
)
_OVERSIZE = frozenset(
    {
        TableErrorCode.ENTITY_TOO_LARGE,
        TableErrorCode.PROPERTY_VALUE_TOO_LARGE,
        TableErrorCode.REQUEST_BODY_TOO_LARGE,
    }
)
_CALLERS_FAULT = 4
_BATCH = {
    "DataServiceVersion": "3.0",
    "MaxDataServiceVersion": "3.0;NetFx",
    "Accept": "application/json",
}
_BUSY = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})


class TableRows:
    """One table, created when it is first missed.

    The client must not retry: whoever calls this service's operations does. A commit of several
    writes is an entity group transaction; one row is written by itself, for half the work on either
    side, and by the same rules.
    `meter` is told each operation (get, range, commit) and how many rows it moved.
    """

    def __init__(
        self, client: TableClient, meter: Callable[[str, int], None] | None = None
    ) -> None:
        self._client = client
        self._meter = meter

    async def get(self, partition: str, key: str) -> Row | None:
        """Return one row, or None."""
        check_key(partition)
        check_key(key)

        async def find() -> Row | None:
            try:
                return _row(await self._client.get_entity(partition, key))
            except ResourceNotFoundError as error:
                if _is_missing_table(error):
                    raise
                return None

        row = await self._send(find)
        self._count("get", 0 if row is None else 1)
        return row

    async def range(self, partition: str, first: str, last: str, limit: int) -> list[Row]:
        """Return at most `limit` rows with first <= key < last, in key order."""
        check_key(partition)

        async def scan() -> list[Row]:
            rows: list[Row] = []
            if limit < 1:
                return rows
            async for entity in self._client.query_entities(
                _BETWEEN,
                parameters={"partition": partition, "first": first, "last": last},
                results_per_page=min(limit, _PAGE),
            ):
                rows.append(_row(entity))
                if len(rows) == limit:
                    break
            return rows

        rows = await self._send(scan)
        self._count("range", len(rows))
        return rows

    async def scan(
        self, first: str, last: str, start: str = "", end: str = "~"
    ) -> AsyncIterator[tuple[str, Row]]:
        """Yield rows as `Scanned.scan` says."""
        places = {"first": first, "last": last, "start": start, "end": end}
        try:
            async for entity in self._client.query_entities(
                _ANYWHERE, parameters=places, results_per_page=_PAGE
            ):
                yield cast("Mapping[str, str]", entity)["PartitionKey"], _row(entity)
        except HttpResponseError as error:
            if not _is_missing_table(error):
                raise _translated(error, ()) from error
        except AzureError as error:
            raise _translated(error, ()) from error

    async def commit(self, partition: str, writes: Sequence[Write]) -> dict[str, str]:
        """Apply all writes or none; raises as `Rows.commit` says."""
        check_writes(partition, writes)
        remaining = list(writes)

        async def submit() -> dict[str, str]:
            if len(remaining) == 1 and not _conditional(remaining[0]):
                return await self._write(partition, remaining[0])
            while remaining:
                try:
                    done = await self._transact(partition, remaining)
                except NothingWritten as error:
                    if not _is_needless(error, remaining):
                        raise
                    remaining.remove(_failed(error, remaining))
                else:
                    return _etags(remaining, done)
            return {}

        self._count("commit", len(writes))
        return await self._send(submit, remaining)

    async def _transact(self, partition: str, writes: Sequence[Write]) -> list[str]:
        """Write all or nothing, and return the etags; raise NothingWritten, or what the SDK does.

        It goes out as all the SDK's own requests do, through its client of the service's API.
        """
        client = self._client
        table = f"{client.url}/{client.table_name}"
        kind, body = transactions.written(table, partition, writes, uuid4().hex)
        headers = {**_BATCH, "x-ms-version": client.api_version, "Content-Type": kind}
        request = HttpRequest("POST", f"{client.url}/$batch", headers=headers, content=body)
        sent = client._client.send_request(request, stream=True)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        response = await sent
        await response.read()
        if response.status_code != HTTPStatus.ACCEPTED:
            raise HttpResponseError(response=response)
        done = transactions.read(response.text(), len(writes))
        if done is None:
            raise AzureError("the answer to a transaction was cut off")
        if isinstance(done, transactions.Refused):
            raise NothingWritten(done)
        return done

    async def _write(self, partition: str, write: Write) -> dict[str, str]:
        if isinstance(write, Delete):
            await self._client.delete_entity(partition, write.key)
            return {}
        entity = {"PartitionKey": partition, "RowKey": write.key, **encode(write.body)}
        match write:
            case Insert():
                done = await self._client.create_entity(entity)
            case Upsert():
                done = await self._client.upsert_entity(entity, mode=UpdateMode.REPLACE)
            case Replace():
                done = await self._client.update_entity(
                    entity,
                    mode=UpdateMode.REPLACE,
                    etag=write.etag,
                    match_condition=MatchConditions.IfNotModified,
                )
        return {write.key: done["etag"]}

    async def _send(self, call: Callable[[], Awaitable[T]], writes: Sequence[Write] = ()) -> T:
        """Call, and once more after creating the table if it was missing."""
        try:
            try:
                return await call()
            except HttpResponseError as error:
                if not _is_missing_table(error):
                    raise
            await self._create()
            return await call()
        except AzureError as error:
            raise _translated(error, writes) from error

    async def _create(self) -> None:
        try:
            await self._client.create_table()
        except ResourceExistsError as error:
            if _code(error) != TableErrorCode.TABLE_ALREADY_EXISTS:
                raise

    def _count(self, operation: str, rows: int) -> None:
        if self._meter:
            self._meter(operation, rows)


class NothingWritten(HttpResponseError):
    """A transaction was refused: by which code, and for which of its writes."""

    def __init__(self, why: transactions.Refused) -> None:
        super().__init__(f"a transaction was refused ({why.code or why.status})")
        self.status_code, self.error_code, self.index = why.status, why.code, why.index


class Tables:
    """The tables of one storage account whose names start with a prefix. Close it when done."""

    def __init__(self, service: TableServiceClient, prefix: str = "") -> None:
        self._service = service
        self._prefix = prefix

    @classmethod
    def from_connection_string(cls, text: str, prefix: str = "") -> "Tables":
        """Use an account key or a shared access signature; raise Misconfigured when malformed."""
        try:
            service = TableServiceClient.from_connection_string(text, **_transport())
        except ValueError as error:
            raise Misconfigured("the storage connection string is malformed") from error
        return cls(service, prefix)

    @classmethod
    def at(cls, endpoint: str, credential: AsyncTokenCredential, prefix: str = "") -> "Tables":
        """Use an identity, which stays the caller's to close."""
        service = TableServiceClient(endpoint, credential=credential, **_transport())
        return cls(service, prefix)

    def rows(self, name: str, meter: Callable[[str, int], None] | None = None) -> TableRows:
        """Return one table; raise Misconfigured when prefix and name make no table name."""
        table = self._prefix + name
        if not _TABLE_NAME.fullmatch(table):
            raise Misconfigured(f"{table!r} is no table name: 3 to 63 letters and digits")
        return TableRows(self._service.get_table_client(table), meter)

    async def ping(self) -> None:
        """Return if the account answers; raise a StorageFailed error otherwise."""
        try:
            async for _ in self._service.list_tables(results_per_page=1):
                return
        except AzureError as error:
            raise _translated(error, ()) from error

    async def aclose(self) -> None:
        """Close the connections."""
        await self._service.close()


def _transport() -> dict[str, Any]:
    """Return how requests are sent: never again by themselves, and through a proxy if one is set.

    Asking the environment means a look for .netrc and the proxies at every request, in a thread.
    So it is asked only where the answer could be a proxy.
    """
    return {
        "retry_total": 0,
        "connection_timeout": CONNECT_SECONDS,
        "read_timeout": READ_SECONDS,
        "use_env_settings": bool(getproxies_environment()),
    }


def _conditional(write: Write) -> bool:
    """Whether a row is to be removed only as it is: the client says nothing where it is gone."""
    return isinstance(write, Delete) and write.etag is not None


def _row(entity: TableEntity) -> Row:
    properties = cast("Mapping[str, str]", entity)
    return Row(properties["RowKey"], decode(properties), entity.metadata["etag"] or "")


def _etags(writes: Sequence[Write], done: Sequence[str]) -> dict[str, str]:
    written = zip(writes, done, strict=True)
    return {write.key: etag for write, etag in written if not isinstance(write, Delete)}


def _failed(error: NothingWritten, writes: Sequence[Write]) -> Write:
    return writes[error.index]


def _is_needless(error: NothingWritten, writes: Sequence[Write]) -> bool:
    """Whether the write that failed was to remove a row that is absent anyway."""
    write = _failed(error, writes)
    absent = _code(error) in {TableErrorCode.RESOURCE_NOT_FOUND, TableErrorCode.ENTITY_NOT_FOUND}
    return absent and isinstance(write, Delete) and write.etag is None


def _is_missing_table(error: HttpResponseError) -> bool:
    return _code(error) == TableErrorCode.TABLE_NOT_FOUND


def _code(error: AzureError) -> str:
    """Return the service's code for an error; of a lone insert's it is read from the answer."""
    code = getattr(error, "error_code", None)
    response = getattr(error, "response", None)
    if code or response is None:
        return code or ""
    try:
        return json.loads(response.text())["odata.error"]["code"]
    except (ValueError, KeyError, TypeError):
        return response.headers.get("x-ms-error-code") or ""


def _translated(error: AzureError, writes: Sequence[Write]) -> OmniForgeError:
    """Return our error for the SDK's, split by whether a retry can help."""
    code, status = _code(error), getattr(error, "status_code", None) or 0
    if code in _OVERSIZE or status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return TooLarge("table storage refused a row or a batch as too large")
    if writes and code in _LOST:
        key = (_failed(error, writes) if isinstance(error, NothingWritten) else writes[0]).key
        return Conflict(f"row {key} existed, was absent or had changed", key)
    refused = status // 100 == _CALLERS_FAULT and status not in _BUSY
    if refused or isinstance(error, ClientAuthenticationError):
        return StorageRejected(f"table storage refused the request ({code or status})")
    return StorageUnavailable(f"table storage did not answer ({code or type(error).__name__})")
