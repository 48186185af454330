"""What is measured: one trace a turn, and a figure for each promise. Never what anybody said.

A turn is worked on by many processes that share no memory, so its trace is named after its run:
whoever works on the turn finds the same name. Without an exporter nothing is kept.
"""

import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256

from opentelemetry import metrics, trace
from opentelemetry.context import Context

NAME = "omniforge"

Attributes = Mapping[str, str | int | float | bool]
"""Names, kinds, outcomes and figures; no text."""

_tracer = trace.get_tracer(NAME)
_meter = metrics.get_meter(NAME)

WAITED = _meter.create_histogram(
    "omniforge.turn.waited", "s", "From taking a message in until a turn is opened for it"
)
WORKED = _meter.create_histogram(
    "omniforge.turn.worked", "s", "What the steps of a turn took together, by its outcome"
)
FIRST_EVENT = _meter.create_histogram(
    "omniforge.stream.first_event", "s", "From opening a stream until its first event"
)
STUCK = _meter.create_counter(
    "omniforge.threads.stuck", description="Orchestrations that were ended, or begun anew, as lost"
)
RETRIES = _meter.create_counter(
    "omniforge.steps.retried", description="Steps and turns that were begun once more"
)
UNKNOWN_EFFECTS = _meter.create_counter(
    "omniforge.effects.unknown", description="Changes of which nobody knows if they were made"
)
FALLBACKS = _meter.create_counter(
    "omniforge.model.fallbacks", description="Steps that went on without the model"
)
TOKENS = _meter.create_counter("omniforge.model.tokens", description="Tokens read and written")
REFUSED = _meter.create_counter(
    "omniforge.limits.refused", description="Requests and calls beyond a limit, by its kind"
)

UNTOLD = _meter.create_counter(
    "omniforge.webhooks.failed", description="Notifications that did not reach their webhook"
)

_turn: ContextVar[Context | None] = ContextVar("turn", default=None)


def joins(thread: str, run: str) -> None:
    """Have what is measured from now on, in this step or request, belong to the turn of a run."""
    named = sha256(f"{thread}/{run}".encode()).digest()
    root = trace.SpanContext(
        trace_id=int.from_bytes(named[:16], "big"),
        span_id=int.from_bytes(named[16:24], "big"),
        is_remote=True,
        trace_flags=trace.TraceFlags(trace.TraceFlags.SAMPLED),
    )
    _turn.set(trace.set_span_in_context(trace.NonRecordingSpan(root), Context()))


def span(name: str, seconds: float, attributes: Attributes) -> None:
    """Note something that took so long and has just ended; outside a turn, nothing."""
    turn = _turn.get()
    if turn is None:
        return
    now = time.time_ns()
    began = now - int(seconds * 1e9)
    _tracer.start_span(name, turn, attributes=dict(attributes), start_time=began).end(now)


@contextmanager
def measured(name: str) -> Generator[None]:
    """Note what is done inside, which turn it belongs to being known at the end."""
    token, began, failed = _turn.set(None), time.perf_counter(), True
    try:
        yield
        failed = False
    finally:
        span(name, time.perf_counter() - began, {"failed": failed})
        _turn.reset(token)
