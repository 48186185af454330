"""The extension's web server writes an access log: without the codes that sign-ins end with."""

import io
import logging

import uvicorn

from host.access_log import keep_queries_out

LINE = '%s - "%s %s HTTP/%s" %d'


def test_no_query_reaches_the_access_log_however_the_server_sets_it_up():
    keep_queries_out()
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
