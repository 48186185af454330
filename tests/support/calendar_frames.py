"""What tests of the calendar's frames say: commands, what was listed, and the calls planned."""

import pytest

from shared.models.profile import Account, Preferred, Profile
from shared.models.reasoning import Reference
from shared.understanding.work import Asked, Work
from shared.workspace.calendar.frames import FRAMES
from shared.workspace.registry import TOOLS
from tests.support.marked import request, said

PROFILE = Profile(
    preferred=Preferred(time_zone="Europe/Berlin", vips=("ceo@acme.com",)),
    accounts=(Account(id="a", provider="google", email="me@x.org"),),
)


LIST, CREATE, UPDATE = "calendar_list_events", "calendar_create_event", "calendar_update_event"


DELETE, RESPOND = "calendar_delete_event", "calendar_respond_to_event"


CHECK, SLOTS = "calendar_check_availability", "calendar_find_common_slots"


FOUND = "{1.events.0.id}"


EVENTS = tuple(
    Reference(kind="event", id=f"event-{place}", label=label, ordinal=place)
    for place, label in enumerate(("Budget review", "Team sync", "1:1 with Anna"), 1)
)


IT = (Reference(kind="event", id="it", label="Kickoff", ordinal=0),)


def work_on(task, marked, references=(), carried="", profile=PROFILE, **known):
    command = said(task, marked, carried)
    return Work(command, request("calendar", command.text, references, profile=profile, **known))


def calls(task, marked, references=(), carried="", **known):
    work = work_on(task, marked, references, carried, **known)
    FRAMES[task](work)
    steps = work.plan().steps
    for step in steps:
        assert step.tool in TOOLS
        assert set(step.arguments) <= set(TOOLS[step.tool].parameters.model_fields)
    return [(step.tool, step.arguments) for step in steps]


def asked(task, marked, references=(), carried="", **known):
    with pytest.raises(Asked) as caught:
        calls(task, marked, references, carried, **known)
    return str(caught.value), caught.value.kind


def named(*names):
    return [("contacts_search", {"name": name}) for name in names]


def addresses(*steps):
    return [f"{{{step}.contacts.0.email}}" for step in steps]


def sought(query="", start="2026-11-26", end="2026-12-26", **more):
    return (LIST, {"start": start, "end": end, **({"query": query} if query else {}), **more})


REVIEWS = tuple(
    Reference(kind="event", id=f"r{place}", label=label, ordinal=place)
    for place, label in enumerate(("Stand-up", "Review Al", "Lunch", "Review Bo"), 1)
)
