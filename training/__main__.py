"""`python -m training WHAT [ARGUMENTS]`: fit what the embedded reasoner learns, or examine it."""

import importlib
import sys

SCRIPTS = (
    "intents",
    "choosing",
    "matching",
    "cascade",
    "calibration",
    "overlap",
    "nearness",
    "spelling",
    "reader",
    "revision",
    "examples",
)


def main(arguments: list[str]) -> int:
    """Run one script; return its exit status."""
    if not arguments or arguments[0] not in SCRIPTS:
        print(f"usage: python -m training {{{','.join(SCRIPTS)}}}", file=sys.stderr)
        return 2
    script = importlib.import_module(f"training.{arguments[0]}")
    return script.run(arguments[1:]) or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
