"""The tools that agents may have."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api.shown import Shown, shown
from shared.agents.lending import is_others, toolbox
from shared.models.base import Json
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


class ToolView(Shown):
    """A tool; `changes` tells whether it changes anything, `parameters` is a JSON schema."""

    name: str
    description: str
    domain: str
    connected: bool
    changes: bool
    parameters: dict[str, Json]


class ToolList(Shown):
    """All tools, by name; `connected` are those whose service the caller has."""

    tools: list[ToolView]


async def get_tools(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the tools that agents may have, and whether the caller's accounts serve them."""
    del request, engine
    connected = await services.workspaces.connected(caller)
    views = [
        ToolView(
            name=name,
            description=tool.description,
            domain=tool.domain,
            connected=is_others(name) or tool.domain in connected,
            changes=tool.rules.changes,
            parameters=tool.parameters.model_json_schema(),
        )
        for name, tool in sorted((await toolbox(services, caller.tenant)).items())
    ]
    return shown(ToolList(tools=views))
