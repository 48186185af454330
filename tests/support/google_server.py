"""A Google on this machine: signing in, and a mailbox with one mail for each account."""

import base64
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.support.loopback import listening, served

_MAIL = "/www/gmail/v1/users/me"


class GoogleServer:
    """Signs in whoever `person` is. Tokens name their person; `taken_back` ones are refused.

    A search that asks for a word in `chokes_on` fails, and is quoted.
    """

    def __init__(self) -> None:
        self.url = ""
        self.person = "ann@acme.example"
        self.taken_back: set[str] = set()
        self.revoked: list[str] = []
        self.searched: list[str] = []
        self.chokes_on: set[str] = set()
        self._challenges: dict[str, str] = {}
        self.app = Starlette(
            routes=[
                Route("/authorize", self._authorize),
                Route("/token", self._token, methods=["POST"]),
                Route("/revoke", self._revoke, methods=["POST"]),
                Route("/www/oauth2/v2/userinfo", self._userinfo),
                Route(f"{_MAIL}/messages", self._messages),
                Route(f"{_MAIL}/messages/{{id}}", self._message),
                Route(f"{_MAIL}/labels", self._labels),
            ]
        )

    async def _authorize(self, request: Request) -> Response:
        """Consent at once, and send the browser back."""
        query = request.query_params
        self._challenges[f"code-{self.person}"] = query["code_challenge"]
        back = urlencode({"code": f"code-{self.person}", "state": query["state"]})
        return RedirectResponse(f"{query['redirect_uri']}?{back}", 302)

    async def _token(self, request: Request) -> Response:
        form = {k: v[0] for k, v in parse_qs((await request.body()).decode()).items()}
        assert (form["client_id"], form["client_secret"]) == ("our-id", "our-secret")
        if form["grant_type"] == "refresh_token":
            person = form["refresh_token"].removeprefix("renewal-")
            if person in self.taken_back:
                return JSONResponse({"error": "invalid_grant"}, 400)
        else:
            hashed = hashlib.sha256(form["code_verifier"].encode()).digest()
            proof = base64.urlsafe_b64encode(hashed).decode().rstrip("=")
            assert self._challenges.pop(form["code"]) == proof
            person = form["code"].removeprefix("code-")
            self.taken_back.discard(person)
        given = {"access_token": f"token-{person}", "refresh_token": f"renewal-{person}"}
        return JSONResponse({**given, "expires_in": 3600})

    async def _revoke(self, request: Request) -> Response:
        self.revoked += parse_qs((await request.body()).decode())["token"]
        return JSONResponse({})

    async def _userinfo(self, request: Request) -> Response:
        return self._answer(request, lambda person: {"id": "1", "email": person})

    async def _messages(self, request: Request) -> Response:
        sought = request.query_params.get("q", "")
        self.searched.append(sought)
        if any(word in sought for word in self.chokes_on):
            return JSONResponse({"error": {"code": 400, "message": f"Bad query: {sought}"}}, 400)
        found = {"messages": [{"id": "m1", "threadId": "t1"}], "resultSizeEstimate": 1}
        return self._answer(request, lambda _person: found)

    async def _message(self, request: Request) -> Response:
        return self._answer(request, _mail_to)

    async def _labels(self, request: Request) -> Response:
        return self._answer(request, lambda _person: {"labels": []})

    def _answer(self, request: Request, content) -> Response:
        person = request.headers["authorization"].removeprefix("Bearer token-")
        if person in self.taken_back:
            return JSONResponse({"error": {"code": 401, "message": "Invalid Credentials"}}, 401)
        return JSONResponse(content(person))


def _mail_to(person):
    headers = {"From": "Zoe <zoe@x.example>", "To": person, "Subject": f"Secret plan for {person}"}
    return {
        "id": "m1",
        "threadId": "t1",
        "labelIds": ["INBOX", "UNREAD"],
        "snippet": "Hello",
        "internalDate": "1795000000000",
        "payload": {
            "mimeType": "text/plain",
            "headers": [{"name": name, "value": value} for name, value in headers.items()],
            "body": {"size": 5, "data": "SGVsbG8"},
        },
    }


@contextmanager
def google_server() -> Iterator[GoogleServer]:
    """Serve on a free loopback port, from a thread of its own."""
    server = GoogleServer()
    with listening() as (listener, url):
        server.url = url
        with served(server.app, listener):
            yield server
