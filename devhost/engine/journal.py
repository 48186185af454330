"""The engine's memory on disk: SQLite, and nothing the engine knows that is not in it.

Every change is made inside `transaction()`. Write-ahead logging makes a commit survive the death of
the process at any instant.
"""

import json
import sqlite3
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager

from devhost.engine.instance import (
    Instance,
    Message,
    Parent,
    PendingActivity,
    PendingTimer,
    RuntimeStatus,
)

SCHEMA = """
CREATE TABLE IF NOT EXISTS instance(
    id TEXT PRIMARY KEY, execution_id TEXT NOT NULL, name TEXT NOT NULL, version TEXT, input TEXT,
    status TEXT NOT NULL, output TEXT, custom_status TEXT, created TEXT NOT NULL,
    updated TEXT NOT NULL, parent_id TEXT, parent_execution_id TEXT, parent_task_id INTEGER
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS history(
    instance_id TEXT, position INTEGER, event TEXT NOT NULL, PRIMARY KEY(instance_id, position)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS inbox(
    position INTEGER PRIMARY KEY AUTOINCREMENT, instance_id TEXT NOT NULL, execution_id TEXT,
    event TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS inbox_instance ON inbox(instance_id);
CREATE TABLE IF NOT EXISTS activity(
    instance_id TEXT, execution_id TEXT, task_id INTEGER, name TEXT NOT NULL, input TEXT,
    PRIMARY KEY(instance_id, execution_id, task_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS timer(
    instance_id TEXT, execution_id TEXT, task_id INTEGER, fire_at REAL NOT NULL,
    PRIMARY KEY(instance_id, execution_id, task_id)
) WITHOUT ROWID;
"""
_UNFINISHED = "('Pending', 'Running', 'Suspended')"


