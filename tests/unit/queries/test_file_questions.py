"""What is asked of files that came with a question is answered from what they say."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

from shared.decisions.uploading import taken
from shared.models.reasoning import Usage
from shared.profiles import client_in
from shared.queries import QUERIES
from shared.queries.files import CUT, MOST_CHARACTERS
from shared.storage.memory import MemoryFiles, MemoryRows
from shared.storage.people import StoredPeople
from tests.support.fakes import ManualClock

PLAN, PICTURE = b"Launch: Ann", b"\x89PNG\r\n\x1a\n"


class Synthesizing:
    """A reasoner that says back what it was to word."""

    def __init__(self):
        self.requests = []

    def synthesize(self, request):
        self.requests.append(request)
        return Spoken(request.text)


class Spoken:
    usage, fallback = Usage(calls=1, input_tokens=9), ""

    def __init__(self, text):
        self._text = text

    async def __aiter__(self):
        yield f"Answered: {self._text}"


@pytest.fixture
def kept():
    return SimpleNamespace(
        files=MemoryFiles(),
        reasoner=Synthesizing(),
        clock=ManualClock(),
        people=StoredPeople(MemoryRows()),
    )


async def answered(world, kept, *files, text="What is in it?", lost=()):
    uploads = tuple(taken(name, data) for name, data in files)
    for upload, (name, data) in zip(uploads, files, strict=True):
        if name not in lost:
            await kept.files.put("key", upload.id, data)
    asked = await world.ask(text)
    asked = replace(asked, files=uploads, thread="key")
    stream = QUERIES.answer(asked, kept)
    return "".join([piece async for piece in stream]), stream


async def test_the_answer_is_worded_from_what_the_files_say(world, kept):
    said, stream = await answered(world, kept, ("plan.txt", PLAN), ("more.md", b"# More"))

    assert said == "Answered: What is in it?"
    (request,) = kept.reasoner.requests
    assert [(one.arguments["name"], one.result["text"]) for one in request.done] == [
        ("plan.txt", "Launch: Ann"),
        ("more.md", "# More"),
    ]
    assert stream.usage.calls == 1


async def test_what_cannot_be_read_is_named_and_the_rest_is_answered(world, kept):
    files = (("plan.txt", PLAN), ("photo.png", PICTURE), ("old.txt", b"gone"))
    said, _ = await answered(world, kept, *files, lost=("old.txt",))

    assert "photo.png: Files of this type (image/png) cannot be read as text here." in said
    assert "old.txt: The file is not there any more." in said
    assert said.endswith("Answered: What is in it?")


async def test_where_nothing_can_be_read_nobody_is_asked(world, kept):
    said, _ = await answered(world, kept, ("photo.png", PICTURE))

    assert said.startswith("photo.png: ")
    assert kept.reasoner.requests == []


async def test_all_files_together_are_read_to_a_limit(world, kept):
    long = b"x" * MOST_CHARACTERS
    await answered(world, kept, ("a.txt", long[:-5]), ("b.txt", long))

    first, second = (one.result["text"] for one in kept.reasoner.requests[0].done)
    assert len(first) == MOST_CHARACTERS - 5
    assert second == f"{'x' * 5}{CUT}"


async def test_a_file_that_was_exchanged_is_not_read(world, kept):
    upload = taken("plan.txt", PLAN)
    await kept.files.put("key", upload.id, b"something else")
    asked = await world.ask("What is in it?")
    asked = replace(asked, files=(upload,), thread="key")

    said = "".join([piece async for piece in QUERIES.answer(asked, kept)])

    assert "not there any more" in said


async def test_it_is_the_day_where_the_person_is(world, kept):
    asked = await world.ask("hi")
    await client_in(kept, asked.principal, "Pacific/Kiritimati")

    await answered(world, kept, ("plan.txt", PLAN))

    (request,) = kept.reasoner.requests
    assert request.today == str(kept.clock.now().date() + timedelta(days=1))
