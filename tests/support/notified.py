"""Webhooks that note what they are told, or cannot be reached."""

import threading
from contextlib import contextmanager

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from shared.errors import InvalidRequest
from shared.models.webhook import Secrets
from tests.support.loopback import listening, served


class Notified:
    """The `Notifier` port, noting; `down` are addresses that do not answer."""

    offered = True

    def __init__(self):
        self.told = []
        self.down = set()
        self.sealed = {}

    def check(self, url):
        if not url.startswith("https://"):
            raise InvalidRequest("The url of the webhook must begin with https://.")

    def seal(self, whose, secrets):
        if secrets == Secrets():
            return ""
        self.sealed[whose] = secrets
        return f"sealed {whose}"

    async def notify(self, whose, hook, mark, task):
        assert hook.sealed in {"", f"sealed {whose}"}
        self.told.append((hook.url, task["status"]["state"].removeprefix("TASK_STATE_"), task))
        return hook.url not in self.down

    def keys(self):
        return {"keys": [{"kid": "one"}]}

    @property
    def states(self):
        return [(url, state) for url, state, _ in self.told]


class Hook:
    """An address that notes what it is sent, and answers as it is told."""

    def __init__(self, status=200, headers=None, hangs=None):
        self.status, self.headers, self.hangs = status, headers or {}, hangs
        self.got = []
        self.came = threading.Semaphore(0)

    async def take(self, request):
        self.got.append((dict(request.headers), await request.body()))
        self.came.release()
        if self.hangs is not None:
            await request.is_disconnected()
            self.hangs.wait(5)
        return Response(status_code=self.status, headers=self.headers)

    @contextmanager
    def at(self):
        app = Starlette(routes=[Route("/in", self.take, methods=["GET", "POST"])])
        with listening() as (listener, base), served(app, listener):
            yield f"{base}/in"
