"""Many turns while the host is killed again and again, and whether any was lost or done twice."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx

from bench.load.crowd import TEXT, metered_host
from tests.support.devhost import RunningHost
from tests.support.disturbed import check_runs
from tests.support.http import ENDS, Conversation, http_client
from tests.support.journeys import sandbox

TURNS = 1000
KILLS = 20
THREADS = 20
_SENDING = 5
"""One of so many turns asks for a mail, and the one after it agrees."""
_LONGEST_S = 600.0
_TRIES_AGAIN_S = 0.5
_LOOKS_EVERY_S = 0.05
_WITHIN_S = 0.5
"""A kill comes so long after the turn that is its sign, at most: at any moment of the next ones."""

T = TypeVar("T")


@dataclass
class Killed:
    """What was said while the host was killed, and what was wrong in the end."""

    turns: int = 0
    kills: int = 0
    mails: int = 0
    wrong: list[str] = field(default_factory=list[str])


class _Line:
    """A client of a host that comes back somewhere else each time."""

    def __init__(self, host: RunningHost) -> None:
        self._host = host

    async def call(self, work: Callable[[httpx.AsyncClient], Awaitable[T]]) -> T:
        """Do it again until the host answers."""
        async with asyncio.timeout(_LONGEST_S):
            while True:
                try:
                    async with http_client(self._host.url) as client:
                        return await work(client)
                except (httpx.TransportError, StopIteration, _Away):
                    await asyncio.sleep(_TRIES_AGAIN_S)


class _Away(Exception):
    """The host did not answer, or not to the end."""


async def kills(
    data: Path, turns: int = TURNS, times: int = KILLS, threads: int = THREADS
) -> Killed:
    """Have so many threads say so many things while the host is killed so many times.

    The kills are spread evenly over the turns that were answered, each at a chance moment.
    """
    told, chance = Killed(), random.Random("kills")  # noqa: S311 - no secret
    with metered_host(data) as host:
        line = _Line(host)
        talks: dict[str, list[str]] = {f"killed-{number}": [] for number in range(threads)}
        talking = asyncio.gather(
            *(_talk(line, name, turns // threads, said) for name, said in talks.items())
        )
        for number in range(1, times + 1):
            await _come_to(talks, number * turns // (times + 1))
            await asyncio.sleep(chance.uniform(0, _WITHIN_S))
            await asyncio.to_thread(host.kill)
            await asyncio.to_thread(host.start)
            told.kills += 1
        await talking
        told.turns = sum(map(len, talks.values()))
        for name, said in talks.items():
            told.wrong += await line.call(lambda client, n=name, s=said: _wrong(client, n, s))
        _, now = await sandbox(data)
    sent = Counter(word for mail in now.mails.values() for word in _words(mail.subject))
    wanted = {_word(name, number) for name, said in talks.items() for number in _agreed(len(said))}
    told.mails = sum(sent.values())
    told.wrong += [f"{word} was sent {sent[word]} times" for word in wanted if sent[word] != 1]
    told.wrong += [f"{word} was sent unasked" for word in sent if word not in wanted]
    return told


async def _come_to(talks: dict[str, list[str]], turns: int) -> None:
    while sum(map(len, talks.values())) < turns:  # noqa: ASYNC110 - a bench may look now and then
        await asyncio.sleep(_LOOKS_EVERY_S)


def _word(name: str, number: int) -> str:
    return f"zebra{name.replace('-', 'x')}y{number}z"


def _words(subject: str) -> list[str]:
    return [word for word in subject.casefold().split() if word.startswith("zebra")]


def _agreed(count: int) -> list[int]:
    return [n for n in range(count) if n % _SENDING == 0 and n + 1 < count]


def _line_of(name: str, number: int) -> str:
    if number % _SENDING == 0:
        return f"@email send an email to sarah.chen@company.com saying {_word(name, number)}"
    return "yes" if number % _SENDING == 1 else TEXT


async def _talk(line: _Line, name: str, turns: int, said: list[str]) -> None:
    """Say everything, each once the answer to the one before is there; note what was answered."""
    for number in range(turns):
        text, message = _line_of(name, number), f"{name}-{number}"
        run = await line.call(lambda client, t=text, m=message: _post(client, name, t, m))
        await line.call(lambda client, r=run: _followed(client, name, r))
        said.append(text)


async def _post(client: httpx.AsyncClient, name: str, text: str, message: str) -> str:
    """Send it and return the run that it opened."""
    answer = await Conversation(client, name).post(text, message_id=message)
    if answer.is_server_error:
        raise _Away(answer.text)
    if not answer.is_success:
        raise RuntimeError(answer.text)
    return answer.json()["run_id"]


async def _followed(client: httpx.AsyncClient, name: str, run: str) -> None:
    """Return once the run has ended."""
    talk = Conversation(client, name)
    path = f"{talk.path}/events?run={run}"
    async with talk.stream("GET", path, after=0) as frames:
        async for frame in frames:
            if frame.type in ENDS:
                return
    raise _Away(run)


async def _wrong(client: httpx.AsyncClient, name: str, said: list[str]) -> list[str]:
    """Return what does not hold of a thread."""
    talk = Conversation(client, name)
    transcript, log = await talk.transcript(), await talk.log()
    heard = [text for role, text in transcript if role == "user"]
    roles = [role for role, _ in transcript]
    wrong = [] if heard == said else [f"{name} heard {len(heard)} of {len(said)}"]
    if roles != ["user", "assistant"] * len(said):
        wrong.append(f"{name}: not one answer to each")
    if [frame.id for frame in log] != list(range(1, len(log) + 1)):
        wrong.append(f"{name}: gaps in the log")
    try:
        check_runs([_Logged(frame.run, frame.event) for frame in log])
    except AssertionError as broken:
        wrong.append(f"{name}: {broken}")
    return wrong


@dataclass(frozen=True)
class _Logged:
    run: str
    event: dict[str, Any]


def report(told: Killed) -> str:
    """Return a sentence, and what was wrong."""
    head = f"{told.turns} turns, {told.kills} kills, {told.mails} mails: {len(told.wrong)} wrong"
    return "\n".join((head, *told.wrong))


def summary(told: Killed) -> dict[str, object]:
    """Return the figures for machines."""
    return {
        "turns": told.turns,
        "kills": told.kills,
        "mails": told.mails,
        "wrong": len(told.wrong),
    }
