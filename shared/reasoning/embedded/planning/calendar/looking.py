"""Looking at the calendar: what is on, who is free, when all are, what clashes."""

import re
from datetime import datetime, timedelta

from shared.english import When, asked_at, local, read_when
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.calendar.finding import LIST, event_meant, words_of
from shared.reasoning.embedded.planning.calendar.guests import CALENDAR_OF, found_by, people_in
from shared.reasoning.embedded.planning.calendar.making import SLOTS, window_for
from shared.reasoning.embedded.planning.steps import step
from shared.reasoning.embedded.words import content_words

CHECK = "calendar_check_availability"
CONFLICTS = "calendar_find_conflicts"

_ASKING = re.compile(
    r"^(?:what|what's|whats|when|when's|which|who|who's|where|where's|how|do (?!something"
    r"|it\b|that|this)|does|did|is|are|am|was"
    r"|were|would (?:i|we)|have (?:i|we|you|any|my)|has|had|will|show|list|any|anything|find|check"
    r"|give|tell|look|see|view"
    r"|display|get|can (?:i|we|you"
    r"|\w+ and)|could (?:i|we)|suggest|propose|offer|search|read|open|summari[sz]e|pull up"
    r"|my|the next"
    r"|next|upcoming|today's|tomorrow's|free|availability|conflicts?|find out|describe"
    r"|remind me what"
    r"|remind me when|run through|go through|walk me through|brief me|recommend|compare"
    r"|identify|detect"
    r"|locate|work out|figure out|details?|need)\b",
    re.IGNORECASE,
)
_MAKING = re.compile(
    r"^(?:get|find|can (?:i|we)|could (?:i|we)|need|have|look)\b.*\b(?:book|schedule"
    r"|set up|arrange)(?:ed)? "
    r"(?:me |us )?(?:an? |the |some )?(?:\w+ )?(?:meeting|call|event|appointment|sync|chat"
    r"|lunch|1:1)\b"
    r"|^(?:my|the next|next|today's|tomorrow's) \w+ (?:is|are) (?:moved|cancel)",
    re.IGNORECASE,
)
_CLASH = re.compile(
    r"\bconflict\w*|\bdouble[- ]?book\w*|\boverlap\w*|\bclash\w*|\bover-?book\w*"
    r"|\bcollid\w*|\bcollisions?\b"
    r"|\bbooked twice\b|\btwo (?:things|meetings) at (?:the same time|once)\b",
    re.IGNORECASE,
)
_MEETABLE = re.compile(
    r"\b(?:slots?|common (?:time|availability)|mutual\w*|suggest|propose)\b"
    r"|\b(?:find|suggest|propose|get|look for|recommend|need|offer|figure out|work out)"
    r" (?:me |us )?(?:an?|some|the"
    r" best|the earliest|the next)? ?(?:\w+ )?(?:times?|window|gap|opening|date|hours?"
    r"|minutes?|half)\b"
    r"|\btimes?\b.*\bwhen .*\b(?:all|both) (?:have|are|can)\b"
    r"|\bwhen (?:can|could|should|might|would) (?:i|we|all of us|everyone"
    r"|[\w.@, -]+? and (?:i|me)|[\w.@-]+,? (?:and [\w.@-]+ )?)"
    r" ?(?:all |both )?(?:meet|talk|get together|speak|have a|chat|sync)\b"
    r"|\bwhat (?:times?|days?|time slots?) (?:works?|would work|suits?|are we|can we)\b"
    r"|\b(?:earliest|next|soonest|best) (?:time|slot|opportunity|opening)\b"
    r"|\bwhen (?:are|is) (?:we|everyone|everybody|all of us|[\w.@, -]+ and (?:i|me))"
    r" (?:all |both )?(?:free|available)\b"
    r"|\bwhen (?:would|does) (?:it )?(?:suit|work for)\b|\btimes? (?:that )?(?:works?"
    r"|suits?) for\b",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:free|available|availability|unavailable|busy|occupied|open)\b"
    r"|\b(?:have|has|got|is there|any) (?:any |some |enough |free )?(?:time|room|space"
    r"|gaps?|capacity)\b"
    r"|\bcan (?:i|we|\w+) (?:make|do|meet|fit|squeeze|attend|take)\b|\bdoes (?:.+ )"
    r"?work\b|\bgaps?\b",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"\b(?:my|our|the|what's|is|when's|show me) next (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|week|month|year|few|couple|two|three)(?:meeting|event|appointment|call|thing|one|\w+)\b"
    r"|^next (?:meeting|event|appointment|call)\b|\bwhat(?:'s| is) (?:coming )?(?:up )"
    r"?next\b|\bfirst (?:meeting|thing|event|call)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|attended|met|happened|past|previous|yesterday|ago)\b|\blast (?!one\b)",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:what|what's|whats|when|which|who|where|how|does|look|looks|like|calendar|diary"
    r"|schedule|agenda"
    r"|planned|scheduled|happening|going|lined|booked|events?|meetings?|appointments?|coming|rest"
    r"|remaining|upcoming|show|list|see|view|display|check|give|tell|find|search|many|much"
    r"|busy|free|full|work|day"
    r"|anything|something|everything|things?|overview|summary|summari[sz]e|run|through"
    r"|details?|more|know|plan|plans|need"
    r"|attend|attending|invited|start|starts|end|ends|begin|long|next|first|last|recurring"
    r"|item|items|went|happen|happened"
    r"|meet|met|there|open|walk|please|pull|set|put|again|left|still|currently|with|got"
    r"|days?|get|looking|read|over|go|about|on|next)\b",
    re.IGNORECASE,
)
_AHEAD = timedelta(days=60)
_WEEK = timedelta(days=7)
_BACK = timedelta(days=90)


