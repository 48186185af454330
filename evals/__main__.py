"""`python -m evals`: judge the reasoner on labelled files."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from evals import page
from evals.datasets import DATA, BadData, LabelledAction, LabelledReply, load, load_tenant
from evals.outcome import Outcome
from evals.report import machine, today
from evals.runs import judge_actions, judge_replies
from host.settings import read_settings
from host.wiring import reasoner
from shared.errors import Misconfigured, Upstream

_UPSTREAM_FAILED, _UNUSABLE = 1, 2
"""Exit codes."""


def main(
    arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ
) -> int:
    """Run one evaluation, or all of them, and print tables and a last line of JSON."""
    chosen = _parser().parse_args(arguments)
    try:
        outcomes = asyncio.run(_judge(chosen, environment))
    except (BadData, Misconfigured) as problem:
        print(problem, file=sys.stderr)
        return _UNUSABLE
    except Upstream as failure:
        print(f"the reasoner failed: {failure}", file=sys.stderr)
        return _UPSTREAM_FAILED
    print(f"{today()}, {machine()}\n")
    print("\n\n".join(outcome.render() for outcome in outcomes), end="\n\n")
    summaries = {outcome.name: outcome.summary() for outcome in outcomes}
    if chosen.what == "all":
        page.PAGE.write_text(page.render(outcomes))
        print(json.dumps(summaries))
    else:
        print(json.dumps(summaries[chosen.what]))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m evals", description=__doc__)
    sets = parser.add_subparsers(dest="what", required=True)
    for name, about in (
        ("actions", "what messages ask for"),
        ("replies", "what replies to questions mean"),
        ("all", "both on evals/data, and write docs/accuracy.md"),
    ):
        one = sets.add_parser(name, help=about)
        if name != "all":
            one.add_argument("file", type=Path, help="a labelled file; evals/data/README.md")
        one.add_argument("--reasoner", choices=("embedded", "openai"), default="embedded")
    return parser


async def _judge(chosen: argparse.Namespace, environment: Mapping[str, str]) -> list[Outcome]:
    name: str = chosen.reasoner
    thinking = reasoner(read_settings({**environment, "REASONER": name}))
    outcomes: list[Outcome] = []
    if chosen.what != "replies":
        path = DATA / "actions.jsonl" if chosen.what == "all" else chosen.file
        actions = load(path, LabelledAction)
        outcomes.append(await judge_actions(thinking, name, actions, load_tenant()))
    if chosen.what != "actions":
        path = DATA / "replies.jsonl" if chosen.what == "all" else chosen.file
        outcomes.append(await judge_replies(thinking, name, load(path, LabelledReply)))
    return outcomes


if __name__ == "__main__":
    raise SystemExit(main())
