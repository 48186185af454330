"""From a command to tool calls: read it, then do what its task's frame says."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.decisions.picking import describing
from shared.decisions.questioning import asks
from shared.english import asked_at, oddity, read_when
from shared.models.reasoning import Clarified, IntentRequest, PlanRequest, ToolPlan
from shared.understanding.drafts import about_draft
from shared.understanding.folding import tidy
from shared.understanding.marking import TIMES, Span
from shared.understanding.plainly import plainly_timed
from shared.understanding.reader import Before, Reader
from shared.understanding.recipients import SENDS, with_parts
from shared.understanding.said import Said, pronoun, said_in
from shared.understanding.stating import follow_clause
from shared.understanding.tasks import CHANGING, IN_WORDS, service_of
from shared.understanding.work import Asked, Frame, Frames, Work
from shared.workspace.across.frames.theirs import (
    FIND,
    asked_anywhere,
    asked_of_theirs,
    goes_on,
    telling_enough,
)
from shared.workspace.registry import SERVICES

FRAMES: Mapping[str, Frames] = {one.agent.id: one.frames for one in SERVICES}
"""The tasks of each of the product's own agents."""
AGENT_OF: Mapping[str, str] = {task: agent for agent, frames in FRAMES.items() for task in frames}
_EVERY: Mapping[str, Frame] = {
    task: frame for frames in FRAMES.values() for task, frame in frames.items()
}
_TAKES_ANYTHING = "action"
_LONGEST = 2000
_CLEAR = 0.5
"""The least probability of a task that changes something."""
_LIKELY = 0.2
"""The least probability of any task."""
_ALIKE, _SURELY = frozenset({"contact_add", "contact_update"}), 0.8
"""Tasks of which the frames tell which it is: of whom there is already, something is new."""
_HINT = 0.15
"""The least probability that a command is for a service at all, which an agent is named for."""
_POSSESSIVE = re.compile(r"['\u2019]s$")
_TELLS = frozenset({"mail_send", "mail_reply", "mail_draft", "slack_post", "slack_dm"})
"""Tasks in which the same may be said that one before it said."""
_FOR_IT = re.compile(r"\b(?:for|about|on|of|over|regarding|to discuss) (?:it|that|this)\b")
_OF_TIME = TIMES | {"duration", "repeat"}
_POINTING = ("which",)
"""Kinds of span that only point at what a question was about."""
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
_UNSURE = "I'm not sure what to do. Should I {}? Say it in other words."

_NO_TIME = ("cal_update", "newtime")
"""A change of an event that lacks when it is to be."""
_FILED = frozenset({"sheet", "page"})
"""Services whose commands are about a file: "open the plan and set the status to Done"."""


def plan_command(request: PlanRequest, reader: Reader) -> ToolPlan:
    """Plan the calls for one command of one of the product's own agents."""
    own = FRAMES.get(request.agent, {})
    known = _EVERY if request.agent == _TAKES_ANYTHING else own
    said = said_for(request, reader, known)
    if said.task not in known:
        return ToolPlan(cannot=_NOTHING)
    plan = planned(said, request)
    plainly = plainly_timed(said, reader) if (said.task, plan.lacks) == _NO_TIME else ""
    if not plainly:
        return plan
    retold = said_for(request.model_copy(update={"command": plainly}), reader, known)
    timed = planned(retold, request) if retold.task == said.task else plan
    return timed if timed.steps else plan


def said_for(request: PlanRequest, reader: Reader, known: Mapping[str, Frame]) -> Said:
    """Return what a command says, as one of the tasks in `known`."""
    text = _lines(request.command)[:_LONGEST]
    said = follow_clause(text, request.context, reader)
    asked = None if about_draft(said) else _asked_for(said, text, request, known, reader.told(text))
    if asked is not None:
        return asked
    if said.task not in known or said.sure < _CLEAR:
        own = _as_one_of(known, text, reader)
        said = own if said.task not in known else replace(said, sure=max(said.sure, own.sure))
    said = _whom(said, request, reader)
    if said.task in SENDS and not about_draft(said):
        said = with_parts(said, reader.revisions.alone(said.text).parties)
    for told in request.context.clarified:
        said = _with_answer(said, told, reader)
    return said


