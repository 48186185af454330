"""Lay out what is deployed, in a folder of its own: `python infra/package.py scheduler`.

The tree stays as it is. Two files differ from it: host.json names the durable backend, since what
tells the platform when to scale is read from the packaged file and from no setting, and
requirements.txt is requirements.lock, so that Azure installs what was tested and nothing else.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "build/package"
"""Where azure.yaml has azd look for it (`dist`)."""
LOCAL_BACKEND = "azureStorage"
STORAGE_PROVIDERS: dict[str, dict[str, str | int]] = {
    LOCAL_BACKEND: {
        "type": "azureStorage",
        "connectionStringName": "AzureWebJobsStorage",
        "maxQueuePollingInterval": "00:00:01",
        "controlQueueVisibilityTimeout": "00:01:00",
        "workItemQueueVisibilityTimeout": "00:01:00",
        "partitionCount": 8,
    },
    "scheduler": {
        "type": "azureManaged",
        "connectionStringName": "DURABLE_TASK_SCHEDULER_CONNECTION_STRING",
    },
}
_FOLDERS = ("host", "api", "orchestrators", "activities", "shared", "web/dist")
_PROMPT = "SKILL.md"
"""The only Markdown that the app reads."""


def with_backend(host_json: str, backend: str) -> str:
    """Return the text of host.json with its storage provider replaced, all else kept.

    Raises KeyError for an unknown backend.
    """
    host: dict[str, Any] = json.loads(host_json)
    host["extensions"]["durableTask"]["storageProvider"] = STORAGE_PROVIDERS[backend]
    return json.dumps(host, indent=2) + "\n"


def lay_out(root: Path, backend: str) -> Path:
    """Put what is deployed into the package's folder, anew; return that folder.

    Raises FileNotFoundError when something is missing, as the web client before it is built.
    """
    package = root / PACKAGE
    shutil.rmtree(package, ignore_errors=True)
    for folder in _FOLDERS:
        shutil.copytree(root / folder, package / folder, ignore=_not_needed)
    shutil.copy(root / "function_app.py", package)
    shutil.copy(root / "requirements.lock", package / "requirements.txt")
    host_json = with_backend((root / "host.json").read_text("utf-8"), backend)
    (package / "host.json").write_text(host_json, "utf-8", newline="\n")
    return package


def _not_needed(_folder: str, names: list[str]) -> set[str]:
    return {
        name
        for name in names
        if name == "__pycache__" or (name.endswith(".md") and name != _PROMPT)
    }


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Lay out the package for the backend named by the only argument; return the exit code."""
    if len(arguments) != 1 or arguments[0] not in STORAGE_PROVIDERS:
        sys.stderr.write(f"usage: package.py {'|'.join(STORAGE_PROVIDERS)}\n")
        return 2
    try:
        lay_out(root, arguments[0])
    except FileNotFoundError as missing:
        sys.stderr.write(f"{missing.filename} is missing: make web\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
