"""Write the durable backend into host.json before it is packaged.

An app setting can override host.json inside the host, but what tells the platform when to scale is
read from the packaged file itself. So the file, not a setting, has to name the backend.
"""

import json
import sys
from pathlib import Path
from typing import Any

HOST_JSON = Path(__file__).parent.parent / "host.json"
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


def with_backend(host_json: str, backend: str) -> str:
    """Return the text of host.json with its storage provider replaced, all else kept.

    Raises KeyError for an unknown backend.
    """
    host: dict[str, Any] = json.loads(host_json)
    host["extensions"]["durableTask"]["storageProvider"] = STORAGE_PROVIDERS[backend]
    return json.dumps(host, indent=2) + "\n"


def main(arguments: list[str], host_json: Path = HOST_JSON) -> int:
    """Rewrite the file for the backend named by the only argument; return the exit code."""
    if len(arguments) != 1 or arguments[0] not in STORAGE_PROVIDERS:
        sys.stderr.write(f"usage: durable_backend.py {'|'.join(STORAGE_PROVIDERS)}\n")
        return 2
    packaged = with_backend(host_json.read_text(encoding="utf-8"), arguments[0])
    host_json.write_text(packaged, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
