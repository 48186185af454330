"""A client that loses its connection, anywhere, gets every event exactly once."""

import pytest

from tests.e2e.scripted_model import HeldBack
from tests.support.http import SSE, FrameReader, assert_problem, ids, outcome, spoken, types
from tests.support.model_server import Says

SARAH = "Show me emails from Sarah about the budget"
RUN = "the-run"


@pytest.fixture
async def finished(conversation):
    """A thread with one finished run between two others, and that run's events."""
    await conversation.chat("@nobody before")
    frames = await conversation.chat(SARAH, RUN)
    await conversation.chat("@nobody after")
    return conversation, frames


def events_of_run(talk):
    return {"method": "GET", "url": f"{talk.path}/events?run={RUN}"}


def same_run_again(talk):
    return {"method": "POST", "url": "/api/v1/chat", "json": talk.run_input(SARAH, RUN)}


@pytest.mark.parametrize("request_of", [events_of_run, same_run_again])
async def test_a_run_goes_on_after_every_event_of_it(finished, request_of):
    talk, frames = finished

    for seen in range(len(frames) + 1):
        after = frames[seen - 1].id if seen else 0
        async with talk.stream(**request_of(talk), after=after) as stream:
            rest = [frame async for frame in stream]
        assert frames[:seen] + rest == frames

    assert ids(frames) == list(range(frames[0].id, frames[0].id + len(frames)))


async def test_a_connection_cut_within_a_frame_loses_and_repeats_nothing(finished):
    talk, frames = finished
    async with talk.client.stream(**events_of_run(talk), headers={"Accept": SSE}) as response:
        sent = b"".join([chunk async for chunk in response.aiter_raw()])
    ends = [place for place in range(len(sent) + 1) if sent[:place].endswith(b"\n\n")]
    assert len(ends) == len(frames)
    cuts = {cut for end in ends for cut in (end - 40, end - 1, end + 2, end + 7) if cut < len(sent)}

    rests = {}
    for cut in sorted(cuts):
        seen = FrameReader().feed(sent[:cut])
        after = seen[-1].id if seen else 0
        if after not in rests:
            async with talk.stream(**events_of_run(talk), after=after) as stream:
                rests[after] = [frame async for frame in stream]
        assert seen + rests[after] == frames


@pytest.mark.parametrize("request_of", [events_of_run, same_run_again])
async def test_a_client_that_reconnects_after_every_event_of_a_live_run_misses_none(
    conversation, request_of
):
    async with conversation.stream(**same_run_again(conversation)) as stream:
        seen = [await anext(stream)]

    while seen[-1].type != "RUN_FINISHED":
        async with conversation.stream(**request_of(conversation), after=seen[-1].id) as stream:
            seen.append(await anext(stream))
        assert seen[-1].id == seen[-2].id + 1

    assert ids(seen) == list(range(1, len(seen) + 1))
    assert await conversation.log() == seen
    assert (await conversation.get())["counts"]["turns"] == 1


async def test_the_stream_of_a_thread_goes_on_after_any_event_over_all_its_runs(finished):
    talk, _ = finished
    log = await talk.log()
    assert ids(log) == list(range(1, len(log) + 1))

    for after in range(len(log)):
        async with talk.stream("GET", f"{talk.path}/events", after=after) as stream:
            rest = [await anext(stream) for _ in range(len(log) - after)]
        assert rest == log[after:]


async def test_last_event_id_goes_before_the_position_in_the_url(finished):
    talk, frames = finished
    url = f"{talk.path}/events?run={RUN}&after={frames[0].id}"

    async with talk.stream("GET", url) as stream:
        from_the_url = [frame async for frame in stream]
    async with talk.stream("GET", url, after=frames[3].id) as stream:
        from_the_header = [frame async for frame in stream]

    assert from_the_url == frames[1:]
    assert from_the_header == frames[4:]


async def test_the_log_read_in_pages_holds_what_was_streamed(finished):
    talk, frames = finished

    assert await talk.log(run=RUN) == frames
    assert [f for f in await talk.log() if f.run == RUN] == frames


async def test_a_second_client_attaches_to_a_run_while_the_model_speaks(modelled, model):
    text = "What do two listeners hear?"
    answer = HeldBack(("One ", "voice."))
    model.teach_answer(text, Says(pieces=answer))
    again = {"method": "POST", "url": "/api/v1/chat", "json": modelled.run_input(text, RUN)}

    async with modelled.stream(**again) as one, modelled.stream(**again) as two:
        first = [await anext(one) for _ in range(3)]
        second = [await anext(two) for _ in range(3)]
        answer.let_go()
        first += [frame async for frame in one]
        second += [frame async for frame in two]

    assert first == second
    assert spoken(first) == "One voice."
    assert outcome(first) == {"type": "success"}
    assert types(first).count("RUN_STARTED") == 1
    assert model.calls(text) == ["understanding", "text"]


@pytest.mark.parametrize("position", ["-1", "1.5", "abc", "0x1", "1" * 13, "²"])
async def test_a_position_that_is_no_number_is_refused(finished, position):
    talk, _ = finished
    headers = {"Last-Event-ID": position.encode(), "Accept": SSE}

    for answer in (
        await talk.client.get(f"{talk.path}/events", headers=headers),
        await talk.client.get(f"{talk.path}/events", params={"after": position}),
        await talk.client.post("/api/v1/chat", json=talk.run_input("x", "new"), headers=headers),
    ):
        assert_problem(answer, 400, "invalid_request")
    assert (await talk.get())["counts"]["turns"] == 3