def look(command: str, request: PlanRequest) -> ToolPlan | None:
    """Plan a question about the calendar; None for what is not one."""
    if not _ASKING.match(command) or _MAKING.search(command):
        return None
    now = asked_at(request)
    past = _PAST.search(command) is not None
    when = read_when(command, now, request.profile.preferred.working_hours, past=past)
    rest = when.rest_of(command)
    if _CLASH.search(rest):
        start, end = window_for(when, now)
        return ToolPlan(steps=(step(CONFLICTS, "Look for conflicts", start=start, end=end),))
    if _MEETABLE.search(command):
        return _slots(when, rest, request, now)
    if _FREE.search(rest) or CALENDAR_OF.search(rest):
        return _availability(when, rest, request, now)
    return _list(command, when, rest, request, past=past)


def _slots(when: When, rest: str, request: PlanRequest, now: datetime) -> ToolPlan:
    found = found_by(people_in(rest), request)
    start, end = window_for(when, now)
    search = step(
        SLOTS,
        "Find times when all are free",
        people=list(found.addresses),
        minutes=when.minutes or 30,
        start=start,
        end=end,
    )
    return ToolPlan(steps=(*found.steps, search))


def _availability(when: When, rest: str, request: PlanRequest, now: datetime) -> ToolPlan:
    found = found_by(people_in(rest), request)
    start, end = window_for(when, now)
    check = step(CHECK, "See who is free", start=start, end=end, people=list(found.addresses))
    return ToolPlan(steps=(*found.steps, check))


def _list(command: str, when: When, rest: str, request: PlanRequest, *, past: bool) -> ToolPlan:
    """List what is on; what is asked about by name is looked for further ahead, or back."""
    now = asked_at(request)
    if not when.spans and (meant := event_meant(command, request, now)) and not meant.steps:
        return _details(meant.event, request, now)
    subject = re.sub(
        r"\b(?:on|in|of) (?:my|our|the) (?:calendar|diary|schedule|agenda)"
        r"\b",
        " ",
        rest,
        flags=re.IGNORECASE,
    )
    query = words_of(_TALK.sub(" ", subject)) if content_words(subject) else ""
    first = _NEXT.search(command) is not None
    if first:
        start = local(now.date(), now.time())
        end = (now + _AHEAD).date().isoformat()
        if when.dated and (window := when.window(now)):
            start, end = window
        found = step(LIST, "Find the next event", start=start, end=end, query=query, limit=1)
        return ToolPlan(steps=(found,))
    if window := when.window(now):
        start, end = window
    elif past:
        start, end = (now - _BACK).date().isoformat(), now.date().isoformat()
    elif query:
        start, end = now.date().isoformat(), (now + _AHEAD).date().isoformat()
    elif re.search(
        r"\b(?:upcoming|coming up|soon|ahead|meetings|events|appointments|plans)"
        r"\b",
        rest,
        re.IGNORECASE,
    ):
        start, end = now.date().isoformat(), (now + _WEEK).date().isoformat()
    else:
        start = end = now.date().isoformat()
    return ToolPlan(steps=(step(LIST, "Look in the calendar", start=start, end=end, query=query),))


def _details(event: str, request: PlanRequest, now: datetime) -> ToolPlan:
    """Show an event that was listed: it is looked up by its title, around now."""
    known = (*(r for done in request.earlier for r in done.references), *request.context.references)
    label = next(reference.label for reference in known if reference.id == event)
    start, end = (now - _WEEK).date().isoformat(), (now + _AHEAD).date().isoformat()
    found = step(LIST, "Find the event", start=start, end=end, query=words_of(label) or label)
    return ToolPlan(steps=(found,))
