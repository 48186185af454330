"""Fits what replies to something shown want to be different (shared/understanding/revision.py).

`python -m training revision` fits on `training/data_revisions`, and on `training/data_messages`
what messages by themselves want, take back and say of time. It writes revision-int8.onnx beside the
reader, whose lower layers it begins from: whenever the reader is fitted anew, so is this. With
`--held writer_3,back_7` nothing is written: what they wrote is kept out and measured on. It needs
PyTorch and transformers (requirements-reader.txt).
"""

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from shared.understanding import reader as reading
from shared.understanding.heads import BACK, CUTS, OPS, PART_TAGS, SENTENCES, TAGS, TIME_TAGS
from shared.understanding.reader import Reader
from shared.understanding.revision import FILES, META, MODEL, Sides, pair_tokenizer, sides
from training.encoder import quantise, upper_graph
from training.revision_text import ALL, CHOICES, Message, Reply, goes, messages, renumbered, replies
from training.upper import HIDDEN, Pace, Upper, fit, heat_of, layers_of, padded, quick, seeded

_UNKNOWN = -100
_BATCH, _EPOCHS, _RATE = 16, 6, 2e-4
_ONCE_MORE, _CUTS = 1500, 3.0
"""So many messages are learnt once more with all replies, at half the rate, when all else is: what
goes for a reply is learnt last, and weighs so much then.
"""


HEADS: Mapping[str, tuple[str, ...]] = {
    "roles": TAGS,
    "cuts": CUTS,
    "back": BACK,
    "times": TIME_TAGS,
    "parts": PART_TAGS,
    "sentence": SENTENCES,
}
"""What each head says of a token; `cuts` are of what is shown, the others of what is said."""
_WHOLE = {"back", "sentence"}
"""Heads that label all words alike, whether a run begins with them or not."""
_WEIGHED = ("stance", "about", "sentence")
"""Heads whose shares are weighed against others: how sure they may be is fitted as well."""
_OUT = (
    "data_stances/writer_12",
    "data_following/writer_12",
    "data_sentences/writer_12",
    "data_orders/writer_10",
)
"""Writers who are not learnt from, for that."""
_SAYS_MORE = {"roles": 1.5, "back": 2.5, "times": 1.5, "wants": 1.5}
_WEIGHTS = dict.fromkeys((*HEADS, *CHOICES), 1.0) | _SAYS_MORE


@dataclass(frozen=True)
class Sample:
    """What is said as the network gets it, what the lower layers make of it, what it should say.

    Only what is known of it: the ops of a reply, what one head chooses, and of each word what some
    of the others say; `parts` are its sentences, where these are told.
    """

    writer: str
    given: Sides
    lower: Any
    ops: frozenset[str] | None
    choice: tuple[str, str] | None
    labels: Mapping[str, tuple[str, ...]]
    parts: tuple[tuple[int, int], ...] = ()


def sample(line: Reply | Message, cutter: Any, reader: Reader) -> Sample:
    """Return a line as the network learns it."""
    given = sides(line.shown, line.text, cutter)
    lower = reader.lower(given.ids)[0]
    if isinstance(line, Message):
        if line.choice:
            return Sample(line.writer, given, lower, None, (line.head, line.choice), {})
        told = _labels(given.said, line.marks)
        if line.head in _WHOLE:
            told = tuple(label.rpartition("-")[2] for label in told)
        parts = tuple((start, end) for _, start, end in line.marks)
        return Sample(line.writer, given, lower, None, None, {line.head: told}, parts)
    gone, behind = goes(line)
    cuts = _labels(given.shown, (("cut", a, b) for a, b in gone))
    placed = tuple(
        "behind" if label == "O" and end == behind else label
        for label, (_, end, _) in zip(cuts, given.shown, strict=True)
    )
    roles = _labels(given.said, line.marks)
    return Sample(line.writer, given, lower, line.ops, None, {"roles": roles, "cuts": placed})


