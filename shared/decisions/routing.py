"""Where a message goes: the thresholds of spec 000 and 001, and every reason in words."""

import re

from shared.decisions import wording
from shared.models.intent import ActionType, Candidate, Decision, Option
from shared.models.run import AgentRun
from shared.models.steps import Analysis
from shared.models.thread import Turn

LOW_CONFIDENCE = 0.60
SIMILAR = 0.15
MAX_OPTIONS = 3
FIT = 0.35
"""The least score that makes an agent a candidate at all."""

_MENTION = re.compile(r"\A\s*@([A-Za-z0-9][A-Za-z0-9_.-]*)[\s,:]*")


def mention(text: str) -> str | None:
    """Return the agent that a message names with a leading `@name`."""
    found = _MENTION.match(text)
    return found[1].rstrip(".") if found else None


def without_mention(text: str) -> str:
    """Return a message without its leading `@name`; the whole of it if nothing else is there."""
    return _MENTION.sub("", text, count=1) or text


def follow_mention(name: str) -> Decision:
    """Send a message to the agent it names."""
    return Decision(kind="run", agent=name, reasons=(f"the message names @{name}",))


def decide(analysis: Analysis, candidates: tuple[Candidate, ...]) -> Decision:
    """Decide where a message goes."""
    decision = _decide(analysis, candidates)
    return decision.model_copy(update={"candidates": candidates[:MAX_OPTIONS]})


def _decide(analysis: Analysis, candidates: tuple[Candidate, ...]) -> Decision:
    if analysis.failed:
        return say(wording.NOT_UNDERSTOOD, "the message could not be analysed")
    if analysis.action is ActionType.QUERY:
        return Decision(kind="answer", reasons=("a question, not a task",))
    if analysis.action in {ActionType.CREATE, ActionType.UPDATE}:
        return say(wording.NO_BUILDER, f"wants to {analysis.action.value.lower()} an agent")
    if analysis.action is ActionType.AMBIGUOUS and analysis.confidence < LOW_CONFIDENCE:
        return say(wording.open_question(analysis.ambiguity_reason), "too vague to act on")
    fitting = tuple(c for c in candidates if c.score >= FIT)
    named = [c for c in candidates if c.agent in analysis.agents]
    if named:
        return _run(named[0], f"the request is one for {named[0].name}")
    if analysis.agents:
        return say(wording.no_agent(analysis.agents[0], fitting), "no connected agent does that")
    if not fitting:
        return say(wording.no_agent("", ()), "no agent fits")
    close = tuple(c for c in fitting if round(fitting[0].score - c.score, 4) <= SIMILAR)
    if len(close) > 1:
        return _choice(close[:MAX_OPTIONS])
    return _run(fitting[0], "the only agent that fits")


def _run(candidate: Candidate, reason: str) -> Decision:
    return Decision(kind="run", agent=candidate.agent, reasons=(reason, *candidate.reasons))


def say(text: str, reason: str) -> Decision:
    """Answer with a sentence of our own."""
    return Decision(kind="say", text=text, reasons=(reason,))


def _choice(candidates: tuple[Candidate, ...]) -> Decision:
    options = tuple(
        Option(id=str(n), label=c.name, description=c.description, value=c.agent)
        for n, c in enumerate(candidates, start=1)
    )
    reason = f"{len(options)} agents fit within {SIMILAR:.0%} of each other"
    return Decision(kind="ask", text=wording.WHICH_AGENT, options=options, reasons=(reason,))


def chosen(decision: Decision, option: Option) -> Decision:
    """Return the decision that a person's choice among agents makes."""
    reason = f"the person chose {option.label}"
    return decision.model_copy(
        update={"kind": "run", "agent": option.value, "reasons": (*decision.reasons, reason)}
    )


def new_run(turn: Turn, decision: Decision) -> AgentRun:
    """Set up the agent run that a decision asks for."""
    agent = decision.agent or ""
    commands = turn.intent.commands if turn.intent is not None else ()
    command = next((c.command for c in commands if c.agent == agent), without_mention(turn.text))
    return AgentRun(id=f"work-{turn.number}", agent=agent, request=command)
