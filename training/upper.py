"""What the networks that read two sides have in common: layers over the reader's lower ones."""

import random
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig, BertModel

from shared.language import encoder
from shared.understanding.revision import UPPER, Sides

HIDDEN = 384
_LAYERS, _HEADS, _WORDS = 6, 12, 30522
_HEADS_FASTER = 5

T = TypeVar("T")


class Pace(NamedTuple):
    """How often all is seen, how fast the layers learn (heads are faster), how many at a time."""

    epochs: int
    rate: float
    batch: int


class Upper(torch.nn.Module):
    """The upper layers, told each token's kind; heads are of those that come from this."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList(bert(weights).encoder.layer[UPPER:])
        self.kinds = torch.nn.Embedding(4, HIDDEN)
        if "kinds.weight" in weights:
            self.kinds.weight.data = torch.tensor(weights["kinds.weight"])
        else:
            torch.nn.init.normal_(self.kinds.weight, std=0.02)
        self.drop = torch.nn.Dropout(0.1)

    def read(self, lower: Any, kinds: Any, mask: Any, own: Any) -> tuple[Any, Any]:
        """Return what stands for each token, and for all that is said."""
        hidden: Any = through(self.layers, lower + self.kinds(kinds), mask)
        column = own.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * column).sum(1) / column.sum(1)
        return self.drop(hidden), self.drop(mean)

    def weights(self) -> dict[str, Any]:
        """Return all that the graph is drawn from, by the names the reader's layers have."""
        named = {
            re.sub(r"^layers\.(\d+)", lambda at: f"encoder.layer.{int(at[1]) + UPPER}", name): value
            for name, value in self.state_dict().items()
        }
        return {name: value.detach().float().numpy() for name, value in named.items()}


def bert(weights: Mapping[str, Any]) -> Any:
    """Return the published architecture with some weights."""
    config = BertConfig(
        hidden_size=HIDDEN,
        num_hidden_layers=_LAYERS,
        num_attention_heads=_HEADS,
        intermediate_size=4 * HIDDEN,
        vocab_size=_WORDS,
        attn_implementation="eager",
    )
    whole: Any = BertModel(config, add_pooling_layer=False)
    whole.load_state_dict({k: torch.tensor(v) for k, v in weights.items()}, strict=False)
    return whole


def through(layers: Iterable[Any], given: Any, mask: Any) -> Any:
    """Return what some layers make of the vectors of tokens, of which some are padding."""
    hidden: Any = given
    hides = ((1 - mask[:, None, None, :]) * -1e4).to(hidden.dtype)
    for layer in layers:
        made: Any = layer(hidden, hides)
        hidden = made[0] if isinstance(made, tuple) else made
    return hidden


def padded(batch: Sequence[Sides]) -> tuple[Any, Any, Any, Any]:
    """Return the ids of some texts, the kind of each token, which are text, and which are said."""
    shape = (len(batch), max(len(one.ids) for one in batch))
    ids, kinds, mask, own = (torch.zeros(shape, dtype=torch.long) for _ in range(4))
    for row, one in enumerate(batch):
        size = len(one.ids)
        ids[row, :size] = torch.tensor(one.ids)
        kinds[row, :size] = torch.tensor(one.kinds)
        own[row, :size] = torch.tensor(one.own)
        mask[row, :size] = 1
    return ids, kinds, mask, own


def layers_of(model: Path, layers: Iterable[int] = range(UPPER, _LAYERS)) -> dict[str, Any]:
    """Return the weights of some layers, from an int8 graph, by PyTorch's names."""
    exact = _exact(model)
    found: dict[str, Any] = {}
    for layer in layers:
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


def dense_of(model: Path, name: str) -> dict[str, Any]:
    """Return the weights of a head."""
    exact = _exact(model)
    weight = np.ascontiguousarray(exact(f"{name}.weight").T)
    return {"weight": torch.tensor(weight), "bias": torch.tensor(exact(f"{name}.bias"))}


def kinds_of(model: Path) -> dict[str, Any]:
    """Return what a network that reads two sides adds for each token's kind."""
    return {"kinds.weight": _exact(model)("kinds.weight")}


