"""Time zones under the names that Windows gives them."""

import pytest

from shared.connectors.microsoft.zones import zone_named
from shared.errors import ToolFailed


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("Pacific Standard Time", "America/Los_Angeles"),
        ("Yukon Standard Time", "America/Whitehorse"),
        ("UTC", "UTC"),
        ("Europe/Budapest", "Europe/Budapest"),
    ],
)
def test_a_zone_is_known_by_either_name(name, zone):
    assert zone_named(name).key == zone


@pytest.mark.parametrize(
    "name", ["tzone://Microsoft/Custom", "Customized Time Zone", "", "../../etc/passwd"]
)
def test_a_zone_that_nobody_knows_is_named(name):
    with pytest.raises(ToolFailed, match="nobody knows") as failed:
        zone_named(name)
    assert f'"{name}"' in str(failed.value)
