"""What the reader marks in a wish, put into the call where the revision network tells nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.revising.call import TEXTS, Call, as_place
from shared.reasoning.embedded.revising.mentions import is_out, is_reached, names_in, without_civil
from shared.reasoning.embedded.revising.people import added, removed, replaced
from shared.reasoning.embedded.revising.texts import say_besides
from shared.reasoning.embedded.revising.times import retime, times_alone
from shared.reasoning.embedded.revising.values import says_nothing
from shared.understanding.cards import TASK_OF, said_over
from shared.understanding.marking import TIMES, Span
from shared.understanding.reader import Reader
from shared.understanding.revision import Marked
from shared.understanding.said import Said, pronoun

_MORE = r"also|too|add|include|invite|and|plus|as well|bring|mention|append"
_NOTHING = re.compile(r"it|that|this|them|him|her|so", re.IGNORECASE)
_WHO = frozenset({"person", "organisation"})


def seen(wish: str, call: Call, reader: Reader) -> Said:
    """Return what the reader marks in a wish about a call: nothing for one of no task it knows."""
    if call.tool not in TASK_OF:
        return Said("", 0, wish, ())
    request = ReplyRequest(
        question="", options=(), text=wish, kind="approval", tool=call.tool, command=call.ordered
    )
    return said_over(request, reader)[1]


def named_beside(said: Said, call: Call, *, known: bool) -> list[str]:
    """Return who is named in a wish and reached by the call already (`known`), or not."""
    return list(dict.fromkeys(name for name, *_ in _named(said, call, known=known)))


def _named(said: Said, call: Call, *, known: bool) -> list[tuple[str, int, int]]:
    wish = said.text
    spans = [one for one in said.spans if one.kind in _WHO and not pronoun(one)]
    things = [one for one in said.spans if one.kind not in _WHO]
    at = [(one.start, one.end) for one in spans]
    at += [
        (start, end)
        for start, end in names_in(wish)
        if not any(start < one.end and one.start < end for one in (*spans, *things))
    ]
    named = [
        (without_civil(wish[start:end].strip(" .,;:!?\"'").removesuffix("'s")), start, end)
        for start, end in sorted(at)
    ]
    return [one for one in named if one[0] and is_reached(one[0], call) == known]


def revise_spans(wish: str, call: Call, reader: Reader, marks: Sequence[Marked] = ()) -> bool:
    """Change what a wish names; False if it names nothing that the call has.

    What the network marks as words to be said is all of what the reader may see a part of.
    """
    said = seen(wish, call, reader)
    if call.tool not in TASK_OF or _elsewhere(said, call):
        return False
    told = [one for one in marks if one.role == "text"]
    spans = (_as_marked(one, told) if one.kind == "body" else one for one in said.spans)
    said = replace(said, spans=tuple(spans))
    timed = [one for one in said.spans if one.kind in {*TIMES, "duration"}]
    done = bool(timed) and retime(times_alone(wish, reader) or _times(timed), call, reader)
    named = [one for one in said.spans if one not in timed and one.kind not in _WHO]
    done = True in [_changed(one, said, call) for one in named if not pronoun(one)] or done
    return done or _off(said, call) or _alone(said, call)


def _as_marked(body: Span, told: Sequence[Marked]) -> Span:
    whole = next((one for one in told if one.start < body.start and body.end <= one.end), None)
    return Span("body", whole.text, whole.start, whole.end) if whole else body


def _elsewhere(said: Said, call: Call) -> bool:
    """Whether a wish names when, of a call that is at no time: it is about another.

    "I would rather see Tom at three" changes no mail that is about to go to somebody else.
    """
    timed = any(call.has(name) for name in ("start", "until"))
    return not timed and said.has(*TIMES)


def _times(spans: list[Span]) -> dict[str, str]:
    """Return the last time and the last length that are marked, by what they are for."""
    return {"length" if one.kind == "duration" else "start": one.text for one in spans}


def _changed(span: Span, said: Said, call: Call) -> bool:
    match span.kind:
        case "place" if call.has("location") and not is_out(said.text, span.start, span.end):
            return call.set("location", as_place(span.text, call))
        case "channel" if call.has("channel"):
            return call.set("channel", span.text)
        case "body" if call.first(TEXTS) and not _NOTHING.fullmatch(span.text):
            more = said.says(_MORE) or call.besides
            return more and say_besides(span.text, call, "thank" if said.says("thank") else "tell")
        case "label" if call.arguments.get("add"):
            return call.set("add", [span.text])
        case _:
            return False


def _off(said: Said, call: Call) -> bool:
    """Take those off whom a wish says to be out of it, and nothing besides."""
    known = _named(said, call, known=True)
    outs = [name for name, start, end in known if is_out(said.text, start, end)]
    return bool(outs) and not _named(said, call, known=False) and removed(outs, call)


def _alone(said: Said, call: Call) -> bool:
    """Let those come, or get it, whom a wish names and says nothing besides."""
    new = named_beside(said, call, known=False)
    rest = said.text
    for one in new:
        rest = rest.replace(one, " ")
    more = re.search(rf"\b(?:{_MORE})\b", rest, re.IGNORECASE) is not None
    rest = re.sub(rf"\b(?:{_MORE})\b", " ", rest, flags=re.IGNORECASE)
    if not new or not says_nothing(rest, call):
        return False
    guests = next((one for one in ("add_attendees", "attendees") if call.has(one)), "")
    if guests or (more and call.has("to")):
        return added(new, guests or "to", call)
    return replaced(new, call)
