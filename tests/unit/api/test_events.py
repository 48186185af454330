import pytest

EVENTS = "/api/v1/threads/t1/events"


@pytest.fixture
async def runs(world):
    """Two runs, one after the other; their ids."""
    first = (await world.say("one", message_id="m1")).json()["run_id"]
    second = (await world.say("two", message_id="m2")).json()["run_id"]
    await world.answer()
    await world.answer()
    return first, second


async def test_log_is_read_a_page_at_a_time(world, runs):
    page = (await world.call("GET", EVENTS)).json()
    assert [e["id"] for e in page["events"]] == list(range(1, 11))
    assert page["next"] == 10
    assert page["events"][0]["event"]["metadata"] == {"run": runs[0], "turn": 1}
    rest = (await world.call("GET", f"{EVENTS}?after=8")).json()
    assert [e["id"] for e in rest["events"]] == [9, 10]
    end = (await world.call("GET", f"{EVENTS}?after=10")).json()
    assert end == {"events": [], "next": 10}


async def test_one_run_of_the_log(world, runs):
    page = (await world.call("GET", EVENTS, params={"run": runs[1]})).json()
    assert [e["id"] for e in page["events"]] == [6, 7, 8, 9, 10]
    unknown = await world.call("GET", f"{EVENTS}?run=r9")
    assert unknown.status_code == 404


async def test_stream_of_a_run_ends_with_it(world, runs, events_of):
    headers = {"Accept": "text/html, Text/Event-Stream;q=0.9", "Last-Event-ID": "7"}
    response = await world.call("GET", f"{EVENTS}?run={runs[1]}&after=1", headers=headers)
    assert [id_ for id_, _ in events_of(response.text)] == [8, 9, 10]
    assert response.headers["cache-control"] == "no-store"


async def test_events_link_of_a_message_streams_its_run(world, events_of):
    links = (await world.say(message_id="m1")).json()["links"]
    await world.answer()
    response = await world.call("GET", links["events"], headers={"Accept": "text/event-stream"})
    assert events_of(response.text)[-1][1]["type"] == "RUN_FINISHED"
