"""Fits the encoder: a request is to be near the agent it is for, though they share no word.

What nobody of an organisation does is to be nearer to none of its agents than a bound that is
fitted along.

`python -m training nearness` fits on the organisations that have harder text, says how it does on
those that are kept for the matcher, and writes the encoder that the app reads (`--out FOLDER`:
elsewhere). What people say to nobody here is held to the vectors it had, so that what else means
the same stays near. What depends on its vectors (`matching`, `intents`, `replies`) has to be fitted
again then. It needs PyTorch and transformers (requirements-reader.txt).
"""

import argparse
import random
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import torch
from tokenizers import Tokenizer
from torch.nn import functional
from transformers import BertModel

from shared.language.encoder import FILES, MODEL, TOKENIZER, WORDS
from shared.matching.texts import texts_of
from shared.models.agent import Agent
from training.corpus import HARDER, UNSEEN, Organisation, organisations
from training.encoder import download, graph, quantise, sha256_of, words_graph
from training.reading_text import TEXTS

_STEPS = 600
_RATE = 5e-5
_WARMED = 0.1
"""The share of the steps in which the rate rises."""
_FROZEN = 2
"""So many layers stay as they were published: what is general, and what other uses rely on."""
_TEMPERATURE = 0.05
_PLAIN, _HARD, _NOBODY = 8, 20, 8
"""Messages of each kind in a step: for an agent, in harder words, and for none of them."""
_BOUND = 0.4
"""The cosine from which an agent is nearer than nobody, before it is fitted; its own rate."""
_BOUND_RATE = 2e-3
_ELSEWHERE = 24
"""Sentences for nobody here in a step, and what each that moves away costs beside a message."""
_MOVED = 5.0
_MAX_TOKENS = 48


class Message(NamedTuple):
    """What is said, and the id of the agent it is for."""

    text: str
    agent: str


