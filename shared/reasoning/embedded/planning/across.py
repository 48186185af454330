"""Tool calls for one command to the action agent, which works across mail and calendar."""

import re
from datetime import timedelta

from shared.english import When, asked_at, local, read_when
from shared.matching.orders import plain
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning import calendar, mail
from shared.reasoning.embedded.planning.steps import refused, step
from shared.reasoning.embedded.words import fold, tidy, word_set

CATCH_UP = "workspace_catch_up"
UNPREPARED = "workspace_unprepared_meetings"

USUAL_DAYS = 14
MAX_DAYS = 90
_AHEAD = timedelta(days=7)

_CATCHES_UP = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\b(?:catch|get|fill|bring|put|keep) (?:me|us) (?:back )?(?:up|in|up to (?:speed"
            r"|date)|in the picture)(?: to (?:speed|date))?"
            r"(?: (?:on|with|about|regarding|in))? ?(?P<topic>.*)$"
        ),
        r"\b(?:get|be|come) (?:me )?up to (?:speed|date) (?:on|with|about) (?P<topic>.+)$",
        r"\bup to (?:speed|date) (?:on|with|about) (?P<topic>.+)$",
        (
            r"\b(?:what(?:'s| is| has| have|'s been)?(?: been)?) (?:happen(?:ed|ing)|going on|new"
            r"|up|changed|the (?:latest|status|state|story|news|update))"
            r"(?: (?:with|on|about|at|for|of|in|around|regarding))? ?(?P<topic>.*)$"
        ),
        (
            r"\b(?:give|send|show|get) me (?:an? |the )?(?:quick |short |brief |full )?(?:update"
            r"|overview|status(?: update| report)?|summary|rundown|briefing|recap"
            r"|state of play|latest|news|digest|low-?down|picture)(?: (?:on|of|about|for|with"
            r"|regarding|from))? ?(?P<topic>.*)$"
        ),
        (
            r"^what (?:do|should) (?:i|we) (?:need to )?know about (?P<topic>.+?)"
            r"(?: before (?:the|my|our) .*)?$"
        ),
        r"^(?:update|brief) me (?:on|about) (?P<topic>.+)$",
        (
            r"^(?:any )?(?:news|updates?|developments?) (?:on|about|with|from|regarding)"
            r" (?P<topic>.+)$"
        ),
        r"^where (?:are|do) we (?:stand )?(?:with|on) (?P<topic>.+)$",
        r"^where do(?:es)? (?P<topic>.+) stand$",
        r"^how(?:'s| is| are) (?P<topic>(?:the )?.+?) (?:going|progressing|coming along|doing)$",
        (
            r"^(?:summari[sz]e|recap|tell me) (?:everything|all|what we know|what happened"
            r"|what i missed|the (?:latest|activity)) ?(?:about|on|with|around|regarding|in)"
            r"? ?(?P<topic>.*)$"
        ),
        r"^what (?:did|have) i miss(?:ed)?(?: (?:on|with|about|in|from|at))? ?(?P<topic>.*)$",
        r"^catch[- ]?up (?:on|with|about) (?P<topic>.+)$",
        r"^(?:status|overview|recap|summary|history|background) (?:of|on|for|about) (?P<topic>.+)$",
    )
)
_AWAY = re.compile(
    r",? ?\b(?:while|since|when|during) (?:i|we|my|the) ?(?:was|were|'ve been|have been"
    r"|went|left|got back|vacation|holidays?|absence|leave|break|trip)?"
    r" ?(?:away|out(?: of (?:the )?office)?|on (?:holiday|vacation|leave|a trip)|off|gone"
    r"|sick|travelling|traveling)?\b",
    re.IGNORECASE,
)
_EVERYWHERE = re.compile(
    r"[,?.]? ?\b(?:(?:across|in|from|over|including|incl\.?|both|with)(?: (?:my|all|both|the))? )?"
    r"(?:e-?mails?|mails?|inbox|calendar|meetings|slack)(?:,| and| &)+ ?(?:my |the )?"
    r"(?:e-?mails?|mails?"
    r"|inbox|calendar|meetings|slack|contacts)(?:(?:,| and)+ (?:my |the )?(?:e-?mails?|mails?"
    r"|calendar"
    r"|meetings|slack|contacts))*(?: please)?$",
    re.IGNORECASE,
)
"""Where to look, which is everywhere anyhow."""
_PREFACE = re.compile(r"^(?:i|we)(?:'ve| was| were| have| am|'m)\b[^,]*, ", re.IGNORECASE)
_UNREADY = re.compile(
    r"\b(?:un|not |n't |under)(?:yet |been |really |fully |well )*prepar\w+"
    r"|\bun-?prepared\b|\bprepar(?:e|ed|ing|ation)\b|\bprep(?:ping|ped)?\b"
    r"|\bnot ready\b|\bready for\b|\bready\b.*\bmeetings?\b|\b(?:without|no|missing"
    r"|lack\w*|need\w*|have no) (?:an? )?agendas?\b|\bget ready\b",
    re.IGNORECASE,
)
_MEETS = re.compile(
    r"\b(?:meetings?|calls?|appointments?|events?|calendar|day|week|tomorrow|today)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^(?:what|which|am|are|is|do|does|have|has|show|list|find|any|check|tell|give|how"
    r"|where|identify|look|see|who|get|my|meetings?)\b",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"\b(?:calendar|diary|meetings?|meet|appointments?|events?|schedule|reschedule"
    r"|invit(?:e|ation)s?|availab\w+|free|busy|slots?|conflicts?|stand-?up|1:1|agenda|book|lunch"
    r"|double[- ]book\w*)\b",
    re.IGNORECASE,
)
_MAIL = re.compile(
    r"\b(?:e-?mails?|mails?|inbox|mailbox|reply|replies|respond|forward|draft|send|archive"
    r"|unread|newsletters?|attachments?|messages?|write|unanswered|subject)\b",
    re.IGNORECASE,
)
_OPENS_MAIL = re.compile(
    r"^(?:reply|respond|answer|forward|send|draft|write|e-?mail|mail|archive|star|label"
    r"|mark|snooze)\b",
    re.IGNORECASE,
)
_TRIM = re.compile(
    r"^(?:(?:with|on|about|regarding|from|at|in|for|of|the|our|my|all|everything|to speed"
    r"|to date|what's happening with) )+",
    re.IGNORECASE,
)
_NO_TOPIC = word_set(
    "me it that this things everything stuff all work here there lately recently again pl"
    "ease today new up"
)
_LONGEST = 1_000
_ON_WHAT = (
    "What should I catch you up on? Name a project, a company or a person, for example “C"
    "atch me up "
    "on the Johnson project”."
)


