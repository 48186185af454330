"""Fits what replies to something shown want to be different (shared/understanding/revision.py).

`python -m training revision` fits on `training/data_revisions` and writes revision-int8.onnx beside
the reader, whose lower layers it begins from: whenever the reader is fitted anew, so is this. With
`--held writer_3,writer_7` nothing is written: what they wrote is kept out and measured on. It needs
PyTorch and transformers (requirements-reader.txt).
"""

import argparse
import json
import random
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional
from transformers import BertConfig, BertModel

from shared.understanding import reader as reading
from shared.understanding.reader import Reader
from shared.understanding.revision import (
    CUTS,
    FILES,
    META,
    MODEL,
    OPS,
    TAGS,
    UPPER,
    Sides,
    pair_tokenizer,
    sides,
)
from training.encoder import quantise, upper_graph
from training.revision_text import DATA, Reply, goes, replies

_HIDDEN, _LAYERS, _HEADS = 384, 6, 12
_BATCH, _EPOCHS, _RATE, _HEAD_RATE = 16, 6, 2e-4, 1e-3


@dataclass(frozen=True)
class Sample:
    """A reply as the network gets it, what the lower layers make of it, and what it should say."""

    reply: Reply
    given: Sides
    lower: Any
    roles: tuple[str, ...]
    cuts: tuple[str, ...]


def sample(reply: Reply, cutter: Any, reader: Reader) -> Sample:
    """Return a reply as the network learns it."""
    given = sides(reply.shown, reply.text, cutter)
    gone, behind = goes(reply)
    roles = _labels(given.said, ((f"{role}", a, b) for role, a, b in reply.marks))
    cuts = _labels(given.shown, (("cut", a, b) for a, b in gone))
    placed = tuple(
        "behind" if label == "O" and end == behind else label
        for label, (_, end, _) in zip(cuts, given.shown, strict=True)
    )
    return Sample(reply, given, reader.lower(given.ids, given.own)[0], roles, placed)


def _labels(
    words: Sequence[tuple[int, int, int]], marks: Iterable[tuple[str, int, int]]
) -> tuple[str, ...]:
    labels = ["O"] * len(words)
    for name, start, end in marks:
        inside = [at for at, (a, b, _) in enumerate(words) if start <= a and b <= end]
        for place, at in enumerate(inside):
            labels[at] = f"{'I' if place else 'B'}-{name}"
    return tuple(labels)


class Network(torch.nn.Module):
    """The reader's upper layers, told each token's kind, with heads of their own."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__()
        config = BertConfig(
            hidden_size=_HIDDEN,
            num_hidden_layers=_LAYERS,
            num_attention_heads=_HEADS,
            intermediate_size=4 * _HIDDEN,
            attn_implementation="eager",
        )
        whole: Any = BertModel(config, add_pooling_layer=False)
        whole.load_state_dict({k: torch.tensor(v) for k, v in weights.items()}, strict=False)
        self.layers = torch.nn.ModuleList(whole.encoder.layer[UPPER:])
        self.kinds = torch.nn.Embedding(4, _HIDDEN)
        torch.nn.init.normal_(self.kinds.weight, std=0.02)
        self.ops = torch.nn.Linear(_HIDDEN, len(OPS))
        self.roles = torch.nn.Linear(_HIDDEN, len(TAGS))
        self.cuts = torch.nn.Linear(_HIDDEN, len(CUTS))
        self.drop = torch.nn.Dropout(0.1)

    def forward(self, lower: Any, kinds: Any, mask: Any, own: Any) -> tuple[Any, Any, Any]:
        """Return the logits of the ops, of each token's role, and of whether it goes."""
        hidden = lower + self.kinds(kinds)
        hides = ((1 - mask[:, None, None, :]) * -1e4).to(hidden.dtype)
        for layer in self.layers:
            made = layer(hidden, hides)
            hidden = made[0] if isinstance(made, tuple) else made
        column = own.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * column).sum(1) / column.sum(1)
        hidden = self.drop(hidden)
        return self.ops(self.drop(mean)), self.roles(hidden), self.cuts(hidden)

    def weights(self) -> dict[str, Any]:
        """Return all that the graph is drawn from, by the names the reader's layers have."""
        named = {
            re.sub(r"^layers\.(\d+)", lambda at: f"encoder.layer.{int(at[1]) + UPPER}", name): value
            for name, value in self.state_dict().items()
        }
        return {name: value.detach().float().numpy() for name, value in named.items()}


def upper_weights(model: Path) -> dict[str, Any]:
    """Return the weights of the reader's upper layers, from its int8 graph, by PyTorch's names."""
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(model).graph.initializer}

    def exact(name: str) -> Any:
        if name in held:
            return held[name]
        zero = held[f"{name}_zero_point"].astype(np.float32)
        return (held[f"{name}_quantized"].astype(np.float32) - zero) * held[f"{name}_scale"]

    found: dict[str, Any] = {}
    for layer in range(UPPER, _LAYERS):
        at = f"encoder.layer.{layer}."
        weights = np.split(exact(f"qkv{layer}.weight"), 3, axis=1)
        biases = np.split(exact(f"qkv{layer}.bias"), 3)
        for part, weight, bias in zip(("query", "key", "value"), weights, biases, strict=True):
            found[f"{at}attention.self.{part}.weight"] = np.ascontiguousarray(weight.T)
            found[f"{at}attention.self.{part}.bias"] = bias
        for part in ("attention.output.dense", "intermediate.dense", "output.dense"):
            found[f"{at}{part}.weight"] = np.ascontiguousarray(exact(f"{at}{part}.weight").T)
            found[f"{at}{part}.bias"] = exact(f"{at}{part}.bias")
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            for kind in ("weight", "bias"):
                found[f"{at}{part}.{kind}"] = exact(f"{at}{part}.{kind}")
    return found


