"""What is wrong with arguments a person wrote themselves, as far as it can be told offline."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn, TypeVar, cast

from pydantic import ValidationError

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.profile import Profile
from shared.tools.tool import Desk, Tool
from shared.tools.uploads import Uploads
from shared.tools.workspace import Workspace

P = TypeVar("P")


class _Reached(Exception):
    """An account, or a file, would be needed to tell more."""


class _Port:
    """Stands for a port, or the files of a conversation: whoever calls it would reach them."""

    def __getattr__(self, name: str) -> NoReturn:
        raise _Reached(name)


class _Offline(Workspace):
    """A workspace that has every port, and reaches nothing."""

    def __getitem__(self, port: type[P]) -> P:
        return cast("P", _Port())

    def __contains__(self, port: type) -> bool:
        return True


@dataclass(frozen=True)
class Edit:
    """Arguments as they were shown, and what a person puts in their place."""

    shown: Mapping[str, Json]
    given: Mapping[str, Json]
    profile: Profile
    now: datetime


async def faults(tool: Tool, edit: Edit) -> dict[str, str]:
    """Return what is wrong with an edit, by the field it is about; "" is the edit as a whole."""
    unknown = [name for name in edit.given if name not in tool.parameters.field_names()]
    if unknown:
        return dict.fromkeys(unknown, "is not among what can be changed here")
    try:
        tool.parameters.model_validate({**tool.wished(edit.shown), **edit.given})
    except ValidationError as error:
        return {_place(one["loc"]): one["msg"] for one in error.errors()}
    whole = await _refusal(tool, edit, edit.given)
    if not whole:
        return {}
    alone = {name: await _refusal(tool, edit, {name: edit.given[name]}) for name in edit.given}
    return {name: why for name, why in alone.items() if why} or {"": whole}


def _place(path: tuple[int | str, ...]) -> str:
    """Return the field, and the item of it, that a path begins with; deeper is not for people."""
    items = itertools.takewhile(lambda part: isinstance(part, int), path[1:])
    return ".".join(map(str, (*path[:1], *items)))


async def _refusal(tool: Tool, edit: Edit, given: Mapping[str, Json]) -> str:
    """Return why the tool would refuse these arguments whatever the accounts hold."""
    workspace, uploads = _Offline({}, edit.profile.accounts), cast("Uploads", _Port())
    desk = Desk(workspace, edit.profile, edit.now, uploads=uploads)
    arguments: dict[str, Any] = {**edit.shown, **given}
    for look in (tool.look, tool.preview):
        try:
            await look(desk, arguments)
        except ToolFailed as error:
            if error.kind == "params":
                return str(error)
        except _Reached:
            continue
    return ""
