"""What reaches the log: what happened, and where; never what people said.

The worker sends everything at INFO to Application Insights. Libraries then tell the addresses they
ask, queries included: what somebody searched their mail for. What breaks quotes what it broke on.
"""

import logging
from collections.abc import Callable
from traceback import extract_tb
from typing import Any

OURS = ("activities", "api", "host", "shared")
"""The loggers that watch their own words; `LOG_LEVEL` says from which level on."""

_PATH = 2
"""Where uvicorn gives the path, of client, method, path, HTTP version and status."""


def keep_people_out() -> None:
    """Have every logger of this process leave people's words out, from now on.

    The web server of the fastapi extension starts later, with a configuration of its own for its
    loggers; a filter put on one of them before stays there.
    """
    logging.getLogger().setLevel(logging.WARNING)  # whoever is to be heard below that says so
    logging.getLogger("a2a").setLevel(logging.CRITICAL)  # its warnings quote what was sent
    access = logging.getLogger("uvicorn.access")
    if without_query not in access.filters:
        access.addFilter(without_query)
    made = logging.getLogRecordFactory()
    if not isinstance(made, _Unquoted):
        logging.setLogRecordFactory(_Unquoted(made))


def without_query(record: logging.LogRecord) -> bool:
    """Cut a request's query, which may hold a sign-in code or what a person searched for."""
    if isinstance(record.args, tuple):
        path = str(record.args[_PATH]).partition("?")[0]
        record.args = (*record.args[:_PATH], path, *record.args[_PATH + 1 :])
    return True


class _Unquoted:
    """Makes records that tell of an error its type and its line, not its words."""

    def __init__(self, made: Callable[..., logging.LogRecord]) -> None:
        self._made = made

    def __call__(self, *given: Any, **named: Any) -> logging.LogRecord:
        record = self._made(*given, **named)
        if record.name.partition(".")[0] in OURS:
            return record
        if record.name == "asyncio":  # what follows its first line shows the task, and its error
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
        if record.exc_info and record.exc_info[1] is not None:
            record.msg, record.args = f"{record.getMessage()} ({_told(record.exc_info[1])})", ()
            record.exc_info = None
        return record


def _told(error: BaseException) -> str:
    frames = extract_tb(error.__traceback__)
    line = f" at {frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{line}"
