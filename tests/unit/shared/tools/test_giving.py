"""Files that another system sends with an answer."""

from base64 import b64encode

import pytest

from shared.decisions import uploading
from shared.errors import TooLarge
from shared.models.given import Given, Sent
from shared.tools.giving import MAX_FILES, given_in, in_words, kept
from shared.tools.uploads import NO_UPLOADS


class Files:
    """A conversation's files; there is room for so many."""

    def __init__(self, room=100):
        self.room, self.kept = room, {}

    async def keep(self, name, data):
        if len(self.kept) >= self.room:
            raise TooLarge("full")
        file = uploading.taken(name, data)
        self.kept[file.name] = data
        return file


def sent(name, data=b"a,b", kind="", **more):
    return Sent(name=name, type=kind, content=b64encode(data).decode(), **more)


@pytest.mark.parametrize(
    ("name", "kind", "called"),
    [
        ("a.csv", "", "a.csv"),
        ("report", "text/csv; charset=utf-8", "report.csv"),
        ("app.log", "text/plain", "app.log.txt"),
        ("", "text/plain", "file.txt"),
        ("../../etc/a.csv", "text/html", "a.csv"),
    ],
)
async def test_a_file_is_kept_under_a_name_that_says_its_type(name, kind, called):
    files = Files()
    came = await kept(files, [sent(name, kind=kind)], "There")
    assert [(one.source, one.name) for one in came.given] == [("There", called)]
    assert files.kept == {called: b"a,b"}
    assert (came.given[0].type, came.left_out, came.besides) == (
        uploading.taken(called, b"a,b").type,
        0,
        "",
    )


@pytest.mark.parametrize(
    "one",
    [
        sent("page.html", kind="text/html"),
        sent("a.pdf", kind="application/pdf"),
        sent("", kind="application/x-odd"),
        sent("empty.txt", b""),
        Sent(name="a.txt", content="no base64!"),
        Sent(name="a.txt", url="file:///etc/passwd"),
        Sent(name="a.txt", url=f"https://x.example/{'x' * 2_000}"),
    ],
)
async def test_what_is_not_taken_of_people_is_not_taken_of_others(one):
    files = Files()
    came = await kept(files, [one, sent("good.txt")], "There")
    assert list(files.kept) == [given.name for given in came.given] == ["good.txt"]
    assert (came.left_out, came.besides) == (1, "1 file")


async def test_a_file_at_an_address_is_named_and_not_fetched():
    files = Files()
    came = await kept(
        files,
        [Sent(url="https://x.example/a/b.csv?k=1", type="text/csv"), Sent(url="http://x")],
        "T",
    )
    assert [(one.name, one.url, one.file) for one in came.given] == [
        ("b.csv", "https://x.example/a/b.csv?k=1", None),
        ("file", "http://x", None),
    ]
    assert files.kept == {}


async def test_there_is_a_limit_of_a_call_and_one_of_a_conversation():
    many = [sent(f"{number}.txt") for number in range(MAX_FILES + 3)]
    assert (await kept(Files(), many, "There")).left_out == 3
    assert (await kept(Files(room=2), many, "There")).left_out == MAX_FILES + 1
    assert (await kept(NO_UPLOADS, [sent("a.txt")], "There")).left_out == 1


async def test_what_was_given_is_read_from_a_result_as_far_as_it_is_there():
    came = await kept(Files(), [sent("a.csv")], "There")
    dumped = [one.model_dump(mode="json") for one in came.given]
    assert given_in({"given": [*dumped, "[removed]", {"name": 3}]}) == came.given
    assert given_in({"given": "[removed]"}) == given_in({}) == given_in(None) == ()


def test_what_was_given_is_said_and_an_address_leads_nowhere():
    file = uploading.taken("a.csv", b"a,b")
    link = Given(source="There", name="b\n*.csv", url="https://evil.example/b.csv")
    said = in_words(
        [Given(source="There", name="a.csv", file=file), link, Given(source="T", data=1)]
    )
    assert said.startswith("\n\n(It sent a.csv.)\n\n(It points at b .csv: https")
    assert "https://evil.example" not in said
    assert in_words([]) == ""
