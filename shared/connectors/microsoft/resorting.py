"""Categories, flags, marks and folders of several mails at once, twenty requests in one."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from shared.connectors.microsoft.batch import MOST, batch
from shared.connectors.microsoft.folders import Folders
from shared.connectors.microsoft.graph import PREFER, below, selected, shaped
from shared.connectors.microsoft.labelling import Change, after, marked, moved
from shared.connectors.microsoft.messages import FIELDS, Message, mail_of
from shared.connectors.resorting import Before, judged, of_all, sorted_of
from shared.connectors.rest import NotThere, Request, Rest
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.ports import Clock
from shared.tools.effect import Effect
from shared.workspace.email.port import Mail, Resorted, Sorted

LONGEST = timedelta(seconds=20)
"""After so long no more mails are begun: a call may not take longer than its time allows."""
_TIME_IS_UP = ToolFailed("There was no time left for it.", "network")
_NO_ID = "There is no such thing: the id is empty."


class Resorter:
    """Puts the mails of one account in order."""

    def __init__(self, rest: Rest, account: str, folders: Folders, clock: Clock) -> None:
        self._rest = rest
        self._account = account
        self._folders = folders
        self._clock = clock

    async def relabel(self, mail_ids: Sequence[str], change: Change, effect: Effect) -> Sorted:
        """Make mails as they should be, and change nothing that is so already.

        Every change says how things should be, so it can be made twice; noted are only the labels
        there were before. What ails the whole account ends it for the mails not begun.
        """
        work = _Work(self._rest, self._account, await self._folders.ids(), change, effect)
        ids, until = tuple(dict.fromkeys(mail_ids)), self._clock.now() + LONGEST
        for start in range(0, len(ids), MOST):
            some = ids[start : start + MOST]
            ended = work.ended or (_TIME_IS_UP if self._clock.now() > until else None)
            if ended is not None:
                work.found |= dict.fromkeys(some, ended)
                continue
            await work.on(some)
        return sorted_of(ids, work.found, work.mails)


class _Work:
    """One change of several mails, and how far it has come."""

    def __init__(
        self,
        rest: Rest,
        account: str,
        folders: Mapping[str, str],
        change: Change,
        effect: Effect,
    ) -> None:
        self._rest = rest
        self._account = account
        self._folders = folders
        self._change = change
        self._effect = effect
        self._before = Before(effect)
        self.mails: dict[str, Mail] = {}
        self.found: dict[str, Resorted | ToolFailed] = {}

    @property
    def ended(self) -> ToolFailed | None:
        """Why no more mails are to be begun."""
        failed = (one for one in self.found.values() if isinstance(one, ToolFailed))
        return next((error for error in failed if of_all(error)), None)

    async def on(self, ids: Sequence[str]) -> None:
        """Read some mails, change what is to be changed of them, and keep what came of each."""
        asked = {name: _asked(name) for name in ids if name.strip()}
        read: dict[str, Message] = {}
        for name, answer in (await self._answers(asked)).items():
            if isinstance(answer, ToolFailed):
                self.found[name] = answer
            else:
                read[name] = shaped(Message, answer)
                self.mails[name] = self._mail(read[name])
        self.found |= {name: NotThere(_NO_ID) for name in ids if name not in asked}
        await self._before.note({name: self.mails[name].labels for name in read})
        refused = await self._changed(read)
        for name, message in read.items():
            now = self._mail(after(message, self._change, self._folders))
            done = self._before.resorted(self.mails[name], now.labels)
            self.found[name] = refused.get(name) or done

    async def _changed(self, read: Mapping[str, Message]) -> dict[str, ToolFailed]:
        """Mark all, then move those that were marked; return what could not be, and why."""
        refused: dict[str, ToolFailed] = {}
        for step in (marked, moved):
            requests = {
                name: request
                for name, message in read.items()
                if name not in refused
                and (request := step(message, self._change, self._folders)) is not None
            }
            answers = await self._answers(requests)
            refused |= {
                name: judged(answer, self._effect)
                for name, answer in answers.items()
                if isinstance(answer, ToolFailed)
            }
        return refused

    async def _answers(self, requests: Mapping[str, Request]) -> dict[str, Json | ToolFailed]:
        """Return what each is answered; a failure of the whole batch is one of each."""
        if not requests:
            return {}
        numbered = {str(number): name for number, name in enumerate(requests)}
        try:
            found = await batch(self._rest, {n: requests[name] for n, name in numbered.items()})
        except ToolFailed as error:
            return dict.fromkeys(requests, error)
        return {numbered[number]: answer for number, answer in found.items()}

    def _mail(self, message: Message) -> Mail:
        return mail_of(message, self._account, self._folders)


def _asked(mail_id: str) -> Request:
    return Request("GET", below("/me/messages", mail_id), selected(FIELDS), headers=PREFER)