def plan(command: str, request: PlanRequest) -> ToolPlan:
    """Plan catching up and looking for unprepared meetings; the rest is mail's or calendar's."""
    said = plain(_PREFACE.sub("", plain(tidy(command)[:_LONGEST]))).rstrip(" .?!")
    if _UNREADY.search(said) and _MEETS.search(said) and _ASKS.match(said):
        return _unprepared(said, request)
    if not _OPENS_MAIL.match(said) and (caught := _catch_up(said, request)):
        return caught
    if _OPENS_MAIL.match(said) or (_MAIL.search(said) and not _CALENDAR.search(said)):
        return mail.plan(command, request)
    if _CALENDAR.search(said):
        return calendar.plan(command, request)
    return mail.plan(command, request)


def _unprepared(said: str, request: PlanRequest) -> ToolPlan:
    now = asked_at(request)
    when = read_when(said, now, request.profile.preferred.working_hours)
    start, end = when.window(now) or (now.date().isoformat(), (now + _AHEAD).date().isoformat())
    if start < now.date().isoformat() <= end[:10]:
        start = local(now.date(), now.time())
    looked = step(UNPREPARED, "Look for meetings to prepare", start=start, end=end)
    return ToolPlan(steps=(looked,))


def _catch_up(said: str, request: PlanRequest) -> ToolPlan | None:
    now = asked_at(request)
    when = read_when(said, now, request.profile.preferred.working_hours, past=True)
    rest = _EVERYWHERE.sub("", _AWAY.sub(" ", when.rest_of(said)).strip(" ,.?!"))
    for pattern in _CATCHES_UP:
        found = pattern.search(" ".join(rest.split()))
        if found is None:
            continue
        topic = _TRIM.sub("", f"{found['topic'].strip(' ,.?!')} ").strip()
        if re.search(
            r"\b(?:calendar|inbox|mailbox|schedule|diary|e-?mails?)\b", topic, re.IGNORECASE
        ):
            return None
        if not topic or fold(topic) in _NO_TOPIC:
            return refused(_ON_WHAT)
        return ToolPlan(
            steps=(step(CATCH_UP, "Look everywhere", topic=topic, days=_days(when, request)),)
        )
    return None


def _days(when: When, request: PlanRequest) -> int:
    """Return how many days back to look."""
    today = asked_at(request).date()
    first = when.since.date() if when.since else when.first
    if first is None or first > today:
        return USUAL_DAYS
    return max(1, min((today - first).days or 1, MAX_DAYS))
