"""Write the examples that models are shown: sentences the reader learnt from, planned.

`python -m training examples`: of each task, a few plain sentences and the calls that the embedded
planner makes of them, as a model has to answer them.
"""

import asyncio
import json
import random
import re
from collections.abc import Iterable, Sequence

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.embedded.planning.command import AGENT_OF
from shared.reasoning.examples import FILE
from shared.reasoning.offering import in_order
from shared.understanding.reader import Reader
from shared.workspace.registry import SERVICES, TOOLS
from training.reading_text import Author, Sentence, sentences

OF_EACH = 3
"""Examples of a task."""
VOICES = ("brisk", "polite")
TODAY = "2026-11-27"
SEED = 7
_BEFORE_SIGN = re.compile(r" ([.,:;?!])")
_MOST = 12
"""Words of a sentence; longer ones teach nothing more."""


def run(arguments: list[str]) -> int:
    """Write the examples and print how many there are."""
    del arguments
    made = asyncio.run(_made())
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in made)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(made)} examples of {len({str(one['task']) for one in made})} tasks in {FILE}")
    return 0


async def _made() -> list[dict[str, Json]]:
    reader = Reader()
    reasoner = EmbeddedReasoner(MiniLM(), Spelling(), reader)
    author = Author(random.Random(SEED))
    tools = {service.agent.id: service.agent.tools for service in SERVICES}
    found: list[dict[str, Json]] = []
    for task in sorted(AGENT_OF):
        kept: list[dict[str, Json]] = []
        for said in _said(task, author, reader):
            agent = AGENT_OF[task]
            specs = tuple(TOOLS[name].spec for name in tools[agent])
            request = PlanRequest(agent=agent, command=said, today=TODAY, tools=specs)
            planned = (await reasoner.plan_tools(request)).value
            if planned.steps and all(map(_plain, planned.steps)):
                kept.append({"task": task, "said": said, "calls": _calls(planned.steps)})
            if len(kept) == OF_EACH:
                break
        found += kept
    return found


def _said(task: str, author: Author, reader: Reader) -> Iterable[str]:
    """Yield sentences of a task that stand alone and are read as what they are."""
    for one in sentences():
        if one.task == task and one.voice in VOICES and not one.before and not _points(one):
            words = author.example(one).words
            said = _BEFORE_SIGN.sub(r"\1", " ".join(words))
            reading = reader.read(said)
            if len(words) <= _MOST and reading.task == task and reading.sure > 0.8:
                yield said


def _points(one: Sentence) -> bool:
    return "{which" in one.text


def _plain(step: PlannedStep) -> bool:
    """Whether a step has no id in it that only this plan knows."""
    return "\ufdd0" not in json.dumps(step.arguments)


def _calls(steps: Sequence[PlannedStep]) -> list[dict[str, Json]]:
    return [{"tool": step.tool, "arguments": _shown(step)} for step in steps]


def _shown(step: PlannedStep) -> Json:
    return json.loads(json.dumps(in_order(step.tool, step.arguments)))
