"""Contacts as an ingredient."""

from shared.decisions.building.ingredient import Ingredient, Slot, rereading

_PERSON = Slot("person", "Whose contact details should I find?", unsaid="whose?")
_CHANGE = Slot("change", "What should be changed?", label="Change", unsaid="what changes?")

READ = Ingredient(
    service="contacts",
    verb="read",
    product="Contacts",
    short="contacts",
    skill="contact-finder",
    name="Contact finder",
    description="Looks up contacts",
    tools=("contacts_search", "contacts_get_by_id"),
    slots=(_PERSON,),
    line=lambda part, _how: f"Find the contact {part.slot('person')}",
    reread=rereading(r"Find the contact (?P<person>.+)"),
    does=lambda part, _how: f"Looks up {part.slot('person')} in the contacts",
    examples=lambda _part: ("Find a contact", "What is the phone number of a contact?"),
    as_asked="Look up contacts as asked. Each request says whose details are wanted.",
    content="person",
    place=("person",),
)
WRITE = Ingredient(
    service="contacts",
    verb="write",
    product="Contacts",
    short="contacts",
    skill="contact-editor",
    name="Contact editor",
    description="Updates contacts",
    tools=("contacts_search", "contacts_update"),
    slots=(_PERSON, _CHANGE),
    line=lambda part, _how: f"Update the contact {part.slot('person')}: {part.slot('change')}",
    reread=rereading(r"Update the contact (?P<person>[^:]+): (?P<change>.+)"),
    does=lambda part, _how: f"Updates {part.slot('person')} in the contacts",
    examples=lambda _part: ("Update a contact", "Change a phone number"),
    as_asked="Update contacts as asked. Each request says whose, and what to change.",
    content="change",
)
