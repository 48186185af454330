"""A Slack team that remembers what is posted and read."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx2

from shared.connectors.slack.chat import SlackChat
from shared.models.profile import Account
from shared.ports import Clock
from shared.tools.workspace import Workspace
from shared.workspace.slack.port import Chat
from tests.support.peers import asks
from tests.support.peers.line import Line, Wire
from tests.support.peers.place import Place
from tests.support.wire.peer import Peer
from tests.support.wire.slack import held, slack_server
from tests.support.wire.slack_answers import message, ok, refused, workspace


class Team:
    """The messages of one channel, oldest first, and how far it was read."""

    def __init__(self, clock):
        self._clock = clock
        self.peer = workspace(Peer(held))
        self.messages = [message("1772000000.000100", "Is the release out?")]
        self.read = ""
        self.peer.on("GET", "/api/conversations.history", self._history)
        self.peer.on("POST", "/api/chat.postMessage", self._post)
        self.peer.on("POST", "/api/chat.delete", self._delete)
        self.peer.on("POST", "/api/conversations.mark", self._mark)

    def _history(self, seen):
        asked = seen.param
        shown = [m for m in reversed(self.messages) if m["ts"] >= asked.get("oldest", "")]
        if "include_all_metadata" not in asked:
            shown = [{k: v for k, v in m.items() if k != "metadata"} for m in shown]
        return ok(messages=shown[: int(asked["limit"])])

    def _post(self, seen):
        told = seen.json
        ts = f"{int(self._clock.now().timestamp())}.{len(self.messages):06}"
        new = message(ts, told["text"], "U0ALEX", metadata=told["metadata"])
        self.messages.append(new)
        return ok(channel=told["channel"], ts=ts, message=new)

    def _delete(self, seen):
        left = [m for m in self.messages if m["ts"] != seen.json["ts"]]
        found, self.messages = len(left) < len(self.messages), left
        return ok() if found else refused("message_not_found")

    def _mark(self, seen):
        self.read = seen.json["ts"]
        return ok()

    def seen(self, tool):
        """Return what a tool changes here."""
        return self.read if tool == "slack_mark_read" else [m["ts"] for m in self.messages]


@dataclass
class _Lined:
    """A peer at the end of a line."""

    peer: Peer
    line: Line

    def client(self):
        """Return a client that reaches nothing but this."""
        inner = self.peer.client()
        return httpx2.AsyncClient(transport=Wire(self.line, lambda _: inner))


@asynccontextmanager
async def slack(clock: Clock) -> AsyncGenerator[Place]:
    """Serve a Slack team of its own."""
    there, line = Team(clock), Line()
    account = Account(id="s", provider="slack", email="alex@acme.com", domains=("slack",))
    async with slack_server(_Lined(there.peer, line)) as server:

        async def open_() -> Workspace:
            return Workspace({Chat: SlackChat(server.account(), clock)}, (account,))

        try:
            yield Place(
                provider="slack",
                domains=frozenset({"slack"}),
                line=line,
                open=open_,
                asks=asks.chat("general", "Ana Costa"),
                seen=there.seen,
            )
        finally:
            line.let_go()
