"""Fits the reader: one small network for the task of a message and the spans in it.

`python -m training reader` fits on `training/reading` and the organisations' messages, and writes
`shared/understanding/reader`. It needs PyTorch and transformers (requirements-reader.txt). With
`--held second` nothing is written: what the second author wrote is kept out and measured on.
"""

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer
from torch.nn import functional
from transformers import BertModel

from shared.language.encoder import TOKENIZER
from shared.understanding.reader import LOWER, META, MODEL
from shared.understanding.revision import FILES
from shared.understanding.words import seen
from training.corpus import organisations
from training.encoder import WHEEL, Weights, download, lower_graph, quantise, upper_graph
from training.reading_text import (
    ELSEWHERE,
    Author,
    Example,
    Sentence,
    digest,
    kinds_of,
    pairs,
    sentences,
)
from training.upper import Descent, in_parallel, mean_of, quick

_HIDDEN = 384
_BATCH = 32
_MAX_TOKENS = 128
_BEFORE_WORDS = 24
_UNRELATED = 0.3
"""So many of the sentences that stand alone are read after something unrelated."""
_JOINED = 2500
_OF_ORGANISATIONS = {ELSEWHERE: 1200, "product": 250, "create_agent": 300, "update_agent": 300}
_LABELS = {
    "route": ELSEWHERE,
    "offer": ELSEWHERE,
    "query": "product",
    "create": "create_agent",
    "update": "update_agent",
}
_OURS = ("extra-workspace",)
"""An organisation whose messages are for the services themselves."""
_WORKSPACE = re.compile("mail|calendar|slack|contact|inbox|meeting|sheet|notion|wiki|action")
"""Agents of theirs that do what the services do: their messages would teach the wrong task."""


class Network(torch.nn.Module):
    """The encoder, a head on the mean of the message's tokens, and one on each token."""

    def __init__(self, published: Path, tasks: int, tags: int) -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(
            str(published), add_pooling_layer=False, attn_implementation="eager"
        )
        self.task = torch.nn.Linear(_HIDDEN, tasks)
        self.tags = torch.nn.Linear(_HIDDEN, tags)
        self.drop = torch.nn.Dropout(0.1)

    def forward(self, ids: Any, mask: Any, own: Any) -> tuple[Any, Any]:
        """Return the logits of the tasks and of each token's tags."""
        hidden = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        column = own.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * column).sum(1) / column.sum(1)
        return self.task(self.drop(mean)), self.tags(self.drop(hidden))


class Ids:
    """Examples as token ids."""

    def __init__(self, published: Path) -> None:
        self._tokenizer: Any = Tokenizer.from_file(str(published / TOKENIZER))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MAX_TOKENS)

    def of(self, one: Example) -> tuple[list[int], list[int], list[int]]:
        """Return the ids, which tokens are the message's, and each word's first token (or -1)."""
        words = [seen(word) for word in one.words]
        if one.before:
            before = [seen(word) for word in one.before[: _BEFORE_WORDS + 1]]
            encoded = self._tokenizer.encode(before, words, is_pretokenized=True)
            sequence = 1
        else:
            encoded = self._tokenizer.encode(words, is_pretokenized=True)
            sequence = 0
        own = [int(at == sequence) for at in encoded.sequence_ids]
        first: dict[int, int] = {}
        for at, (word, mine) in enumerate(zip(encoded.word_ids, own, strict=True)):
            if mine and word is not None:
                first.setdefault(word, at)
        return encoded.ids, own, [first.get(at, -1) for at in range(len(words))]


