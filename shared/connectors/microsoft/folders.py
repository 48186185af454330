"""The folders every mailbox has, by the labels they stand for."""

from collections.abc import Mapping

from shared.connectors.microsoft.graph import AT_ONCE, PREFER, Shape, selected, shaped
from shared.connectors.rest import NotThere, Request, Rest
from shared.tools.gathering import each

WELL_KNOWN = {
    "inbox": "inbox",
    "sent": "sentitems",
    "archive": "archive",
    "trash": "deleteditems",
    "spam": "junkemail",
}
"""Graph's name for each; it takes them for ids, but messages carry the ids alone."""


class _Folder(Shape):
    id: str


class Folders:
    """The ids of one mailbox's well-known folders, asked for once."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._ids: Mapping[str, str] | None = None

    async def ids(self) -> Mapping[str, str]:
        """Return ids by label; a folder that the mailbox has not got is left out."""
        if self._ids is None:
            found = await each(self._id, WELL_KNOWN.values(), AT_ONCE)
            self._ids = {label: id_ for label, id_ in zip(WELL_KNOWN, found, strict=True) if id_}
        return self._ids

    async def _id(self, name: str) -> str:
        request = Request("GET", f"/me/mailFolders/{name}", selected(("id",)), headers=PREFER)
        try:
            return shaped(_Folder, await self._rest.read(request)).id
        except NotThere:
            return ""
