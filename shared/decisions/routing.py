"""Where a message goes: the thresholds of spec 000 and 001, and every reason in words.

Scores are calibrated probabilities that an agent is the one meant, so thresholds and differences
mean the same in every organisation. Nobody who may not be run is among the candidates.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from shared.decisions import wording
from shared.decisions.handoffs import BUILDER
from shared.errors import RoutingError
from shared.models.intent import ActionType, Candidate, Decision, Missing, Option
from shared.models.run import AgentRun
from shared.models.steps import Analysis, Discovery
from shared.models.thread import Turn

HIGH_CONFIDENCE = 0.85
LOW_CONFIDENCE = 0.60
SIMILAR = 0.15
MAX_ROUNDS = 3
MAX_OPTIONS = 3
"""Agents offered at once; with one way out that makes spec 001's four options."""
FIT = 0.40
"""The least probability that makes an agent a candidate at all (calibrated with no-agent cases)."""
RIVAL = 0.45
"""The share of the best's probability that makes another agent its rival."""
PLAUSIBLE = 0.05
"""The least probability of an agent that is offered while the request is incomplete."""
OFFERED = 0.10
"""The least probability of an agent that is offered instead of one that there is not."""
EITHER = 0.20
"""The least probability of each of two agents that are asked about though neither fits."""
STANDS_OUT = 3
"""How many times as likely as any other the agent used last has to be, to go on with it.

And as another the likeliest is, before that other is left out of a choice.
"""
SOMEONE = 0.75
"""The least probability, taken together, that one of the agents is meant though none stands out."""
RECURRING = 0.50

_MENTION = re.compile(r"\A\s*@([A-Za-z0-9][A-Za-z0-9_.-]*)[\s,:]*")
_RUN, _UPDATE, _CREATE, _TELL = "run:", "update:", "create", "tell:"
"""What an option's value means once it is chosen."""


def mention(text: str) -> str | None:
    """Return the agent that a message names with a leading `@name`."""
    found = _MENTION.match(text)
    return found[1].rstrip(".") if found else None


def without_mention(text: str) -> str:
    """Return a message without its leading `@name`; the whole of it if nothing else is there."""
    return _MENTION.sub("", text, count=1) or text


def wanted(turn: Turn) -> str:
    """Return what the person wants, with what they said when asked about it."""
    told = [known.answer for known in turn.clarified if known.told]
    return "\n".join([without_mention(turn.text), *told])


def decide(analysis: Analysis | None, found: Discovery, name: str | None = None) -> Decision:
    """Decide where a message goes; one that begins with `@name` needs no analysis.

    Total and deterministic; asks at most `MAX_ROUNDS` times in one turn.
    """
    if found.failed:
        decision = say(wording.NO_SERVICE, "the agents could not be searched")
    elif name is not None:
        decision = _follow_mention(name, found)
    elif analysis is not None and analysis.errand:
        reason = "something to be done with an agent or a reminder"
        decision = Decision(kind="build", reasons=(reason,))
    elif analysis is not None and analysis.files:
        decision = Decision(kind="query", reasons=("about the files that came with it",))
    elif analysis is None or analysis.failed:
        decision = say(wording.NOT_UNDERSTOOD, "the message could not be analysed")
    else:
        decision = _by_action(analysis, found)
    if decision.kind == "ask" and found.rounds >= MAX_ROUNDS:
        decision = best_guess(found.candidates)
    return decision.model_copy(update={"candidates": found.candidates[:MAX_OPTIONS]})


def _follow_mention(name: str, found: Discovery) -> Decision:
    if name.lower() == BUILDER:
        return _build(None, "the message names the agent builder")
    if not found.candidates:
        if not found.closest:
            known = tuple(c.agent for c in found.favourites)
            return say(wording.unknown_agent(name, known), f"there is no @{name}")
        text = wording.closest_agents(name)
        return _choice(found.closest, text, f"there is no @{name}; these are the closest names")
    agent = found.candidates[0]
    if not agent.available:
        return _unavailable(agent, ())
    return _run(agent, f"the message names @{name}")


def _by_action(analysis: Analysis, found: Discovery) -> Decision:
    fitting = tuple(c for c in found.candidates if c.score >= FIT or c.named)
    match analysis.action:
        case ActionType.QUERY if analysis.confidence >= LOW_CONFIDENCE:
            return Decision(kind="query", reasons=("a question, not a task",))
        case ActionType.CREATE:
            if analysis.confidence < LOW_CONFIDENCE and fitting:
                return _create_or_run(fitting[0])
            return _build(None, "wants a new agent")
        case ActionType.UPDATE:
            return _update(found)
        case ActionType.EXECUTE:
            return _execute(analysis, found, fitting)
        case _:
            return _unclear(analysis, found, fitting)


