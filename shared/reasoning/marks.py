"""What the embedded reader marks in a message, as a model is told it; times with their dates.

Models of all sizes err in dates, and small ones in which words are said and which say what is done.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from shared.decisions.binding import pointers
from shared.english import When
from shared.models.base import Json
from shared.models.intent import PlannedStep, Sought
from shared.models.reasoning import IntentRequest, PlanRequest
from shared.reasoning.embedded.planning.command import AGENT_OF, command_for
from shared.understanding.marking import TIMES, Span
from shared.understanding.said import Said
from shared.understanding.tasks import service_of
from shared.understanding.times import length, when_of
from shared.understanding.work import Asked, Work
from shared.words import telling
from shared.workspace.registry import TOOLS

_PAST = frozenset({"mail", "slack"})
"""Services of which the things are looked for in the past."""
_COUNT = "limit"
_BY_NAME, _NAME = "contact", "name"
"""What is found by its name, so that no other words tell which one is meant."""


def marks(commands: Sequence[Said], request: IntentRequest | PlanRequest) -> str:
    """Return what is marked in the commands of a message, each on a line; "" for nothing."""
    told = [
        (
            f'Marked in "{one.text}"' if len(commands) > 1 else "Marked",
            "; ".join(_marked(one, request)),
        )
        for one in commands
    ]
    return "\n".join(f"{where}: {marked}" for where, marked in told if marked)


def seeking(steps: Sequence[PlannedStep], commands: Sequence[Said]) -> tuple[PlannedStep, ...]:
    """Return a plan in which the words of the message tell which of the things found is taken.

    A model that wants one thing listed leaves it to chance which; it gets the newest that fits.
    """
    return tuple(_seeking(step, place, steps, commands) for place, step in enumerate(steps, 1))


def _seeking(
    step: PlannedStep, place: int, steps: Sequence[PlannedStep], commands: Sequence[Said]
) -> PlannedStep:
    tool = TOOLS.get(step.tool)
    if tool is None or not tool.rules.items:
        return step
    if tool.rules.item_kind == _BY_NAME:
        return step.model_copy(update={"arguments": _by_name(step.arguments, commands)})
    taken = any(
        pointer.step == place and pointer.to_one_of(tool.rules.items)
        for later in steps[place:]
        for pointer in pointers(later.arguments)
    )
    words = " ".join(_describing(commands, tool.domain))
    if not (taken and words):
        return step
    arguments = {name: each for name, each in step.arguments.items() if (name, each) != (_COUNT, 1)}
    first = arguments != step.arguments
    sought = Sought(words=words, first=first)
    return step.model_copy(update={"arguments": arguments, "sought": sought})


def _by_name(arguments: Mapping[str, Json], commands: Sequence[Said]) -> dict[str, Json]:
    """Return what looks somebody up, by the name alone where nobody said more of them.

    Small models fill in what they know of others; and of several with a name, the person is asked.
    """
    said = telling(" ".join(one.text for one in commands))
    if not (said and arguments.get(_NAME)):
        return dict(arguments)
    return {
        name: each
        for name, each in arguments.items()
        if name == _NAME or (isinstance(each, str) and telling(each) & said)
    }


def _describing(commands: Sequence[Said], domain: str) -> list[str]:
    """Return what commands say of the things they are about: those of a domain, if any is."""
    own = [one for one in commands if AGENT_OF.get(one.task) == domain]
    return [one.describing for one in own or commands]


def _marked(said: Said, request: IntentRequest | PlanRequest) -> Iterator[str]:
    timed = [one for one in said.spans if one.kind in TIMES]
    for kind in dict.fromkeys(one.kind for one in said.spans):
        texts = ", ".join(f'"{one.text}"' for one in said.spans if one.kind == kind)
        if kind in TIMES:
            dates = _dates(said, [one for one in timed if one.kind == kind], request)
            yield f"{kind} {texts}{dates and f' = {dates}'}"
        elif kind == "duration" and (minutes := length(said.one(kind))):
            yield f"{kind} {texts} = {minutes} minutes"
        else:
            yield f"{kind} {texts}"


def _dates(said: Said, spans: Sequence[Span], request: IntentRequest | PlanRequest) -> str:
    """Return when some words are, as arguments have it; "" where that cannot be read."""
    work = Work(said, command_for(said, request))
    try:
        when = when_of(work, spans, past=service_of(said.task) in _PAST)
    except Asked:
        return ""
    return _worded(when, work.now)


def _worded(when: When, now: datetime) -> str:
    if when.recurrence:
        return when.recurrence
    if when.start and when.one_day and when.day_named:
        return f"{when.start} to {when.end}" if when.end else when.start
    if when.at and not when.day_named:  # it may be of any day that was talked about
        return f"{when.at:%H:%M} to {when.until:%H:%M}" if when.until else f"{when.at:%H:%M}"
    window = when.window(now)
    if window is None:
        return ""
    start, end = window
    return start if start == end else f"{start} to {end}"
