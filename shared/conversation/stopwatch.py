"""Timing one thing for a turn's trace."""

from time import perf_counter
from typing import cast

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.models.thread import TraceEntry
from shared.ports import Clock
from shared.telemetry import FALLBACKS, TOKENS, span

MAX_CHARACTERS = 500
MAX_ITEMS = 20


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self, clock: Clock) -> None:
        self._at = clock.now()
        self._began = perf_counter()

    @property
    def milliseconds(self) -> int:
        """Time since the start."""
        return round((perf_counter() - self._began) * 1000)

    def trace(
        self, name: str, usage: Usage, detail: dict[str, Json], fallback: str = ""
    ) -> TraceEntry:
        """Return what to add to the trace; long texts and lists in the detail are cut short.

        `fallback` says why a model that was to be asked did not have the say.
        """
        noted = {**detail, "fallback": fallback} if fallback else detail
        self._measured(name, usage, detail, fallback)
        return TraceEntry(
            name=name,
            at=self._at,
            milliseconds=self.milliseconds,
            usage=usage,
            detail=_abridged(noted),
        )

    def _measured(self, name: str, usage: Usage, detail: dict[str, Json], fallback: str) -> None:
        """Have it measured as well: how long, at what cost, by which tool or model; no more."""
        attributes: dict[str, str | int | bool] = {"fallback": bool(fallback)}
        if name == "tool":
            attributes["tool"] = str(detail.get("tool", ""))
        if usage.calls:
            attributes["gen_ai.request.model"] = usage.model
            attributes["gen_ai.usage.input_tokens"] = usage.input_tokens
            attributes["gen_ai.usage.output_tokens"] = usage.output_tokens
            TOKENS.add(usage.input_tokens, {"kind": "input", "step": name})
            TOKENS.add(usage.output_tokens, {"kind": "output", "step": name})
        if fallback:
            FALLBACKS.add(1, {"step": name})
        span(f"step {name}", perf_counter() - self._began, attributes)


def _abridged(value: Json) -> Json:
    """Return a value that tells what it was about but fits in a row, several times over."""
    if isinstance(value, str) and len(value) > MAX_CHARACTERS:
        return value[:MAX_CHARACTERS] + "…"
    if isinstance(value, dict):
        return {key: _abridged(item) for key, item in cast("dict[str, Json]", value).items()}
    if isinstance(value, (list, tuple)):
        return [_abridged(item) for item in cast("list[Json]", value)[:MAX_ITEMS]]
    return value
