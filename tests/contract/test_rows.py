import asyncio
import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from azure.core.credentials import AzureNamedKeyCredential
from azure.data.tables import AccountSasPermissions, ResourceTypes, generate_account_sas
from azure.data.tables.aio import TableServiceClient

from shared.errors import Conflict, InvalidRequest, StorageRejected, TooLarge
from shared.storage.memory import MemoryRows
from shared.storage.rows import MAX_WRITES, Delete, Insert, Replace, Upsert
from shared.storage.tables import Tables

FORBIDDEN_KEYS = ["", "a/b", "a\\b", "a#b", "a?b", "a\nb", "a\x7fb", "a\x9fb", "k" * 513]
EMOJI = "👩‍👩‍👧‍👦"


async def keys_in(rows, partition="p"):
    return [row.key for row in await rows.range(partition, "!", "~", 1000)]


async def test_stale_writer_loses(rows):
    await rows.commit("p", [Insert("a", "1")])
    read = await rows.get("p", "a")
    await rows.commit("p", [Replace("a", "2", read.etag)])

    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [Replace("a", "3", read.etag)])

    assert lost.value.key == "a"
    assert (await rows.get("p", "a")).body == "2"


async def test_absent_row_is_none(rows):
    assert await rows.get("p", "a") is None
    assert await rows.range("p", "a", "b", 10) == []


async def test_each_write_of_a_row_changes_its_etag(rows):
    seen = set()
    for _ in range(5):
        await rows.commit("p", [Upsert("a", "same")])
        seen.add((await rows.get("p", "a")).etag)
    assert len(seen) == 5


async def test_range_tells_the_same_etag_as_get(rows):
    await rows.commit("p", [Insert("a", "1")])
    (row,) = await rows.range("p", "a", "b", 1)
    assert row == await rows.get("p", "a")


async def test_a_commit_returns_the_etags_that_a_read_shows(rows):
    first = await rows.commit("p", [Insert("a", "1"), Upsert("b", "1")])
    second = await rows.commit("p", [Replace("a", "2", first["a"]), Delete("b"), Delete("c")])

    assert set(first) == {"a", "b"}
    assert second == {"a": (await rows.get("p", "a")).etag}
    assert await rows.commit("p", [Delete("c")]) == {}


async def test_insert_over_an_existing_row_loses_and_names_it(rows):
    await rows.commit("p", [Insert("b", "1")])

    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [Insert("a", "2"), Insert("b", "2"), Insert("c", "2")])

    assert lost.value.key == "b"
    assert await keys_in(rows) == ["b"]


async def test_a_lone_insert_over_an_existing_row_loses(rows):
    await rows.commit("p", [Insert("a", "1")])
    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [Insert("a", "2")])
    assert lost.value.key == "a"
    assert (await rows.get("p", "a")).body == "1"


async def test_a_lone_replacement_of_an_absent_row_loses(rows):
    await rows.commit("p", [Insert("a", "1")])
    etag = (await rows.get("p", "a")).etag
    await rows.commit("p", [Delete("a")])
    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [Replace("a", "2", etag)])
    assert lost.value.key == "a"


async def test_replacing_an_absent_row_loses(rows):
    await rows.commit("p", [Insert("a", "1")])
    etag = (await rows.get("p", "a")).etag
    await rows.commit("p", [Delete("a", etag)])

    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [Upsert("b", "2"), Replace("a", "2", etag)])

    assert lost.value.key == "a"
    assert await keys_in(rows) == []


@pytest.mark.parametrize("kind", ["insert", "replace", "upsert", "delete"])
async def test_a_failing_write_leaves_nothing_of_its_batch(rows, kind):
    await rows.commit("p", [Insert("a", "1"), Insert("taken", "1")])
    etag = (await rows.get("p", "a")).etag
    first = {
        "insert": Insert("new", "2"),
        "replace": Replace("a", "2", etag),
        "upsert": Upsert("a", "2"),
        "delete": Delete("a", etag),
    }[kind]

    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [first, Insert("taken", "2")])

    assert lost.value.key == "taken"
    assert [row.body for row in await rows.range("p", "!", "~", 10)] == ["1", "1"]
    assert (await rows.get("p", "a")).etag == etag


async def test_upsert_replaces_all_of_a_longer_text(rows):
    await rows.commit("p", [Upsert("a", "x" * 100_000)])
    await rows.commit("p", [Upsert("a", "short")])
    assert (await rows.get("p", "a")).body == "short"


async def test_replace_replaces_all_of_a_longer_text(rows):
    await rows.commit("p", [Upsert("a", "x" * 100_000)])
    await rows.commit("p", [Replace("a", "short", (await rows.get("p", "a")).etag)])
    assert (await rows.get("p", "a")).body == "short"


async def test_removing_an_absent_row_is_fine_without_an_etag(rows):
    await rows.commit("p", [Delete("a")])
    await rows.commit("p", [Delete("a"), Insert("b", "1"), Delete("c"), Delete("d")])
    assert await keys_in(rows) == ["b"]


