"""A question and its options, made ready for reading replies to it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from shared.models.intent import Option
from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.evidence import Evidence, Written, as_written, weigh
from shared.reasoning.embedded.replying.terms import MONTH, telling, terms
from shared.understanding.folding import fold, word_set

_POSITIVE = word_set("yes ok okay sure approve confirm accept proceed allow agree")
_NEGATIVE = word_set(
    "no don't not cancel reject decline deny never keep skip leave abort stop nobody nothing"
)
_POLAR = re.compile(
    r"^(?:.*[.!:;] )?(?:shall|should|do|does|would|can|could|may|is|are|will|am|want|ready|turn"
    r"|send|delete|approve|run|proceed|continue|confirm|ok)\b"
)


@dataclass(frozen=True)
class Asked:
    """`yes` and `no` are the places, from 0, of the options that a plain yes and no choose.

    `lacks`: the kind of thing that may be told instead.
    """

    question: str
    options: Sequence[Option]
    written: Sequence[Written]
    yes: int | None
    no: int | None
    aside: frozenset[str]
    lacks: str = ""

    @cached_property
    def known(self) -> frozenset[str]:
        """The terms of all options."""
        return frozenset(term for o in self.written for term in (*o.head, *o.tail))

    @cached_property
    def dated(self) -> bool:
        """Whether an option carries a date."""
        return any(month in self.known for month in MONTH)

    @property
    def answers_yes_or_no(self) -> bool:
        """Whether one option says yes and another no."""
        return self.yes is not None and self.no is not None

    @property
    def labels(self) -> list[str]:
        """The options in full."""
        return [option.name for option in self.written]

    def weigh(self, said: str) -> Evidence:
        """Weigh the words of a reply for each option."""
        return weigh(said, self.written, self.aside)

    def chosen(self, place: int, confidence: float) -> ReplyReading:
        """Return the choice of the option at a place from 0."""
        return ReplyReading(meaning="option", option=self.options[place].id, confidence=confidence)


def asked(request: ReplyRequest) -> Asked:
    """Make a question ready."""
    options = as_written(request.options)
    first = [next(iter(terms(option.label)), "") for option in request.options]
    positive = [i for i, word in enumerate(first) if word in _POSITIVE]
    negative = [i for i, word in enumerate(first) if word in _NEGATIVE]
    polar = " or " not in request.question and bool(_POLAR.match(fold(request.question)))
    if not positive and polar:
        echoed = weigh(request.question, options)
        if echoed.margin > 0 and echoed.best not in negative:
            positive = [echoed.best]
    asks_which = not polar and " or " not in request.question
    return Asked(
        question=request.question,
        options=request.options,
        written=options,
        yes=positive[0] if len(positive) == 1 else None,
        no=negative[0] if len(negative) == 1 else None,
        aside=frozenset(telling(request.question)) if asks_which else frozenset(),
        lacks=request.lacks,
    )
