"""Turns within a reply: "1... no, 2", "the train, not the flight", "anything but Porto"."""

import re

_CORRECTED = re.compile(
    r"(?<=[\s,.;:!\u2026-])"
    r"(?=(?:(?:oh |ah |oops |er |um ){0,3}"
    r"(?:no,? wait|wait,? no|no no|no,? sorry|sorry,? no|no|wait"
    r"|actually|sorry"
    r"|scratch that|correction|on second thoughts?|or rather|rather|oops|i mean(?:t)?"
    r"|make (?:that|it)"
    r"|nvm|never ?mind|edit|nein|non)(?:,? (?:i meant?|i mean|make (?:that|it)|actually|rather))?)"
    r"[\s,.;:!\u2026-]+(?P<after>\S))"
)
"""Looks ahead only, from one word to the next: what it costs grows as the reply does."""
_OPENED = re.compile(
    r"^(?:(?:oh|ah|oops|er|um|ok|well|hm+)[, ]+)*(?:no,? wait|wait,? no|actually,? no|wait"
    r"|actually|sorry|i meant?"
    r"|i mean|rather|oops|on second thoughts?|scratch that|make (?:that|it)"
    r"|correction)[\s,.;:!]+(?=\S)"
)
_EXCEPT = re.compile(
    r"^(?P<wanted>.*?)(?:^|(?<![\s,;])[\s,;]+)(?:(?:any(?:thing|where|one|body)|everything|any|all|either"
    r"|every ?one|whichever|any of them) "
    r"(?:but|except(?: for)?|other than|besides|apart from)|but not|and not|not|no,? not"
    r"|definitely not"
    r"|except(?: for)?|other than|rather than|instead of|without|just not|only not|never(?! ?mind)"
    r"|don't (?:want|use|take|pick|choose))"
    r" (?P<unwanted>\S.*)$"
)
_BUT = re.compile(r"^not (?P<unwanted>.+?)(?:,|;| but) (?:but )?(?P<wanted>\S.*)$")


def corrected(said: str) -> tuple[str, str] | None:
    """Return what was said and what it was then replaced with; None when nothing was."""
    for found in reversed(list(_CORRECTED.finditer(said))):
        before = said[: found.start() - 1].rstrip()
        if before:
            return before, said[found.start("after") :]
    return None


def without_opening(said: str) -> str:
    """Return a reply without the words that open a correction of an earlier one."""
    rest = said
    while (shorter := _OPENED.sub("", rest)) != rest:
        rest = shorter
    return rest


def excluded(said: str) -> tuple[str, str] | None:
    """Return what is wanted and what is not: ("", "the slack one"); None without an exclusion."""
    if found := _BUT.match(said):
        return found["wanted"], found["unwanted"]
    found = _EXCEPT.match(said)
    return (found["wanted"], found["unwanted"]) if found else None
