"""What a client takes of an answer, by the types that it says."""

import pytest

from shared.decisions.a2a_modes import Modes, modes_of

JSON = "application/json"
WORDS, DATA = {"text": "Found 2."}, {"data": {"found": 2}, "mediaType": JSON}
FILE = {"raw": "YSxi", "filename": "a.csv", "mediaType": "text/csv"}
AS_DATA = {"data": {"text": "Found 2."}, "mediaType": JSON}
ARTIFACTS = [{"artifactId": "1", "parts": [WORDS]}, {"artifactId": "2", "parts": [DATA, FILE]}]
SAID = {"role": "ROLE_USER", "parts": [{"text": "Find"}]}
TASK = {
    "id": "t",
    "status": {"state": "X", "message": {"role": "ROLE_AGENT", "parts": [WORDS, DATA]}},
    "history": [SAID, {"role": "ROLE_AGENT", "parts": [WORDS]}],
    "artifacts": ARTIFACTS,
}


@pytest.mark.parametrize(
    ("accepted", "some", "words", "csv"),
    [
        ([], True, True, True),
        (["text/plain"], True, True, False),
        (["Text/Plain; charset=utf-8"], True, True, False),
        (["text/markdown"], True, True, False),
        (["text"], True, True, True),
        (["text/*"], True, True, True),
        (["*/*"], True, True, True),
        ([JSON], True, False, False),
        (["image/png", "application/*"], True, False, False),
        (["text/csv"], False, False, True),
        (["application/x-odd"], False, False, False),
        ([""], True, True, True),
    ],
)
def test_types_are_taken_as_a_client_says_them(accepted, some, words, csv):
    modes = modes_of(accepted)
    assert (modes.some, modes.words, modes.takes("text/csv")) == (some, words, csv)


def parts(value):
    return [one["parts"] for one in value["artifacts"]]


def test_who_says_nothing_takes_all_as_it_is():
    assert modes_of([]).task(TASK) == TASK
    assert Modes().update({"artifactUpdate": {"artifact": ARTIFACTS[1]}}) == {
        "artifactUpdate": {"artifact": ARTIFACTS[1]}
    }


def test_who_takes_words_gets_words_alone():
    task = modes_of(["text/plain"]).task(TASK)
    assert parts(task) == [[WORDS]]
    assert task["status"]["message"]["parts"] == [WORDS]
    assert task["history"] == TASK["history"]


def test_who_takes_data_gets_words_as_data():
    task = modes_of([JSON]).task(TASK)
    assert parts(task) == [[AS_DATA], [DATA]]
    assert task["status"]["message"]["parts"] == [AS_DATA, DATA]
    assert task["history"] == [SAID, {"role": "ROLE_AGENT", "parts": [AS_DATA]}]


def test_files_are_for_who_takes_their_type():
    assert parts(modes_of(["text"]).task(TASK)) == [[WORDS], [FILE]]


def test_what_changes_is_told_as_it_is_taken_and_nothing_is_not_told():
    words, data = modes_of(["text/plain"]), modes_of([JSON])
    found = {"artifactUpdate": {"taskId": "t", "artifact": {"artifactId": "2", "parts": [DATA]}}}
    assert words.update(found) is None
    assert data.update(found) == found
    ended = {"statusUpdate": {"taskId": "t", "status": TASK["status"]}}
    assert words.update(ended)["statusUpdate"]["status"]["message"]["parts"] == [WORDS]
    working = {"statusUpdate": {"taskId": "t", "status": {"state": "X"}}}
    assert data.update(working) == working


def test_a_task_without_artifacts_has_none():
    bare = {name: one for name, one in TASK.items() if name != "artifacts"}
    assert modes_of(["text"]).task(bare)["artifacts"] == []
