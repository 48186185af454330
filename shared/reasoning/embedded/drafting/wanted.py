"""Whether a message tells of a new agent, in so many words."""

from shared.reasoning.embedded.drafting.asking_for import asks_for_agent
from shared.reasoning.embedded.drafting.frequency import schedule_in
from shared.reasoning.embedded.drafting.naming import name_in


def tells_of_new_agent(text: str) -> bool:
    """Whether an agent is asked for, with when it is to run or that nothing but somebody starts it.

    No other reading of a message knows of both.
    """
    named = name_in(text)
    timed = schedule_in(named.rest)
    return bool(timed.said) and asks_for_agent(timed.rest, named=bool(named.name))
