"""The web client's files, and the answer to what no route is for."""

import gzip
from dataclasses import replace

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route as StarletteRoute

from api import client
from api.routes import ROUTES, Route
from shared.models.signing_in import SignInWith

PAGE = "<!doctype html><title>OmniForge</title><script src=/assets/index-1a2b.js></script>"
SCRIPT = "export const words = 'so many words';\n" * 100


@pytest.fixture
def built(tmp_path):
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (folder / "favicon.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret.txt").write_text("not for browsers")
    return folder


@pytest.fixture
def get(world, built):
    """Get a path from the client in a folder, through the edge."""

    async def get(path, folder=built, **headers):
        route = Route("client", "/{*path}", {"GET": client.serving(folder)}, frozenset({"GET"}))

        async def endpoint(request):
            return await world.edge.handle(route, request, world.engine, lambda: world.services)

        app = Starlette(routes=[StarletteRoute("/{path:path}", endpoint)])
        transport = httpx.ASGITransport(app, client=("203.0.113.9", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.get(path, headers=headers)

    return get


@pytest.mark.parametrize("path", ["/", "/chat/some-thread", "/agents/"])
async def test_a_place_in_the_client_is_its_page(get, path):
    answer = await get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


async def test_the_page_runs_nothing_but_its_own_files(get):
    policy = (await get("/")).headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["frame-ancestors"] == "'self'"
    assert rules["connect-src"] == "'self'"
    assert "frame-src" not in rules


async def test_the_page_may_ask_whoever_signs_people_in_and_nobody_else(get, world):
    way = SignInWith(mode="entra", authority="https://sign-in.example:8443/some-tenant")
    world.services = replace(world.services, sign_in=way)
    policy = (await get("/")).headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["connect-src"] == "'self' https://sign-in.example:8443"
    assert (rules["default-src"], rules["script-src"]) == ("'none'", "'self'")


async def test_a_hashed_file_is_kept_for_ever_and_packed_for_those_who_unpack(get):
    packed = await get("/assets/index-1a2b.js", **{"accept-encoding": "gzip"})
    plain = await get("/assets/index-1a2b.js", **{"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text == SCRIPT
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert "immutable" in plain.headers["cache-control"]
    assert "javascript" in plain.headers["content-type"]
    assert {"Accept-Encoding", "Origin"} == set(plain.headers["vary"].split(", "))


async def test_a_file_with_a_lasting_name_is_asked_for_again(get):
    first = await get("/favicon.png")
    assert (first.headers["content-type"], first.headers["cache-control"]) == (
        "image/png",
        "no-cache",
    )
    again = await get("/favicon.png", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_a_file_built_anew_is_served_anew(get, built):
    await get("/")
    (built / "index.html").write_text(PAGE + "new")
    assert (await get("/")).text == PAGE + "new"


@pytest.mark.parametrize(
    "path",
    ["/assets/missing.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/%00.js", "/assets/.."],
)
async def test_what_is_not_in_the_folder_is_not_found(get, path):
    answer = await get(path)
    assert answer.status_code == 404 or answer.text == PAGE
    assert "not for browsers" not in answer.text


async def test_a_client_that_was_not_built_says_how(get, tmp_path):
    answer = await get("/", folder=tmp_path / "none")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")
    assert "npm --prefix web run build" in answer.text
    missing = await get("/favicon.png", folder=tmp_path / "none")
    assert missing.json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/", "/chat/some-thread", "/favicon.ico"])
async def test_who_asks_for_the_head_alone_is_told_what_a_get_would_be(world, path):
    got, asked = [await world.call(method, path) for method in ("GET", "HEAD")]
    assert asked.status_code == got.status_code
    for name in ("content-type", "cache-control"):
        assert asked.headers[name] == got.headers[name]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
async def test_an_unknown_route_of_the_api_is_told_as_a_problem(world, method):
    answer = await world.call(method, "/api/v1/nothing/here")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == "There is nothing at /api/v1/nothing/here."


async def test_what_is_sent_to_a_page_is_refused(world):
    answer = await world.call("POST", "/somewhere", {})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_what_no_other_route_is_for_comes_last():
    assert [route.name for route in ROUTES[-2:]] == ["unknown", "client"]
