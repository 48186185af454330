"""A call that was shown before it is made, changed as the person wishes in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shared.models.base import Json
from shared.models.reasoning import ReplyRequest, ReviseRequest, Revision
from shared.reasoning.embedded.revising.call import TEXTS, TITLES, Call, CannotRevise
from shared.reasoning.embedded.revising.exchanging import exchanged_as_named
from shared.reasoning.embedded.revising.fields import revise_fields
from shared.reasoning.embedded.revising.labels import revise_labelled
from shared.reasoning.embedded.revising.leftover import Heard, left_out
from shared.reasoning.embedded.revising.mentions import mentions
from shared.reasoning.embedded.revising.people import COPIED, revise_people
from shared.reasoning.embedded.revising.spans import revise_spans, seen
from shared.reasoning.embedded.revising.texts import revise_texts, said_around
from shared.reasoning.embedded.revising.times import revise_times
from shared.reasoning.embedded.revising.values import clauses
from shared.reasoning.embedded.revising.wished import wished
from shared.understanding.cards import AS_SHOWN, TASK_OF
from shared.understanding.drafts import without_keeping
from shared.understanding.folding import ASIDES, tidy
from shared.understanding.reader import Reader
from shared.understanding.spoken import as_written

_COURTESY = re.compile(
    r"^(?:(?:please|haha|sorry|sry|hah|lol|oops|ooh|oh|ah|ach|hmm+|yes|yeah|yep|ok(?:ay)?|sure|perfect"
    r"|no(?! (?:need|rush|hurry|problem|answer|reply|response|call|more|longer|further)\b)"
    r"|(?:lovely|wonderful|brilliant|excellent|super|cool|nice)(?=[,.!])"
    r"|great|fine|go ahead|confirmed|negative|well|but|actually|wait|pardon"
    r"|(?:i )?beg your pardon|(?:do |please )?(?:forgive|excuse) me|(?:my )?apologies"
    r"|so|then|could you|can you|would you|kindly|be so (?:good|kind) as to"
    r"|i'd like (?:you )?to|i want (?:you )?to|let's|just(?! that\b)|and)\b[,.!:]*\s+)+",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:(?:[\s,]+|[.!] )(?:by the way|that's what i meant?|how could i forget(?: (?:it|that))?"
    rf"|i (?:almost |nearly )?forgot(?: that)?|{'|'.join(sorted(ASIDES))}))+[\s.!]*$",
    re.IGNORECASE,
)
_AND = re.compile(r"^n (?=[a-z])")
_CLIPPED = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|need|ca|wo)nt\b", re.IGNORECASE
)
_ORDERED = re.compile(
    r"(?:make|change|set|put|say|write|use|add|remove|drop|lose|delete|cut|skip|leave|take|move|cc|copy"
    r"|send|call|title|start|end|let's do|do|(?:just|only) that|(?:it|that) (?:should|must|has to)"
    r")\b",
    re.IGNORECASE,
)
"""How the part of a wish begins that says what is to be different, after why."""
_PART = re.compile(
    r"(?<=[.;!])\s+(?=(?:(?:and|also|please) )*(?:(?:b?cc|copy) \w|(?:put|add|take|get|loop)\b"
    r"[^.;!]* (?:in|to|into|on) (?:b?cc|copy)\b|(?:with |use )?(?:(?:the|a|as) )?"
    r"(?:greeting|salutation)\b))"
    r"|,? and (?=(?:change|add|remove|make|say|cc|copy|set|move|put|mention|drop"
    r"|give (?:it|us|me|them) (?:an?|the|\d+))\b)",
    re.IGNORECASE,
)


_AS_IT_IS = "I can't change that in words. Say no to drop it, and ask for it anew."
_PIECE = re.compile(r"(?:,|&|\band\b)\s+", re.IGNORECASE)
_CALLED = re.compile(r"(?:also |please )*(?:call|name|title) it\b", re.IGNORECASE)
_SAYS_MORE = re.compile(
    rf"{_CALLED.pattern}|(?:also |please )*(?:in|at the|with|add|invite|bring"
    r"|it(?:'s| is) (?:in|at|on|over|via|online))\b",
    re.IGNORECASE,
)
_MORE_FIELDS = frozenset({"location", "attendees", "add_attendees", "title", "start", "minutes"})
"""What a piece of a wish may say besides the rest, and where it begins so."""


def revise(request: ReviseRequest, reader: Reader) -> Revision:
    """Return the arguments as wished, and what of the wish is not in them, if anything.

    Where it can't be done, what can be changed. What is wished line by line is done so, each line
    after the one before, if each says something.
    """
    made = _followed(request, reader)
    left = _left_out(request, made, reader)
    for one in left if left != (request.wish.strip(" .,;:!?"),) else ():
        again = request.model_copy(update={"wish": one, "arguments": made.arguments})
        more = _followed(again, reader)
        if len(still := _left_out(request, more, reader)) < len(left) and more.arguments:
            made, left = more, still
    return made.model_copy(update={"why": _not_used(left)}) if left else made


def _left_out(request: ReviseRequest, made: Revision, reader: Reader) -> tuple[str, ...]:
    """Return what of a wish is not in the arguments that were made of it."""
    if made.arguments is None or "\n" in request.wish.strip():  # a line may take back another
        return ()
    wish, tool, command = _plainly(request.wish), request.tool.name, request.command
    said = seen(wish, tool, command, reader)
    doing = wished(wish, Call.of(request), tool, command, reader)
    heard = Heard(said.spans if said else (), doing.found.marks if doing else ())
    after = Call.of(request.model_copy(update={"arguments": made.arguments}))
    return left_out(wish, Call.of(request), after, heard)


def _not_used(parts: Sequence[str]) -> str:
    """Say which parts of a wish are not in the call."""
    named = "; ".join(f"\u201c{one}\u201d" for one in parts)
    return f"I did not use {named}."


def _followed(request: ReviseRequest, reader: Reader) -> Revision:
    call = Call.of(request)
    if TASK_OF.get(request.tool.name) in AS_SHOWN:  # what it names is told, not set
        return Revision(why=_AS_IT_IS)
    told = _COURTESY.sub("", _plainly(request.wish)).strip(" .!")
    if exchanged_as_named(told, call) or said_around(told, call):
        return _revised(call, request)
    doing = wished(_plainly(request.wish), call, request.tool.name, request.command, reader)
    if doing is not None and doing.done():
        ways = _Ways(request.tool.name, request.command, reader)
        ways.say_more(_plainly(request.wish), call, request.arguments)
        return _revised(call, request)
    formed = _formed(request, reader)
    if doing is None or formed.arguments is None:
        return formed
    changed = replace(call, arguments=formed.arguments).changed(request.arguments)
    allowed = doing.allows(changed) and not doing.overwrites(formed.arguments)
    return formed if allowed else Revision(why=_what_can(call))


def _formed(request: ReviseRequest, reader: Reader) -> Revision:
    """Return the arguments as the forms of a wish say that they should be."""
    so_far = request
    for line in filter(str.strip, request.wish.splitlines()):
        revised = _revise(so_far.model_copy(update={"wish": line}), reader)
        if revised.arguments is None:
            return _revise(request, reader)
        so_far = so_far.model_copy(update={"arguments": revised.arguments})
    return _revised(Call.of(so_far), request)


def _revise(request: ReviseRequest, reader: Reader) -> Revision:
    call = Call.of(request)
    whole = _plainly(request.wish)
    wish = _COURTESY.sub("", whole).strip(" .!")
    tool, command = request.tool.name, request.command
    ways = _Ways(tool, command, reader)
    try:
        if revise_fields(whole, call, tool, command, reader):
            return _revised(call, request)
        parts = [_COURTESY.sub("", one).strip(" .!") for one in _parts(wish)]
        if not all(ways.followed(one, whole, call, alone=len(parts) == 1) for one in parts):
            call.arguments = dict(request.arguments)
            # one of them may only say why: "Tom will ask. Put him in copy."
            if len(parts) == 1 or not ways.followed(wish, whole, call, alone=True):
                return Revision(why=_what_can(call))
        ways.say_more(wish, call, request.arguments)
    except CannotRevise as reason:
        return Revision(why=str(reason))
    if call.arguments == request.arguments:
        revise_spans(wish, call, request.tool.name, request.command, reader)
    return _revised(call, request)


def likely_changes(request: ReplyRequest, reader: Reader) -> float:
    """Return how likely a reply to a card changes the call in a way that can be followed."""
    call = Call.shown(request)
    doing = wished(_plainly(request.text), call, request.tool, request.command, reader)
    return doing.sure if doing is not None and doing.done() else 0.0


def _plainly(wish: str) -> str:
    """Return a wish as it would be written, without what is said besides."""
    written = _AND.sub("and ", as_written(tidy(wish)))
    return without_keeping(_ASIDE.sub("", _CLIPPED.sub(r"\1n't", written)))


def _revised(call: Call, request: ReviseRequest) -> Revision:
    if call.arguments == request.arguments:
        return Revision(why="It says so already. Tell me what should be different.")
    return Revision(arguments=call.arguments)


@dataclass(frozen=True)
class _Ways:
    """How a wish can be followed: by whom it names, what is to be said, or when it is to be."""

    tool: str
    command: str
    reader: Reader

    def followed(self, part: str, whole: str, call: Call, *, alone: bool) -> bool:
        """Follow a part of a whole wish, or all of it, in whatever way there is."""
        before = dict(call.arguments)
        told = self.changed(part, call)
        # it says what is so already, and then what is to be
        if call.arguments == before and alone:
            told = self.ordered(whole, call) or told
        return told or revise_spans(part, call, self.tool, self.command, self.reader)

    def changed(self, wish: str, call: Call) -> bool:
        """Change what a wish is about; what its other sentences say besides whom, too."""
        if revise_labelled(wish, call) or said_around(wish, call):
            return True
        said = seen(wish, self.tool, self.command, self.reader)
        peopled = revise_people(wish, call, said.spans if said else ())
        of_people = [bool(COPIED.search(one) or mentions(one, call, ())) for one in clauses(wish)]
        rest = [
            one
            for one, named in zip(clauses(wish), of_people, strict=True)
            if not (peopled and named)
        ]
        timed = revise_times(", ".join(rest), call, plainly=True)
        if not (peopled or timed):
            return revise_texts(wish, call) or revise_times(wish, call)
        for one in rest if peopled and len(rest) > 1 and not timed else ():
            _ = revise_texts(_COURTESY.sub("", one), call)
        return True

    def say_more(self, wish: str, call: Call, before: Mapping[str, Json]) -> None:
        """Follow the pieces of a wish that say where and when it is or who comes, besides the rest.

        Not where words were changed: whatever else is said then may belong to them.
        """
        if call.changed(before) & {*TEXTS, *TITLES} or '"' in wish:
            return
        for at in (0, *(found.end() for found in _PIECE.finditer(wish))):
            rest = wish[at:]  # a title may have commas of its own
            piece = rest if _CALLED.match(rest) else _PIECE.split(rest)[0]
            tried = replace(call, arguments=dict(call.arguments))
            try:
                told = self._said_more(piece, tried)
            except CannotRevise:
                continue
            if told and tried.changed(call.arguments) <= _MORE_FIELDS - call.changed(before):
                call.arguments = tried.arguments

    def _said_more(self, piece: str, call: Call) -> bool:
        """Follow a piece of a wish that says no more than when or where it is, or who comes."""
        return revise_times(piece, call, plainly=True) or bool(
            _SAYS_MORE.match(piece)
            and (
                self.changed(piece, call)
                or revise_spans(piece, call, self.tool, self.command, self.reader)
            )
        )

    def ordered(self, wish: str, call: Call) -> bool:
        """Change what single clauses order; the others say why. Raise CannotRevise if none can."""
        refused: CannotRevise | None = None
        told = False
        for one in (_COURTESY.sub("", each).strip(" .!") for each in clauses(wish)):
            try:
                told = (_ORDERED.match(one) is not None and self.changed(one, call)) or told
            except CannotRevise as reason:
                refused = reason
        if refused and not told:
            raise refused
        return told


def _parts(wish: str) -> list[str]:
    """Return the single wishes in one; words in quotation marks are never cut."""
    parts: list[str] = []
    at = 0
    for joint in _PART.finditer(wish):
        if wish.count('"', 0, joint.start()) % 2 == 0:
            parts.append(wish[at : joint.start()])
            at = joint.end()
    return [*parts, wish[at:]]


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
            (("location",), "the place (“in Room Tyne”)"),
            (("start", "until"), "the time (“at 4pm instead”, “an hour later”)"),
        )
        if any(call.has(name) for name in names)
    ]
    if call.first(("contact_id", "phone", "company")):
        things = ["what is set (“the phone is +1 555 0100”, “sorry, Head of Sales”)"]
    elif call.has("row") and call.first(("values", "row")):
        things = ["a cell (“Actual is 5400”)"]
    if not things:
        return _AS_IT_IS
    return f"I don't know how to change it so. You can change {'; '.join(things)}."
