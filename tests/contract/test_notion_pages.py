"""Notion behind the Pages port, against a peer that checks every exchange."""

import itertools
from datetime import UTC, datetime

import httpx2
import pytest

from shared.connectors.notion.provider import API, PROVIDER
from shared.connectors.notion.reading import MOST_BLOCKS, MOST_LISTS
from shared.connectors.rest import NotThere, ReauthNeeded
from shared.errors import ToolFailed
from shared.models.profile import Account
from shared.workspace.pages.port import Pages
from tests.support.wire.notion import (
    block,
    database,
    field,
    held,
    listed,
    notion_pages,
    notion_peer,
    page,
    refused,
    source,
    text,
    uuid,
)
from tests.support.wire.peer import Answer, Peer, ScriptedTokens, Seen

ROADMAP = page("Roadmap", 1, "2026-11-20T10:00:00.000Z", Status=field("status", {"name": "Live"}))


@pytest.fixture
def peer():
    return notion_peer()


@pytest.fixture
def pages(peer):
    return notion_pages(peer)


def told(peer, shown, *blocks):
    """Make a page known, with these blocks directly in it."""
    peer.on("GET", f"/v1/pages/{shown['id'].replace('-', '')}", shown)
    peer.on("GET", f"/v1/blocks/{shown['id']}/children", listed(*blocks))


def holds(peer, shown, *sources):
    """Make a database known, by its block or id, with these data sources and their rows."""
    about = database("Tasks", *(one for one, _ in sources)) | {"id": shown["id"]}
    peer.on("GET", f"/v1/databases/({shown['id']}|{shown['id'].replace('-', '')})", about)
    for one, rows in sources:
        peer.on("POST", f"/v1/data_sources/{one['id']}/query", listed(*rows))


async def test_search_finds_titles_newest_first(pages, peer):
    older = page("Roadmap 2025", 2, "2025-11-20T10:00:00.000Z")
    peer.on(
        "POST",
        "/v1/search",
        lambda seen: listed() if "filter" in seen.json else listed(older, ROADMAP),
    )

    found = await pages.search("roadmap", 10)

    assert [entry.title for entry in found] == ["Roadmap", "Roadmap 2025"]
    assert found[0].id == ROADMAP["id"]
    assert found[0].properties == (("Status", "Live"),)
    assert found[0].updated_at == datetime(2026, 11, 20, 10, tzinfo=UTC)
    assert found[0].link == ROADMAP["url"]
    assert peer.calls("POST", "/v1/search")[0].json == {
        "query": "roadmap",
        "page_size": 10,
        "sort": {"direction": "descending", "timestamp": "last_edited_time"},
    }


async def test_search_finds_rows_whose_fields_say_it_and_names_their_table(pages, peer):
    tasks = source("Tasks", 5, Notes=field("rich_text", {}))
    within = {"type": "data_source_id", "data_source_id": tasks["id"]}
    row = page("Call them", 6, parent=within, Notes=field("rich_text", [text("Acme renewal")]))
    again = page("Acme plan", 7, "2026-11-21T10:00:00.000Z", parent=within)
    peer.on(
        "POST",
        "/v1/search",
        lambda seen: listed(tasks) if "filter" in seen.json else listed(again),
    )
    peer.on("POST", f"/v1/data_sources/{tasks['id']}/query", listed(row, again))

    found = await pages.search("acme", 10)

    assert [(entry.title, entry.parent) for entry in found] == [
        ("Acme plan", "Tasks"),
        ("Call them", "Tasks"),
    ]
    (query,) = peer.calls("POST", "/v1/data_sources/.*/query")
    assert {"property": "Notes", "rich_text": {"contains": "acme"}} in query.json["filter"]["or"]


async def test_a_data_source_that_is_shared_no_longer_is_passed_over(pages, peer):
    tasks = source("Tasks", 5)
    peer.on(
        "POST",
        "/v1/search",
        lambda seen: listed(tasks) if "filter" in seen.json else listed(ROADMAP),
    )

    assert [entry.title for entry in await pages.search("roadmap", 10)] == ["Roadmap"]


async def test_an_empty_search_lists_what_changed_last(pages, peer):
    peer.on("POST", "/v1/search", listed(ROADMAP, source("Tasks", 5)))

    assert {entry.title for entry in await pages.search(" ", 10)} == {"Roadmap", "Tasks"}
    (asked,) = peer.seen
    assert "query" not in asked.json


