"""Times of day of what is at some time already."""

from datetime import datetime, time

import pytest

from shared.english.near import read_near

_NOW = datetime(2026, 11, 29, 10, 38)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("said", "near", "at"),
    [
        ("at seven", time(18), time(19)),
        ("half seven then", time(19), time(19, 30)),
        ("at eight", time(7, 30), time(8)),
        ("at three", time(14), time(15)),
        ("at 9", None, time(9)),
        ("quarter past", time(11), time(11, 15)),
        ("at quarter to", time(11), time(10, 45)),
        ("quarter to", time(11, 30), time(11, 45)),
        ("at half past, still one hour", time(13), time(13, 30)),
        ("make it ten past instead", time(0, 30), time(0, 10)),
        ("at quarter past twelve", time(11), time(12, 15)),
        ("ten to three", time(16), time(14, 50)),
        ("quarter past", None, None),
    ],
)
def test_hour_is_near_what_it_was(said: str, near: time | None, at: time | None) -> None:
    assert read_near(said, _NOW, near).at == at
