"""Labels of several Gmail messages at once.

Gmail changes a thousand in one request, but does not say of which of them there was anything to
change. So they are read first: what is gone is known by name, and so are the labels they had.
"""

from collections.abc import Mapping, Sequence

from shared.connectors.google.labels import Labels
from shared.connectors.google.message import mail_of
from shared.connectors.google.reading import USER, Messages
from shared.connectors.resorting import Before, each_alone, judged, sorted_of
from shared.connectors.rest import Request, Rest
from shared.errors import ToolFailed
from shared.tools.effect import Effect
from shared.tools.gathering import AT_ONCE
from shared.workspace.email.port import Mail, Resorted, Sorted

_MOST_CHANGED = 1000  # what Gmail takes in one request


class Resorter:
    """Puts the messages of one account in order."""

    def __init__(self, rest: Rest, account: str, messages: Messages, labels: Labels) -> None:
        self._rest = rest
        self._account = account
        self._messages = messages
        self._labels = labels

    async def relabel(
        self, mail_ids: Sequence[str], add: Sequence[str], remove: Sequence[str], effect: Effect
    ) -> Sorted:
        """Add and remove labels; those that do not exist are made to be added.

        Doing this twice is doing it once, so all that is noted are the labels there were before.
        """
        before, names = Before(effect), await self._labels.names()
        removing = await self._labels.ids(remove)
        body = {"addLabelIds": await self._labels.ensure(add), "removeLabelIds": removing}

        async def read(mail_id: str) -> Mail:
            return mail_of(await self._messages.head(mail_id), self._account, names)

        ids = tuple(dict.fromkeys(mail_ids))
        read_of = await each_alone(ids, read, AT_ONCE)
        mails = {known: mail for known, mail in read_of.items() if isinstance(mail, Mail)}
        await before.note({known: mail.labels for known, mail in mails.items()})
        refused = await self._changed(list(mails), body, effect)
        gone = {names[label] for label in removing}

        def became(mail: Mail) -> Resorted:
            kept = [label for label in mail.labels if label not in gone]
            return before.resorted(mail, tuple(dict.fromkeys((*kept, *map(str.casefold, add)))))

        found: dict[str, Resorted | ToolFailed] = {
            known: refused.get(known) or (became(one) if isinstance(one, Mail) else one)
            for known, one in read_of.items()
        }
        return sorted_of(ids, found, mails)

    async def _changed(
        self, ids: Sequence[str], body: Mapping[str, Sequence[str]], effect: Effect
    ) -> dict[str, ToolFailed]:
        """Change them; return those that could not be, and why."""
        refused: dict[str, ToolFailed] = {}
        for start in range(0, len(ids), _MOST_CHANGED):
            some = list(ids[start : start + _MOST_CHANGED])
            request = Request("POST", f"{USER}/messages/batchModify", json={"ids": some, **body})
            try:
                # `read`, because what changes nothing the second time may be repeated
                await self._rest.read(request)
            except ToolFailed as error:
                refused |= dict.fromkeys(some, judged(error, effect))
        return refused
