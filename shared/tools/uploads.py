"""The files of the conversation that a call is made in, as tools see them."""

from typing import Protocol

from shared.errors import ToolFailed
from shared.models.upload import Upload


class Uploads(Protocol):
    """What the person brought along. Both methods raise ToolFailed (kind "params") without it."""

    async def find(self, name: str) -> Upload:
        """Return what is known of a file, by its id."""
        ...

    async def read(self, name: str) -> bytes:
        """Return what is in a file."""
        ...


class _None:
    async def find(self, name: str) -> Upload:
        raise ToolFailed(f"There is no file {name} here.", "params")

    async def read(self, name: str) -> bytes:
        raise ToolFailed(f"There is no file {name} here.", "params")


NO_UPLOADS: Uploads = _None()
"""What a call works with outside of a conversation."""
