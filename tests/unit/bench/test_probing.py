"""No route tells of what is somebody else's: a short form of `python -m bench probing`."""

import re
from dataclasses import replace

from api.routes import ROUTES
from bench.probing import OTHER_PARAMETERS, Building, probing, report


async def test_nothing_is_told_and_nothing_changed():
    found = await probing(40)
    assert (found.leaks, found.oracles, found.changed) == ([], [], []), report(found)
    assert found.probes >= 900
    assert {404, 422} <= found.statuses.keys()
    assert not any(status >= 500 for status in found.statuses)


async def test_every_parameter_of_a_path_is_probed_or_goes_with_one_that_is():
    named = {one for route in ROUTES for one in re.findall(r"{(\w+)}", route.path)}
    probed = {target.parameter for target in await Building().furnish()}
    assert named == {*probed, *OTHER_PARAMETERS}


async def test_what_everybody_may_see_would_be_found():
    open_house = Building()
    open_house.services = replace(open_house.services, may_run=lambda *_: True)
    found = await probing(40, open_house)
    assert found.leaks
    assert found.oracles


async def test_a_row_that_was_not_left_alone_would_be_found():
    class Careless(Building):
        async def call(self, *request):
            await self.services.agents.delete("acme", "salary-talks", self.etag, self.now)
            self.call = super().call
            return await self.call(*request)

        async def furnish(self):
            targets = await super().furnish()
            _, self.etag = await self.services.agents.get("acme", "salary-talks")
            self.now = self.services.clock.now()
            return targets

    assert (await probing(2, Careless())).changed
