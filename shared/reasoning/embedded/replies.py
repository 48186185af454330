"""What a person said after a question. Silently wrong is worse than asking again."""

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from shared.models.intent import Option
from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.approvals import read_verdict
from shared.reasoning.embedded.replying.asked import Asked, asked
from shared.reasoning.embedded.replying.evidence import Evidence
from shared.reasoning.embedded.replying.moments import told_by_time
from shared.reasoning.embedded.replying.places import places_in
from shared.reasoning.embedded.replying.rules import CERTAIN, UNCLEAR, by_form, core
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.terms import telling
from shared.reasoning.embedded.replying.turns import corrected, excluded, without_opening
from shared.reasoning.embedded.replying.verdicts import (
    asking,
    split_none,
    split_verdict,
    unsure,
)
from shared.understanding.choosing import Choice
from shared.understanding.folding import fold, words

_CLAUSE = re.compile(r"[,.;:!]+(?:\s+|$)")
_SEVERAL = 2
_YES_OR_NO = ["yes", "no"]
"""How the two options of a question begin that wants no more."""
_OTHER_WORDS = 2
"""So many words that no option has say something else than which one is meant."""
REQUEST = 0.7
"""From here on a text is a request of its own."""
_LEAST = 0.9
"""So likely a meaning has to be that no form says; below, more are read, and more of them wrong."""

Choose = Callable[[str, Sequence[str], str], Choice]
"""Tells how likely a reply to a question with some options means what."""


class ReplyReader:
    """Reads by form where that is certain, and asks the network where it is not.

    `is_request` gives the probability that a text, by itself, asks for something.
    """

    def __init__(self, choose: Choose, is_request: Callable[[str], float]) -> None:
        self._choose = choose
        self._is_request = is_request

    def read(self, request: ReplyRequest) -> ReplyReading:
        """Read a reply."""
        found = self.settled(request)
        if found and (found.meaning == "unclear" or found.confidence >= CERTAIN):
            return found
        if not request.options:
            return found or UNCLEAR
        options = [f"{one.label}: {one.description}".removesuffix(": ") for one in request.options]
        weighed = self._choose(request.question, options, request.text)
        likely = _likeliest(request, _refusing(weighed, request.options))
        if found is None or likely is None:
            return found or likely or UNCLEAR
        same = (found.meaning, found.option) == (likely.meaning, likely.option)
        return found if same or found.confidence >= CERTAIN else UNCLEAR

    def settled(self, request: ReplyRequest) -> ReplyReading | None:
        """Return what the form of a reply says it means; None where it does not say."""
        if plain := read_plainly(request):
            return plain
        to = asked(request)
        said = spoken(request.text, to.known)
        if not request.options:
            return self._free(said, request.text)
        if found := _by_time(said, request, to):
            return found
        turn = corrected(said)
        whole = (turn[1], turn[1]) if turn else (without_opening(said), request.text)
        found = by_form(*whole, to)
        told = found is not None and found.meaning != "unclear"
        return found if told else self._of_clauses(said, request, to) or found

    def _of_clauses(self, said: str, request: ReplyRequest, to: Asked) -> ReplyReading | None:
        """Read a choice that one clause of a reply makes, and no other word touches.

        "Sorry, it's loud here. The second one, I mean."
        """
        clauses = [one for one in _CLAUSE.split(request.text) if words(one)]
        if len(clauses) < _SEVERAL or unsure(said) or asking(said, request.text):
            return None
        each = {one: self.settled(request.model_copy(update={"text": one})) for one in clauses}
        made = [one for one in clauses if (read := each[one]) and read.meaning == "option"]
        others = [one for one in clauses if one not in made]
        if len(made) != 1 or any(to.weigh(spoken(one, to.known)).known for one in others):
            return None
        return each[made[0]]

    def _free(self, said: str, text: str) -> ReplyReading:
        """To an open question anything is an answer, unless it is uncertain or a request."""
        kind, rest = split_none(said)
        if kind and not telling(rest):
            return ReplyReading(meaning="none", confidence=0.95)
        verdict, besides = split_verdict(said)
        if (
            not any(c.isalnum() for c in said)
            or unsure(said)
            or (verdict is not None and not besides)
        ):
            return UNCLEAR
        if len(telling(rest)) > 1 and self._wants(rest):
            return ReplyReading(meaning="new", confidence=0.85)
        if asking(said, text):
            return UNCLEAR
        return ReplyReading(meaning="text", confidence=0.8)

    def _wants(self, said: str) -> bool:
        return self._is_request(said) >= REQUEST


