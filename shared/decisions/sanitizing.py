"""What may go along when a conversation is handed over: its words, but nobody's secrets (spec 004).

Takes linear time on any text: a repetition either never gives back what it has taken, or is short.
"""

import re
from collections.abc import Sequence

from shared.decisions.sensitive import CARD, is_card, without_addresses, without_secrets
from shared.models.handoff import MAX_SUMMARY_CHARACTERS
from shared.models.reasoning import Exchange

_ELLIPSIS = "…"
_SAID_LATELY = "Said lately, newest last:"
_RECENT_CHARACTERS = 1000
_LINE_CHARACTERS = 300
_WANTED_CHARACTERS = 600

_GROUP = r"\d{3,}+(?!\w)"
_FIGURES = re.compile(
    rf"(?<!\w)(?<!\W\d[.,])(?<!\A\d[.,]){_GROUP}(?:[ \u00a0\u202f\u2010-\u2015-]{_GROUP})*+"
)
"""Groups of figures as cards have them; not those of lists of small numbers, nor of fractions."""
_DIGITS = re.compile(r"\d++")
_ISSUER = re.compile(r"2[2-7]|[3-6]")
"""How card numbers begin: not like years, phone numbers or times in milliseconds."""
_MOST_DIGITS = 19


def sanitized(text: str, limit: int = MAX_SUMMARY_CHARACTERS) -> str:
    """Return a text without addresses, card numbers and secrets, in at most `limit` characters.

    Everything else stays as it is; what is too long ends with a whole word and an ellipsis.
    """
    text = without_addresses(without_secrets(text))
    return _cut(_FIGURES.sub(_without_cards, text), limit)


def recent(exchanges: Sequence[Exchange], count: int = 5) -> tuple[str, ...]:
    """Return the last things said, oldest first, each with who said it."""
    return tuple(_told(one, _RECENT_CHARACTERS) for one in exchanges[-count:] if count > 0)


def summary_of(exchanges: Sequence[Exchange], wanted: str) -> str:
    """Return what a new speaker has to know: what is wanted, and what was said, newest last.

    Has at most `MAX_SUMMARY_CHARACTERS`; of the exchanges, as many of the newest as fit.
    """
    lines = [f"Wanted: {sanitized(_flat(wanted), _WANTED_CHARACTERS)}"]
    left = MAX_SUMMARY_CHARACTERS - len(lines[0]) - len(_SAID_LATELY) - 1
    said: list[str] = []
    for one in reversed(exchanges):
        line = _told(one.model_copy(update={"text": _flat(one.text)}), _LINE_CHARACTERS)
        left -= len(line) + 1
        if left < 0:
            break
        said.append(line)
    if said:
        lines += [_SAID_LATELY, *reversed(said)]
    return "\n".join(lines)


def _told(exchange: Exchange, limit: int) -> str:
    speaker = "Person" if exchange.role == "user" else exchange.agent or "Assistant"
    return f"{speaker}: {sanitized(exchange.text, limit)}"


def _flat(text: str) -> str:
    """Put a text on one line, so that nothing in it looks like somebody else's."""
    return " ".join(text.split())


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    kept = text[: limit - len(_ELLIPSIS)]
    if not text[len(kept)].isspace() and len(kept.split(maxsplit=1)) > 1:
        kept = kept.rsplit(maxsplit=1)[0]
    return kept.rstrip() + _ELLIPSIS


def _without_cards(found: re.Match[str]) -> str:
    """Return figures that stand together, with the card numbers among them taken out."""
    figures = found[0]
    groups = [group.span() for group in _DIGITS.finditer(figures)]
    kept: list[str] = []
    first = at = 0
    while first < len(groups):
        start = groups[first][0]
        last = _end_of_card(figures, groups, first)
        if last is None:
            first += 1
            continue
        kept += [figures[at:start], CARD]
        at = groups[last][1]
        first = last + 1
    return "".join([*kept, figures[at:]])


def _end_of_card(figures: str, groups: Sequence[tuple[int, int]], first: int) -> int | None:
    """Return the last of the groups that, from `first` on, make up a card number; or None."""
    digits, longest = "", None
    for number in range(first, min(len(groups), first + _MOST_DIGITS)):
        start, end = groups[number]
        digits += figures[start:end]
        if len(digits) > _MOST_DIGITS:
            break
        if _ISSUER.match(digits) and is_card(digits):
            longest = number
    return longest
