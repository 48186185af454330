"""What labels and days in a search mean in one mailbox."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from types import UnionType

from shared.connectors.folding import words
from shared.connectors.gmail_query import Condition, leaves

FOLDERS = {
    "archive": "archive",
    "inbox": "inbox",
    "sent": "sent",
    "trash": "trash",
    "bin": "trash",
    "spam": "spam",
    "junk": "spam",
}
"""Labels that say where a mail lies, and the folder's own label."""
LONG_AGO = date(1990, 1, 1)
"""No mail is older."""


@dataclass(frozen=True)
class Mailroom:
    """What a search depends on besides its query.

    `me` is the address that "me" stands for, `folders` are ids by label, `categories` the names of
    the person's own.
    """

    me: str
    today: date
    folders: Mapping[str, str]
    categories: Sequence[str] = ()

    def day(self, day: date | int) -> date:
        """Return a day that may be given as so many days ago."""
        return day if isinstance(day, date) else self.today - timedelta(days=day)

    def folder(self, label: str) -> str:
        """Return the id of the folder a label stands for; "" if the mailbox has not got it."""
        return self.folders.get(FOLDERS[label], "")


def same_category(one: str, other: str) -> bool:
    """Tell whether two names mean the same category: a query writes hyphens for spaces."""
    return words(one) == words(other)


def has(condition: Condition, kind: UnionType) -> bool:
    """Tell whether anything of this kind is in a condition."""
    return any(isinstance(leaf, kind) for leaf in leaves(condition))
