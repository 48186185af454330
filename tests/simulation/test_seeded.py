"""A few of the courses of events that `python -m bench simulate` plays by the thousand."""

import pytest

from tests.support.seeded.story import tell

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_or_done_twice_or_told_otherwise(seed):
    story = tell(seed)

    assert story.violated == []
    assert story.log


def test_a_seed_takes_the_same_course_each_time():
    first, again = tell(5), tell(5)

    assert sum(first.struck.values()) > 0
    assert (first.log, first.struck) == (again.log, again.struck)
