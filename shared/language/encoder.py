"""Sentences as vectors: all-MiniLM-L6-v2, fitted to requests and agents, on the CPU."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared.language.loading import Loaded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSION = 384
MAX_TOKENS = 128

FILES = Path(__file__).parent / "minilm"
MODEL = "minilm-l6-v2-int8.onnx"
WORDS = "words-int8.onnx"
VECTORS = "h0"
"""What every network gets of its tokens: what `WORDS` makes of them, as published."""
TOKENIZER = "tokenizer.json"
_MAX_CHARACTERS = 4096  # more than 128 tokens of any prose; bounds what the tokenizer reads
_REMEMBERED = 1024  # vectors of 1.5 kB, each by its at most 128 tokens


class MiniLM:
    """Cosine of two vectors, their dot product, tells how near two sentences are in meaning.

    The model is read on first use, which takes some 0.3 s; texts seen lately are remembered
    by their tokens.
    Safe to share between threads.
    """

    space = "requests-2"
    """To be another one whenever the weights are: what is stored by the name before is stale."""

    def __init__(self) -> None:
        self._network = Loaded(_Network, f"encoder from {FILES}")
        self._vector = lru_cache(maxsize=_REMEMBERED)(self._compute)

    def load(self) -> None:
        """Read the model now, if it is not; raise RuntimeError when it cannot be."""
        self._network()

    def encode(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one unit vector a text, in order: shape (len(texts), 384).

        Raises RuntimeError when the model cannot be read.

        Words past the 128th token are not read. A text's vector does not depend on its neighbours:
        int8 activations are scaled per call, so each text is a call of its own (batches were
        measured to be no faster on one core, and to move a vector by up to 0.02 cosine).
        """
        import numpy as np  # noqa: PLC0415 - 0.1 s to import

        vectors = np.empty((len(texts), DIMENSION), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._vector(self._network().tokens(text[:_MAX_CHARACTERS]))
        return vectors

    def _compute(self, tokens: tuple[int, ...]) -> "NDArray[np.float32]":
        return self._network().vector(tokens)


def vectors(ids: Sequence[int]) -> "NDArray[np.float32]":
    """Return what networks get of tokens, before their first layer: shape (1, len(ids), 384).

    Raises RuntimeError when the table of words cannot be read.
    """
    import numpy as np  # noqa: PLC0415

    return _words().run([VECTORS], {"input_ids": np.array([ids], np.int64)})[0]


def session(model: Path) -> Any:
    """Return a graph ready to run on one thread."""
    import onnxruntime  # noqa: PLC0415 - with numpy 0.2 s to import, paid on first use

    runtime: Any = onnxruntime  # its types are partial
    options = runtime.SessionOptions()
    # without it, processors that lack VNNI round otherwise, by overflow
    options.add_session_config_entry("session.x64quantprecision", "1")
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def tokenizer() -> Any:
    """Return what cuts text up as the networks learned it, at most `MAX_TOKENS` of it."""
    from tokenizers import Tokenizer  # noqa: PLC0415

    cutter: Any = Tokenizer.from_file(str(FILES / TOKENIZER))
    cutter.no_padding()
    cutter.enable_truncation(MAX_TOKENS)
    return cutter


_words = Loaded(lambda: session(FILES / WORDS), f"table of words from {FILES}")


class _Network:
    """The tokenizer and the graph, loaded."""

    def __init__(self) -> None:
        _words()
        self._session = session(FILES / MODEL)
        self._tokenizer = tokenizer()

    def tokens(self, text: str) -> tuple[int, ...]:
        sound = text.encode(errors="replace").decode()  # the tokenizer refuses lone surrogates
        return tuple(self._tokenizer.encode(sound).ids)

    def vector(self, tokens: tuple[int, ...]) -> "NDArray[np.float32]":
        import numpy as np  # noqa: PLC0415

        feeds = {VECTORS: vectors(tokens), "attention_mask": np.ones((1, len(tokens)), np.int64)}
        (embeddings,) = self._session.run(["embedding"], feeds)
        return embeddings[0]
