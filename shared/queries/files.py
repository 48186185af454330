"""What is in files that came with a question."""

from collections.abc import AsyncIterator

from shared.conversation.uploads import content
from shared.errors import ToolFailed
from shared.models.reasoning import StepOutcome, SynthesisRequest, Usage
from shared.models.upload import Upload
from shared.ports import TextStream
from shared.queries.handler import Asked
from shared.queries.phrases import one_line
from shared.services import Services
from shared.workspace.email.attachments import text_of_file

MOST_CHARACTERS = 20_000
"""Of the text of all files together that an answer is made from."""
CUT = "\n\n(The rest is left out.)"
_TOOL = "files_read"


class FilesBrought:
    """Takes whatever is asked of files that came with the question."""

    id = "files"
    priority = 200

    def can_handle(self, asked: Asked) -> bool:
        """Take a question that files came with."""
        return bool(asked.files)

    def answer(self, asked: Asked, services: Services) -> TextStream:
        """Answer from what the files say; those that cannot be read are named, with why."""
        return _FromFiles(asked, services)


class _FromFiles:
    """An answer that is worded once the files were read."""

    def __init__(self, asked: Asked, services: Services) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._asked = asked
        self._services = services

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield what cannot be read, then the answer in pieces."""
        asked, services = self._asked, self._services
        told: list[StepOutcome] = []
        room = MOST_CHARACTERS
        for file in asked.files:
            text, why = await _read(file, asked.thread, services)
            if why:
                yield f"{one_line(file.name)}: {why}\n\n"
                continue
            shown = text if len(text) <= room else f"{text[:room]}{CUT}"
            room = max(0, room - len(text))
            told.append(_outcome(file, shown))
        if not told:
            return
        person = await services.people.get(asked.principal)
        request = SynthesisRequest(
            text=asked.text,
            today=person.known.here(services.clock.now()).date().isoformat(),
            agent="files",
            done=tuple(told),
            brief=person.known.brief,
        )
        stream = services.reasoner.synthesize(request)
        async for piece in stream:
            yield piece
        self.usage, self.fallback = stream.usage, stream.fallback


async def _read(file: Upload, thread: str, services: Services) -> tuple[str, str]:
    try:
        told = await text_of_file(file.name, file.type, await content(services, thread, file))
    except ToolFailed as gone:
        return "", str(gone)
    return told.text, told.why


def _outcome(file: Upload, text: str) -> StepOutcome:
    name = one_line(file.name)
    return StepOutcome(
        tool=_TOOL,
        arguments={"name": name},
        result={"name": name, "text": text},
        text=f"**{name}**\n\n{text}",
    )
