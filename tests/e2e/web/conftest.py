"""The web client in Debian's Chromium, as a person uses it; nothing in it may be out of order."""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.e2e.scripted_model import ScriptedModel, settings_for
from tests.e2e.web.visitor import Visitor
from tests.support.devhost import ROOT, RunningHost
from tests.support.model_server import model_server

BUILT = ROOT / "web" / "dist" / "index.html"
PICTURES = os.environ.get("PICTURES", "")
"""Where the pictures of the documentation are written to; empty: they are thrown away."""

_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_NOTICED = "addEventListener('securitypolicyviolation', e => console.error('CSP', e.blockedURI))"
_REFUSALS = (
    "404 (Not Found)",
    "409 (Conflict)",
    "415 (Unsupported Media Type)",
    "ERR_INCOMPLETE_CHUNKED_ENCODING",
)
"""What the browser itself notes of refusals and cut streams, which the client deals with."""
_LOST = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_FAILED",
    "ERR_INTERNET_DISCONNECTED",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; a machine that lacks it fails the tests."""
    chromium = shutil.which("chromium")
    assert chromium, "Chromium is missing: run `apt-get install chromium`"
    assert BUILT.exists(), "the web client is not built: run `make web`"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=_QUIET)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHost]:
    """The product, for the tests of one file."""
    data = tmp_path_factory.mktemp("site")
    with RunningHost(ROOT, data, {"REASONER": "embedded"}) as running:
        yield running


@pytest.fixture(scope="module")
def script() -> ScriptedModel:
    """What the language model of `modelled_site` says."""
    return ScriptedModel()


@pytest.fixture(scope="module")
def modelled_site(
    script: ScriptedModel, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningHost]:
    """The product with a language model, on a port that it keeps when it is started again."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    data = tmp_path_factory.mktemp("modelled-site")
    with (
        model_server(script) as server,
        RunningHost(ROOT, data, settings_for(server.base_url), ("--port", port)) as running,
    ):
        yield running


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Opens the client of a host in a window of its own.

    At the end, no window may have asked another origin for anything, broken the content security
    policy, or complained about anything but what `lost` allows, a host that is away, and `refused`
    names: refusals that a test is about. `also` is the origin where people sign in.
    """
    opened: list[tuple[BrowserContext, list[str]]] = []

    def open_window(
        host: RunningHost,
        *,
        lost: bool = False,
        also: str = "",
        refused: tuple[str, ...] = (),
        **options: object,
    ) -> Visitor:
        options = {"viewport": {"width": 1280, "height": 860}, "locale": "en-GB", **options}
        context = browser.new_context(base_url=host.url, **options)
        context.add_init_script(_NOTICED)
        faults: list[str] = []
        page = context.new_page()
        allowed = (*_REFUSALS, *refused, *(_LOST if lost else ()))
        _watch(page, tuple(filter(None, (host.url, also))), faults, allowed)
        opened.append((context, faults))
        return Visitor(page)

    yield open_window
    for context, _ in opened:
        context.close()
    assert [fault for _, faults in opened for fault in faults] == []


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[Page, str], None]:
    """Takes a picture of a page as it is shown."""
    folder = ROOT / PICTURES if PICTURES else tmp_path

    def take(page: Page, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png")

    return take


def _watch(
    page: Page, origins: tuple[str, ...], faults: list[str], allowed: tuple[str, ...]
) -> None:
    def complained(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(one in message.text for one in allowed):
            faults.append(message.text)

    page.on("console", complained)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((*(f"{one}/" for one in origins), "data:", "blob:"))
            else faults.append(f"asked for {request.url}")
        ),
    )
