"""How a person writes: what they wrote in mails of their own."""

from datetime import datetime

from shared.models.base import Payload


class OwnMail(Payload):
    """The own words of one mail that a person sent, without what it quotes, passes on or appends.

    `sender` is what the person is called in it. `to` are the addresses it went to, in lower case,
    and `names` what those who got it are called.
    """

    sender: str = ""
    to: tuple[str, ...]
    names: tuple[str, ...] = ()
    text: str
    sent_at: datetime
