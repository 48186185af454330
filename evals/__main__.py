"""`python -m evals`: judge what the product understands on labelled files."""

import argparse
import asyncio
import json
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

from evals import crowd, page, reading
from evals.crowd import judge_crowd
from evals.datasets import DATA, BadData, LabelledAction, LabelledReply, load, load_tenant
from evals.decisions import judge_decisions
from evals.decisions_set import load_decisions
from evals.everyday.cases import CONVERSATIONS, PARAPHRASES
from evals.everyday.judging import PATIENCE_S, Asked, judge_everyday
from evals.outcome import Outcome
from evals.report import machine, today
from evals.revisions import FILE as REVISIONS
from evals.revisions import judge_revisions, load_revisions
from evals.routing import judge_all, judge_tenants
from evals.routing_sets import load_routing
from evals.runs import judge_actions, judge_replies
from evals.tally import Tally
from evals.world import organisation
from host.settings import read_settings
from host.wiring import reasoner, sentence_encoder
from shared.errors import Misconfigured, Upstream
from shared.ports import Encoder
from shared.understanding.reader import FILES

EXAMPLES = 5
"""Examples an agent is given unless told otherwise."""
SIZE, SEED = 20, 7
"""Agents of the random organisations that `all` judges, and what they are drawn with."""
_UPSTREAM_FAILED, _UNUSABLE = 1, 2
"""Exit codes."""


def main(
    arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ
) -> int:
    """Run one evaluation, or all of them, and print tables and a last line of JSON."""
    chosen = _parser().parse_args(arguments)
    logging.getLogger().setLevel(logging.ERROR)  # the SDK warns of each function without a route
    try:
        outcomes = asyncio.run(_judge(chosen, environment))
    except (BadData, Misconfigured) as problem:
        print(problem, file=sys.stderr)
        return _UNUSABLE
    except Upstream as failure:
        print(f"the reasoner failed: {failure}", file=sys.stderr)
        return _UPSTREAM_FAILED
    print(f"{today()}, {machine()}\n")
    for outcome in outcomes:
        print(outcome.render(), end="\n\n")
        if chosen.errors:
            print("\n".join(outcome.misjudged), end="\n\n")
    if chosen.what == "all":
        page.PAGE.write_text(page.render(outcomes, chosen.reasoner, SIZE))
        print(json.dumps({outcome.name: outcome.summary() for outcome in outcomes}))
    else:
        print(json.dumps(outcomes[0].summary()))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m evals", description=__doc__)
    sets = parser.add_subparsers(dest="what", required=True)
    for name, about in (
        ("actions", "what messages ask for"),
        ("replies", "what replies to questions mean"),
        ("routing", "which agent messages are for"),
        ("decisions", "where messages go in a conversation"),
        ("revisions", "what replies to cards want different"),
        ("crowd", "what people of public collections say, one message each"),
        ("reading", "the task of a message, and its marked words"),
        ("everyday", "what everyday requests leave behind, on a dev host of its own"),
        ("all", "everything on evals/data, and write docs/accuracy.md"),
    ):
        one = sets.add_parser(name, help=about)
        if name == "routing":
            one.add_argument("folder", type=Path, help="a routing set; evals/data/README.md")
            one.add_argument("--examples", type=_count, default=EXAMPLES, help="examples an agent")
            one.add_argument("--agents", type=_count, help="judge random organisations this large")
            one.add_argument("--seed", type=int, default=SEED, help="what those are drawn with")
        elif name == "everyday":
            one.add_argument("file", type=Path, nargs="?", default=PARAPHRASES, help="requests")
            one.add_argument("--limit", type=_count, help="judge only so many, from the first")
            one.add_argument("--base-url", default="", help="the model's server, with its /v1")
            one.add_argument("--model", default="", help="the model's name there")
            one.add_argument("--patience", type=_seconds, default=PATIENCE_S, help="for each call")
            one.add_argument("--results", type=Path, help="keep each conversation here; go on")
        elif name == "reading":
            one.add_argument("file", type=Path, nargs="?", default=reading.FOLDER, help="sentences")
            one.add_argument("--model", type=Path, default=FILES, help="the reader's folder")
        elif name == "revisions":
            one.add_argument("file", type=Path, nargs="?", default=REVISIONS, help="replies")
        elif name == "crowd":
            one.add_argument("folder", type=Path, nargs="?", default=crowd.FOLDER, help="lines")
            one.add_argument("--limit", type=_count, help="judge only so many of each file")
        elif name != "all":
            one.add_argument("file", type=Path, help="a labelled file; evals/data/README.md")
        if name == "decisions":
            one.add_argument("--tenants", type=Path, required=True, help="their organisations")
        reasoners = ("embedded", "openai", "cascade")
        one.add_argument("--reasoner", choices=reasoners, default="embedded")
        one.add_argument("--errors", action="store_true", help="print what was misjudged, too")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no count")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


