"""The agents of other systems that each organisation has: one row an agent."""

from shared.models.remote import RemoteAgent
from shared.storage.registered import Registered
from shared.storage.rows import Rows


class StoredRemoteAgents(Registered[RemoteAgent]):
    """The `RemoteAgents` port over one table."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows, RemoteAgent, "remote-")
