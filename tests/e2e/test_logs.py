"""Nothing that a person says reaches a log, nor a code, a token or a key: all of it is read here.

The process logs as the Python worker has it log; what the host would log (each function, and what
failed it) the dev host writes to the same place.
"""

import shutil

import pytest

from tests.e2e.scripted_model import ScriptedModel, settings_for
from tests.support.connecting import key_of
from tests.support.devhost import ROOT, RunningHost
from tests.support.google_server import google_server
from tests.support.http import Conversation, http_client, interrupt
from tests.support.model_server import UNDERSTANDING, Fails, Says, model_server

PERSON = "ann@acme.example"
SOUGHT, CHOKED, BROKEN, QUOTED = "walnutlayoffs", "figmerger", "quincelawsuit", "medlarillness"
SAID, TYPED, LOOKED = "rowanbonus", "mulberryaffair", "damsonsecret"
"""Words of the person's, one for each way that they take."""


@pytest.fixture(scope="module")
def google():
    with google_server() as server:
        server.chokes_on.add(CHOKED)
        yield server


@pytest.fixture(scope="module")
def model():
    return ScriptedModel()


@pytest.fixture(scope="module")
def running(google, model, tmp_path_factory):
    app = tmp_path_factory.mktemp("app")
    (app / "function_app.py").write_text("from tests.support.app_in_worker import app\n")
    for name in ("host.json", "local.settings.json.example"):
        shutil.copy(ROOT / name, app)
    with model_server(model) as server:
        environment = {
            **settings_for(server.base_url),
            "GOOGLE_SERVER": google.url,
            "GOOGLE_CLIENT_ID": "our-id",
            "GOOGLE_CLIENT_SECRET": "our-secret",
            "TOKEN_KEYS": key_of(1),
            "LOG_LEVEL": "DEBUG",
            "BREAKS_ON": BROKEN,
        }
        with RunningHost(app, tmp_path_factory.mktemp("logs"), environment) as host:
            yield host


@pytest.fixture
async def browser(running):
    async with http_client(running.url) as client:
        client.follow_redirects = True
        yield client


async def test_whatever_people_say_and_whatever_fails_none_of_it_is_logged(
    running, browser, google, model
):
    google.person = PERSON
    page = await browser.get("/api/v1/connections/google/start?domains=email")
    assert f"{PERSON} is connected" in page.text, page.text
    talk = Conversation(browser)

    # a model answers, and one fails and quotes what it was told
    question = f"What is known of {SAID}?"
    model.teach(question, {UNDERSTANDING: [Fails(400, f"cannot take: {question}")]})
    await talk.ask(question)
    answered = f"Who has {QUOTED}?"
    model.teach_answer(answered, Says(pieces=(f"Nobody has {QUOTED}.",)))
    await talk.ask(answered)
    # what is sought goes to the provider in an address
    await talk.ask(f"Find emails about {SOUGHT}")
    assert any(SOUGHT in query for query in google.searched)
    await talk.ask(f"Find emails about {CHOKED}")
    assert any(CHOKED in query for query in google.searched)
    # a step breaks on it; a change is shown and refused; what is sent makes no sense
    await talk.ask(f"Find emails about {BROKEN}")
    asked = await talk.ask(f"Send an email to zoe@x.example saying {SAID}")
    shown = interrupt(asked)["id"]
    path = f"{talk.path}/interrupts/{shown}"
    answer = {"action": "respond", "text": f"no, not {SAID}"}
    assert (await browser.post(path, json=answer)).is_success
    await browser.get(f"/api/v1/agents?q={LOOKED}")
    await browser.post("/api/v1/chat", json={TYPED: TYPED})
    await browser.post(f"{talk.path}/messages", content=f'{{"message": "{TYPED}')
    await browser.get("/api/v1/threads", headers={"Authorization": f"Bearer {TYPED}"})
    await browser.get(f"/api/v1/connections/callback?code={TYPED}&state={LOOKED}")

    written = running.output
    for told in (
        "model 'scripted-model' answered 400",
        "analyze_intent broke in",
        "ValueError at",
        "INFO:api.edge",
        "GET /api/v1/connections/callback",
    ):
        assert told in written, told
    for secret in (
        *(SOUGHT, CHOKED, BROKEN, QUOTED, SAID, TYPED, LOOKED),
        *("Secret plan", PERSON, "zoe@x.example", "Zoe"),
        *(f"code-{PERSON}", f"token-{PERSON}", f"renewal-{PERSON}", "code_challenge", "state="),
        *("our-secret", "a-key", key_of(1)),
    ):
        lines = [line for line in running.lines if secret.lower() in line.lower()]
        assert lines == [], secret
