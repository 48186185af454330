"""Every table there is: whose its rows are, how long they stay, and what becomes of a person's.

A table that is not listed here cannot be opened (`host/wiring.py`), and what `docs/operations.md`
says of retention and erasure is written from here. So nobody keeps something new without a word on
when it goes.
"""

from dataclasses import dataclass
from typing import Literal

from shared.storage.rows import Scanned, Storage

Owner = Literal["person", "thread", "organisation", "nobody"]


@dataclass(frozen=True)
class Kept:
    """One table: whose its partitions are, what it holds, and when that goes.

    `until` says how long, `setting` by which setting (""; none), `swept` by what. `erased` is what
    of a person goes when they are erased, and `stays` what does not, with the reason; it stands in
    the receipt.
    """

    name: str
    of: Owner
    holds: str
    until: str
    setting: str
    swept: str
    erased: str
    stays: str = ""


_ERASURE = "erasure of who was away so long"
_NIGHTLY = "nightly walk"

INVENTORY: tuple[Kept, ...] = (
    Kept(
        "threads",
        "thread",
        "conversations: what was said and done, questions, agents' work, events",
        "no news for so long, or deleted",
        "RETENTION_DAYS",
        "`due`: retention, purge",
        "all conversations, after their work was stopped",
        "what you decided on in the conversations of others stays in theirs: it is their record of "
        "who agreed",
    ),
    Kept(
        "due",
        "nobody",
        "what has to be looked at later; opaque names only",
        "dealt with",
        "",
        "`due` itself",
        "entries of the person's conversations, schedules and changes",
    ),
    Kept(
        "agents",
        "organisation",
        "agents, what they were, the deleted, votes, learned examples",
        "deleted, and 30 days more; examples are pushed out by newer ones",
        "",
        _NIGHTLY,
        "agents that only the person could use, with all they were; the person's name on others; "
        "votes, and the examples learned in their words, or by versions that did not note whose "
        "they are",
        "agents you made for others: they are the organisation's. They pass to the first of their "
        "editors, or to the administrators, and keep when they were made; their ids stay",
    ),
    Kept(
        "skills",
        "organisation",
        "the library of skills",
        "deleted",
        "",
        "who deletes it",
        "",
        "skills of the library: they are the organisation's, and say nobody's name",
    ),
    Kept(
        "schedules",
        "organisation",
        "schedules with their latest runs and standing approvals",
        "deleted; one that is over, so long after its last run",
        "RETENTION_DAYS",
        _NIGHTLY,
        "the person's schedules",
    ),
    Kept(
        "gaps",
        "organisation",
        "requests that nobody could do",
        "so long ago",
        "RETENTION_DAYS",
        _NIGHTLY,
        "those of the person's conversations",
    ),
    Kept(
        "records",
        "organisation",
        "how agents' last runs ended: times, not words",
        "pushed out by newer ones; no run for so long",
        "MEMORY_DAYS",
        _NIGHTLY,
        "those of agents that go; the names of the person's conversations in others",
        "how runs of agents ended: figures of the agents, without the conversation they were in",
    ),
    Kept(
        "people",
        "person",
        "habits, choices, what agents are for, what one says of oneself",
        "not here for so long",
        "MEMORY_DAYS",
        _ERASURE,
        "all",
    ),
    Kept(
        "routings",
        "organisation",
        "how turns were routed: ids and figures",
        "so long ago",
        "RETENTION_DAYS",
        _NIGHTLY,
        "those of the person",
        "rows of versions that did not note whose they are, until their time is over",
    ),
    Kept(
        "effects",
        "person",
        "changes of the outside world, with what takes them back",
        "so long ago, or their conversation is deleted",
        "RETENTION_DAYS",
        "`due`: retention, purge",
        "all",
        "your name on what others did and you approved: it is their record of who agreed",
    ),
    Kept(
        "conversations",
        "person",
        "where conversations are",
        "the conversation is gone",
        "RETENTION_DAYS",
        f"`due`: purge; {_NIGHTLY}",
        "all",
    ),
    Kept(
        "waiting",
        "person",
        "where one is asked something; a second time under the role it takes",
        "answered, or so long ago",
        "RETENTION_DAYS",
        f"when it is settled; {_NIGHTLY}",
        "all, under roles too",
    ),
    Kept(
        "results",
        "person",
        "what reading tools found, for some minutes",
        "too old to be used, or changed by the person",
        "",
        _NIGHTLY,
        "all",
    ),
    Kept("policies", "organisation", "what is tightened", "replaced", "", "who replaces it", ""),
    Kept(
        "toolservers",
        "organisation",
        "servers that lend tools: where they are, their sealed credential, what each tool was when "
        "it was accepted",
        "given up",
        "",
        "who gives it up",
        "",
        "tool servers: they are the organisation's, and say nobody's name",
    ),
    Kept(
        "remoteagents",
        "organisation",
        "agents of other systems: where they are, their sealed credential, their card as it was "
        "accepted",
        "given up",
        "",
        "who gives it up",
        "",
        "remote agents: they are the organisation's, and say nobody's name",
    ),
    Kept(
        "directory",
        "organisation",
        "name, roles and last day of who was here",
        "not here for so long",
        "MEMORY_DAYS",
        _ERASURE,
        "the person's row; another request of theirs makes a new one",
    ),
    Kept(
        "budgets",
        "organisation",
        "what is left of limits, and what each day took",
        "nothing taken for 31 days",
        "",
        _NIGHTLY,
        "the person's own limits",
        "what the organisation took of its limits, of which you were a part",
    ),
    Kept(
        "connections",
        "person",
        "accounts, with their tokens sealed; sign-ins and tickets under way",
        "given up; not here for so long; sign-ins and tickets: over",
        "MEMORY_DAYS",
        f"{_ERASURE}; {_NIGHTLY}",
        "all, taken back at the provider where it can be reached",
    ),
    Kept(
        "sandbox",
        "person",
        "the demo accounts",
        "not here for so long",
        "MEMORY_DAYS",
        _ERASURE,
        "all",
    ),
    Kept(
        "erasures",
        "organisation",
        "erasures under way, and receipts of those that are done",
        "so long ago",
        "MEMORY_DAYS",
        _NIGHTLY,
        "what the job noted for itself; the name of whoever asked for others' erasure",
        "this receipt: times and figures under a hash of who it is about",
    ),
)
FILES = Kept(
    "files",
    "thread",
    "what is in files that people bring or calls give (Blob Storage)",
    "their conversation is deleted",
    "RETENTION_DAYS",
    "`due`: purge",
    "all",
)
OF_PEOPLE = tuple(one.name for one in INVENTORY if one.of == "person")
"""The tables that have a partition for each person."""
_NAMES = frozenset(one.name for one in INVENTORY)