async def test_search_goes_on_until_there_are_enough(pages, peer):
    first = [page(f"p{n}") for n in range(100)]
    peer.on(
        "POST",
        "/v1/search",
        listed(*first, cursor="c2"),
        listed(*[page("q") for _ in range(20)], cursor="c3"),
    )

    assert len(await pages.search("", 120)) == 120
    assert [(s.json["page_size"], s.json.get("start_cursor")) for s in peer.seen] == [
        (100, None),
        (20, "c2"),
    ]
    assert await pages.search("x", 0) == ()


async def test_a_page_is_read_as_markdown_with_its_insides(pages, peer):
    nested = block("bulleted_list_item", "Deep", number=12)
    item = block("bulleted_list_item", "Ship", number=11, has_children=True)
    told(peer, ROADMAP, block("heading_1", "Goals"), item, block("paragraph", "End"))
    peer.on("GET", f"/v1/blocks/{item['id']}/children", listed(nested))

    found = await pages.read(ROADMAP["id"])

    assert found.text == "# Goals\n\n- Ship\n  - Deep\n\nEnd"
    assert found.entry.title == "Roadmap"
    assert not found.cut


@pytest.mark.parametrize(
    "wanted",
    [
        ROADMAP["id"],
        ROADMAP["id"].replace("-", ""),
        f"https://www.notion.so/acme/Roadmap-{ROADMAP['id'].replace('-', '')}?pvs=4#abc",
    ],
)
async def test_a_page_goes_by_its_id_or_address(pages, peer, wanted):
    told(peer, ROADMAP)

    assert (await pages.read(wanted)).entry.title == "Roadmap"


@pytest.mark.parametrize("wanted", ["Roadmap", "", "../users", uuid(99)])
async def test_a_page_that_is_not_there_is_said_not_to_be(pages, wanted):
    with pytest.raises(NotThere, match="not shared"):
        await pages.read(wanted)


async def test_long_pages_come_in_parts(pages, peer):
    peer.on("GET", "/v1/pages/.*", ROADMAP)
    peer.on(
        "GET",
        "/v1/blocks/.*/children",
        listed(block("paragraph", "One"), cursor="c2"),
        listed(block("paragraph", "Two")),
    )

    assert (await pages.read(ROADMAP["id"])).text == "One\n\nTwo"
    assert peer.seen[-1].param == {"page_size": "100", "start_cursor": "c2"}


async def test_what_is_nested_too_deep_is_left_out_and_said_to_be(pages, peer):
    levels = [block("toggle", f"Level {n}", number=20 + n, has_children=True) for n in range(1, 5)]
    told(peer, ROADMAP, levels[0])
    for above, below in itertools.pairwise(levels):
        peer.on("GET", f"/v1/blocks/{above['id']}/children", listed(below))

    found = await pages.read(ROADMAP["id"])

    assert found.text == "- Level 1\n  - Level 2\n    - Level 3"
    assert found.cut


async def test_columns_are_no_depth(pages, peer):
    columns = block("column_list", number=30, has_children=True)
    column = block("column", number=31, has_children=True)
    toggles = [block("toggle", f"Level {n}", number=31 + n, has_children=n < 3) for n in (1, 2, 3)]
    told(peer, ROADMAP, columns)
    chain = [columns, column, *toggles]
    for above, below in itertools.pairwise(chain):
        peer.on("GET", f"/v1/blocks/{above['id']}/children", listed(below))

    found = await pages.read(ROADMAP["id"])

    assert found.text == "- Level 1\n  - Level 2\n    - Level 3"
    assert not found.cut


@pytest.mark.parametrize("at_a_time", [100, 70])
async def test_there_is_a_bound_on_blocks(pages, peer, at_a_time):
    peer.on("GET", "/v1/pages/.*", ROADMAP)
    peer.on(
        "GET",
        "/v1/blocks/.*/children",
        lambda _: listed(*(block("divider") for _ in range(at_a_time)), cursor="more"),
    )

    found = await pages.read(ROADMAP["id"])

    assert found.cut
    assert found.text.count("---") == MOST_BLOCKS


async def test_the_bound_may_fall_into_the_last_part(pages, peer):
    part = [block("divider") for _ in range(90)]
    peer.on("GET", "/v1/pages/.*", ROADMAP)
    parts = [*[listed(*part, cursor="more")] * 11, listed(*part)]
    peer.on("GET", "/v1/blocks/.*/children", *parts)

    assert (await pages.read(ROADMAP["id"])).cut


