"""What goes wrong in a call of a model, as our errors: what each means, and if a retry can help.

An error says what kind of failure it was, with the status and the server's code for it, which
anybody may see. The server's own words are for nobody: they may quote the request.
"""

import logging
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from shared.errors import Upstream, UpstreamMalformed, UpstreamRejected, UpstreamUnavailable

if TYPE_CHECKING:
    from openai import APIStatusError

_WRONG_KEY = 401
_TIMED_OUT = 408
_BUSY = 429
_FIRST_SERVER_ERROR = 500
_CODE = re.compile(r"[\w.\[\]-]{1,60}")
_TOO_LONG = re.compile(
    r"context[_ ]length|maximum context|context[_ ]size|context window|too many tokens|"
    r"exceeds? the (available|model)"
)

_log = logging.getLogger(__name__)


@contextmanager
def upstream_errors(model: str) -> Generator[None]:
    """Raise ours for what goes wrong in a call to `model`."""
    import httpx2  # noqa: PLC0415 - importing openai costs half a second, paid on first use
    import openai  # noqa: PLC0415

    try:
        yield
    except openai.APIStatusError as exc:
        raise _refused(model, exc) from exc
    except (TimeoutError, openai.APITimeoutError, httpx2.TimeoutException) as exc:
        raise UpstreamUnavailable(f"model {model!r} did not answer in time") from exc
    except (openai.APIConnectionError, httpx2.HTTPError) as exc:
        raise UpstreamUnavailable(f"model {model!r} cannot be reached") from exc
    except openai.APIResponseValidationError as exc:
        raise UpstreamMalformed(f"model {model!r} sent no completion") from exc
    except openai.APIError as exc:
        raise UpstreamUnavailable(f"model {model!r} broke off") from exc


def too_long(message: str) -> bool:
    """Return whether a server says so that a request is longer than its context."""
    return _TOO_LONG.search(message.casefold()) is not None


def _refused(model: str, exc: "APIStatusError") -> Upstream:
    status = exc.status_code
    codes = [code for code in (exc.code, exc.param) if code and _CODE.fullmatch(code)]
    told = f"{status}: {', '.join(codes)}" if codes else f"{status}"
    _log.warning("model %r answered %s", model, told)
    if status == _BUSY:
        busy = UpstreamUnavailable(f"model {model!r} is busy ({told})")
        busy.retry_after = _rest(exc.response.headers)
        return busy
    if too_long(f"{exc.code} {exc.message}"):
        return UpstreamRejected(f"model {model!r} has too small a context for the call ({told})")
    if status >= _FIRST_SERVER_ERROR or status == _TIMED_OUT:
        failed = UpstreamUnavailable(f"model {model!r} failed ({told})")
        failed.retry_after = _rest(exc.response.headers)
        return failed
    what = "key" if status == _WRONG_KEY else "call"
    return UpstreamRejected(f"model {model!r} refused the {what} ({told})")


def _rest(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds a server asks to be left alone by Retry-After, if it does.

    A date is told by the server's own clock.
    """
    told = headers.get("retry-after", "").strip()
    if told.isdecimal():
        return float(told)
    until, now = _moment(told), _moment(headers.get("date", ""))
    return max(0.0, (until - now).total_seconds()) if until and now else None


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
