"""What is said to a card: yes, no, differently, later, a question about it, or something else."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, cast

from shared.decisions.agreement import plainly_agrees
from shared.decisions.replies import ALL
from shared.models.base import Json
from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.instead import orders_instead
from shared.reasoning.embedded.replying.refusing import Things, refuses, refuses_all
from shared.reasoning.embedded.replying.rules import UNCLEAR
from shared.reasoning.embedded.replying.saying import spoken
from shared.reasoning.embedded.replying.terms import telling
from shared.reasoning.embedded.replying.verdicts import (
    asking,
    chooses_asking,
    split_none,
    split_verdict,
    unsure,
)
from shared.reasoning.embedded.replying.waiting import read_waiting
from shared.reasoning.embedded.replying.wishes import (
    asks_else,
    wishes_change,
)
from shared.reasoning.embedded.revising import likely_changes, puts_right
from shared.reasoning.embedded.revising.call import PEOPLE, begins_besides
from shared.reasoning.embedded.revising.values import put_right
from shared.understanding.cards import AS_SHOWN, TASK_OF, said_over
from shared.understanding.drafts import of_draft
from shared.understanding.folding import fold, tidy, word_set, words
from shared.understanding.heads import Stance
from shared.understanding.reader import Reader
from shared.understanding.said import Said, said_in
from shared.understanding.tasks import DELETE_CONTACT, service_of

_WAITING = re.compile(
    r"\b(?:wait (?:for )?(?:\w+ ){1,2}(?:second|minute|min|hour|day)s?|wait"
    r"|hang on|hold (?:on|off|it|that)|not (?:just )?(?:yet|now)|h+m+"
    r"|(?:one|just a|a|give me a|in a) (?:sec(?:ond)?|moment|minute|bit|mo)"
    r"|let me (?:think|check|see|look|read|ask)\b.*"
    r"|(?:need|want|have) to (?:think|check|ask|see|look)\b.*"
    r"|(?:don't|do not) (?:\w+ ){1,3}yet)\b[\s,.!;-]*"
)
_BIN = re.compile(r"\b(?:bin|ditch|kill|axe)\b")
"""Refuses a card in a word, but asks for what a card does that does away with something."""
_LEFT_IN = ("in", "there", "him", "her", "them")
"""What a refusal says around a contact that stays: "leave him in"."""
_MADE = {
    "mail": "mail email message reply answer draft forward letter",
    "slack": "message dm post",
    "cal": "event meeting appointment booking invite invitation",
    "sheet": "row line entry sheet table cell",
    "page": "page",
    "contact": "contact entry record",
}
"""What the calls of a service make, in a word."""
_TITLE = re.compile(r"(?<=\").+(?=\")")
"""What a card calls the event that it changes."""
_PARTS = re.compile(r"(?<=[^\d\s])[,.;!:]\s+|\s+-\s+")
_SET = re.compile(
    r"(?:so |then )?(?:make|send|change|set|put|say|write|use|add|remove|drop|lose|cut|leave"
    r"|take (?:\w+ ){0,4}out)\b"
)
_POINTING = re.compile(r"\b(?:it|this|them|those|these|then|you)\b|\bthat\W*$")
"""Words that point at what is shown: whoever uses them talks about it."""
_TOLD_ME = re.compile(
    r"\b(?:sent|wrote|mailed|emailed|told|asked|gave|promised|showed) (?:me|us)\b"
    r"|\bdid (?:\w+ ){1,2}(?:send|write|mail|email|tell|ask|give|promise|show) (?:to )?(?:me|us)\b"
)
"""What others did stands on no card, whatever else points at one."""
_SHOWN = re.compile(r"(?:that|it|this) is\b")
_STATED = re.compile(
    r"(?:because |since |as )?(?:i|we|he|she|they|it|that|this|there)\b(?! (?:want|need))"
)
_MAY_IT = re.compile(
    r"(?:(?:and|so|or|but|ok|hm+)\b[\s,]*)*(?:can|could|may|might|would|should|shall)"
    r" (?!you\b|i\b|we\b|u\b)"
)
"""How it is asked whether something may be so: with what is to be so, a wish."""
_VALUES = ("time", "newtime", "duration", "place", "value", "label", "channel")
"""Kinds of span that say how something should be, whoever wants it so."""
_TOLD_BY = re.compile(
    r"(?:because |since |as )?(?:the )?\w+(?: \w+)?"
    r" (?:says?|said|told|thinks?|thought|wants|wanted|prefers|already)\b"
)
"""How a reason begins that somebody else has given."""


_DICTATES = re.compile(
    r"(?:(?:please|and|also|oh|ok)[\s,]+)*"
    r"(?:put|add|write|say|include|append|note|this one|these|(?:one|another) (?:more|thing))\b"
    r"[^?]{0,60}:"
)
"""How it begins what is to be said, whatever that is."""
_FIRST_TELL = re.compile(
    r"(?:(?:wait|hold on|one moment|sorry)[,.]? )*before (?:i|we) (?:agree|confirm|decide|approve"
    r"|say (?:yes|ok)|go ahead|accept)\b"
)
"""What somebody wants to know before they agree leaves what is shown as it is."""


REFUSES, _OVERRULES = 0.75, 0.6
"""How likely a reply has to be what no form of it says."""
_OVERRULES_ANOTHER = 0.9
"""Likewise where it is read as an order of its own."""
_REFUSES_ALL_THE_SAME = 0.96
"""Likewise where a form says how it should be different."""
_REFUSES_AND_WAITS = 0.9
"""Likewise where a form says that it waits."""
_RATHER_THAN_NOT = 0.5
"""Likewise where what is shown can't be done otherwise."""
_CHANGES, _RATHER = 0.85, 3.0
"""How likely a reply has to change what is shown, in a way that can be followed, to be a wish
whatever its form; and how much more its odds count than those that it does something else."""
_NOT_ORDERED = frozenset({"accept", "reject"})
"""What nobody does who says how it should be different."""
_LEAVES_IT: tuple[Stance, ...] = ("ask", "other")
"""What a reply does that is about nothing that could be different: it counts together."""
_MAY_CHANGE = frozenset({"refuse", "hold"})
"""What a reply seems to do that may change what is shown after all, if its marks say how."""
_CLEARLY = 0.7
"""How sure it has to be of a reply that no form is asked about."""
_PLAINLY = 0.95
"""How sure a reading is that no model is asked about."""
_SHORTEST = 3
"""Letters of a word of a title that may name it."""
_BRIEF = 6
"""In so few words a form says all there is."""
_MEANING: Mapping[Stance, Literal["text", "aside", "new", "hold", "accept", "reject"]] = {
    "change": "text",
    "ask": "aside",
    "other": "new",
    "hold": "hold",
    "agree": "accept",
    "refuse": "reject",
}
"""What comes of what a reply most likely does, where no form of it says so."""


