"""What a server offers, looked at: which of it can be used, and what tells it from what was."""

import re
from collections.abc import Container, Iterable, Sequence
from typing import Literal

from shared.models.base import Json
from shared.models.lent import Hints, LentTool, Offered, ToolServer, Unusable
from shared.naming import fingerprint
from shared.tools.lent.schemas import NotChecked, checked
from shared.tools.wording import one_line

MAX_KEPT = 200_000
"""Characters of all tools of a server, as they are kept."""
MAX_DESCRIPTION = 1_000
MAX_TITLE = 80
MAX_NAME = 200

_PREFIX = "mcp_"
_MAX_NAME = 64
"""What models take as the name of a function."""
_ODD = re.compile(r"[^A-Za-z0-9_-]+")
_MARK = 8

Change = Literal["new", "changed", "gone"]


def is_lent(tool: str) -> bool:
    """Return whether a name is that of a tool of some other server."""
    return tool.startswith(_PREFIX)


def called(server: str, tool: str) -> str:
    """Return what a server's tool is called here: one name for one tool, whatever it is there."""
    plain = f"{_PREFIX}{server}_{_ODD.sub('_', tool)}"
    if len(plain) <= _MAX_NAME and not _ODD.search(tool):
        return plain
    return f"{plain[: _MAX_NAME - _MARK - 1]}_{fingerprint([tool])[:_MARK]}"


def accepted(server: ToolServer, tool: LentTool) -> str:
    """Return what stands for a tool as it was accepted: of this very server, in this form."""
    return fingerprint([server.id, server.url, *server.command, tool.digest])


def offered(
    name: str, title: str, description: str, takes: dict[str, Json], said: dict[str, Json]
) -> Offered:
    """Return a tool as its server lists it; `said` are all its annotations."""
    reads, destroys = said.get("readOnlyHint"), said.get("destructiveHint")
    hints = Hints(
        reads=reads if isinstance(reads, bool) else None,
        destroys=destroys if isinstance(destroys, bool) else None,
    )
    digest = fingerprint([name, title, description, takes, said])
    return Offered(
        name=name, title=title, description=description, takes=takes, hints=hints, digest=digest
    )


def looked_at(offers: Iterable[Offered]) -> tuple[tuple[LentTool, ...], tuple[Unusable, ...]]:
    """Return the tools that can be used, and those that cannot."""
    tools: dict[str, LentTool] = {}
    unusable: list[Unusable] = []
    left = MAX_KEPT
    for one in offers:
        try:
            usable = _usable(one, tools, left)
            tools[one.name] = usable
            left -= len(usable.model_dump_json())
        except NotChecked as why:
            unusable.append(Unusable(name=one_line(one.name, MAX_TITLE), why=f"{why}."))
    return tuple(tools.values()), tuple(unusable)


def _usable(one: Offered, before: Container[str], left: int) -> LentTool:
    """Return a tool as it can be used, beside those before it; raise NotChecked."""
    if one.name in before:
        raise NotChecked("there are two of that name")
    if not one.name or len(one.name) > MAX_NAME:
        raise NotChecked(f"a name has 1 to {MAX_NAME} characters")
    usable = LentTool(
        name=one.name,
        title=one_line(one.title, MAX_TITLE),
        description=one_line(one.description, MAX_DESCRIPTION),
        parameters=checked(one.takes),
        hints=one.hints,
        digest=one.digest,
    )
    if len(usable.model_dump_json()) > left:
        raise NotChecked(f"all tools of a server take more than {MAX_KEPT:,} characters")
    return usable


def offer_of(offers: Sequence[Offered]) -> str:
    """Return what stands for everything that a server offers at a time."""
    return fingerprint(sorted(one.digest for one in offers))


def changes(server: ToolServer, offers: Sequence[Offered]) -> dict[str, Change]:
    """Return what is not as it was accepted, by the name it has there."""
    before = {one.name: one.digest for one in server.tools}
    known = {*before, *(one.name for one in server.unusable)}
    now = {one.name: one.digest for one in offers}
    found: dict[str, Change] = {}
    for name, digest in before.items():
        if now.get(name) != digest:
            found[name] = "changed" if name in now else "gone"
    new: dict[str, Change] = {name: "new" for name in now if name not in known}
    return found | new
