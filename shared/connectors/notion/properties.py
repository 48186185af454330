"""The fields of Notion's pages in words, and which of a data source's fields may say a text."""

from collections.abc import Callable, Mapping
from typing import Any

from shared.connectors.notion.wire import Entry, plain, rich_text
from shared.connectors.rest import as_list, as_object
from shared.models.base import Json

UNTITLED = "Untitled"
MOST_CONDITIONS = 50
"""Of one query."""

_CONTAIN = ("title", "rich_text", "url", "email", "phone_number")
_CHOOSE = {"select": "equals", "status": "equals", "multi_select": "contains"}


def title_of(entry: Entry) -> str:
    """Return what a page or data source is called."""
    if entry.is_table:
        return plain(entry.title).strip() or UNTITLED
    for field in entry.properties.values():
        if field.get("type") == "title":
            return plain(rich_text(field.get("title"))).strip() or UNTITLED
    return UNTITLED


def fields_of(entry: Entry) -> tuple[tuple[str, str], ...]:
    """Return a page's fields by name, without its title and without the empty ones."""
    if entry.is_table:
        return ()
    said = ((name, in_words(field)) for name, field in entry.properties.items())
    return tuple((name, words) for name, words in said if words)


def in_words(field: Mapping[str, Any]) -> str:
    """Return a field's value; "" for an empty one, the title, and what has no words."""
    kind = field.get("type")
    say = _WORDS.get(kind) if isinstance(kind, str) else None
    return say(field.get(str(kind))) if say else ""


def saying(text: str, source: Entry) -> dict[str, Any] | None:
    """Return the filter for rows with a field that says `text`; None when no field can."""
    conditions: list[dict[str, Any]] = []
    for name, field in source.properties.items():
        kind = field.get("type")
        if kind in _CONTAIN:
            conditions.append({"property": name, kind: {"contains": text}})
        elif kind in _CHOOSE:
            options = as_list(as_object(field.get(kind)).get("options"))
            conditions += [
                {"property": name, kind: {_CHOOSE[kind]: option}}
                for option in map(_name, options)
                if text.casefold() in option.casefold()
            ]
    return {"or": conditions[:MOST_CONDITIONS]} if conditions else None


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Json) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value) if value is not None else ""


def _yes(value: Json) -> str:
    return "yes" if value is True else "no"


def _name(value: Json) -> str:
    return _text(as_object(value).get("name"))


def _names(value: Json) -> str:
    return ", ".join(name for name in map(_name, as_list(value)) if name)


def _date(value: Json) -> str:
    date = as_object(value)
    return " to ".join(part for part in (_text(date.get("start")), _text(date.get("end"))) if part)


def _number_id(value: Json) -> str:
    given = as_object(value)
    parts = (_text(given.get("prefix")), _number(given.get("number")))
    return "-".join(part for part in parts if part)


def _computed(value: Json) -> str:
    """Return the value of a formula or rollup, which says of which type it is."""
    result = as_object(value)
    match result.get("type"):
        case "string":
            return _text(result.get("string"))
        case "number":
            return _number(result.get("number"))
        case "boolean":
            return _yes(result.get("boolean"))
        case "date":
            return _date(result.get("date"))
        case "array":
            parts = [in_words(as_object(item)) for item in as_list(result.get("array"))]
            return ", ".join(part for part in parts if part)
        case _:
            return ""


_WORDS: Mapping[str, Callable[[Json], str]] = {
    "checkbox": _yes,
    "created_by": _name,
    "created_time": _text,
    "date": _date,
    "email": _text,
    "files": _names,
    "formula": _computed,
    "last_edited_by": _name,
    "last_edited_time": _text,
    "multi_select": _names,
    "number": _number,
    "people": _names,
    "phone_number": _text,
    "rich_text": lambda value: plain(rich_text(value)),
    "rollup": _computed,
    "select": _name,
    "status": _name,
    "unique_id": _number_id,
    "url": _text,
}
