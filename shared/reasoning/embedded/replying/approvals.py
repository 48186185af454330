"""What is said to a card: yes, no, differently, later, a question about it, or something else.

The revision network tells, by all the words and what is shown. That it takes a reply for an
agreement makes it none: see `decisions.agreement`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from shared.decisions.agreement import plainly_agrees
from shared.decisions.replies import ALL
from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.instead import orders_instead
from shared.reasoning.embedded.replying.rules import UNCLEAR
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.terms import telling
from shared.reasoning.embedded.replying.verdicts import (
    asking,
    split_none,
    split_verdict,
    turned_off,
)
from shared.reasoning.embedded.replying.waiting import read_waiting
from shared.reasoning.embedded.revising import goes_on, likely_changes
from shared.reasoning.embedded.revising.call import PEOPLE, Call
from shared.reasoning.embedded.revising.cards import card_of
from shared.understanding.cards import AS_SHOWN, TASK_OF, said_over
from shared.understanding.closing import is_how, other_way
from shared.understanding.drafts import of_draft
from shared.understanding.folding import fold
from shared.understanding.heads import Stance
from shared.understanding.reader import Reader
from shared.understanding.said import said_in
from shared.understanding.steps import REPLY, SEND

_ALL = re.compile(
    r"\b(?:both|neither|none|nothing|(?<!\bat )all|everything|anything|(?:any|either) of)\b"
)
"""That a refusal is of all that was ordered."""
_LATER = re.compile(r"\b(?:now|yet|off|today)\b")
"""What makes a plain no one for the moment only."""
_MAY_IT = re.compile(
    r"(?:(?:and|so|or|but|ok|hm+)\b[\s,]*)*(?:can|could|may|might|would|should|shall)"
    r" (?!you\b|i\b|we\b|u\b)"
)
"""How it is asked whether something may be so: with what is to be so, a wish."""
_YET = re.compile(r"(?:^|[.!?;,] +)(?:please )?(?:not|don't|do not)\b[^.!?;,]*\byet\b")
"""How it is said that something is not to be done for the moment."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_HESITATES = re.compile(r"(?:(?:h+m+|u+h*m*|e+r*m*|oh|ah|well)\b|\W)*")
"""What is said while somebody thinks, and says nothing yet."""
_TURNED_DOWN = 0.7
"""How likely what is kept as a draft has to be refused not to be kept at all."""
_CHANGES, _RATHER = 0.85, 1.0
"""How likely a reply has to change what is shown, in a way that can be followed, to be a wish
whatever it seems to do; and how much more its odds count than those that it does something else."""
_HARDLY = 0.02
"""How likely a reply has to seem to change what is shown for it to be a wish: of 400 replies by
writers not learnt from, 31 seem so less, and none of those is one.
"""
_NEARLY = 0.6
"""How likely a reply has to agree to be told what a plain yes is; else it does something else."""
_POSSIBLY = 0.2
"""How likely a reply has to be of something else that an order of another kind is."""
_LEAST = 0.3
"""How likely a reply has to do what it most likely does to be understood."""
_GOES_ON = 0.2
"""How likely a reply has to refuse that begins so, and says more."""
_PLAINLY = 0.95
"""How sure a reading is that no model is asked about."""
_MEANING: Mapping[Stance, Literal["text", "aside", "new", "hold", "accept", "reject"]] = {
    "change": "text",
    "ask": "aside",
    "other": "new",
    "hold": "hold",
    "agree": "accept",
    "refuse": "reject",
}
"""What comes of what a reply most likely does."""


def read_verdict(request: ReplyRequest) -> ReplyReading | None:
    """Read a plain yes (the closed list) or a plain no; None when it says more than that."""
    if plainly_agrees(request.text, request.action):
        return ReplyReading(meaning="accept")
    said = spoken(request.text)
    verdict, rest = split_verdict(said)
    if verdict is False and not rest and "?" not in request.text and not _LATER.search(said):
        return ReplyReading(meaning="reject")
    return None


def read_approval(
    request: ReplyRequest,
    reader: Reader,
    weigh: Callable[[ReplyRequest], Mapping[Stance, float]],
) -> ReplyReading:
    """Read a reply to a card; `weigh` tells how likely a reply does what."""
    said, shares = spoken(request.text), weigh(request)
    kept = request.tool in {SEND, REPLY} and is_how(request.text, reader)
    if shares["refuse"] < _TURNED_DOWN and (kept or _another_way(request, reader)):
        return ReplyReading(meaning="new", confidence=_PLAINLY)  # it is not sent so
    if besides := _besides(request, said, shares["other"], reader):
        return besides
    if _turned_down(request, said, shares["refuse"]):
        return ReplyReading(meaning="reject", option=_of_all(request, said), confidence=_PLAINLY)
    stance, share = max(shares.items(), key=lambda one: one[1])
    if stance == "agree" and share < _NEARLY:
        stance, share = max(_others(shares).items(), key=lambda one: one[1])
    if stance == "agree" and _names(request, reader):
        stance = "change"  # "yes, send it to Ann"
    if stance in {"refuse", "hold", "agree"} and _changes(likely_changes(request, reader), shares):
        stance = "change"
    if stance == "refuse" and _YET.search(said):
        stance = "hold"
    elif stance == "hold":
        stance = _after_all(request, weigh)
    wished = stance == "change" and not request.free_text
    if share < _LEAST or wished or _HESITATES.fullmatch(said):
        return UNCLEAR
    everything = _of_all(request, said) if stance == "refuse" else None
    return ReplyReading(meaning=_MEANING[stance], option=everything, confidence=share)


