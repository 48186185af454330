"""Which of an organisation's agents a message is for."""

from shared.matching.citing import request_after_citing
from shared.matching.index import AgentIndex, Entry, Match
from shared.matching.names import Mention
from shared.matching.orders import first_order
from shared.matching.records import available, counted, of_today, without
from shared.matching.scoring import score
from shared.matching.texts import AgentText, Learned, learn, texts_of

__all__ = [
    "AgentIndex",
    "AgentText",
    "Entry",
    "Learned",
    "Match",
    "Mention",
    "available",
    "counted",
    "first_order",
    "learn",
    "of_today",
    "request_after_citing",
    "score",
    "texts_of",
    "without",
]
