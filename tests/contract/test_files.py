"""The files of conversations, kept in memory and by a real blob service."""

import asyncio
import uuid

import pytest

from shared.errors import Misconfigured, StorageRejected, StorageUnavailable
from shared.storage.blobs import BlobFiles
from shared.storage.memory import MemoryFiles

PLAN = b"%PDF-1.7 \x00\xff plan"


@pytest.fixture
async def blobs(azurite_tables):
    made = BlobFiles.from_connection_string(
        azurite_tables.connection_string, f"t{uuid.uuid4().hex}-files"
    )
    yield made
    await made.aclose()


@pytest.fixture(params=["memory", "azurite"])
def files(request):
    return MemoryFiles() if request.param == "memory" else request.getfixturevalue("blobs")


async def test_a_file_holds_what_was_put_into_it(files):
    assert await files.get("ann-1", "f1") is None

    await files.put("ann-1", "f1", PLAN)
    await files.put("ann-1", "f1", PLAN)

    assert await files.get("ann-1", "f1") == PLAN
    assert await files.get("ann-1", "f2") is None


async def test_threads_keep_their_files_apart_even_where_one_name_begins_another(files):
    await files.put("ann-1", "f1", b"one")
    await files.put("ann-12", "f1", b"twelve")

    await files.erase("ann-1")
    await files.erase("ann-1")

    assert await files.get("ann-1", "f1") is None
    assert await files.get("ann-12", "f1") == b"twelve"


async def test_nothing_to_erase_is_erased(files):
    await files.erase("nobody")

    assert await files.get("nobody", "f1") is None


async def test_several_first_files_at_once_are_all_kept(files):
    await asyncio.gather(*(files.put("ann-1", f"f{n}", bytes([n])) for n in range(5)))

    assert [await files.get("ann-1", f"f{n}") for n in range(5)] == [bytes([n]) for n in range(5)]


@pytest.mark.parametrize(("thread", "name"), [("a/b", "f"), ("ann", "../f"), ("", "f")])
async def test_no_name_leads_to_another_thread(blobs, thread, name):
    with pytest.raises(ValueError, match="opaque names"):
        await blobs.put(thread, name, PLAN)


async def test_who_may_not_is_told_apart_from_what_does_not_answer(azurite_tables):
    text = azurite_tables.connection_string
    wrong = text.replace("AccountKey=Eby8", "AccountKey=AAAA")
    away = "AccountName=a;AccountKey=AAAA;BlobEndpoint=http://127.0.0.1:9/a;"

    for string, error in ((wrong, StorageRejected), (away, StorageUnavailable)):
        files = BlobFiles.from_connection_string(string, "some-files")
        with pytest.raises(error):
            await files.get("ann", "f1")
        await files.aclose()
    for string, container in (("nonsense", "some-files"), (text, "Not_A_Name")):
        with pytest.raises(Misconfigured):
            BlobFiles.from_connection_string(string, container)
