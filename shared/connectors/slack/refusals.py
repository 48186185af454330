"""What each of Slack's error codes means for the person."""

import re
from collections.abc import Mapping
from typing import Any

from shared.connectors.rest import ConsentNeeded, NotThere, ReauthNeeded
from shared.errors import ToolErrorKind, ToolFailed

NAME = "Slack"

SIGNED_OUT = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
"""The token is no good (any more); another one may be."""
TROUBLE = frozenset({"fatal_error", "internal_error", "service_unavailable"})
"""Slack failed, and may have done part of what it was asked."""
LIMITED = "ratelimited"

_NOT_THERE = {
    "channel_not_found": "There is no such channel in Slack, or you are not in it.",
    "message_not_found": "There is no such message in Slack (any more).",
    "thread_not_found": "There is no such thread in Slack (any more).",
    "user_disabled": "This person is no longer in this Slack team.",
    "user_not_found": "There is no such person in Slack.",
    "user_not_visible": "There is no such person in Slack.",
    "users_not_found": "Nobody in Slack has this address.",
}
_OTHER: dict[str, tuple[str, ToolErrorKind]] = {
    "cannot_dm_bot": ("Slack does not let anybody write to this app.", "params"),
    "cant_delete_message": ("Slack does not let you delete this message.", "permission"),
    "compliance_exports_prevent_deletion": (
        "Your Slack workspace keeps its messages, so none can be deleted.",
        "permission",
    ),
    "is_archived": ("This channel is archived, so nobody can post in it.", "params"),
    "msg_too_long": ("This message is too long for Slack.", "params"),
    "no_text": ("There is nothing to post.", "params"),
    "users_list_not_supplied": ("Slack opens no direct messages with oneself here.", "params"),
    "not_in_channel": ("You are not in this channel; join it in Slack first.", "permission"),
}
_FORBIDDEN = re.compile(
    r"restricted_action.*|access_denied|ekm_access_denied|enterprise_is_restricted|no_permission"
    r"|not_allowed_token_type|org_login_required|team_access_not_granted|two_factor_setup_required"
    r"|channel_is_limited_access|cannot_post_in_.*|messages_tab_disabled"
)
_CODE = re.compile(r"[a-z_]{1,60}")


def refusal(code: str, answer: Mapping[str, Any]) -> ToolFailed:
    """Return why Slack did not do it; `answer` is all it said."""
    if code in SIGNED_OUT:
        return ReauthNeeded("Slack needs you to sign in again.", NAME)
    if code in _NOT_THERE:
        return NotThere(_NOT_THERE[code])
    if code in _OTHER:
        message, kind = _OTHER[code]
        return ToolFailed(message, kind)
    if code == "missing_scope":
        return ConsentNeeded(_missing(answer.get("needed")))
    if _FORBIDDEN.fullmatch(code):
        return ToolFailed("Your Slack workspace does not allow this.", "permission")
    named = f" ({code})" if _CODE.fullmatch(code) else ""
    return ToolFailed(f"Slack refused the request{named}.", "params")


def _missing(needed: object) -> str:
    scope = f"the permission “{needed[:100]}”" if isinstance(needed, str) else "a permission"
    return f"Slack needs {scope} for this. Connect Slack again to give it."
