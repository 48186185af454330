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
CALLED, ASKED, BROUGHT, MADE = "sloemerger", "hazelraise", "elderdiagnosis", "alderplan"
"""Words of the person's, one for each way that they take."""
V1 = {"A2A-Version": "1.0"}
MCP = {"Accept": "application/json, text/event-stream"}


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

    # other programs say and misspell it; files have it, and are none; what is made is called it
    await other_programs(browser)
    files = f"{talk.path}/files"
    for name, data in (
        (f"{BROUGHT}.txt", BROUGHT.encode()),
        (f"{BROUGHT}.pdf", b"%PDF-1.7\n" + BROUGHT.encode()),
        (f"{BROUGHT}.exe", BROUGHT.encode()),
    ):
        brought = await browser.post(files, params={"name": name}, content=data)
        if brought.is_success:
            await talk.ask("What does the file say?", files=[brought.json()["id"]])
    await made_things(browser, talk)

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
        *(SOUGHT, CHOKED, BROKEN, QUOTED, SAID, TYPED, LOOKED, CALLED, ASKED, BROUGHT, MADE),
        *("Secret plan", PERSON, "zoe@x.example", "Zoe"),
        *(f"code-{PERSON}", f"token-{PERSON}", f"renewal-{PERSON}", "code_challenge", "state="),
        *("our-secret", "a-key", key_of(1)),
    ):
        lines = [line for line in running.lines if secret.lower() in line.lower()]
        assert lines == [], secret


async def other_programs(browser):
    """Say something by A2A, by JSON-RPC and REST, and by MCP; rightly, and not."""
    message = {"messageId": CALLED, "role": "ROLE_USER", "parts": [{"text": f"Say {CALLED}"}]}
    for params in ({"message": message}, {"message": {**message, "parts": CALLED}}, {"id": CALLED}):
        for method in ("SendMessage", "SendStreamingMessage", "GetTask", "message/send", CALLED):
            call = {"jsonrpc": "2.0", "id": CALLED, "method": method, "params": params}
            assert (await browser.post("/api/v1/a2a", json=call, headers=V1)).status_code == 200
    for path in ("tasks/none", "v1/tasks/none:subscribe", "none"):  # a path is logged
        await browser.get(f"/api/v1/a2a/{path}?contextId={CALLED}", headers=V1)
    await browser.post("/api/v1/a2a/message:send", json={"message": CALLED}, headers=V1)
    for given in ({"message": f"Say {ASKED}"}, {"thread": ASKED}, {ASKED: ASKED}):
        for tool in ("ask", "look", "answer", f"agent_{ASKED}", ASKED):
            params = {"name": tool, "arguments": given}
            call = {"jsonrpc": "2.0", "id": ASKED, "method": "tools/call", "params": params}
            await browser.post("/api/v1/mcp", json=call, headers=MCP)
    await browser.post("/api/v1/mcp", content=f'{{"{ASKED}', headers=MCP)


async def made_things(browser, talk):
    """Make, rename and judge what is called so, and try to."""
    agent = {"id": MADE, "name": MADE, "description": f"Does {MADE}", "instructions": MADE}
    assert (await browser.post("/api/v1/agents", json=agent)).status_code == 201
    await browser.post("/api/v1/agents", json=agent)
    await browser.post("/api/v1/agents/import", json={"files": {"AGENT.md": f"---\n{MADE}: [\n"}})
    wish = {"agent": MADE, "request": f"Do {MADE}", "when": f"every {MADE}"}
    assert (await browser.post("/api/v1/schedules", json=wish)).status_code == 400
    await browser.post("/api/v1/schedules", json={**wish, "when": "every day at 9"})
    await browser.patch(talk.path, json={"title": MADE})
    await browser.get("/api/v1/threads", params={"q": MADE})
    judged = {"verdict": "bad", "comment": MADE, "agent": MADE}
    await browser.post(f"{talk.path}/turns/1/feedback", json=judged)
    await browser.put("/api/v1/profile", json={"vips": [f"{MADE}@x.example"], "time_zone": MADE})
    server = {"id": MADE, "name": MADE, "url": f"https://127.0.0.1:1/{MADE}", "credential": MADE}
    await browser.post("/api/v1/tool-servers", json=server)
    remote = {"id": MADE, "url": f"https://127.0.0.1:1/{MADE}", "credential": MADE}
    await browser.post("/api/v1/remote-agents", json=remote)
    await browser.get(f"/api/v1/effects?day={MADE}")
    exported = await browser.get("/api/v1/me/data")
    assert MADE in exported.text
