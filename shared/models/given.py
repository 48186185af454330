"""What a call gave besides words: files and data, passed on as they are."""

from shared.models.base import Json, Payload
from shared.models.upload import Upload


class Sent(Payload):
    """A file as another system sent it: its `content` in base64, or at an address (`url`)."""

    name: str = ""
    type: str = ""
    content: str = ""
    url: str = ""


class Given(Payload):
    """A file that is kept in the conversation, one at an address of others, or data.

    `source` says in words whose it is. Nobody here follows an address.
    """

    source: str
    name: str = ""
    type: str = ""
    file: Upload | None = None
    url: str = ""
    data: Json = None
