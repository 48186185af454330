"""All ingredients: a new service is its module and its lines here."""

from shared.decisions.building import calendar, contacts, email, pages, sheets, slack
from shared.decisions.building.ingredient import Ingredient, with_job
from shared.models.building import Part

_ALL = (
    sheets.READ,
    sheets.WRITE,
    pages.READ,
    slack.READ,
    slack.WRITE,
    email.READ,
    email.WRITE,
    calendar.READ,
    calendar.WRITE,
    contacts.READ,
    contacts.WRITE,
)

INGREDIENTS = {
    (one.service, one.verb): with_job(one) if one.verb == "read" else one for one in _ALL
}
PRODUCTS = {one.service: one.product for one in _ALL}
"""What people call each service."""


def ingredient_of(part: Part) -> Ingredient | None:
    """Return what a part is made with; None for a skill that is kept as it is."""
    return None if part.slot("skill") else INGREDIENTS.get((part.service, part.verb))


def ingredient_reading(line: str) -> Part | None:
    """Return the part that a line of a procedure was written for, if one of ours wrote it."""
    for one in _ALL:
        if (slots := one.reread(line)) is not None:
            return Part(service=one.service, verb=one.verb, slots=tuple(slots.items()))
    return None
