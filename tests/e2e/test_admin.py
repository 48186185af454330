"""What an operator does, as commands against a running host: nothing anybody said is shown."""

import asyncio
import sys

import pytest

from devhost.azurite import Azurite
from shared.security.identity import DEVELOPER
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, outcome


@pytest.fixture(scope="module")
def storage(tmp_path_factory):
    azurite = Azurite(tmp_path_factory.mktemp("storage"))
    azurite.start()
    try:
        yield {"AzureWebJobsStorage": azurite.connection_string, "REASONER": "embedded"}
    finally:
        azurite.stop()


@pytest.fixture(scope="module")
def host(storage, tmp_path_factory):
    with RunningHost(ROOT, tmp_path_factory.mktemp("host"), storage) as running:
        yield running


@pytest.fixture
def admin(storage):
    """Run a command as an operator does; return its exit code and all that it printed."""

    async def run(*arguments):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "host.admin", *arguments),
            cwd=ROOT,
            env={**storage, "PATH": "/usr/bin:/bin"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        written, _ = await process.communicate()
        return process.returncode, written.decode()

    return run


async def test_a_conversation_is_named_woken_and_purged(host, admin):
    async with http_client(host.url) as client:
        talk = Conversation(client)
        assert outcome(await talk.ask("@nobody walnut"))["type"] == "success"
        code, named = await admin("key", DEVELOPER.tenant, DEVELOPER.user, talk.thread)
        key = named.split()[-1]
        assert (code, key in host.output) == (0, True), named

        assert await admin("ring", key, "--url", host.url) == (0, "It was woken.\n")
        assert await admin("stuck", "--minutes", "0") == (0, "None is stuck.\n")

        code, told = await admin("purge", f"thread-{key}", "--url", host.url)
        assert (code, "marked as deleted" in told) == (0, True), told
        assert (await client.get(talk.path)).status_code in {404, 410}


async def test_what_is_asked_of_all_tables_is_answered(host, admin):
    async with http_client(host.url) as client:
        await Conversation(client).ask("@nobody walnut")
    assert await admin("due") == (0, "Nothing fails.\n")
    assert await admin("unknown") == (0, "Of every change it is known what became of it.\n")
    code, told = await admin("spend", "--kind", "requests")
    assert code == 0
    assert "walnut" not in told


async def test_what_cannot_be_done_is_said_and_fails(admin):
    code, told = await admin("ring", "nobody-nothing", "--url", "http://127.0.0.1:1")
    assert (code, told) == (1, "NotFound: There is no such conversation.\n")
    code, told = await admin("replay", "/nowhere.json")
    assert (code, "FileNotFoundError" in told) == (1, True)