def _labels(
    words: Sequence[tuple[int, int, int]], marks: Iterable[tuple[str, int, int]]
) -> tuple[str, ...]:
    labels = ["O"] * len(words)
    for name, start, end in marks:
        inside = [at for at, (a, b, _) in enumerate(words) if start <= a and b <= end]
        for place, at in enumerate(inside):
            labels[at] = f"{'I' if place else 'B'}-{name}"
    return tuple(labels)


class Network(Upper):
    """The reader's upper layers, told each token's kind, with heads of their own."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self.ops = torch.nn.Linear(HIDDEN, len(OPS))
        for head, names in (HEADS | CHOICES).items():
            setattr(self, head, torch.nn.Linear(HIDDEN, len(names)))

    def forward(self, lower: Any, kinds: Any, mask: Any, own: Any) -> dict[str, Any]:
        """Return the logits of the ops and choices, and of what each head says of each token."""
        hidden, mean = self.read(lower, kinds, mask, own)
        said = {head: getattr(self, head)(hidden) for head in HEADS}
        chosen = {head: getattr(self, head)(mean) for head in CHOICES}
        return {"ops": self.ops(mean), **chosen, **said}


def run(arguments: list[str]) -> int:
    """Fit, and write or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--held", default="")
    parser.add_argument("--epochs", type=int, default=_EPOCHS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args(arguments)
    seeded(given.seed, given.threads)
    cutter, reader = pair_tokenizer(), Reader()
    away = {*_OUT, *filter(None, given.held.split(","))}
    said, dice = list(replies()), random.Random(given.seed + 2)
    anew = [one for each in said if (one := renumbered(each, dice)).text != each.text]
    known = [sample(one, cutter, reader) for one in (*said, *anew, *messages())]
    learnt = [one for one in known if one.writer not in away]
    out = [one for one in known if one.writer in away]
    network = Network(layers_of(FILES / reading.MODEL))
    _fit(network, learnt, given.epochs, random.Random(given.seed))
    dice = random.Random(given.seed + 1)
    again = [one for one in learnt if one.ops is not None]
    again += dice.sample([one for one in learnt if one.ops is None], _ONCE_MORE)
    _fit(network, again, 1, dice, slower=0.5, cuts=_CUTS)
    network.eval()
    heats = {head: heat_of(_told(network, head, out)) for head in _WEIGHED}
    print(json.dumps({"not learnt from": _measured(network, out), "heats": heats}))
    if not given.held:
        _write(network, FILES, heats, given)
    return 0


def _told(network: Network, head: str, out: Sequence[Sample]) -> list[tuple[Any, int]]:
    """Return the logits of what one head says of samples, and what it should say.

    The mean over its words, of a sentence.
    """
    told: list[tuple[Any, int]] = []
    for one in out:
        if not ((one.choice and one.choice[0] == head) or head in one.labels):
            continue
        inputs, _, targets = _tensors([one])
        with torch.no_grad():
            logits = network(*inputs)[head][0].numpy()
        target = targets[head][0].numpy()
        if one.choice:
            told.append((logits, int(target)))
            continue
        for start, end in one.parts:
            known = [at for a, b, at in one.given.said if start <= a and b <= end and at >= 0]
            if known:
                told.append((logits[known].mean(axis=0), int(target[known[0]])))
    return told


def _tensors(batch: Sequence[Sample]) -> tuple[tuple[Any, ...], Any, dict[str, Any]]:
    """Return what the network gets, the ops (-1: not known) and, by head, what it should say.

    What is chosen is among these, one for each of the batch.
    """
    ids, kinds, mask, own = padded([one.given for one in batch])
    shape = tuple(ids.shape)
    lower = torch.zeros((*shape, HIDDEN))
    ops = torch.full((len(batch), len(OPS)), -1.0)
    targets = {head: torch.full(shape, _UNKNOWN) for head in HEADS}
    targets |= {head: torch.full((len(batch),), _UNKNOWN) for head in CHOICES}
    for row, one in enumerate(batch):
        lower[row, : len(one.given.ids)] = torch.tensor(one.lower)
        for head, labels in one.labels.items():
            words = one.given.shown if head == "cuts" else one.given.said
            for (_, _, at), label in zip(words, labels, strict=True):
                if at >= 0:
                    targets[head][row, at] = HEADS[head].index(label)
        if one.choice:
            head, name = one.choice
            targets[head][row] = CHOICES[head].index(name)
        if one.ops is not None:
            ops[row] = torch.tensor([float(op in one.ops) for op in OPS])
    return (lower, kinds, mask, own), ops, targets


def _fit(
    network: Network,
    learnt: Sequence[Sample],
    epochs: int,
    dice: random.Random,
    *,
    slower: float = 1.0,
    cuts: float = _WEIGHTS["cuts"],
) -> None:
    weights, reduced = {**_WEIGHTS, "cuts": cuts}, quick()

    def lost(batch: Sequence[Sample]) -> Any:
        inputs, ops, targets = _tensors(batch)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=reduced):
            logits = network(*inputs)
        of_heads = (
            weight * _of_labels(logits[head].float(), targets[head])
            for head, weight in weights.items()
        )
        return sum(of_heads, 3 * _of_ops(logits["ops"].float(), ops))

    pace = Pace(epochs, slower * _RATE, _BATCH)
    fit(network, lambda _: learnt, lambda one: len(one.given.ids), lost, pace, dice)