def read_verdict(request: ReplyRequest) -> ReplyReading | None:
    """Read a plain yes (the closed list) or a plain no; None when it says more than that."""
    if plainly_agrees(request.text, request.action):
        return ReplyReading(meaning="accept")
    verdict, rest = split_verdict(spoken(request.text))
    if verdict is False and not rest and "?" not in request.text and not _waits(request.text):
        return ReplyReading(meaning="reject")
    return None


def read_approval(
    request: ReplyRequest,
    wants: Callable[[str], bool],
    reader: Reader,
    weigh: Callable[[ReplyRequest], Mapping[Stance, float]],
) -> ReplyReading:
    """Read a reply to a card.

    `wants` tells whether a text is a request of its own, `weigh` how likely a reply does what.
    """
    said = spoken(request.text)
    if besides := _besides(request, said, reader):
        return besides
    shares = weigh(request)
    clearly = _clearly(request, said, shares, reader)
    brief = len(words(said)) <= _BRIEF
    refusal = _refusal(request, said, _things(request))
    if refusal and (brief or clearly is None or clearly.meaning in {"reject", "hold"}):
        return refusal
    over = _over_the_card(request, said, reader)
    formed = over or _in_words(request, said, wants)
    ordered = _ordered(request, said, over, reader)
    told = ordered or over is not None or formed.meaning == "reject"
    plain = over is not None and over.confidence == _PLAINLY
    if plain or (brief and told and formed.meaning != "new"):
        return formed
    if clearly and not (ordered and clearly.meaning in _NOT_ORDERED and _doubtful(clearly)):
        return clearly
    return _weighed(request, over, formed, shares, reader, ordered=ordered)


