"""What a harness prints: tables that read in a terminal and on a page, and shares in words."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime

from evals.scores import Share


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table in even columns; numbers go to the right."""
    cells = [[str(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(headings))]
    right = [
        bool(rows) and all(isinstance(row[column], int | float) for row in rows)
        for column in range(len(headings))
    ]
    rule = [
        "-" * (width - 1) + (":" if to else "-") for width, to in zip(widths, right, strict=True)
    ]
    return "\n".join(
        "| "
        + " | ".join(
            cell.rjust(width) if to else cell.ljust(width)
            for cell, width, to in zip(row, widths, right, strict=True)
        )
        + " |"
        for row in (cells[0], rule, *cells[1:])
    )


def percent(share: Share) -> str:
    """Return a share with its counts and interval: `86.5 % (192/222; 81.4-90.4 %)`."""
    low, high = (f"{100 * bound:.1f}" for bound in share.interval)
    return f"{100 * share.value:.1f} % ({share.hits}/{share.n}; {low}-{high} %)"


def today() -> str:
    """Return the date, as it stands beside figures."""
    return datetime.now(UTC).date().isoformat()


def machine() -> str:
    """Return what the figures were measured on."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}"
    )