def _update(found: Discovery) -> Decision:
    ours = [c for c in found.candidates if c.workspace and c.named]
    candidates = tuple(c for c in found.candidates if not c.workspace)
    named = [c for c in candidates if c.named]
    if len(named) == 1:
        return _build(named[0], f"wants {named[0].name} changed")
    if ours and not named:
        return say(wording.not_changeable(ours[0].name), f"{ours[0].name} is part of the product")
    fitting = tuple(named) or tuple(c for c in candidates if c.score >= FIT)
    close = alike(fitting)
    if len(close) == 1:
        return _build(close[0], f"wants an agent changed, most likely {close[0].name}")
    options = close or tuple(c for c in found.favourites if not c.workspace) or candidates
    if not options:
        return say(wording.NOTHING_TO_UPDATE, "there is no agent that could be changed")
    why = "wants an agent changed, but it is not clear which"
    return _choice(options, wording.WHICH_TO_UPDATE, why, _UPDATE)


def _execute(analysis: Analysis, found: Discovery, fitting: tuple[Candidate, ...]) -> Decision:
    if analysis.strategy != "sequential" and len(analysis.agents) > 1:
        return Decision(kind="delegate", reasons=(f"{len(analysis.agents)} agents are asked",))
    ordered = _ordered(analysis, found, fitting)
    healthy = tuple(c for c in ordered if c.available)
    if not ordered:
        return _no_match(analysis, found)
    if not healthy:
        return _unavailable(ordered[0], found.candidates)
    best = healthy[0]
    singled_out = best.named or best.agent in analysis.agents
    close = alike(healthy if singled_out else tuple(c for c in found.candidates if c.available))
    if analysis.recurring >= RECURRING:
        return _create_or_run(best)
    if len(close) > 1:
        preferred = next((c for c in close if c.agent == found.preferred), None)
        if preferred is not None:
            return _as_before(preferred)
        # what is missing may be what would tell them from one that seems less likely so far
        likely = PLAUSIBLE if analysis.missing else close[0].score / STANDS_OUT
        open_to = close if singled_out else _plausible(found, likely)
        return _choice(open_to, wording.WHICH_AGENT, f"{len(close)} agents fit about equally well")
    # what one of our own agents lacks for a task that was read, it asks for by itself
    if analysis.missing and not (best.workspace and best.agent in analysis.agents):
        return _missing(analysis.missing, best, found)
    if ordered[0] is not best:
        note = wording.instead(ordered[0].name, best.name)
        return _run(best, f"{ordered[0].name} keeps failing at the moment", note)
    # what they chose weighs in, so that it may be alone now where it was asked about before
    return _as_before(best) if best.agent == found.preferred else _run(best, "it fits clearly best")


def _as_before(candidate: Candidate) -> Decision:
    note = wording.as_last_time(candidate.name)
    return _run(candidate, "the person chose it for the same question before", note)


def _missing(missing: Missing, best: Candidate, found: Discovery) -> Decision:
    """Ask for what is missing; or first, where that is not clear either, whom to ask it for."""
    plausible = _plausible(found, PLAUSIBLE)
    if best.score < HIGH_CONFIDENCE and not best.named and len(plausible) > 1:
        return _choice(plausible, wording.WHICH_AGENT, "it does not say enough to tell them apart")
    return _entity(best, missing)


def _plausible(found: Discovery, likely: float) -> tuple[Candidate, ...]:
    return tuple(c for c in found.candidates if c.available and c.score >= likely)


def _no_match(analysis: Analysis, found: Discovery) -> Decision:
    """Ask, where one of the agents is probably meant; else offer what there is."""
    healthy = tuple(c for c in found.candidates if c.available)
    if _goes_on(healthy, found.latest):
        return _run(healthy[0], "it goes on with the agent used last, and fits no other")
    if analysis.agents:
        return _offer(analysis, found)
    likely = sum(c.score for c in found.candidates) >= SOMEONE
    if healthy and (likely or sum(c.score >= EITHER for c in healthy) > 1):
        return _choice(healthy, wording.WHICH_AGENT, "none fits well, but one of these is likely")
    if analysis.confidence < LOW_CONFIDENCE:
        return _open(analysis.ambiguity_reason, found, "neither the wish nor an agent is clear")
    return _offer(analysis, found)


