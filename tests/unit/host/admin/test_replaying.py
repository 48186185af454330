import json
from pathlib import Path

import pytest

from host.admin.__main__ import main
from host.admin.replaying import differences, replayed

HISTORIES = sorted((Path(__file__).parents[3] / "replay" / "histories").glob("*.json"))


@pytest.mark.parametrize("file", HISTORIES[:4], ids=lambda file: file.stem)
def test_what_was_recorded_replays(file, capsys):
    assert main(["replay", str(file)]) == 0
    assert "It replays: " in capsys.readouterr().out


def test_what_is_scheduled_otherwise_is_told_by_its_place(tmp_path, capsys):
    context = json.loads(HISTORIES[0].read_text())
    first = next(event for event in context["history"] if event["EventType"] == 4)
    first["Name"] = "open_the_turn"
    file = tmp_path / "history.json"
    file.write_text(json.dumps(context))
    assert main(["replay", str(file)]) == 1
    assert "1. was open_the_turn, is open_turn" in capsys.readouterr().out


def test_what_comes_after_the_end_of_a_history_is_no_difference():
    assert differences(["a"], ["a", "b"]) == []
    assert differences(["a", "b"], ["a"]) == ["2. was b, is nothing"]


def test_a_file_that_is_no_history_is_refused(tmp_path, capsys):
    file = tmp_path / "history.json"
    file.write_text('{"history": [{"EventType": 0, "Name": "nobody"}]}')
    assert main(["replay", str(file)]) == 1
    assert "KeyError: 'nobody'" in capsys.readouterr().err
    with pytest.raises(KeyError):
        replayed(json.loads(file.read_text()))
