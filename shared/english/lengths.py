"""How long something takes: "for 45 minutes", "an hour and a half", "1h30"."""

import re

from shared.english.scanning import NUMBER, Scan, number, rule

_FOR = r"(?:\b(?:for|lasting|of) )?(?:(?:about|around|roughly|approximately|up to|at least) )?"
_HOURS = r"(?:hours?|hrs?|(?:(?<=\d)|(?<=\d ))h)\b"
_MINUTES = r"(?:minutes?|mins?|(?:(?<=\d)|(?<=\d ))m)\b"
_HALVES = {"half": 30, "quarter": 15, "three quarters": 45, "three-quarters": 45}
_NOT_A_LENGTH = r"(?! (?:ago|from now|later|earlier|before|after|past|to \d|long enough))"

_MINUTES_ONLY = rule(rf"(?P<count>{NUMBER})[ -]?{_MINUTES}")
_LENGTHS = (
    rule(
        rf"{_FOR}\b(?P<part>half|three[- ]quarters|quarter)(?: of)?[- ]?(?:an?[- ])?hour\b"
        rf"(?: long)?{_NOT_A_LENGTH}",
    ),
    rule(
        rf"{_FOR}(?<![\w.:/])(?P<hours>\d{{1,2}}[.,]\d|{NUMBER})[ -]?"
        rf"(?:(?P<half>and a half|1/2|\u00bd) |(?:free|full|spare|whole) )?{_HOURS}"
        rf"(?P<more> and a half| and a quarter|,? (?:and )?{NUMBER}[ -]?{_MINUTES})?"
        rf"(?: long)?{_NOT_A_LENGTH}",
    ),
    rule(rf"{_FOR}(?<![\w.:/])(?P<hours>\d{{1,2}})h(?P<minutes>\d{{2}})?\b(?!\d)"),
    rule(
        rf"{_FOR}(?<![\w.:/])(?P<only>{NUMBER})[ -]?{_MINUTES}(?: long)?{_NOT_A_LENGTH}",
    ),
)
_MOST_MINUTES = 7 * 24 * 60


def take_length(scan: Scan) -> int | None:
    """Return the first length named, in minutes."""
    for pattern in _LENGTHS:
        found = pattern.search(scan.left)
        minutes = _minutes(found) if found else 0
        if found and 0 < minutes <= _MOST_MINUTES:
            scan.cut(*found.span())
            return minutes
    return None


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
