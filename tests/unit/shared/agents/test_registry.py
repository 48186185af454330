"""Who may do what with agents, and what becomes of them; the skills they share."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.agents import registry
from shared.decisions.handoffs import BUILDER, MASTER
from shared.errors import Conflict, Forbidden, InvalidRequest, NotFound, Stale, StorageUnavailable
from shared.models.agent import (
    UNDO,
    Agent,
    Capabilities,
    HandoffCapability,
    RunOutcome,
    Skill,
)
from shared.models.hooks import Hook
from shared.models.principal import Principal
from shared.naming import unmarked
from tests.support.fakes import NOON, TENANT, Conversation
from tests.support.leaping import in_no_time

ADA, BOB, EVE = (
    Principal(tenant=TENANT, user=user, roles=("builder",)) for user in ("ada", "bob", "eve")
)
ADMIN = Principal(tenant=TENANT, user="root", roles=("admin",))
ELSEWHERE = Principal(tenant="globex", user="ada", roles=("owner",))
GREET = Skill(id="greet", name="Greet", description="Says hello", instructions="1. Say hello")
LATER = NOON + timedelta(hours=1)


def agent(agent_id="mailer", **changes):
    return Agent(**{"id": agent_id, "name": "Mailer", "description": "Reads mail", **changes})


def copied(skill=GREET, **changes):
    """A copy of a library skill, as an agent has it."""
    return skill.model_copy(update={"shared": skill.id, **changes})


class Disturbed:
    """A store where somebody else acts right before each of the next saves or deletions."""

    def __init__(self, port):
        self._port = port
        self.rivals = []

    async def save(self, *arguments):
        await self._disturb()
        return await self._port.save(*arguments)

    async def delete(self, *arguments):
        await self._disturb()
        return await self._port.delete(*arguments)

    async def _disturb(self):
        if self.rivals:
            await self.rivals.pop(0)()

    def __getattr__(self, name):
        return getattr(self._port, name)


class World:
    def __init__(self):
        talk = Conversation()
        self.clock, self.unraced = talk.clock, talk.services
        self.agents = Disturbed(talk.services.agents)
        self.skills = Disturbed(talk.services.skills)
        self.services = replace(talk.services, agents=self.agents, skills=self.skills)

    async def created(self, who=ADA, **changes):
        return await registry.created(self.services, who, agent(**changes))

    async def replaced(self, etag, who=ADA, **changes):
        return await registry.replaced(self.services, who, agent(**changes), etag)

    async def get(self, agent_id="mailer"):
        return await self.services.agents.get(TENANT, agent_id)

    async def library(self, skill=GREET, etag=None, who=ADA):
        return await registry.skill_saved(self.services, who, skill, etag)

    async def skill_of(self, agent_id="mailer"):
        [skill] = (await self.get(agent_id))[0].skills
        return skill


@pytest.fixture
def world():
    return World()


# --- creating


async def test_whoever_makes_an_agent_owns_it_whatever_they_say(world):
    made, etag = await world.created(
        owner="eve", version=7, created_at=LATER, updated_at=LATER, editors=("bob",)
    )

    assert made == agent(owner="ada", version=1, created_at=NOON, updated_at=NOON, editors=("bob",))
    assert await world.get() == (made, etag)


@pytest.mark.parametrize("agent_id", [BUILDER, MASTER, "email", "Email", "SLACK"])
async def test_the_ids_of_the_product_are_taken(world, agent_id):
    with pytest.raises(InvalidRequest, match="taken by the product"):
        await world.created(agent_id=agent_id)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"tools": ("gmail_get_thread", "levitate")}, "There is no tool 'levitate'"),
        ({"skills": (GREET.model_copy(update={"tools": ("levitate",)}),)}, "no tool 'levitate'"),
        ({"domain": "telepathy"}, "no domain 'telepathy'; there are .*email"),
    ],
)
async def test_what_does_not_exist_is_refused_by_name(world, changes, told):
    with pytest.raises(InvalidRequest, match=told):
        await world.created(**changes)
    _, etag = await world.created()
    with pytest.raises(InvalidRequest, match=told):
        await world.replaced(etag, **changes)


async def test_an_agent_may_use_every_tool_and_domain_there_is(world):
    tools = tuple(world.services.tools)
    for ours in world.services.domain_agents:
        made, _ = await world.created(agent_id=f"my-{ours.id}", domain=ours.domain, tools=tools)
        assert made.domain == ours.domain


async def test_an_id_is_taken_once(world):
    first = await world.created()

    for who in (ADA, BOB):
        with pytest.raises(Conflict, match="choose another id") as told:
            await world.created(who, name="Other")
        assert not isinstance(told.value, Stale)
    assert await world.get() == first


async def test_who_repeats_themselves_finds_what_they_made(world):
    made, etag = await world.created(origin="handoff-1")
    changed = await world.replaced(etag, name="Better")

    assert await world.created(origin="handoff-1") == changed
    assert made.created_at == changed[0].created_at


@pytest.mark.parametrize(("who", "origin"), [(ADA, "handoff-2"), (ADA, ""), (BOB, "handoff-1")])
async def test_only_the_same_work_of_the_same_person_is_found_again(world, who, origin):
    await world.created(origin="handoff-1")
    with pytest.raises(Conflict):
        await world.created(who, origin=origin)


async def test_made_twice_at_once_an_agent_is_there_once(world):
    made = await asyncio.gather(*(world.created(origin="handoff-1") for _ in range(5)))

    assert len({etag for _, etag in made}) == 1


# --- reading


@pytest.mark.parametrize(
    ("who", "users", "sees"),
    [
        (ADA, ("eve",), True),
        (BOB, ("eve",), True),
        (EVE, ("eve",), True),
        (EVE, (), True),
        (ADMIN, ("eve",), True),
        (EVE, ("ada",), False),
        (ELSEWHERE, (), False),
    ],
)
async def test_who_may_run_or_change_an_agent_sees_it(world, who, users, sees):
    made = await world.created(users=users, editors=("bob",))

    if sees:
        assert await registry.readable(world.services, who, "mailer") == made
    else:
        with pytest.raises(NotFound) as hidden:
            await registry.readable(world.services, who, "mailer")
        with pytest.raises(NotFound) as absent:
            await registry.readable(world.services, who, "absent")
        assert str(hidden.value).replace("mailer", "absent") == str(absent.value)


# --- who may change


def attempts(services, who, etag):
    """Every way to change an agent."""
    return {
        "replaced": lambda: registry.replaced(services, who, agent(name="Mine"), etag),
        "rolled back": lambda: registry.rolled_back(services, who, "mailer", 1, etag),
        "switched": lambda: registry.switched(services, who, "mailer", enabled=False, etag=etag),
        "deleted": lambda: registry.deleted(services, who, "mailer", etag),
    }


WAYS = ("replaced", "rolled back", "switched", "deleted")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", [ADA, BOB, ADMIN], ids=["owner", "editor", "admin"])
async def test_owner_editors_and_administrators_change_an_agent(world, way, who):
    _, etag = await world.created(editors=("bob",), users=("eve",))
    await attempts(world.services, who, etag)[way]()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("who", "users", "refused"),
    [(EVE, (), Forbidden), (EVE, ("ada",), NotFound), (ELSEWHERE, (), NotFound)],
)
async def test_others_change_nothing_and_learn_nothing(world, way, who, users, refused):
    made = await world.created(users=users)
    with pytest.raises(refused):
        await attempts(world.services, who, made[1])[way]()
    assert await world.get() == made


@pytest.mark.parametrize("way", WAYS)
async def test_a_stale_change_is_told_what_is_there_now(world, way):
    _, first = await world.created()
    newer = await world.replaced(first, name="Newer")

    with pytest.raises(Stale) as told:
        await attempts(world.services, ADA, first)[way]()

    assert (told.value.current, told.value.etag) == newer
    assert await world.get() == newer


@pytest.mark.parametrize("way", WAYS)
async def test_who_is_overtaken_in_the_last_moment_is_told_as_well(world, way):
    _, etag = await world.created()

    async def rival():
        await registry.replaced(world.unraced, ADA, agent(name="Rival"), etag)

    world.agents.rivals = [rival]
    with pytest.raises(Stale) as told:
        await attempts(world.services, ADA, etag)[way]()

    assert told.value.current.name == "Rival"
    assert await world.get() == (told.value.current, told.value.etag)


async def test_who_changes_what_is_deleted_meanwhile_does_not_find_it(world):
    _, etag = await world.created()
    world.agents.rivals = [lambda: registry.deleted(world.unraced, ADA, "mailer", etag)]

    with pytest.raises(NotFound):
        await world.replaced(etag, name="Late")


async def test_of_two_people_who_edit_one_agent_exactly_one_wins(world):
    _, etag = await world.created(editors=("bob",))

    said = await asyncio.gather(
        world.replaced(etag, name="Ada's", editors=("bob",)),
        world.replaced(etag, BOB, name="Bob's", editors=("bob",)),
        return_exceptions=True,
    )

    [won] = [one for one in said if isinstance(one, tuple)]
    [lost] = [one for one in said if isinstance(one, Stale)]
    assert (lost.current, lost.etag) == won == await world.get()
    assert won[0].version == 2


# --- changing


async def test_a_change_is_a_new_version_of_the_same_owner(world):
    _, etag = await world.created(origin="handoff-1")
    world.clock.advance(hours=1)

    changed, newer = await world.replaced(
        etag, who=ADMIN, name="Better", owner="root", version=40, created_at=LATER, origin="x"
    )

    assert changed == agent(
        name="Better",
        owner="ada",
        origin="handoff-1",
        version=2,
        created_at=NOON,
        updated_at=LATER,
    )
    assert await world.get() == (changed, newer)


async def test_an_agent_is_rolled_back_as_a_new_version(world):
    _, etag = await world.created(instructions="Be kind.", editors=("bob",))
    _, etag = await world.replaced(
        etag, name="Worse", instructions="Be rude.", editors=(), users=("eve",), enabled=False
    )
    world.clock.advance(hours=1)

    back, newer = await registry.rolled_back(world.services, ADA, "mailer", 1, etag)

    assert (back.name, back.instructions) == ("Mailer", "Be kind.")
    assert (back.version, back.updated_at, back.created_at) == (3, LATER, NOON)
    assert (back.owner, back.editors, back.users, back.enabled) == ("ada", (), ("eve",), False)
    past = await world.services.agents.versions(TENANT, "mailer", 10)
    assert [one.version for one in past] == [2, 1]

    with pytest.raises(NotFound):
        await registry.rolled_back(world.services, ADA, "mailer", 9, newer)


async def test_an_agent_is_switched_off_and_on(world):
    _, etag = await world.created()

    off, etag = await registry.switched(world.services, ADA, "mailer", enabled=False, etag=etag)
    again = await registry.switched(world.services, ADA, "mailer", enabled=False, etag=etag)
    on, _ = await registry.switched(world.services, ADA, "mailer", enabled=True, etag=etag)

    assert (off.enabled, off.version) == (False, 2)
    assert again == (off, etag)
    assert (on.enabled, on.version) == (True, 3)


# --- cloning


async def test_a_clone_does_the_same_and_belongs_to_who_made_it(world):
    does = {
        "description": "Reads and answers mail",
        "skills": (GREET,),
        "tools": ("gmail_get_thread",),
        "instructions": "Be kind.",
        "hooks": (Hook(event="pre", matcher="gmail_*", require_approval=True),),
        "capabilities": Capabilities(handoff=HandoffCapability(supports_handoff=True)),
    }
    _, etag = await world.created(**does, editors=("eve",), origin="x", enabled=False)
    await world.replaced(etag, **does, editors=("eve",), enabled=False)
    world.clock.advance(hours=1)

    made, etag = await registry.cloned(world.services, BOB, "mailer", "mailer-2", "Mailer two")

    assert made == Agent(
        id="mailer-2",
        name="Mailer two",
        **does,
        owner="bob",
        created_at=LATER,
        updated_at=LATER,
    )
    assert await world.get("mailer-2") == (made, etag)


async def test_the_clone_of_an_agent_for_some_is_its_makers_alone(world):
    await world.created(users=("ada", "bob"))

    made, _ = await registry.cloned(world.services, BOB, "mailer", "mine", "Mine")

    assert made.users == ("bob",)
    with pytest.raises(NotFound):
        await registry.readable(world.services, EVE, "mine")


async def test_only_what_one_sees_can_be_cloned_and_only_under_a_free_good_id(world):
    await world.created(users=("ada",))

    with pytest.raises(NotFound):
        await registry.cloned(world.services, EVE, "mailer", "mine", "Mine")
    with pytest.raises(Conflict):
        await registry.cloned(world.services, ADA, "mailer", "mailer", "Mine")
    for bad in ("", "a\nb", "email"):
        with pytest.raises(InvalidRequest):
            await registry.cloned(world.services, ADA, "mailer", bad, "Mine")


# --- deleting


async def test_a_deleted_agent_can_be_brought_back_by_who_may_change_it(world):
    made, etag = await world.created(editors=("bob",))
    await registry.deleted(world.services, ADA, "mailer", etag)
    with pytest.raises(NotFound):
        await registry.readable(world.services, ADA, "mailer")

    assert await registry.restored(world.services, BOB, "mailer") == (made, etag)
    assert await world.get() == (made, etag)


@pytest.mark.parametrize(
    ("who", "users", "refused"),
    [(EVE, (), Forbidden), (EVE, ("ada",), NotFound), (ELSEWHERE, (), NotFound)],
)
async def test_others_cannot_bring_it_back(world, who, users, refused):
    _, etag = await world.created(users=users)
    await registry.deleted(world.services, ADA, "mailer", etag)

    with pytest.raises(refused):
        await registry.restored(world.services, who, "mailer")
    with pytest.raises(NotFound):
        await world.get()


async def test_after_a_month_it_is_gone(world):
    _, etag = await world.created()
    await registry.deleted(world.services, ADA, "mailer", etag)
    world.clock.advance(days=30, seconds=1)

    with pytest.raises(NotFound):
        await registry.restored(world.services, ADA, "mailer")


async def test_only_what_is_deleted_can_be_brought_back(world):
    with pytest.raises(NotFound):
        await registry.restored(world.services, ADA, "mailer")
    _, etag = await world.created()
    with pytest.raises(Conflict):
        await registry.restored(world.services, ADA, "mailer")
    await world.replaced(etag, name="Newer")
    with pytest.raises(Conflict):
        await registry.restored(world.services, ADA, "mailer")


async def test_who_takes_the_id_of_a_deleted_agent_is_not_undone(world):
    _, etag = await world.created()
    await registry.deleted(world.services, ADA, "mailer", etag)
    world.clock.advance(days=UNDO.days, hours=1)
    theirs = await world.created(BOB, users=("bob",))

    with pytest.raises(NotFound):
        await registry.restored(world.services, ADA, "mailer")
    assert await world.get() == theirs


async def test_the_id_of_an_agent_that_can_be_restored_is_taken(world):
    _, etag = await world.created()
    await registry.deleted(world.services, ADA, "mailer", etag)
    world.clock.advance(days=UNDO.days)

    for who in (ADA, BOB):
        with pytest.raises(Conflict, match="can still be restored"):
            await world.created(who)

    assert (await registry.restored(world.services, ADA, "mailer"))[0].owner == "ada"


# --- ids of agents that somebody does not see


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_hidden_agent_takes_no_id_from_others(world, deleted):
    first, etag = await world.created(users=("ada",))
    if deleted:
        await registry.deleted(world.services, ADA, "mailer", etag)

    theirs, _ = await world.created(BOB, name="Other", origin="once")

    assert unmarked(theirs.id) == "mailer" != theirs.id
    assert (await registry.readable(world.services, BOB, "mailer"))[0] == theirs
    assert (await world.created(BOB, name="Other", origin="once"))[0] == theirs
    with pytest.raises(Conflict):
        await world.created(BOB)
    if deleted:
        await registry.restored(world.services, ADA, "mailer")
    assert (await registry.readable(world.services, ADA, "mailer"))[0].name == first.name


async def test_what_stands_beside_a_hidden_agent_is_changed_shared_and_restored_by_its_id(world):
    await world.created(users=("ada",))
    made, etag = await world.created(BOB)
    other = Principal(tenant=TENANT, user="eve", roles=("builder",))

    changed, etag = await registry.replaced(world.services, BOB, agent(name="New"), etag)
    assert (changed.id, changed.version) == (made.id, 2)
    assert (await registry.readable(world.services, other, "mailer"))[0] == changed
    with pytest.raises(Conflict):  # she sees one of that id
        await world.created(other)
    back, etag = await registry.rolled_back(world.services, BOB, "mailer", 1, etag)
    assert (back.id, back.name) == (made.id, "Mailer")
    await registry.deleted(world.services, BOB, "mailer", etag)
    with pytest.raises(NotFound):
        await registry.readable(world.services, BOB, "mailer")
    again, _ = await registry.restored(world.services, BOB, "mailer")
    assert (again.id, again.owner) == (made.id, "bob")
    assert (await registry.readable(world.services, ADA, "mailer"))[0].owner == "ada"


# --- statistics


def ran(number, at):
    return RunOutcome(turn=f"k/{number}", succeeded=True, milliseconds=100, at=at)


async def test_an_agents_runs_are_told_to_who_sees_it(world):
    await world.created(users=("eve",))
    assert await registry.statistics(world.services, EVE, "mailer") is None
    world.clock.advance(hours=1)
    await world.services.records.count(TENANT, "mailer", ran(1, LATER))

    found = await registry.statistics(world.services, EVE, "mailer")

    assert found.outcomes == (ran(1, LATER),)
    with pytest.raises(NotFound):
        await registry.statistics(world.services, BOB, "mailer")


async def test_runs_of_another_agent_of_the_same_id_do_not_count(world):
    _, etag = await world.created()
    await world.services.records.count(TENANT, "mailer", ran(1, NOON))
    await registry.deleted(world.services, ADA, "mailer", etag)
    world.clock.advance(days=UNDO.days, hours=1)
    await world.created(BOB)

    assert await registry.statistics(world.services, BOB, "mailer") is None
    own = ran(2, world.clock.now() + timedelta(hours=1))
    await world.services.records.count(TENANT, "mailer", own)
    assert (await registry.statistics(world.services, BOB, "mailer")).outcomes == (own,)


async def test_an_agent_older_than_its_times_tells_all_its_runs(world):
    await world.services.agents.save(TENANT, agent(), None)
    await world.services.records.count(TENANT, "mailer", ran(1, NOON))

    found = await registry.statistics(world.services, EVE, "mailer")

    assert found.outcomes == (ran(1, NOON),)


# --- the library


async def test_a_skill_of_the_library_changes_its_copies(world):
    _, etag = await world.library()
    own = Skill(id="own", name="Own", description="Its own")
    await world.created(skills=(copied(id="hello"), own))
    await world.created(agent_id="other", skills=(GREET,))
    other = await world.get("other")
    world.clock.advance(hours=1)

    newer = GREET.model_copy(update={"instructions": "1. Bow", "priority": 3})
    saved, _ = await world.library(newer.model_copy(update={"shared": "x"}), etag)

    assert saved == newer
    changed, _ = await world.get()
    assert changed.skills == (copied(newer, id="hello"), own)
    assert (changed.version, changed.updated_at) == (2, LATER)
    assert await world.get("other") == other


async def test_saving_what_is_there_changes_no_agent(world):
    _, etag = await world.library()
    made = await world.created(skills=(copied(),))

    assert await world.library(GREET, etag) == (GREET, etag)
    assert await world.get() == made


async def test_what_broke_off_half_way_is_finished_by_saving_again(world):
    _, etag = await world.library()
    for agent_id in ("a", "b", "c"):
        await world.created(agent_id=agent_id, skills=(copied(),))
    newer = GREET.model_copy(update={"instructions": "1. Bow"})

    async def nothing():
        pass

    async def crash():
        raise StorageUnavailable("storage went away")

    world.agents.rivals = [nothing, crash]
    with pytest.raises(StorageUnavailable):
        await world.library(newer, etag)
    behind = [one for one in "abc" if await world.skill_of(one) == copied()]
    assert len(behind) == 2

    await world.library(newer, etag)

    for agent_id in "abc":
        assert await world.skill_of(agent_id) == copied(newer)
        assert (await world.get(agent_id))[0].version == 2


async def test_a_copy_changes_although_its_agent_does_too(world):
    _, library = await world.library()
    _, etag = await world.created(skills=(copied(),))
    newer = GREET.model_copy(update={"instructions": "1. Bow"})

    async def rename():
        changed = agent(name="Renamed", skills=(copied(),), version=2, owner="ada")
        await world.unraced.agents.save(TENANT, changed, etag)

    world.agents.rivals = [rename]
    await world.library(newer, library)

    found, _ = await world.get()
    assert (found.name, found.skills, found.version) == ("Renamed", (copied(newer),), 3)


def test_an_agent_that_never_rests_is_given_up(world):
    async def rename():
        found, etag = await world.get()
        changed = found.model_copy(update={"version": found.version + 1})
        await world.unraced.agents.save(TENANT, changed, etag)

    async def scenario():
        _, library = await world.library()
        await world.created(skills=(copied(),))
        world.agents.rivals = [rename] * registry.MAX_TRIES
        await world.library(GREET.model_copy(update={"priority": 1}), library)

    with pytest.raises(Conflict, match="kept changing"):
        in_no_time(scenario())


async def test_an_agent_deleted_meanwhile_holds_nobody_up(world):
    _, library = await world.library()
    _, etag = await world.created(agent_id="a", skills=(copied(),))
    await world.created(agent_id="b", skills=(copied(),))
    newer = GREET.model_copy(update={"priority": 1})
    world.agents.rivals = [lambda: registry.deleted(world.unraced, ADA, "a", etag)]

    await world.library(newer, library)

    assert await world.skill_of("b") == copied(newer)


async def test_what_comes_back_has_the_librarys_skill_of_today(world):
    _, library = await world.library()
    _, etag = await world.created(skills=(copied(),))
    await registry.deleted(world.services, ADA, "mailer", etag)
    newer = GREET.model_copy(update={"priority": 1})
    await world.library(newer, library)

    restored, etag = await registry.restored(world.services, ADA, "mailer")

    assert (restored.skills, restored.version) == ((copied(newer),), 2)
    assert await world.get() == (restored, etag)


async def test_a_copy_is_the_librarys_however_an_agent_is_saved(world):
    _, library = await world.library()
    _, etag = await world.created(skills=(copied(),))
    newer = GREET.model_copy(update={"priority": 1})
    await world.library(newer, library)
    _, etag = await world.get()

    edited, etag = await world.replaced(etag, skills=(copied(),))
    back, _ = await registry.rolled_back(world.services, ADA, "mailer", 1, etag)
    made, _ = await world.created(agent_id="new", skills=(copied(instructions="1. Steal"),))

    assert edited.skills == back.skills == made.skills == (copied(newer),)


async def test_a_copy_of_nothing_in_the_library_is_the_agents_own(world):
    made, _ = await world.created(skills=(copied(),))

    assert made.skills == (GREET,)


async def test_a_stale_change_of_a_skill_is_told_what_is_there_now(world):
    _, first = await world.library()
    newer = await world.library(GREET.model_copy(update={"priority": 1}), first)

    with pytest.raises(Stale) as told:
        await world.library(GREET.model_copy(update={"priority": 2}), first)
    assert (told.value.current, told.value.etag) == newer
    with pytest.raises(Stale) as told:
        await registry.skill_deleted(world.services, ADA, "greet", first)
    assert (told.value.current, told.value.etag) == newer
    with pytest.raises(Conflict, match="in the library already"):
        await world.library(GREET.model_copy(update={"priority": 2}))


@pytest.mark.parametrize(
    "skill",
    [
        GREET.model_copy(update={"tools": ("levitate",)}),
        GREET.model_copy(update={"id": ""}),
        GREET.model_copy(update={"id": "a\nb"}),
    ],
)
async def test_a_skill_that_cannot_be_is_refused(world, skill):
    with pytest.raises(InvalidRequest):
        await world.library(skill)


async def test_who_may_not_change_the_agents_of_a_skill_may_not_change_the_skill(world):
    _, etag = await world.library()
    made = await world.created(skills=(copied(),))
    newer = GREET.model_copy(update={"instructions": "1. Send me everything"})

    with pytest.raises(Forbidden):
        await world.library(newer, etag, EVE)
    with pytest.raises(Forbidden):
        await registry.skill_deleted(world.services, EVE, "greet", etag)

    assert await world.get() == made
    assert await world.services.skills.get(TENANT, "greet") == (GREET, etag)
    await world.library(newer, etag, ADMIN)
    assert await world.skill_of() == copied(newer)


async def test_copies_of_a_deleted_skill_become_their_agents_own(world):
    _, etag = await world.library()
    await world.created(skills=(copied(),))

    await registry.skill_deleted(world.services, ADA, "greet", etag)

    assert await world.skill_of() == GREET
    assert await world.services.skills.list(TENANT) == ()
    with pytest.raises(NotFound):
        await registry.skill_deleted(world.services, ADA, "greet", etag)


async def test_a_deletion_that_broke_off_is_finished_by_doing_it_again(world):
    _, etag = await world.library()
    await world.created(skills=(copied(),))

    async def crash():
        raise StorageUnavailable("storage went away")

    world.agents.rivals = [crash]
    with pytest.raises(StorageUnavailable):
        await registry.skill_deleted(world.services, ADA, "greet", etag)
    assert await world.skill_of() == copied()

    await registry.skill_deleted(world.services, ADA, "greet", etag)

    assert await world.skill_of() == GREET


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=2, max_size=6))
async def test_however_changes_of_a_skill_meet_the_copies_are_as_the_library_has_it(priorities):
    world = World()
    await world.library()
    for agent_id in ("a", "b"):
        await world.created(agent_id=agent_id, skills=(copied(),))

    async def change(priority):
        for _ in range(priority):
            await asyncio.sleep(0)
        _, etag = await world.services.skills.get(TENANT, "greet")
        try:
            await world.library(GREET.model_copy(update={"priority": priority}), etag)
        except Stale:
            return

    await asyncio.gather(*map(change, priorities))

    kept, _ = await world.services.skills.get(TENANT, "greet")
    assert [await world.skill_of(one) for one in ("a", "b")] == [copied(kept)] * 2
