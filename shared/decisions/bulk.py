"""How much one message changes: everything of a kind counts together, however it is cut up.

What a call counts is kept with its step, so that the rows alone say what a turn has done, or is
about to do: over all commands of a message, all branches, and plans made anew.
"""

from collections.abc import Iterable, Mapping

from shared.decisions.binding import Unresolved, bind
from shared.decisions.quoting import REFERENCE
from shared.decisions.risk import ToolRules
from shared.models.base import Json
from shared.models.run import AgentRun, Step

Counts = Mapping[str, tuple[str, ...]]
"""Things by kind, each once."""


def counts_of(
    run: AgentRun, arguments: Mapping[str, Json], rules: ToolRules
) -> dict[str, tuple[str, ...]]:
    """Return the things that a call with these arguments changes or reaches."""
    if rules.bulk is None:
        return {}
    named = dict.fromkeys(rules.bulk.of(arguments, run.profile))
    return {rules.bulk.kind: tuple(named)} if named else {}


def too_many(run: AgentRun, own: Counts, tool: str, rules: Mapping[str, ToolRules]) -> bool:
    """Return whether with the current call, which counts `own`, the turn passes its tool's limit.

    Agents that work side by side do not see each other, so each has its share of the limit.
    """
    bulk = rules[tool].bulk
    if bulk is None or not own:
        return False
    others = (_of(step, run, rules) for place, step in enumerate(run.steps) if place != run.cursor)
    total = joined((run.counted, own, *others)).get(bulk.kind, ())
    return len(total) > bulk.most // run.share


def counted(run: AgentRun) -> dict[str, tuple[str, ...]]:
    """Return what a run that is over, and its turn before it, have changed or reached.

    Of a branch that is late, also what it may be at just now.
    """
    late = run.response is None
    made = (step.counts for step in run.steps if late or step.status != "pending")
    return joined((run.counted, *made))


def joined(parts: Iterable[Counts]) -> dict[str, tuple[str, ...]]:
    """Return all things of several counts, the same one once."""
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for kind, names in part.items():
            found.setdefault(kind, {}).update(dict.fromkeys(names))
    return {kind: tuple(names) for kind, names in found.items()}


def _of(step: Step, run: AgentRun, rules: Mapping[str, ToolRules]) -> Counts:
    """Return what another step counts; of one that is still to come, as far as it is known."""
    if step.bound or step.status != "pending" or step.tool not in rules:
        return step.counts
    try:
        arguments = bind(step.arguments, [one.result for one in run.steps])
    except Unresolved:
        arguments = step.arguments
    known = counts_of(run, arguments, rules[step.tool])
    return {
        kind: tuple(n for n in names if not REFERENCE.search(n)) for kind, names in known.items()
    }
