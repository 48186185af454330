"""Where things are found: every link a client is handed."""

from collections.abc import Callable
from urllib.parse import quote

from api.ids import to_path

BASE = "/api/v1"
CONNECTIONS = f"{BASE}/connections"
CALLBACK = f"{CONNECTIONS}/callback"


def thread(thread_id: str) -> str:
    """Return the path of a thread."""
    return f"{BASE}/threads/{to_path(thread_id)}"


def of_thread(thread_id: str) -> dict[str, str]:
    """Return what there is to know about a thread."""
    here = thread(thread_id)
    return {"thread": here, "messages": f"{here}/messages", "events": f"{here}/events"}


def of_run(thread_id: str, run_id: str) -> dict[str, str]:
    """Return where to follow and to stop a run."""
    here = of_thread(thread_id)
    return {
        **here,
        "events": f"{here['events']}?run={quote(run_id, safe='')}",
        "cancel": f"{here['thread']}/runs/{to_path(run_id)}/cancel",
    }


def start(provider: str) -> str:
    """Return where connecting an account of a provider begins."""
    return f"{CONNECTIONS}/{to_path(provider)}/start"


def reconnect(public_url: str) -> Callable[[str, str], str]:
    """Return what gives the link by which an account of a provider is connected anew.

    Without an address of this app it is a path.
    """

    def link(provider: str, account: str) -> str:
        return f"{public_url}{start(provider)}?account={quote(account, safe='')}"

    return link
