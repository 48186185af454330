"""What an agent is to tell, in words that somebody could have asked themselves.

"It should tell me which reviews I have that week" names no service; what it is read as when it is
asked tells the one that answers it. Nothing that would change anything is taken so.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from shared.models.building import Part
from shared.reasoning.embedded.drafting.frequency import schedule_in
from shared.reasoning.embedded.drafting.naming import name_in
from shared.understanding.folding import tidy
from shared.understanding.linked import AGENTS
from shared.understanding.reader import Reader

_SERVICES: Mapping[str, str] = {
    "cal_list": "calendar",
    "mail_read": "email",
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
_DOES = re.compile(
    r"\b(?:it|that(?! (?:day|week|month|time|morning|evening)\b)|which|who|to)\s+"
    r"(?:(?:just|only|simply|always|then|should|shall|must|will|would|can|is to|has to)\s+)*"
    r"(?P<verb>[a-z]+)(?P<rest>\s[^.!?]+)",
    re.IGNORECASE,
)
"""What it is said to do, whatever the verb: "it lays out what's on my calendar"."""
_ASKED_FOR = re.compile(
    rf"{AGENTS.pattern}(?:\W+(?:spec|please|pls|plz|agent|for|that|which|on|to|it|job|task|does))*\W+"
    r"(\w[^.!?]+)",
    re.IGNORECASE,
)
"""What an agent is for, in whatever words stand behind it: "an agent: overview of unread mail"."""
_TELLING = re.compile(
    r",?\s+(?:and|n) (?:then )?(?:tells?|shows?|lets?|gives?|writes?|makes?)(?: it)? (?:me|us)"
    r"(?: know|(?: an?| the| one)? (?:short |little )?(?:summary|list|overview|digest|report))?"
    r"\W*$",
    re.IGNORECASE,
)
"""What only says once more that somebody is told it."""
_TOLD = re.compile(r"\s+(?!(?:me|us|if|wh\w+|how)\b)\S+", re.IGNORECASE)
_TELLS = frozenset({"tell", "show", "give"})
_THAT_TIME = re.compile(r"\bthat (?P<unit>week|month)\b", re.IGNORECASE)
_THAT_DAY = re.compile(r"\b(?:on )?that day\b", re.IGNORECASE)
_GIVES = re.compile(
    r"\b(?:sends?|posts?|forwards?|notif(?:y|ies)|messages|publish(?:es)?|puts?|adds?|appends?"
    r"|books?|delivers?|repl(?:y|ies)|writes?)\b"
    r"|\b(?:e-?)?mails? (?:it|them|me|us|him|her|the|an?)\b",
    re.IGNORECASE,
)
"""What gives something away, or makes it."""
_OF_TIME = re.compile(r"\b(?:today|tomorrow|this (?:week|month))\b")
_SURE, _CLEAR = 0.6, 0.85
"""How sure it has to be: it is shown word for word, and only reads."""


def job_in(text: str, reader: Reader) -> Part | None:
    """Return the part that answers what an agent is to tell; None where that is not plain."""
    timed = schedule_in(name_in(tidy(text)).rest)
    found = _clearest(_jobs(timed.rest), reader)
    if found is None and timed.said:
        found = _clearest(_ASKED_FOR.findall(timed.rest), reader)
    if found is None:
        return None
    service, job = found
    job = _THAT_DAY.sub("today", _THAT_TIME.sub(r"this \g<unit>", job))
    return Part(service=service, verb="read", slots=(("job", job[:1].upper() + job[1:]),))


def _clearest(told: Iterable[str], reader: Reader) -> tuple[str, str] | None:
    """Return the service that answers one of these jobs, and that job; None where none is sure."""
    jobs = [_TELLING.sub("", one).strip(" ,;:") for one in told if not AGENTS.search(one)]
    read = [
        (reading.sure, service, job)
        for job in dict.fromkeys(jobs)
        for reading in (reader.read(job), reader.read(_THAT_TIME.sub("", job)))
        if (service := _SERVICES.get(reading.task, ""))
    ]
    clear = [one for one in read if one[0] >= _CLEAR]  # the first says most
    sure, service, job = [*clear, max(read, key=lambda one: one[0], default=(0.0, "", ""))][0]
    return (service, job) if sure >= _SURE else None


def gives(text: str) -> bool:
    """Whether a text tells of anything that is to be written, sent or made."""
    return _GIVES.search(name_in(text).rest) is not None


def tells_when(part: Part) -> bool:
    """Whether what is to be told says of which time."""
    return _OF_TIME.search(part.slot("job")) is not None


def _jobs(text: str) -> Iterator[str]:
    """Yield what it may be said to do, as orders; nothing where it is for somebody else."""
    for found in (_JOB.search(text), *(_DOES.match(text, at) for at in range(len(text)))):
        if found is None:
            continue
        verb = _plain(found["verb"].casefold())
        if verb in _TELLS and _TOLD.match(found["rest"]):
            return
        yield f"{verb}{found['rest']}"


def _plain(verb: str) -> str:
    """Return a verb as it is ordered: "goes" is "go", "watches" is "watch"."""
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("oes", "shes", "ches", "sses", "xes")) else verb[:-1]