def run(arguments: list[str]) -> int:
    """Fit, and write or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--members", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--held", choices=("", "second"), default="")
    parser.add_argument("--fraction", type=float, default=1.0)
    parser.add_argument("--out", type=Path, default=FILES)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args(arguments)
    known = [*sentences(), *_from_organisations()]
    learnt = [one for one in known if not (given.held and one.second)]
    if given.fraction < 1:
        learnt = random.Random(7).sample(learnt, round(len(learnt) * given.fraction))
    kinds = kinds_of(known)
    tasks = sorted(kinds)
    spans = sorted({kind for found in kinds.values() for kind in found} | {"next"})
    tags = ["O", *(f"{part}-{kind}" for kind in spans for part in "BI")]
    with TemporaryDirectory() as folder:
        published = download(Path(folder))
        ids = Ids(published)
        network = _averaged(published, learnt, tasks, tags, given)
        if given.held:
            told = _measured(network, ids, [one for one in known if one.second], tasks, tags)
            print(json.dumps(told))
            return 0
        _write(network, given.out, kinds, tags, given)
    return 0


def _averaged(
    published: Path,
    learnt: Sequence[Sentence],
    tasks: list[str],
    tags: list[str],
    given: argparse.Namespace,
) -> Network:
    """Return the mean of some networks."""
    fitted = partial(_member, published, learnt, tasks, tags, given)
    network = Network(published, len(tasks), len(tags))
    network.load_state_dict(mean_of(in_parallel(fitted, given.members)))
    return network


def _member(
    published: Path,
    learnt: Sequence[Sentence],
    tasks: list[str],
    tags: list[str],
    given: argparse.Namespace,
    number: int,
) -> dict[str, Any]:
    """Return the weights of one network, as arrays."""
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    network = Network(published, len(tasks), len(tags))
    torch.manual_seed(given.seed + number)
    dice = random.Random(given.seed + number)
    _fit(network, Ids(published), learnt, tasks, tags, given.epochs, dice)
    return {name: value.detach().numpy() for name, value in network.state_dict().items()}


def _from_organisations() -> list[Sentence]:
    """Return the messages of the customers' organisations, as many a task as help."""
    dice, by = random.Random(3), dict[str, list[str]]()
    for organisation in organisations():
        if organisation.name in _OURS:
            continue
        for said in organisation.utterances:
            theirs = not any(_WORKSPACE.search(agent) for agent in said.agents)
            if said.label in _LABELS and theirs and not said.context:
                by.setdefault(_LABELS[said.label], []).append(said.text)
    return [
        Sentence(task, "product", "polite", "", "", text, second=False)
        for task, texts in sorted(by.items())
        for text in dice.sample(texts, min(len(texts), _OF_ORGANISATIONS[task]))
    ]


def _epoch(author: Author, learnt: Sequence[Sentence], dice: random.Random) -> list[Example]:
    others = [one for one in learnt if one.service != "public"]
    made: list[Example] = []
    for one in learnt:
        before: tuple[str, ...] = ()
        if not one.before and dice.random() < _UNRELATED:
            said = author.example(dice.choice(others))
            before = (dice.choice(("list", "item", "done", "none", "card")), *said.words)
        made.append(author.example(one, before))
    short = list(pairs(learnt))
    for _ in range(min(_JOINED, len(short))):
        first, second = author.example(dice.choice(short)), author.example(dice.choice(short))
        made.append(author.joined(first, second))
    return made


def _batches(made: list[Example], ids: Ids, dice: random.Random) -> list[list[Any]]:
    ready = [(*ids.of(one), one) for one in made]
    dice.shuffle(ready)
    width = _BATCH * 24
    ordered = [
        one
        for at in range(0, len(ready), width)
        for one in sorted(ready[at : at + width], key=lambda each: len(each[0]))
    ]
    batches = [ordered[at : at + _BATCH] for at in range(0, len(ordered), _BATCH)]
    dice.shuffle(batches)
    return batches


def _tensors(batch: Sequence[Any]) -> tuple[Any, Any, Any]:
    longest = max(len(one[0]) for one in batch)
    shape = (len(batch), longest)
    ids, mask, own = (torch.zeros(shape, dtype=torch.long) for _ in range(3))
    for row, one in enumerate(batch):
        size = len(one[0])
        ids[row, :size] = torch.tensor(one[0])
        mask[row, :size] = 1
        own[row, :size] = torch.tensor(one[1])
    return ids, mask, own


