import asyncio
import contextlib
import socket
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from azure.core.credentials import AccessToken
from azure.core.credentials_async import AsyncTokenCredential
from azure.core.pipeline.transport import AioHttpTransport
from azure.data.tables.aio import TableServiceClient

from shared.errors import Misconfigured, StorageRejected, StorageUnavailable, TooLarge
from shared.storage.rows import Delete, Insert, Replace, Upsert
from shared.storage.tables import Tables


def account(port):
    return f"AccountName=a;AccountKey=a2V5;TableEndpoint=http://127.0.0.1:{port}/a;"


@contextlib.asynccontextmanager
async def answering(status, code="", asked=None, body=""):
    """Tables on a service that answers everything with one status, and notes what it is asked."""

    async def answer(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        method, path, _ = head.decode().split(maxsplit=2)
        if asked is not None:
            asked.append((method, unquote(path)))
        for line in head.lower().splitlines():
            if line.startswith(b"content-length:"):
                await reader.readexactly(int(line.split(b":")[1]))
        reply = f"HTTP/1.1 {status} X\r\nx-ms-error-code: {code}\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{reply}Connection: close\r\n\r\n{body}".encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        tables = Tables.from_connection_string(account(server.sockets[0].getsockname()[1]))
        yield tables
        await tables.aclose()


async def failures(tables):
    """What each operation raises."""
    rows = tables.rows("rows")
    raised = []
    for call in (
        rows.get("p", "a"),
        rows.range("p", "a", "b", 1),
        rows.commit("p", [Insert("a", "")]),
        rows.commit("p", [Delete("a")]),
        rows.commit("p", [Insert("a", ""), Insert("b", "")]),
        tables.ping(),
    ):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - the caller looks at the type
            await call
        raised.append(caught.type)
    return raised


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (302, "", StorageUnavailable),
        (400, "InvalidInput", StorageRejected),
        (401, "NoAuthenticationInformation", StorageRejected),
        (403, "AuthorizationFailure", StorageRejected),
        (408, "OperationTimedOut", StorageUnavailable),
        (409, "TableBeingDeleted", StorageUnavailable),
        (413, "RequestBodyTooLarge", TooLarge),
        (400, "EntityTooLarge", TooLarge),
        (429, "TooManyRequests", StorageUnavailable),
        (500, "InternalError", StorageUnavailable),
        (503, "ServerBusy", StorageUnavailable),
    ],
)
async def test_each_refusal_says_whether_a_retry_can_help(status, code, expected):
    async with answering(status, code) as tables:
        assert await failures(tables) == [expected] * 6


async def test_a_service_that_is_not_there_is_unavailable():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound, never listening: connections are refused
        tables = Tables.from_connection_string(account(closed.getsockname()[1]))
        assert await failures(tables) == [StorageUnavailable] * 6
        await tables.aclose()


def test_tables_made_outside_a_loop_work_in_the_one_that_uses_them():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        tables = Tables.from_connection_string(account(closed.getsockname()[1]))

        async def use():
            assert await failures(tables) == [StorageUnavailable] * 6
            await tables.aclose()

        asyncio.run(use())


@pytest.mark.parametrize("text", ["", "nonsense", "AccountKey=a2V5"])
def test_a_malformed_connection_string_is_misconfigured(text):
    with pytest.raises(Misconfigured):
        Tables.from_connection_string(text)


@pytest.mark.parametrize("prefix", ["1", "dash-", "x" * 60])
async def test_a_prefix_that_makes_no_table_name_is_misconfigured(prefix):
    tables = Tables.from_connection_string(account(9), prefix)
    with pytest.raises(Misconfigured):
        tables.rows("threads")
    await tables.aclose()


class Identity(AsyncTokenCredential):
    async def get_token(self, *scopes, **kwargs):
        return AccessToken(f"for {scopes}", 2**33)

    async def close(self):
        raise AssertionError("an identity is its owner's to close")

    async def __aexit__(self, *args):
        return


class Noting(AioHttpTransport):
    """Sends nothing, notes what it is given and answers that there is nothing."""

    def __init__(self):
        self.asked = []

    async def send(self, request, **_):
        self.asked.append(request)
        return SimpleNamespace(status_code=404, reason="", headers={}, read=self.read, text=str)

    async def read(self):
        return b""


async def test_an_identity_signs_what_is_sent():
    transport, account = Noting(), "https://account.table.core.windows.net"
    tables = Tables(TableServiceClient(account, credential=Identity()), transport)
    assert await tables.rows("rows").get("p", "a") is None
    (sent,) = transport.asked
    assert sent.headers["Authorization"] == "Bearer for ('https://storage.azure.com/.default',)"
    assert sent.headers["User-Agent"].startswith("azsdk-python-")


async def test_closing_leaves_the_identity_open():
    tables = Tables.at("https://account.table.core.windows.net", Identity(), "of")
    tables.rows("threads")
    await tables.aclose()


async def test_one_row_is_written_without_a_batch_and_several_within_one():
    asked = []
    async with answering(500, "InternalError", asked) as tables:
        rows = tables.rows("rows")
        for writes in (
            [Insert("a", "")],
            [Upsert("a", "")],
            [Replace("a", "", "e")],
            [Delete("a")],
            [Insert("a", ""), Insert("b", "")],
        ):
            with pytest.raises(StorageUnavailable):
                await rows.commit("p", writes)

    assert [(method, path.rpartition("/")[2]) for method, path in asked] == [
        ("POST", "rows"),
        ("PUT", "rows(PartitionKey='p',RowKey='a')"),
        ("PUT", "rows(PartitionKey='p',RowKey='a')"),
        ("DELETE", "rows(PartitionKey='p',RowKey='a')"),
        ("POST", "$batch"),
    ]


@pytest.mark.parametrize("body", ["<html>", "[]", '{"body0": "x"}'])
async def test_what_somebody_else_answers_is_no_answer(body):
    async with answering(200, body=body) as tables:
        rows = tables.rows("rows")
        for call in (rows.get("p", "a"), rows.commit("p", [Upsert("a", "")])):
            with pytest.raises(StorageUnavailable):
                await call


async def test_a_transaction_whose_answer_breaks_off_may_be_tried_again():
    cut = "--batchresponse_1\r\n\r\nHTTP/1.1 204 No Content\r\nETag: W/1\r\n\r\n"
    async with answering(202, body=cut) as tables:
        with pytest.raises(StorageUnavailable):
            await tables.rows("rows").commit("p", [Insert("a", ""), Insert("b", "")])
