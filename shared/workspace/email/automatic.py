"""Which mail is sent by machines: newsletters, notices, and addresses nobody reads."""

import re

from shared.workspace.email.port import Mail

_UNREAD = re.compile(
    r"(?:no|do-?not|never)[-_.]?reply|mailer-daemon|postmaster|bounces?\b", re.IGNORECASE
)
_SENDERS = re.compile(
    r"(?:news(?:letter)?s?|notifications?|notify|alerts?|updates?|digest|marketing|promo(?:tions)?"
    r"|offers|automated|auto|system|robot|bot|calendar-notification)(?:[-_.+].*)?",
    re.IGNORECASE,
)
_LABELS = frozenset({"promotions", "category_promotions", "updates", "category_updates"})
_MORE_LABELS = frozenset({"social", "category_social", "forums", "category_forums", "spam"})
_LEAVING = re.compile(
    r"\bunsubscribe\b|manage (?:your )?(?:email )?preferences|view (?:this email )?in (?:your )?"
    r"browser|abmelden vom newsletter",
    re.IGNORECASE,
)
_END_CHARACTERS = 2_000


def unread_by_people(address: str) -> bool:
    """Return whether nobody reads what is sent to an address, by its name."""
    return _UNREAD.search(address.rpartition("@")[0]) is not None


def is_automatic(mail: Mail) -> bool:
    """Return whether no person waits for an answer to a mail."""
    local = mail.sender.email.rpartition("@")[0]
    if unread_by_people(mail.sender.email) or _SENDERS.fullmatch(local):
        return True
    if (_LABELS | _MORE_LABELS).intersection(mail.labels):
        return True
    return _LEAVING.search(mail.body[-_END_CHARACTERS:]) is not None
