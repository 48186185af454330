"""Whether a message tells of a new agent, in so many words."""

import re

from shared.reasoning.embedded.drafting.frequency import schedule_in
from shared.reasoning.embedded.drafting.naming import name_in
from shared.understanding.reader import Reader

_MAKES = "create_agent"
_AGENT = re.compile(r"\b(?:agent|bot|assistant|helper|automation)s?\b", re.IGNORECASE)
_AT_LEAST = 0.1
"""How likely it has to be that one is asked for, where it is called one or given a name."""


def tells_of_new_agent(text: str, reader: Reader) -> bool:
    """Whether an agent is asked for, with when it is to run or that nothing but somebody starts it.

    No other reading of a message knows of both.
    """
    named = name_in(text)
    if not schedule_in(named.rest).said:
        return False
    plain = named.name or _AGENT.search(text)
    return bool(plain) and dict(reader.read(text).tasks).get(_MAKES, 0.0) >= _AT_LEAST
