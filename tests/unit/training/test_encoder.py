import numpy as np
import onnx
import onnxruntime
import pytest

from shared.language.encoder import VECTORS
from training.encoder import graph, lower_graph, sha256_of, upper_graph, words_graph

LAYERS, HIDDEN, WORDS, POSITIONS = 6, 384, 20, 16


def running(drawn):
    return onnxruntime.InferenceSession(
        drawn.SerializeToString(), providers=["CPUExecutionProvider"]
    )


@pytest.fixture(scope="module")
def weights():
    random = np.random.default_rng(1)

    def drawn(*shape):
        return random.normal(0, 0.05, shape).astype(np.float32)

    made = {
        "embeddings.word_embeddings.weight": drawn(WORDS, HIDDEN),
        "embeddings.token_type_embeddings.weight": drawn(2, HIDDEN),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, HIDDEN),
    }
    sizes = {
        "attention.self.query": (HIDDEN, HIDDEN),
        "attention.self.key": (HIDDEN, HIDDEN),
        "attention.self.value": (HIDDEN, HIDDEN),
        "attention.output.dense": (HIDDEN, HIDDEN),
        "intermediate.dense": (4 * HIDDEN, HIDDEN),
        "output.dense": (HIDDEN, 4 * HIDDEN),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        for name, shape in sizes.items():
            made[f"encoder.layer.{layer}.{name}.weight"] = drawn(*shape)
            made[f"encoder.layer.{layer}.{name}.bias"] = drawn(shape[0])
        norms += [f"encoder.layer.{layer}.{part}output.LayerNorm" for part in ("attention.", "")]
    for name in norms:
        made[f"{name}.weight"], made[f"{name}.bias"] = 1 + drawn(HIDDEN), drawn(HIDDEN)
    return made


@pytest.fixture(scope="module")
def embed(weights):
    words, network = running(words_graph(weights)), running(graph(weights))

    def run(ids, mask):
        feeds = {VECTORS: words.run(None, {"input_ids": np.array(ids)})[0]}
        return network.run(["embedding"], feeds | {"attention_mask": np.array(mask)})[0]

    return run


def reference(weights, ids):
    """The published architecture (BERT, 12 heads, mean pooling) in plain numpy."""
    erf = np.vectorize(__import__("math").erf)

    def dense(name, x):
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(name, x):
        scaled = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    tables = "embeddings.{}_embeddings.weight"
    x = weights[tables.format("word")][ids] + weights[tables.format("token_type")][0]
    x = norm("embeddings.LayerNorm", x + weights[tables.format("position")][: len(ids)])
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        q, k, v = (
            dense(f"{at}attention.self.{part}", x).reshape(len(ids), 12, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        scores = np.exp(q @ k.swapaxes(1, 2) / np.sqrt(HIDDEN / 12))
        mixed = (scores / scores.sum(-1, keepdims=True) @ v).swapaxes(0, 1).reshape(len(ids), -1)
        x = norm(f"{at}attention.output.LayerNorm", x + dense(f"{at}attention.output.dense", mixed))
        wide = dense(f"{at}intermediate.dense", x)
        wide = wide * (1 + erf(wide / np.sqrt(2))) / 2
        x = norm(f"{at}output.LayerNorm", x + dense(f"{at}output.dense", wide))
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def test_the_graph_computes_the_published_architecture(weights, embed):
    ids = [3, 1, 4, 1, 5, 9, 2]
    assert embed([ids], [[1] * 7])[0] == pytest.approx(reference(weights, ids), abs=1e-4)


def test_padding_does_not_move_an_exact_vector(embed):
    alone = embed([[7, 8, 9]], [[1, 1, 1]])[0]
    padded = embed([[7, 8, 9, 0, 0], [1, 2, 3, 4, 5]], [[1, 1, 1, 0, 0], [1] * 5])[0]
    assert padded == pytest.approx(alone, abs=1e-5)


def test_the_graph_is_the_same_every_time(weights):
    once, again = (graph(weights).SerializeToString(deterministic=True) for _ in range(2))
    assert once == again
    onnx.checker.check_model(onnx.load_from_string(once))


def test_a_files_digest_is_its_sha256(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    assert sha256_of(tmp_path / "empty").startswith("e3b0c44298fc1c14")


@pytest.mark.parametrize("told", [False, True], ids=["a message", "two sides"])
def test_the_upper_layers_go_on_where_the_lower_ones_end(weights, embed, told):
    heads = dict[str, np.ndarray]()
    for name in ("task", "tags"):  # they return what they are given
        heads[f"{name}.weight"] = np.eye(HIDDEN, dtype=np.float32)
        heads[f"{name}.bias"] = np.zeros(HIDDEN, np.float32)
    kinds = {"kinds.weight": np.zeros((4, HIDDEN), np.float32)} if told else {}
    words, lower = running(words_graph(weights)), running(lower_graph(weights))
    upper = running(upper_graph(weights | kinds | heads, {"task"}, {"tags"}))
    ids, ones, own = (np.array([row]) for row in ([3, 1, 4, 1, 5], [1] * 5, [0, 0, 1, 1, 1]))
    mask = {"attention_mask": ones}
    vectors = words.run(None, {"input_ids": ids})[0]
    below = {"lower": lower.run(None, {VECTORS: vectors, **mask})[0], **mask}
    below |= {"kinds": own} if told else {}
    task, tags = upper.run(["task", "tags"], {**below, "own_mask": ones})
    assert task[0] / np.linalg.norm(task[0]) == pytest.approx(embed(ids, ones)[0], abs=1e-4)
    assert tags[0].mean(0) == pytest.approx(task[0], abs=1e-4)
    (said,) = upper.run(["task"], {**below, "own_mask": own})
    assert said[0] == pytest.approx(tags[0][2:].mean(0), abs=1e-4)
