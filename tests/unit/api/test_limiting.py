"""Limits at the edge: who has had enough is told so before anything is done."""

import pytest
from azurefunctions.extensions.http.fastapi import Response, StreamingResponse

from api.limiting import wanted, within_limits
from api.problems import problem
from api.routes import ROUTES
from shared.decisions.budgets import allowance
from shared.errors import InvalidRequest, LimitReached
from shared.models.principal import Principal
from shared.storage.budgets import StoredBudgets
from shared.storage.memory import MemoryRows
from tests.support.fakes import Conversation, ManualClock

ANN = Principal(tenant="acme", user="ann")
KINDS = ("requests", "streams", "turns", "tools", "tokens")
BEGIN_TURNS = {"messages", "agent_run"}
"""Of what is posted to chat, only messages take a turn: test_chat tells them apart."""
STREAMS = {("chat", "POST"), ("my_data", "GET")}


@pytest.fixture
def limited():
    """Services with a limit on one kind, and the clock that it goes by."""

    def make(**numbers):
        clock = ManualClock()
        given = dict.fromkeys(KINDS, 0) | numbers
        limits = {kind: allowance(kind, most, 0) for kind, most in given.items()}
        budgets = StoredBudgets(MemoryRows(), clock, limits)
        return Conversation(clock=clock, budgets=budgets).services

    return make


class Asked:
    def __init__(self, method="GET", accept=""):
        self.method = method
        self.headers = {"accept": accept}


async def given(services, takes, answer):
    async def answering():
        return answer

    return await within_limits(services, ANN, takes, answering)


def streamed(*chunks):
    async def made():
        for chunk in chunks:
            yield chunk

    return StreamingResponse(made(), media_type="text/event-stream")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_every_request_counts_and_those_that_begin_turns_count_as_that_too(route, method):
    takes = wanted(route, Asked(method))
    assert takes["requests"] == 1
    assert ("turns" in takes) == (route.name in BEGIN_TURNS and method == "POST")
    assert ("streams" in takes) == ((route.name, method) in STREAMS)
    assert "streams" in wanted(route, Asked(method, "text/event-stream"))


async def test_who_has_had_enough_is_refused_before_anything_is_done(limited):
    services, done = limited(requests=2), []

    async def answer():
        done.append(1)
        return Response()

    for _ in range(2):
        await within_limits(services, ANN, {"requests": 1.0}, answer)
    with pytest.raises(LimitReached) as refused:
        await within_limits(services, ANN, {"requests": 1.0}, answer)
    assert len(done) == 2

    told = problem(refused.value, "t")
    assert (told.status_code, told.headers["Retry-After"]) == (429, "30")
    assert b'"code": "too_many_requests"' in told.body
    assert b"limit of 2 requests a minute. Please try again in 30 seconds." in told.body


@pytest.mark.parametrize("kind", ["streams", "turns"])
async def test_a_request_that_came_to_nothing_gives_back_what_only_lasting_takes(limited, kind):
    services = limited(**{kind: 1})
    takes = {"requests": 1.0, kind: 30.0 if kind == "turns" else 60.0}

    async def answer():
        raise InvalidRequest("no")

    for _ in range(5):
        with pytest.raises(InvalidRequest):
            await within_limits(services, ANN, takes, answer)


async def test_an_answer_that_is_no_stream_after_all_takes_none(limited):
    services = limited(streams=1)
    for _ in range(5):
        await given(services, {"streams": 60.0}, Response())


async def test_so_many_streams_are_open_at_once(limited):
    services = limited(streams=2)
    takes = {"streams": 60.0}
    first, second = [await given(services, takes, streamed("a", "b")) for _ in range(2)]
    for response in (first, second):
        assert await anext(response.body_iterator) == "a"
    with pytest.raises(LimitReached, match="limit of 2 open streams"):
        await given(services, takes, streamed())

    assert [chunk async for chunk in first.body_iterator] == ["b"]  # it has ended

    await given(services, takes, streamed())
    with pytest.raises(LimitReached):
        await given(services, takes, streamed())


async def test_a_stream_that_lasts_is_paid_for_and_never_cut_off(limited):
    services = limited(streams=1)
    response = await given(services, {"streams": 60.0}, streamed(*range(20)))
    async for _ in response.body_iterator:
        services.clock.advance(seconds=30)
    # ten minutes have come back meanwhile, and were paid
    await given(services, {"streams": 60.0}, streamed())
    with pytest.raises(LimitReached):
        await given(services, {"streams": 60.0}, streamed())


async def test_a_client_that_leaves_gives_its_stream_back(limited):
    services = limited(streams=1)
    for _ in range(3):
        response = await given(services, {"streams": 60.0}, streamed("a", "b"))
        assert await anext(response.body_iterator) == "a"
        await response.body_iterator.aclose()
