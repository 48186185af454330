"""What is said beside what is shown, and what it does to that: a network fitted by us.

`python -m training revision` fits it on text by writers who saw nothing of ours. It begins where
the reader's lower layers end, and reads what is shown and what is said together. Of a reply it
tells what it does, and marks in it what is to be so, and in what is shown what goes for it; of what
follows something, what it is about. Of a message by itself it tells what each sentence is, which
words its writer takes back on the way, and what its times and its people are for.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from shared.language import encoder
from shared.language.loading import Loaded
from shared.understanding.heads import (
    ABOUT,
    CUTS,
    OPS,
    PART_TAGS,
    ROLES,
    SENTENCES,
    STANCES,
    TAGS,
    TIME_TAGS,
    WANTS,
    About,
    Left,
    Op,
    Part,
    Role,
    Sentence,
    Stance,
    TimeRole,
    Want,
)
from shared.understanding.words import seen, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Lower = Callable[[Sequence[int]], NDArray[np.float32]]

FILES = Path(__file__).parent / "reader"
MODEL, META = "revision-int8.onnx", "revision.json"
UPPER = 1
"""The layer where this begins, and the reader itself, over those that are run for both."""

TIMES: tuple[Role, ...] = ("start", "end", "length", "shift")
"""Roles that say when something is to be, or for how long."""
_LED_BY = re.compile(r"^(?:at|to|by|from|un?till?|til)\s+", re.IGNORECASE)
_WAY = re.compile(r"^(?:back|up|forwards?|on|out)\s+|\s+(?:back|up|forwards?|on)$", re.IGNORECASE)
"""Words for the way that something is shifted, beside by how much."""
_BARE = re.compile(r"^\d+(?= (?:later|earlier|more|less)\b|$)")
_TURNED = re.compile(r"\b(?:earlier|sooner|later|before|after|longer|shorter)\b", re.IGNORECASE)
_EARLIER = re.compile(
    r"\b(?:earlier|sooner|forwards?|before|ahead|up|advance|less|shorter|minus|prepon\w+)\b",
    re.IGNORECASE,
)
_OF_REPLIES = ("ops", "roles", "cuts", "stance", "about")
"""Heads that tell something of what is said beside what is shown."""
_OF_MESSAGES = ("wants", "back", "times", "parts", "sentence")
"""Heads that tell something of a message by itself."""
_MAX_TOKENS = 256
_MAX_CHARACTERS = 2000
_REMEMBERED = 64
_ORDERED = 0.5


class Marked(NamedTuple):
    """Words of a reply and what they say."""

    role: Role
    text: str
    start: int
    end: int


def side_by_side(text: str, marks: Sequence[Marked]) -> list[Marked]:
    """Return marks of a text, those of one role with no letter or figure between them as one."""
    found = list[Marked]()
    for one in marks:
        last = found[-1] if found else None
        between = text[last.end : one.start] if last else ""
        if last and last.role == one.role and not any(map(str.isalnum, between)):
            found[-1] = last._replace(text=text[last.start : one.end], end=one.end)
        else:
            found.append(one)
    return found


class Going(NamedTuple):
    """A word of what is shown, and by how much it rather goes than stays (below 0: it stays)."""

    start: int
    end: int
    by: float


@dataclass(frozen=True)
class Wished:
    """What a reply does, how likely each; its marks, and how far each word that is shown goes.

    What is added to the text stands `behind` so many of its characters, if it says where.
    """

    ops: Mapping[Op, float]
    marks: tuple[Marked, ...] = ()
    going: tuple[Going, ...] = ()
    behind: int | None = None

    def all(self, *roles: Role) -> list[Marked]:
        """Return the marks that are of some roles."""
        return [one for one in self.marks if one.role in roles]

    def times(self, reply: str) -> dict[str, str]:
        """Return what a reply says of time, by role and plainly; nothing where one is said twice.

        A shift is said with its way: "half an hour" of "push it back half an hour" is later.
        """
        marked = self.all(*TIMES)
        told = {one.role: _LED_BY.sub("", one.text) for one in marked}
        if len(told) < len(marked):
            return {}
        if shift := told.get("shift"):
            by = _BARE.sub(r"\g<0> minutes", _WAY.sub("", shift))
            way = "earlier" if _EARLIER.search(reply) else "later"
            told["shift"] = by if _TURNED.search(by) else f"{by} {way}"
        return {role: told[role] for role in TIMES if role in told}


class Timed(NamedTuple):
    """A time in a message and what it is for."""

    role: TimeRole
    text: str
    start: int
    end: int


class Party(NamedTuple):
    """Somebody in a message and what part they have."""

    part: Part
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Alone:
    """Of a message: how likely it wants what, what is taken back, its times and its people."""

    wants: Mapping[Want, float] = field(default_factory=dict[Want, float])
    back: tuple[Going, ...] = ()
    times: tuple[Timed, ...] = ()
    parties: tuple[Party, ...] = ()

    @property
    def asks(self) -> float:
        """How likely it wants to know what is there, in the calendar or in a text."""
        return self.wants.get("told", 0.0) + self.wants.get("calendar", 0.0)


def event_card(name: str = "", when: str = "", place: str = "", who: str = "") -> str:
    """Return an event as the network learned to read one, as far as it is known."""
    return (
        f"event: {name or '-'} | when: {when or '-'} | place: {place or '-'} | with: {who or '-'}"
    )


def beside(left: Left, shown: str) -> str:
    """Return what was left to go on from as it is read beside what follows it."""
    return f"{left}: {shown}"


class Sides(NamedTuple):
    """What is shown and a reply as the network gets them; nothing is shown beside a message.

    `shown` and `said` are their words, each with its place in the text and its first token (-1
    where it was cut off); `kinds` is 0 or 1 for a token that is shown and 2 or 3 for one of the
    reply, the higher ones for those whose word stands on the other side as well.
    """

    ids: list[int]
    own: list[int]
    kinds: list[int]
    shown: list[tuple[int, int, int]]
    said: list[tuple[int, int, int]]


class RevisionReader:
    """Reads replies to what is shown; the same one always the same way. Safe to share.

    `lower` returns what the lower layers make of tokens.
    """

    def __init__(self, lower: "Lower") -> None:
        self._lower = lower
        self._network = Loaded(lambda: network(MODEL, META), f"network from {FILES}")
        self._readings = lru_cache(maxsize=_REMEMBERED)(self._read)
        self._alone = lru_cache(maxsize=_REMEMBERED)(self._read_alone)
        self._beside = lru_cache(maxsize=_REMEMBERED)(self._run_beside)
        self._by_itself = lru_cache(maxsize=_REMEMBERED)(self._run_by_itself)

    def read(self, shown: str, reply: str) -> Wished:
        """Return what a reply wants of what is shown; nothing of one that is too long.

        Raises RuntimeError when the models cannot be read.
        """
        if len(reply) > _MAX_CHARACTERS or not words_of(reply) or not words_of(shown):
            return Wished({})
        return self._readings(shown[:_MAX_CHARACTERS], reply)

    def _read(self, shown: str, reply: str) -> Wished:
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        given, told = self._beside(shown, reply)
        if given.said[-1][2] < 0:
            return Wished({})
        ops, roles, cuts = (told[one] for one in _OF_REPLIES[:3])
        likely = 1 / (1 + np.exp(-ops[0]))
        read = [(start, end, cuts[0][at]) for start, end, at in given.shown if at >= 0]
        behind = [end for _, end, logits in read if CUTS[int(logits.argmax())] == "behind"]
        return Wished(
            dict(zip(OPS, map(float, likely), strict=True)),
            tuple(
                Marked(role, reply[start:end], start, end)
                for role, start, end in _runs(_labels(roles[0], given.said, TAGS), given.said)
                if role in ROLES
            ),
            tuple(
                Going(start, end, float(max(logits[1:3]) - max(logits[0], logits[3])))
                for start, end, logits in read
            ),
            behind[0] if len(behind) == 1 else None,
        )

    def alone(self, message: str) -> Alone:
        """Return what is taken back in a message, and what its times are for.

        Nothing of one that is too long. Raises RuntimeError when the models cannot be read.
        """
        if len(message) > _MAX_CHARACTERS or not words_of(message):
            return Alone()
        return self._alone(message)

    def orders(self, message: str) -> bool:
        """Whether a message rather wants something to be done than not."""
        return self.alone(message).wants.get("do", 0.0) >= _ORDERED

    def _read_alone(self, message: str) -> Alone:
        given, told = self._by_itself(message)
        if given.said[-1][2] < 0:
            return Alone()
        wants, back, times, parts = (told[one] for one in _OF_MESSAGES[:4])
        return Alone(
            self._shares("wants", WANTS, wants[0]),
            tuple(
                Going(start, end, float(back[0][at][1] - back[0][at][0]))
                for start, end, at in given.said
                if at >= 0
            ),
            tuple(
                Timed(role, message[start:end], start, end)
                for role, start, end in _runs(_labels(times[0], given.said, TIME_TAGS), given.said)
            ),
            tuple(
                Party(part, message[start:end], start, end)
                for part, start, end in _runs(_labels(parts[0], given.said, PART_TAGS), given.said)
            ),
        )

    def stances(self, shown: str, reply: str) -> Mapping[Stance, float]:
        """Return how likely a reply to a card does each; all alike of one that is too long."""
        return self._chosen("stance", STANCES, shown, reply)

    def about(self, left: Left, shown: str, text: str) -> Mapping[About, float]:
        """Return how likely what is said is about what was left before it, in its words, or not."""
        return self._chosen("about", ABOUT, beside(left, shown), text)

    def sentences(self, parts: Sequence[str]) -> list[Mapping[Sentence, float]]:
        """Return how likely each sentence of a message is what; all alike where it is too long."""
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        given, told_by_head = self._by_itself(" ".join(parts))
        logits = told_by_head["sentence"][0]
        told, start = list[Mapping[Sentence, float]](), 0
        for part in parts:
            end = start + len(part)
            own = [logits[at] for a, b, at in given.said if start <= a and b <= end and at >= 0]
            mean = np.mean(own, axis=0) if own else np.zeros(len(SENTENCES))
            told.append(self._shares("sentence", SENTENCES, mean))
            start = end + 1
        return told

    def _chosen(self, head: str, names: Sequence[Any], shown: str, text: str) -> Any:
        if len(text) > _MAX_CHARACTERS or not words_of(text):
            return dict.fromkeys(names, 1 / len(names))
        told = self._beside(shown[:_MAX_CHARACTERS], text)[1]
        return self._shares(head, names, told[head][0])

    def _shares(self, head: str, names: Sequence[Any], logits: Any) -> Any:
        import numpy as np  # noqa: PLC0415

        raised = np.exp((logits - logits.max()) / self._network().heats.get(head, 1.0))
        return dict(zip(names, map(float, raised / raised.sum()), strict=True))

    def _run_beside(self, shown: str, text: str) -> tuple[Sides, Mapping[str, Any]]:
        given = sides(shown, text, self._network().cutter)
        return given, dict(zip(_OF_REPLIES, self._run(given, list(_OF_REPLIES)), strict=True))

    def _run_by_itself(self, message: str) -> tuple[Sides, Mapping[str, Any]]:
        given = sides("", message, self._network().cutter)
        return given, dict(zip(_OF_MESSAGES, self._run(given, list(_OF_MESSAGES)), strict=True))

    def _run(self, given: Sides, outputs: list[str]) -> Any:
        return self._network().session.run(outputs, feeds(given, self._lower))


class Network(NamedTuple):
    """The graph, what cuts up words, and what divides the logits of heads that are too sure."""

    session: Any
    cutter: Any
    heats: Mapping[str, float]


def network(model: str, meta: str) -> Network:
    """Read a network that reads two sides."""
    told = json.loads((FILES / meta).read_text())
    return Network(encoder.session(FILES / model), pair_tokenizer(), told["heats"])


def feeds(given: Sides, lower: "Lower") -> dict[str, Any]:
    """Return what a network that reads two sides is run on."""
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    return {
        "lower": lower(given.ids),
        "kinds": np.array([given.kinds], np.int64),
        "attention_mask": np.ones((1, len(given.ids)), np.int64),
        "own_mask": np.array([given.own], np.int64),
    }


def pair_tokenizer() -> Any:
    """Return what cuts up what is shown and a reply, where they are too long from the longer."""
    cutter = encoder.tokenizer()
    cutter.enable_truncation(_MAX_TOKENS, strategy="longest_first")
    return cutter


def sides(shown: str, reply: str, cutter: Any) -> Sides:
    """Return what is shown and a reply as the network gets them.

    Of a message beside which nothing is shown, the words that it says twice are told instead.
    """
    words = [words_of(side) for side in (shown, reply)]
    texts = [[seen(one.text) for one in side] for side in words]
    cut = cutter.encode(*texts, is_pretokenized=True)
    first: dict[tuple[int, int], int] = {}
    for at, (word, side) in enumerate(zip(cut.word_ids, cut.sequence_ids, strict=True)):
        if side is not None:
            first.setdefault((side, word), at)
    known = [{one.casefold() for one in side} for side in texts]
    if not shown:
        said = Counter(one.casefold() for one in texts[1])
        known[0] = {one for one, times in said.items() if times > 1}
    kind_at = {
        at: 2 * side + (texts[side][word].casefold() in known[1 - side])
        for (side, word), at in first.items()
    }
    kinds: list[int] = []
    for at in range(len(cut.ids)):
        kinds.append(kind_at.get(at, kinds[-1] if kinds else 0))
    placed = [
        [(one.start, one.end, first.get((side, at), -1)) for at, one in enumerate(words[side])]
        for side in (0, 1)
    ]
    own = [int(one == 1) for one in cut.sequence_ids]
    return Sides(list(cut.ids), own, kinds, placed[0], placed[1])


def _labels(
    logits: "NDArray[np.float32]", words: Sequence[tuple[int, int, int]], names: Sequence[str]
) -> list[str]:
    return [names[int(logits[at].argmax())] if at >= 0 else "O" for _, _, at in words]


def _runs(
    labels: Sequence[str], words: Sequence[tuple[int, int, int]]
) -> list[tuple[Any, int, int]]:
    """Return what is marked, from where to where; a run is what it begins as.

    Words side by side that say the same are one run, however they are labelled.
    """
    found: list[tuple[Any, int, int]] = []
    for (before, label), (start, end, _) in zip(pairwise(("O", *labels)), words, strict=True):
        part, _, name = label.partition("-")
        if not name:
            continue
        if (part == "I" and before != "O") or before.partition("-")[2] == name:
            found[-1] = (*found[-1][:2], end)
        else:
            found.append((name, start, end))
    return found
