"""Where things are found: every link a client is handed."""

from urllib.parse import quote

from api.ids import to_path

BASE = "/api/v1"


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