class Encoder(torch.nn.Module):
    """The published encoder: one unit vector a text, the mean of its tokens'."""

    def __init__(self, published: Path) -> None:
        super().__init__()
        self.network = BertModel.from_pretrained(
            str(published), add_pooling_layer=False, attn_implementation="eager"
        )
        self._tokenizer: Any = Tokenizer.from_file(str(published / TOKENIZER))
        self._tokenizer.enable_padding()
        self._tokenizer.enable_truncation(_MAX_TOKENS)

    def forward(self, texts: Sequence[str]) -> Any:
        """Return the vectors of texts: shape (len(texts), 384)."""
        encoded = self._tokenizer.encode_batch(list(texts))
        mask = torch.tensor([one.attention_mask for one in encoded])
        ids = torch.tensor([one.ids for one in encoded])
        hidden = self.network(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        column = mask.unsqueeze(-1).float()
        return functional.normalize((hidden * column).sum(1) / column.sum(1), dim=-1)


def run(arguments: Sequence[str]) -> None:
    """Fit, say how often the nearest agent is right before and after, and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=_STEPS)
    parser.add_argument("--out", type=Path, default=FILES)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args(arguments)
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    unseen = organisations(said=[UNSEEN])
    plain = {one.name: messages(one) for one in organisations()}
    known = [
        _Known(one, plain.get(one.name, []), messages(one), nobodys(one))
        for one in organisations(said=[HARDER])
    ]
    with TemporaryDirectory() as folder:
        published = download(Path(folder))
        encoder, before = Encoder(published), Encoder(published).eval()
        _print("before", encoder, unseen)
        _fit(encoder, before, known, given.steps, random.Random(given.seed))
        _print("after", encoder, unseen)
        _write(encoder, published, given.out)
    sys.stdout.write(f"{sha256_of(given.out / MODEL)}  {MODEL}\n")


def messages(organisation: Organisation) -> list[Message]:
    """Return the messages that are for one agent, and say so by themselves."""
    return [
        Message(one.text, one.agents[0])
        for one in organisation.utterances
        if one.label == "route" and not one.context and "@" not in one.text
    ]


def nobodys(organisation: Organisation) -> list[str]:
    """Return what somebody there wants done, and none of the agents does."""
    return [one.text for one in organisation.utterances if one.label == "offer" and not one.context]


class _Known(NamedTuple):
    """An organisation that is fitted on, with its plain messages and its harder ones."""

    organisation: Organisation
    plain: Sequence[Message]
    harder: Sequence[Message]
    nobodys: Sequence[str]


def _fit(
    encoder: Encoder,
    before: Encoder,
    known: Sequence[_Known],
    steps: int,
    dice: random.Random,
) -> None:
    """Draw each message to its own agent and away from the others of its organisation.

    What nobody there does is drawn below a bound. What is for no organisation is held to the
    vectors it had `before`.
    """
    for part in (encoder.network.embeddings, *encoder.network.encoder.layer[:_FROZEN]):
        part.requires_grad_(requires_grad=False)
    learnt = [one for one in encoder.parameters() if one.requires_grad]
    bound = torch.nn.Parameter(torch.tensor(_BOUND))
    rates = (_RATE, _BOUND_RATE)
    optimiser = torch.optim.AdamW(
        [{"params": learnt}, {"params": [bound], "weight_decay": 0.0}], weight_decay=0.01
    )
    quick = torch.backends.cpu.get_cpu_capability() not in {"DEFAULT", "AVX2"}  # else emulated
    elsewhere = [
        line
        for line in (TEXTS / "public" / "clinc150.txt").read_text().splitlines()
        if line.strip()
    ]
    encoder.train()
    began, lost = time.time(), 0.0
    for step in range(steps):
        rate = min(1, (step + 1) / (_WARMED * steps)) * max(0.05, 1 - step / steps)
        for group, most in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = most * rate
        own = dice.choice(known)
        said = dice.sample(own.plain, min(_PLAIN, len(own.plain)))
        said += dice.sample(own.harder, min(_PLAIN + _HARD - len(said), len(own.harder)))
        said += [Message(text, "") for text in dice.sample(own.nobodys, _NOBODY)]
        told = [_told(agent, dice) for agent in own.organisation.agents]
        others = dice.sample(elsewhere, _ELSEWHERE)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=quick):
            vectors = encoder(
                [*(text for texts in told for text in texts), *(m.text for m in said), *others]
            )
            with torch.no_grad():
                were = before(others)
        vectors, are = vectors[:-_ELSEWHERE], vectors[-_ELSEWHERE:]
        agents = _middles(vectors, [len(texts) for texts in told])
        ids = [*(agent.id for agent in own.organisation.agents), ""]
        wanted = torch.tensor([ids.index(one.agent) for one in said])
        near = torch.cat([vectors[-len(said) :] @ agents.T, bound.expand(len(said), 1)], dim=1)
        moved = (1 - (are * were).sum(1)).mean()
        loss = functional.cross_entropy(near / _TEMPERATURE, wanted) + _MOVED * moved
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        optimiser.step()
        lost += loss.item()
        if (step + 1) % 50 == 0:
            print(
                f"step {step + 1}: {lost / 50:.3f}, bound {bound.item():.2f}, "
                f"{time.time() - began:.0f} s",
                flush=True,
            )
            lost = 0.0


def _told(agent: Agent, dice: random.Random) -> list[str]:
    """Return some of what an agent says of itself: always what it is, now and then more."""
    described, *more = texts_of(agent)
    chosen = [one.text for kind in ("skill", "example") for one in _of_kind(more, kind, dice)]
    return [described.text, *chosen]


def _of_kind(texts: Sequence[Any], kind: str, dice: random.Random) -> list[Any]:
    likely = 0.5 if kind == "skill" else 0.25
    given = [one for one in texts if one.kind == kind]
    return [dice.choice(given)] if given and dice.random() < likely else []


def _middles(vectors: Any, sizes: Sequence[int]) -> Any:
    """Return the unit vector in the middle of each agent's texts, which come one after another."""
    parts = vectors[: sum(sizes)].split(list(sizes))
    return functional.normalize(torch.stack([part.mean(0) for part in parts]), dim=-1)


def _print(when: str, encoder: Encoder, unseen: Sequence[Organisation]) -> None:
    """Say how often the nearest agent is the one meant, and how well nobody's are told apart."""
    encoder.eval()
    right = 0
    theirs, nobody = list[float](), list[float]()
    with torch.no_grad():
        for one in unseen:
            told = [[text.text for text in texts_of(agent)] for agent in one.agents]
            agents = _middles(
                torch.cat([encoder(texts) for texts in told]), [len(texts) for texts in told]
            )
            said = messages(one)
            near, nearest = (encoder([m.text for m in said]) @ agents.T).max(1)
            right += sum(one.agents[k].id == m.agent for k, m in zip(nearest, said, strict=True))
            theirs += near.tolist()
            nobody += (encoder(nobodys(one)) @ agents.T).max(1).values.tolist()
    above = sum(float(high > low) for high in theirs for low in nobody)
    sys.stdout.write(
        f"{when}: nearest agent right {right / len(theirs):.3f} of {len(theirs)} unseen lines, "
        f"{len(nobody)} for nobody told apart at an AUROC of "
        f"{above / len(theirs) / len(nobody):.3f}\n"
    )


def _write(encoder: Encoder, published: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    weights = {
        name: value.detach().float().numpy() for name, value in encoder.network.state_dict().items()
    }
    with TemporaryDirectory() as folder:
        exact = Path(folder)
        for drawn, name in ((words_graph, WORDS), (graph, MODEL)):
            (exact / name).write_bytes(drawn(weights).SerializeToString(deterministic=True))
            quantise(exact, target, name)
    if target != FILES:
        shutil.copyfile(published / TOKENIZER, target / TOKENIZER)
