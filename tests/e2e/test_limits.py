"""Limits over HTTP: who has had enough is told so, with when to come back, and nothing is done."""

import pytest

from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, assert_problem, http_client

SETTINGS = {"REASONER": "embedded", "LIMIT_REQUESTS": "60/0", "LIMIT_STREAMS": "2/0"}


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with RunningHost(ROOT, tmp_path_factory.mktemp("limits"), SETTINGS) as host:
        yield host.url


def refused(response, kind):
    problem = assert_problem(response, 429, f"too_many_{kind}")
    assert 1 <= int(response.headers["retry-after"]) <= 60
    assert "You have reached the limit of" in problem["detail"]


async def test_streams_and_requests_beyond_the_limit_are_refused(url):
    async with http_client(url) as client:
        talk = Conversation(client)
        await talk.say("@nobody hello")
        watching = f"{talk.path}/events"
        async with (
            talk.stream("GET", watching, after=0) as one,
            talk.stream("GET", watching, after=0) as other,
        ):
            assert [(await anext(stream)).type for stream in (one, other)] == ["RUN_STARTED"] * 2
            third = await client.get(watching, headers={"Accept": "text/event-stream"})
            refused(third, "streams")
            refused(await client.post("/api/v1/chat", json=talk.run_input("hi", "r1")), "streams")
        assert [text for role, text in await talk.transcript() if role == "user"] == [
            "@nobody hello"
        ]

        # One comes free again each second: what is refused is not the last of a fixed number.
        answers = [await client.get("/api/v1/questions")]
        while answers[-1].status_code == 200 and len(answers) < 600:
            answers.append(await client.get("/api/v1/questions"))
        assert {answer.status_code for answer in answers} == {200, 429}
        refused(answers[-1], "requests")
        assert (await client.get("/api/health")).status_code == 200
