"""Files in Azure Blob Storage."""

# The SDK leaves **kwargs untyped everywhere.
# pyright: reportUnknownMemberType=false

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.request import getproxies_environment

from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import (
    AzureError,
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
)
from azure.storage.blob import StorageErrorCode
from azure.storage.blob.aio import BlobServiceClient, ContainerClient

from shared.errors import Misconfigured, OmniForgeError, StorageRejected, StorageUnavailable

T = TypeVar("T")

CONNECT_SECONDS = 5
READ_SECONDS = 60

_PROTOCOL = "2024-11-04"
"""What the service and its emulator both speak: the SDK's own default runs ahead of the latter."""
_CONTAINER_NAME = re.compile(r"[a-z0-9](?:-?[a-z0-9]){2,62}")
_PART = re.compile(r"[A-Za-z0-9_.-]{1,200}")
_CALLERS_FAULT = 4
_BUSY = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS})


class BlobFiles:
    """The `Files` port: a container, made when it is first missed; a folder for each thread."""

    def __init__(self, service: BlobServiceClient, container: str) -> None:
        if not _CONTAINER_NAME.fullmatch(container):
            raise Misconfigured(f"{container!r} is no name of a container: letters and digits")
        self._service = service
        self._client: ContainerClient = service.get_container_client(container)

    @classmethod
    def from_connection_string(cls, text: str, container: str) -> "BlobFiles":
        """Use an account key or a shared access signature; raise Misconfigured when malformed."""
        try:
            service = BlobServiceClient.from_connection_string(text, **_transport())
        except ValueError as error:
            raise Misconfigured("the storage connection string is malformed") from error
        return cls(service, container)

    @classmethod
    def at(cls, endpoint: str, credential: AsyncTokenCredential, container: str) -> "BlobFiles":
        """Use an identity, which stays the caller's to close."""
        return cls(BlobServiceClient(endpoint, credential=credential, **_transport()), container)

    async def put(self, thread: str, name: str, data: bytes) -> None:
        """Keep a file; the same one again changes nothing."""
        path = _path(thread, name)
        await self._send(lambda: self._client.upload_blob(path, data, overwrite=True))

    async def get(self, thread: str, name: str) -> bytes | None:
        """Return what a file holds, or None."""
        path = _path(thread, name)

        async def read() -> bytes | None:
            try:
                found = await self._client.download_blob(path)
                return await found.readall()
            except ResourceNotFoundError as error:
                if _is_missing_container(error):
                    raise
                return None

        return await self._send(read)

    async def names(self) -> AsyncGenerator[tuple[str, str], None]:
        """Yield the thread and the name of every file there is: for operators."""
        try:
            async for path in self._client.list_blob_names():
                thread, _, name = path.partition("/")
                yield thread, name
        except HttpResponseError as error:
            if not _is_missing_container(error):
                raise _translated(error) from error
        except AzureError as error:
            raise _translated(error) from error

    async def erase(self, thread: str) -> None:
        """Remove all files of a thread."""
        folder = _path(thread, "")

        async def remove() -> None:
            found = [name async for name in self._client.list_blob_names(name_starts_with=folder)]
            for name in found:
                try:
                    await self._client.delete_blob(name)
                except ResourceNotFoundError:  # by somebody else, meanwhile
                    continue

        await self._send(remove)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._service.close()

    async def _send(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call, and once more after making the container if it was missing."""
        try:
            try:
                return await call()
            except HttpResponseError as error:
                if not _is_missing_container(error):
                    raise
            await self._create()
            return await call()
        except AzureError as error:
            raise _translated(error) from error

    async def _create(self) -> None:
        try:
            await self._client.create_container()
        except ResourceExistsError as error:
            if _code(error) != StorageErrorCode.CONTAINER_ALREADY_EXISTS:
                raise


def _path(thread: str, name: str) -> str:
    """Return where a file lies; nothing in it can name another thread's folder."""
    if not _PART.fullmatch(thread) or (name and not _PART.fullmatch(name)):
        raise ValueError("a file is kept under opaque names only")
    return f"{thread}/{name}"


def _transport() -> dict[str, Any]:
    """Return how requests are sent: never again by themselves; see the tables' adapter."""
    return {
        "api_version": _PROTOCOL,
        "retry_total": 0,
        "connection_timeout": CONNECT_SECONDS,
        "read_timeout": READ_SECONDS,
        "use_env_settings": bool(getproxies_environment()),
    }


def _is_missing_container(error: HttpResponseError) -> bool:
    return _code(error) == StorageErrorCode.CONTAINER_NOT_FOUND


def _code(error: AzureError) -> str:
    return getattr(error, "error_code", None) or ""


def _translated(error: AzureError) -> OmniForgeError:
    """Return our error for the SDK's, split by whether a retry can help."""
    code, status = _code(error), getattr(error, "status_code", None) or 0
    refused = status // 100 == _CALLERS_FAULT and status not in _BUSY
    if refused or isinstance(error, ClientAuthenticationError):
        return StorageRejected(f"blob storage refused the request ({code or status})")
    return StorageUnavailable(f"blob storage did not answer ({code or type(error).__name__})")
