"""How well the reader finds the task of a message, and the words that say who, when and what.

A line has four columns, separated by tabs: the task ("a|b" where either is right), the voice, what
was said before (`message => list`, or nothing) and the message, its spans marked `{kind:words}`.
"""

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.datasets import DATA, BadData, digest_of, read
from evals.outcome import Outcome, times
from evals.report import percent, table
from evals.scores import Share
from shared.understanding.reader import FILES, Before, Reader, Reading
from shared.understanding.words import words_of

FOLDER = DATA / "reading"
TOP = 3
"""So many of the likeliest tasks may hold the right one."""
_MARK = re.compile(r"\{([a-z]+):([^{}]+)\}")
_COLUMNS = 4
_MOST_CONFUSED = 10

Marked = frozenset[tuple[str, int, int]]
"""Spans: their kind, and where their words begin and end."""


@dataclass(frozen=True)
class Sentence:
    """A marked message; each of `tasks` is right."""

    tasks: tuple[str, ...]
    voice: str
    before: Before | None
    text: str
    spans: Marked


@dataclass(frozen=True)
class _Judged:
    sentence: Sentence
    reading: Reading
    milliseconds: float

    @property
    def task(self) -> bool:
        return self.reading.task in self.sentence.tasks

    @property
    def top(self) -> bool:
        return bool({name for name, _ in self.reading.tasks[:TOP]} & {*self.sentence.tasks})

    @property
    def found(self) -> Marked:
        return frozenset((span.kind, span.start, span.end) for span in self.reading.spans)

    @property
    def spans(self) -> bool:
        return self.found == self.sentence.spans


def load_sentences(path: Path) -> tuple[str, tuple[Sentence, ...]]:
    """Read a file, or all of a folder: its digest and sentences; raise BadData."""
    files = sorted(path.glob("*.tsv")) if path.is_dir() else [path]
    raw = [(file, read(file)) for file in files]
    found = tuple(
        _sentence(line, f"{file}: line {number}")
        for file, body in raw
        for number, line in enumerate(body.decode().splitlines(), start=1)
        if line.strip()
    )
    if not found:
        raise BadData(f"{path}: there is no line to judge")
    return digest_of(b"".join(body for _, body in raw)), found


def judge_reading(path: Path = FOLDER, model: Path = FILES) -> Outcome:
    """Read each message with the model of a folder; raise BadData."""
    digest, sentences = load_sentences(path)
    reader = Reader(model)
    try:
        reader.read("Good morning")
    except RuntimeError as error:
        raise BadData(str(error)) from error
    judged = [_read(reader, sentence) for sentence in sentences]
    marked = [one for one in judged if one.sentence.spans]
    return Outcome(
        name="reading",
        facts=(("model (SHA-256)", _model(model)), ("data (SHA-256)", digest)),
        n=len(judged),
        shares={
            "task": Share(sum(one.task for one in judged), len(judged)),
            f"task_among_top_{TOP}": Share(sum(one.top for one in judged), len(judged)),
            "exact_spans": Share(sum(one.spans for one in judged), len(judged)),
            "exact_spans_where_marked": Share(sum(one.spans for one in marked), len(marked)),
            "task_and_spans": Share(sum(one.task and one.spans for one in judged), len(judged)),
        },
        values=times([one.milliseconds for one in judged]),
        tables=(_by_voice(judged), _confused(judged)),
        misjudged=[_told(one) for one in judged if not (one.task and one.spans)],
        part="test",
    )


def _read(reader: Reader, sentence: Sentence) -> _Judged:
    began = time.perf_counter()
    reading = reader.read(sentence.text, sentence.before)
    return _Judged(sentence, reading, (time.perf_counter() - began) * 1000)


def _sentence(line: str, place: str) -> Sentence:
    columns = line.split("\t")
    if len(columns) != _COLUMNS:
        raise BadData(f"{place}: has {len(columns)} columns, not {_COLUMNS}")
    tasks, voice, before, marked = columns
    if not tasks:
        raise BadData(f"{place}: names no task")
    text, spans = _unmarked(marked)
    if set(text) & set("{}"):
        raise BadData(f"{place}: a mark is not closed, or marks no words")
    said, _, answered = before.partition(" => ")
    if before and not answered:
        raise BadData(f"{place}: does not say what answered {said!r}")
    earlier = Before(_unmarked(said)[0], answered) if before else None
    return Sentence(tuple(tasks.split("|")), voice, earlier, text, spans)


def _unmarked(marked: str) -> tuple[str, Marked]:
    """Return a text without its marks, and the spans they mark, by whole words."""
    text, at, places = "", 0, list[tuple[str, int, int]]()
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        places.append((mark[1], len(text), len(text) + len(mark[2])))
        text += mark[2]
        at = mark.end()
    text += marked[at:]
    spans: set[tuple[str, int, int]] = set()
    for kind, start, end in places:
        inside = [word for word in words_of(text) if word.start < end and word.end > start]
        if inside:
            spans.add((kind, inside[0].start, inside[-1].end))
    return text, frozenset(spans)


def _model(folder: Path) -> str:
    return digest_of(b"".join(read(file) for file in sorted(folder.glob("*.onnx"))))


def _by_voice(judged: Sequence[_Judged]) -> str:
    voices = sorted({one.sentence.voice for one in judged})
    found = {voice: [one for one in judged if one.sentence.voice == voice] for voice in voices}
    rows = [
        (
            voice,
            percent(Share(sum(one.task for one in said), len(said))),
            percent(Share(sum(one.spans for one in said), len(said))),
        )
        for voice, said in found.items()
    ]
    return table(("voice", "task", "exact spans"), rows)


def _confused(judged: Sequence[_Judged]) -> str:
    pairs = Counter(
        ("|".join(one.sentence.tasks), one.reading.task) for one in judged if not one.task
    )
    rows = [(meant, taken, count) for (meant, taken), count in pairs.most_common(_MOST_CONFUSED)]
    return table(("meant", "taken for", "times"), rows)


def _told(one: _Judged) -> str:
    said = one.sentence

    def shown(spans: Marked) -> str:
        ordered = sorted(spans, key=lambda span: span[1])
        return ", ".join(f"{kind}:{said.text[start:end]}" for kind, start, end in ordered) or "-"

    about = f"{'|'.join(said.tasks)} [{shown(said.spans)}]"
    return f"{said.text} | {about}, read as {one.reading.task} [{shown(one.found)}]"
