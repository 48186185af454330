"""Dev hosts shared by the end-to-end tests: starting one takes seconds, so so tests share them."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.e2e.scripted_model import ScriptedModel, settings_for
from tests.support.agui_client import PACKAGE
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client
from tests.support.model_server import model_server


@pytest.fixture(scope="session")
def node() -> str:
    """Where Node.js is; a machine that lacks it or the AG-UI client fails the tests."""
    found = shutil.which("node")
    assert found, "Node.js 20 is missing: install it, then run `make setup`"
    assert PACKAGE.exists(), "the AG-UI client is missing: run `make setup`"
    return found


@pytest.fixture(scope="session")
def web_origin() -> str:
    """The origin whose pages may call `host`."""
    return "https://chat.example.com"


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of `host`."""
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="session")
def host(data: Path, web_origin: str) -> Iterator[RunningHost]:
    """The product as `make run` starts it."""
    with RunningHost(ROOT, data, {"REASONER": "embedded", "CORS_ORIGINS": web_origin}) as running:
        yield running


@pytest.fixture(scope="session")
def model() -> ScriptedModel:
    """What the language model of `model_host` says."""
    return ScriptedModel()


@pytest.fixture(scope="session")
def model_host(
    model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningHost]:
    """The product with a language model, reached through the real client package."""
    with model_server(model) as server:
        environment = settings_for(server.base_url)
        with RunningHost(ROOT, tmp_path_factory.mktemp("model-host"), environment) as running:
            yield running


@pytest.fixture
async def client(host: RunningHost) -> AsyncIterator[httpx.AsyncClient]:
    """A client of `host`."""
    async with http_client(host.url) as made:
        yield made


@pytest.fixture
def conversation(client: httpx.AsyncClient) -> Conversation:
    """A new thread on `host`."""
    return Conversation(client)


@pytest.fixture
async def modelled(model_host: RunningHost) -> AsyncIterator[Conversation]:
    """A new thread on `model_host`."""
    async with http_client(model_host.url) as made:
        yield Conversation(made)


@pytest.fixture(scope="session")
def hasty_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of `hasty_host`."""
    return tmp_path_factory.mktemp("hasty-host")


@pytest.fixture(scope="session")
def hasty_host(hasty_data: Path) -> Iterator[RunningHost]:
    """The product where questions expire after two seconds and what is due is done each second."""
    environment = {
        "REASONER": "embedded",
        "QUESTION_TTL_SECONDS": "2",
        "RESCUE_SECONDS": "2",
        "DUE_SCHEDULE": "* * * * * *",
    }
    with RunningHost(ROOT, hasty_data, environment) as running:
        yield running
