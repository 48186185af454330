"""However often the host is killed, everything it accepted is answered, and once only."""

from tests.e2e.kill.crashing import live, live_through_kills, product, seeded, visit
from tests.e2e.kill.journeys import MIXED
from tests.e2e.kill.person import Person
from tests.e2e.kill.stories import story_of

MOST_KILLS = 16
FEWEST_KILLS = 8


async def test_what_was_accepted_is_answered_once_across_kills(tmp_path):
    async with product(tmp_path / "calm") as host, visit(host) as http:
        people = {Person(http, thread): journey for thread, journey in MIXED.items()}
        await live(people)
        undisturbed = {person.thread: await story_of(person) for person in people}
    assert sum(len(story.turns) for story in undisturbed.values()) >= 40

    with seeded() as chance:
        async with product(tmp_path / "killed") as host, visit(host) as http:
            people = {Person(http, thread): journey for thread, journey in MIXED.items()}
            kills = await live_through_kills(host, chance, people, MOST_KILLS)
            stories = {person.thread: await story_of(person) for person in people}

        assert kills >= FEWEST_KILLS
        assert sum(person.turned_away for person in people) > 0
        for thread, story in stories.items():
            assert story == undisturbed[thread]
