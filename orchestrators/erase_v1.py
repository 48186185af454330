"""Erases a person: one small step after another until all of them are over."""

from shared import catalog
from shared.durable import Context, Steps, call, continue_as_new, until
from shared.models.steps import Done, ErasureRef


def erase_v1(context: Context, start: ErasureRef) -> Steps[Done]:
    """Take steps, and wait where one has to; how far it has come stands in its row."""
    while not context.near_limit:
        left = yield from call(context, catalog.ERASE, start)
        if left.done:
            return Done()
        if left.at is not None:
            yield from until(context, left.at)
    continue_as_new(context, start)
    return Done()
