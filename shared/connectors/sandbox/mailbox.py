"""The sandbox's mail behind the Mailbox port."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from shared.connectors.gmail_query import labels_in, parse
from shared.connectors.resorting import Became, resorted, sorted_of
from shared.connectors.sandbox.composing import completed, delivery, sent, written
from shared.connectors.sandbox.correspondence import (
    id_of,
    mails_of,
    relabelled,
    settled,
    snoozed,
    with_mail,
)
from shared.connectors.sandbox.files import attachment_text, brought, sent_along
from shared.connectors.sandbox.gmail_match import matches
from shared.connectors.sandbox.records import (
    OWNER,
    AnyMail,
    Done,
    FileRecord,
    ThreadRecord,
    WrittenRecord,
    part_of,
)
from shared.connectors.sandbox.store import SandboxStore, Stored, fresh
from shared.errors import ToolFailed
from shared.storage.rows import MAX_WRITES, Write
from shared.tools.effect import Effect
from shared.workspace.email.port import (
    AttachmentText,
    BroughtFile,
    Delivery,
    Draft,
    Mail,
    MailFile,
    MailPage,
    MailThread,
    NotDone,
    Outgoing,
    Resorted,
    Sent,
    Sorted,
)

_FIXED = frozenset({"sent", "draft", "snoozed"})
"""Labels that say what a mail is."""
_OUT_OF_SIGHT = frozenset({"trash", "spam"})
"""Where mail lies that is found only by who says so."""
_ANYWHERE = "in:anywhere"

_MOST_THREADS = MAX_WRITES - 1


class SandboxMailbox:
    """One person's mail, searched the way Gmail does."""

    def __init__(self, store: SandboxStore) -> None:
        self._store = store

    async def search(self, query: str, limit: int, accounts: Sequence[str] = ()) -> MailPage:
        """Return the newest matches."""
        if accounts and OWNER.email not in {account.casefold() for account in accounts}:
            return MailPage(mails=(), total=0)
        wanted, now = parse(query), self._store.now()
        said = labels_in(wanted) & _OUT_OF_SIGHT or _ANYWHERE in query.casefold()
        hidden = frozenset[str]() if said else _OUT_OF_SIGHT
        found = [
            mail
            for mail in await self._store.mails()
            if hidden.isdisjoint(mail.labels) and matches(wanted, mail, now, OWNER.email)
        ]
        page = tuple(mail.model_copy(update={"body": ""}) for mail in found[: max(limit, 0)])
        return MailPage(mails=page, total=len(found))

    async def get(self, mail_id: str) -> Mail:
        """Return one mail with its body."""
        thread, number = await self._located(mail_id)
        found = mails_of(thread.record, self._store.now())
        return next(mail for mail in found if mail.id == id_of(thread.record, number))

    async def thread(self, thread_id: str) -> MailThread:
        """Return a conversation: what was said, not what is only drafted."""
        found = await self._store.find("thread", thread_id, ThreadRecord)
        everything = mails_of(found.record, self._store.now()) if found else []
        said = [mail for mail in everything if "draft" not in mail.labels]
        if not said:
            raise ToolFailed("There is no such conversation.", "params")
        said.sort(key=lambda mail: mail.sent_at)
        return MailThread(id=thread_id, subject=said[0].subject, mails=tuple(said))

    async def attachment(self, mail_id: str, attachment_id: str) -> AttachmentText:
        """Return what a file says."""
        thread, number = await self._located(mail_id)
        files = thread.record.mails[number].files
        for place, file in enumerate(files, 1):
            if str(place) == attachment_id:
                return attachment_text(file)
        raise ToolFailed("That mail has no such attachment.", "params")

    async def send(self, mail: Outgoing, effect: Effect) -> Sent:
        """Send a mail."""

        async def change() -> tuple[list[Write], Sent]:
            thread, record = await self._composed(mail, effect)
            return self._sent(thread, len(thread.record.mails), record)

        return await self._store.once(effect, Sent, change)

    async def draft(self, mail: Outgoing, effect: Effect) -> Draft:
        """Keep a mail as a draft."""

        async def change() -> tuple[list[Write], Draft]:
            thread, record = await self._composed(mail, effect)
            number = len(thread.record.mails)
            draft = Draft(id=id_of(thread.record, number), mail=record.mail)
            return [self._kept(thread, number, record)], draft

        return await self._store.once(effect, Draft, change)

    async def get_draft(self, draft_id: str) -> Draft:
        """Return a draft; what was sent is none any more."""
        _, _, record = await self._drafted(draft_id)
        files = tuple(sent_along(draft_id, n, file) for n, file in enumerate(record.files, 1))
        return Draft(id=draft_id, mail=record.mail.model_copy(update={"attachments": files}))

    async def update_draft(self, draft_id: str, mail: Outgoing, effect: Effect) -> Draft:
        """Let a draft say what a mail does."""

        async def change() -> tuple[list[Write], Draft]:
            thread, number, known = await self._drafted(draft_id)
            draft = Draft(id=draft_id, mail=Draft(id=draft_id, mail=known.mail).saying(mail))
            files = tuple([await self._file(one) for one in mail.attachments])
            said = {"mail": draft.mail, "files": files, "at": self._store.now()}
            return [self._kept(thread, number, known.model_copy(update=said))], draft

        return await self._store.once(effect, Draft, change)

    async def send_draft(self, draft_id: str, effect: Effect) -> Sent:
        """Send a draft."""

        async def change() -> tuple[list[Write], Sent]:
            return self._sent(*await self._drafted(draft_id))

        return await self._store.once(effect, Sent, change)

    async def delete_draft(self, draft_id: str, effect: Effect) -> None:
        """Delete a draft."""

        async def change() -> tuple[list[Write], Done]:
            thread, number, record = await self._drafted(draft_id)
            gone = record.model_copy(update={"labels": (), "deleted": True})
            return [self._kept(thread, number, gone)], Done()

        await self._store.once(effect, Done, change)

    async def label(
        self, mail_ids: Sequence[str], add: Sequence[str], remove: Sequence[str], effect: Effect
    ) -> Sorted:
        """Add and remove labels, the provider's or one's own."""
        more, fewer = _labels(add), _labels(remove)
        return await self._revise(mail_ids, lambda mail: relabelled(mail, more, fewer), effect)

    async def snooze(self, mail_ids: Sequence[str], until: datetime, effect: Effect) -> Sorted:
        """Take mails out of the inbox until then."""

        def revise(mail: AnyMail) -> AnyMail:
            if until <= self._store.now():
                raise ToolFailed("A mail can only be snoozed until a time to come.", "params")
            if "draft" in mail.labels:
                raise ToolFailed("A draft cannot be snoozed.", "params")
            return snoozed(mail, until)

        return await self._revise(mail_ids, revise, effect)

    async def left_behind(self, mail: Outgoing, effect: Effect) -> str:
        """Return "": a mail is written and sent at once, or not at all."""
        del mail, effect
        return ""

    async def delivery(self, mail_id: str) -> Delivery:
        """Return what became of a sent mail."""
        thread, number = await self._located(mail_id)
        return delivery(thread.record.mails[number])

    async def _located(self, mail_id: str) -> tuple[Stored[ThreadRecord], int]:
        thread_id, number = part_of(mail_id)
        thread = await self._store.find("thread", thread_id, ThreadRecord)
        known = thread.record.mails[number - 1 : number] if thread is not None else ()
        if thread is None or number < 1 or not known or known[0].deleted:
            raise ToolFailed("There is no such mail; it may have been deleted.", "params")
        return thread, number - 1

    async def _drafted(self, draft_id: str) -> tuple[Stored[ThreadRecord], int, WrittenRecord]:
        thread, number = await self._located(draft_id)
        record = thread.record.mails[number]
        if not isinstance(record, WrittenRecord):
            raise ToolFailed("There is no such draft.", "params")
        if "draft" not in record.labels:
            raise ToolFailed("That draft was sent already.", "params")
        return thread, number, record

    async def _composed(
        self, mail: Outgoing, effect: Effect
    ) -> tuple[Stored[ThreadRecord], WrittenRecord]:
        answered = await self.get(mail.answers) if mail.answers else None
        thread_id = mail.thread_id or (answered.thread_id if answered else "")
        thread = fresh("thread", effect.id, ThreadRecord(id=effect.id, subject=mail.subject))
        if thread_id:
            thread = await self._store.get("thread", thread_id, ThreadRecord, "conversation")
        files = tuple([await self._file(one) for one in mail.attachments])
        complete = completed(mail, answered, thread.record.id)
        return thread, written(complete, files, effect.id, self._store.now())

    async def _file(self, wanted: MailFile | BroughtFile) -> FileRecord:
        if isinstance(wanted, BroughtFile):
            return await brought(wanted)
        source, number = await self._located(wanted.mail_id)
        for place, file in enumerate(source.record.mails[number].files, 1):
            if str(place) == wanted.attachment_id:
                return file
        raise ToolFailed("That mail has no such attachment.", "params")

    def _sent(
        self, thread: Stored[ThreadRecord], number: int, draft: WrittenRecord
    ) -> tuple[list[Write], Sent]:
        record = sent(draft, self._store.now())
        receipt = Sent(
            id=id_of(thread.record, number),
            thread_id=thread.record.id,
            message_id=record.message_id,
        )
        return [self._kept(thread, number, record)], receipt

    def _kept(self, thread: Stored[ThreadRecord], number: int, record: AnyMail) -> Write:
        whole = settled(thread.record, self._store.now())
        return thread.written(with_mail(whole, number, record))

    async def _revise(
        self, mail_ids: Sequence[str], revise: Callable[[AnyMail], AnyMail], effect: Effect
    ) -> Sorted:
        """Change mails, as many conversations at once as are kept in one batch."""
        found: dict[str, Became] = {}
        for place, some in enumerate(_batches(mail_ids)):
            one = replace(effect, id=f"{effect.id}-{place}") if place else effect
            became = await self._revise_batch(some, revise, one)
            found |= {each.id: each for each in (*became.done, *became.failed)}
        return sorted_of(mail_ids, found)

    async def _revise_batch(
        self, mail_ids: Sequence[str], revise: Callable[[AnyMail], AnyMail], effect: Effect
    ) -> Sorted:
        async def change() -> tuple[list[Write], Sorted]:
            threads: dict[str, Stored[ThreadRecord]] = {}
            revised: dict[str, ThreadRecord] = {}
            done: list[Resorted] = []
            failed: list[NotDone] = []
            for mail_id in mail_ids:
                try:
                    thread, number = await self._located(mail_id)
                    key = threads.setdefault(thread.record.id, thread).record.id
                    whole = revised.get(key, threads[key].record)
                    after = with_mail(whole, number, revise(whole.mails[number]))
                except ToolFailed as error:
                    failed.append(NotDone(id=mail_id, kind=error.kind, why=str(error)))
                    continue
                revised[key] = after
                done.append(self._resorted(whole, after, number))
            if failed and not done:  # nothing to keep: it may be possible another time
                raise _NoneDone(tuple(failed))
            writes = [threads[key].written(record) for key, record in revised.items()]
            return writes, Sorted(done=tuple(done), failed=tuple(failed))

        try:
            return await self._store.once(effect, Sorted, change)
        except _NoneDone as none:
            return Sorted(failed=none.failed)

    def _resorted(self, whole: ThreadRecord, after: ThreadRecord, number: int) -> Resorted:
        mail, now = (mails_of(one, self._store.now())[number] for one in (whole, after))
        return resorted(mail, now.labels)


class _NoneDone(ToolFailed):
    """Not one of the mails can be changed."""

    def __init__(self, failed: tuple[NotDone, ...]) -> None:
        super().__init__(failed[0].why, failed[0].kind)
        self.failed = failed


def _batches(mail_ids: Sequence[str]) -> list[list[str]]:
    """Return ids, those of as many conversations together as one batch can hold."""
    threads = dict[str, list[str]]()
    for mail_id in dict.fromkeys(mail_ids):
        threads.setdefault(part_of(mail_id)[0], []).append(mail_id)
    each = list(threads.values())
    starts = range(0, len(each), _MOST_THREADS)
    return [[i for ids in each[at : at + _MOST_THREADS] for i in ids] for at in starts]


def _labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Return labels as they are kept; what a mail is cannot be labelled away."""
    chosen = tuple(" ".join(label.lower().split()) for label in labels)
    for label in chosen:
        if not label or label in _FIXED:
            raise ToolFailed(f'The label "{label}" cannot be added or removed.', "params")
    return chosen
