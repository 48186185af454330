"""A run nobody watches asks before it changes anything, unless leave was given for exactly that."""

from contextlib import suppress
from dataclasses import replace

import pytest

from devhost.engine import Fault, SimulatedCrash, simulate_crash
from shared.agents import schedules
from shared.agents.schedules import Wish
from shared.decisions import standing
from shared.models.agent import Agent, Skill
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.models.reasoning import ReplyReading
from shared.models.rows import AGENT_RUN
from shared.ports import Reasoned
from shared.tools.effect import Effect
from shared.workspace.sheets.port import Sheets
from shared.workspace.slack.port import Chat
from tests.support.building import EVERYTHING
from tests.support.disturbed import go_quiet
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


async def leave(office, schedule):
    return (await office.services.schedules.get(TENANT, schedule.id)).value.approvals


async def told(office):
    return (await office.transcript())[-1][1]


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


async def add_a_row(office):
    sheets = (await office.services.workspaces.open(ADA))[Sheets]
    [sheet] = await sheets.search("Weekly Metrics", 1)
    table = await sheets.read(sheet.id, "", 100)
    row = next(row for row in table.rows if "Completed" in row)
    await sheets.append(sheet.id, "", ("Another task", *row[1:]), Effect(id="new"))


async def test_new_figures_in_the_same_post_are_asked_about_again(office, weekly):
    await run(office, weekly)
    await office.say("yes, always", "m1")
    before = await posts(office)
    await add_a_row(office)

    await run(office, weekly)

    assert (await office.head()).phase == "waiting"
    assert await posts(office) == before
    assert "Another task" in (await office.request()).value.card.body


async def test_leave_from_before_it_was_exact_lets_nothing_through(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)
    kept = await office.services.schedules.get(TENANT, weekly.id)
    [given] = kept.value.approvals
    old = kept.value.model_copy(update={"approvals": (given.model_copy(update={"exact": False}),)})
    await office.services.schedules.put(old, kept.etag)

    await run(office, weekly)

    assert (await office.head()).phase == "waiting"


async def test_what_a_person_changed_is_asked_about_even_where_leave_covers_it(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)
    before = await posts(office)
    covered = (await planned(office)).arguments
    await add_a_row(office)
    await run(office, weekly)

    await office.press(action="edit", arguments={"text": covered["text"]})

    assert (await planned(office)).arguments == covered
    assert (await office.head()).phase == "waiting"
    assert await posts(office) == before


async def test_leave_is_its_owners_alone(office, weekly):
    await run(office, weekly)
    await give_leave(office, weekly)
    kept = await office.services.schedules.get(TENANT, weekly.id)
    another = kept.value.model_copy(update={"owner": "bob"})
    await office.services.schedules.put(another, kept.etag)

    await office.say("@poster run", f"schedule-{weekly.id}-now-forged")

    assert (await office.head()).phase == "waiting"


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


# --- leave given in words


async def test_a_scheduled_run_offers_to_agree_for_good(office, weekly):
    await run(office, weekly)

    asked = await told(office)
    assert "1. **Yes, always**" in asked
    assert (await office.request()).value.options == (standing.OFFER,)


async def test_what_a_person_asks_for_offers_no_such_thing(office):
    await office.say("@poster run", "m1")

    assert (await office.head()).phase == "waiting"
    assert (await office.request()).value.options == ()


@pytest.mark.parametrize(
    "words", ["yes, always", "1", "Approve, and don\u2019t ask again for this", "Yes, always."]
)
async def test_yes_always_does_it_now_and_without_asking_from_then_on(office, weekly, words):
    before = await posts(office)
    await run(office, weekly)
    step = await planned(office)
    await office.say(words, "m1")

    [given] = await leave(office, weekly)
    assert (given.tool, given.action, given.given_by) == (step.tool, step.planned, OWNER)
    assert "#weekly-updates" in given.told
    assert (await told(office)).startswith(standing.KEPT)
    assert len(await posts(office)) == len(before) + 1

    await run(office, weekly)
    assert (await office.turn(2)).outcome == "answered"
    assert len(await posts(office)) == len(before) + 2


async def test_a_plain_yes_is_for_once(office, weekly):
    await run(office, weekly)
    await office.say("yes", "m1")
    assert await leave(office, weekly) == ()

    await run(office, weekly)
    assert (await office.head()).phase == "waiting"


@pytest.mark.parametrize("words", ["yes, always, but not to #general", "yes, always?"])
async def test_what_says_more_than_always_is_no_leave(office, weekly, words):
    await run(office, weekly)
    await office.say(words, "m1")

    assert await leave(office, weekly) == ()


async def test_outside_of_a_schedule_always_is_a_yes_for_once(office, weekly):
    before = await posts(office)
    await office.say("@poster run", "m1")
    await office.say("yes, always", "m2")

    assert (await told(office)).startswith(standing.EACH_TIME)
    assert await leave(office, weekly) == ()
    assert len(await posts(office)) == len(before) + 1
    await office.say("@poster run", "m3")
    assert (await office.head()).phase == "waiting"


