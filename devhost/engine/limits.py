"""Limits that Azure enforces and a local engine would otherwise let pass."""

import json
import unicodedata
from typing import Any

from devhost.engine.errors import InvalidInstanceId, PayloadTooLarge

MAX_INSTANCE_ID = 100
"""Characters."""
MAX_PAYLOAD = 1024 * 1024
"""Bytes of UTF-8: the Durable Task Scheduler's limit for one input, output or event."""
MAX_CUSTOM_STATUS_KB = 16
"""Of UTF-16, as the extension counts it."""


def check_instance_id(instance_id: str) -> None:
    """Raise InvalidInstanceId for an id Azure would refuse."""
    if instance_id.startswith("@"):
        raise InvalidInstanceId("Orchestration instance ids must not start with @.")
    if any(c in "/\\#?" or unicodedata.category(c) == "Cc" for c in instance_id):
        message = "Orchestration instance ids must not contain /, \\, #, ?, or control characters."
        raise InvalidInstanceId(message)
    if not 0 < len(instance_id) <= MAX_INSTANCE_ID:
        raise InvalidInstanceId(
            f"Instance ID lengths must not exceed {MAX_INSTANCE_ID} characters."
        )


def check_payload(text: str | None, what: str) -> None:
    """Raise PayloadTooLarge; `what` names the payload in the message."""
    if text is None or len(text) * 4 <= MAX_PAYLOAD:
        return
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_PAYLOAD:
        raise PayloadTooLarge(
            f"The {what} is {size} bytes; the limit for one payload is {MAX_PAYLOAD} bytes. "
            "Keep ids in history and content in a table or blob."
        )


def custom_status(value: Any) -> str:
    """Serialise a custom status; raise PayloadTooLarge above 16 KB."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    kilobytes = len(text.encode("utf-16-le", "surrogatepass")) // 1024
    if kilobytes > MAX_CUSTOM_STATUS_KB:
        raise PayloadTooLarge(
            "The UTF-16 size of the JSON-serialized payload must not exceed "
            f"{MAX_CUSTOM_STATUS_KB} KB. The current payload size is {kilobytes} KB."
        )
    return text
