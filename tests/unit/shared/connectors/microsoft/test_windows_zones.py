"""Time zones under the names that Windows gives them."""

from zoneinfo import ZoneInfo

import pytest

from shared.connectors.microsoft.zones import WINDOWS_ZONES, zone_named


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("Pacific Standard Time", "America/Los_Angeles"),
        ("UTC", "UTC"),
        ("Europe/Budapest", "Europe/Budapest"),
        ("tzone://Microsoft/Custom", "UTC"),
        ("Customized Time Zone", "UTC"),
        ("", "UTC"),
        ("../../etc/passwd", "UTC"),
    ],
)
def test_a_name_is_a_zone_or_else_utc(name, zone):
    assert zone_named(name).key == zone


@pytest.mark.parametrize("name", WINDOWS_ZONES)
def test_every_zone_of_windows_is_one(name):
    assert zone_named(name) == ZoneInfo(WINDOWS_ZONES[name])
