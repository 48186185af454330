"""A calendar, an address book and a desk for the tests of the calendar tools."""

from datetime import UTC, datetime, timedelta

from shared.decisions.risk import argument_hash, risk_of
from shared.errors import ToolFailed
from shared.models.profile import Account, CalendarSettings, Preferred, Profile
from shared.tools.effect import Effect
from shared.tools.tool import Desk, Said
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Attendee, Calendar, Event, FreeBusy
from shared.workspace.calendar.service import SERVICE
from shared.workspace.contacts.port import AddressBook, Contact

NOW = datetime(2026, 11, 25, 8, 30, 20, tzinfo=UTC)
PROFILE = Profile(
    name="Ada",
    accounts=(Account(id="a", provider="sandbox", email="ada@omni.dev"),),
    domains=("omni.dev",),
    preferred=Preferred(time_zone="Europe/Berlin"),
)
TOOLS = {tool.name: tool for tool in SERVICE.tools}
EFFECT = Effect(id="0" * 32)
ADA = Attendee(email="ada@omni.dev", name="Ada", response="accepted")
BO = Attendee(email="bo@omni.dev", name="Bo Ek")
CY = Attendee(email="cy@client.com", name="Cy Young")


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def event(number, start, minutes=30, **more):
    begins = at(start)
    return Event(
        **{
            "id": f"e{number}",
            "title": f"Event {number}",
            "starts_at": begins,
            "ends_at": begins + timedelta(minutes=minutes),
            "time_zone": "Europe/Berlin",
            **more,
        }
    )


class ScriptedCalendar:
    """Events in memory; `busy` is what others' calendars show, the rest of them are closed."""

    def __init__(self, *events, busy=(), page=250):
        self.kept = {one.id: one for one in events}
        self.busy = busy
        self.page = page
        self.did = []

    async def events(self, start, end, text="", limit=250):
        found = [
            one
            for one in self.kept.values()
            if one.starts_at < end
            and one.ends_at > start
            and text.casefold() in one.title.casefold()
        ]
        return tuple(sorted(found, key=lambda one: one.starts_at)[: min(limit, self.page)])

    async def get(self, event_id):
        if event_id not in self.kept:
            raise ToolFailed("There is no such event.", "params")
        return self.kept[event_id]

    async def create(self, event, effect):
        self.did.append((event, effect))
        return Event(id="new", **event.model_dump())

    async def update(self, event_id, change, effect, scope="this"):
        self.did.append((change, scope, effect))
        return self.kept[event_id].model_copy(
            update={name: value for name, value in change if value is not None}
        )

    async def delete(self, event_id, effect, scope="this"):
        self.did.append((event_id, scope, effect))

    async def respond(self, event_id, response, comment, effect):
        self.did.append((event_id, response, comment, effect))
        return self.kept[event_id].model_copy(update={"response": response})

    async def free_busy(self, people, start, end):
        open_ones = {one.person for one in self.busy}
        return FreeBusy(
            busy=tuple(one for one in self.busy if one.person in people),
            unknown=tuple(one for one in people if one not in open_ones),
        )

    async def settings(self):
        return CalendarSettings()


class ScriptedBook:
    def __init__(self, *people):
        self.people = [
            Contact(id=str(n), name=one.name, email=one.email) for n, one in enumerate(people)
        ]

    async def search(self, text, organization, limit):
        wanted = text.casefold()
        found = [p for p in self.people if wanted in p.name.casefold() or wanted == p.email]
        return tuple(found[:limit])


def desk(calendar, *people, now=NOW, profile=PROFILE):
    ports = {Calendar: calendar, AddressBook: ScriptedBook(*people)}
    return Desk(Workspace(ports), profile, now, EFFECT)


async def prepared(name, table, arguments):
    """Prepare a call twice: what was approved must still be the same call."""
    first = await TOOLS[name].preview(table, arguments)
    again = await TOOLS[name].preview(table, first.arguments)
    assert argument_hash(name, again.arguments) == argument_hash(name, first.arguments)
    assert again == first
    return first


def risk(name, arguments):
    return risk_of(name, TOOLS[name].rules, arguments, PROFILE)


def said(name, result, arguments=None):
    return TOOLS[name].say(Said(result, arguments or {}, PROFILE, NOW))


def suggested(name, result, arguments=None):
    return TOOLS[name].suggest(Said(result, arguments or {}, PROFILE, NOW))
