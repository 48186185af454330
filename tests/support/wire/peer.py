"""A scripted provider: answers requests by method and path, and keeps every one of them."""

import json as jsonlib
import re
from dataclasses import dataclass, field
from typing import Any

import httpx2

from shared.connectors.rest import ReauthNeeded, Rest


@dataclass(frozen=True)
class Answer:
    """One answer. `error`, an httpx2 exception class, is raised instead of answering.

    `odd` answers are not what the provider's own documents promise, on purpose.
    """

    status: int = 200
    json: Any = None
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    error: type[httpx2.HTTPError] | None = None
    odd: bool = False

    def response(self, request):
        """Return it as a response to this request, or raise its error."""
        if self.error is not None:
            raise self.error("scripted", request=request)
        if self.json is not None:
            return httpx2.Response(self.status, json=self.json, headers=self.headers)
        return httpx2.Response(self.status, content=self.content or b"", headers=self.headers)


@dataclass(frozen=True)
class Seen:
    """One request as it came in. `params` has every value of a name, in order."""

    method: str
    url: str
    path: str
    params: dict[str, list[str]]
    headers: dict[str, str]
    content: bytes

    @property
    def json(self):
        """The decoded body; None when there is none."""
        return jsonlib.loads(self.content) if self.content else None

    @property
    def param(self):
        """The parameters, each with its one value."""
        assert all(len(values) == 1 for values in self.params.values()), self.params
        return {name: values[0] for name, values in self.params.items()}

    @property
    def token(self):
        """The bearer token it came with."""
        return self.headers["authorization"].removeprefix("Bearer ")


class Peer:
    """Answers what it was told to expect; anything else fails the test.

    `check(seen, answer)`, where given, is called with every exchange, e.g. to hold both against
    the provider's published contract.
    """

    def __init__(self, check=None):
        self.seen: list[Seen] = []
        self.pauses: list[float] = []
        self.cut = None
        self._routes: list[list[Any]] = []
        self._check = check

    def on(self, method, path, *answers):
        """Answer requests whose path matches `path`, a regular expression for all of it.

        Each of `answers` is an Answer, JSON for a 200, or a function of what was seen that returns
        one of these. They are given in order, and the last one for ever. Of several routes that
        match, the one told last answers.
        """
        self._routes.insert(0, [method, re.compile(path), list(answers)])
        return self

    def calls(self, method, path):
        """Return the requests that matched, oldest first."""
        wanted = re.compile(path)
        return [s for s in self.seen if s.method == method and wanted.fullmatch(s.path)]

    def client(self):
        """Return a client that reaches nothing but this."""
        return httpx2.AsyncClient(transport=httpx2.MockTransport(self._answer))

    def rest(self, base, name="The provider", tokens=None):
        """Return one account's requests, answered here; pauses are kept, not waited."""
        return Rest(self.client(), base, tokens or ScriptedTokens("token"), name, self._pause)

    async def _pause(self, seconds):
        self.pauses.append(seconds)

    def _answer(self, request):
        seen = Seen(
            request.method,
            str(request.url.copy_with(query=None)),
            request.url.path,
            {name: request.url.params.get_list(name) for name in request.url.params},
            dict(request.headers),
            request.content,
        )
        self.seen.append(seen)
        if self.cut is None:
            return self._scripted(seen, request)
        return self.cut.around(request, lambda: self._scripted(seen, request))

    def _scripted(self, seen, request):
        return self.answer(seen).response(request)

    def answer(self, seen):
        """Return the answer to one request, checked; also to one within another."""
        for method, path, answers in self._routes:
            if method == seen.method and path.fullmatch(seen.path):
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                return self._given(answer, seen)
        raise AssertionError(f"nothing was scripted for {seen.method} {seen.path} {seen.params}")

    def _given(self, answer, seen):
        answer = answer(seen) if callable(answer) else answer
        answer = answer if isinstance(answer, Answer) else Answer(json=answer)
        if self._check is not None:
            self._check(seen, answer)
        return answer


class ScriptedTokens:
    """Gives the first of its tokens until a provider refuses it, then the next."""

    def __init__(self, *tokens, provider="provider"):
        self._tokens = list(tokens)
        self._provider = provider

    async def token(self, *, refused=""):
        """Return the current token; raise ReauthNeeded when all were refused."""
        if self._tokens and refused == self._tokens[0]:
            self._tokens.pop(0)
        if not self._tokens:
            raise ReauthNeeded("Please sign in again.", self._provider)
        return self._tokens[0]
