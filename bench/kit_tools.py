"""A server that lends what A2A's test kit wants an agent to give: a file, one by address, data.

`python -m bench.kit_tools` speaks the Model Context Protocol over stdin and stdout.
"""

from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp_types import EmbeddedResource, ResourceLink, TextResourceContents, ToolAnnotations

NAME, TYPE = "output.txt", "text/plain"


def file() -> list[EmbeddedResource]:
    """Give a file."""
    content = TextResourceContents(uri=f"file:///{NAME}", mime_type=TYPE, text="Hello")
    return [EmbeddedResource(resource=content)]


def link() -> list[ResourceLink]:
    """Give a file by its address."""
    return [ResourceLink(name=NAME, uri=f"https://example.com/{NAME}", mime_type=TYPE)]


def data() -> dict[str, Any]:
    """Give data."""
    return {"key": "value", "count": 42}


def words() -> str:
    """Give words."""
    return "Words"


def server() -> MCPServer:
    """Return the server."""
    made = MCPServer("Kit")
    for tool in (file, link, data, words):
        reads = ToolAnnotations(read_only_hint=True)
        made.add_tool(tool, annotations=reads, structured_output=tool is data)
    return made


if __name__ == "__main__":
    server().run("stdio")
