"""What a stranger can send is read at a cost that grows as it does, and no faster.

Each reader gets the same kind of text at one length and at eight times that. Work that grows with
the square of the length takes 64 times as long then, and with its cube 512 times; in proportion it
takes eight. What is compared is processor time of this thread, the least of several tries.
"""

import importlib
import inspect
import pkgutil
import re
import time
import typing
from contextlib import suppress
from datetime import UTC, datetime

import pytest

import api
import shared
from shared.agents.skillfiles.faults import SkillFileError
from shared.agents.skillfiles.folder import read_folder
from shared.decisions import agreement, errands, hooks, recurring, replies, routing, sanitizing
from shared.decisions.following import follows
from shared.models.reasoning import Reference
from shared.models.world import KnownTable
from shared.reasoning.embedded.replying.turns import corrected, excluded, without_opening
from shared.understanding.naming import only_listed
from shared.understanding.pointing import kept_apart, some_of, spares
from shared.understanding.reader import Reader
from shared.understanding.shown_table import put_there
from shared.understanding.tables import Grid
from shared.understanding.withdrawing import standing
from shared.workspace.sheets.asking.added import row_told
from shared.workspace.sheets.asking.asked import asked as asked_of
from shared.workspace.sheets.asking.changed import cells_meant
from shared.workspace.sheets.in_clauses import told_in_clauses
from shared.workspace.sheets.kinds import fitted
from tests.unit.shared.decisions.values import request

LENGTH, TIMES = 1000, 8
MOST = 30
"""Times the work of the shorter text: between what is in proportion and what is quadratic."""
LEAST_S = 0.001
"""What is done in less is not measured, but taken to have needed as much."""
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
PIECES = (
    *("-", "- ", " ", "\n", "no ", "no,", "a ", "a@", "@a ", "1 ", "(", "[", "{", ", ", "yes "),
    *("is ", "to "),
)
FIELDS = ("[", "{", "- ", "? ", "a: [", "&a ", "a: 1\n", "a: '\n", "a: |\n", "\t", ": ")


KNOWN = (
    KnownTable(
        sheet="s",
        name="Finance",
        tab="Spend",
        rows=(("Item", "Plan", "State"), ("Travel", 1, "Open"), ("Hotels", 3, "Paid in full")),
    ),
)
TABLE = Grid("Finance", "Spend", ("Item", "Plan"), (("Travel", "1"), ("Hotels", "3")))
READER = Reader()
LISTED = tuple(
    Reference(kind="mail", id=f"m{n}", label=f"Budget {n}", ordinal=n) for n in (1, 2, 3)
)


def head(text):
    with suppress(SkillFileError):
        read_folder({"SKILL.md": f"---\n{text}\n---\nDo it.\n"})


def heads(text):
    """A hundred fields that cannot be read, each of which is then read by itself."""
    field = text[: len(text) // 100].replace("\n", " ")
    head("".join(f"field{number}: {field}\n" for number in range(100)))


def asked(text):
    return replies.agrees(request(kind="approval"), text)


READERS = {
    "a correction within a reply": corrected,
    "an exclusion in a reply": excluded,
    "the opening of a reply": without_opening,
    "an agreement": agreement.plainly_agrees,
    "an agreement for good": asked,
    "a correction of the turn before": lambda text: follows("find John", text),
    "what is to be put there": put_there,
    "what a number of a table is": lambda text: fitted(text, "Plan", (1, 2), NOW),
    "what a new row says": lambda text: told_in_clauses(text, TABLE, ()),
    "what is asked of a table": lambda text: asked_of(text, KNOWN, ()),
    "which cell is meant": lambda text: cells_meant(text, KNOWN, ()),
    "which table a row is for": lambda text: row_told(text, KNOWN, (), ordered=True),
    "what a message takes back": lambda text: standing(text, READER),
    "some mails": lambda text: only_listed(f"unread mails {text}", ()),
    "what of a list is meant": lambda text: some_of(text, LISTED),
    "what is kept besides": kept_apart,
    "what is spared": spares,
    "what is passed on": sanitizing.sanitized,
    "a mention": routing.mention,
    "a repetition": lambda text: recurring.read(text[:500], NOW),
    "names in one": errands._AND.split,
    "addresses": hooks._ADDRESS.findall,
}


def seconds(read, text):
    def once():
        began = time.thread_time()
        read(text)
        return time.thread_time() - began

    return max(min(once() for _ in range(2)), LEAST_S)


def assert_in_proportion(read, piece):
    short, long = ((piece * n)[:n] for n in (LENGTH, LENGTH * TIMES))
    assert seconds(read, long) < MOST * seconds(read, short)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_said(reader, piece):
    assert_in_proportion(READERS[reader], piece)


@pytest.mark.parametrize("piece", FIELDS)
@pytest.mark.parametrize("read", [head, heads])
def test_what_is_in_a_file(read, piece):
    assert_in_proportion(read, piece)


def test_a_square_is_seen():
    pattern = re.compile("-+x")

    def often(text):  # so that it is above what is measured on the fastest machine, too
        return [pattern.search(text) for _ in range(20)]

    with pytest.raises(AssertionError):
        assert_in_proportion(often, "-")


EVERYWHERE = (*PIECES, "a.", ".", "://", "<a ", "<", "&", '"', "'", "*", "|", "#", "=?", "A ", "1:")
NO_READERS = {
    "shared.english.scanning.rule": "takes a pattern of ours",
}


def readers_of(package):
    """Yield every public function that takes a text and nothing more than a moment, by its name."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(found.name)
        for name, function in vars(module).items():
            where = f"{found.name}.{name}"
            if (
                not name.startswith("_")
                and inspect.isfunction(function)
                and not inspect.iscoroutinefunction(function)
                and function.__module__ == found.name
                and where not in NO_READERS
                and (given := arguments_of(function)) is not None
            ):
                yield pytest.param(function, given, id=where)


def arguments_of(function):
    """Return what a function is called with, "" for a text; None where it takes something else."""
    try:
        hints = typing.get_type_hints(function)
    except NameError:  # it takes what only type checkers import
        return None
    wanted = [
        hints.get(one.name)
        for one in inspect.signature(function).parameters.values()
        if one.default is one.empty and one.kind is not one.VAR_KEYWORD
    ]
    known = {str: "", datetime: NOW}
    return [known[kind] for kind in wanted] if str in wanted and set(wanted) <= set(known) else None


@pytest.mark.parametrize(
    ("function", "given"), [one for package in (shared, api) for one in readers_of(package)]
)
def test_whatever_takes_a_text(function, given):
    def read(text):
        with suppress(Exception):  # that it refuses a text is told elsewhere; how soon, here
            done = function(*(text if one == "" else one for one in given))
            if inspect.isgenerator(done):
                list(done)

    for piece in EVERYWHERE:
        assert_in_proportion(read, piece)
