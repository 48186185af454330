"""Rows in Azure Table Storage."""

# The SDK leaves **kwargs untyped everywhere.
# pyright: reportUnknownMemberType=false

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from time import time
from typing import TypeAlias, TypeVar, cast
from urllib.request import getproxies_environment
from uuid import uuid4
from wsgiref.handlers import format_date_time

from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import (
    AzureError,
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
)
from azure.core.pipeline import AsyncPipeline
from azure.core.pipeline.policies import UserAgentPolicy
from azure.core.pipeline.transport import AioHttpTransport
from azure.core.rest import AsyncHttpResponse, HttpRequest
from azure.data.tables import TableEntity, TableErrorCode
from azure.data.tables.aio import TableClient, TableServiceClient
from azure.data.tables.aio._authentication_async import (
    _configure_credential,  # pyright: ignore[reportPrivateUsage, reportUnknownVariableType]
)

from shared.errors import (
    Conflict,
    Misconfigured,
    OmniForgeError,
    StorageRejected,
    StorageUnavailable,
    TooLarge,
)
from shared.storage import wire
from shared.storage.codec import check_key, check_writes, decode
from shared.storage.rows import Delete, Row, Write

T = TypeVar("T")
Pipeline: TypeAlias = AsyncPipeline[HttpRequest, AsyncHttpResponse]

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
_DONE, _CALLERS_FAULT = 2, 4
_BROKEN = "what answered is not what the service answers"
_BUSY = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})


class TableRows:
    """One table, created when it is first missed.

    The client must not retry: whoever calls this service's operations does. A commit of several
    writes is an entity group transaction; one row is written by itself, for half the work on either
    side, and by the same rules.
    `meter` is told each operation (get, range, commit) and how many rows it moved.
    """

    def __init__(
        self,
        client: TableClient,
        pipeline: Pipeline,
        meter: Callable[[str, int], None] | None = None,
    ) -> None:
        self._client, self._pipeline, self._meter = client, pipeline, meter
        self._table = f"{client.url}/{client.table_name}"

    async def get(self, partition: str, key: str) -> Row | None:
        """Return one row, or None."""
        check_key(partition)
        check_key(key)

        async def find() -> Row | None:
            try:
                found = await self._call(wire.look(self._table, partition, key))
            except HttpResponseError as error:
                if error.status_code != HTTPStatus.NOT_FOUND or _is_missing_table(error):
                    raise
                return None
            body, etag = wire.row(found.content), found.headers.get("ETag")
            if body is None or etag is None:
                raise AzureError(_BROKEN)
            return Row(key, body, etag)

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
            while remaining:
                try:
                    done = await self._write(partition, remaining)
                except HttpResponseError as error:
                    if not _is_needless(error, remaining):
                        raise
                    remaining.remove(_failed(error, remaining))
                else:
                    return _etags(remaining, done)
            return {}

        self._count("commit", len(writes))
        return await self._send(submit, remaining)

    async def _write(self, partition: str, writes: Sequence[Write]) -> list[str]:
        """Write all or nothing, and return the etags; raise NothingWritten or an AzureError."""
        if len(writes) == 1:
            done = await self._call(wire.change(self._table, partition, writes[0]))
            etag = done.headers.get("ETag", "")
            if not etag and not isinstance(writes[0], Delete):
                raise AzureError(_BROKEN)
            return [etag]
        whole = wire.transaction(self._client.url, self._table, partition, writes, uuid4().hex)
        answer = wire.read((await self._call(whole)).content, len(writes))
        if answer is None:
            raise AzureError(_BROKEN)
        if isinstance(answer, wire.Refused):
            raise NothingWritten(answer)
        return answer

    async def _call(self, call: wire.Call) -> AsyncHttpResponse:
        """Return the answer to a call, read; raise HttpResponseError where it was not done."""
        now = {"x-ms-date": format_date_time(time()), "x-ms-version": self._client.api_version}
        request = HttpRequest(
            call.method, call.url, headers={**call.headers, **now}, content=call.body or None
        )
        response = (await self._pipeline.run(request, stream=True)).http_response
        await response.read()
        if response.status_code // 100 != _DONE:
            raise HttpResponseError(response=response)
        return response

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

    def __init__(self, why: wire.Refused) -> None:
        super().__init__(f"a transaction was refused ({why.code or why.status})")
        self.status_code, self.error_code, self.index = why.status, why.code, why.index


class Tables:
    """The tables of one storage account whose names start with a prefix. Close it when done."""

    def __init__(
        self, service: TableServiceClient, transport: AioHttpTransport, prefix: str = ""
    ) -> None:
        self._service, self._prefix = service, prefix
        signs = _configure_credential(cast("AsyncTokenCredential", service.credential))
        self._pipeline: Pipeline = AsyncPipeline(transport, [UserAgentPolicy(), signs])

    @classmethod
    def from_connection_string(cls, text: str, prefix: str = "") -> "Tables":
        """Use an account key or a shared access signature; raise Misconfigured when malformed."""
        transport = _transport()
        try:
            service = TableServiceClient.from_connection_string(
                text, transport=transport, retry_total=0
            )
        except ValueError as error:
            raise Misconfigured("the storage connection string is malformed") from error
        return cls(service, transport, prefix)

    @classmethod
    def at(cls, endpoint: str, credential: AsyncTokenCredential, prefix: str = "") -> "Tables":
        """Use an identity, which stays the caller's to close."""
        transport = _transport()
        service = TableServiceClient(
            endpoint, credential=credential, transport=transport, retry_total=0
        )
        return cls(service, transport, prefix)

    def rows(self, name: str, meter: Callable[[str, int], None] | None = None) -> TableRows:
        """Return one table; raise Misconfigured when prefix and name make no table name."""
        table = self._prefix + name
        if not _TABLE_NAME.fullmatch(table):
            raise Misconfigured(f"{table!r} is no table name: 3 to 63 letters and digits")
        return TableRows(self._service.get_table_client(table), self._pipeline, meter)

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


def _transport() -> AioHttpTransport:
    """Return what requests are sent by: through a proxy if one is set.

    Asking the environment means a look for .netrc and the proxies at every request, in a thread.
    So it is asked only where the answer could be a proxy.
    """
    return AioHttpTransport(
        connection_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        use_env_settings=bool(getproxies_environment()),
    )


def _row(entity: TableEntity) -> Row:
    properties = cast("Mapping[str, str]", entity)
    return Row(properties["RowKey"], decode(properties), entity.metadata["etag"] or "")


def _etags(writes: Sequence[Write], done: Sequence[str]) -> dict[str, str]:
    written = zip(writes, done, strict=True)
    return {write.key: etag for write, etag in written if not isinstance(write, Delete)}


def _failed(error: AzureError, writes: Sequence[Write]) -> Write:
    return writes[error.index if isinstance(error, NothingWritten) else 0]


def _is_needless(error: HttpResponseError, writes: Sequence[Write]) -> bool:
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
        key = _failed(error, writes).key
        return Conflict(f"row {key} existed, was absent or had changed", key)
    refused = status // 100 == _CALLERS_FAULT and status not in _BUSY
    if refused or isinstance(error, ClientAuthenticationError):
        return StorageRejected(f"table storage refused the request ({code or status})")
    return StorageUnavailable(f"table storage did not answer ({code or type(error).__name__})")
