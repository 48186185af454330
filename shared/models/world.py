"""What a person has, and where their words name it."""

from typing import Literal

from shared.models.base import Payload
from shared.models.cell import Cell

ThingKind = Literal["person", "organisation", "event", "channel", "file", "tab", "page", "label"]


class Thing(Payload):
    """One thing of a person's own: a contact, a meeting, a channel, a spreadsheet, a tab, ...

    An organisation is one that a contact works for, or that mail comes from. `id` is what its
    service knows it by; a tab's is that of its spreadsheet, whose name is `within`. `address` is a
    contact's or a sender's mail address, `day` the local date of a meeting, which is `within` a
    series if it repeats.
    """

    kind: ThingKind
    name: str
    id: str
    address: str = ""
    within: str = ""
    day: str = ""


class Link(Payload):
    """Words of a text that name something the person has; `things` are all that go by that name."""

    kind: ThingKind
    start: int
    end: int
    things: tuple[Thing, ...]


class KnownTable(Payload):
    """A tab of a spreadsheet of theirs; the first of its rows names the columns.

    `sheet` is the id of the spreadsheet and `name` what it is called.
    """

    sheet: str
    name: str
    tab: str
    rows: tuple[tuple[Cell, ...], ...]

    def __hash__(self) -> int:
        """Return the same for the same tab, so that what is worked out of it can be kept."""
        return hash((self.sheet, self.tab, len(self.rows)))
