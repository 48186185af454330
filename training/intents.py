"""Fits the reading model: what a message asks for, from our own labelled text.

Whole organisations are held back from fitting and from calibration; `training.calibration`
measures on them. The parameters that ship are fitted on the rest only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import Candidate
from shared.models.reasoning import ConversationContext
from shared.reasoning.embedded.features import Said, marks_of, tokens_of, what_came_before
from shared.reasoning.embedded.intents import spelt
from shared.reasoning.embedded.reading import PARAMETERS, READINGS, Reading
from shared.understanding.folding import tidy
from training.corpus import HARDER, PLAIN, Organisation, organisations
from training.linear import Sample, fit, temperature, unseen, write

HELD_BACK = (
    "airline-ground-handling",
    "charity-ngo",
    "law-firm",
    "property",
    "supermarket",
    "university",
)

_READING: dict[str, Reading] = {
    "route": "run",
    "choice": "run",
    "offer": "run",
    "entity": "entity",
    "open": "open",
    "create_or_run": "create_or_run",
    "query": "query",
    "create": "create",
    "update": "update",
}
_TASKS = 0.25
"""What a line counts of an organisation that has harder ones only: nearly all of them are tasks."""
_FOLDS = 4


@dataclass(frozen=True)
class Example:
    """One utterance, ready to be learnt from."""

    organisation: str
    said: Said
    reading: Reading
    weight: float = 1.0


def examples(chosen: Sequence[Organisation]) -> list[Example]:
    """Return every utterance with the names of its organisation's agents masked."""
    spelling = Spelling()
    plain = {organisation.name for organisation in organisations()}
    return [
        Example(
            organisation.name,
            said,
            _READING[utterance.label],
            1.0 if organisation.name in plain else _TASKS,
        )
        for organisation in chosen
        for agents in [_candidates(organisation)]
        for utterance in organisation.utterances
        for naming in [spelt(tidy(utterance.text), agents, spelling)]
        for said in [
            Said(naming, what_came_before(ConversationContext(exchanges=utterance.context)))
        ]
    ]


def learnable() -> tuple[list[Example], list[Example]]:
    """Return the examples to learn from and those held back."""
    everyone = organisations(said=(PLAIN, HARDER))
    kept = [organisation for organisation in everyone if organisation.name in HELD_BACK]
    rest = [organisation for organisation in everyone if organisation.name not in HELD_BACK]
    return examples(rest), examples(kept)


def run(arguments: list[str]) -> int:
    """Fit and write the parameters."""
    del arguments
    learnt, _ = learnable()
    vectors = encode(learnt)
    given = samples(learnt)
    heat = temperature(given, unseen(given, vectors, _FOLDS))
    parameters = fit(given, vectors, heat)
    write(PARAMETERS, parameters)
    print(
        f"{len(learnt)} utterances, temperature {parameters.temperature:.3f}, "
        f"{PARAMETERS.stat().st_size / 1e6:.2f} MB"
    )
    return 0


def samples(given: Sequence[Example]) -> list[Sample]:
    """Return what the model is fitted on."""
    return [
        Sample(
            one.organisation,
            partial(marks_of, one.said),
            READINGS.index(one.reading),
            tokens_of(one.said.naming.masked),
            one.weight,
        )
        for one in given
    ]


def encode(given: Sequence[Example]) -> NDArray[np.float32]:
    """Return the sentence vectors of the masked texts."""
    return MiniLM().encode([example.said.naming.masked for example in given])


def _candidates(organisation: Organisation) -> tuple[Candidate, ...]:
    return tuple(
        Candidate(agent=agent.id, name=agent.name, description=agent.description, score=0)
        for agent in organisation.agents
    )