def _of_ops(logits: Any, ops: Any) -> Any:
    known = ops[:, 0] >= 0
    if not known.any():
        return logits.sum() * 0
    return functional.binary_cross_entropy_with_logits(logits[known], ops[known])


def _of_labels(logits: Any, target: Any) -> Any:
    if (target == _UNKNOWN).all():
        return logits.sum() * 0
    flat = logits.reshape(-1, logits.shape[-1])
    return functional.cross_entropy(flat, target.flatten(), ignore_index=_UNKNOWN)


def _measured(network: Network, held: Sequence[Sample]) -> dict[str, dict[str, int]]:
    """Return how many there are of which a head says all right, how many have it, how many do."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for one in held:
        inputs, ops, targets = _tensors([one])
        with torch.no_grad():
            logits = network(*inputs)
        if one.ops is not None:
            right = ((logits["ops"][0] > 0) == (ops[0] > 0)).all()
            counted["ops"].update(n=1, right=int(right))
        if one.choice:
            head = one.choice[0]
            right = int(logits[head][0].argmax()) == int(targets[head][0])
            counted[head].update(n=1, right=int(right))
        for head, labels in one.labels.items():
            target = targets[head][0]
            right = ((logits[head][0].argmax(-1) == target) | (target == _UNKNOWN)).all()
            some = any(label != "O" for label in labels)
            counted[head].update(n=1, right=int(right), some=some, found=int(right and some))
    return {head: dict(counts) for head, counts in counted.items()}


def _write(
    network: Network, target: Path, heats: Mapping[str, float], given: argparse.Namespace
) -> None:
    with TemporaryDirectory() as folder:
        exact = Path(folder)
        drawn = upper_graph(network.weights(), {"ops", *CHOICES}, set(HEADS)).SerializeToString(
            deterministic=True
        )
        (exact / MODEL).write_bytes(drawn)
        quantise(exact, target, MODEL)
    files = (file for folder in ALL for file in sorted(folder.glob("*.tsv")))
    text = b"".join(one.read_bytes() for one in files)
    told = {
        "lower": sha256((target / reading.LOWER).read_bytes()).hexdigest(),
        "text": sha256(text).hexdigest(),
        "heats": dict(heats),
        "seed": given.seed,
        "epochs": given.epochs,
        "torch": torch.__version__,
        "numpy": np.__version__,
    }
    (target / META).write_text(json.dumps(told, indent=1) + "\n")
    print(f"{(target / MODEL).stat().st_size / 1e6:.2f} MB")
