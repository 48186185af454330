"""Wishes in words of any kind: what the reader marks in them is what changes in the call."""

import re

from shared.models.base import Json
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.revising.call import TEXTS, TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.people import added, removed, replaced
from shared.reasoning.embedded.revising.times import revise_times
from shared.understanding.cards import TASK_OF, said_over
from shared.understanding.letters import sentence, worded
from shared.understanding.marking import Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said, pronoun, said_in

_AGAINST = r"remove|without|drop|not|don't|leave|take|exclude|uninvite|except"
_MORE = r"also|too|add|include|invite|and|plus|as well|bring|mention|append"
_WHOLE = re.compile(r"^(?:an? )?(?:full|whole|good|solid) (?=hour)", re.IGNORECASE)
_COPY = re.compile(r"\b(?P<kind>b?cc|copy)\b")
_GREETED = re.compile(
    r"\A(?P<hello>(?:Hi|Hello|Dear|Hey)\b[^\n]{0,60}\n+)?(?P<said>.*?)(?P<bye>\n+Best,\n[^\n]*)?\Z",
    re.DOTALL,
)


def revise_spans(wish: str, call: Call, tool: str, command: str, reader: Reader) -> bool:
    """Change what a wish names; False if it names nothing that the call has."""
    if tool not in TASK_OF:
        return False
    request = ReplyRequest(
        question="", options=(), text=wish, kind="approval", tool=tool, command=command
    )
    _, said = said_over(request, reader)
    texts = [span for span in said.spans if span.kind == "body"]
    lengths = [span for span in said.spans if span.kind == "duration"]
    passed = (*texts, *lengths[:-1])  # of two lengths the last is meant
    named = [
        one
        for one in said.spans
        if one not in passed and not _within(one, texts) and not pronoun(one)
    ]
    if _out_of_place(named, call):
        return False
    if _spoken_of(said, call):
        return _person_instead(said, call, said_in(reader.read_as(TASK_OF[tool], command)))
    return True in [_changed(span, said, call) for span in (*named, *texts)]


def _out_of_place(named: list[Span], call: Call) -> bool:
    """Whether a wish names when, and who, of a call that is at no time: it is about another.

    "I would rather see Tom at three" changes no mail that is about to go to somebody else.
    """
    kinds = {one.kind for one in named}
    timed = any(call.has(name) for name in ("start", "until"))
    return not timed and "person" in kinds and not kinds.isdisjoint(("time", "newtime"))


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
    return _set(call, name, re.sub(rf"\b{re.escape(old.pop())}\b", lambda _: new, text))


def _within(span: Span, texts: list[Span]) -> bool:
    return any(text.start <= span.start < text.end for text in texts)


def _changed(span: Span, said: Said, call: Call) -> bool:
    match span.kind:
        case "person" | "organisation":
            return _people(span.text, said, call)
        case "time" | "newtime" | "duration":
            return revise_times(_timed(span), call)
        case "place" if call.has("location"):
            return _set(call, "location", span.text)
        case "channel" if call.has("channel"):
            return _set(call, "channel", span.text)
        case "topic" if name := call.first(TITLES):
            return _set(call, name, span.text[:1].upper() + span.text[1:])
        case "body" if name := call.first(TEXTS):
            return _text(span.text, name, said, call)
        case "label" if call.arguments.get("add"):
            return _set(call, "add", [span.text])
        case _:
            return False


def _timed(span: Span) -> str:
    if span.kind == "duration":
        return f"make it {_WHOLE.sub('an ', span.text)}"
    return f"at {span.text}"


def _set(call: Call, name: str, value: Json) -> bool:
    call.arguments[name] = value
    return True


def _people(name: str, said: Said, call: Call) -> bool:
    if re.search(rf"\bthe {re.escape(name)}(?:['\u2019]?s)? one\b", said.text, re.IGNORECASE):
        raise CannotRevise(f"The one with {name} is not what is shown. Answer this one first.")
    if copy := _COPY.search(said.rest):
        return added([name], "bcc" if copy["kind"] == "bcc" else "cc", call)
    if said.says(_AGAINST):
        return removed([name], call)
    event = call.has("attendees") or call.has("add_attendees")
    if said.says(_MORE) or (event and not said.says("instead|rather")):
        return added([name], call.first(("add_attendees", "attendees", "to")), call)
    return replaced([name], call)


def _text(text: str, name: str, said: Said, call: Call) -> bool:
    """Say something besides where it is to be added, or in place of what is said so far."""
    new = worded("thank" if said.says("thank") else "tell", text) or sentence(text)

    def reworded(letter: re.Match[str]) -> str:
        kept = letter["said"].rstrip()
        whole = f"{kept} {new}" if kept and said.says(_MORE) else new
        return f"{letter['hello'] or ''}{whole}{letter['bye'] or ''}"

    return _set(call, name, _GREETED.sub(reworded, call.text(name), count=1))
