"""Words that name a task by themselves, where the network still takes one for another."""

import re
from collections.abc import Sequence

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
    r"\b(?:written|wrote|sent|mailed) (?:to )?(?:me|us)\b"
    r"|\b(?:show|get|read|give|see) (?:me )?(?:all )?\w+['\u2019]s e-?mails\b",
    re.IGNORECASE,
)
"""Somebody's mails, which are not their addresses."""
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
    ("mail_thread", "catch_up", re.compile(r"\bcatch (?:me|us) up\b", re.IGNORECASE)),
    ("mail_send", "mail_forward", _PASSED_ON),
    *((taken, "slack_post", _UNDERNEATH) for taken in ("mail_reply", "mail_send", "slack_thread")),
)
"""What it is taken for, what it is, and the words that say so."""


def plainly(text: str, ranked: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the tasks with the one that is named first, with what it was taken for."""
    found = list(ranked)
    for taken, named, words in _NAMED:
        if found[0][0] == taken and words.search(text):
            share = dict(found)
            share[taken], share[named] = 0.0, share.get(named, 0.0) + share[taken]
            found = sorted(share.items(), key=lambda one: -one[1])
    return found