async def test_a_list_that_comes_in_too_small_parts_is_cut(pages, peer):
    peer.on("GET", "/v1/pages/.*", ROADMAP)
    peer.on("GET", "/v1/blocks/.*/children", lambda _: listed(block("divider"), cursor="more"))

    assert (await pages.read(ROADMAP["id"])).cut


async def test_there_is_a_bound_on_requests(pages, peer):
    many = [block("toggle", "x", has_children=True) for _ in range(MOST_LISTS + 10)]
    peer.on("GET", "/v1/blocks/.*/children", listed(block("paragraph", "in")))
    told(peer, ROADMAP, *many)

    found = await pages.read(ROADMAP["id"])

    assert found.cut
    assert len(peer.calls("GET", "/v1/blocks/.*/children")) == MOST_LISTS


async def test_a_block_that_holds_itself_does_not_go_on_for_ever(pages, peer):
    loop = block("toggle", "Round", number=40, has_children=True)
    told(peer, ROADMAP, loop)
    peer.on("GET", f"/v1/blocks/{loop['id']}/children", listed(loop))

    assert (await pages.read(ROADMAP["id"])).text.startswith("- Round")


async def test_a_database_on_a_page_shows_its_rows(pages, peer):
    inner = block("child_database", number=50, title="Tasks", has_children=False)
    told(peer, ROADMAP, inner)
    rows = [
        page("Call", State=field("status", {"name": "Done"}), Due=field("date", None)),
        page("Write", State=field("status", None), Due=field("date", None)),
    ]
    holds(peer, inner, (source("Tasks", 51), rows))

    found = await pages.read(ROADMAP["id"])

    assert found.text == (
        "Database: **Tasks**\n\n| Title | State |\n| --- | --- |\n| Call | Done |\n| Write |  |"
    )
    assert not found.cut


async def test_a_longer_database_on_a_page_is_said_to_be_cut(pages, peer):
    inner = block("child_database", number=50, title="Tasks")
    told(peer, ROADMAP, inner)
    tasks = source("Tasks", 51)
    holds(peer, inner, (tasks, ()))
    rows = listed(*[page("x")] * 50, cursor="more")
    peer.on("POST", f"/v1/data_sources/{tasks['id']}/query", rows)

    found = await pages.read(ROADMAP["id"])

    assert found.text.count("| x |") == 50
    assert found.cut


async def test_a_view_of_a_database_elsewhere_shows_its_name(pages, peer):
    told(peer, ROADMAP, block("child_database", number=50, title="Tasks"))

    assert (await pages.read(ROADMAP["id"])).text == "Database: **Tasks**"


async def test_a_data_source_reads_as_its_rows(pages, peer):
    tasks = source("Tasks", 5)
    peer.on("GET", f"/v1/data_sources/{tasks['id'].replace('-', '')}", tasks)
    peer.on("POST", f"/v1/data_sources/{tasks['id']}/query", listed(page("Call"), cursor="more"))

    found = await pages.read(tasks["id"])

    assert found.entry.title == "Tasks"
    assert "| Call |" in found.text
    assert found.cut


async def test_a_database_of_several_data_sources_reads_as_all_of_their_rows(pages, peer):
    about = database("Work", number=60)
    tasks, bugs = source("Tasks", 61), source("Bugs", 62)
    holds(peer, about, (tasks, [page("Call")]), (bugs, [page("Crash")]))

    found = await pages.read(about["id"])

    assert found.entry.title == "Tasks"
    assert found.text == (
        "**Tasks**\n\n| Title |\n| --- |\n| Call |\n\n**Bugs**\n\n| Title |\n| --- |\n| Crash |"
    )
    assert not found.cut


async def test_a_page_names_what_it_is_part_of(pages, peer):
    tasks = source("Tasks", 5)
    row = page("Call", 6, parent={"type": "data_source_id", "data_source_id": tasks["id"]})
    told(peer, row)
    assert (await pages.read(row["id"])).entry.parent == "", "it was not shared"

    peer.on("GET", f"/v1/data_sources/{tasks['id'].replace('-', '')}", tasks)
    assert (await pages.read(row["id"])).entry.parent == "Tasks"

    child = page("Notes", 8, parent={"type": "page_id", "page_id": row["id"]})
    told(peer, child)
    assert (await pages.read(child["id"])).entry.parent == "Call"


