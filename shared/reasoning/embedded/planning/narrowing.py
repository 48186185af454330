"""What a message to an agent with a procedure asks for: only a part of it, or somewhere else.

A question is only answered: whatever else the agent was made to do, nothing is changed for it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.models.base import Json
from shared.models.reasoning import PlannedStep, PlanRequest
from shared.understanding.folding import content_words, fold, tidy, word_set
from shared.workspace.sheets.frames import READ
from shared.workspace.slack.frames.naming import POST

_SHOWN = re.compile(
    r"^(?:what|which|who|when|where|how|show me|tell me|list)\b|"
    r"\b(?:don't|do not|dont|without|no|not|never|skip) (?:\w+ )?(?:post|send|mail|email|publish|"
    r"shar|writ|chang|add)(?:e|es|ing|ting)?\b|\bpreview\b|\bdry[- ]run\b"
    r"|\b(?:just|only) (?:show|read|look)\b|\bshow (?:it |them |me )?(?:only|first)\b",
    re.IGNORECASE,
)
_CHANNEL = re.compile(r"(?<!\w)#(?P<name>[^\W_][\w.-]*)")
_SHEET = re.compile(
    r"\b(?:sheet|spread ?sheet) (?:called |named )?\"(?P<after>[^\"]+)\""
    r"|\"(?P<before>[^\"]+)\" (?:sheet|spread ?sheet)\b"
    r"|(?P<plain>(?-i:[A-Z])[\w&-]*(?: (?-i:[A-Z0-9])[\w&-]*)*) (?:sheet|spread ?sheet)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_USUAL = word_set(
    """
    about again also agent anything anywhere automation but channel create daily data day do don't
    dont dry each email every everything figures first generate give go hello here hey hi launch
    latest let's list look mail make me message month monthly more morning need new newest no not
    notion now numbers off ok okay once only overview page pages person post posting prepare
    preview produce publish pull put read report reports result results run say see send sending
    share sheet sheets show slack something spreadsheet start status summaries summarise summarize
    summary tell test thank thanks today today's too try update updates usual want week weekly
    without write yes yet
    """
)
"""Words that order, or name what every agent does: no topic."""
_MOST_WORDS = 8
"""More words than that are a story, not a topic."""


class Narrowing(NamedTuple):
    """What a message says besides "run". `about` is its topic; "" and False where it says none."""

    only_shown: bool = False
    channel: str = ""
    sheet: str = ""
    about: str = ""


def narrowing_in(request: PlanRequest) -> Narrowing:
    """Return what the message to an agent narrows of its procedure."""
    said = tidy(request.command).rstrip(" .?!")
    channel, sheet = _CHANNEL.search(said), _SHEET.search(said)
    left = said
    for found in (_SHOWN.search(said), channel, sheet):
        left = left.replace(found[0], " ") if found else left
    name = next((one for one in sheet.groups() if one), "") if sheet else ""
    return Narrowing(
        only_shown=_SHOWN.search(said) is not None,
        channel=f"#{channel['name'].rstrip('.-')}" if channel else "",
        sheet=name.strip(),
        about=_topic(left, request),
    )


def narrowed(steps: Sequence[PlannedStep], wanted: Narrowing) -> tuple[PlannedStep, ...]:
    """Return the steps as the message wants them: another channel or sheet, only some rows."""
    posts = any(step.tool == POST for step in steps)
    return tuple(_narrowed(step, wanted, posts=posts) for step in steps)


def _narrowed(step: PlannedStep, wanted: Narrowing, *, posts: bool) -> PlannedStep:
    changed: dict[str, Json] = {}
    if wanted.channel and "channel" in step.arguments and posts == (step.tool == POST):
        changed["channel"] = wanted.channel
    if step.tool == READ and wanted.sheet:
        changed["sheet"] = wanted.sheet
    if step.tool == READ and wanted.about:
        changed["about"] = wanted.about
    if not changed:
        return step
    reason = f"Post in {wanted.channel}" if step.tool == POST else step.reason
    return step.model_copy(update={"arguments": {**step.arguments, **changed}, "reason": reason})


def _topic(said: str, request: PlanRequest) -> str:
    """Return the words of a message that neither order nor name what the agent does anyhow."""
    own = " ".join((request.agent.replace("-", " "), request.agent_name, *request.procedure))
    known = {_stem(word) for word in _TOKEN.findall(fold(own))}
    words = [
        word
        for word in _TOKEN.findall(said)
        if content_words(word) and fold(word) not in _USUAL and _stem(fold(word)) not in known
    ]
    return " ".join(words) if len(words) <= _MOST_WORDS else ""


def _stem(word: str) -> str:
    return word.removesuffix("'s").removesuffix("s")
