"""Passing on what was found: posting it, mailing it, keeping it in a sheet.

Lines that were written from parts are planned from those; `passed_on` reads the other ones.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple, cast

from shared.decisions.binding import shifted
from shared.decisions.building.email import SUBJECT
from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.understanding.letters import letter
from shared.understanding.people import Unknown, people
from shared.understanding.steps import DRAFT, SEND, refused, step
from shared.workspace.sheets.frames import APPEND
from shared.workspace.sheets.frames.cells import cells, named_cells
from shared.workspace.slack.frames.naming import FIND, POST, SEND_DIRECT

_THING = (
    r"(?:results?|summar(?:y|ies)|reports?|digests?|overviews?|lists?|findings?|rows?|data|output"
    r"|recaps?|numbers|figures|answers?|information|info|updates?)"
)
_WHAT = (
    rf"(?:it|that|this|them|these|those|everything|all of (?:it|them|that)"
    rf"|(?:an? )?(?:[\w-]+ ){{0,2}}{_THING}(?: (?:of|from|for|about) (?!#|\S+@)[^#@\":]+?)?"
    rf"|(?:the|its|their|these|this|that|those|my|our|all) [^#@\":]+?)"
)
_EVERYTHING = re.compile(
    r"(?:everything|all\b|(?:the |all |these |those )*(?:\w+ )?results\b)", re.IGNORECASE
)
_UNNAMED = re.compile(
    rf"(?:it|that|this|them|these|those|both|(?:(?:the|a|an|its) )?{_THING})", re.IGNORECASE
)
_TO_SLACK = re.compile(
    rf"(?:and )?(?:post|send|share|publish|write|put|announce|drop|add|report) (?P<what>{_WHAT})"
    rf" (?:to|in|into|on|at) (?:the |our |my )?(?:slack )?(?:channel )?#(?P<channel>[\w.-]+)"
    rf"(?: channel)?(?: (?:on|in) slack)?[.!]?",
    re.IGNORECASE,
)
_SUBJECT = (
    r"(?:,? (?:with|under) (?:the )?subject:? (?:\"(?P<subject>[^\"]+)\"|(?P<plain>[^\"]+?)))?"
)
_TO_PEOPLE = re.compile(
    rf"(?:and )?(?P<verb>e-?mail|mail|send|forward|draft) (?P<what>{_WHAT})"
    rf"(?: (?:by|via|in an?|as an?) (?:e-?mail|mail))?(?P<kept> as a draft)?"
    rf" to (?P<to>[^#:\"]+?)(?P<late>,? as a draft)?{_SUBJECT}[.!]?",
    re.IGNORECASE,
)
_TO_SHEET = re.compile(
    rf"(?:and )?(?:add|append|log|write|save|record|put) (?P<what>{_WHAT})"
    rf"(?: as a (?:new )?row)? (?:to|in|into|on) (?:the )?(?:tab \"(?P<tab>[^\"]+)\" of (?:the )?)?"
    rf"(?:sheet |spreadsheet )\"(?P<sheet>[^\"]+)\""
    rf"(?:,? (?:under|in the column) \"(?P<column>[^\"]+)\")?[.!]?",
    re.IGNORECASE,
)
_ROW_TO_TAB = re.compile(
    r"add a row to the tab \"(?P<tab>[^\"]+)\" of the sheet \"(?P<sheet>[^\"]+)\": (?P<cells>.+)",
    re.IGNORECASE,
)
_FOUND = re.compile(_WHAT, re.IGNORECASE)
_NOWHERE = re.compile(
    rf"(?:and )?(?:post|send|share|publish|e-?mail|mail|forward) {_WHAT}(?: (?:by|in|to|on|via)"
    r" (?:slack|e-?mail|mail|the channel|a channel))?[.!]?",
    re.IGNORECASE,
)
_NOTHING_YET = (
    "nothing has been read before it that could be passed on. A text of its own goes in quotes."
)
_WHERE = (
    "I can't tell where to. Say for example “Post the result to the Slack channel #general”, or "
    "“Email the result to team@acme.com”."
)


class Before(NamedTuple):
    """What a plan has when an order comes: how many steps, and which of them found something.

    `latest` are those that found something since it was last passed on.
    """

    steps: int
    found: tuple[int, ...]
    latest: tuple[int, ...]


def passed_on(order: str, before: Before, request: PlanRequest) -> ToolPlan | None:
    """Plan an order in somebody's own words to pass on what was found; None for any other order.

    "It" and "the summary" are all that was found since something was last passed on, so that no
    reading is left out; "the completed tasks" are what was found last, "all results" everything.
    The steps are numbered as they come after those `before`.
    """
    planned = _slack(order, before) or _sheet(order, before) or _mail(order, before, request)
    if planned is None and before.found and _NOWHERE.fullmatch(order):
        return refused(_WHERE)
    return planned


def result_of(before: Before) -> str:
    """Return the reference to all that was found since something was last passed on."""
    return _words("the result", before)


def posted(channel: str, text: str) -> ToolPlan:
    """Return posting a text, which is "" where nothing was found to be posted."""
    return _passing(text, step(POST, f"Post in {channel}", channel=channel, text=text))


def told_alone(people: Sequence[str], text: str, before: Before) -> ToolPlan:
    """Return writing a text to each of some members alone; "" where nothing was found."""
    if not text:
        return refused(_NOTHING_YET)
    steps: list[PlannedStep] = []
    for name in people:
        steps.append(step(FIND, f"Find {name}", name=name))
        user = f"{{{before.steps + len(steps)}.users.0.id}}"
        steps.append(step(SEND_DIRECT, f"Write to {name}", user=user, text=text))
    return ToolPlan(steps=tuple(steps))


def mailed(
    to: str, subject: str, body: str, before: Before, request: PlanRequest, *, draft: bool = False
) -> ToolPlan:
    """Return mailing a text, which is "" where nothing was found to be mailed."""
    if not body:
        return refused(_NOTHING_YET)
    try:
        who = people(to, request, before.steps)
    except Unknown as unknown:
        return refused(str(unknown))
    write = step(
        DRAFT if draft else SEND,
        "Keep it as a draft" if draft else "Send it by mail",
        to=who.argument(),
        subject=subject,
        body=letter(body, who.names, request.profile),
    )
    return ToolPlan(steps=(*who.lookups, write))


def row_kept(sheet: str, tab: str, written: str, before: Before) -> ToolPlan:
    """Return adding a row of cells, some of which may be what was found: "Note: the result"."""
    named = named_cells(written)
    said = named or cells(written)
    row = [_passed(cell, before) for cell in said]
    if row != said and not before.found:
        return refused(_NOTHING_YET)
    return ToolPlan(steps=(_row(sheet, tab, row if named else [], [] if named else row),))


def following(planned: ToolPlan, before: Before) -> ToolPlan:
    """Return a plan of its own, its steps numbered as they come after those before."""
    return planned.model_copy(
        update={"steps": tuple(_shifted(one, before.steps) for one in planned.steps)}
    )


def _slack(order: str, before: Before) -> ToolPlan | None:
    said = _TO_SLACK.fullmatch(order)
    if said is None:
        return None
    return posted(f"#{said['channel'].rstrip('.-')}", _words(said["what"], before))


def _mail(order: str, before: Before, request: PlanRequest) -> ToolPlan | None:
    said = _TO_PEOPLE.fullmatch(order)
    if said is None:
        return None
    subject = said["subject"] or said["plain"] or SUBJECT
    draft = bool(said["kept"] or said["late"]) or said["verb"].casefold() == "draft"
    body = _words(said["what"], before)
    return mailed(said["to"], subject, body, before, request, draft=draft)


def _sheet(order: str, before: Before) -> ToolPlan | None:
    if said := _ROW_TO_TAB.fullmatch(order):
        return row_kept(said["sheet"], said["tab"], said["cells"], before)
    said = _TO_SHEET.fullmatch(order)
    if said is None:
        return None
    text, column = _words(said["what"], before), said["column"]
    values: list[Json] = [{"column": column, "value": text}] if column else []
    return _passing(text, _row(said["sheet"], said["tab"] or "", values, [] if column else [text]))


def _row(sheet: str, tab: str, values: list[Json], row: list[Json]) -> PlannedStep:
    return step(APPEND, "Keep it in the sheet", sheet=sheet, tab=tab, values=values, row=row)


def _passing(text: str, one: PlannedStep) -> ToolPlan:
    """Return the step that passes a text on; without one, nothing has been found."""
    return ToolPlan(steps=(one,)) if text else refused(_NOTHING_YET)


def _passed(cell: Json, before: Before) -> Json:
    """Return a cell, or the reference to what was found where it says so: "the result"."""
    if isinstance(cell, dict):
        named = cast("dict[str, Json]", cell)
        return {**named, "value": _passed(named["value"], before)}
    return _words(cell, before) if isinstance(cell, str) and _FOUND.fullmatch(cell) else cell


def _words(what: str, before: Before) -> str:
    """Return the reference to what is passed on; "" where nothing was found."""
    unnamed = before.latest if _UNNAMED.fullmatch(what) else before.found[-1:]
    meant = before.found if _EVERYTHING.match(what) else unnamed
    return "\n\n".join(f"{{{number}}}" for number in meant)


def _shifted(one: PlannedStep, by: int) -> PlannedStep:
    arguments: dict[str, Json] = {name: shifted(v, by) for name, v in one.arguments.items()}
    return one.model_copy(update={"arguments": arguments})
