"""From a command to tool calls: read it, then do what its task's frame says."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from shared.decisions.picking import describing
from shared.decisions.questioning import asks
from shared.decisions.wording import NOTED
from shared.english import asked_at, oddity, read_when
from shared.models.reasoning import Clarified, IntentRequest, PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.which import TASK, chosen_of, in_words, which_of
from shared.understanding.arranging import only_said, with_whole_body, without_limits
from shared.understanding.cell_value import with_cell
from shared.understanding.changed_event import WISHED, wished_of
from shared.understanding.drafts import about_draft
from shared.understanding.folding import tidy, word_set
from shared.understanding.followed import goes_on_likely
from shared.understanding.going_on import kinds_of
from shared.understanding.listed import listed, meant_of
from shared.understanding.marking import TIMES, Span
from shared.understanding.ordered_event import of_shown, only_ordered
from shared.understanding.pointing import known_references
from shared.understanding.reader import Before, Reader
from shared.understanding.recipients import SENDS, with_parts
from shared.understanding.said import WHO, Said, pronoun, said_in
from shared.understanding.shown_page import named_pages, wished_of_page
from shared.understanding.stating import follow_clause
from shared.understanding.tasks import CHANGING, service_of
from shared.understanding.work import Asked, Frame, Frames, Work
from shared.workspace.across.frames.theirs import (
    FIND,
    asked_anywhere,
    asked_of_theirs,
    doubted,
    goes_on,
    in_table_shown,
    telling_enough,
)
from shared.workspace.registry import SERVICES
from shared.workspace.sheets.asking.onward import of_tables

FRAMES: Mapping[str, Frames] = {one.agent.id: one.frames for one in SERVICES}
"""The tasks of each of the product's own agents."""
AGENT_OF: Mapping[str, str] = {task: agent for agent, frames in FRAMES.items() for task in frames}
_EVERY: Mapping[str, Frame] = {
    task: frame for frames in FRAMES.values() for task, frame in frames.items()
}
_TAKES_ANYTHING = "action"
_LONGEST = 2000
_AT_ONCE = word_set(
    "mail_draft mail_archive mail_star mail_mark_read mail_label mail_snooze slack_mark_read"
)
"""Tasks that are done without being shown first."""
_CLEAR = 0.5
"""The least probability of a task that is done at once."""
_LIKELY = 0.2
"""The least probability of any task: one that is shown first is its own question."""
_WRITTEN, _SURELY = frozenset({"mail_send", "mail_draft"}), 0.8
"""A mail is kept where that is said, and else goes out once it was shown: together they are sure.
"""
_HINT = 0.15
"""The least probability that a command is for a service at all, which an agent is named for."""
_POSSESSIVE = re.compile(r"['\u2019]s$")
_TELLS = frozenset({"mail_send", "mail_reply", "mail_draft", "slack_post", "slack_dm"})
"""Tasks in which the same may be said that one before it said."""
_FOR_IT = re.compile(r"\b(?:for|about|on|of|over|regarding|to discuss) (?:it|that|this)\b")
_WHEN = TIMES | {"repeat"}
_POINTING = ("which",)
"""Kinds of span that only point at what a question was about."""
_CALLS = re.compile(
    r"(?:^|[.!?]\s)\W*(?:(?:please|pls|can|could|would|will|you|just|and|then|now|ok|okay|hey)\W+)*"
    r"(?:(?:ring|phone|call)(?: up)? (?!(?:it|that|this|off|for|the (?:event|meeting|page))\b)\w"
    r"|give [\w ]{1,30}? an? (?:ring|(?:phone )?call|bell)\b"
    r"|(?:make|place) an? (?:phone )?call\b)",
    re.IGNORECASE,
)
"""How it is ordered to speak with somebody on the phone."""
_NO_CALLS = (
    "I can't make phone calls. I can write to them by mail or on Slack: say which, and what it "
    "should say."
)
_MORE: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        _WHEN, frozenset({"place", "person", "organisation", "topic", "body", "duration"})
    ),
    "person": frozenset({"place", "topic", "body", "duration", "file"}) | TIMES,
    "body": frozenset({"topic", "person", "file"}) | TIMES,
    "topic": frozenset({"duration"}) | TIMES,
}
"""What an answer tells that is plainly not what was asked, and no other name of it."""
_NEEDED = frozenset({"topic", "body"})
"""Kinds of span that something is made of; how else it is to be can be changed when it is."""
_APART = frozenset({"which", "person", "organisation", "copied"})
"""Kinds of span of an answer that are none of the words that were asked for."""
_SAY_IT = re.compile(
    r"\W*(?:(?:just|please|oh|ok|okay|and|simply|only)\W+)*"
    r"(?:(?:say(?:ing)?|(?:tell|ask) (?:him|her|them)|write|let (?:him|her|them) know"
    r"|it should (?:say|read))\b(?: that)?\W*)?",
    re.IGNORECASE,
)
"""What an answer may begin with before the words that were asked for."""
_NOTHING = "I can't tell what should be done. Say it in other words."

