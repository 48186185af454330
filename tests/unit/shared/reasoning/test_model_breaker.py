"""A server that fails is left alone, tried by one call, and back without a restart."""

import pytest

from shared.errors import Upstream, UpstreamMalformed, UpstreamUnavailable
from shared.models.reasoning import ModelCondition, Usage
from shared.reasoning.model.breaker import FIRST_REST, IN_A_ROW, LONGEST_REST, Breaker
from shared.reasoning.model.connecting import connected
from shared.reasoning.model.port import Limits, Message
from tests.support.model_process import ANSWER, ModelProcess

PROMPT = (Message("system", "Answer."), Message("user", "What is the capital of France?"))
LIMITS = Limits(50)
WELL = "".join(ANSWER)


class Hands:
    """A clock that is set by hand."""

    def __init__(self):
        self.at = 100.0

    def __call__(self):
        return self.at


@pytest.fixture
def clock():
    return Hands()


def failed(breaker, times, rest=None):
    for _ in range(times):
        assert breaker.enter().state != "resting"
        breaker.failed("it is out", rest)


def test_a_server_is_untried_until_it_is_asked(clock):
    breaker = Breaker(clock)
    assert breaker.enter() == breaker.condition() == ModelCondition(state="untried")
    breaker.succeeded()
    assert breaker.condition() == ModelCondition(state="ok")


def test_some_failures_in_a_row_make_it_rest_and_a_success_between_does_not(clock):
    breaker = Breaker(clock)
    failed(breaker, IN_A_ROW - 1)
    breaker.succeeded()
    failed(breaker, IN_A_ROW - 1)
    assert breaker.condition() == ModelCondition(state="failing", reason="it is out")
    failed(breaker, 1)
    rest = ModelCondition(state="resting", reason="it is out", seconds=int(FIRST_REST))
    assert breaker.condition() == rest


def test_a_refusal_is_no_outage(clock):
    breaker = Breaker(clock)
    failed(breaker, IN_A_ROW - 1)
    breaker.refused("wrong key")
    failed(breaker, IN_A_ROW - 1)
    assert breaker.condition().state == "failing"


def test_after_a_rest_one_call_is_let_through_and_ends_it(clock):
    breaker = Breaker(clock)
    failed(breaker, IN_A_ROW)
    clock.at += FIRST_REST
    assert breaker.enter().state == "failing"
    assert breaker.enter().state == "resting"
    breaker.succeeded()
    assert breaker.enter().state == "ok"


def test_each_trial_that_fails_doubles_the_rest_up_to_the_longest(clock):
    breaker = Breaker(clock)
    failed(breaker, IN_A_ROW)
    rests = []
    for _ in range(8):
        rests.append(breaker.condition().seconds)
        clock.at += rests[-1]
        failed(breaker, 1)
    assert rests == [5, 10, 20, 40, 80, 160, 300, 300]


def test_a_trial_that_never_ends_does_not_keep_others_away_for_ever(clock):
    breaker = Breaker(clock)
    failed(breaker, IN_A_ROW)
    clock.at += FIRST_REST
    breaker.enter()
    clock.at += LONGEST_REST
    assert breaker.enter().state == "failing"


def test_a_server_that_names_a_time_gets_it_within_reason(clock):
    breaker = Breaker(clock)
    failed(breaker, 1, rest=7)
    assert breaker.condition().seconds == 7
    clock.at += 7
    failed(breaker, 1, rest=86_400)
    assert breaker.condition().seconds == LONGEST_REST


@pytest.fixture
async def model(clock):
    """Return a model of a server process, and that process."""
    with ModelProcess() as server:
        made = connected("small", base_url=server.base_url)
        made.server.breaker = Breaker(clock)
        yield made, server
        await made.close()


async def text(model):
    return "".join([piece async for piece in model.stream(PROMPT, LIMITS)])


async def test_nobody_waits_for_a_server_that_is_out_and_it_comes_back(model, clock):
    model, server = model
    server.behave("broken")
    for _ in range(IN_A_ROW):
        with pytest.raises(UpstreamUnavailable, match="failed"):
            await model.complete(PROMPT, None, LIMITS)
    before = server.calls
    with pytest.raises(UpstreamUnavailable, match="left alone: model 'small' failed") as left:
        await text(model)
    assert left.value.cost == Usage()
    assert server.calls == before
    condition = model.condition()
    assert (condition.state, condition.name) == ("resting", "small")

    server.behave("well")
    clock.at += FIRST_REST
    assert await text(model) == WELL
    assert model.condition() == ModelCondition(state="ok", name="small")


async def test_a_busy_server_is_not_asked_before_the_time_it_gave(model, clock):
    model, server = model
    server.behave("busy")
    with pytest.raises(UpstreamUnavailable, match="is busy"):
        await text(model)
    with pytest.raises(UpstreamUnavailable, match="left alone"):
        await text(model)
    assert server.calls == 1
    server.behave("well")
    clock.at += 2
    assert await text(model) == WELL


@pytest.mark.parametrize("how", ["garbage", "broken", "too long", "wrong key", "refusal"])
async def test_an_error_of_a_text_knows_what_it_cost(model, how):
    model, server = model
    server.behave(how)
    stream = model.stream(PROMPT, LIMITS)
    with pytest.raises(Upstream):
        assert [piece async for piece in stream] == []
    assert stream.usage.calls == 1
    assert (model.condition().state == "ok") == (how == "refusal")


async def test_a_page_in_place_of_an_answer_is_a_failure_of_the_server(model):
    model, server = model
    server.behave("garbage")
    for _ in range(IN_A_ROW):
        with pytest.raises(UpstreamMalformed, match="sent no completion") as failure:
            await model.complete(PROMPT, None, LIMITS)
        assert failure.value.cost == Usage(calls=1, model="small")
    condition = model.condition()
    assert condition.state == "resting"
    assert "sent no completion" in condition.reason


async def test_a_dead_server_is_told_from_one_that_refuses(model):
    model, server = model
    server.kill()
    with pytest.raises(UpstreamUnavailable, match="cannot be reached"):
        await model.complete(PROMPT, None, LIMITS)
