"""A call that was shown before it is made, changed as the person wishes in words."""

import re
from collections.abc import Callable, Sequence

from shared.models.reasoning import ReviseRequest, Revision
from shared.reasoning.embedded.revising.call import Call, CannotRevise
from shared.reasoning.embedded.revising.people import revise_people
from shared.reasoning.embedded.revising.spans import revise_spans
from shared.reasoning.embedded.revising.texts import revise_texts
from shared.reasoning.embedded.revising.times import revise_times
from shared.understanding.folding import tidy
from shared.understanding.reader import Reader

_COURTESY = re.compile(
    r"^(?:(?:please|yes|yeah|yep|ok(?:ay)?|no|sure|perfect|great|fine|go ahead|confirmed|well"
    r"|but|hmm|actually|wait|could you|can you"
    r"|would you"
    r"|i'd like (?:you )?to|i want (?:you )?to|let's|just|and)\b[,.!:]*\s+)+",
    re.IGNORECASE,
)
_PART = re.compile(
    r",? and (?=(?:change|add|remove|make|say|cc|copy|set|move|put|mention|drop)\b)", re.IGNORECASE
)
_WAYS: Sequence[Callable[[str, Call], bool]] = (revise_people, revise_texts, revise_times)


def revise(request: ReviseRequest, reader: Reader) -> Revision:
    """Return the arguments as wished; where that can't be done, what can be changed."""
    call = Call.of(request)
    wish = _COURTESY.sub("", tidy(request.wish)).strip(" .!")
    try:
        for part in _parts(wish):
            told = any(way(part, call) for way in _WAYS)
            if not (told or revise_spans(part, call, request.tool.name, request.command, reader)):
                return Revision(why=_what_can(call))
    except CannotRevise as reason:
        return Revision(why=str(reason))
    if call.arguments == request.arguments:
        revise_spans(wish, call, request.tool.name, request.command, reader)
    if call.arguments == request.arguments:
        return Revision(why="It says so already. Tell me what should be different.")
    return Revision(arguments=call.arguments)


def _parts(wish: str) -> list[str]:
    """Return the single wishes in one; words in quotation marks are never cut."""
    return [wish] if '"' in wish else _PART.split(wish)


def _what_can(call: Call) -> str:
    """Say what can be changed in such a call."""
    things = [
        said
        for names, said in (
            (("to", "attendees", "add_attendees"), "who gets it (“add Tom”, “remove John”)"),
            (("subject", "title"), "the title (“change the subject to Budget”)"),
            (
                ("body", "text", "note", "notes"),
                "the text (“add that I'm away”, “change Friday to Monday”)",
            ),
            (("start", "until"), "the time (“at 4pm instead”, “an hour later”)"),
        )
        if any(call.has(name) for name in names)
    ]
    if not things:
        return "I can't change that in words. Say no to drop it, and ask for it anew."
    return f"I don't know how to change it so. You can change {'; '.join(things)}."
