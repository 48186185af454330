import asyncio

import pytest

from shared.errors import Conflict, NotFound
from shared.models.agent import Skill
from shared.models.hooks import Hook
from shared.storage.skills import StoredSkills


def skill(skill_id="greet", **changes):
    return Skill(id=skill_id, name="Greet", description="Says hello", **changes)


@pytest.fixture
def skills(rows):
    return StoredSkills(rows)


async def test_a_stale_writer_loses(skills):
    first = await skills.save("acme", skill(), None)
    await skills.save("acme", skill(priority=2), first)

    with pytest.raises(Conflict):
        await skills.save("acme", skill(priority=3), first)

    assert (await skills.get("acme", "greet"))[0].priority == 2


async def test_of_writers_with_the_same_etag_one_wins(skills):
    etag = await skills.save("acme", skill(), None)

    async def save(priority):
        try:
            await skills.save("acme", skill(priority=priority), etag)
        except Conflict:
            return 0
        return priority

    won = await asyncio.gather(*(save(priority) for priority in range(2, 6)))

    (winner,) = filter(None, won)
    assert (await skills.get("acme", "greet"))[0].priority == winner


async def test_a_saved_skill_comes_back_whole(skills):
    saved = skill(
        instructions="1. Say hello 👋\n2. Ask how they are",
        tools=("slack_post",),
        context="fork",
        user_invocable=False,
        hooks=(Hook(event="pre", matcher="slack_*", max_calls=1),),
    )
    etag = await skills.save("acme", saved, None)

    assert await skills.get("acme", "greet") == (saved, etag)


async def test_creating_a_skill_twice_loses(skills):
    await skills.save("acme", skill(), None)
    with pytest.raises(Conflict):
        await skills.save("acme", skill(), None)


async def test_a_deleted_skill_is_gone(skills):
    etag = await skills.save("acme", skill(), None)
    etag = await skills.save("acme", skill(priority=1), etag)
    await skills.delete("acme", "greet", etag)

    assert await skills.list("acme") == ()
    with pytest.raises(NotFound):
        await skills.get("acme", "greet")


async def test_deleting_a_changed_skill_loses(skills):
    first = await skills.save("acme", skill(), None)
    await skills.save("acme", skill(priority=2), first)
    with pytest.raises(Conflict):
        await skills.delete("acme", "greet", first)

    assert await skills.list("acme") == (skill(priority=2),)


async def test_an_absent_skill_is_not_found(skills):
    with pytest.raises(NotFound):
        await skills.get("acme", "greet")
    with pytest.raises(NotFound):
        await skills.save("acme", skill(), "etag")
    with pytest.raises(NotFound):
        await skills.delete("acme", "greet", "etag")


async def test_skills_are_listed_by_id_and_each_organisation_has_its_own(skills):
    for skill_id in ["b", "C/d", "a", "é#?"]:
        await skills.save("acme", skill(skill_id), None)
    await skills.save("globex", skill("other"), None)

    assert [found.id for found in await skills.list("acme")] == ["C/d", "a", "b", "é#?"]
    with pytest.raises(NotFound):
        await skills.get("acme", "other")
