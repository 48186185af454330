"""The library of skills over HTTP."""

import pytest

SKILL = "/skills/digest"
BODY = {
    "id": "digest",
    "name": "Digest",
    "description": "Sums up the mail.",
    "tools": ["gmail_search_messages"],
}
TEXT = """---
name: Digest
description: Sums up the mail.
allowed-tools: gmail_search_messages
---
1. Find emails of the last 7 days
"""
MARKDOWN = {"Content-Type": "text/markdown; charset=utf-8"}
CHANGES = (("PUT", {**BODY, "name": "Mine"}), ("DELETE", None))


@pytest.fixture
def saved(office):
    async def save(**fields):
        response = await office.call("POST", "/skills", {**BODY, **fields})
        assert response.status_code == 201, response.text
        return response.headers["etag"]

    return save


def sharing(skill="digest"):
    return [{"id": "own", "name": "x", "description": "x", "shared": skill}]


async def agent_skill(office):
    [skill] = (await office.call("GET", "/agents/weekly-report")).json()["skills"]
    return skill


async def test_a_skill_is_put_into_the_library_and_found_there(office):
    made = await office.call("POST", "/skills", BODY)
    assert (made.status_code, made.headers["location"]) == (201, "/api/v1/skills/digest")
    found = await office.call("GET", SKILL, who=office.bob)
    assert (found.json(), found.headers["etag"]) == (made.json(), made.headers["etag"])
    listed = (await office.call("GET", "/skills")).json()["skills"]
    assert [(one["id"], one["links"]["skill"]) for one in listed] == [("digest", f"/api/v1{SKILL}")]
    assert "instructions" not in listed[0]


async def test_a_skill_may_be_a_file_and_is_given_out_as_one(office):
    made = await office.call("POST", "/skills", TEXT.encode(), headers=MARKDOWN)
    assert made.status_code == 201
    assert (made.json()["id"], made.json()["tools"]) == ("digest", ["gmail_search_messages"])
    text = await office.call("GET", SKILL, headers={"Accept": "text/markdown"})
    assert text.headers["content-type"].startswith("text/markdown")
    assert text.headers["etag"] == made.headers["etag"]
    put = await office.call(
        "PUT", "/skills/digest", text.content, headers=MARKDOWN, etag=made.headers["etag"]
    )
    assert (put.status_code, put.json()) == (200, made.json())


async def test_mistakes_in_a_file_are_told_by_line(office):
    wrong = TEXT.replace("description: Sums", "priority: high\ndescription: Sums")
    refused = await office.call("POST", "/skills", wrong.encode(), headers=MARKDOWN)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_skill_file")
    [error] = refused.json()["errors"]
    assert (error["path"], error["line"], error["field"]) == ("SKILL.md", 3, "priority")


async def test_a_file_must_be_text(office):
    refused = await office.call("POST", "/skills", b"---\nname: \xff", headers=MARKDOWN)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")


async def test_a_file_has_the_id_of_the_path_it_is_put_to(office, saved):
    etag = await saved(id="mails")
    put = await office.call("PUT", "/skills/mails", TEXT.encode(), headers=MARKDOWN, etag=etag)
    assert (put.status_code, put.json()["id"]) == (200, "mails")


async def test_an_id_is_taken_once(office, saved):
    await saved()
    again = await office.call("POST", "/skills", {**BODY, "name": "Another"})
    assert (again.status_code, again.json()["code"]) == (409, "conflict")


async def test_agents_that_share_a_skill_have_it_as_it_is_in_the_library(office, saved):
    etag = await saved(instructions="1. Count")
    await office.make(skills=sharing())
    assert (await agent_skill(office))["instructions"] == "1. Count"

    put = await office.call("PUT", SKILL, {**BODY, "instructions": "1. Guess"}, etag=etag)

    assert put.status_code == 200
    assert (await agent_skill(office))["instructions"] == "1. Guess"
    gone = await office.call("DELETE", SKILL, etag=put.headers["etag"])
    assert (gone.status_code, gone.json()) == (200, {"id": "digest", "deleted": True})
    kept = await agent_skill(office)
    assert (kept["instructions"], kept["shared"]) == ("1. Guess", "")
    assert (await office.call("GET", SKILL)).status_code == 404


@pytest.mark.parametrize(("method", "body"), CHANGES)
async def test_a_change_must_say_which_version_it_is_for(office, saved, method, body):
    etag = await saved()
    bare = await office.call(method, SKILL, body)
    assert (bare.status_code, bare.json()["code"]) == (428, "precondition_required")
    assert (await office.call("GET", SKILL)).headers["etag"] == etag


@pytest.mark.parametrize(("method", "body"), CHANGES)
async def test_who_comes_second_gets_both_versions(office, saved, method, body):
    etag = await saved()
    first = await office.call("PUT", SKILL, {**BODY, "name": "First"}, etag=etag)
    second = await office.call(method, SKILL, body, etag=etag, who=office.bob)
    problem = second.json()
    assert (second.status_code, problem["code"]) == (412, "stale")
    assert problem["current"]["skill"]["name"] == "First"
    assert problem["current"]["etag"] == first.headers["etag"]
    assert problem["yours"]["skill"].get("name") == (body or {}).get("name")
    assert problem["yours"]["etag"] == etag


