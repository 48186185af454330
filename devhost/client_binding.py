"""The durable client binding: the JSON through which the SDK's client finds the host."""

import json
from urllib.parse import quote

RPC_PATH = "/durabletask"
"""Where the SDK's client calls."""
WEBHOOK_PATH = "/runtime/webhooks/durabletask"
"""Where people and scripts call."""
TASK_HUB = "DevHost"
PLACEHOLDER = "INSTANCEID"
"""Stands for the instance id in the binding's management URLs; the SDK replaces it."""


def client_binding(base_url: str) -> str:
    """Write the binding for a host that listens at `base_url` (no trailing slash)."""
    webhooks = base_url + WEBHOOK_PATH
    create = f"{webhooks}/orchestrators/{{functionName}}[/{{instanceId}}]"
    wait = "timeout={timeoutInSeconds}&pollingInterval={intervalInSeconds}"
    return json.dumps(
        {
            "taskHubName": TASK_HUB,
            "creationUrls": {
                "createNewInstancePostUri": f"{create}?code=",
                "createAndWaitOnNewInstancePostUri": f"{create}?{wait}&code=",
            },
            "managementUrls": management_urls(base_url, PLACEHOLDER),
            "baseUrl": webhooks,
            "requiredQueryStringParameters": "code=",
            "rpcBaseUrl": f"{base_url}{RPC_PATH}/",
        }
    )


def management_urls(base_url: str, instance_id: str) -> dict[str, str]:
    """List the URLs that manage one instance."""
    instance = f"{base_url}{WEBHOOK_PATH}/instances/{quote(instance_id, safe='')}"
    query = f"taskHub={TASK_HUB}&connection=Storage&code="
    return {
        "id": instance_id,
        "statusQueryGetUri": f"{instance}?{query}",
        "sendEventPostUri": f"{instance}/raiseEvent/{{eventName}}?{query}",
        "terminatePostUri": f"{instance}/terminate?reason={{text}}&{query}",
        "rewindPostUri": f"{instance}/rewind?reason={{text}}&{query}",
        "purgeHistoryDeleteUri": f"{instance}?{query}",
        "restartPostUri": f"{instance}/restart?{query}",
        "suspendPostUri": f"{instance}/suspend?reason={{text}}&{query}",
        "resumePostUri": f"{instance}/resume?reason={{text}}&{query}",
    }
