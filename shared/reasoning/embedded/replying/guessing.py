"""How likely a reply means each option, none, or something new, when its form does not say.

A softmax over all it may mean. An option's score comes from what the words and the sentence vectors
say for it against the others; the other scores from the reply as a whole; "unclear" scores 0.
"""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from shared.ports import Encoder
from shared.reasoning.embedded.replying.asked import Asked
from shared.reasoning.embedded.replying.rules import core, repeats_question
from shared.reasoning.embedded.replying.terms import terms
from shared.reasoning.embedded.replying.verdicts import asking, qualified, split_none, split_verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FITTED = Path(__file__).parent / "guessing.json"

OPTION_FEATURES = (
    "one", "near", "near_ahead", "said", "said_ahead", "asking", "request", "strange", "turned",
    "qualified", "orders",
)  # fmt: skip
WHOLE_FEATURES = (
    "one", "request", "asking", "strange", "turned", "verdict", "long", "near", "pronoun", "known",
    "instead", "level", "short", "listed", "qualified",
    "elsewhere", "orders", "nominal",
)  # fmt: skip

_MOST_STRANGE, _SHORT, _LONG = 4, 3, 8
_ORDERS = re.compile(
    r"(?:(?:please|pls|no|nope|actually|instead|just|rather|first|can you|could you"
    r"|i want to|i need to|let's|also|ok|then),? )*"
    r"(?:add|ask|assign|book|build|call|cancel|change|check|clean|close|compare|convert|copy|create"
    r"|delete|download|draft|edit|email|export|fetch|file|filter|find"
    r"|forward|generate|get me|give me|import|invite|list|look up|mail|make|message|move|notify"
    r"|open|order|organi[sz]e|pay|plan|post|prepare|print|publish|pull|put|read|remind|remove|rename"
    r"|reply|report|reschedule|reset|restart|resume|run|save|schedule|search|send|set|share|shorten"
    r"|show|sort|start|stop|submit|summari[sz]e|sync|tell|text|track|translate|turn|update|upload"
    r"|write)\b (?!it\b|them\b|that\b|this\b)"
)
_NOMINAL = re.compile(
    r"(?:the|a|an|my|our|his|her|its|your|in|on|at|by|from|for|with|to|of|as|that|this|each"
    r"|every)\b"
)
_PRONOUNS = frozenset({"it", "that", "they", "them", "these", "those", "this"})


@dataclass(frozen=True)
class Features:
    """One row for each option (OPTION_FEATURES), and one for the reply (WHOLE_FEATURES)."""

    options: "NDArray[np.float64]"
    whole: "NDArray[np.float64]"


@dataclass(frozen=True)
class Guess:
    """How likely each option is, something new, and none; what is left is "unclear"."""

    options: tuple[float, ...]
    new: float
    none: float


@dataclass(frozen=True)
class Fitted:
    """Weights of the features, and how likely a meaning must be to act on it."""

    option: tuple[float, ...]
    new: tuple[float, ...]
    none: tuple[float, ...]
    least: float


@lru_cache(maxsize=1)
def fitted() -> Fitted:
    """Read what training/replies.py found."""
    read = json.loads(_FITTED.read_text())
    return Fitted(
        tuple(read["option"]), tuple(read["new"]), tuple(read["none"]), float(read["least"])
    )


def write(weights: Fitted) -> None:
    """Keep what was fitted."""
    _FITTED.write_text(json.dumps(asdict(weights)) + "\n")


def features(
    said: str, text: str, asked: Asked, encoder: Encoder, is_request: Callable[[str], float]
) -> Features:
    """Measure a reply against a question and its options."""
    import numpy as np  # noqa: PLC0415 - 0.1 s to import

    vectors = encoder.encode([core(said), *asked.labels])
    near = (vectors[1:] @ vectors[0]).astype(np.float64)
    evidence = asked.weigh(said)
    spoken = max(1, evidence.known + evidence.strange)
    told = np.array(evidence.weights) / spoken
    kind, rest = split_none(said)
    verdict, besides = split_verdict(said)
    hedged = float(verdict is not None and qualified(besides))
    asks = float(asking(said, text))
    wanted = rest if kind and rest else said
    request = is_request(wanted)
    strange = min(evidence.strange, _MOST_STRANGE) / _MOST_STRANGE
    turned = float(bool(kind))
    pronoun = float(bool(_PRONOUNS & set(terms(said))))
    abroad = repeats_question(said, asked) == 0 and not pronoun
    elsewhere = asks * min(evidence.strange, _MOST_STRANGE) / _MOST_STRANGE * float(abroad)
    orders = float(_ORDERS.match(wanted) is not None)
    rows = [
        [1, near[i], near[i] - _best_other(near, i), told[i], told[i] - _best_other(told, i),
         asks, request, strange, turned, hedged, orders]
        for i in range(len(near))
    ]  # fmt: skip
    whole = [
        1, request, asks, strange, turned, float(verdict is False),
        min(len(terms(said)), _LONG) / _LONG, near.max(), pronoun,
        repeats_question(said, asked), float("instead" in said or "rather" in said),
        float(near.mean()), float(len(terms(said)) <= _SHORT), float(evidence.margin > 0),
        hedged, elsewhere, orders,
        float(_NOMINAL.match(said) is not None),
    ]  # fmt: skip
    return Features(np.array(rows), np.array(whole))


def guess(measured: Features, weights: Fitted) -> Guess:
    """Return how likely each meaning is."""
    import numpy as np  # noqa: PLC0415

    options = measured.options @ np.array(weights.option)
    new, none = measured.whole @ np.array([weights.new, weights.none]).T
    scores = np.append(options, [new, none, 0.0])
    likely = np.exp(scores - scores.max())
    likely /= likely.sum()
    return Guess(tuple(likely[: len(options)].tolist()), float(likely[-3]), float(likely[-2]))


def _best_other(values: "NDArray[np.float64]", i: int) -> float:
    others = [float(value) for j, value in enumerate(values) if j != i]
    return max(others, default=0.0)