def _asked_for(
    said: Said, text: str, request: PlanRequest, known: Mapping[str, Frame], wanted: float
) -> Said | None:
    """Return a command that asks for what is theirs as such, where that is one of the tasks."""
    theirs = asked_of_theirs(said, request.links, request.context, told=wanted)
    if theirs is not None and theirs.task in known:
        return theirs
    return asked_anywhere(said, describing(text), told=wanted) if FIND in known else None


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
    return Said(task, sure, text, reader.read_as(task, text).spans)


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
        tools=(),
    )


def planned(said: Said, request: PlanRequest) -> ToolPlan:
    """Return the calls that do what is said, or the question they cannot do without."""
    frame = _EVERY.get(said.task)
    if frame is None:
        return ToolPlan(cannot=_NOTHING)
    if odd := oddity(said.text):
        return ToolPlan(cannot=odd)
    unsure = said.sure < (_CLEAR if said.task in CHANGING else _LIKELY)
    unsure = unsure and not (said.task in _ALIKE and said.near >= _SURELY)
    reads = said.task not in CHANGING
    onward = reads and asks(said.text) and goes_on(said, request.context)
    if unsure and onward:
        return _looking(said, request)
    if unsure and said.near < _CLEAR:
        return ToolPlan(cannot=_UNSURE.format(IN_WORDS[said.task]))
    work = Work(said, request)
    try:
        frame(work)
    except Asked as asked:
        if onward or (reads and asked.kind and telling_enough(said)):
            return _looking(said, request)
        return ToolPlan(cannot=str(asked), lacks=asked.kind)
    if unsure:
        return ToolPlan(cannot=_UNSURE.format(IN_WORDS[said.task]))
    plan = work.plan()
    return plan.model_copy(
        update={"confidence": said.whole} if plan.steps else {"cannot": _NOTHING}
    )


def _looking(said: Said, request: PlanRequest) -> ToolPlan:
    """Look everywhere for what is told by more than a name, instead of asking for one."""
    work = Work(said, request)
    _EVERY[FIND](work)
    return work.plan().model_copy(update={"confidence": said.whole})


def _with_answer(said: Said, told: Clarified, reader: Reader) -> Said:
    """Return a command with what the answer to a question about it says."""
    if not told.told or not told.lacks:
        return said
    answer = tidy(told.answer)
    read = reader.read_as(said.task, answer, Before(said.text, "question"))
    if any(span.kind == told.lacks for span in read.spans):
        spans = tuple(span for span in read.spans if span.kind not in _POINTING)
        if told.lacks == "body":
            spans = _worded(answer, read.spans) or spans
    elif told.lacks in _OF_TIME and any(span.kind in _OF_TIME for span in read.spans):
        spans = read.spans  # how long, where it was asked when: that is still open
    else:
        spans = (Span(told.lacks, answer, 0, len(answer)),)
    return replace(said.with_answer(told.lacks, _after(said, spans)), text=f"{said.text} {answer}")


def _worded(answer: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return what is to be said where it is the whole answer, but for what leads to it; or none."""
    first = min(spans, key=lambda one: (one.kind not in _APART, one.start))
    lead = _SAY_IT.match(answer)
    start = lead.end() if lead else 0
    bodies = [one.start for one in spans if one.kind == "body"]
    if first.kind in _APART or len(bodies) != 1 or not answer[start : bodies[0]].strip():
        return ()
    return (Span("body", answer[start:], start, len(answer)),)


def _after(said: Said, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return the spans of an answer where they stand when it is put behind the command."""
    by = len(said.text) + 1
    return tuple(replace(one, start=one.start + by, end=one.end + by) for one in spans)


def _lines(text: str) -> str:
    """Return a text tidy but for its line breaks."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(tidy(line) for line in text.strip().splitlines()))