def words_of_all() -> dict[str, Any]:
    """Return the table of words that all networks have, by PyTorch's names."""
    exact = _exact(encoder.FILES / encoder.WORDS)
    norm = {f"embeddings.LayerNorm.{part}": exact(f"embeddings.LayerNorm.{part}")
            for part in ("weight", "bias")}  # fmt: skip
    return {
        **norm,
        "embeddings.word_embeddings.weight": exact("words"),
        "embeddings.position_embeddings.weight": exact("positions"),
        "embeddings.token_type_embeddings.weight": np.zeros((2, HIDDEN), np.float32),
    }


def _exact(model: Path) -> Callable[[str], Any]:
    held = {one.name: numpy_helper.to_array(one) for one in onnx.load(model).graph.initializer}

    def exact(name: str) -> Any:
        if name in held:
            return np.array(held[name])
        zero = held[f"{name}_zero_point"].astype(np.float32)
        return (held[f"{name}_quantized"].astype(np.float32) - zero) * held[f"{name}_scale"]

    return exact


def quick() -> bool:
    """Whether this processor computes with 16 bits, rather than only emulates that."""
    return torch.backends.cpu.get_cpu_capability() not in {"DEFAULT", "AVX2"}


class Descent:
    """Steps of AdamW over groups of parameters: small at first, then smaller and smaller."""

    def __init__(self, groups: Sequence[dict[str, Any]]) -> None:
        self._optimiser: Any = torch.optim.AdamW(groups, weight_decay=0.01)
        self._rates = [group["lr"] for group in self._optimiser.param_groups]
        self._steps = 0

    def step(self, loss: Any, total: int) -> None:
        """Go one step of so many."""
        share = min(1, self._steps / (0.08 * total)) * max(0.0, 1 - self._steps / total)
        for group, rate in zip(self._optimiser.param_groups, self._rates, strict=True):
            group["lr"] = rate * share
        self._steps += 1
        self._optimiser.zero_grad()
        loss.backward()
        moved = [one for group in self._optimiser.param_groups for one in group["params"]]
        torch.nn.utils.clip_grad_norm_(moved, 1.0)
        self._optimiser.step()


def fit(
    network: Upper,
    seen: Callable[[int], Sequence[T]],
    tokens: Callable[[T], int],
    lost: Callable[[Sequence[T]], Any],
    pace: Pace,
    dice: random.Random,
) -> None:
    """Fit a network to what it sees in each epoch, numbered from 0.

    `lost` is the loss of a batch, whose texts have about as many tokens each.
    """
    layers = list(network.layers.parameters())
    others = {id(one) for one in layers}
    groups = [
        {"params": layers, "lr": pace.rate},
        {
            "params": [one for one in network.parameters() if id(one) not in others],
            "lr": _HEADS_FASTER * pace.rate,
        },
    ]
    descent, began = Descent(groups), time.time()
    network.train()
    for epoch in range(pace.epochs):
        ordered = sorted(seen(epoch), key=lambda one: tokens(one) + 20 * dice.random())
        batches = [ordered[at : at + pace.batch] for at in range(0, len(ordered), pace.batch)]
        dice.shuffle(batches)
        total, together = pace.epochs * len(batches), 0.0
        for each in batches:
            loss = lost(each)
            descent.step(loss, total)
            together += loss.item()
        print(
            f"epoch {epoch + 1}: {together / len(batches):.3f}, {time.time() - began:.0f} s",
            flush=True,
        )


def seeded(seed: int, threads: int) -> None:
    """Begin anew with what is drawn, and use so many threads."""
    torch.set_num_threads(threads)
    torch.manual_seed(seed)


def heat_of(told: Sequence[tuple[Any, int]]) -> float:
    """Return what logits are to be divided by so that what is meant is likeliest."""

    def loss(heat: float) -> float:
        scaled = [(logits / heat, right) for logits, right in told]
        return sum(np.logaddexp.reduce(one) - one[right] for one, right in scaled)

    return float(min(np.linspace(0.5, 4.0, 71), key=loss)) if told else 1.0


def in_parallel(fitted: Callable[[int], dict[str, Any]], members: int) -> list[dict[str, Any]]:
    """Return what some networks were fitted to, each in a process of its own."""
    with ProcessPoolExecutor(members, get_context("spawn")) as pool:
        return list(pool.map(fitted, range(members)))


def mean_of(states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the mean of networks that began alike and saw the examples in other orders.

    It errs less than each of them (M. Wortsman et al., "Model soups", 2022), and is as quick.
    """
    return {
        name: torch.tensor(np.mean([state[name] for state in states], axis=0)) for name in states[0]
    }
