"""Messages about the calendar that their words alone name another task for than what they want.

What is wanted is told by the network that reads a message by itself: to know something or to have
something done, and what its times are for. The task is the likeliest that does that.
"""

from dataclasses import replace
from datetime import datetime

from shared.decisions.questioning import asks
from shared.english import read_when
from shared.understanding.arranging import sentences_in
from shared.understanding.reader import POINTS, Before, Reader, Reading
from shared.understanding.tasks import CHANGING, service_of

_TELLS = ("cal_list", "cal_availability", "cal_conflicts")
"""Tasks that tell what there is."""
_WANTS, _SURELY, _CLEAR, _POSSIBLE = 0.9, 0.95, 0.8, 0.15
_UNCLEAR, _SURE, _BARELY = 0.5, 0.85, 0.05
"""How unsure a message is that its last sentence tells, how sure that one, and how likely a change
is of what seems nothing of ours."""
_SHORTEST, _AT_THE_END = 3, 8
"""Words of an order at the end of a message."""
_ANY_DAY = datetime(2001, 1, 1)  # noqa: DTZ001 - what names a day does not depend on it


def read_as_wanted(text: str, before: Before | None, reader: Reader) -> Reading:
    """Read a message, as what it wants where that is another task than its words seem to name."""
    reading = reader.read(text, before)
    task = _wanted(reading, reader)
    if not task:
        return reading
    others = (one for one in reading.tasks if one[0] != task)
    return replace(reader.read_as(task, text, before), tasks=((task, _CLEAR), *others))


def _wanted(reading: Reading, reader: Reader) -> str:
    """Return the task that a message wants; "" where it is the one it was read as.

    "Who has been asked to the review?" makes none, "Any clear water on Friday?" is about that day,
    "need a swim, Saturday 2 til 5" is put there, and what is there already has its time.
    """
    if reading.sure >= _CLEAR and reading.task != "other":
        return ""
    if ordered := _ordered_last(reading, reader):
        return ordered
    alone, best = reader.revisions.alone(reading.text), max(_TELLS, key=reading.likely)
    if reading.task == "other":
        roles = {one.role for one in alone.times}
        named = any(read_when(one.text, _ANY_DAY).day_named for one in alone.times)
        moves = {"which", "start"} <= roles and reading.likely("cal_update") >= _BARELY
        if named and moves and alone.wants.get("do", 0.0) >= _WANTS:
            return "cal_update"
        if named and {"start", "end"} <= roles and alone.wants.get("do", 0.0) >= _WANTS:
            return "cal_create"
        day = named and "?" in reading.text and alone.wants.get("calendar", 0.0) >= _SURELY
        return best if day else ""
    if reading.task == "cal_slots" and reading.likely("cal_list") >= _POSSIBLE:
        there = any(one.kind == "event" for one in reader.world.links(reading.text))
        return "cal_list" if there else ""
    made = reading.task in CHANGING and service_of(reading.task) == "cal"
    return best if made and alone.asks >= _WANTS and asks(reading.text) else ""


def _ordered_last(reading: Reading, reader: Reader) -> str:
    """Return the task that the end of an unclear message surely orders, if likely; or "".

    "I'll be away at three. Turn that demo down" cancels, changes or declines it otherwise; without
    a stop it is the last words, which point at what stands before them: "... put it in the bin".
    """
    if reading.sure >= _UNCLEAR:
        return ""
    parts, words = sentences_in(reading.text)[-1:], reading.text.split()
    if not parts and len(words) > 2 * _AT_THE_END:
        lasts = (" ".join(words[-count:]) for count in range(_SHORTEST, _AT_THE_END + 1))
        parts = [one for one in lasts if POINTS.search(one)]
    sure = (one for one in map(reader.read, parts) if one.sure >= _SURE and one.task in CHANGING)
    return next((one.task for one in sure if reading.likely(one.task) > _POSSIBLE), "")
