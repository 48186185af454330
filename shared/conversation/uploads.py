"""Files that people bring into a conversation, or calls give: taken in, named, read by tools."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.conversation import later
from shared.conversation.attempts import Plan, attempt
from shared.conversation.taking import new_thread
from shared.conversation.whereabouts import key_of
from shared.decisions import lifecycle, uploading
from shared.errors import Gone, NotFound, ToolFailed, UnsupportedFile
from shared.models.principal import Principal
from shared.models.rows import UPLOAD, Stored
from shared.models.thread import Thread
from shared.models.upload import Upload
from shared.services import Services
from shared.tools.uploads import Uploads

_GONE = "The file is not there any more. Please attach it again."


async def take_file(
    services: Services, caller: Principal, thread_id: str, name: str, data: bytes
) -> Upload:
    """Take a file into a conversation of the caller's, which may begin with it.

    The same file again is the same. Raises InvalidRequest, TooLarge, UnsupportedFile or Gone.
    """
    upload = uploading.taken(name, data)
    key = await key_of(services, caller, thread_id)
    head = await services.threads.head(key)
    if head is None or not head.value.deleted:
        # before its row: whoever finds the row finds the file
        await services.files.put(key, upload.id, data)

    async def plan(head: Stored[Thread] | None) -> Plan[Upload]:
        if head is not None:
            return await _noted(services, head.value, upload)
        now = services.clock.now()
        thread = new_thread(caller, thread_id, now)
        due = (later.retention(key, now + services.limits.retention),)
        return Plan(upload, lifecycle.keep_upload(thread, upload, now), due)

    return await attempt(services, key, plan)


async def keep(services: Services, key: str, name: str, data: bytes) -> Upload:
    """Keep a file that a call gave in the conversation that it was made in.

    Raises InvalidRequest, TooLarge, UnsupportedFile or Gone.
    """
    upload = uploading.taken(name, data)
    await services.files.put(key, upload.id, data)

    async def plan(head: Stored[Thread] | None) -> Plan[Upload]:
        if head is None:
            raise Gone("There is no such conversation any more.")
        return await _noted(services, head.value, upload)

    return await attempt(services, key, plan)


async def _noted(services: Services, thread: Thread, upload: Upload) -> Plan[Upload]:
    """Plan to note a file, unless it is there already."""
    if not thread.deleted and await services.threads.get(thread.key, UPLOAD, upload.id):
        return Plan(upload)
    return Plan(upload, lifecycle.keep_upload(thread, upload, services.clock.now()))


async def brought(services: Services, key: str, names: Sequence[str]) -> tuple[Upload, ...]:
    """Return files of a conversation by their ids, each once; raise NotFound."""
    found: list[Upload] = []
    for name in dict.fromkeys(names):
        known = await services.threads.get(key, UPLOAD, name)
        if known is None:
            raise NotFound(f"There is no file {name} in this conversation.")
        found.append(known.value)
    return tuple(found)


async def content(services: Services, key: str, upload: Upload) -> bytes:
    """Return what is in a file; raise ToolFailed where that is gone, or not what it was."""
    data = await services.files.get(key, upload.id)
    if data is None or not uploading.same(upload, data):
        raise ToolFailed(_GONE, "params")
    return data


def uploads_of(services: Services, key: str, *, keeps: bool = True) -> Uploads:
    """Return the files of one conversation, as its tools see them; none are added unless it keeps.

    Nothing could be taken out of a file that a policy wants taken out of a result.
    """
    return _Kept(services, key, keeps)


@dataclass(frozen=True)
class _Kept:
    services: Services
    key: str
    keeps: bool

    async def find(self, name: str) -> Upload:
        known = await self.services.threads.get(self.key, UPLOAD, name)
        if known is None:
            raise ToolFailed(_GONE, "params")
        return known.value

    async def read(self, name: str) -> bytes:
        return await content(self.services, self.key, await self.find(name))

    async def keep(self, name: str, data: bytes) -> Upload:
        if not self.keeps:
            raise UnsupportedFile("A policy takes something out of what this call gives.")
        return await keep(self.services, self.key, name, data)
