"""Which channel a command names."""

import re
from datetime import datetime

from shared.english import read_when
from shared.models.reasoning import PlanRequest
from shared.reasoning.embedded.words import fold, word_set

WHICH_CHANNEL = "Which channel do you mean? Say its name, for example “{}”."

_HASH = re.compile(r"(?<!\w)#(?P<name>[^\W_][\w.-]*)")
_NAMED = re.compile(
    r"\b(?:in|on|to|from|of|for|at|into)? ?(?:the |our |my )?(?:slack )"
    r"?(?:channel (?:called |named )?(?P<after>[\w-]+)"
    r"|(?P<name>[a-z][\w-]*) (?:slack )?channel)\b",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:in|from|to|on) (?:the )?(?P<name>[a-z][a-z0-9_-]{1,79})(?=[?!.,:]| (?:on slack"
    r"|in slack|slack|since|today|this|that"
    r"|saying|last|yesterday|for|as|and)\b|\s*$)",
    re.IGNORECASE,
)
_NO_CHANNEL = word_set(
    """
    slack on in to for from with about the this that it me my us our them channel channels thread
    threads here today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday
    week month
    which what each every all any read unread new last recent a an him her you everyone everybody
    messages message reply response summary detail details private public same
    """
)


def channel_in(said: str) -> tuple[str, str]:
    """Return the channel named, as #name, and the text without it; "" where none is."""
    if found := _HASH.search(said):
        return f"#{found['name'].rstrip('.-')}", without(said, found)
    for pattern in (_NAMED, _IN):
        for found in pattern.finditer(said):
            name = found.groupdict().get("after") or found["name"]
            timed = read_when(found[0], datetime(2000, 1, 1)).spans  # noqa: DTZ001 - any time does
            if name and fold(name) not in _NO_CHANNEL and not timed and not name[:1].isupper():
                return f"#{name}", without(said, found)
    return "", said


def without(said: str, found: re.Match[str]) -> str:
    """Return a text without what was found in it, and the preposition before."""
    before = re.sub(r"\b(?:in|on|to|from|of|for|at|the|channel)\s*$", "", said[: found.start()])
    after = re.sub(r"^ channel\b", "", said[found.end() :])
    return " ".join(f"{before} {after}".split())


def channel_before(request: PlanRequest) -> str:
    """Return the channel talked about before, in this message or the one before it."""
    listed = {
        one.id.partition("/")[0]
        for one in request.context.references
        if one.kind == "message" and "/" in one.id
    }
    if not request.earlier and len(listed) == 1:
        return f"#{listed.pop()}"
    said = [done.command for done in reversed(request.earlier)]
    said += [one.text for one in reversed(request.context.exchanges) if one.role == "user"][:1]
    return next((f"#{found['name']}" for text in said if (found := _HASH.search(text))), "")


def channel_span(said: str) -> tuple[str, int, int]:
    """Return the channel to post in, and where it stands; it is never looked for in quotes."""
    if found := _HASH.search(said):
        return f"#{found['name'].rstrip('.-')}", found.start(), found.end()
    masked = re.sub(r"[\"“][^\"”]*[\"”]", lambda quoted: " " * len(quoted[0]), said)
    for pattern in (_NAMED, _IN):
        for found in pattern.finditer(masked):
            group = "after" if found.groupdict().get("after") else "name"
            name = found[group]
            if name and fold(name) not in _NO_CHANNEL and not name[:1].isupper():
                whole = found.end() if pattern is _NAMED else found.end(group)
                begin = found.start(group) if group == "name" else found.start()
                return f"#{name}", begin, whole
    return "", 0, 0
