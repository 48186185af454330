"""Lines that were written from parts: a part says exactly which calls its line stands for.

Nothing is guessed at. A part whose words say more than can be told for certain, as after somebody
edited its line, makes no plan here.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from shared.decisions.building.email import SUBJECT
from shared.decisions.building.extract import extract_in
from shared.decisions.building.slack import written_to
from shared.english import When, asked_at, read_when
from shared.models.base import Json
from shared.models.building import Part
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.command import planned
from shared.reasoning.embedded.planning.passing import (
    Before,
    following,
    mailed,
    posted,
    result_of,
    row_kept,
    told_alone,
)
from shared.understanding.letters import sentence
from shared.understanding.marking import Span
from shared.understanding.people_said import ADDRESS
from shared.understanding.said import Said
from shared.understanding.steps import CONTACTS, refused, step
from shared.understanding.timeframes import find_timeframe
from shared.workspace.calendar.frames.events import LIST, words_of
from shared.workspace.contacts.frames.meant import UPDATE
from shared.workspace.contacts.frames.values import Pair
from shared.workspace.pages.frames import READ as READ_PAGE
from shared.workspace.sheets.frames import READ

_MOST_WORDS = 4
"""No name is longer; what is may say more than a name."""
_SENDER = re.compile(
    r"\b(?P<lead>from|to) (?P<who>\S.*?)(?= (?:from|to|about|with|of|in|that)\b|\s*$)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|&|\band\b)\s*(?:and )?", re.IGNORECASE)
_CALLED = re.compile(rf"{ADDRESS}|[^\W\d_a-z].*")
"""How an address or a name begins, where "from" and "to" may also lead on to anything else."""
_FLAG = re.compile(
    r"(?<!about )\b(?:unread|starred|important|(?:with|that have) (?:an? )?attachments?)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\babout \s*$", re.IGNORECASE)
_ORDER = len("Find emails")
_TOPIC = re.compile(r"(?:\b(?:about|of|in|with|the)\s+)*(?P<topic>\S.*)", re.IGNORECASE)
_ONE_SENDER = (
    "I can only look for mail from one person at a time. Give each of them a line of their own."
)
_MEETINGS = re.compile(
    r"(?:(?:of|in|on|for|the|my|all|day|them)\b ?)*"
    r"(?:(?:with|about) (?P<query>(?!.*\band\b)[\w@.'-]+(?: [\w@.'-]+){0,3}))?",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b(?:last|past|yesterday|previous)\b", re.IGNORECASE)
_WEEK, _AHEAD = timedelta(days=7), timedelta(days=60)
_WITH = re.compile(r"\bwith (?P<who>\S.*?)(?= (?:in|at|on|for)\b|\s*$)", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:in|at) (?P<place>\S.*?)\s*$", re.IGNORECASE)
_JOINING = re.compile(r"(?:[\s,]|\b(?:on|at|for|from|and|until|the)\b)*", re.IGNORECASE)
"""What is left of an event's words once all is taken that they say."""
_PAGES = re.compile(
    r"(?:.*\b(?:about|regarding|on|for) )?(?:(?:everything|all|of|the|my|our) )*(?P<topic>\S.*)",
    re.IGNORECASE,
)
_PAGE = re.compile(r"the page (?P<name>.+)")
_AT = re.compile(
    r"(?:everyone|everybody|people|contacts|anyone) (?:at|from|of|in) (?P<company>.+)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"(?:(?:set|change|the|their|his|her|new) )*(?P<field>(?:(?:phone|mobile|telephone)(?: number)?"
    r"|number|e-?mail(?: address)?|address|company|employer|(?:job )?title|role|notes?|name"
    r"|relation))(?: to be| to| is| as|:| =)? (?P<value>\S.*)",
    re.IGNORECASE,
)
Made = ToolPlan | None


def plan_of(part: Part, before: Before, request: PlanRequest) -> Made:
    """Return the calls of a part, numbered as they come after those before; None if in doubt."""
    return _CALLS[part.service, part.verb](part, before, request)


def _sheet_read(part: Part, _before: Before, _request: PlanRequest) -> Made:
    only = extract_in(part.slot("data"))
    if only is None:
        return None
    columns: list[Json] = list(only.columns)
    where: list[Json] = [{"column": column, "value": value} for column, value in only.where]
    sheet = part.slot("sheet")
    read = step(READ, "Read the sheet", sheet=sheet, columns=columns, where=where)
    return ToolPlan(steps=(read,))


def _row_added(part: Part, before: Before, _request: PlanRequest) -> Made:
    return row_kept(part.slot("sheet"), "", part.slot("row"), before)


def _posting(part: Part, before: Before, _request: PlanRequest) -> Made:
    text = part.slot("text") or result_of(before)
    if people := written_to(part.slot("channel")):
        return told_alone(people, text, before)
    return posted(part.slot("channel"), text)


def _mailing(part: Part, before: Before, request: PlanRequest) -> Made:
    body = sentence(part.slot("text")) or result_of(before)
    subject = part.slot("subject") or SUBJECT
    return mailed(part.slot("to"), subject, body, before, request)


def _pages(part: Part, before: Before, request: PlanRequest) -> Made:
    if page := _PAGE.fullmatch(part.slot("pages")):
        read = step(READ_PAGE, "Read the page", page=page["name"])
        return ToolPlan(steps=(read,))
    lead = "Summarize "
    text = f"{lead}{part.slot('pages')} from the pages"
    topic = _PAGES.fullmatch(part.slot("pages"))
    spans = () if topic is None else (_span("topic", topic, "topic", len(lead)),)
    return _framed("page_find", text, spans, before, request)


def _channel(part: Part, before: Before, request: PlanRequest) -> Made:
    channel, since = part.slot("channel"), part.slot("since")
    when = _when(since, request, past=True)
    if not when.spans or not _JOINING.fullmatch(when.rest_of(since)):
        return None
    lead = "Summarize "
    start = len(f"{lead}{channel} ")
    spans = (
        Span("channel", channel, len(lead), len(lead) + len(channel)),
        Span("time", since, start, start + len(since)),
    )
    return _framed("slack_summary", f"{lead}{channel} {since}", spans, before, request)


def _mails(part: Part, before: Before, request: PlanRequest) -> Made:
    """Look for mail from or to somebody, about something, of some kind and time."""
    text = left = f"Find emails {part.slot('query')}"
    times: list[Span] = []
    time = find_timeframe(text, date.fromisoformat(request.today))
    if time and not _ABOUT.search(text[: time.start]):
        times.append(Span("time", text[time.start : time.end], time.start, time.end))
        left = _without(left, time.start, time.end)
    people: list[Span] = []
    for found in _SENDER.finditer(left):
        who = found["who"].strip()
        if found["lead"].casefold() == "to" and not _CALLED.match(who):
            continue
        names = _AND.split(who)
        if len(names) > 1 and all(_CALLED.fullmatch(name) for name in names):
            return refused(_ONE_SENDER)
        if people or len(names) > 1 or len(who.split()) > _MOST_WORDS:
            return None
        people.append(Span("person", who, found.start("who"), found.start("who") + len(who)))
        left = _without(left, *found.span())
    flags: list[Span] = []
    for found in _FLAG.finditer(left):
        flags.append(Span("flag", found[0], *found.span()))
        left = _without(left, *found.span())
    about = _TOPIC.search(left, _ORDER)
    topics = () if about is None else (_span("topic", about, "topic"),)
    return _framed("mail_search", text, (*people, *topics, *flags, *times), before, request)


def _meetings(part: Part, _before: Before, request: PlanRequest) -> Made:
    period, now = part.slot("period"), asked_at(request)
    when = _when(period, request, past=_PAST.search(period) is not None)
    about = _MEETINGS.fullmatch(when.rest_of(period))
    if about is None:
        return None
    query = words_of(about["query"] or "")
    today = now.date()
    usual = today.isoformat(), (today + (_AHEAD if query else _WEEK)).isoformat()
    start, end = when.window(now) or usual
    look = step(LIST, "Look in the calendar", start=start, end=end, query=query)
    return ToolPlan(steps=(look,))


def _event(part: Part, before: Before, request: PlanRequest) -> Made:
    title, said = part.slot("title"), part.slot("when")
    lead = 'Create a calendar event "'
    text = f'{lead}{title}" {said}'
    at = len(text) - len(said)
    spans = [Span("topic", title, len(lead), len(lead) + len(title))]
    left = said
    when = _when(said, request)
    for start, end in when.spans:
        spans.append(Span("time", said[start:end], at + start, at + end))
        left = _without(left, start, end)
    if found := _WITH.search(left):
        place = found.start("who")
        for name in _AND.split(found["who"].strip()):
            place = said.index(name, place)
            spans.append(Span("person", name, at + place, at + place + len(name)))
            if len(name.split()) > _MOST_WORDS:
                return None
        left = _without(left, *found.span())
    if found := _PLACE.search(left):
        spans.append(_span("place", found, "place", at))
        left = _without(left, *found.span())
    if when.spans and not _JOINING.fullmatch(left):
        return None
    return _framed("cal_create", text, tuple(spans), before, request)


def _contact(part: Part, _before: Before, _request: PlanRequest) -> Made:
    person = part.slot("person")
    if company := _AT.fullmatch(person):
        found = step(CONTACTS, "Look in the contacts", organization=company["company"])
        return ToolPlan(steps=(found,))
    if len(person.split()) > _MOST_WORDS or len(_AND.split(person)) > 1:
        return None
    return ToolPlan(steps=(step(CONTACTS, "Look in the contacts", name=person),))


def _contact_changed(part: Part, before: Before, _request: PlanRequest) -> Made:
    person, change = part.slot("person"), _CHANGE.fullmatch(part.slot("change"))
    pair = Pair(change["field"], change["value"]) if change else Pair("", "")
    if not pair.field:
        return None
    values: dict[str, Json] = {pair.field: pair.written(pair.field)}
    find = step(CONTACTS, f"Find {person}", name=person)
    write = step(UPDATE, "Change the contact", contact_id="{1.contacts.0.id}", **values)
    return following(ToolPlan(steps=(find, write)), before)


_CALLS: Mapping[tuple[str, str], Callable[[Part, Before, PlanRequest], Made]] = {
    ("sheets", "read"): _sheet_read,
    ("sheets", "write"): _row_added,
    ("pages", "read"): _pages,
    ("slack", "read"): _channel,
    ("slack", "write"): _posting,
    ("email", "read"): _mails,
    ("email", "write"): _mailing,
    ("calendar", "read"): _meetings,
    ("calendar", "write"): _event,
    ("contacts", "read"): _contact,
    ("contacts", "write"): _contact_changed,
}
"""How each ingredient's lines are done."""


def _framed(
    task: str, text: str, spans: tuple[Span, ...], before: Before, request: PlanRequest
) -> ToolPlan:
    """Return the calls of a task whose spans are known for certain."""
    asked = request.model_copy(update={"command": text})
    return following(planned(Said(task, 1, text, spans), asked), before)


def _when(said: str, request: PlanRequest, *, past: bool = False) -> When:
    hours = request.profile.preferred.working_hours
    return read_when(said, asked_at(request), hours, past=past)


def _span(kind: str, found: re.Match[str], group: str, by: int = 0) -> Span:
    text = found[group].rstrip()
    start = found.start(group) + by
    return Span(kind, text, start, start + len(text))


def _without(text: str, start: int, end: int) -> str:
    """Return a text with blanks for what is taken out: the rest stays in its place."""
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"
