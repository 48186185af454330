"""What the web server of the fastapi extension logs of requests: their paths, never their queries.

It starts after this app is loaded, with a configuration of its own for its loggers; a filter put on
one of them before stays there.
"""

import logging

_PATH = 2
"""Where uvicorn gives the path, of client, method, path, HTTP version and status."""


def without_query(record: logging.LogRecord) -> bool:
    """Cut a request's query, which may hold a sign-in code or what a person searched for."""
    if isinstance(record.args, tuple):
        path = str(record.args[_PATH]).partition("?")[0]
        record.args = (*record.args[:_PATH], path, *record.args[_PATH + 1 :])
    return True


def keep_queries_out() -> None:
    """Have the access log leave queries out, from now on."""
    logging.getLogger("uvicorn.access").addFilter(without_query)
