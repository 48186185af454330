"""The reader: which task a message asks for, and which of its words say who, when and what.

`python -m training reader` fits it; `reader/reader.json` says on what.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from shared.language import encoder
from shared.language.loading import Loaded
from shared.models.world import Link, Thing
from shared.understanding.choosing import ChoiceReader
from shared.understanding.labelled import labelled, outside_labelled, with_labelled
from shared.understanding.linked import (
    asked_about,
    of_channel,
    with_channels,
    with_named,
    with_tabs,
)
from shared.understanding.marking import Cut, Span, cuts_in, explained, spans_in, unsaid
from shared.understanding.named_contact import of_contacts, with_values
from shared.understanding.named_event import of_named_event
from shared.understanding.plain import plainly
from shared.understanding.revision import FILES, RevisionReader
from shared.understanding.shown_page import of_named_page
from shared.understanding.tasks import CHANGING, SERVICES, SPANS_OF, service_of
from shared.understanding.timed import with_times
from shared.understanding.wellknown import apart, outside, shown
from shared.understanding.widening import whole
from shared.understanding.words import Word, seen, with_days, words_of
from shared.understanding.world import World

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOWER, MODEL = "lower-int8.onnx", "reader-int8.onnx"
META = "reader.json"
_BEFORE_WORDS = 24
_MAX_CHARACTERS = 2000
_REMEMBERED = 512
_SENTENCE = re.compile(r"(?<=[.!?]) +")
POINTS = re.compile(r"\b(?:it|that|this|(?:th)?em|those|these|his|her|hers|their)\b", re.IGNORECASE)
"""What points at something that was named before."""
_TEXTS_OF = {
    "mail": "mails",
    "slack": "chat",
    "page": "page",
    **dict.fromkeys(("contact", "sheet", "cal", "slack_user", "slack_channels"), ""),
}
"""What a message wants that wants the texts of a service; people, cells and meetings are none."""
_DONE_TO = frozenset({"mail_star", "mail_archive"})
"""Tasks whose mails are asked for as those that it was done to."""
_MARKS, _CHANNEL_READ = "mail_mark_read", "slack_mark_read"
_MAILS, _ASK = 0.9, 0.25
"""How likely a message wants such mails, and asks."""
_MAY_BE_TOLD, _ORDERS = 0.5, 0.5
"""How likely it wants to be told something for that to be looked at, and a sentence orders."""


@dataclass(frozen=True)
class Before:
    """What was said before a message, and what answered it.

    `answered` is "list", "item", "card", "done", "question" or "none".
    """

    text: str
    answered: str


@dataclass(frozen=True)
class Reading:
    """A message as it was read: each task's probability, best first, and the spans of the best.

    `cuts` are where another command may begin, `explained` how likely nothing that is said is left
    out of the spans. `asks`: it is asked for the mails that the task was done to.
    """

    text: str
    tasks: tuple[tuple[str, float], ...]
    spans: tuple[Span, ...]
    cuts: tuple[Cut, ...] = ()
    explained: float = 1.0
    asks: bool = False

    @property
    def task(self) -> str:
        """The likeliest task."""
        return self.tasks[0][0]

    @property
    def sure(self) -> float:
        """How likely that one is."""
        return self.tasks[0][1]

    def likely(self, task: str) -> float:
        """Return how likely a task is."""
        return next((share for name, share in self.tasks if name == task), 0.0)


class _Scored(NamedTuple):
    """What the network makes of a message, whichever task it is then read as."""

    tasks: tuple[tuple[str, float], ...]
    words: "Sequence[Word]"
    tags: "list[NDArray[np.float32] | None]"
    nothing: tuple[float, ...]


class Reader:
    """Reads messages; the same one always the same way. Safe to share between threads.

    The model is read on first use, which takes some 0.3 s; what it made of them is remembered.
    """

    def __init__(self, files: Path = FILES) -> None:
        self._network = Loaded(lambda: _Network(files), f"reader from {files}")
        self.world = World()
        self.revisions = RevisionReader(self.lower)
        self.choices = ChoiceReader(self.lower)
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._score)
        self._readings = lru_cache(maxsize=_REMEMBERED)(self._read)

    def load(self) -> None:
        """Read the model now, if it is not; raise RuntimeError when it cannot be."""
        self._network()

    def knowing(self, things: Iterable[Thing]) -> "Reader":
        """Return this reader as one that knows what some names mean, wherever it reads them."""
        world = World(things)
        if not world:
            return self
        knowing = copy(self)  # what it has read, and the model, stay shared
        knowing.world = world
        return knowing

    def read(self, text: str, before: Before | None = None, links: Sequence[Link] = ()) -> Reading:
        """Read a message in the light of what was said before it.

        The words of `links` are read as names of their kinds; the spans are of the words as they
        were written. Raises RuntimeError when the model cannot be read.
        """
        return self._linked(text, before, "", links)

    def read_as(
        self, task: str, text: str, before: Before | None = None, links: Sequence[Link] = ()
    ) -> Reading:
        """Read a message whose task is known."""
        return self._linked(text, before, task, links)

    def unnamed(self, text: str) -> Reading:
        """Read a message by itself, as one whose names nobody knows."""
        return self._readings(text[:_MAX_CHARACTERS], None, "", ())

    def lower(self, ids: Sequence[int]) -> "NDArray[np.float32]":
        """Return what the lower layers make of tokens: shape (1, len(ids), 384)."""
        return self._network().lower(ids)

    def told(self, text: str, doubted: str = "") -> float:
        """Return how likely a message wants to be told what stands in the text of something.

        Where it wants texts that the `doubted` task it was read as has nothing to do with, it is
        wherever they are. It does not where a sentence of it orders a change, rather than any asks.
        """
        own = _TEXTS_OF.get(doubted, _TEXTS_OF.get(service_of(doubted)))
        wants = self.revisions.alone(text).wants
        others = set(_TEXTS_OF.values()) - {own, ""} if own is not None else set[str]()
        told = sum(share for one, share in wants.items() if one in {"told", *others})
        if told < _MAY_BE_TOLD:
            return told
        parts = [one for one in _SENTENCE.split(text.strip()) if one]
        shares = self.revisions.sentences(parts)
        most = max(_ORDERS, *(one["ask"] for one in shares))
        orders = (
            one["order"] + one["both"] + one["limit"] >= most and self.read(part).task in CHANGING
            for part, one in zip(parts, shares, strict=True)
        )
        return 0.0 if any(orders) else told

    def _linked(
        self, text: str, before: Before | None, task: str, links: Sequence[Link]
    ) -> Reading:
        read = text[:_MAX_CHARACTERS]
        given = tuple(link for link in links if link.end <= len(read)) or self.world.links(read)
        # which things they are changes nothing here, so nobody's are remembered
        unnamed = tuple(
            Link(kind=one.kind, start=one.start, end=one.end, things=()) for one in given
        )
        reading = self._readings(read, before, task, unnamed)
        named = self.world.channels(read)
        if not task and reading.task == _MARKS and of_channel(read, reading.spans, named):
            instead = self._readings(read, before, _CHANNEL_READ, unnamed)
            reading = replace(instead, tasks=((_CHANNEL_READ, reading.sure), *reading.tasks))
        spans = with_channels(task or reading.task, read, reading.spans, named)
        return replace(reading, spans=spans) if named else reading

    def _read(
        self, text: str, before: Before | None, task: str, links: tuple[Link, ...]
    ) -> Reading:
        scored = self._remembered(text, before, links)
        if scored is None:
            return Reading(text, (("other", 1.0),), ())
        network = self._network()
        chosen = task or scored.tasks[0][0]
        kinds = network.kinds[SPANS_OF.get(chosen, chosen)]
        marked = spans_in(text, scored.words, scored.tags, network.tags, kinds)
        cuts = cuts_in(scored.words, scored.tags, network.tags, kinds)
        if links:
            marked, cuts = with_tabs(text, links, apart(marked)), outside(links, cuts)
            marked = with_named(chosen, text, links, marked)
        marked = with_values(chosen, text, whole(text, marked, links), self.revisions)
        marked = with_times(chosen, text, marked, links, kinds)
        told_by = labelled(text, kinds)
        marked, cuts = with_labelled(marked, told_by), outside_labelled(cuts, told_by, text)
        spans = tuple(span for span in marked if span.kind != "next")
        told = explained(scored.words, scored.nothing, marked)
        asks = chosen in _DONE_TO and self._asks_for_mails(text)
        return Reading(text, scored.tasks, spans, tuple(cuts), told, asks)

    def _asks_for_mails(self, text: str) -> bool:
        """Whether a message wants to see mails, and asks for them."""
        wants = self.revisions.alone(text).wants.get("mails", 0.0)
        return wants >= _MAILS and self.revisions.sentences([text])[0]["ask"] >= _ASK

    def _score(self, text: str, before: Before | None, links: tuple[Link, ...]) -> "_Scored | None":
        """Run the network over a message; None where it has no words."""
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        words = shown(text, with_days(text, words_of(text)), links)
        if not words:
            return None
        network = self._network()
        task_logits, tag_logits = network.logits([word.text for word in words], before)
        raised = np.exp((task_logits - task_logits.max()) / network.temperature)
        shares = raised / raised.sum()
        ranked = sorted(
            zip(network.kinds, map(float, shares), strict=True), key=lambda one: -one[1]
        )
        told = plainly(text, _likeliest_service(ranked))
        nothing = unsaid(tag_logits, network.tags)
        tasks = of_contacts(text, links, asked_about(text, links, told), self.revisions)
        tasks = of_named_page(text, links, tasks, self.revisions)
        tasks = of_named_event(text, links, tasks, self.revisions)
        return _Scored(tuple(tasks), words, tag_logits, nothing)


def _likeliest_service(ranked: Sequence[tuple[str, float]]) -> Sequence[tuple[str, float]]:
    """Return the tasks with the best of that service first which they make likeliest together.

    Where several tasks of mail divide what is believed, one of Slack would come first otherwise.
    """
    together: dict[str, float] = {}
    for task, share in ranked:
        together[_service(task)] = together.get(_service(task), 0.0) + share
    service = max(together, key=together.__getitem__)
    first = next(one for one in ranked if _service(one[0]) == service)
    return [first, *(one for one in ranked if one is not first)]


def _service(task: str) -> str:
    family = service_of(task)
    return family if family in SERVICES else task


class _Network:
    """The tokenizer and the graph, loaded."""

    def __init__(self, files: Path) -> None:
        told = json.loads((files / META).read_text())
        self.kinds: Mapping[str, Sequence[str]] = told["kinds"]
        self.tags: Sequence[str] = told["tags"]
        self.temperature: float = told["temperature"]
        self._lower, self._upper = (encoder.session(files / name) for name in (LOWER, MODEL))
        self._tokenizer = encoder.tokenizer()

    def logits(
        self, words: Sequence[str], before: Before | None
    ) -> "tuple[NDArray[np.float32], list[NDArray[np.float32] | None]]":
        """Return the logits of the tasks, and of each word's tags (None: past the 128th token)."""
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        said = [seen(word) for word in words]
        if before is None:
            encoded, sequence = self._tokenizer.encode(said, is_pretokenized=True), 0
        else:
            earlier = [seen(word.text) for word in words_of(before.text)[:_BEFORE_WORDS]]
            encoded = self._tokenizer.encode(
                [before.answered, *earlier], said, is_pretokenized=True
            )
            sequence = 1
        own = [int(at == sequence) for at in encoded.sequence_ids]
        first: dict[int, int] = {}
        for at, (word, mine) in enumerate(zip(encoded.word_ids, own, strict=True)):
            if mine:
                first.setdefault(word, at)
        feeds = {
            "lower": self.lower(encoded.ids),
            "attention_mask": np.ones((1, len(own)), np.int64),
            "own_mask": np.array([own], np.int64),
        }
        task, tags = self._upper.run(["task", "tags"], feeds)
        return task[0], [tags[0][first[at]] if at in first else None for at in range(len(said))]

    def lower(self, ids: Sequence[int]) -> "NDArray[np.float32]":
        """Return what the lower layers make of tokens."""
        import numpy as np  # noqa: PLC0415

        ones = np.ones((1, len(ids)), np.int64)
        feeds = {encoder.VECTORS: encoder.vectors(ids), "attention_mask": ones}
        return self._lower.run(None, feeds)[0]
