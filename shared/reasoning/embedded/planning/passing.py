"""Orders to pass on what was found: post it, mail it, keep it in a sheet."""

import re
from typing import NamedTuple

from shared.models.base import Json
from shared.models.reasoning import PlanRequest, ToolPlan
from shared.reasoning.embedded.planning.mail_body import letter
from shared.reasoning.embedded.planning.mail_people import Unknown, people
from shared.reasoning.embedded.planning.sheet_cells import cells, named_cells
from shared.reasoning.embedded.planning.sheets import APPEND
from shared.reasoning.embedded.planning.slack.posting import POST
from shared.reasoning.embedded.planning.steps import DRAFT, SEND, refused, step

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
_ROW_TO_SHEET = re.compile(
    r"add a row to the (?:tab \"(?P<tab>[^\"]+)\" of the )?sheet \"(?P<sheet>[^\"]+)\":"
    r" (?P<cells>.+)",
    re.IGNORECASE,
)
_FOUND = re.compile(_WHAT, re.IGNORECASE)
_NOWHERE = re.compile(
    rf"(?:and )?(?:post|send|share|publish|e-?mail|mail|forward) {_WHAT}(?: (?:by|in|to|on|via)"
    r" (?:slack|e-?mail|mail|the channel|a channel))?[.!]?",
    re.IGNORECASE,
)
_USUAL_SUBJECT = "Summary"
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
    """Plan an order to pass on what was found; None for any other order.

    "It" and "the summary" are all that was found since something was last passed on, so that no
    reading is left out; "the completed tasks" are what was found last, "all results" everything.
    The steps are numbered as they come after those `before`.
    """
    planned = _slack(order, before) or _sheet(order, before) or _mail(order, before, request)
    if planned is None:
        return refused(_WHERE) if before.found and _NOWHERE.fullmatch(order) else None
    return planned if before.found else refused(_NOTHING_YET)


def _slack(order: str, before: Before) -> ToolPlan | None:
    said = _TO_SLACK.fullmatch(order)
    if said is None:
        return None
    channel = f"#{said['channel'].rstrip('.-')}"
    text = _words(said["what"], before)
    return ToolPlan(steps=(step(POST, f"Post in {channel}", channel=channel, text=text),))


def _mail(order: str, before: Before, request: PlanRequest) -> ToolPlan | None:
    said = _TO_PEOPLE.fullmatch(order)
    if said is None:
        return None
    try:
        to = people(said["to"], request, before.steps)
    except Unknown as unknown:
        return refused(str(unknown))
    draft = said["kept"] or said["late"] or said["verb"].casefold() == "draft"
    write = step(
        DRAFT if draft else SEND,
        "Keep it as a draft" if draft else "Send it by mail",
        to=to.argument(),
        subject=said["subject"] or said["plain"] or _USUAL_SUBJECT,
        body=letter(_words(said["what"], before), to.names, request.profile),
    )
    return ToolPlan(steps=(*to.lookups, write))


def _sheet(order: str, before: Before) -> ToolPlan | None:
    said = _TO_SHEET.fullmatch(order) or _ROW_TO_SHEET.fullmatch(order)
    if said is None:
        return None
    tab, parts = said["tab"] or "", said.groupdict()
    if "cells" not in parts:
        text = _words(said["what"], before)
        column = parts["column"]
        values: list[Json] = [{"column": column, "value": text}] if column else []
        return _row(said["sheet"], tab, values, [] if column else [text])
    named = named_cells(parts["cells"])
    written = [one["value"] for one in named] or cells(parts["cells"])
    passed = [_passed(value, before) for value in written]
    if passed == written:
        return None
    pairs = zip(named, passed, strict=False)
    values = [{"column": one["column"], "value": value} for one, value in pairs]
    return _row(said["sheet"], tab, values, [] if named else passed)


def _row(sheet: str, tab: str, values: list[Json], row: list[Json]) -> ToolPlan:
    kept = step(APPEND, "Keep it in the sheet", sheet=sheet, tab=tab, values=values, row=row)
    return ToolPlan(steps=(kept,))


def _passed(value: Json, before: Before) -> Json:
    """Return a cell, or the reference to what was found where it says so: "the result"."""
    if isinstance(value, str) and _FOUND.fullmatch(value):
        return _words(value, before)
    return value


def _words(what: str, before: Before) -> str:
    """Return the reference to what is passed on."""
    unnamed = before.latest if _UNNAMED.fullmatch(what) else before.found[-1:]
    meant = before.found if _EVERYTHING.match(what) else unnamed
    return "\n\n".join(f"{{{number}}}" for number in meant)
