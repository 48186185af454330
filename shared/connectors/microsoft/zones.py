"""Time zones as Outlook writes them: by Windows' names, or as everybody else does."""

from zoneinfo import ZoneInfo

from shared.english.zones import zone_named as known
from shared.errors import ToolFailed


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of a Windows or an IANA name; raise ToolFailed for one of neither kind."""
    zone = known(name)
    if zone is None:
        raise ToolFailed(f'Outlook names a time zone that nobody knows: "{name[:60]}".', "params")
    return ZoneInfo(zone)
