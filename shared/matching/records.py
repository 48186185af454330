"""What an agent's last runs say of it: how well, how lately, and whether to leave it alone."""

from datetime import datetime, timedelta
from itertools import takewhile

from shared.models.agent import AgentRecord, RunOutcome

KEPT_OUTCOMES = 50
NEUTRAL = 0.5
"""Performance and recency of an agent that never ran: neither for nor against it."""

PRIOR_RUNS = 4
"""Imagined runs, half of them successful, that keep a first success or failure from deciding."""

PATIENCE_MILLISECONDS = 30_000
"""A typical run of this length costs half of `LATENCY_SHARE`."""

LATENCY_SHARE = 0.2
HALF_LIFE = timedelta(days=14)

OPENS_AFTER = 3
FIRST_REST = timedelta(seconds=60)
LONGEST_REST = timedelta(minutes=15)


def counted(record: AgentRecord, outcome: RunOutcome) -> AgentRecord:
    """Add a run's outcome in place of what its turn gave before; the newest stay, oldest first."""
    others = (known for known in record.outcomes if known.turn != outcome.turn)
    outcomes = sorted((*others, outcome), key=lambda known: known.at)
    return record.model_copy(update={"outcomes": tuple(outcomes[-KEPT_OUTCOMES:])})


def without(record: AgentRecord, turn: str) -> AgentRecord:
    """Take back what a turn gave."""
    kept = tuple(known for known in record.outcomes if known.turn != turn)
    return record.model_copy(update={"outcomes": kept})


def of_today(record: AgentRecord, born: datetime | None) -> AgentRecord:
    """Return a record without runs from before its agent was made: another one had its id."""
    if born is None:
        return record
    own = tuple(outcome for outcome in record.outcomes if outcome.at >= born)
    return record.model_copy(update={"outcomes": own})


def performance(record: AgentRecord | None) -> float:
    """Return the success rate, drawn towards a half while runs are few; less when it is slow."""
    if record is None or not record.outcomes:
        return NEUTRAL
    succeeded = [outcome for outcome in record.outcomes if outcome.succeeded]
    rate = (len(succeeded) + NEUTRAL * PRIOR_RUNS) / (len(record.outcomes) + PRIOR_RUNS)
    if not succeeded:
        return rate
    typical = sorted(max(outcome.milliseconds, 0) for outcome in succeeded)[len(succeeded) // 2]
    return rate * (1 - LATENCY_SHARE * typical / (typical + PATIENCE_MILLISECONDS))


def recency(record: AgentRecord | None, now: datetime) -> float:
    """Return 1 just after a successful run, falling to neutral over a few weeks.

    An agent that ran, though never with success, is as neutral as one that never ran.
    """
    last = max((o.at for o in record.outcomes if o.succeeded), default=None) if record else None
    if last is None:
        return NEUTRAL
    return NEUTRAL + (1 - NEUTRAL) * 0.5 ** (max(now - last, timedelta()) / HALF_LIFE)


def available(record: AgentRecord | None, now: datetime) -> bool:
    """Tell whether the circuit is closed, or rested long enough for one more try.

    Three failures in a row open it for 60 s; each further one doubles that, up to 15 minutes.
    """
    if record is None:
        return True
    failures = list(takewhile(lambda outcome: not outcome.succeeded, reversed(record.outcomes)))
    if len(failures) < OPENS_AFTER:
        return True
    doublings = min(len(failures) - OPENS_AFTER, 10)  # 2 ** 10 minutes is past the longest
    rest = min(FIRST_REST * 2**doublings, LONGEST_REST)
    return now - failures[0].at >= rest