def _another_way(request: ReplyRequest, reader: Reader) -> bool:
    """Whether what is shown is to go out another way, to one who is named or the only one so far.

    Where more waits to be done, that is no matter of this card alone.
    """
    way = other_way(request.text, TASK_OF.get(request.tool, ""), reader)
    if way is None or request.waiting:
        return False
    reached = [one for name in PEOPLE for one in Call.shown(request).listed(name)]
    return way[0] != "dm" or len(reached) == 1


def _others(shares: Mapping[Stance, float]) -> dict[Stance, float]:
    """Return how likely a reply does what, if it does not agree."""
    others: dict[Stance, float] = {one: shares[one] for one in shares if one != "agree"}
    left = sum(others.values()) or 1.0
    return {one: share / left for one, share in others.items()}


def _turned_down(request: ReplyRequest, said: str, likely: float) -> bool:
    """Whether a reply begins with what turns things down, and `likely` does not go on otherwise.

    One that begins with no may end so: "no, Hannah does that herself, drop it".

    Of a card that does away with something, that may be what it does: "cancel it".
    """
    if TASK_OF.get(request.tool) in AS_SHOWN or _LATER.search(said):
        return False
    none, rest = split_none(said)
    if not none:
        return turned_off(said)
    return not telling(rest) or (none == "off" and likely >= _GOES_ON)


def _after_all(
    request: ReplyRequest, weigh: Callable[[ReplyRequest], Mapping[Stance, float]]
) -> Stance:
    """Return what is done by a reply that holds off: what it goes on to, "Wait. Cancel it"."""
    for part in _SENTENCE.split(request.text)[1:]:
        one = request.model_copy(update={"text": part})
        shares = weigh(one)
        if shares["refuse"] > shares["hold"] and _turned_down(one, spoken(part), _GOES_ON):
            return "refuse"
    if not (more := goes_on(request)):
        return "hold"
    shares = weigh(request.model_copy(update={"text": more}))
    return "change" if shares["change"] >= _CHANGES else "hold"


def _of_all(request: ReplyRequest, said: str) -> str | None:
    """Return what tells that a refusal is of what waits as well; None where it is not."""
    return ALL if request.waiting and _ALL.search(said) else None


def _names(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply tells what should stand in what is shown, or who should get it."""
    card = card_of(request.tool, Call.shown(request))
    return card is not None and bool(reader.revisions.read(card.shown, request.text).marks)


def _besides(request: ReplyRequest, said: str, other: float, reader: Reader) -> ReplyReading | None:
    """Read what is of something else than the card: what waits, and other orders."""
    asked = request.beside_answer and asking(said, request.text) and not _MAY_IT.match(said)
    if asked or _instead(request, other, reader):
        return ReplyReading(meaning="new", confidence=_PLAINLY)
    return read_waiting(request, said, reader)


def _changes(likely: float, shares: Mapping[Stance, float]) -> bool:
    """Whether a reply rather changes what is shown than does something else."""
    otherwise = max(share for stance, share in shares.items() if stance != "change")
    if shares["change"] < _HARDLY:
        return likely >= 1  # another answer to what is shown is told by its words
    return likely >= _CHANGES and _RATHER * likely * (1 - otherwise) > otherwise * (1 - likely)


def _instead(request: ReplyRequest, other: float, reader: Reader) -> bool:
    """Whether something is ordered in the place of what is shown; `other` is how likely it is."""
    over = said_over(request, reader)[0]
    asks = request.waiting or asking(spoken(request.text), request.text)
    new = over == "new" and other >= _POSSIBLY and not asks
    elsewhere = over == "instead" or new
    if elsewhere or _of_another_draft(request, reader):
        return True
    changes = likely_changes(request, reader) >= _CHANGES
    return not request.waiting and not changes and orders_instead(request, reader)


def _of_another_draft(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply names a draft to somebody whom nothing shown goes to."""
    named = of_draft(said_in(reader.read(request.text)), reader)
    people = [fold(one) for one in named.all("person", "organisation")] if named else []
    shown = fold(" ".join(str(request.arguments.get(name) or "") for name in PEOPLE))
    return bool(people) and not any(one in shown for one in people)
