"""By how much a number that stands somewhere is to become more or less: "bump it up by 20"."""

import re
from typing import NamedTuple

from shared.models.cell import typed

_NUMBER = (
    r"[$\u20ac\u00a3]?\d(?:[\d.,]*\d)?(?!\s?(?:%|percent|per cent|min|hour|hr|day|week|month))"
)
_AMOUNT = rf"(?P<amount>{_NUMBER}|that(?: much)?|this|the same|it)\b"
_MORE = r"(?:rais\w+|increas\w+|bump(?:ed)?|lift(?:ed)?|up|higher|gr[eo]w)"
_LESS = r"(?:lower(?:ed)?|reduc\w+|decreas\w+|cut|drop(?:ped)?|down)"
_BETWEEN = r"[^.!?;:]{0,60}?"
_FILE = (
    r"(?:(?:the|our|my|a) )?(?:[\w-]+ ){0,4}(?:sheet|spreadsheet|table|tab|list|bottom|end|page)\b"
)
_FORMS = (
    (1, rf"\b{_MORE}\b{_BETWEEN}\bby {_AMOUNT}"),
    (-1, rf"\b{_LESS}\b{_BETWEEN}\bby {_AMOUNT}"),
    (1, rf"\b(?:put|add|stick|pop|throw|book|count) {_AMOUNT}{_BETWEEN}\bon top\b"),
    (1, rf"\badd (?P<amount>{_NUMBER})(?: more| extra)? (?:on)?to (?!{_FILE})"),
    (-1, rf"\b(?:knock|take|deduct|subtract|shave) {_AMOUNT}{_BETWEEN}\b(?:off|from|away)\b"),
)
_READ = tuple((sign, re.compile(form, re.IGNORECASE)) for sign, form in _FORMS)
_ANY = re.compile(rf"(?<![\w.,]){_NUMBER}(?![\w])")


class Raise(NamedTuple):
    """What is added to a number, negative for less, and where the text says how much."""

    amount: float
    start: int
    end: int


def raised_by(text: str) -> Raise | None:
    """Return by how much a text orders a number to be more or less; None for no such order.

    "By that" is the number said last before it.
    """
    for sign, form in _READ:
        found = form.search(text)
        if found is None:
            continue
        told = [found.span("amount")] if found["amount"][-1:].isdigit() else []
        told = told or [one.span() for one in _ANY.finditer(text, 0, found.start())]
        if told:
            start, end = told[-1]
            number = typed(text[start:end].lstrip("$\u20ac\u00a3"))
            if isinstance(number, int | float):
                return Raise(sign * number, start, end)
    return None
