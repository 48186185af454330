"""A run nobody watches asks before it changes anything, unless leave was given for exactly that."""

import pytest

from shared import schedules
from shared.models.agent import Agent, Skill
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.models.rows import AGENT_RUN
from shared.schedules import Wish
from shared.tools.slack.port import Chat
from tests.support.building import EVERYTHING
from tests.support.simulation import OWNER, TENANT, World

ADA = Principal(tenant=TENANT, user=OWNER, roles=("member",))
POSTER = Agent(
    id="poster",
    name="Poster",
    description="Posts the finished tasks",
    skills=(
        Skill(
            id="post",
            name="Post",
            description="Posts what is completed",
            instructions=(
                '1. Read the sheet "Weekly Metrics", where "Status" is "Completed"\n'
                "2. Post the result to the Slack channel #weekly-updates"
            ),
        ),
    ),
    tools=("sheets_read", "sheets_search", "slack_post_message"),
    owner=OWNER,
)


@pytest.fixture
async def office():
    async with World(domains=EVERYTHING) as world:
        await world.services.agents.save(TENANT, POSTER, None)
        yield world


@pytest.fixture
async def weekly(office):
    wish = Wish(agent="poster", request="run", when="every Monday at 9am", thread="t")
    return await schedules.create(office.services, ADA, wish)


async def run(office, schedule):
    await schedules.run_now(office.services, office.port, ADA, schedule.id)
    assert await office.settle()


async def posts(office):
    workspace = await office.services.workspaces.open(ADA)
    return [m.text for m in await workspace[Chat].messages("weekly-updates", None, 100)]


async def planned(office, turn=1):
    work = (await office.services.threads.get(office.key(), AGENT_RUN, turn)).value
    return work.steps[work.cursor]


async def give_leave(office, schedule):
    """Let the run that is waiting go on, and every one like it without asking."""
    step = await planned(office)
    await schedules.approve(office.services, ADA, schedule.id, step.tool, step.planned, "Post it")
    await office.say("send it", "m1")


async def test_without_leave_it_waits_for_its_owner(office, weekly):
    before = await posts(office)
    await run(office, weekly)

    assert (await office.head()).phase == "waiting"
    assert await posts(office) == before


async def test_with_leave_for_exactly_that_it_is_done(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)
    before = await posts(office)

    await run(office, weekly)

    assert (await office.turn(2)).outcome == "answered"
    assert len(await posts(office)) == len(before) + 1


async def test_another_action_is_asked_about_all_the_same(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)
    other = POSTER.skills[0].instructions.replace("#weekly-updates", "#general")
    skill = POSTER.skills[0].model_copy(update={"instructions": other})
    _, etag = await office.services.agents.get(TENANT, "poster")
    await office.services.agents.save(
        TENANT, POSTER.model_copy(update={"skills": (skill,), "version": 2}), etag
    )
    office.clock.advance(seconds=31)

    await run(office, weekly)

    assert (await office.head()).phase == "waiting"


async def test_what_a_person_asks_for_is_never_covered(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)

    await office.say("@poster run", "m2")

    assert (await office.head()).phase == "waiting"


async def test_leave_that_is_taken_back_is_gone(office, weekly):
    await run(office, weekly)
    step = await planned(office)
    await give_leave(office, weekly)
    withdraw = schedules.Changes(withdraw=(step.planned,))
    await schedules.change(office.services, ADA, weekly.id, withdraw)

    await run(office, weekly)

    assert (await office.head()).phase == "waiting"


async def test_where_a_role_has_to_approve_its_owner_must_have_it(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)
    await office.services.policies.put(TENANT, Policy(approver="lead"))

    await run(office, weekly)

    assert (await office.head()).phase == "waiting"