async def test_removing_an_absent_row_loses_with_an_etag(rows):
    await rows.commit("p", [Insert("a", "1")])
    etag = (await rows.get("p", "a")).etag
    await rows.commit("p", [Delete("a")])

    with pytest.raises(Conflict) as lost:
        await rows.commit("p", [Delete("a", etag)])

    assert lost.value.key == "a"


async def test_removing_a_changed_row_loses(rows):
    await rows.commit("p", [Insert("a", "1")])
    etag = (await rows.get("p", "a")).etag
    await rows.commit("p", [Upsert("a", "2")])

    with pytest.raises(Conflict):
        await rows.commit("p", [Delete("a", etag)])

    assert (await rows.get("p", "a")).body == "2"


async def test_partitions_are_independent(rows):
    await rows.commit("p", [Insert("a", "1")])
    await rows.commit("q", [Insert("a", "2"), Insert("b", "2")])
    await rows.commit("p", [Delete("a")])
    assert await keys_in(rows, "p") == []
    assert await keys_in(rows, "q") == ["a", "b"]


async def test_range_is_sorted_and_half_open(rows):
    await rows.commit("p", [Insert(key, key) for key in ["d", "b", "a", "c", "b1", "B"]])
    assert [row.key for row in await rows.range("p", "b", "d", 100)] == ["b", "b1", "c"]
    assert await keys_in(rows) == ["B", "a", "b", "b1", "c", "d"]


async def test_range_stops_at_its_limit(rows):
    await rows.commit("p", [Insert(f"{n:03}", "") for n in range(20)])
    assert [row.key for row in await rows.range("p", "005", "999", 3)] == ["005", "006", "007"]
    assert await rows.range("p", "000", "999", 0) == []


async def test_range_goes_on_over_pages(rows):
    for hundred in range(11):
        writes = [Insert(f"{hundred * 100 + n:05}", "") for n in range(100)]
        await rows.commit("p", writes)
    found = await rows.range("p", "0", "9", 1050)
    assert [row.key for row in found] == [f"{n:05}" for n in range(1050)]


async def test_bounds_are_values_never_syntax(rows):
    await rows.commit("p", [Insert("a", "1")])
    assert await rows.range("p", "' or RowKey ge '", "'", 10) == []


async def test_a_hundred_writes_go_in_one_batch(rows):
    await rows.commit("p", [Insert(f"{n:03}", str(n)) for n in range(MAX_WRITES)])
    assert len(await keys_in(rows)) == MAX_WRITES


async def test_a_hundred_and_one_writes_are_refused(rows):
    with pytest.raises(TooLarge):
        await rows.commit("p", [Insert(f"{n:03}", "") for n in range(MAX_WRITES + 1)])
    assert await keys_in(rows) == []


@pytest.mark.parametrize("writes", [[], [Insert("a", "1"), Delete("a")]], ids=["none", "same key"])
async def test_a_batch_has_distinct_keys(rows, writes):
    with pytest.raises(ValueError, match="batch"):
        await rows.commit("p", writes)


async def test_too_large_a_row_is_refused_before_anything_is_stored(rows):
    with pytest.raises(TooLarge):
        await rows.commit("p", [Insert("a", "1"), Insert("b", "x" * 600_000)])
    assert await keys_in(rows) == []


async def test_too_large_a_batch_is_refused_before_anything_is_stored(rows):
    with pytest.raises(TooLarge):
        await rows.commit("p", [Insert(f"{n}", "x" * 450_000) for n in range(10)])
    assert await keys_in(rows) == []


async def test_the_largest_row_fits(rows):
    await rows.commit("p", [Insert("a", "x" * 480_000)])
    assert (await rows.get("p", "a")).body == "x" * 480_000


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
async def test_the_largest_batch_fits(rows):
    await rows.commit("p", [Insert(f"{n}", "x" * 440_000) for n in range(9)])
    assert len(await rows.range("p", "0", "9", 100)) == 9


@pytest.mark.parametrize("key", FORBIDDEN_KEYS)
async def test_keys_that_tables_do_not_allow_are_refused(rows, key):
    with pytest.raises(ValueError, match="key"):
        await rows.commit("p", [Insert("fine", ""), Insert(key, "")])
    with pytest.raises(ValueError, match="key"):
        await rows.commit(key, [Insert("a", "")])
    with pytest.raises(ValueError, match="key"):
        await rows.get("p", key)
    assert await keys_in(rows) == []