async def _judge(chosen: argparse.Namespace, environment: Mapping[str, str]) -> list[Outcome]:
    name: str = chosen.reasoner
    if chosen.what == "everyday":
        return [await judge_everyday(_asked(chosen, environment), chosen.file, chosen.limit)]
    if chosen.what == "reading":
        return [reading.judge_reading(chosen.file, chosen.model)]
    unlimited = {**environment, "REASONER": name, "MODEL_CALLS_PER_MINUTE": "0"}
    judge = _Judge(name, Tally(reasoner(read_settings(unlimited))), sentence_encoder())
    match chosen.what:
        case "actions":
            return [await judge.actions(chosen.file)]
        case "replies":
            return [await judge.replies(chosen.file)]
        case "revisions":
            return [await judge.revisions(chosen.file)]
        case "routing":
            return [await judge.routing(chosen.folder, chosen.examples, chosen.agents, chosen.seed)]
        case "crowd":
            return [await judge.crowd(chosen.folder, chosen.limit)]
        case "decisions":
            return [await judge.decisions(chosen.file, chosen.tenants)]
        case _:
            return await judge.everything()


def _asked(chosen: argparse.Namespace, environment: Mapping[str, str]) -> Asked:
    """Return who is to be judged: the model of the options, or else of the environment."""
    given = {"OPENAI_BASE_URL": chosen.base_url, "OPENAI_MODEL": chosen.model}
    settings = {name: value for name, value in given.items() if value}
    model = ""
    if chosen.reasoner != "embedded":
        model = read_settings({**environment, **settings, "REASONER": chosen.reasoner}).openai_model
    return Asked(chosen.reasoner, model, settings, chosen.patience, chosen.results)


class _Judge:
    """Reads labelled files and judges one reasoner on them."""

    def __init__(self, name: str, tally: Tally, encoder: Encoder) -> None:
        self._name = name
        self._tally = tally
        self._encoder = encoder

    async def actions(self, file: Path) -> Outcome:
        data = load(file, LabelledAction)
        world = await organisation(load_tenant(), self._tally, self._encoder)
        return self._with_costs(await judge_actions(world, self._name, data))

    async def replies(self, file: Path) -> Outcome:
        data = load(file, LabelledReply)
        return self._with_costs(await judge_replies(self._tally, self._name, data))

    async def revisions(self, file: Path) -> Outcome:
        data = load_revisions(file)
        return self._with_costs(await judge_revisions(self._tally, self._name, data))

    async def decisions(self, file: Path, tenants: Path) -> Outcome:
        data = load_decisions(file, tenants)
        judged = judge_decisions(data, self._tally, self._encoder, self._name)
        return self._with_costs(await judged)

    async def crowd(self, folder: Path = crowd.FOLDER, limit: int | None = None) -> Outcome:
        return self._with_costs(await judge_crowd(self._tally, self._name, folder, limit))

    async def routing(self, folder: Path, examples: int, size: int | None, seed: int) -> Outcome:
        """Judge discovery, which no model takes part in."""
        data = load_routing(folder, examples)
        if size is None:
            return await judge_all(data, self._tally, self._encoder)
        return await judge_tenants(data, self._tally, self._encoder, size, seed)

    async def everything(self) -> list[Outcome]:
        """Judge everything in evals/data; conversations are had with a dev host of their own."""
        return [
            await self.actions(DATA / "actions.jsonl"),
            await self.replies(DATA / "replies.jsonl"),
            await self.decisions(DATA / "decisions.jsonl", DATA / "tenants.json"),
            *[
                await self.routing(folder, examples, size, SEED)
                for folder in sorted((DATA / "routing").iterdir())
                for size in (None, SIZE)
                for examples in (EXAMPLES, 0)
            ],
            await self.revisions(REVISIONS),
            await self.crowd(),
            *([reading.judge_reading()] if any(reading.FOLDER.glob("*.tsv")) else []),
            *[
                await judge_everyday(Asked(self._name), file)
                for file in sorted(CONVERSATIONS.glob("*.jsonl"))
            ],
        ]

    def _with_costs(self, outcome: Outcome) -> Outcome:
        return replace(outcome, notes=(*outcome.notes, *self._tally.notes()))


if __name__ == "__main__":
    raise SystemExit(main())