_REST_STAYS = frozenset({"page_write", "sheet_append", "sheet_set", *WISHED})
"""Tasks whose commands may say besides what is not to be different."""
_LISTED = {task: kinds for one in SERVICES for task, kinds in one.listed.items()}
"""What of the things that were listed each task may be about."""
_FILED = frozenset({"sheet", "page"})
"""Services whose commands are about a file: "open the plan and set the status to Done"."""


def plan_command(request: PlanRequest, reader: Reader) -> ToolPlan:
    """Plan the calls for one command of one of the product's own agents."""
    own = FRAMES.get(request.agent, {})
    known = _EVERY if request.agent == _TAKES_ANYTHING else own
    said = said_for(request, reader, known)
    if said.task not in known:
        return ToolPlan(cannot=_NOTHING)
    if untold := _still_open(said, request.context.clarified):
        question = untold.question.removeprefix(f"{NOTED} ")
        return ToolPlan(cannot=f"{NOTED} {question}", lacks=untold.lacks)
    return planned(said, request)


def said_for(request: PlanRequest, reader: Reader, known: Mapping[str, Frame]) -> Said:
    """Return what a command says, as one of the tasks in `known`."""
    text = _lines(request.command)[:_LONGEST]
    said = _read(text, request, reader)
    if (task := chosen_of(request.context.clarified)) in known:
        spans = said.spans if task == said.task else reader.read_as(task, text).spans
        told = f"{text.rstrip(' .')}. {in_words(task)}." if task in _WRITTEN else text
        said = replace(said, task=task, sure=1.0, near=1.0, spans=spans, text=told)
        return _with_all(said, request, reader)
    if (tabled := of_tables(said, request, reader.revisions)) is not None and tabled.task in known:
        return tabled
    asked = None if about_draft(said) else _asked_for(said, text, request, known, reader)
    if asked is not None:
        return asked
    if said.task not in known or said.sure < _CLEAR:
        own = _as_one_of(known, text, reader)
        said = own if said.task not in known else replace(said, sure=max(said.sure, own.sure))
    return _with_all(said, request, reader)


def _with_all(said: Said, request: PlanRequest, reader: Reader) -> Said:
    """Return a command with what is told of it besides: before it, when asked, and by its marks."""
    said = only_said(with_whole_body(_whom(said, request, reader), reader), reader)
    if said.task in SENDS and not about_draft(said):
        first = not (request.context.references or request.earlier)
        said = with_parts(said, reader.revisions.alone(said.text).parties, first=first)
    for told in request.context.clarified:
        said = _with_answer(said, told, asked_at(request), reader)
    if said.task == "sheet_set":
        return with_cell(said, reader)
    if (kinds := _LISTED.get(said.task)) is not None:
        among = listed(known_references(request, kinds), kinds)
        said = replace(said, listed=meant_of(said.text, among, request.context, reader.choices))
    return _as_changed(said, request, reader)


