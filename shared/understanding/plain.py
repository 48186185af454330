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
_PASSED_ON = re.compile(
    r"^(?!.*\bdraft)\W*(?:(?:please|pls|and|then|now|just|also|to|can|could|would|will|you)\W+)*"
    r"(?:send|pass|hand|shoot|drop|fire) (?:it|that|this|them) (?:on|over|along|across) to\b",
    re.IGNORECASE,
)
"""What is there already and goes to somebody as it is."""
_NAMED: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    *((taken, "mail_send", _NEW_MAIL) for taken in ("mail_draft", "mail_reply")),
    ("contact_find", "mail_search", _MAILS_OF),
    ("mail_thread", "catch_up", re.compile(r"\bcatch (?:me|us) up\b", re.IGNORECASE)),
    ("mail_send", "mail_forward", _PASSED_ON),
    *((taken, "slack_post", _UNDERNEATH) for taken in ("mail_reply", "mail_send", "slack_thread")),
)
"""What it is taken for, what it is, and the words that say so."""
_REVERTS = re.compile(
    r"\brevert(?: back)?(?= to (?:him|her|them|(?-i:[A-Z])[\w-]+(?! ?['\u2019]|[\w-]| version\b)))",
    re.IGNORECASE,
)
"""How it is said in India that somebody is answered."""
_NAME = r"(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?"
_IN_COPY = re.compile(
    r"(?P<led>(?:^|[.;!?,])\s+(?:and |with )?)"
    rf"(?P<who>{_NAME}(?:(?:, ?| and |, and ){_NAME})*) "
    r"(?:(?:(?:is|are|has|have|ought) )?to|should|must|shall) (?:also )?be "
    r"(?:(?:(?:kept|put|taken|included|added) )?(?:in|on|into) (?:the |a )?(?:copy|cc|loop)"
    r"|copied(?: in)?|cc['\u2019]?e?d(?: in)?)(?![\w'\u2019])",
    re.IGNORECASE,
)
"""Who should have a copy, where it is told what becomes of them: "Ann to be kept in cc"."""


def in_plain_words(text: str) -> str:
    """Return a message in which it is ordered plainly whom to answer, and to keep in copy.

    What is dictated stays as it is.
    """
    dictated = min((at for sign in ':"\u201c' if (at := text.find(sign)) >= 0), default=len(text))
    text = _REVERTS.sub("reply", text[:dictated]) + text[dictated:]
    led = _IN_COPY.search(text, 0, dictated)
    if led is None:
        return text
    return f"{text[: led.start()]}{led['led']}keep {led['who']} in copy{text[led.end() :]}"


def plainly(text: str, ranked: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the tasks with the one that is named first, with what it was taken for."""
    found = list(ranked)
    for taken, named, words in _NAMED:
        if found[0][0] == taken and words.search(text):
            share = dict(found)
            share[taken], share[named] = 0.0, share.get(named, 0.0) + share[taken]
            found = sorted(share.items(), key=lambda one: -one[1])
    return found
