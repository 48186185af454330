"""What a transaction is written as, read by another reader; and the service's answers."""

import json
from email import message_from_bytes
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.storage.codec import encode
from shared.storage.rows import Delete, Insert, Replace, Upsert
from shared.storage.wire import Refused, change, look, read, row, transaction

SERVICE = "https://account.table.core.windows.net"
TABLE = f"{SERVICE}/threads"
MARK = "0123456789abcdef"
CLEAN = st.text(st.characters(exclude_categories=["Cs"]))


def parts(partition, writes):
    """What the mail package reads in a transaction: the request line, headers and body of each."""
    sent = transaction(SERVICE, TABLE, partition, writes, MARK)
    assert (sent.method, sent.url) == ("POST", f"{SERVICE}/$batch")
    head = f"Content-Type: {sent.headers['Content-Type']}\r\n\r\n"
    (batch,) = message_from_bytes((head + sent.body).encode("ascii")).get_payload()
    found = []
    for part in batch.get_payload():
        line, _, rest = part.get_payload(decode=True).partition(b"\r\n")
        inner = message_from_bytes(rest)
        assert (part["Content-Type"], part["Content-Transfer-Encoding"]) == (
            "application/http",
            "binary",
        )
        found.append((line.decode(), inner, inner.get_payload()))
    return found


def test_each_kind_of_write_is_a_request_of_its_own():
    writes = [Insert("a", "1"), Replace("b", "2", 'W/"e"'), Upsert("c", "3"), Delete("d")]
    insert, replace, upsert, delete = parts("p", [*writes, Delete("f", "W/9")])[:4]

    assert [one[0] for one in (insert, replace, upsert, delete)] == [
        f"POST {TABLE} HTTP/1.1",
        f"PUT {TABLE}(PartitionKey='p',RowKey='b') HTTP/1.1",
        f"PUT {TABLE}(PartitionKey='p',RowKey='c') HTTP/1.1",
        f"DELETE {TABLE}(PartitionKey='p',RowKey='d') HTTP/1.1",
    ]
    conditions = [one[1]["If-Match"] for one in (insert, replace, upsert, delete)]
    assert conditions == [None, 'W/"e"', None, "*"]
    assert insert[1]["Prefer"] == "return-no-content"
    assert json.loads(insert[2]) == {"PartitionKey": "p", "RowKey": "a", "body0": "1"}


def test_a_row_is_removed_only_as_it_is_where_that_is_wanted():
    (_, headers, _), _ = parts("p", [Delete("a", "W/1"), Delete("b")])
    assert headers["If-Match"] == "W/1"


@given(CLEAN, CLEAN.filter(bool), CLEAN.filter(bool))
def test_no_text_gets_out_of_its_place(body, partition, key):
    (line, headers, sent), (second, *_) = parts(
        partition, [Upsert(key, body + f"\r\n--changeset_{MARK}--\r\n"), Delete("x")]
    )

    assert unquote(line).startswith(
        f"PUT {TABLE}(PartitionKey='{partition.replace(chr(39), 2 * chr(39))}'"
    )
    entity = json.loads(sent)
    assert (entity["PartitionKey"], entity["RowKey"]) == (partition, key)
    assert entity["body0"].startswith(body)
    assert int(headers["Content-Length"]) == len(sent.strip())
    assert second.startswith("DELETE ")


def test_a_write_by_itself_is_what_it_is_in_a_transaction():
    writes = [Insert("a", "1"), Replace("b", "2", "W/1"), Upsert("it's", "3"), Delete("d")]
    for write, (line, headers, body) in zip(writes, parts("p", writes), strict=True):
        alone = change(TABLE, "p", write)
        assert f"{alone.method} {alone.url} HTTP/1.1" == line
        del headers["Content-Length"]
        assert dict(headers) == alone.headers
        assert alone.body == body.strip()


def test_a_row_is_looked_for_by_its_place():
    assert look(TABLE, "a/b", "it's").url == f"{TABLE}(PartitionKey='a%2Fb',RowKey='it%27%27s')"


@given(CLEAN)
def test_the_text_of_a_row_is_read(body):
    told = {"odata.etag": "W/1", "RowKey": "a", **encode(body)}
    assert row(json.dumps(told).encode()) == body


@pytest.mark.parametrize(
    "answer", [b"", b"<html>", b"\xff", b"[]", b"1", b"{}", b'{"odata.error": {}}']
)
def test_what_is_no_row_is_none(answer):
    assert row(answer) is None


def answer(*answers):
    """An answer as the service gives it."""
    head = "--changesetresponse_2\r\nContent-Type: application/http\r\n\r\n"
    told = "".join(f"{head}{one}\r\n" for one in answers)
    head = "--batchresponse_1\r\nContent-Type: multipart/mixed\r\n\r\n"
    return f"{head}{told}--changesetresponse_2--".encode()


MADE = 'HTTP/1.1 204 No Content\r\nDataServiceVersion: 3.0;\r\nETag: W/"{}"\r\n\r\n'
GONE = "HTTP/1.1 204 No Content\r\nDataServiceVersion: 1.0;\r\n\r\n"


def failed(status, code, told):
    error = {"odata.error": {"code": code, "message": {"lang": "en-US", "value": told}}}
    return f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n\r\n{json.dumps(error)}"


def test_the_etags_of_all_writes_are_read():
    assert read(answer(MADE.format(1), GONE, MADE.format(2)), 3) == ['W/"1"', "", 'W/"2"']


@pytest.mark.parametrize("ends", [b"\r\n", b"\n"])
def test_why_nothing_was_written_is_read(ends):
    told = answer(
        failed(412, "UpdateConditionNotSatisfied", "7:The update condition\u2028 was not")
    )

    assert read(told.replace(b"\r\n", ends), 9) == Refused(412, "UpdateConditionNotSatisfied", 7)


@pytest.mark.parametrize("told", ["No number: at all", "", "2:There are but two"])
def test_what_is_about_no_write_is_about_the_first(told):
    assert read(answer(failed(503, "ServerBusy", told)), 2) == Refused(503, "ServerBusy", 0)


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"odata.error": {"code": "X"}}'])
def test_a_refusal_without_reason_is_one(body):
    assert read(answer(f"HTTP/1.1 500 Oops\r\n\r\n{body}"), 2) == Refused(500, "", 0)


@pytest.mark.parametrize("text", [b"", b"<html>", b"\xff", answer(MADE.format(1))])
def test_what_is_no_whole_answer_is_none(text):
    assert read(text, 2) is None
