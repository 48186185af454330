"""What an organisation's policy takes, and refuses to be set to."""

import pytest

POLICY = "/api/v1/policy"


@pytest.mark.parametrize("domain", ["partner.example", "Sub.Partner-Ltd.example", "müller.de"])
async def test_domains_are_taken_as_they_are_written(world, domain):
    put = await world.call("PUT", POLICY, {"recipients": [domain]})

    assert put.json()["recipients"] == [domain]


@pytest.mark.parametrize(
    "word", ["partner", "@partner.example", "ann@partner.example", "a b.c", "a..b", "", "a." * 200]
)
async def test_what_is_no_domain_is_refused_and_changes_nothing(world, word):
    refused = await world.call("PUT", POLICY, {"recipients": ["partner.example", word]})

    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "recipients")
    assert (await world.call("GET", POLICY)).json()["recipients"] == []
