"""Contacts: from what a command says to the calls that do it."""

from collections.abc import Callable, Mapping

from shared.understanding.pointing import CONTACT_KINDS
from shared.understanding.work import Work
from shared.workspace.contacts.frames.adding import add
from shared.workspace.contacts.frames.changing import remove, update
from shared.workspace.contacts.frames.facts import in_form
from shared.workspace.contacts.frames.finding import find, list_organisations, validate


def _formed(frame: Callable[[Work], None]) -> Callable[[Work], None]:
    """Return a frame for commands whose spans are set right by their form first."""

    def done(work: Work) -> None:
        work.said = in_form(work.said)
        frame(work)

    return done


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "contact_add": _formed(add),
    "contact_delete": _formed(remove),
    "contact_find": _formed(find),
    "contact_list_orgs": list_organisations,
    "contact_update": _formed(update),
    "contact_validate": _formed(validate),
}
"""How each task about contacts is done."""
LISTED: Mapping[str, frozenset[str]] = dict.fromkeys(
    ("contact_update", "contact_delete", "contact_find", "contact_validate"), CONTACT_KINDS
)
"""Tasks that may be about people who were listed."""