class Journal:
    """Reads and writes rows; decides nothing."""

    def __init__(self, path: str) -> None:
        """Open or create the journal at `path`, which may be ":memory:"."""
        self._db = sqlite3.connect(path, isolation_level=None, cached_statements=256)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        """Release the file; an open transaction is lost."""
        self._db.close()

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Commit everything inside, or nothing."""
        self._db.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # Instances

    def save(self, instance: Instance) -> None:
        """Insert or replace the row."""
        parent = instance.parent
        self._db.execute(
            "INSERT OR REPLACE INTO instance VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                instance.id,
                instance.execution_id,
                instance.name,
                instance.version,
                instance.input,
                instance.status.value,
                instance.output,
                instance.custom_status,
                instance.created,
                instance.updated,
                parent and parent.instance_id,
                parent and parent.execution_id,
                parent and parent.task_id,
            ),
        )

    def find(self, instance_id: str) -> Instance | None:
        """Read one row."""
        return next(self._instances("WHERE id = ?", (instance_id,)), None)

    def unfinished(self) -> list[Instance]:
        """Read the rows of instances to which something may still happen."""
        return list(self._instances(f"WHERE status IN {_UNFINISHED}", ()))

    def query(self, statuses: Collection[str], prefix: str) -> list[Instance]:
        """Read rows by status (none given: any) and by prefix of the id, oldest first."""
        marks = ",".join("?" * len(statuses))
        only = f"status IN ({marks}) AND " if statuses else ""
        where = f"WHERE {only} substr(id, 1, ?) = ? ORDER BY created, id"
        return list(self._instances(where, (*statuses, len(prefix), prefix)))

    def _instances(self, where: str, values: Sequence[object]) -> Iterator[Instance]:
        for row in self._db.execute(f"SELECT * FROM instance {where}", values):  # noqa: S608
            *fields, parent_id, parent_execution_id, parent_task_id = row
            fields[5] = RuntimeStatus(fields[5])
            parent = parent_id and Parent(parent_id, parent_execution_id, parent_task_id)
            yield Instance(*fields, parent=parent)

    def close_instance(self, instance_id: str) -> None:
        """Delete the messages and timers of an instance that has finished.

        Activities already handed out stay and finish on their own; nobody receives their result.
        """
        self._db.execute("DELETE FROM inbox WHERE instance_id = ?", (instance_id,))
        self._db.execute("DELETE FROM timer WHERE instance_id = ?", (instance_id,))

    def clear_history(self, instance_id: str) -> None:
        """Delete the history and timers, as continue-as-new does."""
        self._db.execute("DELETE FROM history WHERE instance_id = ?", (instance_id,))
        self._db.execute("DELETE FROM timer WHERE instance_id = ?", (instance_id,))

    def delete(self, instance_id: str) -> None:
        """Delete an instance and its history."""
        self.clear_history(instance_id)
        self._db.execute("DELETE FROM instance WHERE id = ?", (instance_id,))

    # History

    def append(self, instance_id: str, position: int, events: Iterable[str]) -> None:
        """Add events (JSON texts) from `position` on."""
        self._db.executemany(
            "INSERT INTO history VALUES(?,?,?)",
            [(instance_id, position + i, text) for i, text in enumerate(events)],
        )

    def history(self, instance_id: str) -> list[str]:
        """Read the history as JSON texts."""
        rows = self._db.execute(
            "SELECT event FROM history WHERE instance_id = ? ORDER BY position", (instance_id,)
        )
        return [text for (text,) in rows]

    # Messages

    def post(self, message: Message) -> int:
        """Queue a message; return its position, which orders and identifies it."""
        cursor = self._db.execute(
            "INSERT INTO inbox(instance_id, execution_id, event) VALUES(?,?,?)",
            (message.instance_id, message.execution_id, json.dumps(message.event)),
        )
        return cursor.lastrowid or 0

    def messages(self) -> Iterator[tuple[int, Message]]:
        """Read all queued messages in order."""
        rows = self._db.execute("SELECT * FROM inbox ORDER BY position").fetchall()
        for position, instance_id, execution_id, text in rows:
            yield position, Message(instance_id, execution_id, json.loads(text))

    def take(self, positions: Iterable[int]) -> None:
        """Remove messages that a turn has consumed."""
        self._db.executemany("DELETE FROM inbox WHERE position = ?", [(p,) for p in positions])

    # Activities and timers

    def add_activity(self, activity: PendingActivity) -> None:
        """Record an activity to run."""
        self._db.execute(
            "INSERT INTO activity VALUES(?,?,?,?,?)",
            (
                activity.instance_id,
                activity.execution_id,
                activity.task_id,
                activity.name,
                activity.input,
            ),
        )

    def remove_activity(self, activity: PendingActivity) -> None:
        """Record that an activity need not run again."""
        self._db.execute(
            "DELETE FROM activity WHERE instance_id = ? AND execution_id = ? AND task_id = ?",
            (activity.instance_id, activity.execution_id, activity.task_id),
        )

    def activities(self) -> list[PendingActivity]:
        """Read the activities whose completion is not recorded."""
        return [PendingActivity(*row) for row in self._db.execute("SELECT * FROM activity")]

    def add_timer(self, timer: PendingTimer) -> None:
        """Record a timer to fire."""
        self._db.execute(
            "INSERT INTO timer VALUES(?,?,?,?)",
            (timer.instance_id, timer.execution_id, timer.task_id, timer.fire_at),
        )

    def remove_timer(self, timer: PendingTimer) -> bool:
        """Record that a timer fired or was cancelled; False if it was not there."""
        cursor = self._db.execute(
            "DELETE FROM timer WHERE instance_id = ? AND execution_id = ? AND task_id = ?",
            (timer.instance_id, timer.execution_id, timer.task_id),
        )
        return cursor.rowcount > 0

    def timers(self) -> list[PendingTimer]:
        """Read the timers that have not fired."""
        rows = self._db.execute("SELECT fire_at, instance_id, execution_id, task_id FROM timer")
        return [PendingTimer(*row) for row in rows]
