"""The mails that are written from a sentence."""

import pytest

from shared.models.profile import Profile
from shared.understanding.letters import letter, sentence

KIM = Profile(name="Kim Wu")


@pytest.mark.parametrize(
    ("names", "greeting"),
    [
        ((), "Hello,"),
        (("Sarah",), "Hi Sarah,"),
        (("Sarah", "Tom", "Ann"), "Hi Sarah, Tom and Ann,"),
        (("Sarah", "Sarah"), "Hi Sarah,"),
        (("Sarah", "Tom", "Sarah"), "Hi Sarah and Tom,"),
    ],
)
def test_everybody_is_greeted_once(names, greeting):
    assert letter("I'm late.", names, KIM) == f"{greeting}\n\nI'm late.\n\nBest,\nKim"


@pytest.mark.parametrize(
    "said", ["Dear Ann, I'm late.", "Good morning! I'm late.", "hey, I'm late."]
)
def test_who_greets_in_their_own_words_is_left_to_them(said):
    assert letter(said, ("Sarah",), KIM) == f"{said}\n\nBest,\nKim"


@pytest.mark.parametrize(
    ("said", "written"),
    [('"yes', "Yes."), ('"yes"', "Yes."), ('"yes" is what he said', '"yes" is what he said.')],
)
def test_quotes_around_what_is_to_be_said_are_no_part_of_it(said, written):
    assert sentence(said) == written
