"""The mails that are written from a sentence."""

import pytest

from shared.models.profile import Profile
from shared.understanding.letters import letter, sentence, told_to

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


@pytest.mark.parametrize(
    ("said", "names", "written"),
    [
        ("it is in hand and he shall hear soon", ("him",), "it is in hand and you shall hear soon"),
        ("the page she requests is ready", ("Ms Johnson",), "the page you request is ready"),
        ("her room survives and I thank her", ("her",), "your room survives and I thank you"),
        ("he doesn't need his laptop", ("Ben",), "you don't need your laptop"),
        ("if he's free and carries it", (), "if you are free and carries it"),
        ("they can go home", ("the team",), "you can go home"),
        ("the crates are late and they cost more", (), "the crates are late and they cost more"),
        ("the room is taken and she is late", ("Ben",), "the room is taken and she is late"),
        ("you may come, as Cy says he is away", ("him",), "you may come, as Cy says he is away"),
    ],
)
def test_what_is_told_of_whoever_gets_a_letter_is_told_to_them(said, names, written):
    assert told_to(said, names) == written


def test_a_pronoun_behind_somebody_spoken_of_may_be_theirs():
    assert told_to("the landlord says he comes", ("Ben",), ("the landlord",)).endswith("he comes")
