"""The API as OpenAPI 3.1, written from its routes, the handlers' models and the errors' codes."""

import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, Protocol

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema
from pydantic_core import core_schema

from api.operations import HTML, JSON, OPERATIONS, SSE, Operation
from api.problems import MEDIA_TYPE, STATUS
from api.shown import Shown
from api.unknown import Handler
from shared.models.base import Json
from shared.models.principal import Principal
from shared.models.run import Card
from shared.ports import Engine
from shared.services import Services

_PARAMETER = re.compile(r"\{(\w+)\}")
_REFERENCE = "#/components/schemas/{model}"
_REFERRED = re.compile(r'"#/components/schemas/([^"]+)"')
_TAGS = {"threads": "conversations", "routing": "organisation", "usage": "organisation"}
_EVERYWHERE = (400, 401, 403, 404, 429, 500, 502, 503)
_WITH_BODY = (409, 410, 413, 422)
_WITHOUT_BODY = (409, 410, 422)
_VERSIONED = (412, 428)
_DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>OmniForge API</title>
<style>body{{font:1rem/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem;
color-scheme:light dark}}pre{{overflow:auto;padding:.5rem;border:1px solid}}
summary{{cursor:pointer}}code{{font-weight:600}}</style>
<h1>OmniForge API</h1><p>The same for machines: <a href="/api/openapi.json">openapi.json</a></p>
{body}</html>"""

_Field = core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField
_Names = Mapping[Any, Json]
"""A reference to the schema of each model, as it is taken or given."""


class DescribedRoute(Protocol):
    """What is described of a route."""

    @property
    def path(self) -> str:
        """Its template."""
        ...

    @property
    def handlers(self) -> Mapping[str, Handler | str]:
        """The methods that are answered."""
        ...

    def handler(self, method: str) -> Handler | None:
        """Return what answers a method."""
        ...

    @property
    def public(self) -> frozenset[str]:
        """The methods that anyone may call."""
        ...


class FieldProblem(Shown):
    """What is wrong with one field; in files, with the `path` of the file and the line."""

    field: str
    message: str
    path: str | None = None
    line: int | None = None


class Problem(Shown):
    """An error (RFC 9457): `code` is stable, `detail` a sentence that can be acted on."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    trace_id: str
    errors: list[FieldProblem] | None = None
    card: Card | None = None
    """What will happen, where that is to be seen before it does."""
    agree: str | None = None
    """What agrees to that card."""
    claims: str | None = None
    """What a token has to say besides, of `insufficient_claims`."""


_PROBLEM: type[BaseModel] = Problem


class _Schemas(GenerateJsonSchema):
    """What is answered has every field, those with a default too. Names are titles enough."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - pydantic's own
        return False

    def field_is_required(self, field: _Field, total: bool) -> bool:  # noqa: FBT001 - pydantic's own
        return self.mode == "serialization" or super().field_is_required(field, total)


def describe(routes: Sequence[DescribedRoute]) -> dict[str, Any]:
    """Return the description of these routes; raise KeyError for a handler that has none."""
    names, definitions = _schemas()
    paths: dict[str, Any] = {}
    for route in routes:
        paths[route.path] = {
            method.lower(): _operation(route, method, handler, names)
            for method in route.handlers
            if (handler := route.handler(method)) is not None
        }
    problem = definitions["Problem"]
    problem["properties"]["code"]["enum"] = sorted({error.code for error in STATUS})
    for model in (Problem, FieldProblem):  # these tell what there is, and no more
        needed = [name for name, field in model.model_fields.items() if field.is_required()]
        definitions[model.__name__]["required"] = needed
    problem["additionalProperties"] = True
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "OmniForge Master Agent",
            "version": "1",
            "description": "One chat endpoint and what is behind it. In words: docs/api.md.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": definitions,
            "responses": {_named(one): _problem(one, names) for one in _told(paths)},
            "securitySchemes": {
                "signIn": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": "A token of Entra ID. On a developer's machine nobody signs in.",
                }
            },
        },
    }


def describing(routes: Sequence[DescribedRoute]) -> tuple[Handler, Handler]:
    """Return what answers with the description of these routes: as JSON, and as a page."""

    @cache
    def document() -> dict[str, Any]:
        return describe(routes)

    async def get_openapi(
        request: Request, caller: Principal, engine: Engine, services: Services
    ) -> Response:
        """Return the API's description for machines."""
        del request, caller, engine, services
        return Response(json.dumps(document()), media_type=JSON)

    async def get_docs(
        request: Request, caller: Principal, engine: Engine, services: Services
    ) -> Response:
        """Return the API's description as a page, which needs no script."""
        del request, caller, engine, services
        page = _PAGE.format(body="\n".join(_sections(document())))
        return Response(
            page, headers={"Content-Security-Policy": _DOCS_POLICY}, media_type="text/html"
        )

    return get_openapi, get_docs


def _schemas() -> tuple[_Names, dict[str, Any]]:
    """Return a reference for each model that is taken or answered, and their schemas."""
    taken = {one.body for one in OPERATIONS.values() if one.body is not None}
    given = {model for one in OPERATIONS.values() for model in one.answers.values() if model}
    wanted: list[tuple[type[BaseModel], JsonSchemaMode]] = [
        *((model, "validation") for model in sorted(taken, key=_name)),
        *((model, "serialization") for model in sorted({*given, _PROBLEM}, key=_name)),
    ]
    names, whole = models_json_schema(wanted, ref_template=_REFERENCE, schema_generator=_Schemas)
    return names, _led_to(names, whole["$defs"])


