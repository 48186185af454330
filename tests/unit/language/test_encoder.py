import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.language.encoder import DIMENSION, FILES, MAX_TOKENS, MODEL, TOKENIZER, WORDS, MiniLM

MINILM = MiniLM()
SENTENCES = [
    "schedule a meeting with the design team",
    "what is my balance",
    "hello",
    "send the invoice to the customer and copy the finance department " * 5,
    "find flights to Oslo",
]


def test_no_texts_give_no_vectors():
    vectors = MINILM.encode([])
    assert vectors.shape == (0, DIMENSION)
    assert vectors.dtype == np.float32


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t",
        "🙂🙂",
        "a\x00b",
        "\x00",
        "\ud800",
        "東京で会議",
        "x" * 1_000_000,
        "a " * 1_000_000,
    ],
)
def test_any_text_has_a_unit_vector(text):
    vector = MINILM.encode([text])
    assert vector.shape == (1, DIMENSION)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=200))
def test_every_vector_has_unit_length(text):
    assert np.linalg.norm(MINILM.encode([text])[0]) == pytest.approx(1, abs=1e-5)


def test_a_text_has_the_same_vector_alone_and_among_others_in_any_order():
    among = MiniLM().encode(SENTENCES)
    backwards = MiniLM().encode(SENTENCES[::-1])[::-1]
    alone = np.vstack([MiniLM().encode([sentence]) for sentence in SENTENCES])
    assert np.array_equal(among, alone)
    assert np.array_equal(backwards, alone)


def test_a_remembered_vector_cannot_be_changed_by_whoever_got_it():
    first = MINILM.encode(["hello"])
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(MINILM.encode(["hello"]), kept)


def test_words_past_the_last_token_are_not_read():
    start = "word " * MAX_TOKENS
    assert np.array_equal(MINILM.encode([start + "apples"]), MINILM.encode([start + "budgets"]))


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("book a room", "reserve a meeting space", "what is the capital of France"),
        ("I was charged twice", "duplicate payment on my card", "the printer is jammed"),
        ("take Friday off", "request a day of annual leave", "write a blog post"),
        ("reset my password", "I cannot log in", "plot the sales figures"),
    ],
)
def test_what_means_the_same_is_nearer_than_what_does_not(text, near, far):
    one, same, other = MINILM.encode([text, near, far])
    assert one @ same > one @ other + 0.2


def test_threads_may_share_one_from_its_first_use():
    shared = MiniLM()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: shared.encode(SENTENCES), range(16)))
    assert all(np.array_equal(each, found[0]) for each in found)


def test_importing_and_making_one_loads_nothing():
    program = (
        "import sys; from shared.language.encoder import MiniLM; "
        "from shared.language.spelling import Spelling; MiniLM(); Spelling(); "
        "sys.exit(not {'numpy', 'onnxruntime', 'tokenizers', 'rapidfuzz'}.isdisjoint(sys.modules))"
    )
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", program]
    assert subprocess.run(command, cwd=root, check=False).returncode == 0  # noqa: S603


def test_the_files_shipped_are_those_their_provenance_names():
    provenance = (FILES / "PROVENANCE.md").read_text()
    for name in (WORDS, MODEL, TOKENIZER):
        assert sha256((FILES / name).read_bytes()).hexdigest() in provenance
