"""The openai package's errors as ours, split by whether a retry can help."""

from collections.abc import Generator
from contextlib import contextmanager

from shared.errors import UpstreamMalformed, UpstreamRejected, UpstreamUnavailable

_TIMEOUT_STATUS = 408
_FIRST_SERVER_ERROR = 500


@contextmanager
def upstream_errors(model: str) -> Generator[None]:
    """Raise ours for what goes wrong in a call to `model`."""
    import httpx2  # noqa: PLC0415 - importing openai costs half a second, paid on first use
    import openai  # noqa: PLC0415

    try:
        yield
    except openai.RateLimitError as exc:
        raise UpstreamUnavailable(f"model {model!r} is busy") from exc
    except (openai.APITimeoutError, httpx2.TimeoutException) as exc:
        raise UpstreamUnavailable(f"model {model!r} did not answer in time") from exc
    except (openai.APIConnectionError, httpx2.HTTPError) as exc:
        raise UpstreamUnavailable(f"model {model!r} cannot be reached") from exc
    except openai.APIStatusError as exc:
        if exc.status_code >= _FIRST_SERVER_ERROR or exc.status_code == _TIMEOUT_STATUS:
            raise UpstreamUnavailable(f"model {model!r} failed ({exc.status_code})") from exc
        raise UpstreamRejected(f"model {model!r} refused the call ({exc.status_code})") from exc
    except openai.APIResponseValidationError as exc:
        raise UpstreamMalformed(f"model {model!r} sent no completion") from exc
    except openai.APIError as exc:
        raise UpstreamUnavailable(f"model {model!r} broke off") from exc
