"""Wishes in words of any kind: what the reader marks in them is what changes in the call."""

import re

from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.revising.call import TEXTS, TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.mentions import is_out
from shared.reasoning.embedded.revising.people import alone, elsewhere
from shared.reasoning.embedded.revising.texts import letter_of
from shared.reasoning.embedded.revising.times import revise_times
from shared.understanding.cards import TASK_OF, said_over
from shared.understanding.letters import sentence, worded
from shared.understanding.marking import Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said, pronoun, said_in

_MORE = r"also|too|add|include|invite|and|plus|as well|bring|mention|append"
_WRITTEN = r"put|write|add|include|mention|work|squeeze|slip|append|don'?t forget"
"""What a topic is said with that is to be in the text, and no subject."""
_THAT = re.compile(r"\b(?:that|say|saying|write)\W*$", re.IGNORECASE)
_AFTER = re.compile(r"[.!?]\s*\Z")
_NOTHING = re.compile(r"it|that|this|them|him|her|so", re.IGNORECASE)
_TOO = re.compile(r"\s(?:too|as well|also)\W*$", re.IGNORECASE)
_WHOLE = re.compile(r"^(?:an? )?(?:full|whole|good|solid) (?=hour)", re.IGNORECASE)


def seen(wish: str, tool: str, command: str, reader: Reader) -> Said | None:
    """Return what the reader marks in a wish about a call; None for one of no task it knows."""
    if tool not in TASK_OF:
        return None
    request = ReplyRequest(
        question="", options=(), text=wish, kind="approval", tool=tool, command=command
    )
    return said_over(request, reader)[1]


def revise_spans(wish: str, call: Call, tool: str, command: str, reader: Reader) -> bool:
    """Change what a wish names; False if it names nothing that the call has."""
    said = seen(wish, tool, command, reader)
    if said is None or elsewhere(said.spans, call):
        return False
    texts = [
        _whole(span, said)
        for span in said.spans
        if span.kind == "body" and not _NOTHING.fullmatch(span.text)
    ]
    lengths = [span for span in said.spans if span.kind == "duration"]
    passed = (*texts, *lengths[:-1])  # of two lengths the last is meant
    named = [
        one
        for one in said.spans
        if one not in passed and not _within(one, texts) and not pronoun(one)
    ]
    if _spoken_of(said, call):
        return _person_instead(said, call, said_in(reader.read_as(TASK_OF[tool], command)))
    people = [one for one in named if one.kind in ("person", "organisation")]
    changed = [_changed(one, said, call) for one in named if one not in people]
    if True in changed:  # a sentence of its own says why
        texts = [one for one in texts if not _AFTER.search(said.text[: one.start])]
    changed += [_changed(one, said, call) for one in texts]
    return _of_another(people, wish) or alone(wish, call, said.spans) or True in changed


def _of_another(people: list[Span], wish: str) -> bool:
    """Raise CannotRevise where a wish is about a thing that goes by somebody's name."""
    for one in people:
        if re.search(rf"\bthe {re.escape(one.text)}(?:['\u2019]?s)? one\b", wish, re.IGNORECASE):
            raise CannotRevise(
                f"The one with {one.text} is not what is shown. Answer this one first."
            )
    return False


def _spoken_of(said: Said, call: Call) -> bool:
    """Whether somebody is named who can only be spoken of in the text of the call."""
    people = [one for one in said.spans if one.kind == "person"]
    return len(people) == 1 and not call.first(("to", "attendees", "add_attendees", "user"))


def _person_instead(said: Said, call: Call, ordered: Said) -> bool:
    """Put somebody in the place of the only one whom the text speaks of; False where not one."""
    new, name = said.one("person"), call.first(TEXTS)
    text = call.text(name) if name else ""
    old = {one for one in ordered.all("person") if re.search(rf"\b{re.escape(one)}\b", text)}
    if len(old) != 1 or said.has("body"):
        return False
    return call.set(name, re.sub(rf"\b{re.escape(old.pop())}\b", lambda _: new, text))


def _whole(text: Span, said: Said) -> Span:
    """Return what is to be said with whom it is about, where the reader marks them apart."""
    before = next((one for one in said.spans if one.end + 1 == text.start), None)
    if before is None or not _THAT.search(said.text[: before.start]):
        return text
    return Span(text.kind, said.text[before.start : text.end], before.start, text.end)


def _within(span: Span, texts: list[Span]) -> bool:
    return any(text.start <= span.start < text.end for text in texts)


def _changed(span: Span, said: Said, call: Call) -> bool:
    match span.kind:
        case "time" | "newtime" | "duration":
            return revise_times(_timed(span), call)
        case "place" if call.has("location") and not is_out(said.text, span.start, span.end):
            return call.set("location", span.text)
        case "channel" if call.has("channel"):
            return call.set("channel", span.text)
        case "topic" if (name := call.first(TITLES)) and not said.says(_WRITTEN):
            return call.set(name, span.text[:1].upper() + span.text[1:])
        case "body" if name := call.first(TEXTS):
            return _text(span.text, name, said, call)
        case "label" if call.arguments.get("add"):
            return call.set("add", [span.text])
        case _:
            return False


def _timed(span: Span) -> str:
    if span.kind == "duration":
        return f"make it {_WHOLE.sub('an ', span.text)}"
    return f"at {span.text}"


def _text(text: str, name: str, said: Said, call: Call) -> bool:
    """Say something besides where it is to be added, or in place of what is said so far."""
    also = call.besides or said.says(_MORE) or _TOO.search(text) is not None
    text = _TOO.sub("", text)
    new = worded("thank" if said.says("thank") else "tell", text) or sentence(text)
    letter = letter_of(call.text(name))
    kept = f"{letter.said}." if letter.said[-1:].isalnum() else letter.said
    return call.set(name, letter.saying(f"{kept} {new}" if kept and also else new))
