from dataclasses import replace

from shared.models.signing_in import SignInWith


async def test_anybody_may_know_how_to_sign_in(world):
    world.peer = "203.0.113.9"
    way = SignInWith(mode="entra", authority="https://a.example/t", client_id="c", scope="s")
    world.services = replace(world.services, sign_in=way)

    response = await world.call("GET", "/api/v1/sign-in")

    assert (response.status_code, response.json()) == (
        200,
        {
            "mode": "entra",
            "authority": "https://a.example/t",
            "client_id": "c",
            "scope": "s",
            "missing": [],
        },
    )


async def test_unless_it_is_set_up_nobody_can(world):
    response = await world.call("GET", "/api/v1/sign-in")
    assert response.json()["mode"] == "closed"
