"""What is said to a card that is about another order of the same message, whose turn comes later.

"Carlos goes in copy on that mail" changes no answer to an invitation: it is for the mail to come.
"""

import re
from collections.abc import Mapping

from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.wishes import called_off
from shared.understanding.cards import TASK_OF
from shared.understanding.marking import TIMES
from shared.understanding.reader import Reader

_NOUNS: Mapping[str, re.Pattern[str]] = {
    "mail": re.compile(r"\b(?:e-?mails?|mails?|letter)\b"),
    "slack": re.compile(r"\b(?:slack|dm|direct message|channel|post)\b|#\w"),
    "cal": re.compile(r"\b(?:meeting|appointment|event|invite|invitation|calendar|call|slot)\b"),
    "sheet": re.compile(r"\b(?:sheet|spreadsheet|row|cell|table)\b"),
    "page": re.compile(r"\b(?:page|notes|wiki)\b"),
}
_TIMED = frozenset({"cal_create", "cal_update", "mail_snooze"})
_DROPS = re.compile(
    r"^\W*(?:(?:no|oh|wait|hm+|sorry|actually|but|please|and|then|ok|okay|just)\b[\s,.!]*)*"
    r"(?:leave (?:out|off)|skip|drop|forget|scrap|cancel|without|no need (?:for|to)|never ?mind"
    r"|don't (?:send|post|write|do|make|book|tell|bother))\b"
)
_PARTS = re.compile(r"(?<=[^\d\s])[,.;!:]\s+")
_TIME_ARGUMENTS = frozenset({"start", "starts_at", "end", "ends_at", "until", "new_start"})


def about_waiting(request: ReplyRequest, said: str, reader: Reader) -> ReplyReading | None:
    """Read a reply that is about one of the orders that wait; None where it is not plainly so."""
    if not request.waiting or "?" in request.text:
        return None
    tasks = [reader.read(one).task for one in request.waiting]
    place = _named(request, said, tasks)
    if place is None:
        place = _timed(request, said, tasks, reader)
    if place is None:
        return None
    dropped = _DROPS.match(said) or called_off(said)
    return ReplyReading(
        meaning="without" if dropped else "later", option=str(place), confidence=0.85
    )


def _named(request: ReplyRequest, said: str, tasks: list[str]) -> int | None:
    """Return the place of the one order whose kind of thing is named, if that shown is not."""
    shown = _service(TASK_OF.get(request.tool, ""))
    for part in _PARTS.split(said):
        named = {service for service, noun in _NOUNS.items() if noun.search(part)}
        if named:
            found = [at for at, task in enumerate(tasks) if _service(task) in named]
            return found[0] if len(found) == 1 and shown not in named else None
    return None


def _timed(request: ReplyRequest, said: str, tasks: list[str], reader: Reader) -> int | None:
    """Return the place of the one order that has a time, where only one is said, and none shown."""
    spans = reader.read_as("cal_update", request.text).spans
    timed = any(one.kind in TIMES for one in spans)
    others = any(one.kind not in {*TIMES, "person", "which"} for one in spans)
    any_noun = any(noun.search(said) for noun in _NOUNS.values())
    if not timed or others or any_noun or _TIME_ARGUMENTS & request.arguments.keys():
        return None
    found = [at for at, task in enumerate(tasks) if task in _TIMED]
    return found[0] if len(found) == 1 else None


def _service(task: str) -> str:
    return task.partition("_")[0]
