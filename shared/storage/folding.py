"""Changing a row that many want to change at once: several changes in one write, then pauses.

A hot row (a person's, an agent's) is changed by every turn that closes. In this process changes
take turns, and those that wait are folded into the next write; other processes are contended with,
after pauses that grow. What this process wrote last it writes over without reading it again: if
another was faster, the write finds out.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from shared.backoff import pause
from shared.errors import Conflict
from shared.storage.rows import Insert, Replace, Row, Rows, Write

MAX_TRIES = 100
"""Far more than processes; reached only when storage keeps refusing."""

REMEMBERED = 200
"""Rows that are known as they were written last."""

Change = Callable[[str | None], str | None]
"""Makes of a row's body (None: there is none) what it is to be; it may be called several times."""


@dataclass(eq=False)
class _Wanted:
    how: Change
    made: bool = False
    body: str | None = None


@dataclass(eq=False)
class _Line:
    """Who wants to change one row, in the order they came."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: list[_Wanted] = field(default_factory=list[_Wanted])


class FoldedRows:
    """Rows of one table that are changed by reading them first."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._lines: dict[tuple[str, str], _Line] = {}
        self._written: OrderedDict[tuple[str, str], Row] = OrderedDict()

    async def change(
        self,
        partition: str,
        key: str,
        how: Change,
        beside: Callable[[str], Sequence[Write]] = lambda _: (),
    ) -> str | None:
        """Replace a row by what `how` makes of it, and return it as it is then.

        What stays the same is not written; `beside` gives what is written with it otherwise. Raises
        Conflict when others were faster a hundred times.
        """
        line = self._lines.setdefault((partition, key), _Line())
        wanted = _Wanted(how)
        line.waiting.append(wanted)
        try:
            async with line.turn:
                if not wanted.made:
                    await self._write(partition, key, line, beside)
        finally:
            if not wanted.made:
                line.waiting.remove(wanted)
            if not line.waiting:
                self._lines.pop((partition, key), None)
        return wanted.body

    async def _write(
        self, partition: str, key: str, line: _Line, beside: Callable[[str], Sequence[Write]]
    ) -> None:
        for tried in range(1, MAX_TRIES + 1):
            written = self._written.pop((partition, key), None)
            row = written or await self._rows.get(partition, key)
            before = body = None if row is None else row.body
            folded = tuple(line.waiting)
            for wanted in folded:
                body = wanted.how(body)
            if body is not None and body != before:
                write = Insert(key, body) if row is None else Replace(key, body, row.etag)
                try:
                    etags = await self._rows.commit(partition, [write, *beside(body)])
                except Conflict:
                    if written is None:
                        await pause(tried)
                    continue
                self._remember(partition, Row(key, body, etags[key]))
            elif written is not None:
                continue  # by now it may be another: what leaves it as it is looks first
            for wanted in folded:
                wanted.made, wanted.body = True, body
                line.waiting.remove(wanted)
            return
        raise Conflict("The row kept changing; try again.", key)

    def _remember(self, partition: str, row: Row) -> None:
        self._written[partition, row.key] = row
        while len(self._written) > REMEMBERED:
            self._written.popitem(last=False)
