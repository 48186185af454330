"""The files of the conversation that a call is made in, as tools see them."""

from typing import Protocol

from shared.errors import ToolFailed, UnsupportedFile
from shared.models.upload import Upload


class Uploads(Protocol):
    """What the person brought along, or a call gave.

    What is not there is a ToolFailed (kind "params").
    """

    async def find(self, name: str) -> Upload:
        """Return what is known of a file, by its id."""
        ...

    async def read(self, name: str) -> bytes:
        """Return what is in a file."""
        ...

    async def keep(self, name: str, data: bytes) -> Upload:
        """Keep a file that a call gave; the same one is kept once.

        Raises InvalidRequest, UnsupportedFile, TooLarge or Gone, as where people bring one.
        """
        ...


class _None:
    async def find(self, name: str) -> Upload:
        raise ToolFailed(f"There is no file {name} here.", "params")

    async def read(self, name: str) -> bytes:
        raise ToolFailed(f"There is no file {name} here.", "params")

    async def keep(self, name: str, data: bytes) -> Upload:  # noqa: ARG002 - as the protocol has it
        raise UnsupportedFile(f"There is no conversation to keep {name} in.")


NO_UPLOADS: Uploads = _None()
"""What a call works with outside of a conversation."""
