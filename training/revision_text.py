"""The text that what replies and messages say is learnt from: `data_revisions`, `data_messages`.

Its form is told in the README.md of each.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from shared.understanding.revision import BACK, OPS, PARTS, ROLES, TIME_ROLES
from shared.understanding.words import words_of

DATA = Path(__file__).parent / "data_revisions"
MESSAGES = Path(__file__).parent / "data_messages"
_MARKED = {"back": BACK, "times": TIME_ROLES, "parts": PARTS}
_MARK = re.compile(r"\{(\w+):([^{}]*)\}")
_TEXT = re.compile(r"(?:\btext: |\badds: )(.*)$")


@dataclass(frozen=True)
class Reply:
    """A line: what is shown, a reply with its marks, what it does, and the text afterwards."""

    writer: str
    shown: str
    text: str
    marks: tuple[tuple[str, int, int], ...]
    ops: frozenset[str]
    after: str


@dataclass(frozen=True)
class Message:
    """A line: a message by itself, and what it wants or, by `head`, what is marked in it."""

    writer: str
    text: str
    head: str
    wants: str
    marks: tuple[tuple[str, int, int], ...]


def messages(folder: Path = MESSAGES) -> Iterator[Message]:
    """Read the lines of all writers."""
    for file in sorted(folder.glob("*.tsv")):
        for line in file.read_text().splitlines():
            yield message_in(line, file.stem)


def message_in(line: str, writer: str) -> Message:
    """Read a line of a writer, whose name begins with what it tells; KeyError if it does not."""
    told, _, marked = line.rpartition("\t")
    head = writer.partition("_")[0]
    if head == "wants":
        return Message(writer, marked, head, told, ())
    text, marks = _unmarked(marked, _MARKED[head])
    return Message(writer, text, head, "", marks)


def replies(folder: Path = DATA) -> Iterator[Reply]:
    """Read the lines of all writers."""
    for file in sorted(folder.glob("*.tsv")):
        for line in file.read_text().splitlines():
            yield reply_in(line, file.stem)


def reply_in(line: str, writer: str = "") -> Reply:
    """Read one line; raise ValueError where it has not five fields."""
    shown, marked, ops, after, _ = line.split("\t")
    text, marks = _unmarked(marked, ROLES)
    told = frozenset(one.strip() for one in ops.split(",")) & set(OPS)
    return Reply(writer, shown, text, marks, told, "" if after == "-" else after)


def _unmarked(marked: str, roles: Collection[str]) -> tuple[str, tuple[tuple[str, int, int], ...]]:
    text, marks, at = "", list[tuple[str, int, int]](), 0
    for found in _MARK.finditer(marked):
        text += marked[at : found.start()]
        if found[1] in roles:
            marks.append((found[1], len(text), len(text) + len(found[2])))
        text += found[2]
        at = found.end()
    return text + marked[at:], tuple(marks)


def goes(reply: Reply) -> tuple[list[tuple[int, int]], int | None]:
    """Return which parts of what is shown go, and behind which character something is added."""
    found = _TEXT.search(reply.shown)
    if not found or not reply.after or "text!" in reply.ops:
        return [], None
    text, at = found[1], found.start(1)
    new = [reply.text[a:b].strip(" .,!") for role, a, b in reply.marks if role == "text"]
    texts = [op for op in reply.ops if op.startswith("text")]
    if len(new) == 1 and texts == ["text="]:
        for start, end in _between(text, reply.after, new[0]):
            return [(at + start, at + end)], None
    return _compared(text, reply.after, at)


def _between(text: str, after: str, new: str) -> Iterator[tuple[int, int]]:
    """Find what of a text new words stand for, where all before and behind them is as it was."""
    lower, was = after.casefold(), text.casefold()
    for found in re.finditer(re.escape(new.casefold()), lower):
        for end in (found.end(), found.end() + 1):
            before, behind = lower[: found.start()], lower[end:]
            fits = was.startswith(before) and was.endswith(behind)
            if fits and len(was) > len(before) + len(behind):
                yield len(before), len(text) - len(behind)


def _compared(text: str, after: str, at: int) -> tuple[list[tuple[int, int]], int | None]:
    was, now = words_of(text), words_of(after)
    words = [[one.text.casefold() for one in side] for side in (was, now)]
    gone, behind = list[tuple[int, int]](), None
    for kind, start, end, _, _ in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if kind in {"replace", "delete"}:
            gone.append((at + was[start].start, at + was[end - 1].end))
        elif kind == "insert":
            behind = at + (was[start - 1].end if start else 0)
    return gone, behind