def _as_changed(said: Said, request: PlanRequest, reader: Reader) -> Said:
    """Return a command with what it wants of an event, or a page, and what its times are for."""
    page = said.task == "page_write"
    if service_of(said.task) != "cal" and not page:  # nothing else asks what its times are for
        return said
    alone, wished = reader.revisions.alone(said.text), said.wished
    said = only_ordered(said, reader)
    shown = any(one.kind == "event" for one in request.context.references)
    said = of_shown(said, reader, shown=shown)
    if page:
        named = named_pages(said.text, request.links, said.spans, request.context)
        wished = wished_of_page(said.text, named, request.context, reader.revisions)
    elif said.task in WISHED:
        wished = wished_of(said, request.context, reader)
    return replace(said, times=alone.times, parties=alone.parties, wished=wished)


def _read(text: str, request: PlanRequest, reader: Reader) -> Said:
    """Return what a command says, with nothing to be written that says only what else stays."""
    said = follow_clause(text, request.context, reader)
    if said.task not in _REST_STAYS:
        return said
    left = without_limits(text, reader)
    if said.task not in WISHED:
        return follow_clause(left, request.context, reader) if left != text else said
    spans = (one for one in said.spans if one.kind != "body" or one.start < len(left))
    return replace(said, spans=tuple(spans))


def _asked_for(
    said: Said, text: str, request: PlanRequest, known: Mapping[str, Frame], reader: Reader
) -> Said | None:
    """Return a command that asks for what is theirs as such, where that is one of the tasks."""
    wanted, onward = reader.told(text, doubted(said)), goes_on_likely(text, request.context, reader)
    theirs = asked_of_theirs(said, request.links, request.context, told=wanted, onward=onward)
    anywhere = asked_anywhere(said, describing(text), told=wanted)
    every = (
        in_table_shown(one, request.links, request.context) for one in (theirs, anywhere) if one
    )
    return next((one for one in every if one.task in known), None)


def _whom(said: Said, request: PlanRequest, reader: Reader) -> Said:
    """Put the one whom the commands before in the same message name in place of a pronoun.

    Likewise what they are about: "mark the mail on the course as read and put in an hour for it".
    """
    if not request.earlier:
        return said
    before = [said_in(reader.read(done.command)) for done in request.earlier]
    if not said.has("topic", "which") and _FOR_IT.search(said.rest):
        about = [one for earlier in before for one in earlier.spans if one.kind == "topic"]
        said = replace(said, carried=(*said.carried, *about[-1:]))
    if said.task in _TELLS and said.says("same") and not said.has("body"):
        told = [one for earlier in before for one in earlier.spans if one.kind == "body"]
        said = replace(said, carried=(*said.carried, *told[-1:]))
    if service_of(said.task) in _FILED and not said.has("file", "which"):
        same = [one for one in before if service_of(one.task) == service_of(said.task)]
        files = [one for earlier in same for one in earlier.spans if one.kind == "file"]
        said = replace(said, carried=(*said.carried, *files[-1:]))
    said = _on_the_day(said, before, request)
    named = {
        _POSSESSIVE.sub("", one.text): one
        for earlier in before
        for one in earlier.spans
        if one.kind == "person" and not pronoun(one)
    }
    proper = [name for name in named if name[:1].isupper()] or [*named]
    if len(proper) != 1:
        return said
    (name,) = proper
    spans = (replace(one, text=name) if pronoun(one) else one for one in said.spans)
    return replace(said, spans=tuple(spans))


