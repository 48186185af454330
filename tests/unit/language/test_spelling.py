from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.spelling import Spelling

HERE = Path(__file__).parent
MISSPELT = [line.split("\t") for line in (HERE / "misspelt.tsv").read_text().splitlines()]
CLEAN = (HERE / "clean.txt").read_text().splitlines()

SPELLING = Spelling()


def test_most_misspelt_sentences_are_put_right_and_few_are_made_worse():
    repaired = [(wrong, SPELLING.repair(wrong), right) for wrong, right in MISSPELT]
    right = [case for case in repaired if case[1] == case[2]]
    left = [case for case in repaired if case[1] == case[0] != case[2]]
    other = [case for case in repaired if case[1] not in {case[0], case[2]}]
    assert (len(right), len(left), len(other)) == (147, 7, 1), (left, other)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("put a satr on it, undo taht pls", "put a star on it, undo that pls"),
        ("updaet the phnoe, Wendesday", "update the phone, Wendesday"),
        ("cancl the calender", "cancl the calender"),
        ("fnd the mial wiht ths plan, wich room", "find the mail with this plan, which room"),
        ("opn it nad snd tht frm ths wek", "open it and send that from this week"),
        ("whn is it, shw me, fidn hte room", "when is it, show me, find the room"),
        ("thx, see u wk 4, mtg ppl", "thx, see u wk 4, mtg ppl"),
        ('say "taht" again', 'say "taht" again'),
    ],
)
def test_letters_that_changed_places_or_common_words_lost_are_put_back_and_nothing_else(
    wrong, right
):
    assert SPELLING.untangle(wrong) == right


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("rmd me fri nxt wk abt the tix", "remind me fri next week about the tickets"),
        ("Fwd tht to ppl frm ops plz", "Forward that to people from ops please"),
        ("alot of mails, 4 u n me", "alot of mails, 4 you n me"),
        ("whats in tomorrows mtg", "whats in tomorrows meeting"),
        ('post "c u nxt wk" that day', 'post "c u nxt wk" that day'),
    ],
)
def test_chat_spellings_are_written_out_and_nothing_else(typed, written):
    assert SPELLING.written_out(typed) == written


def test_what_is_known_is_no_chat_spelling():
    assert SPELLING.written_out("tix from Wud", ["Tix", "Wud"]) == "tix from Wud"


def test_what_is_known_is_no_tangle():
    assert SPELLING.untangle("mail from satr", ["Satr Ltd"]) == "mail from satr"


@pytest.mark.parametrize("text", CLEAN)
def test_a_clean_text_is_left_alone(text):
    assert SPELLING.repair(text) == text


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("pls send ur msg", "please send your message"),
        ("Pls send it", "Please send it"),
        ("  shedule\ta  call\n\nplese ", "  schedule\ta  call\n\nplease "),
        ("(shedule) the call, plese!", "(schedule) the call, please!"),
        ("Done.\nShedule it", "Done.\nSchedule it"),
        ("we need it. Plese hurry", "we need it. Please hurry"),
        ("creat the report", "create the report"),
        ("a successfull replly", "a successful reply"),
    ],
)
def test_case_space_and_punctuation_are_kept(wrong, right):
    assert SPELLING.repair(wrong) == right


def test_known_words_and_phrases_stay():
    assert SPELLING.repair("ask invocie to run") == "ask invoice to run"
    assert SPELLING.repair("ask invocie to run", {"Invocie Chekcer"}) == "ask invocie to run"


def test_an_unclear_word_stays():
    assert SPELLING.repair("the blick was seen") == "the blick was seen"


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "\ud800 abc", "🙂", "'", "s's", "A", "x" * 100_000]
)
def test_any_text_is_taken(text):
    assert SPELLING.repair(text) == text


def test_what_stands_past_the_first_characters_is_not_read():
    text = "shedule " * 1_000
    assert SPELLING.repair("call them now " * 300 + text).endswith(text)


@given(st.text())
def test_no_text_raises_and_lines_are_kept(text):
    assert SPELLING.repair(text).count("\n") == text.count("\n")


@given(st.lists(st.sampled_from([right for _, right in MISSPELT]), max_size=4))
def test_repaired_text_is_not_repaired_again(sentences):
    text = ". ".join(sentences)
    once = SPELLING.repair(text)
    assert SPELLING.repair(once) == once


def test_threads_may_share_one():
    spelling = Spelling()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(spelling.repair, ["shedule it"] * 64)) == {"schedule it"}
