"""Answers to questions: each kind has a handler, and one list says which there are."""

from shared.queries.activity import Activity, about_activity
from shared.queries.agent_detail import AgentDetail
from shared.queries.agent_list import AgentList
from shared.queries.choices import Choices
from shared.queries.files import FilesBrought
from shared.queries.handler import Asked, QueryHandler
from shared.queries.help import Help
from shared.queries.identity import Identity
from shared.queries.model import GeneralQuestions
from shared.queries.own_time import OwnTime
from shared.queries.registry import QueryHandlers
from shared.queries.reminders import ReminderQuestions
from shared.queries.run_statistics import RunStatistics
from shared.queries.schedules import ScheduleQuestions
from shared.queries.usage import UsageFigures

BUILT_IN: tuple[QueryHandler, ...] = (
    FilesBrought(),
    OwnTime(),
    UsageFigures(),
    Activity(),
    ReminderQuestions(),
    ScheduleQuestions(),
    AgentList(),
    Choices(),
    AgentDetail(),
    RunStatistics(),
    Identity(),
    Help(),
    GeneralQuestions(),
)
"""A new kind of question is a new handler here, and nothing else."""

QUERIES = QueryHandlers(BUILT_IN)
"""Stateless: everything a handler reads or writes comes with the question and the services."""

__all__ = ["BUILT_IN", "QUERIES", "Asked", "QueryHandler", "QueryHandlers", "about_activity"]
