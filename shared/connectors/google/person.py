"""People as Google has them, read into contacts, and what a change of one sends."""

from typing import Any, TypeVar

from shared.connectors.google.answers import Resource
from shared.connectors.rest import as_list, as_object
from shared.models.base import Json
from shared.workspace.contacts.port import Contact, ContactChange, NewContact

FIELDS = "names,emailAddresses,organizations,phoneNumbers,biographies,userDefined,metadata"
RELATION = "Relation"
"""The custom field a contact's relation is kept in; Google's own `relations` are relatives."""

EFFECT = "omniforge_effect"
"""The client data that says which effect made a contact; Google shows it to nobody."""

_READ_ONLY = ("metadata", "formattedType", "canonicalForm")


class _Meta(Resource):
    primary: bool = False


class _Entry(Resource):
    metadata: _Meta = _Meta()


E = TypeVar("E", bound=_Entry)


class _Name(_Entry):
    display_name: str = ""
    unstructured_name: str = ""


class _Value(_Entry):
    value: str = ""


class _Organization(_Entry):
    name: str = ""
    title: str = ""


class _Custom(Resource):
    key: str = ""
    value: str = ""


class Person(Resource):
    """One contact; the first of each list that Google calls primary is the one that counts."""

    resource_name: str
    etag: str = ""
    names: tuple[_Name, ...] = ()
    email_addresses: tuple[_Value, ...] = ()
    organizations: tuple[_Organization, ...] = ()
    phone_numbers: tuple[_Value, ...] = ()
    biographies: tuple[_Value, ...] = ()
    user_defined: tuple[_Custom, ...] = ()
    client_data: tuple[_Custom, ...] = ()

    def is_of(self, effect_id: str) -> bool:
        """Return whether an effect made it."""
        return any((one.key, one.value) == (EFFECT, effect_id) for one in self.client_data)


def contact_of(person: Person) -> Contact:
    """Return a person as a contact."""
    name = _primary(person.names, _Name())
    employer = _primary(person.organizations, _Organization())
    relations = (field.value for field in person.user_defined if _is_relation(field.key))
    return Contact(
        id=person.resource_name,
        name=name.display_name or name.unstructured_name,
        email=_primary(person.email_addresses, _Value()).value,
        company=employer.name,
        title=employer.title,
        phone=_primary(person.phone_numbers, _Value()).value,
        relation=next(relations, "").casefold(),
        notes=_primary(person.biographies, _Value()).value,
    )


def created(contact: NewContact, effect_id: str) -> dict[str, Json]:
    """Return a new contact as Google takes it, with the effect that makes it."""
    wanted = ContactChange(**{k: v for k, v in contact.model_dump().items() if v})
    nobody = Person.model_validate({"resourceName": ""})
    mark: Json = [{"key": EFFECT, "value": effect_id}]
    return {**changed(nobody, {}, wanted), "clientData": mark}


def changed(person: Person, raw: dict[str, Any], change: ContactChange) -> dict[str, Json]:
    """Return the fields of a person that are to be different, by name; {} when none is.

    `raw` is the person as Google sent it: a field that is sent replaces all there was in it.
    """
    now = contact_of(person)
    fields: dict[str, Json] = {}
    if change.name is not None and change.name != now.name:
        fields["names"] = [{"unstructuredName": change.name}] if change.name else []
    if change.notes is not None and change.notes != now.notes:
        notes = {"value": change.notes, "contentType": "TEXT_PLAIN"}
        fields["biographies"] = [notes] if change.notes else []
    if change.email is not None and change.email != now.email:
        fields["emailAddresses"] = _with(raw, "emailAddresses", {"value": change.email})
    if change.phone is not None and change.phone != now.phone:
        fields["phoneNumbers"] = _with(raw, "phoneNumbers", {"value": change.phone})
    employer = {
        key: wanted
        for key, wanted, current in (
            ("name", change.company, now.company),
            ("title", change.title, now.title),
        )
        if wanted is not None and wanted != current
    }
    if employer:
        fields["organizations"] = _with(raw, "organizations", employer)
    if change.relation is not None and change.relation.casefold() != now.relation:
        others = [
            entry for entry in _entries(raw, "userDefined") if not _is_relation(entry.get("key"))
        ]
        own = [{"key": RELATION, "value": change.relation}] if change.relation else []
        fields["userDefined"] = [*others, *own]
    return fields


def _with(raw: dict[str, Any], field: str, values: dict[str, str]) -> list[dict[str, Any]]:
    """Return a field's entries, these values being in the one that counts, and that one first."""
    entries = _entries(raw, field) or [{}]
    at = next((i for i, entry in enumerate(as_list(raw.get(field))) if _counts(entry)), 0)
    counting = entries.pop(at) | values
    return [entry for entry in (counting, *entries) if any(entry.values())]


def _entries(raw: dict[str, Any], field: str) -> list[dict[str, Any]]:
    """Return a field's entries without what only Google writes."""
    return [
        {key: value for key, value in as_object(entry).items() if key not in _READ_ONLY}
        for entry in as_list(raw.get(field))
    ]


def _counts(entry: Json) -> bool:
    return as_object(as_object(entry).get("metadata")).get("primary") is True


def _is_relation(key: Json) -> bool:
    return isinstance(key, str) and key.casefold() == RELATION.casefold()


def _primary(entries: tuple[E, ...], otherwise: E) -> E:
    return next((e for e in entries if e.metadata.primary), next(iter(entries), otherwise))