def _fit(
    network: Network,
    ids: Ids,
    learnt: Sequence[Sentence],
    tasks: list[str],
    tags: list[str],
    epochs: int,
    dice: random.Random,
) -> None:
    author = Author(dice)
    for parameter in network.encoder.embeddings.parameters():
        parameter.requires_grad = False
    groups = [
        {"params": [p for p in network.encoder.parameters() if p.requires_grad], "lr": 1.5e-4},
        {"params": [*network.task.parameters(), *network.tags.parameters()], "lr": 1e-3},
    ]
    descent, reduced = Descent(groups), quick()
    place = {tag: at for at, tag in enumerate(tags)}
    label = {task: at for at, task in enumerate(tasks)}
    began, total = time.time(), 0
    network.train()
    for epoch in range(epochs):
        batches = _batches(_epoch(author, learnt, dice), ids, dice)
        total = total or len(batches) * epochs
        losses = [0.0, 0.0]
        for batch in batches:
            inputs = _tensors(batch)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=reduced):
                task_logits, tag_logits = network(*inputs)
            wanted = torch.tensor([label[one[3].task] for one in batch])
            marks = torch.full(inputs[0].shape, -100)
            for row, one in enumerate(batch):
                for word, at in enumerate(one[2]):
                    if at >= 0:
                        marks[row, at] = place[one[3].tags[word]]
            task_loss = functional.cross_entropy(task_logits.float(), wanted, label_smoothing=0.05)
            tag_loss = functional.cross_entropy(
                tag_logits.float().reshape(-1, len(tags)), marks.reshape(-1), ignore_index=-100
            )
            descent.step(task_loss + 1.5 * tag_loss, total)
            losses[0] += task_loss.item()
            losses[1] += tag_loss.item()
        print(
            f"epoch {epoch + 1}: task {losses[0] / len(batches):.3f}, "
            f"tags {losses[1] / len(batches):.3f}, {time.time() - began:.0f} s",
            flush=True,
        )


def _measured(
    network: Network, ids: Ids, held: Sequence[Sentence], tasks: list[str], tags: list[str]
) -> dict[str, Any]:
    """Return how many tasks and whole markings of unseen sentences are right."""
    network.eval()
    author, dice = Author(random.Random(11)), random.Random(12)
    right = whole = 0
    missed: Counter[str] = Counter()
    for one in held:
        before: tuple[str, ...] = ()
        if not one.before and dice.random() < _UNRELATED:
            before = ("done", *author.example(dice.choice(held)).words)
        made = author.example(one, before)
        token_ids, own, first = ids.of(made)
        with torch.no_grad():
            task_logits, tag_logits = network(*_tensors([(token_ids, own, first, made)]))
        found = tasks[int(task_logits[0].argmax())]
        read = [tags[int(tag_logits[0, at].argmax())] if at >= 0 else "O" for at in first]
        right += found == one.task
        whole += tuple(read) == made.tags
        if found != one.task:
            missed[f"{one.task} as {found}"] += 1
    return {
        "n": len(held),
        "task": round(right / len(held), 3),
        "whole marking": round(whole / len(held), 3),
        "confusions": missed.most_common(25),
    }


def _upper(weights: Weights) -> onnx.ModelProto:
    return upper_graph(weights, {"task"}, {"tags"})


def _write(
    network: Network,
    target: Path,
    kinds: dict[str, list[str]],
    tags: list[str],
    given: argparse.Namespace,
) -> None:
    target.mkdir(parents=True, exist_ok=True)
    weights = {
        name: value.detach().float().numpy() for name, value in network.encoder.state_dict().items()
    }
    for head in ("task", "tags"):
        layer = getattr(network, head)
        weights[f"{head}.weight"] = layer.weight.detach().float().numpy()
        weights[f"{head}.bias"] = layer.bias.detach().float().numpy()
    with TemporaryDirectory() as folder:
        exact = Path(folder)
        for drawn, name in ((lower_graph, LOWER), (_upper, MODEL)):
            (exact / name).write_bytes(drawn(weights).SerializeToString(deterministic=True))
            quantise(exact, target, name)
    (target / META).write_text(
        json.dumps(
            {
                "kinds": kinds,
                "tags": tags,
                "temperature": 1.0,
                "text": digest(),
                "encoder": WHEEL,
                "seed": given.seed,
                "members": given.members,
                "epochs": given.epochs,
                "torch": torch.__version__,
                "numpy": np.__version__,
            },
            indent=1,
        )
        + "\n"
    )
