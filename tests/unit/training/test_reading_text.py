"""The sentences in training/reading keep to their form."""

import re
from collections import Counter
from pathlib import Path

import pytest

READING = Path(__file__).parents[3] / "training" / "reading"
FILES = sorted(READING.rglob("*.tsv"))
VOICES = {"brisk", "polite", "rambling", "foreign", "thumbed", "spoken"}
ANSWERS = ("list", "item", "card", "done", "question", "none")
KINDS = {
    *("person", "organisation", "time", "newtime", "duration", "repeat", "topic", "body"),
    *("channel", "label", "file", "field", "value", "count", "place", "flag", "which", "next"),
}
SPAN = re.compile(r"\{([a-z]+)(?::([^{}]+))?\}")
BEFORE = re.compile(rf"\S.* => (?:{'|'.join(ANSWERS)})")


def lines(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(READING)))
def test_each_line_has_a_voice_what_came_before_and_a_marked_text(path):
    for voice, before, text in lines(path):
        assert voice in VOICES
        assert not before or BEFORE.fullmatch(before), before
        assert text.strip() == text != ""
        for part in (before, text):
            assert not set("{}") & set(SPAN.sub("", part)), part
        assert {kind for kind, _ in SPAN.findall(text)} <= KINDS, text
        assert path.parent.name != "product" or not SPAN.search(text), text


def test_no_sentence_stands_twice_in_a_task():
    for task in {path.name.partition(".")[0] for path in FILES}:
        said = Counter(
            (before, text)
            for path in FILES
            if path.name.partition(".")[0] == task
            for _, before, text in lines(path)
        )
        assert [one for one, times in said.items() if times > 1] == [], task


def test_the_sentences_are_many():
    assert len(FILES) >= 57
