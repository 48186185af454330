"""A file of a conversation: a person brought it, or a call gave it."""

from shared.models.base import Payload


class Upload(Payload):
    """What is known of a file besides its content. `type` is a MIME type, `size` in bytes.

    `id` stands for its name and content together: the same file is kept once in a conversation, and
    what an id names never changes.
    """

    id: str
    name: str
    type: str
    size: int
