"""Fits what of several things is meant (shared/understanding/choosing.py).

`python -m training choosing` fits on `training/data_replies`, where a question was asked, and
`training/data_pointing`, where something was listed, and writes choice-int8.onnx beside the reader,
whose lower layers it begins from; its own begin as those of the network that reads replies to
cards. Whenever these are fitted anew, so is this. With `--held writer_11` nothing is written: what
they wrote is kept out, too, and measured on. It needs PyTorch and transformers
(requirements-reader.txt).
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from shared.understanding import reader as reading
from shared.understanding import revision
from shared.understanding.choosing import (
    CHOICE,
    EACH,
    META,
    MODEL,
    OUTCOMES,
    WHOLE,
    offered,
    tokens_of,
)
from shared.understanding.revision import FILES, UPPER, Sides, pair_tokenizer, sides
from training.encoder import quantise, upper_graph
from training.replies import LISTS, REPLIES, TELL_HEAT, UNLEARNT, Answered, answered, files
from training.upper import (
    HIDDEN,
    Pace,
    Upper,
    bert,
    dense_of,
    fit,
    heat_of,
    in_parallel,
    kinds_of,
    layers_of,
    mean_of,
    padded,
    quick,
    seeded,
    through,
    words_of_all,
)

_PACE = Pace(epochs=4, rate=1.5e-4, batch=24)
_SMOOTHED = 0.05
_UNTOLD = 0.5
"""How much it counts whether it can be told at all."""


@dataclass(frozen=True)
class Sample:
    """What is asked and said as the network gets it, where each option stands, what is meant."""

    given: Sides
    places: tuple[tuple[int, int], ...]
    target: int | None
    meant: tuple[bool, ...] | None


def sample(one: Answered, cutter: Any) -> Sample:
    """Return a reply as the network learns it."""
    shown = offered(one.question, one.options)
    given = sides(shown.text, one.reply, cutter)
    return Sample(given, tuple(tokens_of(shown, given)), one.target, one.meant)


class Logits(NamedTuple):
    """Of each option and of what else may be meant, of each being meant, and of none being told."""

    choice: Any
    each: Any
    unclear: Any


class Network(Upper):
    """The upper layers, and heads on each token of an option, and on the reply."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self.pick, self.meant, self.open = (torch.nn.Linear(HIDDEN, 1) for _ in range(3))
        self.whole = torch.nn.Linear(HIDDEN, len(OUTCOMES))

    def forward(self, lower: Any, kinds: Any, mask: Any, own: Any) -> tuple[Any, Any]:
        """Return the logits of each token, and those of the reply."""
        hidden, mean = self.read(lower, kinds, mask, own)
        each = torch.cat([self.pick(hidden), self.meant(hidden)], dim=-1)
        return each, torch.cat([self.whole(mean), self.open(mean)], dim=-1)


class Lower:
    """What comes below, which stays as it is."""

    def __init__(self) -> None:
        weights = words_of_all() | layers_of(FILES / reading.LOWER, range(UPPER))
        self._whole: Any = bert(weights).eval()

    def __call__(self, ids: Any, mask: Any) -> Any:
        """Return what it makes of tokens."""
        with torch.no_grad():
            embedded = self._whole.embeddings(ids)
            return through(self._whole.encoder.layer[:UPPER], embedded, mask)


def logits_of(network: Network, lower: Lower, batch: Sequence[Sample]) -> list[Logits]:
    """Return what a network makes of each of a batch."""
    ids, kinds, mask, own = padded([one.given for one in batch])
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=quick()):
        told, of_reply = network(lower(ids, mask), kinds, mask, own)
    found = list[Logits]()
    for tokens, others, one in zip(told.float(), of_reply.float(), batch, strict=True):
        options = torch.stack([tokens[first:last].mean(0) for first, last in one.places])
        choice = torch.cat([options[:, 0], others[:-1]])
        found.append(Logits(choice, options[:, 1], others[-1]))
    return found


def loss_of(logits: Logits, one: Sample) -> Any:
    """Return how far off the logits are, of one thing meant and of each being meant."""
    unclear = torch.tensor(float(one.meant is None))
    loss = _UNTOLD * functional.binary_cross_entropy_with_logits(logits.unclear, unclear)
    if one.target is not None:
        target = torch.tensor(one.target)
        loss += functional.cross_entropy(logits.choice, target, label_smoothing=_SMOOTHED)
    if one.meant is not None:
        meant = torch.tensor(one.meant, dtype=torch.float32)
        loss += functional.binary_cross_entropy_with_logits(logits.each, meant)
    return loss