def _doubtful(clearly: ReplyReading) -> bool:
    """Whether it is not sure enough of what a reply does, where a form says how it should be."""
    return clearly.meaning == "accept" or clearly.confidence < _REFUSES_ALL_THE_SAME


def _besides(request: ReplyRequest, said: str, reader: Reader) -> ReplyReading | None:
    """Read what is of something else than the card: what to know first, other orders."""
    if _FIRST_TELL.match(said) and asking(said, request.text):
        return ReplyReading(meaning="aside", confidence=0.85)
    if request.beside_answer and asking(said, request.text) and not _MAY_IT.match(said):
        return ReplyReading(meaning="new", confidence=0.85)
    return _instead(request, _things(request), reader) or read_waiting(request, said, reader)


def _weighed(
    request: ReplyRequest,
    over: ReplyReading | None,
    formed: ReplyReading,
    shares: Mapping[Stance, float],
    reader: Reader,
    *,
    ordered: bool,
) -> ReplyReading:
    """Return what a reply rather does, by its form and by all its words, where neither is sure."""
    if _changes(likely_changes(request, reader), shares):
        return _wish(request)
    brief = (ordered or over is not None) and len(words(spoken(request.text))) <= _BRIEF
    if brief or formed.meaning == "reject":
        return formed
    if shares["refuse"] >= _least(request, over, ordered=ordered):
        return ReplyReading(meaning="reject", confidence=shares["refuse"])
    return formed if ordered and formed.meaning != "new" else _arbitrated(request, formed, shares)


def _clearly(
    request: ReplyRequest, said: str, shares: Mapping[Stance, float], reader: Reader
) -> ReplyReading | None:
    """Read what a reply most surely does, whatever its form; None where it is not sure."""
    stance, share = max(shares.items(), key=lambda one: one[1])
    if stance in _LEAVES_IT:
        share = sum(shares[one] for one in _LEAVES_IT)
    if share < _CLEARLY:
        return None
    rather = stance in _MAY_CHANGE and _changes(likely_changes(request, reader), shares)
    if stance == "change" or rather:
        return _wish(request)
    everything = ALL if stance == "refuse" and request.waiting and refuses_all(said) else None
    return ReplyReading(meaning=_MEANING[stance], option=everything, confidence=share)


def _least(request: ReplyRequest, over: ReplyReading | None, *, ordered: bool) -> float:
    """Return how likely a reply has to refuse, whatever else its form says."""
    if over is not None and over.meaning == "hold":
        return _REFUSES_AND_WAITS
    if ordered or begins_besides(request.text):
        return _REFUSES_ALL_THE_SAME
    return _RATHER_THAN_NOT if TASK_OF.get(request.tool) in AS_SHOWN else REFUSES


def _changes(likely: float, shares: Mapping[Stance, float]) -> bool:
    """Whether a reply rather changes what is shown than does something else."""
    otherwise = max(share for stance, share in shares.items() if stance != "change")
    return likely >= _CHANGES and _RATHER * likely * (1 - otherwise) > otherwise * (1 - likely)


