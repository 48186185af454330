"""Files that another system sends with an answer: kept in the conversation, or left out."""

import binascii
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from pydantic import ValidationError

from shared.decisions.links import inert
from shared.decisions.uploading import called
from shared.errors import Gone, InvalidRequest, TooLarge, UnsupportedFile
from shared.models.base import Json
from shared.models.given import Given, Sent
from shared.tools.uploads import Uploads
from shared.tools.wording import count, field, one_line

MAX_FILES = 10
_MAX_URL = 2_000
_MAX_NAME = 150


@dataclass(frozen=True)
class Kept:
    """What came of files that were sent: those that are passed on, and how many are not."""

    given: tuple[Given, ...] = ()
    left_out: int = 0

    @property
    def besides(self) -> str:
        """What is left out, in words."""
        return count(self.left_out, "file") if self.left_out else ""


async def kept(uploads: Uploads, sent: Sequence[Sent], source: str) -> Kept:
    """Keep what was sent as files people bring are, under the same rules.

    One that is at an address is not fetched.
    """
    given: list[Given] = []
    for one in sent[:MAX_FILES]:
        try:
            given.append(await _given(uploads, one, source))
        except (InvalidRequest, UnsupportedFile, TooLarge, Gone, binascii.Error):
            continue
    return Kept(tuple(given), len(sent) - len(given))


async def _given(uploads: Uploads, sent: Sent, source: str) -> Given:
    name = one_line(sent.name, _MAX_NAME)
    if sent.url:
        if urlsplit(sent.url).scheme not in {"http", "https"} or len(sent.url) > _MAX_URL:
            raise InvalidRequest("That is no address of a file.")
        own = name or urlsplit(sent.url).path.rpartition("/")[2] or "file"
        return Given(source=source, name=own, type=one_line(sent.type, 100), url=sent.url)
    file = await uploads.keep(called(name, sent.type), b64decode(sent.content, validate=True))
    return Given(source=source, name=file.name, type=file.type, file=file)


def given_in(result: Json) -> tuple[Given, ...]:
    """Return the files that a recorded result says were given."""
    found = field(result, "given")
    given: list[Given] = []
    for one in cast("list[Json]", found) if isinstance(found, list) else ():
        try:
            given.append(Given.model_validate(one))
        except ValidationError:  # redacted, or of another deployment
            continue
    return tuple(given)


def in_words(given: Sequence[Given]) -> str:
    """Say what was sent besides words, for the end of an answer; "" for nothing."""
    files = [one.name for one in given if one.file is not None]
    lines = [f"It sent {', '.join(map(one_line, files))}."] if files else []
    linked = [one for one in given if one.url]
    lines += [f"It points at {one_line(one.name)}: {inert(one_line(one.url))}" for one in linked]
    return "".join(f"\n\n({line})" for line in lines)
