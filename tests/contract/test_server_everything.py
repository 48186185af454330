"""The MCP adapter against the server that the protocol's makers show it with, over stdio."""

import shutil

from shared.connectors.mcp_servers import McpServers
from shared.models.lent import ToolServer
from shared.security.sealing import Sealer
from shared.tools.lent.offers import looked_at
from tests.support.connecting import key_of
from tests.support.fakes import NOON
from tests.support.tool_servers import EVERYTHING


async def test_a_server_of_others_making_is_started_as_a_command():
    node = shutil.which("node")
    assert node, "Node.js is missing: install it, then run `make setup`"
    at = ToolServer(
        id="everything", name="Everything", command=(node, *EVERYTHING), accepted_at=NOON
    )
    own = McpServers(lambda: Sealer([key_of(1)]), loopback=True, stdio=True)
    tools, unusable = looked_at(await own.offers("acme", at))
    known = {one.name: one for one in tools}
    assert unusable == ()
    assert len(known) > 10
    answer = await own.call("acme", at, known["get-sum"], {"a": 17, "b": 25})
    assert answer["text"] == "The sum of 17 and 25 is 42."
    answer = await own.call("acme", at, known["get-structured-content"], {"location": "New York"})
    assert set(answer["data"]) == {"temperature", "conditions", "humidity"}
    answer = await own.call("acme", at, known["get-tiny-image"], {})
    assert [(one["name"], one["type"]) for one in answer["sent"]] == [("image", "image/png")]
