"""How a history's times are read: as the ISO times that they are (ADR 70).

The SDK reads the time of every event anew at every replay, with a parser that guesses at any
notation: for a long history that takes longer than all else in an orchestrator's turn.
"""

import importlib
from datetime import datetime
from typing import Any

SDK = "azure.durable_functions.models.history.HistoryEvent"
"""The module; the package of that name gives its class the same name."""


def read_times_as_written() -> None:
    """Have the SDK read a history's times as ISO 8601, from now on.

    The extension writes them so (`DateTime` of .NET as JSON): UTC, with up to seven digits of a
    second, of which both parsers keep six.
    """
    module: Any = importlib.import_module(SDK)
    module.dt_parse = datetime.fromisoformat
