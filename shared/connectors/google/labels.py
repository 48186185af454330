"""What Gmail's labels are called, and the labels themselves."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from shared.connectors.google.answers import Resource, made, taken
from shared.connectors.rest import AlreadyThere, Request, Rest

_OF_GMAIL = {
    "INBOX": "inbox",
    "SENT": "sent",
    "UNREAD": "unread",
    "STARRED": "starred",
    "IMPORTANT": "important",
    "DRAFT": "draft",
    "SPAM": "spam",
    "TRASH": "trash",
}
_SNOOZED = "Snoozed"
_PATH = "/gmail/v1/users/me/labels"


class _Label(Resource):
    id: str
    name: str
    type: str = ""


class _Labels(Resource):
    labels: tuple[_Label, ...] = ()


class Labels:
    """One mailbox's labels, asked for once."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._known: dict[str, str] | None = None

    async def names(self) -> Mapping[str, str]:
        """Return what labels are called, in lower case, by their ids."""
        if self._known is None:
            answer = taken(_Labels, await self._rest.read(Request("GET", _PATH)))
            own = {label.id: label.name.casefold() for label in answer.labels if _own(label)}
            self._known = {**own, **_OF_GMAIL}
        return self._known

    async def ids(self, names: Sequence[str]) -> list[str]:
        """Return the ids of labels that exist; those of other names are left out."""
        known = {name: label for label, name in (await self.names()).items()}
        return [known[name.casefold()] for name in names if name.casefold() in known]

    async def snoozes(self) -> list[str]:
        """Return the labels that say until when mails are put aside."""
        prefix = f"{_SNOOZED.casefold()}/"
        return [name for name in (await self.names()).values() if name.startswith(prefix)]

    async def ensure(self, names: Sequence[str]) -> list[str]:
        """Return the ids of labels, making those that do not exist."""
        known = {name: label for label, name in (await self.names()).items()}
        return [known.get(name.casefold()) or await self._create(name) for name in names]

    async def _create(self, name: str) -> str:
        body = {
            "name": name,
            "labelListVisibility": "labelShow",
            "messageListVisibility": "show",
        }
        self._known = None
        try:
            label = made(_Label, await self._rest.change(Request("POST", _PATH, json=body)))
        except AlreadyThere:  # somebody was quicker
            found = await self.ids([name])
            if not found:
                raise
            return found[0]
        return label.id


def labels_of(ids: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return what a message's labels are called; those of no name to a person are left out."""
    found = [names[label] for label in ids if label in names]
    snoozed = any(name.startswith(f"{_SNOOZED.casefold()}/") for name in found)
    return (*found, *(["snoozed"] if snoozed else []))


def snoozed_until(day: date) -> str:
    """Return the label that says until when a mail is put aside.

    Gmail's API knows no snoozing, so this label is all there is: the mail is out of the inbox, and
    whoever looks under "Snoozed" sees what is to come back when.
    """
    return f"{_SNOOZED}/{day.isoformat()}"


def _own(label: _Label) -> bool:
    return label.type == "user"
