"""How long something takes: "for 45 minutes", "an hour and a half", "1h30"."""

import re

from shared.english.scanning import NUMBER, Scan, number, rule

ALL_DAY = rule(r"\b(?:for )?(?:an? |the )?(?:all[- ]day|whole[- ]day|full[- ]day|entire day)\b")
_FAIRLY = r"(?:(?:about|around|roughly|approximately|up to|at least) )?"
_FOR = rf"(?:\b(?:for|lasting|of) )?{_FAIRLY}"
_HOURS = r"(?:hours?|hrs?|(?:(?<=\d)|(?<=\d ))h)\b"
_MINUTES = r"(?:minutes?|minuts?|mintues?|mins?|(?:(?<=\d)|(?<=\d ))m)\b"
_KIND = (
    r"(?:(?:free|full|spare|whole|entire|solid|good|quiet|clear|straight|uninterrupted|extra|more"
    r"|short|long|working) )?"
)
_HALVES = {"half": 30, "quarter": 15, "three quarters": 45, "three-quarters": 45}
_NOT_A_LENGTH = r"(?! (?:ago|from now|later|earlier|before|after|past|to \d|long enough))"

_MORE = rf"(?: and (?:a )?(?:half|quarter|bit)\b(?! past)|,? (?:and )?{NUMBER}[ -]?{_MINUTES})"
_MINUTES_ONLY = rule(rf"(?P<count>{NUMBER})[ -]?{_MINUTES}")
_LENGTHS = (
    rule(
        rf"{_FOR}(?<!\band a )\b(?P<part>half|three[- ]quarters|quarter)(?: of)?[- ]?(?:an?[- ])?"
        rf"(?:hour|hr|(?<=^half )hours)\b"
        rf"(?: long\b)?{_NOT_A_LENGTH}",
    ),
    rule(
        rf"{_FOR}(?<![\w.:/])(?:{NUMBER} (?:or|to) )?(?P<hours>\d{{1,2}}[.,]\d|{NUMBER})[ -]?"
        rf"(?:(?P<half>and a half|1/2|\u00bd) |{_KIND}){_HOURS}"
        rf"(?P<more>{_MORE})?"
        rf"(?: long\b)?{_NOT_A_LENGTH}",
    ),
    rule(
        rf"{_FOR}\b(?P<hours>)hour(?P<more> and a (?:half|quarter|bit))(?: long\b)?"
        rf"{_NOT_A_LENGTH}"
    ),
    rule(rf"\b(?:full|whole|entire) (?P<hours>)hour\b{_NOT_A_LENGTH}"),
    rule(rf"{_FOR}(?<![\w.:/])(?P<hours>\d{{1,2}})h(?P<minutes>\d{{2}})?\b(?!\d)"),
    rule(
        rf"{_FOR}(?<![\w.:/])(?:{NUMBER} (?:or|to) )?(?P<only>{NUMBER})[ -]?{_KIND}{_MINUTES}"
        rf"(?: long\b)?{_NOT_A_LENGTH}",
    ),
)
_MOST_MINUTES = 7 * 24 * 60
_DAY = 24 * 60
_MOST_DAYS = 366
_DAYS = rf"(?P<count>{NUMBER})[ -]?{_KIND}(?P<unit>days?|weeks?|fortnights?)\b(?: long\b)?"
_LONG = rule(rf"^\W*(?:(?:for|lasting) )?{_FAIRLY}{_DAYS}\W*$")


def take_length(scan: Scan) -> int | None:
    """Return the first length named, in minutes."""
    for pattern in _LENGTHS:
        found = pattern.search(scan.left)
        minutes = _minutes(found) if found else 0
        if found and 0 < minutes <= _MOST_MINUTES:
            scan.cut(*found.span())
            return minutes
    return None


def length_of_days(text: str) -> int | None:
    """Return the length that a text is in days or weeks, in minutes.

    A text with more in it may mean other days: "in nine days", "the last two weeks".
    """
    found = _LONG.search(text)
    if found is None:
        return None
    unit = found["unit"].casefold()
    days = number(found["count"]) * (14 if "fort" in unit else 7 if "week" in unit else 1)
    return days * _DAY if 0 < days <= _MOST_DAYS else None


def _minutes(found: re.Match[str]) -> int:
    said = found.groupdict()
    if said.get("part"):
        return _HALVES[said["part"].casefold()]
    if said.get("only"):
        return number(said["only"])
    written = said["hours"].replace(",", ".")
    minutes = round(float(written) * 60) if "." in written else number(written) * 60
    more = (said.get("more") or "").casefold()
    if said.get("half") or "half" in more:
        return minutes + 30
    if "quarter" in more:
        return minutes + 15
    if extra := _MINUTES_ONLY.search(more):
        return minutes + number(extra["count"])
    return minutes + int(said.get("minutes") or 0)