def _on_the_day(said: Said, before: Sequence[Said], request: PlanRequest) -> Said:
    """Put a time of day on the day of the command before it: "at ten with Al, at 11 with Bo"."""
    times = [one for earlier in before for one in earlier.spans if one.kind in TIMES]
    own = [one.text for one in said.spans if one.kind in TIMES]
    if service_of(said.task) != "cal" or not times or not own:
        return said
    if read_when(" ".join(own), asked_at(request)).day_named:
        return said
    days = [one for one in times if read_when(one.text, asked_at(request)).day_named]
    return replace(said, carried=(*said.carried, *days[-1:]))


def _as_one_of(known: Mapping[str, Frame], text: str, reader: Reader) -> Said:
    """Return what a command says if it is one of the tasks in `known`, as it should be."""
    reading = reader.read(text)
    likely = [(task, share) for task, share in reading.tasks if task in known]
    task, share = likely[0] if likely else (reading.task, reading.sure)
    whole = sum(share for _, share in likely)
    sure = share / whole if whole > _HINT else share
    return Said(task, sure, text, reader.read_as(task, text).spans, tasks=reading.tasks)


def command_for(said: Said, request: IntentRequest | PlanRequest) -> PlanRequest:
    """Return one command of a message as it is planned."""
    if isinstance(request, PlanRequest):
        return request
    return PlanRequest(
        agent=AGENT_OF.get(said.task, ""),
        command=said.text,
        today=request.today,
        now=request.now,
        context=request.context,
        profile=request.profile,
        links=request.links,
        mentioned=request.mentioned,
        tables=request.tables,
        tools=(),
    )


def planned(said: Said, request: PlanRequest) -> ToolPlan:
    """Return the calls that do what is said, or the question they cannot do without."""
    frame = _EVERY.get(said.task)
    if frame is None:
        return ToolPlan(cannot=_NOTHING)
    if odd := oddity(said.text):
        return ToolPlan(cannot=odd)
    if said.task in _TELLS and _calls(said):
        return ToolPlan(cannot=_NO_CALLS)
    unsure = said.sure < (_CLEAR if said.task in _AT_ONCE else _LIKELY)
    written = sum(share for task, share in said.tasks if task in _WRITTEN)
    unsure = unsure and not (said.task in _WRITTEN and written >= _SURELY)
    unsure = unsure and not any(one.lacks for one in request.context.clarified)
    reads = said.task not in CHANGING
    kinds = {one.kind for one in request.context.references}
    unsure = unsure and not (reads and said.has(*WHO) and kinds & kinds_of(said.task))
    onward = reads and asks(said.text) and goes_on(said, request.context)
    if unsure and onward:
        return _looking(said, request)
    if unsure and said.near < _CLEAR:
        return which_of(said, FRAMES[AGENT_OF[said.task]])
    work = Work(said, request)
    try:
        frame(work)
    except Asked as asked:
        if onward or (reads and asked.kind and telling_enough(said)):
            return _looking(said, request)
        return ToolPlan(cannot=str(asked), lacks=asked.kind)
    if unsure:
        return which_of(said, FRAMES[AGENT_OF[said.task]])
    plan = _as_wished(work.plan(), said, request)
    return plan.model_copy(
        update={"confidence": said.whole} if plan.steps else {"cannot": _NOTHING}
    )


def _calls(said: Said) -> bool:
    """Whether somebody is to be rung, whatever they are to be told then."""
    begun = min((one.start for one in said.spans if one.kind == "body"), default=len(said.text))
    return _CALLS.search(said.text, 0, begun) is not None


def _as_wished(plan: ToolPlan, said: Said, request: PlanRequest) -> ToolPlan:
    """Return a plan whose change is made as it was wished while something was asked about it."""
    changing = {tool.name for tool in request.tools if tool.changes}
    last = max((at for at, one in enumerate(plan.steps) if one.tool in changing), default=None)
    if last is None or not said.wishes:
        return plan
    wish = "\n".join(filter(None, (plan.steps[last].wish, *said.wishes)))
    steps = list(plan.steps)
    steps[last] = steps[last].model_copy(update={"wish": wish})
    return plan.model_copy(update={"steps": tuple(steps)})