def run(arguments: list[str]) -> int:
    """Fit, and write or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--held", default="")
    parser.add_argument("--epochs", type=int, default=_EPOCHS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args(arguments)
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    cutter, reader = pair_tokenizer(), Reader()
    known = [sample(one, cutter, reader) for one in replies()]
    held = frozenset(filter(None, given.held.split(",")))
    learnt = [one for one in known if one.reply.writer not in held]
    network = Network(upper_weights(FILES / reading.MODEL))
    _fit(network, learnt, given.epochs, random.Random(given.seed))
    if held:
        print(json.dumps(_measured(network, [one for one in known if one.reply.writer in held])))
        return 0
    _write(network, FILES, given)
    return 0


def _tensors(batch: Sequence[Sample]) -> tuple[Any, ...]:
    longest = max(len(one.given.ids) for one in batch)
    shape = (len(batch), longest)
    lower = torch.zeros((*shape, _HIDDEN))
    kinds, mask, own = (torch.zeros(shape, dtype=torch.long) for _ in range(3))
    roles, cuts = torch.full(shape, -100), torch.full(shape, -100)
    ops = torch.zeros((len(batch), len(OPS)))
    for row, one in enumerate(batch):
        size = len(one.given.ids)
        lower[row, :size] = torch.tensor(one.lower)
        kinds[row, :size] = torch.tensor(one.given.kinds)
        own[row, :size] = torch.tensor(one.given.own)
        mask[row, :size] = 1
        for words, labels, names, target in (
            (one.given.said, one.roles, TAGS, roles),
            (one.given.shown, one.cuts, CUTS, cuts),
        ):
            for (_, _, at), label in zip(words, labels, strict=True):
                if at >= 0:
                    target[row, at] = names.index(label)
        for at, op in enumerate(OPS):
            ops[row, at] = float(op in one.reply.ops)
    return (lower, kinds, mask, own), ops, roles, cuts


def _fit(network: Network, learnt: Sequence[Sample], epochs: int, dice: random.Random) -> None:
    heads = [network.kinds, network.ops, network.roles, network.cuts]
    groups = [
        {"params": list(network.layers.parameters()), "lr": _RATE},
        {"params": [p for head in heads for p in head.parameters()], "lr": _HEAD_RATE},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    rates = [group["lr"] for group in optimiser.param_groups]
    total, step, began = epochs * -(-len(learnt) // _BATCH), 0, time.time()
    quick = torch.backends.cpu.get_cpu_capability() not in {"DEFAULT", "AVX2"}  # else emulated
    network.train()
    for epoch in range(epochs):
        ordered = sorted(learnt, key=lambda one: len(one.given.ids) + 20 * dice.random())
        batches = [ordered[at : at + _BATCH] for at in range(0, len(ordered), _BATCH)]
        dice.shuffle(batches)
        lost = 0.0
        for batch in batches:
            share = min(1, step / (0.08 * total)) * max(0.0, 1 - step / total)
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * share
            step += 1
            inputs, ops, roles, cuts = _tensors(batch)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=quick):
                op_logits, role_logits, cut_logits = network(*inputs)
            loss = 3 * functional.binary_cross_entropy_with_logits(op_logits.float(), ops)
            for weight, logits, wanted in ((1.5, role_logits, roles), (1.0, cut_logits, cuts)):
                flat = logits.float().flatten(0, 1)
                loss += weight * functional.cross_entropy(flat, wanted.flatten())
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            lost += loss.item()
        print(
            f"epoch {epoch + 1}: {lost / len(batches):.3f}, {time.time() - began:.0f} s", flush=True
        )


def _measured(network: Network, held: Sequence[Sample]) -> dict[str, Any]:
    """Return how often all that a reply does, all of its marks and all that goes are right."""
    network.eval()
    right = {"ops": 0, "marks": 0, "cuts": 0, "cuts where some": 0}
    some = 0
    for one in held:
        inputs, ops, roles, cuts = _tensors([one])
        with torch.no_grad():
            op_logits, role_logits, cut_logits = network(*inputs)
        right["ops"] += bool(((op_logits[0] > 0) == (ops[0] > 0)).all())
        marked = role_logits[0].argmax(-1)
        right["marks"] += bool(((marked == roles[0]) | (roles[0] < 0)).all())
        gone = cut_logits[0].argmax(-1)
        whole = bool(((gone == cuts[0]) | (cuts[0] < 0)).all())
        right["cuts"] += whole
        cut = any(label != "O" for label in one.cuts)
        some, right["cuts where some"] = some + cut, right["cuts where some"] + (whole and cut)
    return {"n": len(held), "where some": some, **right}


def _write(network: Network, target: Path, given: argparse.Namespace) -> None:
    with TemporaryDirectory() as folder:
        exact = Path(folder)
        drawn = upper_graph(network.weights()).SerializeToString(deterministic=True)
        (exact / MODEL).write_bytes(drawn)
        quantise(exact, target, MODEL)
    text = b"".join(one.read_bytes() for one in sorted(DATA.glob("*.tsv")))
    told = {
        "reader": sha256((target / reading.MODEL).read_bytes()).hexdigest(),
        "text": sha256(text).hexdigest(),
        "seed": given.seed,
        "epochs": given.epochs,
        "torch": torch.__version__,
        "numpy": np.__version__,
    }
    (target / META).write_text(json.dumps(told, indent=1) + "\n")
    print(f"{(target / MODEL).stat().st_size / 1e6:.2f} MB")
