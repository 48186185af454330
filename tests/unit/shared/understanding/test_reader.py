"""The fitted reader, as it ships."""

import pytest

from shared.understanding.reader import Before, Reader
from shared.understanding.words import with_days, words_of

READER = Reader()


def spans(text, before=None):
    return {(span.kind, span.text) for span in READER.read(text, before).spans}


def test_it_reads_the_task_and_who_and_what():
    read = READER.read("Tell Sarah that I'm running ten minutes late")

    assert read.task == "mail_send"
    assert read.sure > 0.7
    assert spans(read.text) == {("person", "Sarah"), ("body", "I'm running ten minutes late")}


def test_words_that_the_task_has_no_place_for_are_left_out():
    assert READER.read("Tell Sarah that I'm running late").explained == 1
    wrong = "Hosting is wrong, the actual should be 31200, please correct that"
    assert READER.read_as("contact_update", wrong).explained < 0.5


def test_what_was_said_before_tells_what_is_meant():
    before = Before("am I free tomorrow at 2", "done")

    assert READER.read("and at 3?", before).task == "cal_availability"


def test_a_task_that_is_known_has_only_its_own_spans():
    kinds = {span.kind for span in READER.read_as("mail_star", "star Tom's at 3pm").spans}

    assert kinds <= {"person", "topic", "which", "time", "flag", "organisation", "label", "count"}


@pytest.mark.parametrize("text", ["", "  ", "\ud800", "a" * 5000, "😀 😀"])
def test_anything_can_be_read(text):
    read = READER.read(text)

    assert sum(share for _, share in read.tasks) == pytest.approx(1)
    assert all(0 <= span.start < span.end <= len(read.text) for span in read.spans)
    assert read.likely("no such task") == 0


def test_all_addresses_are_the_same_to_it():
    one = READER.read("mail jo@x.org that it works")
    other = READER.read("mail maximilian.oberhuber@very-long.example.co.uk that it works")

    assert one.tasks == other.tasks
    assert one.spans[0].text == "jo@x.org"


@pytest.mark.parametrize("day", ["2026-12-01", "01/12/2026", "1.12.", "1.12.2026"])
def test_a_date_in_figures_is_a_day(day):
    read = READER.read(f"what do I have on {day}?")

    assert read.task == "cal_list"
    assert ("time", day) in {(span.kind, span.text) for span in read.spans}


@pytest.mark.parametrize("text", ["release 1.0.4 is live", "invoice 7731/2", "192.168.10.1"])
def test_other_figures_are_no_day(text):
    assert [one.text for one in with_days(text, words_of(text))] == [
        one.text for one in words_of(text)
    ]


def test_a_folder_without_a_model_says_so(tmp_path):
    with pytest.raises(RuntimeError, match="no reader"):
        Reader(tmp_path).read("hello")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mail a.b@x.co.uk, at 5:30pm", ["mail", "a.b@x.co.uk", ",", "at", "5:30", "pm"]),
        ("post in #ops-team: it's on", ["post", "in", "#ops-team", ":", "it's", "on"]),
    ],
)
def test_words(text, words):
    assert [word.text for word in words_of(text)] == words
