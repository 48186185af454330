"""The servers that lend tools to each organisation: one row a server."""

from shared.models.lent import ToolServer
from shared.storage.registered import Registered
from shared.storage.rows import Rows


class StoredToolServers(Registered[ToolServer]):
    """The `ToolServers` port over one table."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows, ToolServer, "server-")
