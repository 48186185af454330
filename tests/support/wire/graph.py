"""Holds requests to Graph, and the answers given to them, against what Microsoft publishes."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

API = "https://graph.microsoft.com/v1.0"
_PUBLISHED = Path(__file__).parents[2] / "contract" / "data" / "graph.json"
_STRINGS = {
    "string": r"(?s).*",
    "datetime": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)",
    "date": r"\d{4}-\d\d-\d\d",
    "base64": r"[A-Za-z0-9+/]*={0,2}",
}
_KINDS = {"integer": int, "boolean": bool, "number": (int, float)}
_ANNOTATIONS = {"@odata.type", "@odata.etag", "@odata.context", "@odata.id"}
_PAGING = {"$skiptoken"}
_MOST = 1000
_MOST_PARTS = 20
"""Requests in one batch (learn.microsoft.com/graph/json-batching)."""
_WORDS = {
    "and",
    "or",
    "not",
    "eq",
    "ne",
    "ge",
    "gt",
    "le",
    "lt",
    "any",
    "startswith",
    "true",
    "false",
}


class GraphContract:
    """Graph's published operations and values, as far as the connector needs them."""

    def __init__(self):
        published = json.loads(_PUBLISHED.read_text())
        self.source = published["source"]
        self._models = published["models"]
        self._operations = [
            (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", each["path"])), each)
            for each in published["operations"]
        ]

    def check(self, seen, answer):
        """Fail unless a request and its answer are as published; see `Peer`."""
        if seen.url == f"{API}/$batch":
            self._check_batch(seen)
            return
        operation = self._operation(seen)
        self._check_query(seen, operation)
        self._check_headers(seen)
        self._check_body(seen, operation)
        if answer.error is None and not answer.odd:
            self._check_answer(seen, answer, operation)

    def _check_batch(self, seen):
        """Fail unless an envelope is as Graph takes it; what is in it is checked by itself."""
        assert seen.method == "POST"
        self._check_headers(seen)
        assert seen.json.keys() == {"requests"}
        parts = seen.json["requests"]
        assert 1 <= len(parts) <= _MOST_PARTS
        assert len({part["id"] for part in parts}) == len(parts)
        for part in parts:
            assert part.keys() <= {"id", "method", "url", "headers", "body", "dependsOn"}, part
            assert isinstance(part["id"], str)
            assert part["url"].startswith("/me/"), part
            if "body" in part:
                assert part["headers"]["Content-Type"] == "application/json"

    def fields(self, model):
        """Return the fields of a model and their types."""
        found = self._models[model]
        inherited = self.fields(found["base"]) if "base" in found else {}
        return inherited | found["fields"]

    def _operation(self, seen):
        assert seen.url.startswith(f"{API}/"), seen.url
        path = urlsplit(seen.url).path.removeprefix(urlsplit(API).path)
        for pattern, operation in self._operations:
            if operation["method"] == seen.method and pattern.fullmatch(path):
                return operation
        raise AssertionError(f"Graph has no {seen.method} {unquote(path)}")

    def _check_headers(self, seen):
        preferred = seen.headers.get("prefer", "")
        if urlsplit(seen.url).path != "/v1.0/me":
            assert 'IdType="ImmutableId"' in preferred, seen
            assert 'outlook.timezone="UTC"' in preferred, seen
        assert seen.headers["authorization"].startswith("Bearer ")

    def _check_query(self, seen, operation):
        names, given = set(operation["query"]), seen.param
        needed = set(operation["needed"])
        assert given.keys() <= names | needed | _PAGING, (seen.path, given)
        assert needed <= given.keys() or given.keys() & _PAGING, (seen.path, given)
        item = self._item(operation["answer"])
        for field in given.get("$select", "").split(","):
            assert not field or field in self.fields(item), (field, item)
        if "$expand" in given:
            assert re.match(r"\w+", given["$expand"])[0] in self.fields(item)
        if "$top" in given:
            assert 1 <= int(given["$top"]) <= _MOST
        if "$search" in given:
            assert re.fullmatch(r'"([^"\\]|\\")+"', given["$search"]), given["$search"]
            assert not given.keys() & {"$filter", "$orderby", "$count"}, given
        if "$filter" in given:
            self._check_filter(given["$filter"], item)
            order = given.get("$orderby", "").split(" ")[0]
            assert given["$filter"].startswith(order), given

    def _check_filter(self, text, item):
        """Fail unless every name is a field, an operator or the variable of a lambda."""
        bare = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "", re.sub(r"'([^']|'')*'", "", text))
        variables = set(re.findall(r"any\((\w+):", bare))
        for name in re.findall(r"[A-Za-z][\w/]*", bare):
            if name in _WORDS or name.split("/")[0] in variables:
                continue
            model = item
            for part in name.removesuffix("/any").split("/"):
                model = self.fields(model)[part].strip("[]")

    def _check_body(self, seen, operation):
        if operation["body"] is None:
            assert not seen.content, (seen.path, seen.content)
        else:
            self._check_value(seen.json, operation["body"], operation["body"], ours=True)

    def _check_answer(self, seen, answer, operation):
        if answer.status >= 400:
            self._check_value(answer.json, "ODataError", "error", ours=False)
        elif operation["answer"] is None:
            assert answer.json is None, answer
        else:
            self._check_value(answer.json, operation["answer"], operation["answer"], ours=False)
            self._check_selected(seen, answer.json)

    def _check_selected(self, seen, answer):
        """Fail if an answer has fields that were not asked for: Graph leaves them out."""
        if not (select := seen.param.get("$select")):
            return
        expanded = re.findall(r"^\w+", seen.param.get("$expand", ""))
        asked = {*select.split(","), *expanded, "id", *_ANNOTATIONS}
        for item in answer.get("value", [answer]):
            assert item.keys() <= asked, item.keys() - asked

    def _item(self, model):
        return self.fields(model)["value"].strip("[]") if self._listed(model) else model

    def _listed(self, model):
        return bool(model) and model.endswith(("CollectionResponse", "PostResponse"))

    def _check_value(self, value, kind, where, *, ours):
        if value is None:
            assert not ours, f"{where} is null"
        elif kind.startswith("["):
            assert isinstance(value, list), (where, value)
            for each in value:
                self._check_value(each, kind[1:-1], where, ours=ours)
        elif kind in _STRINGS:
            assert isinstance(value, str), (where, value)
            assert re.fullmatch(_STRINGS[kind], value), (where, value)
        elif kind in _KINDS:
            assert isinstance(value, _KINDS[kind]), (where, value)
            assert kind == "boolean" or not isinstance(value, bool), (where, value)
        elif kind == "opaque":
            assert not ours, f"{where} is sent, but nothing is known of it"
        elif "values" in self._models[kind]:
            assert value in self._models[kind]["values"], (where, value)
        else:
            self._check_object(value, kind, where, ours=ours)

    def _check_object(self, value, kind, where, *, ours):
        assert isinstance(value, dict), (where, value)
        said = value.get("@odata.type", "").removeprefix("#microsoft.graph.")
        fields = self.fields(said[0].upper() + said[1:] if said else kind)
        for name, each in value.items():
            assert name in fields or name in _ANNOTATIONS, f"{where} has no {name}"
            if name in fields:
                self._check_value(each, fields[name], f"{where}.{name}", ours=ours)


def failure(status, code="ErrorItemNotFound", message="It was refused.", **more):
    """Return the parts of an Answer that says what Graph does when it refuses."""
    return {"status": status, "json": {"error": {"code": code, "message": message}}, **more}
