"""Coverage as a gate: `python -m tests.coverage_gates` reads what the test run measured.

Floors are spec 000's (90 % for intent, routing and handlers, 80 % overall) or above.
"""

import io
import sys

from coverage import Coverage

FLOORS = {
    "orchestrators and decisions": (100.0, ["orchestrators/*", "shared/decisions/*"]),
    "intent": (90.0, ["shared/reasoning/*"]),
    "storage": (90.0, ["shared/storage/*"]),
    "handlers": (90.0, ["api/*", "activities/*"]),
    "dev host": (85.0, ["devhost/*"]),
    "everything": (85.0, None),
}
"""Percent of lines and branches, by part of the house."""


def main() -> int:
    """Print each part's coverage; return 1 if one is below its floor."""
    measured = Coverage()
    measured.load()
    failed = False
    for part, (floor, include) in FLOORS.items():
        report = io.StringIO()
        percent = measured.report(
            include=include, file=report, show_missing=True, skip_covered=True
        )
        low = round(percent, 2) < floor
        failed |= low
        print(f"{part:30} {percent:6.2f} %  (floor {floor:g} %){'  TOO LOW' if low else ''}")
        if low:
            print(report.getvalue())
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