def _goes_on(healthy: tuple[Candidate, ...], latest: str) -> bool:
    """Whether the agent this conversation used last stands out, however weakly."""
    if not healthy or healthy[0].agent != latest:
        return False
    others = max((c.score for c in healthy[1:]), default=0)
    return healthy[0].score >= max(PLAUSIBLE, STANDS_OUT * others)


def _ordered(
    analysis: Analysis, found: Discovery, fitting: tuple[Candidate, ...]
) -> tuple[Candidate, ...]:
    """Return who could do it, best first: named by the message, then by a command, then fitting."""
    commanded = tuple(c for c in found.candidates if c.agent in analysis.agents)
    # "it was on Slack" names a service, and the command knows who does it
    named = tuple(c for c in fitting if c.named and not (c.workspace and commanded))
    if named:
        return named
    if analysis.agents and not commanded:  # what it needs is not connected
        return tuple(c for c in fitting if c.score >= HIGH_CONFIDENCE)
    # which of the workspace's own agents it is for, the command knows better than any likeness
    # and what is only to be read is never left to an agent that would go on to change something
    rivals = tuple(c for c in fitting if not c.workspace and not (c.changes and analysis.reads))
    better = bool(rivals) and rivals[0].score >= LOW_CONFIDENCE
    return commanded[:1] if commanded and not better else fitting


def _unclear(analysis: Analysis, found: Discovery, fitting: tuple[Candidate, ...]) -> Decision:
    healthy = tuple(c for c in fitting if c.available)
    if analysis.recurring >= RECURRING and healthy and healthy[0].score >= LOW_CONFIDENCE:
        return _create_or_run(healthy[0])
    close = alike(healthy)
    if len(close) > 1 and close[0].score >= LOW_CONFIDENCE:
        return _choice(close, wording.WHICH_AGENT, "too vague to act on, but these come near")
    if analysis.confidence < HIGH_CONFIDENCE and healthy and healthy[0].score >= HIGH_CONFIDENCE:
        return _run(healthy[0], "hardly more than a name for it, but only one agent does that")
    return _open(analysis.ambiguity_reason, found, "too vague to act on")