@pytest.mark.parametrize(("method", "body"), CHANGES)
async def test_a_skill_of_agents_that_are_somebody_elses_is_theirs_to_change(
    office, saved, method, body
):
    etag = await saved()
    await office.make(skills=sharing())
    for version in (etag, '"old"'):
        refused = await office.call(method, SKILL, body, etag=version, who=office.bob)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert (await office.call(method, SKILL, body, etag=etag, who=office.ada)).status_code == 200


@pytest.mark.parametrize("version", ["right", '"old"'])
@pytest.mark.parametrize(("method", "body"), [("GET", None), *CHANGES])
async def test_no_answer_tells_that_a_hidden_agent_shares_a_skill(
    office, saved, method, body, version
):
    told = []
    etag = await saved()
    for _ in ("shared by nobody", "shared by an agent that Bob cannot see"):
        given = None if method == "GET" else etag if version == "right" else version
        answer = await office.call(method, SKILL, body, etag=given, who=office.bob)
        told.append(
            (
                answer.status_code,
                answer.text.replace(answer.json().get("trace_id", "-"), ""),
                answer.headers.get("etag"),
            )
        )
        there = await office.call("GET", SKILL, who=office.ada)
        if there.status_code == 200:
            await office.call("DELETE", SKILL, etag=there.headers["etag"], who=office.ada)
        etag = await saved()
        if len(told) == 1:
            await office.make(skills=sharing(), users=["ann"])
    assert told[0] == told[1]


async def test_a_hidden_agent_keeps_what_it_has_when_the_skill_is_changed(office, saved):
    etag = await saved(instructions="1. Count")
    await office.make(skills=sharing(), users=["ann"])

    await office.call("PUT", SKILL, {**BODY, "name": "Never"}, etag='"old"', who=office.bob)
    assert (await agent_skill(office))["shared"] == "digest"
    put = await office.call(
        "PUT", SKILL, {**BODY, "instructions": "1. Guess"}, etag=etag, who=office.bob
    )

    assert put.status_code == 200
    kept = await agent_skill(office)
    assert (kept["instructions"], kept["shared"]) == ("1. Count", "")


async def test_making_a_skill_that_is_there_leaves_a_hidden_agent_alone(office, saved):
    await saved(instructions="1. Count")
    await office.make(skills=sharing(), users=["ann"])

    made = await office.call("POST", "/skills", {**BODY, "name": "Other"}, who=office.bob)

    assert (made.status_code, made.json()["code"]) == (409, "conflict")
    assert (await agent_skill(office))["shared"] == "digest"


async def test_who_sees_a_hidden_agent_changes_the_skill_with_it(office, saved):
    etag = await saved(instructions="1. Count")
    await office.make(skills=sharing(), users=["ann"])
    for who, said in ((office.ann, "1. Guess"), (office.ada, "1. Ask")):
        put = await office.call("PUT", SKILL, {**BODY, "instructions": said}, etag=etag, who=who)
        etag = put.headers["etag"]
        kept = await agent_skill(office)
        assert (kept["instructions"], kept["shared"]) == (said, "digest")


async def test_an_id_whose_skill_is_gone_is_unknown_whatever_hidden_agents_share(office, saved):
    await office.make(skills=sharing(), users=["ann"])
    for method, body in CHANGES:
        answer = await office.call(method, SKILL, body, etag='"1"', who=office.bob)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(("method", "body"), [("GET", None), *CHANGES])
async def test_nothing_is_seen_of_the_library_of_another_organisation(office, saved, method, body):
    etag = await saved()
    seen = await office.call(method, SKILL, body, etag=etag, who=office.eve)
    assert seen.status_code == 404
    assert (await office.call("GET", "/skills", who=office.eve)).json() == {"skills": []}
    made = await office.call("POST", "/skills", {**BODY, "name": "Theirs"}, who=office.eve)
    assert made.status_code == 201
    assert (await office.call("GET", SKILL)).headers["etag"] == etag


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"id": ""}, "id"),
        ({"name": ""}, "name"),
        ({"description": ""}, "description"),
        ({"tools": ["teleport"]}, "tools.0"),
        ({"shared": "other"}, "shared"),
        ({"context": "share"}, "context"),
        ({"priority": "3"}, "priority"),
        ({"owner": "me"}, "owner"),
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT"])
async def test_what_is_wrong_with_a_skill_is_said_by_field(office, saved, method, wrong, field):
    etag = await saved()
    path = "/skills" if method == "POST" else SKILL
    refused = await office.call(method, path, {**BODY, **wrong}, etag=etag)
    assert refused.status_code == 422
    assert [error["field"] for error in refused.json()["errors"]] == [field]
