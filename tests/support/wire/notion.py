"""A scripted Notion whose every exchange is held against what Notion's reference says."""

import itertools
import json as jsonlib
import re
from pathlib import Path

from shared.connectors.notion.client import Notion
from shared.connectors.notion.pages import NotionPages
from tests.support.wire.peer import Answer, Peer

API = jsonlib.loads((Path(__file__).parent / "notion_api.json").read_text())
UUID = "[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"
PYTHON = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}


def held(seen, answer):
    """Fail unless a request is one that Notion takes, and its answer one that Notion gives."""
    described = [r for r in API["requests"] if r["method"] == seen.method and _at(r, seen.path)]
    assert described, f"{seen.method} {seen.path} is not described"
    request = described[0]
    assert seen.headers.get("notion-version") == API["version"]
    assert seen.token
    fits(seen.param, {"type": "object", "closed": request.get("query", {})}, "query")
    if "body" in request:
        fits(seen.json, request["body"], "body")
    else:
        assert not seen.content, "nothing is sent with this"
    if answer.error is None and not answer.odd and answer.json is not None:
        shape = request["answer"] if answer.status == 200 else "error"
        fits(answer.json, {"ref": shape}, shape)


def fits(value, shape, what):
    """Fail unless a value is of a shape."""
    if "ref" in shape:
        shape = API["shapes"][shape["ref"]]
    if "any" in shape:
        return _fits_any(value, shape["any"], what)
    if "enum" in shape:
        assert value in shape["enum"], f"{what} may not be {value!r}"
        return None
    if value is None and shape.get("or_null"):
        return None
    assert type(value) is PYTHON[shape["type"]], f"{what} is no {shape['type']}"
    match value:
        case str():
            assert re.fullmatch(shape.get("pattern", "(?s:.*)"), value), f"{what} is {value!r}"
        case int():
            low, high = shape.get("minimum", value), shape.get("maximum", value)
            assert low <= value <= high, f"{what} is {value}"
        case list():
            for item in value:
                fits(item, shape["items"], what)
        case dict():
            _fits_object(value, shape, what)
    return None


def _fits_any(value, names, what):
    named = [
        name
        for name in names
        if API["shapes"][name]["open"]["object"]["enum"][0] == value["object"]
    ]
    assert named, f"{what} may not be a {value['object']}"
    fits(value, {"ref": named[0]}, what)


def _fits_object(value, shape, what):
    known = shape.get("closed") or shape.get("open") or {}
    if "closed" in shape:
        assert set(value) <= set(known), f"{what} takes no {sorted(set(value) - set(known))}"
    for name in shape.get("required", ()):
        assert name in value, f"{what} has no {name}"
    assert len(value) == shape.get("keys", len(value)), f"{what} has {sorted(value)}"
    if "named_by" in shape:
        assert value[shape["named_by"]] in value, f"{what} has nothing under its type"
    for name, inner in value.items():
        rule = known.get(name) or shape.get("values")
        if rule:
            fits(inner, rule, f"{what}.{name}")


def _at(request, path):
    return re.fullmatch(re.escape(request["path"]).replace(r"\{id\}", UUID), path)


def notion_pages(peer, tokens=None):
    """Return a person's pages, as this peer answers."""
    return NotionPages(Notion(peer.rest("https://api.notion.com", "Notion", tokens)))


def notion_peer():
    """Return a peer that checks every exchange and has nothing shared with it."""
    missing = refused(404, "object_not_found")
    return (
        Peer(held)
        .on("POST", "/v1/search", listed())
        .on("GET", "/v1/(pages|databases|data_sources)/.*", missing)
        .on("POST", "/v1/data_sources/.*/query", missing)
    )


_numbers = itertools.count(1)


def uuid(number=None):
    """Return an id; another one each time, unless a number is given."""
    digits = f"{next(_numbers) if number is None else number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def listed(*results, cursor=None):
    """Return a part of a list."""
    return {
        "object": "list",
        "results": list(results),
        "has_more": cursor is not None,
        "next_cursor": cursor,
    }


def refused(status, code, **headers):
    error = {"object": "error", "status": status, "code": code, "message": "Scripted."}
    return Answer(status, error, headers=headers)


def text(words, href=None, kind="text", **look):
    """Return a piece of rich text; `look` names what is on, e.g. bold."""
    looks = dict.fromkeys(("bold", "italic", "strikethrough", "underline", "code"), False)
    return {
        "type": kind,
        kind: {"expression": words} if kind == "equation" else {"content": words},
        "plain_text": words,
        "href": href,
        "annotations": {**looks, "color": "default", **look},
    }


def title_property(words):
    return {"id": "title", "type": "title", "title": [text(words)] if words else []}


def field(kind, value):
    """Return a property's value."""
    return {"id": "a%3Ab", "type": kind, kind: value}


def page(title, number=None, edited="2026-11-20T10:00:00.000Z", parent=None, **properties):
    page_id = uuid(number)
    return {
        "object": "page",
        "id": page_id,
        "created_time": "2026-01-01T10:00:00.000Z",
        "last_edited_time": edited,
        "archived": False,
        "parent": parent or {"type": "workspace", "workspace": True},
        "properties": {**properties, "Name": title_property(title)},
        "url": f"https://www.notion.so/{page_id.replace('-', '')}",
    }


def source(title, number=None, edited="2026-11-20T10:00:00.000Z", **properties):
    """Return a data source, which has the columns and rows of a database."""
    source_id = uuid(number)
    return {
        "object": "data_source",
        "id": source_id,
        "last_edited_time": edited,
        "archived": False,
        "parent": {"type": "database_id", "database_id": uuid(900)},
        "title": [text(title)],
        "properties": {**properties, "Name": {"id": "title", "type": "title", "title": {}}},
        "url": f"https://www.notion.so/{source_id.replace('-', '')}",
    }


def database(title, *sources, number=None, edited="2026-11-20T10:00:00.000Z"):
    """Return a database: what holds data sources."""
    database_id = uuid(number)
    return {
        "object": "database",
        "id": database_id,
        "last_edited_time": edited,
        "parent": {"type": "workspace", "workspace": True},
        "title": [text(title)],
        "data_sources": [
            {"id": one["id"], "name": one["title"][0]["plain_text"]} for one in sources
        ],
        "url": f"https://www.notion.so/{database_id.replace('-', '')}",
    }


def block(kind, *pieces, number=None, has_children=False, **content):
    """Return a block that says these pieces of text (words or rich text)."""
    said = [text(piece) if isinstance(piece, str) else piece for piece in pieces]
    return {
        "object": "block",
        "id": uuid(number),
        "type": kind,
        "has_children": has_children,
        "archived": False,
        kind: {**({"rich_text": said} if pieces else {}), **content},
    }
