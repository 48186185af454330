"""What is read of an account side by side."""

import asyncio

import pytest

from shared.errors import ToolFailed
from shared.tools.gathering import each


async def test_what_is_read_side_by_side_comes_in_order_without_what_is_nothing():
    async def read(number):
        return number if number % 2 else None

    assert await each(read, range(25)) == tuple(range(1, 25, 2))


async def test_the_first_failure_of_many_is_raised_as_it_is():
    async def read(number):
        if number > 3:
            raise ToolFailed(f"{number}")
        return number

    with pytest.raises(ToolFailed):
        await each(read, range(25))


async def test_no_more_than_ten_are_under_way_at_once():
    under_way = most = 0

    async def read(number):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return number

    await each(read, range(35))
    assert most == 10
