"""Changing events that are there: their time, length, people, name, place and notes."""

import re

from shared.english import asked_at
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.calendar.finding import event_meant
from shared.reasoning.embedded.planning.calendar.guests import found_by, names_in
from shared.reasoning.embedded.planning.calendar.moving import lengthened, moved, shifted, stretched
from shared.reasoning.embedded.planning.calendar.updating import NO_SUCH, UPDATE, updated
from shared.reasoning.embedded.planning.steps import refused, step

_SERIES = re.compile(
    r",? ?\b(?:for )?(?:the (?:whole|entire) series(?: of)?|(?:all|every) (?:future )"
    r"?(?:occurrences?|instances?)(?: of)?"
    r"|(?:every|each) time|all of the series|as a series|the series(?: of)?)\b",
    re.IGNORECASE,
)
_JOIN = re.compile(
    r"^(?:add|invite|include|bring|also invite|loop in|cc) (?P<who>.+?) (?:to|in|into|on"
    r"|for|as well to) (?P<what>.+)$",
    re.IGNORECASE,
)
_LEAVE = re.compile(
    r"^(?:remove|drop|uninvite|disinvite|take|exclude|kick|delete) (?P<who>.+?) (?:off"
    r"|from|out of|of) (?P<what>.+)$",
    re.IGNORECASE,
)
_NOTE_WORD = r"(?:notes?|agenda|description|details|comments?)"
_FIELDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), name)
    for pattern, name in (
        (r"^(?:rename|retitle) (?P<what>.+?) (?:to|as|into) (?P<value>.+)$", "title"),
        (
            (
                r"^(?:change|set|update|edit|make) (?:the )?(?:title|name|subject) (?:of|for)"
                r" (?P<what>.+?)"
                r" (?:to|as|into) (?P<value>.+)$"
            ),
            "title",
        ),
        (
            (
                r"^(?:change|set|update|make) (?P<what>(?:it|that|this|the .+?))(?:'s)? (?:title"
                r"|name)"
                r" (?:to|as) (?P<value>.+)$"
            ),
            "title",
        ),
        (r"^call (?P<what>.+?) (?P<value>[\"“].+)$", "title"),
        (r"^call (?P<what>it|that|this) (?P<value>.+?)(?: instead)?$", "title"),
        (
            (
                r"^(?:change|set|update|edit|move|switch) (?:the )?(?:room|location|place|venue)"
                r" (?:of"
                r"|for) (?P<what>.+?)"
                r" (?:to|as|into|is) (?P<value>.+)$"
            ),
            "location",
        ),
        (
            (
                r"^(?:change|set|update|edit|switch) (?:the )?(?P<what>)(?:room|location|place"
                r"|venue)"
                r" to (?P<value>.+)$"
            ),
            "location",
        ),
        (
            (
                r"^(?:change|set|update|edit|switch) (?P<what>.+?)(?:'s)? (?:room|location|place"
                r"|venue) to (?P<value>.+)$"
            ),
            "location",
        ),
        (
            (
                r"^(?:add|set) (?:the )?(?:room|location|place|venue) (?P<value>.+?) (?:to|for)"
                r" (?P<what>.+)$"
            ),
            "location",
        ),
        (
            (
                r"^(?:move|switch|change|put|shift|hold|have) (?P<what>.+?) (?:to|in|into|on"
                r"|onto|via"
                r"|over) (?P<value>(?:the )?(?:(?:conference|meeting"
                r"|board) )?room\b.*|(?:the )?(?:boardroom|office|lobby|canteen)|zoom|(?:ms "
                r"|microsoft )?teams|google meet|skype|webex|slack)$"
            ),
            "location",
        ),
        (
            (
                rf"^(?:add|set|put|write|attach) (?:an? |the |some )?{_NOTE_WORD} (?:to|on|for|of"
                rf"|in)"
                rf" (?P<what>.+?)"
                r"(?::| saying(?: that)?| that says| to| that| -) ?(?P<value>.+)$"
            ),
            "notes",
        ),
        (
            (
                rf"^(?:add|put|write|set) (?:the |this )?{_NOTE_WORD} (?P<value>[\"“][^\"”]+[\"”])"
                rf" (?:to|on|for|of|in) (?P<what>.+)$"
            ),
            "notes",
        ),
        (
            (
                rf"^(?:change|set|update|edit) (?:the )?{_NOTE_WORD} (?:of|for|on) (?P<what>.+?)"
                rf" (?:to"
                rf"|as) (?P<value>.+)$"
            ),
            "notes",
        ),
        (
            (
                rf"^(?:add|put|write) (?P<value>.+?) (?:to|in|into|on) (?:the )?{_NOTE_WORD} (?:of"
                rf"|for) (?P<what>.+)$"
            ),
            "notes",
        ),
        (r"^note (?:in|on|for) (?P<what>.+?)(?: that|:) ?(?P<value>.+)$", "notes"),
    )
)


def change(command: str, request: PlanRequest) -> ToolPlan | None:
    """Plan a change of an event; None when the command asks for none."""
    scope = "series" if _SERIES.search(command) else ""
    said = " ".join(_SERIES.sub(" ", command).split()).rstrip(" .!?")
    for read in (_people_change, _field_change, stretched, shifted, lengthened, moved):
        if planned := read(said, request, scope):
            return planned
    return None


def _people_change(said: str, request: PlanRequest, scope: str) -> ToolPlan | None:
    for pattern, argument in ((_JOIN, "add_attendees"), (_LEAVE, "remove_attendees")):
        found = pattern.match(said)
        if found is None or re.search(
            r"\b(?:calendar|diary|schedule)"
            r"$",
            found["what"],
            re.IGNORECASE,
        ):
            continue
        if re.match(
            rf"(?:an? |the |some )?(?:{_NOTE_WORD}|room|location|place|meeting|event)\b",
            found["who"],
            re.IGNORECASE,
        ):
            continue
        names = names_in(found["who"])
        meant = event_meant(found["what"], request, asked_at(request)) if names else None
        if not names:
            continue
        if meant is None:
            return refused(NO_SUCH)
        people = found_by(tuple(names), request, len(meant.steps))
        update = step(
            UPDATE,
            "Change who is invited",
            event_id=meant.event,
            **{argument: list(people.addresses)},
            scope=scope,
        )
        return ToolPlan(steps=(*meant.steps, *people.steps, update))
    return None


def _field_change(said: str, request: PlanRequest, scope: str) -> ToolPlan | None:
    for pattern, name in _FIELDS:
        if found := pattern.match(said):
            value = found["value"].strip(" \"'“”")
            if name == "title":
                value = value[:1].upper() + value[1:]
            return updated(found["what"], {name: value}, request, f"Change the {name}", scope)
    return None