def run(arguments: list[str]) -> int:
    """Fit, and write or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--held", default="")
    parser.add_argument("--epochs", type=int, default=_PACE.epochs)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--members", type=int, default=2)
    parser.add_argument("--rate", type=float, default=_PACE.rate)
    parser.add_argument("--on", action="store_true", help="go on from what ships")
    given = parser.parse_args(arguments)
    held: list[str] = [one for one in given.held.split(",") if one]
    out = {where: {*names, *held} for where, names in UNLEARNT.items()}
    learnt = [
        one
        for where, unread in out.items()
        for name in files(where)
        if name not in unread
        for one in answered(where, name)
    ]
    states = in_parallel(partial(_member, learnt, given), given.members)
    network, lower = _beginning(given), Lower()
    network.load_state_dict(mean_of(states))
    network.eval()
    heats = _heats(network, lower)
    for where, unread in out.items():
        measured = _replies_measured if where == REPLIES else _lists_measured
        for name in sorted(unread & set(files(where))):
            told = _told(network, lower, answered(where, name))
            print(where.name, name, json.dumps(measured(told, heats)), flush=True)
    if not held:
        _write(network, heats, given)
    return 0


def _heats(network: Network, lower: Lower) -> dict[str, float]:
    """Return what the logits of one being meant, and of each being meant, are divided by."""
    one, each = (
        [pair for name in TELL_HEAT[where] for pair in _told(network, lower, answered(where, name))]
        for where in (REPLIES, LISTS)
    )
    choices = [(told.choice, made.target) for told, made in one if made.target is not None]
    two = [
        (np.array([logit, 0.0]), int(not meant))
        for told, made in each
        for logit, meant in zip(told.each, made.meant or (), strict=False)
    ]
    unclear = [(np.array([told.unclear, 0.0]), int(made.meant is not None)) for told, made in each]
    return {CHOICE: heat_of(choices), "meant": heat_of(two), "open": heat_of(unclear)}


def _beginning(given: argparse.Namespace) -> Network:
    seeded(given.seed, threads=1)
    model = FILES / (MODEL if given.on else revision.MODEL)
    network = Network(layers_of(model) | kinds_of(model))
    if given.on:
        for head in (*EACH, *WHOLE):
            network.get_submodule(head).load_state_dict(dense_of(model, head))
    return network


def _member(learnt: Sequence[Answered], given: argparse.Namespace, number: int) -> dict[str, Any]:
    """Return the weights of one network, as arrays."""
    network, lower, cutter = _beginning(given), Lower(), pair_tokenizer()
    seeded(given.seed + number, threads=1)
    dice = random.Random(given.seed + number)

    def seen(epoch: int) -> list[Sample]:
        return [sample(one.shuffled(dice) if epoch else one, cutter) for one in learnt]

    def lost(batch: Sequence[Sample]) -> Any:
        return sum(map(loss_of, logits_of(network, lower, batch), batch)) / len(batch)

    pace = Pace(given.epochs, given.rate, _PACE.batch)
    fit(network, seen, lambda one: len(one.given.ids), lost, pace, dice)
    return {name: value.detach().numpy() for name, value in network.state_dict().items()}


def _told(network: Network, lower: Lower, out: Sequence[Answered]) -> list[tuple[Logits, Sample]]:
    """Return the logits of replies, and what is meant."""
    told, cutter = list[tuple[Logits, Sample]](), pair_tokenizer()
    for one in out:
        ready = sample(one, cutter)
        with torch.no_grad():
            [found] = logits_of(network, lower, [ready])
        told.append((Logits(*(part.numpy() for part in found)), ready))
    return told


def _replies_measured(
    told: Sequence[tuple[Logits, Sample]], heats: Mapping[str, float]
) -> dict[str, int]:
    """Return how many are right, and how many wrong, as asked only where they are that likely."""
    counted: Counter[str] = Counter(n=len(told))
    for (choice, _, _), right in told:
        logits = choice / heats[CHOICE]
        likely = np.exp(logits - np.logaddexp.reduce(logits))
        for least in (0.0, 0.7, 0.9):
            sure = likely.max() >= least and int(likely.argmax()) != len(likely) - 1
            found = int(likely.argmax()) if sure else len(likely) - 1
            counted[f"right from {least}"] += found == right.target
            counted[f"wrong from {least}"] += found not in {right.target, len(likely) - 1}
    return dict(counted)


def _lists_measured(
    told: Sequence[tuple[Logits, Sample]], heats: Mapping[str, float]
) -> dict[str, int]:
    """Return of how many lists just what is meant is told, and of how many something else."""
    counted: Counter[str] = Counter(n=len(told))
    for (_, each, unclear), right in told:
        likely = 1 / (1 + np.exp(-each / heats["meant"]))
        untold = 1 / (1 + np.exp(-unclear / heats["open"]))
        for least in (0.5, 0.8, 0.9):
            sure = untold <= 1 - least and all(max(one, 1 - one) >= least for one in likely)
            found = tuple(bool(one >= least) for one in likely) if sure else None
            counted[f"right from {least}"] += found == right.meant
            counted[f"wrong from {least}"] += found not in {right.meant, None}
    return dict(counted)


def _write(network: Network, heats: Mapping[str, float], given: argparse.Namespace) -> None:
    began = sha256((FILES / (MODEL if given.on else revision.MODEL)).read_bytes()).hexdigest()
    with TemporaryDirectory() as folder:
        exact = Path(folder)
        drawn = upper_graph(network.weights(), set(WHOLE), set(EACH))
        (exact / MODEL).write_bytes(drawn.SerializeToString(deterministic=True))
        quantise(exact, FILES, MODEL)
    texts = (file for folder in (REPLIES, LISTS) for file in sorted(folder.glob("*.jsonl")))
    text = b"".join(file.read_bytes() for file in texts)
    told = {
        "lower": sha256((FILES / reading.LOWER).read_bytes()).hexdigest(),
        "text": sha256(text).hexdigest(),
        "heats": dict(heats),
        "began as": began,
        "seed": given.seed,
        "members": given.members,
        "epochs": given.epochs,
        "rate": given.rate,
        "torch": torch.__version__,
        "numpy": np.__version__,
    }
    (FILES / META).write_text(json.dumps(told, indent=1) + "\n")
    print(f"{(FILES / MODEL).stat().st_size / 1e6:.2f} MB")
