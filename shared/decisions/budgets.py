"""Token buckets: what is left of a limit, whether it is enough, and how long until it would be.

What is held (an open stream, a turn that is worked on) is paid by the second. So a limit of N at
once is a bucket that N of them empty as fast as it fills; the first part is paid when one begins.
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from math import ceil, inf

from shared.models.budget import Allowance, Bucket, Kind, Limit
from shared.models.reasoning import Usage

STREAM_SECONDS = 60.0
TURN_SECONDS = 30.0
"""What is paid in advance; what was not needed is given back."""
DAYS_KEPT = 31

_MINUTE = 60.0
_DAY = 86_400.0
_MEASURES: Mapping[Kind, tuple[float, float]] = {
    "requests": (1.0, _MINUTE),
    "streams": (STREAM_SECONDS, STREAM_SECONDS),
    "turns": (TURN_SECONDS, TURN_SECONDS),
    "tools": (1.0, _MINUTE),
    "tokens": (1.0, _DAY),
}
"""Of each kind, what one of its limit's number is worth, and in how many seconds it comes back."""
_WORDS: Mapping[Kind, str] = {
    "requests": "{limit} requests a minute",
    "streams": "{limit} open streams",
    "turns": "{limit} requests being worked on at once",
    "tools": "{limit} calls of tools a minute",
    "tokens": "{limit} model tokens a day",
}


def allowance(kind: Kind, person: int, tenant: int) -> Allowance:
    """Return limits of a kind by their numbers; 0 is no limit."""
    worth, seconds = _MEASURES[kind]
    return Allowance(Limit(person * worth, seconds), Limit(tenant * worth, seconds))


def left(bucket: Bucket | None, limit: Limit, now: datetime) -> float:
    """Return what is left by now; all of it where nothing was ever taken."""
    if not limit.most:
        return inf
    if bucket is None:
        return limit.most
    passed = max(0.0, (now - bucket.at).total_seconds())
    return min(limit.most, bucket.left + passed * limit.most / limit.seconds)


def seconds_until(enough: float, there: float, limit: Limit) -> float:
    """Return after how many seconds there is enough; 0 where there is.

    Nothing is had of an empty bucket, not even what is paid afterwards.
    """
    wanted = min(enough, limit.most)
    if there > 0 and there >= wanted:
        return 0.0
    return max(wanted - there, 1e-3) * limit.seconds / limit.most


def settled(bucket: Bucket | None, spent: float, limit: Limit, now: datetime) -> Bucket:
    """Return the bucket after something was spent, or given back (below 0)."""
    today, days = now.date(), dict(bucket.spent if bucket is not None else {})
    days[today.isoformat()] = max(0.0, days.get(today.isoformat(), 0.0) + spent)
    first = today - timedelta(days=DAYS_KEPT - 1)
    kept = {day: amount for day, amount in days.items() if date.fromisoformat(day) >= first}
    most = limit.most or 0.0
    after = min(most, left(bucket, limit, now) - spent) if most else 0.0
    return Bucket(left=after, at=now, spent=kept)


def joined(
    there: Bucket | None, here: Bucket | None, spent: float, limit: Limit, now: datetime
) -> Bucket:
    """Return the bucket that is there after what a process took of it meanwhile.

    Of that, what would have come back `here` since is owed no more.
    """
    after = settled(there, spent, limit, now)
    if not limit.most or here is None:
        return after
    owed = min(spent, limit.most - left(here, limit, now))
    return after.model_copy(update={"left": min(limit.most, after.left + spent - owed)})


def tokens_of(usage: Usage) -> int:
    """Return how many tokens a call took of the limit."""
    return usage.input_tokens + usage.output_tokens


def told(kind: Kind, limit: Limit, seconds: float, *, everybody: bool) -> str:
    """Return in a sentence that a limit is reached, and when to try again."""
    worth, _ = _MEASURES[kind]
    what = _WORDS[kind].format(limit=f"{limit.most / worth:,.0f}")
    whose = "Your organisation has" if everybody else "You have"
    return f"{whose} reached the limit of {what}. Please try again in {_in_words(seconds)}."


def _in_words(seconds: float) -> str:
    whole = max(1, ceil(seconds))
    if whole > 2 * _MINUTE:
        return f"{round(whole / _MINUTE)} minutes"
    return f"{whole} seconds" if whole > 1 else "a second"
