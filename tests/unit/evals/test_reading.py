"""How marked sentences are read from files, and how the reader is judged on them."""

import json
from pathlib import Path

import pytest

from evals.__main__ import main
from evals.datasets import BadData
from evals.reading import load_sentences
from shared.understanding.reader import Before

SAMPLE = Path(__file__).parents[2] / "data" / "reading_sample.tsv"


def test_a_line_says_its_task_what_came_before_and_its_spans():
    _, sentences = load_sentences(SAMPLE)
    first, last = sentences[0], sentences[-1]

    assert len(sentences) == 10
    assert (first.tasks, first.voice, first.before) == (("mail_search",), "brisk", None)
    assert {(kind, first.text[start:end]) for kind, start, end in first.spans} == {
        ("person", "Petra"),
        ("topic", "the hall booking"),
    }
    assert last.before == Before("anything from Petra?", "list")
    assert sentences[7].tasks == ("sheet_read", "sheet_find")


def test_a_mark_within_a_word_marks_the_word(tmp_path):
    path = tmp_path / "one.tsv"
    path.write_text("contact_find\tbrisk\t\t{person:Oduya}'s number\n")

    _, [one] = load_sentences(path)

    assert {one.text[start:end] for _, start, end in one.spans} == {"Oduya's"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mail_send\tbrisk\thello", "line 1: has 3 columns, not 4"),
        ("\tbrisk\t\thello", "line 1: names no task"),
        ("mail_send\tbrisk\t\temail {person}", "line 1: a mark is not closed, or marks no words"),
        ("mail_send\tbrisk\thi\thello", "line 1: does not say what answered 'hi'"),
        ("", "there is no line to judge"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, line, said):
    path = tmp_path / "bad.tsv"
    path.write_text(line + "\n")

    with pytest.raises(BadData, match=said):
        load_sentences(path)


def test_the_reader_is_judged_on_a_folder_of_files(tmp_path, capsys):
    (tmp_path / "one.tsv").write_bytes(SAMPLE.read_bytes())

    assert main(["reading", str(tmp_path), "--errors"], {}) == 0

    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["n"] == 10
    assert found["task"] <= found["task_among_top_3"]
    assert found["task_and_spans"] <= found["exact_spans"] <= 1


@pytest.mark.parametrize("options", [["absent"], [str(SAMPLE), "--model", "absent"]])
def test_what_is_not_there_ends_with_status_2(options, capsys):
    assert main(["reading", *options], {}) == 2

    assert "absent" in capsys.readouterr().err
