"""Words that name a task by themselves, where the network still takes one for another."""

import re
from collections.abc import Sequence

from shared.understanding.tasks import service_of

_NEW_MAIL = re.compile(
    r"^(?!.*\bdraft)\W*(?:[^.!?]{0,40}[.!?]+ )?[^.:!?]{0,40}\b(?:fresh|new|separate)"
    r" (?:\w+ )?(?:e-?mail|mail|message|letter)(?:,? (?:not|no) [\w ,]{1,30}?)?"
    r" to (?!(?:me|all|every)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A mail that is none yet, and answers nothing."""
_UNDERNEATH = re.compile(
    r"^(?!.*\b(?:e-?)?mails?\b)(?:.*[.!?;:,] )?\W*"
    r"(?:(?:please|pls|and|then|now|just|can|could|would|will|you|u)\W+)*(?:answer|reply|respond|comment|write|put|say|post)\b[^.!?:;]{0,30}?"
    r"\b(?:under(?:neath)?|beneath|below) (?:(?:his|her|their|its|the|that|this)|(?-i:[A-Z])"
    r"[\w-]+(?: (?-i:[A-Z])[\w-]+)?['\u2019]s?)(?: \w+)? (?:messages?|msg|post|question|line"
    r"|comment|remark|note)\b",
    re.IGNORECASE | re.DOTALL,
)
"""What is answered under what somebody said in a channel, where a mail has no under."""
_MAILS_OF = re.compile(
    r"\b(?:show|get|read|give|see) (?:me )?(?:all )?\w+['\u2019]s e-?mails\b", re.IGNORECASE
)
"""Somebody's mails, which are not their addresses."""
_COME_IN = re.compile(
    r"^(?!.*(?:@|\b(?:address|valid|correct|right|spel\w+)\b)).*\b(?:check(?:ed|ing)?\b"
    r"(?: (?:for|if|in|on|my|the|any|new|(?:g|e-?)mail|inbox|account))*"
    r"|(?:latest|last|newest|(?:most )?recent)) (?:g|e-?)?mails?\b(?! (?:of|address))",
    re.IGNORECASE | re.DOTALL,
)
"""Mail that came in, which is no address either: "check my email", "my latest email"."""
PASSES = r"(?:send|pass|forward|hand|give|get|shoot|drop|mail) (?:it|this|that|those|these|them)"
"""How something that is there already is sent to somebody."""
_PASSED_ON = re.compile(
    r"^(?!.*\bdraft)\W*(?:(?:please|pls|and|then|now|just|also|to|can|could|would|will|you)\W+)*"
    rf"(?:{PASSES} (?:on|over|along|across)|(?:pass|hand) (?:it|that)) to\b",
    re.IGNORECASE,
)
_NAMED: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    *((taken, "mail_send", _NEW_MAIL) for taken in ("mail_draft", "mail_reply")),
    ("contact_find", "mail_search", _MAILS_OF),
    *((taken, "mail_search", _COME_IN) for taken in ("contact_find", "contact_validate")),
    ("mail_thread", "catch_up", re.compile(r"\bcatch (?:me|us) up\b", re.IGNORECASE)),
    ("mail_send", "mail_forward", _PASSED_ON),
    *((taken, "slack_post", _UNDERNEATH) for taken in ("mail_reply", "mail_send", "slack_thread")),
)
"""What it is taken for, what it is, and the words that say so."""
_KEPT_IN = re.compile(
    r"\b(?:to|in|on|into|from|off|out of) (?:my|the|our) (?:calend[ae]r|diary)\b", re.IGNORECASE
)
"""What names the service that a message is for."""
_NONE_OF_IT = frozenset({"update_agent", "other"})
_SURELY = 0.9


def plainly(text: str, ranked: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the tasks with the one that is named first, with what it was taken for."""
    found = list(ranked)
    for taken, named, words in _NAMED:
        if found[0][0] == taken and words.search(text):
            share = dict(found)
            share[taken], share[named] = 0.0, share.get(named, 0.0) + share[taken]
            found = sorted(share.items(), key=lambda one: -one[1])
    first, sure = found[0]
    ours = [task for task, _ in found if service_of(task) == "cal"]
    if first in {*ours, *_NONE_OF_IT} and sure < _SURELY and _KEPT_IN.search(text):
        share = sum(share for task, share in found if task in {*ours, *_NONE_OF_IT})
        found = [(ours[0], share), *(one for one in found if one[0] != ours[0])]
    return found