def _looking(said: Said, request: PlanRequest) -> ToolPlan:
    """Look everywhere for what is told by more than a name, instead of asking for one."""
    work = Work(said, request)
    _EVERY[FIND](work)
    return work.plan().model_copy(update={"confidence": said.whole})


def _with_answer(said: Said, told: Clarified, now: datetime, reader: Reader) -> Said:
    """Return a command with what the answer to a question about it says.

    What tells nothing of what was asked, but more of the command, leaves that to be told. It is
    part of the command where nothing can be done without it, or how that should be otherwise.
    """
    if not told.told or told.lacks in {"", TASK}:
        return said
    answer, asked = tidy(told.answer), told.lacks
    read = reader.read_as(said.task, answer, Before(said.text, "question")).spans
    if any(one.kind in _sort(asked) for one in read):
        body = asked == "body"
        spans = (_worded(answer, read) or _whole(read, answer)) if body else _telling(read)
    else:
        alone = read or reader.read_as(said.task, answer).spans
        kinds = _besides(asked, answer, alone, now)
        needed = told.listed or (kinds <= _NEEDED and not said.has(*kinds))
        if kinds and not needed:
            return replace(said, wishes=(*said.wishes, answer))
        spans = _telling(alone) if kinds else (Span(asked, answer, 0, len(answer)),)
    text = f"{said.text.rstrip(' .')}, {answer}"
    spans = tuple(_moved(one, len(text) - len(answer)) for one in spans)
    return replace(said.with_answer(asked, spans), text=text)


def _besides(asked: str, answer: str, read: Sequence[Span], now: datetime) -> frozenset[str]:
    """Return the kinds of what an answer says besides, where it tells nothing of what was asked."""
    when = read_when(answer, now) if asked in _WHEN else None
    if when and when.dated:
        return frozenset()
    kinds = {one.kind for one in read} & _MORE.get(asked, frozenset())
    return frozenset({*kinds, *(["duration"] if when and when.minutes else [])})


def _sort(asked: str) -> frozenset[str]:
    """Return the kinds of span that tell what was asked: a time may be read as any of its kinds."""
    return _WHEN if asked in _WHEN else frozenset({asked})


def _still_open(said: Said, answers: Sequence[Clarified]) -> Clarified | None:
    """Return the question that was answered with more of the command, and is still to be told."""
    told = (one for one in reversed(answers) if one.told and one.lacks in _MORE)
    last = next((one for one in told if not one.listed), None)
    return last if last and not said.has(*_sort(last.lacks)) else None


def _telling(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return the spans of an answer but for those that only point at what was asked."""
    return tuple(one for one in spans if one.kind not in _POINTING)


def _worded(answer: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return what is to be said where it is the whole answer, but for what leads to it; or none."""
    first = min(spans, key=lambda one: (one.kind not in _APART, one.start))
    lead = _SAY_IT.match(answer)
    start = lead.end() if lead else 0
    bodies = [one.start for one in spans if one.kind == "body"]
    if first.kind in _APART or len(bodies) != 1 or not answer[start : bodies[0]].strip():
        return ()
    return (Span("body", answer[start:], start, len(answer)),)


def _whole(spans: Sequence[Span], answer: str) -> tuple[Span, ...]:
    """Return the spans of an answer that is to be said from its first word: "Tom can't come"."""
    first, *others = sorted(spans, key=lambda one: one.start)
    body = next((one for one in others if one.kind == "body"), None)
    if first.start or body is None or not answer[first.end : body.start].isspace():
        return _telling(spans)
    return (Span("body", answer[: body.end], 0, body.end), *(one for one in others if one != body))


def _moved(span: Span, by: int) -> Span:
    return replace(span, start=span.start + by, end=span.end + by)


def _lines(text: str) -> str:
    """Return a text tidy but for its line breaks."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(tidy(line) for line in text.strip().splitlines()))
