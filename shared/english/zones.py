"""Time zones as people name them: "Tokyo time", "PST", "Europe/Berlin"; and what they are called.

Zones are named for cities. A short name is that of a place's clocks all year: PST in July is what
clocks in Los Angeles show then.
"""

import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tzlocal.windows_tz import tz_win, win_tz

from shared.english.scanning import TAKEN

_SHORT = {
    **dict.fromkeys(("UTC", "GMT", "Z"), "UTC"),
    **dict.fromkeys(("PST", "PDT", "PT"), "America/Los_Angeles"),
    **dict.fromkeys(("MST", "MDT", "MT"), "America/Denver"),
    **dict.fromkeys(("CST", "CDT", "CT"), "America/Chicago"),
    **dict.fromkeys(("EST", "EDT", "ET"), "America/New_York"),
    **dict.fromkeys(("CET", "CEST", "MEZ", "MESZ"), "Europe/Berlin"),
    **dict.fromkeys(("EET", "EEST"), "Europe/Athens"),
    **dict.fromkeys(("WET", "WEST"), "Europe/Lisbon"),
    **dict.fromkeys(("AEST", "AEDT"), "Australia/Sydney"),
    **dict.fromkeys(("NZST", "NZDT"), "Pacific/Auckland"),
    "BST": "Europe/London",
    "IST": "Asia/Kolkata",
    "JST": "Asia/Tokyo",
    "KST": "Asia/Seoul",
    "SGT": "Asia/Singapore",
    "HKT": "Asia/Hong_Kong",
    "MSK": "Europe/Moscow",
    "AKST": "America/Anchorage",
    "HST": "Pacific/Honolulu",
    "BRT": "America/Sao_Paulo",
}
_OTHER_NAMES = {
    "America/Los_Angeles": "pacific, san francisco, seattle, san diego, california, la",
    "America/Denver": "mountain, colorado",
    "America/Chicago": "central, dallas, houston, austin, texas",
    "America/New_York": "eastern, east coast, boston, washington, washington dc, miami, nyc",
    "America/Toronto": "ottawa, montreal",
    "America/Sao_Paulo": "rio, rio de janeiro, brasilia, brazil",
    "Europe/London": "uk, british, england, manchester, edinburgh, birmingham, cambridge, oxford",
    "Europe/Berlin": "german, germany, munich, hamburg, frankfurt, cologne, central european",
    "Europe/Paris": "french, france, lyon, marseille",
    "Europe/Madrid": "spain, spanish, barcelona, valencia",
    "Europe/Rome": "italy, italian, milan, naples, turin",
    "Europe/Zurich": "swiss, switzerland, geneva, basel, bern",
    "Europe/Kyiv": "kyiv, ukraine",
    "Asia/Kolkata": "india, indian, mumbai, delhi, new delhi, bangalore, bengaluru, chennai",
    "Asia/Shanghai": "china, chinese, beijing, shenzhen",
    "Asia/Tokyo": "japan, japanese, osaka, kyoto",
    "Asia/Dubai": "abu dhabi",
    "Asia/Jerusalem": "tel aviv, israel",
    "Africa/Johannesburg": "cape town, south africa",
    "Australia/Sydney": "canberra",
    "UTC": "utc, gmt, greenwich, universal, coordinated universal",
}
_REGIONS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe"}
    | {"Indian", "Pacific"}
)


def _cities() -> dict[str, str]:
    named = {
        name.rpartition("/")[2].replace("_", " ").casefold(): name
        for name in tz_win
        if name.partition("/")[0] in _REGIONS
    }
    others = {one: name for name, said in _OTHER_NAMES.items() for one in said.split(", ")}
    return named | others


_CITIES = _cities()
_CITY = "|".join(sorted(map(re.escape, _CITIES), key=len, reverse=True))
_FULL = r"(?:[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z0-9_+-]+){1,2}|UTC|GMT)"
_PATTERNS = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        rf",? ?\(?(?:\bin |\bat )?(?:the )?\b(?P<full>{_FULL})(?: time)?(?: zone)?\b\)?",
        (
            rf",? ?\(?(?i:\b(?:in )?(?:the )?)(?<![\w-])(?i:(?P<city>{_CITY}))"
            r"(?i:(?: (?:standard|local|daylight|summer))? time(?: zone)?)\b\)?"
        ),
        (
            rf"(?:(?<=\d)|(?<=\d[ap]m)|(?<=[ap]\.m\.)|(?<=noon)|(?<=clock)|(?<={TAKEN}))"
            rf",? ?\(?\b(?P<short>{'|'.join(_SHORT)})\b(?: time)?\)?"
        ),
        rf"(?:(?<= am)|(?<= pm)) \(?(?P<short>{'|'.join(_SHORT)})\b(?: time)?\)?",
    )
)


@dataclass(frozen=True)
class Zone:
    """A time zone that a text names, and where."""

    name: str
    span: tuple[int, int]


def find_zone(text: str) -> Zone | None:
    """Return the time zone that times in a text are said in; None where none is named."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            said = found.groupdict()
            name = said.get("full") or _SHORT.get(said.get("short") or "")
            name = name or _CITIES[said["city"].casefold()]
            if name := zone_named(name):
                return Zone(name, found.span())
    return None


def zone_called(words: str) -> str | None:
    """Return the zone that words alone name: a city, a short or full name, Windows' name of one."""
    said = " ".join(words.split()).strip(" .!?,")
    plain = re.sub(r"(?i)^the |(?: (?:standard|local))? time(?: zone)?$", "", said)
    city = _CITIES.get(plain.casefold())
    return city or _SHORT.get(plain.upper()) or zone_named(said) or zone_named(plain)


def zone_named(name: str) -> str | None:
    """Return the zone with a name, as calendars write it, Windows' included; None for none."""
    known = win_tz.get(name, name)
    if known in {"GMT", "Etc/UTC", "Etc/GMT"}:
        return "UTC"
    try:
        return ZoneInfo(known).key if known else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def spoken(name: str) -> str:
    """Return what a zone's time is called, such that `find_zone` reads it: "Berlin time"."""
    if name == "UTC":
        return name
    city = name.rpartition("/")[2].replace("_", " ")
    return f"{city} time" if _CITIES.get(city.casefold()) == name else name