def _led_to(names: _Names, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the schemas that any of the names lead to: not those of what is left out."""
    found: set[str] = set()
    news = set(_REFERRED.findall(json.dumps(list(names.values()))))
    while news:
        found |= news
        inner = json.dumps([schemas[name] for name in news])
        news = set(_REFERRED.findall(inner)) - found
    return {name: schema for name, schema in schemas.items() if name in found}


def _name(model: type[BaseModel]) -> str:
    return f"{model.__module__}.{model.__qualname__}"


def _operation(
    route: DescribedRoute,
    method: str,
    handler: Handler,
    names: _Names,
) -> dict[str, Any]:
    name = handler.__name__
    told, first = OPERATIONS[name], (handler.__doc__ or "").strip()
    part = route.path.removeprefix("/api/v1/").split("/")[0]
    described: dict[str, Any] = {
        "operationId": name,
        "summary": " ".join(first.partition("\n\n")[0].split()),
        "description": " ".join(first.split()),
        "tags": [_TAGS.get(part, part.removeprefix("/api/"))],
        "parameters": list(_parameters(route.path, told)),
        "responses": {
            **{str(one): _refused(told, HTTPStatus(one), names) for one in _errors(told)},
            **{str(status): _answer(told, status, names) for status in told.answers},
        },
        "security": [] if method in route.public else [{"signIn": []}, {}],
    }
    if told.body is not None:
        content: dict[str, Any] = {"schema": names[told.body, "validation"]}
        if told.partial:
            content["schema"] = {"type": "object", "description": "The fields that change."}
        content["example"] = dict(told.example or {})
        media: dict[str, Any] = {JSON: content, **{one: {} for one in told.also_takes}}
        described["requestBody"] = {"required": not told.optional, "content": media}
    if told.takes:
        described["requestBody"] = {"required": True, "content": {told.takes: {}}}
    return described


def _parameters(path: str, told: Operation) -> Iterator[dict[str, Any]]:
    for name in _PARAMETER.findall(path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for name, says in told.query.items():
        yield {"name": name, "in": "query", "description": says, "schema": {"type": "string"}}
    if told.versioned:
        says = "The ETag of the version that is changed."
        schema = {"type": "string"}
        yield {"name": "If-Match", "in": "header", "description": says, "schema": schema}
    if SSE in told.media:
        says = "The last event that was seen, to go on after it."
        schema = {"type": "string"}
        yield {"name": "Last-Event-ID", "in": "header", "description": says, "schema": schema}


def _answer(told: Operation, status: int, names: _Names) -> dict[str, Any]:
    answered = told.answers[status]
    schema: Json = names[answered, "serialization"] if answered else {"type": "object"}
    others: Json = {}
    content = {one: {"schema": schema if one == JSON else others} for one in told.media}
    if status >= HTTPStatus.BAD_REQUEST:
        content |= _problem(HTTPStatus(status), names)["content"]
    bare = status in {HTTPStatus.FOUND, HTTPStatus.NO_CONTENT}
    return {"description": HTTPStatus(status).phrase, **({} if bare else {"content": content})}


def _errors(told: Operation) -> list[int]:
    more = _WITHOUT_BODY if told.body is None and not told.takes else _WITH_BODY
    kind = (HTTPStatus.UNSUPPORTED_MEDIA_TYPE.value,) if told.takes else ()
    return sorted({*_EVERYWHERE, *more, *kind, *(_VERSIONED if told.versioned else ())})


def _told(paths: Mapping[str, Any]) -> list[HTTPStatus]:
    """Return the errors that any operation has."""
    operations = [told for methods in paths.values() for told in methods.values()]
    statuses = {int(status) for told in operations for status in told["responses"]}
    return [HTTPStatus(one) for one in sorted(statuses) if one >= HTTPStatus.BAD_REQUEST]


def _refused(told: Operation, status: HTTPStatus, names: _Names) -> dict[str, Any]:
    """Return a reference to the answer that tells of an error or, of a page, the answer itself."""
    if HTML not in told.media:
        return {"$ref": f"#/components/responses/{_named(status)}"}
    told_so = _problem(status, names)
    return {**told_so, "content": {**told_so["content"], HTML: {}}}


def _problem(status: HTTPStatus, names: _Names) -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": names[_PROBLEM, "serialization"]}}
    return {"description": status.phrase, "content": content}


def _named(status: HTTPStatus) -> str:
    return "".join(filter(str.isalpha, status.phrase.title()))


def _sections(document: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            where, what = html.escape(f"{method.upper()} {path}"), html.escape(told["summary"])
            title = f"<summary><code>{where}</code> {what}</summary>"
            whole = html.escape(json.dumps(told, indent=2, ensure_ascii=False))
            yield f"<details>{title}<pre>{whole}</pre></details>"
    schemas = html.escape(json.dumps(document["components"], indent=2, ensure_ascii=False))
    yield f"<details><summary>Schemas</summary><pre>{schemas}</pre></details>"
