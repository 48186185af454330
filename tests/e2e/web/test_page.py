"""A page of thirty lines with the AG-UI client, as somebody else writes one, served elsewhere."""

import json
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.devhost import ROOT, RunningHost

PAGE = ROOT / "docs" / "clients" / "page"
_BUILD = """
import { build } from "vite";
const { from, to, packages } = JSON.parse(process.argv[1]);
await build({
  root: from,
  base: "./",
  logLevel: "error",
  resolve: { alias: { "@ag-ui/client": `${packages}/@ag-ui/client` } },
  build: { outDir: to, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
});
"""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """Where the page is served: an origin of its own, on this machine."""
    built = tmp_path_factory.mktemp("page")
    where = {"from": str(PAGE), "to": str(built), "packages": str(ROOT / "web" / "node_modules")}
    subprocess.run(  # noqa: S603 - our own script
        ["node", "--input-type=module", "--eval", _BUILD, json.dumps(where)],  # noqa: S607
        cwd=ROOT / "web",
        check=True,
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=built)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def open_site(elsewhere, tmp_path_factory):
    """The product, whose answers that origin's pages may read."""
    environment = {"REASONER": "embedded", "CORS_ORIGINS": elsewhere}
    with RunningHost(ROOT, tmp_path_factory.mktemp("open"), environment) as running:
        yield running


def test_it_is_thirty_lines():
    lines = (PAGE / "page.js").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 32


def test_it_asks_answers_and_has_steps_agreed_to(visit, open_site, elsewhere):
    person = visit(open_site, also=elsewhere)
    page = person.page
    page.goto(f"{elsewhere}/index.html?api={open_site.url}")
    log = page.get_by_role("log")

    def say(text):
        page.get_by_role("textbox", name="Say").fill(text)
        page.get_by_role("button", name="Send").click()

    say("Show me emails from John")
    expect(log).to_contain_text("I found 3 contacts named John. Which one?")
    say("The client")
    expect(log).to_contain_text("I found 9 emails from John Doe")
    say("Send an email to Sarah saying the page works")
    page.get_by_role("button", name="Do it").click()
    expect(log).to_contain_text("Sent to sarah.chen@company.com")

    told = [one["told"] for one in httpx.get(f"{open_site.url}/api/v1/effects").json()["effects"]]
    assert any("page works" in one.lower() for one in told), told