def alike(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Return the candidates that are about as likely as the first, at most as many as are offered.

    That is within SIMILAR of it; or, where the first is itself not likely, its RIVAL.
    """
    best = candidates[0].score if candidates else 0
    rival = RIVAL * best if best < LOW_CONFIDENCE else 1
    near = (c for c in candidates if round(best - c.score, 4) <= SIMILAR or c.score >= rival)
    return tuple(near)[:MAX_OPTIONS]


def _run(candidate: Candidate, reason: str, note: str = "") -> Decision:
    reasons = (reason, *candidate.reasons)
    return Decision(kind="run", agent=candidate.agent, note=note, reasons=reasons)


def _build(candidate: Candidate | None, reason: str) -> Decision:
    name = candidate.name if candidate is not None else ""
    agent = candidate.agent if candidate is not None else None
    return Decision(kind="build", agent=agent, text=wording.handing_over(name), reasons=(reason,))


def say(text: str, reason: str) -> Decision:
    """Answer with a sentence of our own."""
    return Decision(kind="say", text=text, reasons=(reason,))


def _choice(
    candidates: tuple[Candidate, ...], text: str, reason: str, prefix: str = _RUN
) -> Decision:
    options = _numbered((c.name, c.description, prefix + c.agent) for c in candidates[:MAX_OPTIONS])
    return Decision(kind="ask", question="choice", text=text, options=options, reasons=(reason,))


def _create_or_run(candidate: Candidate) -> Decision:
    options = _numbered(
        (
            (f"Run your existing {candidate.name}", "Execute it now", _RUN + candidate.agent),
            ("Create a new automated agent", "Set up something new", _CREATE),
        )
    )
    return Decision(
        kind="ask",
        agent=candidate.agent,
        question="create_or_run",
        text=wording.CREATE_OR_RUN,
        options=options,
        reasons=("could mean running an agent once or setting up something lasting",),
    )


def _entity(candidate: Candidate, missing: Missing) -> Decision:
    return Decision(
        kind="ask",
        agent=candidate.agent,
        question="entity",
        text=wording.missing(missing, candidate.name),
        reasons=(f"{candidate.name} needs the {missing.replace('_', ' ')}", *candidate.reasons),
    )


def _open(reason: str, found: Discovery, why: str) -> Decision:
    """Ask openly, with a few things this person could say."""
    options = _numbered((s.text, s.name, _TELL + s.text) for s in found.suggestions[:MAX_OPTIONS])
    text = wording.open_question(reason, suggesting=bool(options))
    return Decision(kind="ask", question="open", text=text, options=options, reasons=(why,))


def _offer(analysis: Analysis, found: Discovery) -> Decision:
    """Offer to create what is missing, or agents that come near enough to be meant."""
    domain = next(iter(analysis.agents), "")
    near = (c for c in found.candidates if c.available and c.score >= OFFERED)
    nearest = tuple(near)[: MAX_OPTIONS - 1]
    options = _numbered(
        (
            ("Create an agent for this", "it can then be used at any time", _CREATE),
            *((f"Use {c.name} instead", c.description, _RUN + c.agent) for c in nearest),
        )
    )
    reason = f"no {domain} agent is connected" if domain else "no agent fits"
    return Decision(
        kind="ask",
        question="offer",
        text=wording.no_agent(domain),
        options=options,
        reasons=(reason,),
    )


def _unavailable(candidate: Candidate, others: tuple[Candidate, ...]) -> Decision:
    working = tuple(c.name for c in others if c.available)[:MAX_OPTIONS]
    text = wording.unavailable(candidate.name, working)
    return say(text, f"{candidate.name} keeps failing at the moment")


def best_guess(candidates: tuple[Candidate, ...]) -> Decision:
    """After the last question: the most likely agent, said to be a guess, or a graceful stop."""
    likely = [c for c in candidates if c.available and c.score >= FIT]
    if not likely:
        return say(wording.GIVING_UP, f"asked {MAX_ROUNDS} times already")
    note = wording.best_guess(likely[0].name)
    return _run(likely[0], f"asked {MAX_ROUNDS} times already; this is the best guess", note)


def _numbered(rows: Iterable[tuple[str, str, str]]) -> tuple[Option, ...]:
    return tuple(
        Option(id=str(number), label=label, description=description, value=value)
        for number, (label, description, value) in enumerate(rows, start=1)
    )


@dataclass(frozen=True)
class Told:
    """What the person said instead of choosing: it joins what is wanted; routing starts over."""

    text: str


def chosen(decision: Decision, option: Option) -> Decision | Told:
    """Return what a person's choice makes of the decision to ask; raise RoutingError."""
    value, reason = option.value, f"the person chose {option.label}"
    if value.startswith(_TELL):
        return Told(value.removeprefix(_TELL))
    settled = {"question": None, "options": (), "reasons": (*decision.reasons, reason)}
    if value.startswith(_RUN):
        agent = value.removeprefix(_RUN)
        offered = tuple(o.value.removeprefix(_RUN) for o in decision.options if _RUN in o.value)
        among = tuple(sorted(offered)) if decision.question == "choice" else ()
        return decision.model_copy(
            update={**settled, "kind": "run", "agent": agent, "among": among}
        )
    if not value.startswith(_UPDATE) and value != _CREATE:
        raise RoutingError(f"option {option.id} leads nowhere")
    agent = value.removeprefix(_UPDATE) if value.startswith(_UPDATE) else None
    name = option.label if agent is not None else ""
    built = {"kind": "build", "agent": agent, "text": wording.handing_over(name)}
    return decision.model_copy(update={**settled, **built})


def answered(decision: Decision, text: str) -> Decision | Told:
    """Return what an answer in the person's own words makes of the decision to ask."""
    if decision.question == "entity" and decision.agent is not None:
        reasons = (*decision.reasons, "the person said what was missing")
        return decision.model_copy(update={"kind": "run", "question": None, "reasons": reasons})
    return Told(text)


def refused(rounds: int) -> Decision:
    """Return what follows when none of what was offered is wanted."""
    if rounds >= MAX_ROUNDS:
        return say(wording.GIVING_UP, f"asked {MAX_ROUNDS} times already")
    return Decision(
        kind="ask",
        question="open",
        text=wording.NONE_OF_THESE,
        reasons=("none of what was offered was meant",),
    )


def new_run(turn: Turn, decision: Decision) -> AgentRun:
    """Set up the agent run that a decision asks for.

    What the message orders after that, of whomever, is queued behind it.
    """
    agent = decision.agent or ""
    commands = list(turn.intent.commands) if turn.intent is not None else []
    ordered = agent in {command.agent for command in commands}
    if not ordered or any(known.told for known in turn.clarified):
        return AgentRun(id=f"work-{turn.number}", agent=agent, request=wanted(turn))
    first, *rest = commands
    return AgentRun(
        id=f"work-{turn.number}",
        agent=first.agent or agent,
        request=first.command,
        queue=tuple(rest),
        planned=first.steps if first.agent == agent else (),
        wishes=first.wishes,
    )
