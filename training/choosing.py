"""Fits which of the options a question offers a reply means (shared/understanding/choosing.py).

`python -m training choosing` fits on `training/data_replies` and writes choice-int8.onnx beside the
reader, whose lower layers it begins from; its own begin as those of the network that reads replies
to cards. Whenever these are fitted anew, so is this. With `--held writer_11` nothing is written:
what they wrote is kept out, too, and measured on. It needs PyTorch and transformers
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
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from shared.understanding import reader as reading
from shared.understanding import revision
from shared.understanding.choosing import HEAT, META, MODEL, OUTCOMES, offered, tokens_of
from shared.understanding.revision import FILES, UPPER, Sides, pair_tokenizer, sides
from training.encoder import quantise, upper_graph
from training.replies import DATA, UNLEARNT, Answered, answered, files
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

_OUT = ("held_back", "writer_13")
"""Files that are not learnt from, for how sure the network may be."""
_PACE = Pace(epochs=4, rate=1.5e-4, batch=24)
_SMOOTHED = 0.05


@dataclass(frozen=True)
class Sample:
    """What is asked and said as the network gets it, where each option stands, what is meant."""

    given: Sides
    places: tuple[tuple[int, int], ...]
    target: int


def sample(one: Answered, cutter: Any) -> Sample:
    """Return a reply as the network learns it."""
    shown = offered(one.question, one.options)
    given = sides(shown.text, one.reply, cutter)
    return Sample(given, tuple(tokens_of(shown, given)), one.target)


class Network(Upper):
    """The upper layers, a head on each token of an option, and one on the reply."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self.pick = torch.nn.Linear(HIDDEN, 1)
        self.whole = torch.nn.Linear(HIDDEN, len(OUTCOMES))

    def forward(self, lower: Any, kinds: Any, mask: Any, own: Any) -> tuple[Any, Any]:
        """Return the logits of each token, and those of what else a reply may be."""
        hidden, mean = self.read(lower, kinds, mask, own)
        return self.pick(hidden).squeeze(-1), self.whole(mean)


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


def logits_of(network: Network, lower: Lower, batch: Sequence[Sample]) -> list[Any]:
    """Return, of each of a batch, the logits of its options and of what else it may mean."""
    ids, kinds, mask, own = padded([one.given for one in batch])
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=quick()):
        pick, whole = network(lower(ids, mask), kinds, mask, own)
    return [
        torch.cat([*(tokens[a:b].mean().view(1) for a, b in one.places), outcomes]).float()
        for tokens, outcomes, one in zip(pick, whole, batch, strict=True)
    ]


def run(arguments: list[str]) -> int:
    """Fit, and write or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--held", default="")
    parser.add_argument("--epochs", type=int, default=_PACE.epochs)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--members", type=int, default=2)
    parser.add_argument("--on", action="store_true", help="go on from what ships, half as fast")
    given = parser.parse_args(arguments)
    held: list[str] = [one for one in given.held.split(",") if one]
    learnt = [
        one for name in files() if name not in {*UNLEARNT, *_OUT, *held} for one in answered(name)
    ]
    states = in_parallel(partial(_member, learnt, given), given.members)
    network, lower = _beginning(given), Lower()
    network.load_state_dict(mean_of(states))
    network.eval()
    heat = heat_of(_told(network, lower, [one for name in _OUT for one in answered(name)]))
    for name in (*_OUT, *held, *UNLEARNT):
        told = _told(network, lower, answered(name))
        print(name, json.dumps(_measured(told, heat)), flush=True)
    if not held:
        _write(network, heat, given)
    return 0


def _beginning(given: argparse.Namespace) -> Network:
    seeded(given.seed, threads=1)
    model = FILES / (MODEL if given.on else revision.MODEL)
    network = Network(layers_of(model) | kinds_of(model))
    if given.on:
        network.pick.load_state_dict(dense_of(model, "pick"))
        network.whole.load_state_dict(dense_of(model, "whole"))
    return network


def _member(learnt: Sequence[Answered], given: argparse.Namespace, number: int) -> dict[str, Any]:
    """Return the weights of one network, as arrays."""
    network, lower, cutter = _beginning(given), Lower(), pair_tokenizer()
    seeded(given.seed + number, threads=1)
    dice = random.Random(given.seed + number)

    def seen(epoch: int) -> list[Sample]:
        return [sample(one.shuffled(dice) if epoch else one, cutter) for one in learnt]

    def lost(batch: Sequence[Sample]) -> Any:
        each = zip(logits_of(network, lower, batch), batch, strict=True)
        return sum(
            functional.cross_entropy(logits, torch.tensor(one.target), label_smoothing=_SMOOTHED)
            for logits, one in each
        ) / len(batch)

    pace = Pace(given.epochs, _PACE.rate / 2 if given.on else _PACE.rate, _PACE.batch)
    fit(network, seen, lambda one: len(one.given.ids), lost, pace, dice)
    return {name: value.detach().numpy() for name, value in network.state_dict().items()}


def _told(network: Network, lower: Lower, out: Sequence[Answered]) -> list[tuple[Any, int]]:
    """Return the logits of replies, and the place of what is meant."""
    told, cutter = list[tuple[Any, int]](), pair_tokenizer()
    for one in out:
        ready = sample(one, cutter)
        with torch.no_grad():
            told.append((logits_of(network, lower, [ready])[0].numpy(), ready.target))
    return told


def _measured(told: Sequence[tuple[Any, int]], heat: float) -> dict[str, int]:
    """Return how many are right, and how many wrong, as asked only where they are that likely."""
    counted: Counter[str] = Counter(n=len(told))
    for logits, right in told:
        likely = np.exp(logits / heat - np.logaddexp.reduce(logits / heat))
        for least in (0.0, 0.7, 0.9):
            sure = likely.max() >= least and int(likely.argmax()) != len(likely) - 1
            found = int(likely.argmax()) if sure else len(likely) - 1
            counted[f"right from {least}"] += found == right
            counted[f"wrong from {least}"] += found not in {right, len(likely) - 1}
    return dict(counted)


def _write(network: Network, heat: float, given: argparse.Namespace) -> None:
    began = sha256((FILES / (MODEL if given.on else revision.MODEL)).read_bytes()).hexdigest()
    with TemporaryDirectory() as folder:
        exact = Path(folder)
        drawn = upper_graph(network.weights(), {"whole"}, {"pick"})
        (exact / MODEL).write_bytes(drawn.SerializeToString(deterministic=True))
        quantise(exact, FILES, MODEL)
    text = b"".join(file.read_bytes() for file in sorted(DATA.glob("*.jsonl")))
    told = {
        "lower": sha256((FILES / reading.LOWER).read_bytes()).hexdigest(),
        "text": sha256(text).hexdigest(),
        "heats": {HEAT: heat},
        "began as": began,
        "seed": given.seed,
        "members": given.members,
        "epochs": given.epochs,
        "torch": torch.__version__,
        "numpy": np.__version__,
    }
    (FILES / META).write_text(json.dumps(told, indent=1) + "\n")
    print(f"{(FILES / MODEL).stat().st_size / 1e6:.2f} MB")
