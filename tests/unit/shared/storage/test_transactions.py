"""What a transaction is written as, read by another reader; and the service's answers."""

import json
from email import message_from_bytes
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.storage.rows import Delete, Insert, Replace, Upsert
from shared.storage.transactions import Refused, read, written

TABLE = "https://account.table.core.windows.net/threads"
MARK = "0123456789abcdef"
CLEAN = st.text(st.characters(exclude_categories=["Cs"]))


def parts(partition, writes):
    """What the mail package reads in a transaction: the request line, headers and body of each."""
    kind, body = written(TABLE, partition, writes, MARK)
    (batch,) = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).get_payload()
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


def answer(*answers):
    """An answer as the service gives it."""
    head = "--changesetresponse_2\r\nContent-Type: application/http\r\n\r\n"
    told = "".join(f"{head}{one}\r\n" for one in answers)
    return (
        f"--batchresponse_1\r\nContent-Type: multipart/mixed\r\n\r\n{told}--changesetresponse_2--"
    )


MADE = 'HTTP/1.1 204 No Content\r\nDataServiceVersion: 3.0;\r\nETag: W/"{}"\r\n\r\n'
GONE = "HTTP/1.1 204 No Content\r\nDataServiceVersion: 1.0;\r\n\r\n"


def failed(status, code, told):
    error = {"odata.error": {"code": code, "message": {"lang": "en-US", "value": told}}}
    return f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n\r\n{json.dumps(error)}"


def test_the_etags_of_all_writes_are_read():
    assert read(answer(MADE.format(1), GONE, MADE.format(2)), 3) == ['W/"1"', "", 'W/"2"']


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_why_nothing_was_written_is_read(ends):
    told = answer(
        failed(412, "UpdateConditionNotSatisfied", "7:The update condition\u2028 was not")
    )

    assert read(told.replace("\r\n", ends), 9) == Refused(412, "UpdateConditionNotSatisfied", 7)


@pytest.mark.parametrize("told", ["No number: at all", "", "2:There are but two"])
def test_what_is_about_no_write_is_about_the_first(told):
    assert read(answer(failed(503, "ServerBusy", told)), 2) == Refused(503, "ServerBusy", 0)


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"odata.error": {"code": "X"}}'])
def test_a_refusal_without_reason_is_one(body):
    assert read(answer(f"HTTP/1.1 500 Oops\r\n\r\n{body}"), 2) == Refused(500, "", 0)


@pytest.mark.parametrize("text", ["", "<html>", answer(MADE.format(1))])
def test_what_is_no_whole_answer_is_none(text):
    assert read(text, 2) is None
