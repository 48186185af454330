"""Look after a running app: what is stuck, fails or is unknown, and what to do about it.

It reads the settings of the app from the environment, and reaches the durable runtime by its
webhooks where a command says so.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2

from host import wiring
from host.admin import copying, looking
from host.admin.replaying import differences, replayed
from host.admin.runtime import Runtime
from host.settings import read_settings
from shared import erasing
from shared.conversation import doorbell, later
from shared.conversation.attempts import Plan, attempt
from shared.decisions import lifecycle
from shared.errors import NotFound, OmniForgeError, StorageUnavailable
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.models.thread import Thread
from shared.naming import digest, thread_key
from shared.ports import Engine
from shared.services import Services
from shared.storage.inventory import as_markdown
from shared.storage.tables import Tables

_HOST = "http://127.0.0.1:7071"
_SECONDS = 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 1 where it failed, and where a replay differs from its history."""
    given = _parser().parse_args(arguments)
    try:
        if given.command == "key":
            return _key(given)
        if given.command == "tables":
            print(as_markdown(), end="")
            return 0
        if given.command == "replay":
            return _replay(given.file)
        return asyncio.run(_reaching(given))
    except (OmniForgeError, OSError, ValueError, KeyError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m host.admin", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    key = commands.add_parser("key", help="the opaque names of an organisation and a conversation")
    key.add_argument("tenant")
    key.add_argument("user", nargs="?")
    key.add_argument("thread", nargs="?")
    late = commands.add_parser("stuck", help="conversations that wait, without news")
    late.add_argument("--minutes", type=int, default=10)
    due = commands.add_parser("due", help="entries that fail, or that nobody deals with")
    due.add_argument("--minutes", type=int, default=5)
    commands.add_parser("unknown", help="changes of which nobody knows if they were made")
    spend = commands.add_parser("spend", help="what organisations took of their limits, by day")
    spend.add_argument("--kind", default="tokens", help="requests, streams, turns, tools or tokens")
    for name, told in (
        ("ring", "wake a conversation"),
        ("purge", "delete a conversation, whoever's it is"),
    ):
        one = commands.add_parser(name, help=told)
        one.add_argument("thread", help="its key, as logs and `stuck` show it")
        _runtime(one)
    person = commands.add_parser("erase", help="erase a person who left: everything, for good")
    person.add_argument("tenant")
    person.add_argument("user")
    _runtime(person)
    receipt = commands.add_parser("receipt", help="how far an erasure is, or its receipt")
    receipt.add_argument("tenant")
    receipt.add_argument("erasure", help="its id, as `erase` printed it")
    copy = commands.add_parser("backup", help="copy everything into an empty folder")
    copy.add_argument("folder", type=Path)
    back = commands.add_parser("restore", help="write a backup into an empty account")
    back.add_argument("folder", type=Path)
    back.add_argument("--over", action="store_true", help="write over what is there")
    commands.add_parser("tables", help="every table, and what becomes of its rows")
    replay = commands.add_parser("replay", help="whether a recorded history still replays")
    replay.add_argument("file", type=Path, help="what the orchestrator was handed, as JSON")
    return parser


def _runtime(parser: argparse.ArgumentParser) -> None:
    """Have a command take where the durable runtime is."""
    parser.add_argument("--url", default=os.environ.get("RUNTIME_URL", _HOST), help="of the host")
    parser.add_argument("--key", default=os.environ.get("RUNTIME_KEY", ""), help="system key")


async def _reaching(given: argparse.Namespace) -> int:
    chosen = read_settings()
    async with AsyncExitStack() as stack:
        kept = wiring.tables(chosen)
        stack.push_async_callback(kept.aclose)
        services = wiring.build_services(chosen, kept, wiring.over(None, chosen))
        if given.command in {"ring", "purge"}:
            client = await stack.enter_async_context(httpx2.AsyncClient(timeout=_SECONDS))
            act = {"ring": ring, "purge": purge}[given.command]
            print(await act(services, Runtime(client, given.url, given.key), _bare(given.thread)))
            return 0
        if given.command == "erase":
            client = await stack.enter_async_context(httpx2.AsyncClient(timeout=_SECONDS))
            who = Principal(tenant=given.tenant, user=given.user)
            print(await erase(services, Runtime(client, given.url, given.key), who))
            return 0
        if given.command in {"backup", "restore"}:
            files = wiring.files(chosen)
            stack.push_async_callback(files.aclose)
            now, folder = services.clock.now(), given.folder
            copied = (
                await copying.back_up(kept, files, folder, now)
                if given.command == "backup"
                else await copying.restore(kept, files, folder, services, over=given.over)
            )
            print("\n".join(f"{rows:>9,} {name}" for name, rows in copied.items()))
            return 0
        for line in await _LOOKS[given.command](given, services, kept):
            print(line)
    return 0


async def ring(services: Services, engine: Engine, key: str) -> str:
    """Wake a conversation; return in a sentence how that went. Raises NotFound."""
    if await services.threads.head(key) is None:
        raise NotFound("There is no such conversation.")
    heard = await doorbell.ring(engine, services.threads, key)
    return "It was woken." if heard else "Nobody heard it: its old instance would not let us."


async def erase(services: Services, engine: Engine, who: Principal) -> str:
    """Have a person erased; return the id of the erasure, and how that goes on.

    Without a runtime that answers the sweeper begins it.
    """
    try:
        name = (await erasing.begin(services, engine, who, "operator")).id
    except StorageUnavailable:
        running = await services.erasures.running(services.erasures.key(who))
        if running is None:
            raise
        name = running.value.id
    return f"{name}\nIt goes on by itself, for ten minutes and more: `receipt` tells how far it is."


async def purge(services: Services, engine: Engine, key: str) -> str:
    """Mark a conversation as deleted, as its owner could, for the sweeper; raise NotFound."""

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        if head is None:
            raise NotFound("There is no such conversation.")
        if head.value.deleted:
            return Plan(None)
        now = services.clock.now()
        return Plan(None, lifecycle.tombstone(head.value, now), (later.purge(key, now),))

    await attempt(services, key, plan)
    await doorbell.ring(engine, services.threads, key)
    return "It is marked as deleted; its rows and its history go once its work has ended."


async def _stuck(given: argparse.Namespace, services: Services, kept: Tables) -> list[str]:
    del kept
    found = await looking.stuck(services, given.minutes)
    return [
        f"{one.thread.key}  {one.thread.phase}  {one.minutes} min  "
        f"{one.thread.pending} waiting in line"
        for one in found
    ] or ["None is stuck."]


async def _due(given: argparse.Namespace, services: Services, kept: Tables) -> list[str]:
    del kept
    found = await looking.failing(services, timedelta(minutes=given.minutes))
    return [
        f"{one.at:%Y-%m-%d %H:%M:%S}  {one.kind}  {one.thread}  "
        + (f"failed {one.failed} times, last by {one.why}" if one.failed else "overdue")
        for one in found
    ] or ["Nothing fails."]


async def _unknown(given: argparse.Namespace, services: Services, kept: Tables) -> list[str]:
    del given
    found = await looking.unknown(kept.rows("effects"), services.clock.now())
    return [
        f"{one.record.begun_at:%Y-%m-%d %H:%M:%S}  {one.record.tool}  {one.record.state}  "
        f"{one.owner}  {one.record.key}"
        for one in found
    ] or ["Of every change it is known what became of it."]


async def _spend(given: argparse.Namespace, services: Services, kept: Tables) -> list[str]:
    del services
    found = await looking.spent(kept.rows("budgets"), lambda kind: kind == given.kind)
    return [f"{one.day}  {one.tenant}  {one.amount:,.0f} {one.kind}" for one in found] or [
        "Nothing was spent."
    ]


async def _receipt(given: argparse.Namespace, services: Services, kept: Tables) -> list[str]:
    del kept
    found = await services.erasures.get(given.tenant, given.erasure)
    if found is None:
        raise NotFound("There is no such erasure.")
    return [found.model_dump_json(indent=1, exclude={"user", "stage", "counted"})]


_Look = Callable[[argparse.Namespace, Services, Tables], Coroutine[Any, Any, list[str]]]
_LOOKS: dict[str, _Look] = {
    "stuck": _stuck,
    "due": _due,
    "unknown": _unknown,
    "spend": _spend,
    "receipt": _receipt,
}


def _key(given: argparse.Namespace) -> int:
    print(f"organisation  {digest(given.tenant)}")
    if given.user and given.thread:
        print(f"conversation  {thread_key(given.tenant, given.user, given.thread)}")
    return 0


def _bare(thread: str) -> str:
    """Return a conversation's key, of which its orchestration's id is made, too."""
    return thread.removeprefix(doorbell.instance_id(""))


def _replay(file: Path) -> int:
    then, now, error = replayed(json.loads(file.read_text(encoding="utf-8")))
    wrong = differences(then, now)
    for line in [*wrong, *([error] if error else [])]:
        print(line)
    if not wrong and not error:
        print(f"It replays: {len(then)} steps, as they were.")
    return 1 if wrong or error else 0


if __name__ == "__main__":
    sys.exit(main())
