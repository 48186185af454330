"""The table just shown, and what a message wants one of its cells to say."""

import re

from shared.models.reasoning import ConversationContext
from shared.understanding.marking import Span
from shared.understanding.tables import Grid

_TABLE = re.compile(
    r"^\*\*(?P<sheet>.+?)\*\*(?: \((?P<tab>.*?)\))?(?:, .*)?:\n+(?P<heads>\|.*\|)\n\|(?: --- \|)+"
    r"(?P<rows>(?:\n\|.*\|)+)",
    re.MULTILINE,
)
"""A table as an answer shows it."""
_BECOMES = re.compile(
    r"\b(?:to|as(?! well\b)|at(?! last\b| all\b| least\b)|equals?|it['\u2019]?s|it is|is|are"
    r"|becomes?|says?|reads?|got|has|have|(?:should|must|shall|has to|have to|needs? to|ought to)"
    r"(?: now)? (?:be(?:come)?|read|say)|make (?:it|that|this)"
    r"|\w+['\u2019]s(?= (?:now|finally|already)\b))\b|[:=\u2192]|->",
    re.IGNORECASE,
)
"""What stands between a cell and what it is to say."""
_PUT = re.compile(
    r"(?:^|[.,;:!?]\s+|\b(?:and|now|then|just|also|please|pls|you|ok|okay) )"
    r"(?:put|enter|write|fill in|note|set|insert|type)(?: in| down)?\s+(?P<value>\S.*?)"
    r"\s+(?:(?P<there>there\b|instead\b|in$)"
    r"|(?:as|for|in|into|under|at|by|next to|beside)\s+\S)",
    re.IGNORECASE | re.DOTALL,
)
"""How it is said what to put into a cell before which cell that is."""
_LONGEST = 6
"""Words a value has at most."""
_MOST_CHARACTERS = 500


def shown_table(answer: str) -> Grid | None:
    """Return the one table that an answer shows; None where it shows none, or several."""
    found = list(_TABLE.finditer(answer))
    if len(found) != 1:
        return None
    [table] = found
    heads, *rows = (_cells(line) for line in (table["heads"] + table["rows"]).splitlines())
    return Grid(table["sheet"], table["tab"] or "", heads, tuple(rows))


def put_there(text: str) -> Span | None:
    """Return all that is to stand "there" or "instead", where no other words tell a value."""
    found = _PUT.search(text, 0, _MOST_CHARACTERS)
    if found is None or found["there"] is None or _BECOMES.search(found["value"]):
        return None
    few = len(found["value"].split()) <= _LONGEST
    return Span("value", found["value"], *found.span("value")) if few else None


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))  # no cell has a | in it


def table_shown(context: ConversationContext) -> Grid | None:
    """Return the table that the last answer shows, if it shows one."""
    return shown_table(last_answer(context))


def last_answer(context: ConversationContext) -> str:
    """Return what was said last to the person."""
    last = next((one for one in reversed(context.exchanges) if one.role == "assistant"), None)
    return last.text if last is not None else ""
