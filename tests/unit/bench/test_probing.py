"""No operation tells of what is somebody else's: a short form of `python -m bench probing`."""

import re
from dataclasses import replace

import pytest

from api.description import describe
from api.routes import NAMED
from bench.probing import Findings, probed, probing, report
from bench.probing.asking import about, overviews
from bench.probing.building import ANN, OTHER_PARAMETERS, Building

SHORT = ("plain", "encoded")
TELLS_NOTHING = {
    # what it takes becomes the caller's own, whatever it is called
    "post_file",
    # of this there is nothing to be had here: push, providers, servers, a role of the asker's own
    *("a2a CreateTaskPushNotificationConfig", "a2a ListTaskPushNotificationConfigs"),
    *("post_link", "post_start", "post_on_behalf_of", "post_server", "post_decision"),
    # an administrator may have anybody erased whose name they know, here or not
    "delete_person_data",
}
"""Operations whose answers are the same to whoever may have a thing, and has it or not."""


async def test_nothing_is_told_and_nothing_changed():
    found = await probing(SHORT)
    assert (found.leaks, found.oracles, found.changed) == ([], [], []), report(found)
    assert found.probes >= 7000
    assert {404, 422} <= found.statuses.keys()
    assert not any(status >= 500 for status in found.statuses)


async def test_every_parameter_of_a_path_is_probed_or_goes_with_one_that_is():
    named = {one for route in NAMED for one in re.findall(r"{(\w+)}", route.path)}
    probed = {target.parameter for target in await Building().furnish()}
    assert named == {*probed, *OTHER_PARAMETERS}


async def test_every_operation_is_asked_but_for_what_names_nothing():
    house = Building()
    asked = {one.what for one in overviews(("x",))}
    for target in await house.furnish():
        asked |= {one.what for one in about(target.parameter, house.others)}
    described = {
        told["operationId"]
        for methods in describe(NAMED)["paths"].values()
        for told in methods.values()
    }
    assert described - asked <= {
        # of the caller alone, or of the organisation for whoever may change it
        *("delete_data", "delete_preferences", "put_profile", "put_policy"),
        # anybody's, and of nobody
        *("get_sign_in", "get_health", "get_callback", "post_callback", "get_begin", "post_begin"),
        # begin a sign-in with a provider, which all may know
        "get_start",
    }
    assert {"a2a GetTask", "a2a tasks/get", "mcp look", "mcp answer"} <= asked


class Impostors(Building):
    """Takes whoever calls for Ann."""

    async def authenticate(self, call):
        return ANN.model_copy(update={"roles": ("owner",)})


async def test_each_operation_would_be_noticed_that_told():
    found, house = Findings(), Impostors()
    for number, target in enumerate(await house.furnish()):
        if target.beside:
            continue
        for place, _ in enumerate(about(target.parameter, house.others)):
            fresh = Impostors()
            there = (await fresh.furnish())[number]
            asked = list(about(there.parameter, fresh.others))[place]
            await probed(fresh, there, asked, "plain", found)
    assert found.asked - found.told == TELLS_NOTHING


async def test_what_everybody_may_see_would_be_found():
    open_house = Building()
    open_house.services = replace(open_house.services, may_run=lambda *_: True)
    found = await probing(SHORT, open_house)
    assert found.leaks
    assert found.oracles


async def test_a_row_that_was_not_left_alone_would_be_found():
    class Careless(Building):
        etag = ""

        async def call(self, asked):
            if self.etag:
                await self.services.agents.delete(
                    "acme", "salary-talks", self.etag, self.services.clock.now()
                )
                self.etag = ""
            return await super().call(asked)

        async def furnish(self):
            targets = await super().furnish()
            _, self.etag = await self.services.agents.get("acme", "salary-talks")
            return targets

    assert (await probing(("plain",), Careless())).changed


@pytest.mark.parametrize("shown", ["get_agents", "get_data", "mcp tools/list"])
async def test_a_list_that_has_somebody_elses_would_be_found(shown):
    class Careless(Building):
        async def authenticate(self, call):
            return ANN.model_copy(update={"name": "Mallory"})

    assert shown in (await probing((), Careless())).told
