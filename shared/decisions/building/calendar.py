"""The calendar as an ingredient."""

import re

from shared.decisions.building.ingredient import Ingredient, Mode, Slot, one_line, rereading
from shared.models.building import Part

_CHATTER = re.compile(
    r"^(?:(?:just|only|the meetings|meetings|my|events|those|of|for|in|on|please)\s+)+",
    re.IGNORECASE,
)
_OF = re.compile(r"(?:this|next|last|the)\b", re.IGNORECASE)


def read_period(words: str) -> str:
    """Return which days are meant, fit for "my meetings": "of this week", "today"."""
    said = _CHATTER.sub("", one_line(words).strip(" .!?")).strip()
    said = said[:1].lower() + said[1:] if said[:2] in {"Th", "To", "Ne"} else said
    return f"of {said}" if _OF.match(said) else said


_PERIOD = Slot(
    "period",
    "Which meetings should I look at?",
    unsaid="which days?",
    options=("Today", "Tomorrow", "This week"),
    default="of this week",
    read=read_period,
    examples=("This week", "Today"),
)
_TITLE = Slot("title", "What should the event be called?", unsaid="what is it called?")
_WHEN = Slot(
    "when",
    "When should the event be?",
    label="Event",
    unsaid="when is it?",
    examples=("on Friday at 3pm",),
)


def _write_line(part: Part, _how: Mode) -> str:
    return f'Create a calendar event "{part.slot("title")}" {part.slot("when")}'


READ = Ingredient(
    service="calendar",
    verb="read",
    product="Calendar",
    short="calendar",
    skill="calendar-reader",
    name="Calendar reader",
    description="Lists meetings and events",
    tools=("calendar_list_events",),
    slots=(_PERIOD,),
    line=lambda part, _how: f"List my meetings {part.slot('period')}",
    reread=rereading(r"List my meetings (?P<period>.+)"),
    does=lambda part, _how: f"Lists your meetings {part.slot('period')}",
    filters=("period",),
    examples=lambda part: (f"List my meetings {part.slot('period')}",),
)
WRITE = Ingredient(
    service="calendar",
    verb="write",
    product="Calendar",
    short="calendar",
    skill="calendar-planner",
    name="Calendar planner",
    description="Creates calendar events",
    tools=("contacts_search", "calendar_check_availability", "calendar_create_event"),
    slots=(_TITLE, _WHEN),
    line=_write_line,
    reread=rereading(r'Create a calendar event "(?P<title>[^"]+)" (?P<when>.+)'),
    does=lambda part, _how: f'Creates the event "{part.slot("title")}" {part.slot("when")}',
    examples=lambda _part: ("Create a calendar event", "Schedule a meeting"),
    as_asked="Create calendar events as asked. Each request says what, when and with whom.",
    content="title",
    place=("title", "when"),
)
