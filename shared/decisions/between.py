"""What is asked for while a card waits for an answer: it leaves the card standing.

What only reads is done at once, and the card is shown again after it. What changes something is
done once the card is settled, if it was surely read and is plainly said besides, or is another
agent's; else it is said instead of the card, which is set aside. So nobody's card is lost for a
question, and no card is ever taken for agreed to: it comes back exactly as it was shown.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple, cast

from shared.decisions import routing, wording
from shared.decisions.ending import Rules
from shared.decisions.referring import referable
from shared.decisions.telling import finished, so_far
from shared.models.base import Json
from shared.models.intent import Candidate, Command, IntentAnalysis
from shared.models.reasoning import Reference
from shared.models.run import AgentRun, Card, Step
from shared.models.steps import Analysis, Discovery
from shared.models.thread import Turn
from shared.models.world import Link, ThingKind

FIRST = 100
"""The order from which what is done in between is counted, so that its calls have ids of their own:
no message has as many commands."""
DOUBTFUL = 0.3
"""Below this probability of its reading nothing else was ordered: it is a wish not understood."""
SURE = 0.7
"""The least probability that a change was read as it was meant, which waits for its turn."""
_KINDS: Mapping[str, ThingKind] = {
    "calendar": "event",
    "pages": "page",
    "sheets": "file",
    "slack": "channel",
    "contacts": "person",
}
"""What a card of each domain is of."""
_ELSEWHERE: Mapping[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{words})", re.IGNORECASE)
    for name, words in (
        ("slack", r"(?:on|in|via|over) slack\b|in (?:the )?#\w"),
        ("email", r"(?:by|an) e?-?mail\b|e?-?mail (?:him|her|them|(?-i:[A-Z]))"),
        ("calendar", r"(?:in|into|to) (?:my|the|our) calendar\b"),
    )
}
"""How another service than that of a card is named."""
_BESIDES = re.compile(r"\W*(?:and|also|plus|then|next|besides|additionally)\b", re.IGNORECASE)
_SAME = re.compile(r"\b(?:the )?same\b.*\b(?:for|of|with|in)\b", re.IGNORECASE)
"""That another row of a sheet is meant: "and the same column for Toledo: 33"."""
_INSTEAD = re.compile(r"\b(?:instead|rather)\b", re.IGNORECASE)


class Orders(NamedTuple):
    """What a message orders besides a card, and what that may point at.

    `sure` is how likely it was read as it was meant; `doubtful`: it was hardly read as an order.
    """

    commands: tuple[Command, ...]
    listed: tuple[Reference, ...] = ()
    sure: float = 1.0
    doubtful: bool = False


def commands(
    intent: IntentAnalysis, analysis: Analysis, candidates: Sequence[Candidate]
) -> tuple[Command, ...]:
    """Return what a message orders of the workspace's own agents; none where more is to it."""
    decision = routing.decide(analysis, Discovery(candidates=tuple(candidates)))
    own = {one.agent for one in candidates if one.workspace and one.available}
    agent = decision.agent or ""
    if decision.kind != "run" or intent.later:
        return ()
    found = tuple(
        one.model_copy(update={"agent": one.agent or agent}) for one in intent.commands
    ) or (Command(agent=agent, command=intent.primary_intent),)
    return found if {one.agent for one in found} <= own else ()


def doubtful(intent: IntentAnalysis) -> bool:
    """Return whether what seemed to be another order was hardly read as one."""
    return bool(intent.commands) and intent.reading < DOUBTFUL


def pointed_at(run: AgentRun, rules: Rules) -> tuple[Reference, ...]:
    """Return what a question about a card may point at: what it is about, and was found for it."""
    done, step = finished(run), run.steps[run.cursor]
    found = referable(done, rules)
    about = next(iter(referable((step,), rules)), None) or _picked(step, done, rules)
    if about is None:
        return found
    label = next((one.label for one in found if one.id == about.id), "")
    return (about.model_copy(update={"label": label}), *found)


def _picked(step: Step, done: Sequence[Step], rules: Rules) -> Reference | None:
    """Return the only thing that was found and is what a step changes; None for none, or more."""
    several = [cast("list[Json]", one) for one in step.arguments.values() if isinstance(one, list)]
    given = [*step.arguments.values(), *chain.from_iterable(several)]
    listed = (one for each in reversed(done) for one in referable((each,), rules))
    changed = {one.id: one for one in listed if one.id in given}
    return changed.popitem()[1].model_copy(update={"ordinal": 0}) if len(changed) == 1 else None


def names_another(card: Card, domain: str, text: str, links: Sequence[Link]) -> bool:
    """Return whether a text goes on with another thing of the kind that a card is of, or elsewhere.

    Elsewhere is another service, which it names.
    """
    if not _BESIDES.match(text):
        return False
    if any(each.search(text) for name, each in _ELSEWHERE.items() if name != domain):
        return True
    if domain == "sheets" and _SAME.search(text):
        return True
    shown = " ".join((card.title, *(said for _, said in card.fields))).casefold()
    kind = _KINDS.get(domain)
    names = [[one.name.casefold() for one in link.things] for link in links if link.kind == kind]
    return bool(names) and not any(name in shown for each in names for name in each)


def taken(run: AgentRun, text: str, orders: Orders) -> tuple[dict[str, Json], AgentRun] | None:
    """Return what orders that came while a card waits change in the turn, and the run with them.

    None where they are instead of what is shown, or there are none.
    """
    ordered, pointed = orders.commands, {"references": orders.listed}
    if not ordered:
        return None
    if all(one.risk == "low" for one in ordered):
        return {"aside": "", **pointed}, _begun(run, ordered)
    elsewhere = run.agent not in {one.agent for one in ordered}
    besides = (elsewhere or _BESIDES.match(text)) and not _INSTEAD.search(text)
    besides = besides and not _says_again(run.steps[run.cursor], ordered)
    if not besides or orders.sure < SURE:
        return None
    queue = (*run.queue, *(one.model_copy(update={"depends_on": ()}) for one in ordered))
    return {"aside": wording.noted(text), **pointed}, run.model_copy(update={"queue": queue})


def _says_again(shown: Step, ordered: Sequence[Command]) -> bool:
    """Return whether orders say just what is shown: another way for it to go out."""
    said = [str(shown.arguments.get(name) or "") for name in ("body", "text")]
    told = [str(each.arguments.get("text") or "") for one in ordered for each in one.steps]
    return any(text and any(text in one for one in said) for text in told)


def _begun(run: AgentRun, ordered: Sequence[Command]) -> AgentRun:
    """Return the run that does what was asked in between, and holds what is shown meanwhile."""
    first, *others = ordered
    return AgentRun(
        id=run.id,
        agent=first.agent,
        request=first.command,
        order=FIRST + run.between,
        queue=tuple(others),
        planned=first.steps,
        held=run.model_copy(update={"between": run.between + len(ordered)}),
    )


def just_told(turn: Turn, run: AgentRun | None) -> bool:
    """Return whether what is asked stands beside the answer to what was asked in between."""
    return run is not None and run.between > 0 and turn.aside != ""


def over(run: AgentRun) -> bool:
    """Return whether what was done in between is over."""
    return run.held is not None and run.status in {"complete", "failed"} and not run.queue


def gone_on(run: AgentRun) -> tuple[str, tuple[Reference, ...], AgentRun]:
    """Return what came of what was done in between, in words and to be pointed at; and the run.

    Raises ValueError where nothing is held.
    """
    if run.held is None:
        raise ValueError("nothing was held")
    listed = run.response.references if run.response is not None else ()
    return so_far(run), listed, run.held
