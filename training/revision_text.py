"""The text that what is said is learnt from, by itself and beside what is shown.

It is in the folders `data_*`; its form is told in the README.md of each.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from random import Random

from shared.understanding.heads import (
    ABOUT,
    BACK,
    LEFT,
    OPS,
    PARTS,
    ROLES,
    SENTENCES,
    STANCES,
    TIME_ROLES,
    WANTS,
)
from shared.understanding.revision import beside
from shared.understanding.words import words_of

HERE = Path(__file__).parent
DATA, MESSAGES = HERE / "data_revisions", HERE / "data_messages"
TO_CARDS, AFTER = HERE / "data_stances", HERE / "data_following"
IN_SENTENCES = (HERE / "data_sentences", HERE / "data_orders")
ALL = (DATA, MESSAGES, TO_CARDS, AFTER, *IN_SENTENCES)
CHOICES: Mapping[str, Sequence[str]] = {"wants": WANTS, "stance": STANCES, "about": ABOUT}
"""Heads that choose one for all that is said."""
_MARKED = {"back": BACK, "times": TIME_ROLES, "parts": PARTS}
_MARK = re.compile(r"\{(\w+):([^{}]*)\}")
_COUNT = re.compile(r"(?<![\d:.+-])(?<!\d )[1-9]\d{0,5}(?![\d:]|[.-]\d| \d)")
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
    """What is said, by itself or beside what is `shown`, and what one head says of it.

    That is the one it chooses, or the marks in what is said.
    """

    writer: str
    text: str
    head: str
    choice: str = ""
    marks: tuple[tuple[str, int, int], ...] = ()
    shown: str = ""


def messages(folders: Sequence[Path] = ALL[1:]) -> Iterator[Message]:
    """Read the lines of all writers."""
    for folder in folders:
        for file in sorted(folder.glob("*.tsv")):
            writer = f"{folder.name}/{file.stem}"
            if folder in IN_SENTENCES:
                for block in file.read_text().strip().split("\n\n"):
                    yield sentences_of(block, writer)
                continue
            read = {MESSAGES: message_in, TO_CARDS: stance_in, AFTER: about_in}[folder]
            for line in file.read_text().splitlines():
                yield read(line, writer)


def message_in(line: str, writer: str) -> Message:
    """Read a line of a writer, whose name begins with what it tells; KeyError if it does not."""
    told, _, marked = line.rpartition("\t")
    head = writer.rpartition("/")[2].partition("_")[0]
    if head == "wants":
        return Message(writer, marked, head, _one_of(WANTS, told))
    text, marks = _unmarked(marked, _MARKED[head])
    return Message(writer, text, head, marks=marks)


def stance_in(line: str, writer: str) -> Message:
    """Read what is said to a card; raise ValueError where it has not three fields."""
    stance, shown, text = line.split("\t")
    return Message(writer, text, "stance", _one_of(STANCES, stance), shown=shown)


def about_in(line: str, writer: str) -> Message:
    """Read what is said after something; raise ValueError where it has not four fields."""
    left, about, shown, text = line.split("\t")
    known = LEFT[LEFT.index(_one_of(LEFT, left))]
    return Message(writer, text, "about", _one_of(ABOUT, about), shown=beside(known, shown))


def sentences_of(block: str, writer: str) -> Message:
    """Read a message sentence by sentence; raise ValueError where a line has not two fields."""
    text, marks = "", list[tuple[str, int, int]]()
    for line in block.splitlines():
        role, sentence = line.split("\t")
        start = len(text) + bool(text)
        text = f"{text} {sentence}".strip()
        marks.append((_one_of(SENTENCES, role), start, len(text)))
    return Message(writer, text, "sentence", marks=tuple(marks))


def _one_of(known: Sequence[str], name: str) -> str:
    return known[known.index(name)]  # a typo is an error


def replies(folder: Path = DATA) -> Iterator[Reply]:
    """Read the lines of all writers."""
    for file in sorted(folder.glob("*.tsv")):
        for line in file.read_text().splitlines():
            yield reply_in(line, f"{folder.name}/{file.stem}")


def reply_in(line: str, writer: str = "") -> Reply:
    """Read one line; raise ValueError where it has not five fields."""
    shown, marked, ops, after, _ = line.split("\t")
    text, marks = _unmarked(marked, ROLES)
    told = frozenset(one.strip() for one in ops.split(",")) & set(OPS)
    return Reply(writer, shown, text, marks, told, "" if after == "-" else after)


def renumbered(reply: Reply, dice: Random) -> Reply:
    """Return a reply with other numbers, the same wherever they stand; times stay as they are.

    Which number goes for which is told by where they stand, not by what they are.
    """
    others = dict[str, str]()

    def other(found: re.Match[str]) -> str:
        size = len(found[0])
        return others.setdefault(found[0], str(dice.randrange(10 ** (size - 1), 10**size)))

    shown, text, after = (_COUNT.sub(other, one) for one in (reply.shown, reply.text, reply.after))
    return replace(reply, shown=shown, text=text, after=after)


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
