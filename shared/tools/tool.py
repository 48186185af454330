"""What a tool is."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from shared.decisions.risk import ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.reasoning import ToolSpec
from shared.ports import Workspace

TIMEOUT_SECONDS = 30
"""One call's share of spec 003's tool time."""


@dataclass(frozen=True)
class Tool:
    """One tool: its name and words for a planner, its parameters, its rules, and the call."""

    name: str
    description: str
    parameters: type[Payload]
    rules: ToolRules
    call: Callable[[Workspace, Any], Awaitable[Json]]

    def spec(self) -> ToolSpec:
        """Return the tool as planners see it."""
        return ToolSpec(
            name=self.name,
            description=self.description,
            parameters=self.parameters.model_json_schema(),
        )

    async def run(self, workspace: Workspace, arguments: Mapping[str, Json]) -> Json:
        """Check the arguments and make the call; raise ToolFailed."""
        try:
            checked = self.parameters.model_validate(arguments)
        except ValidationError as error:
            fields = ", ".join(str(e["loc"][0]) if e["loc"] else "?" for e in error.errors())
            raise ToolFailed(f"{self.name} was given unusable {fields}.", "params") from error
        return await self.call(workspace, checked)


Toolbox = Mapping[str, Tool]
"""Tools by name."""


def rules_of(toolbox: Toolbox) -> dict[str, ToolRules]:
    """Return what decisions need to know of each tool."""
    return {name: tool.rules for name, tool in toolbox.items()}
