"""What an agent is to tell, in words that somebody could have asked themselves.

"It should tell me which reviews I have that week" names no service; what it is read as when it is
asked tells the one that answers it. Nothing that would change anything is taken so.
"""

import re
from collections.abc import Mapping

from shared.models.building import Part
from shared.reasoning.embedded.drafting.frequency import schedule_in
from shared.reasoning.embedded.drafting.naming import name_in
from shared.understanding.folding import tidy
from shared.understanding.reader import Reader

_SERVICES: Mapping[str, str] = {
    "cal_list": "calendar",
    "mail_search": "email",
    "page_find": "pages",
    "page_read": "pages",
    "sheet_read": "sheets",
    "slack_read": "slack",
    "slack_summary": "slack",
    "contact_find": "contacts",
}
"""Which service answers what is asked so, with the tools that a part for it has."""
_JOB = re.compile(
    r"\b(?P<verb>tell|show|give|look|check|find|list|report|say|collect|gather|watch)(?:es|s)?\b"
    r"(?P<rest>[^.!?]+)",
    re.IGNORECASE,
)
"""What an agent is to do that only tells something."""
_TELLING = re.compile(
    r",?\s+(?:and|n) (?:then )?(?:tells?|shows?|lets?|gives?) (?:it )?(?:me|us)(?: know)?\W*$",
    re.IGNORECASE,
)
"""What only says once more that somebody is told it."""
_TOLD = re.compile(r"\s+(?!me\b|us\b)\S+", re.IGNORECASE)
_TELLS = frozenset({"tell", "show", "give"})
_THAT_TIME = re.compile(r"\bthat (?P<unit>week|month)\b", re.IGNORECASE)
_THAT_DAY = re.compile(r"\b(?:on )?that day\b", re.IGNORECASE)
_SURE = 0.6
"""How sure it has to be: it is shown word for word, and only reads."""


def job_in(text: str, reader: Reader) -> Part | None:
    """Return the part that answers what an agent is to tell; None where that is not plain."""
    rest = schedule_in(name_in(tidy(text)).rest).rest
    found = _JOB.search(rest)
    if found is None:
        return None
    verb = found["verb"].casefold()
    if verb in _TELLS and _TOLD.match(found["rest"]):
        return None  # it is for somebody else
    job = _TELLING.sub("", f"{verb}{found['rest']}").strip(" ,;:")
    readings = [reader.read(one) for one in (job, _THAT_TIME.sub("", job))]
    reading = max(readings, key=lambda one: one.sure)
    service = _SERVICES.get(reading.task, "")
    if not service or reading.sure < _SURE:
        return None
    job = _THAT_DAY.sub("today", _THAT_TIME.sub(r"this \g<unit>", job))
    return Part(service=service, verb="read", slots=(("job", job[:1].upper() + job[1:]),))
