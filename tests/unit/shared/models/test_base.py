import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from shared.models.base import MAX_ID_CHARACTERS, MAX_MESSAGE_CHARACTERS, MessageText, PrintableId
from shared.models.steps import TurnRef
from shared.models.thread import Stop

ID, TEXT = TypeAdapter(PrintableId), TypeAdapter(MessageText)


@pytest.mark.parametrize(
    "name",
    ["a", "Größe 7", "a b", "a/b#c?d", "日本", "👩\u200d💻", "\u200d", "a" * MAX_ID_CHARACTERS],
)
def test_printable_ids_are_taken_unchanged(name):
    assert ID.validate_python(name) == name


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "1 to 255 characters"),
        ("a" * (MAX_ID_CHARACTERS + 1), "1 to 255 characters"),
        ("   ", "printable"),
        ("\u2003", "printable"),
        ("a\nb", "printable"),
        ("a\x00", "printable"),
        ("a\x7f", "printable"),
        ("a\u2028", "printable"),
        ("a\u2029", "printable"),
        ("a\ud800", None),
    ],
)
def test_other_ids_are_refused(name, problem):
    with pytest.raises(ValidationError, match=problem):
        ID.validate_python(name)


@pytest.mark.parametrize("text", ["hi", "  hi  ", "a\n\tb\r\n", "x" * MAX_MESSAGE_CHARACTERS, "👍"])
def test_what_a_person_wrote_is_taken_unchanged(text):
    assert TEXT.validate_python(text) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("x" * (MAX_MESSAGE_CHARACTERS + 1), "at most 32,000 characters"),
        ("a\x00b", "control"),
        ("a\x1b[31m", "control"),
        ("a\x85", "control"),
        ("a\udfff", None),
    ],
)
def test_other_texts_are_refused(text, problem):
    with pytest.raises(ValidationError, match=problem):
        TEXT.validate_python(text)


@given(st.text(min_size=1, max_size=300))
def test_an_id_is_taken_as_it_is_or_refused(name):
    try:
        taken = ID.validate_python(name)
    except ValidationError:
        return
    assert taken == name
    assert len(name) <= MAX_ID_CHARACTERS
    assert not {"\n", "\r", "\x00", "\u2028"} & set(name)


def test_a_payload_cannot_be_changed():
    ref = TurnRef(thread="k", turn=1)

    with pytest.raises(ValidationError, match="frozen"):
        ref.turn = 2


def test_a_payload_refuses_what_it_does_not_know():
    with pytest.raises(ValidationError, match="Extra inputs") as refusal:
        Stop.model_validate({"kind": "cancel", "run": "r", "text": "a secret"})
    assert "a secret" not in str(refusal.value)


def test_what_an_older_deployment_left_in_a_history_is_dropped():
    assert TurnRef.recorded({"thread": "k", "turn": 1, "gone": 2}) == TurnRef(thread="k", turn=1)
