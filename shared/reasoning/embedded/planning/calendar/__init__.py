"""Tool calls for one command to the calendar agent."""

import re

from shared.english import asked_at, oddity, read_when
from shared.matching.orders import plain
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.calendar.answering import cancel, respond
from shared.reasoning.embedded.planning.calendar.changing import change
from shared.reasoning.embedded.planning.calendar.looking import look
from shared.reasoning.embedded.planning.calendar.making import book, make
from shared.reasoning.embedded.planning.mail_people import Unknown
from shared.reasoning.embedded.planning.steps import refused
from shared.reasoning.embedded.words import tidy

__all__ = ["plan"]

_MAKES = re.compile(
    r"^(?:schedule|book|set ?up|create|arrange|organi[sz]e|plan|block|reserve|hold|pencil"
    r"|remind me|fix"
    r"|enter|invite|send (?:out )?(?:an? )?(?:calendar )?(?:invite|invitation)"
    r"|make (?:an? |some )?(?:\w+ ){0,2}(?:meeting"
    r"|event|appointment|call|time|entry|reservation)|(?:put|add|get)\b.*\b(?:calendar"
    r"|diary|schedule|agenda)\b"
    r"|(?:add|set) (?:an? |another |some )|put (?:an? |some )|new |can (?:we|you) (?:meet|schedule"
    r"|book|set up)|i (?:have|need|want|would like)"
    r"|i've|i'd like|there(?:'s| is)|let's|get|find|keep|save)\b",
    re.IGNORECASE,
)
_MAY = re.compile(
    r"(?:can|could|would|will) (?:i|we) (?:be|have|meet|make|do|fit|attend|take|squeeze)\b",
    re.IGNORECASE,
)
_SAYING = re.compile(r"^(?:i'd like to|i would like to|i want to|i need to) ", re.IGNORECASE)
_SHORTHAND = tuple(
    (re.compile(form, re.IGNORECASE), plainly)
    for form, plainly in (
        (r"\bw/ ?(?=\w)", "with "),
        (r"\bcalender\b", "calendar"),
        (r",? (?:any )?(?:options|suggestions|ideas)\?*$", ""),
        (r",? so (?:that )?it (?:starts|begins|is|takes place)(?: at| on)?\b", " to"),
        (r"^(?P<what>[^>]+?) ?(?:->|=>|\u2192) ?(?=\d|\w+day\b)", r"move \g<what> to "),
        (
            (
                r"^i (?:can't|cannot|won't) (?:make|attend|do)(?: it to)? (?P<what>[^,;]+)[,;.] "
                r"(?:so )?(?:please )?"
                r"(?:take|remove|delete|drop|cancel) (?:it|that)\b.*"
            ),
            r"cancel \g<what>",
        ),
    )
)
"""What is written shortly or in passing, and the order it comes to."""
_ITSELF = re.compile(
    r"(?:(?:my|the|our) )?(?:calend[ae]r|schedule|agenda|diary|meetings|events|appointments)?",
    re.IGNORECASE,
)
_THAT_DAY = re.compile(r"\b(?:on )?(?:that|the same) day\b", re.IGNORECASE)
_LONGEST = 1_000
"""How much of a command is read: longer ones are no orders."""
_UNCLEAR = (
    "I'm not sure what to do in your calendar. Say for example “What's on my calendar today?” or "
    "“Schedule a meeting with Sarah next Tuesday at 2pm”."
)


def _on_that_day(command: str, request: PlanRequest) -> str:
    """Put the time that was talked about last where a command says "that day"."""
    named = request.context.memory.entities.timeframe
    return _THAT_DAY.sub(named, command) if named else command


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan reading, making, moving, cancelling and answering; ask back where that is unclear."""
    written = _spelt_out(_on_that_day(tidy(command)[:_LONGEST], request))
    said = written if _MAY.match(written) else _SAYING.sub("", plain(written))
    if odd := oddity(said):
        return refused(odd)
    try:
        return _planned(said, request)
    except Unknown as unknown:
        return refused(str(unknown))


def _spelt_out(written: str) -> str:
    """Return a command without the shorthand people type."""
    for pattern, plainly in _SHORTHAND:
        written = pattern.sub(plainly, written)
    return written


def _planned(said: str, request: PlanRequest) -> ToolPlan:
    for read in (book, respond, look):
        if planned := read(said, request):
            return planned
    if _alters(said) and (planned := change(said, request)):
        return planned
    if _MAKES.match(said):
        return make(said, request)
    for read in (cancel, change):
        if planned := read(said, request):
            return planned
    when = read_when(said, asked_at(request))
    if when.dated and _ITSELF.fullmatch(when.rest_of(said).strip(" ?.!,:")):
        return look(f"show {said}", request) or refused(_UNCLEAR)
    return make(said, request) if when.dated or when.recurrence else refused(_UNCLEAR)


def _alters(said: str) -> bool:
    """Whether something is to be different about a meeting, not new in the calendar."""
    return (
        re.match(
            r"(?:add|invite|include|put|set|make it|make the|make that|make my|remove|drop|take"
            r"|uninvite)\b",
            said,
            re.IGNORECASE,
        )
        is not None
        and re.search(r"\b(?:calendar|diary|schedule)\b", said, re.IGNORECASE) is None
        and re.match(
            r"(?:add|set|put) (?:an? )(?!note|agenda)|set up"
            r"|make an? ",
            said,
            re.IGNORECASE,
        )
        is None
    )