def _ordered(request: ReplyRequest, said: str, over: ReplyReading | None, reader: Reader) -> bool:
    """Whether a reply by its form says how the call should be different, or that it waits."""
    return (
        (over is not None and over.meaning == "hold")
        or _wishes(said)
        or _DICTATES.match(said) is not None
        or _puts_right(request, reader)
    )


def _arbitrated(
    request: ReplyRequest, formed: ReplyReading, shares: Mapping[Stance, float]
) -> ReplyReading:
    """Return what a form says, but where a reply very likely does something else.

    What seems to agree, but does not do so plainly, waits for a plain yes.
    """
    stance, share = max(shares.items(), key=lambda one: one[1])
    meaning = _MEANING[stance] if stance != "refuse" else None
    asked = formed.meaning in {"aside", "new"} and stance in {"ask", "other"}
    waits = (formed.meaning == "hold" and meaning != "text") or (
        formed.meaning == "unclear" and meaning not in {"text", "accept"}
    )
    least = _OVERRULES_ANOTHER if formed.meaning == "new" else _OVERRULES
    if share < least or meaning is None or asked or waits:
        return formed
    if meaning == "text" and not request.free_text:
        return formed
    return ReplyReading(meaning=meaning, confidence=share)


def _instead(request: ReplyRequest, things: Things, reader: Reader) -> ReplyReading | None:
    """Read what is ordered in the place of what is shown."""
    if not _of_another_draft(request, reader) and (
        request.waiting or not orders_instead(request, things, reader)
    ):
        return None
    return ReplyReading(meaning="new", confidence=_PLAINLY)


