"""Webhooks of A2A clients over HTTP: what reaches them, and where nothing is sent."""

import hashlib
import json
import os
import threading
from base64 import b64encode

import jwt
import pytest
from a2a.compat.v0_3.types import Task as OlderTask
from a2a.types import StreamResponse
from google.protobuf.json_format import ParseDict

from shared.connectors.a2a_webhooks import SIGNATURE, TOKEN, A2aWebhooks
from shared.errors import InvalidRequest
from shared.models.webhook import Secrets, Webhook
from shared.security.sealing import Sealer
from tests.support.fakes import NOON, ManualClock
from tests.support.loopback import listening
from tests.support.notified import Hook

MINE = Secrets.model_validate({"token": "mine", "credentials": "dXNlcjpwdw=="})
KEYS = [b64encode(os.urandom(32)).decode()]
TASK = {
    "id": "t1.1",
    "contextId": "t1",
    "status": {"state": "TASK_STATE_COMPLETED", "timestamp": "2026-11-25T12:00:00Z"},
    "artifacts": [{"artifactId": "answer-1", "name": "answer", "parts": [{"text": "Grüße"}]}],
}


def notifier(keys=KEYS, **given):
    return A2aWebhooks(lambda: Sealer(keys), keys, ManualClock(), **{"loopback": True, **given})


def hook(url, dialect="1.0", **given):
    return Webhook(id="h", url=url, dialect=dialect, issuer="https://forge.example", **given)


async def test_a_task_arrives_whole_and_signed():
    taken = Hook()
    with taken.at() as url:
        assert await notifier().notify("w", hook(url), "COMPLETED/r", TASK)

    [(headers, body)] = taken.got
    assert headers["content-type"] == "application/json"
    told = ParseDict(json.loads(body), StreamResponse()).task
    assert (told.id, told.artifacts[0].parts[0].text) == ("t1.1", "Grüße")
    scheme, _, token = headers["authorization"].partition(" ")
    assert scheme == "Bearer"
    claims = jwt.decode(
        token,
        jwt.PyJWK(notifier().keys()["keys"][0]),
        algorithms=["ES256"],
        audience=url,
        issuer="https://forge.example",
        options={"verify_exp": False, "verify_iat": False},
    )
    assert claims["taskId"] == "t1.1"
    assert claims["request_body_sha256"] == hashlib.sha256(body).hexdigest()
    assert claims["exp"] - claims["iat"] == 300
    assert claims["iat"] == int(NOON.timestamp())


async def test_what_comes_twice_has_one_name_and_the_next_another():
    taken, told = Hook(), []
    with taken.at() as url:
        for mark in ("INPUT_REQUIRED/q", "INPUT_REQUIRED/q", "COMPLETED/r"):
            await notifier().notify("w", hook(url), mark, TASK)
    for headers, _ in taken.got:
        token = headers["authorization"].removeprefix("Bearer ")
        told.append(jwt.decode(token, options={"verify_signature": False})["jti"])
    assert told[0] == told[1] != told[2]


async def test_the_older_dialect_is_sent_the_task_itself():
    taken = Hook()
    with taken.at() as url:
        await notifier().notify("w", hook(url, "0.3"), "COMPLETED/r", TASK)
    task = OlderTask.model_validate_json(taken.got[0][1])
    assert (task.kind, task.id, task.status.state.value) == ("task", "t1.1", "completed")


async def test_a_client_s_own_credentials_and_token_are_shown_and_the_signature_beside():
    taken, made = Hook(), notifier()
    sealed = made.seal("w", MINE)
    with taken.at() as url:
        assert await made.notify("w", hook(url, scheme="Basic", sealed=sealed), "C/r", TASK)
    headers = taken.got[0][0]
    assert headers["authorization"] == "Basic dXNlcjpwdw=="
    assert headers[TOKEN.lower()] == "mine"
    assert jwt.get_unverified_header(headers[SIGNATURE.lower()])["alg"] == "ES256"


async def test_what_is_sealed_for_one_webhook_is_shown_to_no_other():
    taken, made = Hook(), notifier()
    sealed = made.seal("w", MINE)
    with taken.at() as url:
        assert not await made.notify("other", hook(url, sealed=sealed), "C/r", TASK)
    assert taken.got == []


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
async def test_what_is_not_taken_was_not_told(status):
    taken = Hook(status)
    with taken.at() as url:
        assert not await notifier().notify("w", hook(url), "C/r", TASK)


async def test_nothing_is_redirected():
    other = Hook()
    with other.at() as elsewhere:
        leads = Hook(307, {"Location": elsewhere})
        with leads.at() as url:
            assert not await notifier().notify("w", hook(url), "C/r", TASK)
    assert other.got == []


async def test_who_hangs_is_not_waited_for():
    go_on = threading.Event()
    taken = Hook(hangs=go_on)
    with taken.at() as url:
        assert not await notifier(seconds=0.3).notify("w", hook(url), "C/r", TASK)
        go_on.set()


async def test_nobody_there_was_not_told():
    with listening() as (_, base):
        pass
    assert not await notifier().notify("w", hook(f"{base}/in"), "C/r", TASK)


async def test_a_name_that_leads_into_a_private_network_is_not_followed():
    async def inside(_host, _port):
        return ["10.0.0.7"]

    made = notifier(loopback=False, resolve=inside)
    assert not await made.notify("w", hook("https://hooks.example/in"), "C/r", TASK)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://hooks.example/in", "must begin with https://"),
        ("https://10.0.0.7/in", "private network"),
        ("https://localhost/in", "private network"),
        ("https://me:pw@hooks.example/in", "no user name"),
        ("hooks", "must be an address"),
    ],
)
def test_where_no_notification_may_go_is_said_at_once(url, says):
    with pytest.raises(InvalidRequest, match=says):
        notifier(loopback=False).check(url)


def test_without_a_key_nobody_is_told_anything():
    made = notifier(())
    assert not made.offered
    assert made.keys() == {"keys": []}
    assert notifier().seal("w", Secrets()) == ""
