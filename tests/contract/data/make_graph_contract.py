"""Writes graph.json: what Microsoft publishes of the Graph requests and values the connector uses.

Usage: python tests/contract/data/make_graph_contract.py MSGRAPH_SDK_WHEEL

The SDK is generated from Graph's own description. Its request builders hold URL templates, methods
and body types, its models field names and types: the text of those files is read, nothing of the
wheel is run. `/me` is the SDK's `/users/{user-id}`. Values of types not listed here stay opaque.
"""

import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

USER = "msgraph/generated/users/item"
BUILDERS = (
    "user_item_request_builder",
    "messages/messages_request_builder",
    "messages/item/message_item_request_builder",
    "messages/item/attachments/attachments_request_builder",
    "messages/item/attachments/item/attachment_item_request_builder",
    "messages/item/create_reply/create_reply_request_builder",
    "messages/item/create_forward/create_forward_request_builder",
    "messages/item/send/send_request_builder",
    "messages/item/move/move_request_builder",
    "mail_folders/item/mail_folder_item_request_builder",
    "mail_folders/item/messages/messages_request_builder",
    "outlook/master_categories/master_categories_request_builder",
    "calendar_view/calendar_view_request_builder",
    "events/events_request_builder",
    "events/item/event_item_request_builder",
    "events/item/instances/instances_request_builder",
    "events/item/accept/accept_request_builder",
    "events/item/decline/decline_request_builder",
    "events/item/tentatively_accept/tentatively_accept_request_builder",
    "calendar/get_schedule/get_schedule_request_builder",
    "contacts/contacts_request_builder",
    "contacts/item/contact_item_request_builder",
    "people/people_request_builder",
    "people/item/person_item_request_builder",
)
MODELS = frozenset(
    {
        *("Attachment", "Attendee", "AttendeeBase", "BaseCollectionPaginationCountResponse"),
        *("BodyType", "AttachmentCollectionResponse", "AttendeeType", "Contact"),
        *("ContactCollectionResponse", "DateTimeTimeZone", "DayOfWeek", "EmailAddress", "Event"),
        *("EventCollectionResponse", "EventType", "FileAttachment", "FollowupFlag"),
        *("FollowupFlagStatus", "FreeBusyError", "FreeBusyStatus", "Importance"),
        *("InternetMessageHeader", "ItemAttachment", "ItemBody", "Location", "LocationType"),
        *("MailFolder", "MainError", "Message", "MessageCollectionResponse", "ODataError"),
        *("OutlookCategory", "OutlookCategoryCollectionResponse", "OutlookItem"),
        *("PatternedRecurrence", "Person", "PersonCollectionResponse", "PersonType", "Phone"),
        *(
            "PhoneType",
            "Recipient",
            "RecurrencePattern",
            "RecurrencePatternType",
            "RecurrenceRange",
        ),
        *("RecurrenceRangeType", "ReferenceAttachment", "ResponseStatus", "ResponseType"),
        *("ScheduleInformation", "ScheduleItem", "ScoredEmailAddress"),
        *("SingleValueLegacyExtendedProperty", "User", "WeekIndex"),
    }
)
PRIMITIVES = {
    "str": "string",
    "int": "integer",
    "bool": "boolean",
    "float": "number",
    "datetime": "datetime",
    "date": "date",
    "bytes": "base64",
    "uuid": "uuid",
}
_FIELD = re.compile(
    r'^ +"(?P<name>[^"]+)": lambda n : .*n\.get_(?P<how>\w+)_values?\((?P<of>\w*)\)', re.MULTILINE
)
_CLASS = re.compile(r"^class (\w+)\((.*)\):", re.MULTILINE)


def main(wheel: Path) -> None:
    """Write graph.json next to this file."""
    with zipfile.ZipFile(wheel) as archive:
        contract = _Wheel(archive).contract(wheel.name)
    text = json.dumps(contract, indent=1, sort_keys=True) + "\n"
    Path(__file__).with_name("graph.json").write_text(text)


class _Wheel:
    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._models: dict[str, Any] = {}

    def contract(self, wheel: str) -> dict[str, Any]:
        operations = [each for name in BUILDERS for each in self._operations(f"{USER}/{name}.py")]
        self._take(f"msgraph/generated/models/{_snake('FileAttachment')}.py")
        self._take(f"msgraph/generated/models/{_snake('ItemAttachment')}.py")
        self._take("msgraph/generated/models/o_data_errors/o_data_error.py")
        licence = next(name for name in self._archive.namelist() if name.endswith("LICENSE"))
        return {
            "source": wheel,
            "licence": self._text(licence).strip(),
            "operations": operations,
            "models": self._models,
        }

    def _operations(self, path: str) -> list[dict[str, Any]]:
        text = self._text(path)
        template = re.search(r'"\{\+baseurl\}([^"]*)"', text)
        assert template, path
        address, _, query = re.sub("%24", "$", template[1].replace("%2D", "-")).partition("?")
        address, needed = address.removesuffix("{"), re.findall(r"(\w+)=\{", query)
        names = re.findall(r"[$\w]+", re.sub(r"\w+=\{\w+\}", "", query))
        operations: list[dict[str, Any]] = []
        for found in re.finditer(r"async def (get|post|patch|delete)\(self,(.*)\) -> (.*):", text):
            body = re.match(r"body: (\w+),", found[2])
            answer = re.search(r"Optional\[(\w+)\]", found[3])
            operations.append(
                {
                    "method": found[1].upper(),
                    "path": address.replace("/users/{user-id}", "/me"),
                    "query": names if found[1] == "get" else [],
                    "needed": needed if found[1] == "get" else [],
                    "body": body and self._named(body[1], path, text),
                    "answer": answer and self._named(answer[1], path, text),
                }
            )
        return operations

    def _named(self, name: str, path: str, text: str) -> str:
        """Return a type's name after reading the file it is imported from."""
        if (found := PRIMITIVES.get(name)) or name in self._models:
            return found or name
        where = re.search(rf"from (\.+)([\w.]+) import {name}$", text, re.MULTILINE)
        assert where, (path, name)
        folder = path.split("/")[: -len(where[1])]
        self._take("/".join([*folder, *where[2].split(".")]) + ".py")
        return name

    def _take(self, path: str) -> None:
        text = self._text(path)
        found = _CLASS.search(text)
        assert found, path
        name = found[1]
        if name in self._models:
            return
        if "Enum" in found[2]:
            self._models[name] = {"values": re.findall(r'^    \w+ = "(.*)",', text, re.MULTILINE)}
            return
        fields: dict[str, str] = {}
        self._models[name] = {"fields": fields}
        base = found[2].split(",")[0].strip()
        if base not in {"AdditionalDataHolder", "Parsable", "Entity", "APIError"}:
            self._models[name]["base"] = self._named(base, path, text)
        elif base == "Entity":
            fields["id"] = "string"
        for field in _FIELD.finditer(text):
            fields[field["name"]] = self._type(field["how"], field["of"], path, text)

    def _type(self, how: str, of: str, path: str, text: str) -> str:
        many = how.startswith("collection_of_")
        how = how.removeprefix("collection_of_")
        name = of or how
        if how in {"object", "enum"} and name not in MODELS and "RequestBody" not in name:
            kind = "opaque"
        else:
            kind = PRIMITIVES.get(name) or self._named(name, path, text)
        return f"[{kind}]" if many else kind

    def _text(self, path: str) -> str:
        return self._archive.read(path).decode("utf-8-sig").replace("\r\n", "\n")


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
