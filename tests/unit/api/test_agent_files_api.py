"""Agents as files over HTTP."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.agent_bodies import agent_of, check
from api.parsing import InvalidFields
from shared.agents.skillfiles.archive import packed, unpacked
from shared.agents.skillfiles.folder import read_folder, written_folder
from shared.workspace.registry import TOOLS

AGENT_MD = """---
id: notes
name: Notes
description: Files my notes.
allowed-tools: [gmail_search_messages]
---
1. Find emails from sarah@x.com of the last 7 days
"""
SKILL_MD = """---
name: Digest
description: Sums up the mail of a week.
allowed-tools: gmail_search_messages
priority: 3
---
1. Find emails of the last 7 days
"""
FILES = {"AGENT.md": AGENT_MD, "skills/digest/SKILL.md": SKILL_MD}
IMPORT = "/agents/import"
ZIPPED = {"Content-Type": "application/zip"}
JSON = {"Accept": "application/json"}


@pytest.fixture(params=["zip", "json"])
def send(request, office):
    """Import files in each of the two forms."""

    async def call(files, query="", **options):
        if request.param == "json":
            return await office.call("POST", IMPORT + query, {"files": files}, **options)
        return await office.call("POST", IMPORT + query, packed(files), headers=ZIPPED, **options)

    return call


async def test_files_become_an_agent_of_whoever_imports_them(office, send):
    made = await send(FILES)
    assert (made.status_code, made.headers["location"]) == (201, "/api/v1/agents/notes")
    agent = made.json()
    assert (agent["id"], agent["owner"], agent["version"]) == ("notes", "ann", 1)
    assert [(skill["id"], skill["priority"]) for skill in agent["skills"]] == [("digest", 3)]
    assert (await office.call("GET", "/agents/notes")).headers["etag"] == made.headers["etag"]


async def test_an_import_can_have_another_id(office, send):
    assert (await send(FILES, "?id=other")).json()["id"] == "other"
    assert (await send(FILES, "?id=other")).status_code == 409
    assert (await send(FILES, "?id=Not%20one")).status_code == 422
    assert (await send(FILES, "?id=email")).status_code == 400


async def test_what_is_exported_is_imported_as_it_was(office, send):
    await send(FILES)
    exported = await office.call("GET", "/agents/notes/export", headers=JSON)
    made = await send(exported.json()["files"], "?id=again")
    before = (await office.call("GET", "/agents/notes")).json()
    same = ("name", "description", "instructions", "skills", "tools", "capabilities", "hooks")
    assert {name: made.json()[name] for name in same} == {name: before[name] for name in same}


async def test_an_export_is_an_archive_unless_json_is_asked_for(office, send):
    await send(FILES)
    exported = await office.call("GET", "/agents/notes/export", headers={"Accept": "*/*"})
    assert exported.headers["content-type"] == "application/zip"
    assert exported.headers["content-disposition"] == 'attachment; filename="notes.zip"'
    told = (await office.call("GET", "/agents/notes/export", headers=JSON)).json()["files"]
    with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert texts == told
    assert set(texts) == set(FILES)


async def test_an_import_replaces_an_agent_only_when_it_says_which_version(office, send):
    first = await send(FILES)
    etag = first.headers["etag"]
    newer = {**FILES, "AGENT.md": AGENT_MD.replace("Files my notes", "Finds my notes")}
    bare = await send(newer, "?replace=true")
    assert (bare.status_code, bare.json()["code"]) == (428, "precondition_required")
    assert (await send(newer, "?replace=maybe", etag=etag)).status_code == 422
    assert (await send(newer, "?replace=false", etag=etag)).status_code == 409

    put = await send(newer, "?replace=true", etag=etag)

    assert (put.status_code, put.json()["version"]) == (200, 2)
    late = await send(FILES, "?replace=true", etag=etag)
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    assert late.json()["current"]["agent"]["description"] == "Finds my notes."
    assert late.json()["yours"]["agent"]["description"] == "Files my notes."


@pytest.mark.parametrize(("who", "status"), [("bob", 403), ("eve", 404)])
async def test_an_import_replaces_nothing_of_others(office, send, who, status):
    etag = (await send(FILES)).headers["etag"]
    refused = await send(FILES, "?replace=true", etag=etag, who=getattr(office, who))
    assert refused.status_code == status
    assert (await office.call("GET", "/agents/notes")).headers["etag"] == etag


async def test_mistakes_are_told_with_file_line_and_field_all_of_them(office, send):
    files = {
        "AGENT.md": AGENT_MD.replace("gmail_search_messages", "gmail_find_mesages"),
        "skills/digest/SKILL.md": SKILL_MD.replace("priority: 3", "priority: high\nmodel: ["),
    }

    refused = await send(files)

    assert refused.headers["content-type"] == "application/problem+json"
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (422, "invalid_skill_file")
    found = [(e["path"], e["line"], e["field"]) for e in problem["errors"]]
    assert ("AGENT.md", 5, "allowed-tools[0]") in found
    assert ("skills/digest/SKILL.md", 5, "priority") in found
    assert all(error["message"] for error in problem["errors"])
    assert (await office.call("GET", "/agents/notes")).status_code == 404


async def test_an_id_that_cannot_be_mentioned_must_be_replaced(office, send):
    files = {**FILES, "AGENT.md": AGENT_MD.replace("id: notes", "id: Übersicht")}
    refused = await send(files)
    assert [error["field"] for error in refused.json()["errors"]] == ["id"]
    assert (await send(files, "?id=overview")).status_code == 201


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"PK no archive", ZIPPED, 422),
        (b"", ZIPPED, 422),
        (b"x" * (1024 * 1024 + 1), ZIPPED, 413),
        ({"files": {}}, {}, 422),
        ({"files": {"AGENT.md": 7}}, {}, 422),
        ({"files": {"AGENT.md": "\ud800"}}, {}, 422),
        ({"files": {f"skills/s{n}/SKILL.md": "" for n in range(201)}}, {}, 422),
        ({"files": {"../AGENT.md": AGENT_MD}}, {}, 422),
        ({"archive": {}}, {}, 422),
        (b"\xff", {}, 400),
    ],
)
async def test_what_is_no_folder_is_refused(office, body, headers, status):
    refused = await office.call("POST", IMPORT, body, headers=headers)
    assert refused.status_code == status, refused.text


async def test_the_path_of_imports_is_no_agents(office):
    assert (await office.call("GET", IMPORT)).status_code == 404


async def test_an_agent_of_the_workspace_can_be_exported(office):
    exported = await office.call("GET", "/agents/email/export", headers=JSON)
    assert "AGENT.md" in exported.json()["files"]
    assert (await office.call("GET", "/agents/calendar/export")).status_code == 404


TEXTS = st.text(
    st.characters(codec="utf-8") | st.sampled_from(list("#:-\"'[]{}@&*!|>%`~ \n\t\r")),
    min_size=1,
    max_size=40,
)
LINES = st.lists(TEXTS, max_size=3)
SKILLS = st.fixed_dictionaries(
    {"id": TEXTS, "name": TEXTS, "description": TEXTS},
    optional={"instructions": TEXTS, "tags": LINES, "priority": st.integers(-10, 10)},
)
AGENTS = st.fixed_dictionaries(
    {"id": st.from_regex(r"[a-z]{1,5}", fullmatch=True), "name": TEXTS, "description": TEXTS},
    optional={
        "instructions": TEXTS,
        "tags": LINES,
        "examples": LINES,
        "skills": st.lists(SKILLS, max_size=2),
    },
)


@pytest.mark.parametrize("field", ["description", "instructions"])
@pytest.mark.parametrize(
    ("text", "taken"),
    [("One\r\ntwo", True), ("One\rtwo", False), ("One\u2028two", False), ("One\ttwo", True)],
)
def test_what_files_cannot_hold_is_refused_when_it_is_made(field, text, taken):
    body = {"id": "a", "name": "A", "description": "Does things", field: text}
    if taken:
        made = agent_of(body, TOOLS)
        again = read_folder(unpacked(packed(written_folder(made))), TOOLS)
        assert getattr(again, field) == text.replace("\r\n", "\n")
    else:
        with pytest.raises(InvalidFields, match="control characters"):
            agent_of(body, TOOLS)


@given(AGENTS)
def test_every_agent_that_may_be_made_can_be_exported_and_imported(body):
    try:
        made = agent_of(body, TOOLS)
    except InvalidFields:
        return
    again = read_folder(unpacked(packed(written_folder(made))), TOOLS)
    assert (again.id, again.name.strip()) == (made.id, made.name.strip())
    assert check(again, TOOLS) == again
