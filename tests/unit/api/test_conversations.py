"""A person's conversations as a list: newest first, paged both ways, searched, renamed."""

import pytest

from shared.models.principal import Principal
from shared.models.rows import Change
from shared.models.thread import Thread

THREADS = "/api/v1/threads"


async def ids(world, query=""):
    return [one["id"] for one in (await listed(world, query))["threads"]]


async def listed(world, query=""):
    response = await world.call("GET", THREADS + query)
    assert response.status_code == 200, response.text
    return response.json()


async def talk(world, *threads):
    for thread in threads:
        world.clock.pass_by(minutes=1)
        await world.say(f"Show me emails about {thread}", thread)


async def test_nobody_has_conversations_at_first(world):
    assert await listed(world) == {"threads": [], "next": "", "previous": ""}


async def test_a_conversation_is_told_with_title_last_words_phase_and_question(world):
    await world.say("@email Hi, please show me emails from John. It is urgent")
    question = await world.ask()

    [told] = (await listed(world))["threads"]

    assert told["title"] == "Show me emails from John"
    assert told["last"]["role"] == "assistant"
    assert told["last"]["text"].startswith("Which John?")
    assert told["phase"] == "waiting"
    assert told["question"]["id"] == question
    assert told["links"]["messages"] == f"{THREADS}/t1/messages"


async def test_before_anything_is_done_there_are_no_last_words(world):
    await world.say()
    [told] = (await listed(world))["threads"]
    assert (told["last"], told["question"], told["phase"]) == (None, None, "parked")


async def test_the_one_with_the_latest_message_comes_first(world):
    await talk(world, "a", "b", "c", "a")
    assert await ids(world) == ["a", "c", "b"]


async def test_a_repeated_message_is_listed_once(world):
    for _ in range(2):
        await world.say(message_id="m1")
    assert await ids(world) == ["t1"]


async def test_pages_go_to_older_ones_and_back(world):
    await talk(world, "a", "b", "c", "d", "e")
    first = await listed(world, "?limit=2")
    second = await listed(world, f"?limit=2&after={first['next']}")
    third = await listed(world, f"?limit=2&after={second['next']}")
    back = await listed(world, f"?limit=2&before={third['previous']}")
    start = await listed(world, f"?limit=2&before={back['previous']}")

    pages = [[one["id"] for one in page["threads"]] for page in (first, second, third, back, start)]
    assert pages == [["e", "d"], ["c", "b"], ["a"], ["c", "b"], ["e", "d"]]
    assert (first["previous"], third["next"], start["previous"]) == ("", "", "")


async def test_search_finds_titles_and_what_was_said_by_either(world):
    await talk(world, "budget", "hiring", "travel")
    await world.answer("Sarah wrote about the offsite.", "hiring")
    assert await ids(world, "?q=BUDGET") == ["budget"]
    assert await ids(world, "?q=offsite") == ["hiring"]
    assert await ids(world, "?q=unheard") == []


async def test_others_see_nothing_of_it(world):
    await world.say()
    world.caller = Principal(tenant=world.caller.tenant, user="somebody-else")
    assert await ids(world) == []
    assert (await world.call("PATCH", f"{THREADS}/t1", {"title": "Mine"})).status_code == 404
    world.caller = Principal(tenant="another", user="dev")
    assert (await world.call("PATCH", f"{THREADS}/t1", {"title": "Mine"})).status_code == 404


async def test_a_deleted_conversation_is_struck_out(world):
    await talk(world, "a", "b")
    await world.call("DELETE", f"{THREADS}/a")
    assert await ids(world) == ["b"]
    assert [one.thread_id for one in await world.services.conversations.of(world.caller)] == ["b"]
    assert (await world.call("PATCH", f"{THREADS}/a", {"title": "Back"})).status_code == 410


async def test_renaming_lasts_and_is_no_news(world):
    await talk(world, "a", "b")
    renamed = await world.call("PATCH", f"{THREADS}/a", {"title": "Quarterly budget"})
    assert renamed.json() == {"id": "a", "title": "Quarterly budget"}
    await world.answer(thread="a")
    assert (await world.call("GET", f"{THREADS}/a")).json()["title"] == "Quarterly budget"
    assert await ids(world, "?q=quarterly") == ["a"]
    assert await ids(world) == ["b", "a"]


@pytest.mark.parametrize("title", ["", "  ", "two\nlines", "x" * 101, 7, None])
async def test_a_title_is_one_short_line(world, title):
    await world.say()
    refused = await world.call("PATCH", f"{THREADS}/t1", {"title": title})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "title"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?limit=0", "limit"),
        ("?limit=101", "limit"),
        ("?after=x", "after"),
        ("?before=1-2", "before"),
        (f"?after={'1' * 16}-{'a' * 32}&before={'1' * 16}-{'a' * 32}", "before"),
        (f"?q={'x' * 201}", "q"),
    ],
)
async def test_a_query_that_means_nothing_names_its_field(world, query, field):
    refused = await world.call("GET", THREADS + query)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == field


async def test_a_thread_that_nobody_named_is_called_something(world):
    await world.say()
    head = await world.head()
    bare = Thread.model_validate({**head.value.model_dump(), "title": ""})
    await world.threads.commit(head, Change(bare))
    assert (await world.call("GET", f"{THREADS}/t1")).json()["title"] == "New conversation"
