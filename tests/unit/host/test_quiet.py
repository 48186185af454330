"""What a process that logs everything, as the worker has it, gets to write."""

import asyncio
import io
import logging

import httpx
import httpx2
import pytest
import uvicorn

from host.quiet import keep_people_out

LINE = '%s - "%s %s HTTP/%s" %d'


def test_no_query_reaches_the_access_log_however_the_server_sets_it_up():
    keep_people_out()
    uvicorn.Config(lambda: None, host="127.0.0.1", port=0)  # as the extension does: its own set-up
    written = io.StringIO()
    logger = logging.getLogger("uvicorn.access")
    [handler] = logger.handlers
    before = handler.setStream(written)
    try:
        logger.info(LINE, "127.0.0.1:1", "GET", "/callback?code=s3cret&state=x", "1.1", 200)
    finally:
        handler.setStream(before)

    assert "/callback HTTP" in written.getvalue()
    assert "s3cret" not in written.getvalue()


@pytest.fixture
def written():
    """What the worker's handler, at the worst of its levels, is given."""
    root, stream = logging.getLogger(), io.StringIO()
    level, handler, made = root.level, logging.StreamHandler(stream), logging.getLogRecordFactory()
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    try:
        keep_people_out()
        yield stream
    finally:
        logging.setLogRecordFactory(made)
        root.removeHandler(handler)
        root.setLevel(level)


@pytest.mark.parametrize("library", [httpx, httpx2], ids=["httpx", "httpx2"])
async def test_no_library_tells_which_addresses_it_asked(written, library):
    transport = library.MockTransport(lambda _: library.Response(200))
    async with library.AsyncClient(transport=transport) as client:
        await client.get("https://mail.example/messages?q=from:ceo+layoffs")
    assert written.getvalue() == ""


def test_what_was_wrong_in_a_call_of_another_agent_is_not_quoted(written):
    logging.getLogger("a2a.server.routes.jsonrpc_dispatcher").warning("Data=%s", "fire Bob")
    assert written.getvalue() == ""


@pytest.mark.parametrize(
    "name", ["azure.core.pipeline.policies.http_logging_policy", "openai._base_client", "msal"]
)
def test_what_libraries_say_in_passing_is_not_heard(written, name):
    logging.getLogger(name).info("Request URL: %s", "layoffs")
    logging.getLogger(name).debug("body: %s", "layoffs")
    assert written.getvalue() == ""
    logging.getLogger(name).warning("no token: %s", "the vault is closed")
    assert "the vault is closed" in written.getvalue()


def test_an_error_that_a_library_reports_is_told_by_its_type_and_line(written):
    try:
        int("layoffs")
    except ValueError:
        logging.getLogger("some.library").exception("Exception in %s", "its server")
    assert "Exception in its server (ValueError at test_quiet.py:" in written.getvalue()
    assert "layoffs" not in written.getvalue()


async def test_a_task_that_nobody_waited_for_is_not_shown_with_its_error(written):
    loop = asyncio.get_running_loop()
    error = ValueError("layoffs")
    loop.call_exception_handler(
        {"message": "Task exception was never retrieved", "exception": error, "future": error}
    )
    assert written.getvalue() == "Task exception was never retrieved (ValueError)\n"


def test_our_own_loggers_say_what_they_say(written):
    try:
        int("ours")
    except ValueError:
        logging.getLogger("host.test").warning("it broke", exc_info=True)
    assert "invalid literal for int() with base 10: 'ours'" in written.getvalue()


def test_saying_it_twice_changes_nothing(written):
    made = logging.getLogRecordFactory()
    keep_people_out()
    assert logging.getLogRecordFactory() is made
