"""Reads recurrence rules (RFC 5545, the part calendars offer) and moves them to other days."""

import re

from shared.english.rules import CODES, Rule
from shared.english.rules import parse as read
from shared.errors import ToolFailed


def parse(text: str) -> Rule:
    """Return the rule a text states; raise ToolFailed for one that is not understood."""
    try:
        rule = read(text)
    except ValueError as error:
        raise _not_understood(text) from error
    if rule.hours or rule.minutes:
        raise _not_understood(text)
    return rule


def moved(text: str, days: int) -> str:
    """Return the rule for a series that moves by so many days; raise ToolFailed if none fits."""
    rule = parse(text)
    if not days or not (rule.days or rule.dates):
        return text
    if rule.frequency != "WEEKLY":
        raise ToolFailed("A series like this cannot be moved to another day.", "params")
    named = (CODES[(weekday + days) % len(CODES)] for _, weekday in rule.days)
    return re.sub(r"BYDAY=[^;]*", f"BYDAY={','.join(named)}", text, flags=re.IGNORECASE)


def _not_understood(text: str) -> ToolFailed:
    return ToolFailed(f'The recurrence "{text}" is not understood.', "params")