def _of_another_draft(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply names a draft to somebody whom nothing shown goes to."""
    named = of_draft(said_in(reader.read(request.text)), reader)
    people = [fold(one) for one in named.all("person", "organisation")] if named else []
    shown = fold(" ".join(str(request.arguments.get(name) or "") for name in PEOPLE))
    return bool(people) and not any(one in shown for one in people)


def _refusal(request: ReplyRequest, said: str, things: Things) -> ReplyReading | None:
    """Read a plain refusal; "bin it" is none of a card that does away with something."""
    if TASK_OF.get(request.tool) in {"mail_delete", "cal_cancel"}:
        said = _BIN.sub("delete", said)
    if not (refuses(said, request.action, things) or _plainly_no(said)):
        return None
    everything = ALL if request.waiting and refuses_all(said) else None
    return ReplyReading(meaning="reject", option=everything, confidence=0.85)


def _puts_right(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply by its form says how the call should be different."""
    return bool(put_right(tidy(request.text))) or puts_right(request, reader)


def _over_the_card(request: ReplyRequest, said: str, reader: Reader) -> ReplyReading | None:
    """Read a reply that changes or puts off the call shown, or wants something else."""
    besides = _WAITING.sub(" ", said).strip()
    settled = _by_the_card(request, said, reader) if besides else None
    asks = asking(besides, request.text) and len(telling(besides)) > 1
    ordered = _wishes(besides) or _DICTATES.match(besides)
    if settled is None and _waits(said) and not asks and not ordered:
        return ReplyReading(meaning="hold", confidence=0.9)
    return settled


def _things(request: ReplyRequest) -> Things:
    """Return the words that name what a call makes, and what it changes that is there."""
    given = request.arguments
    shown = _TITLE.search(request.action)
    named = str(given.get("title") or (shown and shown[0]) or "")
    # all its words count: "off" of a kick-off, too
    title = frozenset(one for one in words(named) if len(one) >= _SHORTEST) | {*telling(named)}
    each = [words(str(one)) for name in PEOPLE for one in _listed(given.get(name))]
    people = frozenset(word for one in each for word in one)
    task = TASK_OF.get(request.tool, "")
    service, stay = service_of(task), _LEFT_IN if task == DELETE_CONTACT else ()
    changed = {"event_id", "contact_id", "values"} & given.keys()
    told = frozenset(("with", *stay, *telling(request.command)))
    kept = told | title if changed else frozenset[str]()
    made = word_set(_MADE.get(service, "")) | (title - people)
    return Things(made, kept, people if len(each) == 1 else frozenset())


def _listed(value: Json) -> Sequence[Json]:
    if isinstance(value, list | tuple):
        return cast("Sequence[Json]", value)
    return (value,) if value else ()


def _in_words(request: ReplyRequest, said: str, wants: Callable[[str], bool]) -> ReplyReading:
    """Read a reply by its words alone."""
    verdict, besides = split_verdict(said)
    asks = _asks(said if _SHOWN.match(said) else besides or said, request.text)
    pointing = _POINTING.search(said) is not None and not (asks and _TOLD_ME.search(said))
    elsewhere = verdict is not True and not pointing
    if elsewhere and (asks_else(besides) or (asks and len(telling(said)) > 1 and wants(said))):
        return ReplyReading(meaning="new", confidence=0.85)
    if chooses_asking(said) or (_wishes(said) and not asks):
        return _wish(request)
    if asks:
        return ReplyReading(meaning="aside", confidence=0.85)
    kind, rest = split_none(said)
    if kind and not telling(rest):
        return ReplyReading(meaning="reject", confidence=0.85)
    correcting = bool(put_right(besides))
    stated = correcting or _STATED.match(besides)
    if elsewhere and len(telling(besides)) > 1 and not stated and wants(besides):
        return ReplyReading(meaning="new", confidence=0.85)
    if verdict is False and not correcting:
        return ReplyReading(meaning="reject", confidence=0.85)
    return UNCLEAR if unsure(said) or not telling(said) else _wish(request)


def _wishes(said: str) -> bool:
    """Whether a reply, or what it says after a reason, says how it should be different."""
    parts = _PARTS.split(said)
    return wishes_change(said) or any(_SET.match(one) and wishes_change(one) for one in parts[1:])


def _by_the_card(request: ReplyRequest, said: str, reader: Reader) -> ReplyReading | None:
    """Read a reply that clearly says something of the call shown, or wants something else."""
    over, read = said_over(request, reader) if request.tool else ("", None)
    if over == "instead":
        return ReplyReading(meaning="new", confidence=_PLAINLY)
    wished = over == "wish" or _puts_right(request, reader)
    valued = read is not None and read.has(*_VALUES)
    if _why_not(said) and not valued:
        return ReplyReading(meaning="reject", confidence=0.85)
    asks = _asks(said, request.text) and not _proposes(said, read)
    if wished and not asks:
        return _wish(request)
    if over == "new" and _POINTING.search(said) is None and not _wishes(said):
        return ReplyReading(meaning="new", confidence=0.9)
    return None


def _asks(said: str, text: str) -> bool:
    """Whether a reply asks, and does not say what is to be asked: "add a note: is it worth it?"."""
    return asking(said, text) and _DICTATES.match(said) is None


def _proposes(said: str, read: Said | None) -> bool:
    """Whether what ends as a question says how it may be: "could it be at five?", "five then?"."""
    if read is None:
        return False
    if _MAY_IT.match(said):
        return read.has(*_VALUES, "person")
    return not asking(said, "") and read.has("time", "newtime", "place")


def _plainly_no(said: str) -> bool:
    verdict, rest = split_verdict(said)
    return verdict is False and not any(c.isalnum() for c in rest) and not _waits(said)


def _why_not(said: str) -> bool:
    """Whether it is a no with its reason, which asks for nothing: "no, Bo says it can wait"."""
    verdict, rest = split_verdict(said)
    return verdict is False and _TOLD_BY.match(rest) is not None


def _waits(text: str) -> bool:
    return _WAITING.search(spoken(text)) is not None


def _wish(request: ReplyRequest) -> ReplyReading:
    """Whatever says yes and more, or how it should be: applied, and shown again."""
    return ReplyReading(meaning="text", confidence=0.9) if request.free_text else UNCLEAR