async def test_very_long_text_is_cut_and_said_to_be(pages, peer):
    told(peer, ROADMAP, *(block("paragraph", "x" * 2_000) for _ in range(60)))

    found = await pages.read(ROADMAP["id"])

    assert len(found.text) == 100_000
    assert found.cut


async def test_a_short_limit_is_waited_for(pages, peer):
    limited = refused(429, "rate_limited", **{"Retry-After": "2"})
    peer.on("POST", "/v1/search", limited, listed(ROADMAP))

    assert len(await pages.search("", 5)) == 1
    assert peer.pauses == [2.0]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refused(400, "validation_error"), "params"),
        (refused(403, "restricted_resource"), "permission"),
        (refused(429, "rate_limited", **{"Retry-After": "60"}), "rate_limit"),
        (refused(500, "internal_server_error"), "network"),
        (Answer(error=httpx2.ReadTimeout), "network"),
        (Answer(content=b"<html>", odd=True), "tool_error"),
        (Answer(json={"results": "none"}, odd=True), "tool_error"),
        (Answer(json=listed({"object": "page", "id": "../etc"}), odd=True), "tool_error"),
    ],
)
async def test_failures_are_told_apart(pages, peer, answer, kind):
    peer.on("POST", "/v1/search", answer)

    with pytest.raises(ToolFailed) as failed:
        await pages.search("", 5)

    assert failed.value.kind == kind


async def test_who_is_signed_out_must_sign_in(peer):
    peer.on("POST", "/v1/search", refused(401, "unauthorized"))

    with pytest.raises(ReauthNeeded):
        await notion_pages(peer, ScriptedTokens("gone")).search("", 5)


async def test_a_cursor_without_end_is_given_up_on(pages, peer):
    peer.on("POST", "/v1/search", listed(cursor="again"))

    assert await pages.search("", 5) == ()


def rest_for(peer):
    def rest_for(base):
        assert base == API
        return peer.rest(base, "Notion")

    return rest_for


class Clock:
    def now(self):
        return datetime(2026, 11, 25, tzinfo=UTC)


async def test_an_account_is_opened_for_what_it_is_used_for(peer):
    peer.on("POST", "/v1/search", listed(ROADMAP))
    account = Account(id="1", provider="notion", domains=("pages",))

    ports = PROVIDER.open(account, rest_for(peer), Clock())

    assert [entry.title for entry in await ports[Pages].search("", 5)] == ["Roadmap"]
    assert PROVIDER.open(Account(id="1", provider="notion"), rest_for(peer), Clock()) == {}
    assert set(PROVIDER.scopes) == PROVIDER.domains


@pytest.mark.parametrize(
    ("bot", "identity"),
    [
        (
            {
                "owner": {"type": "user", "user": {"person": {"email": "alex@acme.com"}}},
                "workspace_name": "Acme",
            },
            "alex@acme.com",
        ),
        ({"owner": {"type": "workspace", "workspace": True}, "workspace_name": "Acme"}, "Acme"),
        ({}, "OmniForge"),
    ],
)
async def test_an_account_goes_by_the_persons_address(peer, bot, identity):
    me = {"object": "user", "id": uuid(1), "type": "bot", "name": "OmniForge", "bot": bot}
    peer.on("GET", "/v1/users/me", me)

    assert await PROVIDER.identity(rest_for(peer)) == identity


GOOD = {"notion-version": "2025-09-03", "authorization": "Bearer t"}


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (("POST", "/v1/pages", {}, GOOD, b"{}"), "has no parent"),
        (("GET", "/v1/pages/roadmap", {}, GOOD, b""), "not described"),
        (("GET", "/v1/users/me", {"all": ["1"]}, GOOD, b""), "takes no"),
        (("POST", "/v1/search", {}, GOOD, b'{"text": "x"}'), "takes no"),
        (("POST", "/v1/search", {}, GOOD, b'{"page_size": 101}'), "page_size is 101"),
        (("POST", "/v1/search", {}, GOOD, b'{"sort": {"direction": "up"}}'), "timestamp"),
    ],
)
def test_requests_that_notion_would_refuse_are_noticed(seen, says):
    method, path, params, headers, content = seen

    with pytest.raises(AssertionError, match=says):
        held(Seen(method, path, path, params, headers, content), Answer())


async def test_answers_that_notion_would_not_give_are_noticed():
    peer = Peer(held).on("POST", "/v1/search", {"results": []})

    with pytest.raises(AssertionError, match="has no object"):
        await notion_pages(peer).search("", 5)
