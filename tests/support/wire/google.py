"""Google's published contracts: what of its APIs there is, and what goes in and out."""

import base64
import json
import re
from datetime import date, datetime
from functools import cache
from importlib.resources import files

from shared.connectors.google.provider import PROVIDER
from tests.support.wire.peer import Peer

DOCUMENTS = {
    "gmail.v1": "email",
    "calendar.v3": "calendar",
    "people.v1": "contacts",
    "sheets.v4": "sheets",
    "drive.v3": "sheets",
    "oauth2.v2": "email",
}
"""The discovery documents, and the domain whose scopes must do for what is called of each."""
SENT_ALL_THE_SAME = {("Person", "metadata"), ("FieldMetadata", "source")}
"""Properties that are for output, but without which Google makes no change."""


def google():
    """Return a peer that holds every exchange against Google's contracts."""
    return Peer(check=Contract())


class Contract:
    """Checks exchanges; `called` are the ids of the methods that were."""

    def __init__(self):
        self.called: set[str] = set()

    def __call__(self, seen, answer):
        document, method = _method(seen)
        where = method["id"]
        self.called.add(where)
        _check_scopes(document, method)
        _check_params(document, method, seen)
        schemas = document["schemas"]
        if seen.path.startswith("/upload/"):
            assert method["supportsMediaUpload"], where
        elif "request" in method:
            body = seen.json
            schema = schemas[method["request"]["$ref"]]
            _check(body, schema, schemas, where, sent=method)
        else:
            assert not seen.content, f"{where} takes no body"
        if answer.odd or answer.error:
            return
        if answer.status >= 300:
            _check_error(answer)
        elif "response" in method and answer.json is not None:
            _check(answer.json, schemas[method["response"]["$ref"]], schemas, where)
        else:
            assert "response" not in method, f"{where} answers something"


@cache
def _documents():
    folder = files("googleapiclient") / "discovery_cache" / "documents"
    return [json.loads((folder / f"{name}.json").read_text("utf-8")) for name in DOCUMENTS]


@cache
def _methods():
    found = []
    for document in _documents():
        resources = [document]
        while resources:
            resource = resources.pop()
            resources += resource.get("resources", {}).values()
            for method in resource.get("methods", {}).values():
                found.append((document, method, _address(document, method)))
                if method.get("supportsMediaUpload"):
                    path = method["mediaUpload"]["protocols"]["simple"]["path"]
                    found.append((document, method, _pattern(document["rootUrl"], path)))
    return found


def _address(document, method):
    path = document["servicePath"] + method.get("flatPath", method["path"])
    return _pattern(document["rootUrl"], path)


def _pattern(root, path):
    pieces = re.split(r"\{\+?\w+\}", path.lstrip("/"))
    return re.compile(re.escape(root) + "[^/]+".join(map(re.escape, pieces)))


def _method(seen):
    found = [
        (document, method)
        for document, method, address in _methods()
        if method["httpMethod"] == seen.method and address.fullmatch(seen.url)
    ]
    assert found, f"Google has no {seen.method} {seen.url}"
    return found[0]


def _check_scopes(document, method):
    domain = DOCUMENTS[f"{document['name']}.{document['version']}"]
    asked = set(PROVIDER.scopes[domain])
    assert asked & set(method["scopes"]), f"{method['id']} needs another scope than {asked}"


def _check_params(document, method, seen):
    known = {**document["parameters"], **method.get("parameters", {})}
    for name, values in seen.params.items():
        assert name in known, f"{method['id']} has no parameter {name}"
        schema = known[name]
        assert schema["location"] == "query"
        assert len(values) == 1 or schema.get("repeated"), f"{name} may be given once"
        for value in values:
            _check_text(value, schema, f"{method['id']}?{name}")
    for name, schema in known.items():
        if schema.get("required") and schema["location"] == "query":
            assert name in seen.params, f"{method['id']} needs {name}"


def _check_text(value, schema, where):
    if "enum" in schema:
        assert value in schema["enum"], f"{where}: {value}"
    if schema["type"] == "boolean":
        assert value in {"true", "false"}, f"{where}: {value}"
    if schema["type"] == "integer":
        number = int(value)
        assert int(schema.get("minimum", 0)) <= number, f"{where}: {value}"
        assert number <= int(schema.get("maximum", 2**31)), f"{where}: {value}"
    if schema.get("format") == "date-time":
        assert datetime.fromisoformat(value).tzinfo, f"{where}: {value}"


def _check(value, schema, schemas, where, sent=None):
    """Hold a value against a schema; nothing but what that names may be in it."""
    if "$ref" in schema:
        name = schema["$ref"]
        _check(value, {**schemas[name], "id": name}, schemas, where, sent)
        return
    if value is None:
        nothing = sent is not None and sent["httpMethod"] == "PATCH"
        assert nothing, f"{where}: null"
        return
    kind = schema["type"]
    if kind == "object":
        assert isinstance(value, dict), f"{where}: {value!r}"
        _check_object(value, schema, schemas, where, sent)
    elif kind == "array":
        assert isinstance(value, list), f"{where}: {value!r}"
        for number, item in enumerate(value):
            _check(item, schema["items"], schemas, f"{where}[{number}]", sent)
    elif kind != "any":
        _check_value(value, schema, where)


def _check_object(value, schema, schemas, where, sent):
    known = schema.get("properties", {})
    other = schema.get("additionalProperties")
    for name, part in value.items():
        assert name in known or other, f"{where} has no property {name}"
        inner = known.get(name, other)
        if sent and (schema.get("id"), name) not in SENT_ALL_THE_SAME:
            assert not inner.get("readOnly"), f"{where}.{name} is for output only"
        _check(part, inner, schemas, f"{where}.{name}", sent)
    for name, part in known.items():
        required = part.get("annotations", {}).get("required", [])
        if sent and sent["id"] in required and schema.get("id") == sent["request"]["$ref"]:
            assert name in value, f"{where} needs {name}"


def _check_value(value, schema, where):
    kinds = {"string": str, "integer": int, "number": int | float, "boolean": bool}
    assert isinstance(value, kinds[schema["type"]]), f"{where}: {value!r}"
    assert isinstance(value, bool) == (schema["type"] == "boolean"), f"{where}: {value!r}"
    if "enum" in schema:
        assert value in schema["enum"], f"{where}: {value}"
    kind = schema.get("format")
    if kind == "byte":
        base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    elif kind == "date-time":
        assert datetime.fromisoformat(value).tzinfo, f"{where}: {value}"
    elif kind == "date":
        date.fromisoformat(value)
    elif kind in {"int64", "uint64"}:
        int(value)


def _check_error(answer):
    if answer.json is not None:
        assert answer.json["error"]["code"] == answer.status
        assert isinstance(answer.json["error"]["message"], str)