async def test_leave_is_not_given_for_what_was_not_planned(office, weekly):
    await run(office, weekly)
    await office.say("post it to #general instead", "m1")
    assert (await office.request()).value.options == ()
    await office.say("yes, always", "m2")

    assert (await told(office)).startswith(standing.CHANGED)
    assert await leave(office, weekly) == ()


async def test_what_was_changed_while_it_was_asked_about_is_asked_about_again(office, weekly):
    await run(office, weekly)
    step = await planned(office)
    await schedules.approve(office.services, ADA, weekly.id, step.tool, step.planned, "Post it")
    await office.say("post it to #general instead", "m1")

    assert (await office.head()).phase == "waiting"


async def test_what_an_organisation_wants_confirmed_is_asked_each_time(office, weekly):
    await run(office, weekly)
    tool = (await planned(office)).tool
    await give_leave(office, weekly)
    await office.services.policies.put(TENANT, Policy(confirmed=(tool,)))
    await run(office, weekly)

    assert (await office.request()).value.options == ()
    await office.say("yes, always", "m2")
    assert (await told(office)).startswith(standing.BARRED)


async def test_leave_is_taken_back_in_words(office, weekly):
    await run(office, weekly)
    await office.say("yes, always", "m1")
    await office.say("forget my standing choices", "m2")
    assert "ask you again" in await told(office)
    assert await leave(office, weekly) == ()

    await run(office, weekly)
    assert (await office.head()).phase == "waiting"


class OverEager:
    """A reasoner that takes whatever is said for what was offered first."""

    def __init__(self, reasoner):
        self._reasoner = reasoner

    def __getattr__(self, name):
        return getattr(self._reasoner, name)

    async def interpret_reply(self, request):
        assert request.options == ()
        return Reasoned(ReplyReading(meaning="option", option=standing.ALWAYS))


async def test_no_reasoner_can_give_leave(weekly, office):
    office.services = replace(office.services, reasoner=OverEager(office.services.reasoner))
    await office.boot()
    before = await posts(office)
    await run(office, weekly)
    await office.say("hm, I usually like that", "m1")

    assert await leave(office, weekly) == ()
    assert await posts(office) == before
    assert (await office.head()).phase == "waiting"


async def test_the_option_can_be_picked_without_words(office, weekly):
    await run(office, weekly)
    await office.press(action="accept", option=standing.ALWAYS)

    assert len(await leave(office, weekly)) == 1
    assert ("user", "Yes, always") in await office.transcript()
    assert (await told(office)).startswith(standing.KEPT)


async def test_a_schedule_that_is_gone_keeps_no_leave(office, weekly):
    before = await posts(office)
    await run(office, weekly)
    await schedules.delete(office.services, ADA, weekly.id)
    await office.say("yes, always", "m1")

    assert (await told(office)).startswith(standing.EACH_TIME)
    assert len(await posts(office)) == len(before) + 1


async def test_who_may_not_agree_cannot_agree_for_good(office, weekly):
    await office.services.policies.put(TENANT, Policy(approver="lead"))
    before = await posts(office)
    await run(office, weekly)
    await office.say("yes, always", "m1")

    assert await leave(office, weekly) == ()
    assert await posts(office) == before


@pytest.mark.no_cover  # what these many turns run, other tests cover
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("how", ["call", "drop"])
async def test_leave_is_kept_once_and_said_back_whatever_step_breaks_off(tmp_path, how, step):
    struck = []

    def strike():
        struck.append(step)
        simulate_crash()

    async with World(journal=tmp_path / "journal", domains=EVERYTHING) as office:
        await office.services.agents.save(TENANT, POSTER, None)
        wish = Wish(agent="poster", request="run", when="every Monday at 9am", thread="t")
        schedule = await schedules.create(office.services, ADA, wish)
        before = await posts(office)
        await run(office, schedule)
        await office.boot(Fault(step, how, strike))
        await office.put("yes, always", "m1")
        with suppress(SimulatedCrash):
            await office.ring()
        await go_quiet(office)

        assert struck == [step]
        assert len(await leave(office, schedule)) == 1
        assert (await told(office)).count(standing.KEPT) == 1
        assert len(await posts(office)) == len(before) + 1


class Vanishing:
    """Schedules of which one is deleted right after it was looked at."""

    def __init__(self, schedules):
        self._schedules = schedules

    def __getattr__(self, name):
        return getattr(self._schedules, name)

    async def get(self, tenant, name):
        found = await self._schedules.get(tenant, name)
        await self._schedules.delete(tenant, name)
        return found


async def test_a_schedule_that_goes_at_that_moment_keeps_no_leave(office, weekly):
    await run(office, weekly)
    vanishing = Vanishing(office.services.schedules)
    office.services = replace(office.services, schedules=vanishing)
    await office.boot()
    await office.say("yes, always", "m1")

    assert (await told(office)).startswith(standing.EACH_TIME)
