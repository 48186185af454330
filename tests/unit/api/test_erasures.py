"""People have themselves erased, administrators those who left; others learn nothing of it."""

import pytest

from shared.models.principal import Principal

ALL = {"confirm": "everything"}


async def erased(office, path="/me/data", **options):
    return await office.call("DELETE", path, params=ALL, **options)


async def test_a_person_has_themselves_erased_and_a_second_request_joins(office):
    first = await erased(office, who=office.cy)
    second = await erased(office, who=office.cy)

    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()
    told = first.json()
    assert (told["state"], told["by"], told["asked_by"]) == ("running", "person", "")
    assert first.headers["location"] == told["links"]["erasure"]
    assert [name for name, *_ in office.world.engine.started] == ["erase_v1", "erase_v1"]
    shown = await office.call("GET", f"/erasures/{told['id']}", who=office.cy)
    assert (shown.status_code, shown.json()) == (200, told)


@pytest.mark.parametrize("given", [{}, {"confirm": "yes"}, {"confirm": ""}])
@pytest.mark.parametrize("path", ["/me/data", "/people/cy/data"])
async def test_nothing_happens_without_a_word_that_it_is_meant(office, path, given):
    refused = await office.call("DELETE", path, params=given, who=office.ada)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert "everything" in refused.json()["detail"]
    assert office.world.engine.started == []


async def test_administrators_have_others_erased_and_nobody_else_has(office):
    for who in (office.ann, office.cy):
        refused = await erased(office, "/people/bob/data", who=who)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    accepted = await erased(office, "/people/bob/data", who=office.ada)
    assert accepted.status_code == 202
    assert (accepted.json()["by"], accepted.json()["asked_by"]) == ("administrator", "ada")


async def test_an_erasure_is_shown_to_whom_it_is_about_and_to_administrators(office):
    told = (await erased(office, who=office.cy)).json()
    path = f"/erasures/{told['id']}"
    unknown = await office.call("GET", "/erasures/unknown", who=office.bob)
    for who, status in ((office.cy, 200), (office.ada, 200), (office.bob, 404), (office.eve, 404)):
        answer = await office.call("GET", path, who=who)
        assert answer.status_code == status
        if status == 404:
            assert answer.json()["detail"] == unknown.json()["detail"]


async def test_asking_for_it_and_looking_after_it_keep_nothing_of_who_asks(office):
    somebody = Principal(tenant="acme", user="newcomer", name="New Comer")
    told = (await erased(office, who=somebody)).json()
    await office.call("GET", f"/erasures/{told['id']}", who=somebody)
    assert await office.world.services.directory.last(somebody) is None
    await office.call("GET", "/people", who=somebody)
    assert await office.world.services.directory.last(somebody) is not None
