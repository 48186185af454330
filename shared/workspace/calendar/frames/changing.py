"""Changing events that are there: their time, length, people, name, place and notes."""

import re

from shared.models.base import Json
from shared.understanding.changed_event import changes_people
from shared.understanding.folding import fold
from shared.understanding.marking import meets
from shared.understanding.said import WHO, Said
from shared.understanding.times import standing
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames.coming import people_changed, tells_event
from shared.workspace.calendar.frames.events import (
    DESCRIBING,
    events_meant,
    of_series,
    when_shown,
)
from shared.workspace.calendar.frames.guests import guests
from shared.workspace.calendar.frames.moving import MOVES, times_said, timing
from shared.workspace.calendar.frames.naming import ONLINE

UPDATE = "calendar_update_event"

_ASKS_TIME = (
    "When should it be instead? Say the new time, for example “Move the budget review to Thursday "
    "at 3pm”."
)
_ASKS_WHAT = (
    "What should I change? Say for example “Move it to Thursday at 3pm” or “Add Tom to it”."
)
_SWAPS = r"swap\w*|replac\w+|switch"
_NOTES = re.compile(r"\b(?:notes?|description|agenda|comments?|details|body)\b")
_PLACES = re.compile(r"\b(?:address|location|room|place|venue|where)\b")
_NAMING = r"rename|retitle|call|name|title"


def update(work: Work) -> None:
    """Change one event, or move several that were listed."""
    said = work.said
    if not said.has("topic", "person", "organisation"):
        work.near = when_shown(work).at
    _refuse(work)
    joining, leaving = people_changed(work)
    changes = _fields(said)
    taken = [*joining, *leaving]
    times = times_said(work, alone=not (changes or joining or leaving))
    if not (times.new or changes or joining or leaving):
        raise Asked(_ASKS_TIME if said.says(MOVES) else _ASKS_WHAT, "newtime")
    named = [one for one in standing(said) if one.kind in DESCRIBING - {"place", "time"}]
    if joining or leaving:  # who has to do with why tells no event
        named = [one for one in named if one.kind not in WHO or tells_event(said, one)]
    named = [one for one in named if not any(meets(one, who) for who in taken)]
    meant = events_meant(work, [*named, *times.old])
    added, removed = guests(work, joining), guests(work, leaving)
    for one in meant:
        work.add(
            UPDATE,
            f"Change {one.label or 'it'}",
            event_id=one.event,
            **changes,
            **timing(work, times, one.when),
            add_attendees=list(added.addresses),
            remove_attendees=list(removed.addresses),
            scope="series" if of_series(said) else "",
        )


def _refuse(work: Work) -> None:
    """Raise Asked for what cannot be changed here."""
    said = work.said
    if said.has("file") and not changes_people(said.wished):
        raise Asked("I can't attach files to events. I can put a link into the notes.")
    if said.says(r"alert|remind\w*|notif\w+"):
        raise Asked("I can't change when you are reminded of an event.")
    others = said.has("newtime", "duration", "place", "value", "body")
    if said.has("repeat") and not others and not said.wished.all("gone"):
        raise Asked(
            "I can't change how an event repeats. I can cancel its series, and make a new one."
        )
    flag = fold(said.one("flag")) if said.has("flag") else ""
    if flag and not others and not ONLINE.search(flag):
        raise Asked(f"I can't mark an event as {flag}: that has to be done in the calendar itself.")
    if said.says(_SWAPS) and not said.has("person") and not others:
        raise Asked("I can't swap two events at once: say the new time of each.", "newtime")


def _fields(said: Said) -> dict[str, Json]:
    """Return the new name, place and notes."""
    kept = standing(said)
    other = any(one.kind in {"newtime", "duration", "value", "place"} for one in kept)
    other = other or changes_people(said.wished)
    noted = not other or _NOTES.search(said.rest) is not None
    own = {one.kind: one.text for one in kept if noted or one.kind != "body"}
    changes = {**_valued(said, own), **_placed(own)}
    if "body" in own and own["body"] not in str(changes.get("title", "")):
        changes["notes"] = own["body"].strip(' "“”')
    return changes


def _valued(said: Said, own: dict[str, str]) -> dict[str, Json]:
    """Return what a value is for: the name, or the field that is said."""
    value, field = own.get("value", "").strip(' "“”'), fold(own.get("field", ""))
    if not value:
        return {}
    place = not field and _PLACES.search(said.rest) and not said.says(_NAMING)
    if place or _PLACES.search(field):
        return {"location": value}
    if _NOTES.search(f"{said.rest} {field}"):
        return {"notes": value}
    if field and not re.search("title|name|subject", field):
        return {"notes": f"{own['field']}: {value}"}
    return {"title": value[:1].upper() + value[1:]}


def _placed(own: dict[str, str]) -> dict[str, Json]:
    """Return the new place."""
    if "place" in own:
        return {"location": own["place"]}
    if "flag" in own and ONLINE.search(fold(own["flag"])):
        return {"location": own["flag"][:1].upper() + own["flag"][1:]}
    return {}