@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
@pytest.mark.parametrize(
    "body",
    [
        "",
        " leading and trailing \r\n",
        EMOJI * 100,
        "😀" * 32_000,
        "漢" * 150_000,
        "\N{ZERO WIDTH JOINER}" * 1000,
        "\N{RIGHT-TO-LEFT OVERRIDE}e\N{COMBINING ACUTE ACCENT}",
        '{"a": "}{", "b": ["\\\\", "\'"]}',
        "\r\n--changeset_1\r\nDELETE http://x/y HTTP/1.1\r\nIf-Match: *\r\n\r\n",
        "%20&lt;%00$filter='",
    ],
    ids=range(10),
)
async def test_any_text_comes_back_as_it_was(rows, body):
    await rows.commit("p", [Insert("a", body), Upsert("b", body)])
    assert [row.body for row in await rows.range("p", "a", "c", 2)] == [body, body]


async def test_half_a_surrogate_pair_is_refused(rows):
    with pytest.raises(InvalidRequest):
        await rows.commit("p", [Insert("a", "\ud83d")])


async def test_concurrent_writers_lose_no_increment(rows):
    await rows.commit("p", [Insert("counter", "0")])

    async def increment(times):
        while times:
            row = await rows.get("p", "counter")
            raised = str(int(row.body) + 1)
            try:
                await rows.commit("p", [Replace("counter", raised, row.etag)])
            except Conflict:
                continue
            times -= 1

    await asyncio.gather(*(increment(10) for _ in range(5)))

    assert (await rows.get("p", "counter")).body == "50"


async def test_concurrent_batches_never_mix(rows):
    async def write(writer):
        try:
            await rows.commit("p", [Insert(f"{n}", f"{writer}") for n in range(5)])
        except Conflict:
            return False
        return True

    won = await asyncio.gather(*(write(n) for n in range(10)))

    assert sum(won) == 1
    winner = str(won.index(True))
    assert [row.body for row in await rows.range("p", "0", "9", 10)] == [winner] * 5


async def test_the_meter_counts_operations_and_rows(tables):
    for make in (MemoryRows, lambda meter: tables.rows("metered", meter)):
        counted = []
        rows = make(lambda operation, moved, counted=counted: counted.append((operation, moved)))
        await rows.commit("p", [Insert("a", ""), Insert("b", "")])
        await rows.get("p", "a")
        await rows.range("p", "a", "z", 10)
        assert counted == [("commit", 2), ("get", 1), ("range", 2)]


async def test_an_account_that_answers_passes_a_ping(tables):
    await tables.ping()


async def test_tables_with_different_prefixes_are_different_tables(tables, azurite_tables):
    await tables.rows("one").commit("p", [Insert("a", "1")])
    other = Tables.from_connection_string(azurite_tables.connection_string, "unrelated")
    assert await other.rows("one").get("p", "a") is None
    await other.aclose()


async def test_a_table_that_went_away_is_made_again(tables, azurite_tables):
    rows = tables.rows("vanishing")
    await rows.commit("p", [Insert("a", "1")])
    async with TableServiceClient.from_connection_string(
        azurite_tables.connection_string
    ) as service:
        async for table in service.list_tables():
            if table.name.endswith("vanishing"):
                await service.delete_table(table.name)

    assert await rows.get("p", "a") is None
    await rows.commit("p", [Insert("a", "2")])

    assert (await rows.get("p", "a")).body == "2"


async def test_a_wrong_account_key_is_rejected(azurite_tables):
    key = re.search("AccountKey=([^;]+)", azurite_tables.connection_string)[1]
    tables = Tables.from_connection_string(azurite_tables.connection_string.replace(key, "a2V5"))
    with pytest.raises(StorageRejected):
        await tables.rows("rows").get("p", "a")
    await tables.aclose()


async def test_a_shared_access_signature_will_do(azurite_tables):
    told = dict(one.split("=", 1) for one in azurite_tables.connection_string.split(";") if one)
    signature = generate_account_sas(
        AzureNamedKeyCredential(told["AccountName"], told["AccountKey"]),
        ResourceTypes(service=True, object=True, container=True),
        AccountSasPermissions(read=True, write=True, delete=True, list=True, add=True, update=True),
        datetime.now(UTC) + timedelta(hours=1),
    )
    text = f"TableEndpoint={told['TableEndpoint']};SharedAccessSignature={signature}"
    tables = Tables.from_connection_string(text, f"of{uuid4().hex[:12]}")
    rows = tables.rows("rows")
    await rows.commit("p", [Insert("a", "1")])
    await rows.commit("p", [Upsert("a", "2"), Insert("b", "3")])
    assert (await rows.get("p", "a")).body == "2"
    assert [row.body for row in await rows.range("p", "a", "z", 9)] == ["2", "3"]
    await tables.aclose()


async def test_a_scan_finds_rows_of_every_partition_within_the_keys(rows):
    for partition in ("one", "two"):
        await rows.commit(partition, [Insert(key, "{}") for key in ("a", "b-1", "b-2", "c")])
    found = [(partition, row.key, row.body) async for partition, row in rows.scan("b", "c")]
    assert sorted(found) == [(p, k, "{}") for p in ("one", "two") for k in ("b-1", "b-2")]


async def test_a_scan_of_a_table_that_is_not_there_finds_nothing(rows):
    assert [row async for row in rows.scan("a", "z")] == []