class Inventoried:
    """Tables of which it is known what becomes of their rows; no others can be opened."""

    def __init__(self, tables: Storage) -> None:
        self._tables = tables

    def rows(self, name: str) -> Scanned:
        """Return one table; raise LookupError for one that the inventory lacks."""
        if name not in _NAMES:
            msg = f"say in shared/storage/inventory.py what becomes of the rows of {name!r}"
            raise LookupError(msg)
        return self._tables.rows(name)


def reasons() -> dict[str, str]:
    """Return what stays of an erased person, and why, by table."""
    return {one.name: one.stays for one in INVENTORY if one.stays}


def as_markdown() -> str:
    """Return the inventory as the table that stands in docs/operations.md."""
    heads = ("Table", "Whose", "Holds", "Until", "Setting", "Swept by", "Erased of a person")
    lines = [f"| {' | '.join((*heads, 'Stays, and why'))} |", "|---|---|---|---|---|---|---|---|"]
    for one in (*INVENTORY, FILES):
        setting = f"`{one.setting}`" if one.setting else ""
        cells = (f"`{one.name}`", one.of, one.holds, one.until, setting, one.swept)
        lines.append("| " + " | ".join((*cells, one.erased, one.stays)).rstrip() + " |")
    return "\n".join(lines) + "\n"