def _refusing(found: Choice, offered: Sequence[Option]) -> Choice:
    """Return a choice in which "none" is the no of a question that wants a yes or a no.

    Where there is more to choose, "No reminder" is one of the things, and none of them another.
    """
    if [word for one in offered for word in words(one.label)[:1]] != _YES_OR_NO:
        return found
    yes, no = found.options
    return found._replace(options=(yes, no + found.none), none=0.0)


def _likeliest(request: ReplyRequest, found: Choice) -> ReplyReading | None:
    """Return what a reply is likely enough to mean; None where that can't be told."""
    likeliest = max(*found.options, found.new, found.none)
    if likeliest < _LEAST:
        return None
    if likeliest == found.new:
        return ReplyReading(meaning="new", confidence=likeliest)
    if likeliest == found.none:
        return ReplyReading(meaning="none", confidence=likeliest)
    option = request.options[found.options.index(likeliest)].id
    return ReplyReading(meaning="option", option=option, confidence=likeliest)


def _by_time(said: str, request: ReplyRequest, to: Asked) -> ReplyReading | None:
    """Read a choice of the option that begins when a reply says; None where that tells none."""
    verdict, _ = split_verdict(said)
    denied = verdict is False or split_none(said)[0] or excluded(said)
    if request.now is None or denied or asking(said, request.text) or unsure(said):
        return None
    told = told_by_time(request.text, request.options, request.now)
    if told is None:
        return None
    fitting, rest = told
    got = to.weigh(spoken(rest, to.known))
    places = _most(fitting, got)
    if len(places) > 1:  # those words and the order's own may tell
        places = _most(places, to.weigh(spoken(request.command, to.known)))
    other = got.strange >= _OTHER_WORDS or any(got.weights[at] < max(got.weights) for at in places)
    if len(places) == 1 and not other:
        return to.chosen(places.pop(), CERTAIN)
    return ReplyReading(meaning="text") if not fitting and to.lacks == "time" else None


def _most(among: AbstractSet[int], got: Evidence) -> set[int]:
    """Return those of some options that words say the most for."""
    most = max((got.weights[at] for at in among), default=0.0)
    return {at for at in among if got.weights[at] == most}


def read_plainly(request: ReplyRequest) -> ReplyReading | None:
    """Read a reply that needs no interpretation: a number, an exact label, a plain yes or no.

    Confidence is 1; None means that the reply must be interpreted.
    """
    if request.kind == "approval":
        return read_verdict(request)
    named = _bare(request.text)
    exact = [
        option.id
        for option in request.options
        if named in {_bare(option.label), _bare(f"{option.label} {option.description}")}
    ]
    if named and len(exact) == 1:
        return ReplyReading(meaning="option", option=exact[0])
    to = asked(request)
    said = spoken(request.text, to.known)
    if exact or "?" in request.text or unsure(said):
        return None
    places = places_in(core(said), len(request.options))
    if len(places) == 1 and places[0].number and not places[0].bare and not telling(places[0].rest):
        return ReplyReading(meaning="option", option=request.options[places[0].number - 1].id)
    verdict, rest = split_verdict(said)
    place = to.yes if verdict else to.no
    if verdict is not None and not rest and place is not None and to.answers_yes_or_no:
        return ReplyReading(meaning="option", option=request.options[place].id)
    return None


def _bare(text: str) -> str:
    return fold(text).strip(" .,!;:\"'()")
