"""Calls made up from the API's own description, against the dev host: `python -m tests.fuzz`.

None may be answered with a 5xx, or with anything the description does not have: a status, a type
or a body. What comes after the first word of a stream is for the other tests.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.devhost import ROOT, RunningHost

CASES = 5_000
OPERATIONS = 58
"""That cases are made up for as often as asked; the others have few that differ."""

_CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
_ENDLESS = "/api/v1/threads/{thread_id}/events"
"""A stream of it goes on for a minute after the last event."""


def fuzzed(url: str, each: int, seed: int = 1) -> subprocess.CompletedProcess[str]:
    """Try so many calls of each operation; the outcome is 0 where all were answered as described.

    The same seed makes up the same calls.
    """
    return subprocess.run(  # noqa: S603 - a tool of our own environment, fixed arguments
        [
            *(Path(sys.executable).with_name("schemathesis"), "run", f"{url}/api/openapi.json"),
            *("--url", url, "--exclude-path", _ENDLESS, "--checks", ",".join(_CHECKS)),
            *("--phases", "examples,fuzzing", "--max-examples", str(each), "--seed", str(seed)),
            *("--continue-on-failure", "--suppress-health-check", "all", "--no-color"),
            *("--request-timeout", "60"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=tempfile.gettempdir(),  # where it leaves notes of its own
    )


def main() -> None:
    """Try them all on a host of their own."""
    with (
        tempfile.TemporaryDirectory() as data,
        RunningHost(ROOT, Path(data), {"REASONER": "embedded"}) as host,
    ):
        done = fuzzed(host.url, -(-CASES // OPERATIONS))
    print(done.stdout)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
